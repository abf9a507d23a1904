package diceshogi

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
)

// Heading is a line above the moves of a KIF file: "Key：Value", or a line without a colon in Value, such as
// those of a board diagram.
type Heading struct{ Key, Value string }

// Written is a move as a KIF file has it: its words, 同 included, and the comment below it, without the *.
type Written struct{ Text, Comment string }

const (
	handicapKey = "手合割"
	rulesKey    = "ルール"
	dieWord     = "サイコロ"
)

// ruleNames are the rule sets as ルール names them.
var ruleNames = map[string]string{dice: "サイコロ将棋", hyper: "HYPERサイコロ将棋", minishogi: "5五将棋"}

// minishogiNames are the values of 手合割 that mean this board, in plain digits.
var minishogiNames = []string{"5五将棋", "55将棋", "5々将棋", "5五", "5々", "55", "minishogi"}

// ReadKIF turns what a KIF file of 5五将棋 says into a game. A comment サイコロ：4 is the throw before its
// move, 0 none; without any it is minishogi, else what ルール says or, where it says nothing, Hyper if the
// game goes so and dice if not. A board diagram gives the start. An error names what does not fit.
func ReadKIF(headings []Heading, moves []Written) (*Score, error) {
	start, err := readStart(headings)
	if err != nil {
		return nil, err
	}
	var plies []ply
	thrown := false
	for _, m := range moves {
		die := readThrow(m.Comment)
		thrown = thrown || die != unknown
		plies = append(plies, written(m.Text, die))
	}
	if !thrown {
		return replay(minishogi, start, plies)
	}
	switch rules, named := value(headings, rulesKey); {
	case !named:
		return guess(start, plies)
	case wide(rules) == wide(ruleNames[hyper]):
		return replay(hyper, start, plies)
	case wide(rules) == wide(ruleNames[dice]):
		return replay(dice, start, plies)
	default:
		return nil, fmt.Errorf("%s：%s is unknown: want %s or %s", rulesKey, rules, ruleNames[dice], ruleNames[hyper])
	}
}

// IsKIF tells whether the headings of a KIF file say that this is shogi on 5x5 squares, by name or diagram.
func IsKIF(headings []Heading) bool {
	_, err := readStart(headings)
	return err == nil
}

// wide makes spellings that differ in width, case and blanks alike.
func wide(text string) string { return strings.ToLower(plainer.Replace(text)) }

func value(headings []Heading, keys ...string) (string, bool) {
	for _, h := range headings {
		if slices.Contains(keys, strings.TrimSpace(h.Key)) {
			return strings.TrimSpace(h.Value), true
		}
	}
	return "", false
}

// readThrow is the die of a comment, unknown where it names none.
func readThrow(comment string) int {
	for line := range strings.Lines(comment) {
		line = strings.TrimPrefix(plainer.Replace(strings.TrimSpace(line)), "*")
		face, ok := strings.CutPrefix(line, dieWord+":")
		if ok && len(face) == 1 && face[0] >= '0' && face[0] <= '6' {
			return int(face[0] - '0')
		}
	}
	return unknown
}

// readStart is the position before the first move: that of the diagram, else the usual one.
func readStart(headings []Heading) (string, error) {
	var ranks []string
	for _, h := range headings {
		if line := strings.TrimSpace(h.Value); h.Key == "" && strings.HasPrefix(line, "|") {
			ranks = append(ranks, line)
		}
	}
	if ranks != nil {
		return readDiagram(headings, ranks)
	}
	handicap, named := value(headings, handicapKey)
	if !named {
		return "", fmt.Errorf("neither %s：%s nor a board diagram says that this is shogi on 5x5 squares", handicapKey, ruleNames[minishogi])
	}
	if !slices.ContainsFunc(minishogiNames, func(n string) bool { return wide(n) == wide(handicap) }) {
		return "", fmt.Errorf("%s：%s is another game: want %s", handicapKey, handicap, ruleNames[minishogi])
	}
	return startText, nil
}

// readDiagram gives the SFEN of a diagram, its hands and its turn.
func readDiagram(headings []Heading, ranks []string) (string, error) {
	var b board
	if len(ranks) != size {
		return "", fmt.Errorf("the board diagram has %d ranks: want 5", len(ranks))
	}
	for rank, line := range ranks {
		if err := b.readDrawn(rank, line); err != nil {
			return "", err
		}
	}
	for seat, keys := range [][]string{{"先手の持駒", "下手の持駒"}, {"後手の持駒", "上手の持駒"}} {
		held, _ := value(headings, keys...)
		if err := b.readHeld(seat, held); err != nil {
			return "", err
		}
	}
	for _, h := range headings {
		if line := strings.TrimSpace(h.Value); h.Key == "" && (line == "後手番" || line == "上手番") {
			b.turn = 1
		}
	}
	return b.sfen(), nil
}

// readDrawn reads one rank, such as "|v飛 ・ ・ ・v玉|一".
func (b *board) readDrawn(rank int, line string) error {
	inner, _, closed := strings.Cut(line[1:], "|")
	if !closed {
		return fmt.Errorf("the rank %q of the diagram has no end", line)
	}
	file, seat := size, 0
	for _, letter := range inner {
		switch letter {
		case 'v', 'V', 'ｖ':
			seat = 1
		case ' ', '　', '+', '^':
		case '・', '.':
			file--
		default:
			k := readGlyph(letter)
			if k < 0 {
				return fmt.Errorf("%q in the rank %q of the diagram is no man", letter, line)
			}
			b.set(spot(file, rank), seat, kind(k))
			file, seat = file-1, 0
		}
	}
	if file != 0 {
		return fmt.Errorf("the rank %q of the diagram has %d squares: want 5", line, size-file)
	}
	return nil
}

// readGlyph is the kind of a man in a diagram or a hand, -1 for none.
func readGlyph(letter rune) int {
	switch letter {
	case '王':
		letter = '玉'
	case '竜':
		letter = '龍'
	}
	return slices.Index(glyphs[:], string(letter))
}

// readHeld reads men in hand, such as "飛　歩二", or なし.
func (b *board) readHeld(seat int, text string) error {
	if text == "なし" {
		return nil
	}
	last := -1
	for _, letter := range text {
		switch k := readGlyph(letter); {
		case letter == ' ' || letter == '　':
		case k >= 0 && k < int(handKinds):
			last = k
			b.hands[seat][k]++
		case last >= 0 && (letter == '二' || letter == '2' || letter == '２'):
			b.hands[seat][last]++
			last = -1
		default:
			return fmt.Errorf("the men in hand %q cannot be read at %q", text, letter)
		}
	}
	return nil
}

// Headings are the lines above the moves that tell other programs what game this is: 手合割, ルール for a game
// with dice, and a board diagram with hands and turn unless it begins as usual.
func (s *Score) Headings() ([]Heading, error) {
	p, ok := s.Start.(*position)
	if !ok {
		return nil, errors.New("the start is a position of another game")
	}
	all := []Heading{{handicapKey, ruleNames[minishogi]}}
	if s.Rules != minishogi {
		all = append(all, Heading{rulesKey, ruleNames[s.Rules]})
	}
	if p.sfen() != startText {
		all = append(all, p.diagram()...)
	}
	return all, nil
}

// Headings are those of a record that begins here.
func (p *position) Headings() (lines []engine.Heading) {
	own, _ := (&Score{Rules: p.rules, Start: p}).Headings() // which fails for the start of another game only
	for _, h := range own {
		lines = append(lines, engine.Heading(h))
	}
	return lines
}

// diagram draws the board with hands and turn.
func (b *board) diagram() []Heading {
	frame := Heading{"", "+---------------+"}
	all := []Heading{{"後手の持駒", b.held(1)}, {"", "  ５ ４ ３ ２ １"}, frame}
	for rank := range size {
		all = append(all, Heading{"", b.drawn(rank)})
	}
	all = append(all, frame, Heading{"先手の持駒", b.held(0)})
	return append(all, Heading{"", []string{"先手番", "後手番"}[b.turn]})
}

func (b *board) drawn(rank int) string {
	text := "|"
	for file := size; file > 0; file-- {
		switch s := spot(file, rank).first(); {
		case b.seats[0].has(s):
			text += " " + glyphs[b.kindAt(s)]
		case b.seats[1].has(s):
			text += "v" + glyphs[b.kindAt(s)]
		default:
			text += " ・"
		}
	}
	return text + "|" + rankDigits[rank]
}

func (b *board) held(seat int) string {
	var men []string
	for _, k := range inHandOrder {
		if n := b.hands[seat][k]; n > 0 {
			men = append(men, glyphs[k]+[]string{"", "", "二"}[n])
		}
	}
	if men == nil {
		return "なし"
	}
	return strings.Join(men, "　")
}
