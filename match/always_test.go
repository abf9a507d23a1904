package match_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
)

// FuzzEveryStepCanBeWritten plays a random match with dates, thinking times, words and names as odd as a record can hold. Behind
// every step that was accepted, every step that the law allows can be written and reads back as the same match; who is to move
// can move, every player can resign, and no time leaves the range of a record.
func FuzzEveryStepCanBeWritten(f *testing.F) {
	for n := range settings {
		f.Add(uint8(n), uint64(n))
	}
	f.Fuzz(func(t *testing.T, kind uint8, seed uint64) {
		s := settings[int(kind)%len(settings)]
		s.version = match.Version
		rng := rand.New(rand.NewPCG(seed, 11))
		if s.time != "" && rng.IntN(2) > 0 {
			s.time = []string{"1m way=0m", "366d way=7d", "3660d+366d", "1h rest=mon,tue,wed,thu,fri,sat-23:59", "3d rest=2026-11-01..2027-10-31+14:00"}[rng.IntN(5)]
		}
		tb, m := sit(t, s)
		r := &random{Rand: rng, table: tb}
		for range 12 {
			r.lines = append(r.lines, m)
			r.checkAll(m)
			if m.Outcome != nil {
				return
			}
			by, step, more := r.step(m)
			next, err := tb.try(m, by, step, append(more, r.odd())...)
			if written(t, m, next, err) {
				m = next
			}
		}
	})
}

// odd returns what makes a step as odd as may be.
func (r *random) odd() with {
	times := []time.Time{kif.FirstTime, kif.LastTime, epoch, {}, epoch.AddDate(-56, 0, 0), epoch.AddDate(300, 0, 0), epoch.Add(days(float64(r.IntN(40)))), epoch.Add(days(float64(r.IntN(40))))}
	zone := time.FixedZone("", 60*(r.IntN(2*24*60-1)-24*60+1))
	spent := []time.Duration{-1, 0, time.Hour, kif.MaxSpent - time.Second, kif.MaxSpent, math.MaxInt64, math.MinInt64}
	at, arrived, came := times[r.IntN(len(times))], times[r.IntN(len(times))], times[r.IntN(len(times))]
	if at.IsZero() {
		at = epoch
	}
	said := []string{"", "", "x", strings.Repeat("言", kif.MaxSaid/3)}[r.IntN(4)]
	took := spent[r.IntN(len(spent))]
	return func(e *draft) {
		e.At, e.Got, e.Came = at.In(zone), arrived, came
		if e.Comment == "" {
			e.Comment = said
		}
		if !kif.IsAct(e.Step) {
			e.Spent = took
		}
	}
}

// written reports whether a step was accepted. One that was must read back as the same match, and one that was not must be
// refused by the law, not because a record cannot hold it.
func written(t testing.TB, before, after *match.Match, err error) bool {
	t.Helper()
	if err != nil {
		rejected, refused := new(engine.Rejection), new(kif.Error)
		if !errors.As(err, &rejected) && !errors.As(err, &refused) && strings.Contains(err.Error(), "append") {
			t.Fatalf("%v behind\n%s", err, before.Record.Bytes())
		}
		return false
	}
	sameMatch(t, after, judged(t, after.Game, string(after.Record.Bytes())))
	return true
}

// checkAll tries every kind of step for everybody.
func (r *random) checkAll(m *match.Match) {
	r.Helper()
	for viewer := range len(m.Roster.Parties) + 1 {
		if end, limited := m.Clock.Deadline(viewer); limited && !kif.InRange(end) {
			r.Fatalf("the deadline is %s", end)
		}
		if viewer > 0 && m.Clock.Left(viewer) < 0 {
			r.Fatalf("%s are left", m.Clock.Left(viewer))
		}
	}
	if lapses := match.Lapses(m); !lapses.IsZero() && !kif.InRange(lapses) {
		r.Fatalf("the claim lapses on %s", lapses)
	}
	steps := []kif.Step{
		kif.Move("add1"), kif.Resignation, kif.TimeOut, kif.DrawAgreed, kif.DrawOffer{}, kif.UndoOffer{Number: 1}, kif.PauseOffer{}, kif.Resume{}, kif.Claim{},
		kif.Contest{}, kif.Contest{Until: kif.LastTime}, kif.Away{First: day(1), Last: day(366), East: -23 * time.Hour}, kif.NewAddress{Address: strings.Repeat("a", 400) + "@example.org"},
		kif.Substitute{Who: kif.Seat{Name: strings.Repeat("名", 100), Address: "z@example.org"}}, kif.StepOut{}, kif.OpenLink{}, kif.Receipt{}, kif.Unknown{Text: "dance"}, kif.Say{},
	}
	for by := range len(m.Roster.Parties) {
		for _, step := range steps {
			next, err := r.try(m, by+1, step, r.odd(), func(e *draft) {
				if step == kif.Step(kif.Say{}) && e.Comment == "" {
					e.Comment = "…"
				}
			})
			if !written(r, m, next, err) && r.due(m, by+1, step) {
				r.Fatalf("party %d cannot take the step %s: %v behind\n%s", by+1, step, err, m.Record.Bytes())
			}
		}
	}
}

// due reports whether nothing may keep a party of m from a step: a player from resigning, and who is to move from moving.
func (r *random) due(m *match.Match, by int, step kif.Step) bool {
	if m.Outcome != nil || m.Due() == 0 || m.Cut(m.LastEntry()+1).Roster.TossDue() || m.Settlement != nil && !m.Settlement.Complete || !slices.Contains(m.Roster.Players(), by) {
		return false
	}
	switch step {
	case kif.Resignation:
		return true
	case kif.Move("add1"):
		return m.Turn == by && m.Roster.PartyOf(m.Due()) == by && !match.Opens(m, by)
	}
	return false
}
