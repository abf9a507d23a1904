package courier_test

import (
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/match"
)

// ofNewer returns the invitation of p as a newer hikyaku makes it.
func ofNewer(tb *table, p *player) *match.Match {
	tb.Helper()
	invitation := tb.open(p).Record
	e := invitation.Events[0]
	e.Version, e.Notes = match.Version+1, []kif.Note{{Word: "mood", Text: "merry"}}
	text := strings.Replace(string(invitation.Cut(0).Bytes()), "先手：", "天気：雪\n先手：", 1)
	r, err := kif.Read([]byte(text))
	tb.must(err)
	newer, err := match.Invite(r, all.Game("quoridor"), e, func(entry []byte) kif.Signature { return kif.Signature(masterOf(tb, p).Sign(entry)) })
	tb.must(err)
	return newer
}

// TestNewerProgram checks that unknown parts of a newer program's message are kept and reported, and that the match uses what both
// know.
func TestNewerProgram(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	tb.invite(quoridorWith(bob))
	newer := ofNewer(tb, alice)
	tb.must(alice.Put(alice.copy(), newer))
	tb.boxes[bob.Me.Address] = nil
	tb.forge(bob, alice.Me.Address, newer.Record.Bytes())
	report := tb.report(bob)
	for _, want := range []string{"a newer version of hikyaku", "天気, mood"} {
		if !strings.Contains(report.Reason.En, want) {
			t.Errorf("%+v, want %q", report, want)
		}
	}
	tb.accept(bob)
	tb.poll(alice)
	if m := tb.open(alice); m.Roster.Version != match.Version || m.Roster.Joining() != 0 {
		t.Errorf("version %d, next %+v", m.Roster.Version, m.Next())
	}

	tb.takesNothing(bob, alice.Me.Address, signed(tb, newMaster(tb), tb.bytes(bob), "#: do dance 3\n"+tb.at()+"#: party 1\n"), "signature")
	tb.forge(bob, alice.Me.Address, []byte(signed(tb, masterOf(tb, alice), tb.bytes(alice), "#: do dance 3\n"+tb.at()+"#: party 1\n")))
	if report := tb.report(bob); !strings.Contains(report.News.En, "doesn't know (dance 3)") || !strings.Contains(report.News.Ja, "（dance 3）") {
		t.Errorf("%+v", report)
	}
	for _, kept := range []string{"天気：雪\n", "#: version 2\n", "#: mood merry\n", "#: do dance 3\n"} {
		if !strings.Contains(tb.bytes(bob), kept) {
			t.Errorf("%q is lost:\n%s", kept, tb.bytes(bob))
		}
	}
	tb.forge(alice, bob.Me.Address, []byte(tb.bytes(bob))) // to a machine that has not received the act
	tb.poll(alice)
	tb.play(alice, "e2")
	tb.poll(bob)
	if tb.same(); tb.open(bob).Ply() != 1 {
		t.Errorf("the match does not go on:\n%s", tb.bytes(bob))
	}
}

// TestNewerActCrosses checks that an unknown act has the weight of any other.
func TestNewerActCrosses(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	dance := signed(tb, masterOf(tb, bob), tb.bytes(bob), "#: do dance\n"+tb.at()+"#: party 2\n")
	tb.play(alice, "e2")
	tb.forge(alice, bob.Me.Address, []byte(dance))
	tb.wantReport(alice, "known", "the messages crossed")
	fork := signed(tb, masterOf(tb, alice), tb.bytes(bob), "#: do dance\n"+tb.at()+"#: party 1\n")
	tb.wantPoll(bob, "taken")
	tb.forge(bob, alice.Me.Address, []byte(fork))
	tb.wantReport(bob, "diverged", "Alice")
}
