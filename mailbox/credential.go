package mailbox

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"time"

	"hikyaku/internal/i18n"
)

// The environment variables that may hold passwords.
const (
	EnvIMAP = "HIKYAKU_IMAP_PASSWORD"
	EnvSMTP = "HIKYAKU_SMTP_PASSWORD"
)

const (
	commandTime = 30 * time.Second
	maxSecret   = 64 << 10
)

// Credential lists the places that may hold a password. The first that is set is used.
type Credential struct {
	Command []string // run without a shell; the first line of its output is the password; it gets 30 seconds
	Env     string   // name of an environment variable
	File    string   // a file whose first line is the password, not accessible to others
	Text    Secret   // the password itself
}

// Secret looks up the password. Its errors never contain it.
func (c Credential) Secret(ctx context.Context) (Secret, error) {
	switch {
	case len(c.Command) > 0:
		return fromCommand(ctx, "password.command", c.Command)
	case c.Env != "" && os.Getenv(c.Env) != "":
		return NewSecret(os.Getenv(c.Env)), nil
	case c.File != "":
		return fromFile(c.File)
	case c.Text != Secret{}:
		return c.Text, nil
	}
	return Secret{}, i18n.Err("password.none")
}

// fromCommand returns the first line that a command prints. Its errors
// describe the command by the text of key, and name only the program, because
// arguments and output may be secret.
func fromCommand(ctx context.Context, key string, argv []string) (Secret, error) {
	source := i18n.T(key, "program", argv[0])
	limited, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	cmd := exec.CommandContext(limited, argv[0], argv[1:]...)
	cmd.Env = WithoutPasswords(os.Environ())
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if limited.Err() != nil && ctx.Err() == nil {
		return Secret{}, i18n.Err("password.late", "source", source, "n", int(commandTime/time.Second))
	}
	if err != nil {
		return Secret{}, i18n.Err("password.failed", "source", source, "why", notRun(err))
	}
	return firstLine(strings.NewReader(string(out)), source)
}

// notRun returns the error of a command that failed, in both languages.
func notRun(err error) error {
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.Exited():
		return i18n.Err("command.exit", "n", exit.ExitCode()) // its output may be secret
	case errors.Is(err, exec.ErrNotFound):
		return i18n.Err("command.missing", "error", err)
	}
	return err
}

// WithoutPasswords returns environ without the variables that may hold our passwords, which no command we run needs.
func WithoutPasswords(environ []string) []string {
	var kept []string
	for _, v := range environ {
		if !strings.HasPrefix(v, EnvIMAP+"=") && !strings.HasPrefix(v, EnvSMTP+"=") {
			kept = append(kept, v)
		}
	}
	return kept
}

func fromFile(name string) (Secret, error) {
	if err := CheckPrivate(name); err != nil {
		return Secret{}, err
	}
	f, err := os.Open(name)
	if err != nil {
		return Secret{}, i18n.Err("password.file-unread", "why", err)
	}
	defer f.Close()
	return firstLine(f, i18n.T("password.file", "file", name))
}

// CheckPrivate returns an error unless the file, which holds a password, is a regular file of this user and inaccessible to
// others. The error names the command that fixes it.
func CheckPrivate(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return i18n.Err("password.file-unread", "why", err)
	}
	switch {
	case !info.Mode().IsRegular():
		return i18n.Err("file.not-plain", "file", name)
	case !ownedByUs(info):
		return i18n.Err("password.foreign", "file", name)
	case openToOthers(info):
		return i18n.Err("password.open", "file", name)
	}
	return nil
}

func firstLine(r io.Reader, source i18n.Text) (Secret, error) {
	line, err := bufio.NewReader(io.LimitReader(r, maxSecret)).ReadString('\n')
	if err != nil && err != io.EOF {
		return Secret{}, i18n.Err("password.failed", "source", source, "why", err)
	}
	line = strings.TrimRight(line, "\r\n")
	if line == "" {
		return Secret{}, i18n.Err("password.empty", "source", source)
	}
	return NewSecret(line), nil
}

const hidden = "[hidden]"

// Secret is a password. Printing, logging and marshalling it give only [hidden].
type Secret struct{ text string }

// NewSecret returns text as a secret.
func NewSecret(text string) Secret { return Secret{text} }

// Reveal returns the password itself.
func (s Secret) Reveal() string { return s.text }

// String and the next methods give [hidden], whatever prints, logs or marshals the password.
func (s Secret) String() string               { return hidden }
func (s Secret) GoString() string             { return hidden }
func (s Secret) Format(f fmt.State, _ rune)   { _, _ = io.WriteString(f, hidden) }
func (s Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }
func (s Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }
func (s Secret) LogValue() slog.Value         { return slog.StringValue(hidden) }

// MarshalYAML returns [hidden], or nothing for no password, since a written configuration is read again.
func (s Secret) MarshalYAML() (any, error) {
	if s.text == "" {
		return "", nil
	}
	return hidden, nil
}

// UnmarshalText sets the password from a configuration.
func (s *Secret) UnmarshalText(text []byte) error {
	s.text = string(text)
	return nil
}
