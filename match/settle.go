package match

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"hikyaku/kif"
)

// settles tells whether s proposes a settlement or agrees to one.
func settles(s kif.Step) bool {
	_, proposes := s.(kif.Settle)
	return proposes || s == kif.Step(kif.Agree{To: kif.SettleQuestion})
}

// unsettled tells whether a settlement waits for consent. Until it has it, nothing else follows.
func (s *State) unsettled() bool { return s.Settlement != nil && !s.Settlement.Complete }

// settle takes the proposal to go on with this line of a forked match. It holds its own proof: the other line, by which the
// two show who has forked the match and what dice were public.
func settle(n *moment, step kif.Settle) error {
	m, e := n.m, n.event
	p, err := partingFrom(m, step, e.Other)
	if err != nil {
		return e.Misfit("a match that somebody has forked, with its other line below", err)
	}
	s := &Settlement{Settle: step, Party: e.Party, Silent: p.silent(), at: e.At}
	if slices.Contains(s.Silent, e.Party) {
		return e.Misfit("a player who has not forked the match", nil)
	}
	s.Dice = p.lines[Theirs].match.Dice.since(p.at.Dice)
	n.Offer = nil
	return consent(n, s)
}

// partingFrom is where m parts from the line that a settlement puts away.
func partingFrom(m *Match, step kif.Settle, lines string) (*parting, error) {
	if step.Common >= m.entries {
		return nil, errors.New("this line has no entry behind the parting")
	}
	from := m.EventOf(step.Common-1) + 1
	away, err := aside(m, from, lines)
	if err != nil {
		return nil, err
	}
	p := newParting(m, away)
	switch forked, _ := p.forked(); {
	case away.Head != step.Other:
		return nil, errors.New("the other line has another head")
	case p.common != step.Common:
		return nil, errors.New("the lines part elsewhere")
	case slices.ContainsFunc(away.Record.Events[from:], func(e kif.Event) bool { return settles(e.Step) }):
		return nil, errors.New("the other line holds a settlement itself")
	case p.settled() != Neither:
		return nil, errors.New("which of them stands is settled already")
	case len(forked) == 0:
		return nil, errors.New("nobody has signed both lines")
	}
	return p, nil
}

// aside is another line of the match: the first n events of m, and behind them what lines hold.
func aside(m *Match, n int, lines string) (*Match, error) {
	line := *m.Cut(n)
	record, err := line.Record.OtherLine(n, lines)
	if err != nil {
		return nil, err
	}
	line.Record = record
	line.Positions, line.Entries, line.past = slices.Clip(line.Positions), slices.Clip(line.Entries), slices.Clip(line.past)
	for _, e := range record.Events[n:] {
		next, err := then(&line, e)
		if err != nil {
			return nil, err
		}
		grow(&line, next)
	}
	return &line, nil
}

// silent lists the players who have no say in a settlement: those who have surely forked the match, else those who seem to
// have. Where that would leave nobody, all have a say.
func (p *parting) silent() []int {
	forked, doubted := p.forked()
	sure := slices.DeleteFunc(slices.Clone(forked), func(party int) bool { return slices.Contains(doubted, party) })
	for _, silent := range [][]int{sure, forked} {
		if len(silent) > 0 && p.at.Roster.missing(kif.SettleQuestion, silent) > 0 {
			return silent
		}
	}
	return nil
}

// agreeSettlement takes the consent to the settlement that was proposed.
func agreeSettlement(n *moment) error {
	if !n.m.unsettled() || !n.m.Settlement.asks(n.event.Party) {
		return n.event.Misfit("a settlement that another player has proposed, and a player who has not forked the match nor agreed yet", nil)
	}
	next := *n.m.Settlement
	return consent(n, &next)
}

// asks tells whether s waits for the word of party.
func (s *Settlement) asks(party int) bool {
	return !slices.Contains(s.Silent, party) && !slices.Contains(s.Agreed, party)
}

// consent adds the word of n's party to s: all who have a say must agree.
func consent(n *moment, s *Settlement) error {
	s.Agreed = append(slices.Clone(s.Agreed), n.event.Party)
	if n.Roster.missing(kif.SettleQuestion, slices.Concat(s.Agreed, s.Silent)) == 0 {
		s.Complete, n.done = true, kif.SettleQuestion
		n.settled = append(slices.Clip(n.m.settled), s)
	}
	n.Settlement = s
	return nil
}

// settled is the side that stands because all who have a say have agreed to go on there: that with a complete settlement
// which the other lacks, of two the one that outranks the other. Neither is where nobody has settled anything.
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

// settlement is the first complete settlement of one side that the other has not, nil where there is none.
func (p *parting) settlement(side Side) *Settlement {
	other := p.lines[side.other()].match.settled
	for _, s := range p.lines[side].match.settled {
		if !slices.ContainsFunc(other, func(o *Settlement) bool { return o.hash == s.hash }) {
			return s
		}
	}
	return nil
}

// outranks tells which of two settlements stands where both are complete: that of the lower number, of two by one party the
// later, of two of one time that with the lower hash.
func (s *Settlement) outranks(other *Settlement) bool {
	return cmp.Or(s.Party-other.Party, other.at.Compare(s.at), bytes.Compare(s.hash[:], other.hash[:])) < 0
}

// Settle is the step by which party goes on with one of two lines of a match that somebody has forked: a proposal, or the
// consent to the one that stands there.
func Settle(taken, away *Match, party int) (kif.Event, error) {
	away = withoutProposal(away)
	p, forked := newParting(taken, away), Meet(taken, away).Forked
	switch {
	case len(forked) == 0:
		return kif.Event{}, errors.New("nobody has forked the match: which line stands needs no settling")
	case slices.Contains(p.silent(), party):
		return kif.Event{}, errors.New("you have signed both lines, so which one stands is for the others to say")
	case taken.unsettled() && taken.Settlement.asks(party):
		return kif.Event{Step: kif.Agree{To: kif.SettleQuestion}}, nil
	case taken.unsettled() && slices.Contains(taken.Settlement.Agreed, party):
		return kif.Event{}, errors.New("you have agreed to this line already, and not all others have")
	}
	return kif.Event{Step: kif.Settle{Other: away.Head, Common: p.common}, Other: away.Record.Lines(away.EventOf(p.common-1) + 1)}, nil
}

// withoutProposal is m as far as it was signed before a settlement that is not complete.
func withoutProposal(m *Match) *Match {
	for m.unsettled() {
		m = m.Cut(len(m.past) - 1)
	}
	return m.Cut(m.LastEntry() + 1)
}

// Bound is the settlement that forbids what party has just signed in m, behind its first n entries: who has agreed to go on
// with one line signs nothing on another, nor agrees to another settlement, until all have answered or the other outranks it.
// kept are the lines that were left. It is nil where nothing is forbidden.
func Bound(m *Match, n, party int, kept []*Match) *Settlement {
	for i, now := range m.past {
		if now.entries <= n || now.by != party && now.scribe != party || !fresh(m, i, kept) {
			continue
		}
		for _, s := range agreedTo(now.by, append(slices.Clone(kept), m)) {
			over := func(c *Settlement) bool { return c != nil && c.covers(s) }
			if !over(now.Settlement) && !slices.ContainsFunc(now.settled, over) {
				return s
			}
		}
	}
	return nil
}

// fresh tells whether event i of m is a person's step that was signed just now: it came with no letter, and stands on no line
// that is kept.
func fresh(m *Match, i int, kept []*Match) bool {
	e := m.Record.Events[i]
	switch e.Step.(type) {
	case kif.Move, kif.Ending, kif.DrawOffer, kif.UndoOffer, kif.Agree, kif.Away, kif.Settle:
		return e.Came.IsZero() && e.Again == (kif.Hash{}) && !slices.ContainsFunc(kept, func(k *Match) bool { return k.Holds(m.past[i].Head) })
	}
	return false
}

// agreedTo lists the settlements on these lines to which party has agreed before they were complete.
func agreedTo(party int, lines []*Match) (list []*Settlement) {
	for _, line := range lines {
		for _, was := range line.past {
			if s := was.Settlement; s != nil && !s.Complete && slices.Contains(s.Agreed, party) {
				list = append(list, s)
			}
		}
	}
	return list
}

// covers tells whether other cannot stand over s: it is the same, or s outranks it.
func (s *Settlement) covers(other *Settlement) bool { return s.hash == other.hash || s.outranks(other) }
