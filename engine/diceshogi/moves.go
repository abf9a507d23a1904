package diceshogi

import (
	"iter"
	"strings"

	"hikyaku/engine"
)

// names are the names of the kinds in moves.
var names = [kinds]string{"歩", "銀", "金", "角", "飛", "玉", "と", "成銀", "馬", "龍"}

var (
	fileDigits = strings.Split("１２３４５", "")
	rankDigits = strings.Split("一二三四五", "")
)

// String returns the square as the destination of a move, such as ４四.
func (s square) String() string { return fileDigits[s.file()-1] + rankDigits[s.rank()] }

// digits returns the square as an origin, such as 45.
func (s square) digits() string {
	return string([]byte{'0' + byte(s.file()), '1' + byte(s.rank())})
}

// String returns m in canonical notation.
func (m move) String() string {
	text := m.to.String() + names[m.kind]
	switch m.way {
	case drops:
		return text + "打"
	case promotes:
		text += "成"
	}
	return text + "(" + m.from.digits() + ")"
}

// readMove reads canonical notation only.
func readMove(text string) (m move, ok bool) {
	w, ok := readNotation(text)
	if !ok || w.how == unsaid {
		return move{}, false
	}
	m = w.move
	return m, m.String() == text
}

// listFouls returns the moves that are played and lose, in the order of Moves.
func (p *position) listFouls() (list []move) {
	var all []move
	for k := range kinds {
		for s := range (p.men[k] & p.seats[p.turn]).each {
			to := p.reach(p.turn, k, s, p.taken()) &^ p.seats[p.turn]
			all = appendMoves(all, move{kind: k, from: s}, to)
			all = appendMoves(all, move{kind: k, from: s, way: promotes}, to)
		}
	}
	for k := range handKinds {
		all = appendMoves(all, move{kind: k, way: drops}, everywhere&^p.taken())
	}
	for _, m := range all {
		if r := p.check(m); r != nil && p.isLost(r.Rule) {
			list = append(list, m)
		}
	}
	return list
}

// Moves yields every legal move: first those of men on the board by kind, origin and destination, each with the
// promotions last, then the drops. The fouls follow in the same order if they are played and lose.
func (p *position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		if p.Next().Player == 0 {
			return
		}
		v := p.survey()
		all := v.list(nil)
		if p.loses {
			all = append(all, p.listFouls()...)
		}
		for _, m := range all {
			if !yield(engine.Move(m.String())) {
				return
			}
		}
	}
}
