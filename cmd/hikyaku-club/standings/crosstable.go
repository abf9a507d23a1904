package standings

import "slices"

// Kind is the kind of an event.
type Kind uint8

// The kinds.
const (
	RoundRobinTable Kind = iota
	ContinuousTable
	SwissTable // in rounds
)

// Score is the result of a game for one player.
type Score uint8

// The results.
const (
	Win Score = iota
	Draw
	Loss
	Unfinished
	NoResult
	results = iota
)

// Played is a game from the point of view of one player.
type Played struct {
	Row    int  // of the opponent in the table; -1 for a bye, which is lost if the player was absent
	Second bool // in the second seat
	Result Score
}

// Row is the row of a player in a table.
type Row struct {
	Player    string
	Place     int      // from 1
	Games     []Played // in the order of the games of the event, in a Swiss table one for each round
	Points    int      // in halves
	Buchholz  int      // in halves, in a Swiss table without the lowest
	Sonneborn int      // Sonneborn-Berger, in quarters
	Direct    int      // direct encounter, in halves; 0 if it does not apply
}

// Table is the table of an event, the first place first.
type Table struct {
	Kind Kind
	Rows []Row
}

// halves returns the points of a result in halves.
func (r Score) halves() int {
	switch r {
	case Win:
		return 2
	case Draw:
		return 1
	}
	return 0
}

// counts reports whether a game with this result counts.
func (r Score) counts() bool { return r <= Loss }

// NewTable returns the table of an event between players with some names. The games of a Swiss table must be sorted by round.
func NewTable(kind Kind, players []string, games []Game) *Table {
	t, rounds := &Table{Kind: kind}, 0
	for _, name := range players {
		t.Rows = append(t.Rows, Row{Player: name})
	}
	for _, g := range games {
		own, other := scores[g.Outcome][0], scores[g.Outcome][1]
		t.Rows[g.First].add(Played{g.Second, false, own}, g.Round)
		if g.Second >= 0 {
			t.Rows[g.Second].add(Played{g.First, true, other}, g.Round)
		}
		rounds = max(rounds, g.Round)
	}
	for i := range t.Rows {
		t.Rows[i].absent(rounds)
	}
	t.count()
	t.place()
	return t
}

// add adds a game, in a round if all games of a round begin together.
func (r *Row) add(g Played, round int) {
	r.absent(round - 1)
	r.Games = append(r.Games, g)
}

// absent fills in games not played up to a round.
func (r *Row) absent(round int) {
	for len(r.Games) < round {
		r.Games = append(r.Games, Played{Row: -1, Result: Loss})
	}
}

// scores are the results of both players.
var scores = map[Outcome][2]Score{FirstWon: {Win, Loss}, SecondWon: {Loss, Win}, Drawn: {Draw, Draw}, Void: {NoResult, NoResult}, Open: {Unfinished, Unfinished}}

// count computes points and tie-breaks.
func (t *Table) count() {
	for i := range t.Rows {
		for _, g := range t.Rows[i].Games {
			t.Rows[i].Points += g.Result.halves()
		}
	}
	for i := range t.Rows {
		row, lowest := &t.Rows[i], -1
		for _, g := range row.Games {
			if !g.Result.counts() {
				continue
			}
			points := row.Points
			if g.Row >= 0 {
				points = t.Rows[g.Row].worth()
			}
			row.Buchholz += points
			row.Sonneborn += points * g.Result.halves()
			if lowest < 0 || points < lowest {
				lowest = points
			}
		}
		if t.Kind == SwissTable {
			row.Buchholz -= max(0, lowest)
		}
	}
}

// worth returns the points of a player as they count in the tie-breaks of opponents: the rounds since the player left count as
// drawn.
func (r Row) worth() int {
	halves := r.Points
	for _, g := range slices.Backward(r.Games) {
		if g.Row >= 0 || g.Result != Loss {
			break
		}
		halves++
	}
	return halves
}

// criteria returns the values by which a row is placed, the most important first.
func (t *Table) criteria(r Row) []int {
	switch t.Kind {
	case SwissTable:
		return []int{r.Points, r.Buchholz, r.Direct, r.Sonneborn}
	case ContinuousTable:
		return []int{r.Points, r.Buchholz, r.Sonneborn, r.Direct}
	}
	return []int{r.Points, r.Sonneborn, r.Direct}
}

// compare returns a negative number if a is placed above b.
func (t *Table) compare(a, b Row) int { return slices.Compare(t.criteria(b), t.criteria(a)) }

// place sorts the rows and fills in the places.
func (t *Table) place() {
	before := len(t.criteria(Row{})) - 1 // criteria before the last; the direct encounter, the last but one of a Swiss table, is still 0
	direct := make([]int, len(t.Rows))
	for i, row := range t.Rows {
		var equal []int
		for j, other := range t.Rows {
			if slices.Equal(t.criteria(row)[:before], t.criteria(other)[:before]) {
				equal = append(equal, j)
			}
		}
		if !t.allMet(equal) {
			continue
		}
		for _, g := range row.Games {
			if slices.Contains(equal, g.Row) {
				direct[i] += g.Result.halves()
			}
		}
	}
	order := make([]int, len(t.Rows)) // the old index of each new row
	for i := range order {
		t.Rows[i].Direct, order[i] = direct[i], i
	}
	slices.SortStableFunc(order, func(i, j int) int { return t.compare(t.Rows[i], t.Rows[j]) })
	rows := make([]Row, len(order))
	for i, old := range order {
		rows[i] = t.Rows[old]
		for k, g := range rows[i].Games {
			rows[i].Games[k].Row = slices.Index(order, g.Row)
		}
		rows[i].Place = i + 1
		if i > 0 && t.compare(rows[i-1], rows[i]) == 0 {
			rows[i].Place = rows[i-1].Place
		}
	}
	t.Rows = rows
}

// allMet reports whether all of some rows have finished a game with each other.
func (t *Table) allMet(rows []int) bool {
	for _, i := range rows {
		for _, j := range rows {
			met := func(g Played) bool { return g.Row == j && g.Result.counts() }
			if i != j && !slices.ContainsFunc(t.Rows[i].Games, met) {
				return false
			}
		}
	}
	return true
}
