package kif

import (
	"errors"
	"fmt"
	"hikyaku/engine"
	"slices"
	"time"
)

// Line is a record replayed on a game. It never changes: Append returns another.
type Line struct {
	Record    *Record
	Game      *engine.Game
	Options   engine.Options    // all of them, with the defaults of those that the record leaves open
	Positions []engine.Position // the start, then the position after each of Record.Events
	Entries   []Entry           // "do new" where no invitation began the match, then one for each move, ending and act

	parties    []Seat // in the order of joining
	seating    []int  // the party of each seat; zeros until they are tossed for
	joined     int    // how many parties have
	invitation bool   // began the match
	umpired    bool   // party 1 is the umpire
	tossed     bool   // seats are
	formed     int    // after how many events all had joined
	tossedAt   int    // after how many events the seats were known, 0 if not yet

	match   Hash   // of the entry from which on the match exists
	head    Hash   // of the last entry
	by      []int  // the party that made each event so far
	dice    []Dice // thrown since the last entry
	throws  int
	offer   *Offer
	outcome *Outcome
}

// Replay plays r on g. Its error is an *Error with the line of the first event that does not fit; where a
// rule of the game refuses it, the *engine.Rejection is found by errors.As.
func Replay(r *Record, g *engine.Game) (*Line, error) {
	options, err := settings(r, g)
	if err != nil {
		return nil, err
	}
	start, err := start(r, g, options)
	if err != nil {
		return nil, err
	}
	l := &Line{Record: r, Game: g, Options: options, Positions: append(make([]engine.Position, 0, len(r.Events)+1), start)}
	if err := l.gather(); err != nil {
		return nil, err
	}
	for _, e := range r.Events {
		if err := l.step(e); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func settings(r *Record, g *engine.Game) (engine.Options, error) {
	if name := r.Game(); name != g.Name {
		wanted := fmt.Sprintf("a record of %s (ゲーム：%[1]s)", g.Name)
		return nil, &Error{Line: r.headLine("ゲーム"), Found: "a record of " + nameOr(name, "another program"), Wanted: wanted}
	}
	options, err := g.Resolve(r.Options())
	if err != nil {
		return nil, &Error{Line: r.headLine("設定"), Found: Quote(r.Header("設定")), Wanted: "options of " + g.Name, Err: err}
	}
	return options, nil
}

// start is the position before the first event.
func start(r *Record, g *engine.Game, options engine.Options) (engine.Position, error) {
	if text := r.Start(); text != "" {
		p, err := g.Parse(options, text)
		if err != nil {
			return nil, &Error{Line: r.headLine("開始局面"), Found: Quote(text), Wanted: "a position of " + g.Name, Err: err}
		}
		return p, nil
	}
	p, err := g.Start(options)
	if err != nil {
		return nil, &Error{Line: r.headLine("設定"), Found: Quote(r.Header("設定")), Wanted: "options that go together", Err: err}
	}
	return p, nil
}

func nameOr(name, other string) string {
	if name == "" {
		return other
	}
	return Quote(name)
}

// step plays e at the end of l.
func (l *Line) step(e Event) error {
	switch e.Kind {
	case Throw:
		return l.throw(e)
	case Ending:
		return l.end(e)
	case Act:
		return l.act(e)
	}
	return l.move(e)
}

func (l *Line) throw(e Event) error {
	p := l.Last()
	var err error
	if l.tossDue() {
		err = l.toss(e)
	} else if p, err = p.Apply(engine.Move(e.Text)); err != nil {
		err = misfit(e, "the throw that the game waits for", err)
	}
	if err != nil {
		return err
	}
	l.throws++
	l.dice = append(l.dice, Dice{l.throws, engine.Move(e.Text)})
	l.by = append(l.by, 0)
	l.Positions = append(l.Positions, p)
	return nil
}

func (l *Line) move(e Event) error {
	m, p, err := l.play(e.Text)
	if err != nil {
		return misfit(e, "a legal move", err)
	}
	entry := e.entry()
	seat := l.Last().Next().Player
	entry.Party, entry.Moves = l.PartyOf(seat), []engine.Move{m}
	entry.claim(e.Party, seat, len(l.parties))
	l.offer = nil
	l.enter(entry)
	l.Positions = append(l.Positions, p)
	return nil
}

// errForming and errToss say what comes before the first move.
var (
	errForming = errors.New("not all have accepted the invitation yet")
	errToss    = errors.New("the seats have not been tossed for yet")
)

// play reads and plays what somebody wrote.
func (l *Line) play(text string) (engine.Move, engine.Position, error) {
	last := l.Last()
	switch {
	case l.Joining() != 0:
		return "", nil, errForming
	case l.tossDue():
		return "", nil, errToss
	}
	if err := engine.CheckTurn(last.Next(), engine.Move(text)); err != nil {
		return "", nil, err
	}
	m, err := last.Parse(text)
	if err != nil {
		return "", nil, err
	}
	p, err := last.Apply(m)
	return m, p, err
}

// end takes an ending of the record.
func (l *Line) end(e Event) error {
	next := l.Last().Next()
	if next.Result != nil {
		return misfit(e, "nothing", engine.GameOver.Reject(engine.Word("move", e.Text)))
	}
	if l.Joining() != 0 || l.tossDue() && e.Text != TimeOut {
		return misfit(e, "a match that has begun", nil)
	}
	if l.tossDue() { // which somebody has let run out
		l.seating = l.Players()
	}
	meaning := endings[e.Text]
	seat, seats := l.ends(e), l.Game.Seats(l.Options)
	if seat > seats {
		return misfit(e, fmt.Sprintf("a seat from 1 to %d", seats), nil)
	}
	entry := e.entry()
	entry.Do, entry.Party = meaning.do, l.PartyOf(seat)
	entry.claim(e.Party, seat, len(l.parties))
	if l.invitation && meaning.share.ofSeat() && l.seatsOf(entry.Party) > 1 {
		entry.Terms = []string{fmt.Sprintf("seat %d", seat)}
	}
	if err := l.mayEnd(e, meaning, entry.Party, seat); err != nil {
		return err
	}
	l.outcome = &Outcome{Word: e.Text, Rule: meaning.rule, Seat: seat, Places: meaning.share.places(seat, seats)}
	l.enter(entry)
	l.Positions = append(l.Positions, l.Last())
	return nil
}

// mayEnd tells whether party can end a match that began by invitation with such an ending of seat: by what all have agreed
// to, or by its own loss. Claims of a missed time limit are checked where the clocks are.
func (l *Line) mayEnd(e Event, meaning ending, party, seat int) error {
	switch {
	case !l.invitation || meaning.do == "time-out":
		return nil
	case meaning.do == "draw-agree":
		if !l.drawStands(party) {
			return misfit(e, "a standing offer of a draw by the other player", nil)
		}
	case meaning.share != loses || party != l.PartyOf(seat):
		return misfit(e, "the resignation of an own seat, an agreed draw or a claim: nobody ends a match for others", nil)
	}
	return nil
}

// ends is the seat that an ending is about, whose turn it is also where dice are to be thrown before it; 0 for none.
func (l *Line) ends(e Event) int {
	if seat := concerned(e, l.Last().Next()); seat != 0 || !endings[e.Text].share.ofSeat() {
		return seat
	}
	return engine.Due(l.Last())
}

// seatsOf is how many seats a party plays.
func (l *Line) seatsOf(party int) (n int) {
	for _, p := range l.seating {
		if p == party {
			n++
		}
	}
	return n
}

// concerned is the seat that e is about: the one to move, unless an ending names another.
func concerned(e Event, next engine.Next) int {
	if e.Kind == Ending && e.Seat != 0 {
		return e.Seat
	}
	return next.Player
}

func misfit(e Event, wanted string, err error) error {
	return &Error{Line: e.Line, Found: Quote(e.Text), Wanted: wanted, Err: err}
}

// enter adds an entry to the chain.
func (l *Line) enter(e Entry) {
	e.Match, e.Number, e.Previous = l.match, len(l.Entries)+1, l.head
	e.Dice, l.dice = l.dice, nil
	l.Entries = append(l.Entries, e)
	l.head = e.Hash()
	l.by = append(l.by, e.Party)
}

// Last is the position at the end.
func (l *Line) Last() engine.Position { return l.Positions[len(l.Positions)-1] }

// Ply counts the moves and passes of players, not throws and endings.
func (l *Line) Ply() int { return moves(l.Record.Events) }

// Head is the hash of the last entry, which stands for the whole match up to there. Throws behind the
// last move are not yet in it.
func (l *Line) Head() Hash { return l.head }

// Append plays e and adds it to the record. It completes the event: a move becomes canonical, the seat's
// total time is added up, an ending names its seat where that is not the seat to move or where there
// are more than two, and the closing sentence is written. Its error is the *engine.Rejection of a move,
// else what Record.Append or Replay would say. l is unchanged.
func (l *Line) Append(e Event) (*Line, error) {
	e, err := l.complete(e)
	if err != nil {
		return nil, err
	}
	next := *l
	next.Positions, next.Entries, next.dice = slices.Clip(l.Positions), slices.Clip(l.Entries), slices.Clip(l.dice)
	next.by = slices.Clip(l.by)
	if err := next.step(e); err != nil {
		return nil, cause(err)
	}
	if e.Closing == "" && e.numbered() {
		e.Closing = next.sentence(e)
	}
	record := l.Record
	if e.Kind == Throw && l.tossDue() && record.Seat(1) == (Seat{}) {
		if record, err = next.seated(record); err != nil {
			return nil, err
		}
	}
	next.Record, err = record.Append(e)
	return &next, err
}

// complete is e as it belongs in the record.
func (l *Line) complete(e Event) (Event, error) {
	seat := concerned(e, l.Last().Next())
	if e.Kind == Ending {
		seat = l.ends(e)
	}
	if e.Kind == Move {
		m, _, err := l.play(e.Text)
		if err != nil {
			return e, err
		}
		e.Text = string(m)
	}
	if e.Total <= 0 && e.Spent >= 0 {
		e.Total = l.spent(seat) + e.Spent
	}
	if e.Kind == Ending && l.Game.Seats(l.Options) > 2 {
		e.Seat = seat
	} else if e.Kind == Ending && e.Seat == l.Last().Next().Player {
		e.Seat = 0
	}
	e.At, e.Comment = cleanTime(e.At), cleanComment(e.Comment)
	return e, nil
}

// spent is the thinking time of a seat so far.
func (l *Line) spent(seat int) (total time.Duration) {
	for i, e := range l.Record.Events {
		if e.Spent > 0 && concerned(e, l.Positions[i].Next()) == seat {
			total += e.Spent
		}
	}
	return total
}

// cause is the rejection in an error of step, where there is one.
func cause(err error) error {
	if rejection := new(engine.Rejection); errors.As(err, &rejection) {
		return rejection
	}
	return err
}
