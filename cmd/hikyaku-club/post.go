package main

import (
	"context"
	"errors"

	"hikyaku/mailbox"
)

// post delivers messages to a shared folder. It creates the folder of a reader who has none yet.
type post struct {
	mailbox.Sender
	dir string
}

// Send writes the letter into the place of its reader.
func (p post) Send(ctx context.Context, l *mailbox.Letter) error {
	err := p.Sender.Send(ctx, l)
	var refused *mailbox.SendError
	if !errors.As(err, &refused) || refused.Kind != mailbox.Refused || !l.To.Valid() {
		return err
	}
	if _, made := mailbox.NewFolder(p.dir, l.To.Addr); made != nil {
		return err
	}
	return p.Sender.Send(ctx, l)
}
