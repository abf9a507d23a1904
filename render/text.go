package render

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// TextOptions are the options of Text.
type TextOptions struct {
	Lang    string   // "en" or "ja": the language of words
	Names   []string // the players' names by seat, which may be text of other people; seats without one are called by their numbers
	You     int      // the seat of the reader, who is called "You"; 0 if the reader is called by name
	Colour  bool     // write SGR escapes, for a terminal
	Flip    bool     // seen from the far side
	Pieces  string   // the set of shogi pieces, one of Pieces; symbols are letters; "" for kanji in Japanese, else letters
	Large   bool     // fields of play of twice the size, except drawings, which take a large window anyway
	Medium  bool     // boards with gaps of one and a half times the size
	Density Density  // how few lines to take
	Ruled   bool     // for a full screen: lines of box-drawing characters, grids for large fields, and with colour blocks for bodies
	Compact bool     // write only the fields of play, without coordinates, and whose turn it is
}

// textColumns is the width of text, so that mail can quote it.
const textColumns = 72

// Text returns s in characters of one width, ready to be pasted into a letter or a code block. It ends with one line
// feed, and without colour no line has trailing blanks. The scenes of the games in this project fit 72 columns.
// Brackets are marks: [x] was moved last, the last move came from (x) or ( ), {x} is a legal destination, <x> is an
// open end, !x! decided the game or is a king in check, and # are the strokes that decided it. If s is too large to draw, Text returns
// the error as its only line.
func Text(s engine.Scene, o TextOptions) string {
	page, lines, err := layoutText(s, o, false)
	if err != nil {
		return err.Error() + "\n"
	}
	y := len(page.rows)
	if y > 0 {
		y++
	}
	for i, line := range lines {
		page.put(0, y+i, line, "")
	}
	return strings.TrimRight(page.String(), "\n") + "\n"
}

// layoutText returns the boards of s, with the spots of their places if spots is set, and the lines under them.
func layoutText(s engine.Scene, o TextOptions, spots bool) (page *sheet, lines []string, err error) {
	if err := check(s); err != nil {
		return nil, nil, err
	}
	if o.Pieces == "symbols" {
		o.Pieces = "letters"
	}
	s, err = WithPieces(forText(s), o.Lang, o.Pieces)
	if err != nil {
		return nil, nil, err
	}
	t := texter{o, newPhrases(s, o.Lang, o.Names, o.You), spots}
	t.phrases.signs = signs(s, o)
	page = &sheet{}
	st := arrange(s, viewer{o.Lang, o.Flip})
	if o.Compact {
		for i := range st.fields {
			f := &st.fields[i]
			f.above, f.below = nil, nil
			f.main.dropCoordinates()
		}
		st.below, st.panels = nil, nil
	}
	if len(st.fields) == 0 || !t.gridStyle(st.fields[0].main, true).dense {
		t.Density = Roomy
	}
	var fields []*sheet
	for _, f := range st.fields {
		fields = append(fields, t.field(f, textColumns/len(st.fields)-2))
	}
	y := t.beside(page, fields, 0)
	t.flow(page, st.below, y, textColumns)
	return page, t.lines(s, st), nil
}

// Legend explains the marks in what Text returns for s without colour, in a line; "" if there are none.
func Legend(s engine.Scene, o TextOptions) string {
	var list []i18n.Text
	add := func(name string) {
		if text := i18n.T("legend." + name); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	t := texter{TextOptions: o}
	for _, v := range (viewer{o.Lang, o.Flip}).fields(forText(s)) {
		crowded := !v.gap && t.gridStyle(v, true).space == 0
		for _, c := range v.cells {
			switch {
			case c.Mark == engine.Last && crowded:
				add("beside")
			case c.Mark == engine.Last:
				add("last")
			case c.Mark == engine.From && v.gap && c.Ink != engine.Plain:
				add("from-edge")
			case c.Mark == engine.From && (v.gap || v.has(engine.Piece)):
				add("from")
			case c.Mark == engine.Joint && crowded:
				add("joint")
			case c.Mark == engine.Deciding && !crowded:
				add("deciding")
			case c.Mark == engine.Attacked:
				add("attacked")
			}
		}
		for _, l := range v.walls {
			if l.Mark == engine.Last && v.gap {
				add("wall")
			}
		}
		if v.decided() != nil {
			add("strokes")
		}
		if v.gap && slices.ContainsFunc(v.cells, func(c engine.Cell) bool {
			return c.Form == engine.Disc && c.Mark == engine.NoMark && c.Shape != engine.Idle
		}) {
			add("pawn")
		}
		if v.gap && slices.ContainsFunc(v.cells, func(c engine.Cell) bool {
			return c.Form == engine.Ground && c.Mark == engine.NoMark && strings.TrimSpace(c.Glyph) != ""
		}) {
			add("goal")
		}
	}
	if len(list) == 0 {
		return ""
	}
	return i18n.In(o.Lang, "legend.marks", "list", i18n.Phrases(list...))
}

// signs returns how to recognise the things of each seat on the field of play: the number of its pawns, the case of its letters,
// or the v before pieces of the far side.
func signs(s engine.Scene, o TextOptions) []i18n.Text {
	list := make([]i18n.Text, max(2, len(s.Players)))
	for i := range list {
		far, called := i == 1 != o.Flip, i+1 == o.You || i < len(o.Names) && o.Names[i] != ""
		for _, board := range s.Boards[:fieldsOf(s)] {
			for _, c := range board.Cells {
				switch number := strconv.Itoa(i + 1); {
				case c.Form == engine.Disc && c.Glyph == number && called: // else the number is the name
					list[i] = i18n.Same(number)
				case c.Form == engine.Piece && far:
					list[i] = i18n.Same("v")
				case c.Form == engine.Body && i == 0:
					list[i] = i18n.Text{En: "capital letters", Ja: "大文字"}
				case c.Form == engine.Body:
					list[i] = i18n.Text{En: "small letters", Ja: "小文字"}
				}
			}
		}
	}
	return list
}

// lines returns the text under the boards.
func (t texter) lines(s engine.Scene, st stage) (lines []string) {
	fits := func(text string) bool { return terminal.StringWidth(text) <= textColumns }
	said := make([]string, 0, len(s.Players)+len(s.Lines)+1)
	for i, p := range s.Players {
		if drawnThings(p) != nil && t.Density != Roomy { // denseStock has no room for it
			said = append(said, t.phrases.fitting(func(t phrases) string { return t.label(i+1, p) }, fits))
		}
	}
	for _, panel := range st.panels {
		said = append(said, t.phrases.fitting(panel, fits))
	}
	if !t.Compact {
		for _, line := range s.Lines {
			said = append(said, t.phrases.in(line))
		}
	}
	turn := t.phrases.fitting(func(t phrases) string { return t.turn(s) }, fits)
	for _, text := range filled(append(said, turn)...) {
		lines = append(lines, wrap(text, textColumns, terminal.RuneWidth)...)
	}
	return lines
}

// texter writes views as sheets.
type texter struct {
	TextOptions
	phrases phrases
	spots   bool // the sheets record the spots of the scene's places
}

func (t texter) escape(ink engine.Ink, form engine.Form, mark engine.Mark) string {
	if !t.Colour {
		return ""
	}
	var codes []string
	if form != engine.Ground && form != engine.Label && ink != engine.Dull {
		codes = append(codes, "1")
	}
	code, ok := sgrOfInk[ink]
	colour, coloured := strings.CutPrefix(code, "38;")
	marked := mark == engine.Last || mark == engine.Deciding
	switch {
	case marked && coloured: // not reversed, so that the sign is white in every terminal
		codes = append(codes, white, "48;"+colour)
	case ok:
		codes = append(codes, code)
	}
	if marked && !coloured {
		codes = append(codes, "7")
	}
	if len(codes) == 0 {
		return ""
	}
	return "\x1b[" + strings.Join(codes, ";") + "m"
}

// ruled are the lines of a full screen, like = horizontal and like # vertical walls.
var ruled = strings.NewReplacer("-", "─", "|", "│", ":", "│", "=", "━", "#", "┃", "+", "◆")

// line returns text, which consists of such signs, as Ruled wants it.
func (t texter) line(text string) string {
	if t.Ruled {
		return ruled.Replace(text)
	}
	return text
}

// crossing returns the sign for a crossing of the lines of a grid, whose last ones are right and foot.
func (t texter) crossing(x, right, y, foot int) string {
	if !t.Ruled {
		return "+"
	}
	third := func(n, last int) int {
		switch n {
		case 0:
			return 0
		case last:
			return 2
		}
		return 1
	}
	return string([]rune("┌┬┐├┼┤└┴┘")[3*third(y, foot)+third(x, right)])
}

// faint is the style of lines between cells.
func (t texter) faint() string {
	if t.Colour {
		return "\x1b[2m"
	}
	return ""
}

// beside puts the sheets next to each other from row y, and returns the first free row.
func (t texter) beside(page *sheet, sheets []*sheet, y int) int {
	x, bottom := 0, y
	for _, s := range sheets {
		page.paste(x, y, s)
		x += s.columns() + 4
		bottom = max(bottom, y+len(s.rows))
	}
	return bottom
}

// field writes a field of play, with the far side's small boards above it and the others below.
func (t texter) field(f field, room int) *sheet {
	grid := t.grid
	if f.main.gap {
		grid = func(v view, _ bool) *sheet { return t.gapped(v) }
	}
	main, drawn := &sheet{}, grid(f.main, true)
	fits := func(text string) bool { return terminal.StringWidth(text) <= drawn.columns() }
	if title := t.phrases.fitting(f.main.title, fits); title != "" {
		main.put(0, 0, terminal.Truncate(title, drawn.columns(), "…"), "")
	}
	main.paste(0, len(main.rows), drawn)
	s := &sheet{}
	y := t.flow(s, f.above, 0, room)
	if y > 0 && t.Density == Roomy {
		y++
	}
	s.paste(0, y, main)
	t.flow(s, f.below, y+len(main.rows), room)
	return s
}

// flow writes small boards from left to right and line by line, with an empty row above unless the sheet is empty.
func (t texter) flow(s *sheet, views []view, y, room int) int {
	var line []*sheet
	used := 0
	flush := func() {
		if y > 0 && t.Density == Roomy {
			y++
		}
		y = t.beside(s, line, y)
		line, used = nil, 0
	}
	for _, v := range views {
		if len(v.cells) == 0 && v.seat != 0 {
			continue
		}
		small := t.small(v)
		if used > 0 && used+small.columns() > room {
			flush()
		}
		line = append(line, small)
		used += small.columns() + 4
	}
	flush()
	return y
}

// small writes a small board after its name, or below the name if it has several rows.
func (t texter) small(v view) *sheet {
	if !v.named {
		v.cols = 1
		for _, c := range v.cells {
			v.cols = max(v.cols, c.At.X+1)
		}
	}
	if t.Density != Roomy && v.things != nil && v.rows > 1 {
		return t.denseStock(v)
	}
	s := &sheet{}
	name := t.phrases.fitting(v.title, func(text string) bool { return terminal.StringWidth(text) <= textColumns })
	if v.rows == 1 && v.seat != 0 && !v.named {
		name += t.phrases.colon()
		s.put(0, 0, name, "")
		s.paste(terminal.StringWidth(name), 0, t.hand(v))
		return s
	}
	grid := t.grid(v, false)
	switch {
	case name == "":
		return grid
	case len(grid.rows) == 1:
		name += strings.TrimRight(t.phrases.colon(), " ")
		s.put(0, 0, name, "")
		s.paste(terminal.StringWidth(name), 0, grid)
	default:
		s.put(0, 0, name, "")
		s.paste(0, 1, grid)
	}
	return s
}

// hand writes the pieces in hand, each followed by its number if there are several.
func (t texter) hand(v view) *sheet {
	s, x := &sheet{}, 0
	if !v.has(engine.Piece) {
		s.put(0, 0, t.phrases.in(i18n.T("stand.empty")), "")
		return s
	}
	for _, c := range v.cells {
		glyph := t.glyph(c)
		if c.Form == engine.Piece && x > 0 {
			x++
		}
		if c.Form == engine.Piece && c.Turn == 2 {
			glyph = "v" + glyph
		}
		s.put(x, 0, glyph, t.escape(c.Ink, c.Form, c.Mark))
		if t.spots && c.At.X < len(v.things) {
			s.spots = append(s.spots, Spot{Touch: engine.ThingTouch(v.seat, v.things[c.At.X]), X: x, Wide: terminal.StringWidth(glyph), High: 1})
		}
		x += terminal.StringWidth(glyph)
	}
	return s
}

// glyph returns the sign for c: its own glyph if it is one printable character or two narrow ones.
func (t texter) glyph(c engine.Cell) string {
	w := terminal.StringWidth(c.Glyph)
	switch {
	case c.Glyph == "" && c.Form == engine.Ground && c.Ink != engine.Plain:
		return "."
	case strings.TrimSpace(c.Glyph) == "":
		return " "
	case w < 1 || w > 2 || oneLine(c.Glyph) != c.Glyph:
		return "?"
	}
	return c.Glyph
}

// brackets returns the signs on both sides of a marked cell.
func brackets(m engine.Mark) (left, right string) {
	pairs := [...]string{engine.NoMark: "  ", engine.Last: "[]", engine.From: "()", engine.Legal: "{}", engine.Joint: "<>", engine.Deciding: "!!", engine.Lit: "  ", engine.Attacked: "!!"}
	if int(m) >= len(pairs) {
		m = engine.NoMark
	}
	return pairs[m][:1], pairs[m][1:]
}

func oneLine(text string) string {
	return strings.ReplaceAll(Safe(text), "\n", `\u{A}`)
}
