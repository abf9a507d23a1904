package match

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// A take-back keeps the moves in the record, in comment lines, and numbering
// continues from the restored position. So a number always refers to a ply of
// the current game, and moves taken back have names of their own (PlyNames).

// movesAfter returns the indices of the moves of the game as it was after the
// first n events, in order.
func (m *Match) movesAfter(n int) (moves []int) {
	for i, s := range m.states[1 : n+1] {
		if _, moved := m.Record.Events[i].Step.(kif.Move); moved {
			moves = append(moves, i)
		}
		if s.Undone != 0 {
			moves = moves[:s.Undone-1]
		}
	}
	return moves
}

// takenBack reports for each event of m whether it was taken back: the moves
// from the agreed one onwards, and the throws and endings after it. Acts are
// kept, because none concerns the position alone.
func (m *Match) takenBack() []bool {
	taken := make([]bool, len(m.Record.Events))
	var stand []int // moves, throws and endings
	for i, s := range m.states[1:] {
		if !kif.IsAct(m.Record.Events[i].Step) {
			stand = append(stand, i)
		}
		for back := s.Undone != 0; back; {
			last := stand[len(stand)-1]
			stand, taken[last] = stand[:len(stand)-1], true
			_, moved := m.Record.Events[last].Step.(kif.Move)
			back = !moved || m.states[last].ply+1 != s.Undone
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
		if back := m.states[i+1].Undone; back != 0 {
			ends = ends[:back]
		}
	}
	return ends
}

// PlyNames returns for each event of m the name of its move: "9" in the
// current game, "9'" for the first move 9 that was taken back, and one more '
// for each further one. Events that are not moves have no name.
func (m *Match) PlyNames() []string {
	names, before := make([]string, len(m.Record.Events)), map[int]int{}
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

// Moves returns the moves and throws that lead to the last position, without undone ones.
func (m *Match) Moves() []string {
	played := m.Played()
	var words []string
	for _, e := range played {
		if _, left := e.Step.(kif.Ending); !left {
			words = append(words, e.Step.String())
		}
	}
	return words
}

// Played returns the events of Moves, and those by which players have left a
// game that the others continue.
func (m *Match) Played() (kept []kif.Event) {
	toss := m.Toss()
	for i, e := range m.Record.Events {
		if e.Undone {
			continue
		}
		switch e.Step.(type) {
		case kif.Move:
			kept = append(kept, e)
		case kif.Throw:
			if i != toss { // which is not part of the game
				kept = append(kept, e)
			}
		case kif.Ending:
			if e.Seat = m.states[i+1].Gone; e.Seat != 0 && m.states[i+1].Outcome == nil {
				kept = append(kept, e)
			}
		}
	}
	return kept
}

// Toss returns the index of the throw that decided the seats, or -1.
func (m *Match) Toss() int {
	for i, e := range m.Record.Events {
		if i > 0 && kif.IsThrow(e.Step) {
			if m.states[i].Roster.TossDue() {
				return i
			}
			return -1 // the first throw of a match is the toss, if there is one
		}
	}
	return -1
}

// AfterPlies returns the position before the first ply and after each ply of
// the current game, with the throws for the next one and without players who
// left before it.
func (m *Match) AfterPlies() (positions []engine.Position) {
	for _, n := range m.eventsUpTo() {
		positions = append(positions, m.Positions[n])
	}
	return positions
}

// LastMove returns the index of the event of the last move of the current
// game, or -1.
func (m *Match) LastMove() int {
	if moves := m.movesAfter(len(m.states) - 1); len(moves) > 0 {
		return moves[len(moves)-1]
	}
	return -1
}

// AtPly returns the match after ply plies of the current game, which must
// exist, with the throws for the next one. Invitations belong to ply 0,
// endings to the ply before them. At an earlier ply no clock runs.
func (m *Match) AtPly(ply int) *Match {
	if ply == m.ply {
		return m
	}
	at := *m.Cut(m.eventsUpTo()[ply])
	at.State = at.State.Past()
	return &at
}

// PlyText returns the move of ply n, counted from 1, in the notation of each
// language.
func (m *Match) PlyText(n int) i18n.Text {
	moves := m.movesAfter(len(m.states) - 1)
	if n < 1 || n > len(moves) {
		return i18n.Text{}
	}
	return engine.Spell(m.Last(), engine.Move(m.Record.Events[moves[n-1]].Step.String()))
}
