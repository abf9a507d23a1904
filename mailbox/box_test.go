package mailbox_test

import (
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
