package goryujin

import (
	"math/bits"
	"slices"
)

// The size of the board.
const (
	columns = 60
	lines   = 30
)

// grid is a set of cells: a word for each row, column 0 in the lowest bit.
type grid [lines]uint64

// lay is a piece at a place of the board.
type lay struct {
	*pose
	anchor    cell
	touchdown bool
}

// dragon is a head with the pieces that have grown from it.
type dragon struct {
	seat     int
	head     lay      // where its head was laid first
	body     int      // pieces besides the head
	ends     [3]joint // those of its last piece at which it can grow come first
	open     int      // how many those are
	finished bool
	distance int // of a finished dragon, the empty rows between its head and the goal line
}

// piece is a lay on the board.
type piece struct {
	lay
	seat int
	gone bool // a head that a touchdown has moved
}

// board is everything that the rules depend on. It is copied by value.
type board struct {
	all    grid
	own    [2]grid
	stock  [2][12]int8
	lair   [2 * perKind]dragon // in the order in which their heads were laid
	heads  int                 // how many there are
	passes int                 // the passes in a row, of both seats together
	turn   int                 // the seat to move, from 0
}

// dragons returns the dragons of both seats.
func (b *board) dragons() []dragon { return b.lair[:b.heads] }

// openEnds returns the ends at which d can grow.
func (d *dragon) openEnds() []joint { return d.ends[:d.open] }

// fits reports whether l lies on the board.
func (l lay) fits() bool {
	at := l.anchor.plus(l.low)
	return at.x >= 0 && at.y >= 0 && at.x+l.size.x <= columns && at.y+l.size.y <= lines
}

// covers returns the cells of l.
func (l lay) covers() (cells [5]cell) {
	for i, c := range l.cells {
		cells[i] = l.anchor.plus(c)
	}
	return cells
}

// joints returns the connection ends of l on the board.
func (l lay) joints() []joint {
	js := make([]joint, len(l.ends))
	for i, e := range l.ends {
		js[i] = l.joint(e)
	}
	return js
}

// joint returns an end of the pose of l on the board.
func (l lay) joint(e joint) joint { return joint{l.anchor.plus(e.at), e.face} }

// overlaps reports whether l covers a cell of g. l must fit on the board.
func (l lay) overlaps(g *grid) bool {
	at := l.anchor.plus(l.low)
	for i := range l.size.y {
		if g[at.y+i]&(l.rows[i]<<at.x) != 0 {
			return true
		}
	}
	return false
}

// contacts counts the edges that l shares with cells of g. l must fit on the board and not overlap g.
func (l lay) contacts(g *grid) (n int) {
	at := l.anchor.plus(l.low)
	for i := range l.size.y {
		row, y := l.rows[i]<<at.x, at.y+i
		n += bits.OnesCount64(g[y]&(row<<1)) + bits.OnesCount64(g[y]&(row>>1))
		if y > 0 {
			n += bits.OnesCount64(g[y-1] & row)
		}
		if y < lines-1 {
			n += bits.OnesCount64(g[y+1] & row)
		}
	}
	return n
}

// toggle adds the cells of l to g, or removes them.
func (l lay) toggle(g *grid) {
	at := l.anchor.plus(l.low)
	for i := range l.size.y {
		g[at.y+i] ^= l.rows[i] << at.x
	}
}

// put lays a legal l for the seat to move. It reports whether l is a touchdown on the goal line.
func (b *board) put(l lay) bool {
	l.toggle(&b.all)
	l.toggle(&b.own[b.turn])
	if !l.touchdown {
		b.stock[b.turn][l.kind]--
	}
	if l.kind == head && !l.touchdown {
		d := &b.lair[b.heads]
		*d = dragon{seat: b.turn, head: l}
		d.grow(l, joint{})
		b.heads++
		return false
	}
	d, at := b.joined(l)
	if !l.touchdown {
		d.grow(l, at.meets())
		d.body++
		return false
	}
	// A touchdown takes the head up from where it was laid first.
	d.head.toggle(&b.all)
	d.head.toggle(&b.own[b.turn])
	d.open, d.finished = 0, true
	d.distance = l.distance(b.turn)
	return d.distance < 0
}

// grow makes the ends of l those of d, except the one that is used.
func (d *dragon) grow(l lay, used joint) {
	d.open = 0
	for _, e := range l.ends {
		if j := l.joint(e); j != used {
			d.ends[d.open] = j
			d.open++
		}
	}
}

// joined returns the dragon that l joins, and the open end that l meets.
func (b *board) joined(l lay) (*dragon, joint) {
	for _, e := range l.ends {
		at := l.joint(e).meets()
		for i := range b.dragons() {
			d := &b.lair[i]
			if d.seat == b.turn && slices.Contains(d.openEnds(), at) {
				return d, at
			}
		}
	}
	return nil, joint{}
}

// distance returns the number of empty rows between l and the goal line of seat; -1 on the line.
func (l lay) distance(seat int) int {
	low := l.anchor.y + l.low.y
	if seat == 0 {
		return lines - 1 - (low + l.size.y)
	}
	return low - 1
}

// distances returns the distances of the finished dragons of seat, nearest first.
func (b *board) distances(seat int) []int {
	list := []int{}
	for _, d := range b.dragons() {
		if d.seat == seat && d.finished {
			list = append(list, d.distance)
		}
	}
	slices.Sort(list)
	return list
}

// canLay reports whether seat could lay any piece if it were to move.
func (b *board) canLay(seat int) bool {
	for range b.lays(seat) {
		return true
	}
	return false
}

// lays yields every legal lay of seat: heads, then extensions of its dragons and touchdowns.
func (b *board) lays(seat int) func(func(lay) bool) {
	return func(yield func(lay) bool) {
		if !b.newHeads(seat, yield) {
			return
		}
		for i := range b.dragons() {
			d := &b.lair[i]
			for _, open := range d.openEnds() {
				if d.seat == seat && !b.laysAt(seat, d, open.meets(), yield) {
					return
				}
			}
		}
	}
}

// newHeads yields the new heads that seat may lay on its edge. It returns false once yield does.
func (b *board) newHeads(seat int, yield func(lay) bool) bool {
	if b.stock[seat][head] == 0 {
		return true
	}
	for _, p := range pieces().poses[head] {
		for x := range columns {
			l := lay{pose: p, anchor: cell{x, edge[seat]}.minus(p.block)}
			if l.fits() && !l.overlaps(&b.all) && l.contacts(&b.own[seat]) == 0 && !yield(l) {
				return false
			}
		}
	}
	return true
}

// edge is the lower of the two rows on which the square of four of a new head lies, by seat.
var edge = [2]int{0, lines - 2}

// laysAt yields the lays that have an end at j and extend or finish the dragon d. It returns false once yield does.
func (b *board) laysAt(seat int, d *dragon, j joint, yield func(lay) bool) bool {
	for _, f := range pieces().byFace[j.face] {
		l := lay{pose: f.pose, anchor: j.at.minus(f.end), touchdown: f.kind == head}
		allowed := b.stock[seat][f.kind] > 0
		if l.touchdown {
			allowed = d.body > 0
		}
		if allowed && l.fits() && !l.overlaps(&b.all) && l.contacts(&b.own[seat]) == 1 && !yield(l) {
			return false
		}
	}
	return true
}
