package letter

import (
	"errors"
	"testing"
	"time"

	"hikyaku/mailbox"
)

// TestUnreadSettings checks that no message is written to a reader whose settings cannot be read.
func TestUnreadSettings(t *testing.T) {
	unread := errors.New("no disk")
	w := Writer{Reader: func(string) (Reader, error) { return Reader{}, unread }}
	for name, write := range map[string]func() (*mailbox.Letter, error){
		"a puzzle":            func() (*mailbox.Letter, error) { return w.Puzzle(Puzzle{}) },
		"that a time is over": func() (*mailbox.Letter, error) { return w.Overdue(nil, mailbox.Address{}, time.Time{}) },
	} {
		if l, err := write(); l != nil || !errors.Is(err, unread) {
			t.Errorf("%s: %v, %v", name, l, err)
		}
	}
}
