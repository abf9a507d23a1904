package courier

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// This file deals with words in messages that cross. Words that arrive on a
// line that loses are shown immediately, and the line is kept beside the
// record. Their author's program repeats them on the valid line, so that all
// copies of the record get them; a program that has the first original, in its
// record or beside it, does not show them again.

// Spoken is a comment on a step.
type Spoken struct {
	Intro i18n.Text // names the step if it is no longer valid; otherwise empty
	Text  string
}

// spoken returns a text as the only comment, or none if it is empty.
func spoken(text string) []Spoken {
	if text == "" {
		return nil
	}
	return []Spoken{{Text: text}}
}

// Said returns the words that came with the message.
func (r Report) Said() string {
	var texts []string
	for _, s := range r.Words {
		texts = append(texts, s.Text)
	}
	return strings.Join(texts, "\n")
}

// unheard lists the comments on a line, from event first onwards, that were
// not shown yet. how is the relation of the line to ours.
func (g *merging) unheard(ours, line *match.Match, first int, how relation) (list []Spoken, err error) {
	kept := sync.OnceValues(func() ([]*match.Match, error) { return g.Shelf.Lines(g.report.File) })
	signed := g.signed(line)
	for i := first; i < len(line.Record.Events); i++ {
		e := line.Record.Events[i]
		if e.Comment == "" || how != follows && signed(i) {
			continue
		}
		if how != follows || e.Again != (kif.Hash{}) {
			lines, err := kept()
			if err != nil {
				return nil, err
			}
			original, by := line.Original(i), line.By(i)
			if slices.ContainsFunc(append(lines, ours), func(m *match.Match) bool { return m.HoldsOriginal(original, by) }) {
				continue
			}
		}
		list = append(list, Spoken{introduction(line, i, how), e.Comment})
	}
	return list, nil
}

// relation is how a line that came by mail relates to our record.
type relation int

const (
	follows  relation = iota // it continues our record
	replaces                 // it replaces our record
	lapses                   // our record takes precedence
	forks                    // neither line is valid
)

// introduction names the step of event i of a line for its comment if the step
// is not valid.
func introduction(line *match.Match, i int, how relation) i18n.Text {
	e, who := line.Record.Events[i], line.Doer(i)
	move, moved := e.Step.(kif.Move)
	switch {
	case how == forks:
		return i18n.T("news.says", "who", who)
	case how == lapses && moved:
		return i18n.T("news.said-with", "who", who, "move", engine.Spell(line.Positions[i], engine.Move(move)))
	case how == lapses, e.Again != (kif.Hash{}):
		return i18n.T("news.said-before", "who", who)
	}
	return i18n.Text{}
}

// repeat repeats on valid the steps that we signed on rejected and that do not
// lapse with it, or only their words. If a step has no meaning any more, such as
// an absence after the end, its words are still repeated. It reports whether
// some words have to wait because valid has no room for them. Nothing is written
// to the file.
func (c *Courier) repeat(valid, rejected *match.Match, common int, onlyWords bool) (longer *match.Match, owed bool) {
	me, scribe := cmp.Or(c.party(rejected), c.party(valid)), match.Scribe // one of them may not know a new address yet
	for _, e := range valid.Again(rejected, common, func(party int) bool { return party == me || me == scribe && rejected.MayUseMailOnly(party) }) {
		base := valid
		if base.Outcome == nil {
			base = base.Cut(base.LastEntry() + 1) // the step comes before later throws; the next link brings them again
		}
		if !onlyWords {
			if next, err := c.Shelf.Sign(base, e, e.Party); err == nil {
				valid = next
				continue
			}
		}
		if e.Comment == "" {
			continue
		}
		e.Step, e.Seat = kif.Say{}, 0
		if next, err := c.Shelf.Sign(base, e, e.Party); err == nil {
			valid = next
		} else {
			owed = true
		}
	}
	return valid, owed
}

// repeatOwed repeats on m the words of ours on rejected lines
// that could not be repeated at the time, because the match had no room or
// waited for consent to a settlement.
func (c *Courier) repeatOwed(n *notes, m match.Copy) (match.Copy, error) {
	lines, err := c.Shelf.Lines(m.File)
	if err != nil {
		return m, err
	}
	after, owed := m.Match, false
	for _, line := range lines {
		meeting := match.Meet(after, line)
		if meeting.Valid != match.Ours || meeting.Longer {
			continue
		}
		if line, err = sentLine(line); err != nil {
			return m, err
		}
		longer, left := c.repeat(after, line, meeting.Common, true)
		after, owed = longer, owed || left
	}
	replaced, err := c.replace(m, after)
	if err != nil || replaced.Match != after {
		return m, err
	}
	if n.Owed == owed {
		return replaced, nil
	}
	n.Owed = owed
	return replaced, n.save()
}

// sentLine returns a line kept beside a record with marks on what was handed
// over to be sent. A line without any marks came by mail, so all of it was.
func sentLine(line *match.Match) (*match.Match, error) {
	if slices.ContainsFunc(line.Record.Events, func(e kif.Event) bool { return e.Posted }) {
		return line, nil
	}
	marked, err := line.Record.With(func(_ int, e kif.Event) kif.Event {
		e.Posted = true
		return e
	})
	if err != nil {
		return nil, err
	}
	return match.Stored(marked, line.Game)
}

// noteHeard stores which words on our losing line the readers have already
// received, and whether words of ours are still to be repeated. Messages of
// the valid line do not include those words again.
func (g *merging) noteHeard(ours *match.Match, common int, owed bool) error {
	n, err := g.notes(g.state, ours.Hash().String())
	if err != nil {
		return err
	}
	changed := owed && !n.Owed
	n.Owed = n.Owed || owed
	for address, head := range n.Sent {
		if g.Later != nil { // a turn given to Later may be dropped before Compose writes it
			break
		}
		if heard := wordsUpTo(ours, common, head); len(heard) > 0 {
			n.Heard[address] = slices.Compact(slices.Sorted(slices.Values(append(n.Heard[address], heard...))))
			changed = true
		}
	}
	if !changed {
		return nil
	}
	return n.save()
}

// wordsUpTo lists the entries with words after the common ones of m up to the
// one with the hash head, or none if that is not among them.
func wordsUpTo(m *match.Match, common int, head string) (list []string) {
	for i := m.EventOf(common); i < len(m.Record.Events); i++ {
		if m.Record.Events[i].Comment != "" {
			list = append(list, m.Original(i).String())
		}
		if !kif.IsThrow(m.Record.Events[i].Step) && m.After(i).Head.String() == head {
			return list
		}
	}
	return nil
}
