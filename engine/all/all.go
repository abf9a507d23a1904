// Package all is the list of games.
package all

import (
	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/engine/goryujin"
	"hikyaku/engine/quoridor"
	"hikyaku/engine/rengi"
	"hikyaku/engine/slashchain"
)

// Games are the games that hikyaku plays, in the order in which they are shown.
var Games = []*engine.Game{goryujin.Game, diceshogi.Game, quoridor.Game, rengi.Game, slashchain.Game}

// Game finds a game by name; nil if there is none.
func Game(name string) *engine.Game {
	for _, g := range Games {
		if g.Name == name {
			return g
		}
	}
	return nil
}
