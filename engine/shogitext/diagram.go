package shogitext

import (
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// HandicapKey is the key of the heading that names the start of a game.
const HandicapKey = "手合割"

const numerals = "一二三四五六七八九十"

// Value returns the value of the first heading with one of the keys.
func Value(headings []engine.Heading, keys ...string) (string, bool) {
	for _, h := range headings {
		if slices.Contains(keys, strings.TrimSpace(h.Key)) {
			return strings.TrimSpace(h.Value), true
		}
	}
	return "", false
}

// Drawn returns the number of ranks of the board diagram among the headings, 0 if there is none.
func Drawn(headings []engine.Heading) int { return len(drawnRanks(headings)) }

// drawnRanks returns the ranks of a board diagram, as they are drawn.
func drawnRanks(headings []engine.Heading) (ranks []string) {
	for _, h := range headings {
		if line := strings.TrimSpace(h.Value); h.Key == "" && strings.HasPrefix(line, "|") {
			ranks = append(ranks, line)
		}
	}
	return ranks
}

// ReadDiagram returns the position of a diagram with its hands and its turn.
func (s *Set) ReadDiagram(headings []engine.Heading) (b Board, err error) {
	b = Board{Set: s, Turn: 1}
	ranks := drawnRanks(headings)
	if len(ranks) != s.Size {
		return b, i18n.Errorf("the board diagram has %d ranks: want %d", "盤面の図は%d段です。%d段にしてください", len(ranks), s.Size)
	}
	for i, line := range ranks {
		if err := b.readRankLine(i+1, line); err != nil {
			return b, err
		}
	}
	for seat, keys := range [][]string{{"先手の持駒", "下手の持駒", "先手持駒", "下手持駒"}, {"後手の持駒", "上手の持駒", "後手持駒", "上手持駒"}} {
		held, _ := Value(headings, keys...)
		if err := b.readHandHeading(seat, held); err != nil {
			return b, err
		}
	}
	for _, h := range headings {
		if line := strings.TrimSpace(h.Value); h.Key == "" && (line == "後手番" || line == "上手番") {
			b.Turn = 2
		}
	}
	return b, nil
}

// readRankLine reads one rank of a diagram, such as "|v飛 ・ ・ ・v玉|一".
func (b *Board) readRankLine(rank int, line string) error {
	inner, _, closed := strings.Cut(line[1:], "|")
	if !closed {
		return i18n.Errorf("the rank %q of the diagram has no end", "図の段「%s」の終わりに|がありません", line)
	}
	file, seat := b.Set.Size, uint8(1)
	for _, letter := range inner {
		switch letter {
		case 'v', 'V', 'ｖ':
			seat = 2
		case ' ', '　', '+', '^':
		case '・', '.':
			file--
		default:
			k, ok := readGlyph(letter)
			if !ok || !b.Set.has(k) {
				return i18n.Errorf("%q in the rank %q of the diagram is not a piece", "図の段「%[2]s」の「%[1]c」は駒ではありません", letter, line)
			}
			if file > 0 {
				b.Pieces[SquareAt(file, rank)] = Piece{k, seat}
			}
			file, seat = file-1, 1
		}
	}
	if file != 0 {
		return i18n.Errorf("the rank %q of the diagram has %d squares: want %d", "図の段「%s」は%dマスです。%dマスにしてください", line, b.Set.Size-file, b.Set.Size)
	}
	return nil
}

// readHandHeading reads the pieces in hand, such as "飛　歩十二" or なし.
func (b *Board) readHandHeading(seat int, text string) error {
	text = strings.TrimSpace(text)
	if text == "なし" || text == "無し" {
		return nil
	}
	letters := []rune(text)
	for len(letters) > 0 {
		if strings.ContainsRune(" 　、", letters[0]) {
			letters = letters[1:]
			continue
		}
		k, ok := readGlyph(letters[0])
		if !ok || k >= HandKinds || !b.Set.has(k) {
			return i18n.Errorf("the pieces in hand %q cannot be read at %q", "持ち駒「%s」の「%c」が読めません", text, letters[0])
		}
		n, rest := readCount(letters[1:])
		b.Hands[seat][k] += n
		letters = rest
	}
	return nil
}

// readCount reads a number of pieces, in kanji or digits, and returns the rest: 1 if it is not written.
func readCount(letters []rune) (n int, rest []rune) {
	i := 0
	for ; i < len(letters) && i < 2; i++ {
		digit := digitOf(letters[i])
		if digit < 0 || i > 0 && (letters[i] > 0x7f) != (letters[0] > 0x7f) {
			break
		}
		switch {
		case digit < 10 && i > 0 && digitOf(letters[0]) == 10: // 十八
			n += digit
		case digit == 10 && i > 0: // 二十
			n *= 10
		default:
			n = 10*n + digit
		}
	}
	if i == 0 {
		return 1, letters
	}
	return n, letters[i:]
}

// digitOf returns the value of a digit of any width or kind, 10 for 十, -1 for any other character.
func digitOf(c rune) int {
	switch i := strings.IndexRune(numerals, c); {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= '０' && c <= '９':
		return int(c - '０')
	case i >= 0:
		return i/len("一") + 1
	}
	return -1
}

// Diagram draws the board with the hands and the turn, as headings of a KIF file.
func (b *Board) Diagram() []engine.Heading {
	line := func(text string) engine.Heading { return engine.Heading{Value: text} }
	frame, files := line("+"+strings.Repeat("-", 3*b.Set.Size)+"+"), " "
	for file := b.Set.Size; file > 0; file-- {
		files += " " + fileDigits[file-1]
	}
	all := []engine.Heading{{Key: "後手の持駒", Value: b.handHeading(1)}, line(files), frame}
	for rank := 1; rank <= b.Set.Size; rank++ {
		text := "|"
		for file := b.Set.Size; file > 0; file-- {
			switch m := b.Pieces[SquareAt(file, rank)]; m.Seat {
			case 1:
				text += " " + m.Kind.glyph()
			case 2:
				text += "v" + m.Kind.glyph()
			default:
				text += " ・"
			}
		}
		all = append(all, line(text+"|"+rankDigits[rank-1]))
	}
	all = append(all, frame, engine.Heading{Key: "先手の持駒", Value: b.handHeading(0)})
	return append(all, line([]string{"先手番", "後手番"}[b.Turn-1]))
}

func (b *Board) handHeading(seat int) string {
	var pieces []string
	for _, k := range HandOrder {
		if n := b.Hands[seat][k]; n > 0 {
			// the number in kanji, nothing for one
			var text string
			if n >= 20 {
				text = rankDigits[n/10-1]
			}
			if n >= 10 {
				text += "十"
			}
			if n%10 > 0 && n > 1 {
				text += rankDigits[n%10-1]
			}
			pieces = append(pieces, k.glyph()+text)
		}
	}
	if pieces == nil {
		return "なし"
	}
	return strings.Join(pieces, "　")
}
