package diceshogi

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
)

// Heading is a line above the moves of a KIF file, "Key：Value". A line without a colon, such as one of a board diagram,
// has no Key.
type Heading struct{ Key, Value string }

// Written is a move as it stands in a KIF file: its text, where 同 is possible, the comment below it without the *, and
// the throw on the line before it, "" if there is none.
type Written struct {
	Text, Comment string
	Throw         engine.Move
}

const (
	handicapKey = "手合割"
	rulesKey    = "ルール"
	dieWord     = "サイコロ"
)

// ruleNames are the values of ルール for the rule sets.
var ruleNames = map[string]string{dice: "サイコロ将棋", hyper: "HYPERサイコロ将棋", minishogi: "5五将棋"}

// minishogiNames are the values of 手合割 for this board, in plain digits.
var minishogiNames = []string{"5五将棋", "55将棋", "5々将棋", "5五", "5々", "55", "ミニ将棋", "minishogi"}

// ReadKIF converts the headings and moves of a KIF file of 5五将棋 into a game. The throw before a move is Written.Throw
// or a comment such as サイコロ：4; 0 means no throw. A file without throws is a game of minishogi. Otherwise ルール names the
// rule set; without it the game is one of Hyper if every move is legal there, else of dice. A board diagram gives the
// start. An error names the heading or the move that does not fit.
func ReadKIF(headings []Heading, moves []Written) (*Score, error) {
	start, err := readStart(headings)
	if err != nil {
		return nil, err
	}
	var plies []ply
	thrown := false
	for _, m := range moves {
		die := m.die()
		thrown = thrown || die != unknown
		plies = append(plies, writtenPly(m.Text, die))
	}
	if !thrown {
		return replay(minishogi, start, plies)
	}
	switch rules, named := headingValue(headings, rulesKey); {
	case !named:
		return guess(start, plies)
	case normalized(rules) == normalized(ruleNames[hyper]):
		return replay(hyper, start, plies)
	case normalized(rules) == normalized(ruleNames[dice]):
		return replay(dice, start, plies)
	default:
		return nil, fmt.Errorf("%s：%s is unknown: want %s or %s", rulesKey, rules, ruleNames[dice], ruleNames[hyper])
	}
}

// Variation reads moves that are an alternative to those played after p, a position of this game. It returns them in
// canonical notation, without throws, and the position after each. If the die of a move is not written, every file is
// allowed.
func Variation(p engine.Position, moves []Written) (list []engine.Move, after []engine.Position, err error) {
	for _, m := range moves {
		if p.Next().Throw != nil {
			die := m.die()
			if die <= 0 {
				die = sides // any file is allowed
			}
			if p, err = p.Apply(engine.Throw(die)); err != nil {
				return list, after, err
			}
		}
		read, err := p.Parse(m.Text)
		if err != nil {
			return list, after, err
		}
		if p, err = p.Apply(read); err != nil {
			return list, after, err
		}
		list, after = append(list, read), append(after, p)
	}
	return list, after, nil
}

// IsKIF reports whether the headings of a KIF file name shogi on 5x5 squares or draw its board.
func IsKIF(headings []Heading) bool {
	handicap, _ := headingValue(headings, handicapKey)
	return isMinishogi(handicap) || len(drawnRanks(headings)) == size
}

func isMinishogi(handicap string) bool {
	return slices.ContainsFunc(minishogiNames, func(n string) bool { return normalized(n) == normalized(handicap) })
}

// drawnRanks returns the ranks of a board diagram, as they are drawn.
func drawnRanks(headings []Heading) (ranks []string) {
	for _, h := range headings {
		if line := strings.TrimSpace(h.Value); h.Key == "" && strings.HasPrefix(line, "|") {
			ranks = append(ranks, line)
		}
	}
	return ranks
}

// normalized removes differences in width, case and blanks.
func normalized(text string) string { return strings.ToLower(plainer().Replace(text)) }

func headingValue(headings []Heading, keys ...string) (string, bool) {
	for _, h := range headings {
		if slices.Contains(keys, strings.TrimSpace(h.Key)) {
			return strings.TrimSpace(h.Value), true
		}
	}
	return "", false
}

// die returns the face thrown before the move, or unknown.
func (m Written) die() int {
	if faces, ok := m.Throw.Throw(); ok && len(faces) == 1 {
		return faces[0]
	}
	for line := range strings.Lines(m.Comment) {
		if face := saidDie(line); face != unknown {
			return face
		}
	}
	return unknown
}

// saidDie returns the face that a line of a comment tells, such as サイコロ：4, or unknown.
func saidDie(line string) int {
	line = strings.TrimPrefix(plainer().Replace(strings.TrimSpace(line)), "*")
	face, ok := strings.CutPrefix(line, dieWord+":")
	if ok && len(face) == 1 && face[0] >= '0' && face[0] <= '6' {
		return int(face[0] - '0')
	}
	return unknown
}

// WithoutDie returns a comment without the lines that tell a throw.
func WithoutDie(comment string) string {
	lines := slices.DeleteFunc(strings.Split(comment, "\n"), func(line string) bool { return saidDie(line) != unknown })
	return strings.Join(lines, "\n")
}

// readStart returns the text of the first position: that of the diagram if there is one, else the usual one.
func readStart(headings []Heading) (string, error) {
	if ranks := drawnRanks(headings); ranks != nil {
		return readDiagram(headings, ranks)
	}
	handicap, named := headingValue(headings, handicapKey)
	if !named {
		return "", fmt.Errorf("neither %s：%s nor a board diagram says that this is shogi on 5x5 squares", handicapKey, ruleNames[minishogi])
	}
	if !isMinishogi(handicap) {
		return "", fmt.Errorf("%s：%s is another game: want %s", handicapKey, handicap, ruleNames[minishogi])
	}
	return startText, nil
}

// readDiagram returns the SFEN of a diagram with its hands and its turn.
func readDiagram(headings []Heading, ranks []string) (string, error) {
	var b board
	if len(ranks) != size {
		return "", fmt.Errorf("the board diagram has %d ranks: want 5", len(ranks))
	}
	for rank, line := range ranks {
		if err := b.readRankLine(rank, line); err != nil {
			return "", err
		}
	}
	for seat, keys := range [][]string{{"先手の持駒", "下手の持駒"}, {"後手の持駒", "上手の持駒"}} {
		held, _ := headingValue(headings, keys...)
		if err := b.readHandHeading(seat, held); err != nil {
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

// readRankLine reads one rank of a diagram, such as "|v飛 ・ ・ ・v玉|一".
func (b *board) readRankLine(rank int, line string) error {
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

// readGlyph returns the kind of a man in a diagram or a hand, -1 for any other character.
func readGlyph(letter rune) int {
	switch letter {
	case '王':
		letter = '玉'
	case '竜':
		letter = '龍'
	}
	return slices.Index(glyphs[:], string(letter))
}

// readHandHeading reads the men in hand, such as "飛　歩二" or なし.
func (b *board) readHandHeading(seat int, text string) error {
	if text == "なし" || text == "無し" {
		return nil
	}
	last := -1
	for _, letter := range text {
		switch k := readGlyph(letter); {
		case letter == ' ' || letter == '　':
		case k >= 0 && k < int(handKinds):
			last = k
			b.hands[seat][k]++
		case last >= 0 && strings.ContainsRune("一1１", letter):
			last = -1
		case last >= 0 && strings.ContainsRune("二2２", letter):
			b.hands[seat][last]++
			last = -1
		default:
			return fmt.Errorf("the men in hand %q cannot be read at %q", text, letter)
		}
	}
	return nil
}

// Headings returns the lines above the moves that tell other programs the game: 手合割, ルール for a game with dice, and a
// board diagram with hands and turn unless the start is the usual one. It is an error if s.Start is not a position of
// this game.
func (s *Score) Headings() ([]Heading, error) {
	p, ok := s.Start.(*position)
	if !ok {
		return nil, errors.New("the start is a position of another game")
	}
	all := []Heading{{handicapKey, ruleNames[minishogi]}}
	if s.rules() != minishogi {
		all = append(all, Heading{rulesKey, ruleNames[s.rules()]})
	}
	if p.sfen() != startText {
		all = append(all, p.diagram()...)
	}
	return all, nil
}

// Headings returns the headings of a record that begins with p.
func (p *position) Headings() (lines []engine.Heading) {
	own, _ := (&Score{Options: engine.Options{"rules": p.rules}, Start: p}).Headings() // an error is only possible for another game's position
	for _, h := range own {
		lines = append(lines, engine.Heading(h))
	}
	return lines
}

// diagram draws the board with the hands and the turn.
func (b *board) diagram() []Heading {
	frame := Heading{"", "+---------------+"}
	all := []Heading{{"後手の持駒", b.handHeading(1)}, {"", "  ５ ４ ３ ２ １"}, frame}
	for rank := range size {
		all = append(all, Heading{"", b.rankLine(rank)})
	}
	all = append(all, frame, Heading{"先手の持駒", b.handHeading(0)})
	return append(all, Heading{"", []string{"先手番", "後手番"}[b.turn]})
}

func (b *board) rankLine(rank int) string {
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

func (b *board) handHeading(seat int) string {
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
