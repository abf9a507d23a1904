package courier_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

func TestWholeMatch(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	for ply, move := range strings.Fields("e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1") {
		mover, other := tb.players[ply%2], tb.players[1-ply%2]
		tb.play(mover, move)
		tb.wantPoll(other, "taken")
		tb.wantPoll(mover, "")
	}
	tb.same()
	m, err := alice.Open(alice.file)
	tb.must(err)
	if o := m.Outcome; o == nil || o.Places[1] != 1 {
		t.Fatalf("the match ended %+v, want seat 2 to have won", o)
	}
	var turn *match.NotYourTurn
	if _, err := bob.Play(bob.copy(), home.Turn{Move: "e2"}); !errors.As(err, &turn) {
		t.Errorf("playing on gives %v", err)
	}
	if tb.sent != 16 {
		t.Errorf("%d letters were sent, want 16", tb.sent)
	}
}

func TestResignationTravels(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	_, err := bob.Resign(bob.copy(), 0, true) // out of turn, for the own seat
	tb.must(err)
	tb.send(bob)
	tb.wantPoll(alice, "taken")
	tb.same()
	m, _ := alice.Open(alice.file)
	if o := m.Outcome; o == nil || o.Places[0] != 1 {
		t.Errorf("outcome %+v, want seat 1 to have won", o)
	}
}

func TestOnlyOwnSeats(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	var turn *match.NotYourTurn
	tb.unchanged(bob, func() {
		if _, err := bob.Play(bob.copy(), home.Turn{Move: "e2"}); !errors.As(err, &turn) {
			t.Errorf("playing for another seat gives %v", err)
		}
		if _, err := bob.Resign(bob.copy(), 1, false); !errors.As(err, &turn) {
			t.Errorf("resigning for another seat gives %v", err)
		}
	})
	tb.unchanged(alice, func() {
		var rejection *engine.Rejection
		if _, err := alice.Play(alice.copy(), home.Turn{Move: "e5"}); !errors.As(err, &rejection) {
			t.Errorf("an illegal move gives %v", err)
		}
	})
}

func TestRepeatedAndOlderLetters(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	tb.wantPoll(bob, "taken")
	first := tb.boxes[bob.Me.Address][1]
	tb.send(alice) // again, on purpose
	if again := tb.boxes[bob.Me.Address][2]; !bytes.Equal(first, again) {
		t.Errorf("the same turn is another letter when it is sent again:\n%s\n%s", first, again)
	}
	tb.unchanged(bob, func() { tb.wantPoll(bob, "known") })
	tb.play(bob, "e8")
	tb.wantPoll(alice, "taken")
	tb.drop(bob.Me.Address, first)
	tb.unchanged(bob, func() { tb.wantPoll(bob, "known") })
	tb.same()
}

func TestLostLetterHeals(t *testing.T) {
	tb := sit(t, 4)
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	tb.play(alice, "e2")
	box := tb.boxes[carol.Me.Address]
	tb.boxes[carol.Me.Address] = box[:len(box)-1] // the message to Carol is lost
	tb.wantPoll(bob, "taken")
	tb.play(bob, "b5")
	tb.wantPoll(carol, "taken") // together with Alice's move, which she signed
	tb.send(alice)
	tb.unchanged(carol, func() { tb.wantPoll(carol, "known") })
	tb.wantPoll(tb.players[3], "taken taken known")
	tb.wantPoll(alice, "taken")
	tb.same()
}

// TestForkIsKeptAndShown plays the same turn on two machines of one player.
func TestForkIsKeptAndShown(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	before := tb.bytes(alice)
	tb.play(alice, "d1")
	other := tb.bytes(alice)
	tb.boxes[bob.Me.Address] = tb.boxes[bob.Me.Address][:1]
	tb.must(os.WriteFile(alice.file, []byte(before), 0o644))
	alice.Heads = "" // a second machine, which knows nothing of the first
	tb.play(alice, "e2")
	tb.wantPoll(bob, "taken")
	tb.forge(bob, alice.Me.Address, []byte(other))
	tb.unchanged(bob, func() { tb.wantPoll(bob, "diverged") })
	kept, err := filepath.Glob(bob.file + ".line-*")
	tb.must(err)
	if len(kept) != 1 {
		t.Fatalf("the forks kept are %v, want one", kept)
	}
	line, err := kif.Read([]byte(other))
	tb.must(err)
	line, err = line.Shared()
	tb.must(err)
	if data, _ := os.ReadFile(kept[0]); string(data) != string(line.Bytes()) {
		t.Errorf("the fork is\n%s\nwant\n%s", data, line.Bytes())
	}
}

// TestCrossedLetters checks that a move takes precedence over a resignation that crosses it, and that the resignation follows it.
func TestCrossedLetters(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	_, err := bob.Resign(bob.copy(), 0, true)
	tb.must(err)
	tb.send(bob)
	tb.unchanged(alice, func() { tb.wantPoll(alice, "known") })
	tb.wantPoll(bob, "taken")
	tb.wantPoll(alice, "taken")
	tb.same()
	if m := tb.open(alice); m.Outcome == nil || m.Outcome.Places[0] != 1 || m.Ply() != 1 {
		t.Errorf("the match stands at\n%s", tb.bytes(alice))
	}
}

func TestRefusals(t *testing.T) {
	edit := func(old, new string) func(string) string {
		return func(s string) string { return strings.Replace(s, old, new, 1) }
	}
	add := func(lines string) func(string) string { return func(s string) string { return s + lines } }
	cases := map[string]struct {
		from   string
		record func(string) string
		want   string
	}{
		"a stranger":                   {"mallory@example.org", add("   2 e8\n"), "refused"},
		"a look-alike":                 {"ALICE@example.org", add("   2 e8\n"), "refused"},
		"an illegal move":              {"alice@example.org", add("   2 e5\n"), "refused"},
		"a stranger with nothing new":  {"mallory@example.org", add(""), "refused"},
		"a draw in the sender's name":  {"alice@example.org", add("   2 合意引分\n#: seat 1\n"), "refused"},
		"a win in the sender's name":   {"alice@example.org", add("   2 反則勝ち\n#: seat 1\n"), "refused"},
		"a break in the sender's name": {"alice@example.org", add("   2 中断\n#: seat 1\n"), "refused"},
		"our own seat":                 {"alice@example.org", add("   2 e8\n"), "refused"},
		"our own resignation":          {"alice@example.org", add("   2 投了\n"), "refused"},
		"a draw nobody agreed to":      {"alice@example.org", add("   2 合意引分\n"), "refused"},
		"a loss on time":               {"alice@example.org", add("   2 切れ負け\n"), "refused"},
		"an older record":              {"alice@example.org", func(s string) string { return s[:strings.Index(s, "   1 e2")] }, "known"},
		"another opening":              {"alice@example.org", edit("Bob", "Bill"), "refused"},
		"a key of somebody else":       {"alice@example.org", edit("#: key ", "#: key AAAA"), "refused"},
		"an unsigned acceptance":       {"alice@example.org", func(s string) string { return lastReplace(s[:strings.Index(s, "   1 e2")], "#: sign ", "\n", remove) }, "refused"},
		"a game of another name":       {"alice@example.org", edit("quoridor", "hnefatafl"), "refused"},
		"an unknown option":            {"alice@example.org", edit("players=2", "players=3"), "refused"},
		"a torn record":                {"alice@example.org", func(s string) string { return s[:len(s)/3] }, "refused"},
		"binary":                       {"alice@example.org", add("\x00\x01\x02"), "refused"},
		"more than is ever read":       {"alice@example.org", add(strings.Repeat("#"+strings.Repeat(" ", 998)+"\n", 6400)), "refused"},
		"nothing that we lack":         {"alice@example.org", add(""), "known"},
		"a record without the sign":    {"alice@example.org", edit("#hikyaku record 2\n", ""), ""},
		"a record of an older format":  {"alice@example.org", edit("#hikyaku record 2\n", "#hikyaku record 1\n"), "refused"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			tb, alice, bob := two(sit(t, 2))
			tb.play(alice, "e2")
			tb.wantPoll(bob, "taken")
			tb.forge(bob, c.from, []byte(c.record(tb.bytes(bob))))
			tb.unchanged(bob, func() { tb.wantPoll(bob, c.want) })
			tb.unchanged(bob, func() { tb.wantPoll(bob, "") }) // it is not looked at again
		})
	}
}

func TestInvitationWaitsForConsent(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	tb.invite(home.Invitation{Game: all.Game("quoridor"), Seat: 1, Others: []kif.Seat{bob.Me}})
	tb.wantPoll(bob, "new")
	tb.drop(bob.Me.Address, tb.boxes[bob.Me.Address][0])
	tb.wantPoll(bob, "known")
	for m := range bob.List() {
		t.Errorf("a match was taken up unasked: %v", m.File)
	}
	tb.forge(bob, "mallory@example.org", []byte(tb.bytes(alice)))
	tb.wantPoll(bob, "refused")
	m, err := bob.Decline(bob.Invitations()[0].Short(), "no time")
	tb.must(err)
	bob.file = m.File
	tb.send(bob)
	tb.wantPoll(alice, "taken")
	tb.same()
	if o := tb.open(alice).Outcome; o == nil || o.Rule.ID != match.Declined {
		t.Errorf("outcome %+v, want a match declined", o)
	}
	if len(bob.Invitations()) != 0 {
		t.Error("the invitation still waits")
	}
}

// TestAcceptedInOurName checks that somebody else can't accept an invitation to us with a key of their own.
func TestAcceptedInOurName(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	tb.invite(home.Invitation{Game: all.Game("quoridor"), Seat: 1, Others: []kif.Seat{bob.Me}})
	tb.wantPoll(bob, "new")
	thief, carrier := *bob.Desk, *bob.Courier
	thief.Secret, thief.Dir = t.TempDir()+"/secret", t.TempDir()
	carrier.Shelf, carrier.Memory = &thief, home.Memory{System: thief.System, File: t.TempDir() + "/state.json"}
	second := &player{Desk: &thief, Courier: &carrier}
	tb.accept(second)
	tb.wantPoll(alice, "taken")
	tb.play(alice, "e2")
	if verdicts, _ := tb.poll(bob); verdicts != "refused" {
		t.Errorf("a match that another accepted in our name is %q", verdicts)
	}
	for m := range bob.List() {
		t.Errorf("it was taken: %v", m.File)
	}
	if len(bob.Invitations()) != 1 {
		t.Error("the invitation is gone")
	}
}

func TestLostRecordIsRestored(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	tb.must(os.Remove(bob.file))
	tb.wantPoll(bob, "begun")
	tb.play(bob, "e8")
	tb.wantPoll(alice, "taken")
	tb.same()
}

func TestHostileMail(t *testing.T) {
	files, err := filepath.Glob("../../mailbox/testdata/hostile/*.eml")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d hostile mails (%v)", len(files), err)
	}
	tb, alice, bob := two(sit(t, 2))
	for _, file := range files {
		raw, err := os.ReadFile(file)
		tb.must(err)
		tb.drop(bob.Me.Address, raw)
	}
	tb.play(alice, "e2") // behind them all, it is still taken
	before, _ := os.ReadDir(bob.Dir)
	verdicts, sent := tb.poll(bob)
	if !strings.HasSuffix(verdicts, "taken") || strings.Count(verdicts, "taken") != 1 || len(sent) != 0 {
		t.Errorf("verdicts %q, %d letters sent", verdicts, len(sent))
	}
	if after, _ := os.ReadDir(bob.Dir); len(after) != len(before) {
		t.Errorf("files were made: %v", after)
	}
	tb.same()
}

func TestRecordsThatTakeTooMuch(t *testing.T) {
	var long strings.Builder
	long.WriteString("#hikyaku record 2\nゲーム：quoridor\n")
	for n := range 10_001 {
		fmt.Fprintf(&long, "%4d %s\n", n+1, []string{"e2", "e8", "e1", "e9"}[n%4])
	}
	trap := *all.Game("quoridor")
	trap.Name, trap.Start = "trap", func(engine.Options) (engine.Position, error) { panic("caught in the trap") }
	for record, want := range map[string]string{
		long.String():                   "the limit is 10000",
		"#hikyaku record 2\nゲーム：trap\n": "can't be parsed",
	} {
		tb, alice, bob := two(sit(t, 2))
		bob.Games = append(slices.Clone(bob.Games), &trap)
		tb.forge(bob, alice.Me.Address, []byte(record))
		if r := tb.report(bob); r.Verdict != courier.Refused || !strings.Contains(r.Reason.En, want) {
			t.Errorf("%+v, want %q", r, want)
		}
		tb.play(alice, "e2")
		tb.wantPoll(bob, "taken")
	}
}

func TestCaptionAndStatus(t *testing.T) {
	tb, alice := one(sit(t, 2))
	m, err := alice.Open(alice.file)
	tb.must(err)
	if got := m.Match.Status(); got != (i18n.Text{En: "Alice to move", Ja: "Aliceさんの番"}) {
		t.Errorf("Status() = %+v", got)
	}
	m, err = alice.Resign(alice.copy(), 0, false)
	tb.must(err)
	if got := m.Match.For(1).Caption(nil).En; got != "Alice, Bob" {
		t.Errorf("Caption() = %q", got)
	}
}

func TestParseSeat(t *testing.T) {
	for text, want := range map[string]string{
		"1=Alice": "Alice", "2=Bob <bob@example.org>": "Bob <bob@example.org>", "1=<a@example.org>": "<a@example.org>", "先手=Alice": "Alice", "２=花子": "花子",
	} {
		if _, seat, err := home.ParseSeat(text); err != nil || seat.String() != want {
			t.Errorf("ParseSeat(%q) = %v, %v", text, seat, err)
		}
	}
	for _, text := range []string{"", "Alice", "0=Alice", "x=Alice", "1=A <nobody>", "1=A <a@b", "-1=A"} {
		if n, seat, err := home.ParseSeat(text); err == nil {
			t.Errorf("ParseSeat(%q) = %d, %v", text, n, seat)
		}
	}
}

var _ mailbox.Box = (*box)(nil)
