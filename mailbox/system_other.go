//go:build !unix

package mailbox

import (
	"io/fs"
	"os"
)

// This system has access lists instead of owners and their permissions, and it syncs no folders.

func ownedByUs(fs.FileInfo) bool { return true }

func openToOthers(fs.FileInfo) bool { return false }

func syncDir(*os.Root, string) error { return nil }
