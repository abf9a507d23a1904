package desk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"hikyaku/kif"
	"hikyaku/match"
)

// Step makes the event by which somebody does something in a match other than to move: Draw, AskBack, Agree ….
type Step func(d *Desk, m *match.Match, me int) (kif.Event, error)

// Do appends what step makes as ours to the match in file, before throws that no move has used yet.
func (d *Desk) Do(file string, step Step, post bool) (Copy, error) {
	return d.Change(file, func(m *match.Match) (*match.Match, error) {
		me, err := mayWrite(d, m)
		if err != nil {
			return nil, err
		}
		m = withoutThrows(m)
		e, err := step(d, m, me)
		if err != nil {
			return nil, err
		}
		e.Posted = post
		return d.Pen().Sign(m, e, me)
	})
}

// mayWrite is our party in a match that can be played by letter.
func mayWrite(d *Desk, m *match.Match) (int, error) {
	me := d.Party(m)
	switch {
	case !m.Roster.Invited:
		return 0, errors.New("this match is played at one machine: nobody else is to be asked")
	case me == 0:
		return 0, fmt.Errorf("no seat of this match has your address: the one in your configuration is %s", cmp.Or(d.Me.Address, "none"))
	case m.Outcome != nil:
		return 0, &match.NotYourTurn{Text: match.Over(m)}
	case m.Roster.Joining() != 0:
		return 0, &match.NotYourTurn{Text: match.Status(m)}
	}
	return me, nil
}

// AtOneMachine ends the match in file, to which nobody was invited, in a way that all at the machine have seen: a draw, a
// missed limit, which may be a move.
func AtOneMachine(d *Desk, file string, word kif.Ending) (Copy, error) {
	c, err := d.Open(file)
	if err != nil {
		return c, err
	}
	if word == kif.TimeOut && c.Game.OnTimeout != "" {
		return d.Play(file, Turn{Move: string(c.Game.OnTimeout)})
	}
	return d.Change(file, func(m *match.Match) (*match.Match, error) {
		if m.Outcome != nil {
			return nil, &match.NotYourTurn{Text: match.Over(m)}
		}
		return d.Pen().Sign(m, kif.Event{Step: word, Seat: m.Due()}, m.Roster.PartyOf(m.Due()))
	})
}

// Draw offers a draw, or accepts the one that stands.
func Draw() Step {
	return func(d *Desk, m *match.Match, me int) (kif.Event, error) {
		switch o := m.Offer; {
		case o != nil && o.Asks == kif.DrawQuestion && slices.Contains(o.Agreed, me):
			return kif.Event{}, errors.New("you have offered or accepted this draw already: it stands until the next move")
		case o != nil && o.Asks == kif.DrawQuestion:
			return match.Consent(m, me)
		case m.Turn == me:
			return kif.Event{}, errWithMove
		}
		return kif.Event{Step: kif.DrawOffer{}}, nil
	}
}

// errWithMove says that a draw is not offered before the own move.
var errWithMove = errors.New("it is your turn: the offer of a draw goes with your move")

// OfferDraw is Do(Draw), but on the own turn the offer is kept beside the record and goes with the next move. waits says so.
func OfferDraw(d *Desk, file string, post bool) (c Copy, waits bool, err error) {
	c, err = d.Do(file, Draw(), post)
	if !errors.Is(err, errWithMove) {
		return c, false, err
	}
	if c, err = d.Open(file); err == nil {
		err = wish(d, c)
	}
	return c, true, err
}

// AskBack asks the others to take back our last move, or to go back to the position before move number n where n is not 0.
func AskBack(n int) Step {
	return func(d *Desk, m *match.Match, me int) (kif.Event, error) {
		if n == 0 {
			last := match.LastNumberOf(m, me)
			if last == 0 {
				return kif.Event{}, errors.New("you have not moved yet, so there is nothing to take back")
			}
			return kif.Event{Step: kif.UndoOffer{Number: last}}, nil
		}
		if n < 1 || n > m.Ply() {
			return kif.Event{}, fmt.Errorf("there is no move %d to go back to: the record has moves 1 to %d", n, m.Ply())
		}
		return kif.Event{Step: kif.UndoOffer{Number: n}}, nil
	}
}

// Agree agrees to what another player has asked.
func Agree() Step {
	return func(_ *Desk, m *match.Match, me int) (kif.Event, error) { return match.Consent(m, me) }
}

// Claim says that the player to move has missed the time limit.
func Claim() Step {
	return func(d *Desk, m *match.Match, me int) (kif.Event, error) {
		end, limited := m.Clock.Deadline(me)
		switch {
		case !limited:
			return kif.Event{}, errors.New("the match has no time limit that runs, so there is nothing to claim")
		case m.Turn == me:
			return kif.Event{}, errors.New("it is your own time that runs")
		case m.Turn == m.Roster.Umpire():
			return kif.Event{}, errors.New("the match waits for its umpire, and no player's time runs")
		case m.Claim != nil:
			return kif.Event{}, errors.New("the limit is claimed already: the other side's program answers it, or nobody does for another limit")
		case !d.System.Now().After(end):
			return kif.Event{}, fmt.Errorf("the time of %s is not over: it runs until %s", m.Roster.Name(m.Turn), end.Local().Format("2006-01-02 15:04"))
		}
		return kif.Event{Step: kif.Claim{}}, nil
	}
}

// Away announces an absence: "2026-12-20..2027-01-05". The clock stands meanwhile, for at most match.MaxAway in one match.
func Away(days string) Step {
	return func(d *Desk, m *match.Match, me int) (kif.Event, error) {
		away, err := match.ParseAway(days, d.System.Now())
		return kif.Event{Step: away}, err
	}
}

// Rotate signs the match with the newest secret from now on; the key used so far vouches for it.
func Rotate() Step {
	return func(d *Desk, m *match.Match, me int) (kif.Event, error) {
		ring, err := d.Pen().Keyring()
		if err != nil {
			return kif.Event{}, err
		}
		old, err := ring.signer(m.Keys.Of(me))
		if err != nil {
			return kif.Event{}, err
		}
		if old == ring.newest() {
			return kif.Event{}, errors.New("the match is signed with your newest secret already: hikyaku secret new draws another")
		}
		draft, err := m.Draft(kif.Event{Step: kif.Rotate{}, Party: me, At: d.System.Now(), Key: ring.key()})
		if err != nil {
			return kif.Event{}, err
		}
		draft.Event.SignOld = kif.Signature(old.Sign(draft.Entry.Bytes()))
		return draft.Event, nil
	}
}

// Rechain asks the others to accept a new key and new dice of ours, because the secret of the match is lost.
func Rechain() Step {
	return func(d *Desk, m *match.Match, me int) (kif.Event, error) {
		ring, err := MakeKeyring(d.System, d.Secret)
		if err != nil {
			return kif.Event{}, err
		}
		if _, err := ring.signer(m.Keys.Of(me)); err == nil {
			return kif.Event{}, errors.New("your secret is the one with which you joined this match: nothing is lost")
		}
		e := kif.Event{Step: kif.Rechain{}, Key: ring.key()}
		if len(m.Roster.Players()) == 2 {
			e.Chain, err = d.Pen().newChain(ring)
		}
		return e, err
	}
}
