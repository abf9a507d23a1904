package events

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/match"
)

// ladderControl is the time limit in matches of a ladder.
const ladderControl = "3d"

// Rung is a rung of a ladder.
type Rung struct {
	Number int // 1 for the highest
	Name   string
	Busy   bool // has an open challenge, made or received
}

// Ladders returns the games that have a ladder.
func Ladders(tx db.Tx) ([]string, error) {
	return db.Texts(tx, `select distinct ladder from step order by ladder`)
}

// Ladder returns the rungs of a game's ladder, the highest first.
func Ladder(tx db.Tx, game string) ([]Rung, error) {
	l, err := climbing(tx, game)
	if err != nil {
		return nil, err
	}
	var list []Rung
	for i, address := range l.Players() {
		_, busy := l.Challenge(func(s standings.Step) bool { return s.By == address || s.Of == address })
		list = append(list, Rung{i + 1, l.shown(address), busy})
	}
	return list, nil
}

// LadderLogOf returns the record of a ladder.
func LadderLogOf(tx db.Tx, game string) (LadderLog, error) {
	l, err := readLadder(tx, game)
	log := LadderLog{Game: game, Steps: slices.Clone(l.steps)}
	for i := range log.Steps {
		s := &log.Steps[i]
		s.Player, s.By, s.Of = l.shown(s.Player), l.shown(s.By), l.shown(s.Of)
	}
	return log, err
}

// rows is a ladder as stored. Its steps identify players by address.
type rows struct {
	*standings.Ladder
	game    string
	steps   []standings.Step
	letters map[string]kif.Hash // by address, the last message in which the player made or accepted a challenge
	next    int64               // one more than the number of the last step taken: messages of earlier programs about it have this in their keys
	people  map[string]person
}

// row is the content of a row.
type row struct {
	standings.Step
	Letter string `json:"letter,omitempty"` // the hash of the message that asked for the step
}

// climbing reads a ladder and replays its steps.
func climbing(tx db.Tx, game string) (*rows, error) {
	l, err := readLadder(tx, game)
	if err != nil {
		return l, err
	}
	for _, s := range l.steps {
		if refusal := l.Apply(s); refusal != nil {
			return l, fmt.Errorf("ladder of %s: a step of %s cannot be: %s", game, s.At, refusal.Reason)
		}
	}
	return l, nil
}

// changing is like climbing, and makes other transactions that change the ladder wait for the end of this one: whether a step is
// allowed depends on those before it.
func changing(d *game.Deal, game string) (*rows, error) {
	db.Lock(d, "ladder "+game)
	return climbing(d, game)
}

// readLadder reads the rows of a ladder.
func readLadder(tx db.Tx, game string) (*rows, error) {
	l := &rows{Ladder: standings.NewLadder(Reach), game: game, letters: map[string]kif.Hash{}, people: map[string]person{}}
	list, err := db.Texts(tx, `select data from step where ladder = $1 order by id`, game)
	players := map[string]bool{"": true} // at least one, for SQL
	for _, data := range list {
		var r row
		if err := json.Unmarshal([]byte(data), &r); err != nil {
			return l, err
		}
		if r.Letter != "" {
			who := r.By
			if r.What == standings.Accepted {
				who = r.Of
			}
			if l.letters[who], err = kif.ParseHash(r.Letter); err != nil {
				return l, err
			}
		}
		l.steps = append(l.steps, r.Step)
		players[r.Player], players[r.By], players[r.Of] = true, true, true
	}
	if err != nil {
		return l, err
	}
	query, args := db.In(`select address, name, lang, program from member where address in (`, slices.Sorted(maps.Keys(players)))
	err = db.Each(tx, query+`)`, args, func(r db.Rows) error {
		var p person
		err := r.Scan(&p.Address, &p.Name, &p.lang, &p.program)
		l.people[p.Address] = p
		return err
	})
	return l, err
}

// shown returns the public name for an address.
func (l *rows) shown(address string) string {
	if p, ok := l.people[address]; ok {
		return p.Name
	}
	return shown(address)
}

// take adds a step, or returns the reason why the rules forbid it.
func (l *rows) take(d *game.Deal, s standings.Step, letter kif.Hash) (*standings.Refusal, error) {
	s.At = d.At.UTC().Truncate(time.Microsecond)
	if !s.At.After(l.Last) {
		s.At = l.Last.Add(time.Microsecond)
	}
	if refusal := l.Apply(s); refusal != nil {
		return refusal, nil
	}
	data, _ := json.Marshal(row{s, written(letter)}) // strings and a time
	l.steps = append(l.steps, s)
	_, err := db.One(d, `insert into step (ladder, at, data) values ($1, $2, $3) returning id + 1`, []any{l.game, s.At, string(data)}, &l.next)
	return nil, err
}

// asks adds a step for a member. A *words.Error says why it is refused.
func (l *rows) asks(d *game.Deal, s standings.Step, letter kif.Hash) error {
	refusal, err := l.take(d, s, letter)
	if refusal != nil {
		refusal.Whom = l.shown(refusal.Whom)
		return &words.Error{Text: refusal.Sentence()}
	}
	return err
}

// JoinLadder puts a member on the lowest rung of a ladder. A *words.Error says why that is refused.
func JoinLadder(d *game.Deal, game, address string, letter kif.Hash) error {
	g, err := gameOf(d, game)
	if err != nil {
		return err
	}
	options, _ := g.Resolve(nil) // its defaults
	address = strings.ToLower(address)
	member, err := isMember(d, address)
	switch {
	case err != nil:
		return err
	case !member:
		return words.Err("arrange.no-member")
	case g.Seats(options) != 2:
		return words.Err("arrange.ladder.seats", "game", g.Title)
	}
	l, err := changing(d, game)
	if err != nil {
		return err
	}
	return l.asks(d, standings.Step{What: standings.Joined, Player: address}, letter)
}

// LeaveLadder takes a member off a ladder. A *words.Error says why that is refused.
func LeaveLadder(d *game.Deal, game, address string) error {
	l, err := changing(d, game)
	if err != nil {
		return err
	}
	return l.leaves(d, strings.ToLower(address))
}

// leaves takes a member off the ladder, and tells the player who has challenged them that they take the rung.
func (l *rows) leaves(d *game.Deal, address string) error {
	c, challenged := l.Challenge(func(s standings.Step) bool { return s.Of == address })
	if err := l.asks(d, standings.Step{What: standings.Left, Player: address}, kif.Hash{}); err != nil || !challenged {
		return err
	}
	return l.notify(d, c.By, words.Text("arrange.ladder.left", "who", i18n.Person(l.shown(address)), "game", l.title(d), "rung", slices.Index(l.Players(), c.By)+1))
}

// Leave takes a member out of all events and off all ladders.
func Leave(d *game.Deal, address string) error {
	address = strings.ToLower(address)
	events, err := db.Texts(d, `select e.name from event e join entrant n on n.event = e.name where n.address = $1 and n.gone = 0 and e.state <> 'over' order by e.name`, address)
	for _, name := range events {
		if err == nil {
			err = Withdraw(d, name, address)
		}
	}
	if err != nil {
		return err
	}
	games, err := Ladders(d)
	for _, game := range games {
		l, err := changing(d, game)
		if err == nil && slices.Contains(l.Players(), address) {
			err = l.leaves(d, address)
		}
		if err != nil {
			return err
		}
	}
	return err
}

// Challenge challenges a player of a ladder, given by name or address, and notifies them. A *words.Error says why that is
// refused.
func Challenge(d *game.Deal, game, from, whom string, letter kif.Hash) error {
	l, err := changing(d, game)
	if err != nil {
		return err
	}
	by, of, players := strings.ToLower(from), whom, l.Players()
	if i := slices.IndexFunc(players, func(address string) bool {
		return identity.SameAddress(address, whom) || strings.EqualFold(l.shown(address), whom)
	}); i >= 0 {
		of = players[i]
	}
	if err := l.asks(d, standings.Step{What: standings.Challenged, By: by, Of: of}, letter); err != nil {
		return err
	}
	who := i18n.Person(l.shown(by))
	return l.notify(d, of, i18n.Paragraphs(
		words.Text("arrange.ladder.challenge", "who", who, "game", l.title(d)),
		words.Text("arrange.ladder.terms", "who", who, "rung", 1+slices.Index(players, by), "own", 1+slices.Index(players, of)),
		i18n.Join(Thinking(ladderControl), engines(false)),
		words.Text("arrange.ladder.answer"),
	))
}

// title returns the title of the ladder's game.
func (l *rows) title(d *game.Deal) i18n.Text {
	g, err := gameOf(d, l.game)
	if err != nil {
		return i18n.Same(l.game)
	}
	return g.Title
}

// notify sends a player of the ladder a message about its last step.
func (l *rows) notify(d *game.Deal, to string, text i18n.Text) error {
	p := l.people[to]
	p.Address = to
	return write(d, p, fmt.Sprint("step\n", l.next), words.Text("arrange.ladder.subject", "game", l.title(d)), text)
}

// ChallengedOn returns the games on whose ladders a challenge awaits the answer of address.
func ChallengedOn(tx db.Tx, address string) (games []string, err error) {
	all, err := Ladders(tx)
	for _, game := range all {
		l, err := climbing(tx, game)
		if err != nil {
			return nil, err
		}
		if _, waits := l.Challenge(waitsFor(strings.ToLower(address))); waits {
			games = append(games, game)
		}
	}
	return games, err
}

// waitsFor returns a function that matches challenges awaiting the answer of address.
func waitsFor(address string) func(standings.Step) bool {
	return func(s standings.Step) bool { return s.Of == address && s.Match == "" }
}

// Answer accepts or declines the challenge to a player. A *words.Error says why that is refused.
func Answer(d *game.Deal, name, who string, accepts bool, letter kif.Hash) error {
	l, err := changing(d, name)
	if err != nil {
		return err
	}
	c, waits := l.Challenge(waitsFor(strings.ToLower(who)))
	switch {
	case !waits:
		return words.Err("arrange.ladder.nobody")
	case !accepts:
		return l.declined(d, c, "arrange.ladder.declined")
	}
	s := game.Setup{
		Heading: game.Heading{Ladder: name, Rated: true}, Toss: true, Control: ladderControl,
		Players: []game.Player{l.people[c.By].player(l.letters[c.By]), l.people[c.Of].player(letter)},
	}
	if s.Game, err = gameOf(d, name); err != nil {
		return err
	}
	file, err := d.Begin(s)
	if err != nil {
		return err
	}
	return l.asks(d, standings.Step{What: standings.Accepted, By: c.By, Of: c.Of, Match: file}, letter)
}

// declined declines a challenge, and tells the challenger whether they take the rung.
func (l *rows) declined(d *game.Deal, c standings.Step, how string) error {
	before := slices.Index(l.Players(), c.By)
	if refusal, err := l.take(d, standings.Step{What: standings.Declined, By: c.By, Of: c.Of}, kif.Hash{}); refusal != nil || err != nil {
		return err
	}
	text := words.Text(how, "who", i18n.Person(l.shown(c.Of)), "game", l.title(d))
	if now := slices.Index(l.Players(), c.By); now < before {
		text = i18n.Paragraphs(text, words.Text("arrange.ladder.twice", "rung", now+1))
	}
	return l.notify(d, c.By, text)
}

// finishOn records the result of a match on its ladder. It ignores a match whose challenge is no longer open.
func finishOn(d *game.Deal, game, file string, m *match.Match) error {
	l, err := changing(d, game)
	if err != nil {
		return err
	}
	c, open := l.Challenge(func(s standings.Step) bool { return s.Match == file })
	if !open {
		return nil
	}
	s := StepOf(m, c.By, c.Of)
	if s.What == standings.Declined {
		return l.declined(d, c, "arrange.ladder.declined")
	}
	if refusal, err := l.take(d, s, kif.Hash{}); refusal != nil || err != nil || s.What != standings.TimedOut {
		return err
	}
	return l.notify(d, s.Player, words.Text("arrange.ladder.time-out", "game", l.title(d)))
}

// dueOn declines challenges that were not answered in time.
func dueOn(d *game.Deal, game string, now time.Time) error {
	l, err := changing(d, game)
	if err != nil {
		return err
	}
	for _, c := range slices.Clone(l.Open) {
		if c.Match != "" || now.Before(c.At.Add(patience)) {
			continue
		}
		if err := l.declined(d, c, "arrange.ladder.silent"); err != nil {
			return err
		}
	}
	return nil
}

// Reach is how many rungs above their own players may challenge.
const Reach = 5

// StepOf converts a finished match between a challenger and the challenged player to a ladder step. The players are in the order
// of the invitation.
func StepOf(m *match.Match, by, of string) standings.Step {
	s, o := standings.Step{What: standings.NobodyWon, By: by, Of: of, Match: m.FileName()}, m.Outcome
	name := func(party int) string {
		if party == m.Roster.Players()[0] {
			return by
		}
		return of
	}
	switch {
	case o.Rule.ID == match.Declined && name(missing(m)) == of:
		s.What = standings.Declined
	case o.Word == kif.TimeOut:
		s.What, s.Player = standings.TimedOut, name(m.Roster.PartyOf(o.Seat))
	case len(o.Places) == 2 && o.Places[0] != o.Places[1]:
		s.What, s.Player = standings.Won, name(m.Roster.PartyOf(1+slices.Index(o.Places, 1)))
	}
	return s
}

// LadderLog is the record of a ladder, from which its rungs are computed.
type LadderLog struct {
	Game  string           `json:"game"`
	Steps []standings.Step `json:"steps"`
}

// Check replays a ladder and returns the steps that break its rules.
func (l LadderLog) Check() (all []i18n.Text) {
	c := standings.NewLadder(Reach)
	for i, s := range l.Steps {
		if refusal := c.Apply(s); refusal != nil {
			all = append(all, words.Text("verify.step", "ladder", l.Game, "line", i+1, "what", string(s.What), "why", refusal.Sentence()))
		}
	}
	return all
}

// Rungs returns the players at the end of the record, the highest first.
func (l LadderLog) Rungs() []string {
	c := standings.NewLadder(Reach)
	for _, s := range l.Steps {
		c.Apply(s)
	}
	return c.Players()
}
