package match

import (
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Variations describes the variations that the record was opened with, each with its comments, by the ply for whose move they
// are the alternative. An alternative to the ending belongs to the last ply, and a variation of a variation to the ply of that one.
func (m *Match) Variations() map[int][]i18n.Text {
	last := 0
	for _, e := range m.opened.Events {
		if _, moved := e.Step.(kif.Move); moved && !e.Undone {
			last++
		}
	}
	from, list := make([]int, len(m.opened.Branches)), map[int][]i18n.Text{}
	for i, b := range m.opened.Branches {
		var moves []string
		said := []string{b.Comment}
		for _, e := range b.Events {
			moves, said = append(moves, e.Step.String()), append(said, e.Comment)
		}
		line := i18n.Spaced(engine.SpellLine(m.Positions[0], moves)...)
		described := i18n.T("note.variation", "ply", b.Start, "moves", line)
		if from[i] = b.Start; b.Parent > 0 {
			from[i] = from[b.Parent-1]
			described = i18n.T("note.variation-within", "ply", b.Start, "from", from[i], "moves", line)
		}
		ply := min(from[i], last)
		list[ply] = append(list[ply], described)
		for said := range strings.SplitSeq(strings.Join(said, "\n"), "\n") {
			if said != "" {
				list[ply] = append(list[ply], i18n.Same(said))
			}
		}
	}
	return list
}
