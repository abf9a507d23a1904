package desk

import "hikyaku/match"

// Greet notes the keys of everybody else in m.
func Greet(d *Desk, m *match.Match) error { return d.known().greet(m) }
