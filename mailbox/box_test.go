package mailbox_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/mailbox"
	"hikyaku/mailbox/loopback"
	"hikyaku/mailbox/mailboxtest"
)

func TestFolder(t *testing.T) {
	mailboxtest.Run(t, func(t *testing.T) (taro, hanako mailbox.Box) {
		dir := t.TempDir()
		return openFolder(t, dir, mailboxtest.Taro), openFolder(t, dir, mailboxtest.Hanako)
	})
}

func openFolder(t *testing.T, dir, address string) mailbox.Box {
	t.Helper()
	box, err := mailbox.NewFolder(dir, address)
	if err != nil {
		t.Fatal(err)
	}
	return box
}

func TestAccount(t *testing.T) {
	for _, security := range []mailbox.Security{mailbox.TLS, mailbox.STARTTLS, mailbox.None} {
		t.Run(string(security), func(t *testing.T) {
			mailboxtest.Run(t, func(t *testing.T) (taro, hanako mailbox.Box) {
				servers := start(t, security)
				return open(t, servers.Account(mailboxtest.Taro)), open(t, servers.Account(mailboxtest.Hanako))
			})
		})
	}
}

// ours is the filter of the command.
var ours = mailbox.Filter{Name: "hikyaku", Reference: "<hk1."}

// TestOnly fetches letters of our kind, what refers to one or is addressed to the name under which they go out, what mail
// servers report, and nothing else.
func TestOnly(t *testing.T) {
	servers := start(t, mailbox.None)
	for _, head := range []string{
		"From: taro@example.com\nSubject: Lunch?\nIn-Reply-To: <1@example.com>\nReferences: <1@example.com>",
		"From: taro@example.com\nTo: \"Hanako (hikyaku)\" <hanako@example.com>\nSubject: e2",
		"From: taro@example.com\nTo: =?utf-8?q?Hanako_(HIKYAKU)_=E2=91=A1?= <hanako@example.com>\nSubject: e2",
		"From: MAILER-DAEMON@example.com (Mail Delivery System)\nSubject: Undelivered Mail Returned to Sender",
		"From: Postmaster <postmaster@example.com>\nSubject: Delivery Status Notification (Failure)",
		"From: daemon@example.com\nSubject: Delivery failed\nReferences: <1@example.com>\n <hk1.01@example.net>",
		"From: taro@example.com\nSubject: my move\nIn-Reply-To: <HK1.01@example.net>",
		"From: taro@example.com\nSubject: =?utf-8?b?6KuL5rGC5pu4?=\nMessage-ID: <hk1.01@example.net>",
		"From: taro@example.com\nSubject: hikyaku\nMessage-ID: <01.hk1@example.net>",
	} {
		raw := strings.ReplaceAll(head+"\n\nhikyaku <hk1.01@example.net>\n", "\n", "\r\n")
		if err := servers.Deliver(mailboxtest.Hanako, []byte(raw), time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	account := servers.Account(mailboxtest.Hanako)
	account.Only = ours
	var uids []uint32
	mark, err := open(t, account).Fetch(t.Context(), mailbox.Mark{}, func(m mailbox.Mail) error {
		uids = append(uids, m.UID)
		return m.Err
	})
	if err != nil || !slices.Equal(uids, []uint32{2, 3, 4, 5, 6, 7, 8}) || mark.UID != 9 {
		t.Errorf("fetched %v up to %v (%v), want 2 to 8 up to 9", uids, mark, err)
	}
}

// hook does something when a line is said.
type hook struct {
	part string
	act  func()
}

func (h *hook) Write(line []byte) (int, error) {
	if act := h.act; act != nil && strings.Contains(string(line), h.part) {
		h.act = nil
		act()
	}
	return len(line), nil
}

// A letter that arrives while the box is searched is handed over, at the latest by the next run, whenever it comes. The mark
// stays at the highest letter that there was when the search began.
func TestArrivesMeanwhile(t *testing.T) {
	for part, before := range map[string]uint32{
		"< * OK [UIDNEXT": 4, "UID SEARCH UID *": 4,
		"< * SEARCH 2": 2, "UID SEARCH UID 1:*": 2, "< * SEARCH 1": 2, "UID FETCH 1": 2, "BODY.PEEK": 2,
	} {
		servers := start(t, mailbox.None)
		taro := open(t, servers.Account(mailboxtest.Taro))
		lunch := mailboxtest.Letter(1)
		lunch.Subject, lunch.MessageID, lunch.InReplyTo, lunch.References = "Lunch?", "<1@example.com>", "", nil
		lunch.To.Name = "Hanako"
		for _, l := range []*mailbox.Letter{mailboxtest.Letter(0), lunch} {
			if err := taro.Send(t.Context(), l); err != nil {
				t.Fatal(err)
			}
		}
		comes := &hook{part: part, act: func() {
			for _, n := range []int{2, 3} {
				if err := taro.Send(t.Context(), mailboxtest.Letter(n)); err != nil {
					t.Error(err)
				}
			}
		}}
		account := servers.Account(mailboxtest.Hanako)
		account.Only, account.Trace = ours, comes
		got, mark := collect(t, open(t, account), mailbox.Mark{})
		if comes.act != nil || mark.UID != before {
			t.Errorf("at %q came %q up to %v, want %d", part, got, mark, before)
		}
		then, mark := collect(t, open(t, account), mark)
		if all := strings.TrimSpace(got + " " + then); all != "1 3 4" || mark.UID != 4 {
			t.Errorf("what came at %q: got %q, then %q, up to %v", part, got, then, mark)
		}
	}
}

func start(t *testing.T, security mailbox.Security) *loopback.Servers {
	t.Helper()
	servers, err := loopback.StartSecure(security, mailboxtest.Taro, mailboxtest.Hanako)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := servers.Close(); err != nil {
			t.Error(err)
		}
	})
	return servers
}

func open(t *testing.T, a mailbox.Account) mailbox.Box {
	t.Helper()
	box, err := mailbox.NewAccount(a)
	if err != nil {
		t.Fatal(err)
	}
	return box
}
