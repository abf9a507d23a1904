package goryujin

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// String returns the column and the row: A1 is the lower left cell, BH30 the upper right one.
func (c cell) String() string { return columnName(c.x) + strconv.Itoa(c.y+1) }

func columnName(x int) string {
	if x < 26 {
		return string(rune('A' + x))
	}
	return string(rune('A'+x/26-1)) + string(rune('A'+x%26))
}

// String returns l in canonical notation.
func (l lay) String() string {
	var b [12]byte
	return string(l.append(b[:0]))
}

func (l lay) append(text []byte) []byte {
	if l.touchdown {
		text = append(text, "TD"...)
	} else {
		text = append(text, letters[l.kind])
	}
	text = append(text, '0'+byte(l.turns))
	if l.flipped {
		text = append(text, '\'')
	}
	text = append(text, '@')
	if x := l.anchor.x; x >= 26 {
		text = append(text, 'A'+byte(x/26-1), 'A'+byte(x%26))
	} else {
		text = append(text, 'A'+byte(x))
	}
	return strconv.AppendInt(text, int64(l.anchor.y+1), 10)
}

var apostrophes = strings.NewReplacer("’", "'", "′", "'")

// Parse takes canonical notation, other names of the same cells, lower case, full-width letters and digits, blanks, パス,
// and the cells themselves: "W=AB5,AB6,AC6,AC7,AD7".
func (p *position) Parse(text string) (engine.Move, error) {
	if l, err := readLay(text); err == nil && l.String() == text { // most are canonical
		return engine.Move(text), nil
	}
	plain := strings.ToUpper(strings.Join(strings.Fields(apostrophes.Replace(engine.HalfWidth(text))), ""))
	if plain == "PASS" || plain == "パス" {
		return engine.Pass, nil
	}
	l, err := readLay(plain)
	if err != nil {
		return "", moveMalformed.Reject(engine.Quote("move", text), whyArg(i18n.Of(err)))
	}
	return engine.Move(l.String()), nil
}

// Words returns a legal move in words.
func (p *position) Words(m engine.Move) i18n.Text {
	l, _ := readLay(string(m))
	at, letter := l.anchor.String(), string(letters[l.kind])
	switch {
	case l.touchdown:
		return i18n.Text{En: "touchdown at " + at, Ja: at + "にタッチダウン"}
	case l.kind == head:
		return i18n.Text{En: "a head at " + at, Ja: at + "に竜頭"}
	}
	return i18n.Text{En: "piece " + letter + " at " + at, Ja: at + "に駒" + letter}
}

// whyArg returns why a text is not a move.
func whyArg(why i18n.Text) engine.Arg { return engine.Arg{Name: "why", Value: why} }

var notCanonical = i18n.Text{En: "it is not the canonical notation", Ja: "正規の書き方ではありません"}

// readLay reads a lay given by name or by its cells.
func readLay(text string) (lay, error) {
	text = strings.ToUpper(text)
	touchdown := strings.HasPrefix(text, "TD")
	rest := strings.TrimPrefix(text, "TD")
	kind := head
	if !touchdown {
		if rest == "" || strings.IndexByte(letters, rest[0]) < 0 {
			return lay{}, i18n.Errorf("it must begin with one of %s, TD or pass", "%sのどれか、TD、passで始めてください", letters)
		}
		kind, rest = strings.IndexByte(letters, rest[0]), rest[1:]
	}
	read := readNamed
	if strings.HasPrefix(rest, "=") {
		read = readCells
	}
	l, err := read(kind, rest)
	l.touchdown = touchdown
	return l, err
}

// readNamed reads turns, apostrophe and anchor, such as "3'@AB5".
func readNamed(kind int, text string) (lay, error) {
	turned, at, found := strings.Cut(text, "@")
	n := name{kind: kind}
	turned, n.flipped = strings.CutSuffix(turned, "'")
	if !found || len(turned) > 1 || turned != "" && (turned[0] < '0' || turned[0] > '3') {
		return lay{}, i18n.Errorf("the turns must be 0 to 3, then ' if it is flipped, @ and a cell, as in W3@AB5",
			"W3@AB5のように、回転0～3、裏返しなら'、@、マスの順に書いてください")
	}
	if turned != "" {
		n.turns = int(turned[0] - '0')
	}
	anchor, err := readCell(at)
	if err != nil {
		return lay{}, err
	}
	r := pieces().named[n]
	return lay{pose: r.pose, anchor: anchor.plus(r.shift)}, nil
}

// readCell reads a cell such as "AB5".
func readCell(text string) (cell, error) {
	split := strings.IndexAny(text, "0123456789")
	if split < 1 {
		return cell{}, i18n.Errorf("%q is no cell: write a column and a row, as in AB5", "「%s」はマスではありません。AB5のように列と行を書いてください", text)
	}
	x := slices.Index(columnNames(), text[:split])
	y, err := strconv.Atoi(text[split:])
	switch {
	case x < 0:
		return cell{}, i18n.Errorf("there is no column %q: they go from A to BH", "「%s」という列はありません。列はAからBHまでです", text[:split])
	case err != nil || y < 1 || y > lines || text[split] == '0':
		return cell{}, i18n.Errorf("there is no row %q: they go from 1 to 30", "「%s」という行はありません。行は1から30までです", text[split:])
	}
	return cell{x, y - 1}, nil
}

var columnNames = sync.OnceValue(func() (names []string) {
	for x := range columns {
		names = append(names, columnName(x))
	}
	return names
})

// readCells reads the five cells of a piece in any order, such as "=AB5,AB6,AC6,AC7,AD7".
func readCells(kind int, text string) (lay, error) {
	words := strings.Split(text[1:], ",")
	if len(words) != 5 {
		return lay{}, i18n.Errorf("a piece has five cells, not %d", "駒は5マスで、%dマスではありません", len(words))
	}
	var cells [5]cell
	for i, word := range words {
		c, err := readCell(strings.TrimSpace(word))
		if err != nil {
			return lay{}, err
		}
		if slices.Contains(cells[:i], c) {
			return lay{}, i18n.Errorf("%s is named twice", "%sが2回書かれています", c)
		}
		cells[i] = c
	}
	low := cell{min5(cells, func(c cell) int { return c.x }), min5(cells, func(c cell) int { return c.y })}
	var rows [5]uint64
	for _, c := range cells {
		at := c.minus(low)
		if at.x > 4 || at.y > 4 {
			return lay{}, i18n.Errorf("these cells are not one piece", "これらのマスは一つの駒になりません")
		}
		rows[at.y] |= 1 << at.x
	}
	for _, p := range pieces().poses[kind] {
		if p.rows == rows {
			return lay{pose: p, anchor: low.minus(p.low)}, nil
		}
	}
	return lay{}, i18n.Errorf("these cells are no %c", "これらのマスは%cの形ではありません", letters[kind])
}

// Moves yields new heads by pose and column, then the extensions of each dragon by open end and kind, with the
// touchdowns, then the pass. It writes all moves into one string to save allocations.
func (p *position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		if p.result != nil {
			return
		}
		text, ends := make([]byte, 0, 4096), make([]int, 0, 512)
		for l := range p.lays(p.turn) {
			text = l.append(text)
			ends = append(ends, len(text))
		}
		all, from := string(text), 0
		for _, end := range ends {
			if !yield(engine.Move(all[from:end])) {
				return
			}
			from = end
		}
		yield(engine.Pass)
	}
}

// Perft counts the leaves after depth moves. It counts the last moves without playing them.
func (p *position) Perft(depth, face int) uint64 {
	if depth <= 0 {
		return 1
	}
	if p.result != nil {
		return 0
	}
	n := uint64(0)
	for l := range p.lays(p.turn) {
		if depth == 1 {
			n++
		} else {
			n += p.play("", l).Perft(depth-1, face)
		}
	}
	return n + p.pass().Perft(depth-1, face)
}
