package game

import "runtime/debug"

// Collect makes garbage collection rare while there is room: reading a message frees most of what it allocates, and collecting would
// be an eighth of the work of a turn. Beyond 150 MiB the garbage is collected as often as usual.
func Collect() {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(150 << 20)
}
