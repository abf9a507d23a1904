package match_test

import (
	"strings"
	"testing"

	"hikyaku/kif"
	"hikyaku/match"
)

// speaks returns m, an invitation alone, as the program of the inviter makes it that plays a version of the protocol.
func (tb *table) speaks(m *match.Match, version int) *match.Match {
	tb.Helper()
	e := m.Record.Events[0]
	e.Version = version
	m, err := match.Invite(m.Record.Cut(0), m.Game, e, func(entry []byte) kif.Signature { return kif.Signature(tb.masters[0].Sign(entry)) })
	tb.must(err)
	return m
}

func version(n int) with { return func(d *draft) { d.Version = n } }

// TestVersions checks that a match uses the lowest version that all who join can play.
func TestVersions(t *testing.T) {
	for _, tt := range []struct {
		invites int
		accepts []int
		plays   int // 0 for a version that is not played here
	}{
		{0, []int{0}, 1}, {1, []int{1}, 1}, {2, []int{0}, 1}, {0, []int{2}, 1}, {2, []int{1}, 1}, {1, []int{3}, 1}, {2, []int{2}, 0}, {3, []int{2}, 0},
		{2, []int{0, 2}, 1}, {2, []int{2, 1}, 1}, {3, []int{2, 1}, 1}, {2, []int{2, 3}, 0}, {1, []int{3, 4}, 1},
	} {
		s := plain
		if len(tt.accepts) > 1 {
			s = three
		}
		tb, m := invited(t, s)
		m = tb.speaks(m, tt.invites)
		var err error
		for i, n := range tt.accepts {
			if m, err = tb.try(m, i+2, kif.Accept{}, version(n)); err != nil {
				break
			}
		}
		switch {
		case tt.plays == 0 && (err == nil || !strings.Contains(err.Error(), "a newer hikyaku, and the match uses version")):
			t.Errorf("%+v: error %v", tt, err)
		case tt.plays != 0 && (err != nil || m.Roster.Version != tt.plays):
			t.Errorf("%+v: version %+v, error %v", tt, m, err)
		}
	}
}

// TestVersionIsSigned checks that nobody in between can lower the version, and that only events of joining have one.
func TestVersionIsSigned(t *testing.T) {
	tb, m := invited(t, plain)
	m = tb.do(tb.speaks(m, 2), 2, kif.Accept{})
	r, err := kif.Read([]byte(strings.Replace(string(m.Record.Bytes()), "#: version 2\n", "", 1)))
	tb.must(err)
	if _, err := match.New(r, m.Game); err == nil || !strings.Contains(err.Error(), "signature") {
		t.Errorf("without its version the invitation gives %v", err)
	}
	tb.refuses(m, "but a version may only follow an invitation or an acceptance", 1, kif.Move("add1"), version(1))
	tb.refuses(m, "but a version may only follow an invitation or an acceptance", 2, kif.Unknown{Text: "dance"}, version(2))
}

// TestUnknownActs checks that an act of a newer program is valid and changes nothing.
func TestUnknownActs(t *testing.T) {
	dance := kif.Unknown{Text: "dance 3"}
	tb, m := sit(t, plain)
	m = tb.do(m, 2, kif.DrawOffer{})
	after := tb.do(m, 1, dance)
	if after.Turn != m.Turn || after.Offer != m.Offer || after.Head == m.Head || after.Entries[len(after.Entries)-1].Party != 1 {
		t.Errorf("before %+v\nbehind %+v", m.State, after.State)
	}
	tb.do(tb.do(after, 2, dance), 1, kif.DrawAgreed)
	stranger := func(d *draft) { d.signer = tb.masters[1] }
	tb.refuses(m, "signature", 1, dance, stranger)
	tb.refuses(m, "signature", 2, dance, func(d *draft) { d.signer = tb.masters[2] })
	tb.refuses(m, "there must be no key here", 1, dance, func(d *draft) { d.Key = tb.masters[3].PublicKey().String() })
	tb.refuses(m, "but an action can have at most", 1, kif.Unknown{Text: strings.Repeat("x", kif.MaxSaid+1)})
	tb.refuses(tb.do(m, 1, kif.Resignation), "may follow the end", 1, dance)
	tb.refuses(m, "a line \"#: party N\"", 3, dance)
	for range 29 { // and the offer
		m = tb.do(m, 1, dance)
	}
	m = tb.do(m, 1, dance)
	tb.refuses(m, "expected a move: this player has made", 1, dance)

	tb, m = invited(t, plain)
	tb.refuses(m, "but all players have to accept first", 1, dance)
}

// TestUnknownActIsNoOtherStep checks that the signature of an ending is not valid for an act with the same word in its
// entry.
func TestUnknownActIsNoOtherStep(t *testing.T) {
	tb, m := sit(t, plain)
	over := tb.do(m, 1, kif.Resignation)
	e := over.Record.Events[len(over.Record.Events)-1]
	e.Step, e.Number, e.Party, e.Closing = kif.Unknown{Text: "resign"}, 0, 1, ""
	if _, err := m.Append(e); err == nil || !strings.Contains(err.Error(), "no other meaning") {
		t.Errorf("a resignation as an act gives %v", err)
	}
	tb.refuses(m, "expected a word that has no other meaning in signed text", 1, kif.Unknown{Text: "new"})
	tb.refuses(m, "expected a word that has no other meaning in signed text", 1, kif.Begin{})
}
