package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"image"
	"slices"
	"strings"
	"unicode/utf8"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// HandJS is the script for entering a move by pointing, on the pages of this package and of others. It reads a Pointing. HandHTML
// has its templates, which a page fills with the fields of Hand, and HandCSS its style, which follows CSS and
// SeatsCSS, the colours of the seats.
var (
	//go:embed hand.js
	HandJS string
	//go:embed hand.html
	HandHTML string
	//go:embed hand.css
	HandCSS string
	//go:embed page.css
	CSS string
	//go:embed seats.css
	SeatsCSS string
)

// Hand is a board for entering a move by pointing.
type Hand struct {
	Picture template.HTML
	Size    image.Point   // of the picture, in pixels
	Map     template.HTML // a small picture of the whole of a wide board, for telephones
}

// Typed returns the label of a field for moves, the sentence of key with a legal
// move of p as an example. It is the shortest of some, as unusual moves have more
// words, and none to the place of solution.
func Typed(lang, key string, p engine.Position, solution engine.Move) string {
	best, n := "", 0
	var solved []engine.Touch
	if solution != "" {
		solved = placesOf(p, solution)
	}
	for m := range p.Moves() {
		if n++; n > 100 {
			break
		}
		if m == solution || solved != nil && slices.Equal(placesOf(p, m), solved) {
			continue
		}
		if text := engine.ByHand(p, m).In(lang); best == "" || utf8.RuneCountInString(text) < utf8.RuneCountInString(best) {
			best = text
		}
	}
	if best == "" {
		return i18n.In(lang, "board.move-plain")
	}
	return i18n.In(lang, key, "move", best)
}

// Box returns the view of an SVG over the picture.
func (h Hand) Box() string { return fmt.Sprintf("0 0 %d %d", h.Size.X, h.Size.Y) }

// Wide reports whether the picture is too wide for a telephone, which then shows the whole of it above a part.
func (h Hand) Wide() bool { return 3*h.Size.X > 4*h.Size.Y && !h.Low() }

// Low reports whether the picture is a strip.
func (h Hand) Low() bool { return h.Size.X > 3*h.Size.Y }

// Pointing is the touchable places on a picture of a position, and the legal moves with their touches. Places are in pixels
// of the picture: x, y, width and height.
type Pointing struct {
	Size    [2]int            `json:"size"`
	Field   [4]int            `json:"field"` // the cells of all boards
	Flip    bool              `json:"flip,omitempty"`
	Thrown  bool              `json:"thrown,omitempty"` // whether dice limit what can move
	Last    [][4]int          `json:"last,omitempty"`   // what the last move put down
	Touches []Touch           `json:"touches"`
	Spots   [][4]int          `json:"spots"` // the targets of moves
	Moves   []Pointed         `json:"moves"`
	Keys    []Touch           `json:"keys,omitempty"` // keys that change the chosen move a little
	Words   map[string]string `json:"words"`
	Task    *Task             `json:"task,omitempty"` // of a lesson or a hint
}

// Task is what a lesson or a hint shows on the board besides the position.
type Task struct {
	Frames [][4]int `json:"frames"`
	Piece  *int     `json:"piece,omitempty"` // the touch whose destinations are shown before it is touched; nil for none
	Move   string   `json:"move,omitempty"`  // the move of a hint, which is drawn in the frames
}

// AddTask adds frames around places and, if there are any, the destinations of
// the piece that solution moves. It returns an error of render.NewSpots.
func (d *Pointing) AddTask(s engine.Scene, o render.PNGOptions, frames []engine.Touch, solution engine.Move) error {
	spots, err := render.NewSpots(s, o, frames)
	if err != nil {
		return err
	}
	d.Task = &Task{Frames: [][4]int{}}
	for _, box := range spots.Boxes {
		d.Task.Frames = append(d.Task.Frames, measures(box))
	}
	for _, m := range d.Moves {
		if m.Move == string(solution) && len(frames) > 0 && len(m.Touches) > 1 && d.Touches[m.Touches[0]].Box != nil {
			d.Task.Piece = &m.Touches[0]
		}
	}
	return nil
}

// AddHint adds the drawing of a move from p, and frames around its places.
func (d *Pointing) AddHint(p engine.Position, s engine.Scene, o render.PNGOptions, m engine.Move) error {
	if m == "" {
		return nil
	}
	if err := d.AddTask(s, o, placesAround(p, m), ""); err != nil {
		return err
	}
	d.Task.Move = string(m)
	var all image.Rectangle
	cells := 0
	for _, at := range d.Task.Frames {
		all = all.Union(image.Rect(at[0], at[1], at[0]+at[2], at[1]+at[3]))
		cells += at[2] * at[3]
	}
	if cells == all.Dx()*all.Dy() { // a whole tile
		d.Task.Frames = [][4]int{measures(all)}
	}
	return nil
}

// placesAround returns the places that m sets, and those from where it goes unless it sets several.
func placesAround(p engine.Position, m engine.Move) []engine.Touch {
	places := placesOf(p, m)
	if pointer, points := p.(engine.Pointer); points && len(places) < 2 {
		for _, t := range pointer.Touches(m) {
			if t.Board != "" && !slices.Contains(places, t) {
				places = append(places, t)
			}
		}
	}
	return places
}

// PointedAt returns the text of the move to the last of some points on a picture of s, from the one before it if there is one: the
// names of their cells. It returns an error of render.NewSpots.
func PointedAt(s engine.Scene, o render.PNGOptions, points []image.Point) (text string, err error) {
	for _, b := range s.Boards {
		var cells []engine.Touch
		for x := b.Min.X; x <= b.Max.X; x++ {
			for y := b.Min.Y; y <= b.Max.Y; y++ {
				cells = append(cells, engine.CellTouch(b.ID, engine.Point{X: x, Y: y}))
			}
		}
		spots, err := render.NewSpots(s, o, cells)
		if err != nil {
			return "", err
		}
		for _, at := range points {
			for i, box := range spots.Boxes {
				if at.In(box) {
					text += labelAt(b.Cols, cells[i].At.X-b.Min.X, "en") + labelAt(b.Rows, cells[i].At.Y-b.Min.Y, "en")
				}
			}
		}
	}
	return text, nil
}

// Touch is a place, a thing or a choice for the script.
type Touch struct {
	Box   *[4]int `json:"box,omitempty"`  // nil if it has no place in the picture
	Edge  bool    `json:"edge,omitempty"` // the place of a wall
	Full  bool    `json:"full,omitempty"` // whether there is a piece
	Way   bool    `json:"way,omitempty"`
	Turn  bool    `json:"turn,omitempty"`  // only turns the piece
	Name  string  `json:"name,omitempty"`  // for screen readers
	Label string  `json:"label,omitempty"` // what a piece in hand is called, instead of Name
	Key   string  `json:"key,omitempty"`
	Icon  *Icon   `json:"icon,omitempty"` // of a thing
	Left  int     `json:"left,omitempty"` // how many there are of a thing
	Inks  []int   `json:"inks,omitempty"` // the kinds of the stones that a choice sets, from 1, in the order of the targets
}

// Icon is the look of a thing: its measures in cells, the cells that it fills, from the upper left, and the strokes across
// them.
type Icon struct {
	Size    [2]int   `json:"size"`
	Cells   [][2]int `json:"cells,omitempty"`
	Strokes [][4]int `json:"strokes,omitempty"`
}

// Pointed is a legal move.
type Pointed struct {
	Move    string `json:"m"`           // as the record has it
	Spelled string `json:"s,omitempty"` // as readers of the language write it, if that is not Move
	Touches []int  `json:"t"`           // by their numbers in Pointing.Touches
	Spots   []int  `json:"p,omitempty"` // its targets
}

// handWords are the keys of the sentences of the script.
var handWords = []string{"start", "start-wall", "start-colours", "thing", "place", "way", "left", "chosen", "illegal", "none", "say", "empty", "first", "not-there"}

// NewPointing returns the touchable places on a picture of p, whose scene is s, drawn with o. It returns an error of
// render.NewSpots.
func NewPointing(p engine.Position, s engine.Scene, o render.PNGOptions) (*Pointing, error) {
	all := &collector{position: p, scene: s, lang: o.Lang, numbers: map[engine.Touch]int{}, spots: map[engine.Touch]int{}}
	d := &Pointing{Flip: o.Flip, Touches: []Touch{}, Spots: [][4]int{}, Moves: []Pointed{}, Words: map[string]string{}}
	pointer, _ := p.(engine.Pointer)
	if seat := p.Next().Player; pointer != nil && seat > 0 {
		for _, thing := range s.Players[seat-1].Has {
			if iconOf(thing) != nil { // so that each keeps its place, used up or not
				number(&all.touches, all.numbers, engine.ThingTouch(seat, thing.Name))
			}
		}
	}
	for m := range p.Moves() {
		if pointer != nil {
			d.Moves = append(d.Moves, all.move(m, pointer.Touches(m)))
		}
	}
	var boards, last []engine.Touch
	for _, b := range s.Boards {
		for _, c := range b.Cells {
			if c.Mark == engine.Last {
				last = append(last, engine.CellTouch(b.ID, c.At))
			}
		}
		boards = append(boards, engine.AreaTouch(b.ID, b.Min, engine.Point{X: b.Max.X - b.Min.X + 1, Y: b.Max.Y - b.Min.Y + 1}))
	}
	spots, err := render.NewSpots(s, o, slices.Concat(all.touches, all.places, last, boards))
	if err != nil {
		return nil, err
	}
	var field image.Rectangle
	known := len(all.touches) + len(all.places)
	for _, box := range spots.Boxes[known:][:len(last)] {
		d.Last = append(d.Last, measures(box))
	}
	for _, box := range spots.Boxes[known+len(last):] {
		field = field.Union(box)
	}
	d.Thrown = s.Throw.Room > 0 && len(s.Throw.Faces) > 0
	d.Field = measures(field)
	d.Size = [2]int{spots.Size.X, spots.Size.Y}
	for i, t := range all.touches {
		d.Touches = append(d.Touches, all.describe(t, spots.Boxes[i]))
	}
	for _, box := range spots.Boxes[len(all.touches):][:len(all.places)] {
		d.Spots = append(d.Spots, measures(box))
	}
	if nudger, ok := p.(engine.Nudger); ok {
		for _, t := range nudger.Keys() {
			d.Keys = append(d.Keys, Touch{Name: t.Way.In(o.Lang), Key: t.Key})
		}
	}
	for _, key := range handWords {
		d.Words[key] = i18n.In(o.Lang, "hand."+key)
	}
	for _, key := range []string{"close", "cancel"} {
		d.Words[key] = i18n.In(o.Lang, "button."+key)
	}
	return d, nil
}

// Ghost returns the targets of m, legal or not, on a picture of p. It returns an error of render.NewSpots.
func Ghost(p engine.Position, s engine.Scene, m engine.Move, o render.PNGOptions) ([][4]int, error) {
	boxes := [][4]int{}
	spots, err := render.NewSpots(s, o, placesOf(p, m))
	for _, box := range spots.Boxes {
		if !box.Empty() {
			boxes = append(boxes, measures(box))
		}
	}
	return boxes, err
}

// placesOf returns the cells and the walls to which m goes.
func placesOf(p engine.Position, m engine.Move) (places []engine.Touch) {
	placer, ok := p.(engine.Placer)
	if !ok {
		return nil
	}
	to := placer.Target(m)
	for _, c := range to.Cells {
		places = append(places, engine.CellTouch(to.Board, c))
	}
	for _, l := range to.Walls {
		places = append(places, engine.WallTouch(to.Board, l))
	}
	return places
}

func measures(box image.Rectangle) [4]int { return [4]int{box.Min.X, box.Min.Y, box.Dx(), box.Dy()} }

// collector numbers the touches and the places of moves, each once.
type collector struct {
	position engine.Position
	scene    engine.Scene
	lang     string
	touches  []engine.Touch
	numbers  map[engine.Touch]int
	places   []engine.Touch
	spots    map[engine.Touch]int
}

func (c *collector) move(m engine.Move, touches []engine.Touch) Pointed {
	p := Pointed{Move: string(m)}
	if spelled := engine.Spell(c.position, m).In(c.lang); spelled != p.Move {
		p.Spelled = spelled
	}
	for _, t := range touches {
		p.Touches = append(p.Touches, number(&c.touches, c.numbers, t))
	}
	for _, t := range placesOf(c.position, m) {
		p.Spots = append(p.Spots, number(&c.places, c.spots, t))
	}
	return p
}

// number returns the number of t in all, to which it is added if it is new.
func number(all *[]engine.Touch, numbers map[engine.Touch]int, t engine.Touch) int {
	n, known := numbers[t]
	if !known {
		n = len(*all)
		numbers[t], *all = n, append(*all, t)
	}
	return n
}

// describe returns t for the script, in its box.
func (c *collector) describe(t engine.Touch, box image.Rectangle) Touch {
	d := Touch{Key: t.Key, Edge: t.Edge != engine.NoEdge}
	if !box.Empty() {
		at := measures(box)
		d.Box = &at
	}
	switch {
	case t.Way != (i18n.Text{}):
		d.Name, d.Way, d.Turn = t.Way.In(c.lang), true, t.Turn
		for _, ink := range t.Inks {
			if ink != engine.Plain {
				d.Inks = append(d.Inks, int(ink-engine.Kind1)+1)
			}
		}
	case t.Thing != "":
		d.Name = t.Thing
		for _, thing := range c.scene.Players[t.Seat-1].Has {
			if thing.Name == t.Thing {
				d.Left, d.Icon = thing.Count, iconOf(thing)
				if len(thing.Cells) == 1 && thing.Cells[0].Form == engine.Piece {
					d.Label = i18n.In(c.lang, "hand.held", "piece", render.PieceName(t.Thing))
				}
			}
		}
	case !d.Edge:
		d.Name, d.Full = cellName(c.scene, t, c.lang)
	}
	return d
}

// iconOf returns the look of a thing of several cells; nil if its name is enough.
func iconOf(t engine.Thing) *Icon {
	if len(t.Cells) < 2 && len(t.Strokes) == 0 {
		return nil
	}
	i, high := &Icon{}, 0
	for _, c := range t.Cells {
		i.Size[0], high = max(i.Size[0], c.At.X+1), max(high, c.At.Y+1)
	}
	i.Size[1] = high
	for _, c := range t.Cells {
		if len(t.Strokes) == 0 {
			i.Cells = append(i.Cells, [2]int{c.At.X, high - 1 - c.At.Y})
		}
	}
	for _, l := range t.Strokes {
		i.Strokes = append(i.Strokes, [4]int{l.From.X, high - l.From.Y, l.To.X, high - l.To.Y})
	}
	return i
}

// cellName returns the labels of the column and the row of a touch, for a whole column only that of the column, with the piece
// or the sign in the cell, and whether there is a piece.
func cellName(s engine.Scene, t engine.Touch, lang string) (name string, full bool) {
	for _, b := range s.Boards {
		if b.ID != t.Board {
			continue
		}
		column, row := labelAt(b.Cols, t.At.X-b.Min.X, lang), labelAt(b.Rows, t.At.Y-b.Min.Y, lang)
		if t.Size.Y == b.Max.Y-b.Min.Y+1 {
			return i18n.In(lang, "hand.column", "name", column), false
		}
		name = column + row
		if name == "" {
			name = i18n.In(lang, "hand.cell", "column", t.At.X, "row", t.At.Y)
		}
		switch on := topAt(b, t.At); {
		case on.Form == engine.Piece:
			return i18n.In(lang, "hand.piece", "piece", render.PieceName(on.Glyph), "place", name), true
		case on.Glyph != "":
			return name + " " + on.Glyph, false
		}
		return name, false
	}
	return "", false
}

// labelAt returns the label of the nth column or row, or of the last one before it with a label.
func labelAt(labels []i18n.Text, n int, lang string) string {
	for ; n >= 0 && n < len(labels); n-- {
		if label := strings.TrimSpace(labels[n].In(lang)); label != "" {
			return label
		}
	}
	return ""
}

// topAt returns what lies uppermost in a cell; zero if it is empty.
func topAt(b engine.Board, at engine.Point) (top engine.Cell) {
	for _, c := range b.Cells {
		if c.At == at && c.Form != engine.Ground {
			top = c
		}
	}
	return top
}
