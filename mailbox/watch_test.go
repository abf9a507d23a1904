package mailbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hikyaku/mailbox"
	"hikyaku/mailbox/mailboxtest"
)

// fakeClock is a clock that stands until it is moved.
type fakeClock struct {
	mutex sync.Mutex
	now   time.Duration
	asked int
	due   map[chan time.Time]time.Duration
}

func newClock() *fakeClock { return &fakeClock{due: map[chan time.Time]time.Duration{}} }

func (c *fakeClock) after(pause time.Duration) <-chan time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.asked++
	ch := make(chan time.Time, 1)
	c.due[ch] = c.now + pause
	return ch
}

// pauses counts how often a pause was asked for.
func (c *fakeClock) pauses() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.asked
}

// settle waits until nobody has asked for a pause for a while: whoever is there waits.
func (c *fakeClock) settle() {
	for before := -1; before != c.pauses(); {
		before = c.pauses()
		time.Sleep(5 * time.Millisecond)
	}
}

// step moves to the next moment for which somebody waits or waited.
func (c *fakeClock) step() {
	c.settle()
	c.mutex.Lock()
	defer c.mutex.Unlock()
	next := time.Duration(-1)
	for _, at := range c.due {
		if next < 0 || at < next {
			next = at
		}
	}
	if next < 0 {
		return
	}
	c.now = next
	for ch, at := range c.due {
		if at == next {
			ch <- time.Time{}
			delete(c.due, ch)
		}
	}
}

func (c *fakeClock) time() time.Duration {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.now
}

// idling is a fake IMAP server with IDLE on which nothing comes.
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

// watching runs a watch until stop is called, which gives the error it ended with.
func watching(t *testing.T, w *mailbox.Watch) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	if w.Trouble == nil {
		w.Trouble = func(err error, _ time.Duration) { t.Error(err) }
	}
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	return func() error {
		cancel()
		select {
		case err := <-ended:
			return err
		case <-time.After(long):
			return errors.New("it does not end")
		}
	}
}

// TestDay watches for a day, on a server that hangs up now and then. Polls come every quarter of an hour, IDLE is asked for
// anew every 25 minutes, and neither goroutines nor descriptors become more.
func TestDay(t *testing.T) {
	clock := newClock()
	var idles atomic.Int32
	f := idling(func(line string) (string, bool) {
		if line == "DONE" {
			return drop, idles.Load()%10 == 9
		}
		if strings.HasSuffix(line, "IDLE") {
			idles.Add(1)
		}
		return "", false
	})
	box := open(t, accountOn(f.serve(t), 1, long))
	var polls, troubles atomic.Int32
	mark := mailbox.Mark{Validity: 7, UID: 3}
	stop := watching(t, &mailbox.Watch{
		Box: box, Clock: clock.after,
		Trouble: func(error, time.Duration) { troubles.Add(1) },
		Poll: func(ctx context.Context) (err error) {
			polls.Add(1)
			mark, err = box.Fetch(ctx, mark, func(mailbox.Mail) error { return nil })
			return err
		},
	})
	for clock.time() < 2*time.Hour {
		clock.step()
	}
	clock.settle()
	goroutines, descriptors := runtime.NumGoroutine(), openFiles(t)
	for clock.time() < 26*time.Hour {
		clock.step()
	}
	clock.settle()
	if g, d := runtime.NumGoroutine(), openFiles(t); g > goroutines+2 || d > descriptors+2 {
		t.Errorf("%d goroutines became %d, %d descriptors %d", goroutines, g, descriptors, d)
	}
	if err := stop(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
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
}

// openFiles counts the descriptors of this process, where that can be asked.
func openFiles(t *testing.T) int {
	t.Helper()
	if runtime.GOOS != "linux" {
		return 0
	}
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// counted gives a poll that only counts, and a wait for a count.
func counted(t *testing.T) (poll func(context.Context) error, want func(n int32)) {
	var polls atomic.Int32
	want = func(n int32) {
		t.Helper()
		for end := time.Now().Add(long); polls.Load() < n && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(30 * time.Millisecond)
		if got := polls.Load(); got != n {
			t.Errorf("%d polls, want %d", got, n)
		}
	}
	return func(context.Context) error { polls.Add(1); return nil }, want
}

// A letter wakes the watch at once, without the clock; somebody else's mail does not.
func TestNewsWakes(t *testing.T) {
	servers := start(t, mailbox.None)
	taro := open(t, servers.Account(mailboxtest.Taro))
	account := servers.Account(mailboxtest.Hanako)
	account.Only = ours
	poll, want := counted(t)
	stop := watching(t, &mailbox.Watch{Box: open(t, account), Poll: poll, Clock: newClock().after})
	want(2) // at once, and when the watch is ready
	if err := taro.Send(t.Context(), mailboxtest.Letter(1)); err != nil {
		t.Fatal(err)
	}
	want(3)
	lunch := mailboxtest.Letter(2)
	lunch.Subject = "Lunch?"
	if err := taro.Send(t.Context(), lunch); err != nil {
		t.Fatal(err)
	}
	want(3)
	if err := taro.Send(t.Context(), mailboxtest.Letter(3)); err != nil {
		t.Fatal(err)
	}
	want(4)
	if err := stop(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A server that numbers its messages anew each time is not asked again and again.
func TestRenumberedEachTime(t *testing.T) {
	var opened atomic.Int32
	f := idling(func(line string) (string, bool) {
		if !strings.Contains(line, "EXAMINE") {
			return "", false
		}
		return strings.Replace(examined, "7", fmt.Sprint(7+opened.Add(1)), 1), true
	})
	clock := newClock()
	poll := func(context.Context) error { return nil }
	stop := watching(t, &mailbox.Watch{Box: open(t, accountOn(f.serve(t), 1, long)), Poll: poll, Clock: clock.after})
	for n := int32(2); n < 5; n++ { // once for now, then once in a minute
		for end := time.Now().Add(long); opened.Load() < n && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		clock.settle()
		if got := opened.Load(); got != n {
			t.Errorf("asked %d times, want %d", got, n)
		}
		clock.step()
	}
	if err := stop(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A shared folder is looked into every few seconds.
func TestFolderWakes(t *testing.T) {
	dir, clock := t.TempDir(), newClock()
	taro, hanako := openFolder(t, dir, mailboxtest.Taro), openFolder(t, dir, mailboxtest.Hanako)
	poll, want := counted(t)
	stop := watching(t, &mailbox.Watch{Box: hanako, Poll: poll, Clock: clock.after})
	want(2)
	for range 3 {
		clock.step()
	}
	want(2)
	if err := taro.Send(t.Context(), mailboxtest.Letter(1)); err != nil {
		t.Fatal(err)
	}
	clock.step()
	want(3)
	if clock.time() > time.Minute {
		t.Errorf("only after %v", clock.time())
	}
	if err := stop(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Without IDLE the watch looks every five minutes, on the same connection.
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

// A server that hangs where it is asked to IDLE, or refuses, is a trouble of its own.
func TestBadIdle(t *testing.T) {
	for _, c := range []struct {
		answer  string
		timeout time.Duration
		kind    mailbox.Kind
	}{{hang, short, mailbox.TimedOut}, {drop, long, mailbox.Unreachable}, {"$ NO not now\r\n", long, mailbox.Nonsense}} {
		f := idling(func(line string) (string, bool) { return c.answer, strings.HasSuffix(line, "IDLE") })
		box := open(t, accountOn(f.serve(t), 1, c.timeout)).(mailbox.Waiter)
		seen := mailbox.Mark{Validity: 7, UID: 3}
		mark, err := box.Wait(t.Context(), seen, newClock().after)
		trouble(t, err, c.kind, "imap idle")
		if mark != seen {
			t.Errorf("mark %v", mark)
		}
	}
}

// Pauses between failures grow, and a failing poll does not stop the watch.
func TestBackOff(t *testing.T) {
	clock := newClock()
	var mutex sync.Mutex
	var pauses []time.Duration
	failed := errors.New("disk full")
	stop := watching(t, &mailbox.Watch{
		Box: nil, Clock: clock.after, Poll: func(context.Context) error { return failed },
		Trouble: func(err error, pause time.Duration) {
			mutex.Lock()
			defer mutex.Unlock()
			pauses = append(pauses, pause)
			if !errors.Is(err, failed) {
				t.Error(err)
			}
		},
	})
	for range 5 {
		clock.step()
	}
	clock.settle()
	if err := stop(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	want := []time.Duration{1, 2, 5, 15, 15, 15}
	if len(pauses) != len(want) {
		t.Fatalf("pauses %v", pauses)
	}
	for i, p := range pauses {
		if p != want[i]*time.Minute {
			t.Errorf("pause %d is %v", i, p)
		}
	}
}
