package match_test

import (
	"reflect"
	"testing"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
)

// TestClocksOfPictures checks what pictures show: a date for the player to move, the time left of everybody, and
// nothing after the end.
func TestClocksOfPictures(t *testing.T) {
	shows := func(m *match.Match, viewer int, lang string, want ...[]string) {
		t.Helper()
		if got := m.State.Clocks(viewer, lang); !reflect.DeepEqual(got, want) {
			t.Errorf("the clocks show %q, want %q", got, want)
		}
	}
	stands := []string{"3 d per move"}
	tb, m := sit(t, slow)
	shows(m, 1, "en", []string{"due 23 Nov 12:01 UTC", "3 d per move"}, stands)
	shows(m, 2, "ja", []string{"11月24日00:01 UTCまで", "1手3日"}, []string{"1手3日"})
	late := tb.do(m, 1, kif.Move("add1"), at(days(1)), came(days(2)))
	shows(late, 2, "en", stands, stands) // its date is disputed
	shows(paused(tb, m), 1, "en", stands, stands)
	shows(late.AtPly(0), 1, "en", stands, stands) // the turn is over
	shows(tb.do(m, 1, kif.Resignation), 1, "en")

	tb, m = sit(t, setting{options: "dice=none", time: "30d+1d way=0h"})
	m = tb.do(m, 1, kif.Move("add1"), at(days(2)+90*time.Minute))
	shows(m, 1, "en", []string{"28 d 23 h left"}, []string{"due 22 Dec 13:30 UTC", "30 d left"})
	shows(m, 1, "ja", []string{"残り28日23時間"}, []string{"12月22日13:30 UTCまで", "残り30日"})

	_, m = invited(t, slow)
	shows(m, 1, "en")
	_, m = sit(t, plain)
	shows(m, 1, "en")
}
