package home

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"hikyaku/internal/atomicfile"
)

// countingReads is the operating system, with the number of files that were read.
type countingReads struct {
	atomicfile.OS
	reads *int
}

func (c countingReads) Read(name string) ([]byte, fs.FileMode, error) {
	*c.reads++
	return c.OS.Read(name)
}

// TestVerifiedIsReadOnce: the file is read when it has changed, and not for each record that is opened or stored.
func TestVerifiedIsReadOnce(t *testing.T) {
	reads := 0
	v := &Folder{System: countingReads{atomicfile.OS{}, &reads}, Verified: filepath.Join(t.TempDir(), "verified")}
	record := func(n int) [sha256.Size]byte { return sha256.Sum256(fmt.Append(nil, n)) }
	for n := range 100 {
		if v.isVerified(record(n)) {
			t.Errorf("record %d is good before it was stored", n)
		}
		v.addVerified(record(n))
	}
	for n := range 100 {
		if !v.isVerified(record(n)) {
			t.Errorf("record %d was stored", n)
		}
	}
	if reads > 10 {
		t.Errorf("%d reads by one program", reads)
	}
	f, err := os.OpenFile(v.Verified, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = f.WriteString(hashLine(record(100)))
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if !v.isVerified(record(100)) || !v.isVerified(record(0)) {
		t.Error("what another program stored is not seen")
	}
	for n := 101; n <= maxVerified; n++ {
		v.addVerified(record(n))
	}
	if v.isVerified(record(0)) || !v.isVerified(record(maxVerified)) || !v.isVerified(record(maxVerified-1)) {
		t.Error("a full file should keep its newer half")
	}
	if reads > 20 {
		t.Errorf("%d reads", reads)
	}
}
