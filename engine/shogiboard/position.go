// Package shogiboard is the board of the shogi family, as sets of squares in bits: attacks, moves, check, mate and repetition.
//
// It serves boards of nine by nine squares and smaller ones. What is text is in package shogitext.
package shogiboard

import (
	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

// The pieces, squares and moves are those of package shogitext.
type (
	Kind   = shogitext.Kind
	Square = shogitext.Square
	Move   = shogitext.Move
)

const (
	Kinds     = shogitext.Kinds
	HandKinds = shogitext.HandKinds
	Cells     = shogitext.Cells

	Simple   = shogitext.Simple
	Promotes = shogitext.Promotes
	Drops    = shogitext.Drops
	Declares = shogitext.Declares
)

// Raised and Lowered are the other sides of the pieces: Kind.Raised and Kind.Lowered as tables, for speed.
var Raised, Lowered = func() (up, down [Kinds]Kind) {
	for k := range Kinds {
		up[k], down[k] = k.Raised(), k.Lowered()
	}
	return up, down
}()

// Position is everything that the rules about moves depend on. It is copied by value.
type Position struct {
	*Ground
	Pieces [Kinds]Squares // the squares of each kind, of both seats
	Seats  [2]Squares     // the squares of each seat's pieces
	Hands  [2][HandKinds]int8
	Turn   uint8 // the seat to move, from 0

	IgnoreCheck bool // check has no meaning, and the king may be taken
	Loose       bool // under a die, only pieces on the board bind a seat to its file
}

// PositionOf returns b as a position of this package.
func PositionOf(g *Ground, b shogitext.Board) Position {
	makeTables()
	p := Position{Ground: g, Turn: uint8(b.Turn - 1)}
	for s, m := range b.Pieces {
		if m.Seat != 0 {
			one := At(Square(s))
			p.Pieces[m.Kind] = p.Pieces[m.Kind].Or(one)
			p.Seats[m.Seat-1] = p.Seats[m.Seat-1].Or(one)
		}
	}
	for seat := range 2 {
		for k, n := range b.Hands[seat] {
			p.Hands[seat][k] = int8(min(n, 100)) // more than there are
		}
	}
	return p
}

// Board returns the position as package shogitext has it.
func (p *Position) Board() *shogitext.Board {
	b := &shogitext.Board{Set: p.Set, Turn: int(p.Turn) + 1, IgnoreCheck: p.IgnoreCheck}
	for seat := range 2 {
		for k := range Kinds {
			for left := p.Pieces[k].And(p.Seats[seat]); !left.Empty(); left = left.Rest() {
				b.Pieces[left.First()] = shogitext.Piece{Kind: k, Seat: uint8(seat + 1)}
			}
		}
		for k, n := range p.Hands[seat] {
			b.Hands[seat][k] = int(n)
		}
	}
	return b
}

// ReadUSI reads a move in USI; the kind of a piece that moves is that on its square.
func (p *Position) ReadUSI(text string) (m Move, ok bool) {
	if m, ok = p.Set.ReadUSI(text); ok && m.Way != Drops && p.Taken().Has(m.From) {
		m.Kind = p.KindAt(m.From)
	}
	return m, ok
}

// Place takes squares in KIF and in USI, in any width: ５三, 5三, 53, 5c.
func (p *Position) Place(text string) (engine.Place, bool) {
	s, ok := p.Set.ReadSquare(text)
	return p.Set.Place(s), ok
}

// Check returns the rejection by the first of shogitext.Rules that m breaks; nil if it breaks none.
func (p *Position) Check(m Move) *engine.Rejection {
	if r := p.Board().Check(m); r != nil {
		return r
	}
	if m.Way == Drops && m.Kind == shogitext.Pawn && !p.IgnoreCheck && p.beforeKing(1-p.Turn) == At(m.To) && p.isMate(At(m.To)) {
		return shogitext.DropPawnMate.Reject(m.To.Arg("to"), p.KingOf(1-p.Turn).First().Arg("king"))
	}
	return nil
}

// Taken returns the squares with pieces.
func (p *Position) Taken() Squares { return p.Seats[0].Or(p.Seats[1]) }

// KindAt returns the kind of the piece on s, which must not be empty.
func (p *Position) KindAt(s Square) Kind {
	one := At(s)
	for k := range p.Pieces {
		if p.Pieces[k].Meets(one) {
			return Kind(k)
		}
	}
	panic("the square is empty")
}

// KingOf returns the square of a seat's king as a set; it is empty if the seat has none.
func (p *Position) KingOf(seat uint8) Squares { return p.Pieces[shogitext.King].And(p.Seats[seat]) }

// Steps returns the squares that a piece of seat on s reaches by single steps.
func (p *Position) Steps(seat uint8, k Kind, s Square) Squares { return steps[seat][k][s].And(p.All) }

// Ring returns the squares next to s.
func (p *Position) Ring(s Square) Squares { return p.Steps(0, shogitext.King, s) }

// Reach returns the squares that a piece of seat on s attacks, including those of its own side, with occupied squares pieces.
func (p *Position) Reach(seat uint8, k Kind, s Square, pieces Squares) Squares {
	to := steps[seat][k][s]
	switch k {
	case shogitext.Lance:
		to = slide(ahead(seat), s, pieces)
	case shogitext.Bishop, shogitext.Horse:
		to = to.Or(slide(downLeft, s, pieces)).Or(slide(upRight, s, pieces)).Or(slide(upLeft, s, pieces)).Or(slide(downRight, s, pieces))
	case shogitext.Rook, shogitext.Dragon:
		to = to.Or(slide(down, s, pieces)).Or(slide(up, s, pieces)).Or(slide(left, s, pieces)).Or(slide(right, s, pieces))
	}
	return to.And(p.All)
}

// Attacks returns every square that a seat attacks, with occupied squares pieces.
func (p *Position) Attacks(seat uint8, pieces Squares) (to Squares) {
	for k := range Kinds {
		for left := p.Pieces[k].And(p.Seats[seat]); !left.Empty(); left = left.Rest() {
			to = to.Or(p.Reach(seat, k, left.First(), pieces))
		}
	}
	return to
}

// near returns the pieces of seat's opponent that attack s by a single step.
func (p *Position) near(seat uint8, s Square) Squares {
	table := &steps[seat]
	golds := p.Pieces[shogitext.Gold].Or(p.Pieces[shogitext.Tokin]).
		Or(p.Pieces[shogitext.HighLance]).Or(p.Pieces[shogitext.HighKnight]).Or(p.Pieces[shogitext.HighSilver])
	foes := table[shogitext.Pawn][s].And(p.Pieces[shogitext.Pawn]).
		Or(table[shogitext.Knight][s].And(p.Pieces[shogitext.Knight])).
		Or(table[shogitext.Silver][s].And(p.Pieces[shogitext.Silver])).
		Or(table[shogitext.Gold][s].And(golds)).
		Or(table[shogitext.King][s].And(p.Pieces[shogitext.King].Or(p.Pieces[shogitext.Horse]).Or(p.Pieces[shogitext.Dragon])))
	return foes.And(p.Seats[1-seat])
}

// snipers returns the pieces of the other seat that would attack s from afar if no piece stood between.
func (p *Position) snipers(seat uint8, s Square) Squares {
	foes := lines[0][s].And(p.Pieces[shogitext.Rook].Or(p.Pieces[shogitext.Dragon])).
		Or(lines[1][s].And(p.Pieces[shogitext.Bishop].Or(p.Pieces[shogitext.Horse]))).
		Or(rays[ahead(seat)][s].And(p.Pieces[shogitext.Lance]))
	return foes.And(p.Seats[1-seat])
}

// Attackers returns the pieces of seat's opponent that attack s, with occupied squares pieces.
func (p *Position) Attackers(seat uint8, s Square, pieces Squares) Squares {
	all := p.near(seat, s)
	for left := p.snipers(seat, s); !left.Empty(); left = left.Rest() {
		if sniper := left.First(); !between(s, sniper).Meets(pieces) {
			all = all.Or(At(sniper))
		}
	}
	return all
}

// Attacked reports whether Attackers has any.
func (p *Position) Attacked(seat uint8, s Square, pieces Squares) bool {
	if !p.near(seat, s).Empty() {
		return true
	}
	for left := p.snipers(seat, s); !left.Empty(); left = left.Rest() {
		if !between(s, left.First()).Meets(pieces) {
			return true
		}
	}
	return false
}

// Checked reports whether the king of a seat is attacked.
func (p *Position) Checked(seat uint8) bool {
	home := p.KingOf(seat)
	return !home.Empty() && p.Attacked(seat, home.First(), p.Taken())
}

// Play makes a move and returns the kind of the piece that it takes, or Kinds. A king that is taken goes to no hand.
func (p *Position) Play(m Move) (prey Kind) {
	seat, to, k := p.Turn, At(m.To), m.Kind
	prey = Kinds
	p.Turn = 1 - seat
	switch m.Way {
	case Declares:
		return prey
	case Drops:
		p.Hands[seat][k]--
	default:
		prey = p.lift(m, seat, to)
		if m.Way == Promotes {
			k = Raised[k]
		}
	}
	p.Pieces[k] = p.Pieces[k].Or(to)
	p.Seats[seat] = p.Seats[seat].Or(to)
	return prey
}

// lift removes the moving piece from its square, and the captured piece, if any.
func (p *Position) lift(m Move, seat uint8, to Squares) (prey Kind) {
	prey = Kinds
	if p.Seats[1-seat].Meets(to) {
		prey = p.KindAt(m.To)
		p.Pieces[prey] = p.Pieces[prey].Without(to)
		p.Seats[1-seat] = p.Seats[1-seat].Without(to)
		if prey != shogitext.King {
			p.Hands[seat][Lowered[prey]]++
		}
	}
	from := At(m.From)
	p.Pieces[m.Kind] = p.Pieces[m.Kind].Without(from)
	p.Seats[seat] = p.Seats[seat].Without(from)
	return prey
}

// After returns p after the move m.
func (p Position) After(m Move) Position {
	p.Play(m)
	return p
}
