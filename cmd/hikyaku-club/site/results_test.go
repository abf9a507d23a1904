package site

import (
	"slices"
	"testing"
	"time"
)

// TestRate checks that a list of matches is sorted by end and gets the ratings after rated ones, and that another list of the same matches stays as it is.
func TestRate(t *testing.T) {
	first, then := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	list := []Match{{File: "c.kif", Ended: then}, {File: "a.kif", Ended: first, Game: "shogi", Rated: true, Players: []Player{{ID: "anna", Place: 1}, {ID: "bert", Place: 2}}}, {File: "b.kif", Ended: first, Game: "rengi", Players: []Player{{ID: "anna", Place: 1}, {ID: "bert", Place: 2}}}}
	other := slices.Clone(list)
	pools := Rate(list)
	if list[0].File != "a.kif" || list[1].File != "b.kif" || list[2].File != "c.kif" {
		t.Errorf("the matches are sorted as %s, %s, %s", list[0].File, list[1].File, list[2].File)
	}
	if list[0].Players[0].After == nil || list[0].Players[0].After.R <= list[0].Players[1].After.R {
		t.Errorf("the match is rated %+v", list[0].Players)
	}
	if list[1].Players[0].After != nil || len(pools) != 1 {
		t.Errorf("a friendly match is rated %+v, in %d pools", list[1].Players, len(pools))
	}
	if other[1].Players[0].After != nil {
		t.Errorf("the other list is rated too: %+v", other[1].Players)
	}
}
