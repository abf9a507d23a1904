package inlet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/mailbox"
	"hikyaku/mailbox/loopback"
)

// TestLease lets one process take a lease over from another whose time is over.
func TestLease(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		b, now := open(db.Options{}), time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
		clock := func() time.Time { return now }
		one, other := &Lease{b, "inbox", "one", clock}, &Lease{b, "inbox", "other", clock}
		takes := func(l *Lease, want bool) {
			t.Helper()
			if held, err := l.take(t.Context()); err != nil || held != want {
				t.Errorf("%s: held %v, %v", l.Holder, held, err)
			}
		}
		takes(one, true)
		takes(other, false)
		now = now.Add(term - time.Second)
		dbtest.Must(t, b.Do(t.Context(), one.hold))
		now = now.Add(term - time.Second)
		takes(other, false)
		now = now.Add(time.Second)
		takes(other, true)
		if err := b.Do(t.Context(), one.hold); !errors.Is(err, errLost) {
			t.Errorf("a lease that is lost is held: %v", err)
		}
		dbtest.Must(t, one.Release(t.Context())) // of another's
		takes(one, false)
		dbtest.Must(t, other.Release(t.Context()))
		takes(one, true)
	})
}

// pile is a mailbox of letters that lie there.
type pile []string

func (p pile) Send(context.Context, *mailbox.Letter) error { return nil }

func (p pile) Fetch(_ context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	mark := since
	mark.Validity = 7
	for i, text := range p {
		if uint32(i) < mark.UID {
			continue
		}
		m := mailbox.Mail{UID: uint32(i + 1), Mark: mailbox.Mark{Validity: 7, UID: uint32(i + 1)}, Raw: []byte(text)}
		if text == "" {
			m.Err = mailbox.ErrTooLarge
		}
		if err := handle(m); err != nil {
			return mark, err
		}
		mark = m.Mark
	}
	return mark, nil
}

// reader returns one that holds its lease, and what it has received.
func reader(t *testing.T, b db.DB, holder string, box mailbox.Box, now func() time.Time) (*Reader, *[]string) {
	t.Helper()
	var got []string
	r := &Reader{Box: box, Lease: Lease{b, "inbox", holder, now}, Log: silent, Receive: func(_ context.Context, raw []byte) error {
		if string(raw) == "trouble" {
			return errors.New("no commit")
		}
		got = append(got, string(raw))
		return nil
	}}
	if held, err := r.Lease.take(t.Context()); !held || err != nil {
		t.Fatalf("%s holds no lease: %v", holder, err)
	}
	return r, &got
}

// TestMark checks that the mark passes only messages that have been stored, and is moved only by the holder of the lease.
func TestMark(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		b, now := open(db.Options{}), time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
		clock := func() time.Time { return now }
		one, first := reader(t, b, "one", pile{"a", "", "b", "trouble"}, clock)
		var log bytes.Buffer
		one.Log = slog.New(slog.NewTextHandler(&log, nil))
		receive := one.Receive
		one.Receive = func(ctx context.Context, raw []byte) error {
			if mark, err := one.mark(ctx); string(raw) == "b" && (err != nil || mark.UID != 2) {
				t.Errorf("a process that is killed at the third message would read again from %v, %v", mark, err)
			}
			return receive(ctx, raw)
		}
		if err := one.Poll(t.Context()); err == nil || !slices.Equal(*first, []string{"a", "b"}) {
			t.Errorf("one reads %q, %v", *first, err)
		}
		if got := log.String(); strings.Count(got, "passed over") != 1 || !strings.Contains(got, "number=2") {
			t.Errorf("the log says %q", got)
		}
		now = now.Add(term)
		other, second := reader(t, b, "other", pile{"a", "", "b", "c", "d"}, clock)
		one.Box = pile{"a", "", "b", "c"}
		if err := one.Poll(t.Context()); !errors.Is(err, errLost) {
			t.Errorf("one reads on without the lease: %v", err)
		}
		dbtest.Must(t, other.Poll(t.Context()))
		if !slices.Equal(*second, []string{"c", "d"}) {
			t.Errorf("the other goes on with %q", *second)
		}
		if mark, err := other.mark(t.Context()); err != nil || mark.UID != 5 || mark.Validity != 7 || !mark.Since.Equal(now) {
			t.Errorf("the mark is %v, %v", mark, err)
		}
	})
}

// skipping is a mailbox in which old messages are passed over, and where nothing can be read after them.
type skipping struct{ pile }

func (skipping) Fetch(context.Context, mailbox.Mark, func(mailbox.Mail) error) (mailbox.Mark, error) {
	return mailbox.Mark{Validity: 7, UID: 9}, errors.New("no more")
}

// TestSkipped checks that messages that were passed over are not looked at again.
func TestSkipped(t *testing.T) {
	r, _ := reader(t, newBase(t), "one", skipping{}, time.Now)
	if err := r.Poll(t.Context()); err == nil || err.Error() != "no more" {
		t.Errorf("the error of the mailbox is %v", err)
	}
	if mark, err := r.mark(t.Context()); err != nil || mark.UID != 9 {
		t.Errorf("the mark is %v, %v", mark, err)
	}
}

// broken is a database that doesn't answer.
type broken struct{ db.DB }

func (broken) Do(context.Context, func(db.Tx) error) error { return errors.New("no database") }

// TestTrouble checks what a process logs that can't take its lease or, holding it, can't read the mailbox or give the lease back.
func TestTrouble(t *testing.T) {
	for want, work := range map[string]func(*Reader, context.Context, context.CancelFunc){
		"the lease of the mailbox cannot be taken": func(r *Reader, ctx context.Context, _ context.CancelFunc) { r.Run(ctx) },
		"the mailbox cannot be read the lease of the mailbox cannot be given back": func(r *Reader, ctx context.Context, stop context.CancelFunc) {
			r.hold(ctx, func(d time.Duration) <-chan time.Time {
				if d != renew {
					stop()
				}
				return nil
			})
		},
	} {
		ctx, stop := context.WithCancel(t.Context())
		var log bytes.Buffer
		work(&Reader{Box: pile{}, Lease: Lease{broken{}, "inbox", "one", time.Now}, Log: slog.New(slog.NewJSONHandler(&log, nil)), Clock: func(time.Duration) <-chan time.Time { stop(); return nil }}, ctx, stop)
		stop()
		var said []string
		for line := range strings.Lines(log.String()) {
			var entry struct{ Msg, Why string }
			dbtest.Must(t, json.Unmarshal([]byte(line), &entry))
			if said = append(said, entry.Msg); entry.Why != "no database" {
				t.Errorf("the reason for %s is %q", entry.Msg, entry.Why)
			}
		}
		if got := strings.Join(said, " "); got != want {
			t.Errorf("the log says %s, want %s", got, want)
		}
	}
}

// quiet is a mailbox without messages.
type quiet struct{ pile }

func (quiet) Fetch(_ context.Context, since mailbox.Mark, _ func(mailbox.Mail) error) (mailbox.Mark, error) {
	return since, nil
}

// TestLostWhileReading checks that a process that has lost the lease stops when it takes a message, and that another error doesn't
// stop it.
func TestLostWhileReading(t *testing.T) {
	b, now := newBase(t), time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	one, got := reader(t, b, "one", pile{"a", "trouble"}, func() time.Time { return now })
	other := &Lease{b, "inbox", "other", one.Lease.Now}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	pauses := 0
	one.hold(ctx, func(d time.Duration) <-chan time.Time {
		if d == renew {
			return nil
		}
		switch pauses++; pauses {
		case 2:
			now = now.Add(term)
			if held, err := other.take(t.Context()); !held || err != nil {
				t.Errorf("the lease is not taken over: %v", err)
			}
			one.Box = pile{"a", "b"}
		case 9:
			stop()
		}
		return time.After(10 * time.Millisecond) // longer than it takes to stop
	})
	if want := []string{"a", "b"}; pauses != 3 || !slices.Equal(*got, want) {
		t.Errorf("after %d pauses, %v was received, want %v", pauses, *got, want)
	}
}

// TestLostWhileQuiet checks that a process that reads a mailbox notices when it renews the lease that another has taken over, that it
// leaves the lease to the other, and that it writes nothing while no message comes.
func TestLostWhileQuiet(t *testing.T) {
	b, now := newBase(t), time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	one, _ := reader(t, b, "one", quiet{}, func() time.Time { return now })
	var log bytes.Buffer
	one.Log = slog.New(slog.NewTextHandler(&log, nil))
	now = now.Add(term)
	other := &Lease{b, "inbox", "other", one.Lease.Now}
	if held, err := other.take(t.Context()); !held || err != nil {
		t.Fatalf("the lease is not taken over: %v", err)
	}
	one.hold(t.Context(), func(d time.Duration) <-chan time.Time {
		ticks := make(chan time.Time, 1)
		if d == renew {
			ticks <- now
		}
		return ticks
	})
	if got := log.String(); !strings.Contains(got, "reads the mailbox no more") {
		t.Errorf("the log says %q", got)
	}
	dbtest.Must(t, one.Poll(t.Context()))
	if n := count(t, b, `select count(*) from memory`); n != 0 {
		t.Errorf("%d marks are stored", n)
	}
	dbtest.Must(t, b.Do(t.Context(), other.hold))
}

// TestRun reads a shared folder, and a mailbox by IMAP, until it is told to stop, and gives the lease back.
func TestRun(t *testing.T) {
	letter := &mailbox.Letter{
		From: mailbox.Address{Addr: "anna@example.org"}, To: mailbox.Address{Addr: "club@example.org"},
		Subject: "hello", Text: "hello", MessageID: "<1@example.org>", Date: time.Now(),
	}
	dir := t.TempDir()
	club, err := mailbox.NewFolder(dir, letter.To.Addr)
	dbtest.Must(t, err)
	anna, err := mailbox.NewFolder(dir, letter.From.Addr)
	dbtest.Must(t, err)
	servers, err := loopback.Start(letter.To.Addr, letter.From.Addr)
	dbtest.Must(t, err)
	defer servers.Close()
	clubByIMAP, err := mailbox.NewAccount(servers.Account(letter.To.Addr))
	dbtest.Must(t, err)
	annaBySMTP, err := mailbox.NewAccount(servers.Account(letter.From.Addr))
	dbtest.Must(t, err)
	for name, way := range map[string]struct{ from, to mailbox.Box }{"folder": {anna, club}, "IMAP": {annaBySMTP, clubByIMAP}} {
		t.Run(name, func(t *testing.T) {
			b := newBase(t)
			ctx, stop := context.WithCancel(t.Context())
			var log bytes.Buffer
			r := &Reader{Box: way.to, Lease: Lease{b, name, "one", time.Now}, Log: slog.New(slog.NewTextHandler(&log, nil)), Receive: func(context.Context, []byte) error { stop(); return nil }}
			dbtest.Must(t, way.from.Send(t.Context(), letter))
			r.Run(ctx)
			if !strings.Contains(log.String(), "this process reads the mailbox") {
				t.Errorf("the log says %q", log.String())
			}
			if n := count(t, b, `select count(*) from lease`); n != 0 {
				t.Error("the lease is not given back")
			}
			if mark, err := r.mark(t.Context()); err != nil || mark.UID != 1 {
				t.Errorf("the mark is %v, %v", mark, err)
			}
		})
	}
}

func newBase(t *testing.T) db.DB {
	b, err := db.Open(t.Context(), dbtest.File(t), db.Options{})
	dbtest.Must(t, err)
	t.Cleanup(b.Close)
	return b
}
