package mailbox

import (
	"io"
	"time"
)

// SetDotTimeout shortens the wait for the answer to the final dot.
func SetDotTimeout(b Box, d time.Duration) { b.(*account).dot = d }

// ReadUntil is Read, of a reader and with an end.
func ReadUntil(r io.Reader, until time.Time) (*Letter, error) {
	return readFrom(&hurried{r: r, until: until})
}
