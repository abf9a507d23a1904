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

// Sendmail is the Sender that hands letters to a command, which must take the recipient from the To field, as sendmail -t
// does. No address stands on its command line, so none can be read as an option.
type Sendmail struct {
	Command []string      // run without a shell; gets the letter on standard input, with the line ends of Unix
	Timeout time.Duration // for one letter; 0: ten minutes, since the command may itself wait for a server
}

// refusals are the exit statuses by which the command says that the letter will never be taken: EX_DATAERR and EX_NOUSER
// (sysexits.h). The others may come of a server that is away or of a setting that is wrong.
var refusals = []int{65, 67}

// Send runs the command. Exit status 0 means that the letter is taken.
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
		return nil // what it may have left behind still holds its standard error
	}
	return &SendError{Kind: kindOfExit(cmd.ProcessState), Err: s.failure(ctx, limited, err, said)}
}

// kindOfExit sorts by how the command ended, if it ever began. One that was killed may have taken the letter.
func kindOfExit(state *os.ProcessState) SendKind {
	switch {
	case state == nil:
		return Temporary
	case !state.Exited():
		return Unknown
	case slices.Contains(refusals, state.ExitCode()):
		return Refused
	}
	return Temporary
}

// failure says why the command took nothing, with what it wrote on standard error.
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
