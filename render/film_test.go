package render

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
)

// longest are options with which games are long enough.
var longest = map[string]engine.Options{"slashchain": {"tiles": "3"}}

// film returns the scenes of a random game of g of at most plies plies, with the throws and steps in between.
func film(tb testing.TB, g *engine.Game, set engine.Options, plies int) (scenes []engine.Scene, quick []bool) {
	tb.Helper()
	options, err := g.Resolve(set)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := g.Start(options)
	if err != nil {
		tb.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 3))
	scenes, quick = []engine.Scene{p.Scene()}, []bool{false}
	for n := 0; n < plies && p.Next().Result == nil; {
		m, throw := move(p, random)
		q, err := p.Apply(m)
		if err != nil {
			tb.Fatal(err)
		}
		if !throw {
			n++
		}
		next := []engine.Scene{q.Scene()}
		if s, ok := p.(engine.Stepper); ok && len(s.Steps(m)) > 0 {
			next = s.Steps(m)
		}
		for i, s := range next {
			scenes, quick = append(scenes, s), append(quick, throw || i < len(next)-1)
		}
		p = q
	}
	return scenes, quick
}

// move returns a random move, preferably one that does not end the game, or a random throw if one is due.
func move(p engine.Position, random *rand.Rand) (m engine.Move, throw bool) {
	if dice := p.Next().Throw; dice != nil {
		var faces []int
		for _, sides := range dice {
			faces = append(faces, 1+random.IntN(sides))
		}
		return engine.Throw(faces...), true
	}
	moves := slices.Collect(p.Moves())
	for range 30 {
		m = moves[random.IntN(len(moves))]
		if q, err := p.Apply(m); err == nil && q.Next().Result == nil {
			break
		}
	}
	return m, false
}

// BenchmarkGIF animates 60 plies of each game at 500 pixels and reports the bytes of the file.
func BenchmarkGIF(b *testing.B) {
	for _, g := range all.Games {
		b.Run(g.Name, func(b *testing.B) {
			scenes, quick := film(b, g, longest[g.Name], 60)
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				if err := GIF(&out, scenes, GIFOptions{Quick: quick}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(out.Len()), "file-bytes")
			b.ReportMetric(float64(len(scenes)), "scenes")
		})
	}
}
