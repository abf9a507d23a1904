package config

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// Finder looks up the mail servers of a domain. Nothing that it finds is proved:
// a person must confirm the servers before a password is sent to them.
type Finder struct {
	DNS interface {
		LookupSRV(ctx context.Context, service, proto, name string) (string, []*net.SRV, error)
		LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	}
	HTTP *http.Client
}

const (
	findTime     = 10 * time.Second // for all sources together
	fetchTime    = 4 * time.Second  // for each file
	maxAutoconf  = 64 << 10
	maxRedirects = 3
)

// NewFinder returns a Finder that uses the network.
func NewFinder() *Finder {
	return &Finder{DNS: net.DefaultResolver, HTTP: &http.Client{Timeout: fetchTime}}
}

// Found are the servers of an address.
type Found struct {
	IMAP, SMTP Server
	Source     i18n.Text // where they were found
}

// Find returns the servers of an address, or nil if none are found. It asks the
// DNS (RFC 6186, RFC 8314), then for the provider's autoconfig file, and then
// whether a known provider receives the domain's mail. Only encrypted servers
// count.
func (f *Finder) Find(ctx context.Context, address string) *Found {
	ctx, cancel := context.WithTimeout(ctx, findTime)
	defer cancel()
	domain := strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
	for _, look := range []func(context.Context, string) (*Found, error){f.bySRV, f.byAutoconfig, f.byMX} {
		found, err := look(ctx, domain)
		if err != nil {
			continue
		}
		found.IMAP, found.SMTP = serverFor(found.IMAP, address), serverFor(found.SMTP, address)
		return found
	}
	return nil
}

var errNotOffered = errors.New("not offered")

func (f *Finder) bySRV(ctx context.Context, domain string) (*Found, error) {
	imap, err := f.service(ctx, domain, "imaps", "imap")
	if err != nil {
		return nil, err
	}
	smtp, err := f.service(ctx, domain, "submissions", "submission")
	return &Found{imap, smtp, i18n.T("setup.by-srv", "domain", domain)}, err
}

// service returns the server of a service, by the name of the one with TLS or of
// the one with STARTTLS.
func (f *Finder) service(ctx context.Context, domain, tls, startTLS string) (Server, error) {
	for _, s := range []struct {
		name     string
		security mailbox.Security
	}{{tls, mailbox.TLS}, {startTLS, mailbox.STARTTLS}} {
		_, records, err := f.DNS.LookupSRV(ctx, s.name, "tcp", domain)
		if err == nil && len(records) > 0 && isHost(strings.TrimSuffix(records[0].Target, ".")) { // a dot alone means that there is none
			return Server{Host: strings.TrimSuffix(records[0].Target, "."), Port: int(records[0].Port), Security: string(s.security)}, nil
		}
	}
	return Server{}, errNotOffered
}

// autoconfig is the part of a provider's autoconfig file that is used.
type autoconfig struct {
	Provider struct {
		Incoming []autoconfigServer `xml:"incomingServer"`
		Outgoing []autoconfigServer `xml:"outgoingServer"`
	} `xml:"emailProvider"`
}

type autoconfigServer struct {
	Type     string `xml:"type,attr"`
	Host     string `xml:"hostname"`
	Port     string `xml:"port"`
	Socket   string `xml:"socketType"`
	Username string `xml:"username"`
}

func (f *Finder) byAutoconfig(ctx context.Context, domain string) (found *Found, err error) {
	for _, url := range []string{
		"https://autoconfig." + domain + "/mail/config-v1.1.xml",
		"https://" + domain + "/.well-known/autoconfig/mail/config-v1.1.xml",
	} {
		var file autoconfig
		if file, err = f.read(ctx, url); err != nil {
			continue
		}
		found := &Found{Source: i18n.Same(url)}
		found.IMAP, err = usable(file.Provider.Incoming, "imap")
		if err == nil {
			found.SMTP, err = usable(file.Provider.Outgoing, "smtp")
		}
		if err == nil {
			return found, nil
		}
	}
	return nil, err
}

// read gets an autoconfig file over TLS, which redirects may not leave.
func (f *Finder) read(ctx context.Context, url string) (file autoconfig, err error) {
	client := *f.HTTP
	client.CheckRedirect = func(r *http.Request, before []*http.Request) error {
		if r.URL.Scheme != "https" || len(before) > maxRedirects {
			return http.ErrUseLastResponse
		}
		return nil
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return file, err
	}
	response, err := client.Do(request)
	if err != nil {
		return file, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return file, fmt.Errorf("%s", response.Status)
	}
	return file, xml.NewDecoder(io.LimitReader(response.Body, maxAutoconf)).Decode(&file)
}

// usable returns the first encrypted server of a type, with TLS if possible.
func usable(list []autoconfigServer, kind string) (Server, error) {
	for _, wanted := range []struct {
		socket   string
		security mailbox.Security
	}{{"SSL", mailbox.TLS}, {"STARTTLS", mailbox.STARTTLS}} {
		for _, s := range list {
			port, err := strconv.Atoi(strings.TrimSpace(s.Port))
			if s.Type != kind || !isHost(strings.TrimSpace(s.Host)) || !strings.EqualFold(strings.TrimSpace(s.Socket), wanted.socket) || err != nil || port < 1 || port > 65535 {
				continue
			}
			user := strings.NewReplacer("%EMAILADDRESS%", "{address}", "%EMAILLOCALPART%", "{name}").Replace(strings.TrimSpace(s.Username))
			if user != "{address}" && user != "{name}" {
				user = "" // asked for
			}
			return Server{Host: strings.TrimSpace(s.Host), Port: port, User: user, Security: string(wanted.security)}, nil
		}
	}
	return Server{}, errNotOffered
}

// hosters are providers that receive mail for the domains of others, by the
// domain of their MX hosts.
var hosters = map[string]string{
	"google.com": "gmail", "googlemail.com": "gmail", "messagingengine.com": "fastmail", "mailbox.org": "mailbox.org",
	"icloud.com": "icloud", "zoho.com": "zoho", "zoho.eu": "zoho-eu", "protonmail.ch": "proton",
}

func (f *Finder) byMX(ctx context.Context, domain string) (*Found, error) {
	records, err := f.DNS.LookupMX(ctx, domain)
	if err != nil || len(records) == 0 {
		return nil, errNotOffered
	}
	host := strings.ToLower(strings.TrimSuffix(records[0].Host, "."))
	found := &Found{Source: i18n.T("setup.by-mx", "domain", domain, "host", host)}
	if strings.HasSuffix(host, ".mail.protection.outlook.com") {
		found.IMAP = Server{Host: "outlook.office365.com", Port: 993, Security: string(mailbox.TLS), User: "{address}"}
		found.SMTP = Server{Host: "smtp.office365.com", Port: 587, Security: string(mailbox.STARTTLS), User: "{address}"}
		return found, nil
	}
	for suffix, id := range hosters {
		if strings.HasSuffix(host, "."+suffix) {
			p := ProviderNamed(id)
			found.IMAP, found.SMTP = p.IMAP, p.SMTP
			return found, nil
		}
	}
	return nil, errNotOffered
}
