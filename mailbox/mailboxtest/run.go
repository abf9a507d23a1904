// Package mailboxtest is a test suite for implementations of mailbox.Box.
package mailboxtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"hikyaku/mailbox"
)

// The two correspondents of the suite.
const (
	Taro   = "taro@example.com"
	Hanako = "hanako@example.net"
)

// Run tests pairs of boxes returned by make. The two boxes must be connected to each other, and empty.
func Run(t *testing.T, make func(t *testing.T) (taro, hanako mailbox.Box)) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, taro, hanako mailbox.Box)
	}{
		{"order and marks", orderAndMarks},
		{"mark of each mail", markOfEach},
		{"failing handle", failingHandle},
		{"content", content},
		{"sent again", sentAgain},
		{"too large", tooLarge},
		{"unknown address", unknownAddress},
		{"address in capitals", capitals},
		{"bad letter", badLetter},
		{"cancelled", cancelled},
	} {
		t.Run(c.name, func(t *testing.T) {
			taro, hanako := make(t)
			c.test(t, taro, hanako)
		})
	}
}

// Letter returns a letter from Taro to Hanako with a number in its content.
func Letter(n int) *mailbox.Letter {
	return &mailbox.Letter{
		From:      mailbox.Address{Name: "飛脚太郎", Addr: Taro},
		To:        mailbox.Address{Name: "Hanako \"H.\" Yamada", Addr: Hanako},
		Subject:   fmt.Sprintf("[hikyaku 7c1f29ab] コリドール：%d手目、あなたの番です", n),
		MessageID: fmt.Sprintf("<hk1.%040x@example.com>", n),
		Date:      time.Date(2026, 11, 20, 20, 0, n, 0, time.UTC),
		Text:      fmt.Sprintf("move %d\n.\nFrom 太郎: お願いします。\n--\n%s", n, strings.Repeat("長い行", 200)),
	}
}

func send(t *testing.T, from mailbox.Box, letters ...*mailbox.Letter) {
	t.Helper()
	for _, l := range letters {
		if err := from.Send(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
}

func fetch(t *testing.T, box mailbox.Box, since mailbox.Mark) (mails []mailbox.Mail, mark mailbox.Mark) {
	t.Helper()
	mark, err := box.Fetch(t.Context(), since, func(m mailbox.Mail) error {
		mails = append(mails, m)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return mails, mark
}

// expect fails unless the mails are the letters with these numbers.
func expect(t *testing.T, mails []mailbox.Mail, numbers ...int) {
	t.Helper()
	var got []string
	for _, m := range mails {
		l, err := mailbox.Read(m.Raw)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, l.MessageID)
	}
	var want []string
	for _, n := range numbers {
		want = append(want, Letter(n).MessageID)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func orderAndMarks(t *testing.T, taro, hanako mailbox.Box) {
	mails, empty := fetch(t, hanako, mailbox.Mark{})
	expect(t, mails)
	send(t, taro, Letter(1), Letter(2), Letter(3))
	mails, mark := fetch(t, hanako, empty)
	expect(t, mails, 1, 2, 3)
	if mark.UID != mails[2].UID || mark.Validity == 0 {
		t.Errorf("mark %v behind UID %d", mark, mails[2].UID)
	}
	mails, again := fetch(t, hanako, mark)
	expect(t, mails)
	if again != mark {
		t.Errorf("mark moved from %v to %v, and nothing came", mark, again)
	}
	send(t, taro, Letter(4))
	mails, _ = fetch(t, hanako, mark)
	expect(t, mails, 4)
	mails, _ = fetch(t, hanako, mailbox.Mark{})
	expect(t, mails, 1, 2, 3, 4)
	mails, renumbered := fetch(t, hanako, mailbox.Mark{Validity: mark.Validity + 1, UID: 4_000_000_000})
	expect(t, mails, 1, 2, 3, 4)
	if renumbered.Validity != mark.Validity {
		t.Errorf("mark %v is of another numbering than %v", renumbered, mark)
	}
	mails, _ = fetch(t, taro, mailbox.Mark{})
	expect(t, mails)
}

// markOfEach fetches from the mark of every mail, which Fetch also returns if it stops after that mail.
func markOfEach(t *testing.T, taro, hanako mailbox.Box) {
	send(t, taro, Letter(1), Letter(2), Letter(3))
	mails, _ := fetch(t, hanako, mailbox.Mark{})
	expect(t, mails, 1, 2, 3)
	for i, m := range mails {
		behind, _ := fetch(t, hanako, m.Mark)
		expect(t, behind, []int{1, 2, 3}[i+1:]...)
		ctx, cancel := context.WithCancel(t.Context())
		mark, err := hanako.Fetch(ctx, mailbox.Mark{}, func(now mailbox.Mail) error {
			if now.UID == m.UID {
				cancel()
			}
			return nil
		})
		if last := i == len(mails)-1; mark != m.Mark || !last && !errors.Is(err, context.Canceled) {
			t.Errorf("stopped at %v (%v), want %v", mark, err, m.Mark)
		}
		cancel()
	}
}

func failingHandle(t *testing.T, taro, hanako mailbox.Box) {
	send(t, taro, Letter(1), Letter(2), Letter(3))
	full := errors.New("disk full")
	seen := 0
	mark, err := hanako.Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error {
		if seen++; seen == 2 {
			return full
		}
		return nil
	})
	if !errors.Is(err, full) || seen != 2 {
		t.Fatalf("%v after %d messages", err, seen)
	}
	mails, _ := fetch(t, hanako, mark)
	expect(t, mails, 2, 3)
}

func content(t *testing.T, taro, hanako mailbox.Box) {
	record := make([]byte, 5000)
	for i := range record {
		record[i] = byte(i * 7)
	}
	sent := Letter(1)
	sent.InReplyTo, sent.References = "<a@b>", []string{"<0@b>", "<a@b>"}
	sent.HTML = `<p>ありがとう <img src="cid:board@hikyaku" alt="board"></p>`
	sent.Attachments = []mailbox.Attachment{
		{Name: "board.png", Type: "image/png", ContentID: "board@hikyaku", Inline: true, Data: record},
		{Name: "コリドール 対局一.kif", Type: "application/octet-stream", Data: append([]byte("\x82\xa0\r\n\n\r"), record...)},
	}
	sent.Automatic = "auto-generated"
	send(t, taro, sent)
	mails, _ := fetch(t, hanako, mailbox.Mark{})
	if len(mails) != 1 || mails[0].Size != int64(len(mails[0].Raw)) {
		t.Fatalf("%d mails", len(mails))
	}
	got, err := mailbox.Read(mails[0].Raw)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, sent)
}

func compare(t *testing.T, got, sent *mailbox.Letter) {
	t.Helper()
	for _, c := range []struct{ name, got, want string }{
		{"from", fmt.Sprint(got.From), fmt.Sprint(sent.From)},
		{"to", fmt.Sprint(got.To), fmt.Sprint(sent.To)},
		{"subject", got.Subject, sent.Subject},
		{"id", got.MessageID, sent.MessageID},
		{"thread", fmt.Sprint(got.InReplyTo, got.References), fmt.Sprint(sent.InReplyTo, sent.References)},
		{"date", got.Date.UTC().String(), sent.Date.String()},
		{"text", got.Text, sent.Text},
		{"automatic", got.Automatic, sent.Automatic},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, c.got, c.want)
		}
	}
	if len(got.Attachments) != len(sent.Attachments) {
		t.Fatalf("%d attachments", len(got.Attachments))
	}
	for i, a := range sent.Attachments {
		b := got.Attachments[i]
		if a.Name != b.Name || a.Type != b.Type || a.ContentID != b.ContentID || a.Inline != b.Inline || !bytes.Equal(a.Data, b.Data) {
			t.Errorf("attachment %d: got %q %q %q %v, %d bytes", i, b.Name, b.Type, b.ContentID, b.Inline, len(b.Data))
		}
	}
}

func sentAgain(t *testing.T, taro, hanako mailbox.Box) {
	send(t, taro, Letter(1), Letter(1))
	mails, _ := fetch(t, hanako, mailbox.Mark{})
	expect(t, mails, 1, 1)
	if !bytes.Equal(mails[0].Raw, mails[1].Raw) {
		t.Error("the same letter came in different bytes")
	}
}

func tooLarge(t *testing.T, taro, hanako mailbox.Box) {
	large := Letter(1)
	large.Attachments = []mailbox.Attachment{{Name: "a", Type: "application/octet-stream", Data: make([]byte, 8<<20)}}
	send(t, taro, large, Letter(2))
	mails, mark := fetch(t, hanako, mailbox.Mark{})
	if len(mails) != 2 || !errors.Is(mails[0].Err, mailbox.ErrTooLarge) || mails[0].Raw != nil || mails[0].Size <= mailbox.MaxMail {
		t.Fatalf("%d mails, the first %v with %d bytes of %d", len(mails), mails[0].Err, len(mails[0].Raw), mails[0].Size)
	}
	expect(t, mails[1:], 2)
	if mark.UID != mails[1].UID {
		t.Errorf("mark %v", mark)
	}
}

func unknownAddress(t *testing.T, taro, _ mailbox.Box) {
	for _, to := range []string{"nobody@example.net", "..@..", "hanako/../../x@example.net"} {
		l := Letter(1)
		l.To = mailbox.Address{Addr: to}
		refused(t, taro.Send(t.Context(), l))
	}
}

// capitals checks that an address is found in upper and lower case.
func capitals(t *testing.T, taro, hanako mailbox.Box) {
	l := Letter(1)
	l.To.Addr = "HANAKO@Example.net"
	send(t, taro, l)
	mails, _ := fetch(t, hanako, mailbox.Mark{})
	expect(t, mails, 1)
}

func refused(t *testing.T, err error) {
	t.Helper()
	var e *mailbox.SendError
	if !errors.As(err, &e) || e.Kind != mailbox.Refused {
		t.Errorf("got %v, want it refused", err)
	}
}

func badLetter(t *testing.T, taro, hanako mailbox.Box) {
	for _, spoil := range []func(l *mailbox.Letter){
		func(l *mailbox.Letter) { l.Subject = "a\r\nBcc: evil@example.com" },
		func(l *mailbox.Letter) { l.From.Name = "a\nb" },
		func(l *mailbox.Letter) { l.To.Addr = "a@b>\r\nRCPT TO:<c@d" },
		func(l *mailbox.Letter) { l.MessageID = "<a b@c>" },
		func(l *mailbox.Letter) { l.References = []string{"x"} },
		func(l *mailbox.Letter) { l.Date = time.Time{} },
	} {
		l := Letter(1)
		spoil(l)
		refused(t, taro.Send(t.Context(), l))
	}
	mails, _ := fetch(t, hanako, mailbox.Mark{})
	expect(t, mails)
}

func cancelled(t *testing.T, taro, hanako mailbox.Box) {
	send(t, taro, Letter(1), Letter(2))
	ctx, cancel := context.WithCancel(t.Context())
	begun := time.Now()
	mark, err := hanako.Fetch(ctx, mailbox.Mark{}, func(mailbox.Mail) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("fetch: %v", err)
	}
	mails, _ := fetch(t, hanako, mark)
	expect(t, mails, 2)
	var failed *mailbox.SendError
	if err := taro.Send(ctx, Letter(3)); !errors.As(err, &failed) || failed.Kind != mailbox.Temporary {
		t.Errorf("send: %v", err)
	}
	if d := time.Since(begun); d > 30*time.Second {
		t.Errorf("took %v", d)
	}
}
