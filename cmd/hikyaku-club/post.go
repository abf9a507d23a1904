package main

import (
	"context"
	"errors"

	"hikyaku/mailbox"
)

// post delivers messages to a shared folder. It creates missing folders of readers.
type post struct {
	mailbox.Sender
	dir string
}

// Send writes a message to the folder of its reader.
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
