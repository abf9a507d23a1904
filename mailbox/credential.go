package mailbox

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
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
		return fromCommand(ctx, "password command", c.Command)
	case c.Env != "" && os.Getenv(c.Env) != "":
		return NewSecret(os.Getenv(c.Env)), nil
	case c.File != "":
		return fromFile(c.File)
	case c.Text != Secret{}:
		return c.Text, nil
	}
	return Secret{}, errors.New("no password is set")
}

// fromCommand names only the program in its errors, because arguments and output may be secret.
func fromCommand(ctx context.Context, what string, argv []string) (Secret, error) {
	limited, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	cmd := exec.CommandContext(limited, argv[0], argv[1:]...)
	cmd.Env = WithoutPasswords(os.Environ())
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if limited.Err() != nil && ctx.Err() == nil {
		return Secret{}, fmt.Errorf("%s %s did not end within %v", what, argv[0], commandTime)
	}
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return Secret{}, fmt.Errorf("%s %s: %s", what, argv[0], exit.ProcessState)
		}
		return Secret{}, fmt.Errorf("%s: %w", what, err)
	}
	return firstLine(strings.NewReader(string(out)), what+" "+argv[0])
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
		return Secret{}, fmt.Errorf("password file: %w", err)
	}
	defer f.Close()
	return firstLine(f, "password file "+name)
}

// CheckPrivate returns an error unless the file, which holds a password, is a regular file of this user and inaccessible to
// others. The error names the command that fixes it.
func CheckPrivate(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return fmt.Errorf("password file: %w", err)
	}
	switch {
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a plain file", name)
	case !ownedByUs(info):
		return fmt.Errorf("%s belongs to somebody else; type: chown $(id -un) '%s'", name, name)
	case info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%s can be read by others; type: chmod 600 '%s'", name, name)
	}
	return nil
}

func firstLine(r io.Reader, source string) (Secret, error) {
	line, err := bufio.NewReader(io.LimitReader(r, maxSecret)).ReadString('\n')
	if err != nil && err != io.EOF {
		return Secret{}, fmt.Errorf("%s: %w", source, err)
	}
	line = strings.TrimRight(line, "\r\n")
	if line == "" {
		return Secret{}, fmt.Errorf("%s gives an empty line", source)
	}
	return NewSecret(line), nil
}
