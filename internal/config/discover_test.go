package config_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"hikyaku/internal/config"
)

// dns answers from tables.
type dns struct {
	srv map[string]string // _imaps.company.example: host:port
	mx  map[string]string
}

func (d dns) LookupSRV(_ context.Context, service, _, name string) (string, []*net.SRV, error) {
	host, port, err := net.SplitHostPort(d.srv[service+"."+name])
	if err != nil {
		return "", nil, errors.New("no such host")
	}
	record := &net.SRV{Target: host + "."}
	_, err = fmt.Sscan(port, &record.Port)
	return "", []*net.SRV{record}, err
}

func (d dns) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	if d.mx[name] == "" {
		return nil, errors.New("no such host")
	}
	return []*net.MX{{Host: d.mx[name] + "."}}, nil
}

// web returns a client that finds all hosts at one TLS server, whose certificate is for example.com and the names below it.
func web(t *testing.T, handler http.HandlerFunc) *http.Client {
	t.Helper()
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	client := server.Client()
	transport := client.Transport.(*http.Transport).Clone()
	transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
	}
	client.Transport = transport
	return client
}

const autoconfigured = `<?xml version="1.0"?><!DOCTYPE clientConfig [<!ENTITY x "x">]>
<clientConfig version="1.1"><emailProvider id="example.com">
<incomingServer type="pop3"><hostname>pop.example.com</hostname><port>995</port><socketType>SSL</socketType></incomingServer>
<incomingServer type="imap"><hostname>clear.example.com</hostname><port>143</port><socketType>plain</socketType></incomingServer>
<incomingServer type="imap"><hostname>%s</hostname><port>143</port><socketType>STARTTLS</socketType><username>%%EMAILLOCALPART%%</username></incomingServer>
<outgoingServer type="smtp"><hostname>smtp.example.com</hostname><port>465</port><socketType>SSL</socketType><username>%%EMAILADDRESS%%</username></outgoingServer>
</emailProvider></clientConfig>`

func TestFindServers(t *testing.T) {
	const none = "nothing"
	file := func(host, answer string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.Host+r.URL.Path != host {
				http.NotFound(w, r)
				return
			}
			fmt.Fprint(w, answer)
		}
	}
	auto := fmt.Sprintf(autoconfigured, "imap.example.com")
	const fromFile = "imap.example.com:143 starttls bob, smtp.example.com:465 tls bob@example.com"
	for name, c := range map[string]struct {
		dns  dns
		file http.HandlerFunc
		want string
		by   string
	}{
		"TLS": {dns{srv: map[string]string{"imaps.example.com": "mail.other.example:993", "submissions.example.com": "mail.other.example:465", "imap.example.com": "x.example:143"}}, nil,
			"mail.other.example:993 tls , mail.other.example:465 tls ", "DNS records of example.com"},
		"STARTTLS": {dns{srv: map[string]string{"imap.example.com": "mail.example.com:143", "submission.example.com": "mail.example.com:587", "imaps.example.com": ":0"}}, nil,
			"mail.example.com:143 starttls , mail.example.com:587 starttls ", "DNS records of example.com"},
		"only one of two":          {dns{srv: map[string]string{"imaps.example.com": "mail.example.com:993"}}, nil, none, ""},
		"a number of this network": {dns{srv: map[string]string{"imaps.example.com": "127.0.0.1:993", "submissions.example.com": "127.0.0.1:465"}}, nil, none, ""},
		"file":                     {dns{}, file("autoconfig.example.com/mail/config-v1.1.xml", auto), fromFile, "https://autoconfig.example.com/mail/config-v1.1.xml"},
		"well-known file":          {dns{}, file("example.com/.well-known/autoconfig/mail/config-v1.1.xml", auto), fromFile, "https://example.com/.well-known/autoconfig"},
		"damaged file":             {dns{}, file("autoconfig.example.com/mail/config-v1.1.xml", auto[:300]), none, ""},
		"escapes in the file":      {dns{}, file("autoconfig.example.com/mail/config-v1.1.xml", fmt.Sprintf(autoconfigured, "imap.example.com\x7f[2J")), none, ""},
		"number in the file":       {dns{}, file("autoconfig.example.com/mail/config-v1.1.xml", fmt.Sprintf(autoconfigured, "10.0.0.1")), none, ""},
		"endless file":             {dns{}, file("autoconfig.example.com/mail/config-v1.1.xml", strings.Replace(auto, "<incoming", strings.Repeat(" ", 64<<10)+"<incoming", 1)), none, ""},
		"redirected to plain text": {dns{}, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://example.com/x", http.StatusFound)
		}, none, ""},
		"redirected without end":  {dns{}, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.String(), http.StatusFound) }, none, ""},
		"mail goes to Google":     {dns{mx: map[string]string{"example.com": "ASPMX.L.google.com"}}, nil, "imap.gmail.com:993 tls bob@example.com, smtp.gmail.com:465 tls bob@example.com", "delivered to aspmx.l.google.com"},
		"mail goes to Microsoft":  {dns{mx: map[string]string{"example.com": "example-com.mail.protection.outlook.com"}}, nil, "outlook.office365.com:993 tls bob@example.com, smtp.office365.com:587 starttls bob@example.com", "delivered to"},
		"mail goes to a stranger": {dns{mx: map[string]string{"example.com": "notgoogle.com"}}, nil, none, ""},
		"no network":              {dns{}, nil, none, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if c.file == nil {
				c.file = http.NotFound
			}
			finder := &config.Finder{DNS: c.dns, HTTP: web(t, c.file)}
			got, by := none, ""
			if found := finder.Find(t.Context(), "bob@Example.com"); found != nil {
				i, s := found.IMAP, found.SMTP
				got, by = fmt.Sprintf("%s:%d %s %s, %s:%d %s %s", i.Host, i.Port, i.Security, i.User, s.Host, s.Port, s.Security, s.User), found.Source.En
			}
			if !strings.EqualFold(got, c.want) || !strings.Contains(by, c.by) {
				t.Errorf("found %s by %q, want %s by %q", got, by, c.want, c.by)
			}
		})
	}
}
