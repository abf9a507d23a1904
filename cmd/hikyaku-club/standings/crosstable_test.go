package standings

import (
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// games parses games of players such as "Alice 1 Bob": 1 if the first player wins, 0, =, * for an open game, x for one without a
// result, and "Alice bye".
func games(players []string, text ...string) (all []Game) {
	for _, line := range text {
		f := strings.Fields(line)
		g := Game{Pair: Pair{slices.Index(players, f[0]), -1}, Outcome: map[string]Outcome{
			"1": FirstWon, "0": SecondWon, "=": Drawn, "x": Void, "bye": FirstWon}[f[1]]}
		if len(f) == 3 {
			g.Second = slices.Index(players, f[2])
		}
		all = append(all, g)
	}
	return all
}

// tableOf returns the table of an event with games in that form.
func tableOf(kind Kind, players []string, text ...string) *Table {
	return NewTable(kind, players, games(players, text...))
}

// league is a round robin, and swiss an event by the Swiss system.
func league() *Table {
	return tableOf(RoundRobinTable, []string{"Alice", "花子", "Carol", "D&D"},
		"Alice 1 花子", "Carol = D&D", "花子 1 Carol", "D&D 0 Alice", "Alice 0 Carol", "花子 * D&D")
}

func swiss() *Table {
	return tableOf(ContinuousTable, []string{"Alice", "Bob", "Carol", "Dan", "花子"},
		"Alice 1 Carol", "Bob 0 Dan", "花子 bye", "Dan = Alice", "花子 1 Bob", "Carol bye", "花子 * Alice", "Carol x Dan", "Bob bye")
}

func TestText(t *testing.T) {
	for name, c := range map[string]struct{ got, want string }{
		"a round robin": {league().Text("en"), `
No.  Player  1  2  3  4  Points  SB    Place
1    Alice   \  0  1  1  2       1.5   1
2    Carol   1  \  0  =  1.5     2.25  2
3    花子    0  1  \  *  1       1.5   3
4    D&D     0  =  *  \  0.5     0.75  4
`},
		"an event without games": {NewTable(ContinuousTable, []string{"Alice", "Bob"}, nil).Text("en"), `
No.  Player  Points  BH  SB  Place
1    Alice   0       0   0   1
2    Bob     0       0   0   1
`},
		"a Swiss event": {swiss().Text("ja"), `
番号  名前   1   2   3   点   BH   SB    順位
1     花子   +   +4  *2  2    3    3     1
2     Alice  +5  =3  *1  1.5  2.5  1.75  2
3     Dan    +4  =2  x5  1.5  2.5  1.75  2
4     Bob    -3  -1  +   1    4.5  1     4
5     Carol  -2  +   x3  1    2.5  1     5
`},
	} {
		if want := strings.TrimPrefix(c.want, "\n"); c.got != want {
			t.Errorf("%s:\n%swant\n%s", name, c.got, want)
		}
	}
}

func TestList(t *testing.T) {
	const english = `
Place 1: Alice, 2 points from 3 games. Won against 花子 and D&D. Lost to Carol. Sonneborn-Berger 1.5.
Place 2: Carol, 1.5 points from 3 games. Won against Alice. Drew with D&D. Lost to 花子. Sonneborn-Berger 2.25.
Place 3: 花子, 1 point from 2 games. Won against Carol. Lost to Alice. Still playing D&D. Sonneborn-Berger 1.5.
Place 4: D&D, 0.5 points from 2 games. Drew with Carol. Lost to Alice. Still playing 花子. Sonneborn-Berger 0.75.
`
	if got := league().List("en"); got != english[1:] {
		t.Errorf("the list is\n%swant%s", got, english)
	}
	const japanese = `
1位、花子、2局で2点。Bobに勝ち。不戦勝あり。Aliceと対局中。ブッフホルツ3点。ソンネボーン・ベルガー3点。
2位、Alice、2局で1.5点。Carolに勝ち。Danと引き分け。花子と対局中。ブッフホルツ2.5点。ソンネボーン・ベルガー1.75点。
2位、Dan、2局で1.5点。Bobに勝ち。Aliceと引き分け。Carolとは勝負なし。ブッフホルツ2.5点。ソンネボーン・ベルガー1.75点。
4位、Bob、3局で1点。不戦勝あり。Dan、花子に負け。ブッフホルツ4.5点。ソンネボーン・ベルガー1点。
5位、Carol、2局で1点。不戦勝あり。Aliceに負け。Danとは勝負なし。ブッフホルツ2.5点。ソンネボーン・ベルガー1点。
`
	if got := swiss().List("ja"); got != japanese[1:] {
		t.Errorf("the list is\n%swant%s", got, japanese)
	}
}

func TestHTML(t *testing.T) {
	for name, c := range map[string]struct {
		got  string
		want []string
	}{
		"a round robin": {league().HTML("A <league>", "en"), []string{"<caption>A &lt;league&gt;</caption>", `<th scope="col">Points</th><th scope="col"><abbr title="Sonneborn-Berger">SB</abbr></th>`,
			`<tr><td>4</td><th scope="row">D&amp;D</th><td><abbr class="lost" title="Lost to Alice.">0</abbr></td><td><abbr class="drawn" title="Drew with Carol.">½</abbr></td>` +
				`<td><abbr class="open" title="Still playing 花子.">*</abbr></td><td class="self"></td><td>0.5</td><td>0.75</td><td>4</td></tr>`}},
		"a Swiss event": {swiss().HTML("例会", "ja"), []string{`<td class="game"><abbr class="won" title="不戦勝あり。">○</abbr></td><td class="game"><abbr class="won" title="Bobに勝ち。">○</abbr> Bob</td>`, `title="花子と対局中。">＊</abbr> 花子</td>`}},
	} {
		for _, want := range c.want {
			if !strings.Contains(c.got, want) {
				t.Errorf("%s:\n%swants %s", name, c.got, want)
			}
		}
		for d := xml.NewDecoder(strings.NewReader(c.got)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

func TestCSV(t *testing.T) {
	got := tableOf(ContinuousTable, []string{`=1+1`, `-Bob "B", junior`}, "=1+1 bye").CSV("en") +
		tableOf(RoundRobinTable, []string{"Alice", "B=b"}, "Alice = B=b", "B=b 1 Alice").CSV("en")
	const want = `No.,Player,1,Points,Buchholz,Sonneborn-Berger,Place
1,'=1+1,1,1,1,1,1
2,"'-Bob ""B"", junior",,0,0,0,2
No.,Player,1,2,Points,Sonneborn-Berger,Place
1,B=b,,0.5 1,1.5,0.75,1
2,Alice,0.5 0,,0.5,0.75,2
`
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if all, err := csv.NewReader(strings.NewReader(swiss().CSV("ja"))).ReadAll(); err != nil || len(all) != 6 || all[1][3] != "1 Bob" || all[1][4] != "* Alice" {
		t.Errorf("the table reads %v, %v", all, err)
	}
}

// TestDirect checks that otherwise equal players are placed by the games among themselves if all have met.
func TestDirect(t *testing.T) {
	// All have two wins and two losses against people with as many.
	five := []string{"a", "b", "c", "d", "e"}
	ring := tableOf(RoundRobinTable, five, "a 1 b", "b 1 c", "c 1 d", "d 1 e", "e 1 a", "a 1 c", "b 1 d", "c 1 e", "d 1 a", "e 1 b")
	for _, row := range ring.Rows {
		if row.Place != 1 || row.Direct != 4 {
			t.Errorf("in a ring %s has place %d", row.Player, row.Place)
		}
	}
	table := tableOf(RoundRobinTable, []string{"a", "b", "c", "d"}, "a 0 b", "a 1 c", "a = d", "b = c", "b 0 d", "c 0 d")
	var got []string
	for _, row := range table.Rows {
		got = append(got, fmt.Sprintf("%s%d %d+%d", row.Player, row.Place, row.Sonneborn, row.Direct))
	}
	if want := []string{"d1 11+0", "b2 7+2", "a3 7+0", "c4 3+0"}; !slices.Equal(got, want) {
		t.Errorf("the places are %v, want %v", got, want)
	}
	apart := tableOf(ContinuousTable, []string{"a", "b", "c", "d"}, "a 1 c", "b 1 d")
	if apart.Rows[0].Place != 1 || apart.Rows[1].Place != 1 || apart.Rows[2].Place != 3 || apart.Rows[3].Place != 3 {
		t.Errorf("people who have not met have the places %+v", apart.Rows)
	}
}

// TestPlaces compares tables of random events with what their laws say, counted plainly.
func TestPlaces(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		players := []string{"a", "b", "c", "d", "e", "f"}[:2+random.IntN(5)]
		var all []Game
		for range random.IntN(16) {
			i, j := random.IntN(len(players)), random.IntN(len(players))
			g := Game{Pair: Pair{i, j}, Outcome: []Outcome{Open, FirstWon, SecondWon, Drawn, Void}[random.IntN(5)]}
			if i == j {
				g.Second, g.Outcome = -1, FirstWon
			}
			all = append(all, g)
		}
		kind := Kind(random.IntN(3))
		table := NewTable(kind, players, all)
		key := func(name string) []float64 { return plainKey(kind, all, len(players), slices.Index(players, name)) }
		for i, row := range table.Rows {
			above := 0
			for _, other := range players {
				if slices.Compare(key(other), key(row.Player)) > 0 {
					above++
				}
			}
			if row.Place != above+1 || i > 0 && table.Rows[i-1].Place > row.Place {
				t.Fatalf("%s has the place %d of %v, want %d, by %v", row.Player, row.Place, key(row.Player), above+1, all)
			}
		}
	}
}

// plainPoints is what a player has won against some others, byes counted if -1 is one of them.
func plainPoints(all []Game, player int, others []int) (points float64) {
	for _, g := range all {
		first, second := g.Outcome.Halves()
		if g.First == player && slices.Contains(others, g.Second) {
			points += float64(first) / 2
		}
		if g.Second == player && slices.Contains(others, g.First) {
			points += float64(second) / 2
		}
	}
	return points
}

// plainTies is by what players are placed, but for the direct encounter.
func plainTies(kind Kind, all []Game, players, player int) []float64 {
	everybody := []int{-1}
	for n := range players {
		everybody = append(everybody, n)
	}
	buchholz, sonneborn, lowest := 0.0, 0.0, math.Inf(1)
	for _, g := range all {
		first, second := g.Outcome.Halves()
		opponent, own := g.Second, first
		if g.Second == player {
			opponent, own = g.First, second
		}
		if g.First != player && g.Second != player || first+second == 0 {
			continue
		}
		if opponent < 0 {
			opponent = player
		}
		points := plainPoints(all, opponent, everybody)
		buchholz, sonneborn, lowest = buchholz+points, sonneborn+points*float64(own)/2, min(lowest, points)
	}
	key := []float64{plainPoints(all, player, everybody), buchholz, sonneborn}
	switch {
	case kind == RoundRobinTable:
		key[1] = 0
	case kind == SwissTable && buchholz > 0:
		key[1] -= lowest
	}
	return key
}

// plainKey is by what players are placed.
func plainKey(kind Kind, all []Game, players, player int) []float64 {
	key, first := plainTies(kind, all, players, player), 3
	if kind == SwissTable {
		first = 2 // those before the direct encounter
	}
	var equal []int
	for other := range players {
		if slices.Equal(plainTies(kind, all, players, other)[:first], key[:first]) {
			equal = append(equal, other)
		}
	}
	direct := plainPoints(all, player, equal)
	for _, a := range equal {
		for _, b := range equal {
			if a != b && plainPoints(all, a, []int{b})+plainPoints(all, b, []int{a}) == 0 {
				direct = 0
			}
		}
	}
	return slices.Insert(key, first, direct)
}

// TestLeft checks that the rounds after a player has left count as drawn for opponents, and a round without a game as one against
// an equal.
func TestLeft(t *testing.T) {
	four := []string{"Alice", "Bob", "Carol", "Dan"}
	var all []Game
	for i, round := range [][]string{{"Alice 1 Dan", "Bob = Carol"}, {"Alice = Bob", "Carol bye"}, {"Carol 0 Alice", "Bob bye"}} {
		for _, g := range games(four, round...) {
			g.Round = i + 1
			all = append(all, g)
		}
	}
	const want = `
No.  Player  1   2   3   Points  BH-C1  SB   Place
1    Alice   +4  =2  +3  2.5     3.5    3.5  1
2    Bob     =3  =1  +   2       4.5    4    2
3    Carol   =2  +   -1  1.5     4.5    2.5  3
4    Dan     -1  -   -   0       2.5    0    4
`
	if got := NewTable(SwissTable, four, all).Text("en"); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("the table is\n%s", got)
	}
}

// TestLate checks that players whose first game is in the second round have none in the first.
func TestLate(t *testing.T) {
	two := []string{"Alice", "Bob"}
	first := games(two, "Alice 1 Bob")[0]
	first.Round = 2
	for i, want := range []Played{{1, false, Win}, {0, true, Loss}} {
		if got := NewTable(SwissTable, two, []Game{first}).Rows[i].Games; len(got) != 2 || got[0].Row != -1 || got[1] != want {
			t.Errorf("the games of %s are %+v", two[i], got)
		}
	}
}

// TestNarrowTable checks that a narrow page can leave out the games of a large round robin, and not those of a small one.
func TestNarrowTable(t *testing.T) {
	for n, want := range map[int]int{fewColumns: 0, fewColumns + 1: (fewColumns + 1) * (fewColumns + 2)} {
		var players []string
		for i := range n {
			players = append(players, fmt.Sprint(i))
		}
		if got := strings.Count(NewTable(RoundRobinTable, players, nil).HTML("", "en"), `class="game"`); got != want {
			t.Errorf("in a round robin of %d, %d cells can be left out, want %d", n, got, want)
		}
	}
}
