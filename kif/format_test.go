package kif

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"
	"time"
)

// fence is a fenced example of FORMAT.md: the words behind the marks, and the text.
type fence struct{ mark, text string }

func fences(t testing.TB) []fence {
	data, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	var list []fence
	for i, part := range strings.Split(string(data), "```") {
		if i%2 == 1 {
			mark, text, _ := strings.Cut(part, "\n")
			list = append(list, fence{mark, text})
		}
	}
	return list
}

// TestFormat checks what the examples of FORMAT.md claim.
func TestFormat(t *testing.T) {
	var entries []fence
	for _, f := range fences(t) {
		kind, claim, _ := strings.Cut(f.mark, " ")
		switch {
		case f.mark == "kif":
			checkExample(t, f.text)
		case kind == "kif":
			_, err := Read([]byte(f.text))
			if err == nil || "error: "+err.Error() != claim {
				t.Errorf("%q\ngot  %v\nwant %s", f.text, err, claim)
			}
		case kind == "entry":
			sum := sha256.Sum256([]byte("hikyaku/1 entry\x00" + f.text))
			if got := hex.EncodeToString(sum[:]); got != claim {
				t.Errorf("%s\nhas the hash %s", f.text, got)
			}
			entries = append(entries, f)
		}
	}
	checkEntries(t, entries)
}

// checkExample wants the record to be in the strict form.
func checkExample(t *testing.T, text string) {
	r, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.Rewrite(UTF8)
	if err != nil {
		t.Fatal(err)
	}
	if string(again.Bytes()) != text {
		t.Errorf("written anew:\n%s\nwant\n%s", again.Bytes(), text)
	}
}

// checkEntries wants the entries to be those of the example, but for the last.
func checkEntries(t *testing.T, want []fence) {
	for _, f := range fences(t) {
		if f.mark != "kif" {
			continue
		}
		l, err := replayText(f.text)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Entries) != len(want)-1 {
			t.Fatalf("%d entries, want %d", len(l.Entries), len(want)-1)
		}
		for i, e := range l.Entries {
			if got := "entry " + e.Hash().String(); got != want[i].mark || string(e.Bytes()) != want[i].text {
				t.Errorf("entry %d is\n```%s\n%s```", i, got, e.Bytes())
			}
		}
	}
}

func replayText(text string) (*Line, error) {
	r, err := Read([]byte(text))
	if err != nil {
		return nil, err
	}
	return Replay(r, counting)
}

// TestEntry builds the entry of FORMAT.md that has a link.
func TestEntry(t *testing.T) {
	var m Hash
	if _, err := hex.Decode(m[:], []byte("5d76cf73554f340ce652f76ab7f47bbbdea5a0aba6f147bf7eca5c987a9c4030")); err != nil {
		t.Fatal(err)
	}
	e := Entry{Match: m, Number: 3, Previous: m, Party: 1, Sent: time.Date(2026, 11, 21, 5, 59, 0, 0, time.FixedZone("", 9*3600))}
	e.Link = "2 e6ff8053fef3a14fd04ac3260f67de8857de0cd64533ca82be6615cd7ac2627f"
	e.Dice, e.Moves = []Dice{{1, "[4]"}}, append(e.Moves, "7g7f")
	if want := "c7251702bab7cc78be8a24d59f77e9c71b50e25c75a97e885c1656c0d68e1551"; e.Hash().String() != want || len(e.Bytes()) != 298 {
		t.Errorf("%d bytes with hash %s, want 298 and %s:\n%s", len(e.Bytes()), e.Hash(), want, e.Bytes())
	}
	e.Said = "back\\slash\nline"
	if !bytes.HasSuffix(e.Bytes(), []byte("said back\\\\slash\\nline\n")) {
		t.Errorf("not escaped: %s", e.Bytes())
	}
}
