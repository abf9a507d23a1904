//go:build unix && !linux

package computer

// newMark returns a variable without a meaning: only Linux shows the environment of processes in a way that all versions keep.
func newMark() string { return "HIKYAKU_ENGINE=1" }

// killMarked does nothing, so processes that leave the process group remain.
func killMarked(string) {}
