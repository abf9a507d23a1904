package quoridor

import (
	"context"
	"iter"
	"sync"

	"hikyaku/engine"
	"hikyaku/engine/search"
)

// Think grows a tree of samples, with any number of players.
func (p *position) Think(ctx context.Context, limits engine.Limits) iter.Seq[engine.Thought] {
	t := &thinker{seat: int(p.turn)}
	root := *t.survey(&p.board)
	if root.seats == 2 && root.left == [4]int8{} && root.winner() < 0 {
		t.race = p.board.solve()
	}
	tree := search.Tree[survey, choice]{World: t, Root: root, Seats: int(p.seats), Name: choice.name, Levels: &levels, Curious: 0.6}
	if p.seats > 2 {
		tree.Levels = &fourLevels
	}
	return tree.Think(ctx, limits)
}

// The levels search more and more positions, with less and less noise and fewer slips. Among four seats more thinking gains
// less, so there the levels begin lower.
var (
	levels = [engine.Levels]search.Level{
		{Nodes: 4, Noise: 170_000, Slip: 50}, {Nodes: 5, Noise: 157_000, Slip: 36}, {Nodes: 9, Noise: 128_000, Slip: 25},
		{Nodes: 15, Noise: 102_000, Slip: 17}, {Nodes: 25, Noise: 80_000, Slip: 10}, {Nodes: 47, Noise: 59_000, Slip: 6},
		{Nodes: 100, Noise: 38_000, Slip: 3}, {Nodes: 160, Noise: 26_000, Slip: 1}, {Nodes: 250, Noise: 14_000}, {Nodes: 3000},
	}
	fourLevels = [engine.Levels]search.Level{
		{Nodes: 4, Noise: 170_000, Slip: 80}, {Nodes: 4, Noise: 170_000, Slip: 69}, {Nodes: 4, Noise: 170_000, Slip: 60},
		{Nodes: 5, Noise: 165_000, Slip: 50}, {Nodes: 6, Noise: 154_000, Slip: 39}, {Nodes: 8, Noise: 138_000, Slip: 28},
		{Nodes: 13, Noise: 111_000, Slip: 18}, {Nodes: 36, Noise: 67_000, Slip: 8}, {Nodes: 125, Noise: 18_000, Slip: 2}, {Nodes: 1000},
	}
)

// choice is a move in one byte: the slot of a horizontal wall, upright and the slot of a vertical one, walk and the square
// of a pawn, or skip.
type choice uint8

const (
	upright choice = 64
	walk    choice = 128
	skip    choice = 255
)

func (c choice) name() engine.Move {
	switch {
	case c == skip:
		return engine.Pass
	case c >= walk:
		return engine.Move(square(c - walk).String())
	}
	return engine.Move(c.wall().String())
}

// wall returns the wall of a choice below walk.
func (c choice) wall() walls {
	if c >= upright {
		return walls{v: 1 << (c - upright)}
	}
	return walls{h: 1 << c}
}

// thinker is the game for the search.
type thinker struct {
	scout
	seat int   // that thinks, from 0
	race *race // nil if there are walls left to place
}

func (*thinker) Seat(v *survey) int { return int(v.turn) }

func (t *thinker) Play(v *survey, c choice, child *survey) {
	switch {
	case c == skip:
		*child = *v
		child.pass()
	case c >= walk:
		t.step(v, square(c-walk), child)
	default:
		t.build(v, c.wall(), child)
	}
}

// Moves lists a move that wins at once alone, and in a race those that win soonest or lose latest: no other one is better.
func (t *thinker) Moves(v *survey, list []search.Ranked[choice]) (moves []search.Ranked[choice], all bool) {
	reach := v.reach()
	if wins := reach.and(v.goal(int(v.turn))); !wins.empty() {
		return append(list, search.Ranked[choice]{Move: walk + choice(wins.first()), Rank: 1}), true
	}
	if t.race != nil {
		reach = t.race.best(&v.board)
	}
	free := v.walls.free()
	// across the way of the nearest rival, near pawns, near walls
	worth, near := v.across[v.rival()].or(v.walls.touching()), nearPawn()
	for seat := range int(v.seats) {
		worth = worth.or(near[v.pawns[seat]])
	}
	some := free.and(worth)
	room := t.legal(v, some)
	all = some == free || v.left[v.turn] == 0
	if reach.empty() && room.empty() {
		if room = t.legal(v, free); room.empty() {
			return append(list, search.Ranked[choice]{Move: skip, Rank: 1}), true
		}
		all = true
	}
	return t.rankWalls(v, room, t.rankSteps(v, reach, list)), all
}

// The ranks of moves of the pawn.
const (
	aside  = 37  // no step nearer to the goal
	nearer = 270 // one step
	jumped = 740 // two steps, by a jump
)

// rankSteps appends the moves of the pawn to the squares of reach.
func (t *thinker) rankSteps(v *survey, reach squares, list []search.Ranked[choice]) []search.Ranked[choice] {
	one := v.goal(int(v.turn)) // the squares from which the way is shorter
	var two squares            // by two steps
	for range v.steps[v.turn] - 1 {
		two, one = one, expand(one, v.north, v.east)
	}
	for to := range reach.each {
		rank := int32(aside)
		switch {
		case two.has(to):
			rank = jumped
		case one.has(to):
			rank = nearer
		}
		list = append(list, search.Ranked[choice]{Move: walk + choice(to), Rank: rank})
	}
	return list
}

// gains are the ranks of walls by the steps that they hold up the nearest rival, less the steps that they hold up their
// owner, from -2 to 5.
var gains = [8]int32{3, 8, 22, 60, 165, 450, 1220, 3310}

// rankWalls appends the walls of room.
func (t *thinker) rankWalls(v *survey, room walls, list []search.Ranked[choice]) []search.Ranked[choice] {
	rival := v.rival()
	for wall := range room.each {
		gain := t.delay(v, rival, wall) - t.delay(v, int(v.turn), wall)
		s, letter := wall.slot()
		c := choice(s)
		if letter == 'v' {
			c += upright
		}
		list = append(list, search.Ranked[choice]{Move: c, Rank: gains[min(max(gain, -2), 5)+2]})
	}
	return list
}

// delay returns the steps that a wall adds to the way of seat, counted from 0.
func (s *scout) delay(v *survey, seat int, wall walls) int {
	if v.across[seat].and(wall).empty() {
		return 0
	}
	north, east := closeEdges(v.north, v.east, wall)
	return s.distance(v.pawns[seat], v.goal(seat), north, east) - int(v.steps[seat])
}

// rival returns the seat, counted from 0, that has the shortest way of those that are in and not to move; the seat to move if
// it is alone.
func (v *survey) rival() int {
	nearest := int(v.turn)
	for n := 1; n < int(v.seats); n++ {
		seat := (int(v.turn) + n) % int(v.seats)
		if !v.out(seat) && (nearest == int(v.turn) || v.steps[seat] < v.steps[nearest]) {
			nearest = seat
		}
	}
	return nearest
}

// nearPawn returns for each square the slots of the walls along it or a square beside it.
var nearPawn = sync.OnceValue(func() *[size * size]walls {
	var near [size * size]walls
	for s := range near {
		around := expand(at(square(s)), openNorth, openEast)
		for slot := range slot(64) {
			wall := walls{h: 1 << slot}
			if under := underH[slot]; !under.or(squares{under.lo << 9, under.hi<<9 | under.lo>>55}).and(around).empty() {
				near[s] = near[s].or(wall)
			}
			if under := underV[slot]; !under.or(squares{under.lo << 1, under.hi << 1}).and(around).empty() {
				near[s] = near[s].or(walls{v: wall.h})
			}
		}
	}
	return &near
})
