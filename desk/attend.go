package desk

import (
	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/words"
)

// Automatic is what Attend did besides reading dice.
type Automatic struct {
	Planned engine.Move // the planned answer it played; "" for none
	Claim   ClaimAnswer // its answer to a claim
}

// ClaimAnswer is the answer of a program to the claim that its own player is out of time.
type ClaimAnswer int

// The answers to a claim.
const (
	NoAnswer ClaimAnswer = iota
	Confirmed
	Contested
)

// Attend takes the steps in c that need no decision. It reads dice that are due, publishes the link that proves them if
// another player is to move, gives an umpire's receipt, answers a claim by our own dates, gives our seat to the substitute to whom
// all have agreed, and plays a planned answer.
func (d *Desk) Attend(c Copy) (Copy, Automatic, error) {
	me := d.Party(c.Match)
	var did Automatic
	if !c.Roster.Invited || me == 0 || c.Outcome != nil || c.Roster.Joining() != 0 {
		return c, did, nil
	}
	c, err := attendDice(d, c, me)
	if err == nil && c.Outcome == nil {
		c, did.Claim, err = answerClaim(d, c, me)
	}
	if err == nil && match.HandsOver(c.Match, me) {
		c, err = handOver(d, c, me)
		return c, did, err
	}
	if err == nil && c.Outcome == nil {
		c, did.Planned, err = playPlanned(d, c)
	}
	return c, did, err
}

// attendDice reads the dice that we read, publishes our link, and gives the receipt if we are the umpire.
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

// receiptFirst reports whether we are the umpire and must publish our link before another party reads the throws.
func (c Copy) receiptFirst(me int) bool { return me == c.Roster.Umpire() && !match.ReadFor(c.Match) }

// openStep appends a step that the program takes by itself.
func openStep(d *Desk, c Copy, step kif.Step, me int) (Copy, error) {
	head := c.Head
	return d.Change(c.File, func(m *match.Match) (*match.Match, error) {
		if m.Head != head {
			return m, nil // another program was faster
		}
		return d.Pen().Sign(m, kif.Event{Step: step, Posted: true}, me)
	})
}

// handOver gives our seat to the substitute to whom all have agreed. Steps of ours that are not sent yet go with it.
func handOver(d *Desk, c Copy, me int) (Copy, error) {
	return d.Change(c.File, func(m *match.Match) (*match.Match, error) {
		if m.Head != c.Head {
			return m, nil // another program was faster
		}
		if !match.Reads(m, me) {
			m = withoutThrows(m)
		}
		if match.Unsent(m) && m.By(m.LastEntry()) == me {
			var err error
			if m, err = d.Pen().post(m); err != nil {
				return nil, err
			}
		}
		return d.Pen().Sign(m, kif.Event{Step: kif.HandOver{}, Posted: true}, me)
	})
}

// answerClaim confirms or contests a claim against our own player by our own dates, or as the umpire any claim by the
// umpire's. If it holds but the claimant's own last date is disputed, the answer is left to the player.
func answerClaim(d *Desk, c Copy, me int) (Copy, ClaimAnswer, error) {
	claim := c.Claim
	if claim == nil || claim.Of != me && c.Roster.Umpire() != me {
		return c, NoAnswer, nil
	}
	end, limited := c.Clock.Deadline(me)
	if claim.Of == me {
		kept, err := openLines(d, c.File)
		if err != nil {
			return c, NoAnswer, err
		}
		end, limited = match.OwnDeadline(c.Match, me, kept)
	}
	answer, e := Contested, kif.Event{Step: kif.Contest{}}
	if limited {
		e.Comment = "the time runs until " + match.FormatTime(end)
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
			return nil, words.Err("record.poll-again")
		}
		return d.Pen().Sign(withoutThrows(m), e, me)
	})
	return after, answer, err
}
