package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hikyaku/render"
)

// film is drawings of a board after each ply, from both sides, as the script of the page reads them.
type film struct {
	first     []string // the elements of the first drawing, which stand in the page
	templates []string // elements with ~ for their numbers, and ^ for the x and y that are relative to the element before
	elements  []string // the other elements: the number of a template, then the numbers in it
	changes   []change
}

// filmOf returns the film of drawings, each the elements after a ply. It begins with the last ply, goes back to the first,
// and does so again from the other side.
func filmOf(near, far [][]string) film {
	known := numbering{}
	var all [][]int
	for _, side := range [][][]string{near, far} {
		for i := range side {
			all = append(all, known.of(side[len(side)-1-i]))
		}
	}
	f := film{first: near[len(near)-1]}
	shapes, at := numbering{}, map[string]float64{}
	for _, text := range known.texts[len(f.first):] {
		var numbers []string
		shape := number().ReplaceAllStringFunc(text, func(found string) string {
			name, value := found[:len(found)-len(strings.TrimLeft(found, " xy=\""))], strings.TrimLeft(found, " xy=\"")
			if name == "" {
				numbers = append(numbers, value)
				return "~"
			}
			now, _ := strconv.ParseFloat(value, 64)
			numbers = append(numbers, strconv.FormatFloat(math.Round(10*(now-at[name]))/10, 'f', -1, 64))
			at[name] = now
			return name + "^"
		})
		f.elements = append(f.elements, fmt.Sprint(shapes.of([]string{shape})[0])+" "+strings.Join(numbers, " "))
	}
	f.templates, f.changes = shapes.texts, changes(all, len(f.first))
	return f
}

// number is a number, with the name of its attribute if that is a place.
var number = pattern(`( [xy]=")?-?\d+(\.\d+)?`)

// numbering gives texts their numbers, in the order of their first occurrence.
type numbering struct {
	texts  []string
	number map[nth]int
}

// nth is a text and how often it occurred before in the same sequence, so that no sequence holds a number twice.
type nth struct {
	text   string
	before int
}

// of returns the numbers of a sequence of texts.
func (n *numbering) of(texts []string) []int {
	if n.number == nil {
		n.number = map[nth]int{}
	}
	var numbers []int
	seen := map[string]int{}
	for _, text := range texts {
		key := nth{text, seen[text]}
		seen[text]++
		at, known := n.number[key]
		if !known {
			at = len(n.texts)
			n.number[key], n.texts = at, append(n.texts, text)
		}
		numbers = append(numbers, at)
	}
	return numbers
}

// change is the difference of a sequence of numbers from the one before: how many to keep, how many to drop, how many
// others to put there, and each of these as its distance from the number behind the one that was put last; and so on. What
// follows is kept.
type change []int

// changes returns the changes of sequences. The sequence before the first has the numbers below first.
func changes(sequences [][]int, first int) (list []change) {
	before := make([]int, first)
	for i := range before {
		before[i] = i
	}
	next := first
	for _, after := range sequences {
		c := change{}
		for _, edit := range edits(before, after) {
			c = append(c, edit.keep, edit.drop, len(edit.put))
			for _, number := range edit.put {
				c = append(c, number-next)
				next = number + 1
			}
		}
		list, before = append(list, c), after
	}
	return list
}

// edit is one difference of two sequences.
type edit struct {
	keep, drop int
	put        []int
}

// edits returns the differences of b from a, in which no number occurs twice.
func edits(a, b []int) (list []edit) {
	stays := map[int]bool{}
	for _, number := range common(a, b) {
		stays[number] = true
	}
	now, i := edit{}, 0
	for _, number := range b {
		if !stays[number] {
			now.put = append(now.put, number)
			continue
		}
		for ; a[i] != number; i++ {
			now.drop++
		}
		if now.drop > 0 || now.put != nil {
			list, now = append(list, now), edit{}
		}
		now.keep++
		i++
	}
	if now.drop = len(a) - i; now.drop > 0 || now.put != nil {
		list = append(list, now)
	}
	return list
}

// common returns a longest sequence of numbers that a and b have in the same order.
func common(a, b []int) []int {
	at := map[int]int{} // where a number of a stands
	for i, number := range a {
		at[number] = i
	}
	var ends []int            // the last numbers of common sequences, by length, as early in a as can be
	previous := map[int]int{} // the number before one in such a sequence
	for _, number := range b {
		place, known := at[number]
		if !known {
			continue
		}
		length, _ := slices.BinarySearchFunc(ends, place, func(end, place int) int { return at[end] - place })
		if length > 0 {
			previous[number] = ends[length-1]
		}
		if length == len(ends) {
			ends = append(ends, 0)
		}
		ends[length] = number
	}
	for i := len(ends) - 1; i > 0; i-- {
		ends[i-1] = previous[ends[i]]
	}
	return ends
}

// inks are the pairs of colours of a drawing by day and by night. The place of a pair is its class.
type inks struct{ pairs [][2]string }

var fill = pattern(`fill="(#[0-9a-f]{6})"`)

// join returns the drawings of light by day and of dark by night, with classes in the place of colours.
func (k *inks) join(light, dark render.Strip) (joined [][]string) {
	for i, day := range light.Scenes {
		joined = append(joined, k.merge(day, dark.Scenes[i]))
	}
	return joined
}

// merge returns the elements of two drawings. One that is in one of them only has no colour in the other.
func (k *inks) merge(day, night []string) (merged []string) {
	known := numbering{}
	a, b := known.of(outlines(day)), known.of(outlines(night))
	shared := map[int]bool{}
	for _, number := range common(a, b) {
		shared[number] = true
	}
	for i, j := 0, 0; i < len(day) || j < len(night); {
		switch {
		case i < len(day) && !shared[a[i]]:
			merged = append(merged, k.classed(day[i], fills(day[i]), nil))
			i++
		case j < len(night) && !shared[b[j]]:
			merged = append(merged, k.classed(night[j], nil, fills(night[j])))
			j++
		default:
			merged = append(merged, k.classed(day[i], fills(day[i]), fills(night[j])))
			i, j = i+1, j+1
		}
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

// classed returns an element with classes in the place of its colours, which are these by day and by night.
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
