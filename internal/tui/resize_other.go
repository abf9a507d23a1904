//go:build !unix

package tui

import "os"

// notifyResized does nothing: the system has no signal for a window of another size.
func notifyResized(chan os.Signal) {}
