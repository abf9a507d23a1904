package fair

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestBech32Vectors has the examples of BIP 173.
func TestBech32Vectors(t *testing.T) {
	for _, text := range []string{
		"A12UEL5L", "a12uel5l", "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs",
		"abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", "11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j",
		"split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w", "?1ezyfcl",
	} {
		lower := strings.ToLower(text)
		one := strings.LastIndexByte(lower, '1')
		if polymod(append(expand(lower[:one]), values(lower[one+1:])...)) != 1 {
			t.Errorf("the checksum of %s is found wrong", text)
		}
	}
	if prefix, data, err := decodeBech32("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw"); err != nil || prefix != "abcdef" || hex.EncodeToString(data) != "00443214c74254b635cf84653a56d7c675be77df" {
		t.Errorf("%s %x %v", prefix, data, err)
	}
	for _, text := range []string{
		"\x201nwldj5", "\x7f1axkwrx", "pzry9x0s0muk", "1pzry9x0s0muk", "x1b4n0q5v", "li1dgmt3", "de1lg7wt\xff", "A1G7SGD8", "10a06t8", "1qzzfhee",
		"abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxx", "aBcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", "", "1", "a1",
	} {
		if _, _, err := decodeBech32(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func values(text string) (groups []byte) {
	for _, c := range []byte(text) {
		groups = append(groups, byte(strings.IndexByte(bech32Digits, c)))
	}
	return groups
}

// TestOtherBech32IsNoSecret: another word in front, or more or fewer bytes than a master has.
func TestOtherBech32IsNoSecret(t *testing.T) {
	if _, err := ParseMaster(encodeBech32(secretPrefix, make([]byte, 32))); err != nil {
		t.Error(err)
	}
	for _, text := range []string{
		encodeBech32("another-secret-", make([]byte, 32)), encodeBech32("hikyaku-public-", make([]byte, 32)),
		encodeBech32(secretPrefix, nil), encodeBech32(secretPrefix, make([]byte, 31)), encodeBech32(secretPrefix, make([]byte, 33)),
	} {
		if _, err := ParseMaster(text); !errors.Is(err, ErrNoSecret) {
			t.Errorf("ParseMaster(%q) = %v", text, err)
		}
	}
}

// TestBech32ReadsBack checks that any bytes are read back, and that every change of up to four characters is found.
func TestBech32ReadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for range 500 {
		data := make([]byte, 32)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		text := encodeBech32(secretPrefix, data)
		if prefix, again, err := decodeBech32(strings.ToUpper(text)); err != nil || prefix != secretPrefix || !bytes.Equal(again, data) {
			t.Fatalf("%s reads as %s %x, %v", text, prefix, again, err)
		}
		slip := []byte(text)
		for range 1 + r.IntN(4) {
			slip[len(secretPrefix)+1+r.IntN(len(text)-len(secretPrefix)-1)] = bech32Digits[r.IntN(32)]
		}
		if _, _, err := decodeBech32(string(slip)); err == nil && string(slip) != text {
			t.Fatalf("%s is taken for %s", slip, text)
		}
	}
}
