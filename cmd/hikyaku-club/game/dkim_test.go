package game_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"hikyaku/cmd/hikyaku-club/game"
)

const letter = "From: Bob <bob@mail.example.net>\r\nTo: club@example.org\r\nSubject: Re: Quoridor\r\nMessage-ID: <1@example.net>\r\n\r\ne2\r\n"

// published is the key of a mail system, and what it publishes of it.
func published() (ed25519.PrivateKey, string) {
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	return key, "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
}

// signed is a letter with the signature of a domain.
func signed(t *testing.T, text, domain string, ends time.Time) []byte {
	t.Helper()
	key, _ := published()
	var b bytes.Buffer
	if err := dkim.Sign(&b, strings.NewReader(text), &dkim.SignOptions{Domain: domain, Selector: "s", Signer: key, Expiration: ends}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSigner checks that a signature remains valid with the stored key, and only for the signed content.
func TestSigner(t *testing.T) {
	_, record := published()
	lookup := func(_ context.Context, name string) ([]string, error) {
		if name != "s._domainkey.example.net" && name != "s._domainkey.example.com" {
			return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
		}
		return []string{record}, nil
	}
	good := signed(t, letter, "example.net", time.Time{})
	other := signed(t, letter, "example.com", time.Time{})
	other = other[:bytes.Index(other, []byte("\nFrom:"))+1]
	below := func(n int) []byte { return append(bytes.Repeat(other, n), good...) }
	unix := bytes.ReplaceAll(good, []byte("\r\n"), []byte("\n"))
	for name, c := range map[string]struct {
		letter []byte
		found  bool
	}{
		"as it was sent":                {good, true},
		"with the line ends of a file":  {unix, true},
		"with a trace on top":           {append([]byte("Received: from a by b\r\n"), good...), true},
		"with another move":             {bytes.Replace(good, []byte("\r\n\r\ne2"), []byte("\r\n\r\ne3"), 1), false},
		"with another sender":           {bytes.Replace(good, []byte("bob@"), []byte("eve@"), 1), false},
		"with a second sender on top":   {append([]byte("From: Eve <eve@mail.example.net>\r\n"), good...), false},
		"without a signature":           {[]byte(letter), false},
		"signed by somebody else":       {signed(t, letter, "example.com", time.Time{}), false},
		"signed by who has no such key": {signed(t, letter, "mail.example.net", time.Time{}), false},
		"signed for some years":         {signed(t, letter, "example.net", time.Now().Add(24*time.Hour)), false},
		"below four others":             {below(4), true},
		"below more than are checked":   {below(5), false},
		"no letter":                     {[]byte("e2"), false},
	} {
		t.Run(name, func(t *testing.T) {
			keys, err := game.FindDKIMKeys(t.Context(), c.letter, lookup)
			if err != nil {
				t.Fatal(err)
			}
			domain, ok := game.DKIMSigner(c.letter, keys)
			if ok != c.found || (keys != nil) != c.found || ok && domain != "example.net" {
				t.Errorf("%q, %v with %v", domain, ok, keys)
			}
		})
	}
	if game.HasDKIM([]byte(letter)) || !game.HasDKIM(good) {
		t.Error("a signature is not seen, or seen where there is none")
	}
	keys, err := game.FindDKIMKeys(t.Context(), good, lookup)
	if err != nil || len(keys) != 1 {
		t.Errorf("%v, %v", keys, err)
	}
	if _, ok := game.DKIMSigner(good, game.DKIMKeys{}); ok {
		t.Error("it holds without a key")
	}
	_, err = game.FindDKIMKeys(t.Context(), good, func(context.Context, string) ([]string, error) {
		return nil, &net.DNSError{Err: "server misbehaving", IsTemporary: true}
	})
	if err == nil {
		t.Error("a network that is down is taken for an answer")
	}
}
