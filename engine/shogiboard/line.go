package shogiboard

import (
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// Line is a position with the move that led to it and, where positions are counted, the ones before it.
type Line struct {
	Position
	Counts  bool  // positions are counted
	Before  *Line // where they are, the one before the last move; nil at the first
	Played  *Move // the last move; nil at the first position
	Repeats int   // how often the position has occurred, where that is counted
}

// NewLine returns the line of a first position.
func NewLine(p Position, counts bool) Line {
	l := Line{Position: p, Counts: counts}
	if counts {
		l.Repeats = 1
	}
	return l
}

// Extend returns the line after the move m.
func (l *Line) Extend(m Move) Line {
	next := Line{Position: l.After(m), Counts: l.Counts, Played: &m}
	if !l.Counts {
		return next
	}
	next.Before, next.Repeats = l, 1
	for q := l; q != nil && q.Before != nil; q = q.Before.Before {
		if q.Before.Position == next.Position {
			next.Repeats = q.Before.Repeats + 1
			break
		}
	}
	return next
}

// Follow writes 同 in spelled, the text of a move, if it ends on the same square as the move before.
func (l *Line) Follow(before engine.Move, spelled i18n.Text) i18n.Text {
	if first, ok := l.ReadMove(string(before)); ok {
		if piece, same := strings.CutPrefix(spelled.Ja, first.To.Text().String()); same {
			spelled.Ja = "同" + piece
		}
	}
	return spelled
}

// Last returns the square on which the last move ended, for 同.
func (l *Line) Last() shogitext.Square {
	if l.Played == nil {
		return shogitext.Square{}
	}
	return l.Played.To.Text()
}

// Since returns the first position of the line, and the moves since in USI.
func (l *Line) Since() (first *Line, moves []string) {
	for first = l; first.Before != nil; first = first.Before {
		moves = append(moves, first.Played.Text().USI())
	}
	slices.Reverse(moves)
	return first, moves
}

// Perpetual returns the seat, from 1, that has given check in all its moves since the first of four occurrences of the position; 0
// if neither has, or both.
func (l *Line) Perpetual() int {
	always := [2]bool{true, true}
	for q, seen := l, 1; seen < shogitext.Tolerated; q = q.Before {
		if mover := 1 - q.Turn; always[mover] && !q.Checked(q.Turn) {
			always[mover] = false
		}
		if q.Before.Position == l.Position {
			seen++
		}
	}
	switch {
	case always[0] == always[1]:
		return 0
	case always[0]:
		return 1
	}
	return 2
}

// MayRepeat reports whether some position can occur for the last time within depth moves. One that has occurred n times
// returns after one move at the earliest, and then every four moves.
func (l *Line) MayRepeat(depth int) bool {
	if l.Before == nil {
		return l.Counts && depth >= 4*(shogitext.Tolerated-1)
	}
	most := 0
	for q := l; q != nil; q = q.Before {
		most = max(most, q.Repeats)
	}
	return l.Counts && depth > 4*(shogitext.Tolerated-most-1)
}
