package mailbox

import "time"

// SetDotTimeout shortens the wait for the answer to the final dot.
func SetDotTimeout(b Box, d time.Duration) { b.(*account).dot = d }
