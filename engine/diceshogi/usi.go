package diceshogi

import (
	"fmt"
	"strings"

	"hikyaku/engine"
)

// SFEN returns a position of this game as other programs of 5x5 shogi read it, with the number of the next move, from
// 1. It does not hold the rule set and the die. A position of another game is an error.
func SFEN(p engine.Position, number int) (string, error) {
	own, ok := p.(*position)
	if !ok {
		return "", fmt.Errorf("SFEN is for positions of %s, not %T", name, p)
	}
	return fmt.Sprintf("%s %d", own.sfen(), number), nil
}

// ReadUSI reads "position sfen BOARD TURN HANDS NUMBER moves 4e4d …", "position startpos moves …" or the SFEN alone.
// USI has no throws, so the game is one of minishogi. An error names the field or the move that does not fit.
func ReadUSI(text string) (*Score, error) {
	fields := strings.Fields(strings.TrimPrefix(text, "\ufeff"))
	if len(fields) > 0 && fields[0] == "position" {
		fields = fields[1:]
	}
	from, moves := fields, []string(nil)
	for i, field := range fields {
		if field == "moves" {
			from, moves = fields[:i], fields[i+1:]
			break
		}
	}
	first := strings.Join(from, " ")
	switch {
	case first == "startpos":
		first = startText
	default:
		first = strings.TrimPrefix(first, "sfen ")
	}
	var plies []ply
	for _, m := range moves {
		plies = append(plies, writtenPly(m, 0))
	}
	return replay(minishogi, first, plies)
}

// USI returns s as "position sfen … moves …". The throws and the rule set are lost.
func (s *Score) USI() (string, error) {
	text, err := SFEN(s.Start, 1)
	if err != nil {
		return "", err
	}
	var moves strings.Builder
	err = s.each(func(_ *position, m move) { moves.WriteString(" " + m.usi()) })
	if moves.Len() > 0 {
		text += " moves" + moves.String()
	}
	return "position sfen " + text, err
}

// usi returns the move in USI, such as 4e4d, 4b4a+ or P*3c.
func (m move) usi() string {
	switch m.way {
	case drops:
		return m.kind.letter() + "*" + m.to.lettered()
	case promotes:
		return m.from.lettered() + m.to.lettered() + "+"
	}
	return m.from.lettered() + m.to.lettered()
}

// lettered returns the square in USI, such as 4e.
func (s square) lettered() string {
	return string([]byte{'0' + byte(s.file()), 'a' + byte(s.rank())})
}

// Spell returns a move in the notation of its record, and in English as shogi players write it in Latin letters: S4e-4d,
// S4b-4a+, +S4a-4b or P*3c.
func (p *position) Spell(m engine.Move) engine.Text {
	if read, ok := readMove(string(m)); ok {
		return read.name()
	}
	return engine.Same(string(m))
}

// name returns the move as Spell says.
func (m move) name() engine.Text { return engine.Text{En: m.western(), Ja: m.String()} }

func (m move) western() string {
	usi := m.usi()
	if m.way == drops {
		return usi
	}
	return m.kind.letter() + usi[:2] + "-" + usi[2:]
}
