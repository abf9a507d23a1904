package inlet

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/mailbox"
)

var silent = slog.New(slog.DiscardHandler)

// door is a club with a server that writes a log, and a client that has sent its greeting.
func door(t *testing.T, receive Receive, log *slog.Logger) *smtp.Client {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	dbtest.Must(t, err)
	s := LMTP(clubtest.Address, receive, log)
	done := make(chan error)
	go func() { done <- s.Serve(l) }()
	conn, err := net.Dial("tcp", l.Addr().String())
	dbtest.Must(t, err)
	c := smtp.NewClientLMTP(conn)
	t.Cleanup(func() {
		_ = c.Close()
		s.Stop()
		dbtest.Must(t, <-done)
	})
	dbtest.Must(t, c.Hello("post.example.org"))
	return c
}

// hands hands a letter in, and returns the code of the answer for each recipient.
func hands(t *testing.T, c *smtp.Client, raw []byte, to ...string) (codes []int) {
	t.Helper()
	dbtest.Must(t, c.Mail("anna@example.org", nil))
	taken := 0
	for _, one := range to {
		var refused *smtp.SMTPError
		if err := c.Rcpt(one, nil); errors.As(err, &refused) {
			if refused.EnhancedCode != (smtp.EnhancedCode{5, 1, 1}) {
				t.Errorf("a refusal has the code %v", refused.EnhancedCode)
			}
			codes = append(codes, refused.Code)
			continue
		}
		taken++
	}
	if taken == 0 {
		dbtest.Must(t, c.Reset())
		return codes
	}
	w, err := c.Data()
	dbtest.Must(t, err)
	_, err = io.Copy(w, bytes.NewReader(raw))
	dbtest.Must(t, err)
	responses, err := w.CloseWithLMTPResponse()
	var failed smtp.LMTPDataError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	for range responses {
		codes = append(codes, 250)
	}
	for _, one := range failed {
		if one.Code == 451 && one.EnhancedCode != (smtp.EnhancedCode{4, 3, 0}) {
			t.Errorf("a temporary failure has the code %v", one.EnhancedCode)
		}
		codes = append(codes, one.Code)
	}
	return codes
}

func count(t *testing.T, b db.DB, query string) (n int) {
	t.Helper()
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		_, err := db.One(tx, query, nil, &n)
		return err
	}))
	return n
}

func TestLMTP(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		broken := true
		var log bytes.Buffer
		c := door(t, func(ctx context.Context, raw []byte) error {
			if !broken {
				return h.Club.Receive(ctx, raw)
			}
			return h.Club.Base.Do(ctx, func(db.Tx) error { return errors.New("no commit") })
		}, slog.New(slog.NewTextHandler(&log, nil)))
		letter := h.Types("anna@example.org", "hello", "hello", nil)
		want := func(what string, got []int, wanted ...int) {
			t.Helper()
			if len(got) != len(wanted) {
				t.Fatalf("%s: the answers are %v, want %v", what, got, wanted)
			}
			for i := range got {
				if got[i] != wanted[i] {
					t.Errorf("%s: the answers are %v, want %v", what, got, wanted)
				}
			}
		}
		rows := `select count(*) from letter`
		want("without a commit", hands(t, c, letter, clubtest.Address), 451)
		if n := count(t, h.Club.Base, rows); n != 0 {
			t.Errorf("%d letters are written down without a commit", n)
		}
		if got := log.String(); !strings.Contains(got, "level=ERROR") || !strings.Contains(got, "no commit") {
			t.Errorf("the log says %q", got)
		}
		broken = false
		want("again", hands(t, c, letter, clubtest.Address), 250)
		want("twice", hands(t, c, letter, "CLUB@example.org"), 250)
		want("with a tag", hands(t, c, letter, "club+hk1@Example.org"), 250)
		if n, jobs := count(t, h.Club.Base, rows), count(t, h.Club.Base, `select count(*) from river_job`); n != 1 || jobs != 1 {
			t.Errorf("one letter is %d letters and %d jobs", n, jobs)
		}
		want("another's", hands(t, c, letter, "anna@example.org", "club@elsewhere.example", "clubs@example.org"), 550, 550, 550)
		want("both", hands(t, c, letter, "anna@example.org", clubtest.Address, "club+x@example.org"), 550, 250, 250)
		large := append(letter, bytes.Repeat([]byte(strings.Repeat("x", 998)+"\r\n"), mailbox.MaxMail/1000+1)...)
		want("too large", hands(t, c, large, clubtest.Address), 552)
		want("afterwards", hands(t, c, h.Types("anna@example.org", "hello", "again", nil), clubtest.Address), 250)
		if n := count(t, h.Club.Base, rows); n != 2 {
			t.Errorf("%d letters are written down, want 2", n)
		}
	})
}

// TestSMTP hands a letter in as mail programs do.
func TestSMTP(t *testing.T) {
	var got []byte
	s := SMTP(clubtest.Address, func(_ context.Context, raw []byte) error { got = raw; return nil }, silent)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	dbtest.Must(t, err)
	done := make(chan error)
	go func() { done <- s.Serve(l) }()
	c, err := smtp.Dial(l.Addr().String())
	dbtest.Must(t, err)
	dbtest.Must(t, c.SendMail("anna@example.org", []string{clubtest.Address}, strings.NewReader("From: a\r\n\r\nhello\r\n")))
	dbtest.Must(t, c.Quit())
	s.Stop()
	dbtest.Must(t, <-done)
	if string(got) != "From: a\r\n\r\nhello\r\n" {
		t.Errorf("the letter is %q", got)
	}
}

// TestGreeting checks that a server says its protocol, by which the doctor knows it, and not the name of the machine.
func TestGreeting(t *testing.T) {
	for want, s := range map[string]*Server{"220 localhost LMTP ": LMTP(clubtest.Address, nil, silent), "220 localhost ESMTP ": SMTP(clubtest.Address, nil, silent)} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		dbtest.Must(t, err)
		done := make(chan error)
		go func() { done <- s.Serve(l) }()
		conn, err := net.Dial("tcp", l.Addr().String())
		dbtest.Must(t, err)
		if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.HasPrefix(line, want) {
			t.Errorf("it says %q, %v, want %q", line, err, want)
		}
		dbtest.Must(t, conn.Close())
		s.Stop()
		dbtest.Must(t, <-done)
	}
}

// TestMistake checks that a mistake of the program that takes a letter is logged, and that the letter isn't taken.
func TestMistake(t *testing.T) {
	var log bytes.Buffer
	t.Cleanup(func() { // when the server has stopped
		if got := log.String(); !strings.Contains(got, "level=WARN") || !strings.Contains(got, "divided by zero") {
			t.Errorf("the log says %q", got)
		}
	})
	c := door(t, func(context.Context, []byte) error { panic("divided by zero") }, slog.New(slog.NewTextHandler(&log, nil)))
	if codes := hands(t, c, []byte("From: a\r\n\r\nhello\r\n"), clubtest.Address); !slices.Equal(codes, []int{421}) {
		t.Errorf("the answers are %v", codes)
	}
}

func TestConnections(t *testing.T) {
	c := door(t, func(context.Context, []byte) error { return nil }, silent)
	if takes, _ := c.Extension("SMTPUTF8"); !takes {
		t.Error("addresses in other scripts are refused")
	}
	s := LMTP(clubtest.Address, nil, silent)
	s.sessions.Store(maxConnections)
	if _, err := s.session(nil); err == nil || s.sessions.Load() != maxConnections {
		t.Errorf("one connection too many: %v, %d are counted", err, s.sessions.Load())
	}
	s.sessions.Store(maxConnections - 1)
	one, err := s.session(nil)
	dbtest.Must(t, err)
	for range 2 { // a connection may end twice
		dbtest.Must(t, one.Logout())
	}
	if n := s.sessions.Load(); n != maxConnections-1 {
		t.Errorf("after the end of a connection %d are counted", n)
	}
	s.stopping.Store(true)
	if err := (&session{server: s}).Mail("", nil); err == nil {
		t.Error("a letter is begun while the club is stopped")
	}
	dbtest.Must(t, c.Quit())
}

// shut is a listener on which nobody may wait for a connection.
type shut struct {
	net.Listener
	t *testing.T
}

func (s shut) Accept() (net.Conn, error) {
	s.t.Error("a connection is awaited")
	return nil, net.ErrClosed
}

// TestStoppedBefore checks that a server that is stopped before it serves doesn't begin.
func TestStoppedBefore(t *testing.T) {
	s := LMTP(clubtest.Address, nil, silent)
	s.Stop()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	dbtest.Must(t, err)
	dbtest.Must(t, s.Serve(shut{l, t}))
	if err := l.Close(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("the listener is still open: %v", err)
	}
}

func TestPipe(t *testing.T) {
	var got []byte
	take := func(_ context.Context, raw []byte) error { got = raw; return nil }
	dbtest.Must(t, Pipe(t.Context(), strings.NewReader("From: a\n\nhello\n"), take))
	if string(got) != "From: a\n\nhello\n" {
		t.Errorf("the letter is %q", got)
	}
	if err := Pipe(t.Context(), strings.NewReader(" \n"), take); err == nil {
		t.Error("nothing is taken as a letter")
	}
	if err := Pipe(t.Context(), bytes.NewReader(make([]byte, mailbox.MaxMail+1)), take); !errors.Is(err, mailbox.ErrTooLarge) {
		t.Errorf("a letter that is too large: %v", err)
	}
}
