package shogiboard

import (
	"iter"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

// Survey holds the moves of the seat to move, computed once for all its pieces.
type Survey struct {
	*Position
	Checkers Squares // the pieces that give check
	all      Squares // all pieces
	king     Square
	pinned   Squares // own pieces that may move only along the line to their king
	room     Squares // the squares on which a piece other than the king may land
	kingRoom Squares // the same for the king
	dropRoom Squares // the same for dropped pieces
	pawnRoom Squares // the same for dropped pawns
}

// Survey returns the moves of the seat to move. A seat without a king is never in check; where the king may be taken, it has no
// move.
func (p *Position) Survey() Survey {
	v := p.SurveyPieces()
	v.dropRoom = v.room.Without(v.all)
	v.pawnRoom = v.pawnDrops()
	return v
}

// SurveyPieces returns the moves without drops.
func (p *Position) SurveyPieces() Survey {
	v := Survey{Position: p, all: p.Taken()}
	home := p.KingOf(p.Turn)
	if home.Empty() && p.IgnoreCheck {
		return v
	}
	v.room = p.All.Without(p.Seats[p.Turn])
	if home.Empty() {
		return v
	}
	v.king = home.First()
	around := steps[0][shogitext.King][v.king].And(v.room)
	if p.IgnoreCheck {
		v.kingRoom = around
		return v
	}
	// Find the pieces that give check, and the pinned pieces.
	v.Checkers = v.near(v.Turn, v.king)
	for left := v.snipers(v.Turn, v.king); !left.Empty(); left = left.Rest() {
		sniper := left.First()
		shield := between(v.king, sniper).And(v.all)
		if shield.Empty() {
			v.Checkers = v.Checkers.Or(At(sniper))
		} else if !shield.Several() {
			v.pinned = v.pinned.Or(shield)
		}
	}

	// Remove the moves after which the own king could be taken.
	pieces := v.all.Without(home)
	for left := around; !left.Empty(); left = left.Rest() {
		if s := left.First(); !v.Attacked(v.Turn, s, pieces) {
			v.kingRoom = v.kingRoom.Or(At(s))
		}
	}
	switch {
	case v.Checkers.Empty():
	case v.Checkers.Several():
		v.room = Squares{}
	default:
		v.room = v.room.And(v.Checkers.Or(between(v.king, v.Checkers.First())))
	}
	return v
}

// Restrict keeps only the moves that end within to.
func (v *Survey) Restrict(to Squares) {
	v.room, v.kingRoom, v.dropRoom, v.pawnRoom = v.room.And(to), v.kingRoom.And(to), v.dropRoom.And(to), v.pawnRoom.And(to)
}

// WithoutDrops removes the drops.
func (v *Survey) WithoutDrops() { v.dropRoom, v.pawnRoom = Squares{}, Squares{} }

// pawnDrops returns the squares on which a pawn may be dropped.
func (v *Survey) pawnDrops() Squares {
	if v.Hands[v.Turn][shogitext.Pawn] == 0 || v.dropRoom.Empty() {
		return Squares{}
	}
	to := v.dropRoom.Without(v.Dead[v.Turn][shogitext.Pawn]).And(openFiles(v.Pieces[shogitext.Pawn].And(v.Seats[v.Turn])))
	if head := v.beforeKing(1 - v.Turn); head.Meets(to) && !v.IgnoreCheck && v.isMate(head) {
		to = to.Without(head)
	}
	return to
}

// openFiles returns the files without a pawn. A pawn is subtracted from the last rank of its file, which keeps that bit
// only if the file is empty; then it is spread over the file.
func openFiles(pawns Squares) Squares {
	const lo, hi = loFirst << (size - 1), hiFirst << (size - 1)
	l, h := (lo-pawns.lo)&lo, (hi-pawns.hi)&hi
	return Squares{l<<1 - l>>(size-1), h<<1 - h>>(size-1)}
}

// beforeKing returns the square in front of a seat's king.
func (p *Position) beforeKing(seat uint8) Squares {
	home := p.KingOf(seat)
	if home.Empty() {
		return home
	}
	return steps[seat][shogitext.Pawn][home.First()]
}

// isMate reports whether a pawn dropped on head gives mate; the drop must give check.
func (p *Position) isMate(head Squares) bool {
	child := p.After(Move{Kind: shogitext.Pawn, To: head.First(), Way: Drops})
	v := child.Survey()
	return !v.Any()
}

// destinations returns the squares to which the piece of kind k on s may move.
func (v *Survey) destinations(k Kind, s Square) Squares {
	if k == shogitext.King {
		return v.kingRoom
	}
	to := v.Reach(v.Turn, k, s, v.all).And(v.room)
	if v.pinned.Has(s) {
		to = to.And(rays[toward[v.king][s]][v.king])
	}
	return to
}

// split returns the destinations that the piece may reach without promotion and those where it may promote.
func (v *Survey) split(k Kind, s Square, to Squares) (stays, rises Squares) {
	if Raised[k] == k {
		return to, Squares{}
	}
	rises = to
	if !v.Zone[v.Turn].Has(s) {
		rises = to.And(v.Zone[v.Turn])
	}
	return to.Without(v.Dead[v.Turn][k]), rises
}

// Destinations returns every square on which a move of a piece on the board ends.
func (v *Survey) Destinations() (to Squares) {
	for k := range Kinds {
		for left := v.Pieces[k].And(v.Seats[v.Turn]); !left.Empty(); left = left.Rest() {
			to = to.Or(v.destinations(k, left.First()))
		}
	}
	return to
}

// DropDestinations returns every square on which a piece may be dropped.
func (v *Survey) DropDestinations() (to Squares) {
	for k := range HandKinds {
		to = to.Or(v.dropSquares(k))
	}
	return to
}

// dropSquares returns the squares on which a piece of kind k may be dropped.
func (v *Survey) dropSquares(k Kind) Squares {
	switch {
	case v.Hands[v.Turn][k] == 0:
		return Squares{}
	case k == shogitext.Pawn:
		return v.pawnRoom
	}
	return v.dropRoom.Without(v.Dead[v.Turn][k])
}

// Count returns the number of moves.
func (v *Survey) Count() (n uint64) {
	own := v.Seats[v.Turn]
	for k := range Kinds {
		for left := v.Pieces[k].And(own); !left.Empty(); left = left.Rest() {
			s := left.First()
			stays, rises := v.split(k, s, v.destinations(k, s))
			n += uint64(stays.Len() + rises.Len())
		}
	}
	for k := range HandKinds {
		n += uint64(v.dropSquares(k).Len())
	}
	return n
}

// Any reports whether there is a move.
func (v *Survey) Any() bool {
	if !v.kingRoom.Empty() {
		return true
	}
	own := v.Seats[v.Turn]
	for k := range Kinds {
		for left := v.Pieces[k].And(own); !left.Empty(); left = left.Rest() {
			if !v.destinations(k, left.First()).Empty() {
				return true
			}
		}
	}
	for k := range HandKinds {
		if !v.dropSquares(k).Empty() {
			return true
		}
	}
	return false
}

// List appends the moves in the order of kinds, origins and destinations, with the promotions after the other moves of a piece;
// with loud only the captures, and the promotions of the pieces that gain most by them.
func (v *Survey) List(moves []Move, loud bool) []Move {
	own, foes := v.Seats[v.Turn], v.Seats[1-v.Turn]
	for k := range Kinds {
		gains := k == shogitext.Pawn || k == shogitext.Bishop || k == shogitext.Rook
		for left := v.Pieces[k].And(own); !left.Empty(); left = left.Rest() {
			s := left.First()
			stays, rises := v.split(k, s, v.destinations(k, s))
			if loud {
				stays = stays.And(foes)
				if !gains {
					rises = rises.And(foes)
				}
			}
			moves = appendMoves(moves, Move{Kind: k, From: s}, stays)
			moves = appendMoves(moves, Move{Kind: k, From: s, Way: Promotes}, rises)
		}
	}
	for k := range HandKinds {
		if loud {
			break
		}
		moves = appendMoves(moves, Move{Kind: k, Way: Drops}, v.dropSquares(k))
	}
	return moves
}

// Texts yields moves in the notation of their record.
func Texts(moves []Move) iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		for _, m := range moves {
			if !yield(engine.Move(m.String())) {
				return
			}
		}
	}
}

func appendMoves(moves []Move, m Move, to Squares) []Move {
	for ; !to.Empty(); to = to.Rest() {
		m.To = to.First()
		moves = append(moves, m)
	}
	return moves
}
