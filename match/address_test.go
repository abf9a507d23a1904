package match_test

import (
	"slices"
	"testing"

	"hikyaku/kif"
	"hikyaku/match"
)

const moved = "alice@new.example"

// TestNewAddress checks that a party is known by its key at a new address, and still at the former ones.
func TestNewAddress(t *testing.T) {
	tb, m := sit(t, plain)
	old := m.Roster.Parties[0].Address
	after := tb.do(m, 1, kif.NewAddress{Address: moved})
	if after.Turn != m.Turn || after.Roster.Parties[0] != (kif.Seat{Name: "Alice", Address: moved}) || m.Roster.Parties[0].Address != old {
		t.Errorf("turn %d, parties %v, before %v", after.Turn, after.Roster.Parties, m.Roster.Parties)
	}
	for _, address := range []string{moved, old} {
		s := after.Summarise("", address)
		if after.Roster.At(address) != 1 || len(after.Roster.SeatsAt(address)) != 1 || !s.Mine(address) || len(s.Others) != 1 {
			t.Errorf("%s is party %d with seats %v: %+v", address, after.Roster.At(address), after.Roster.SeatsAt(address), s)
		}
	}
	if others := after.Others(after.Roster.Parties[1].Address); !slices.Equal(others, []int{1}) {
		t.Errorf("Bob writes to %v", others)
	}
	back := tb.do(after, 1, kif.NewAddress{Address: old})
	if back.Roster.At(moved) != 1 || back.Roster.Parties[0].Address != old {
		t.Errorf("back again: %+v", back.Roster)
	}
	tb.run(back, "1 add1; 2 add1")
}

// TestNobodyElseMovesASeat checks that a seat can't be moved with the key of a stranger or another player, with an old
// key, or without a key.
func TestNobodyElseMovesASeat(t *testing.T) {
	tb, m := sit(t, plain)
	move := kif.NewAddress{Address: moved}
	for i := 1; i < 3; i++ {
		tb.refuses(m, "signature", 1, move, func(d *draft) { d.signer = tb.masters[i] })
	}
	tb.refuses(m, "expected an address that nobody else in this match has or has had", 1, kif.NewAddress{Address: m.Roster.Parties[1].Address})
	gone := tb.do(m, 2, kif.NewAddress{Address: "bob@new.example"})
	tb.refuses(gone, "expected an address that nobody else in this match has or has had", 1, kif.NewAddress{Address: m.Roster.Parties[1].Address})
	tb.refuses(tb.do(m, 1, kif.Resignation), "may follow the end", 1, move)

	old := tb.masters[0]
	rotated := tb.do(m, 1, kif.Rotate{}, signer(tb.masters[4]), func(e *draft) {
		e.Key = tb.masters[4].PublicKey().String()
		d, err := m.Draft(e.Event)
		tb.must(err)
		e.SignOld = kif.Signature(old.Sign(d.Entry.Bytes()))
	})
	tb.refuses(rotated, "signature", 1, move, func(d *draft) { d.signer = old })
	tb.do(rotated, 1, move)

	tb, m = sit(t, setting{writers: []int{2}})
	tb.refuses(m, "only a player who has a key can change", 2, move)
	tb, m = invited(t, plain)
	tb.refuses(m, "but all players have to accept first", 1, move)
}

// TestNewAddressCrosses checks that a new address on a rejected line is repeated, and that signing it on two lines is a
// conflict.
func TestNewAddressCrosses(t *testing.T) {
	tb, m := sit(t, plain)
	m = tb.run(m, "1 add1")
	stands, away := tb.run(m, "2 add1"), tb.do(m, 1, kif.NewAddress{Address: moved})
	meets(t, stands, away, stands)
	after := tb.remake(stands, away, 1)
	if after.Roster.Parties[0].Address != moved || tb.remake(stands, away, 1).Head != after.Head {
		t.Errorf("behind %s parties %v", steps(after), after.Roster.Parties)
	}
	if list := after.Again(away, 4, everybody); len(list) != 0 {
		t.Errorf("made again twice: %v", list)
	}
	other := tb.do(m, 1, kif.NewAddress{Address: "alice@third.example"})
	if meeting := match.Meet(away, other); meeting.Valid != match.Neither || len(meeting.Forked) != 1 || meeting.Forked[0] != 1 {
		t.Errorf("%+v", meeting)
	}
}
