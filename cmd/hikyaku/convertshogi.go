package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/kif"
	"hikyaku/match"
)

// readDSK reads a game of the sample program of dice shogi.
func readDSK(v *conversion, data []byte) (*kif.Record, error) {
	score, err := diceshogi.ReadDSK(string(data))
	return fromScore(v, score, err)
}

// readUSI reads "position sfen … moves …" or "position startpos moves …".
func readUSI(v *conversion, data []byte) (*kif.Record, error) {
	score, err := diceshogi.ReadUSI(string(data))
	return fromScore(v, score, err)
}

func fromScore(v *conversion, score *diceshogi.Score, err error) (*kif.Record, error) {
	if err != nil {
		return nil, noScore(err)
	}
	events := match.Played(score.Moves)
	if score.Resigned {
		events = append(events, kif.Event{Kind: kif.Ending, Text: kif.Resignation, Spent: -1})
	}
	return v.desk.Written(setupOf(score), events)
}

func noScore(err error) error {
	return &kif.Error{Found: "a game that cannot be replayed", Wanted: "one of shogi on 5x5 squares", Err: err}
}

func setupOf(score *diceshogi.Score) match.Setup {
	setup := match.Setup{Game: diceshogi.Game, Options: engine.Options{"rules": score.Rules}}
	if usual, err := diceshogi.NewScore(score.Rules); err != nil || usual.Start.String() != score.Start.String() {
		setup.Start = score.Start.String()
	}
	return setup
}

// fromShogi turns a record of 5五将棋 by another program into one of our game, with its players, times, comments and
// variations. Any other is left as it is.
func fromShogi(v *conversion, r *kif.Record) (*kif.Record, error) {
	var headings []diceshogi.Heading
	for _, h := range r.Headers {
		headings = append(headings, diceshogi.Heading(h))
	}
	if !diceshogi.IsKIF(headings) {
		return r, nil
	}
	score, err := diceshogi.ReadKIF(headings, writtenMoves(r.Events))
	if err != nil {
		return nil, noScore(err)
	}
	setup := setupOf(score)
	setup.Seats = []kif.Seat{r.Seat(1), r.Seat(2)}
	for _, h := range r.Headers {
		if slices.Contains(keptHeaders, h.Key) {
			setup.Headers = append(setup.Headers, h)
		}
	}
	own, err := v.desk.Written(setup, withWords(match.Played(score.Moves), r.Events))
	if err != nil {
		return nil, err
	}
	own.Comment, own.Notes = r.Comment, r.Notes
	if own.Branches, err = readVariations(score, r.Branches); err != nil {
		return nil, err
	}
	return own.Rewrite(kif.UTF8)
}

// writtenMoves are the moves of events as another program has written them, each with the throw before it.
func writtenMoves(events []kif.Event) (moves []diceshogi.Written) {
	var throw engine.Move
	for _, e := range events {
		switch e.Kind {
		case kif.Throw:
			throw = engine.Move(e.Text)
		case kif.Move:
			moves, throw = append(moves, diceshogi.Written{Text: e.Text, Comment: e.Comment, Throw: throw}), ""
		}
	}
	return moves
}

// shogiLine is a line of play: the position before its first move, of that number, and after each.
type shogiLine struct {
	first int
	after []engine.Position
}

// before is the position before move n, nil where the line does not come so far.
func (l shogiLine) before(n int) engine.Position {
	if i := n - l.first; i >= 0 && i < len(l.after) {
		return l.after[i]
	}
	return nil
}

// readVariations puts the moves of variations in canonical notation, after playing them from where they branch off.
func readVariations(score *diceshogi.Score, branches []kif.Branch) ([]kif.Branch, error) {
	lines := []shogiLine{{1, []engine.Position{score.Start}}}
	for p, i := score.Start, 0; i < len(score.Moves); i++ {
		p, _ = p.Apply(score.Moves[i]) // which ReadKIF has played already
		if _, thrown := score.Moves[i].Throw(); !thrown {
			lines[0].after = append(lines[0].after, p)
		}
	}
	branches = slices.Clone(branches)
	for i, b := range branches {
		start := lines[b.Parent].before(b.Start)
		if start == nil {
			return nil, &kif.Error{Line: b.Line, Found: fmt.Sprintf("a variation from move %d", b.Start), Wanted: "one that branches off where a move is"}
		}
		moves, after, err := diceshogi.Variation(start, writtenMoves(b.Events))
		if err != nil {
			e := moveOf(b.Events, len(moves))
			return nil, &kif.Error{Line: e.Line, Found: strconv.Quote(e.Text), Wanted: "a legal move of the variation", Err: err}
		}
		branches[i].Events = withWords(match.Played(moves), b.Events)
		lines = append(lines, shogiLine{b.Start, append([]engine.Position{start}, after...)})
	}
	return branches, nil
}

// moveOf is the nth move of events, from 0.
func moveOf(events []kif.Event, n int) kif.Event {
	moves := slices.DeleteFunc(slices.Clone(events), func(e kif.Event) bool { return e.Kind != kif.Move })
	return moves[n]
}

// keptHeaders of another program say nothing of how the game is played.
var keptHeaders = []string{"開始日時", "終了日時", "棋戦", "場所", "表題", "戦型", "備考", "持ち時間", "消費時間", "記録係"}

// withWords gives the moves the times and words of the events from which they were read, and adds the ending.
func withWords(moves, read []kif.Event) (events []kif.Event) {
	read = slices.DeleteFunc(slices.Clone(read), func(e kif.Event) bool { return e.Kind == kif.Throw })
	for _, e := range moves {
		if e.Kind == kif.Move {
			text := e.Text
			e, read = read[0], read[1:]
			e.Text = text
		}
		events = append(events, e)
	}
	for _, e := range read {
		if other, ok := otherEndings[e.Text]; ok {
			e.Text = other
		} else if !kif.IsEnding(e.Text) {
			e.Text, e.Comment = kif.Adjournment, strings.Trim(e.Text+"\n"+e.Comment, "\n")
		}
		events = append(events, e)
	}
	return events
}

// otherEndings are words of other programs for the same.
var otherEndings = map[string]string{"時間切れ": kif.TimeOut, "宣言勝ち": "入玉勝ち", "入玉宣言": "入玉勝ち", "反則手": kif.Foul}

func writeDSK(v *conversion, r *kif.Record) ([]byte, error) {
	return writeScore(v, r, (*diceshogi.Score).DSK)
}

func writeUSI(v *conversion, r *kif.Record) ([]byte, error) {
	return writeScore(v, r, (*diceshogi.Score).USI)
}

// writeScore writes a record of our game by one of the methods of diceshogi.Score.
func writeScore(v *conversion, r *kif.Record, write func(*diceshogi.Score) (string, error)) ([]byte, error) {
	m, err := v.desk.Replay("the record", r)
	if err != nil {
		return nil, err
	}
	if m.Game != diceshogi.Game {
		return nil, usagef("this format holds games of diceshogi, not of %s", m.Game.Name)
	}
	score, err := diceshogi.NewScore(m.Options["rules"])
	if err != nil {
		return nil, err
	}
	score.Start, score.Moves = m.Positions[0], playedMoves(m)
	outcome := m.Outcome()
	score.Resigned = outcome != nil && outcome.Word == kif.Resignation
	text, err := write(score)
	return []byte(strings.TrimRight(text, "\n") + "\n"), err
}
