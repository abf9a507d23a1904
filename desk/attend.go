package desk

import (
	"errors"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
)

// Deed is what a desk has done by itself in a match.
type Deed struct {
	Planned engine.Move // an answer that was planned; "" for none
	Claim   ClaimAnswer // what was said to a claim
}

// ClaimAnswer is what a program says to the claim of its own player's time.
type ClaimAnswer int

// The answers.
const (
	NoAnswer ClaimAnswer = iota
	Confirmed
	Contested
)

// Attend does for the match in c what needs no person: it reads the dice that are due, opens the link that proves them where
// somebody else is to move, gives an umpire's receipt, answers a claim by its own dates, and plays an answer that was planned.
func (d *Desk) Attend(c Copy) (Copy, Deed, error) {
	me := d.Party(c.Match)
	var deed Deed
	if !c.Roster.Invited || me == 0 || c.Outcome != nil || c.Roster.Joining() != 0 {
		return c, deed, nil
	}
	c, err := attendDice(d, c, me)
	if err == nil && c.Outcome == nil {
		c, deed.Claim, err = answerClaim(d, c, me)
	}
	if err == nil && c.Outcome == nil {
		c, deed.Planned, err = follow(d, c)
	}
	return c, deed, err
}

// attendDice reads and opens what is ours, and passes the turn on as an umpire.
func attendDice(d *Desk, c Copy, me int) (Copy, error) {
	var err error
	if match.Reads(c.Match, me) && c.Next().Throw != nil && !c.receiptFirst(me) {
		if c, err = d.Change(c.File, d.Pen().ReadDice); err != nil {
			return c, err
		}
	}
	switch {
	case c.ReceiptDue && me == c.Roster.Umpire():
		return openStep(d, c, kif.Receipt{}, me)
	case match.Opens(c.Match, me):
		return openStep(d, c, kif.OpenLink{}, me)
	}
	return c, nil
}

// receiptFirst tells whether the umpire's link comes before the throws, which are another's to read.
func (c Copy) receiptFirst(me int) bool { return me == c.Roster.Umpire() && !match.ReadFor(c.Match) }

// openStep appends a step that nobody types.
func openStep(d *Desk, c Copy, step kif.Step, me int) (Copy, error) {
	head := c.Head
	return d.Change(c.File, func(m *match.Match) (*match.Match, error) {
		if m.Head != head {
			return m, nil // somebody else was faster
		}
		return d.Pen().Sign(m, kif.Event{Step: step, Posted: true}, me)
	})
}

// answerClaim says to a claim of our own player's time, or as an umpire to any, whether it holds by our own dates. One that
// holds is left to the player where the claimant's own time is disputed.
func answerClaim(d *Desk, c Copy, me int) (Copy, ClaimAnswer, error) {
	claim := c.Claim
	if claim == nil || claim.Of != me && c.Roster.Umpire() != me {
		return c, NoAnswer, nil
	}
	end, limited := c.Clock.Deadline(me)
	if claim.Of == me {
		kept, err := keptBeside(d, c.File)
		if err != nil {
			return c, NoAnswer, err
		}
		end, limited = match.OwnDeadline(c.Match, me, kept)
	}
	answer, e := Contested, kif.Event{Step: kif.Contest{}}
	if limited {
		e.Comment = "the time runs until " + match.Minute(end)
	}
	if limited && claim.Made().After(end) {
		if c.Clock.Disputed(claim.By) {
			return c, NoAnswer, nil
		}
		answer, e = Confirmed, match.Confirmation(c.Match, me)
	}
	e.Posted = true
	after, err := d.Change(c.File, func(m *match.Match) (*match.Match, error) {
		if m.Head != c.Head {
			return nil, errors.New("the record changed while a claim was answered: poll again")
		}
		return d.Pen().Sign(withoutThrows(m), e, me)
	})
	return after, answer, err
}
