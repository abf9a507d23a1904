package match

import (
	"crypto/sha256"
	"sync"
	"sync/atomic"

	"hikyaku/kif"
	"hikyaku/match/fair"
)

// verified remembers the signatures that were found good. Checking one is most of the work of judging a record, and a poll
// judges the same entries several times: in the own record, in the letter, and in what both give together.
var verified signatures

// signatures is a set of good signatures. It is emptied when it is full.
type signatures struct {
	known sync.Map // by the hash of key, entry and signature
	n     atomic.Int32
}

// maxVerified is the number of signatures that are remembered: those of several matches of MaxEvents.
const maxVerified = 1 << 16

// verify reports whether signature is that of entry by key.
func (s *signatures) verify(key fair.PublicKey, entry []byte, signature kif.Signature) bool {
	h := sha256.New()
	h.Write([]byte(key.String()))
	h.Write(signature[:])
	h.Write(entry)
	sum := [sha256.Size]byte(h.Sum(nil))
	if _, good := s.known.Load(sum); good {
		return true
	}
	if !key.Verify(entry, signature[:]) {
		return false
	}
	if s.n.Add(1) > maxVerified {
		s.known.Clear()
		s.n.Store(0)
	}
	s.known.Store(sum, true)
	return true
}
