package match_test

import (
	"strings"
	"testing"

	"hikyaku/kif"
	"hikyaku/match"
)

// TestBadSignatureInLongRecord checks that the first bad signature of a long record is named, as if its entries were
// judged one by one.
func TestBadSignatureInLongRecord(t *testing.T) {
	tb, m := sit(t, setting{options: "dice=none target=1000"})
	before, next := m, tb.masters[4]
	m = tb.do(m, 2, kif.Rotate{}, signer(next), func(e *draft) {
		e.Key = next.PublicKey().String()
		d, err := before.Draft(e.Event)
		tb.must(err)
		e.SignOld = kif.Signature(tb.masters[1].Sign(d.Entry.Bytes()))
	})
	tb.masters[1] = next
	m = tb.run(m, strings.Repeat("1 add1; 2 add1; ", 200)+"2 away 2026-12-01")
	last := len(m.Record.Events) - 1
	rotation := m.LastOf(func(s kif.Step) bool { return s == kif.Step(kif.Rotate{}) })
	sign, signOld, illegal := func(e *kif.Event) { e.Sign[7] ^= 4 }, func(e *kif.Event) { e.SignOld[7] ^= 4 }, func(e *kif.Event) { e.Step = kif.Move("add9") }
	type change struct {
		at     int
		change func(*kif.Event)
	}
	for name, changes := range map[string][]change{
		"the invitation":                   {{0, sign}},
		"an early one":                     {{4, sign}},
		"one in the middle":                {{last / 2, sign}},
		"the last":                         {{last, sign}},
		"that of a replaced key":           {{rotation, signOld}},
		"both of a replaced key":           {{rotation, signOld}, {rotation, sign}},
		"two":                              {{last / 2, sign}, {last/2 + 1, sign}},
		"many":                             {{9, sign}, {10, sign}, {11, sign}, {12, sign}, {100, sign}, {last, sign}},
		"before a move that is not legal":  {{last / 2, sign}, {last - 1, illegal}},
		"behind a move that is not legal":  {{last / 2, illegal}, {last - 1, sign}},
		"of a move that is not legal":      {{last / 2, sign}, {last / 2, illegal}},
		"right before an illegal last one": {{last - 2, sign}, {last - 1, illegal}},
	} {
		r, err := m.Record.With(func(i int, e kif.Event) kif.Event {
			for _, c := range changes {
				if c.at == i {
					c.change(&e)
				}
			}
			return e
		})
		if err != nil {
			t.Fatal(err)
		}
		i := changes[0].at
		want := badSignature
		if i > 0 { // a match is judged from its invitation on
			_, err = m.Cut(i).Append(r.Events[i])
			want = err.Error()
		}
		if _, err := match.New(r, m.Game); err == nil || i > 0 && !strings.HasSuffix(err.Error(), want) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
}
