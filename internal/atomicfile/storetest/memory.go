// Package storetest runs the tests of other packages with their files in memory.
package storetest

import (
	"os"
	"testing"
)

// InMemory is the tests of a package, whose temporary folders lie in memory where the system has room there: nothing cuts their
// power, and a disk is slow.
type InMemory struct{ *testing.M }

// Run runs the tests.
func (m InMemory) Run() int {
	dir, err := os.MkdirTemp("/dev/shm", "hikyaku-")
	if err != nil {
		return m.M.Run()
	}
	defer os.RemoveAll(dir)
	os.Setenv("TMPDIR", dir)
	return m.M.Run()
}
