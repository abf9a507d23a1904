package config

import (
	"errors"
	"net"
	"os"
	"slices"
	"strings"
	"testing"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// TestProviders wants each entry of the table to be whole: hosts that the mailbox takes, and what to do in both languages.
func TestProviders(t *testing.T) {
	list := Providers()
	if len(list) < 10 {
		t.Errorf("%d providers", len(list))
	}
	manuals := map[string]string{}
	for _, name := range []string{"mail.md", "mail.ja.md"} {
		text, err := os.ReadFile("../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		manuals[name] = string(text)
	}
	domains, ids := map[string]string{}, map[string]bool{}
	for _, p := range list {
		address := "alice@" + p.Domains[0]
		conf := Config{Address: address, IMAP: serverFor(p.IMAP, address), SMTP: serverFor(p.SMTP, address)}
		if _, err := mailbox.NewAccount(mailbox.Account{IMAP: conf.IMAP.Mailbox(), SMTP: conf.SMTP.Mailbox(), Address: address}); err != nil || conf.IMAP.Port == 0 || conf.SMTP.Port == 0 || strings.ContainsAny(conf.IMAP.User+conf.SMTP.User, "{}") {
			t.Errorf("%s: %v, %+v", p.ID, err, conf)
		}
		if ids[p.ID] || !slices.Contains([]string{loginPassword, loginAppPassword, LoginToken}, p.Login) || p.En == "" || p.Ja == "" || strings.Contains(p.En, "\n") {
			t.Errorf("%s: %+v", p.ID, p)
		}
		if p.SignIn != nil {
			conf.SignIn = SignIn{Provider: p.ID, ClientID: "x", ClientSecret: mailbox.NewSecret("y")}
		}
		if en, ja := p.Steps("en"), p.Steps("ja"); len(en) != len(ja) || p.SignIn != nil && len(en) < 3 {
			t.Errorf("%s: the steps to a client ID are %q and %q", p.ID, en, ja)
		}
		if _, err := conf.load(); err != nil || p.Login == LoginToken && p.SignIn == nil {
			t.Errorf("%s: %v, %+v", p.ID, err, p.SignIn)
		}
		ids[p.ID] = true
		for _, domain := range p.Domains {
			if other := domains[domain]; other != "" {
				t.Errorf("%s is the domain of %s and %s", domain, other, p.ID)
			}
			if domains[domain] = p.ID; ProviderOf("X@"+strings.ToUpper(domain)) == nil || ProviderOf("x@sub."+domain) != nil {
				t.Errorf("%s is not found by its address", domain)
			}
		}
		for name, manual := range manuals {
			if !strings.Contains(manual, p.Name) {
				t.Errorf("docs/%s does not name %s", name, p.Name)
			}
		}
	}
}

// TestQuickProviders wants the providers that the settings recommend instead of a registration to take passwords.
func TestQuickProviders(t *testing.T) {
	for _, lang := range i18n.Languages {
		said := i18n.In(lang, "settings.registers")
		for _, name := range []string{"Gmail", "Yahoo", "GMX", "Fastmail"} {
			if i := slices.IndexFunc(Providers(), func(p Provider) bool { return strings.HasPrefix(p.Name, name) }); i < 0 || Providers()[i].Login == LoginToken || !strings.Contains(said, name) {
				t.Errorf("%s: %s", name, said)
			}
		}
	}
}

// TestAdvise wants the doctor to name a known provider's own pitfall, where the login failed and nowhere else.
func TestAdvise(t *testing.T) {
	refused := &mailbox.Trouble{Step: "imap login", Kind: mailbox.LoginRefused, Response: "no"}
	away := &mailbox.Trouble{Step: "smtp connect", Kind: mailbox.Unreachable, Err: errors.New("away")}
	for _, c := range []struct {
		host string
		port int
		lang string
		want string
	}{
		{"imap.gmail.com", 993, "en", "https://myaccount.google.com/apppasswords"},
		{"IMAP.gmail.com", 0, "ja", "アプリ パスワード"},
		{"127.0.0.1", 1143, "en", "Bridge"},
		{"127.0.0.1", 993, "en", "generic"},
		{"imap.example.org", 993, "en", "generic"},
	} {
		steps := []mailbox.Step{{Name: "imap login", Err: refused, Hint: i18n.Same("generic")}, {Name: "smtp connect", Err: away, Hint: i18n.Same("generic")}}
		conf := &Config{IMAP: Server{Host: c.host, Port: c.port}, SMTP: Server{Host: "smtp.gmail.com"}}
		if conf.Advise(steps); !strings.Contains(steps[0].Hint.In(c.lang), c.want) || steps[1].Hint.En != "generic" {
			t.Errorf("%s: %q, %q", c.host, steps[0].Hint, steps[1].Hint)
		}
	}
	for host, want := range map[string]string{"imap.gmail.com": "seems to be offline", "imap.example.org": "generic"} {
		unknown := &mailbox.Trouble{Step: "imap connect", Kind: mailbox.Unreachable, Err: &net.DNSError{Name: host, IsNotFound: true}}
		steps := []mailbox.Step{{Name: "imap connect", Err: unknown, Hint: i18n.Same("generic")}}
		if (&Config{IMAP: Server{Host: host}}).Advise(steps); !strings.Contains(steps[0].Hint.En, want) {
			t.Errorf("%s is not found: %q", host, steps[0].Hint)
		}
	}
}
