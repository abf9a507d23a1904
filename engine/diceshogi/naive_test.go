package diceshogi

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// plain is a second version of the game, written from RULES.md with simple data and without the code under test.
type plain struct {
	rules string
	loose bool     // drop=free
	loses bool     // foul=loses
	lost  string   // the rule by which the last move lost
	past  []*plain // where repetition is counted, the positions so far, this one included
	at    map[cross]piece
	hand  [2]map[string]int
	turn  int // 0 or 1
	die   int
}

type cross struct{ file, rank int } // both from 1

type piece struct {
	seat int
	name string
}

// note is a written move.
type note struct {
	name     string
	from, to cross // from has no meaning for a drop
	rise     bool
	drop     bool
}

const kanjiNumbers = "一二三四五"

func (c cross) String() string {
	return string(rune('０'+c.file)) + string([]rune(kanjiNumbers)[c.rank-1])
}

func (n note) String() string {
	switch {
	case n.drop:
		return n.to.String() + n.name + "打"
	case n.rise:
		return fmt.Sprintf("%v%s成(%d%d)", n.to, n.name, n.from.file, n.from.rank)
	}
	return fmt.Sprintf("%v%s(%d%d)", n.to, n.name, n.from.file, n.from.rank)
}

// Steps and slides as drawings: the piece is in the middle, and forward is up.
var drawings = map[string]string{
	"歩": ".1. ... ...", "金": "111 1.1 .1.", "と": "111 1.1 .1.", "成銀": "111 1.1 .1.",
	"銀": "111 ... 1.1", "玉": "111 1.1 111", "角": "9.9 ... 9.9", "飛": ".9. 9.9 .9.",
	"馬": "919 1.1 919", "龍": "191 9.9 191",
}

var risen = map[string]string{"歩": "と", "銀": "成銀", "角": "馬", "飛": "龍"}

func fallen(name string) string {
	for low, high := range risen {
		if high == name {
			return low
		}
	}
	return name
}

// goes reports whether the piece on a reaches b, also if a piece stands there.
func (g *plain) goes(a, b cross) bool {
	m := g.at[a]
	for i, far := range strings.ReplaceAll(drawings[m.name], " ", "") {
		if far == '.' {
			continue
		}
		// Columns of a drawing go from the left, the higher file for seat 1; seat 2 sees it turned round.
		df, dr := 1-i%3, i/3-1
		if m.seat == 1 {
			df, dr = -df, -dr
		}
		c := a
		for range far - '0' {
			c = cross{c.file + df, c.rank + dr}
			if c == b {
				return true
			}
			if _, stands := g.at[c]; stands || c.file < 1 || c.file > 5 || c.rank < 1 || c.rank > 5 {
				break
			}
		}
	}
	return false
}

func lastRank(seat int) int { return []int{1, 5}[seat] }

// judge returns the identifier of the first rule that n breaks, "" if it breaks none.
func (g *plain) judge(n note) string {
	rule := ""
	if n.drop {
		rule = g.judgeDrop(n)
	} else {
		rule = g.judgeMove(n)
	}
	if rule == "" {
		rule = g.judgeKings(n)
	}
	if rule == "" && g.die >= 1 && g.die <= 5 && n.to.file != g.die {
		all := *g
		all.die = 0
		if slices.ContainsFunc(all.legal(), func(n note) bool { return n.to.file == g.die && !(n.drop && g.loose) }) {
			return "die.file"
		}
	}
	return rule
}

func (g *plain) judgeMove(n note) string {
	m, stands := g.at[n.from]
	target, taken := g.at[n.to]
	_, canRise := risen[n.name]
	last := lastRank(g.turn)
	switch {
	case !stands:
		return "piece.none"
	case m.seat != g.turn:
		return "piece.not-yours"
	case m.name != n.name:
		return "piece.mismatch"
	case !g.goes(n.from, n.to):
		return "move.geometry"
	case taken && target.seat == g.turn:
		return "square.own-piece"
	case n.rise && (!canRise || n.from.rank != last && n.to.rank != last):
		return "promotion.not-allowed"
	case n.name == "歩" && !n.rise && n.to.rank == last:
		return "promotion.forced"
	}
	return ""
}

func (g *plain) judgeDrop(n note) string {
	if g.hand[g.turn][n.name] == 0 {
		return "drop.not-in-hand"
	}
	if _, taken := g.at[n.to]; taken {
		return "drop.occupied"
	}
	if n.name == "歩" {
		for rank := 1; rank <= 5; rank++ {
			if g.at[cross{n.to.file, rank}] == (piece{g.turn, "歩"}) {
				return "drop.two-pawns"
			}
		}
		if n.to.rank == lastRank(g.turn) {
			return "drop.no-move"
		}
	}
	return ""
}

func (g *plain) judgeKings(n note) string {
	if g.rules == "dice" {
		return ""
	}
	next := g.after(n)
	if next.inCheck(g.turn) {
		if g.inCheck(g.turn) {
			return "check.unanswered"
		}
		return "check.exposed"
	}
	if n.drop && n.name == "歩" && next.inCheck(next.turn) && len(next.legal()) == 0 {
		return "drop.pawn-mate"
	}
	return ""
}

func (g *plain) king(seat int) (cross, bool) {
	for c, m := range g.at {
		if m == (piece{seat, "玉"}) {
			return c, true
		}
	}
	return cross{}, false
}

func (g *plain) inCheck(seat int) bool {
	k, stands := g.king(seat)
	for c, m := range g.at {
		if stands && m.seat != seat && g.goes(c, k) {
			return true
		}
	}
	return false
}

// after plays n and removes the die.
func (g *plain) after(n note) *plain {
	next := &plain{rules: g.rules, loose: g.loose, loses: g.loses, at: map[cross]piece{}, turn: 1 - g.turn}
	for c, m := range g.at {
		next.at[c] = m
	}
	for seat := range 2 {
		next.hand[seat] = map[string]int{}
		for name, count := range g.hand[seat] {
			next.hand[seat][name] = count
		}
	}
	if prey, taken := g.at[n.to]; taken && prey.name != "玉" {
		next.hand[g.turn][fallen(prey.name)]++
	}
	if n.drop {
		next.hand[g.turn][n.name]--
	} else {
		delete(next.at, n.from)
	}
	name := n.name
	if n.rise {
		name = risen[name]
	}
	next.at[n.to] = piece{g.turn, name}
	return next
}

// legal returns the legal moves. It tries all that can be written.
func (g *plain) legal() (legal []note) {
	for _, n := range g.notes(false) {
		if g.judge(n) == "" {
			legal = append(legal, n)
		}
	}
	return legal
}

// lostBy returns the rule by which n loses where fouls are played, "" if it does not.
func (g *plain) lostBy(n note) string {
	rule := g.judge(n)
	foul := strings.HasPrefix(rule, "check.") || rule == "promotion.forced" || rule == "drop.two-pawns" || rule == "drop.no-move" || rule == "drop.pawn-mate"
	if !g.loses || !foul {
		return ""
	}
	return rule
}

// fouls returns the moves that are played and lose.
func (g *plain) fouls() (list []note) {
	for _, n := range g.notes(false) {
		if g.lostBy(n) != "" {
			list = append(list, n)
		}
	}
	return list
}

// play plays n, which may be a foul.
func (g *plain) play(n note) *plain {
	next := g.after(n)
	next.lost = g.lostBy(n)
	if g.past != nil {
		next.past = append(slices.Clip(g.past), next)
	}
	return next
}

// notes returns the moves that can be written: all of them if strange is set, else those of the own pieces and hand.
func (g *plain) notes(strange bool) (all []note) {
	for file := 1; file <= 5; file++ {
		for rank := 1; rank <= 5; rank++ {
			to := cross{file, rank}
			for name := range drawings {
				if strange || g.hand[g.turn][name] > 0 {
					all = append(all, note{name: name, to: to, drop: true})
				}
			}
			all = append(all, g.notesTo(to, strange)...)
		}
	}
	return all
}

func (g *plain) notesTo(to cross, strange bool) (all []note) {
	for i := range 25 {
		from := cross{1 + i/5, 1 + i%5}
		m, stands := g.at[from]
		if !strange && (!stands || m.seat != g.turn) {
			continue
		}
		if !stands {
			m.name = "金"
		}
		all = append(all, note{m.name, from, to, false, false}, note{m.name, from, to, true, false})
		if strange && i%5 == to.file-1 {
			all = append(all, note{"歩", from, to, false, false})
		}
	}
	return all
}

// end returns the rule that ended the game and the winner, counted from 0.
func (g *plain) end() (rule string, winner int) {
	if g.lost != "" {
		return g.lost, g.turn
	}
	if rule, winner := g.fourth(); rule != "" {
		return rule, winner
	}
	if _, stands := g.king(g.turn); !stands {
		return "end.king-taken", 1 - g.turn
	}
	if len(g.legal()) > 0 {
		return "", 0
	}
	switch {
	case g.rules != "dice" && g.inCheck(g.turn):
		return "end.checkmate", 1 - g.turn
	case g.rules == "minishogi":
		return "end.stalemate", 1 - g.turn
	}
	return "end.stalemate", g.turn
}

// fourth returns the end and the winner if the position has occurred for the fourth time.
func (g *plain) fourth() (rule string, winner int) {
	var at []int
	for i, p := range g.past {
		if p.turn == g.turn && maps.Equal(p.at, g.at) && p.sameHands(g) {
			at = append(at, i)
		}
	}
	if len(at) < 4 {
		return "", 0
	}
	moves, checks := [2]int{}, [2]int{}
	for _, p := range g.past[at[len(at)-4]+1:] {
		mover := 1 - p.turn
		moves[mover]++
		if p.inCheck(p.turn) {
			checks[mover]++
		}
	}
	first, second := moves[0] == checks[0], moves[1] == checks[1]
	switch {
	case first && !second:
		return "end.perpetual-check", 1
	case second && !first:
		return "end.perpetual-check", 0
	}
	return "end.repetition", 1
}

func (g *plain) sameHands(other *plain) bool {
	for seat := range 2 {
		for name := range drawings {
			if g.hand[seat][name] != other.hand[seat][name] {
				return false
			}
		}
	}
	return true
}

// throws reports whether the die is to be thrown in this position of a game that goes on.
func (g *plain) throws() bool {
	return g.die == 0 && (g.rules == "dice" || g.rules == "hyper" && !g.inCheck(g.turn))
}
