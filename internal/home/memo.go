package home

import (
	"crypto/sha256"
	"sync"

	"hikyaku/match"
)

// memo holds the matches that were judged last, by the hash of their records. A poll reads the same record several times,
// and checking signatures is slow. Matches never change, so they can be shared.
type memo struct {
	lock  sync.Mutex
	order [][sha256.Size]byte // the oldest first
	known map[[sha256.Size]byte]*match.Match
}

// memoSize is the number of matches held.
const memoSize = 32

var recent = memo{known: map[[sha256.Size]byte]*match.Match{}}

// memoKey stands for a record as d judges it.
func (d *Desk) memoKey(data []byte) [sha256.Size]byte {
	key := sha256.Sum256(data)
	if d.Stored {
		key[0] ^= 1
	}
	return key
}

// find returns the match of the record with the hash key, or nil if it is not held or d has another game of that name.
func (k *memo) find(d *Desk, key [sha256.Size]byte) *match.Match {
	k.lock.Lock()
	defer k.lock.Unlock()
	if m := k.known[key]; m != nil && d.gameNamed(m.Game.Name) == m.Game {
		return m
	}
	return nil
}

// keep stores the match of the record with the hash key.
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
