package shogitext

import (
	"slices"
	"strings"

	"hikyaku/engine"
)

// The keys of headings that tell the start of a game.
const (
	HandicapKey = "手合割"
	numerals    = "一二三四五六七八九"
)

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
		return b, engine.Errorf("the board diagram has %d ranks: want %d", "盤面の図は%d段ある。%d段であること", len(ranks), s.Size)
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
		return engine.Errorf("the rank %q of the diagram has no end", "図の段「%s」の終わりに|がない", line)
	}
	file, seat := b.Set.Size, 1
	for _, letter := range inner {
		switch letter {
		case 'v', 'V', 'ｖ':
			seat = 2
		case ' ', '　', '+', '^':
		case '・', '.':
			file--
		default:
			k, ok := readGlyph(letter)
			if !ok || !b.Set.Has(k) {
				return engine.Errorf("%q in the rank %q of the diagram is no man", "図の段「%[2]s」の「%[1]c」は駒ではない", letter, line)
			}
			if file > 0 {
				b.Put(Square{file, rank}, Man{k, seat})
			}
			file, seat = file-1, 1
		}
	}
	if file != 0 {
		return engine.Errorf("the rank %q of the diagram has %d squares: want %d", "図の段「%s」は%dマスある。%dマスであること", line, b.Set.Size-file, b.Set.Size)
	}
	return nil
}

// readHandHeading reads the men in hand, such as "飛　歩十二" or なし.
func (b *Board) readHandHeading(seat int, text string) error {
	text = strings.TrimSpace(text)
	if text == "なし" || text == "無し" {
		return nil
	}
	letters := []rune(text)
	for len(letters) > 0 {
		k, ok := readGlyph(letters[0])
		digits := 0
		for digits+1 < len(letters) && strings.ContainsRune("十"+numerals+"0123456789０１２３４５６７８９", letters[digits+1]) {
			digits++
		}
		switch {
		case strings.ContainsRune(" 　、", letters[0]):
			letters = letters[1:]
			continue
		case !ok || k >= HandKinds || !b.Set.Has(k) || digits > 3:
			return engine.Errorf("the men in hand %q cannot be read at %q", "持駒「%s」の「%c」が読めない", text, letters[0])
		}
		b.Hands[seat][k] += readCount(letters[1 : 1+digits])
		letters = letters[1+digits:]
	}
	return nil
}

// readCount reads a number of men, in kanji or digits: 1 if it is not written.
func readCount(digits []rune) int {
	if len(digits) == 0 {
		return 1
	}
	tens, ones := 0, 0
	for _, c := range digits {
		if c == '十' {
			tens, ones = max(1, ones), 0
			continue
		}
		value := strings.IndexRune(numerals, c) / len("一")
		switch {
		case c >= '0' && c <= '9':
			ones = 10*ones + int(c-'0')
		case c >= '０' && c <= '９':
			ones = 10*ones + int(c-'０')
		default:
			ones = 10*ones + value + 1
		}
	}
	return 10*tens + ones
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
		all = append(all, line(b.rankLine(rank)))
	}
	all = append(all, frame, engine.Heading{Key: "先手の持駒", Value: b.handHeading(0)})
	return append(all, line([]string{"先手番", "後手番"}[b.Turn-1]))
}

func (b *Board) rankLine(rank int) string {
	text := "|"
	for file := b.Set.Size; file > 0; file-- {
		switch m := b.At(Square{file, rank}); m.Seat {
		case 1:
			text += " " + m.Kind.Glyph()
		case 2:
			text += "v" + m.Kind.Glyph()
		default:
			text += " ・"
		}
	}
	return text + "|" + rankDigits[rank-1]
}

func (b *Board) handHeading(seat int) string {
	var men []string
	for _, k := range HandOrder {
		if n := b.Hands[seat][k]; n > 0 {
			men = append(men, k.Glyph()+counted(n))
		}
	}
	if men == nil {
		return "なし"
	}
	return strings.Join(men, "　")
}

// counted returns a number of men in kanji, nothing for one.
func counted(n int) (text string) {
	if n >= 20 {
		text = rankDigits[n/10-1]
	}
	if n >= 10 {
		text += "十"
	}
	if n%10 > 0 && n > 1 {
		text += rankDigits[n%10-1]
	}
	return text
}
