package main

import (
	"os"
	"syscall"
	"unsafe"
)

// virtual is the console mode in which Windows interprets escape sequences.
const virtual = 0x0004

var (
	kernel         = syscall.NewLazyDLL("kernel32.dll")
	setConsoleMode = kernel.NewProc("SetConsoleMode")
	consoleShared  = kernel.NewProc("GetConsoleProcessList")
)

// clicked reports whether the window was opened only for this program, as a
// double click does. Such a window closes when the program ends.
func clicked() bool {
	var others [2]uint32
	n, _, _ := consoleShared.Call(uintptr(unsafe.Pointer(&others[0])), uintptr(len(others)))
	return n == 1
}

// followsEscapes switches the terminal to interpreting escape sequences, and
// reports whether it does.
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
