//go:build !windows

package main

import (
	"os"

	"golang.org/x/term"
)

// followsEscapes returns true. On this system every terminal interprets escape
// sequences, unless TERM says otherwise.
func followsEscapes(*os.File) bool { return true }

// clicked reports whether the program was started on a desktop and without a
// terminal, as a double click in a file manager does. In a pipe it was a script
// that started it.
func clicked() bool {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return false
	}
	for _, file := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
		info, err := file.Stat()
		if err == nil && info.Mode()&os.ModeNamedPipe != 0 || term.IsTerminal(int(file.Fd())) {
			return false
		}
	}
	return true
}
