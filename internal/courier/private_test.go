package courier_test

import (
	"strings"
	"testing"

	"hikyaku/internal/home"
	"hikyaku/internal/notebook"
	"hikyaku/mailbox"
)

// TestNotesStayAtHome checks that a private note is in no message, and in no file but its own.
func TestNotesStayAtHome(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	alice.Copy = true
	tb.play(alice, "e2")
	m := tb.open(alice)
	n, err := notebook.New(m, "Bob is no good at walls.", []string{"e8 d2 e7 c2"}, alice.System.Now())
	tb.must(err)
	tb.must(notebook.Add(alice.System, alice.file, m, n))
	tb.poll(bob)
	tb.play(bob, "e8")
	tb.poll(alice)
	_, err = alice.Do(alice.copy(), home.Doing("away", "2026-12-20..2026-12-24"), true)
	tb.must(err)
	tb.send(alice)
	tb.play(alice, "e3")
	tb.poll(bob)
	tb.poll(alice)
	letters := 0
	for address, box := range tb.boxes {
		for _, raw := range box {
			letters++
			l, err := mailbox.Read(raw)
			tb.must(err)
			for _, part := range parts(l) {
				if strings.Contains(part, "no good") || strings.Contains(part, "d2 e7") || strings.Contains(part, ".notes") {
					t.Errorf("a letter to %s tells the note:\n%s", address, part)
				}
			}
		}
	}
	if kept, err := notebook.Of(alice.System, alice.file, tb.open(alice)); err != nil || len(kept) != 1 || letters < 8 {
		t.Errorf("%d letters, notes %v, %v", letters, kept, err)
	}
}

// parts returns everything in a message.
func parts(l *mailbox.Letter) []string {
	list := []string{l.Subject, l.Text, l.HTML}
	for _, a := range l.Attachments {
		list = append(list, a.Name, string(a.Data))
	}
	return list
}
