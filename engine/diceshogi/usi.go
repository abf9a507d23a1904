package diceshogi

import (
	"fmt"
	"strings"

	"hikyaku/engine"
)

// SFEN is a position of this game as other programs of 5x5 shogi read it, with the number of the coming
// move. The rule set and the die are not in it. Positions of other games are an error.
func SFEN(p engine.Position, number int) (string, error) {
	own, ok := p.(*position)
	if !ok {
		return "", fmt.Errorf("SFEN is for positions of %s, not %T", name, p)
	}
	return fmt.Sprintf("%s %d", own.sfen(), number), nil
}

// ReadUSI reads "position sfen BOARD TURN HANDS NUMBER moves 4e4d …", "position startpos moves …" or the
// SFEN alone. There are no throws in it, so it is a game of minishogi. An error names what does not fit.
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
		plies = append(plies, written(m, 0))
	}
	return replay(minishogi, first, plies)
}

// USI writes s as "position sfen … moves …". The throws are lost; so is what makes it Hyper or dice.
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

// usi is the move as in 4e4d, 4b4a+ or P*3c.
func (m move) usi() string {
	switch m.way {
	case drops:
		return strings.ToUpper(letters[m.kind:m.kind+1]) + "*" + m.to.lettered()
	case promotes:
		return m.from.lettered() + m.to.lettered() + "+"
	}
	return m.from.lettered() + m.to.lettered()
}

// lettered is the square as in USI, such as 4e.
func (s square) lettered() string {
	return string([]byte{'0' + byte(s.file()), 'a' + byte(s.rank())})
}
