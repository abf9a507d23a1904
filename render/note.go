package render

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Note is an annotation on a board. Pictures show it above everything else, and descriptions contain it.
type Note struct {
	Form   NoteForm
	At     engine.Place // where it is, where an arrow begins, or the cells of a path in order
	To     engine.Place // where an arrow ends
	Colour string       // the name of a colour, such as "red", or "" for that of the theme
	Text   string       // the sign, or the label of an arrow, which may be empty
	Seat   int          // whose path it is
}

// NoteForm is the kind of a Note.
type NoteForm uint8

// The forms of notes.
const (
	MarkNote  NoteForm = iota // a frame around a place
	ArrowNote                 // an arrow from place to place
	SignNote                  // a letter or a number at a place
	PathNote                  // a line through cells, below the pieces
)

// maxLabel is the largest number of characters of the label of an arrow, maxSign that of a sign.
const (
	maxLabel = 16
	maxSign  = 3
)

// ReadNotes parses annotations of a form on the boards of p: places separated by commas, then a colon and the colour. An
// arrow has two places separated by a hyphen, and a second colon precedes its label. The places of signs follow the sign
// and an @.
//
//	e4,c3:red    e2-e4:green:best    A@e4
func ReadNotes(p engine.Position, form NoteForm, text string) ([]Note, error) {
	placer, ok := p.(engine.Placer)
	if !ok {
		return nil, i18n.Errorf("the places of this game have no names", "このゲームのマスには名前がありません")
	}
	places, rest, _ := strings.Cut(text, ":")
	note := Note{Form: form}
	if form == SignNote {
		note.Text, places, ok = strings.Cut(places, "@")
		if naming := placer.Naming(); !ok || !shortText(note.Text, maxSign) || note.Text == "" {
			return nil, i18n.Errorf("write a sign of at most %d characters, @ and a place: %s", "%d文字までの記号、@、場所の順に書いてください。%s", maxSign, naming)
		}
	}
	label := ""
	note.Colour, label, _ = strings.Cut(rest, ":")
	switch _, known := noteColours[note.Colour]; {
	case note.Colour != "" && !known:
		return nil, i18n.Errorf("there is no colour %q: there are %s", "「%s」という色はありません。使えるのは%sです", note.Colour, strings.Join(slices.Sorted(maps.Keys(noteColours)), ", "))
	case label != "" && form != ArrowNote:
		return nil, i18n.Errorf("only arrows have labels", "ラベルは矢印にだけ付けられます")
	case !shortText(label, maxLabel):
		return nil, i18n.Errorf("a label has at most %d characters on one line", "ラベルは1行で、%d文字までです", maxLabel)
	case form == ArrowNote:
		note.Text = label
	}
	var notes []Note
	words := strings.Split(places, ",") // a place may hold commas itself
	for len(words) > 0 {
		n := 1
		for ; n <= len(words); n++ {
			if placed, ok := note.placed(placer, strings.Join(words[:n], ",")); ok {
				notes = append(notes, placed)
				break
			}
		}
		if n > len(words) {
			text, naming := strings.Join(words, ","), placer.Naming()
			if form == ArrowNote {
				return nil, i18n.Errorf("%q is not two places with a hyphen between: write %s", "「%s」は二つの場所を-でつないだものではありません。%s", text, naming)
			}
			return nil, i18n.Errorf("%q is not a place: write %s", "「%s」という場所はありません。%s", text, naming)
		}
		words = words[n:]
	}
	return notes, nil
}

// shortText reports whether text is one line of at most n characters.
func shortText(text string, n int) bool {
	return utf8.RuneCountInString(text) <= n && oneLine(text) == text
}

// placed returns n at the place that text names, or from one place to another.
func (n Note) placed(p engine.Placer, text string) (Note, bool) {
	var ok bool
	if n.Form != ArrowNote {
		n.At, ok = p.Place(text)
		return n, ok
	}
	for i, r := range text {
		if r != '-' {
			continue // a hyphen may belong to a place
		}
		var from, to bool
		n.At, from = p.Place(text[:i])
		n.To, to = p.Place(text[i+1:])
		if from && to && n.At.Board == n.To.Board {
			return n, true
		}
	}
	return n, false
}

// NumberNotes returns the numbers of plies at the places to which they went, counted from first. Plies to one place share
// a sign.
func NumberNotes(places []engine.Place, first int) (notes []Note) {
	for i, at := range places {
		number := strconv.Itoa(first + i)
		same := slices.IndexFunc(notes, func(n Note) bool { return n.At.Board == at.Board && n.At.Name == at.Name })
		switch {
		case len(at.Cells)+len(at.Walls) == 0:
		case same >= 0:
			notes[same].Text += "," + number
		default:
			notes = append(notes, Note{Form: SignNote, At: at, Text: number})
		}
	}
	return notes
}

// PathNotes returns the paths of all seats.
func PathNotes(s engine.Scene, p engine.Pather) (notes []Note) {
	for i, cells := range p.Paths() {
		if len(cells) > 1 {
			notes = append(notes, Note{Form: PathNote, At: engine.Place{Board: s.Boards[0].ID, Cells: cells}, Seat: i + 1})
		}
	}
	return notes
}

// SaidNotes describes notes on the boards of s in words, a line each. Marks of one colour share a line.
func SaidNotes(s engine.Scene, notes []Note, o SpokenOptions) []string {
	t := newPhrases(s, o.Lang, o.Names, o.You)
	var things []thing
	for _, n := range notes {
		things = append(things, t.noted(s, n))
	}
	return said(t, things)
}

// noted returns a note as a thing.
func (t phrases) noted(s engine.Scene, n Note) thing {
	colour := n.Colour
	if colour != "" {
		colour = t.in(noteColours[n.Colour].name)
	}
	switch n.Form {
	case ArrowNote:
		return thing{t.either("arrow", "矢印"), colour, oneLine(n.Text), t.in(n.At.Name) + t.either(" to ", "から") + t.in(n.To.Name)}
	case SignNote:
		kind := t.either("sign ", "記号")
		switch r, _ := utf8.DecodeRuneInString(n.Text); {
		case unicode.IsDigit(r):
			kind = t.either("number ", "番号")
		case unicode.IsLetter(r):
			kind = t.either("letter ", "文字")
		}
		return thing{kind + oneLine(n.Text), colour, "", t.in(n.At.Name)}
	case PathNote:
		var way []string
		for _, c := range n.At.Cells {
			way = append(way, cellName(t, s.Boards[0], c))
		}
		steps := strconv.Itoa(len(way) - 1)
		return thing{t.name(n.Seat), t.either("shortest way", "最短の道"), t.either(steps+" steps", steps+"歩"), strings.Join(way, t.either(" ", "、"))}
	}
	return thing{t.either("marked", "印"), colour, "", t.in(n.At.Name)}
}

// note is a Note as a viewer sees it.
type note struct {
	Note
	at, to patch
}

// patch is a part of a view: cells, or walls.
type patch struct {
	cells []engine.Point
	walls []engine.Line
}

// extent returns the first and the last column and row of the cells of t.
func (t patch) extent() (lo, hi engine.Point) {
	lo, hi = t.cells[0], t.cells[0]
	for _, c := range t.cells {
		lo.X, lo.Y = min(lo.X, c.X), min(lo.Y, c.Y)
		hi.X, hi.Y = max(hi.X, c.X), max(hi.Y, c.Y)
	}
	return lo, hi
}

// ragged reports whether t is of several cells that are no rectangle.
func (t patch) ragged() bool {
	if len(t.cells) < 2 {
		return false
	}
	lo, hi := t.extent()
	return (hi.X-lo.X+1)*(hi.Y-lo.Y+1) != len(t.cells)
}

// centre returns the cell of t that is nearest to the middle of all.
func (t patch) centre() engine.Point {
	lo, hi := t.extent()
	far := func(c engine.Point) int {
		x, y := 2*c.X-lo.X-hi.X, 2*c.Y-lo.Y-hi.Y
		return x*x + y*y
	}
	return slices.MinFunc(t.cells, func(a, b engine.Point) int { return far(a) - far(b) })
}

// annotate adds notes to the views of their boards.
func (p *planner) annotate(notes []Note) error {
	for _, n := range notes {
		var v *view
		for _, views := range [][]view{p.below, p.fields} {
			if i := slices.IndexFunc(views, func(v view) bool { return v.id == n.At.Board }); i >= 0 {
				v = &views[i]
			}
		}
		if v == nil {
			return i18n.Err("picture.no-place", "place", n.At.Name)
		}
		seen := note{Note: n}
		var ok bool
		if seen.at, ok = v.see(n.At); !ok {
			return i18n.Err("picture.no-place", "place", n.At.Name)
		}
		if seen.to, ok = v.see(n.To); !ok {
			return i18n.Err("picture.no-place", "place", n.To.Name)
		}
		v.notes = append(v.notes, seen)
	}
	return nil
}

// see returns a place of the board, as long as v shows all of it; ok is false outside the board.
func (v *view) see(at engine.Place) (seen patch, ok bool) {
	for _, c := range at.Cells {
		if c, ok = v.seeCell(c); !ok {
			return patch{}, false
		}
		seen.cells = append(seen.cells, c)
	}
	seen.walls = v.seeLines(at.Walls)
	return seen, len(seen.walls) == len(at.Walls)
}
