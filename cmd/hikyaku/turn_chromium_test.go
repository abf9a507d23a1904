//go:build chromium

package main

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"hikyaku/internal/page/chrome"
	"hikyaku/mailbox"
)

// writer is a player with nothing but a mail program.
type writer struct {
	*testing.T
	box  mailbox.Box
	sent int
}

// letter returns the newest letter.
func (w *writer) letter() *mailbox.Letter {
	w.Helper()
	var last *mailbox.Letter
	_, err := w.box.Fetch(w.Context(), mailbox.Mark{}, func(m mailbox.Mail) error {
		l, err := mailbox.Read(m.Raw)
		last = l
		return err
	})
	if err != nil || last == nil {
		w.Fatalf("no letter has come: %v", err)
	}
	return last
}

// replies returns a mail that answers a letter.
func (w *writer) replies(to *mailbox.Letter, subject, text string) []byte {
	w.Helper()
	w.sent++
	l := &mailbox.Letter{
		From: mailbox.Address{Name: "Bob", Addr: "bob@example.org"}, To: mailbox.Address{Addr: to.From.Addr}, Subject: subject, Text: text, Date: time.Now(),
		MessageID: "<" + strings.Repeat("r", w.sent) + "@example.org>",
	}
	raw, err := l.Bytes()
	if err != nil {
		w.Fatal(err)
	}
	return raw
}

// TestChromiumFinishesAReply opens the page of a letter, touches a move, and plays by the finished reply.
func TestChromiumFinishesAReply(t *testing.T) {
	b := chrome.New(t)
	exchange := t.TempDir()
	alice := moveIn(t, b, "Alice", "en", exchange)
	if err := os.WriteFile(alice.config, []byte("letters: {page: yes}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	box, err := mailbox.NewFolder(exchange, "bob@example.org")
	if err != nil {
		t.Fatal(err)
	}
	bob := &writer{T: t, box: box}
	alice.does("invite", "quoridor", "bob@example.org", "--seat", "1")
	invitation := bob.letter()
	token := regexp.MustCompile(`token:\S+`).FindString(invitation.Text)
	alice.receives(bob.replies(invitation, "Re: "+invitation.Subject, "accept\n\n"+token))
	alice.does("move", alice.record().File, "e2", "--send")
	letter := bob.letter()
	file := filepath.Join(t.TempDir(), "turn.html")
	for _, a := range letter.Attachments {
		if a.Name == "turn.html" {
			err = os.WriteFile(file, a.Data, 0o644)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{390, 1280} {
		alice.way, alice.width = "mouse", width
		b.Window(width, 900, false)
		b.Go("file://" + file)
		b.Settle("globalThis.hand")
		alice.audit("the page of a turn")
		alice.touches(1)
		alice.audit("a finished reply")
		if width := b.Text("document.documentElement.scrollWidth - innerWidth"); width != "0" {
			t.Errorf("the page is %s px too wide", width)
		}
	}
	move := b.Text("hand.held.m")
	b.Eval(`byId("comment").value = "Schön & warm: 100%?"; byId("comment").dispatchEvent(new Event("input"))`, nil)
	link, err := url.Parse(b.Text(`byId("confirm").href`))
	if err != nil || link.Scheme != "mailto" || link.Opaque != "alice@example.org" {
		t.Fatalf("the link is %v, %v", link, err)
	}
	text := link.Query().Get("body")
	if shown := b.Text(`byId("text").value`); strings.ReplaceAll(text, "\r\n", "\n") != shown {
		t.Errorf("the reply is\n%q\nand shown is\n%q", text, shown)
	}
	alice.receives(bob.replies(letter, link.Query().Get("subject"), text))
	alice.does("poll")
	c := alice.record()
	if moves := c.Match.Moves(); moves[len(moves)-1] != move || c.Record.Events[c.LastEntry()].Comment != "Schön & warm: 100%?" {
		t.Errorf("played: %s, %q; want %s", moves, c.Record.Events[c.LastEntry()].Comment, move)
	}
	if len(b.Errors) > 0 {
		t.Errorf("errors: %s", b.Errors)
	}
}

// receives hands a mail to the program of the player.
func (r *resident) receives(mail []byte) {
	r.Helper()
	var out bytes.Buffer
	if status := runHere(r.Context(), string(mail), &out, &out, r.args("receive")...); status != 0 {
		r.Fatalf("the mail is not received: %s", out.String())
	}
}
