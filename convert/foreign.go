package convert

import (
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/kif"
	"hikyaku/words"
)

// ordinary are the values of 手合割 for shogi on 9x9 squares.
var ordinary = []string{"平手", "香落ち", "右香落ち", "角落ち", "飛車落ち", "飛香落ち", "二枚落ち", "三枚落ち", "四枚落ち", "五枚落ち",
	"左五枚落ち", "六枚落ち", "左七枚落ち", "右七枚落ち", "八枚落ち", "十枚落ち", "その他", "詰将棋"}

// Foreign returns nil if r names its game. Otherwise it returns a *kif.Error that names the game of the record, if it
// can be recognised, and the given games, which can be played.
func Foreign(r *kif.Record, games []*engine.Game) error {
	if r.Game() != "" {
		return nil
	}
	handicap := kif.Handicap(r)
	if slices.Contains(ordinary, handicap) {
		return &kif.Error{
			Found:  words.Text("found.ordinary-shogi", "handicap", handicap),
			Wanted: words.Text("fit.games", "games", names(games)),
		}
	}
	if diceshogi.IsKIF(headingsOf(r)) {
		return &kif.Error{
			Found:  words.Text("found.other-5x5"),
			Wanted: words.Text("fit.converted"),
		}
	}
	if handicap != "" {
		return &kif.Error{
			Found:  words.Text("found.other-handicap", "handicap", handicap),
			Wanted: words.Text("fit.games-or-5x5", "games", names(games)),
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
