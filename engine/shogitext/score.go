package shogitext

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Score is a game in a file of another program. Files of each game of the family read it, its methods write it.
type Score struct {
	Options  engine.Options  // those that the file names or needs
	Start    engine.Position // the first position, under these options
	Moves    []engine.Move   // throws and moves in canonical notation, in the order of play
	Resigned bool            // the seat to move after Moves has resigned
}

// Written is a move as written in a file: its text, where 同 is possible, the comment below it without the *, and the throw on
// the line before it, "" if there is none.
type Written struct {
	Text, Comment string
	Throw         engine.Move
}

// Files converts a game of the family from and to the files of other programs.
type Files struct {
	Game *engine.Game
	Name i18n.Text // the name of the game
	Set  *Set
	// Is reports whether the headings of a KIF file belong to this game: by their words, or by the size of their board.
	Is func(headings []engine.Heading) bool
	// Read replays the moves of a file from the start given by the headings of a KIF file. An error names the heading or the
	// move that does not fit.
	Read func(headings []engine.Heading, moves []Written) (*Score, error)
	// Headings returns the headings of a KIF file that begins with a position. Read uses them for formats without headings, such
	// as CSA and USI.
	Headings func(Board) []engine.Heading
	// Variation reads moves that are an alternative to those played after p. It returns them in canonical notation, without
	// throws, and the position after each.
	Variation func(p engine.Position, moves []Written) (list []engine.Move, after []engine.Position, err error)
}

// Headings returns the lines above the moves of a KIF file from which other programs recognise the game. It is an error if s.Start is a
// position of a game that is no shogi.
func (s *Score) Headings() ([]engine.Heading, error) {
	p, ok := s.Start.(interface {
		Position
		engine.Headed
	})
	if !ok {
		return nil, errForeign
	}
	return p.Headings(), nil
}

// KI2 returns the moves of s without its throws, as KI2 writes them: ▲４四金右, △同　銀不成.
func (s *Score) KI2() (list []string, err error) {
	err = s.Each(func(p Position, m Move) { list = append(list, KI2(p, m)) })
	return list, err
}

// CSA returns the lines of a CSA file that s needs: its first position with the turn, and each of its moves without the throws.
func (s *Score) CSA() (start, moves []string, err error) {
	err = s.Each(func(p Position, m Move) {
		moves = append(moves, m.CSA(p.Board().Turn))
	})
	if p, ok := s.Start.(Position); ok {
		start = p.Board().csa()
	}
	return start, moves, err
}

// USI returns s as "position sfen … moves …". The throws and the options are lost.
func (s *Score) USI() (string, error) {
	text, err := SFEN(s.Start, 1)
	if err != nil {
		return "", err
	}
	var moves strings.Builder
	err = s.Each(func(_ Position, m Move) { moves.WriteString(" " + m.USI()) })
	if moves.Len() > 0 {
		text += " moves" + moves.String()
	}
	return "position sfen " + text, err
}

var errForeign = i18n.Errorf("the start is a position of a game that is no shogi", "開始局面が将棋の局面ではありません")

// Each plays the moves of s and calls visit before each one that is written as a move of a piece.
func (s *Score) Each(visit func(Position, Move)) error {
	p := s.Start
	for i, m := range s.Moves {
		here, ok := p.(Position)
		if !ok {
			return errForeign
		}
		q, err := p.Apply(m)
		if err != nil {
			return &MoveError{i, string(m), err}
		}
		if read, ok := here.Board().Set.ReadMove(string(m)); ok && read.Way != Declares {
			visit(here, read)
		}
		p = q
	}
	return nil
}

// SplitUSI reads "position sfen BOARD TURN HANDS NUMBER moves 7g7f …", "position startpos moves …" or the SFEN alone. It returns the
// fields of the SFEN and the moves; usual is set for startpos.
func SplitUSI(text string) (sfen []string, moves []Written, usual bool) {
	fields := strings.Fields(strings.TrimPrefix(text, "\ufeff"))
	if len(fields) > 0 && fields[0] == "position" {
		fields = fields[1:]
	}
	if i := slices.Index(fields, MovesWord); i >= 0 {
		for _, m := range fields[i+1:] {
			moves = append(moves, Written{Text: m})
		}
		fields = fields[:i]
	}
	if len(fields) > 0 && fields[0] == "sfen" {
		fields = fields[1:]
	}
	return fields, moves, len(fields) == 1 && fields[0] == "startpos"
}

// Ranks returns the number of ranks of a board in SFEN.
func Ranks(board string) int { return 1 + strings.Count(board, "/") }

// Replay plays written moves from a position under options.
func Replay(g *engine.Game, options engine.Options, start string, moves []Written) (*Score, error) {
	all, err := g.Resolve(options)
	if err != nil {
		return nil, err
	}
	first, err := g.Parse(all, start)
	if err != nil {
		return nil, err
	}
	s := &Score{Options: maps.Clone(options), Start: first}
	if s.Moves, _, err = Variation(first, moves); err != nil {
		i := len(s.Moves)
		return nil, &MoveError{i, moves[i].Text, err}
	}
	return s, nil
}

// MoveError is the error of a move in a file.
type MoveError struct {
	Index int    // of the move, from 0
	Text  string // the move as written
	Err   error
}

func (e *MoveError) Error() string { return e.Sentence().En }
func (e *MoveError) Unwrap() error { return e.Err }

// Sentence names the move and the mistake.
func (e *MoveError) Sentence() i18n.Text {
	why := i18n.Of(e.Err)
	return i18n.Text{En: fmt.Sprintf("move %d, %s: %s", e.Index+1, e.Text, why.En), Ja: fmt.Sprintf("%d手目の%s：%s", e.Index+1, e.Text, why.Ja)}
}

// Variation reads moves that are an alternative to those played after p. It returns them in canonical notation and the position
// after each.
func Variation(p engine.Position, moves []Written) (list []engine.Move, after []engine.Position, err error) {
	for _, w := range moves {
		m, err := p.Parse(w.Text)
		if err != nil {
			return list, after, err
		}
		if p, err = p.Apply(m); err != nil {
			return list, after, err
		}
		list, after = append(list, m), append(after, p)
	}
	return list, after, nil
}

// SFEN returns a position as other programs read it, with the number of the next move, from 1. It does not hold what only the
// game knows, such as a die. A position of another game is an error.
func SFEN(p engine.Position, number int) (string, error) {
	own, ok := p.(Position)
	if !ok {
		return "", errForeign
	}
	return fmt.Sprintf("%s %d", own.Board().SFEN(), number), nil
}
