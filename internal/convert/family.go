package convert

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/engine/shogi"
	"hikyaku/engine/shogitext"
	"hikyaku/kif"
)

// families are the games of shogi programs. A file that may be of several is read as the first that can replay it.
var families = []*shogitext.Files{shogi.Files, diceshogi.Files}

// familyOf returns the family of a record of another program, nil if it is not recognised.
func familyOf(r *kif.Record) *shogitext.Files {
	headings := headingsOf(r)
	if !r.Foreign || r.Handicap() == "" && shogitext.Drawn(headings) == 0 {
		return nil
	}
	i := slices.IndexFunc(families, func(f *shogitext.Files) bool {
		return f.Is(headings) && (r.Game() == "" || r.Game() == f.Game.Name)
	})
	if i < 0 {
		return nil
	}
	return families[i]
}

// familyOfGame returns the family of a game, nil if it has none.
func familyOfGame(g *engine.Game) *shogitext.Files {
	i := slices.IndexFunc(families, func(f *shogitext.Files) bool { return f.Game.Name == g.Name })
	if i < 0 {
		return nil
	}
	return families[i]
}

func headingsOf(r *kif.Record) (headings []engine.Heading) {
	for _, h := range r.Headers {
		headings = append(headings, engine.Heading(h))
	}
	return headings
}
