package match

import (
	"testing"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// TestRoomOfRecord checks that the fuller a record, the fewer kinds of steps it takes, but that a match can always be
// ended. A local match has no limit of its own.
func TestRoomOfRecord(t *testing.T) {
	const most = MaxEvents
	for _, c := range []struct {
		step  kif.Step
		taken int // with up to so many events before it
	}{
		{kif.Move("e2"), fullEvents - 1}, {kif.Say{}, fullEvents - 1}, {kif.UndoOffer{Number: 1}, fullEvents - 1}, {kif.Agree{To: kif.UndoQuestion}, fullEvents - 1},
		{kif.DrawOffer{}, lastEvents - 1}, {kif.Claim{}, lastEvents - 1}, {kif.Contest{}, lastEvents - 1}, {kif.Settle{}, lastEvents - 1},
		{kif.Throw("[4]"), lastEvents - 1}, {kif.OpenLink{}, lastEvents - 1}, {kif.Receipt{}, lastEvents - 1},
		{kif.Agree{To: kif.DrawQuestion}, lastEvents - 1}, {kif.Agree{To: kif.ClaimQuestion}, lastEvents - 1}, {kif.Agree{To: kif.SettleQuestion}, lastEvents - 1},
		{kif.Resignation, most - 1}, {kif.TimeOut, most - 1}, {kif.DrawAgreed, most - 1},
	} {
		for n, want := range map[int]bool{0: true, c.taken: true, c.taken + 1: false, most: false} {
			m := &Match{states: make([]State, n+1)}
			m.Roster = &Roster{Invited: true}
			if err := m.checkRoom(kif.Event{Step: c.step}); (err == nil) != want {
				t.Errorf("%s as event %d: %v", c.step, n, err)
			}
			m.Roster = &Roster{}
			if err := m.checkRoom(kif.Event{Step: c.step}); err != nil {
				t.Errorf("%s as event %d on one machine: %v", c.step, n, err)
			}
		}
	}
	over := &Match{states: make([]State, lastEvents+1)}
	over.Roster, over.Outcome = &Roster{Invited: true}, &Outcome{}
	if err := over.checkRoom(kif.Event{Step: kif.Say{}}); err != nil {
		t.Errorf("after the end: %v", err)
	}
}

// TestRoomText checks the warnings from WarnEvents on, and the text once a match can only be ended.
func TestRoomText(t *testing.T) {
	for n, want := range map[int]string{
		0: "", WarnEvents - 1: "", WarnEvents: room("room.low", WarnEvents), fullEvents - 1: room("room.low", fullEvents-1), fullEvents: room("room.full", fullEvents),
	} {
		m := &Match{states: make([]State, n+1)}
		m.Roster = &Roster{Invited: true}
		if got := m.RoomText().En; got != want {
			t.Errorf("%d events: %q, want %q", n, got, want)
		}
		m.Roster = &Roster{}
		if got := m.RoomText().En; got != "" {
			t.Errorf("%d events on one machine: %q", n, got)
		}
	}
}

func room(key string, n int) string { return i18n.In("en", key, "n", n, "full", fullEvents) }
