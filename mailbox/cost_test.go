package mailbox_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"hikyaku/mailbox"
	"hikyaku/mailbox/loopback"
	"hikyaku/mailbox/mailboxtest"
)

const many = 10_000

// filled returns an account with a number of messages, and the mark after them.
func filled(tb testing.TB, n int) (mailbox.Account, mailbox.Mark) {
	tb.Helper()
	servers, err := loopback.Start(mailboxtest.Taro, mailboxtest.Hanako)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = servers.Close() })
	raw, err := mailboxtest.Letter(1).Bytes()
	if err != nil {
		tb.Fatal(err)
	}
	for range n {
		if err := servers.Deliver(mailboxtest.Hanako, raw, time.Now()); err != nil {
			tb.Fatal(err)
		}
	}
	account := servers.Account(mailboxtest.Hanako)
	account.Only = ours
	box, err := mailbox.NewAccount(account)
	if err != nil {
		tb.Fatal(err)
	}
	now, err := box.(mailbox.Waiter).Wait(context.Background(), mailbox.Mark{}, time.After)
	if err != nil {
		tb.Fatal(err)
	}
	return account, now
}

var command = regexp.MustCompile(`(?m)> T[0-9]+ (.*)$`)

// TestCostOfAPoll checks that nothing is fetched if everything was handled, and only the header of other mail.
func TestCostOfAPoll(t *testing.T) {
	account, mark := filled(t, 1100)
	strangers := account
	strangers.Only = mailbox.Filter{Name: "none", Reference: "<none."}
	for _, c := range []struct {
		account mailbox.Account
		mark    uint32
		asked   string
	}{
		{account, 1100, ""},
		{strangers, 0, "SEARCH UID * then SEARCH UID 1:* then FETCH 1:500 then FETCH 501:1000 then FETCH 1001:1100"},
		{strangers, 1099, "SEARCH UID * then SEARCH UID 1100:* then FETCH 1100"},
		{strangers, 1100, ""},
	} {
		var trace bytes.Buffer
		c.account.Trace = &trace
		got, after := collect(t, open(t, c.account), mailbox.Mark{Validity: mark.Validity, UID: c.mark})
		var asked []string
		for _, found := range command.FindAllStringSubmatch(trace.String(), -1) {
			line, items, _ := strings.Cut(strings.TrimSpace(found[1]), " (")
			if line, found := strings.CutPrefix(line, "UID "); found {
				asked = append(asked, line)
			}
			if strings.Contains(items, "BODY.PEEK[]") || items != "" && !strings.Contains(items, `BODY.PEEK[HEADER.FIELDS ("From" "To" "Message-Id" "In-Reply-To" "References")]`) {
				t.Errorf("asked for %s", items)
			}
		}
		if got != "" || after != mark || strings.Join(asked, " then ") != c.asked {
			t.Errorf("got %q up to %v by %q", got, after, asked)
		}
		if most := 4000 + 600*(1100-int(c.mark)); trace.Len() > most {
			t.Errorf("%d bytes were said, more than %d:\n%.1000s", trace.Len(), most, &trace)
		}
	}
}

func BenchmarkPollOfHandled(b *testing.B) {
	account, mark := filled(b, many)
	box, err := mailbox.NewAccount(account)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := box.Fetch(b.Context(), mark, func(mailbox.Mail) error { b.Error("handed over"); return nil }); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSince checks that a mailbox is read no further back than needed from its beginning, and completely after a mark.
func TestSince(t *testing.T) {
	began := time.Date(2026, 11, 10, 12, 0, 0, 0, time.UTC)
	times := []time.Time{began.AddDate(0, -1, 0), began.Add(-5 * 24 * time.Hour), began.Add(-time.Hour), began.Add(time.Hour)}
	servers, err := loopback.Start(mailboxtest.Hanako)
	if err != nil {
		t.Fatal(err)
	}
	defer servers.Close()
	dir := t.TempDir()
	shared := openFolder(t, dir, mailboxtest.Hanako)
	post := newPost(t)
	maildir := post.box(mailboxtest.Hanako, mailbox.Filter{})
	for i, at := range times {
		raw, err := mailboxtest.Letter(i).Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if err := servers.Deliver(mailboxtest.Hanako, raw, at); err != nil {
			t.Fatal(err)
		}
		post.drop(mailboxtest.Hanako, fmt.Sprintf("new/%d.host", i), string(raw), at)
		l := mailboxtest.Letter(i)
		if err := shared.Send(t.Context(), l); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, mailboxtest.Hanako, "new", fmt.Sprintf("%010d.eml", i+1))
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	for name, box := range map[string]mailbox.Box{"account": open(t, servers.Account(mailboxtest.Hanako)), "folder": shared, "maildir": maildir} {
		_, mark := collect(t, box, mailbox.Mark{})
		for _, c := range []struct {
			since mailbox.Mark
			want  string
		}{
			{mailbox.Mark{}, "1 2 3 4"},
			{mailbox.Mark{Since: began}, "3 4"},
			{mailbox.Mark{Since: began, Validity: mark.Validity + 1, UID: 4}, "3 4"},
			{mailbox.Mark{Since: began, Validity: mark.Validity, UID: 1}, "2 3 4"},
		} {
			if got, _ := collect(t, box, c.since); got != c.want {
				t.Errorf("%s: since %v got %q, want %q", name, c.since, got, c.want)
			}
		}
	}
}
