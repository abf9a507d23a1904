package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"hikyaku/engine"
)

// longest is a position of Goryujin with many legal moves: five dragons are open.
const longest = "P2@F2 pass P2@P2 pass P2@Z2 pass P2@AJ2 pass P2@AT2 pass"

// BenchmarkBoard measures the page of a match with its legal moves, and the picture with a chosen move.
func BenchmarkBoard(b *testing.B) {
	s := serve(b, "goryujin")
	for _, move := range strings.Fields(longest) {
		if status, page := s.post(b, "goryujin.kif", "move", url.Values{"move": {move}}); status != http.StatusSeeOther {
			b.Fatalf("%s: %s", move, page)
		}
	}
	var moves []engine.Move
	for m := range s.open(b, "goryujin.kif").Last().Moves() {
		moves = append(moves, m)
	}
	path := s.path("goryujin.kif")
	b.Run("page", func(b *testing.B) {
		b.ReportMetric(float64(len(moves)), "moves")
		for b.Loop() {
			s.ask("GET", path, nil, nil)
		}
	})
	b.Run("picture", func(b *testing.B) {
		for b.Loop() {
			s.ask("GET", path+"/picture.svg?move="+url.QueryEscape(string(moves[len(moves)/2])), nil, nil)
		}
	})
}
