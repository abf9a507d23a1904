package mailbox_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// source returns another token for each one that was refused.
type source struct {
	hosts   []string
	refused []string
	fails   error
}

func (s *source) Token(_ context.Context, host string) (mailbox.Secret, error) {
	s.hosts = append(s.hosts, host)
	return mailbox.NewSecret(fmt.Sprint(canary, len(s.refused)+1)), s.fails
}

func (s *source) Refused(token mailbox.Secret) { s.refused = append(s.refused, token.Reveal()) }

// A refused token is reported to its source, and the login repeated once. An error of the source keeps its kind.
func TestTokenSource(t *testing.T) {
	revoked := &mailbox.TokenError{Kind: mailbox.SignInNeeded, Err: i18n.Err("signin.ended", "server", "login.example.org")}
	for _, c := range []struct {
		good    string
		fails   error
		kind    mailbox.Kind
		refused int
	}{
		{canary + "1", nil, "", 0},
		{canary + "2", nil, "", 1},
		{"nobody", nil, mailbox.TokenRefused, 2},
		{"nobody", revoked, mailbox.SignInNeeded, 0},
		{"nobody", fmt.Errorf("broken"), mailbox.NoPassword, 0},
	} {
		for _, protocol := range []string{"imap", "smtp"} {
			imap, smtp := letIn("XOAUTH2", func(said string) string {
				switch said {
				case "user=user\x01auth=Bearer " + c.good + "\x01\x01":
					return ""
				case "":
					return "no"
				}
				return `{"status":"401"}`
			})
			port := map[string]*fake{"imap": imap, "smtp": smtp}[protocol].serve(t)
			a, tokens := accountOn(port, port, long), &source{fails: c.fails}
			a.IMAP.Tokens, a.SMTP.Tokens = tokens, tokens
			err := use(t, a, protocol)
			if c.kind != "" {
				trouble(t, err, c.kind, protocol+" login")
				if strings.Contains(err.Error(), canary) {
					t.Errorf("the token is in %v", err)
				}
			} else if err != nil {
				t.Error(err)
			}
			if len(tokens.refused) != c.refused || len(tokens.hosts) != min(c.refused, 1)+1 || tokens.hosts[0] != "127.0.0.1" {
				t.Errorf("%s, %q: tokens for %v, refused %v", protocol, c.good, tokens.hosts, tokens.refused)
			}
		}
	}
}
