//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
)

// notifyResized sends a signal to c when the window is resized.
func notifyResized(c chan os.Signal) { signal.Notify(c, syscall.SIGWINCH) }
