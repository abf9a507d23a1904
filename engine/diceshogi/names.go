package diceshogi

import "hikyaku/engine"

var english = [kinds]string{"pawn", "silver", "gold", "bishop", "rook", "king",
	"promoted pawn", "promoted silver", "horse", "dragon"}

func squareArg(name string, s square) engine.Arg { return engine.Word(name, s.String()) }

func kindArg(name string, k kind) engine.Arg {
	return engine.Arg{Name: name, Value: engine.Text{En: english[k], Ja: names[k]}}
}

// man returns the kind of the man on s as an argument.
func (b *board) man(name string, s square) engine.Arg { return kindArg(name, b.kindAt(s)) }

// seatArg returns a seat, counted from 0, as an argument.
func seatArg(name string, seat uint8) engine.Arg {
	return engine.Arg{Name: name, Value: engine.Seat(int(seat)+1, 2)}
}

// mover returns the seat to move as the argument {seat}.
func (b *board) mover() engine.Arg { return seatArg("seat", b.turn) }
