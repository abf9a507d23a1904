package match

import (
	"fmt"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
)

// Outcome is how a match ended.
type Outcome struct {
	Word   kif.Ending   // the record's ending, "" where a rule of the game ended it
	Rule   *engine.Rule // the rule of the game, or "record.…" for an ending of the record
	Seat   int          // the seat that an ending of the record concerns, 0 for none
	Places []int        // the place of each seat, equal ones shared; nil where nobody is placed (中断)
}

// Declined is the rule by which a match ends before it began.
var Declined = &engine.Rule{ID: "record.decline", Text: engine.Text{En: "declined", Ja: "辞退"}}

// share is how an ending places the seats.
type share uint8

const (
	open  share = iota // nobody is placed
	even               // all share the first place
	loses              // the seat concerned is last, the others share the first place
	wins               // the seat concerned is first, the others share the second place
)

// meaning is what a word at the end of the moves means.
type meaning struct {
	share share
	rule  *engine.Rule
}

// meaningOf is what an ending means. One of another program places nobody.
func meaningOf(word kif.Ending) meaning {
	known, ok := meanings[word.ID()]
	if !ok {
		return meaning{open, &engine.Rule{ID: "record.other", Text: engine.Same(string(word))}}
	}
	return meaning{known.share, &engine.Rule{ID: "record." + word.ID(), Text: known.text}}
}

// meanings are those of the endings by what entries call them.
var meanings = map[string]struct {
	share share
	text  engine.Text
}{
	"resign":     {loses, engine.Text{En: "resigned", Ja: "投了"}},
	"adjourn":    {open, engine.Text{En: "adjourned", Ja: "中断"}},
	"impasse":    {even, engine.Text{En: "drawn by impasse", Ja: "持将棋で引き分け"}},
	"draw-agree": {even, engine.Text{En: "drawn by agreement", Ja: "合意により引き分け"}},
	"time-out":   {loses, engine.Text{En: "lost on time", Ja: "時間切れ負け"}},
	"foul":       {loses, engine.Text{En: "lost by a foul", Ja: "反則負け"}},
	"foul-win":   {wins, engine.Text{En: "won by the other side's foul", Ja: "相手の反則により勝ち"}},
	"repetition": {even, engine.Text{En: "drawn by repetition", Ja: "千日手で引き分け"}},
	"mate":       {loses, engine.Text{En: "mated", Ja: "詰み"}},
	"no-mate":    {open, engine.Text{En: "no mate", Ja: "不詰"}},
	"declare":    {wins, engine.Text{En: "won by declaration", Ja: "入玉宣言により勝ち"}},
	"walkover":   {wins, engine.Text{En: "won without play", Ja: "不戦勝"}},
	"default":    {loses, engine.Text{En: "lost without play", Ja: "不戦敗"}},
	"seal":       {open, engine.Text{En: "the next move is sealed", Ja: "封じ手"}},
}

// ofSeat tells whether an ending is about one seat.
func (s share) ofSeat() bool { return s == loses || s == wins }

// places gives the places of the seats, nil where nobody is placed.
func (s share) places(seat, seats int) []int {
	if s == open {
		return nil
	}
	others, own := 1, 1
	switch s {
	case loses:
		own = seats
	case wins:
		others = 2
	}
	places := make([]int, seats)
	for i := range places {
		places[i] = others
	}
	if s != even {
		places[seat-1] = own
	}
	return places
}

// ruled notes that a rule of the game has ended it.
func (n *moment) ruled() {
	if r := n.position.Next().Result; r != nil {
		n.Outcome = &Outcome{Rule: r.Rule, Places: r.Places}
	}
}

// end takes an ending of the record.
func (n *moment) end(word kif.Ending) error {
	m := n.m
	switch {
	case m.Last().Next().Result != nil:
		return n.event.Misfit("nothing", engine.GameOver.Reject(engine.Word("move", string(word))))
	case m.Outcome != nil:
		return n.event.Misfit("nothing behind the end of the match", nil)
	case m.Roster.Joining() != 0, m.Roster.TossDue() && word != kif.TimeOut:
		return n.event.Misfit("a match that has begun", nil)
	case m.Roster.TossDue(): // which somebody has let run out
		seating := *m.Roster
		seating.Seating = m.Roster.Players()
		n.Roster = &seating
	}
	seats, means := len(m.Roster.Seating), meaningOf(word)
	seat := concerned(m, n.event, word)
	if seat > seats || seat == 0 && means.share.ofSeat() {
		return n.event.Misfit(fmt.Sprintf("a seat from 1 to %d", seats), nil)
	}
	owner := n.Roster.PartyOf(seat)
	n.by = owner
	if by := n.event.Party; by > 0 && by <= len(m.Roster.Parties) {
		n.by = by
	}
	if n.by != owner || m.Roster.Invited && means.share.ofSeat() && n.Roster.seats(owner) > 1 {
		n.terms = []string{fmt.Sprintf("seat %d", seat)}
	}
	if err := n.mayEnd(word, means, seat); err != nil {
		return err
	}
	n.Outcome = &Outcome{Word: word, Rule: means.rule, Seat: seat, Places: means.share.places(seat, seats)}
	return nil
}

// mayEnd tells whether the party that makes n can end a match that began by invitation so: by what all have agreed to, by its
// own loss, or by a claim that is thereby confirmed.
func (n *moment) mayEnd(word kif.Ending, means meaning, seat int) error {
	m, c := n.m, n.m.Claim
	switch {
	case !m.Roster.Invited:
		return nil
	case word == kif.DrawAgreed:
		if o := m.Offer; o == nil || o.Asks != kif.DrawQuestion || !o.completes(m.Roster, n.by) {
			return n.event.Misfit("a standing offer of a draw by the other player", nil)
		}
		n.done = kif.DrawQuestion
	case word == kif.TimeOut && c.Confirmed(m.Roster, n.by) && c.seat(m) == seat:
		if c.passes(m) {
			return n.event.Misfit("the move "+string(m.Game.OnTimeout)+", which a missed limit is in this game", nil)
		}
		n.done = kif.ClaimQuestion
	case means.share != loses || n.by != n.Roster.PartyOf(seat):
		return n.event.Misfit("the resignation of an own seat, an agreed draw or a claim that is confirmed: nobody ends a match for others", nil)
	}
	return nil
}

// concerned is the seat that an ending is about, whose turn it is also where dice are to be thrown before it; 0 for none.
func concerned(m *Match, e kif.Event, word kif.Ending) int {
	if e.Seat != 0 {
		return e.Seat
	}
	if seat := m.Last().Next().Player; seat != 0 || !meaningOf(word).share.ofSeat() {
		return seat
	}
	return engine.Due(m.Last())
}

// closing is the sentence below e at the end of m (まで2手で後手の勝ち), "" while the match goes on.
func closing(m *Match, e kif.Event) string {
	switch e.Step.(type) {
	case kif.Move, kif.Ending:
		if m.Outcome != nil {
			return fmt.Sprintf("まで%d手で%s", plies(m), m.Outcome.phrase(len(m.Roster.Seating)))
		}
	}
	return ""
}

// plies counts the moves of m, whose record may be one short.
func plies(m *Match) (n int) {
	for _, e := range m.Entries {
		if _, moved := e.Event.Step.(kif.Move); moved {
			n++
		}
	}
	return n
}

// Ply counts the moves and passes of players, not throws and endings.
func (m *Match) Ply() int { return plies(m) }

// phrase is the closing sentence from the outcome on.
func (o *Outcome) phrase(seats int) string {
	switch share := meaningOf(o.Word).share; {
	case o.Word == "":
		return winners(o.Places, seats)
	case !share.ofSeat():
		return string(o.Word)
	case seats == 2 && o.Word == kif.TimeOut:
		return "時間切れにより" + winners(o.Places, seats)
	case seats == 2 && (o.Word == kif.Resignation || o.Word.ID() == "mate"):
		return winners(o.Places, seats)
	}
	return engine.Seat(o.Seat, seats).Ja + "の" + string(o.Word)
}

// winners is "後手の勝ち", or a draw where all share the first place.
func winners(places []int, seats int) string {
	var names []string
	for i, place := range places {
		if place == 1 {
			names = append(names, engine.Seat(i+1, seats).Ja)
		}
	}
	if len(names) == seats {
		return "引き分け"
	}
	return strings.Join(names, "と") + "の勝ち"
}
