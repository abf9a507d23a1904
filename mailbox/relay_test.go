package mailbox_test

import (
	"strings"
	"testing"
	"time"

	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

// TestRelay sends several messages over one connection, and over a new one after the server has closed it or has refused
// a recipient, or when it has waited too long.
func TestRelay(t *testing.T) {
	closed := false
	f := newSMTP(func(line string) (string, bool) {
		switch {
		case strings.HasPrefix(line, "MAIL") && closed:
			closed = false
			return drop, true
		case strings.HasPrefix(line, "RCPT") && strings.Contains(line, "nobody"):
			return "550 nobody\r\n", true
		}
		return "", false
	})
	r, err := mailbox.NewRelay(accountOn(1, f.serve(t), long))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	said := func(verb string) (n int) {
		f.mutex.Lock()
		defer f.mutex.Unlock()
		for _, line := range f.heard {
			if strings.HasPrefix(line, verb) {
				n++
			}
		}
		return n
	}
	send := func(to string, connections, messages int) error {
		t.Helper()
		l := mailboxtest.Letter(messages)
		l.To.Addr = to
		err := r.Send(t.Context(), l)
		if said("EHLO") != connections || said("DATA") != messages {
			t.Errorf("%d messages have gone over %d connections, want %d over %d", said("DATA"), said("EHLO"), messages, connections)
		}
		return err
	}
	for n := range 3 {
		if err := send("a@example.org", 1, n+1); err != nil {
			t.Fatal(err)
		}
	}
	f.mutex.Lock()
	closed = true
	f.mutex.Unlock()
	if err := send("a@example.org", 2, 4); err != nil {
		t.Errorf("after the server has closed the connection: %v", err)
	}
	if err := send("nobody@example.org", 2, 4); err == nil || mailbox.NotTaken(err) {
		t.Errorf("to nobody: %v", err)
	}
	if err := send("a@example.org", 3, 5); err != nil {
		t.Error(err)
	}
	r.Idle(time.Minute)
	if err := send("a@example.org", 4, 6); err != nil {
		t.Errorf("after a minute: %v", err)
	}
}
