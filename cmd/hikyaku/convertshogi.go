package main

import (
	"fmt"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/kif"
	"hikyaku/match"
)

// readDSK reads a game of the sample program of dice shogi.
func readDSK(v *conversion, data []byte) (*kif.Record, error) {
	score, err := diceshogi.ReadDSK(string(data))
	return fromScore(v, score, err, kif.Setup{})
}

// readUSI reads "position sfen … moves …" or "position startpos moves …".
func readUSI(v *conversion, data []byte) (*kif.Record, error) {
	score, err := diceshogi.ReadUSI(string(data))
	return fromScore(v, score, err, kif.Setup{})
}

// fromShogi turns a record of 5五将棋 by another program into one of our game. Any other is left as it is.
func fromShogi(v *conversion, r *kif.Record) (*kif.Record, error) {
	var headings []diceshogi.Heading
	for _, h := range r.Headers {
		headings = append(headings, diceshogi.Heading(h))
	}
	if !diceshogi.IsKIF(headings) {
		return r, nil
	}
	var moves []diceshogi.Written
	ending := ""
	for _, e := range r.Events {
		if e.Kind == kif.Ending {
			ending = e.Text
			continue
		}
		moves = append(moves, diceshogi.Written{Text: e.Text, Comment: e.Comment})
	}
	score, err := diceshogi.ReadKIF(headings, moves)
	if err == nil && ending == kif.Resignation {
		score.Resigned = true
	}
	return fromScore(v, score, err, kif.Setup{Seats: []kif.Seat{r.Seat(1), r.Seat(2)}})
}

// fromScore makes a record of a game that was read from another format, with the seats of s.
func fromScore(v *conversion, score *diceshogi.Score, err error, s kif.Setup) (*kif.Record, error) {
	if err != nil {
		return nil, &kif.Error{Found: "a game that cannot be replayed", Wanted: "one of shogi on 5x5 squares", Err: err}
	}
	if usual, err := diceshogi.NewScore(score.Rules); err != nil || usual.Start.String() != score.Start.String() {
		return nil, fmt.Errorf("the game begins from %s, and a record from the usual start only", score.Start)
	}
	setup := match.Setup{Game: diceshogi.Game, Options: engine.Options{"rules": score.Rules}, Seats: s.Seats}
	ending := ""
	if score.Resigned {
		ending = kif.Resignation
	}
	return v.desk.Written(setup, score.Moves, ending)
}

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
	score.Moves = playedMoves(m)
	outcome := m.Outcome()
	score.Resigned = outcome != nil && outcome.Word == kif.Resignation
	text, err := write(score)
	return []byte(strings.TrimRight(text, "\n") + "\n"), err
}
