//go:build !unix

package screen

import "os"

// notifyResized does nothing: the system has no signal for a window of another size.
func notifyResized(chan os.Signal) {}
