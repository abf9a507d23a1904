package game

import (
	"runtime/debug"
	"runtime/metrics"
)

// Collect makes garbage collection rare while there is room: reading a message frees most of what it allocates, and collecting would
// be an eighth of the work of a turn. Beyond 150 MiB, or twice what is in use when it is called, garbage is collected as often as
// needed to stay below that.
func Collect() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(max(150<<20, 2*int64(live[0].Value.Uint64())))
}
