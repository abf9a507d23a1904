package club

import "runtime/debug"

// memory is how many bytes a process may hold before garbage is collected as often as usual.
const memory = 150 << 20

// Collect lets garbage be collected seldom while there is room: what a letter needs is given back at once, and collecting is an eighth of
// the work of a turn.
func Collect() {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(memory)
}
