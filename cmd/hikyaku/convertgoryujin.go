package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/goryujin"
	"hikyaku/kif"
	"hikyaku/match"
)

// clientList is the name of the file in which the online client of Goryujin lists several games.
const clientList = "kifu.json"

// readGoryujin reads record.json and kifu.json of the online client.
func readGoryujin(v *conversion, data []byte) (*kif.Record, error) {
	games, err := goryujin.ReadClient(data)
	if err != nil {
		return nil, &kif.Error{Found: "a file that cannot be replayed", Wanted: "record.json or kifu.json of the online client", Err: err}
	}
	if v.entry == 0 && len(games) == 1 {
		v.entry = 1
	}
	if v.entry < 1 || v.entry > len(games) {
		return nil, usagef("it holds %d games: name one with --entry%s", len(games), entryNames(games))
	}
	return v.desk.Written(match.Setup{Game: goryujin.Game}, match.Played(games[v.entry-1].Moves))
}

// playedMoves are the throws and moves of m as the games take them.
func playedMoves(m *match.Match) (moves []engine.Move) {
	for _, text := range m.Moves() {
		moves = append(moves, engine.Move(text))
	}
	return moves
}

func entryNames(games []goryujin.ClientGame) string {
	var names strings.Builder
	for i, g := range games {
		fmt.Fprintf(&names, "\n%3d  %s, %d plies", i+1, g.Name, len(g.Moves))
	}
	return names.String()
}

// writeGoryujin writes record.json or, where that is the name of the output, kifu.json.
func writeGoryujin(v *conversion, r *kif.Record) ([]byte, error) {
	m, err := v.desk.Replay("the record", r)
	if err != nil {
		return nil, err
	}
	if m.Game != goryujin.Game {
		return nil, usagef("the online client plays goryujin, not %s", m.Game.Name)
	}
	moves := playedMoves(m)
	if strings.EqualFold(filepath.Base(v.out), clientList) {
		name := strings.TrimSpace("KIF.001  " + r.Header("開始日時"))
		return goryujin.WriteClientList([]goryujin.ClientGame{{Name: name, Moves: moves}})
	}
	return goryujin.WriteClient(moves)
}
