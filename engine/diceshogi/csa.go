package diceshogi

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// CSA returns the lines of a CSA file that s needs: its first position with the turn, and each of its moves without the
// throws. The board has five ranks of five squares.
func (s *Score) CSA() (start, moves []string, err error) {
	err = s.each(func(p *position, m move) { moves = append(moves, p.csa(m)) })
	if p, ok := s.Start.(*position); ok {
		start = p.csaStart()
	}
	return start, moves, err
}

// csa returns a move such as +4534KI, with the man as it is after the move.
func (p *position) csa(m move) string {
	k, from := m.kind, m.from.digits()
	switch m.way {
	case promotes:
		k = raised[k]
	case drops:
		from = "00"
	}
	return "+-"[p.turn:p.turn+1] + from + m.to.digits() + codes[k]
}

// csaStart returns the ranks, the men in hand and the turn.
func (b *board) csaStart() (lines []string) {
	for rank := range size {
		line := "P" + string(rune('1'+rank))
		for file := size; file > 0; file-- {
			switch s := spot(file, rank).first(); {
			case b.seats[0].has(s):
				line += "+" + codes[b.kindAt(s)]
			case b.seats[1].has(s):
				line += "-" + codes[b.kindAt(s)]
			default:
				line += " * "
			}
		}
		lines = append(lines, line)
	}
	for seat, hand := range b.hands {
		held := ""
		for _, k := range inHandOrder {
			held += strings.Repeat("00"+codes[k], int(hand[k]))
		}
		if held != "" {
			lines = append(lines, "P"+"+-"[seat:seat+1]+held)
		}
	}
	return append(lines, "+-"[b.turn:b.turn+1])
}

// csaSquare is a man in a rank of a CSA file, or a man on a square.
var csaSquare = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-5]{2})([A-Z]{2})`) })

// CSAHeadings returns the headings of a KIF file with the start of a CSA file, given as its lines with P and the turn.
// They are those of the usual start for PI. It reports false if the lines are of no board of 5x5 squares.
func CSAHeadings(lines []string) ([]Heading, bool) {
	b := &board{}
	for _, line := range lines {
		switch {
		case line == "PI":
			p, _ := start(nil) // the usual start is a position
			b = &p.(*position).board
		case line == "+" || line == "-":
			b.turn = uint8(strings.Index("+-", line))
		case !b.readCSARank(line) && !b.readCSAMen(line):
			return nil, false
		}
	}
	if b.sfen() == startText {
		return []Heading{{handicapKey, ruleNames[minishogi]}}, true
	}
	return append([]Heading{{handicapKey, ruleNames[minishogi]}}, b.diagram()...), true
}

// readCSARank reads a rank such as "P1-HI-KA-GI-KI-OU".
func (b *board) readCSARank(line string) bool {
	if len(line) < 2 || line[0] != 'P' || line[1] < '1' || line[1] > '5' {
		return false
	}
	rank, cells := int(line[1]-'1'), line[2:]
	if len(strings.TrimRight(cells, " ")) > 3*size {
		return false
	}
	for i := range size {
		cell := strings.TrimSpace(cells[min(3*i, len(cells)):min(3*i+3, len(cells))])
		seat := strings.IndexByte("+-", (cell + "*")[0])
		k := slices.Index(codes[:], strings.TrimLeft(cell, "+-"))
		switch {
		case cell == "*" || cell == "":
		case seat < 0 || k < 0:
			return false
		default:
			b.set(spot(size-i, rank), seat, kind(k))
		}
	}
	return true
}

// readCSAMen reads men on squares and in hand, such as "P+45KI00FU".
func (b *board) readCSAMen(line string) bool {
	if len(line) < 2 || line[0] != 'P' || line[1] != '+' && line[1] != '-' {
		return false
	}
	seat := strings.IndexByte("+-", line[1])
	rest := line[2:]
	for rest != "" {
		found := csaSquare().FindStringSubmatch(rest)
		if found == nil {
			return false
		}
		k, place := slices.Index(codes[:], found[2]), found[1]
		square := spot(int(place[0]-'0'), int(place[1]-'1'))
		switch {
		case k < 0 || place == "00" && kind(k) >= handKinds || place != "00" && square == 0:
			return false
		case place == "00":
			b.hands[seat][k]++
		default:
			b.set(square, seat, kind(k))
		}
		rest = rest[4:]
	}
	return true
}

// readCSA reads a move such as 4534KI, with or without a sign in front.
func (p *position) readCSA(text string) (m move, ok bool) {
	text = strings.TrimLeft(text, "+-")
	if len(text) != 6 {
		return m, false
	}
	k := slices.Index(codes[:], text[4:])
	if m.to, ok = readDigits(text[2:4]); !ok || k < 0 {
		return m, false
	}
	m.kind = kind(k)
	if text[:2] == "00" {
		m.way = drops
		return m, true
	}
	m.from, ok = readDigits(text[:2])
	return p.rising(m), ok
}

// rising returns a move whose man is named as it is after the move: it promotes if the man on the origin is of the lower
// kind.
func (p *position) rising(m move) move {
	if before := lowered[m.kind]; before != m.kind && p.men[before].has(m.from) {
		m.kind, m.way = before, promotes
	}
	return m
}
