//go:build realmail

package realtest

import (
	"crypto/tls"
	"fmt"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"hikyaku/mailbox"
)

// TestServers plays a match over every kind of server. A poll reads each message once and leaves it unread in the mailbox.
func TestServers(t *testing.T) {
	for _, s := range servers {
		t.Run(s.name, func(t *testing.T) {
			players := seated(t, s.security, "carol@"+s.domain, "dave@"+s.domain)
			first, second := players[0], players[1]
			for _, p := range players {
				out := p.run("doctor", "--create", "--send-test")
				if !strings.Contains(out, "by their headers") || !strings.Contains(out, "arrived after") {
					t.Errorf("the doctor says:\n%s", out)
				}
			}
			play(first, second, "quoridor", nil, []string{"e2", "e8", "e3", "e7", "e4", "resign"}, -1, "dave resigned")
			for _, p := range players {
				if again := p.run("poll"); strings.Contains(again, "[") {
					t.Errorf("%s reads again:\n%s", p.address, again)
				}
				if all, seen := p.messages(); all < 4 || seen != 0 {
					t.Errorf("%s: %d messages of %d are marked as read", p.address, seen, all)
				}
			}
		})
	}
}

// messages returns how many messages are in the mailbox, and how many of them are marked as read.
func (p *player) messages() (all, seen int) {
	p.t.Helper()
	for _, s := range servers {
		if !strings.HasSuffix(p.address, "@"+s.domain) {
			continue
		}
		dial, options := imapclient.DialTLS, &imapclient.Options{TLSConfig: &tls.Config{InsecureSkipVerify: true}}
		if s.security == mailbox.STARTTLS {
			dial = imapclient.DialStartTLS
		}
		c, err := dial(fmt.Sprintf("localhost:%d", port(p.t, s.imap)), options)
		if err != nil {
			p.t.Fatal(err)
		}
		defer c.Close()
		if err := c.Login(p.address, password(p.t, p.address)).Wait(); err != nil {
			p.t.Fatal(err)
		}
		box, err := c.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait()
		if err != nil {
			p.t.Fatal(err)
		}
		found, err := c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
		if err != nil {
			p.t.Fatal(err)
		}
		return int(box.NumMessages), len(found.AllUIDs())
	}
	p.t.Fatalf("%s is at no server", p.address)
	return 0, 0
}
