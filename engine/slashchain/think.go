package slashchain

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"hikyaku/engine"
	"hikyaku/engine/search"
)

// Think searches for chains, and follows threats to the end.
func (p *position) Think(ctx context.Context, limits engine.Limits) iter.Seq[engine.Thought] {
	a := search.AlphaBeta[spot, laying]{Rules: chains{stripTable()}, Root: p.spot(), Seat: p.turn + 1,
		Name: func(m laying) engine.Move { return engine.Move(m.lay().String()) }, Levels: &levels, Scale: tenfold, Most: mostMoves}
	return func(yield func(engine.Thought) bool) {
		for t := range a.Think(ctx, limits) {
			if !yield(t) || t.Scores[p.turn] == 0 || t.Scores[p.turn] == 1 { // a shorter win is no better
				return
			}
		}
	}
}

// tenfold is the number of points at which a win is ten times as likely as a loss.
const tenfold = 150

// The levels slip less and less, look at more and more positions and judge them better and better.
var levels = [engine.Levels]search.Level{
	{Nodes: 150, Noise: 400, Slip: 100}, {Nodes: 150, Noise: 400, Slip: 80}, {Nodes: 150, Noise: 400, Slip: 67},
	{Nodes: 150, Noise: 400, Slip: 51}, {Nodes: 150, Noise: 280, Slip: 40}, {Nodes: 170, Noise: 180, Slip: 27},
	{Nodes: 280, Noise: 100, Slip: 13}, {Nodes: 500, Noise: 50, Slip: 8}, {Nodes: 1500, Noise: 12, Slip: 3}, {Nodes: 6000},
}

// laying is a lay in few bytes.
type laying struct {
	pattern pattern
	x, y    int8
}

func (m laying) lay() lay { return lay{byPattern[m.pattern], square{int(m.x), int(m.y)}} }

// spot is a state as the search sees it, with what it knows of the chains of both sides.
type spot struct {
	state
	key    uint64
	points [2]int32 // the values of the windows of each side
	ready  [2]int16 // the number of windows of each side that one tile can fill
	ended  *engine.Rule
	winner int
}

func (p *position) spot() spot {
	s := spot{state: p.state, winner: -1}
	s.table = table{}
	rules := chains{stripTable()}
	for _, at := range p.laid {
		rules.add(&s, laying{pattern(p.squares[at.y+middle][at.x+middle] - 1), int8(at.x), int8(at.y)})
	}
	if p.result != nil {
		s.ended = p.result.Rule
		for seat, place := range p.result.Places {
			if place == 1 && p.result.Places[1-seat] != 1 {
				s.winner = seat
			}
		}
	}
	return s
}

// chains are the rules for the search.
type chains struct{ *strips }

// add puts a tile on the table of s, and its effects into its values.
func (c chains) add(s *spot, m laying) {
	at := square{int(m.x), int(m.y)}
	around := c.around(&s.table, at)
	e := c.effect(&around, m.pattern)
	for i := range e {
		s.points[i] += int32(e[i].points)
		s.ready[i] += int16(e[i].ready)
	}
	s.put(at, m.pattern)
	s.key ^= search.Mix(uint64(m.pattern) | uint64(uint8(m.x))<<8 | uint64(uint8(m.y))<<16)
}

// Key distinguishes positions by the tiles laid, which determine the hands.
func (chains) Key(p *spot) uint64 {
	hand := uint64(p.turn)
	for _, n := range p.hands[0] {
		hand = hand<<2 | uint64(n)
	}
	return p.key ^ search.Mix(hand^1<<40)
}

func (chains) Over(p *spot) (search.Score, bool) {
	switch {
	case p.ended == nil:
		return 0, false
	case p.winner < 0:
		return 0, true
	case p.winner == p.turn:
		return search.Win, true
	}
	return -search.Win, true
}

func (chains) Value(p *spot) search.Score {
	return search.Score(p.points[p.turn] - p.points[1-p.turn])
}

func (c chains) Play(p *spot, m laying, child *spot) {
	*child = *p
	c.add(child, m)
	l := m.lay()
	child.hands[child.turn][l.kind]--
	child.ended, child.winner = child.outcome(l.at)
	child.turn = 1 - p.turn
}

// Checked reports whether the other side could complete a chain now.
func (c chains) Checked(p *spot) bool {
	_, found := c.winning(p, 1-p.turn)
	return found
}

func (chains) Pass(p *spot, child *spot) {
	*child = *p
	child.turn = 1 - p.turn
}

// winning returns a move with which seat would win if it were to move.
func (c chains) winning(p *spot, seat int) (m laying, found bool) {
	if p.ready[seat] == 0 {
		return m, false
	}
	turn := p.turn
	p.turn = seat
	defer func() { p.turn = turn }()
	for at := range p.openSquares {
		around := c.around(&p.table, at)
		if a := around[seat]; !c.two[a[0]][3].five && !c.one[a[1]][1].five && !c.one[a[2]][1].five {
			continue // no tile completes a chain
		}
		for _, t := range tiles {
			if p.hands[seat][t.kind] == 0 {
				continue
			}
			if e := c.effect(&around, t.pattern); e[seat].five && !e[1-seat].five && p.wins(lay{t, at}) {
				return laying{t.pattern, int8(at.x), int8(at.y)}, true
			}
		}
	}
	return m, false
}

// wins reports whether a lay wins. It puts the tile on the table and removes it again.
func (p *spot) wins(l lay) bool {
	at := &p.squares[l.at.y+middle][l.at.x+middle]
	*at = uint8(l.pattern) + 1
	_, winner := p.outcome(l.at)
	*at = 0
	return winner == p.turn
}

// The most moves that are looked at in a position, and the most threats among them that are followed at the end of a line.
const (
	mostMoves   = 32
	mostThreats = 4
)

// Moves returns a move that wins alone. If the other side could win, it returns the tiles that cover the square where that would
// happen; in rare cases another tile would do as well. Otherwise it returns the moves that change most.
func (c chains) Moves(p *spot, loud bool, list []search.Ranked[laying]) []search.Ranked[laying] {
	if m, found := c.winning(p, p.turn); found {
		return append(list, search.Ranked[laying]{Move: m, Rank: threatRank, Loud: true})
	}
	if threat, found := c.winning(p, 1-p.turn); found {
		if list = c.movesAt(p, threat.lay().at, loud, list); len(list) > 0 {
			return list
		}
	}
	for at := range p.openSquares {
		list = c.movesAt(p, at, loud, list)
	}
	most := mostMoves
	if loud {
		most = mostThreats
	}
	slices.SortStableFunc(list, func(a, b search.Ranked[laying]) int { return cmp.Compare(b.Rank, a.Rank) })
	return list[:min(most, len(list))]
}

// The ranks of a tile that threatens to win, and of one that makes a chain of the other side.
const (
	threatRank = 1 << 21
	givenRank  = -1 << 11
)

// movesAt appends the moves to a square.
func (c chains) movesAt(p *spot, at square, loud bool, list []search.Ranked[laying]) []search.Ranked[laying] {
	around := c.around(&p.table, at)
	risky := p.restricted() && p.risky(at)
	me, you := p.turn, 1-p.turn
	for _, t := range tiles {
		if p.hands[p.turn][t.kind] == 0 {
			continue
		}
		e := c.effect(&around, t.pattern)
		threat := e[me].ready > 0
		if loud && (!threat || e[you].five) || risky && p.forbids(&p.table, lay{t, at}) {
			continue
		}
		m := laying{t.pattern, int8(at.x), int8(at.y)}
		slot := uint16(m.pattern) | uint16(m.x)&31<<4 | uint16(m.y)&31<<9 // in the history table
		r := search.Ranked[laying]{Move: m, Slot: slot, Rank: int32(e[me].points) - int32(e[you].points), Loud: threat}
		switch {
		case e[you].five:
			r.Rank += givenRank
		case threat:
			r.Rank += threatRank
		}
		list = append(list, r)
	}
	return list
}
