package match

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Side is one of two lines of a match.
type Side int

// The sides. Neither is valid if somebody has forked the match.
const (
	Neither Side = iota
	Ours
	Theirs
)

// Meeting is the comparison of two lines of one match (PROTOCOL.md, Letters that cross).
type Meeting struct {
	Valid   Side  // the valid line, or Neither
	Common  int   // how many entries both lines share
	Forked  []int // the parties that have forked the match; if there are any, Valid is Neither
	Doubted []int // those of Forked that may be innocent: their key was replaced with the consent of the others
	Longer  bool  // one line extends the other

	// Accused names those who have forked the match. If a key was replaced by
	// consent, it also mentions those who agreed.
	Accused i18n.Text
}

// Meet determines which of two lines of one match is valid. The result depends
// only on the two records.
func Meet(ours, theirs *Match) Meeting {
	p := ours.newParting(theirs)
	m := Meeting{Common: p.common}
	switch {
	case len(theirs.Entries) == p.common:
		m.Valid, m.Longer = Ours, true
	case len(ours.Entries) == p.common:
		m.Valid, m.Longer = Theirs, true
	default:
		if m.Valid = p.settled(); m.Valid != Neither {
			return m
		}
		forked, doubted := p.forked()
		if len(forked) == 0 {
			m.Valid = p.validSide()
		}
		m.Forked, m.Accused = partiesOf(forked), p.accused(forked, doubted)
		for _, party := range m.Forked {
			sure := func(s signer) bool { return s.party == party && !slices.Contains(doubted, s) }
			if !slices.ContainsFunc(forked, sure) {
				m.Doubted = append(m.Doubted, party)
			}
		}
	}
	return m
}

// accused names signers, each by the name of its party at the time of signing.
func (p *parting) accused(forked, doubted []signer) i18n.Text {
	var list []i18n.Text
	for _, s := range forked {
		i := slices.IndexFunc(p.lines[Ours].crossed, func(c crossing) bool { return slices.Contains(c.signers, s) })
		who := i18n.Person(p.lines[Ours].crossed[i].roster.Name(s.party))
		if slices.Contains(doubted, s) {
			who = i18n.T("fork.doubted", "who", who)
		}
		list = append(list, who)
	}
	return i18n.List(list...)
}

// parting is the point where two lines diverge: after their last common entry.
type parting struct {
	common int
	at     State // the state at the parting, if both lines have entries after it
	lines  [3]line
}

// line is one of the two lines.
type line struct {
	match   *Match
	crossed []crossing // the entries after the parting that count, if both lines have entries after it
}

// signer is a person who signs for a party. The original player and a
// substitute are different signers.
type signer struct {
	party int
	key   string // the key with which a substitute stepped in; "" for the original player
}

// signer returns the person who signs for a party.
func (k *Keys) signer(party int) signer { return signer{party, k.holder[party]} }

// partiesOf returns the parties of signers, without duplicates. The signers
// must be in order of party.
func partiesOf(list []signer) (parties []int) {
	for _, s := range list {
		parties = append(parties, s.party)
	}
	return slices.Compact(parties)
}

// crossing is an entry after the parting, with what the rules need to know
// about it.
type crossing struct {
	by      int      // the party whose step it is
	signers []signer // those answerable for it: the signer of by, and a scribe
	roster  *Roster  // the roster before the entry
	hash    kif.Hash
	moves   bool // it is a move by the player to move, who already held the seat at the parting: see weigh
	agrees  bool // it is a player's, and the last consent to the offer at the parting, before any move or other offer
	sure    bool // no key that signed it was replaced with the consent of the others
}

// newParting returns the parting of two lines.
func (m *Match) newParting(theirs *Match) *parting {
	p, shorter := &parting{lines: [3]line{Ours: {match: m}, Theirs: {match: theirs}}}, min(len(m.Entries), len(theirs.Entries))
	for p.common < shorter && m.hash(p.common) == theirs.hash(p.common) {
		p.common++
	}
	if p.common < shorter { // otherwise one line extends the other
		p.at = m.states[m.EventOf(p.common-1)+1]
		for _, side := range []Side{Ours, Theirs} {
			p.lines[side].crossed = p.weigh(p.lines[side].match)
		}
	}
	return p
}

// weigh returns the entries of a line that count. Requests for a new key and
// answers of a substitute do not: they are signed with that key, so anybody
// can forge one. Nor do settlements that are not complete.
//
// A move that others made for a late player is not one of that player, nor is a
// move by a substitute who took the seat after the parting. Otherwise the player
// who leaves could show that line to the substitute alone, and so undo what the
// others have done in the meantime.
func (p *parting) weigh(m *Match) (list []crossing) {
	offer := p.at.Offer
	for i, after := range m.states[1:] {
		e := m.Record.Events[i]
		if after.entries <= p.common || kif.IsThrow(e.Step) {
			continue
		}
		if has(e.Step, endsOffer) {
			offer = nil
		}
		if byStranger(e) || has(e.Step, settling) {
			continue
		}
		before := m.states[i]
		c := crossing{by: after.by, signers: []signer{before.Keys.signer(after.by)}, roster: before.Roster, hash: after.Head}
		if _, moved := e.Step.(kif.Move); moved {
			holds := before.Keys.signer(after.by) == p.at.Keys.signer(after.by)
			c.moves = holds && before.Roster.PartyOf(m.Positions[i].Next().Player) == after.by
		}
		c.agrees = offer != nil && after.consented == offer.Asks && after.by != p.at.Roster.Umpire()
		if after.scribe != 0 {
			c.signers = append(c.signers, before.Keys.signer(after.scribe))
		}
		c.sure = !slices.ContainsFunc(c.signers, func(s signer) bool { return before.Keys.epoch[s.party] > 0 })
		list = append(list, c)
	}
	return list
}

// forked returns those who have forked the match (rule 1), in order of party,
// and those of them whose fork is proved only by a key that was replaced with
// the consent of the others.
func (p *parting) forked() (list, doubted []signer) {
	a, b := p.lines[Ours].crossed, p.lines[Theirs].crossed
	var signers []signer // in order of party
	for _, c := range a {
		signers = append(signers, c.signers...)
	}
	slices.SortFunc(signers, func(a, b signer) int { return cmp.Or(a.party-b.party, strings.Compare(a.key, b.key)) })
	for _, s := range slices.Compact(signers) {
		signs := func(c crossing) bool { return slices.Contains(c.signers, s) }
		if !p.forks(a, b, signs) {
			continue
		}
		list = append(list, s)
		if !p.forks(a, b, func(c crossing) bool { return signs(c) && c.sure }) {
			doubted = append(doubted, s)
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

// walk is a state of the search in excused: how many of its steps on each line
// a party has signed, and which line it is on.
type walk struct {
	here, there int
	on          Side
}

// excused reports whether a party may have signed the steps at these places of
// both lines. Each time it changed lines, the new line before its first step
// there must outrank the part of the old line that it had signed.
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
		if w.here < len(here) && (w.on == Ours || p.outranks(a[:here[w.here]], upTo(b, there, w.there))) {
			todo = append(todo, walk{w.here + 1, w.there, Ours})
		}
		if w.there < len(there) && (w.on == Theirs || p.outranks(b[:there[w.there]], upTo(a, here, w.here))) {
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

// outranks reports whether a line outranks another by rule 2. Neither may be empty.
func (p *parting) outranks(line, other []crossing) bool {
	return len(line) > 0 && len(other) > 0 && p.order(line, other) == Ours
}

// order determines which of two crossing lines is valid (rule 2): Ours for the
// first. The criteria apply in order.
func (p *parting) order(a, b []crossing) Side {
	if len(a) == 0 || len(b) == 0 {
		return first(len(b) == 0)
	}
	byPlayer := func(c crossing) bool { return c.by != p.at.Roster.Umpire() }
	for _, better := range []func(crossing) bool{
		func(c crossing) bool { return c.moves },  // 1. a player has moved
		func(c crossing) bool { return c.agrees }, // 2. all have agreed to the offer at the parting
		byPlayer, // 3. a player has acted, which outweighs any step of an umpire
		func(c crossing) bool { return c.by == p.at.Turn && byPlayer(c) }, // 4. the player to move at the parting has acted
	} {
		if here, there := slices.ContainsFunc(a, better), slices.ContainsFunc(b, better); here != there {
			return first(here)
		}
	}
	if a[0].by != b[0].by {
		return first(a[0].by < b[0].by) // 5. its first entry is by the party with the lower number
	}
	return first(bytes.Compare(a[0].hash[:], b[0].hash[:]) < 0) // 6. its first entry has the lower hash
}

// validSide returns the valid side if nobody has forked the match. If no entry
// counts, it is the line with the highest-ranking proposal of a settlement:
// its proposer may agree to no lower one. Without proposals it is the line
// with the lower hash.
func (p *parting) validSide() Side {
	if len(p.lines[Ours].crossed) > 0 || len(p.lines[Theirs].crossed) > 0 {
		return p.order(p.lines[Ours].crossed, p.lines[Theirs].crossed)
	}
	if ours, theirs := p.proposal(Ours), p.proposal(Theirs); ours != nil || theirs != nil {
		return first(theirs == nil || ours != nil && ours.outranks(theirs))
	}
	a, b := p.lines[Ours].match.hash(p.common), p.lines[Theirs].match.hash(p.common)
	return first(bytes.Compare(a[:], b[:]) < 0)
}

// proposal returns the highest-ranking settlement proposed on one side after
// the parting, or nil.
func (p *parting) proposal(side Side) (highest *Settlement) {
	m := p.lines[side].match
	for i, after := range m.states[1:] {
		_, proposes := m.Record.Events[i].Step.(kif.Settle)
		if proposes && after.entries > p.common && (highest == nil || after.Settlement.outranks(highest)) {
			highest = after.Settlement
		}
	}
	return highest
}

// first returns Ours if the first of two lines is valid.
func first(stands bool) Side {
	if stands {
		return Ours
	}
	return Theirs
}

// settled returns the side that is valid because of a complete settlement that
// the other side lacks. If both have one, the higher-ranking one decides. It
// returns Neither if there is none.
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
	other := p.lines[Ours+Theirs-side].match.settled
	for _, s := range p.lines[side].match.settled {
		if !slices.ContainsFunc(other, func(o *Settlement) bool { return o.hash == s.hash }) {
			return s
		}
	}
	return nil
}

// Again returns the steps to repeat on the valid line: resignations, absences
// and new addresses, and the words of any other step as a message of their
// own. They are the steps after the common entries of the line away that
// valid lacks, signed for a party that satisfies by under a key of the person
// who holds its seat now. They are unsigned. Each names its first original and
// repeats its comment and time, so that repeating it twice gives the same
// bytes.
func (valid *Match) Again(away *Match, common int, by func(party int) bool) (list []kif.Event) {
	for i, e := range away.Record.Events {
		after := away.states[i+1]
		step := repetition(e)
		if after.entries <= common || step == nil || !by(after.by) || !valid.ownsKey(after.by, away.states[i].Keys) {
			continue
		}
		again := kif.Event{Step: step, Party: after.by, At: e.At, Again: away.Original(i), Mail: e.Mail, Comment: e.Comment, Posted: e.Posted, Spent: -1, Total: -1}
		if _, ends := step.(kif.Ending); ends {
			if again.Seat = after.Gone; after.Outcome != nil {
				again.Seat = after.Outcome.Seat
			}
		}
		if !valid.HoldsOriginal(again.Again, after.by) {
			list = append(list, again)
		}
	}
	return list
}

// ownsKey reports whether the person who holds the seat of a party in m is the
// one who signed for it with keys, under a key that m has or once had for that
// person. So a new key repeats what the lost one has signed, but nothing
// signed with a key unknown to m, which may be a stranger's.
func (m *Match) ownsKey(party int, keys *Keys) bool {
	if keys.signer(party) != m.Keys.signer(party) {
		return false
	}
	return slices.ContainsFunc(m.states, func(s State) bool {
		return s.Keys.signer(party) == keys.signer(party) && s.Keys.assigned[party] == keys.assigned[party]
	})
}

// Original returns the hash of the entry of event i or, if that repeats an
// earlier step, of its first original.
func (m *Match) Original(i int) kif.Hash {
	if again := m.Record.Events[i].Again; again != (kif.Hash{}) {
		return again
	}
	return m.states[i+1].Head
}

// MayFollow reports whether all that follows the first n entries of m is unsent steps of our own, as ours says for an event, that can
// be repeated on another line. Nobody has seen them, so that line may come first even if this one outranks it.
func (m *Match) MayFollow(n int, ours func(event int) bool) bool {
	for i := m.EventOf(n); i < len(m.Record.Events); i++ {
		if e := m.Record.Events[i]; !kif.IsThrow(e.Step) && (e.Posted || !ours(i) || repetition(e) != e.Step) {
			return false
		}
	}
	return true
}

// repetition returns the step as which e is repeated if its line is rejected:
// e.Step itself, a message with its words, or nil. Steps that a program makes
// automatically are nobody's words, and what a stranger signed is left to that
// stranger's key to repeat.
func repetition(e kif.Event) kif.Step {
	switch {
	case has(e.Step, repeated):
		return e.Step
	case has(e.Step, automatic) || e.Comment == "" || byStranger(e):
		return nil
	}
	return kif.Say{}
}
