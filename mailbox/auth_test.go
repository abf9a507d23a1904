package mailbox_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "hikyaku/internal/gctest"
	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

func encoded(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

func decoded(line string) string {
	text, _ := base64.StdEncoding.DecodeString(line[strings.LastIndexByte(line, ' ')+1:])
	return string(text)
}

// letIn returns a login on both protocols: judge gets what a client sends, decoded, and returns a challenge, or
// an empty string to accept, or "no".
func letIn(offer string, judge func(said string) string) (imap, smtp *fake) {
	tag, busy := "", false
	imap = newIMAP(func(line string) (string, bool) {
		switch before, _, begun := strings.Cut(line, " AUTHENTICATE "); {
		case strings.Contains(line, "CAPABILITY"):
			return "* CAPABILITY IMAP4rev1 SASL-IR AUTH=" + strings.ReplaceAll(offer, " ", " AUTH=") + "\r\n$ OK done\r\n", true
		case begun:
			tag, busy = before, true
		case !busy:
			return "", false
		}
		switch challenge := judge(decoded(line)); challenge {
		case "":
			busy = false
			return tag + " OK in\r\n", true
		case "no":
			busy = false
			return tag + " NO not you\r\n", true
		default:
			return "+ " + encoded(challenge) + "\r\n", true
		}
	})
	talking := false
	smtp = newSMTP(func(line string) (string, bool) {
		if strings.HasPrefix(line, "EHLO") {
			return "250-fake\r\n250 AUTH " + offer + "\r\n", true
		}
		if !talking && !strings.HasPrefix(line, "AUTH ") {
			return "", false
		}
		switch challenge := judge(decoded(line)); challenge {
		case "":
			talking = false
			return "235 in\r\n", true
		case "no":
			talking = false
			return "535 not you\r\n", true
		default:
			talking = true
			return "334 " + encoded(challenge) + "\r\n", true
		}
	})
	return imap, smtp
}

// tokens returns a command that gives another token each time: name1, name2, …
func tokens(t *testing.T) []string {
	counter := filepath.Join(t.TempDir(), "n")
	return []string{"/bin/sh", "-c", `echo x >>"$0"; echo ` + canary + `$(wc -l <"$0" | tr -d " ")`, counter}
}

// A refused token is replaced once; the challenge before the refusal must be answered, or the server never refuses.
func TestToken(t *testing.T) {
	for _, c := range []struct {
		offer, good string
		kind        mailbox.Kind
		runs        int
	}{
		{"PLAIN OAUTHBEARER XOAUTH2", "n,a=us=3Der=2C,\x01host=127.0.0.1\x01port=%d\x01auth=Bearer " + canary + "1\x01\x01", "", 1},
		{"PLAIN XOAUTH2", "user=us=er,\x01auth=Bearer " + canary + "1\x01\x01", "", 1},
		{"XOAUTH2", "user=us=er,\x01auth=Bearer " + canary + "2\x01\x01", "", 2},
		{"XOAUTH2", "nobody", mailbox.TokenRefused, 2},
		{"OAUTHBEARER", "nobody", mailbox.TokenRefused, 2},
		{"PLAIN LOGIN", "nobody", mailbox.TokenRefused, 1},
	} {
		for _, protocol := range []string{"imap", "smtp"} {
			t.Run(protocol+" "+c.offer, func(t *testing.T) {
				port := 0
				imap, smtp := letIn(c.offer, func(said string) string {
					switch {
					case strings.Contains(c.good, "%d") && said == fmt.Sprintf(c.good, port) || said == c.good:
						return ""
					case said == "" || said == "\x01":
						return "no"
					}
					return `{"status":"401","schemes":"bearer"}`
				})
				f := map[string]*fake{"imap": imap, "smtp": smtp}[protocol]
				port = f.serve(t)
				a := accountOn(port, port, long)
				command := tokens(t)
				a.IMAP.TokenCommand, a.SMTP.TokenCommand = command, command
				a.IMAP.User, a.SMTP.User = "us=er,", "us=er,"
				err := use(t, a, protocol)
				if c.kind != "" {
					trouble(t, err, c.kind, protocol+" login")
				} else if err != nil {
					t.Error(err)
				}
				if told := err != nil && strings.Contains(err.Error(), "401"); told != (c.runs == 2 && c.kind != "") {
					t.Errorf("the status of the challenge: %v", err)
				}
				ran, _ := os.ReadFile(command[3])
				if n := bytes.Count(ran, []byte("\n")); n != c.runs {
					t.Errorf("the token command ran %d times, want %d", n, c.runs)
				}
			})
		}
	}
}

// use fetches or sends, and returns the error.
func use(t *testing.T, a mailbox.Account, protocol string) error {
	if protocol == "imap" {
		_, err := open(t, a).Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { return nil })
		return err
	}
	return open(t, a).Send(t.Context(), mailboxtest.Letter(1))
}

// scramServer is the server's side of SCRAM-SHA-256 (RFC 7677), written from the standard.
type scramServer struct {
	rounds int
	spoil  bool // prove another password than the client's
	first  string
	server string
}

func (s *scramServer) judge(said string) string {
	mac := func(key []byte, text string) []byte {
		m := hmac.New(sha256.New, key)
		m.Write([]byte(text))
		return m.Sum(nil)
	}
	switch {
	case strings.HasPrefix(said, "n,,"):
		s.first = said[3:]
		nonce := s.first[strings.Index(s.first, "r=")+2:]
		s.server = fmt.Sprintf("r=%sxyz,s=%s,i=%d", nonce, encoded("salt"), s.rounds)
		return s.server
	case said == "":
		return ""
	}
	password := canary
	if s.spoil {
		password = "another"
	}
	salted, _ := pbkdf2.Key(sha256.New, password, []byte("salt"), s.rounds, 32)
	without, proof, _ := strings.Cut(said, ",p=")
	auth := s.first + "," + s.server + "," + without
	key := mac(salted, "Client Key")
	stored := sha256.Sum256(key)
	signature := mac(stored[:], auth)
	for i := range signature {
		signature[i] ^= key[i]
	}
	if !s.spoil && proof != base64.StdEncoding.EncodeToString(signature) {
		return "no"
	}
	return "v=" + base64.StdEncoding.EncodeToString(mac(mac(salted, "Server Key"), auth))
}

// SCRAM is preferred, the password is never sent, and a server that does not know it is refused.
func TestSCRAM(t *testing.T) {
	for _, c := range []struct {
		name string
		scramServer
		kind mailbox.Kind
	}{
		{"right", scramServer{rounds: 4096}, ""},
		{"server does not know", scramServer{rounds: 4096, spoil: true}, mailbox.ProtocolError},
		{"endless work", scramServer{rounds: 2_000_000_000}, mailbox.ProtocolError},
	} {
		for _, protocol := range []string{"imap", "smtp"} {
			t.Run(protocol+" "+c.name, func(t *testing.T) {
				server := c.scramServer
				imap, smtp := letIn("LOGIN PLAIN SCRAM-SHA-1 SCRAM-SHA-256", server.judge)
				f := map[string]*fake{"imap": imap, "smtp": smtp}[protocol]
				port := f.serve(t)
				begun := time.Now()
				err := use(t, accountOn(port, port, long), protocol)
				if c.kind != "" {
					trouble(t, err, c.kind, protocol+" login")
				} else if err != nil {
					t.Error(err)
				}
				if time.Since(begun) > long {
					t.Errorf("took %v", time.Since(begun))
				}
				unsaid(t, f)
			})
		}
	}
}

// unsaid fails if the password was sent, plain or encoded.
func unsaid(t *testing.T, f *fake) {
	t.Helper()
	for _, line := range f.lines() {
		if strings.Contains(line+decoded(line), canary) {
			t.Errorf("the password was said: %q", line)
		}
	}
}

// If only LOGIN is offered on an unencrypted connection, no password is sent.
func TestNoLoginInClear(t *testing.T) {
	imap := newIMAP(when("CAPABILITY", "* CAPABILITY IMAP4rev1 AUTH=LOGIN\r\n$ OK done\r\n"))
	smtp := newSMTP(when("EHLO", "250-fake\r\n250 AUTH LOGIN\r\n"))
	a := accountOn(imap.serve(t), smtp.serve(t), long)
	trouble(t, use(t, a, "imap"), mailbox.LoginRefused, "imap login")
	refused := use(t, a, "smtp")
	trouble(t, refused, mailbox.LoginRefused, "smtp login")
	var got *mailbox.Trouble
	if errors.As(refused, &got) && strings.Contains(got.Hint().En, "IMAP") {
		t.Errorf("at the SMTP server: %s", got.Hint().En)
	}
	unsaid(t, imap)
	unsaid(t, smtp)
	if n := imap.count("LOGIN") + imap.count("AUTH") + smtp.count("AUTH"); n > 0 {
		t.Error("a login was begun")
	}
}

// On an encrypted connection LOGIN is used if nothing better is offered.
func TestLoginEncrypted(t *testing.T) {
	config, file := certificate(t, "127.0.0.1", time.Now().Add(time.Hour))
	imap := newIMAP(when("CAPABILITY", "* CAPABILITY IMAP4rev1\r\n$ OK done\r\n"))
	smtp := newSMTP(func(line string) (string, bool) {
		switch {
		case strings.HasPrefix(line, "EHLO"):
			return "250-fake\r\n250 AUTH LOGIN\r\n", true
		case line == "AUTH LOGIN":
			return "334 " + encoded("Username:") + "\r\n", true
		case line == encoded("user"):
			return "334 " + encoded("Password:") + "\r\n", true
		case line == encoded(canary):
			return "235 in\r\n", true
		}
		return "", false
	})
	imap.tls, smtp.tls = config, config
	a := accountOn(imap.serve(t), smtp.serve(t), long)
	for _, s := range []*mailbox.Server{&a.IMAP, &a.SMTP} {
		s.Security, s.CAFile = mailbox.TLS, file
	}
	if err := use(t, a, "imap"); err != nil || imap.count("LOGIN \"user\"") != 1 && imap.count("LOGIN user") != 1 {
		t.Errorf("%v after %q", err, imap.lines())
	}
	if err := use(t, a, "smtp"); err != nil {
		t.Error(err)
	}
}
