package home

import (
	"errors"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

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

// Attend takes the steps in c that need no decision. It reads dice that are
// due, publishes the link that proves them if another player is to move, gives
// an umpire's receipt, answers a claim by our own dates, and hands over our seat
// to a substitute to whom all have agreed or else plays a planned answer. A step
// that cannot be written is left out, and the others are still taken; left has
// an *Unwritten for each.
func (d *Desk) Attend(c Copy) (_ Copy, left []error, _ error) {
	me := d.Party(c.Match)
	if !c.Roster.Invited || me == 0 || c.Roster.Joining() != 0 {
		return c, nil, nil
	}
	for _, take := range []func(Copy, int) (Copy, error){d.attendDice, d.answerClaim, d.handOverOrPlay} {
		if c.Outcome != nil {
			break
		}
		after, err := take(c, me)
		if after.Match != nil {
			c = after
		}
		if errors.As(err, new(*Unwritten)) {
			left = append(left, err)
		} else if err != nil {
			return c, left, err
		}
	}
	return c, left, nil
}

// withRing returns d with our secret keys.
func (d *Desk) withRing() (pen Desk, err error) {
	pen = *d
	pen.Ring, err = d.keyring()
	return pen, err
}

// signStep returns m with e signed for us. The error is an *Unwritten unless our
// secret key cannot be read.
func (d *Desk) signStep(m *match.Match, e kif.Event, me int) (*match.Match, error) {
	pen, err := d.withRing()
	if err != nil {
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
	e := kif.Event{Posted: true}
	switch {
	case c.ReceiptDue && me == c.Roster.Umpire():
		e.Step = kif.Receipt{}
	case c.Match.Opens(me):
		e.Step = kif.OpenLink{}
	default:
		return c, nil
	}
	after, err := d.Change(c, func(m *match.Match) (*match.Match, error) {
		if m.Head != c.Head {
			return m, nil // another program was faster
		}
		return d.signStep(m, e, me)
	})
	if err != nil {
		return c, err
	}
	return after, nil
}

// handOverOrPlay hands over our seat to the substitute to whom all have agreed,
// after sending our unsent steps, or plays a planned answer if there is no such
// substitute.
func (d *Desk) handOverOrPlay(c Copy, me int) (Copy, error) {
	if !c.Match.HandsOver(me) {
		return d.playPlanned(c, me)
	}
	return d.Change(c, func(m *match.Match) (*match.Match, error) {
		if m.Head != c.Head {
			return m, nil // another program was faster
		}
		pen, err := d.withRing()
		if err != nil {
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
func (d *Desk) answerClaim(c Copy, me int) (Copy, error) {
	claim := c.Claim
	if claim == nil || claim.Of != me && c.Roster.Umpire() != me {
		return c, nil
	}
	end, limited := c.Clock.Deadline(me)
	if claim.Of == me {
		kept, err := d.Lines(c.File)
		if err != nil {
			return c, err
		}
		end, limited = c.Match.OwnDeadline(me, kept)
	}
	e := kif.Event{Step: kif.Contest{}}
	if limited {
		e.Step, e.Comment = kif.Contest{Until: end.UTC().Truncate(time.Second)}, "the time runs until "+match.FormatTime(end)
	}
	if limited && claim.Made().After(end) {
		if c.Clock.Disputed(claim.By) {
			return c, nil
		}
		e = c.Match.Confirmation(me)
	}
	e.Posted = true
	return d.Change(c, func(m *match.Match) (*match.Match, error) {
		if m.Head != c.Head {
			return nil, i18n.Err("record.poll-again")
		}
		return d.signStep(withoutThrows(m), e, me)
	})
}
