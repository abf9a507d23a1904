package convert

import (
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/engine/shogi"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// families are the games of shogi programs. A file that may be of several is read as the first that can replay it.
var families = []*shogitext.Files{shogi.Files, diceshogi.Files}

// familyOf returns the family of a record of another program, nil if it is not recognised.
func familyOf(r *kif.Record) *shogitext.Files {
	if !r.Foreign {
		return nil
	}
	headings := headingsOf(r)
	if r.Handicap() == "" && shogitext.Drawn(headings) == 0 {
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

func headingsOf(r *kif.Record) (headings []engine.Heading) {
	for _, h := range r.Headers {
		headings = append(headings, engine.Heading(h))
	}
	return headings
}

// Foreign returns nil for a record of hikyaku. Otherwise it returns a *kif.Error that names the game of the record, if it
// can be recognised, and the given games, which can be played.
func Foreign(r *kif.Record, games []*engine.Game) error {
	if !r.Foreign {
		return nil
	}
	if f := familyOf(r); f != nil {
		return &kif.Error{Found: i18n.T("found.foreign-game", "game", f.Name), Wanted: i18n.T("fit.converted")}
	}
	if r.Game() != "" {
		return nil
	}
	if handicap := r.Handicap(); handicap != "" {
		var names []string
		for _, g := range games {
			names = append(names, g.Name)
		}
		return &kif.Error{Found: i18n.T("found.other-handicap", "handicap", handicap), Wanted: i18n.T("fit.games", "games", strings.Join(names, ", "))}
	}
	return &kif.Error{Found: i18n.T("found.no-game"), Wanted: i18n.T("fit.game-line")}
}
