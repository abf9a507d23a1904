package match

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/kif"
)

// A take-back keeps the moves in the record, in comment lines, and numbering
// continues from the restored position. So a number always refers to a ply of
// the current game, and moves taken back have names of their own (PlyNames).

// movesAfter returns the indices of the moves of the game as it was after the
// first n events, in order.
func (m *Match) movesAfter(n int) (moves []int) {
	for i, s := range m.past[:n] {
		if _, moved := m.Record.Events[i].Step.(kif.Move); moved {
			moves = append(moves, i)
		}
		if s.undone != 0 {
			moves = moves[:s.undone-1]
		}
	}
	return moves
}

// takenBack reports for each event of m whether it was taken back: the moves
// from the agreed one onwards, and the throws and endings after it. Acts are
// kept, because none concerns the position alone.
func (m *Match) takenBack() []bool {
	taken := make([]bool, len(m.past))
	var stand []int // moves, throws and endings
	for i, s := range m.past {
		if !kif.IsAct(m.Record.Events[i].Step) {
			stand = append(stand, i)
		}
		for back := s.undone != 0; back; {
			last := stand[len(stand)-1]
			stand, taken[last] = stand[:len(stand)-1], true
			_, moved := m.Record.Events[last].Step.(kif.Move)
			back = !moved || m.stateAt(last).ply+1 != s.undone
		}
	}
	return taken
}

// eventsUpTo returns for each ply of the current game how many events lead to
// the position after it, with the throws for the next ply and the endings of
// players who left before it.
func (m *Match) eventsUpTo() []int {
	first := slices.IndexFunc(m.Record.Events, func(e kif.Event) bool { return !kif.IsAct(e.Step) })
	if first < 0 {
		first = len(m.Record.Events)
	}
	ends := []int{first}
	for i, e := range m.Record.Events {
		switch e.Step.(type) {
		case kif.Move:
			ends = append(ends, i+1)
		case kif.Throw, kif.Ending:
			ends[len(ends)-1] = i + 1
		}
		if back := m.past[i].undone; back != 0 {
			ends = ends[:back]
		}
	}
	return ends
}

// PlyNames returns for each event of m the name of its move: "9" in the
// current game, "9'" for the first move 9 that was taken back, and one more '
// for each further one. Events that are not moves have no name.
func (m *Match) PlyNames() []string {
	names, before := make([]string, len(m.past)), map[int]int{}
	for i, e := range m.Record.Events {
		if _, moved := e.Step.(kif.Move); !moved {
			continue
		}
		if e.Undone {
			before[e.Number]++
			names[i] = strings.Repeat("'", before[e.Number])
		}
		names[i] = strconv.Itoa(e.Number) + names[i]
	}
	return names
}
