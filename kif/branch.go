package kif

import (
	"strings"

	"hikyaku/internal/i18n"
)

// branch reads the head of a variation, "変化：5手", and finds its parent.
func (p *parser) branch(text string) error {
	_, number, _ := strings.Cut(strings.Replace(text, "：", ":", 1), ":")
	start, rest, ok := cutNumber(strings.Replace(trim(number), "手", " ", 1))
	if !ok || rest != "" || start < 1 {
		return p.fail(Found(text), i18n.T("kif.want-variation"))
	}
	if p.count++; p.count > MaxEvents {
		return p.fail(i18n.T("found.more-variations"), i18n.T("kif.fewer"))
	}
	p.flush()
	p.body = true
	p.record.Branches = append(p.record.Branches, Branch{Start: start, Parent: p.record.parent(start), Line: p.record.lines})
	return nil
}

// parent returns the line that a variation from move start branches off. It goes from the last variation to its parent,
// and so on, to the first line that begins before start and has the move before it; else it is the main line.
func (r *Record) parent(start int) int {
	n := len(r.Branches)
	for n > 0 {
		b := r.Branches[n-1]
		if b.Start < start && b.Start+moves(b.Events) >= start {
			break
		}
		n = b.Parent
	}
	return n
}

func moves(events []Event) (n int) {
	for _, e := range events {
		if _, ok := e.Step.(Move); ok {
			n++
		}
	}
	return n
}
