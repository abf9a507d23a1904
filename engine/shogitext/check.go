package shogitext

import (
	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// DeadRanks is the number of ranks, from the far one, on which a piece could never move again.
var DeadRanks = [Kinds]int{Pawn: 1, Lance: 1, Knight: 2}

// Far reports whether s is one of the n ranks farthest from the player of a seat.
func (s Square) Far(set *Set, seat uint8, n int) bool {
	if seat == 2 {
		return s.Rank() > set.Size-n
	}
	return s.Rank() <= n
}

// Check returns the rejection by the first of Rules that m breaks; nil if it breaks none. It does not know DropPawnMate, which
// needs all moves of the other player.
func (b *Board) Check(m Move) *engine.Rejection {
	check := b.checkMove
	if m.Way == Drops {
		check = b.checkDrop
	}
	if r := check(m); r != nil || b.IgnoreCheck {
		return r
	}
	after := *b
	if m.Way != Drops {
		after.Pieces[m.From] = Piece{}
	}
	after.Pieces[m.To] = Piece{m.Kind, uint8(b.Turn)}
	king, by, checked := after.inCheck(uint8(b.Turn))
	if !checked {
		return nil
	}
	rule := CheckExposed
	if before, _, checked := b.inCheck(uint8(b.Turn)); checked {
		rule, king = CheckUnanswered, before
	}
	return rule.Reject(SeatArg("seat", b.Turn), king.Arg("king"), m.Arg(), after.Pieces[by].Kind.arg("man"), by.Arg("by"))
}

func (b *Board) checkMove(m Move) *engine.Rejection {
	seat := uint8(b.Turn)
	moved, taken := b.Pieces[m.From], b.Pieces[m.To]
	switch {
	case moved.Seat == 0:
		return PieceNone.Reject(m.From.Arg("from"))
	case moved.Seat != seat:
		return PieceNotYours.Reject(m.From.Arg("from"), moved.Kind.arg("man"), SeatArg("seat", b.Turn), SeatArg("other", 3-b.Turn))
	case moved.Kind != m.Kind:
		return PieceMismatch.Reject(m.From.Arg("from"), moved.Kind.arg("man"), m.Kind.arg("named"))
	case !b.reaches(m.From, m.To):
		return MoveGeometry.Reject(m.Kind.arg("man"), m.From.Arg("from"), m.To.Arg("to"))
	case taken.Seat == seat:
		return SquareOwnPiece.Reject(SeatArg("seat", b.Turn), taken.Kind.arg("man"), m.To.Arg("to"))
	}
	args := []engine.Arg{m.Kind.arg("man"), m.From.Arg("from"), m.To.Arg("to")}
	switch zone, promotes := b.Set.Zone, m.Way == Promotes; {
	case promotes && !m.Kind.promotes():
		return PromotionNotAllowed.Reject(append(args, engine.Arg{Name: "why", Value: neverPromotes})...)
	case promotes && !m.From.Far(b.Set, seat, zone) && !m.To.Far(b.Set, seat, zone):
		return PromotionNotAllowed.Reject(append(args, engine.Arg{Name: "why", Value: b.Set.OutsideZone})...)
	case !promotes && m.To.Far(b.Set, seat, DeadRanks[m.Kind]):
		return PromotionForced.Reject(args...)
	}
	return nil
}

func (b *Board) checkDrop(m Move) *engine.Rejection {
	switch there := b.Pieces[m.To]; {
	case m.Kind >= HandKinds || b.Hands[b.Turn-1][m.Kind] == 0:
		return DropNotInHand.Reject(SeatArg("seat", b.Turn), m.Kind.arg("man"), m.To.Arg("to"))
	case there.Seat != 0:
		return DropOccupied.Reject(there.Kind.arg("man"), SeatArg("holder", int(there.Seat)), m.To.Arg("to"))
	}
	if m.Kind == Pawn {
		for _, other := range b.piecesOf(Pawn) {
			if other.File() == m.To.File() {
				return DropTwoPawns.Reject(SeatArg("seat", b.Turn), other.Arg("other"), m.To.Arg("to"))
			}
		}
	}
	if m.To.Far(b.Set, uint8(b.Turn), DeadRanks[m.Kind]) {
		return DropNoMove.Reject(m.Kind.arg("man"), m.To.Arg("to"))
	}
	return nil
}

// inCheck returns the square of a king and the first piece that attacks it. A seat without a king is never in check.
func (b *Board) inCheck(seat uint8) (king, by Square, ok bool) {
	for i, m := range b.Pieces {
		if m != (Piece{King, seat}) {
			continue
		}
		king = Square(i)
		for j, other := range b.Pieces {
			if by = Square(j); other.Seat == 3-seat && b.reaches(by, king) {
				return king, by, true
			}
		}
	}
	return king, by, false
}

// LeftInCheck refuses a position in which the seat that has just moved is in check.
func (b *Board) LeftInCheck() error {
	king, _, checked := b.inCheck(uint8(3 - b.Turn))
	if !checked || b.IgnoreCheck {
		return nil
	}
	return i18n.Errorf("%s is in check on %s, and %s is to move", "%sの%sの玉に王手がかかっているのに、%sの手番になっています",
		engine.Seat(3-b.Turn, 2), king.Name(), engine.Seat(b.Turn, 2))
}

// ShowsFoul reports whether the board shows that the seat that has just moved has broken a rule of Fouls. It does not know
// DropPawnMate.
func (b *Board) ShowsFoul(rule *engine.Rule) bool {
	seat := uint8(3 - b.Turn)
	if rule == CheckUnanswered || rule == CheckExposed {
		_, _, checked := b.inCheck(seat)
		return checked && !b.IgnoreCheck
	}
	for i, m := range b.Pieces {
		s := Square(i)
		switch {
		case m.Seat != seat:
		case rule == DropTwoPawns && b.hasPawnAbove(s),
			(rule == PromotionForced || rule == DropNoMove) && s.Far(b.Set, seat, DeadRanks[m.Kind]):
			return true
		}
	}
	return false
}

// ListFouls returns the moves that check rejects by a rule of Fouls: first those of pieces on the board by kind, origin and
// destination, each with the promotions last, then the drops.
func (b *Board) ListFouls(check func(Move) *engine.Rejection) (list []Move) {
	try := func(m Move) {
		for m.To = range b.Set.Squares {
			there := b.Pieces[m.To].Seat
			if m.Way == Drops && there != 0 || m.Way != Drops && (there == uint8(b.Turn) || !b.reaches(m.From, m.To)) {
				continue
			}
			if IsFoul(check(m)) {
				list = append(list, m)
			}
		}
	}
	for k := range Kinds {
		for _, from := range b.piecesOf(k) {
			try(Move{Kind: k, From: from})
			try(Move{Kind: k, From: from, Way: Promotes})
		}
	}
	for k := range HandKinds {
		if b.Hands[b.Turn-1][k] > 0 {
			try(Move{Kind: k, Way: Drops})
		}
	}
	return list
}

// Malformed returns the rejection of a text that is no move.
func Malformed(text string) *engine.Rejection {
	return MoveMalformed.Reject(engine.Quote("move", text))
}
