//go:build !windows

package main

import "os"

// followsEscapes returns true: on this system every terminal follows escape sequences, unless TERM says otherwise.
func followsEscapes(*os.File) bool { return true }

// ownWindow returns false: on this system a window of a terminal stays when a program ends.
func ownWindow() bool { return false }
