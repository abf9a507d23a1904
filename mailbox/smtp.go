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
)

// SendKind says whether a letter that was not sent may be sent again.
type SendKind string

// The ways in which sending fails.
const (
	Refused   SendKind = "refused"       // for good: sending it again is of no use
	Temporary SendKind = "not sent yet"  // not taken; the same bytes may be sent again later
	Unknown   SendKind = "perhaps taken" // lost after the final dot: the same bytes must be sent again (RFC 1047)
)

// SendError is the error of Box.Send.
type SendError struct {
	Kind  SendKind
	Words string // what the server said, made safe to print; may be empty
	Err   error
}

func (e *SendError) Error() string {
	text := "send letter: " + string(e.Kind)
	switch {
	case e.Words != "":
		text += `: the server says "` + e.Words + `"`
	case e.Err != nil:
		text += ": " + words(e.Err.Error())
	}
	return text
}

func (e *SendError) Unwrap() error { return e.Err }

// Send hands one letter in, in a connection of its own.
func (a *account) Send(ctx context.Context, l *Letter) error {
	raw, err := l.Bytes()
	if err != nil {
		return &SendError{Kind: Refused, Err: err}
	}
	p, err := a.openSMTP(ctx, func(string, string) {})
	if err != nil {
		return sendError(Temporary, err)
	}
	defer p.close()
	return p.deliver(ctx, a, l, raw)
}

// post is a connection to an SMTP server that has let us in.
type post struct {
	*wire
	client *smtp.Client
}

func (a *account) openSMTP(ctx context.Context, note progress) (*post, error) {
	p, err := a.trySMTP(ctx, note)
	if staleToken(err) {
		return a.trySMTP(ctx, note)
	}
	return p, err
}

func (a *account) trySMTP(ctx context.Context, note progress) (*post, error) {
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
}

func (p *post) open(ctx context.Context, a *account) error {
	err := p.exchange(ctx, "greeting", func() (err error) {
		if p.client, err = smtp.NewClient(p.Conn, a.SMTP.Host); err != nil {
			return err
		}
		return p.client.Hello(helloName(a.Address))
	})
	if err != nil {
		return quoted(err, Nonsense, Secret{})
	}
	_, ways := p.client.Extension("AUTH")
	p.note("smtp greeting", words("AUTH "+ways))
	if a.SMTP.User == "" {
		return nil
	}
	return p.login(ctx, a.SMTP)
}

// helloName is the domain letters come from: the name of this machine is nobody's business.
func helloName(address string) string {
	_, domain, _ := strings.Cut(address, "@")
	if domain == "" || !ascii(domain) {
		return "localhost"
	}
	return domain
}

func (p *post) login(ctx context.Context, server Server) error {
	secret, err := server.secret(ctx)
	if err != nil {
		return p.noPassword(ctx, err)
	}
	defer hush(p.Conn, secret)()
	_, offered := p.client.Extension("AUTH")
	names := strings.Fields(strings.ToUpper(offered))
	way := server.mechanism(names, secret)
	err = p.exchange(ctx, "login", func() error {
		switch {
		case way != nil:
			return p.client.Auth(spoken{way})
		case server.token() || server.Security == None || !slices.Contains(names, "LOGIN"):
			return server.noWay()
		}
		return p.client.Auth(smtp.LoginAuth(server.User, secret.Reveal(), server.Host, true))
	})
	if err != nil {
		return reason(quoted(err, server.refused(), secret), way)
	}
	p.note("smtp login", server.User)
	return nil
}

// deliver is one transaction with one recipient. Until the dot is sent, nothing was taken.
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
	_ = p.exchange(ctx, "quit", p.client.Quit) // the letter is taken, whatever becomes of this
	return nil
}

// announce says from whom to whom the letter is, and gives where to write it. Each command has its own time.
func (p *post) announce(ctx context.Context, l *Letter) (data io.WriteCloser, err error) {
	for _, command := range []func() error{
		func() error { return p.sender(l) },
		func() error { return p.client.Rcpt("<" + l.To.Addr + ">") },
		func() (err error) { data, err = p.client.Data(); return err },
	} {
		if err := p.exchange(ctx, "send", command); err != nil {
			return nil, err
		}
	}
	return data, nil
}

func (p *post) sender(l *Letter) error {
	international := !ascii(l.From.Addr + l.To.Addr)
	p.client.SkipSMTPUTF8(!international)
	if offered, _ := p.client.Extension("SMTPUTF8"); international && !offered {
		return &textproto.Error{Code: 553, Msg: "this server does not take addresses beyond ASCII"}
	}
	return p.client.Mail("<" + l.From.Addr + ">")
}

// sendError sorts by the server's answer where there is one: 5xx is refused, 4xx temporary.
func sendError(otherwise SendKind, err error) *SendError {
	var answer *textproto.Error
	if !errors.As(err, &answer) {
		return &SendError{Kind: otherwise, Err: err}
	}
	kind := otherwise
	switch answer.Code / 100 {
	case 4:
		kind = Temporary
	case 5:
		kind = Refused
	}
	return &SendError{Kind: kind, Words: words(said(answer)), Err: answer}
}

// quoted puts the server's answer into the trouble and gives it the kind that it has at this step. The answer itself is
// taken out: before the letter was begun it says nothing about the letter.
func quoted(err error, kind Kind, secret Secret) error {
	var t *Trouble
	var answer *textproto.Error
	if errors.As(err, &t) && errors.As(err, &answer) {
		t.Kind, t.Words, t.Err = kind, unspoken(said(answer), secret), nil
		if answer.Code/100 == 4 {
			t.Kind = Unreachable
		}
	}
	return err
}

// said is an answer as the server wrote it: the library's own sentence puts it in quotes.
func said(answer *textproto.Error) string { return fmt.Sprintf("%03d %s", answer.Code, answer.Msg) }

var base64Form = lazy(`[A-Za-z0-9+/]{4,}=*`)

// unspoken makes a server's words fit to print, also those of a server that repeats the password.
func unspoken(text string, secret Secret) string {
	password := secret.Reveal()
	if password == "" {
		return words(text)
	}
	text = strings.ReplaceAll(text, password, hidden)
	for _, field := range base64Form().FindAllString(text, -1) {
		decoded, err := base64.StdEncoding.DecodeString(field)
		if err == nil && strings.Contains(string(decoded), password) {
			text = strings.ReplaceAll(text, field, hidden)
		}
	}
	return words(text)
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 127 }) < 0
}
