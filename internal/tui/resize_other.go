//go:build !unix

package tui

import "os"

// notifyResized does nothing, because this system has no signal for a resized
// window.
func notifyResized(chan os.Signal) {}
