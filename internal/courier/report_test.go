package courier_test

import (
	"testing"

	"hikyaku/internal/courier"
)

// wantChange polls and expects one report that says whether something is asked of p, the match is over, or a reply has failed.
func (tb *table) wantChange(p *player, asks, ended, failed bool) {
	tb.Helper()
	if r := tb.report(p); r.Asks != asks || r.Ended != ended || r.Failed != failed {
		tb.Errorf("poll reports %+v, want asks %v, ended %v, failed %v", r, asks, ended, failed)
	}
}

// TestReportsOfReplies checks what a reply means for the scribe, who also plays.
func TestReportsOfReplies(t *testing.T) {
	tb, alice := one(bobWrites(t, quoridor(2)))
	for _, c := range []struct {
		typed               string
		asks, ended, failed bool
	}{
		{"e5", false, false, true}, {"help", false, false, false}, {"e2", true, false, false}, {"draw", true, false, false},
		{"say: well?", false, false, false}, {"resign", false, false, false}, {"yes", false, true, false},
	} {
		t.Log(c.typed)
		tb.reply(c.typed)
		tb.wantChange(alice, c.asks, c.ended, c.failed)
	}
	tb.wantPoll(alice, "")
}

// TestReportOfAnInvitation checks that it first asks the player who must answer.
func TestReportOfAnInvitation(t *testing.T) {
	tb := chairs(t, 2)
	i := quoridor(1)
	i.Others = append(i.Others, tb.players[1].Me)
	tb.invite(i)
	if r := tb.report(tb.players[1]); r.Verdict != courier.New || !r.Asks || r.Ended {
		t.Errorf("poll reports %+v", r)
	}
}
