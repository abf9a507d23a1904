package mailbox

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"time"

	"hikyaku/internal/i18n"
)

// Sendmail is the Sender that pipes messages to a command, which must take the
// recipient from the To field, as sendmail -t does. No address is on its
// command line, so none can be read as an option.
type Sendmail struct {
	Command []string      // run without a shell; gets the message on standard input, with Unix line endings
	Timeout time.Duration // for one letter; 0: ten minutes, since the command may itself wait for a server
}

// refusals are the exit statuses for a message that will never be accepted:
// EX_DATAERR and EX_NOUSER (sysexits.h). Others may be caused by an
// unreachable server or a wrong setting.
var refusals = []int{65, noUser}

const noUser = 67

// Send runs the command. Exit status 0 means that the message was accepted.
func (s Sendmail) Send(ctx context.Context, l *Letter) error {
	raw, err := l.Bytes()
	if err != nil {
		return &SendError{Kind: Refused, Err: err}
	}
	limit := s.Timeout
	if limit <= 0 {
		limit = dotTimeout
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var said firstWords
	cmd := exec.CommandContext(limited, s.Command[0], s.Command[1:]...)
	cmd.Env = WithoutPasswords(os.Environ())
	cmd.Stdin, cmd.Stderr = bytes.NewReader(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))), &said
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	if cmd.ProcessState != nil && cmd.ProcessState.Success() {
		return nil // a background process may still hold its standard error
	}
	kind, state := Temporary, cmd.ProcessState
	switch {
	case state == nil: // it did not start
	case !state.Exited():
		kind = Unknown // it was killed, and may have accepted the message
	case slices.Contains(refusals, state.ExitCode()):
		kind = Refused
	}
	return &SendError{Kind: kind, NoUser: kind == Refused && state.ExitCode() == noUser, Err: s.failure(ctx, limited, err, said)}
}

// failure returns why the command failed, with what it wrote to standard
// error.
func (s Sendmail) failure(ctx, limited context.Context, err error, said firstWords) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return i18n.Err("command.late", "program", s.Command[0], "error", limited.Err())
	case errors.As(err, new(*exec.ExitError)) && len(said) > 0:
		return i18n.Err("command.said", "program", s.Command[0], "why", notRun(err), "said", printable(string(said)))
	case errors.As(err, new(*exec.ExitError)), errors.Is(err, exec.ErrNotFound):
		return i18n.Err("command.failed", "program", s.Command[0], "why", notRun(err))
	}
	return err
}

// firstWords keeps the first bytes of what is written to it.
type firstWords []byte

func (b *firstWords) Write(p []byte) (int, error) {
	const kept = 1000
	*b = append(*b, p[:min(len(p), kept-len(*b))]...)
	return len(p), nil
}
