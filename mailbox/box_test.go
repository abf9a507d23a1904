package mailbox_test

import (
	"strings"
	"testing"

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

// hook runs when a line is sent.
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

// A message that arrives while the mailbox is searched is fetched, at the latest by the next run, whenever it arrives. The mark
// stays at the highest message that existed when the search began.
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
