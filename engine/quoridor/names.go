package quoridor

import (
	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// seatName returns the name of seat, counted from 0.
func (b *board) seatName(seat int) i18n.Text { return engine.Seat(seat+1, int(b.seats)) }

// goalName returns the name of the goal line of seat, counted from 0.
func (b *board) goalName(seat int) i18n.Text { return goalNames[b.seats][seat] }

var (
	rank9 = i18n.Text{En: "rank 9", Ja: "9段目"}
	fileI = i18n.Text{En: "file i", Ja: "i列"}
	rank1 = i18n.Text{En: "rank 1", Ja: "1段目"}
	fileA = i18n.Text{En: "file a", Ja: "a列"}

	goalNames = [5][]i18n.Text{2: {rank9, rank1}, 4: {rank9, fileI, rank1, fileA}}
)

func squareArg(name string, s square) engine.Arg { return engine.Word(name, s.String()) }

// moverArg returns the seat to move as the argument {seat}.
func (b *board) moverArg() engine.Arg {
	return engine.Arg{Name: "seat", Value: b.seatName(int(b.turn))}
}

// pawnArg returns the seat whose pawn is on s as the argument {other}.
func (b *board) pawnArg(s square) engine.Arg {
	seat := 0
	for b.pawns[seat] != s {
		seat++
	}
	return engine.Arg{Name: "other", Value: b.seatName(seat)}
}
