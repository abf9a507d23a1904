package law_test

import (
	"cmp"
	"slices"
)

// This file determines which of two lines is valid.

// A plainEntry is a step of a line, with the line before it.
type plainEntry struct {
	written
	before plainState
	after  plainState
}

// counts reports whether the step counts for anybody.
func (e plainEntry) counts() bool {
	switch e.kind {
	case stepRechain, stepIn, stepSettle:
		return false
	case stepOut:
		return e.by != 0
	case stepAgree:
		return e.before.settle.kind == ""
	}
	return true
}

// person is the signer of the step.
func (e plainEntry) person() int { return e.before.person[e.by] }

// behind lists the steps of a line after its first n.
func (p plain) behind(l plainLine, n int) (list []plainEntry) {
	for i := n; i < len(l); i++ {
		list = append(list, plainEntry{l[i], p.state(l[:i]), p.state(l[:i+1])})
	}
	return list
}

// meet compares two lines: -1 if the first is valid, 1 if the second is, and 0 if somebody has forked the match.
func (p plain) meet(a, b plainLine) int {
	n := parting(a, b)
	if n == len(b) {
		return -1
	}
	if n == len(a) {
		return 1
	}
	if stands, apart := p.bySettlement(a, b); apart {
		return stands
	}
	if sure, doubted := p.forked(a, b); len(sure)+len(doubted) > 0 {
		return 0
	}
	return p.byOrder(p.state(a[:n]), p.behind(a, n), p.behind(b, n))
}

// settlements lists the steps that propose the settlements which are complete on a line.
func (p plain) settlements(l plainLine) (list []written) {
	for i := range l {
		if s := p.state(l[:i+1]); s.completes.kind == stepSettle {
			list = append(list, l[s.completes.index])
		}
	}
	return list
}

// bySettlement judges two lines by the settlements that are complete on one and not on the other.
func (p plain) bySettlement(a, b plainLine) (stands int, apart bool) {
	lacking := func(of, by []written) (list []written) {
		for _, x := range of {
			if !slices.ContainsFunc(by, func(y written) bool { return y.head == x.head }) {
				list = append(list, x)
			}
		}
		return list
	}
	onA, onB := p.settlements(a), p.settlements(b)
	x, y := lacking(onA, onB), lacking(onB, onA)
	switch {
	case len(x) == 0 && len(y) == 0:
		return 0, false
	case len(y) == 0:
		return -1, true
	case len(x) == 0:
		return 1, true
	}
	return bySettling(x[0], y[0]), true
}

// bySettling compares two proposals: that of the lower party prevails, then the later one, then the one with the lower hash.
func bySettling(x, y written) int {
	return cmp.Or(cmp.Compare(x.by, y.by), cmp.Compare(y.at, x.at), cmp.Compare(x.head, y.head))
}

// forked lists the persons who have forked the match, certainly or with a key that may not be theirs.
func (p plain) forked(a, b plainLine) (sure, doubted []int) {
	n := parting(a, b)
	common, x, y := p.state(a[:n]), p.behind(a, n), p.behind(b, n)
	var persons []int
	for _, e := range slices.Concat(x, y) {
		if e.counts() && !slices.Contains(persons, e.person()) {
			persons = append(persons, e.person())
		}
	}
	for _, person := range persons {
		signed := func(line []plainEntry, own bool) (list []int) {
			for i, e := range line {
				if e.counts() && e.person() == person && !(own && e.before.replaced[e.by]) {
					list = append(list, i)
				}
			}
			return list
		}
		switch {
		case !p.excused(common, x, y, signed(x, true), signed(y, true)):
			sure = append(sure, person)
		case !p.excused(common, x, y, signed(x, false), signed(y, false)):
			doubted = append(doubted, person)
		}
	}
	return sure, doubted
}

// excused reports whether somebody can have signed these steps of two lines in an order in which each change of line was allowed.
func (p plain) excused(common plainState, x, y []plainEntry, onX, onY []int) bool {
	lines, signed := [2][]plainEntry{x, y}, [2][]int{onX, onY}
	type place struct {
		done [2]int
		on   int
	}
	seen := map[place]bool{}
	var rest func(at place) bool
	rest = func(at place) bool {
		if at.done[0] == len(onX) && at.done[1] == len(onY) {
			return true
		}
		if seen[at] {
			return false
		}
		seen[at] = true
		for to := range 2 {
			if at.done[to] == len(signed[to]) {
				continue
			}
			from := 1 - to
			if at.on == from && at.done[from] > 0 {
				found := lines[to][:signed[to][at.done[to]]]
				left := lines[from][:signed[from][at.done[from]-1]+1]
				if !slices.ContainsFunc(found, plainEntry.counts) || p.byOrder(common, found, left) > 0 {
					continue
				}
			}
			next := place{at.done, to}
			next.done[to]++
			if rest(next) {
				return true
			}
		}
		return false
	}
	return rest(place{on: -1})
}

// byOrder judges two lines, given from where they differ, by rule 2.
func (p plain) byOrder(common plainState, x, y []plainEntry) int {
	counting := func(line []plainEntry) (list []plainEntry) {
		for _, e := range line {
			if e.counts() {
				list = append(list, e)
			}
		}
		return list
	}
	a, b := counting(x), counting(y)
	switch {
	case len(a) == 0 && len(b) == 0:
		return cmp.Or(byProposing(x, y), cmp.Compare(x[0].head, y[0].head))
	case len(b) == 0:
		return -1
	case len(a) == 0:
		return 1
	}
	for _, criterion := range []func(e plainEntry) bool{
		func(e plainEntry) bool { return e.kind == stepMove && e.person() == common.person[e.by] },
		func(e plainEntry) bool {
			q := e.after.completes
			return common.offer.kind != "" && q.kind == common.offer.kind && q.index == common.offer.index && p.isPlayer(e.by)
		},
		func(e plainEntry) bool { return p.isPlayer(e.by) },
		func(e plainEntry) bool { return e.by == p.toAct(common) && p.isPlayer(e.by) },
	} {
		first, second := slices.ContainsFunc(a, criterion), slices.ContainsFunc(b, criterion)
		switch {
		case first && !second:
			return -1
		case second && !first:
			return 1
		}
	}
	return cmp.Or(cmp.Compare(a[0].by, b[0].by), cmp.Compare(a[0].head, b[0].head))
}

// byProposing compares two lines by the settlements proposed on them.
func byProposing(x, y []plainEntry) int {
	proposed := func(line []plainEntry) (list []written) {
		for _, e := range line {
			if e.kind == stepSettle {
				list = append(list, e.written)
			}
		}
		slices.SortFunc(list, bySettling)
		return list
	}
	a, b := proposed(x), proposed(y)
	if len(a) == 0 || len(b) == 0 {
		return cmp.Compare(len(b), len(a))
	}
	return bySettling(a[0], b[0])
}

// again lists what a party repeats of a rejected line: what the person who holds its seat has signed, with a
// key that this person has had on the valid line.
func (p plain) again(stands, gone plainLine, by int) (list []written) {
	person, keys := p.state(stands).person[by], map[string]bool{}
	for i := range len(stands) + 1 {
		if s := p.state(stands[:i]); s.person[by] == person {
			keys[s.key[by]] = true
		}
	}
	for i := parting(stands, gone); i < len(gone); i++ {
		w, then := gone[i], p.state(gone[:i])
		if w.by != by || then.person[by] != person || !keys[then.key[by]] {
			continue
		}
		if w.of == nil || w.kind == stepSettle {
			w.of = gone[:i+1]
		}
		switch w.kind {
		case stepResign, stepAway, stepMoved, stepSay:
			list = append(list, w)
		case stepLink: // what a program says by itself
		default:
			if w.says {
				w.kind, w.arg = stepSay, 0
				list = append(list, w)
			}
		}
	}
	return list
}
