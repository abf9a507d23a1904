package standings

import (
	"cmp"
	"slices"
	"time"
)

// Patience is how long a player waits before the allowed distance to an opponent grows by one win.
const Patience = 2 * 24 * time.Hour

// Continuous is the record of an event that is paired continuously: players with similar results get a game as soon as both are
// free.
type Continuous struct {
	Entrants []Entrant // the strongest first, then late entrants
	Games    []Game    // in the order in which they were made
	Rounds   int       // games per player
}

// Next returns the games made at a time, at most one per player, in the order of the players' turns, byes last. It does not make
// rounds.
func (e *Continuous) Next(now time.Time) (games []Game) {
	all := e.players(now)
	var free []*player
	for _, p := range all {
		if p.open == 0 && p.games < e.Rounds {
			free = append(free, p)
		}
	}
	slices.SortStableFunc(free, func(a, b *player) int {
		return cmp.Or(a.waits.Compare(b.waits), cmp.Compare(b.standing, a.standing))
	})
	paired := map[*player]bool{}
	for i, p := range free {
		if paired[p] {
			continue
		}
		if s, found := nearest(p, free[i+1:], paired, now); found {
			games = append(games, Game{First: s.first.Name, Second: s.second.Name, Made: now})
			paired[s.first], paired[s.second] = true, true
		}
	}
	bye := Drawn
	if len(all)%2 == 1 {
		bye = FirstWon
	}
	for _, p := range free {
		hopes := slices.ContainsFunc(all, func(q *player) bool { // to meet somebody, now or later
			_, may := meeting(p, q)
			return may && q != p && q.games < e.Rounds
		})
		if !paired[p] && !p.bye && !hopes {
			games = append(games, Game{First: p.Name, Made: now, Ended: now, Outcome: bye})
		}
	}
	return games
}

// nearest returns the best game of a player against one of the players after them who have none, if they may meet any.
func nearest(p *player, behind []*player, paired map[*player]bool, now time.Time) (best seating, found bool) {
	var least []int
	most := 1 + int(now.Sub(p.waits)/Patience)
	for _, q := range behind {
		s, may := meeting(p, q)
		distance := max(p.standing-q.standing, q.standing-p.standing)
		if s.third > 0 {
			distance += 2
		}
		if paired[q] || !may || distance > most {
			continue
		}
		if cost := []int{distance, s.uneven, s.again}; !found || slices.Compare(cost, least) < 0 {
			best, least, found = s, cost, true
		}
	}
	return best, found
}

// meeting returns the seating of a game between two players, the higher one first, if they may meet.
func meeting(a, b *player) (seating, bool) {
	if a.met[b.Name] {
		return seating{}, false
	}
	return seated(a, b)
}
