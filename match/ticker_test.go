package match_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
)

// ticker is a second, plain clock, which counts minute by minute.
type ticker struct {
	from time.Time
	runs [4][]bool // by party and minute
	left [4]map[string]time.Duration
}

// stop stops the clock of a party.
func (k *ticker) stop(party int, from, to time.Time) {
	for t := from; t.Before(to); t = t.Add(minute) {
		if i := int(t.Sub(k.from) / minute); i >= 0 && i < len(k.runs[party]) {
			k.runs[party][i] = false
		}
	}
}

// use counts a part of a turn.
func (k *ticker) use(party int, view string, from, to time.Time) {
	for t := from; t.Before(to); t = t.Add(minute) {
		if k.runs[party][int(t.Sub(k.from)/minute)] {
			k.left[party][view] -= minute
		}
	}
}

// over returns when the time of a party is over that begins to run at from.
func (k *ticker) over(party int, view string, from time.Time) time.Time {
	left := k.left[party][view]
	if left <= 0 {
		return from.Add(left)
	}
	for t := from; ; t = t.Add(minute) {
		if left == 0 {
			return t
		}
		if k.runs[party][int(t.Sub(k.from)/minute)] {
			left -= minute
		}
	}
}

// hours returns a random length of time in whole minutes.
func hours(rng *rand.Rand, most int) time.Duration { return time.Duration(rng.IntN(most*60)) * minute }

// TestPlainClock compares random matches with rest days, absences and pauses with a clock that counts minutes.
func TestPlainClock(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 7))
		s := setting{options: "dice=none", umpire: seed%3 == 0}
		limit, added := days(float64(1+rng.IntN(3))), time.Duration(0)
		s.time = fmt.Sprintf("%dh way=6h", int(limit.Hours()))
		bank := seed%2 == 0
		if bank {
			added = 5 * time.Hour
			s.time = fmt.Sprintf("%dh+5h way=6h", int(limit.Hours()))
		}
		east := rng.IntN(24) - 11
		s.time += fmt.Sprintf(" rest=%s,2026-11-%d..2026-11-%d%+03d:00", []string{"sat,sun", "mon", "tue,wed,fri", "2026-12-02"}[rng.IntN(4)], 20+rng.IntN(4), 24+rng.IntN(4), east)
		tb, m := sit(t, s)
		k := newTicker(m, limit)
		for range 5 {
			m = k.turn(tb, m, rng, bank, limit, added)
		}
		if t.Failed() {
			t.Fatalf("seed %d, %s: %s", seed, s.time, steps(m))
		}
	}
}

// newTicker returns the clock of m before its first turn.
func newTicker(m *match.Match, limit time.Duration) *ticker {
	k := &ticker{from: epoch.Add(-days(1))}
	rest := m.Clock.Control.Rest
	var runs []bool
	for i := range 100 * 24 * 60 {
		at := k.from.Add(time.Duration(i)*minute + rest.East)
		rests := rest.Weekdays[at.Weekday()]
		for _, dates := range rest.Dates {
			rests = rests || !at.Before(dates.First) && at.Before(dates.Last.Add(days(1)))
		}
		runs = append(runs, !rests)
	}
	for party := range k.runs {
		k.left[party] = map[string]time.Duration{"own": limit, "granted": limit}
		k.runs[party] = slices.Clone(runs)
	}
	return k
}

// turn plays a turn, with what may happen in it, and compares the clocks all the while.
func (k *ticker) turn(tb *table, m *match.Match, rng *rand.Rand, bank bool, limit, added time.Duration) *match.Match {
	umpired, mover := m.Roster.Umpire() != 0, m.Turn
	others := []int{3 - mover, 3 - mover}
	if umpired {
		others = []int{5 - mover, 1}
	}
	begun := lastDate(m)
	part := func(m *match.Match, end time.Time, got time.Duration) {
		k.use(mover, "own", begun.Add(got), end)
		k.use(mover, "granted", begun.Add(got), end)
	}
	compare := func(m *match.Match) {
		tb.Helper()
		own, granted := k.over(mover, "own", begun), k.over(mover, "granted", begun)
		if !umpired {
			granted = k.over(mover, "granted", begun.Add(6*time.Hour))
		}
		for viewer, want := range map[int]time.Time{mover: own, others[0]: granted, others[1]: granted} {
			if end, limited := m.Clock.Deadline(viewer); !limited || !end.Equal(want) {
				tb.Errorf("party %d has until %s in the eyes of %d, want %s", mover, end, viewer, want)
			}
		}
	}
	on := func(at time.Time) with { return func(e *draft) { e.At = at } }
	received := func(at time.Time) with { return func(e *draft) { e.Got = at } }
	compare(m)
	now := begun.Add(hours(rng, 20))
	if rng.IntN(2) == 0 {
		first := now.Truncate(days(1)).Add(days(float64(rng.IntN(4) - 1)))
		away := kif.Away{First: first, Last: first.Add(days(float64(rng.IntN(2))))}
		m = tb.do(m, mover, away, on(now))
		k.stop(mover, latest(now, first), away.End())
		compare(m)
	}
	got := hours(rng, 5)
	if umpired {
		got = 0
	}
	if rng.IntN(2) == 0 {
		asks, agrees := mover, others[0]
		if rng.IntN(2) == 0 {
			asks, agrees = agrees, asks
		}
		now = latest(now, begun.Add(got)).Add(hours(rng, 20))
		m = tb.do(m, asks, kif.PauseOffer{}, on(now.Add(-minute)), received(begun.Add(got)))
		m = tb.do(m, agrees, kif.Agree{To: kif.PauseQuestion}, on(now), received(begun.Add(got)))
		if umpired {
			now = now.Add(hours(rng, 3))
			m = tb.do(m, 1, kif.Receipt{}, received(now), on(now))
		}
		part(m, now, got)
		if _, limited := m.Clock.Deadline(mover); limited {
			tb.Error("a clock runs in a pause")
		}
		now = now.Add(hours(rng, 100))
		m = tb.do(m, others[0], kif.Resume{}, on(now))
		if umpired {
			now = now.Add(hours(rng, 3))
			m = tb.do(m, 1, kif.Receipt{}, received(now), on(now))
		}
		begun = now
		compare(m)
	}
	now = latest(now, begun.Add(got)).Add(hours(rng, 30))
	m = tb.do(m, mover, kif.Move("add1"), on(now), received(begun.Add(got)))
	if umpired {
		m = tb.do(m, 1, kif.Receipt{}, received(now), on(now))
	}
	part(m, now, got)
	for _, view := range []string{"own", "granted"} {
		if k.left[mover][view] += added; !bank {
			k.left[mover][view] = limit
		}
	}
	return m
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
