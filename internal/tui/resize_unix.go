//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
)

// notifyResized tells c when the window has another size.
func notifyResized(c chan os.Signal) { signal.Notify(c, syscall.SIGWINCH) }
