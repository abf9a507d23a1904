package match

import (
	"fmt"
	"slices"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// act applies a step that is not a throw, a move or an ending.
func (n *moment) act() error {
	m, e := n.m, n.event
	if err := m.mayAct(e); err != nil {
		return err
	}
	n.by = e.Party
	switch step := e.Step.(type) {
	case kif.Invite:
		return n.invite()
	case kif.Accept:
		return n.accept()
	case kif.Decline:
		n.Outcome = &Outcome{Word: "辞退", Rule: endingRule("decline")}
		if n.Roster.HasJoined(n.by) {
			n.Outcome.Rule.Text = i18n.T("ending.withdraw")
		}
	case kif.DrawOffer:
		return n.offerDraw()
	case kif.UndoOffer:
		back := m.positionBefore(step.Number)
		if back == nil {
			return e.Misfit(i18n.T("kif.want-undo"), nil)
		}
		n.Offer = newOffer(kif.UndoQuestion, e, m.Turn)
		n.Offer.Number, n.Offer.out = step.Number, engine.Out(back)
	case kif.PauseOffer:
		return n.offerPause()
	case kif.Resume:
		return n.resume()
	case kif.Away:
		if len(m.Clock.away[e.Party]) >= maxAways {
			return e.Misfit(i18n.T("fit.aways", "n", maxAways), nil)
		}
	case kif.NewAddress:
		return n.readdress(step)
	case kif.Substitute:
		return n.propose(step)
	case kif.StepIn:
		return n.stepIn()
	case kif.StepOut:
		return n.stepOut()
	case kif.HandOver:
		return n.handOver()
	case kif.Rechain:
		n.Offer = newOffer(kif.RechainQuestion, e, m.Turn)
	case kif.Agree:
		return n.agree(step.To, step.Seat)
	case kif.Claim:
		return n.claim()
	case kif.Say:
		if e.Comment == "" {
			return e.Misfit(i18n.T("fit.words"), nil)
		}
	case kif.Contest:
		if c := m.Claim; c == nil || e.Party != c.Of && e.Party != m.Roster.Umpire() {
			return e.Misfit(i18n.T("fit.contest"), nil)
		}
		n.Claim = nil
	case kif.Ruling:
		return n.rule(step)
	case kif.MoreTime:
		if _, runs := m.Clock.Deadline(e.Party); !runs { // the clock counts the time
			return e.Misfit(i18n.T("fit.clock-runs"), nil)
		}
	case kif.Settle:
		return n.proposeSettlement(step)
	}
	return nil
}

// mayAct returns an error unless the party of e may take that step now.
func (m *Match) mayAct(e kif.Event) error {
	if act, unknown := e.Step.(kif.Unknown); unknown || e.Step == kif.Step(kif.Begin{}) {
		// One signature must not be valid for the entry of an act and that of an ending or a new record.
		if _, ends := kif.EndingNamed(act.Text); !unknown || ends || act.Text == (kif.Begin{}).String() {
			return e.Misfit(i18n.T("fit.act-word"), nil)
		}
	}
	umpire := m.Roster.Umpire()
	switch {
	case len(e.Step.String()) > maxAct:
		return e.Misfit(i18n.T("fit.short-act", "most", maxAct), nil)
	case !m.Roster.Invited:
		return e.Misfit(i18n.T("fit.invited"), nil)
	case m.Outcome != nil && !m.mayFollowEnd(e):
		return e.Misfit(i18n.T("fit.ended-but-words"), nil)
	case e.Party < 1 || e.Party > len(m.Roster.Parties):
		return e.Misfit(i18n.T("fit.party", "most", len(m.Roster.Parties)), nil)
	case m.Roster.IsOut(e.Party) && e.Step != kif.Step(kif.Say{}) && (m.silent(e.Party) || e.Step != kif.Step(kif.Agree{To: kif.UndoQuestion})):
		return e.Misfit(i18n.T("fit.out"), nil)
	case m.Roster.Joining() != 0 && !has(e.Step, joins):
		return e.Misfit(i18n.T("fit.all-accept"), nil)
	case m.Roster.Joining() == 0 && has(e.Step, joins):
		return e.Misfit(i18n.T("fit.not-begun"), nil)
	case e.Party == umpire && !has(e.Step, forAll|forUmpire):
		return e.Misfit(i18n.T("fit.player"), nil)
	case e.Party != umpire && has(e.Step, forUmpire):
		return e.Misfit(i18n.T("fit.of-umpire"), nil)
	case umpire == 0 && e.Step == kif.Step(kif.Receipt{}):
		return e.Misfit(i18n.T("fit.umpire"), nil)
	case e.Step == kif.Step(kif.Receipt{}) && (e.Party != umpire || !m.ReceiptDue):
		return e.Misfit(i18n.T("fit.receipt"), nil)
	case umpire != 0 && e.Step == kif.Step(kif.OpenLink{}) && e.Party == umpire && m.Dice.waitsForChain() != umpire:
		return e.Misfit(i18n.T("fit.receipt-link"), nil)
	}
	return nil
}

// mayFollowEnd reports whether e may follow the end of m: the link of a throw
// that ended the game and, once that is published, messages and an umpire's
// decision.
func (m *Match) mayFollowEnd(e kif.Event) bool {
	if m.linkDue() {
		return e.Party == m.Turn && (e.Step == kif.Step(kif.OpenLink{}) || e.Step == kif.Step(kif.Receipt{}))
	}
	return kif.AfterEnd(e.Step) && m.Roster.Joining() == 0
}

// invite applies the invitation, which must be the first event.
func (n *moment) invite() error {
	m := n.m
	if m.entries > 0 || n.event.Party != 1 {
		return n.event.Misfit(i18n.T("fit.invitation"), nil)
	}
	n.Roster = m.Roster.join(n.event.Version)
	n.terms = m.Record.Terms()
	switch {
	case m.Roster.Umpire() != 0:
		n.terms = append(n.terms, kif.Term("umpire", m.Roster.Parties[0].String()))
	case !m.Roster.Tossed:
		n.terms = append(n.terms, fmt.Sprintf("from %d", n.event.Seat))
	}
	if m.Roster.Tossed {
		for i, p := range m.Roster.Parties {
			n.terms = append(n.terms, kif.Term(fmt.Sprintf("party %d", i+1), p.String()))
		}
		n.terms = append(n.terms, "seats toss")
	}
	for _, who := range m.Roster.Observers {
		n.terms = append(n.terms, kif.Term("observer", who.String()))
	}
	if m.Roster.Delay > 0 {
		n.terms = append(n.terms, fmt.Sprintf("delay %d", m.Roster.Delay))
	}
	if m.Roster.Engines {
		n.terms = append(n.terms, "engines allowed")
	}
	return nil
}

// readdress applies a new address of a party. Only a key can authenticate it,
// so a party without one cannot change its address.
func (n *moment) readdress(step kif.NewAddress) error {
	r, party := n.m.Roster, n.event.Party
	switch {
	case n.m.MayUseMailOnly(party):
		return n.event.Misfit(i18n.T("fit.address-key"), nil)
	case r.likeAt(step.Address, party) != 0, n.m.proposes(step.Address, 0):
		return n.event.Misfit(i18n.T("fit.address-new"), nil)
	}
	next := *r
	next.former = append(slices.Clip(r.former), former{r.Parties[party-1].Address, party})
	next.Parties = slices.Clone(r.Parties)
	next.Parties[party-1].Address = step.Address
	n.Roster = &next
	return nil
}

// accept applies the acceptance of an invitation.
func (n *moment) accept() error {
	if n.event.Party != n.m.Roster.Joining() {
		return n.event.Misfit(i18n.T("fit.acceptances"), nil)
	}
	n.Roster = n.m.Roster.join(n.event.Version)
	if n.Roster.Joining() == 0 && n.Roster.Version > Version { // while somebody has still to answer, it may yet become lower
		return n.event.Misfit(i18n.T("fit.version", "most", Version, "version", n.Roster.Version), nil)
	}
	return nil
}

// offerDraw applies the offer of a draw.
func (n *moment) offerDraw() error {
	m, e := n.m, n.event
	if m.Turn == e.Party {
		return e.Misfit(i18n.T("fit.draw-turn"), nil)
	}
	if o := m.Offer; o != nil && o.Asks == kif.DrawQuestion {
		return e.Misfit(i18n.T("fit.draw-once"), nil)
	}
	n.Offer = newOffer(kif.DrawQuestion, e, m.Turn)
	return nil
}

// agree applies the consent of a party to a request.
func (n *moment) agree(to kif.Question, seat int) error {
	m := n.m
	switch to {
	case kif.ClaimQuestion:
		return n.agreeClaim()
	case kif.SettleQuestion:
		if !m.unsettled() || !m.Settlement.asks(n.event.Party) {
			return n.event.Misfit(i18n.T("fit.settle-agree"), nil)
		}
		next := *m.Settlement
		return n.consent(&next)
	case kif.SubstituteQuestion:
		return n.agreeSubstitute(seat)
	}
	o, party := m.Offer, n.event.Party
	if o == nil || o.Asks != to || slices.Contains(o.Agreed, party) {
		return n.event.Misfit(i18n.T("fit.question"), nil)
	}
	if to == kif.PauseQuestion && m.ReceiptDue {
		return n.event.Misfit(i18n.T("fit.turn-begun"), errReceipt)
	}
	if !o.completes(m.Roster, party) {
		n.Offer = o.agreedBy(n.event, m.Turn)
		return nil
	}
	n.Offer, n.consented = nil, to
	switch to {
	case kif.DrawQuestion:
		return n.event.Misfit(i18n.T("fit.last-agreement", "word", kif.DrawAgreed), nil)
	case kif.UndoQuestion:
		n.position, n.Undone, n.ply, n.Claim = m.positionBefore(o.Number), o.Number, o.Number-1, nil
		n.Roster = n.Roster.without(engine.Out(n.position))
	case kif.PauseQuestion:
		n.Paused, n.Claim = o.agreedBy(n.event, m.Turn).at, nil
	}
	return nil
}

func (n *moment) offerPause() error {
	m, e := n.m, n.event
	switch o := m.Offer; {
	case !m.Clock.Limited():
		return e.Misfit(i18n.T("fit.pause-limit"), nil)
	case !m.Paused.IsZero():
		return e.Misfit(i18n.T("fit.not-paused"), nil)
	case o != nil && o.Asks == kif.PauseQuestion:
		return e.Misfit(i18n.T("fit.pause-once"), nil)
	}
	if n.Halted = e.Party == m.Roster.Umpire(); n.Halted { // no consent is needed
		if m.ReceiptDue {
			return e.Misfit(i18n.T("fit.turn-begun"), errReceipt)
		}
		n.Offer, n.Claim, n.Paused, n.consented = nil, nil, e.At, kif.PauseQuestion
		return nil
	}
	n.Offer = newOffer(kif.PauseQuestion, e, m.Turn)
	return nil
}

// rule applies an umpire's decision: the match ends, or has ended otherwise.
func (n *moment) rule(step kif.Ruling) error {
	e, places := n.event, step.Each()
	switch {
	case e.Comment == "":
		return e.Misfit(i18n.T("fit.ruling-words"), nil)
	case places != nil && len(places) != len(n.m.Roster.Seating):
		return e.Misfit(i18n.T("fit.ruling", "n", len(n.m.Roster.Seating)), nil)
	}
	n.Outcome = &Outcome{Word: ruled, Rule: endingRule("ruling"), Places: places}
	n.Offer, n.Claim = nil, nil
	return nil
}

// resume ends a pause, which needs no consent.
func (n *moment) resume() error {
	switch m, e := n.m, n.event; {
	case m.Paused.IsZero():
		return e.Misfit(i18n.T("fit.paused"), nil)
	case m.Halted && e.Party != m.Roster.Umpire():
		return e.Misfit(i18n.T("fit.halted"), nil)
	case !m.Halted && e.Party == m.Roster.Umpire():
		return e.Misfit(i18n.T("fit.player"), nil)
	case m.ReceiptDue:
		return e.Misfit(i18n.T("fit.pause-begun"), errReceipt)
	}
	n.Paused = time.Time{}
	return nil
}

// maxAways is the maximum number of absences of a party in a match: twice the
// number of days for which absences can stop its clock.
const maxAways = 2 * int(MaxAway/day)

// positionBefore returns the position before move number of the current game,
// or nil if there is no such move.
func (m *Match) positionBefore(number int) engine.Position {
	moves := m.movesAfter(len(m.states) - 1)
	if number < 1 || number > len(moves) {
		return nil
	}
	return m.Positions[moves[number-1]]
}

// claim applies the claim of a missed time limit. Only the program of the
// accused party has the dates that decide it, so the claim is left to that
// party to answer.
func (n *moment) claim() error {
	m, e := n.m, n.event
	c := m.Clock
	// Before end no claim can hold. It takes the turn to begin when it was sent and ignores absences, so that it is the same
	// in all copies of a record. Before protected the other players cannot declare the player to move out of time on their
	// own: every absence on the record counts, from its signed date.
	end, limited := c.deadline(c.Since, c.used[c.turn].noAway, absence.ignored)
	protected, _ := c.deadline(c.Since, c.used[c.turn].noticed, absence.fromNotice)
	early := !e.At.After(protected)
	switch {
	case m.Claim != nil && (early || !m.Claim.early):
		return e.Misfit(i18n.T("fit.claim-once"), nil)
	case m.Turn == 0 || m.Turn == e.Party || m.Turn == m.Roster.Umpire():
		return e.Misfit(i18n.T("fit.claim-other"), nil)
	case !limited:
		return e.Misfit(i18n.T("fit.claim-limit"), nil)
	case !e.At.After(end):
		return e.Misfit(i18n.T("fit.claim-late", "until", end.UTC().Format(time.RFC3339)), nil)
	case !c.MayClaim(e.At) && c.NextClaim.IsZero():
		return e.Misfit(i18n.T("fit.claim-contested"), nil)
	case !c.MayClaim(e.At):
		return e.Misfit(i18n.T("fit.claim-until", "until", c.NextClaim.UTC().Format(time.RFC3339)), nil)
	}
	n.Claim = &Claim{By: e.Party, Of: m.Turn, At: e.At, Agreed: []int{e.Party}, came: e.Came, early: early}
	return nil
}

// seat returns the seat that missed its limit: the seat to move or, if the
// accused party only withholds a link, its first seat still in the game.
func (c *Claim) seat(m *Match) int {
	if due := m.Due(); m.Roster.PartyOf(due) == c.Of {
		return due
	}
	return m.Roster.seatIn(c.Of)
}

// endsWithMove reports whether a confirmed c results in the move that the game
// prescribes for a missed limit rather than in a loss. A withheld link is a
// loss, and so is a missed limit if the record has no room for a move.
func (c *Claim) endsWithMove(m *Match) bool {
	return !m.full() && m.Game.OnTimeout != "" && m.Mover() == c.Of
}

// agreeClaim applies a confirmation of the claim, other than the last one
// needed.
func (n *moment) agreeClaim() error {
	m := n.m
	c, party := m.Claim, n.event.Party
	switch {
	case c == nil || slices.Contains(c.Agreed, party):
		return n.event.Misfit(i18n.T("fit.claim-confirm"), nil)
	case c.Confirmed(m.Roster, party):
		word := string(kif.TimeOut)
		if c.endsWithMove(m) {
			word = string(m.Game.OnTimeout)
		}
		return n.event.Misfit(i18n.T("fit.last-confirmation", "word", word), nil)
	}
	confirmed := *c
	confirmed.Agreed = append(slices.Clone(c.Agreed), party)
	n.Claim = &confirmed
	return nil
}

// Lapsed returns the claim that an umpire need not wait for: at that time the
// player to move has missed the limit. It is nil for anybody else, and if the
// time is not over.
func (m *Match) Lapsed(by int, at time.Time) *Claim {
	if by == 0 || by != m.Roster.Umpire() || m.Outcome != nil || m.Turn == 0 || m.Turn == by {
		return nil
	}
	if end, limited := m.Clock.Deadline(by); !limited || !at.After(end) {
		return nil
	}
	return &Claim{By: by, Of: m.Turn, At: at}
}
