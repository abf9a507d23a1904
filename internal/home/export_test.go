package home

import "hikyaku/match"

// Meet notes the key of the inviter to m.
func Meet(d *Desk, m *match.Match) error {
	return d.known().learn(m.Roster.Parties[0].Address, m.Keys.Of[1])
}

// ThroughCache returns s as it comes back from a line of the cache.
func ThroughCache(s match.Summary) (match.Summary, bool) {
	k, ok := parseCached((&cached{Summary: s}).line())
	return k.Summary, ok
}
