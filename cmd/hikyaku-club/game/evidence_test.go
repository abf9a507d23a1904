package game_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
)

// TestEvidenceWaits checks that a message is kept until the network answers, and deleted if its signature proves nothing. The network is
// not asked again for the keys of one that proves something, nor in a club that looks for none.
func TestEvidenceWaits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		answer := &net.DNSError{Err: "server misbehaving", IsTemporary: true}
		h.Club.Lookup = func(context.Context, string) ([]string, error) { return nil, answer }
		begins(h, "quoridor")
		h.Replies(alice.Address, "yes")
		h.Replies(bob.Address, "yes")
		kept := func() (n int) {
			t.Helper()
			dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
				_, err := db.One(d, `select count(*) from evidence`, nil, &n)
				return err
			}))
			return n
		}
		first := h.Types(alice.Address, "Re: Quoridor", "e2", h.Last(alice.Address))
		forged := append([]byte("DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.com; s=s;\r\n h=from:to; bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=AAAA\r\n"), first...)
		dbtest.Must(t, h.Club.Receive(t.Context(), forged))
		jobs := 0
		if _, err := h.Club.Once(t.Context()); err == nil {
			t.Error("nobody is told that the network does not answer")
		}
		if m, _ := matchOf(h); m.Ply() != 1 || kept() != 1 {
			t.Errorf("%d plies, %d letters are kept", m.Ply(), kept())
		}
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			_, err := db.One(d, `select count(*) from river_job where queue = $1`, []any{game.EvidenceTask}, &jobs)
			return err
		}))
		if jobs != 1 {
			t.Errorf("%d jobs look for its key", jobs)
		}
		find := func() {
			t.Helper()
			var mails []string
			dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) (err error) {
				mails, err = db.Texts(d, `select mail from evidence`)
				return err
			}))
			for _, task := range h.Club.Tasks(game.Work{}) {
				if task.Name == game.EvidenceTask {
					dbtest.Must(t, task.Alone(t.Context(), mails[0]))
				}
			}
		}
		lookup := h.Club.Lookup
		h.Club.Lookup = nil
		find()
		if n := kept(); n != 1 {
			t.Errorf("%d letters are kept though nobody looked for their keys", n)
		}
		h.Club.Lookup = lookup
		answer = &net.DNSError{Err: "no such host", IsNotFound: true}
		h.Run()
		if n := kept(); n != 0 {
			t.Errorf("%d letters that prove nothing are kept", n)
		}

		_, record := published()
		var asked []string
		h.Club.Lookup = func(_ context.Context, name string) ([]string, error) {
			asked = append(asked, name)
			return []string{record}, nil
		}
		dbtest.Must(t, h.Club.Receive(t.Context(), signed(t, string(h.Types(bob.Address, "Re: Quoridor", "show", h.Last(bob.Address))), "example.net", time.Time{}))) // no entry
		h.Run()
		raw := signed(t, string(h.Types(bob.Address, "Re: Quoridor", "e8", h.Last(bob.Address))), "example.net", time.Time{})
		dbtest.Must(t, h.Club.Receive(t.Context(), raw))
		h.Run()
		find()
		if want := []string{"s._domainkey.example.net"}; !slices.Equal(asked, want) {
			t.Errorf("the network was asked for %q, want %q", asked, want)
		}
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			mails, err := db.Texts(d, `select mail from evidence`)
			dbtest.Must(t, err)
			letter, keys, err := game.Evidence(d, mails[0])
			if domain, _ := game.DKIMSigner(letter, keys); !bytes.Equal(letter, raw) || domain != "example.net" {
				t.Errorf("the evidence is signed by %q: %s", domain, letter)
			}
			return err
		}))
		h.Club.Lookup = nil
		dbtest.Must(t, h.Club.Receive(t.Context(), signed(t, string(h.Types(alice.Address, "Re: Quoridor", "e3", h.Last(alice.Address))), "example.com", time.Time{})))
		h.Run()
		if m, _ := matchOf(h); m.Ply() != 3 || kept() != 1 {
			t.Errorf("in a club that looks for no keys, %d plies are played and %d letters are kept", m.Ply(), kept())
		}
	})
}

// TestUnpack checks that evidence which can't be read is no evidence.
func TestUnpack(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write([]byte("letter"))
	dbtest.Must(t, errors.Join(err, z.Close()))
	for _, test := range []struct {
		packed []byte
		keys   string
		wants  string // the error
	}{
		{packed.Bytes(), `{"a":["b"]}`, ""}, {packed.Bytes(), "", ""}, {packed.Bytes(), "{", "unexpected end of JSON input"}, {[]byte("letter"), "", "unexpected EOF"}, {packed.Bytes()[:20], "", "unexpected EOF"},
	} {
		letter, keys, err := game.Unpack(test.packed, test.keys)
		if err == nil && (string(letter) != "letter" || len(keys) != strings.Count(test.keys, "a")) || fmt.Sprint(err) != cmp.Or(test.wants, "<nil>") {
			t.Errorf("%q with the keys %s is %q, %v, %v", test.packed, test.keys, letter, keys, err)
		}
	}
}
