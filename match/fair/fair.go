// Package fair makes dice that no party of a correspondence match can bias or foresee, and that anybody
// can check later. It implements the cryptography of the protocol "hikyaku/1".
//
// Each party commits to a Chain of links before the match and opens one link for each event of chance.
// The links that all parties open for an event are hashed to its Seed, and a Stream of that seed gives the
// faces. NewChain and Chain.Link make the links to publish, Tip.Check verifies those of the other parties,
// and NewSeed and NewStream give the dice.
//
// A party who dislikes the coming throw can still stop playing; the time limit deals with that. Package match decides when each
// party publishes which link.
package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"

	"hikyaku/internal/i18n"
)

// The labels of all hashes. A zero byte after each makes them prefix-free.
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
	labelQuestion    = "hikyaku/1 question token"
)

// hash returns the SHA-256 digest of the label, a zero byte and the parts.
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

// Master is the secret of a player, from which all chains and the signing key follow. It is always printed as [hidden].
type Master struct{ secret [32]byte }

const hidden = "[hidden]"

// NewMaster returns a new secret read from random, which should be
// crypto/rand.Reader outside tests.
func NewMaster(random io.Reader) (m Master, err error) {
	if _, err = io.ReadFull(random, m.secret[:]); err != nil {
		return Master{}, i18n.Err("secret.draw", "why", err)
	}
	return m, nil
}

// MasterFrom returns the master with these saved bytes.
func MasterFrom(secret [32]byte) Master { return Master{secret} }

// String and the next methods give "[hidden]", whatever prints, logs or marshals the master.
func (Master) String() string               { return hidden }
func (Master) GoString() string             { return hidden }
func (Master) Format(f fmt.State, _ rune)   { _, _ = io.WriteString(f, hidden) }
func (Master) MarshalText() ([]byte, error) { return []byte(hidden), nil }
func (Master) LogValue() slog.Value         { return slog.StringValue(hidden) }

// derive returns the HMAC-SHA-256 of a label, a zero byte and the parts, with the master as the key.
func (m Master) derive(label string, parts ...[]byte) (key [32]byte) {
	h := hmac.New(sha256.New, m.secret[:])
	h.Write(append([]byte(label), 0))
	for _, p := range parts {
		h.Write(p)
	}
	h.Sum(key[:0])
	return key
}

// ID identifies a chain. Its owner draws a new one for each match, and never
// takes it from mail, so that links of one match are useless in another.
type ID [16]byte

// String returns the id in lower-case hex.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// Link is one link of a chain, or its tip. A link that is not yet due is a secret.
type Link [32]byte

// String returns the link in lower-case hex, for publishing.
func (l Link) String() string { return hex.EncodeToString(l[:]) }
