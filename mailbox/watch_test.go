package mailbox_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

// idling returns a fake IMAP server with IDLE on which no mail arrives.
func idling(more func(line string) (string, bool)) *fake {
	tag := ""
	return newIMAP(func(line string) (string, bool) {
		if more != nil {
			if text, special := more(line); special {
				return text, true
			}
		}
		switch {
		case strings.Contains(line, "CAPABILITY"):
			return "* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR IDLE\r\n$ OK done\r\n", true
		case strings.Contains(line, "SEARCH"):
			return "* SEARCH 3\r\n$ OK done\r\n", true // the star brings back the last
		case strings.HasSuffix(line, "IDLE"):
			tag, _, _ = strings.Cut(line, " ")
			return "+ idling\r\n", true
		case line == "DONE":
			return tag + " OK done\r\n", true
		}
		return "", false
	})
}

// watching runs a watch until stop is called, which waits for its end.
func watching(t *testing.T, w *mailbox.Watch) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	if w.Trouble == nil {
		w.Trouble = func(err error, _ time.Duration) { t.Error(err) }
	}
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	return func() {
		t.Helper()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
}

// TestDay watches for a day, on a server that sometimes hangs up. It polls every quarter of an hour, repeats IDLE
// every 25 minutes, and accumulates neither goroutines nor connections.
func TestDay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var idles, polls, troubles atomic.Int32
		f := idling(func(line string) (string, bool) {
			if line == "DONE" {
				return drop, idles.Load()%10 == 9
			}
			if strings.HasSuffix(line, "IDLE") {
				idles.Add(1)
			}
			return "", false
		})
		box := imapInMemory(t, f)
		mark := mailbox.Mark{Validity: 7, UID: 3}
		stop := watching(t, &mailbox.Watch{
			Box:     box,
			Trouble: func(error, time.Duration) { troubles.Add(1) },
			Poll: func(ctx context.Context) (err error) {
				polls.Add(1)
				mark, err = box.Fetch(ctx, mark, func(mailbox.Mail) error { return nil })
				return err
			},
		})
		pass(2 * time.Hour)
		goroutines, connections := runtime.NumGoroutine(), f.open()
		pass(24 * time.Hour)
		if g, c := runtime.NumGoroutine(), f.open(); g > goroutines+2 || c > connections {
			t.Errorf("%d goroutines became %d, %d connections %d", goroutines, g, connections, c)
		}
		stop()
		// 104 quarters of an hour; 62 times 25 minutes.
		if n := polls.Load(); n < 100 || n > 115 {
			t.Errorf("%d polls", n)
		}
		if n := idles.Load(); n < 55 || n > 65 {
			t.Errorf("%d times IDLE", n)
		}
		if n := troubles.Load(); n < 5 || n > 8 {
			t.Errorf("%d troubles", n)
		}
	})
}

// pass lets some time pass in a bubble, and everybody do what is due then.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// A message ends the wait at once; other mail does not.
func TestNewsWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		newest, newestOfOurs := 3, 3
		f := idling(func(line string) (string, bool) {
			if strings.Contains(line, "HEADER.FIELDS") {
				head := "From: a@b.example\r\n\r\n"
				if newest == newestOfOurs {
					head = "Message-ID: <hk1.1@x>\r\n\r\n"
				}
				return fmt.Sprintf("* %d FETCH (UID %[1]d RFC822.SIZE 9 BODY[HEADER.FIELDS (\"From\")] {%d}\r\n%s)\r\n$ OK done\r\n", newest, len(head), head), true
			}
			return fmt.Sprintf("* SEARCH %d\r\n$ OK done\r\n", newest), strings.Contains(line, "SEARCH")
		})
		a := accountOn(1, 2, long)
		a.Only = ours
		polls := 0
		stop := watching(t, &mailbox.Watch{Box: inMemory(t, a, f, nil), Poll: func(context.Context) error { polls++; return nil }})
		synctest.Wait()
		begun := time.Now()
		for i, c := range []struct{ newest, ours, polls int }{{3, 3, 2}, {4, 4, 3}, {5, 4, 3}, {6, 6, 4}} { // two: at once, and when the watch is ready
			newest, newestOfOurs = c.newest, c.ours
			if i > 0 {
				f.push(fmt.Sprintf("* %d EXISTS\r\n", c.newest))
			}
			synctest.Wait()
			if polls != c.polls || time.Since(begun) > 0 {
				t.Errorf("%d polls after %v with letters up to %d, want %d", polls, time.Since(begun), c.newest, c.polls)
			}
		}
		stop()
	})
}

// A server that numbers its messages anew each time is not polled continuously.
func TestRenumberedEachTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var opened atomic.Int32
		f := idling(func(line string) (string, bool) {
			if !strings.Contains(line, "EXAMINE") {
				return "", false
			}
			return strings.Replace(examined, "7", fmt.Sprint(7+opened.Add(1)), 1), true
		})
		stop := watching(t, &mailbox.Watch{Box: imapInMemory(t, f), Poll: func(context.Context) error { return nil }})
		synctest.Wait()
		for n := int32(2); n < 5; n++ { // once for now, then once in a minute
			if got := opened.Load(); got != n {
				t.Errorf("asked %d times, want %d", got, n)
			}
			pass(time.Minute)
		}
		stop()
	})
}

// A shared folder is checked every few seconds.
func TestFolderWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		taro, hanako := openFolder(t, dir, mailboxtest.Taro), openFolder(t, dir, mailboxtest.Hanako)
		var polls atomic.Int32
		stop := watching(t, &mailbox.Watch{Box: hanako, Poll: func(context.Context) error { polls.Add(1); return nil }})
		pass(time.Minute)
		before := polls.Load()
		if err := taro.Send(t.Context(), mailboxtest.Letter(1)); err != nil {
			t.Fatal(err)
		}
		pass(5 * time.Second)
		if n := polls.Load(); before != 2 || n != 3 {
			t.Errorf("%d polls, and %d after a letter", before, n)
		}
		stop()
	})
}

// Without IDLE the watch checks every five minutes, on the same connection.
func TestWaitWithoutIdle(t *testing.T) {
	looks := 0
	f := newIMAP(func(line string) (string, bool) {
		_, searched, _ := strings.Cut(line, "UID SEARCH ")
		if looks += strings.Count(line, "NOOP"); looks == 3 && searched != "" {
			return "* SEARCH 4 5\r\n$ OK done\r\n", true
		}
		return "* SEARCH 3\r\n$ OK done\r\n", searched != ""
	})
	box := open(t, accountOn(f.serve(t), 1, long)).(mailbox.Waiter)
	var pauses []time.Duration
	clock := func(pause time.Duration) <-chan time.Time {
		pauses = append(pauses, pause)
		over := make(chan time.Time, 1)
		over <- time.Time{}
		return over
	}
	seen, err := box.Wait(t.Context(), mailbox.Mark{}, clock)
	if err != nil || seen != (mailbox.Mark{Validity: 7, UID: 3}) || pauses != nil {
		t.Fatalf("now is %v, %v", seen, err)
	}
	mark, err := box.Wait(t.Context(), seen, clock)
	if err != nil || mark.UID != 5 || !slices.Equal(pauses, []time.Duration{5 * time.Minute, 5 * time.Minute, 5 * time.Minute}) || f.count("EXAMINE") != 2 {
		t.Errorf("woke at %v (%v) after %v: %q", mark, err, pauses, f.lines())
	}
}

// A server that hangs at IDLE, or refuses it, causes an error of its own.
func TestBadIdle(t *testing.T) {
	for answer, kind := range map[string]mailbox.Kind{hang: mailbox.TimedOut, drop: mailbox.Unreachable, "$ NO not now\r\n": mailbox.ProtocolError} {
		synctest.Test(t, func(t *testing.T) {
			f := idling(func(line string) (string, bool) { return answer, strings.HasSuffix(line, "IDLE") })
			seen := mailbox.Mark{Validity: 7, UID: 3}
			mark, err := imapInMemory(t, f).(mailbox.Waiter).Wait(t.Context(), seen, time.After)
			trouble(t, err, kind, "imap idle")
			if mark != seen {
				t.Errorf("mark %v", mark)
			}
		})
	}
}

// Pauses between failures grow, and a failing poll does not stop the watch.
func TestBackOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var pauses []time.Duration
		failed := errors.New("disk full")
		stop := watching(t, &mailbox.Watch{
			Poll: func(context.Context) error { return failed },
			Trouble: func(err error, pause time.Duration) {
				pauses = append(pauses, pause/time.Minute)
				if !errors.Is(err, failed) {
					t.Error(err)
				}
			},
		})
		pass(38 * time.Minute)
		stop()
		if want := []time.Duration{1, 2, 5, 15, 15, 15}; !slices.Equal(pauses, want) {
			t.Errorf("pauses of %v minutes, want %v", pauses, want)
		}
	})
}

// TestBackOffBeginsAnew checks that a poll or a wait that succeeds ends a series of failures.
func TestBackOffBeginsAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var polled, waited []time.Duration
		failed, hungUp := errors.New("disk full"), errors.New("hung up")
		polls := 0
		box := &moody{answers: []error{hungUp, hungUp, nil, hungUp, hungUp}}
		stop := watching(t, &mailbox.Watch{
			Box: box,
			Poll: func(context.Context) error {
				if polls++; polls == 3 {
					return nil
				}
				return failed
			},
			Trouble: func(err error, pause time.Duration) {
				if errors.Is(err, hungUp) {
					waited = append(waited, pause/time.Minute)
				} else {
					polled = append(polled, pause/time.Minute)
				}
			},
		})
		pass(30 * time.Minute)
		stop()
		if want := []time.Duration{1, 2, 1, 2, 5}; !slices.Equal(polled[:min(5, len(polled))], want) {
			t.Errorf("polls pause for %v minutes, want %v", polled, want)
		}
		if want := []time.Duration{1, 2, 1, 2}; !slices.Equal(waited, want) {
			t.Errorf("waiting pauses for %v minutes, want %v", waited, want)
		}
	})
}

// moody is a box whose waits end at once with the given results, and then continue.
type moody struct {
	mailbox.Box
	answers []error
}

func (m *moody) Wait(ctx context.Context, _ mailbox.Mark, _ mailbox.Clock) (mailbox.Mark, error) {
	if len(m.answers) == 0 {
		<-ctx.Done()
		return mailbox.Mark{}, ctx.Err()
	}
	err := m.answers[0]
	m.answers = m.answers[1:]
	return mailbox.Mark{Validity: 7}, err
}
