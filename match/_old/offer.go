package match

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/kif/fair"
)

// me is our party in a match that can be played by letter.
func (d *Desk) me(m *Match) (int, error) {
	me := m.PartyAt(d.Me.Addr)
	switch {
	case !m.Invited():
		return 0, errors.New("this match is played at one machine: nobody else is to be asked")
	case me == 0:
		return 0, fmt.Errorf("no seat of this match has your address: the one in your configuration is %s", cmp.Or(d.Me.Addr, "none"))
	case m.Outcome() != nil:
		return 0, &NotYourTurn{m.over()}
	case m.Joining() != 0:
		return 0, &NotYourTurn{m.Status()}
	}
	return me, nil
}

// step lets make give an event of ours at the end of the match in file, before throws that no move has used yet.
func (d *Desk) step(file string, post bool, make func(m *Match, me int) (kif.Event, error)) (*Match, error) {
	return d.change(file, func(m *Match) (*kif.Record, error) {
		me, err := d.me(m)
		if err != nil {
			return nil, err
		}
		if m, err = d.settled(m); err != nil {
			return nil, err
		}
		e, err := make(m, me)
		if err != nil {
			return nil, err
		}
		e.Party = me
		return d.append(m, e, me, post)
	})
}

// atOneMachine ends a match that nobody was invited to in a way that all at the machine have seen.
func (d *Desk) atOneMachine(file, ending string) (*Match, error) {
	return d.change(file, func(m *Match) (*kif.Record, error) {
		if m.Outcome() != nil {
			return nil, &NotYourTurn{m.over()}
		}
		return d.append(m, kif.Event{Kind: kif.Ending, Text: ending, Seat: m.Due()}, m.PartyOf(m.Due()), false)
	})
}

// byInvitation tells whether the match in file began by invitation.
func (d *Desk) byInvitation(file string) (bool, error) {
	m, err := d.Open(file)
	return err == nil && m.Invited(), err
}

// Draw offers a draw, or accepts the one that stands. At one machine it is agreed at once.
func (d *Desk) Draw(file string, post bool) (*Match, error) {
	if byMail, err := d.byInvitation(file); err == nil && !byMail && !post {
		return d.atOneMachine(file, kif.DrawAgreed)
	}
	return d.step(file, post, func(m *Match, me int) (kif.Event, error) {
		o := m.Offer()
		switch {
		case o == nil || o.Word != kif.DrawOffer:
			return kif.Event{Kind: kif.Act, Text: kif.DrawOffer}, nil
		case agreed(o, me):
			return kif.Event{}, errors.New("you have offered or accepted this draw already: it stands until the next move")
		}
		return consent(m, o, me), nil
	})
}

func agreed(o *kif.Offer, party int) bool {
	for _, p := range o.Agreed {
		if p == party {
			return true
		}
	}
	return false
}

// seatOf is the first seat of a party; before the toss, its place among the players.
func (m *Match) seatOf(party int) int {
	if m.PartyOf(1) == 0 {
		return 1 + slices.Index(m.Players(), party)
	}
	for n := 1; n <= m.Seats(); n++ {
		if m.PartyOf(n) == party {
			return n
		}
	}
	return 0
}

// AskBack asks the others to take back our last move, or to go back to the position before move number n where n is not 0.
func (d *Desk) AskBack(file string, n int, post bool) (*Match, error) {
	return d.step(file, post, func(m *Match, me int) (kif.Event, error) {
		if n == 0 {
			if n = m.lastNumberOf(me); n == 0 {
				return kif.Event{}, errors.New("you have not moved yet, so there is nothing to take back")
			}
		} else if n < 1 || n > m.Ply() {
			return kif.Event{}, fmt.Errorf("there is no move %d to go back to: the record has moves 1 to %d", n, m.Ply())
		}
		return kif.Event{Kind: kif.Act, Text: fmt.Sprintf("%s %d", kif.UndoOffer, n)}, nil
	})
}

// lastNumberOf is the number of a party's last move, 0 where it has none.
func (m *Match) lastNumberOf(party int) int {
	for i := len(m.Record.Events) - 1; i >= 0; i-- {
		if e := m.Record.Events[i]; e.Kind == kif.Move && m.By(i) == party {
			return e.Number
		}
	}
	return 0
}

// Agree agrees to what another player has offered.
func (d *Desk) Agree(file string, post bool) (*Match, error) {
	return d.step(file, post, func(m *Match, me int) (kif.Event, error) {
		o := m.Offer()
		if o == nil || agreed(o, me) {
			return kif.Event{}, errors.New("nobody else's offer stands, so there is nothing to agree to")
		}
		return consent(m, o, me), nil
	})
}

// consent is the event by which party agrees to o.
func consent(m *Match, o *kif.Offer, party int) kif.Event {
	switch {
	case o.Word == kif.UndoOffer:
		return kif.Event{Kind: kif.Act, Text: kif.UndoAgree}
	case o.Word != kif.DrawOffer:
		return kif.Event{Kind: kif.Act, Text: kif.Agree}
	case m.Undecided() > 1:
		return kif.Event{Kind: kif.Act, Text: kif.DrawAgree}
	}
	return kif.Event{Kind: kif.Ending, Text: kif.DrawAgreed, Seat: m.seatOf(party)}
}

// Claim says that the player to move has missed the time limit: a loss, or what the game makes of it. At one machine the
// clock stands on the table.
func (d *Desk) Claim(file string, post bool) (*Match, error) {
	if byMail, err := d.byInvitation(file); err == nil && !byMail && !post {
		return d.late(file)
	}
	return d.step(file, post, func(m *Match, me int) (kif.Event, error) {
		end, limited := m.Deadline()
		switch {
		case !limited:
			return kif.Event{}, errors.New("the match has no time limit, so there is nothing to claim")
		case m.Turn() == me:
			return kif.Event{}, errors.New("it is your own time that runs")
		case m.Umpire() != 0 && m.Turn() == m.Umpire():
			return kif.Event{}, errors.New("the match waits for its umpire, and no player's time runs")
		case !d.System.Now().After(end):
			return kif.Event{}, fmt.Errorf("the time of %s is not over: it runs until %s", m.partyName(m.Turn()), end.Local().Format("2006-01-02 15:04"))
		case m.Game.Late != "":
			return kif.Event{Kind: kif.Move, Text: string(m.Game.Late)}, nil
		}
		return kif.Event{Kind: kif.Ending, Text: kif.TimeOut, Seat: m.seatOf(m.Turn())}, nil
	})
}

// late is Claim at one machine.
func (d *Desk) late(file string) (*Match, error) {
	m, err := d.Open(file)
	if err == nil && m.Game.Late != "" {
		return d.Play(file, Turn{Move: string(m.Game.Late)})
	}
	return d.atOneMachine(file, kif.TimeOut)
}

// Away announces an absence: "2026-12-20..2027-01-05". The clock stands meanwhile, for at most MaxAway in one match.
func (d *Desk) Away(file, days string, post bool) (*Match, error) {
	first, last, err := kif.Days(days)
	switch length := last.Add(24 * time.Hour).Sub(first); {
	case err != nil:
		return nil, fmt.Errorf("%q is not two days: write 2026-12-20..2027-01-05", days)
	case length > MaxAway:
		return nil, fmt.Errorf("%s is more than the %d days for which a clock stands in one match", days, MaxAway/(24*time.Hour))
	}
	if last.Add(24 * time.Hour).Before(d.System.Now()) {
		return nil, fmt.Errorf("%s is past", days)
	}
	return d.step(file, post, func(*Match, int) (kif.Event, error) {
		return kif.Event{Kind: kif.Act, Text: kif.Away + " " + days}, nil
	})
}

// Rotate signs the match with the newest secret from now on; the key used so far vouches for it.
func (d *Desk) Rotate(file string, post bool) (*Match, error) {
	return d.step(file, post, func(m *Match, me int) (kif.Event, error) {
		ring, err := d.keyring()
		if err != nil {
			return kif.Event{}, err
		}
		old, err := ring.signer(m.pins.keys[me])
		if err != nil {
			return kif.Event{}, err
		}
		if old == ring.newest() {
			return kif.Event{}, errors.New("the match is signed with your newest secret already: hikyaku secret new draws another")
		}
		e := kif.Event{Kind: kif.Act, Text: kif.Rotate, Party: me, At: d.System.Now(), Notes: []kif.Note{key(ring)}}
		after, err := m.Append(e)
		if err != nil {
			return kif.Event{}, err
		}
		bytes := after.Entries[len(after.Entries)-1].Bytes()
		e.Notes = append(e.Notes, kif.Note{Word: "sign-old", Text: hex.EncodeToString(old.Sign(bytes))})
		return e, nil
	})
}

// Replace asks the other player to accept a new key and new dice of ours, because the secret of the match is lost.
func (d *Desk) Replace(file string, post bool) (*Match, error) {
	if _, err := MakeKeyring(d.System, d.Secret); err != nil {
		return nil, err
	}
	return d.step(file, post, func(m *Match, me int) (kif.Event, error) {
		ring, err := d.keyring()
		if err != nil {
			return kif.Event{}, err
		}
		if _, err := ring.signer(m.pins.keys[me]); err == nil {
			return kif.Event{}, errors.New("your secret is the one with which you joined this match: nothing is lost")
		}
		e := kif.Event{Kind: kif.Act, Text: kif.Rechain, Notes: []kif.Note{key(ring)}}
		if len(m.Players()) == 2 {
			chain, err := d.newChain(ring)
			if err != nil {
				return e, err
			}
			e.Notes = append(e.Notes, chain)
		}
		return e, nil
	})
}

// NewSecret draws a further secret, for new matches and for Rotate.
func (d *Desk) NewSecret() error {
	m, err := fair.NewMaster(rand.Reader)
	if err != nil {
		return err
	}
	return ImportSecret(d.System, d.Secret, m.Reveal())
}

// offerText says what is proposed to party, nothing where nothing is or it has agreed.
func (m *Match) offerText(party int) engine.Text {
	o := m.Offer()
	if o == nil || m.Outcome() != nil || agreed(o, party) {
		return engine.Text{}
	}
	who := m.partyName(o.Party)
	switch o.Word {
	case kif.DrawOffer:
		return engine.Text{En: who + " offers a draw", Ja: who + "が引き分けを提案している"}
	case kif.UndoOffer:
		return engine.Text{
			En: fmt.Sprintf("%s asks to take back move %d and what followed", who, o.Number),
			Ja: fmt.Sprintf("%sが%d手目以降の待ったを求めている", who, o.Number),
		}
	}
	return engine.Text{
		En: who + " has lost the secret of this match and asks you to accept a new one: make sure by another way that it is " + who,
		Ja: who + "がこの対局の秘密鍵を失い、新しい鍵の承認を求めている。本人かどうか別の方法で確かめること",
	}
}
