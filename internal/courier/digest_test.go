package courier_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"

	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// daily is every day at seven.
func daily() *courier.Schedule { return &courier.Schedule{Hour: 7, Zone: time.UTC} }

// digests polls as p at a time of November 2026 in UTC and expects a number of digests.
func (tb *table) digests(p *player, day, hour, minute, want int) {
	tb.Helper()
	tb.wait(time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC).Sub(*tb.now))
	verdicts, sent := tb.poll(p)
	n := 0
	for _, d := range sent {
		tb.must(d.Err)
		if d.Match == nil && d.To.Addr == p.Me.Address {
			n++
		}
	}
	if n != want || verdicts != "" {
		tb.Errorf("on %d at %d:%02d there are %d digests, want %d; the poll gives %q", day, hour, minute, n, want, verdicts)
	}
}

// TestDigestOnceADay checks that it is sent by the first poll after its time, if something waits then.
func TestDigestOnceADay(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	tb.wantPoll(bob, "taken")
	alice.Digest, bob.Digest = daily(), daily()
	tb.digests(bob, 20, 23, 0, 1) // it has just been asked for
	for _, c := range []struct{ day, hour, minute, want int }{
		{21, 0, 0, 0}, {21, 6, 50, 0}, {21, 7, 0, 1}, {21, 7, 30, 0}, {22, 6, 0, 0}, {25, 12, 0, 1}, {25, 13, 0, 0}, {26, 6, 50, 0}, {26, 7, 10, 1},
	} {
		tb.digests(bob, c.day, c.hour, c.minute, c.want)
	}
	tb.digests(alice, 26, 8, 0, 0)
	tb.play(bob, "e8")
	tb.wantPoll(alice, "taken")
	tb.digests(alice, 26, 9, 0, 0) // nothing waited at seven
	tb.digests(alice, 27, 9, 0, 1)
	tb.reads(alice, 0) // gives the files a time of the test's clock, whatever the real one says
	if n := tb.reads(alice, 0); n != 0 {
		t.Errorf("records are read %d times", n)
	}
	tb.wait(24 * time.Hour)
	if n := tb.reads(alice, 1); n != 0 {
		t.Errorf("for a digest records are read %d times", n)
	}
}

// TestDigestNamesGames checks that a digest names the game in the title of its description only if there are several.
func TestDigestNamesGames(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	alice.Digest, alice.Picture = daily(), true
	titles := func(want ...string) {
		t.Helper()
		tb.wait(24 * time.Hour)
		tb.poll(alice)
		box := tb.boxes[alice.Me.Address]
		var got []string
		for _, fold := range strings.Split(htmlOf(t, box[len(box)-1]), "<summary")[1:] {
			title, _, _ := strings.Cut(fold, "</summary>")
			if _, title, _ = strings.Cut(title, ">"); strings.HasSuffix(title, " in a few sentences") {
				got = append(got, title)
			}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("the descriptions are called %q, want %q", got, want)
		}
	}
	titles("The game in a few sentences")
	tb.invite(home.Invitation{Game: all.Game("shogi"), Seat: 1, Others: []kif.Seat{bob.Me}})
	tb.accept(bob)
	tb.poll(alice)
	titles("Quoridor in a few sentences", "Shogi in a few sentences")
}

// TestDigestOnceAWeek counts days in the zone of the configuration.
func TestDigestOnceAWeek(t *testing.T) {
	tb, alice := one(sit(t, 2))
	alice.Digest = &courier.Schedule{Hour: 7, Minute: 30, Weekly: true, Weekday: time.Tuesday, Zone: time.FixedZone("+09:00", 9*60*60)}
	tb.digests(alice, 21, 0, 0, 1)
	tb.digests(alice, 23, 22, 20, 0) // Monday there is Tuesday
	tb.digests(alice, 23, 22, 40, 1)
	tb.digests(alice, 30, 22, 20, 0)
	tb.digests(alice, 30, 22, 40, 1)
}

// TestDigestIsTriedAgain checks that a digest is sent again if the server certainly did not accept it.
func TestDigestIsTriedAgain(t *testing.T) {
	for kind, more := range map[mailbox.SendKind]int{mailbox.Temporary: 1, mailbox.Refused: 0} {
		tb, alice := one(sit(t, 2))
		alice.Digest = daily()
		tb.fail = failing(kind)
		if _, sent := tb.poll(alice); len(sent) != 1 || sent[0].Err == nil {
			t.Errorf("%v: sent %v", kind, sent)
		}
		tb.fail = nil
		tb.digests(alice, 20, 23, 0, more)
		tb.digests(alice, 20, 23, 30, 0)
	}
}

// gathered is Alice with something of every kind waiting: two matches with Bob, one with his draw offer, one in
// which he is out of time, one with an unsent move, and an invitation. All but the last have a limit of three days.
func gathered(t *testing.T) *table {
	t.Helper()
	tb, alice, bob := two(timed(t, "quoridor", "3d"))
	tb.play(alice, "e2")
	tb.poll(bob)
	tb.play(bob, "e8")
	_, err := bob.Do(bob.copy(), home.Doing("draw"), true)
	tb.must(err)
	tb.send(bob)
	for i, limit := range []string{"30d", "3d", "3d"} {
		inv := quoridor(1)
		inv.PerMove, inv.Others = limit, []kif.Seat{bob.Me}
		tb.invite(inv)
		tb.accept(bob)
		tb.poll(alice)
		switch i {
		case 1:
			tb.play(alice, "e2")
		case 2:
			_, err := alice.Play(alice.copy(), home.Turn{Move: "d1"})
			tb.must(err)
		}
	}
	inv := quoridor(1)
	inv.Others = []kif.Seat{alice.Me}
	m, err := bob.Invite(inv)
	tb.must(err)
	bob.file = m.File
	tb.send(bob)
	tb.wait(5 * 24 * time.Hour)
	tb.poll(alice)
	alice.Digest = daily()
	return tb
}

func TestDigestTellsAll(t *testing.T) {
	tb, alice := one(gathered(t))
	asked := ""
	for s := range alice.List() {
		if s.Asks(alice.Me.Address) {
			asked = s.Short()
		}
	}
	invitation := alice.Invitations()[0].Short()
	for _, c := range []struct {
		lang  string
		day   int
		wants []string
	}{
		{"en", 26, []string{
			"It's your turn in 2 matches.\n\n3 more matches are waiting for you. Type the command below a match in a\n", " type:\n\n    hikyaku board\n\nYour time has run out (1)\n-------------------------\n\nQuoridor, with Bob\n",
			"\nBob offers a draw.\nTime ran out on Monday 23 ", " UTC\nTo accept:\n    hikyaku accept " + asked + "\nTo move now:\n    hikyaku play " + asked + "\n\nYour turn (1)\n-------------\n\nQuoridor, with Bob\n",
			"24 days left, until Sunday 20 December, ", " UTC\nTo move:\n    hikyaku play ", "\n\nInvitations to answer (1)\n---------", "\nWaiting since Friday 20 November, ",
			"\nTo accept or decline:\n    hikyaku accept " + invitation + "\n    hikyaku decline " + invitation + "\n\nThe other side's time has run out (1)\n----",
			"\nTo claim the win:\n    hikyaku clock claim ", " --send\n\nNot sent yet (1)\n--------", "\nTo send it:\n    hikyaku send " + alice.copy().Match.Short() + "\n\nYou are receiving",
		}},
		{"ja", 27, []string{
			"あなたの手番の対局が2局あります。\n\nほかに3局で対応が必要です。", "時間が切れている対局（1）\n-------------------------\n\nコリドール、相手：Bob\nBobさんが引き分けを提案しています。\n11月23日（月）",
			"に時間切れ\n応じるには：\n    hikyaku accept " + asked + "\n今から指すには：\n    hikyaku play " + asked + "\n", "\n残り23日、期限は12月20日（日）20:34 UTC\n指すには：\n", "11月20日（金）", "設定のdigest",
		}},
	} {
		alice.Lang = c.lang
		tb.digests(alice, c.day, 12, 0, 1)
		l := tb.lastTo(alice)
		for _, want := range c.wants {
			if !strings.Contains(l.Text, want) {
				t.Errorf("%q is not in\n%s", want, l.Text)
			}
		}
		for line := range strings.Lines(l.Text) {
			if strings.Contains(strings.TrimSpace(line), "  ") || runewidth.StringWidth(strings.TrimRight(line, "\n")) > 72 {
				t.Errorf("the line %q", line)
			}
		}
		if l.Automatic != "auto-generated" || !l.From.Is(alice.Me.Address) || !strings.Contains(l.Subject, "5") {
			t.Errorf("from %s, automatic %q, subject %s", l.From.Addr, l.Automatic, l.Subject)
		}
	}
}

// TestLongDigest checks that it lists the first fifty of each kind and counts the others.
func TestLongDigest(t *testing.T) {
	tb, alice := one(sit(t, 2))
	for n := range 51 {
		tb.must(os.WriteFile(filepath.Join(alice.Dir, fmt.Sprintf("copy-%02d.kif", n)), []byte(tb.bytes(alice)), 0o644))
	}
	alice.Digest = daily()
	tb.digests(alice, 20, 23, 0, 1)
	text := tb.lastTo(alice).Text
	if n := strings.Count(text, "    hikyaku play "); n != 50 || !strings.Contains(text, "\nAnd 2 more: hikyaku matches --waiting lists them.\n") {
		t.Errorf("it lists %d:\n%s", n, text)
	}
}

// TestDigestTellsLastMoves checks that a digest with boards says what was played last, and the terms of an invitation.
func TestDigestTellsLastMoves(t *testing.T) {
	tb, alice := one(gathered(t))
	alice.Picture = true
	tb.digests(alice, 26, 12, 0, 1)
	for _, want := range []string{"\nBob played e8.\nBob offers a draw.\n", "\nYou played e2.\nTime ran out on ", "\nBob moves first. There is no time limit.\n"} {
		if l := tb.lastTo(alice); !strings.Contains(l.Text, want) {
			t.Errorf("%q is not in\n%s", want, l.Text)
		}
	}
}
