package courier_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile/storetest"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// TestThreeYears plays a match in which each move takes forty days, with and without a limit. A player's total exceeds what
// columns of times must hold.
func TestThreeYears(t *testing.T) {
	for _, control := range []string{"", "60d", "100d+50d"} {
		tb := timed(t, "quoridor", control)
		for ply := range 28 {
			mover, other := tb.players[ply%2], tb.players[1-ply%2]
			tb.wait(40 * 24 * time.Hour)
			tb.play(mover, []string{"e2", "e8", "e1", "e9"}[ply%4])
			tb.wantPoll(other, "taken")
		}
		tb.same()
		bob := tb.players[1]
		_, err := bob.Resign(bob.copy(), 0, true)
		tb.must(err)
		tb.send(bob)
		tb.poll(tb.players[0])
		tb.same()
		if m := tb.open(tb.players[0]); m.Outcome == nil || m.Outcome.Word != kif.Resignation {
			t.Errorf("%q: the match has %+v", control, m.Outcome)
		}
	}
}

// TestOldClock dates the opponent's move like a machine without a clock, or like an attacker. Whatever the
// date, the match can continue: by a move, a resignation, a claim, its answer and a poll.
func TestOldClock(t *testing.T) {
	for _, date := range []string{
		"1970-01-01T00:00:01Z", "2007-01-01T00:00:00+09:00", "0001-01-02T00:00:00Z", "9999-12-30T23:59:59Z", "2024-11-20T19:30:00-23:59", "2026-11-20T19:30:00+23:59",
	} {
		moved := func() (*table, *player, *player) {
			tb, alice, bob := two(timed(t, "quoridor", "3d"))
			tb.wait(36 * time.Hour)
			r := signed(tb, masterOf(tb, alice), tb.bytes(alice), "   1 e2\n#: at "+date+"\n")
			tb.must(os.WriteFile(alice.file, []byte(r), 0o644))
			tb.forge(bob, alice.Me.Address, []byte(r))
			tb.wantReport(bob, courier.Taken, "warning")
			return tb, alice, bob
		}
		tb, alice, bob := moved()
		tb.wait(time.Hour)
		tb.play(bob, "e8")
		tb.wantPoll(alice, "taken")
		tb.play(alice, "e3")
		tb.wantPoll(bob, "taken")
		tb.same()
		if m := tb.open(bob); m.Outcome != nil || m.Turn != 2 {
			t.Errorf("%s: %s", date, m.Status().En)
		}

		tb, alice, bob = moved()
		_, err := bob.Resign(bob.copy(), 0, true)
		tb.must(err)
		tb.send(bob)
		tb.wantPoll(alice, "taken")

		tb, alice, bob = moved()
		tb.wait(40 * time.Hour)
		if date < "2026-11-21" { // by its date the time is over, but not by the arrival of the message; before the limit it can't be claimed
			tb.forge(bob, alice.Me.Address, tb.claimBy(alice))
			tb.wantPoll(bob, "taken acted")
			m := tb.open(bob)
			if m.Outcome != nil || m.Claim != nil {
				t.Errorf("%s: Bob, who has had forty hours: %s", date, m.Status().En)
			}
			if m.Clock.MayClaim(m.Clock.NextClaim) || !m.Clock.MayClaim(m.Clock.NextClaim.Add(time.Second)) || m.Clock.NextClaim.Sub(*tb.now) < 31*time.Hour {
				t.Errorf("%s: another claim is allowed behind %s", date, m.Clock.NextClaim)
			}
			tb.wantPoll(alice, "taken")
			tb.refuses(alice, "contested your claim: the deadline is now", home.Doing("claim"))
		}
		tb.wait(85 * time.Hour)
		tb.play(bob, "e8") // who may always move
	}
}

// TestClockAYearOff plays whole matches in which one player's clock is a year slow or fast from the invitation on, and the
// other player claims whenever possible. Neither loses on time, and both have the same record.
func TestClockAYearOff(t *testing.T) {
	const year = 365 * 24 * time.Hour
	for n := range max(2, *chaosGames) * 4 {
		g, off, wrong := all.Games[n/4%len(all.Games)], []time.Duration{-year, year}[n%2], n/2%2
		t.Run(fmt.Sprintf("%s/%s/%v", g.Name, []string{"the inviting player", "the invited player"}[wrong], off), func(t *testing.T) {
			tb := chairs(t, 2)
			p := tb.players[wrong]
			clock := tb.now.Add(off)
			tb.equip(p, storetest.Machine{Time: &clock}, tb.mail(p))
			tb.invite(home.Invitation{Game: g, Seat: 1, PerMove: "3d", Others: []kif.Seat{tb.players[1].Me}})
			tb.accept(tb.players[1])
			for range 10 {
				tb.wait(20 * time.Hour)
				clock = clock.Add(20 * time.Hour)
				tb.playOn(1)
				tb.same()
				if m := tb.open(p); m.Claim != nil {
					t.Fatalf("somebody claims: %s", m.Status().En)
				} else if m.Outcome != nil {
					break
				}
				// A claim is possible only if the dates don't agree. The program of the other player contests it, or refuses it as
				// one from the future; the next move ends it.
				honest := tb.players[1-wrong]
				if _, err := honest.Do(honest.copy(), home.Doing("claim"), true); err != nil {
					continue
				}
				if !tb.open(honest).Disputed() {
					t.Fatalf("%s may claim after a day", honest.Me.Name)
				}
				tb.send(honest)
				tb.poll(p)
				tb.poll(honest)
			}
			if m := tb.open(p); m.Outcome == nil && m.Ply() < 10 || m.Outcome != nil && m.Outcome.Word == kif.TimeOut {
				t.Errorf("%d plies, the outcome is %+v", m.Ply(), m.Outcome)
			}
		})
	}
}

// TestOldClockOfAnUmpire checks that a mail-only player's reply to such a move is accepted.
func TestOldClockOfAnUmpire(t *testing.T) {
	tb := officiated(t, umpired("quoridor", 1, nil), 2)
	umpire, alice := tb.players[0], tb.players[1]
	tb.round()
	r := signed(tb, masterOf(tb, alice), tb.bytes(alice), "   1 e2\n#: at 2000-01-01T00:00:00Z\n")
	tb.forge(umpire, alice.Me.Address, []byte(r))
	tb.wantPoll(umpire, "taken")
	tb.writes(tb.players[2], "e8")
	tb.poll(umpire)
	if m := tb.open(umpire); m.Ply() != 2 {
		t.Errorf("the reply is not taken:\n%s", tb.bytes(umpire))
	}
}

// TestOldLocalRecord continues a match on one machine that was last changed in 2007.
func TestOldLocalRecord(t *testing.T) {
	tb := chairs(t, 1)
	p := tb.players[0]
	r, err := p.Desk.New(home.Setup{Game: all.Game("quoridor"), Seats: []kif.Seat{{Name: "Alice"}, {Name: "Bob"}}})
	tb.must(err)
	p.Desk.Me = kif.Seat{}
	for _, last := range []string{"2007-01-01T00:00:00+09:00", "0001-01-02T00:00:00Z", "9999-12-30T00:00:00Z"} {
		p.file = p.Dir + "/" + last[:4] + ".kif"
		tb.must(os.WriteFile(p.file, []byte(string(r.Bytes())+"   1 e2         (5999999:00/99999:59:59)\n#: at "+last+"\n"), 0o644))
		for _, move := range []string{"e8", "e3", "e7"} {
			_, err = p.Play(p.copy(), home.Turn{Move: move})
			tb.must(err)
		}
		_, err = p.Resign(p.copy(), 1, false)
		tb.must(err)
		if m := tb.open(p); m.Outcome == nil || m.Ply() != 4 {
			t.Errorf("the match is\n%s", tb.bytes(p))
		}
	}
}

// TestStepThatCannotBeWritten checks that a program that can't answer a claim automatically reports it, and continues the poll.
func TestStepThatCannotBeWritten(t *testing.T) {
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.wait(85 * time.Hour)
	tb.sends(alice, home.Doing("claim"))
	full := unwritable{bob.Shelf}
	bob.Shelf = full
	reports, _, err := bob.Poll(t.Context())
	if err != nil || len(reports) != 2 || reports[1].Verdict != courier.Refused || !strings.Contains(reports[1].Reason.En, "切れ負け is due now and could not be recorded: no room") {
		t.Fatalf("%v, %+v", err, reports)
	}
	bob.Shelf = full.Shelf
	tb.wantPoll(bob, "acted")
}

// unwritable is a shelf on which a program can't write automatically.
type unwritable struct{ courier.Shelf }

func (s unwritable) Attend(m match.Copy) (match.Copy, []error, error) {
	return m, []error{&home.Unwritten{Step: kif.TimeOut, Err: fmt.Errorf("no room")}}, nil
}

// TestFullRecord checks that a record with the maximum number of events can still be ended by both sides, and that the program warns before.
func TestFullRecord(t *testing.T) {
	ends := map[string]func(tb *table, p *player) error{
		"投了":   func(_ *table, p *player) error { _, err := p.Resign(p.copy(), 0, true); return err },
		"合意引分": func(_ *table, p *player) error { _, err := p.Do(p.copy(), home.Doing("draw"), true); return err },
	}
	tb := timed(t, "quoridor", "3d")
	for _, p := range tb.players {
		p.Heads = "" // the same record is ended several times
	}
	tb.lengthen(9800, true)
	base := tb.bytes(tb.players[0])
	for n, p := range tb.players {
		for word, end := range ends {
			tb.must(os.WriteFile(p.file, []byte(base), 0o644))
			tb.must(end(tb, p))
			if m := tb.open(p); m.Outcome == nil || string(m.Outcome.Word) != word {
				t.Errorf("player %d: %s gives %+v", n+1, word, m.Outcome)
			}
		}
		tb.must(os.WriteFile(p.file, []byte(base), 0o644))
	}
	m := tb.open(tb.players[0])
	mover, other := tb.players[m.Turn-1], tb.players[2-m.Turn]
	_, err := mover.Play(mover.copy(), home.Turn{Move: tb.someMove(mover), Post: true})
	if err == nil || !strings.Contains(err.Error(), "9800 events, and there is no room for more play") {
		t.Errorf("a move gives %v", err)
	}
	tb.refuses(mover, "no room for more play", home.Doing("say", "well"))
	tb.wait(85 * time.Hour)
	tb.sends(other, home.Doing("claim"))
	tb.poll(mover)
	if o := tb.open(mover).Outcome; o == nil || o.Word != kif.TimeOut {
		t.Errorf("the claim gives %+v", o)
	}
	if text := m.RoomText().En; !strings.Contains(text, "end the match as a draw without") {
		t.Errorf("it is told %q", text)
	}
	if low := m.Cut(match.WarnEvents); !strings.Contains(low.RoomText().En, "9000 events. At 9800") || m.Cut(match.WarnEvents-1).RoomText() != (i18n.Text{}) {
		t.Errorf("before it is told %q", low.RoomText().En)
	}
}
