package rengi

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hikyaku/engine"
)

// move is a parsed move.
type move struct {
	kind moveKind
	placement
	entries []entry // the stones of a draft move, cells ascending
}

type moveKind uint8

const (
	places moveKind = iota
	passes
	drafts
)

// placement is a tsumo on its columns. They count from 0 and may be off the field if the move is illegal.
type placement struct {
	two     bool
	columns [2]int8 // ascending
	colours [2]kind // for one column the lower stone first
	rows    int8    // the rows of garbage that may fall, or unsaid
}

// unsaid marks rows that are not written.
const unsaid int8 = -1

// The rows of garbage that may fall.
const (
	usualRows = 5  // if none are written
	leastRows = 3  // the fewest that may be chosen; so many fall without a choice
	mostRows  = 10 // the most that may be chosen
)

// entry is a stone of the draft.
type entry struct {
	cell   int // 0 is 1L, 1 is 1U, 2 is 2L
	colour kind
}

// String returns m in canonical notation.
func (m move) String() string {
	switch m.kind {
	case passes:
		return engine.Pass
	case drafts:
		var words []string
		for _, e := range m.entries {
			words = append(words, e.String())
		}
		return strings.Join(words, ",")
	}
	return m.placement.String()
}

func (m placement) String() string {
	text := []byte{'1' + byte(m.columns[0]), letters[m.colours[0]]}
	if m.two {
		text = []byte{'1' + byte(m.columns[0]), '1' + byte(m.columns[1]), letters[m.colours[0]], letters[m.colours[1]]}
	}
	if m.rows != unsaid {
		text = strconv.AppendInt(append(text, '/'), int64(m.rows), 10)
	}
	return string(text)
}

func (e entry) String() string { return cellNames()[e.cell] + ":" + e.colour.String() }

// cellNames are the names of the cells of the list: 1L, 1U, 2L to 12U.
var cellNames = sync.OnceValue(func() (names []string) {
	for column := range listColumns {
		number := strconv.Itoa(column + 1)
		names = append(names, number+"L", number+"U")
	}
	return names
})

// readMove reads canonical notation only.
func readMove(text string) (m move, ok bool) {
	switch {
	case text == engine.Pass:
		return move{kind: passes}, true
	case strings.Contains(text, ":"):
		m, ok = readDraft(text)
	default:
		m.placement, ok = readPlacement(text)
	}
	return m, ok && m.String() == text
}

// readDraft reads stones of the draft in any order and sorts them.
func readDraft(text string) (m move, ok bool) {
	m.kind = drafts
	for word := range strings.SplitSeq(text, ",") {
		place, letter, _ := strings.Cut(word, ":")
		cell := slices.Index(cellNames(), place)
		colour, ok := readColour(letter)
		if !ok || cell < 0 || len(m.entries) == listCells {
			return move{}, false
		}
		m.entries = append(m.entries, entry{cell, colour})
	}
	slices.SortFunc(m.entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.colour, b.colour))
	})
	return m, true
}

// readPlacement reads a placement with its columns in either order.
func readPlacement(text string) (m placement, ok bool) {
	text, rows, said := strings.Cut(text, "/")
	if m.rows, ok = readRows(rows, said); !ok || len(text) != 2 && len(text) != 4 {
		return m, false
	}
	half := len(text) / 2
	m.two = half == 2
	for i := range half {
		m.columns[i] = int8(text[i]) - '1'
		m.colours[i], ok = readColour(text[half+i : half+i+1])
		if !ok || m.columns[i] < -1 || m.columns[i] > 8 {
			return m, false
		}
	}
	if m.two && m.columns[0] > m.columns[1] {
		m.columns[0], m.columns[1] = m.columns[1], m.columns[0]
		m.colours[0], m.colours[1] = m.colours[1], m.colours[0]
	}
	return m, true
}

// readRows reads the number after the slash, which has at most two digits.
func readRows(text string, said bool) (int8, bool) {
	if !said {
		return unsaid, true
	}
	n, err := strconv.Atoi(text)
	return int8(n), err == nil && n >= 0 && n < 100 && strconv.Itoa(n) == text
}

func readColour(letter string) (kind, bool) {
	i := strings.Index(letters[:colours], letter)
	return kind(i), len(letter) == 1 && i >= 0
}

// Moves yields placements by columns, then by colours, then by the rows that may fall; the pass comes last. Draft moves
// come by cells, then by colours.
func (p *position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		for m := range p.each {
			if !yield(engine.Move(m.String())) {
				return
			}
		}
	}
}
