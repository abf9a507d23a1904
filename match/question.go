package match

import (
	"slices"
	"time"

	"hikyaku/kif"
)

// Offer is what one party has asked and not yet all others have agreed to. The next move and the next offer end it.
type Offer struct {
	Asks   kif.Question // DrawQuestion, UndoQuestion or RechainQuestion
	Number int          // of the move that an UndoQuestion goes back to
	Party  int
	Agreed []int // the parties that have agreed so far, the one who asks first
}

// Claim says that a party has missed its time limit. The next move ends it.
type Claim struct {
	By, Of int
	At     time.Time
	Agreed []int // the players that have confirmed it so far, the claimant first

	came time.Time // when it reached this copy of the record
}

// Made is when a claim was made: at its date, or when it reached this copy of the record, if that is earlier.
func (c *Claim) Made() time.Time {
	if c.came.IsZero() {
		return c.At
	}
	return earlier(c.At, c.came)
}

// Settlement takes one line of a forked match.
type Settlement struct {
	kif.Settle
	Party    int   // who proposed it
	Agreed   []int // the parties that have agreed so far, the proposer first
	Silent   []int // those that have no say, for they have forked the match
	Dice     int   // the last event of dice of which anything was public on the other line; 0 for none
	Complete bool  // all who have a say have agreed

	at   time.Time // when it was proposed
	hash kif.Hash  // of its entry
}

// completes tells whether all have agreed to o once party has.
func (o *Offer) completes(r *Roster, party int) bool {
	if slices.Contains(o.Agreed, party) || party == r.Umpire() && o.Asks != kif.RechainQuestion {
		return false
	}
	return r.missing(o.Asks, append(slices.Clone(o.Agreed), party)) == 0
}

// missing is how many have yet to agree: of the players, and to a new key of the umpire too.
func (p *Roster) missing(asks kif.Question, agreed []int) (n int) {
	for i := range p.Parties {
		if party := i + 1; !slices.Contains(agreed, party) && (party != p.Umpire() || asks == kif.RechainQuestion) {
			n++
		}
	}
	return n
}

// Missing is how many have not yet agreed.
func (o *Offer) Missing(r *Roster) int { return r.missing(o.Asks, o.Agreed) }

// Confirmed tells whether the word of party is enough to end the claim that stands: that of the party concerned, of the
// umpire, or in a match of more than two of the last of all other players.
func (c *Claim) Confirmed(r *Roster, party int) bool {
	switch {
	case c == nil:
		return false
	case party == c.Of || party == r.Umpire():
		return true
	}
	agreed := append(slices.Clone(c.Agreed), party, c.Of)
	return len(r.Players()) > 2 && !slices.Contains(c.Agreed, party) && r.missing(kif.ClaimQuestion, agreed) == 0
}
