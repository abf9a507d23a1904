//go:build !unix

package mailbox

import "io/fs"

// This system has access lists instead of owners and their permissions.

func ownedByUs(fs.FileInfo) bool { return true }

func openToOthers(fs.FileInfo) bool { return false }
