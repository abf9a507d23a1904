package diceshogi

import (
	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

func squareArg(name string, s square) engine.Arg { return s.text().Arg(name) }

func kindArg(name string, k kind) engine.Arg { return k.text().Arg(name) }

// man returns the kind of the man on s as an argument.
func (b *board) man(name string, s square) engine.Arg { return kindArg(name, b.kindAt(s)) }

// seatArg returns a seat, counted from 0, as an argument.
func seatArg(name string, seat uint8) engine.Arg { return shogitext.SeatArg(name, int(seat)+1) }

// mover returns the seat to move as the argument {seat}.
func (b *board) mover() engine.Arg { return seatArg("seat", b.turn) }
