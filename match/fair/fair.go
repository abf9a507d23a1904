// Package fair makes dice that neither side of a correspondence match can bias or foresee, and lets
// anybody check them for ever: the pure part of the protocol "hikyaku/1".
//
// Each party commits to a Chain of links before the match and opens one link for each event of chance.
// What all parties have opened for an event is hashed to its Seed, and a Stream of that seed gives the
// faces. To play: NewChain, Chain.Link for what is published, Tip.Check for what the others publish,
// NewSeed and NewStream for the dice.
//
// A party can still stop playing when it dislikes what it sees coming; that is for clocks, not for dice.
// Who publishes which link when is the match's affair and not in this package.
package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
)

// The labels of all hashes; a zero byte after each makes them prefix-free.
const (
	labelChainSeed   = "hikyaku/1 chain seed"
	labelChainLink   = "hikyaku/1 chain link"
	labelEvent       = "hikyaku/1 event"
	labelDice        = "hikyaku/1 dice"
	labelWords       = "hikyaku/1 words"
	labelKey         = "hikyaku/1 signing key"
	labelFingerprint = "hikyaku/1 fingerprint"
	labelEntry       = "hikyaku/1 entry"
	labelToken       = "hikyaku/1 reply token"
)

// hash is SHA-256 over the label, a zero byte and the parts.
func hash(label string, parts ...[]byte) (sum [32]byte) {
	h := sha256.New()
	h.Write(append([]byte(label), 0))
	for _, p := range parts {
		h.Write(p)
	}
	h.Sum(sum[:0])
	return sum
}

func u32(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

// Master is the one secret of a player, from which all chains and the signing key follow. However it
// is printed, it shows as [hidden].
type Master struct{ secret [32]byte }

const hidden = "[hidden]"

// NewMaster draws a secret; random is crypto/rand.Reader in use.
func NewMaster(random io.Reader) (m Master, err error) {
	if _, err = io.ReadFull(random, m.secret[:]); err != nil {
		return Master{}, fmt.Errorf("draw a secret: %w", err)
	}
	return m, nil
}

// MasterFrom is the master with these bytes, as they were saved.
func MasterFrom(secret [32]byte) Master { return Master{secret} }

// String is "[hidden]".
func (Master) String() string { return hidden }

// GoString is "[hidden]".
func (Master) GoString() string { return hidden }

// Format writes "[hidden]" whatever the verb.
func (Master) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// MarshalText gives "[hidden]".
func (Master) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// LogValue is "[hidden]".
func (Master) LogValue() slog.Value { return slog.StringValue(hidden) }

// derive is HMAC-SHA-256 of the master over a label, a zero byte and the parts.
func (m Master) derive(label string, parts ...[]byte) (key [32]byte) {
	h := hmac.New(sha256.New, m.secret[:])
	h.Write(append([]byte(label), 0))
	for _, p := range parts {
		h.Write(p)
	}
	h.Sum(key[:0])
	return key
}

// ID names a chain. Its owner draws it afresh for each match, and never takes it from mail: that is
// what makes links of one match worthless in another.
type ID [16]byte

// String is the id in lower-case hex.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// Link is one link of a chain, or its tip. A link that is not yet due is a secret.
type Link [32]byte

// String is the link in lower-case hex, for publishing.
func (l Link) String() string { return hex.EncodeToString(l[:]) }
