package match

import "hikyaku/kif"

// Waiting is what a match waits for, as an identifier.
type Waiting string

// What a match can wait for.
const (
	ForAnswer     Waiting = "joining"   // a player to answer the invitation
	ForSettlement Waiting = "unsettled" // players to agree to one line of a forked match
	ForLink       Waiting = "link"      // another party's program to publish the link that reveals the dice
	ForReceipt    Waiting = "receipt"   // the umpire to pass the turn on
	ForDice       Waiting = "dice"      // dice that belong to no player
	ForThrow      Waiting = "throw"     // a player to throw and move
	ForMove       Waiting = "move"      // a player to move
	ForNothing    Waiting = "over"      // nothing: the match is over
)

// WaitsFor returns what m waits for. For a paused match, that is what it waits
// for once it is resumed.
func (m *Match) WaitsFor() Waiting {
	switch {
	case m.Outcome != nil:
		return ForNothing
	case m.Roster.Joining() != 0:
		return ForAnswer
	case m.unsettled():
		return ForSettlement
	case m.linkOwner() != "":
		return ForLink
	case m.ReceiptDue:
		return ForReceipt
	case m.Due() == 0:
		return ForDice
	case m.Next().Throw != nil:
		return ForThrow
	}
	return ForMove
}

// Asked returns the request that waits for an answer and the party that makes
// it, or "" and 0.
func (m *Match) Asked() (kif.Question, int) {
	switch {
	case m.Outcome != nil:
		return "", 0
	case m.Claim != nil:
		return kif.ClaimQuestion, m.Claim.By
	case m.unsettled():
		return kif.SettleQuestion, m.Settlement.Party
	case m.Offer != nil:
		return m.Offer.Asks, m.Offer.Party
	}
	for _, s := range m.Substitutes {
		if s != nil && s.Key != "" && !s.agreed(m.Roster) {
			return kif.SubstituteQuestion, s.Party
		}
	}
	return "", 0
}

// Invitation returns the index of the event that asks somebody to play: the
// first, or the last proposal of a substitute.
func (m *Match) Invitation() int {
	return max(0, m.LastOf(func(s kif.Step) bool { _, proposes := s.(kif.Substitute); return proposes }))
}
