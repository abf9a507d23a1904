package home

import (
	"errors"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// Automatic lists what Attend did in addition to reading dice.
type Automatic struct {
	Planned engine.Move // the planned answer it played; "" for none
	Claim   ClaimAnswer // its answer to a claim
	Left    []error     // *Unwritten: the steps that could not be written and were left out
}

// Unwritten is the error of an automatic step that could not be written.
type Unwritten struct {
	Step kif.Step
	Err  error
}

// Error returns the English sentence.
func (e *Unwritten) Error() string { return e.Sentence().En }

// Sentence returns which step was left out, and why.
func (e *Unwritten) Sentence() i18n.Text {
	return i18n.T("attend.unwritten", "step", e.Step.String(), "why", e.Err)
}

// Unwrap returns why the step could not be written.
func (e *Unwritten) Unwrap() error { return e.Err }

// ClaimAnswer is the answer of a program to the claim that its own player is out of time.
type ClaimAnswer int

// The answers to a claim.
const (
	NoAnswer ClaimAnswer = iota
	Confirmed
	Contested
)

// Attend takes the steps in c that need no decision. It reads dice that are
// due, publishes the link that proves them if another player is to move, gives
// an umpire's receipt, answers a claim by our own dates, hands over our seat
// to a substitute to whom all have agreed, and plays a planned answer. A step
// that cannot be written is left out, and the others are still taken.
func (d *Desk) Attend(c Copy) (Copy, Automatic, error) {
	me := d.Party(c.Match)
	var did Automatic
	if !c.Roster.Invited || me == 0 || c.Outcome != nil || c.Roster.Joining() != 0 {
		return c, did, nil
	}
	c, err := d.attendDice(c, me)
	if err = did.leaveOut(err); err == nil && c.Outcome == nil {
		c, did.Claim, err = d.answerClaim(c, me)
		err = did.leaveOut(err)
	}
	if err == nil && c.Match.HandsOver(me) {
		after, err := d.handOver(c, me)
		if err = did.leaveOut(err); err != nil || after.Match == nil {
			return c, did, err
		}
		return after, did, nil
	}
	if err == nil && c.Outcome == nil {
		c, did.Planned, err = d.playPlanned(c)
		err = did.leaveOut(err)
	}
	return c, did, err
}

// leaveOut records err and returns nil if err is an *Unwritten. It returns any
// other error.
func (a *Automatic) leaveOut(err error) error {
	if left := new(Unwritten); errors.As(err, &left) {
		a.Left = append(a.Left, err)
		return nil
	}
	return err
}

// signStep returns m with e signed for us. The error is an *Unwritten unless our
// secret key cannot be read.
func (d *Desk) signStep(m *match.Match, e kif.Event, me int) (*match.Match, error) {
	pen := *d
	var err error
	if pen.Ring, err = d.keyring(); err != nil {
		return nil, err
	}
	after, err := pen.Sign(m, e, me)
	if err != nil {
		return nil, &Unwritten{e.Step, err}
	}
	return after, nil
}

// attendDice reads the dice that we have to read, publishes our link, and
// gives the receipt if we are the umpire.
func (d *Desk) attendDice(c Copy, me int) (Copy, error) {
	if c.Match.Reads(me) && c.Next().Throw != nil && !(me == c.Roster.Umpire() && !c.Match.ReadFor()) {
		read, err := d.Change(c, d.ReadDice)
		if err != nil {
			return c, err
		}
		c = read
	}
	switch {
	case c.ReceiptDue && me == c.Roster.Umpire():
		return d.appendStep(c, kif.Receipt{}, me)
	case c.Match.Opens(me):
		return d.appendStep(c, kif.OpenLink{}, me)
	}
	return c, nil
}

// appendStep appends an automatic step, unless another program has already
// continued the match.
func (d *Desk) appendStep(c Copy, step kif.Step, me int) (Copy, error) {
	head := c.Head
	after, err := d.Change(c, func(m *match.Match) (*match.Match, error) {
		if m.Head != head {
			return m, nil // another program was faster
		}
		return d.signStep(m, kif.Event{Step: step, Posted: true}, me)
	})
	if err != nil {
		return c, err
	}
	return after, nil
}

// handOver hands over our seat to the substitute to whom all have agreed. Our
// unsent steps are sent first.
func (d *Desk) handOver(c Copy, me int) (Copy, error) {
	return d.Change(c, func(m *match.Match) (*match.Match, error) {
		if m.Head != c.Head {
			return m, nil // another program was faster
		}
		pen := *d
		var err error
		if pen.Ring, err = d.keyring(); err != nil {
			return nil, err
		}
		m = withoutThrows(m)
		if m.Unsent() && m.By(m.LastEntry()) == me {
			if m, err = pen.post(m); err != nil {
				return nil, &Unwritten{kif.HandOver{}, err}
			}
		}
		if m.Reads(me) {
			if m, err = pen.ReadDice(m); err != nil {
				return nil, &Unwritten{kif.HandOver{}, err}
			}
		}
		return d.signStep(m, kif.Event{Step: kif.HandOver{}, Posted: true}, me)
	})
}

// answerClaim confirms or contests a claim: as the accused by our own dates,
// as the umpire by the umpire's. If the claim holds but the claimant's own
// last date is disputed, the answer is left to the player.
func (d *Desk) answerClaim(c Copy, me int) (Copy, ClaimAnswer, error) {
	claim := c.Claim
	if claim == nil || claim.Of != me && c.Roster.Umpire() != me {
		return c, NoAnswer, nil
	}
	end, limited := c.Clock.Deadline(me)
	if claim.Of == me {
		kept, err := d.Lines(c.File)
		if err != nil {
			return c, NoAnswer, err
		}
		end, limited = c.Match.OwnDeadline(me, kept)
	}
	answer, e := Contested, kif.Event{Step: kif.Contest{}}
	if limited {
		e.Step, e.Comment = kif.Contest{Until: end.UTC().Truncate(time.Second)}, "the time runs until "+match.FormatTime(end)
	}
	if limited && claim.Made().After(end) {
		if c.Clock.Disputed(claim.By) {
			return c, NoAnswer, nil
		}
		answer, e = Confirmed, c.Match.Confirmation(me)
	}
	e.Posted = true
	after, err := d.Change(c, func(m *match.Match) (*match.Match, error) {
		if m.Head != c.Head {
			return nil, i18n.Err("record.poll-again")
		}
		return d.signStep(withoutThrows(m), e, me)
	})
	if err != nil {
		return c, NoAnswer, err
	}
	return after, answer, nil
}
