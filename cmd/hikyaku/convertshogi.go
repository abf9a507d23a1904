package main

import (
	"slices"
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
	var moves []diceshogi.Written
	for _, e := range r.Events {
		if e.Kind == kif.Move {
			moves = append(moves, diceshogi.Written{Text: e.Text, Comment: e.Comment})
		}
	}
	score, err := diceshogi.ReadKIF(headings, moves)
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
	own.Comment, own.Notes, own.Branches = r.Comment, r.Notes, r.Branches
	return own.Rewrite(kif.UTF8)
}

// keptHeaders of another program say nothing of how the game is played.
var keptHeaders = []string{"開始日時", "終了日時", "棋戦", "場所", "表題", "戦型", "備考", "持ち時間", "消費時間", "記録係"}

// withWords gives the moves the times and words of the events from which they were read, and adds the ending.
func withWords(moves, read []kif.Event) (events []kif.Event) {
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
