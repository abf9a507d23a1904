package main

import (
	"testing"

	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/mailbox"
)

// TestPost sends a letter to somebody who has no place in the shared folder yet.
func TestPost(t *testing.T) {
	conf, err := readConfig([]byte("address: club@example.org\nexchange: post\n"), t.TempDir()+"/club.yaml")
	dbtest.Must(t, err)
	box, err := conf.outbox()
	dbtest.Must(t, err)
	letter, err := mailbox.Read(written(t, "1"))
	dbtest.Must(t, err)
	letter.From, letter.To = letter.To, letter.From
	for range 2 {
		dbtest.Must(t, box.Send(t.Context(), letter))
	}
	anna, err := mailbox.NewFolder(conf.Exchange, "anna@example.org")
	dbtest.Must(t, err)
	n := 0
	_, err = anna.Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { n++; return nil })
	if err != nil || n != 2 {
		t.Errorf("%d letters have come, %v", n, err)
	}
}
