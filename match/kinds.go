package match

import "hikyaku/kif"

// trait is a set of what the rules of a match say about a kind of step.
type trait uint16

// The traits.
const (
	joins      trait = 1 << iota // it belongs to the invitation, before all have accepted
	forUmpire                    // only an umpire may take it
	forAll                       // an umpire may take it as well as a player; without one of these two, only players may
	settling                     // it proposes a settlement or agrees to one
	atFull                       // it may be needed before a match can be ended, so a full record still takes it
	uncounted                    // it does not count towards maxActs
	endsOffer                    // a pending offer lapses with it
	keepsSeat                    // it ends the proposal that its party be replaced: the party keeps playing
	deliberate                   // a person decides on it, so that it can break an agreement about a forked match
	automatic                    // a program takes it, so its comment is nobody's words
	repeated                     // it is repeated as it is on the valid line if its own line is rejected
	unvouched                    // it is signed with a key that no party vouches for
)

// traitsOf returns what the rules say about s. A new kind of step needs one row
// here, beside what it does in moment.act.
func traitsOf(s kif.Step) trait {
	switch step := s.(type) {
	case kif.Throw:
		return atFull | automatic
	case kif.Move:
		return endsOffer | keepsSeat | deliberate
	case kif.Ending:
		if step == kif.Resignation {
			return deliberate | repeated
		}
		return deliberate
	case kif.Invite, kif.Accept, kif.Decline:
		return joins | forAll
	case kif.DrawOffer:
		return atFull | endsOffer | keepsSeat | deliberate
	case kif.UndoOffer:
		return endsOffer | keepsSeat | deliberate
	case kif.PauseOffer:
		return forAll | endsOffer | keepsSeat | deliberate
	case kif.Resume:
		return forAll | uncounted | keepsSeat | deliberate
	case kif.Away:
		return deliberate | repeated
	case kif.NewAddress:
		return forAll | deliberate | repeated
	case kif.Substitute, kif.StepOut:
		return deliberate
	case kif.StepIn:
		return unvouched
	case kif.Say, kif.Rotate, kif.Unknown:
		return forAll
	case kif.Rechain:
		return forAll | endsOffer | unvouched
	case kif.OpenLink, kif.Receipt:
		return forAll | atFull | uncounted | automatic
	case kif.Claim:
		return atFull | uncounted | keepsSeat
	case kif.Contest:
		return forAll | atFull | uncounted | automatic
	case kif.Ruling:
		return forUmpire | atFull
	case kif.MoreTime:
		return forUmpire
	case kif.Settle:
		return settling | atFull | endsOffer | deliberate
	case kif.Agree:
		return deliberate | traitsOfConsent(step.To)
	}
	return 0
}

// traitsOfConsent returns what the rules say about the consent to a request.
func traitsOfConsent(to kif.Question) trait {
	switch to {
	case kif.SubstituteQuestion:
		return 0
	case kif.SettleQuestion:
		return settling | atFull
	case kif.DrawQuestion:
		return atFull | keepsSeat
	case kif.RechainQuestion:
		return forAll | keepsSeat
	case kif.ClaimQuestion:
		return forAll | atFull | uncounted | keepsSeat
	}
	return keepsSeat
}

// has reports whether s has any of these traits.
func has(s kif.Step, any trait) bool { return traitsOf(s)&any != 0 }
