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
// first. From the near side, only those that are not in the page have symbols and places.
//
// From the far side, most elements are those of the near side turned around: they come and go with their partners, equal symbols
// become equal ones, at first themselves, and the places of both add up to the same. So the script expects that, and the film has zeros.
type film struct {
	Symbols  []int     `json:"symbols"` // the number of the symbol of each element; from the far side plus 1, and 0 for the expected one
	X        []float64 `json:"x"`       // the place, relative to that of the element before, or to the expected one
	Y        []float64 `json:"y"`
	Turns    [][]int   `json:"turns"`              // of each element that has no partner; from the near side, the first is relative to that of the element before
	Partners []int     `json:"partners,omitempty"` // of each element of the far side, relative to the partner after the last one; alone for none
}

// alone stands for the partner of an element that has none.
const alone = 1 << 20

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

// merged returns the elements of drawings.
func (s *symbols) merged(drawings [][]string) []span[element] {
	var all [][]element
	for _, texts := range drawings {
		all = append(all, s.drawing(texts))
	}
	return mergeSequences(all)
}

// near returns the film of elements, and those of the last drawing for the page.
func near(elements []span[element]) (f film, page []string) {
	var last element
	first := 0
	for _, t := range elements {
		deltas := t.deltas()
		first, deltas[0] = deltas[0], deltas[0]-first
		f.Turns = append(f.Turns, deltas)
		if e := t.what; t.present() {
			page = append(page, fmt.Sprintf(`<use href="#e%d" x="%g" y="%g"/>`, e.symbol, e.x, e.y))
		} else {
			f.Symbols, f.X, f.Y = append(f.Symbols, e.symbol), append(f.X, tenths(e.x-last.x)), append(f.Y, tenths(e.y-last.y))
			last = e
		}
	}
	return f, page
}

// far returns the film of elements from the far side, with what the script does not expect from those of the near side.
func far(elements, near []span[element]) (f film) {
	same := map[string][]int{} // the elements of the near side without a partner, by their turns
	for i, t := range near {
		key := fmt.Sprint(t.turns)
		same[key] = append(same[key], i)
	}
	turned, sums, next := map[int]int{}, map[[2]int]element{}, 0
	var sum element
	for _, t := range elements {
		e, symbol := t.what, 0
		other, key := element{symbol: -1}, fmt.Sprint(t.turns)
		if free := same[key]; len(free) == 0 {
			f.Turns, f.Partners = append(f.Turns, t.deltas()), append(f.Partners, alone)
		} else {
			n, expected := slices.BinarySearch(free, next)
			if !expected {
				n = max(0, slices.IndexFunc(free, func(i int) bool {
					o := near[i].what
					sum, met := sums[[2]int{o.symbol, e.symbol}]
					return met && sum.x == tenths(e.x+o.x) && sum.y == tenths(e.y+o.y)
				}))
			}
			partner := free[n]
			same[key] = slices.Delete(free, n, n+1)
			f.Partners, next, other = append(f.Partners, partner-next), partner+1, near[partner].what
		}
		expected, known := turned[other.symbol]
		if !known {
			expected = other.symbol
		}
		if turned[other.symbol] = e.symbol; e.symbol != expected {
			symbol = e.symbol + 1
		}
		pair, before := [2]int{other.symbol, e.symbol}, sum
		if same, met := sums[pair]; met {
			before = same
		}
		sum = element{x: tenths(e.x + other.x), y: tenths(e.y + other.y)}
		f.Symbols, f.X, f.Y = append(f.Symbols, symbol), append(f.X, tenths(sum.x-before.x)), append(f.Y, tenths(sum.y-before.y))
		sums[pair] = sum
	}
	return f
}

// splitPlace returns an element without its coordinates, and the coordinates of its first part. Those of the others are relative.
func splitPlace(text string) (symbol string, x, y float64) {
	var b []byte
	var known [2]bool
	from := 0
	for i := 0; i+4 < len(text); i++ {
		if text[i] != ' ' || text[i+1] != 'x' && text[i+1] != 'y' || text[i+2:i+4] != `="` {
			continue
		}
		value, _, _ := strings.Cut(text[i+4:], `"`)
		at, err := strconv.ParseFloat(value, 64)
		if err != nil {
			continue
		}
		axis, origin := 0, &x
		if text[i+1] == 'y' {
			axis, origin = 1, &y
		}
		if !known[axis] {
			known[axis], *origin = true, at
		}
		b = append(b, text[from:i]...)
		if at = tenths(at - *origin); at != 0 {
			b = append(strconv.AppendFloat(append(b, text[i:i+4]...), at, 'g', -1, 64), '"')
		}
		from = i + 4 + len(value) + 1
	}
	return string(append(b, text[from:]...)), x, y
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
	numbers := map[T]int{} // comparing numbers is cheaper
	var order, numbered []int
	for n, sequence := range sequences {
		numbered = numbered[:0]
		for _, what := range sequence {
			number, known := numbers[what]
			if !known {
				number = len(numbers)
				numbers[what] = number
			}
			numbered = append(numbered, number)
		}
		next, nextOrder := make([]span[T], 0, len(all)+16), make([]int, 0, len(all)+16)
		from := 0
		for i, place := range common(order, numbered) {
			if place < 0 {
				next, nextOrder = append(next, span[T]{what: sequence[i]}.in(n, true)), append(nextOrder, numbered[i])
				continue
			}
			for _, t := range all[from:place] {
				next = append(next, t.in(n, false))
			}
			nextOrder = append(nextOrder, order[from:place+1]...)
			next, from = append(next, all[place].in(n, true)), place+1
		}
		for _, t := range all[from:] {
			next = append(next, t.in(n, false))
		}
		all, order = next, append(nextOrder, order[from:]...)
	}
	return all
}

// common returns a longest sequence that a and b, which consist of small numbers, have in common, as the place in a of each
// number of b, or -1.
func common(a, b []int) []int {
	most := -1
	for _, n := range a {
		most = max(most, n)
	}
	last := slices.Repeat([]int{-1}, most+1) // the last place of each number in a
	before := make([]int, len(a))            // the place before each place with the same number
	for i, n := range a {
		before[i], last[n] = last[n], i
	}
	type pair struct {
		a, b   int
		before int // an index of pairs
	}
	var pairs []pair
	var ends []int // the last pairs of common sequences, by length, as early in a as can be
	for j, n := range b {
		if n > most {
			continue
		}
		for i := last[n]; i >= 0; i = before[i] {
			length, _ := slices.BinarySearchFunc(ends, i, func(end, i int) int { return pairs[end].a - i })
			if length == len(ends) {
				ends = append(ends, 0)
			}
			next := pair{i, j, -1}
			if length > 0 {
				next.before = ends[length-1]
			}
			ends[length] = len(pairs)
			pairs = append(pairs, next)
		}
	}
	places := slices.Repeat([]int{-1}, len(b))
	if len(ends) > 0 {
		for k := ends[len(ends)-1]; k >= 0; k = pairs[k].before {
			places[pairs[k].b] = pairs[k].a
		}
	}
	return places
}

// inks are the pairs of colours of a drawing by day and by night. The index of a pair is its class.
type inks struct {
	pairs    [][2]string
	elements map[string]*inked
	outlines map[string]int // the numbers of elements without their colours
	classes  map[[2]*inked]string
}

func newInks() *inks {
	return &inks{elements: map[string]*inked{}, outlines: map[string]int{}, classes: map[[2]*inked]string{}}
}

// inked is an element with its colours.
type inked struct {
	parts   []string // around the attributes of the colours
	outline int      // the same for elements that differ only in their colours
	colours []string
}

// fill begins the attribute of a colour.
const fill = `fill="#`

// join returns the drawings of light by day and of dark by night, with classes instead of colours.
func (k *inks) join(light, dark render.Strip) (joined [][]string) {
	for i, day := range light.Scenes {
		joined = append(joined, k.merge(day, dark.Scenes[i]))
	}
	return joined
}

// merge returns the elements of two drawings. One that is in one of them only has no colour in the other.
func (k *inks) merge(day, night []string) (merged []string) {
	byDay, dayOutlines := k.read(day)
	byNight, nightOutlines := k.read(night)
	from := 0
	for j, i := range common(dayOutlines, nightOutlines) {
		if i < 0 {
			merged = append(merged, k.classed(nil, byNight[j]))
			continue
		}
		for ; from < i; from++ {
			merged = append(merged, k.classed(byDay[from], nil))
		}
		merged = append(merged, k.classed(byDay[i], byNight[j]))
		from++
	}
	for ; from < len(day); from++ {
		merged = append(merged, k.classed(byDay[from], nil))
	}
	return merged
}

// read returns the elements of a drawing, and their outlines.
func (k *inks) read(drawing []string) (elements []*inked, outlines []int) {
	for _, text := range drawing {
		e := k.elements[text]
		if e == nil {
			e = &inked{parts: strings.Split(text, fill)}
			for i, part := range e.parts[1:] {
				e.colours, e.parts[i+1] = append(e.colours, "#"+part[:6]), part[7:]
			}
			outline, known := strings.Join(e.parts, ""), false
			if e.outline, known = k.outlines[outline]; !known {
				e.outline = len(k.outlines)
				k.outlines[outline] = e.outline
			}
			k.elements[text] = e
		}
		elements, outlines = append(elements, e), append(outlines, e.outline)
	}
	return elements, outlines
}

// classed returns an element with classes instead of its colours by day and by night. It may be nil by one of them.
func (k *inks) classed(day, night *inked) string {
	key := [2]*inked{day, night}
	text, known := k.classes[key]
	if known {
		return text
	}
	either := day
	if day == nil {
		either = night
	}
	text = either.parts[0]
	for n, part := range either.parts[1:] {
		pair := [2]string{"none", "none"}
		for i, e := range key {
			if e != nil {
				pair[i] = e.colours[n]
			}
		}
		text += `class="c` + strconv.Itoa(k.class(pair)) + `"` + part
	}
	k.classes[key] = text
	return text
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
