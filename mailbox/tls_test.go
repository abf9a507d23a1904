package mailbox_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/mailbox"
)

// certificate returns a self-signed one for an address, and the file that makes it trusted.
func certificate(t *testing.T, ip string, until time.Time) (*tls.Config, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: until.Add(-48 * time.Hour), NotAfter: until,
		IPAddresses: []net.IP{net.ParseIP(ip)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, file
}

func TestBadTLS(t *testing.T) {
	soon, ago := time.Now().Add(24*time.Hour), time.Now().Add(-24*time.Hour)
	good, goodFile := certificate(t, "127.0.0.1", soon)
	other, otherFile := certificate(t, "127.0.0.9", soon)
	expired, expiredFile := certificate(t, "127.0.0.1", ago)
	old := good.Clone()
	old.MaxVersion = tls.VersionTLS11
	old.MinVersion = tls.VersionTLS10
	for _, c := range []struct {
		name   string
		server *tls.Config
		caFile string
		kind   mailbox.Kind
		hint   string
	}{
		{"wrong name", other, otherFile, mailbox.Insecure, "the certificate is for a different name: write the host exactly as"},
		{"self-signed", good, "", mailbox.Insecure, "the certificate is not signed by a known authority: if it is your own"},
		{"expired", expired, expiredFile, mailbox.Insecure, "the certificate has expired: check this computer's clock, then ask"},
		{"TLS 1.1", old, goodFile, mailbox.Insecure, "nothing newer than TLS 1.1"},
		{"not TLS", nil, goodFile, mailbox.Insecure, "use port 993 (IMAP) or 465 (SMTP), or security starttls"},
		{"no file", good, goodFile + "x", mailbox.Settings, "correct the account"},
	} {
		t.Run(c.name, func(t *testing.T) {
			imap, smtp := newIMAP(nil), newSMTP(nil)
			imap.tls, smtp.tls = c.server, c.server
			a := accountOn(imap.serve(t), smtp.serve(t), long)
			a.IMAP.Security, a.SMTP.Security = mailbox.TLS, mailbox.TLS
			a.IMAP.CAFile, a.SMTP.CAFile = c.caFile, c.caFile
			for _, err := range failsBoth(t, a, c.kind, c.hint, imap, smtp) {
				if c.kind == mailbox.Settings && !strings.Contains(err.Error(), c.caFile+": no such file") {
					t.Errorf("without the file the error is %v", err)
				}
			}
		})
	}
}

// failsBoth checks the first error of both protocols, and that nothing was sent after it. It returns the errors.
func failsBoth(t *testing.T, a mailbox.Account, kind mailbox.Kind, hint string, imap, smtp *fake) (failed []error) {
	t.Helper()
	for _, step := range a.Check(t.Context()) {
		if step.Err != nil {
			failed = append(failed, step.Err)
			if !strings.Contains(step.Hint.En, hint) {
				t.Errorf("the hint for %v is %q", step.Err, step.Hint.En)
			}
		}
	}
	if len(failed) != 2 {
		t.Fatalf("failed: %v", failed)
	}
	trouble(t, failed[0], kind, "imap tls")
	trouble(t, failed[1], kind, "smtp tls")
	if n := imap.count("LOGIN") + imap.count("AUTHENTICATE") + smtp.count("AUTH"); n > 0 {
		t.Error("the password was sent")
	}
	return failed
}

func TestBadSTARTTLS(t *testing.T) {
	_, file := certificate(t, "127.0.0.1", time.Now().Add(time.Hour))
	for _, c := range []struct{ name, imap, smtp, hint string }{
		{"stripped", "$ BAD unknown\r\n", "502 unknown\r\n", "use security tls with port 993"},
		{"injected", "$ OK begin\r\n* OK [CAPABILITY IMAP4rev1] x\r\n", "220 begin\r\n250 x\r\n", "tampering"},
	} {
		t.Run(c.name, func(t *testing.T) {
			imap, smtp := newIMAP(when("STARTTLS", c.imap)), newSMTP(when("STARTTLS", c.smtp))
			a := accountOn(imap.serve(t), smtp.serve(t), long)
			a.IMAP.Security, a.SMTP.Security = mailbox.STARTTLS, mailbox.STARTTLS
			a.IMAP.CAFile, a.SMTP.CAFile = file, file
			failsBoth(t, a, mailbox.Insecure, c.hint, imap, smtp)
		})
	}
}

func TestPreauthBeforeSTARTTLS(t *testing.T) {
	f := newIMAP(nil)
	f.greeting = "* PREAUTH welcome\r\n"
	a := accountOn(f.serve(t), 1, long)
	a.IMAP.Security = mailbox.STARTTLS
	_, err := open(t, a).Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { return nil })
	trouble(t, err, mailbox.Insecure, "imap tls")
}

func TestUnencryptedStaysOnThisMachine(t *testing.T) {
	a := accountOn(1, 1, long)
	a.IMAP.Host = "192.0.2.1"
	_, err := open(t, a).Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { return nil })
	trouble(t, err, mailbox.Insecure, "imap connect")
}

// TestCheckOfAGoodAccount checks what the steps are called, and what they found.
func TestCheckOfAGoodAccount(t *testing.T) {
	servers := start(t, mailbox.TLS)
	var found []string
	for _, step := range servers.Account("taro@example.com").Check(t.Context()) {
		if step.Err != nil {
			t.Errorf("%s: %v", step.Name, step.Err)
		}
		found = append(found, step.Name+": "+step.Detail.En)
	}
	want := []string{"imap connect: 127.0.0.1:", "imap tls: TLS 1.3", "imap greeting: AUTH=PLAIN IMAP4rev1 LITERAL- SASL-IR", "imap login: taro@example.com",
		"imap folder: INBOX: 0 messages", "imap headers: hikyaku picks its messages by their headers", "smtp connect: 127.0.0.1:", "smtp tls: TLS 1.3",
		"smtp greeting: AUTH PLAIN", "smtp login: taro@example.com"}
	if !slices.EqualFunc(found, want, strings.HasPrefix) {
		t.Errorf("the steps are %q", found)
	}
}
