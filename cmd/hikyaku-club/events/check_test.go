package events_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/internal/i18n"
)

var begin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// after returns a time that many hours after the beginning.
func after(hours int) time.Time { return begin.Add(time.Duration(hours) * time.Hour) }

// entrants are players with ratings that fall.
func entrants(names ...string) (all []events.Entrant) {
	for i, name := range names {
		all = append(all, events.Entrant{Name: name, Rating: 1600 - 10*i, Entered: begin.Add(time.Duration(i-10) * time.Minute)})
	}
	return all
}

// quiet is the record of a round robin of three, of which the first withdraws.
func quiet() events.Log {
	l := events.Log{Definition: events.Definition{Name: "Cup", Kind: events.RoundRobin}, Begun: begin, Ended: after(5), Entrants: entrants("Alice", "Bob", "Carol")}
	l.Entrants[0].Left = after(5)
	l.Pairings = []events.Pairing{
		{Round: 1, Board: 1, Players: []int{2, 3}, Match: "1", At: begin, Result: standings.Drawn, Known: after(3)},
		{Round: 2, Board: 1, Players: []int{1, 2}, Match: "2", At: after(3), Result: standings.SecondWon, Known: after(5), Decided: true},
		{Round: 3, Board: 1, Players: []int{3, 1}, At: after(5), Result: standings.FirstWon, Known: after(5), Decided: true},
	}
	return l
}

// swiss is the record of a Swiss event of three, two rounds long.
func swiss() events.Log {
	l := continuous()
	l.Kind = events.Swiss
	l.Pairings = append(l.Pairings, events.Pairing{Round: 2, Board: 2, Players: []int{2}, At: after(3), Result: standings.FirstWon, Known: after(3)})
	return l
}

// continuous is the record of an event of three that is paired continuously, with two games for each.
func continuous() events.Log {
	l := events.Log{Definition: events.Definition{Name: "Cup", Kind: events.Continuous, Rounds: 2}, Begun: begin, Entrants: entrants("Alice", "Bob", "Carol")}
	l.Pairings = []events.Pairing{
		{Round: 1, Board: 1, Players: []int{1, 2}, Match: "1", At: begin, Result: standings.FirstWon, Known: after(3)},
		{Round: 1, Board: 2, Players: []int{3}, At: begin, Result: standings.FirstWon, Known: begin},
		{Round: 2, Board: 1, Players: []int{3, 1}, Match: "2", At: after(3)},
	}
	return l
}

// says checks that one of the findings contains a text, or that there are none for "", and that nothing is found twice.
func says(t *testing.T, what, want string, found []i18n.Text) {
	t.Helper()
	has := func(f i18n.Text) bool { return strings.Contains(f.En, want) }
	different := map[i18n.Text]bool{}
	for _, f := range found {
		different[f] = true
	}
	if want == "" && len(found) > 0 || want != "" && !slices.ContainsFunc(found, has) || len(different) < len(found) {
		t.Errorf("%s: the findings are %v, not %q", what, found, want)
	}
}

// TestCheck plants what does not follow into good records.
func TestCheck(t *testing.T) {
	for i, log := range []func() events.Log{quiet, continuous, swiss} {
		says(t, fmt.Sprint("a good record ", i), "", log().Check())
		for want, change := range map[string]func(*events.Log){
			"Cup, round 1, board 1: Alice – Carol doesn't follow": func(l *events.Log) { l.Pairings[0].Players = []int{1, 3} },
			"doesn't follow from what happened":                   func(l *events.Log) { l.Pairings[len(l.Pairings)-1].At = after(2) },
			"doesn't follow":                                      func(l *events.Log) { slices.Reverse(l.Pairings[0].Players) },
			"should have been paired":                             func(l *events.Log) { l.Pairings = l.Pairings[:len(l.Pairings)-1] },
			"Alice is numbered after Bob":                         func(l *events.Log) { l.Entrants[0], l.Entrants[1] = l.Entrants[1], l.Entrants[0] },
			"can't be read: pairings[0].players":                  func(l *events.Log) { l.Pairings[0].Players[0] = 9 },
			"can't be read: pairings[1].result":                   func(l *events.Log) { l.Pairings[1].Result = "2-0" },
			"can't be read: kind":                                 func(l *events.Log) { l.Kind = "" },
			"can't be read: entrants":                             func(l *events.Log) { l.Entrants = nil },
			"Bob had withdrawn":                                   func(l *events.Log) { l.Entrants[1].Left = after(1) },
			"was closed before":                                   func(l *events.Log) { l.Ended = after(4) },
			"should have been paired at 2026-01-01T02":            func(l *events.Log) { l.Pairings[0].Known = after(2) },
		} {
			l := log()
			change(&l)
			says(t, fmt.Sprint("record ", i), want, l.Check())
		}
	}
	for rounds, want := range map[int]string{0: "rounds", 30: "", 31: "rounds"} {
		l := swiss()
		if l.Rounds = rounds; l.Malformed() != want {
			t.Errorf("%d rounds: %q is wrong, want %q", rounds, l.Malformed(), want)
		}
	}
	for i, c := range []struct {
		log    func() events.Log
		change func(l *events.Log)
		want   string
	}{
		{quiet, func(l *events.Log) { l.Pairings[0].Players = []int{2} }, "pairings[0].players"},
		{quiet, func(l *events.Log) { l.Pairings[1].Players = []int{2, 2} }, "pairings[1].players"},
		{quiet, func(l *events.Log) { l.Pairings[1].Players = []int{1, 0} }, "pairings[1].players"},
		{swiss, func(l *events.Log) { l.Pairings[0].Players = []int{1, 4} }, "pairings[0].players"},
		{swiss, func(l *events.Log) { l.Pairings[0].Known = time.Time{} }, "pairings[0].result"},
		{swiss, func(l *events.Log) { l.Pairings[2].Known = after(9) }, "pairings[2].result"},
		{swiss, func(l *events.Log) { l.Pairings[1].Result = standings.SecondWon }, "pairings[1].result"},
		{swiss, func(l *events.Log) { l.Pairings[1].Result = standings.Drawn }, ""}, // as if on request
		{swiss, func(l *events.Log) { l.Pairings[0].At = after(-1) }, "pairings[0].at"},
		{swiss, func(l *events.Log) { l.Pairings[3].Known = after(2) }, "pairings[3].at"},
		{swiss, func(l *events.Log) { l.Pairings[0].Round = 0 }, "pairings[0].round"},
		{swiss, func(l *events.Log) { l.Pairings[2].Round = 3 }, "pairings[2].round"},
		{swiss, func(l *events.Log) { l.Pairings[0].Board = 0 }, "pairings[0].round"},
		{continuous, func(l *events.Log) { l.Pairings[2].Round = 3 }, ""},
		{quiet, func(l *events.Log) { l.Begun = time.Time{} }, "entrants"},
		{quiet, func(l *events.Log) { l.Entrants = l.Entrants[:1] }, "entrants"},
	} {
		l := c.log()
		if c.change(&l); l.Malformed() != c.want {
			t.Errorf("change %d: %q is wrong, want %q", i, l.Malformed(), c.want)
		}
	}
	l := quiet()
	l.Pairings[0].Result, l.Pairings[0].Decided = standings.Void, true
	says(t, "a decision of the director", "", l.Check())
	l.Pairings[1].Was, l.Pairings[1].Known = []events.Earlier{{Result: standings.SecondWon, Known: after(5)}}, after(9)
	says(t, "a correction after a withdrawal", "", l.Check())
	l = quiet()
	l.Pairings, l.Entrants[0].Left, l.Ended = l.Pairings[:1], time.Time{}, time.Time{}
	l.Pauses = []events.Span{{From: after(2), To: after(6)}}
	says(t, "no round after a pause", "should have been paired at 2026-01-01T06", l.Check())
	for why, change := range map[string]func(*events.Log){
		"the only two who are present have met": func(l *events.Log) { l.Entrants[2].Byes = []int{2} },
		"only one is present":                   func(l *events.Log) { l.Entrants[1].Left, l.Entrants[2].Left = after(3), after(3) },
	} {
		l = swiss()
		l.Rounds, l.Pairings, l.Ended = 3, l.Pairings[:2], after(3)
		change(&l)
		says(t, "no second round: "+why, "", l.Check())
	}
	l = quiet()
	l.Pairings[2].Result = standings.SecondWon
	says(t, "a game won by who has withdrawn", "round 3, board 1: Carol – Alice doesn't follow", l.Check())
}

// TestCheckTable plants a false line into a table.
func TestCheckTable(t *testing.T) {
	for _, l := range []events.Log{quiet(), continuous(), swiss()} {
		says(t, "a good table", "", l.CheckTable(*l.Table()))
		false := *l.Table()
		false.Rows = slices.Clone(false.Rows)
		false.Rows[1].Points++
		says(t, "more points", "line 2 of the table", l.CheckTable(false))
		false.Rows = l.Table().Rows
		false.Rows[0], false.Rows[1] = false.Rows[1], false.Rows[0]
		says(t, "another order", "line 1 of the table", l.CheckTable(false))
		false.Rows = append(l.Table().Rows, l.Table().Rows[0])
		says(t, "a line more", "more lines than players", l.CheckTable(false))
		false.Rows, false.Kind = l.Table().Rows, false.Kind+1
		says(t, "another kind", "more lines than players", l.CheckTable(false))
		false.Rows, false.Kind = l.Table().Rows[:2], l.Table().Kind
		says(t, "a line less", "line 3 of the table", l.CheckTable(false))
		l.Pairings[0].Players = []int{9}
		says(t, "a record that can't be read", "", l.CheckTable(false))
	}
}

// TestTable checks the table of an event of each kind, and the report of a Swiss event in which one player has asked for a bye in the
// next round and another has left.
func TestTable(t *testing.T) {
	l := swiss()
	l.Rounds, l.Entrants[1].Byes, l.Entrants[2].Left = 3, []int{3}, after(4)
	for got, want := range map[string]string{
		quiet().Table().Text("en"): `
No.  Player  1  2  3  Points  SB    Place
1    Bob     \  =  1  1.5     0.75  1
2    Carol   =  \  1  1.5     0.75  1
3    Alice   0  0  \  0       0     3
`,
		continuous().Table().Text("en"): `
No.  Player  1   2   Points  BH  SB  Place
1    Carol   +   *2  1       1   1   1
2    Alice   +3  *1  1       0   0   2
3    Bob     -2      0       1   0   3
`,
		l.Table().Text("en"): `
No.  Player  1   2   Points  BH-C1  SB  Place
1    Bob     -2  +   1       1      1   1
2    Alice   +1  *3  1       0      1   2
3    Carol   +   *2  1       0      1   2
`,
		l.Report().String(): `
012 Cup
042 2026/01/01
062 3
092 Individual: Swiss-System
XXR 3
XXC white1
001    1      Alice                             1600                             1.0    2     2 w 1     3 b  
001    2      Bob                               1590                             1.5    1     1 b 0  0000 - U  0000 - H
001    3      Carol                             1580                             1.0    2  0000 - U     1 w    0000 - Z
`,
	} {
		if got != want[1:] {
			t.Errorf("%swant%s", got, want)
		}
	}
}

// TestCheckLadder plants steps that cannot be.
func TestCheckLadder(t *testing.T) {
	good := func() events.LadderLog {
		return events.LadderLog{Game: "quoridor", Steps: []standings.Step{
			{At: after(1), What: standings.Joined, Player: "Alice"},
			{At: after(2), What: standings.Joined, Player: "Bob"},
			{At: after(3), What: standings.Challenged, By: "Bob", Of: "Alice"},
			{At: after(4), What: standings.Accepted, By: "Bob", Of: "Alice", Match: "1"},
			{At: after(5), What: standings.Won, By: "Bob", Of: "Alice", Player: "Bob", Match: "1"},
		}}
	}
	says(t, "a good ladder", "", good().Check())
	if rungs := good().Rungs(); !slices.Equal(rungs, []string{"Bob", "Alice"}) {
		t.Errorf("the rungs are %v", rungs)
	}
	for want, change := range map[string]func(*events.LadderLog){
		"step 2 (joined) is impossible: You are already on this ladder":      func(l *events.LadderLog) { l.Steps[1].Player = "Alice" },
		"step 3 (challenged) is impossible: You can only challenge":          func(l *events.LadderLog) { l.Steps[2].By, l.Steps[2].Of = "Alice", "Bob" },
		"step 4 (accepted) is impossible: This ladder has no such challenge": func(l *events.LadderLog) { l.Steps[3].Match = "" },
		"step 5 (won) is impossible: This ladder has no such challenge":      func(l *events.LadderLog) { l.Steps[4].By = "Carol" },
		"step 5 (won) is impossible: This happened before":                   func(l *events.LadderLog) { l.Steps[4].At = after(4) },
		"step 5 (won) is impossible: This ladder has no":                     func(l *events.LadderLog) { l.Steps[4].Match = "2" },
		"step 5 () is impossible":                                            func(l *events.LadderLog) { l.Steps[4].What = "" },
	} {
		l := good()
		change(&l)
		says(t, "a ladder", want, l.Check())
	}
}
