package diceshogi

import "hikyaku/engine"

// What the sentences and the picture name.

var english = [kinds]string{"pawn", "silver", "gold", "bishop", "rook", "king",
	"promoted pawn", "promoted silver", "horse", "dragon"}

func squareArg(name string, s square) engine.Arg { return engine.Word(name, s.String()) }

func kindArg(name string, k kind) engine.Arg {
	return engine.Arg{Name: name, Value: engine.Text{En: english[k], Ja: names[k]}}
}

// man is the man on s.
func (b *board) man(name string, s square) engine.Arg { return kindArg(name, b.kindAt(s)) }

// seatArg is a seat, from 0.
func seatArg(name string, seat uint8) engine.Arg {
	return engine.Arg{Name: name, Value: engine.Seat(int(seat)+1, 2)}
}

// mover is the seat to move as {seat}.
func (b *board) mover() engine.Arg { return seatArg("seat", b.turn) }
