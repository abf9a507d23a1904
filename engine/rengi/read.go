package rengi

import (
	"strings"
	"sync"

	"hikyaku/engine"
)

// Parse takes canonical notation, lower case and full width, ●○◎× and 青赤緑黄 for A to D, columns in either order, 上 and
// 下 for the cells of a list, and the sign of the seat to move in front. If the tsumo is known, it also takes the column of the axis with the direction of
// the child, "2U", "2上", "2↑", and "3" for a single stone. If the player must choose the rows that may fall and does
// not name them, they are five, or the most allowed.
func (p *position) Parse(text string) (engine.Move, error) {
	plain := strings.ToUpper(loose().Replace(engine.HalfWidth(strings.Trim(text, " \t　"))))
	if sign := "+-"[p.turn : p.turn+1]; len(plain) > 1 {
		plain = strings.TrimPrefix(plain, sign)
	}
	var m move
	ok := true
	switch {
	case plain == "PASS":
		m.kind = passes
	case strings.Contains(plain, ":"):
		m, ok = readDraft(strings.ReplaceAll(plain, "D:", "L:")) // 下 is the lower cell of the list
	default:
		if m.placement, ok = p.readShort(plain); !ok {
			m.placement, ok = readPlacement(plain)
		}
	}
	if !ok {
		return "", p.malformed(text)
	}
	if m.kind == places && m.rows == unsaid && p.wait == aMove && p.asksRows() {
		_, most := p.rowsAsked()
		m.rows = min(usualRows, most)
	}
	return engine.Move(m.String()), nil
}

// directions are the columns from the axis to the child for each direction.
var directions = map[string]int8{"U": 0, "D": 0, "R": 1, "L": -1}

// readShort reads the column of the axis and the direction of the child. The known tsumo gives the colours.
func (p *position) readShort(text string) (m placement, ok bool) {
	if p.wait != aMove {
		return m, false
	}
	tsumo, known := p.current()
	text, rows, said := strings.Cut(text, "/")
	if m.rows, ok = readRows(rows, said); !ok || !known || len(text) != stoneCount(!p.single) || text[0] < '0' || text[0] > '9' {
		return m, false
	}
	axis := int8(text[0]) - '1'
	m.columns[0], m.colours[0] = axis, tsumo[0]
	if p.single {
		return m, true
	}
	step, ok := directions[text[1:]]
	m.two = true
	m.columns[1], m.colours[1] = axis+step, tsumo[1]
	if text[1] == 'D' || step < 0 {
		m.columns[0], m.columns[1] = m.columns[1], m.columns[0]
		m.colours[0], m.colours[1] = m.colours[1], m.colours[0]
	}
	return m, ok && m.columns[0] >= -1 && m.columns[1] <= 8
}

// loose replaces other spellings of a move by the letters of canonical notation.
var loose = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for i, group := range []string{"●青", "○赤", "◎緑", "×黄"} {
		for _, r := range group {
			pairs = append(pairs, string(r), letters[i:i+1])
		}
	}
	for i, group := range []string{"↑上", "→右", "↓下", "←左"} {
		for _, r := range group {
			pairs = append(pairs, string(r), "URDL"[i:i+1])
		}
	}
	return strings.NewReplacer(append(pairs, "、", ",", "−", "-", "パス", engine.Pass)...)
})
