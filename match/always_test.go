package match_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// FuzzEveryStepCanBeWritten plays a random match with dates, thinking times, words and names as odd as a record can hold. Behind
// every step that was accepted, every step that the law allows can be written, sent and read back as the same match; nobody is
// kept from a step that is due, and no time leaves the range of a record.
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
		skips := rng.IntN(4) == 0
		if skips {
			s.links = 9
		}
		tb, m := sit(t, s)
		r := &random{Rand: rng, table: tb}
		if skips && len(m.Dice.ChainIDs()) > 0 {
			m = r.skips(m)
		}
		for range 8 {
			r.lines = append(r.lines, m)
			sameMatch(t, m, judged(t, m.Game, string(m.Record.Bytes())))
			r.checkAll(m)
			if m.Outcome != nil {
				return
			}
			by, step, more := r.step(m)
			if more = append(more, r.odd()); r.IntN(4) == 0 && kif.IsAct(step) {
				more = append(more, r.again())
			}
			next, err := tb.try(m, by, step, more...)
			if written(t, m, next, err) {
				m = next
			}
			if r.IntN(2) > 0 {
				m = r.attend(m)
			}
		}
	})
}

// skips takes back so many moves that chains run out of links, and must be renewed before anything is thrown.
func (r *random) skips(m *match.Match) *match.Match {
	r.Helper()
	for range 12 {
		by := m.Mover()
		if by == 0 {
			return m
		}
		if next, err := r.try(m, by, kif.Move("add1")); err == nil {
			m = next
		}
		asked, err := r.try(m, by, kif.UndoOffer{Number: max(1, m.Ply())})
		for _, other := range m.Roster.Players() {
			if err == nil && other != by {
				asked, err = r.try(asked, other, kif.Agree{To: kif.UndoQuestion})
			}
		}
		if err == nil && r.IntN(20) > 0 {
			m = asked
		}
		if r.IntN(20) > 0 {
			m = r.attend(m)
		}
	}
	return m
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

// again makes a step again that has been on another line.
func (r *random) again() with { return again(kif.Hash{byte(1 + r.IntN(3)), 9}) }

// written reports whether a step was accepted. One that was must read back as the same match, also from a letter, and one that
// was not must be refused by the law, not because a record cannot hold it.
func written(t testing.TB, before, after *match.Match, err error) bool {
	t.Helper()
	if err != nil {
		if strings.HasPrefix(err.Error(), "append ") {
			t.Fatalf("%v behind\n%s", err, before.Record.Bytes())
		}
		return false
	}
	public, err := after.Record.Shared()
	if err != nil {
		t.Fatalf("%v, of\n%s", err, after.Record.Bytes())
	}
	read, sent := judged(t, after.Game, string(after.Record.Bytes())), judged(t, after.Game, string(public.Bytes()))
	if !reflect.DeepEqual(read.State, after.State) || read.Last().String() != after.Last().String() || sent.Head != after.Head {
		t.Fatalf("behind the step %s\n%+v\nis read as\n%+v\nand sent as\n%+v, of\n%s", steps(after), after.State, read.State, sent.State, after.Record.Bytes())
	}
	return true
}

// checkAll tries steps of every kind for everybody, and all that are due.
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
	if lapses := m.ClaimWinsAt(); !lapses.IsZero() && !kif.InRange(lapses) {
		r.Fatalf("the claim lapses on %s", lapses)
	}
	for by := 1; by <= len(m.Roster.Parties); by++ {
		for _, a := range r.attempts(m, by) {
			due := a.more == nil && r.due(m, by, a.step)
			if !due && r.IntN(4) > 0 { // all of them would take an input too long
				continue
			}
			next, err := r.try(m, by, a.step, append([]with{r.odd(), a.says()}, a.more...)...)
			if !written(r, m, next, err) && due {
				r.Fatalf("party %d cannot take the step %s: %v behind\n%s", by, a.step, err, m.Record.Bytes())
			}
		}
		if c, err := m.Consent(by); err == nil && m.Outcome == nil {
			next, err := r.try(m, by, c.Step, seat(c.Seat), r.odd())
			waits := m.ReceiptDue && c.Step == agreesToPause // for the umpire, by whose receipt the turn begins
			if !written(r, m, next, err) && !waits {
				r.Fatalf("party %d cannot give the consent %s: %v behind\n%s", by, c.Step, err, m.Record.Bytes())
			}
		}
	}
}

// attempt is a step to try, and what makes it whole.
type attempt struct {
	step kif.Step
	more []with
}

// says gives a step that needs words some, where there are none.
func (a attempt) says() with {
	return func(e *draft) {
		if a.step == kif.Step(kif.Say{}) && e.Comment == "" {
			e.Comment = "…"
		}
	}
}

// attempts lists a step of every kind, as a party or a substitute would make it.
func (r *random) attempts(m *match.Match, by int) (list []attempt) {
	longest := strings.Repeat("a", 64) + "@" + strings.Repeat(strings.Repeat("b", 60)+".", 3) + "cc"
	for _, step := range []kif.Step{
		kif.Move("add1"), kif.Resignation, kif.TimeOut, kif.DrawAgreed, kif.Impasse, kif.Invite{}, kif.Accept{}, kif.Decline{}, kif.OpenLink{}, kif.Receipt{}, kif.DrawOffer{},
		kif.UndoOffer{Number: 1}, kif.UndoOffer{Number: max(1, m.Ply())}, kif.PauseOffer{}, kif.Resume{}, kif.Claim{}, kif.Contest{}, kif.Contest{Until: kif.LastTime}, kif.Say{}, kif.Ruling{Places: "1 2"}, kif.Ruling{Places: kif.NoResult}, kif.MoreTime{Hours: 1},
		kif.Away{First: day(1), Last: day(366), East: -23 * time.Hour}, kif.NewAddress{Address: longest},
		kif.Substitute{Who: kif.Seat{Name: strings.Repeat("名", 100), Address: longest}}, kif.StepOut{}, kif.HandOver{}, kif.Begin{}, kif.Unknown{Text: "dance"},
		kif.Agree{To: kif.UndoQuestion}, kif.Agree{To: kif.PauseQuestion}, kif.Agree{To: kif.RechainQuestion}, kif.Agree{To: kif.ClaimQuestion}, kif.Agree{To: kif.SettleQuestion},
	} {
		list = append(list, attempt{step: step})
	}
	for _, step := range []kif.Step{kif.Say{}, kif.Away{First: day(1), Last: day(2)}, kif.NewAddress{Address: longest}, kif.Resignation} {
		list = append(list, attempt{step, []with{r.again()}})
	}
	for party := range m.Roster.Parties {
		list = append(list, attempt{step: agreesTo(party + 1)})
	}
	own, stranger := r.knows(fair.MasterFrom([32]byte{byte(by), 10})), r.knows(fair.MasterFrom([32]byte{1, 8}))
	newKey := func(e *draft) { e.Key = own.PublicKey().String() }
	vouched := func(e *draft) {
		if d, err := m.Draft(e.Event); err == nil {
			e.SignOld = kif.Signature(r.signs(m, by).Sign(d.Entry.Bytes()))
		}
	}
	under := func(e *draft) { e.signer, e.Key, e.Mail = stranger, stranger.PublicKey().String(), kif.Hash{} }
	list = append(list, attempt{kif.Rotate{}, []with{newKey, signer(own), vouched}}, attempt{kif.StepOut{}, []with{under}})
	for _, step := range []attempt{{kif.Rechain{}, []with{newKey, signer(own)}}, {kif.StepIn{}, []with{under}}} {
		if m.Dice.Commits(by) {
			step.more = append(step.more, chain(r.newChain(by)))
		}
		list = append(list, step)
	}
	_, settles, more := r.settle(m, by)
	return append(list, attempt{settles, more})
}

// due reports whether nothing may keep a party of m from a step: a player who is in from resigning, who is to move from moving, anybody from
// words, and a program from what it does automatically.
func (r *random) due(m *match.Match, by int, step kif.Step) bool {
	if m.Outcome != nil || m.Settlement != nil && !m.Settlement.Complete {
		return false
	}
	tossed := m.Due() != 0 && !m.Cut(m.LastEntry()+1).Roster.TossDue()
	switch step {
	case kif.Say{}:
		return true
	case kif.Resignation:
		return tossed && slices.Contains(m.Roster.Players(), by) && !m.Roster.IsOut(by)
	case kif.Move("add1"):
		return tossed && m.Turn == by && m.Mover() == by && !m.Opens(by)
	case kif.HandOver{}:
		return m.HandsOver(by)
	case kif.OpenLink{}:
		return m.Turn == by && m.Opens(by) && by != m.Roster.Umpire()
	case kif.Receipt{}:
		return m.ReceiptDue && by == m.Roster.Umpire() && r.readsForAnother(m) == 0 // it goes with the dice of a letter writer
	}
	return false
}
