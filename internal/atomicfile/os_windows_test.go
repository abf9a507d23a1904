package atomicfile

import (
	"os"
	"syscall"
	"testing"
	"time"
)

// TestOpenFileIsReplaced changes a file that another program has open for a moment, in a way that lets nobody replace it.
func TestOpenFileIsReplaced(t *testing.T) {
	name := create(t)
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		t.Fatal(err)
	}
	open, err := syscall.CreateFile(path, syscall.GENERIC_READ, syscall.FILE_SHARE_READ, nil, syscall.OPEN_EXISTING, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name); !inUse(err) {
		t.Errorf("the open file is removed: %v", err)
	}
	time.AfterFunc(3*pause, func() { syscall.CloseHandle(open) })
	if err := Change(OS{}, name, grow); err != nil {
		t.Error(err)
	}
	only(t, name)
}
