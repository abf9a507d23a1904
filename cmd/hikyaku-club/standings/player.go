package standings

import (
	"slices"
	"time"
)

// player is the state of an entrant in an event.
type player struct {
	Entrant
	order       int // index in the list of entrants
	standing    int // wins minus losses
	balance     int // games in the first seat minus those in the second
	last        int // the seat of the last game: 1 for the first, -1 for the second, 0 for none
	row         int // how often in a row they had that seat
	met         map[string]bool
	games, open int
	bye         bool
	waits       time.Time // waiting since
}

// players returns the players of the event as known at a time.
func (e *Continuous) players(now time.Time) []*player {
	all, byName := []*player{}, map[string]*player{}
	for i, entrant := range e.Entrants {
		p := &player{Entrant: entrant, order: i, met: map[string]bool{}, waits: entrant.Entered}
		byName[p.Name] = p
		if !p.Entered.After(now) && (p.Left.IsZero() || p.Left.After(now)) {
			all = append(all, p)
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
		if p := byName[g.First]; p != nil {
			p.play(g, g.Second, 1, first, second)
		}
		if p := byName[g.Second]; p != nil {
			p.play(g, g.First, -1, second, first)
		}
	}
	return all
}

// play counts a game against an opponent; "" is a bye.
func (p *player) play(g Game, opponent string, seat, points, others int) {
	p.games++
	p.standing += (points - others) / 2
	p.waits = latest(p.waits, g.Made)
	if g.Outcome == Open {
		p.open++
	} else {
		p.waits = latest(p.waits, g.Ended)
	}
	if opponent == "" {
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

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
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
	if a.last > 0 || a.last == 0 && a.order%2 == 1 {
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
