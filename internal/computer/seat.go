package computer

import "strings"

// mark begins the name of a seat played by a program: "hikyaku level5".
const mark = "hikyaku "

// SeatName returns the name of a seat that the player of a spec plays.
func SeatName(spec string) string { return mark + spec }

// Seated returns the spec of the player of a seat; ok is false if it is no program.
func Seated(name string) (spec string, ok bool) { return strings.CutPrefix(name, mark) }
