package standings

import (
	"cmp"
	"errors"
	"slices"
	"time"
)

// ErrNoRound is the error of a round in which not everybody can have a game or a bye by the laws of this package.
var ErrNoRound = errors.New("pairing: no round is possible")

// Round returns the games of the round that is made at a time: one for everybody who is in the event, in the order of the
// higher player, a bye last.
func (e *SwissEvent) Round(now time.Time) ([]Game, error) {
	ranked := e.players(now)
	slices.SortStableFunc(ranked, func(a, b *player) int { return cmp.Compare(b.points, a.points) })
	for _, thirds := range []int{0, 2} {
		if games, ok := round(ranked, thirds, now); ok {
			return games, nil
		}
	}
	return nil, ErrNoRound
}

// round returns the games of a round in which at most so many of each pair have a seat for the third time in a row.
func round(ranked []*player, thirds int, now time.Time) ([]Game, bool) {
	if len(ranked)%2 == 0 {
		return allPairs(ranked, thirds, now)
	}
	for i, p := range slices.Backward(ranked) {
		if p.bye {
			continue
		}
		if games, ok := allPairs(slices.Concat(ranked[:i], ranked[i+1:]), thirds, now); ok {
			return append(games, byeOf(p, now)), true
		}
	}
	return nil, false
}

func byeOf(p *player, now time.Time) Game {
	return Game{First: p.Name, Made: now, Ended: now, Outcome: FirstWon}
}

// allPairs returns the games of an even number of players.
func allPairs(left []*player, thirds int, now time.Time) (games []Game, ok bool) {
	if !matchable(left, thirds) {
		return nil, false
	}
	for len(left) > 0 {
		for _, o := range opponents(left, thirds) {
			rest := slices.Concat(left[1:o.place], left[o.place+1:])
			if matchable(rest, thirds) {
				games = append(games, Game{First: o.first.Name, Second: o.second.Name, Made: now})
				left = rest
				break
			}
		}
	}
	return games, true
}

// matchable reports whether all players can be paired.
func matchable(players []*player, thirds int) bool {
	edge := make([][]bool, len(players))
	for i := range players {
		edge[i] = make([]bool, len(players))
		for j := range i {
			_, may := meeting(players[j], players[i], thirds)
			edge[i][j], edge[j][i] = may, may
		}
	}
	return canMatch(edge)
}

// meeting returns how two players sit in a game, the higher one first, if they may have one.
func meeting(a, b *player, thirds int) (seating, bool) {
	if a.met[b.Name] {
		return seating{}, false
	}
	s, ok := seated(a, b)
	return s, ok && s.third <= thirds
}

// opponent is somebody whom the first of some players may meet.
type opponent struct {
	seating
	place int // among the players
	cost  [5]int
}

// opponents returns those whom the first of the players may meet, the best first.
func opponents(players []*player, thirds int) (all []opponent) {
	p, same := players[0], 0
	for same < len(players) && players[same].points == p.points {
		same++
	}
	for i, q := range players[1:] {
		place := i + 1
		if s, may := meeting(p, q, thirds); may {
			off := max(place-same/2, same/2-place)
			all = append(all, opponent{s, place, [5]int{s.third, p.points - q.points, s.uneven, off, -place}})
		}
	}
	slices.SortFunc(all, func(a, b opponent) int { return slices.Compare(a.cost[:], b.cost[:]) })
	return all
}
