package mailbox

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"slices"
	"strings"

	"github.com/wneessen/go-mail/smtp"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/lazyregexp"
)

// SendKind is whether a message that was not sent may be sent again.
type SendKind string

// The kinds of failure.
const (
	Refused   SendKind = "refused"       // permanently: sending it again is useless
	Temporary SendKind = "not sent yet"  // not accepted; the same bytes may be sent again later
	Unknown   SendKind = "perhaps taken" // lost after the final dot: the same bytes must be sent again (RFC 1047)
)

// SendError is the error of Box.Send.
type SendError struct {
	Kind     SendKind
	Response string // what the server said, made safe to print; may be empty
	NoUser   bool   // a command refused the recipient: a refusing server says so in Response
	Err      error
}

// Error returns the English sentence.
func (e *SendError) Error() string { return e.Sentence().En }

// Sentence returns "mail refused: …" with what the server said, or else Err.
func (e *SendError) Sentence() i18n.Text {
	if known, ok := errors.AsType[*i18n.Error](e.Err); ok && known.Key() == neverOpened {
		return known.Sentence()
	}
	return because(i18n.T("send."+keyOf(string(e.Kind))), e.Response, e.Err)
}

func (e *SendError) Unwrap() error { return e.Err }

// NotTaken reports whether an error of Box.Send means that the server has not
// accepted the message, but may do so later.
func NotTaken(err error) bool {
	failed, ok := errors.AsType[*SendError](err)
	return ok && failed.Kind == Temporary
}

// Send sends one letter over its own connection.
func (a *account) Send(ctx context.Context, l *Letter) error {
	raw, err := l.Bytes()
	if err != nil {
		return &SendError{Kind: Refused, Err: err}
	}
	p, err := a.openSMTP(ctx, func(string, i18n.Text) {})
	if err != nil {
		return sendError(Temporary, err)
	}
	defer p.close()
	if err := p.deliver(ctx, a, l, raw); err != nil {
		return err
	}
	_ = p.exchange(ctx, "quit", p.client.Quit) // the letter is accepted already
	return nil
}

// post is an SMTP connection after login.
type post struct {
	*wire
	client *smtp.Client
}

func (a *account) openSMTP(ctx context.Context, note progress) (*post, error) {
	return renewing(a.SMTP, func() (*post, error) {
		w, err := a.dial(ctx, a.SMTP, smtpProtocol, note)
		if err != nil {
			return nil, err
		}
		p := &post{wire: w}
		if err := p.open(ctx, a); err != nil {
			p.close()
			return nil, err
		}
		return p, nil
	})
}

func (p *post) open(ctx context.Context, a *account) error {
	err := p.exchange(ctx, "greeting", func() (err error) {
		if p.client, err = smtp.NewClient(p.Conn, a.SMTP.Host); err != nil {
			return err
		}
		_, domain, _ := strings.Cut(a.Address, "@") // the name of this computer is private
		if domain == "" || strings.ContainsFunc(domain, func(r rune) bool { return r > 127 }) {
			domain = "localhost"
		}
		return p.client.Hello(domain)
	})
	if err != nil {
		return p.explained(quoted(err, ProtocolError, Secret{}))
	}
	_, ways := p.client.Extension("AUTH")
	p.note("smtp greeting", i18n.Same(printable("AUTH "+ways)))
	if a.SMTP.User == "" {
		return nil
	}
	return p.login(ctx, a.SMTP)
}

func (p *post) login(ctx context.Context, server Server) error {
	secret, err := server.secret(ctx)
	if err != nil {
		return server.noSecret(p.noPassword(ctx, err))
	}
	defer hush(p.Conn, secret)()
	_, offered := p.client.Extension("AUTH")
	names := strings.Fields(strings.ToUpper(offered))
	way := server.mechanism(names, secret)
	err = p.exchange(ctx, "login", func() error {
		switch {
		case way != nil:
			return p.client.Auth(smtpAuth{way})
		case server.token() || server.Security == None || !slices.Contains(names, "LOGIN"):
			return server.errNoMechanism()
		}
		return p.client.Auth(smtp.LoginAuth(server.User, secret.Reveal(), server.Host, true))
	})
	if err != nil {
		return reason(quoted(err, server.refusedKind(), secret), way)
	}
	p.note("smtp login", i18n.Same(server.User))
	return nil
}

// deliver performs one transaction with one recipient. Until the final dot is sent, nothing was accepted.
func (p *post) deliver(ctx context.Context, a *account, l *Letter, raw []byte) error {
	data, err := p.announce(ctx, l)
	if err == nil {
		err = p.within(ctx, "send", p.transfer(int64(len(raw))), smallAnswer, func() error {
			_, err := data.Write(raw)
			return err
		})
	}
	if err != nil {
		return sendError(Temporary, err)
	}
	if err := p.within(ctx, "final dot", max(dotTimeout, a.Timeout), smallAnswer, data.Close); err != nil {
		return sendError(Unknown, err)
	}
	return nil
}

// announce gives sender and recipient and returns a writer for the letter. Each command has its own time limit.
func (p *post) announce(ctx context.Context, l *Letter) (data io.WriteCloser, err error) {
	for _, command := range []func() error{
		func() error {
			p.client.SkipSMTPUTF8(true) // the addresses are ASCII
			return p.client.Mail("<" + identity.ToASCII(l.From.Addr) + ">")
		},
		func() error { return p.client.Rcpt("<" + identity.ToASCII(l.To.Addr) + ">") },
		func() (err error) { data, err = p.client.Data(); return err },
	} {
		if err := p.exchange(ctx, "send", command); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// sendError returns a SendError whose kind follows the server's reply if there is one: 5xx is Refused, 4xx Temporary.
func sendError(otherwise SendKind, err error) *SendError {
	answer, ok := errors.AsType[*textproto.Error](err)
	if !ok {
		return &SendError{Kind: otherwise, Err: err}
	}
	kind := otherwise
	switch answer.Code / 100 {
	case 4:
		kind = Temporary
	case 5:
		kind = Refused
	}
	return &SendError{Kind: kind, Response: printable(replyText(answer)), Err: answer}
}

// quoted puts the server's reply into the trouble and sets its kind for this step. It removes the reply as a wrapped error:
// before the letter is sent, a reply says nothing about the letter.
func quoted(err error, kind Kind, secret Secret) error {
	var t *Trouble
	var answer *textproto.Error
	if errors.As(err, &t) && errors.As(err, &answer) {
		t.Kind, t.Response, t.Err = kind, redact(replyText(answer), secret), nil
		if answer.Code/100 == 4 {
			t.Kind = Busy
		}
	}
	return err
}

// replyText returns a reply as the server wrote it; its Error method quotes the text.
func replyText(answer *textproto.Error) string {
	return fmt.Sprintf("%03d %s", answer.Code, answer.Msg)
}

var base64Form = lazyregexp.New(`[A-Za-z0-9+/]{4,}=*`)

// redact makes server text printable and hides the password in it, also in base64.
func redact(text string, secret Secret) string {
	password := secret.Reveal()
	if password == "" {
		return printable(text)
	}
	text = strings.ReplaceAll(text, password, hidden)
	for _, field := range base64Form().FindAllString(text, -1) {
		decoded, err := base64.StdEncoding.DecodeString(field)
		if err == nil && strings.Contains(string(decoded), password) {
			text = strings.ReplaceAll(text, field, hidden)
		}
	}
	return printable(text)
}
