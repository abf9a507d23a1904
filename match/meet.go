package match

import (
	"bytes"
	"slices"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/words"
)

// Side is one of two lines of a match.
type Side int

// The sides. Neither stands if somebody has forked the match.
const (
	Neither Side = iota
	Ours
	Theirs
)

func (s Side) other() Side { return Ours + Theirs - s }

// Meeting is the comparison of two lines of one match (PROTOCOL.md, Letters that cross).
type Meeting struct {
	Stands  Side
	Common  int   // the number of common entries
	Forked  []int // the parties that have forked the match; Neither stands if there are any
	Doubted []int // those of Forked that may be innocent: their key was replaced by consent of the others
	Longer  bool  // one line extends the other
}

// Meet determines which of two lines of one match stands. It depends on the two records alone.
func Meet(ours, theirs *Match) Meeting { return newParting(ours, theirs).meeting() }

// meeting compares the two lines.
func (p *parting) meeting() Meeting {
	m := Meeting{Common: p.common}
	switch {
	case len(p.lines[Theirs].entries) == p.common:
		m.Stands, m.Longer = Ours, true
	case len(p.lines[Ours].entries) == p.common:
		m.Stands, m.Longer = Theirs, true
	default:
		if m.Stands = p.settled(); m.Stands != Neither {
			return m
		}
		if m.Forked, m.Doubted = p.forked(); len(m.Forked) == 0 {
			m.Stands = p.stands()
		}
	}
	return m
}

// Accused names the parties that have forked m. If a key was replaced by consent, it also mentions whoever agreed.
func (b Meeting) Accused(m *Match) engine.Text {
	var who []engine.Text
	for _, party := range b.Forked {
		if slices.Contains(b.Doubted, party) {
			who = append(who, words.Text("fork.doubted", "who", Party(m, party)))
		} else {
			who = append(who, Party(m, party))
		}
	}
	return words.List(who...)
}

// parting is the point where two lines diverge: after their last common entry.
type parting struct {
	common int
	at     State // the state at the parting
	lines  [3]line
}

// line is one of the two lines.
type line struct {
	match   *Match
	entries []kif.Hash
	crossed []crossing // the entries after the parting that count
}

// crossing is an entry after the parting, as far as the rules weigh it.
type crossing struct {
	by      int   // the party whose step it is
	signers []int // the parties answerable for it: by, and a scribe
	hash    kif.Hash
	moves   bool // it is a move by the player to move
	agrees  bool // it completes the consent to the offer at the parting
	sure    bool // its key was not replaced by consent of others
}

// newParting returns the parting of two lines.
func newParting(m, theirs *Match) *parting {
	p := &parting{}
	for side, l := range map[Side]*Match{Ours: m, Theirs: theirs} {
		p.lines[side] = line{match: l, entries: l.hashes()}
	}
	a, b := p.lines[Ours].entries, p.lines[Theirs].entries
	for p.common < len(a) && p.common < len(b) && a[p.common] == b[p.common] {
		p.common++
	}
	p.at = m.stateAt(m.EventOf(p.common-1) + 1)
	for _, side := range []Side{Ours, Theirs} {
		p.lines[side].crossed = p.weigh(p.lines[side].match)
	}
	return p
}

// weigh returns the entries of a line that count. Requests for a new key do not: they are signed by that key, so anybody
// can forge one. Nor do settlements that are not complete.
func (p *parting) weigh(m *Match) (list []crossing) {
	offer := p.at.Offer
	for i, after := range m.past {
		e := m.Record.Events[i]
		if after.entries <= p.common || kif.IsThrow(e.Step) {
			continue
		}
		if lapses(e.Step) {
			offer = nil
		}
		if e.Step == kif.Step(kif.Rechain{}) || settles(e.Step) {
			continue
		}
		before := m.stateAt(i)
		c := crossing{by: after.by, signers: []int{after.by}, hash: after.Head}
		if _, moved := e.Step.(kif.Move); moved {
			c.moves = before.Roster.PartyOf(m.Positions[i].Next().Player) == after.by
		}
		c.agrees = offer != nil && after.done == offer.Asks
		if after.scribe != 0 {
			c.signers = append(c.signers, after.scribe)
		}
		c.sure = !slices.ContainsFunc(c.signers, before.Keys.Replaced)
		list = append(list, c)
	}
	return list
}

// lapses reports whether an offer lapses with s.
func lapses(s kif.Step) bool {
	switch s.(type) {
	case kif.Move, kif.DrawOffer, kif.UndoOffer, kif.PauseOffer, kif.Rechain, kif.Settle:
		return true
	}
	return false
}

// steps returns the entries of a side that count.
func (p *parting) steps(s Side) []crossing { return p.lines[s].crossed }

// forked returns the parties that have forked the match (rule 1), and those of them whose fork is proved only by a key that
// was replaced by consent of the others.
func (p *parting) forked() (list, doubted []int) {
	a, b := p.steps(Ours), p.steps(Theirs)
	for party := 1; party <= len(p.at.Roster.Parties); party++ {
		signs := func(c crossing) bool { return slices.Contains(c.signers, party) }
		if !p.forks(a, b, signs) {
			continue
		}
		list = append(list, party)
		if !p.forks(a, b, func(c crossing) bool { return signs(c) && c.sure }) {
			doubted = append(doubted, party)
		}
	}
	return list, doubted
}

// forks reports whether the signer of the selected steps has forked the match.
func (p *parting) forks(a, b []crossing, signed func(crossing) bool) bool {
	here, there := places(a, signed), places(b, signed)
	return len(here) > 0 && len(there) > 0 && !p.excused(a, b, here, there)
}

// places returns the indexes of the selected steps in a line.
func places(line []crossing, selected func(crossing) bool) (list []int) {
	for i, c := range line {
		if selected(c) {
			list = append(list, i)
		}
	}
	return list
}

// walk is a state of the search in excused: how many of its steps on each line a party has signed, and on which line it is.
type walk struct {
	here, there int
	on          Side
}

// excused reports whether a party may have signed the steps at these places of both lines. Each time it changed lines, the
// new line before its first step there must outrank the old one as far as the party had signed that.
func (p *parting) excused(a, b []crossing, here, there []int) bool {
	todo, seen := []walk{{1, 0, Ours}, {0, 1, Theirs}}, map[walk]bool{}
	for len(todo) > 0 {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if w.here == len(here) && w.there == len(there) {
			return true
		}
		if seen[w] {
			continue
		}
		seen[w] = true
		if w.here < len(here) && (w.on == Ours || p.putsAway(a[:here[w.here]], upTo(b, there, w.there))) {
			todo = append(todo, walk{w.here + 1, w.there, Ours})
		}
		if w.there < len(there) && (w.on == Theirs || p.putsAway(b[:there[w.there]], upTo(a, here, w.here))) {
			todo = append(todo, walk{w.here, w.there + 1, Theirs})
		}
	}
	return false
}

// upTo returns a line up to the n-th of these places.
func upTo(line []crossing, places []int, n int) []crossing {
	if n == 0 {
		return nil
	}
	return line[:places[n-1]+1]
}

// putsAway reports whether a line outranks another by rule 2. Neither may be empty.
func (p *parting) putsAway(line, other []crossing) bool {
	return len(line) > 0 && len(other) > 0 && p.order(line, other) == Ours
}

// order determines which of two crossing lines stands (rule 2): Ours for the first. The criteria apply in order.
func (p *parting) order(a, b []crossing) Side {
	if len(a) == 0 || len(b) == 0 {
		return first(len(b) == 0)
	}
	for _, better := range []func(line []crossing) bool{
		moved,         // 1. a player has moved
		agreed,        // 2. all have agreed to the offer at the parting
		p.ofPlayer,    // 3. it has a step of a player
		p.ofWhoseTurn, // 4. the player to move at the parting has acted
	} {
		if here, there := better(a), better(b); here != there {
			return first(here)
		}
	}
	if a[0].by != b[0].by {
		return first(a[0].by < b[0].by) // 5. its first entry is by the party with the lower number
	}
	return first(bytes.Compare(a[0].hash[:], b[0].hash[:]) < 0) // 6. its first entry has the lower hash
}

// stands returns the side that stands without a fork. If no entry counts, the line with the lower hash stands.
func (p *parting) stands() Side {
	if len(p.steps(Ours)) == 0 && len(p.steps(Theirs)) == 0 {
		a, b := p.lines[Ours].entries[p.common], p.lines[Theirs].entries[p.common]
		return first(bytes.Compare(a[:], b[:]) < 0)
	}
	return p.order(p.steps(Ours), p.steps(Theirs))
}

// first returns Ours if the first of two lines stands.
func first(stands bool) Side {
	if stands {
		return Ours
	}
	return Theirs
}

// moved reports whether a player has moved on a line. A move that others made for a late player does not count.
func moved(line []crossing) bool {
	return slices.ContainsFunc(line, func(c crossing) bool { return c.moves })
}

// agreed reports whether all agree on a line to the offer at the parting, before any move or other offer.
func agreed(line []crossing) bool {
	return slices.ContainsFunc(line, func(c crossing) bool { return c.agrees })
}

// ofPlayer reports whether a line has a step of a player, which outweighs any step of an umpire.
func (p *parting) ofPlayer(line []crossing) bool {
	return slices.ContainsFunc(line, func(c crossing) bool { return c.by != p.at.Roster.Umpire() })
}

// ofWhoseTurn reports whether the player to move at the parting has acted on a line.
func (p *parting) ofWhoseTurn(line []crossing) bool {
	return slices.ContainsFunc(line, func(c crossing) bool { return c.by == p.at.Turn && c.by != p.at.Roster.Umpire() })
}

// settled returns the side that stands by a complete settlement that the other side lacks. If both have one, the
// higher-ranking one decides. It returns Neither if there is none.
func (p *parting) settled() Side {
	ours, theirs := p.settlement(Ours), p.settlement(Theirs)
	switch {
	case ours != nil && theirs != nil:
		return first(ours.outranks(theirs))
	case ours != nil:
		return Ours
	case theirs != nil:
		return Theirs
	}
	return Neither
}

// settlement returns the first complete settlement of one side that the other lacks, or nil.
func (p *parting) settlement(side Side) *Settlement {
	other := p.lines[side.other()].match.settled
	for _, s := range p.lines[side].match.settled {
		if !slices.ContainsFunc(other, func(o *Settlement) bool { return o.hash == s.hash }) {
			return s
		}
	}
	return nil
}

// Again returns the resignations, absences and new addresses to make again on the line that stands: those after the common entries of the
// line away that stands lacks and whose party satisfies by. They are unsigned. Each names its first original and repeats
// its comment and time, so that making it twice gives the same bytes.
func Again(stands, away *Match, common int, by func(party int) bool) (list []kif.Event) {
	for i, e := range away.Record.Events {
		after := away.past[i]
		if after.entries <= common || !by(after.by) || !remade(e.Step) {
			continue
		}
		again := kif.Event{Step: e.Step, Party: after.by, At: e.At, Again: e.Again, Mail: e.Mail, Comment: e.Comment, Spent: -1, Total: -1}
		if again.Again == (kif.Hash{}) {
			again.Again = after.Head
		}
		if o := after.Outcome; o != nil {
			again.Seat = o.Seat
		}
		if !holds(stands, again.Again, after.by) {
			list = append(list, again)
		}
	}
	return list
}

// remade reports whether s is made again if its line is put away.
func remade(s kif.Step) bool {
	switch s.(type) {
	case kif.Away, kif.NewAddress:
		return true
	}
	return s == kif.Step(kif.Resignation)
}
