package mailbox

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"strings"
	"unicode"
	"unicode/utf8"

	"hikyaku/internal/i18n"
)

// Kind classifies trouble by what a person can do about it.
type Kind string

// The kinds of trouble.
const (
	Unreachable   Kind = "unreachable"    // no such host, connection refused or lost
	Insecure      Kind = "insecure"       // TLS failed, is not offered, or was tampered with
	TimedOut      Kind = "timeout"        // the server did not answer in time
	NoPassword    Kind = "no password"    // the password cannot be looked up
	NoToken       Kind = "no token"       // the token command failed
	Busy          Kind = "busy"           // the server asks to try again later
	LoginRefused  Kind = "login refused"  // user or password are wrong, or the login mechanism is not allowed
	TokenRefused  Kind = "token refused"  // the server refuses the access token, or all tokens
	SignInNeeded  Kind = "sign-in needed" // the player has to sign in again
	FolderMissing Kind = "folder missing" // the folder cannot be opened
	ProtocolError Kind = "nonsense"       // the server violates the protocol
	Settings      Kind = "settings"       // a setting of the account is wrong
)

// Trouble is the error of a step of talking to a server.
type Trouble struct {
	Step     string // "imap connect", "imap login", "smtp tls", …
	Server   string // its host; may be empty
	Kind     Kind
	Response string // what the server said, made safe to print; may be empty
	Err      error  // may be nil
}

// Error returns the English sentence.
func (t *Trouble) Error() string { return t.Sentence().En }

// Sentence returns "imap login: login refused: …" with what the server said, or else Err.
func (t *Trouble) Sentence() i18n.Text {
	what := i18n.T("trouble.step", "step", stepName(t.Step), "what", i18n.T("trouble."+keyOf(string(t.Kind))))
	if of, _, _ := strings.Cut(t.Step, " "); t.Kind == FolderMissing && (of == "folder" || of == "maildir") {
		what = i18n.T("trouble.missing-" + of)
	}
	return because(what, t.Response, t.Err)
}

// because adds the reason to a sentence: the answer of the server, or else err.
func because(what i18n.Text, response string, err error) i18n.Text {
	switch {
	case response != "":
		return i18n.T("trouble.said", "what", what, "response", response)
	case err != nil:
		why := i18n.Of(err)
		return i18n.T("trouble.because", "what", what, "why", i18n.Text{En: printable(why.En), Ja: printable(why.Ja)})
	}
	return what
}

// keyOf returns the last part of the key for the name of a kind or a step.
func keyOf(name string) string { return strings.ReplaceAll(name, " ", "-") }

// stepName returns the name of a step such as "imap login", and of one without a protocol, such as "settings".
func stepName(name string) i18n.Text {
	of, step, found := strings.Cut(name, " ")
	if !found {
		return i18n.T("step." + name)
	}
	return i18n.T("step.of", "of", i18n.T("protocol."+of), "step", i18n.T("step."+keyOf(step)))
}

// Plain returns what an error means to somebody who knows nothing of mail servers, and the details for somebody who does, which
// are empty if the error is not about a server.
func Plain(err error) (what, details i18n.Text) {
	t, ok := errors.AsType[*Trouble](err)
	if !ok || t.Server == "" {
		return i18n.Of(err), i18n.Text{}
	}
	why := i18n.T("trouble." + keyOf(string(t.Kind)))
	switch {
	case t.Response != "":
		why = i18n.Same(t.Response)
	case t.Err != nil:
		place, said := t.Server, i18n.Of(t.Err)
		if connection, ok := errors.AsType[*net.OpError](t.Err); ok && connection.Addr != nil {
			place = connection.Addr.String()
		}
		why = i18n.Text{En: printable(strings.TrimPrefix(said.En, place+": ")), Ja: printable(strings.TrimPrefix(said.Ja, place+"："))}
	}
	return i18n.T("plain."+keyOf(string(t.Kind)), "server", t.Server), i18n.T("trouble.step", "step", stepName(t.Step), "what", why)
}

// PlainError returns what Plain returns as an error, with the details in parentheses at the end.
func PlainError(err error) error {
	what, details := Plain(err)
	if details == (i18n.Text{}) {
		return err
	}
	return i18n.TextErr(i18n.T("plain.details", "what", what, "details", details), err)
}

func (t *Trouble) Unwrap() error { return t.Err }

// Login reports whether the server refused the login.
func (t *Trouble) Login() bool { return t.Kind == LoginRefused || t.Kind == TokenRefused }

// Hint returns a sentence on what to do about it.
func (t *Trouble) Hint() i18n.Text {
	var name *net.DNSError
	switch {
	case errors.Is(t.Err, errIsSMTP), errors.Is(t.Err, errIsIMAP):
		return i18n.T("hint.other-server")
	case t.Kind == Unreachable && errors.As(t.Err, new(*TokenError)):
		return i18n.T("hint.sign-in-unreachable")
	case t.Kind == Insecure:
		return i18n.T(hintTLS(t.Err))
	case t.Kind == Unreachable && errors.As(t.Err, &name):
		return i18n.T("hint.no-host")
	case t.Kind == FolderMissing && !strings.HasPrefix(t.Step, "imap"):
		return i18n.T("hint.folder")
	case t.Kind == LoginRefused && strings.HasPrefix(t.Step, "smtp"):
		return i18n.T("hint.login-refused-smtp")
	case t.Kind == TimedOut && strings.HasSuffix(t.Step, " tls"):
		return i18n.T("hint.tls-port")
	}
	return i18n.T("hint." + keyOf(string(t.Kind)))
}

// hintTLS returns the key of the hint for an error of the encryption.
func hintTLS(err error) string {
	var name x509.HostnameError
	var issuer x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &name):
		return "hint.tls-name"
	case errors.As(err, &issuer):
		return "hint.tls-authority"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "hint.tls-expired"
	case errors.Is(err, errInjected), errors.Is(err, errPreauth):
		return "hint.tls-tampered"
	case errors.Is(err, errNoUpgrade):
		return "hint.tls-no-upgrade"
	case err != nil && strings.Contains(err.Error(), "protocol version"): // crypto/tls has no error type for it
		return "hint.tls-old"
	case errors.As(err, &record):
		return "hint.tls-other-port"
	}
	return "hint.insecure"
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
