package mailbox_test

import (
	"slices"
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

// TestOnly fetches what has a word in its Subject, in the clear or encoded, and nothing else.
func TestOnly(t *testing.T) {
	servers := start(t, mailbox.None)
	taro := open(t, servers.Account(mailboxtest.Taro))
	for _, subject := range []string{"Lunch?", "[hikyaku 7c1f29ab] move 1", "Re: [HIKYAKU 7c1f29ab] コリドール：2手目", "請求書"} {
		l := mailboxtest.Letter(1)
		l.Subject = subject
		if err := taro.Send(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	account := servers.Account(mailboxtest.Hanako)
	account.Only = "hikyaku"
	var uids []uint32
	mark, err := open(t, account).Fetch(t.Context(), mailbox.Mark{}, func(m mailbox.Mail) error {
		uids = append(uids, m.UID)
		return m.Err
	})
	if err != nil || !slices.Equal(uids, []uint32{2, 3}) || mark.UID != 3 {
		t.Errorf("fetched %v up to %v (%v), want 2 and 3", uids, mark, err)
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
