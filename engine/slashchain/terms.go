package slashchain

import "slices"

// shapes are the terms of the rules as they occur for one side. A shape is the cells of its lines in the order of the
// chain.
type shapes struct {
	Fives         [][]cell // chains of exactly five
	Overlines     [][]cell // chains of six or more
	Fours         [][]cell // lines to which one more makes exactly five
	StraightFours [][]cell // four adjacent lines that two different cells complete to exactly five
	Threes        [][]cell // lines to which one more makes a straight four
	Longest       []cell
}

// shapesOf returns the shapes of l on all diagonals.
func (t *table) shapesOf(l line) (s shapes) {
	for first := range t.diagonals(l) {
		cells, own := 0, 0
		for c := first; t.near(c); c = c.step(l, 1) {
			cells++
			if t.at(c) == l {
				own++
			}
		}
		if own == 0 { // as on most diagonals
			continue
		}
		ray := make([]cell, cells)
		for i := range ray {
			ray[i] = first.step(l, i)
		}
		t.chainsOn(ray, l, &s)
		if own >= 4 {
			t.foursOn(ray, l, &s)
		}
		if own >= 3 {
			t.threesOn(ray, l, &s)
		}
	}
	return s
}

// near reports whether c lies at most five cells outside the laid tiles.
func (t *table) near(c cell) bool {
	const margin = 5
	return c.c >= 2*t.min.x-margin && c.c <= 2*t.max.x+1+margin && c.r >= 2*t.min.y-margin && c.r <= 2*t.max.y+1+margin
}

// diagonals yields the first near cell of every diagonal: those of the first column, and of the row in which chains of l begin.
func (t *table) diagonals(l line) func(func(cell) bool) {
	return func(yield func(cell) bool) {
		left, right, bottom, top := 2*t.min.x-5, 2*t.max.x+6, 2*t.min.y-5, 2*t.max.y+6
		begin := bottom
		if l == backslash {
			begin = top
		}
		for r := bottom; r <= top; r++ {
			for c := left; c <= right && (c == left || r == begin); c++ {
				if !yield(cell{c, r}) {
					return
				}
			}
		}
	}
}

func (t *table) chainsOn(ray []cell, l line, s *shapes) {
	for i := 0; i < len(ray); i++ {
		if t.at(ray[i]) != l {
			continue
		}
		length, _ := t.chain(ray[i])
		chain := ray[i : i+length]
		switch {
		case length == 5:
			s.Fives = append(s.Fives, chain)
		case length > 5:
			s.Overlines = append(s.Overlines, chain)
		}
		if length > len(s.Longest) {
			s.Longest = chain
		}
		i += length
	}
}

// foursOn finds the fours on ray: it tries a line in each empty cell.
func (t *table) foursOn(ray []cell, l line, s *shapes) {
	var fours [][]cell
	for i, gap := range ray {
		before, after := t.linesBeside(ray, i, l)
		if t.at(gap) != none || before+1+after != 5 {
			continue
		}
		four := slices.Concat(ray[i-before:i], ray[i+1:i+1+after])
		if slices.ContainsFunc(fours, func(f []cell) bool { return slices.Equal(f, four) }) {
			s.StraightFours = append(s.StraightFours, four)
			continue
		}
		fours = append(fours, four)
	}
	s.Fours = append(s.Fours, fours...)
}

// linesBeside returns the number of adjacent lines on each side of an empty cell of the ray.
func (t *table) linesBeside(ray []cell, i int, l line) (before, after int) {
	return t.run(ray[i], l, -1), t.run(ray[i], l, 1)
}

// threesOn finds the threes on ray: it tries a line in each empty cell.
func (t *table) threesOn(ray []cell, l line, s *shapes) {
	var threes [][]cell
	for i, gap := range ray {
		before, after := t.linesBeside(ray, i, l)
		if t.at(gap) != none || before+1+after != 4 || !t.completes(gap.step(l, -before-1), l, -1) || !t.completes(gap.step(l, after+1), l, 1) {
			continue
		}
		three := slices.Concat(ray[i-before:i], ray[i+1:i+1+after])
		if !slices.ContainsFunc(threes, func(f []cell) bool { return slices.Equal(f, three) }) {
			threes = append(threes, three)
		}
	}
	s.Threes = append(s.Threes, threes...)
}

// completes reports whether a line in c, at the end of four, makes exactly five.
func (t *table) completes(c cell, l line, direction int) bool {
	return t.at(c) == none && t.at(c.step(l, direction)) != l
}
