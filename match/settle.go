package match

import (
	"slices"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// proposeSettlement applies a proposal to continue with this line of a forked
// match. The proposal contains the other line, which proves who forked the
// match and which dice were public.
func (n *moment) proposeSettlement(step kif.Settle) error {
	m, e := n.m, n.event
	p, err := m.partingFrom(step, e.Other)
	if err != nil {
		return e.Misfit(i18n.T("fit.settle-forked"), err)
	}
	s := &Settlement{Settle: step, Party: e.Party, Excluded: p.excluded(), at: e.At}
	if slices.Contains(s.Excluded, e.Party) {
		return e.Misfit(i18n.T("fit.settle-honest"), nil)
	}
	if d := p.lines[Theirs].match.Dice; d.Event > p.at.Dice.Event {
		s.Dice = d.Event
	}
	n.Offer = nil
	return n.consent(s)
}

// partingFrom returns the parting of m from the line that a settlement rejects.
func (m *Match) partingFrom(step kif.Settle, lines string) (*parting, error) {
	if step.Common >= m.entries {
		return nil, i18n.Err("settle.no-entry")
	}
	from := m.EventOf(step.Common-1) + 1
	away, err := m.otherLine(from, lines)
	if err != nil {
		return nil, err
	}
	p := m.newParting(away)
	switch forked, _ := p.forked(); {
	case away.Head != step.Other:
		return nil, i18n.Err("settle.other-head")
	case p.common != step.Common:
		return nil, i18n.Err("settle.parts-elsewhere")
	case slices.ContainsFunc(away.Record.Events[from:], func(e kif.Event) bool { return has(e.Step, settling) }):
		return nil, i18n.Err("settle.nested")
	case p.settled() != Neither:
		return nil, i18n.Err("settle.settled")
	case len(forked) == 0:
		return nil, i18n.Err("settle.both-unsigned")
	}
	return p, nil
}

// otherLine returns the line of the match that has the first n events of m and then the events in lines.
func (m *Match) otherLine(n int, lines string) (*Match, error) {
	line := *m.Cut(n)
	record, err := line.Record.OtherLine(n, lines)
	if err != nil {
		return nil, err
	}
	line.Record = record
	line.Positions, line.Entries, line.states = slices.Clip(line.Positions), slices.Clip(line.Entries), slices.Clip(line.states)
	for _, e := range record.Events[n:] {
		if err := line.add(new(moment), e); err != nil {
			return nil, err
		}
	}
	return &line, nil
}

// excluded returns the players without a vote on a settlement in favour of our
// line: those who certainly forked the match. If that excludes everybody, all
// have a vote. A player who has left has no vote to lose. A player who seems
// to have forked only because of a key that the others agreed on keeps the
// vote; otherwise those others alone could reject what that player has signed.
func (p *parting) excluded() []int {
	forked, doubted := p.forked()
	keys := p.lines[Ours].match.Keys
	sure := slices.DeleteFunc(forked, func(s signer) bool { return keys.signer(s.party) != s || slices.Contains(doubted, s) })
	if silent := partiesOf(sure); p.lines[Ours].match.Roster.missing(kif.SettleQuestion, silent) > 0 {
		return silent
	}
	return nil
}

// consent adds the consent of n's party to s, which is complete once all who have a vote agree.
func (n *moment) consent(s *Settlement) error {
	s.Agreed = append(slices.Clone(s.Agreed), n.event.Party)
	if n.Roster.missing(kif.SettleQuestion, slices.Concat(s.Agreed, s.Excluded)) == 0 {
		s.Complete, n.consented = true, kif.SettleQuestion
		n.settled = append(slices.Clip(n.m.settled), s)
	}
	n.Settlement = s
	return nil
}

// Settle returns the event by which party continues with the line taken and
// rejects the line away of a forked match: the consent to the proposal at the
// end of taken, or a proposal. A party that has agreed to a settlement on one
// of the other lines proposes another rather than agree to one that its own
// outranks.
func (taken *Match) Settle(away *Match, party int, others ...*Match) (kif.Event, error) {
	for away.unsettled() { // an incomplete settlement at its end does not count
		away = away.Cut(len(away.Record.Events) - 1)
	}
	away = away.Cut(away.LastEntry() + 1)
	p := taken.newParting(away)
	outranked := func(o *Settlement) bool { return !taken.Settlement.covers(o) }
	switch {
	case taken.Roster.IsOut(party):
		return kif.Event{}, i18n.Err("refused.out")
	case len(Meet(taken, away).Forked) == 0:
		return kif.Event{}, i18n.Err("settle.no-fork")
	case slices.Contains(p.excluded(), party):
		return kif.Event{}, i18n.Err("settle.yours")
	case taken.unsettled() && taken.Settlement.asks(party) && !slices.ContainsFunc(agreedTo(party, others), outranked):
		return taken.Consent(party)
	case taken.unsettled() && slices.Contains(taken.Settlement.Agreed, party):
		return kif.Event{}, i18n.Err("settle.agreed")
	}
	return kif.Event{Step: kif.Settle{Other: away.Head, Common: p.common}, Other: away.Record.Lines(away.EventOf(p.common-1) + 1)}, nil
}

// Bound returns a settlement that forbids a step that party has just signed in
// m after its first n entries, or nil. A player who has agreed to continue
// with one line signs nothing on another, nor agrees to another settlement,
// until all have answered or the other settlement outranks it. The lines in
// kept are the rejected ones.
func (m *Match) Bound(n, party int, kept []*Match) *Settlement {
	for i, now := range m.states[1:] {
		e := m.Record.Events[i]
		if now.entries <= n || now.by != party && now.scribe != party || !has(e.Step, deliberate) || !e.Came.IsZero() || e.Again != (kif.Hash{}) ||
			slices.ContainsFunc(kept, func(k *Match) bool { return k.Holds(now.Head) }) {
			continue // nobody has just signed it here
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

// agreedTo returns the settlements on these lines to which party agreed before they were complete.
func agreedTo(party int, lines []*Match) (list []*Settlement) {
	for _, line := range lines {
		for _, was := range line.states[1:] {
			if s := was.Settlement; s != nil && !s.Complete && slices.Contains(s.Agreed, party) {
				list = append(list, s)
			}
		}
	}
	return list
}
