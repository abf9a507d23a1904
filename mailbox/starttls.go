package mailbox

import (
	"bufio"
	"io"
	"strings"

	"hikyaku/internal/i18n"
)

// dialogue is the plain-text exchange before a connection is encrypted. It sends no secrets, and nothing received in it is
// kept.
type dialogue struct {
	r *bufio.Reader
	w io.Writer
}

const (
	maxAnswerLine = 4096
	maxAnswers    = 100
)

// Errors of the dialogue that the server's text alone would not explain.
var (
	errNoUpgrade = i18n.Err("server.no-upgrade")
	errPreauth   = i18n.Err("server.early-login")
)

var errInjected = i18n.Err("server.injected")

// readUntil reads lines up to the one for which last is true.
func (d *dialogue) readUntil(last func(line string) bool) (string, error) {
	for range maxAnswers {
		line, err := d.r.ReadSlice('\n')
		if err != nil {
			return "", i18n.Err("server.before-starttls", "why", err)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if last(text) {
			return text, nil
		}
	}
	return "", i18n.Err("server.many-lines")
}

// command sends a line and reads up to the line for which last is true, which must begin with want.
func (d *dialogue) command(line, want string, last func(string) bool) error {
	if _, err := io.WriteString(d.w, line+"\r\n"); err != nil {
		return err
	}
	got, err := d.readUntil(last)
	if err != nil {
		return err
	}
	return expect(got, want, Insecure, errNoUpgrade)
}

func expect(got, want string, otherwise Kind, why error) error {
	if len(got) < len(want) || !strings.EqualFold(got[:len(want)], want) {
		return &Trouble{Kind: otherwise, Response: printable(got), Err: why}
	}
	return nil
}

// checkNoRest refuses input after the server's consent, which would be mistaken for encrypted input (CVE-2011-0411).
func (d *dialogue) checkNoRest() error {
	if d.r.Buffered() > 0 {
		return errInjected
	}
	return nil
}

// upgradeIMAP requests TLS (RFC 9051, 6.2.1). It refuses PREAUTH, a login without encryption.
func upgradeIMAP(d *dialogue) error {
	greeting, err := d.readUntil(func(string) bool { return true })
	if err != nil {
		return err
	}
	if strings.HasPrefix(strings.ToUpper(greeting), "* PREAUTH") {
		return &Trouble{Kind: Insecure, Response: printable(greeting), Err: errPreauth}
	}
	if err := expect(greeting, "* OK", Unreachable, nil); err != nil {
		return err
	}
	tagged := func(line string) bool { return strings.HasPrefix(line, "t1 ") }
	if err := d.command("t1 STARTTLS", "t1 OK", tagged); err != nil {
		return err
	}
	return d.checkNoRest()
}

// upgradeSMTP requests TLS (RFC 3207).
func upgradeSMTP(d *dialogue) error {
	last := func(line string) bool { return len(line) < 4 || line[3] != '-' }
	greeting, err := d.readUntil(last)
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
	return d.checkNoRest()
}
