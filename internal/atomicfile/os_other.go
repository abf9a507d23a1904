//go:build !windows

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
)

// Permissions returns the permissions of a file.
func Permissions(info fs.FileInfo) fs.FileMode { return info.Mode().Perm() }

// inUse returns false: a file that others have open can be replaced and removed.
func inUse(error) bool { return false }

// SyncDir syncs a folder to the disk.
func (OS) SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Close removes the file of a lock and unlocks it, in this order: after unlocking, the name may be that of another process's
// lock.
func (l *lock) Close() error {
	_ = os.Remove(l.Path()) // the next lock uses it again
	return l.Unlock()
}
