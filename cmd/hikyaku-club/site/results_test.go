package site

import (
	"slices"
	"testing"
)

// TestRate checks that a list of matches gets the ratings after rated ones, and that another list of the same matches stays as it is.
func TestRate(t *testing.T) {
	list := []Match{{File: "a.kif", Game: "shogi", Rated: true, Players: []Player{{ID: "anna", Place: 1}, {ID: "bert", Place: 2}}}, {File: "b.kif", Game: "rengi", Players: []Player{{ID: "anna", Place: 1}, {ID: "bert", Place: 2}}}}
	other := slices.Clone(list)
	pools := Rate(list)
	if list[0].Players[0].After == nil || list[0].Players[0].After.R <= list[0].Players[1].After.R {
		t.Errorf("the match is rated %+v", list[0].Players)
	}
	if list[1].Players[0].After != nil || len(pools) != 1 {
		t.Errorf("a friendly match is rated %+v, in %d pools", list[1].Players, len(pools))
	}
	if other[0].Players[0].After != nil {
		t.Errorf("the other list is rated too: %+v", other[0].Players)
	}
}
