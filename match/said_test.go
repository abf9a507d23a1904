package match_test

import (
	"strconv"
	"strings"
	"testing"

	"hikyaku/kif"
	"hikyaku/match"
)

// TestWhatIsSaidOfAMatch checks the texts about a match of three with an observer, in which one player leaves.
func TestWhatIsSaidOfAMatch(t *testing.T) {
	tb, m := sit(t, setting{options: "players=3 dice=none", players: 3, observers: []kif.Seat{{Name: "Olga", Address: "olga@example.org"}}})
	want := func(what, got, want string) {
		t.Helper()
		if got != want && (want == "" || !strings.Contains(got, want)) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	want("observers", m.LookingOn().En, "Olga")
	want("no ply", m.PlyText(1).En, "")
	want("no move", itoa(m.LastMove()), "-1")
	want("the invitation", itoa(m.Invitation()), "0")
	if m.WaitsFor() != match.ForMove {
		t.Errorf("it waits for %s", m.WaitsFor())
	}
	m = tb.run(m, "1 add1")
	m = tb.do(m, 2, kif.Move("add2"), says("good luck"))
	want("the comment", m.LastComment(), "Bob: good luck")
	want("ply 1", m.PlyText(1).En, "add1")
	want("ply 2", m.PlyText(2).En, "add2")
	want("ply 3", m.PlyText(3).En, "")
	want("ply 0", m.PlyText(0).En, "")
	if i := m.LastMove(); m.Record.Events[i].Step != kif.Step(kif.Move("add2")) {
		t.Errorf("the last move is %s", m.Record.Events[i].Step)
	}
	want("who moved last", m.Doer(m.LastMove()).En, "Bob")
	m = tb.do(m, 3, kif.Resignation)
	want("no comment", m.LastComment(), "")
	want("how Carol left", m.HowLeft(len(m.Record.Events)-1).En, "resigned")
	want("who is out", m.Status().En, "Carol")
	over := tb.do(m, 1, kif.Resignation)
	if over.Outcome == nil || over.WaitsFor() != match.ForNothing {
		t.Fatalf("two of three have left: %+v", over.Outcome)
	}
	want("the end", over.Over().En, over.Status().En)
	want("the end", over.For(0).Ending().En, "Bob")
	want("the name of the file", m.FileName(), "counting-"+m.Short()+".kif")
	if !match.NamedFor("/x/"+m.FileName(), m.Short()) || match.NamedFor("/x/"+m.Short()+".kif", m.Short()) || match.NamedFor(m.FileName()+"~", m.Short()) {
		t.Error("the file is named for another match")
	}
	want("a number of plies", match.Plies(3).En, "3")
}

func itoa(n int) string { return strconv.Itoa(n) }
