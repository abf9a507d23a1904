package standings

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// reported is a report of an event of four after two rounds, of which the last continues.
func reported() Report {
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	return Report{Name: "Spring", Begun: day, Ended: day.AddDate(0, 2, 0), Rounds: 3, Players: []Reported{
		{Line: 8, Name: "Alice", Rating: 1712, Place: 1, Turns: []Turn{{Opponent: 2, Seat: 1, Halves: 2}, {Opponent: 1, Seat: -1, Halves: 1}}},
		{Line: 9, Name: "花子", Rating: 1600, Place: 2, Turns: []Turn{{Opponent: -1, Halves: 2, Allocated: true}, {Opponent: 0, Seat: 1, Halves: 1}}},
		{Line: 10, Name: "Carol", Rating: 1500, Place: 3, Turns: []Turn{{Opponent: 0, Seat: -1}, {Opponent: -1, Halves: 1}, {Opponent: -1}}},
	}}
}

func TestReport(t *testing.T) {
	const want = `012 Spring
042 2026/03/01
052 2026/05/01
062 3
092 Individual: Swiss-System
XXR 3
XXC white1
001    1      Alice                             1712                             1.5    1     3 w 1     2 b =
001    2      花子                                1600                             1.5    2  0000 - U     1 w =
001    3      Carol                             1500                             0.5    3     1 b 0  0000 - H  0000 - Z
`
	text := reported().String()
	if text != want {
		t.Errorf("the report is\n%swant\n%s", text, want)
	}
	got, err := ReadReport("\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"))
	if err != nil || !reflect.DeepEqual(got, reported()) {
		t.Errorf("the report reads %+v, %v", got, err)
	}
	if got, err := ReadReport(strings.Replace(text, "  0000 - H  0000 - Z", "", 1)); err != nil || !slices.Equal(got.Players[2].Turns, []Turn{{Opponent: 0, Seat: -1}, {Opponent: -1}}) {
		t.Errorf("of a player whose line ends early, the report has %+v, %v", got.Players[2].Turns, err)
	}
	long := Report{Rounds: 1, Players: []Reported{{Name: strings.Repeat("花", nameColumns+1), Rating: 1500}}}
	if got, err := ReadReport(long.String()); err != nil || got.Players[0].Name != long.Players[0].Name[:3*nameColumns] || got.Players[0].Rating != 1500 {
		t.Errorf("of a long name, the report has %+v, %v", got.Players, err)
	}
	if got, err := ReadReport(strings.Replace(text, "XXR 3\n", "", 1)); err != nil || got.Rounds != 2 {
		t.Errorf("without its number of rounds, the report has %d, %v", got.Rounds, err)
	}
	if pairs, err := got.swiss().Pair(); !errors.Is(err, errNoRound) {
		t.Errorf("two who have met: %v, %v", pairs, err)
	}
	table := got.Table().Text("en")
	const places = `
No.  Player  1   2   Points  BH-C1  SB    Place
1    花子    +   =2  1.5     1.5    2.25  1
2    Alice   +3  =1  1.5     1.5    1.25  2
3    Carol   -2  =   0.5     1.5    0.25  3
`
	if table != strings.TrimPrefix(places, "\n") {
		t.Errorf("the table is\n%s", table)
	}
}

// TestTurns checks how turns are read, also those that only other programs write, and how they are written.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		read, written string
		want          Turn
	}{
		{"   2 w 1", "   2 w 1", Turn{Opponent: 1, Seat: 1, Halves: 2}}, {"   2 b =", "   2 b =", Turn{Opponent: 1, Seat: -1, Halves: 1}}, {"   2 w 0", "   2 w 0", Turn{Opponent: 1, Seat: 1}},
		{"   2 w W", "   2 w 1", Turn{Opponent: 1, Seat: 1, Halves: 2}}, {"   2 b d", "   2 b =", Turn{Opponent: 1, Seat: -1, Halves: 1}}, {"   2 w L", "   2 w 0", Turn{Opponent: 1, Seat: 1}},
		{"   2 b", "   2 b  ", Turn{Opponent: 1, Seat: -1, Open: true}}, {"0000 - U", "0000 - U", Turn{Opponent: -1, Halves: 2, Allocated: true}},
		{"0000 - F", "0000 - F", Turn{Opponent: -1, Halves: 2}}, {"0000 - H", "0000 - H", Turn{Opponent: -1, Halves: 1}}, {"0000 - Z", "0000 - Z", Turn{Opponent: -1}},
		{"   2 w +", "0000 - F", Turn{Opponent: -1, Halves: 2}}, {"   2 b -", "0000 - Z", Turn{Opponent: -1}}, {"        ", "0000 - Z", Turn{Opponent: -1}},
	} {
		n, p, err := readPlayer([]rune(fmt.Sprintf("001 %4d %82s%s", 1, "", c.read)), 3)
		if n != 1 || err != nil || len(p.Turns) != 1 || p.Turns[0] != c.want {
			t.Errorf("%q reads %+v, %v, want %+v", c.read, p.Turns, err, c.want)
		}
		if got := c.want.report(); got != c.written {
			t.Errorf("%q is written as %q, want %q", c.read, got, c.written)
		}
	}
}

// TestNextOfReport checks what is said of the next round: after the last, while one continues, and where no round can be paired.
func TestNextOfReport(t *testing.T) {
	four := func(rounds int) Report {
		r := Report{Rounds: rounds}
		for i, name := range []string{"Alice", "Bob", "Carol", "Dan"} {
			other := (i + 2) % 4
			r.Players = append(r.Players, Reported{Name: name, Turns: []Turn{{Opponent: other, Seat: 1 - i/2*2, Halves: 2 - i/2*2}}})
		}
		return r
	}
	open, three := four(3), four(3)
	for i := range open.Players {
		open.Players[i].Turns[0].Open, open.Players[i].Turns[0].Halves = true, 0
	}
	single, err := ReadReport(four(1).String())
	if err != nil {
		t.Fatal(err)
	}
	three.Players[3].Turns = append(three.Players[3].Turns, Turn{Opponent: -1})
	for name, c := range map[string]struct {
		of   Report
		want string
	}{
		"the only round":          {single, "All rounds are over (1)."},
		"before the first round":  {Report{Rounds: 1, Players: []Reported{{Name: "Alice"}, {Name: "Bob"}}}, "Round 1:\n1. Alice – Bob"},
		"a round before the last": {four(3), "Round 2:\n1. Bob – Alice\n2. Carol – Dan"},
		"the last round":          {four(2), "Round 2:\n1. Bob – Alice\n2. Carol – Dan"},
		"after the last":          {four(1), "rounds are over"},
		"a round continues":       {open, "A game of round 1 isn't over"},
		"a player is absent":      {three, "Round 2:\n1. Bob – Alice\nCarol has the bye."},
		"two who have met":        {reported(), "No more rounds are possible"},
	} {
		said, err := c.of.Next()
		got := said.En
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestBadReport checks that each error names its line or round.
func TestBadReport(t *testing.T) {
	text := reported().String()
	for name, c := range map[string]struct{ old, new, want string }{
		"no players":     {"001 ", "002 ", "no line starts with 001"},
		"no number":      {"001    2 ", "001    xy", `line 9: "x" in columns 5 to 8 isn't a pairing number`},
		"a number twice": {"001    2 ", "001    1 ", "line 9: player 1 appears twice"},
		"a gap":          {"001    3 ", "001    4 ", "player 3 is missing"},
		"a bad result":   {"3 w 1", "3 w 7", `line 8, column 92: "3 w 7" isn't a result for round 1`},
		"no opponent":    {"3 w 1", "9 w 1", "line 8: round 1: player 1 meets player 9, who isn't in the report"},
		"same colours":   {"1 b 0", "1 w 0", "line 8: round 1: players 1 and 3 disagree"},
		"both win":       {"1 b 0", "1 b 1", "line 8: round 1: players 1 and 3 disagree"},
		"half a loss":    {"1 b 0", "1 b =", "line 8: round 1: players 1 and 3 disagree"},
		"loss and draw":  {"3 w 1", "3 w =", "line 8: round 1: players 1 and 3 disagree"},
		"after a bye":    {"   2 b =", "0000 - Z", "line 9: round 2: players 2 and 1 disagree"},
		"rounds":         {"XXR 3", "XXR x", `line 6: "x" isn't a number of rounds`},
		"against nobody": {"0000 - H", "0000 w 1", `"0000 w 1"`},
		"no rounds":      {"XXR 3", "XXR 0", `line 6: "0" isn't a number of rounds`},
		"number 0":       {"001    1 ", "001    0 ", `line 8: "0" in columns 5 to 8`},
		"black begins":   {"white1", "black1", "line 7: player 1 must start"},
	} {
		bad := strings.Replace(text, c.old, c.new, 1)
		if name == "no players" {
			bad = strings.ReplaceAll(text, c.old, c.new)
		}
		if _, err := ReadReport(bad); bad == text || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// FuzzReport checks that no report crashes the parser, and that a parsed report survives a round trip.
func FuzzReport(f *testing.F) {
	f.Add(reported().String())
	f.Add("001    1 x\n001    2\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ReadReport(text)
		if err != nil {
			return
		}
		r.Table()
		if len(r.Players) < 12 {
			_, _ = r.swiss().Pair()
		}
	})
}

var bbp = flag.String("bbp", "", "the program of bbpPairings, with whose pairings those of random events are compared")

// TestPeers compares the pairings of random events with those of bbpPairings, where there is one.
func TestPeers(t *testing.T) {
	if *bbp == "" {
		return
	}
	random, dir, rounds := rand.New(rand.NewPCG(1, uint64(*dutchEvents))), t.TempDir(), 0
	for i := range *dutchEvents {
		n := 2 + random.IntN(40)
		s := &Swiss{Rounds: 1 + random.IntN(min(n, 9)), Players: make([][]Turn, n)}
		gone := map[int]bool{}
		for r := range s.Rounds {
			absent := map[int]bool{}
			for p := range n {
				gone[p] = gone[p] || r > 0 && random.IntN(40) == 0
				absent[p] = gone[p] || r > 0 && random.IntN(12) == 0
			}
			s.Absent = func(p int) bool { return absent[p] }
			pairs, err := s.Pair()
			report := Report{Rounds: s.Rounds}
			for p, turns := range s.Players {
				if absent[p] {
					turns = append(turns[:len(turns):len(turns)], Turn{Opponent: -1})
				}
				report.Players = append(report.Players, Reported{Name: fmt.Sprint("Player ", p+1), Rating: 2000 - p, Place: p + 1, Turns: turns})
			}
			in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
			if err := os.WriteFile(in, []byte(report.String()), 0o600); err != nil {
				t.Fatal(err)
			}
			said, failed := exec.Command(*bbp, "--dutch", in, "-p", out).CombinedOutput()
			if (err != nil) != (failed != nil) {
				t.Fatalf("event %d, round %d: %v, bbpPairings %v\n%s%s", i, r+1, err, failed, said, report)
			}
			if err != nil {
				break
			}
			got := fmt.Sprintln(len(pairs))
			for _, p := range pairs {
				got += fmt.Sprintln(p.First+1, p.Second+1)
			}
			if want, err := os.ReadFile(out); err != nil || got != string(want) {
				t.Fatalf("event %d, round %d: %s, bbpPairings %s, %v\n%s", i, r+1, got, want, err, report)
			}
			s.round(random, i%3 == 0, pairs)
			rounds++
		}
	}
	t.Log(rounds, "rounds are the same")
}
