package quoridor

import "hikyaku/engine"

// What the sentences and the picture name.

// name is what seat, from 0, is called.
func (b *board) name(seat int) engine.Text { return engine.Seat(seat+1, int(b.seats)) }

// goalName is what the goal of seat, from 0, is called.
func (b *board) goalName(seat int) engine.Text { return goalNames[b.seats][seat] }

var (
	rank9 = engine.Text{En: "rank 9", Ja: "9段目"}
	fileI = engine.Text{En: "file i", Ja: "i列"}
	rank1 = engine.Text{En: "rank 1", Ja: "1段目"}
	fileA = engine.Text{En: "file a", Ja: "a列"}

	goalNames = [5][]engine.Text{2: {rank9, rank1}, 4: {rank9, fileI, rank1, fileA}}
)

func squareArg(name string, s square) engine.Arg { return engine.Word(name, s.String()) }

// mover is the seat to move as {seat}.
func (b *board) mover() engine.Arg { return engine.Arg{Name: "seat", Value: b.name(int(b.turn))} }

// standing is the seat whose pawn is on s as {other}.
func (b *board) standing(s square) engine.Arg {
	seat := 0
	for b.pawns[seat] != s {
		seat++
	}
	return engine.Arg{Name: "other", Value: b.name(seat)}
}
