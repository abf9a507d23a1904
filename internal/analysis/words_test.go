package analysis_test

import (
	"fmt"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/quoridor"
	"hikyaku/internal/analysis"
	"hikyaku/internal/i18n"
)

// TestRemark wants a mistake to be told in words: the better move, what follows it, and the chance of winning as the graph
// shows it.
func TestRemark(t *testing.T) {
	from, err := quoridor.Game.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	ply := analysis.Ply{Number: 1, Seat: 1, From: from, Move: "d1", Best: []engine.Move{"e2", "e8"}, Before: []float64{0.6, 0.4}, After: []float64{0.4, 0.6}, Mark: analysis.Mistake}
	short, given := ply, ply
	short.Best = ply.Best[:1]
	given.Before, given.After = []float64{0.99, 0.01}, []float64{0.97, 0.03}
	even, odds := analysis.Report{Start: []float64{0.5, 0.5}}, analysis.Report{Start: []float64{0.99, 0.01}}
	first := i18n.Text{En: "Player 1", Ja: "先手"}
	for _, tt := range []struct {
		report   analysis.Report
		ply      analysis.Ply
		who      i18n.Text
		lang, is string
	}{
		{even, ply, first, "en", "Better: e2, and then e8. With d1?, Player 1's chance of winning fell from 60% to 40%."},
		{even, short, first, "en", "Better: e2. With d1?, Player 1's chance of winning fell from 60% to 40%."},
		{odds, given, first, "en", "Better: e2, and then e8. With d1?, Player 1's chance of winning fell from 50% to 25%."},
		{even, ply, i18n.Text{}, "en", "Better: e2, and then e8. With d1?, your chance of winning fell from 60% to 40%."},
		{even, ply, first, "ja", "最善手：e2（続き：e8）。d1?で、先手の勝率が60％から40％に下がりました。"},
	} {
		if got := tt.report.Remark(tt.ply, tt.who).In(tt.lang); got != tt.is {
			t.Errorf("got  %s\nwant %s", got, tt.is)
		}
	}
}

// TestStory wants the phases of a game in words, and what decided it.
func TestStory(t *testing.T) {
	p, err := quoridor.Game.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	var plies []analysis.Ply
	add := func(move, best engine.Move, mark analysis.Mark, before, after float64) {
		n := len(plies) + 1
		plies = append(plies, analysis.Ply{Number: n, Seat: 2 - n%2, Move: move, From: p, Best: []engine.Move{best, "e9"}, Mark: mark, Loss: 0.3, Before: []float64{before, 1 - before}, After: []float64{after, 1 - after}})
		if p, err = p.Apply(move); err != nil {
			t.Fatal(err)
		}
	}
	add("e2", "e2", analysis.Fine, 0.5, 0.5)
	add("e8", "d9", analysis.Mistake, 0.5, 0.8)
	add("e3", "d2", analysis.Blunder, 0.8, 0.2)
	who := func(seat int) i18n.Text { return i18n.Same(fmt.Sprintf("Player %d", seat)) }
	even := []float64{0.5, 0.5}
	const story = "From move 1: about even\nFrom move 2: Player 1 stood better, with a chance of 80% after move 2\n" +
		"From move 3: Player 2 stood better, with a chance of 80% after move 3\nTurning point: move 3, e3?? by Player 1"
	if said := i18n.Lines(analysis.Report{Start: even, Plies: plies}.Story(who)...).En; said != story {
		t.Errorf("%s\nwant\n%s", said, story)
	}
	const lost = "No single move was clearly wrong, but Player 2's chance of winning slowly fell from 50% to 10%."
	if said, ply := (analysis.Report{Start: even, End: []float64{0.9, 0.1}, Plies: plies[:1]}).Decided(who); said.En != lost || ply != 0 {
		t.Errorf("%q, want %s", said.En, lost)
	}
}
