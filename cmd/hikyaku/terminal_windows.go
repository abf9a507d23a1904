package main

import (
	"os"
	"syscall"
)

// virtual is the mode in which a window of Windows follows escape sequences.
const virtual = 0x0004

var setConsoleMode = syscall.NewLazyDLL("kernel32.dll").NewProc("SetConsoleMode")

// followsEscapes tells a terminal to follow escape sequences, and reports whether it will.
func followsEscapes(terminal *os.File) bool {
	var mode uint32
	handle := syscall.Handle(terminal.Fd())
	if err := syscall.GetConsoleMode(handle, &mode); err != nil {
		return false
	}
	if mode&virtual != 0 {
		return true
	}
	done, _, _ := setConsoleMode.Call(uintptr(handle), uintptr(mode|virtual))
	return done != 0
}
