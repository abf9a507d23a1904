//go:build !windows

package main

import "os"

// followsEscapes returns true. On this system every terminal interprets escape
// sequences, unless TERM says otherwise.
func followsEscapes(*os.File) bool { return true }

// ownWindow returns false. On this system a terminal window remains open when a
// program ends.
func ownWindow() bool { return false }
