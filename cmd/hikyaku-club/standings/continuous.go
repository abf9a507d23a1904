package standings

import (
	"cmp"
	"slices"
	"time"
)

// Patience is how long a player waits before an opponent one win further away is allowed.
const Patience = 2 * 24 * time.Hour

// Continuous is the record of an event that is paired continuously: players near each other get a game as soon as both are free.
type Continuous struct {
	Entrants []Entrant // the strongest first, then those who entered late
	Games    []Game    // in the order in which they were made
	Rounds   int       // how many games each plays
	AtOnce   int       // how many games each plays at once; 0 for one
}

// Next returns the games that are made at a time without rounds, at most one for each player, in the order of their turns,
// byes last.
func (e *Continuous) Next(now time.Time) (games []Game) {
	all := e.players(now)
	var free []*player
	for _, p := range all {
		if p.open < max(1, e.AtOnce) && p.games < e.Rounds {
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
		if !paired[p] && !p.bye && !e.hopes(p, all) {
			games = append(games, Game{First: p.Name, Made: now, Ended: now, Outcome: bye})
		}
	}
	return games
}

// nearest returns the game of a player against the best of the later players who have none, if there is one they may meet.
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

// hopes reports whether there is somebody whom a player may meet now or later.
func (e *Continuous) hopes(p *player, all []*player) bool {
	return slices.ContainsFunc(all, func(q *player) bool {
		_, may := meeting(p, q)
		return may && q != p && q.games < e.Rounds
	})
}

// meeting returns how two players sit in a game, the higher one first, if they may have one.
func meeting(a, b *player) (seating, bool) {
	if a.met[b.Name] {
		return seating{}, false
	}
	return seated(a, b)
}
