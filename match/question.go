package match

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Offer is a request to which not everybody has agreed yet. The next move or
// offer ends it.
type Offer struct {
	Asks   kif.Question // DrawQuestion, UndoQuestion, PauseQuestion or RechainQuestion
	Number int          // the first move that an UndoQuestion undoes
	Party  int
	Agreed []int // the parties that have agreed so far, the asking one first

	out []int     // the seats without a say in an UndoQuestion: those that are out in the position to return to as well
	at  time.Time // the latest date of the offer and of the consents
	got time.Time // when the player to move received the turn, as stated with that player's offer or consent
}

// newOffer returns the offer made by e. Party mover is to move.
func newOffer(asks kif.Question, e kif.Event, mover int) *Offer {
	return (&Offer{Asks: asks, Party: e.Party}).agreedBy(e, mover)
}

// agreedBy returns o with the consent e. Party mover is to move.
func (o *Offer) agreedBy(e kif.Event, mover int) *Offer {
	agreed := *o
	agreed.Agreed, agreed.at = append(slices.Clone(o.Agreed), e.Party), later(o.at, e.At)
	if e.Party == mover {
		agreed.got = e.Got
	}
	return &agreed
}

// Claim is the claim that a party has missed its time limit. The program of the
// accused party or of the umpire answers it, because only that has the dates that
// decide; see also Match.ClaimWinsAt. The next move ends it.
type Claim struct {
	By, Of int
	At     time.Time
	Agreed []int // the players that have confirmed it so far, the claimant first

	came  time.Time // when it arrived here; zero if it was made here
	early bool      // according to the absences on the record the time is not over, so the other players cannot confirm it
}

// Made returns when the claim was made: its date, or the time of its arrival here if that is earlier.
func (c *Claim) Made() time.Time {
	if c.came.IsZero() {
		return c.At
	}
	return earlier(c.At, c.came)
}

// Settlement is an agreement on one line of a forked match: somebody has signed two
// steps after the same entry, so that the copies of the record differ and no rule
// prefers one. All others agree to continue with one of them.
type Settlement struct {
	kif.Settle
	Party    int   // the party that proposed it
	Agreed   []int // the parties that have agreed so far, the proposer first
	Excluded []int // the parties without a vote, because they forked the match
	Dice     int   // the last event of dice for which the other line published a link; 0 for none
	Complete bool  // everybody who has a vote has agreed

	at   time.Time // when it was proposed
	hash kif.Hash  // the hash of its entry
}

// asks reports whether o waits for the consent of party. An umpire is asked
// only about a new key.
func (o *Offer) asks(r *Roster, party int) bool {
	return o != nil && !slices.Contains(o.Agreed, party) && (party != r.Umpire() || o.Asks == kif.RechainQuestion)
}

// completes reports whether the agreement of party would complete o.
func (o *Offer) completes(r *Roster, party int) bool {
	return o.asks(r, party) && o.among(r).missing(o.Asks, append(slices.Clone(o.Agreed), party)) == 0
}

// among returns the roster of those asked by o: a take-back also needs the
// consent of those whom it brings back.
func (o *Offer) among(r *Roster) *Roster {
	if o.Asks == kif.UndoQuestion {
		return r.without(o.out)
	}
	return r
}

// silent reports whether a party no longer has a say: it is out, and no offered take-back would change that.
func (m *Match) silent(party int) bool {
	return m.Roster.IsOut(party) && (m.Offer == nil || m.Offer.among(m.Roster).IsOut(party))
}

// missing returns how many players who are not out have not agreed. A new key
// needs the umpire's agreement too.
func (p *Roster) missing(asks kif.Question, agreed []int) (n int) {
	for i := range p.Parties {
		if party := i + 1; !slices.Contains(agreed, party) && !p.IsOut(party) && (party != p.Umpire() || asks == kif.RechainQuestion) {
			n++
		}
	}
	return n
}

// Missing returns how many parties have not agreed yet.
func (o *Offer) Missing(r *Roster) int { return o.among(r).missing(o.Asks, o.Agreed) }

// Confirmed reports whether the consent of party confirms the claim. It does
// for the accused party and the umpire and, while more than two players are
// in, for the last of all other players unless an absence on the record
// contradicts the claim.
func (c *Claim) Confirmed(r *Roster, party int) bool {
	switch {
	case c == nil:
		return false
	case party == c.Of || party == r.Umpire():
		return true
	}
	agreed := append(slices.Clone(c.Agreed), party, c.Of)
	return r.playing() > 2 && !c.early && !r.IsOut(party) && !slices.Contains(c.Agreed, party) && r.missing(kif.ClaimQuestion, agreed) == 0
}

// unsettled reports whether a settlement waits for consent. Until it has it,
// no other step may follow.
func (s *State) unsettled() bool { return s.Settlement != nil && !s.Settlement.Complete }

// asks reports whether s waits for the consent of party.
func (s *Settlement) asks(party int) bool {
	return !slices.Contains(s.Excluded, party) && !slices.Contains(s.Agreed, party)
}

// outranks reports whether s prevails over other: the one proposed by the party with the lower number, then the earlier
// one, then the one with the lower hash.
func (s *Settlement) outranks(other *Settlement) bool {
	return cmp.Or(s.Party-other.Party, other.at.Compare(s.at), bytes.Compare(s.hash[:], other.hash[:])) < 0
}

// covers reports whether s is other or outranks it.
func (s *Settlement) covers(other *Settlement) bool { return s.hash == other.hash || s.outranks(other) }

// errNothingAsked is the error of Consent if there is nothing to agree to.
var errNothingAsked = i18n.Err("refused.nothing-asked")

// Consent returns the event by which party agrees to the pending request: a
// settlement, an offer, a claim or a substitute, in this order.
func (m *Match) Consent(party int) (kif.Event, error) {
	o, c := m.Offer, m.Claim
	switch {
	case m.silent(party):
		return kif.Event{}, errNothingAsked
	case m.unsettled() && m.Settlement.asks(party):
		return kif.Event{Step: kif.Agree{To: kif.SettleQuestion}}, nil
	case o.asks(m.Roster, party) && o.Asks == kif.DrawQuestion && o.Missing(m.Roster) == 1:
		return kif.Event{Step: kif.DrawAgreed, Seat: m.Roster.SeatOf(party)}, nil
	case o.asks(m.Roster, party):
		return kif.Event{Step: kif.Agree{To: o.Asks}}, nil
	case c != nil && !slices.Contains(c.Agreed, party):
		return m.Confirmation(party), nil
	}
	if s := m.AsksSubstitute(party); s != nil {
		return kif.Event{Step: kif.Agree{To: kif.SubstituteQuestion, Seat: s.Party}}, nil
	}
	return kif.Event{}, errNothingAsked
}

// Confirmation returns the event by which party confirms the pending claim.
func (m *Match) Confirmation(party int) kif.Event {
	switch {
	case !m.Claim.Confirmed(m.Roster, party):
		return kif.Event{Step: kif.Agree{To: kif.ClaimQuestion}}
	case m.Claim.endsWithMove(m):
		return kif.Event{Step: kif.Move(m.Game.OnTimeout), Party: party}
	}
	return kif.Event{Step: kif.TimeOut, Seat: m.Claim.seat(m)}
}

// LastNumberOf returns the number of the last move of party in the current
// game, or 0.
func (m *Match) LastNumberOf(party int) int {
	for n, i := range slices.Backward(m.movesAfter(len(m.states) - 1)) {
		if m.By(i) == party {
			return n + 1
		}
	}
	return 0
}
