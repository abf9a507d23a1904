package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hikyaku/render"
)

// film is the drawings of a board after each ply for the script of the page. Its elements are in drawing order, the lowest
// first.
type film struct {
	Symbols []int     `json:"symbols"` // the number of the symbol of each element
	X       []float64 `json:"x"`       // the place, relative to that of the element before
	Y       []float64 `json:"y"`
	Turns   [][]int   `json:"turns"`
}

// element is a symbol at a place.
type element struct {
	symbol int
	x, y   float64
}

// symbols are elements without their places, by number.
type symbols struct {
	texts []string
	known map[string]element // the elements found so far
}

// drawing returns the elements of a drawing.
func (s *symbols) drawing(texts []string) (drawing []element) {
	for _, text := range texts {
		e, known := s.known[text]
		if !known {
			symbol, x, y := splitPlace(text)
			n := slices.Index(s.texts, symbol)
			if n < 0 {
				n, s.texts = len(s.texts), append(s.texts, symbol)
			}
			e = element{n, x, y}
			s.known[text] = e
		}
		drawing = append(drawing, e)
	}
	return drawing
}

// film returns the film of drawings. If it is shown, page is the elements of the last one.
func (s *symbols) film(drawings [][]string, shown bool) (f film, page []string) {
	var all [][]element
	for _, texts := range drawings {
		all = append(all, s.drawing(texts))
	}
	var last element
	for _, t := range mergeSequences(all) {
		f.Turns = append(f.Turns, t.deltas())
		if e := t.what; shown && t.present() {
			page = append(page, fmt.Sprintf(`<use href="#e%d" x="%g" y="%g"/>`, e.symbol, e.x, e.y))
		} else {
			f.Symbols, f.X, f.Y = append(f.Symbols, e.symbol), append(f.X, tenths(e.x-last.x)), append(f.Y, tenths(e.y-last.y))
			last = e
		}
	}
	return f, page
}

// place is the attribute of a place.
var place = pattern(` ([xy])="(-?\d+(?:\.\d+)?)"`)

// splitPlace returns an element without its place, and the place, which is that of its first part.
func splitPlace(text string) (symbol string, x, y float64) {
	origin, known := map[string]*float64{"x": &x, "y": &y}, map[string]bool{}
	symbol = place().ReplaceAllStringFunc(text, func(found string) string {
		name, value := found[1:2], found[4:len(found)-1]
		at, _ := strconv.ParseFloat(value, 64)
		if !known[name] {
			known[name], *origin[name] = true, at
		}
		if at = tenths(at - *origin[name]); at == 0 {
			return ""
		}
		return fmt.Sprintf(` %s="%g"`, name, at)
	})
	return symbol, x, y
}

func tenths(n float64) float64 { return math.Round(10*n) / 10 }

// span is a thing with the numbers of the sequences in which it appears and disappears, by turns.
type span[T comparable] struct {
	what  T
	turns []int
}

// present reports whether the thing is in the last sequence.
func (t span[T]) present() bool { return len(t.turns)%2 == 1 }

// in returns t after sequence n, which has the thing or not.
func (t span[T]) in(n int, there bool) span[T] {
	if t.present() != there {
		t.turns = append(t.turns, n)
	}
	return t
}

// deltas returns the turns, each relative to the one before.
func (t span[T]) deltas() (list []int) {
	last := 0
	for _, n := range t.turns {
		list, last = append(list, n-last), n
	}
	return list
}

// mergeSequences returns the things of all sequences in an order that agrees with each sequence.
func mergeSequences[T comparable](sequences [][]T) (all []span[T]) {
	for n, sequence := range sequences {
		var known []T
		for _, t := range all {
			known = append(known, t.what)
		}
		var next []span[T]
		from := 0
		for i, place := range common(known, sequence) {
			if place < 0 {
				next = append(next, span[T]{what: sequence[i]}.in(n, true))
				continue
			}
			for _, t := range all[from:place] {
				next = append(next, t.in(n, false))
			}
			next, from = append(next, all[place].in(n, true)), place+1
		}
		for _, t := range all[from:] {
			next = append(next, t.in(n, false))
		}
		all = next
	}
	return all
}

// common returns a longest sequence that a and b have in common, as the place in a of each thing of b, or -1.
func common[T comparable](a, b []T) []int {
	at := map[T][]int{}
	for i, what := range a {
		at[what] = append(at[what], i)
	}
	type pair struct {
		a, b   int
		before *pair
	}
	var ends []*pair // the last pairs of common sequences, by length, as early in a as can be
	for j, what := range b {
		for _, i := range slices.Backward(at[what]) {
			length, _ := slices.BinarySearchFunc(ends, i, func(end *pair, i int) int { return end.a - i })
			if length == len(ends) {
				ends = append(ends, nil)
			}
			ends[length] = &pair{a: i, b: j}
			if length > 0 {
				ends[length].before = ends[length-1]
			}
		}
	}
	places := slices.Repeat([]int{-1}, len(b))
	if len(ends) > 0 {
		for p := ends[len(ends)-1]; p != nil; p = p.before {
			places[p.b] = p.a
		}
	}
	return places
}

// inks are the pairs of colours of a drawing by day and by night. The index of a pair is its class.
type inks struct{ pairs [][2]string }

var fill = pattern(`fill="(#[0-9a-f]{6})"`)

// join returns the drawings of light by day and of dark by night, with classes instead of colours.
func (k *inks) join(light, dark render.Strip) (joined [][]string) {
	for i, day := range light.Scenes {
		joined = append(joined, k.merge(day, dark.Scenes[i]))
	}
	return joined
}

// merge returns the elements of two drawings. One that is in one of them only has no colour in the other.
func (k *inks) merge(day, night []string) (merged []string) {
	from := 0
	for j, i := range common(outlines(day), outlines(night)) {
		if i < 0 {
			merged = append(merged, k.classed(night[j], nil, fills(night[j])))
			continue
		}
		for ; from < i; from++ {
			merged = append(merged, k.classed(day[from], fills(day[from]), nil))
		}
		merged = append(merged, k.classed(day[i], fills(day[i]), fills(night[j])))
		from++
	}
	for ; from < len(day); from++ {
		merged = append(merged, k.classed(day[from], fills(day[from]), nil))
	}
	return merged
}

// outlines returns the elements of a drawing without their colours.
func outlines(drawing []string) (texts []string) {
	for _, element := range drawing {
		texts = append(texts, fill().ReplaceAllString(element, ""))
	}
	return texts
}

// fills returns the colours of an element.
func fills(element string) (colours []string) {
	for _, found := range fill().FindAllStringSubmatch(element, -1) {
		colours = append(colours, found[1])
	}
	return colours
}

// classed returns an element with classes instead of its colours by day and by night.
func (k *inks) classed(element string, day, night []string) string {
	pair := [2]string{"none", "none"}
	n := 0
	return fill().ReplaceAllStringFunc(element, func(string) string {
		if day != nil {
			pair[0] = day[n]
		}
		if night != nil {
			pair[1] = night[n]
		}
		n++
		return fmt.Sprintf(`class="c%d"`, k.class(pair))
	})
}

// class returns the class of a pair of colours.
func (k *inks) class(pair [2]string) int {
	for i, known := range k.pairs {
		if known == pair {
			return i
		}
	}
	k.pairs = append(k.pairs, pair)
	return len(k.pairs) - 1
}

// css returns the rules of all classes. Paper is printed as by day.
func (k *inks) css() string {
	var day, night strings.Builder
	for i, pair := range k.pairs {
		fmt.Fprintf(&day, ".c%d{fill:%s}", i, pair[0])
		fmt.Fprintf(&night, ".c%d{fill:%s}", i, pair[1])
	}
	return day.String() + "\n@media screen and (prefers-color-scheme:dark){" + night.String() + "}\n"
}
