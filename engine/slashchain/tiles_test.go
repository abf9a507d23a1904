package slashchain

import (
	"hikyaku/internal/i18n"
	"strings"
	"testing"
)

// TestOrbits checks that turning the sixteen patterns gives exactly the six kinds, with the number of distinct turns of
// the rules.
func TestOrbits(t *testing.T) {
	seen := map[pattern]bool{}
	var sizes []int
	for p := pattern(0); p < 16; p++ {
		size := 0
		for q := p; !seen[q]; q = q.turned() {
			seen[q] = true
			size++
			if byPattern[q].kind != byPattern[p].kind {
				t.Errorf("turning %+v gives %+v", byPattern[p], byPattern[q])
			}
		}
		if size > 0 {
			sizes = append(sizes, size)
		}
	}
	if len(sizes) != len(letters) || len(tiles) != 16 {
		t.Errorf("%d orbits of sizes %v, %d tiles; want 6 and 16", len(sizes), sizes, len(tiles))
	}
	for kind, want := range [len(letters)]int{1, 1, 2, 4, 4, 4} {
		if got := turnsOf(kind); got != want {
			t.Errorf("%c has %d distinct turns, want %d", letters[kind], got, want)
		}
	}
}

// turnsOf counts the distinct turns of a kind.
func turnsOf(kind int) (n int) {
	for _, t := range tiles {
		if t.kind == kind {
			n++
		}
	}
	return n
}

// TestPicturesOfTheManual compares the tiles with those that RULES.md and RULES.ja.md draw.
func TestPicturesOfTheManual(t *testing.T) {
	var rows [2]string
	for kind, width := range [len(letters)]int{10, 10, 12, 10, 10, 0} {
		p := readPattern(unturned[kind])
		for row, ends := range [2][2]int{{upperLeft, upperRight}, {lowerLeft, lowerRight}} {
			picture := string(" /\\"[p.at(ends[0])]) + string(" /\\"[p.at(ends[1])])
			rows[row] += picture + strings.Repeat(" ", max(0, width-2))
		}
	}
	if want := rows[0] + "\n" + rows[1] + "\n"; !strings.Contains(manualEn, want) || !strings.Contains(manualJa, want) {
		t.Errorf("RULES.md or RULES.ja.md lacks\n%s", want)
	}
}

// TestShapes compares the terms of the rules on lines laid by hand.
func TestShapes(t *testing.T) {
	for line, want := range map[string]string{
		"./////.": "five", "//////": "overline", ".////.": "straight four", "x////.": "four",
		"//.//": "four", "///./": "four", ".///..": "three", ".//./.": "three", "x///..": "", "x///.x": "", "//": "",
	} {
		if got := shapeName(line); got != want {
			t.Errorf("%s is %q, want %q", line, got, want)
		}
	}
}

// TestEnds checks that shapes are named by their first and last cells.
func TestEnds(t *testing.T) {
	first, last := cell{2, 1}, cell{5, 4}
	want := i18n.Text{En: first.words().En + " to " + last.words().En, Ja: first.words().Ja + "から" + last.words().Ja}
	if got := endsText(diagonal(".////.").shapesOf(slash).StraightFours); got != want {
		t.Errorf("a straight four is named %q, want %q", got, want)
	}
	other := cell{9, 8}
	want = i18n.Text{En: want.En + ", " + other.words().En + " to " + first.words().En, Ja: want.Ja + "、" + other.words().Ja + "から" + first.words().Ja}
	if got := endsText([][]cell{{first, other, last}, {other, last, first}}); got != want {
		t.Errorf("two shapes are named %q, want %q", got, want)
	}
}

// shapeName returns the strongest shape of a diagonal.
func shapeName(text string) string {
	s := diagonal(text).shapesOf(slash)
	switch {
	case len(s.Fives) > 0:
		return "five"
	case len(s.Overlines) > 0:
		return "overline"
	case len(s.StraightFours) > 0:
		return "straight four"
	case len(s.Fours) > 0:
		return "four"
	case len(s.Threes) > 0:
		return "three"
	}
	return ""
}

// diagonal returns a table with a diagonal of slashes (/), backslashes (x) and empty cells. The diagonal meets each tile in
// one cell only, and the other lines of the tiles are backslashes.
func diagonal(text string) *table {
	tb := &table{max: square{4, 4}}
	for i, c := range text {
		at := cell{i + 1, i}
		if c == '.' {
			continue
		}
		lines := pattern(15)
		if c == '/' {
			lines &^= 1 << at.corner()
		}
		s := at.square()
		tb.squares[s.y+middle][s.x+middle] = uint8(lines) + 1
	}
	return tb
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"A2@1,-2", "l3@0,0", "ｘ３＠１，０", "S0@99999999999999999999,0"} {
		f.Add(text)
	}
	options, _ := Game.Resolve(nil)
	p := start(options)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := p.Parse(text)
		if err != nil {
			return
		}
		if again, err := p.Parse(string(m)); err != nil || again != m {
			t.Errorf("%q is read as %s, and that as %s, %v", text, m, again, err)
		}
	})
}

func FuzzPosition(f *testing.F) {
	f.Add("start")
	f.Add("L1@0,0 S0@1,0")
	options, _ := Game.Resolve(nil)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Game.Parse(options, text)
		if err != nil {
			return
		}
		if again, err := Game.Parse(options, p.String()); err != nil || again.String() != p.String() {
			t.Errorf("%q is read as %q, and that as %v, %v", text, p, again, err)
		}
	})
}
