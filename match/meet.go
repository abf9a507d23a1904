package match

import (
	"bytes"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
)

// Side names one of two lines of a match.
type Side int

// The sides. Neither stands where somebody has forked the match.
const (
	Neither Side = iota
	Ours
	Theirs
)

// other is the opposite side.
func (s Side) other() Side { return Ours + Theirs - s }

// Meeting is the judgement over two lines of one match (PROTOCOL.md, Letters that cross).
type Meeting struct {
	Stands  Side
	Common  int   // the entries that both begin with
	Forked  []int // the parties that have forked the match; then Neither stands
	Doubted []int // those of them who may not have: their key was replaced on the word of the others
	Longer  bool  // one line is the beginning of the other
}

// Meet tells which of two lines of one match stands. It looks at nothing but the two records.
func Meet(ours, theirs *Match) Meeting {
	p := newParting(ours, theirs)
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

// Accused says who has forked m: a party whose key was replaced by consent, or whoever agreed to the new one.
func (b Meeting) Accused(m *Match) engine.Text {
	var en, ja []string
	for _, party := range b.Forked {
		name := m.Roster.Name(party)
		if slices.Contains(b.Doubted, party) {
			en, ja = append(en, name+", or whoever agreed to the new key of "+name+","), append(ja, name+"（または新しい鍵に同意した者）")
			continue
		}
		en, ja = append(en, name), append(ja, name)
	}
	return engine.Text{En: strings.Join(en, " and "), Ja: strings.Join(ja, "と")}
}

// parting is where two lines go apart: behind their last common entry.
type parting struct {
	common int
	at     State // behind it
	lines  [3]line
}

// line is one of the two, by Side.
type line struct {
	match   *Match
	entries []kif.Hash
	crossed []crossing // behind the parting: those that count
}

// crossing is what weighs of an entry behind the parting.
type crossing struct {
	by      int   // the party whose step it is
	signers []int // the parties that it counts for: by, and the scribe who signed it
	hash    kif.Hash
	moves   bool // it is a player's own move
	agrees  bool // it is the last consent to what was offered at the parting
	sure    bool // it is signed by a key that was not replaced on the word of others
}

// newParting finds where the lines go apart.
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

// weigh lists what counts on a line. A question for a new key counts for nobody: it is signed by that key, and anybody can
// ask in anybody's name. A settlement that decides nothing weighs nothing.
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

// lapses tells whether an offer lapses with s.
func lapses(s kif.Step) bool {
	switch s.(type) {
	case kif.Move, kif.DrawOffer, kif.UndoOffer, kif.Rechain, kif.Settle:
		return true
	}
	return false
}

// steps are what counts on a line.
func (p *parting) steps(s Side) []crossing { return p.lines[s].crossed }

// forked lists the parties that have forked the match (rule 1), and those of them who may not have: what proves it is signed
// by a key that replaced one on the word of the others alone.
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

// forks tells whether who has signed such steps has forked the match.
func (p *parting) forks(a, b []crossing, signed func(crossing) bool) bool {
	here, there := places(a, signed), places(b, signed)
	return len(here) > 0 && len(there) > 0 && !p.excused(a, b, here, there)
}

// places are those of such steps in a line.
func places(line []crossing, such func(crossing) bool) (list []int) {
	for i, c := range line {
		if such(c) {
			list = append(list, i)
		}
	}
	return list
}

// walk is how far a party has signed on both lines, and on which it stands.
type walk struct {
	here, there int
	on          Side
}

// excused tells whether a party may have signed at these places of both lines under the law: each time it changed lines, what
// stood on the new one before its first step there put away the other as far as the party had signed it.
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

// upTo is a line as far as the n-th of these places.
func upTo(line []crossing, places []int, n int) []crossing {
	if n == 0 {
		return nil
	}
	return line[:places[n-1]+1]
}

// putsAway tells whether a line stands over another by rule 2, both of which have begun.
func (p *parting) putsAway(line, other []crossing) bool {
	return len(line) > 0 && len(other) > 0 && p.order(line, other) == Ours
}

// order tells which of two lines stands where letters have crossed (rule 2): Ours for the first. The first that tells them
// apart decides.
func (p *parting) order(a, b []crossing) Side {
	if len(a) == 0 || len(b) == 0 {
		return first(len(b) == 0)
	}
	for _, better := range []func(line []crossing) bool{
		moved,         // 1. a player has moved
		agreed,        // 2. all have agreed to what was offered at the parting
		p.ofPlayer,    // 3. it holds more than what the umpire did
		p.ofWhoseTurn, // 4. the player whose turn it was has acted
	} {
		if here, there := better(a), better(b); here != there {
			return first(here)
		}
	}
	if a[0].by != b[0].by {
		return first(a[0].by < b[0].by) // 5. the first entry is by the lower number
	}
	return first(bytes.Compare(a[0].hash[:], b[0].hash[:]) < 0) // 6. or has the lower hash
}

// stands is the line that stands where letters have crossed. Of two on which nothing counts it is that with the lower hash.
func (p *parting) stands() Side {
	if len(p.steps(Ours)) == 0 && len(p.steps(Theirs)) == 0 {
		a, b := p.lines[Ours].entries[p.common], p.lines[Theirs].entries[p.common]
		return first(bytes.Compare(a[:], b[:]) < 0)
	}
	return p.order(p.steps(Ours), p.steps(Theirs))
}

// first is Ours if the first of two lines stands.
func first(stands bool) Side {
	if stands {
		return Ours
	}
	return Theirs
}

// moved tells whether a player has moved on a line. A pass that others play for one who is late is no move of his.
func moved(line []crossing) bool {
	return slices.ContainsFunc(line, func(c crossing) bool { return c.moves })
}

// agreed tells whether on a line all agree to what was offered at the parting, before any move or other offer.
func agreed(line []crossing) bool {
	return slices.ContainsFunc(line, func(c crossing) bool { return c.agrees })
}

// ofPlayer tells whether a line holds a step of a player: no act of an umpire outweighs one.
func (p *parting) ofPlayer(line []crossing) bool {
	return slices.ContainsFunc(line, func(c crossing) bool { return c.by != p.at.Roster.Umpire() })
}

// ofWhoseTurn tells whether the player has acted on a line whose turn it was at the parting.
func (p *parting) ofWhoseTurn(line []crossing) bool {
	return slices.ContainsFunc(line, func(c crossing) bool { return c.by == p.at.Turn && c.by != p.at.Roster.Umpire() })
}

// Again lists what is made again behind the line that stands: the resignations and absences of the other line that are by
// such parties, without signatures. Each names its first original and repeats its words and its time, so that making it
// twice gives the same bytes. What stands already is left out.
func Again(stands, away *Match, common int, by func(party int) bool) (list []kif.Event) {
	for i, e := range away.Record.Events {
		switch e.Step.(type) {
		case kif.Away, kif.Ending:
		default:
			continue
		}
		after := away.past[i]
		if after.entries <= common || !by(after.by) || e.Step != kif.Step(kif.Resignation) && !isAway(e.Step) {
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

func isAway(s kif.Step) bool { _, ok := s.(kif.Away); return ok }
