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

// grid is a set of cells: a row a word, column 0 in the lowest bit.
type grid [lines]uint64

// lay is a piece put down somewhere.
type lay struct {
	*pose
	anchor    cell
	touchdown bool
}

// dragon is a head with what has grown from it.
type dragon struct {
	seat     int
	head     int     // the index of its head in pieces
	body     int     // pieces besides the head
	open     []joint // where it can grow
	finished bool
	distance int // of a finished one: empty rows between the head and the goal line
}

// piece is a lay that lies on the board.
type piece struct {
	lay
	seat int
	gone bool // a head that was taken up
}

// board is what the rules look at. Slices in it are never written to, so that it can be copied.
type board struct {
	all     grid
	own     [2]grid
	stock   [2][12]int
	pieces  []piece
	dragons []dragon
	passes  int // in a row, of both seats together
	turn    int // the seat to move, from 0
}

// fits reports whether l lies on the board.
func (l lay) fits() bool {
	at := l.anchor.plus(l.low)
	return at.x >= 0 && at.y >= 0 && at.x+l.size.x <= columns && at.y+l.size.y <= lines
}

// covers lists the cells of l.
func (l lay) covers() (cells [5]cell) {
	for i, c := range l.cells {
		cells[i] = l.anchor.plus(c)
	}
	return cells
}

// joints are the connection ends of l on the board.
func (l lay) joints() []joint {
	js := make([]joint, len(l.ends))
	for i, e := range l.ends {
		js[i] = joint{l.anchor.plus(e.at), e.face}
	}
	return js
}

// hits reports whether l, which fits, would lie on something of g.
func (l lay) hits(g *grid) bool {
	at := l.anchor.plus(l.low)
	for i := range l.size.y {
		if g[at.y+i]&(l.rows[i]<<at.x) != 0 {
			return true
		}
	}
	return false
}

// contacts counts the edges that l, which fits and hits nothing, shares with g.
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

// toggle puts l into g, or takes it out.
func (l lay) toggle(g *grid) {
	at := l.anchor.plus(l.low)
	for i := range l.size.y {
		g[at.y+i] ^= l.rows[i] << at.x
	}
}

// put lays l, which has been checked, for the seat to move. It reports whether that is a touchdown on
// the goal line.
func (b *board) put(l lay) bool {
	l.toggle(&b.all)
	l.toggle(&b.own[b.turn])
	b.pieces = append(slices.Clip(b.pieces), piece{lay: l, seat: b.turn})
	if !l.touchdown {
		b.stock[b.turn][l.kind]--
	}
	if l.kind == head && !l.touchdown {
		b.dragons = append(slices.Clip(b.dragons), dragon{seat: b.turn, head: len(b.pieces) - 1, open: l.joints()})
		return false
	}
	b.dragons = slices.Clone(b.dragons)
	d, at := b.grows(l)
	if !l.touchdown {
		rest := l.joints()
		d.open = slices.DeleteFunc(rest, func(j joint) bool { return j == at.meets() })
		d.body++
		return false
	}
	return b.finish(d, l)
}

// grows is the dragon that l joins, and the open end that it meets.
func (b *board) grows(l lay) (*dragon, joint) {
	for _, j := range l.joints() {
		for i := range b.dragons {
			d := &b.dragons[i]
			if d.seat == b.turn && slices.Contains(d.open, j.meets()) {
				return d, j.meets()
			}
		}
	}
	return nil, joint{}
}

// finish takes the dragon's head up from its start, now that it lies as l. It reports whether that is
// on the goal line.
func (b *board) finish(d *dragon, l lay) bool {
	b.pieces = slices.Clone(b.pieces)
	start := &b.pieces[d.head]
	start.gone = true
	start.toggle(&b.all)
	start.toggle(&b.own[b.turn])
	d.open, d.finished = nil, true
	d.distance = l.distance(b.turn)
	return d.distance < 0
}

// distance is how many empty rows lie between l and the goal line of seat; -1 on the line.
func (l lay) distance(seat int) int {
	low := l.anchor.y + l.low.y
	if seat == 0 {
		return lines - 1 - (low + l.size.y)
	}
	return low - 1
}

// distances of the finished dragons of seat, nearest first.
func (b *board) distances(seat int) []int {
	list := []int{}
	for _, d := range b.dragons {
		if d.seat == seat && d.finished {
			list = append(list, d.distance)
		}
	}
	slices.Sort(list)
	return list
}

// anyLay reports whether seat could lay anything if it were to move.
func (b *board) anyLay(seat int) bool {
	for range b.lays(seat) {
		return true
	}
	return false
}

// lays yields every legal lay of seat: heads, then what extends its dragons, then touchdowns.
func (b *board) lays(seat int) func(func(lay) bool) {
	return func(yield func(lay) bool) {
		_ = b.heads(seat, yield) && b.extensions(seat, yield)
	}
}

// heads yields new heads on the own edge. It is false when yield wants no more.
func (b *board) heads(seat int, yield func(lay) bool) bool {
	if b.stock[seat][head] == 0 {
		return true
	}
	for _, p := range poses[head] {
		for x := range columns {
			l := lay{pose: p, anchor: cell{x, edge[seat]}.minus(p.block)}
			if l.fits() && !l.hits(&b.all) && l.contacts(&b.own[seat]) == 0 && !yield(l) {
				return false
			}
		}
	}
	return true
}

// edge is the lower of the two rows on which a head's square stands, by seat.
var edge = [2]int{0, lines - 2}

// extensions yields what can be joined to the open ends of seat's dragons.
func (b *board) extensions(seat int, yield func(lay) bool) bool {
	for _, d := range b.dragons {
		for _, open := range d.open {
			if d.seat == seat && !b.joining(seat, d, open.meets(), yield) {
				return false
			}
		}
	}
	return true
}

// fitting is a pose and one of its ends.
type fitting struct {
	*pose
	end cell
}

// fitted are the fittings whose end has a given face.
var fitted [4][]fitting

// joining yields the lays that have an end at j.
func (b *board) joining(seat int, d dragon, j joint, yield func(lay) bool) bool {
	for _, f := range fitted[j.face] {
		l := lay{pose: f.pose, anchor: j.at.minus(f.end), touchdown: f.kind == head}
		allowed := b.stock[seat][f.kind] > 0
		if l.touchdown {
			allowed = d.body > 0
		}
		if allowed && l.fits() && !l.hits(&b.all) && l.contacts(&b.own[seat]) == 1 && !yield(l) {
			return false
		}
	}
	return true
}
