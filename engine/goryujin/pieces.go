package goryujin

import (
	"slices"
	"strings"
	"sync"
)

// letters are the kinds of pieces. A kind is an index in it.
const letters = "FILNPTUVWXYZ"

// head is the kind of a dragon's head.
var head = strings.IndexByte(letters, 'P')

// perKind is the number of pieces of each kind that a seat has.
const perKind = 5

// cell is a cell of the board, with column and row from 0, or an offset.
type cell struct{ x, y int }

func (c cell) plus(d cell) cell  { return cell{c.x + d.x, c.y + d.y} }
func (c cell) minus(d cell) cell { return cell{c.x - d.x, c.y - d.y} }

// The faces of a cell, counter-clockwise.
var faces = [4]cell{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// joint is a connection end: a face of a cell.
type joint struct {
	at   cell
	face int
}

// meets returns the joint opposite to j, on the neighbouring cell.
func (j joint) meets() joint { return joint{j.at.plus(faces[j.face]), (j.face + 2) % 4} }

// shapes are the cells of each kind relative to its anchor, unturned, as RULES.md draws them.
var shapes = [12][5]cell{
	{{0, 0}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}},
	{{0, -2}, {0, -1}, {0, 0}, {0, 1}, {0, 2}},
	{{0, 2}, {0, 1}, {0, 0}, {0, -1}, {1, -1}},
	{{0, 2}, {0, 1}, {0, 0}, {-1, 0}, {-1, -1}},
	{{0, 1}, {1, 1}, {0, 0}, {1, 0}, {0, -1}},
	{{-1, 1}, {0, 1}, {1, 1}, {0, 0}, {0, -1}},
	{{-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}},
	{{-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}},
	{{-1, 1}, {-1, 0}, {0, 0}, {0, -1}, {1, -1}},
	{{0, 1}, {-1, 0}, {0, 0}, {1, 0}, {0, -1}},
	{{0, 1}, {0, 0}, {-1, 0}, {0, -1}, {0, -2}},
	{{-1, 1}, {0, 1}, {0, 0}, {0, -1}, {1, -1}},
}

// pose is a kind in one of its distinct orientations.
type pose struct {
	kind    int
	turns   int
	flipped bool
	cells   [5]cell // relative to the anchor
	ends    []joint // likewise
	low     cell    // the lower left corner of what it covers
	size    cell    // columns and rows covered
	rows    [5]uint64
	block   cell // the lower left cell of a head's square of four
}

// pieceSet describes the lays of a seat's pieces.
type pieceSet struct {
	poses  [12][]*pose      // the distinct orientations of each kind, in the order of their names: unflipped first, then by turns
	named  map[name]renamed // the pose of every name, with the offset from the name's anchor to the pose's
	byFace [4][]poseEnd     // the poses with an end of the given face
}

// pieces is the set, made when it is first needed.
var pieces = sync.OnceValue(newPieceSet)

type name struct {
	kind, turns int
	flipped     bool
}

type renamed struct {
	pose  *pose
	shift cell
}

// poseEnd is a pose with one of its ends.
type poseEnd struct {
	*pose
	end cell
}

func newPieceSet() *pieceSet {
	s := &pieceSet{named: map[name]renamed{}}
	for kind := range shapes {
		for _, flipped := range []bool{false, true} {
			for turns := range 4 {
				s.add(name{kind, turns, flipped})
			}
		}
		for _, p := range s.poses[kind] {
			for _, e := range p.ends {
				s.byFace[e.face] = append(s.byFace[e.face], poseEnd{p, e.at})
			}
		}
	}
	return s
}

// add adds the pose of a name, unless it covers the same cells as an earlier one.
func (s *pieceSet) add(n name) {
	p := newPose(n)
	for _, known := range s.poses[n.kind] {
		if known.rows == p.rows {
			s.named[n] = renamed{known, p.low.minus(known.low)}
			return
		}
	}
	s.poses[n.kind] = append(s.poses[n.kind], p)
	s.named[n] = renamed{pose: p}
}

func newPose(n name) *pose {
	p := &pose{kind: n.kind, turns: n.turns, flipped: n.flipped, cells: shapes[n.kind]}
	for i, c := range p.cells {
		if n.flipped {
			c.x = -c.x
		}
		for range n.turns {
			c = cell{-c.y, c.x}
		}
		p.cells[i] = c
	}
	p.low = cell{min5(p.cells, func(c cell) int { return c.x }), min5(p.cells, func(c cell) int { return c.y })}
	for _, c := range p.cells {
		at := c.minus(p.low)
		p.rows[at.y] |= 1 << at.x
		p.size = cell{max(p.size.x, at.x+1), max(p.size.y, at.y+1)}
	}
	p.ends, p.block = endsOf(p.cells), blockOf(p.cells)
	return p
}

func min5(cells [5]cell, of func(cell) int) int {
	low := of(cells[0])
	for _, c := range cells[1:] {
		low = min(low, of(c))
	}
	return low
}

// endsOf returns the connection ends. A cell with exactly one neighbour inside its piece has an end on the opposite
// face.
func endsOf(cells [5]cell) (ends []joint) {
	for _, c := range cells {
		var inside []int
		for face, d := range faces {
			if slices.Contains(cells[:], c.plus(d)) {
				inside = append(inside, face)
			}
		}
		if len(inside) == 1 {
			ends = append(ends, joint{c, (inside[0] + 2) % 4})
		}
	}
	return ends
}

// blockOf returns the lower left cell of a head's square of four. Other kinds have no such square.
func blockOf(cells [5]cell) cell {
	for _, c := range cells {
		square := []cell{c, c.plus(cell{1, 0}), c.plus(cell{0, 1}), c.plus(cell{1, 1})}
		if !slices.ContainsFunc(square, func(s cell) bool { return !slices.Contains(cells[:], s) }) {
			return c
		}
	}
	return cell{}
}
