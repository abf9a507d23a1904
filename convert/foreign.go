package convert

import (
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/words"
)

// Foreign returns nil for a record of hikyaku. Otherwise it returns a *kif.Error that names the game of the record, if it
// can be recognised, and the given games, which can be played.
func Foreign(r *kif.Record, games []*engine.Game) error {
	if !r.Foreign {
		return nil
	}
	if f := familyOf(r); f != nil {
		return &kif.Error{
			Found:  words.Text("found.foreign-game", "game", f.Name),
			Wanted: words.Text("fit.converted"),
		}
	}
	if r.Game() != "" {
		return nil
	}
	if handicap := r.Handicap(); handicap != "" {
		return &kif.Error{
			Found:  words.Text("found.other-handicap", "handicap", handicap),
			Wanted: words.Text("fit.games", "games", names(games)),
		}
	}
	return &kif.Error{
		Found:  words.Text("found.no-game"),
		Wanted: words.Text("fit.game-line"),
	}
}

func names(games []*engine.Game) string {
	list := make([]string, len(games))
	for i, g := range games {
		list[i] = g.Name
	}
	return strings.Join(list, ", ")
}
