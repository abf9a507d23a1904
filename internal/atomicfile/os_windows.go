package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// Permissions returns the permissions of a file's owner, the only ones that Windows has. Those of others are in access lists; the
// folders of a user are closed to others by default.
func Permissions(info fs.FileInfo) fs.FileMode { return info.Mode().Perm() & 0o700 }

// sharingViolation is the Windows error for a file that another program has open.
const sharingViolation = syscall.Errno(32)

// inUse reports whether a call failed because another program has the file open, or is removing it.
func inUse(err error) bool {
	return errors.Is(err, sharingViolation) || errors.Is(err, syscall.ERROR_ACCESS_DENIED)
}

// SyncDir does nothing: Windows syncs no folders, and NTFS keeps a journal of names.
func (OS) SyncDir(string) error { return nil }

// Close unlocks a lock, then removes its file, which Windows refuses while anybody has it open.
func (l *lock) Close() error {
	err := l.Unlock()
	_ = os.Remove(l.Path()) // it belongs to the next holder if this fails
	return err
}
