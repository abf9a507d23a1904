package convert

import (
	"fmt"
	"path/filepath"
	"strings"

	"hikyaku/engine/goryujin"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// clientList is the name of the file in which the online client of Goryujin lists several games.
const clientList = "kifu.json"

// readGoryujin reads record.json and kifu.json of the online client.
func readGoryujin(data []byte, entry int) (*kif.Record, error) {
	games, err := goryujin.ReadClient(data)
	if err != nil {
		return nil, noClient("found.no-replay-file", err)
	}
	if len(games) == 0 {
		return nil, noClient("found.no-games", nil)
	}
	g, err := chosen(games, entry, func(g goryujin.ClientGame) string { return fmt.Sprintf("%s, %d plies", g.Name, len(g.Moves)) })
	if err != nil {
		return nil, err
	}
	s, err := setup(goryujin.Game, nil)
	if err != nil {
		return nil, err
	}
	return compose(goryujin.Game, s, eventsOf(g.Moves))
}

func noClient(found string, err error) error {
	return &kif.Error{Found: i18n.T(found), Wanted: i18n.T("fit.client"), Err: err}
}

// writeGoryujin writes kifu.json if that is the name of the file, else record.json.
func writeGoryujin(r *kif.Record, t Target) ([]byte, error) {
	p, err := play(t.Games, r)
	if err != nil {
		return nil, err
	}
	if p.game.Name != goryujin.Game.Name {
		return nil, &GameError{i18n.T("convert.client", "game", p.game.Name)}
	}
	if strings.EqualFold(filepath.Base(t.File), clientList) {
		name := strings.TrimSpace("KIF.001  " + r.Header("開始日時"))
		return goryujin.WriteClientList([]goryujin.ClientGame{{Name: name, Moves: p.moves}})
	}
	return goryujin.WriteClient(p.moves)
}
