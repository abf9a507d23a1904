package mailbox_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"hikyaku/internal/identity"
	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

// TestEveryAddressIsComposed checks that mail can be sent to every address that a record accepts, and to no others.
func TestEveryAddressIsComposed(t *testing.T) {
	signs := "!#$%&'*+-/=?^_`{|}~"
	for _, addr := range []string{
		"bob+2@example.org", "-oX@example.org", "|cmd@example.org", signs + "@example.org", "B.o.b@EXAMPLE.org", "bob@localhost", "bob@127.0.0.1",
		"=?utf-8?q?a?=@example.org", strings.Repeat("l", 64) + "@" + strings.Repeat("d", 63) + ".org", "bob@xn--r8jz45g.jp", "bob@[127.0.0.1]",
		"bob@[IPv6:::1]", "bob@example.org.", "bob@example.org\u202e", "bob@e\u202egro", "b\u200bob@example.org", "bob\x00@example.org", "bob@例え.jp", "花子@example.jp",
		`"bob"@example.org`, `"b ob"@example.org`, `b\ob@example.org`, "b ob@example.org", "bob@example.org,eve@example.org", "a..b@c", ".@.", strings.Repeat("l", 65) + "@c",
	} {
		composes(t, addr, "Bob")
	}
}

// composes expects mail to be possible exactly if addr is an address, which is read back with its domain in ASCII.
func composes(t *testing.T, typed, name string) {
	t.Helper()
	addr := identity.ToASCII(typed)
	for _, own := range []bool{true, false} {
		l := mailboxtest.Letter(1)
		if own {
			l.From = mailbox.Address{Name: name, Addr: typed}
		} else {
			l.To = mailbox.Address{Name: name, Addr: typed}
		}
		raw, err := l.Bytes()
		if !identity.IsAddress(addr) {
			if err == nil {
				t.Errorf("%q is no address and is composed", addr)
			}
			continue
		}
		if err != nil {
			if strings.ContainsFunc(name, unicode.IsControl) || !utf8.ValidString(name) || len(name) > 100 {
				continue // for the name's sake
			}
			t.Errorf("%q is an address: %v", addr, err)
			continue
		}
		got, err := mailbox.Read(raw)
		if err != nil {
			t.Errorf("%q cannot be read: %v", addr, err)
			continue
		}
		back := got.To
		if own {
			back = got.From
		}
		if back.Addr != addr || !back.Is(addr) || back.Is("x"+addr) {
			t.Errorf("%q came back as %q", addr, back)
		}
	}
}

// FuzzAddress checks that an address survives a message unchanged, and equals only itself.
func FuzzAddress(f *testing.F) {
	for _, seed := range []string{"taro@example.com", "花子@例.jp", "a.b+c@D", "a@b,c@d", "\"a b\"@c", "a@b>\r\nBcc: x@y", "=?utf-8?q?a?=@b", "a..b@c", ".@."} {
		f.Add(seed, "飛脚 \"太郎\" <x@y>")
	}
	f.Fuzz(composes)
}

// Read returns the text that Bytes wrote, and no part of it becomes a header field.
func FuzzLetter(f *testing.F) {
	f.Add("[hikyaku 7c1f29ab] コリドール", "e2\n.\nFrom x\n--=_a", []byte("\x00\r\n"))
	f.Add("a  b\tc", "\r\n\r\nBcc: x", []byte("#KIF\n"))
	f.Fuzz(func(t *testing.T, subject, text string, data []byte) {
		l := mailboxtest.Letter(1)
		l.Subject, l.Text = subject, text
		l.Attachments = []mailbox.Attachment{{Name: "a.kif", Type: "application/octet-stream", Data: data}}
		raw, err := l.Bytes()
		if err != nil || len(text) > 100_000 {
			return
		}
		got, err := mailbox.Read(raw)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Attachments) != 1 || !bytes.Equal(got.Attachments[0].Data, data) || got.MessageID != l.MessageID {
			t.Errorf("came back as %+v", got)
		}
		if strings.Join(strings.Fields(got.Subject), " ") != strings.Join(strings.Fields(subject), " ") {
			t.Errorf("subject %q became %q", subject, got.Subject)
		}
	})
}

// Whatever a report says, a bounce names a message and one of the classes.
func FuzzBounce(f *testing.F) {
	f.Add(failed, header)
	f.Add(delayed+"\n"+arrived, "Message-ID: <a@b>")
	f.Add("Status: 9.9.9\nAction: failed", qmail)
	f.Fuzz(func(t *testing.T, blocks, returned string) {
		l, err := mailbox.Read([]byte(report(blocks, "text/rfc822-headers", returned)))
		if err != nil {
			return
		}
		if b := l.Bounce; b != nil && (!strings.HasPrefix(b.MessageID, "<") || b.Class != 0 && b.Class != 4 && b.Class != 5) {
			t.Errorf("%+v", b)
		}
	})
}

// TestServerSaysAnything changes a server's replies at random, reproducibly: fetching must always end soon.
func TestServerSaysAnything(t *testing.T) {
	const login = "* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN] hello\r\nT1 OK in\r\nT2 OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN] ok\r\n"
	seeds := []string{
		login + "* 3 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\nT3 OK done\r\n* SEARCH 1 2\r\nT4 OK done\r\n* 1 FETCH (UID 1 RFC822.SIZE 3 " +
			"INTERNALDATE \"17-Jul-1996 02:44:25 -0700\")\r\nT5 OK done\r\n* 1 FETCH (UID 1 BODY[] {3}\r\nabc)\r\nT6 OK done\r\n",
		"* PREAUTH [CAPABILITY IMAP4rev1] x\r\n* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY 7] x\r\nT1 OK [READ-ONLY] x\r\n* ESEARCH (TAG \"T2\") UID ALL 1:9\r\nT2 OK\r\n",
		"* BYE {99999999999}\r\n",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		said := []byte(seeds[random.IntN(len(seeds))])
		for range 1 + random.IntN(4) {
			said = change(random, said)
		}
		fetchFrom(t, said)
	}
}

// change makes one small change.
func change(random *rand.Rand, text []byte) []byte {
	pieces := []string{"(", ")", "{5}\r\n", "\"", "\r\n", " ", "NIL", "4294967296", "*", "T1 BAD x\r\n", "[", "]", "\x00", "\xff", "-1", "BODYSTRUCTURE"}
	at := random.IntN(len(text) + 1)
	end := min(len(text), at+random.IntN(12))
	switch random.IntN(3) {
	case 0:
		return slices.Concat(text[:at], text[end:])
	case 1:
		return slices.Concat(text[:end], text[at:])
	}
	return slices.Concat(text[:at], []byte(pieces[random.IntN(len(pieces))]), text[at:])
}

// fetchFrom fetches from a server that sends everything at once.
func fetchFrom(t *testing.T, said []byte) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go answerAll(l, said)
	begun := time.Now()
	box := open(t, accountOn(l.Addr().(*net.TCPAddr).Port, 1, long))
	_, err = box.Fetch(t.Context(), mailbox.Mark{}, func(mailbox.Mail) error { return nil })
	discreet(t, err)
	if d := time.Since(begun); d > long {
		t.Errorf("took %v for %q", d, said)
	}
}

// answerAll sends the same to every client, all at once, and hangs up.
func answerAll(l net.Listener, said []byte) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		_, _ = c.Write(said)
		_ = c.(*net.TCPConn).CloseWrite()
		_, _ = io.Copy(io.Discard, c)
		_ = c.Close()
	}
}
