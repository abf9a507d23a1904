package match

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"hikyaku/kif"
	"hikyaku/match/fair"
)

// Law is the version of the rules for signatures: which are required, by which
// keys, and of which bytes. It changes with them, so that what an older program
// has verified is verified again.
const Law = 1

// signature is a signature to check.
type signature struct {
	signed
	event int // the index of the event to blame if it is bad
	entry *kif.Entry
}

// unchecked are the signatures of a record that is being judged, in order. They are checked together.
type unchecked struct {
	event int // that is being judged; a settlement brings the entries of another line too
	list  []signature
}

// signed identifies an entry, its signer and the signature.
type signed struct {
	key  string   // which pin has parsed, or "" if the signer has none
	hash kif.Hash // of the entry
	sign kif.Signature
}

// check returns an error unless s is valid. It remembers valid signatures.
func (s *signature) check() error {
	verified.lock.Lock()
	known := verified.set[s.signed]
	verified.lock.Unlock()
	if known {
		return nil
	}
	key, err := fair.ParsePublicKey(s.key)
	switch {
	case err != nil:
		return err
	case s.entry.Event.Withheld != (kif.Withheld{}): // it cannot be verified
		return nil
	case !key.Verify(s.entry.Bytes(), s.sign[:]):
		return errSignature
	}
	verified.add(*s)
	return nil
}

// firstBad returns the index of the first bad signature, or -1. It uses all
// processors, because checking signatures is most of the work of judging a
// record.
func firstBad(list []signature) int {
	var next atomic.Int64
	var failed atomic.Bool
	bad := make([]bool, len(list))
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(list)) {
		workers.Go(func() {
			for !failed.Load() {
				i := int(next.Add(1)) - 1
				if i >= len(list) {
					return
				}
				if list[i].check() != nil { // signatures before i are already being checked by the other workers
					bad[i] = true
					failed.Store(true)
				}
			}
		})
	}
	workers.Wait()
	return slices.Index(bad, true)
}

// verified remembers valid signatures: a poll judges the same entries several
// times, in the player's own record and in the message.
var verified goodSignatures

// goodSignatures is a set of valid signatures. It is emptied when it is full.
type goodSignatures struct {
	lock sync.Mutex
	set  map[signed]bool
}

// maxVerified is the number of signatures to remember: those of several
// matches of MaxEvents.
const maxVerified = 1 << 16

func (g *goodSignatures) add(list ...signature) {
	g.lock.Lock()
	defer g.lock.Unlock()
	for _, s := range list {
		if g.set == nil || len(g.set) >= maxVerified {
			g.set = map[signed]bool{}
		}
		g.set[s.signed] = true
	}
}
