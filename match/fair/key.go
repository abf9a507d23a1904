package fair

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"

	"hikyaku/internal/i18n"
)

// PublicKey is the public key of a player.
type PublicKey [ed25519.PublicKeySize]byte

// signingKey returns the private key that follows from the master.
func (m Master) signingKey() ed25519.PrivateKey {
	seed := m.derive(labelKey)
	return ed25519.NewKeyFromSeed(seed[:])
}

// PublicKey returns the key that verifies the player's signatures.
func (m Master) PublicKey() PublicKey {
	return PublicKey(m.signingKey().Public().(ed25519.PublicKey))
}

// Sign returns the signature of the bytes of an entry.
func (m Master) Sign(entry []byte) []byte { return ed25519.Sign(m.signingKey(), signed(entry)) }

// Verify reports whether signature is a signature of the entry by the owner of k.
func (k PublicKey) Verify(entry, signature []byte) bool {
	return len(signature) == ed25519.SignatureSize && ed25519.Verify(k[:], signed(entry), signature)
}

// Token returns the proof that a mail answers one of the player's letters: the first ten bytes of the HMAC of the
// match, a party and the number of the entry in the letter.
func (m Master) Token(match [32]byte, party, number int) [10]byte {
	sum := m.derive(labelToken, match[:], u32(party), u32(number))
	return [10]byte(sum[:10])
}

// QuestionToken returns the proof that a mail answers a question that the player's program has asked a party of a match: the
// first twenty bytes of the HMAC of the match, the party and a hash of all that makes the question.
func (m Master) QuestionToken(match [32]byte, party int, question [32]byte) [20]byte {
	sum := m.derive(labelQuestion, match[:], u32(party), question[:])
	return [20]byte(sum[:20])
}

// signed returns the bytes to sign for an entry. The label separates these signatures from any other use of the key.
func signed(entry []byte) []byte { return slices.Concat([]byte(labelEntry), []byte{0}, entry) }

// String returns the key in 43 characters of base64url.
func (k PublicKey) String() string { return base64.RawURLEncoding.EncodeToString(k[:]) }

// Fingerprint returns 20 hex digits in groups of four, which two people can compare by telephone.
func (k PublicKey) Fingerprint() string {
	sum := hash(labelFingerprint, k[:])
	text := hex.EncodeToString(sum[:10])
	return fmt.Sprintf("%s %s %s %s %s", text[:4], text[4:8], text[8:12], text[12:16], text[16:])
}

// errWeakKey reports a key of small order, for which anybody can forge signatures.
var errWeakKey = i18n.Err("key.weak")

// ParsePublicKey parses the text of String. Keys of small order, such as the zero key, are refused.
func ParsePublicKey(text string) (k PublicKey, err error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) != len(k) {
		return PublicKey{}, i18n.Err("key.form")
	}
	k = PublicKey(raw)
	if slices.Contains(smallOrder, k) {
		return PublicKey{}, errWeakKey
	}
	return k, nil
}

// smallOrder are the encodings of the points of small order on the curve, including the non-canonical ones.
var smallOrder = func() (keys []PublicKey) {
	for _, text := range []string{
		"0100000000000000000000000000000000000000000000000000000000000000",
		"0100000000000000000000000000000000000000000000000000000000000080",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"0000000000000000000000000000000000000000000000000000000000000000",
		"0000000000000000000000000000000000000000000000000000000000000080",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	} {
		raw, err := hex.DecodeString(text)
		if err != nil {
			panic(err)
		}
		keys = append(keys, PublicKey(raw))
	}
	return keys
}()
