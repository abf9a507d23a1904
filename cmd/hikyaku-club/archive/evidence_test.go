package archive_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// domainKey is the key of example.com, where letters are signed.
var domainKey = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{5}, ed25519.SeedSize))

// post is a club with a match of Alice, whose mail system signs letters, and Bob, whose does not.
type post struct {
	*published
	file  string
	signs []string // the domains that sign messages
}

func newPost(t *testing.T) *post {
	t.Helper()
	p := &post{published: newPublished(t), signs: []string{"example.com"}}
	p.hall.Club.Lookup = func(context.Context, string) ([]string, error) {
		return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(domainKey.Public().(ed25519.PublicKey))}, nil
	}
	setup := game.Setup{Game: all.Game("quoridor"), Control: "3d"}
	for i, s := range []kif.Seat{{Name: "Alice", Address: "alice@example.com"}, {Name: "Bob", Address: "bob@example.net"}} {
		setup.Players = append(setup.Players, game.Player{Seat: s, Accepted: kif.Hash{byte(i + 1)}})
	}
	p.do(func(d *game.Deal) error {
		_, err := d.Begin(setup)
		return err
	})
	p.hall.Run()
	p.file = p.newest()
	return p
}

// typed is the letter with which somebody answers the newest letter in his box.
func (p *post) typed(from, text string) []byte {
	p.Helper()
	last := p.hall.Last(from)
	raw := p.hall.Types(from, "Re: "+last.Subject, text, last)
	_, domain, _ := strings.Cut(from, "@")
	if !slices.Contains(p.signs, domain) {
		return raw
	}
	var signed bytes.Buffer
	dbtest.Must(p, dkim.Sign(&signed, bytes.NewReader(raw), &dkim.SignOptions{Domain: domain, Selector: "s", Signer: domainKey}))
	return signed.Bytes()
}

func (p *post) writes(from, text string) {
	p.Helper()
	dbtest.Must(p, p.hall.Club.Receive(p.Context(), p.typed(from, text)))
	p.hall.Run()
}

// exports writes the club into its folder, and returns what is verified of it.
func (p *post) exports() string {
	p.Helper()
	dbtest.Must(p, p.log.Append(p.Context()))
	dbtest.Must(p, archive.Export(p.Context(), p.hall.Club.Base, p.export))
	return p.verify()
}

// short is the short name of the match.
func (p *post) short() (name string) {
	p.Helper()
	p.do(func(d *game.Deal) error {
		m, err := d.Shelf.Open("/club/" + p.file)
		name = m.Short()
		return err
	})
	return name
}

// TestEvidence checks that Alice's messages prove her moves and Bob's don't, and that a message changed afterwards is found.
func TestEvidence(t *testing.T) {
	p := newPost(t)
	p.writes("alice@example.com", "e2")
	p.writes("bob@example.net", "e8")
	p.writes("alice@example.com", "Thank you!\n\nresign "+p.short()[:4])
	p.writes("alice@example.com", "yes")
	good := p.exports()
	if !strings.Contains(good, "the result (Alice resigned) rests, for Alice, on messages signed by example.com") || !strings.Contains(good, "rests on what the club reported for Bob.") || !strings.Contains(good, "Everything published follows") {
		t.Fatalf("of a club that tells the truth it says\n%s", good)
	}
	rows := filepath.Join(p.export, "club/evidence.jsonl")
	was, err := os.ReadFile(rows)
	dbtest.Must(t, err)
	for name, c := range map[string]struct{ old, new, want string }{
		"another text":    {"\r\ne2", "\r\ne3", p.file + ", entry 5: the stored message from Alice isn't the one that the entry names."},
		"another heading": {"club@example.org", "klub@example.org", p.file + ", entry 5: the signature of the stored message from Alice is invalid."},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Must(t, os.WriteFile(rows, changed(t, was, c.old, c.new), 0o600))
			if got := p.verify(); !strings.Contains(got, c.want) || !strings.Contains(got, "rests on what the club reported for Alice and Bob.") {
				t.Errorf("it says\n%s", got)
			}
		})
	}
	dbtest.Must(t, os.WriteFile(rows, nil, 0o600))
	if got := p.verify(); !strings.Contains(got, "rests on what the club reported for Alice and Bob.") || !strings.Contains(got, "Everything published follows") {
		t.Errorf("without letters it says\n%s", got)
	}
}

// TestEvidenceOfBoth checks that nothing rests on the word of the club where the messages of both players are signed.
func TestEvidenceOfBoth(t *testing.T) {
	p := newPost(t)
	p.signs = append(p.signs, "example.net")
	p.writes("alice@example.com", "e2")
	p.writes("bob@example.net", "e8")
	p.writes("alice@example.com", "resign "+p.short()[:4])
	p.writes("alice@example.com", "yes")
	got, want := "", ""
	for line := range strings.Lines(p.exports()) {
		if strings.HasPrefix(line, p.file) {
			got += line
		}
	}
	for _, who := range []string{"Alice, on messages signed by example.com", "Bob, on messages signed by example.net"} {
		want += p.file + ": the result (Alice resigned) rests, for " + who + " and checked with the key that the club found at the time.\n"
	}
	if got != want {
		t.Errorf("of the match it says\n%swant\n%s", got, want)
	}
}

// TestEvidenceOfAConfirmedMove: a move that was asked about rests on the letter with the yes, which quotes the question.
func TestEvidenceOfAConfirmedMove(t *testing.T) {
	for _, yes := range []struct {
		text  string
		quote bool
		want  string
	}{
		{"yes", true, "the result (Alice resigned) rests, for Alice, on messages"},
		{"e2", false, "the result (Alice resigned) rests, for Alice, on messages"},
		{"yes", false, "rests on what the club reported for Alice and Bob."},
	} {
		p := newPost(t)
		p.writes("alice@example.com", "I think e2 is best here")
		text := yes.text
		if yes.quote {
			text += "\n\nOn Fri, 20 Nov 2026, club wrote:\n> " + strings.ReplaceAll(p.hall.Last("alice@example.com").Text, "\n", "\n> ")
		}
		p.writes("alice@example.com", text)
		p.writes("bob@example.net", "e8")
		p.writes("alice@example.com", "resign "+p.short()[:4])
		p.writes("alice@example.com", "yes")
		if got := p.exports(); !strings.Contains(got, yes.want) || !strings.Contains(got, "Everything published follows") {
			t.Errorf("of %q it says\n%s", yes.text, got)
		}
	}
}

// TestForgedMove checks that a club is found out if it enters another move than the message says.
func TestForgedMove(t *testing.T) {
	p := newPost(t)
	raw := p.typed("alice@example.com", "e2")
	letter, err := mailbox.Read(raw)
	dbtest.Must(t, err)
	p.do(func(d *game.Deal) error {
		c, err := d.Shelf.Open("/club/" + p.file)
		if err != nil {
			return err
		}
		_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
			return d.Shelf.Sign(m, kif.Event{Step: kif.Move("d1"), Mail: courier.MailHash(letter), Posted: true}, m.Turn)
		})
		if err != nil {
			return err
		}
		_, err = d.Exec(`insert into evidence (mail, file, letter) values ($1, $2, $3)`, courier.MailHash(letter).String(), p.file, packed(t, raw))
		return err
	})
	p.hall.Run()
	p.writes("bob@example.net", "e8")
	p.writes("alice@example.com", "resign "+p.short()[:4])
	p.writes("alice@example.com", "yes")
	if got := p.exports(); !strings.Contains(got, p.file+", entry 5: the message from Alice says e2, but the record has d1.") {
		t.Errorf("it says\n%s", got)
	}
}

// changed replaces a text in the letters of an export.
func changed(t *testing.T, rows []byte, old, new string) (out []byte) {
	t.Helper()
	found := false
	for line := range bytes.Lines(rows) {
		var row map[string]any
		dbtest.Must(t, json.Unmarshal(line, &row))
		data, err := base64.StdEncoding.DecodeString(row["letter"].(string))
		dbtest.Must(t, err)
		z, err := gzip.NewReader(bytes.NewReader(data))
		dbtest.Must(t, err)
		letter, err := io.ReadAll(z)
		dbtest.Must(t, err)
		found = found || bytes.Contains(letter, []byte(old))
		row["letter"] = packed(t, bytes.ReplaceAll(letter, []byte(old), []byte(new)))
		data, err = json.Marshal(row)
		dbtest.Must(t, err)
		out = append(append(out, data...), '\n')
	}
	if !found {
		t.Fatalf("no letter says %q", old)
	}
	return out
}

// packed is a letter as it is kept.
func packed(t *testing.T, letter []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write(letter)
	dbtest.Must(t, err)
	dbtest.Must(t, z.Close())
	return b.Bytes()
}
