package shogitext

import (
	"strings"

	"hikyaku/internal/lazyregexp"
)

// csa returns the lines of a CSA file that describe the position: the ranks, the pieces in hand and the turn.
func (b *Board) csa() (lines []string) {
	for rank := 1; rank <= b.Set.Size; rank++ {
		line := "P" + string(rune('0'+rank))
		for file := b.Set.Size; file > 0; file-- {
			switch m := b.Pieces[SquareAt(file, rank)]; m.Seat {
			case 1:
				line += "+" + m.Kind.code()
			case 2:
				line += "-" + m.Kind.code()
			default:
				line += " * "
			}
		}
		lines = append(lines, line)
	}
	for i, hand := range b.Hands {
		held := ""
		for _, k := range HandOrder {
			held += strings.Repeat("00"+k.code(), hand[k])
		}
		if held != "" {
			lines = append(lines, "P"+"+-"[i:i+1]+held)
		}
	}
	return append(lines, "+-"[b.Turn-1:b.Turn])
}

// csaPiece is a piece on a square, or in hand on square 00.
var csaPiece = lazyregexp.New(`^([0-9]{2})([A-Z]{2})`)

// ReadCSA returns the position described by lines of a CSA file: those with P and the turn. It reports false if they describe none on a
// board of s.
func (s *Set) ReadCSA(lines []string) (b Board, ok bool) {
	b = Board{Set: s, Turn: 1}
	for _, line := range lines {
		removed, usual := strings.CutPrefix(line, "PI")
		switch {
		case usual:
			b, _ = s.ReadSFEN(strings.Fields(s.Usual)) // the usual start is a position
			ok = b.remove(removed)
		case line == "+" || line == "-":
			b.Turn, ok = 1+strings.Index("+-", line), true
		default:
			ok = b.readCSARank(line) || b.readCSAPieces(line)
		}
		if !ok {
			return b, false
		}
	}
	return b, ok
}

// remove takes pieces off the board, as in "82HI22KA".
func (b *Board) remove(rest string) bool {
	for rest != "" {
		found := csaPiece().FindStringSubmatch(rest)
		if found == nil {
			return false
		}
		k, known := readCode(found[2])
		at, ok := b.Set.readSquare(found[1])
		if !ok || !known || b.Pieces[at].Kind != k {
			return false
		}
		b.Pieces[at] = Piece{}
		rest = rest[4:]
	}
	return true
}

// readCSARank reads a rank such as "P1-HI-KA-GI-KI-OU".
func (b *Board) readCSARank(line string) bool {
	size := b.Set.Size
	if len(line) < 2 || line[0] != 'P' || line[1] < '1' || int(line[1]-'0') > size {
		return false
	}
	rank, cells := int(line[1]-'0'), line[2:]
	if len(strings.TrimRight(cells, " ")) > 3*size {
		return false
	}
	for i := range size {
		cell := strings.TrimSpace(cells[min(3*i, len(cells)):min(3*i+3, len(cells))])
		seat := uint8(1 + strings.IndexByte("+-", (cell + "*")[0]))
		k, known := readCode(strings.TrimLeft(cell, "+-"))
		switch {
		case cell == "*" || cell == "":
		case seat == 0 || !known || !b.Set.has(k):
			return false
		default:
			b.Pieces[SquareAt(size-i, rank)] = Piece{k, seat}
		}
	}
	return true
}

// readCSAPieces reads pieces on squares and in hand, such as "P+45KI00FU". AL is all pieces that are left.
func (b *Board) readCSAPieces(line string) bool {
	if len(line) < 2 || line[0] != 'P' || line[1] != '+' && line[1] != '-' {
		return false
	}
	seat, rest := uint8(1+strings.IndexByte("+-", line[1])), line[2:]
	for rest != "" {
		if rest == "00AL" {
			left := b.Set.Most
			for _, m := range b.Pieces {
				if m.Seat != 0 {
					left[m.Kind.Lowered()]--
				}
			}
			for k := range HandKinds {
				b.Hands[seat-1][k] += max(0, left[k]-b.Hands[0][k]-b.Hands[1][k])
			}
			return true
		}
		found := csaPiece().FindStringSubmatch(rest)
		if found == nil {
			return false
		}
		k, known := readCode(found[2])
		at, ok := b.Set.readSquare(found[1])
		switch {
		case !known || !b.Set.has(k):
			return false
		case ok:
			b.Pieces[at] = Piece{k, seat}
		case found[1] == "00" && k < HandKinds:
			b.Hands[seat-1][k]++
		default:
			return false
		}
		rest = rest[4:]
	}
	return true
}
