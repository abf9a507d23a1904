package desk

import (
	"crypto/sha256"
	"sync"

	"hikyaku/match"
)

// memo keeps the matches that were judged last: a poll reads the same record several times, and to check its signatures is
// what takes the time. A match never changes, so whoever has the same bytes has the same match.
type memo struct {
	lock  sync.Mutex
	order [][sha256.Size]byte // the oldest first
	known map[[sha256.Size]byte]*match.Match
}

// memoSize is how many matches are kept.
const memoSize = 16

var lately = memo{known: map[[sha256.Size]byte]*match.Match{}}

// find is the match that data was judged to be by a game of that desk, nil where it is not known.
func (k *memo) find(d *Desk, key [sha256.Size]byte) *match.Match {
	k.lock.Lock()
	defer k.lock.Unlock()
	if m := k.known[key]; m != nil && gameNamed(d, m.Game.Name) == m.Game {
		return m
	}
	return nil
}

// keep notes a match by the bytes that it was read from.
func (k *memo) keep(key [sha256.Size]byte, m *match.Match) {
	k.lock.Lock()
	defer k.lock.Unlock()
	if k.known[key] == nil {
		k.order = append(k.order, key)
	}
	k.known[key] = m
	if len(k.order) > memoSize {
		delete(k.known, k.order[0])
		k.order = k.order[1:]
	}
}
