//go:build !windows

package main

import "os"

// followsEscapes returns true: on this system every terminal follows escape sequences, unless TERM says otherwise.
func followsEscapes(*os.File) bool { return true }
