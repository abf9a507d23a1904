package mailbox_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"hikyaku/mailbox"
)

// A message that a mail server pipes to a program may begin with the line of the mbox format.
func TestReadPiped(t *testing.T) {
	const message = "From: taro@example.com\n\nFrom here\n"
	for _, raw := range []string{message, "From taro@example.com Fri Nov 20 20:00:00 2026\n" + message, "From taro\r\n" + message} {
		if m, err := mailbox.ReadPiped(strings.NewReader(raw)); err != nil || string(m.Raw) != message || m.Size != int64(len(message)) {
			t.Errorf("%q is read as %q: %v", raw, m.Raw, err)
		}
	}
	large := bytes.NewReader(make([]byte, mailbox.MaxMail+5))
	if m, err := mailbox.ReadPiped(large); err != nil || !errors.Is(m.Err, mailbox.ErrTooLarge) || m.Raw != nil || m.Size != mailbox.MaxMail+5 || large.Len() > 0 {
		t.Errorf("a large one: %d bytes of %d, %d left: %v", len(m.Raw), m.Size, large.Len(), err)
	}
	if m, err := mailbox.ReadPiped(bytes.NewReader(make([]byte, mailbox.MaxMail))); err != nil || m.Err != nil {
		t.Errorf("one of the largest size: %v, %v", m.Err, err)
	}
}
