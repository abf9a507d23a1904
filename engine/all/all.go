// Package all lists all games.
package all

import (
	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/engine/goryujin"
	"hikyaku/engine/quoridor"
	"hikyaku/engine/rengi"
	"hikyaku/engine/shogi"
	"hikyaku/engine/slashchain"
)

// Games are the games that hikyaku plays, in the order in which they are shown.
var Games = []*engine.Game{shogi.Game, quoridor.Game, diceshogi.Game, goryujin.Game, rengi.Game, slashchain.Game}

// Game returns the game with the given name, nil if there is none.
func Game(name string) *engine.Game { return engine.GameNamed(Games, name) }
