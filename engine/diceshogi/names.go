package diceshogi

import "hikyaku/engine"

var english = [kinds]string{"pawn", "silver", "gold", "bishop", "rook", "king",
	"promoted pawn", "promoted silver", "horse", "dragon"}

// name returns the square as in a move, in English as Spell writes it: 4d.
func (s square) name() engine.Text { return engine.Text{En: s.lettered(), Ja: s.String()} }

func squareArg(name string, s square) engine.Arg { return engine.Arg{Name: name, Value: s.name()} }

func moveArg(m move) engine.Arg { return engine.Arg{Name: "move", Value: m.name()} }

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
