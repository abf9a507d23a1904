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
	Begun  time.Time
	Left   []time.Time // when each player withdrew, the strongest first; zero for those who have not
	Games  []Game      // in the order in which they were made
	Rounds int         // games per player
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
			games = append(games, Game{Pair: Pair{s.first.number, s.second.number}, Made: now})
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
			games = append(games, Game{Pair: Pair{p.number, -1}, Made: now, Ended: now, Outcome: bye})
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
	if a.met[b.number] {
		return seating{}, false
	}
	return seated(a, b)
}

// player is the state of a player in an event.
type player struct {
	number      int
	standing    int // wins minus losses
	balance     int // games in the first seat minus those in the second
	last        int // the seat of the last game: 1 for the first, -1 for the second, 0 for none
	row         int // how often in a row they had that seat
	met         map[int]bool
	games, open int
	bye         bool
	waits       time.Time // waiting since
}

// players returns the players of the event as known at a time.
func (e *Continuous) players(now time.Time) (here []*player) {
	all := make([]*player, len(e.Left))
	for i, left := range e.Left {
		all[i] = &player{number: i, met: map[int]bool{}, waits: e.Begun}
		if left.IsZero() || left.After(now) {
			here = append(here, all[i])
		}
	}
	for _, g := range e.Games {
		if !g.Made.Before(now) {
			continue
		}
		if g.Outcome != Open && g.Ended.After(now) {
			g.Outcome = Open
		}
		first, second := g.Outcome.Halves()
		all[g.First].play(g, g.Second, 1, first, second)
		if g.Second >= 0 {
			all[g.Second].play(g, g.First, -1, second, first)
		}
	}
	return here
}

// play counts a game against an opponent; -1 is a bye.
func (p *player) play(g Game, opponent int, seat, points, others int) {
	p.games++
	p.standing += (points - others) / 2
	times := []time.Time{p.waits, g.Made}
	if g.Outcome == Open {
		p.open++
	} else {
		times = append(times, g.Ended)
	}
	p.waits = slices.MaxFunc(times, time.Time.Compare)
	if opponent < 0 {
		p.bye = true
		return
	}
	p.met[opponent] = true
	p.balance, p.row = p.balance+seat, p.inRow(seat)
	p.last = seat
}

// inRow returns how often in a row the player would have a seat after a game in it.
func (p *player) inRow(seat int) int {
	if p.last == seat {
		return p.row + 1
	}
	return 1
}

// seating is one of the two ways to seat a pair. Each number counts the players of the pair to whom it applies.
type seating struct {
	first, second *player
	third         int // would have the seat for the third time in a row
	uneven        int // would reach a difference of two
	again         int // would keep the seat of their last game
}

// seated returns the better way to seat a pair that has not met; a is the higher player. It is not ok if both ways would make the
// seats too uneven.
func seated(a, b *player) (best seating, ok bool) {
	ways := [2]seating{{first: a, second: b}, {first: b, second: a}}
	if a.last > 0 || a.last == 0 && a.number%2 == 1 {
		slices.Reverse(ways[:])
	}
	for _, s := range ways {
		if even := s.take(s.first, 1) && s.take(s.second, -1); even && (!ok || slices.Compare([]int{s.third, s.uneven, s.again}, []int{best.third, best.uneven, best.again}) < 0) {
			best, ok = s, true
		}
	}
	return best, ok
}

// take counts the consequences of a seat for a player, and reports whether the player may have it.
func (s *seating) take(p *player, seat int) bool {
	balance := (p.balance + seat) * seat
	if p.inRow(seat) >= 3 {
		s.third++
	}
	if balance == 2 {
		s.uneven++
	}
	if p.last == seat {
		s.again++
	}
	return balance <= 2
}
