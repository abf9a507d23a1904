package mailbox

import "context"

// Fetcher is the half of a Box that messages come from.
type Fetcher interface {
	Fetch(ctx context.Context, since Mark, handle func(Mail) error) (Mark, error) // as Box has it
}

// Sender is the half of a Box that letters go to.
type Sender interface {
	Send(ctx context.Context, l *Letter) error // as Box has it
}

// Join makes a Box of two halves, which can wait if in can. Where in is nil nothing ever comes.
func Join(in Fetcher, out Sender) Box {
	if in == nil {
		in = nothing{}
	}
	if w, ok := in.(Waiter); ok {
		return waiting{joined{in, out}, w}
	}
	return joined{in, out}
}

type joined struct {
	Fetcher
	Sender
}

type waiting struct {
	joined
	Waiter
}

// nothing is where no message ever comes.
type nothing struct{}

func (nothing) Fetch(_ context.Context, since Mark, _ func(Mail) error) (Mark, error) {
	return since, nil
}
