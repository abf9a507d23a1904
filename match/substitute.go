package match

import (
	"cmp"
	"slices"

	"hikyaku/kif"
	"hikyaku/words"
)

// Substitution is the proposal of a party that somebody else goes on in its place. The seat changes hands with the consent of
// the last of all other players, who know the substitute's key by then (PROTOCOL.md, Substitutes).
type Substitution struct {
	Party  int      // the party that leaves
	Who    kif.Seat // the substitute
	Key    string   // with which the substitute has answered; "" before
	Agreed []int    // the players that have agreed so far
}

// substitutesFrom is the lowest version of the protocol in which a seat changes hands.
const substitutesFrom = 2

// asks reports whether s waits for the consent of party.
func (s *Substitution) asks(r *Roster, party int) bool {
	return s != nil && s.Key != "" && party != s.Party && slices.Contains(r.Players(), party) && !r.IsOut(party) && !slices.Contains(s.Agreed, party)
}

// AsksSubstitute reports whether m waits for the consent of party to a substitute.
func AsksSubstitute(m *Match, party int) bool { return m.Substitution.asks(m.Roster, party) }

// leaving reports whether the substitute of party has answered.
func (s *State) leaving(party int) bool {
	return s.Substitution != nil && s.Substitution.Party == party && s.Substitution.Key != ""
}

// MayPropose returns an error unless party may propose a substitute in m.
func MayPropose(m *Match, party int) error {
	switch s := m.Substitution; {
	case m.Roster.Version < substitutesFrom:
		return words.Err("refused.substitute-version")
	case s != nil && s.Party != party:
		return words.Err("refused.substitute-once", "who", m.Roster.Name(s.Party))
	case party == m.Roster.Scribe() && slices.ContainsFunc(m.Roster.Players(), m.Writes):
		return words.Err("refused.substitute-scribe")
	}
	return nil
}

// propose applies the proposal of a substitute.
func propose(n *moment, step kif.Substitute) error {
	m, e := n.m, n.event
	if err := MayPropose(m, e.Party); err != nil {
		return e.Misfit(words.Text("fit.substitute"), err)
	}
	if m.Roster.ReaderAt(step.Who.Address) != 0 {
		return e.Misfit(words.Text("fit.substitute-new"), nil)
	}
	n.Substitution = &Substitution{Party: e.Party, Who: step.Who}
	return nil
}

// stepIn applies the answer of the substitute, which the key that it brings signs.
func stepIn(n *moment) error {
	s, e := n.m.Substitution, n.event
	switch {
	case s == nil || s.Party != e.Party || s.Key != "":
		return e.Misfit(words.Text("fit.step-in"), nil)
	case e.Key == "" || slices.Contains(n.m.Keys.pinned[:], e.Key) || e.Mail != (kif.Hash{}):
		return e.Misfit(words.Text("fit.step-in-key"), nil)
	}
	answered := *s
	answered.Key = e.Key
	n.Substitution = &answered
	return nil
}

// stepOut ends a proposal: by its party or, under a key that the entry brings, by the substitute.
func stepOut(n *moment) error {
	s, e := n.m.Substitution, n.event
	switch {
	case s == nil || s.Party != e.Party:
		return e.Misfit(words.Text("fit.step-out"), nil)
	case byStranger(e) && (s.Key != "" && e.Key != s.Key || e.Mail != (kif.Hash{})):
		return e.Misfit(words.Text("fit.step-out-key"), nil)
	}
	n.Substitution = nil
	return nil
}

// agreeSubstitute applies a consent to the substitute. With the last the seat changes hands: what was offered lapses, and so
// does a claim against who has left.
func agreeSubstitute(n *moment) error {
	m, s := n.m, n.m.Substitution
	if !s.asks(m.Roster, n.event.Party) {
		return n.event.Misfit(words.Text("fit.question"), nil)
	}
	agreed := *s
	agreed.Agreed = append(slices.Clone(s.Agreed), n.event.Party)
	if n.Substitution = &agreed; m.Roster.missing(kif.SubstituteQuestion, append(agreed.Agreed, s.Party)) > 0 {
		return nil
	}
	n.done, n.Substitution, n.Offer = kif.SubstituteQuestion, nil, nil
	if n.Claim != nil && n.Claim.Of == s.Party {
		n.Claim = nil
	}
	n.Roster = m.Roster.substituted(s.Party, s.Who)
	return nil
}

// replaced returns the party whose seat n gives to a substitute, or 0.
func (n *moment) replaced() int {
	if n.done != kif.SubstituteQuestion {
		return 0
	}
	return n.m.Substitution.Party
}

// byStranger reports whether e is signed by a key that no party vouches for: a request for a new key, or the answer of a
// substitute. Anybody can make one, so it counts for nobody.
func byStranger(e kif.Event) bool {
	switch e.Step.(type) {
	case kif.Rechain, kif.StepIn:
		return true
	case kif.StepOut:
		return e.Key != ""
	}
	return false
}

// Called returns the party in whose place the player at address is asked to go on, or 0.
func Called(m *Match, address string) int {
	if s := m.Substitution; s != nil && m.Outcome == nil && SameAddress(s.Who.Address, address) {
		return s.Party
	}
	return 0
}

// BySubstitute reports whether event i is the answer of a substitute, who is no party yet.
func BySubstitute(m *Match, i int) bool {
	e := m.Record.Events[i]
	return byStranger(e) && e.Step != kif.Step(kif.Rechain{})
}

// Passed returns who has left and who goes on where event i has given a seat to a substitute.
func Passed(m *Match, i int) (left, goesOn kif.Seat, ok bool) {
	if m.past[i].done != kif.SubstituteQuestion {
		return kif.Seat{}, kif.Seat{}, false
	}
	before := m.stateAt(i)
	s := before.Substitution
	return before.Roster.Parties[s.Party-1], s.Who, true
}

// Guests returns who is no party and is told of the last step of m: the substitute who is asked to go on and, behind a step
// that decides about it, whoever is not or no longer a party.
func Guests(m *Match) (guests []kif.Seat) {
	s := m.Substitution
	if s != nil {
		guests = append(guests, s.Who)
	}
	i := m.LastEntry()
	if i < 1 {
		return guests
	}
	left, _, passed := Passed(m, i)
	switch before := m.stateAt(i).Substitution; {
	case passed:
		guests = append(guests, left)
	case before != nil && (s == nil || s.Who != before.Who):
		guests = append(guests, before.Who)
	}
	return guests
}

// IsGuest reports whether the player at an address is one of Guests.
func IsGuest(m *Match, address string) bool {
	return slices.ContainsFunc(Guests(m), func(who kif.Seat) bool { return SameAddress(who.Address, address) })
}

// name returns the name of the substitute, or else the address.
func (s *Substitution) name() string { return cmp.Or(s.Who.Name, s.Who.Address) }
