package convert

import (
	"errors"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// readDSK reads a game of the sample program of dice shogi.
func readDSK(data []byte, _ int) (*kif.Record, error) {
	score, err := diceshogi.ReadDSK(string(data))
	return fromScore(diceshogi.Files, score, err)
}

// readUSI reads "position sfen … moves …" or "position startpos moves …". The board determines the game; the usual start is that
// of shogi, or of minishogi if the moves fit no other.
func readUSI(data []byte, _ int) (*kif.Record, error) {
	fields, moves, usual := shogitext.SplitUSI(string(data))
	r, err := firstOf(func(f *shogitext.Files) (*kif.Record, error) {
		start := fields
		if usual {
			start = strings.Fields(f.Set.Usual)
		}
		b, err := f.Set.ReadSFEN(start)
		if err != nil {
			return nil, noScore(f, err)
		}
		score, err := f.Read(f.Headings(b), moves)
		if wrong, ok := errors.AsType[*shogitext.MoveError](err); ok {
			lines := linesOf(data)
			line, left := len(lines), len(moves)-wrong.Index
			for ; line > 1; line-- { // the move is a word, counted from the end
				if left -= len(strings.Fields(lines[line-1])); left <= 0 {
					break
				}
			}
			return nil, kif.Event{Step: kif.Move(wrong.Text), Number: wrong.Index + 1, Line: line}.Illegal(wrong.Err)
		}
		return fromScore(f, score, err)
	}, func(f *shogitext.Files) bool {
		return usual || len(fields) > 0 && shogitext.Ranks(fields[0]) == f.Set.Size
	})
	return r, inLine(err, 1)
}

// inLine returns err, of a file that cannot be read, with the number of a line if it names none.
func inLine(err error, line int) error {
	if wrong, ok := err.(*kif.Error); ok && wrong.Line == 0 {
		named := *wrong
		named.Line = line
		return &named
	}
	return err
}

// firstOf reads a file as the first of the families that can replay it. If none can, it returns the error of the first family
// that fits the file.
func firstOf(read func(*shogitext.Files) (*kif.Record, error), canBe func(*shogitext.Files) bool) (r *kif.Record, first error) {
	for _, f := range families {
		if !canBe(f) {
			continue
		}
		r, err := read(f)
		if err == nil {
			return r, nil
		}
		if first == nil {
			first = err
		}
	}
	if first == nil {
		first = &kif.Error{Found: i18n.T("found.no-board"), Wanted: i18n.T("fit.board")}
	}
	return nil, first
}

func fromScore(f *shogitext.Files, score *shogitext.Score, err error) (*kif.Record, error) {
	if err != nil {
		return nil, noScore(f, err)
	}
	s, err := setupOf(f, score)
	if err != nil {
		return nil, err
	}
	events := eventsOf(score.Moves)
	if score.Resigned {
		events = append(events, kif.Plain(kif.Resignation))
	}
	return compose(f.Game, s, events)
}

// noScore returns the error that a file cannot be replayed as a game of f.
func noScore(f *shogitext.Files, err error) error {
	return &kif.Error{Found: i18n.T("found.no-replay"), Wanted: i18n.T("fit.game-of", "game", f.Name), Err: err}
}

// setupOf returns the setup of a record of score. Its headers include those by which other programs know the game.
func setupOf(f *shogitext.Files, score *shogitext.Score) (kif.Setup, error) {
	s, err := setup(f.Game, score.Options)
	if err != nil {
		return s, err
	}
	options, err := f.Game.Resolve(score.Options)
	if err != nil {
		return s, err
	}
	usual, err := f.Game.Start(options)
	if err != nil {
		return s, err
	}
	if usual.String() != score.Start.String() {
		s.Start = score.Start.String()
	}
	headings, err := score.Headings()
	for _, h := range headings {
		s.Headers = append(s.Headers, kif.Header(h))
	}
	return s, err
}

// writeScore returns a function that writes a record of one of the given games.
func writeScore(some []*shogitext.Files, write func(*shogitext.Score) (string, error)) func(*kif.Record, Target) ([]byte, error) {
	return func(r *kif.Record, t Target) ([]byte, error) {
		p, err := playShogi(r, t, some)
		if err != nil {
			return nil, err
		}
		text, err := write(p.score())
		if err != nil {
			return nil, err
		}
		return []byte(strings.TrimRight(text, "\n") + "\n"), nil
	}
}

// score returns the game in the common form from which shogi files are written.
func (p *played) score() *shogitext.Score {
	return &shogitext.Score{Options: unusual(p.game, p.options), Start: p.start, Moves: p.moves, Resigned: p.resigned}
}

// playShogi replays a record of one of the given games.
func playShogi(r *kif.Record, t Target, some []*shogitext.Files) (*played, error) {
	p, err := play(t.Games, r)
	if err == nil && !slices.ContainsFunc(some, func(f *shogitext.Files) bool { return f.Game.Name == p.game.Name }) {
		var titles []i18n.Text
		for _, f := range some {
			titles = append(titles, f.Name)
		}
		err = &GameError{i18n.T("convert.shogi", "games", i18n.List(titles...), "game", p.game.Title)}
	}
	return p, err
}

// unusual returns the rule set and the options that are not the usual ones.
func unusual(g *engine.Game, options engine.Options) engine.Options {
	set := engine.Options{}
	for i, o := range g.Options {
		if value, given := options[o.Key]; i == 0 || given && value != o.Default {
			set[o.Key] = value
		}
	}
	return set
}
