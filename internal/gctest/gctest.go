// Package gctest makes the tests that import it collect garbage less often. Most of what they allocate is dead at once, and
// collecting it was up to a quarter of their CPU time.
package gctest

import "runtime/debug"

func init() { debug.SetGCPercent(400) }
