package desk

import "hikyaku/match"

// Greet notes the keys of everybody else in m.
func Greet(d *Desk, m *match.Match) error { return d.known().add(m) }

// ThroughCache returns s as it comes back from a line of the cache.
func ThroughCache(s match.Summary) (match.Summary, bool) {
	k, ok := parseCached((&cached{Summary: s}).line())
	return k.Summary, ok
}
