package searchtest

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hikyaku/engine"
)

// Endings are positions near the end of games, in which searches that prove wins are compared with playing all legal moves.
type Endings struct {
	Start     func(game int) engine.Position
	Last      int     // the number of plies before the end that are looked at
	Nodes     int     // of the search
	Plies     int     // that are played in all ways
	Positions int     // the most that are played for one position; where they do not suffice, nothing is compared
	Sure      float64 // the least score of a seat that wins
}

// Compare plays games, and compares the results of a search for the last positions with a plain method, for n positions in all.
func (e Endings) Compare(t *testing.T, n int) {
	t.Helper()
	known, claimed, all := 0, 0, 0
	for game := 0; all < n; game++ {
		random := rand.New(rand.NewPCG(uint64(game), 11))
		for _, p := range e.ends(t, e.Start(game), random, 4<<(game%4)) {
			all++
			k, c := e.compare(t, p)
			if k {
				known++
			}
			if c {
				claimed++
			}
		}
	}
	t.Logf("of %d positions the plain method decides %d, and the search proves %d", all, known, claimed)
	if known == 0 || claimed == 0 {
		t.Error("nothing was compared")
	}
}

// ends plays a game between players that take the best of a few moves, and returns its last positions with a seat to move.
func (e Endings) ends(t *testing.T, p engine.Position, random *rand.Rand, few int) (list []engine.Position) {
	t.Helper()
	const longest = 1000
	for range longest {
		next := p.Next()
		var m engine.Move
		switch {
		case next.Result != nil:
			return list[max(0, len(list)-e.Last):]
		case next.Throw != nil:
			m = engine.RandomThrow(next.Throw, random)
		default:
			list = append(list, p)
			m = pick(p, random, few)
		}
		q, err := p.Apply(m)
		if err != nil {
			t.Fatal(err)
		}
		p = q
	}
	return nil
}

// pick returns the best of a few moves by the game's evaluation of the resulting positions.
func pick(p engine.Position, random *rand.Rand, few int) (best engine.Move) {
	moves := slices.Collect(p.Moves())
	top := math.MinInt
	for range few {
		m := moves[random.IntN(len(moves))]
		q, err := p.Apply(m)
		if err != nil {
			continue
		}
		if v, ok := q.(engine.Valuer); ok && v.Value(p.Next().Player) > top {
			best, top = m, v.Value(p.Next().Player)
		}
	}
	return best
}

// compare checks that the search proves only what the plain method finds, and that it sees existing wins.
func (e Endings) compare(t *testing.T, p engine.Position) (known, claimed bool) {
	t.Helper()
	var thought engine.Thought
	for thought = range p.(engine.Thinker).Think(context.Background(), engine.Limits{Nodes: e.Nodes, Memory: 1 << 20}) {
	}
	left, proved := e.Positions, 0
	wins := forced(p, e.Plies, &left)
	for seat, score := range thought.Scores {
		if score == 1 {
			proved = seat + 1
		}
	}
	if proved > 0 && wins > 0 && proved != wins {
		t.Errorf("%s: seat %d wins, and the search proves a win of %d: %+v", p, wins, proved, thought)
	}
	mover := p.Next().Player
	score := thought.Scores[mover-1]
	if wins == mover && score < e.Sure || wins > 0 && wins != mover && score > 1-e.Sure {
		t.Errorf("%s: seat %d wins, and the search says %+v", p, wins, thought)
	}
	return wins > 0, proved > 0
}

// forced returns the seat that wins within some plies whatever the moves of the others and the throws; 0 if there is none, or if
// the limit of positions is reached.
func forced(p engine.Position, plies int, left *int) (winner int) {
	next := p.Next()
	if next.Result != nil {
		return first(next.Result.Places)
	}
	if *left--; plies == 0 || *left <= 0 {
		return 0
	}
	moves := p.Moves()
	switch {
	case next.Throw != nil:
		moves = engine.Outcomes(next.Throw)
		plies++
	case plies > 2: // a nearer win is found sooner
		if wins := forced(p, plies-2, left); wins > 0 {
			return wins
		}
	}
	same := -1 // the seat that wins after all moves; 0 if there is none
	for m := range moves {
		q, err := p.Apply(m)
		if err != nil {
			return 0
		}
		wins := forced(q, plies-1, left)
		switch {
		case wins == next.Player && wins > 0:
			return wins
		case same < 0:
			same = wins
		case wins != same:
			same = 0
		}
	}
	return max(same, 0)
}

// first returns the seat with the first place; 0 if two share it.
func first(places []int) (seat int) {
	for i, place := range places {
		switch {
		case place > 1:
		case seat > 0:
			return 0
		default:
			seat = i + 1
		}
	}
	return seat
}
