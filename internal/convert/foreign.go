package convert

import (
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Foreign returns nil for a record of hikyaku. Otherwise it returns a *kif.Error that names the game of the record, if it
// can be recognised, and the given games, which can be played.
func Foreign(r *kif.Record, games []*engine.Game) error {
	if !r.Foreign {
		return nil
	}
	if f := familyOf(r); f != nil {
		return &kif.Error{
			Found:  i18n.T("found.foreign-game", "game", f.Name),
			Wanted: i18n.T("fit.converted"),
		}
	}
	if r.Game() != "" {
		return nil
	}
	if handicap := r.Handicap(); handicap != "" {
		return &kif.Error{
			Found:  i18n.T("found.other-handicap", "handicap", handicap),
			Wanted: i18n.T("fit.games", "games", names(games)),
		}
	}
	return &kif.Error{
		Found:  i18n.T("found.no-game"),
		Wanted: i18n.T("fit.game-line"),
	}
}

func names(games []*engine.Game) string {
	list := make([]string, len(games))
	for i, g := range games {
		list[i] = g.Name
	}
	return strings.Join(list, ", ")
}
