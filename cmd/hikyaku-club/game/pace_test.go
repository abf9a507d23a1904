package game

import (
	"errors"
	"sync"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
)

// TestPace sends messages as fast as allowed for three hours from two processes, one of which is restarted each time, and checks that
// no hour has more than the limit of both, nor much fewer.
func TestPace(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		b, now := open(db.Options{}), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		process := func() *Club { return &Club{Base: b, PerHour: 100, Now: func() time.Time { return now }} }
		take := func(c *Club, n int) time.Duration {
			t.Helper()
			wait, err := c.place(t.Context(), n)
			dbtest.Must(t, err)
			return wait
		}
		var sent []time.Time
		first := process()
		for end := now.Add(3 * time.Hour); now.Before(end); {
			if wait := take(first, 2); wait == 0 {
				sent = append(sent, now, now)
			}
			wait := take(process(), 1)
			if wait == 0 {
				sent = append(sent, now)
			}
			now = now.Add(wait)
		}
		for i, at := range sent {
			n := 0
			for _, other := range sent[i:] {
				if other.Before(at.Add(time.Hour)) {
					n++
				}
			}
			if n > 101 || at.Before(sent[0].Add(2*time.Hour)) && n < 80 {
				t.Fatalf("%d messages go in the hour from %s", n, at)
			}
		}
		for range 2 { // the clock is a year ahead for a moment, and then right again
			now = now.Add(365 * 24 * time.Hour)
			take(first, 2)
			now = now.Add(-365 * 24 * time.Hour)
			if wait := take(first, 2); wait > time.Minute {
				t.Errorf("after a wrong clock messages wait for %v", wait)
			}
		}
		now = now.Add(2 * time.Hour)
		for _, n := range []int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, together} { // a tenth at once, and the most that may be taken after it
			if wait := take(first, n); wait != 0 {
				t.Errorf("after two hours %d messages wait for %v", n, wait)
			}
		}
		if take(first, 1) == 0 {
			t.Error("a place that was taken is given again")
		}
		free := process()
		free.PerHour = 0
		if take(free, 2) != 0 {
			t.Error("without a limit, messages wait")
		}
	})
}

// TestShared brings work while other work is being done, and checks that it is done together and once, and that no caller takes it
// for done when it breaks off.
func TestShared(t *testing.T) {
	var s shared[int]
	var calls [][]int
	begun, ends := make(chan bool), make(chan bool)
	work := func(all []int) error {
		if calls = append(calls, all); len(calls) > 1 {
			panic("in the middle")
		}
		begun <- true
		<-ends
		return nil
	}
	errs := make([]error, 5)
	var group sync.WaitGroup
	bring := func(i int) {
		group.Go(func() {
			defer func() {
				if recover() != nil {
					errs[i] = errBroken
				}
			}()
			errs[i] = s.do([]int{i, i}, work)
		})
	}
	bring(0)
	<-begun
	for i := 1; i < len(errs); i++ {
		bring(i)
	}
	for brought := 0; brought < 2*(len(errs)-1); time.Sleep(time.Millisecond) {
		s.lock.Lock()
		if s.next != nil {
			brought = len(s.next.all)
		}
		s.lock.Unlock()
	}
	ends <- true
	group.Wait()
	if len(calls) != 2 || len(calls[1]) != 8 || errs[0] != nil {
		t.Errorf("the calls are %v, and the first ends with %v", calls, errs[0])
	}
	for _, err := range errs[1:] {
		if !errors.Is(err, errBroken) {
			t.Errorf("a call that panics ends with %v", err)
		}
	}
	if err := s.do([]int{1}, func([]int) error { return nil }); err != nil {
		t.Errorf("the next call ends with %v", err)
	}
}
