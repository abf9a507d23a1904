package mailbox

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind classifies trouble by what a person can do about it.
type Kind string

// The kinds of trouble.
const (
	Unreachable   Kind = "unreachable"    // no such host, connection refused or lost
	Insecure      Kind = "insecure"       // TLS failed, is not offered, or was tampered with
	TimedOut      Kind = "timeout"        // the server did not answer in time
	NoPassword    Kind = "no password"    // the password cannot be looked up
	LoginRefused  Kind = "login refused"  // user or password are wrong, or the login mechanism is not allowed
	TokenRefused  Kind = "token refused"  // the server refuses the access token, or all tokens
	FolderMissing Kind = "folder missing" // the folder cannot be opened
	ProtocolError Kind = "nonsense"       // the server violates the protocol
	Settings      Kind = "settings"       // a setting of the account is wrong
)

// Trouble is the error of a step of talking to a server.
type Trouble struct {
	Step     string // "imap connect", "imap login", "smtp tls", …
	Kind     Kind
	Response string // what the server said, made safe to print; may be empty
	Err      error  // may be nil
}

func (t *Trouble) Error() string {
	text := t.Step + ": " + string(t.Kind)
	switch {
	case t.Response != "":
		text += `: the server says "` + t.Response + `"`
	case t.Err != nil:
		text += ": " + printable(t.Err.Error())
	}
	return text
}

func (t *Trouble) Unwrap() error { return t.Err }

// Login reports whether the server refused the login.
func (t *Trouble) Login() bool { return t.Kind == LoginRefused || t.Kind == TokenRefused }

// Hint returns a sentence on what to do about it.
func (t *Trouble) Hint() string {
	var name *net.DNSError
	switch {
	case t.Kind == Insecure:
		return hintTLS(t.Err)
	case t.Kind == Unreachable && errors.As(t.Err, &name):
		return "check the name of the host, and that this machine is online"
	case t.Kind == FolderMissing && !strings.HasPrefix(t.Step, "imap"):
		return "check the name of the folder, and that you may read it"
	case t.Kind == TimedOut && strings.HasSuffix(t.Step, " tls"):
		return "check port and security: 993 and 465 go with tls, 143 and 587 with starttls"
	}
	return hints[t.Kind]
}

var hints = map[Kind]string{
	Unreachable:   "check host and port, and that this machine is online",
	TimedOut:      "check host and port; a firewall may swallow the connection, or the server is busy: try again later",
	NoPassword:    "name a password_command, set HIKYAKU_IMAP_PASSWORD or HIKYAKU_SMTP_PASSWORD, or name a file with mode 0600",
	LoginRefused:  "check user and password; many providers want an app password made on their web site, and IMAP switched on there",
	TokenRefused:  "log in anew with the program that token_command names; its token must be for this user, and for IMAP and SMTP",
	FolderMissing: "check the name of the folder; INBOX always exists",
	ProtocolError: "check that host and port are those of this protocol, and try again later",
	Settings:      "correct the account in the configuration",
}

// hintTLS returns the hint for an error of the encryption.
func hintTLS(err error) string {
	var name x509.HostnameError
	var issuer x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &name):
		return "the certificate is for another name: write the host as the provider gives it"
	case errors.As(err, &issuer):
		return "the certificate is not signed by a known authority: for a server of your own name its authority as ca_file"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "the certificate is out of date: check the clock of this machine, then ask the provider"
	case errors.Is(err, errInjected), errors.Is(err, errPreauth):
		return "use security tls, and ask the provider; on a foreign network somebody may be tampering with the connection"
	case errors.Is(err, errNoUpgrade):
		return "use security tls with port 993 (IMAP) or 465 (SMTP); if starttls worked before, somebody may be tampering with the connection"
	case err != nil && strings.Contains(err.Error(), "protocol version"): // crypto/tls has no error type for it
		return "the server knows nothing newer than TLS 1.1, which is not safe any more: ask the provider for another server"
	case errors.As(err, &record):
		return "the server does not speak TLS on this port: use port 993 (IMAP) or 465 (SMTP), or security starttls"
	}
	return "use TLS on port 993 (IMAP) or 465 (SMTP); unencrypted connections are made to this machine only"
}

// printable returns foreign text as one line without control, format or invalid characters, at most 200 characters long.
func printable(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n == 200 {
			b.WriteString("…")
			break
		}
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			r = ' '
		}
		b.WriteRune(r)
		n++
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
