package convert

import (
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/kif"
	"hikyaku/words"
)

// readDSK reads a game of the sample program of dice shogi.
func readDSK(data []byte, _ int) (*kif.Record, error) {
	score, err := diceshogi.ReadDSK(string(data))
	return fromScore(score, err)
}

// readUSI reads "position sfen … moves …" or "position startpos moves …".
func readUSI(data []byte, _ int) (*kif.Record, error) {
	score, err := diceshogi.ReadUSI(string(data))
	return fromScore(score, err)
}

func fromScore(score *diceshogi.Score, err error) (*kif.Record, error) {
	if err != nil {
		return nil, noScore(err)
	}
	s, err := setupOf(score)
	if err != nil {
		return nil, err
	}
	events := eventsOf(score.Moves)
	if score.Resigned {
		events = append(events, kif.Plain(kif.Resignation))
	}
	return compose(diceshogi.Game, s, events)
}

func noScore(err error) error {
	return &kif.Error{Found: words.Text("found.no-replay"), Wanted: words.Text("fit.small-shogi"), Err: err}
}

// setupOf returns the setup of a record of score. Its headers include those by which other programs know the game.
func setupOf(score *diceshogi.Score) (kif.Setup, error) {
	s, err := setup(diceshogi.Game, score.Options)
	if err != nil {
		return s, err
	}
	usual, err := diceshogi.NewScore(score.Options["rules"])
	if err != nil {
		return s, err
	}
	if usual.Start.String() != score.Start.String() {
		s.Start = score.Start.String()
	}
	headings, err := score.Headings()
	for _, h := range headings {
		s.Headers = append(s.Headers, kif.Header(h))
	}
	return s, err
}

func writeDSK(r *kif.Record, t Target) ([]byte, error) {
	return writeScore(r, t, diceshogi.DSK)
}

func writeUSI(r *kif.Record, t Target) ([]byte, error) {
	return writeScore(r, t, (*diceshogi.Score).USI)
}

// writeScore writes a record of dice shogi by one of the methods of diceshogi.Score.
func writeScore(r *kif.Record, t Target, write func(*diceshogi.Score) (string, error)) ([]byte, error) {
	p, err := playShogi(r, t)
	if err != nil {
		return nil, err
	}
	text, err := write(p.score())
	if err != nil {
		return nil, err
	}
	return []byte(strings.TrimRight(text, "\n") + "\n"), nil
}

// score returns the game in the form of which files of shogi are written.
func (p *played) score() *diceshogi.Score {
	return &diceshogi.Score{Options: unusual(p.game, p.options), Start: p.start, Moves: p.moves, Resigned: p.resigned}
}

// playShogi replays a record, which must be one of dice shogi.
func playShogi(r *kif.Record, t Target) (*played, error) {
	p, err := play(t.Games, r)
	if err == nil && p.game.Name != diceshogi.Game.Name {
		err = &GameError{words.Text("convert.shogi", "game", p.game.Name)}
	}
	return p, err
}

// unusual returns the rule set and the options that are not the usual ones.
func unusual(g *engine.Game, options engine.Options) engine.Options {
	set := engine.Options{}
	for i, o := range g.Options {
		if value := options[o.Key]; i == 0 || value != o.Default {
			set[o.Key] = value
		}
	}
	return set
}
