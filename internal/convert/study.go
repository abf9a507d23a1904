package convert

import (
	"cmp"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
)

// Remark is a note in a copy of a record for study: a text on a ply, and variations that start there.
type Remark struct {
	Ply   int
	Text  string
	Lines [][]engine.Move // with the throws before the moves
}

// studyHeaders are the headers that a copy for study keeps: place and time of the match.
var studyHeaders = []string{"開始日時", "終了日時", "棋戦", "場所", "表題", "備考"}

// Study returns a copy of m for study, with remarks as comments and variations. It is the record of a match at one machine:
// the moves, their comments, the variations and the ending, without moves that were taken back, signatures and addresses.
func Study(m *match.Match, remarks []Remark) (*kif.Record, error) {
	var seats []kif.Seat // without addresses, unless an address is all that is known
	for n := range m.Roster.Seating {
		p := m.Roster.Seat(n + 1)
		seats = append(seats, kif.Seat{Name: cmp.Or(p.Name, p.Address)})
	}
	s := kif.Setup{Game: m.Game.Name, Options: m.Game.OptionText(m.Options), Start: m.Record.Start(), Seats: seats}
	if p, ok := m.Positions[0].(engine.Headed); ok {
		for _, h := range p.Headings() {
			s.Headers = append(s.Headers, kif.Header(h))
		}
	}
	for _, key := range studyHeaders {
		if value := m.Record.Header(key); value != "" {
			s.Headers = append(s.Headers, kif.Header{Key: key, Value: value})
		}
	}
	var events []kif.Event
	for _, e := range m.Played() {
		own := kif.Plain(e.Step)
		own.Spent, own.Comment, own.Seat = e.Spent, e.Comment, e.Seat
		events = append(events, own)
	}
	if o := m.Outcome; o != nil && o.Word != "" {
		end := kif.Plain(o.Word)
		end.Seat = o.Seat
		for _, e := range m.Record.Events {
			if e.Step == o.Word {
				end.Spent, end.Comment = e.Spent, e.Comment
			}
		}
		events = append(events, end)
	}
	r, err := compose(m.Game, s, events)
	if err != nil {
		return nil, err
	}
	copied := &kif.Record{Headers: r.Headers, Comment: m.Record.Comment, Events: slices.Clone(r.Events)}
	var trees [][]kif.Branch // a variation of the main line, and those that branch off it
	for _, b := range m.Record.Branches {
		if last := len(trees) - 1; b.Parent == 0 {
			trees = append(trees, []kif.Branch{b})
		} else {
			trees[last] = append(trees[last], b)
		}
	}
	for _, remark := range remarks {
		said := &copied.Comment
		if i := slices.IndexFunc(copied.Events, func(e kif.Event) bool {
			_, moved := e.Step.(kif.Move)
			return moved && e.Number == remark.Ply
		}); i >= 0 {
			said = &copied.Events[i].Comment
		}
		*said = strings.TrimPrefix(*said+"\n"+remark.Text, "\n")
		for _, line := range remark.Lines {
			b := kif.Branch{Start: remark.Ply + 1, Events: eventsOf(line)}
			number := b.Start
			for i := range b.Events {
				if !kif.IsThrow(b.Events[i].Step) {
					b.Events[i].Number = number
					number++
				}
			}
			trees = append(trees, []kif.Branch{b})
		}
	}
	// A variation would branch off an earlier one that begins before it.
	slices.SortStableFunc(trees, func(a, b []kif.Branch) int { return cmp.Compare(b[0].Start, a[0].Start) })
	copied.Branches = slices.Concat(trees...)
	return copied.Rewrite(kif.UTF8)
}
