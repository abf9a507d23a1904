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
	Loses   bool  // who breaks a rule of shogitext.Fouls loses
	Before  *Line // where positions are counted, the one before the last move; nil at the first
	Played  *Move // the last move; nil at the first position
	Repeats int   // how often the position has occurred, where that is counted
}

// NewLine returns the line of a first position.
func NewLine(p Position, counts, loses bool) Line {
	l := Line{Position: p, Counts: counts, Loses: loses}
	if counts {
		l.Repeats = 1
	}
	return l
}

// Extend returns the line after the move m.
func (l *Line) Extend(m Move) Line {
	next := Line{Position: l.After(m), Counts: l.Counts, Loses: l.Loses, Played: &m}
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

// Plays reports whether a move is played although a rule may reject it: r is nil, or a foul that loses.
func (l *Line) Plays(r *engine.Rejection) bool { return r == nil || l.Loses && shogitext.IsFoul(r) }

// Spell returns a move in the notation of its record, and in English as shogi players write it in Latin letters: S4e-4d, S4b-4a+,
// +S4a-4b, P*3c or win.
func (l *Line) Spell(m engine.Move) i18n.Text {
	if read, ok := l.Set.ReadMove(string(m)); ok {
		return read.Name()
	}
	return i18n.Same(string(m))
}

// Target returns the square on which m ends; a declaration has none.
func (l *Line) Target(m engine.Move) engine.Place {
	read, ok := l.Set.ReadMove(string(m))
	if !ok || read.Way == Declares {
		return engine.Place{}
	}
	return l.Set.Place(read.To)
}

var declareWay = engine.WayTouch("k", i18n.Text{En: "declare the entered king", Ja: "入玉を宣言する"})

// Touches returns the piece, on the board or in hand, the square to which it goes, and whether it promotes if it may. A declaration
// is a way. check returns the rejection of a move.
func (l *Line) Touches(m engine.Move, check func(Move) *engine.Rejection) []engine.Touch {
	read, _ := l.Set.ReadMove(string(m))
	if read.Way == Declares {
		return []engine.Touch{declareWay}
	}
	return l.Set.Touches(read, int(l.Turn)+1, func(m Move) bool { return l.Plays(check(m)) })
}

// Follow writes 同 in spelled, the text of a move, if it ends on the same square as the move before.
func (l *Line) Follow(before engine.Move, spelled i18n.Text) i18n.Text {
	if first, ok := l.Set.ReadMove(string(before)); ok {
		if piece, same := strings.CutPrefix(spelled.Ja, first.To.String()); same {
			spelled.Ja = "同" + piece
		}
	}
	return spelled
}

// Last returns the square on which the last move ended, for 同; NoSquare if it is not known.
func (l *Line) Last() Square {
	if l.Played == nil || l.Played.Way == Declares {
		return shogitext.NoSquare
	}
	return l.Played.To
}

// Since returns the first position of the line, and the moves since in USI.
func (l *Line) Since() (first *Line, moves []string) {
	for first = l; first.Before != nil; first = first.Before {
		moves = append(moves, first.Played.USI())
	}
	slices.Reverse(moves)
	return first, moves
}

// ShowsFoul reports whether the position shows that the seat that has just moved has lost by one of shogitext.Fouls.
func (l *Line) ShowsFoul(rule *engine.Rule) bool {
	if rule != shogitext.DropPawnMate {
		return l.Loses && l.Board().ShowsFoul(rule)
	}
	v := l.Survey()
	return l.Loses && !v.Checkers.Empty() && !v.Any()
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
