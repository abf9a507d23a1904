package mailbox_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"

	"hikyaku/mailbox"
)

// The content of a message is not parsed as a response.
func TestMailOfParentheses(t *testing.T) {
	for _, body := range []string{
		strings.Repeat("(", 50_000),
		"\r\n* CAPABILITY (\r\n* OK [CAPABILITY (",
		"\"\r\n* OK [\r\n{99}\r\n\\",
		"",
	} {
		f := newIMAP(func(line string) (string, bool) {
			_, one, fetch := strings.Cut(line, "UID FETCH 2 (UID ")
			answer := fmt.Sprintf("* 2 FETCH (UID 2 RFC822.SIZE %d)\r\n$ OK done\r\n", len(body))
			if strings.HasPrefix(one, "BODY") {
				answer = fmt.Sprintf("* 2 FETCH (UID 2 BODY[] {%d}\r\n%s)\r\n$ OK done\r\n", len(body), body)
			}
			return answer, fetch
		})
		box := open(t, accountOn(f.serve(t), 1, long))
		if got, _ := collect(t, box, mailbox.Mark{Validity: 7, UID: 1}); got != "2 3" {
			t.Errorf("got %q of a mail with %.20q", got, body)
		}
	}
}

// hidden are ways to make a bad response look like part of a literal.
var hidden = []string{
	"* OK see {99999}\r\n",
	"* 1 OK see {99999}\r\n",
	"T1 OK {99999}\r\n",
	"T1 WHAT [X] {99999}\r\n",
	"+ {99999}\r\n",
	"+ x [\r\n",
	"* OK [X {99999}\r\n] x\r\n",
	"* OK [X y\r\n* 1 FETCH (BODY[] {99999}\r\n] x\r\n",
	"* ESEARCH (TAG {22}\r\n* 1 FETCH (X {99999}\r\n)\r\n",
	"* LIST () \"/\" \"\r\n* 1 FETCH (X {99999}\r\n\"\r\n",
	"* LIST () \"/\" \"\\\"\r\n* 1 FETCH (X {99999}\r\n\"\r\n",
	"* LIST () \"/\" \"{99999}\r\n\"\r\n",
	"* LIST () \"/\" {9} \n* OK [X y\r\n",
	"* 3 EXISTS {99999\r\n",
}

// chunks returns the data in pieces of the given sizes, repeatedly.
type chunks struct {
	net.Conn
	said  []byte
	sizes []byte
	reads int
}

func (c *chunks) Read(b []byte) (int, error) {
	if len(c.said) == 0 {
		return 0, io.EOF
	}
	size := 1
	if len(c.sizes) > 0 {
		size += int(c.sizes[c.reads%len(c.sizes)])
	}
	c.reads++
	n := copy(b, c.said[:min(size, len(c.said))])
	c.said = c.said[n:]
	return n, nil
}

// The guard passes any literal, but not nesting after it, in pieces of any size.
func FuzzLiteral(f *testing.F) {
	f.Add([]byte(strings.Repeat("(", 300)), []byte{0})
	f.Add([]byte("{5}\r\n* CAPABILITY (\"\r\n)"), []byte{6, 0})
	f.Add([]byte{}, []byte{255})
	f.Fuzz(func(t *testing.T, content, sizes []byte) {
		good := fmt.Appendf(nil, "* 1 FETCH (UID 1 BODY[] {%d}\r\n%s FLAGS (\\Seen))\r\nT1 OK ((\r\n", len(content), content)
		nested := strings.Repeat("(", 256)
		said := slices.Concat(good, []byte("* 1 FETCH "+nested+"((("))
		got, err := io.ReadAll(mailbox.Shallow(&chunks{said: said, sizes: sizes}))
		if err == nil || string(got) != string(good)+"* 1 FETCH "+nested {
			t.Errorf("%q passed, %v", got, err)
		}
	})
}

// The library reads nothing from what the guard considers a literal: with other bytes there it reads the same, and more
// only if it failed at those bytes.
func FuzzGuardAgrees(f *testing.F) {
	for _, said := range hidden {
		f.Add([]byte(said + "* 7 EXISTS\r\n"))
	}
	f.Add([]byte("* 1 FETCH (UID 1 FLAGS (\\Seen{0}\r\n{99999}\r\n"))
	f.Add([]byte("* 1 FETCH (UID 1 BODY[] {3}\r\nabc FLAGS (a))\r\n* 7 EXISTS\r\n"))
	f.Fuzz(func(t *testing.T, said []byte) {
		passed, _ := mailbox.Literals(slices.Clone(said))
		if a, b := hears(said[:len(passed)]), hears(passed); !strings.HasPrefix(b, a) {
			t.Errorf("of %q the library hears\n%s and of %q\n%s", said, a, passed, b)
		}
	})
}

func TestNothingHidesInALiteral(t *testing.T) {
	for _, said := range hidden {
		nested := []byte(said + "* 1 FETCH (BODYSTRUCTURE " + strings.Repeat("(", 300))
		if _, err := mailbox.Literals(nested); err == nil {
			t.Errorf("behind %q everything passes", said)
		}
	}
}

// hears lists what the library reads from a server's response until it ends.
func hears(said []byte) string {
	var heard strings.Builder
	client := imapclient.New(&mute{Reader: io.MultiReader(strings.NewReader("* PREAUTH [CAPABILITY IMAP4rev1] x\r\n"), bytes.NewReader(said))},
		&imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
			Expunge: func(n uint32) { fmt.Fprintln(&heard, "expunge", n) },
			Mailbox: func(d *imapclient.UnilateralDataMailbox) {
				if d.NumMessages != nil {
					fmt.Fprintln(&heard, "exists", *d.NumMessages)
				}
				fmt.Fprintln(&heard, "flags", d.Flags)
			},
		}})
	<-client.Closed()
	_ = client.Close()
	return heard.String()
}

// mute is a connection that sends nothing to the server.
type mute struct {
	net.Conn
	io.Reader
}

func (m *mute) Read(b []byte) (int, error)       { return m.Reader.Read(b) }
func (m *mute) Write(b []byte) (int, error)      { return len(b), nil }
func (m *mute) Close() error                     { return nil }
func (m *mute) SetReadDeadline(time.Time) error  { return nil }
func (m *mute) SetWriteDeadline(time.Time) error { return nil }
