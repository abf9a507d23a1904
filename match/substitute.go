package match

import (
	"cmp"
	"slices"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
)

// Substitution is the proposal of a party to be replaced by somebody else. The
// substitute answers with a key, all other players agree, and then the party
// hands over the seat (PROTOCOL.md, Substitutes).
type Substitution struct {
	Party  int      // the party that leaves
	Who    kif.Seat // the substitute
	Key    string   // the key with which the substitute has answered; "" before
	Agreed []int    // the players that have agreed so far
}

// asks reports whether s waits for the consent of party.
func (s *Substitution) asks(r *Roster, party int) bool {
	return s != nil && s.Key != "" && party != s.Party && slices.Contains(r.Players(), party) && !r.IsOut(party) && !slices.Contains(s.Agreed, party)
}

// agreed reports whether the substitute and all other players have agreed to
// s, so that its party may hand over the seat.
func (s *Substitution) agreed(r *Roster) bool {
	return s != nil && s.Key != "" && !slices.ContainsFunc(r.Players(), func(party int) bool { return s.asks(r, party) })
}

// AsksSubstitute returns the first proposal of a substitute that waits for the consent of party, or nil.
func (m *Match) AsksSubstitute(party int) *Substitution {
	for _, s := range m.Substitutes {
		if s.asks(m.Roster, party) {
			return s
		}
	}
	return nil
}

// HandsOver reports whether all have agreed to the substitute of party and its
// program can hand over the seat.
func (m *Match) HandsOver(party int) bool {
	return party > 0 && party <= len(m.Roster.Parties) && m.Outcome == nil && !m.unsettled() && m.Substitutes[party].agreed(m.Roster) &&
		(!m.Dice.Open || party != m.Dice.closer || m.Next().Throw == nil)
}

// MayPropose returns an error unless party may propose a substitute in m at all; mayProposeSubstitute checks whom.
func (m *Match) MayPropose(party int) error {
	if party == Scribe && slices.ContainsFunc(m.Roster.Players(), m.MayUseMailOnly) {
		return i18n.Err("refused.substitute-scribe")
	}
	return nil
}

// mayProposeSubstitute reports whether party may propose the player at address, who must
// not be involved in the match already.
func (m *Match) mayProposeSubstitute(party int, address string) bool {
	return m.Roster.likeAt(address, 0) == 0 && !m.proposes(address, party)
}

// proposes reports whether a party other than except proposes the player at an address like this one.
func (m *Match) proposes(address string, except int) bool {
	return slices.ContainsFunc(m.Substitutes[:], func(s *Substitution) bool {
		return s != nil && s.Party != except && identity.AlikeAddress(s.Who.Address, address)
	})
}

// propose applies the proposal of a substitute. It withdraws what its party
// has offered: an answer to that could cross the hand-over.
func (n *moment) propose(step kif.Substitute) error {
	m, e := n.m, n.event
	if err := m.MayPropose(e.Party); err != nil {
		return e.Misfit(i18n.T("fit.substitute"), err)
	}
	if !m.mayProposeSubstitute(e.Party, step.Who.Address) {
		return e.Misfit(i18n.T("fit.substitute-new"), nil)
	}
	n.Substitutes[e.Party] = &Substitution{Party: e.Party, Who: step.Who}
	if m.Offer != nil && m.Offer.Party == e.Party && m.Offer.Asks != kif.RechainQuestion {
		n.Offer = nil
	}
	return nil
}

// stepIn applies the answer of the substitute, signed with the key that it
// contains.
func (n *moment) stepIn() error {
	s, e := n.m.Substitutes[n.event.Party], n.event
	switch {
	case s == nil || s.Key != "":
		return e.Misfit(i18n.T("fit.step-in"), nil)
	case e.Key == "" || slices.Contains(n.m.Keys.Of[:], e.Key) || e.Mail != (kif.Hash{}):
		return e.Misfit(i18n.T("fit.step-in-key"), nil)
	}
	answered := *s
	answered.Key = e.Key
	n.Substitutes[e.Party] = &answered
	return nil
}

// stepOut ends a proposal: by its party or, signed with the key in the entry,
// by the substitute.
func (n *moment) stepOut() error {
	s, e := n.m.Substitutes[n.event.Party], n.event
	switch {
	case s == nil:
		return e.Misfit(i18n.T("fit.step-out"), nil)
	case byStranger(e) && (s.Key != "" && e.Key != s.Key || e.Mail != (kif.Hash{})):
		return e.Misfit(i18n.T("fit.step-out-key"), nil)
	}
	n.Substitutes[e.Party] = nil
	return nil
}

// agreeSubstitute applies a consent to the substitute of a party. The last
// consent ends a claim against that party.
func (n *moment) agreeSubstitute(party int) error {
	if party < 1 || party > maxParties || !n.m.Substitutes[party].asks(n.m.Roster, n.event.Party) {
		return n.event.Misfit(i18n.T("fit.question"), nil)
	}
	agreed := *n.m.Substitutes[party]
	agreed.Agreed = append(slices.Clone(agreed.Agreed), n.event.Party)
	if n.Substitutes[party] = &agreed; !agreed.agreed(n.m.Roster) {
		return nil
	}
	if n.consented = kif.SubstituteQuestion; n.Claim != nil && n.Claim.Of == party {
		n.Claim = nil
	}
	return nil
}

// handOver gives the seat of a party to its substitute. The pending offer
// lapses.
func (n *moment) handOver() error {
	s := n.m.Substitutes[n.event.Party]
	if !s.agreed(n.m.Roster) {
		return n.event.Misfit(i18n.T("fit.hand-over"), nil)
	}
	n.Substitutes[s.Party], n.Offer = nil, nil
	p := n.m.Roster
	next := *p
	next.left, next.former = append(slices.Clip(p.left), p.Parties[s.Party-1].Address), nil
	for _, f := range p.former {
		if f.party == s.Party {
			next.left = append(next.left, f.address)
		} else {
			next.former = append(next.former, f)
		}
	}
	next.Parties = slices.Clone(p.Parties)
	next.Parties[s.Party-1] = s.Who
	n.Roster = &next
	return nil
}

// leaver returns the party whose substitute n agrees to, or 0.
func (n *moment) leaver() int {
	if step, agrees := n.event.Step.(kif.Agree); agrees {
		return step.Seat
	}
	return 0
}

// byStranger reports whether e is signed with a key that no party vouches for:
// a request for a new key, or the answer of a substitute. Anybody can make
// one, so it counts for nobody.
func byStranger(e kif.Event) bool {
	return has(e.Step, unvouched) || e.Step == kif.Step(kif.StepOut{}) && e.Key != ""
}

// AskedToReplace returns the party that the player at address is asked to replace, or
// 0.
func (m *Match) AskedToReplace(address string) int {
	for _, s := range m.Substitutes {
		if s != nil && m.Outcome == nil && identity.SameAddress(s.Who.Address, address) {
			return s.Party
		}
	}
	return 0
}

// Asks reports whether the player at address is asked to replace somebody and
// has not answered.
func (m *Match) Asks(address string) bool {
	party := m.AskedToReplace(address)
	return party != 0 && m.Substitutes[party].Key == ""
}

// BySubstitute reports whether event i is the answer of a substitute, who is
// not a party yet.
func (m *Match) BySubstitute(i int) bool {
	e := m.Record.Events[i]
	return byStranger(e) && e.Step != kif.Step(kif.Rechain{})
}

// Passed returns who left and who took over if event i handed a seat to a
// substitute.
func (m *Match) Passed(i int) (left, goesOn kif.Seat, ok bool) {
	e := m.Record.Events[i]
	if e.Step != kif.Step(kif.HandOver{}) {
		return kif.Seat{}, kif.Seat{}, false
	}
	before := m.states[i]
	return before.Roster.Parties[e.Party-1], before.Substitutes[e.Party].Who, true
}

// Guests returns those who are not a party but are informed of the last step
// of m: proposed substitutes and, after a step that decides about one, whoever
// is not, or no longer, a party.
func (m *Match) Guests() (guests []kif.Seat) {
	for _, s := range m.Substitutes {
		if s != nil {
			guests = append(guests, s.Who)
		}
	}
	i := m.LastEntry()
	if i < 1 {
		return guests
	}
	if left, _, passed := m.Passed(i); passed {
		return append(guests, left)
	}
	for party, was := range m.states[i].Substitutes {
		if s := m.Substitutes[party]; was != nil && (s == nil || s.Who != was.Who) {
			guests = append(guests, was.Who)
		}
	}
	return guests
}

// IsGuest reports whether the player at an address is one of Guests.
func (m *Match) IsGuest(address string) bool {
	return slices.ContainsFunc(m.Guests(), func(who kif.Seat) bool { return identity.SameAddress(who.Address, address) })
}

// name returns the name of the substitute, or the address if there is no name.
func (s *Substitution) name() string { return cmp.Or(s.Who.Name, s.Who.Address) }
