package courier

import (
	"testing"

	"hikyaku/kif"
	"hikyaku/match"
)

// TestChanges: words, receipts and added time change nothing that a reply is about; a pause that a player proposes does.
func TestChanges(t *testing.T) {
	for _, c := range []struct {
		step kif.Step
		want int
	}{{kif.Say{}, 0}, {kif.Receipt{}, 0}, {kif.MoreTime{Hours: 1}, 0}, {kif.PauseOffer{}, 1}, {kif.Resume{}, 1}, {kif.Move("e2"), 1}} {
		before := kif.Entry{Party: 2, Event: kif.Event{Step: kif.Move("e8")}}
		m := &match.Match{State: match.State{Roster: &match.Roster{}}, Entries: []kif.Entry{before, {Party: 1, Event: kif.Event{Step: c.step}}}}
		if got := changes(m, 1); got != c.want {
			t.Errorf("%s counts as %d changes, want %d", c.step, got, c.want)
		}
	}
}
