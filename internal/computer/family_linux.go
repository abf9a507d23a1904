package computer

import (
	"bytes"
	"crypto/rand"
	"os"
	"strconv"
)

// newMark returns a variable of the environment that no other process has. Its name is new, too: a program may be a hikyaku that
// marks programs of its own.
func newMark() string { return "HIKYAKU_ENGINE_" + rand.Text() + "=1" }

// passes is how often killMarked scans for processes started in the meantime.
const passes = 10

// killMarked ends all processes with a mark: those that have left the process group, by setsid, have kept their environment.
func killMarked(mark string) {
	for range passes {
		if !killPass([]byte(mark)) {
			return
		}
	}
}

// killPass reports whether it has found any.
func killPass(mark []byte) (found bool) {
	folders, _ := os.ReadDir("/proc") // without it there are no processes to find
	for _, folder := range folders {
		pid, err := strconv.Atoi(folder.Name())
		if err != nil {
			continue
		}
		process, err := os.FindProcess(pid) // before it is looked at, so that its number cannot become that of another
		if err != nil {
			continue
		}
		environ, err := os.ReadFile("/proc/" + folder.Name() + "/environ")
		if err == nil && bytes.Contains(environ, mark) && process.Kill() == nil {
			found = true
		}
		_ = process.Release()
	}
	return found
}
