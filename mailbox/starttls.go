package mailbox

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// dialogue is the few lines in clear before a connection is encrypted. Nothing secret is said in it and nothing that was
// heard is kept.
type dialogue struct {
	r *bufio.Reader
	w io.Writer
}

const (
	maxAnswerLine = 4096
	maxAnswers    = 100
)

func newDialogue(rw io.ReadWriter) *dialogue {
	return &dialogue{bufio.NewReaderSize(rw, maxAnswerLine), rw}
}

// Why the dialogue failed, where the server's words alone would not tell what to do.
var (
	errNoUpgrade = errors.New("the server does not begin the encryption")
	errPreauth   = errors.New("the server settles the login before the encryption")
)

var errInjected = errors.New("text was slipped in before the encryption began: somebody may be tampering with the connection")

// until reads lines up to the one that last picks.
func (d *dialogue) until(last func(line string) bool) (string, error) {
	for range maxAnswers {
		line, err := d.r.ReadSlice('\n')
		if err != nil {
			return "", fmt.Errorf("before STARTTLS: %w", err)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if last(text) {
			return text, nil
		}
	}
	return "", errors.New("too many lines before STARTTLS")
}

// command sends a line and reads up to the line that last picks, which must begin with want.
func (d *dialogue) command(line, want string, last func(string) bool) error {
	if _, err := io.WriteString(d.w, line+"\r\n"); err != nil {
		return err
	}
	got, err := d.until(last)
	if err != nil {
		return err
	}
	return expect(got, want, Insecure, errNoUpgrade)
}

func expect(got, want string, otherwise Kind, why error) error {
	if len(got) < len(want) || !strings.EqualFold(got[:len(want)], want) {
		return &Trouble{Kind: otherwise, Words: words(got), Err: why}
	}
	return nil
}

// sealed refuses whatever came after the server's consent: it would be taken for an encrypted answer (CVE-2011-0411).
func (d *dialogue) sealed() error {
	if d.r.Buffered() > 0 {
		return errInjected
	}
	return nil
}

// upgradeIMAP asks for TLS (RFC 9051, 6.2.1). PREAUTH means that the login was settled in clear: refused.
func upgradeIMAP(d *dialogue) error {
	greeting, err := d.until(func(string) bool { return true })
	if err != nil {
		return err
	}
	if strings.HasPrefix(strings.ToUpper(greeting), "* PREAUTH") {
		return &Trouble{Kind: Insecure, Words: words(greeting), Err: errPreauth}
	}
	if err := expect(greeting, "* OK", Unreachable, nil); err != nil {
		return err
	}
	tagged := func(line string) bool { return strings.HasPrefix(line, "t1 ") }
	if err := d.command("t1 STARTTLS", "t1 OK", tagged); err != nil {
		return err
	}
	return d.sealed()
}

// upgradeSMTP asks for TLS (RFC 3207).
func upgradeSMTP(d *dialogue) error {
	last := func(line string) bool { return len(line) < 4 || line[3] != '-' }
	greeting, err := d.until(last)
	if err != nil {
		return err
	}
	if err := expect(greeting, "220", Unreachable, nil); err != nil {
		return err
	}
	if err := d.command("EHLO localhost", "250", last); err != nil {
		return err
	}
	if err := d.command("STARTTLS", "220", last); err != nil {
		return err
	}
	return d.sealed()
}
