package shogi

import (
	"fmt"
	"slices"
	"strings"
)

// plain is a second version of the game, written from RULES.md with simple data and without the code under test.
type plain struct {
	options map[string]string
	given   int         // the points of the men that seat 2 gave
	at      [10][10]man // by file and rank
	hand    [2][len(called)]int8
	turn    int    // 0 or 1
	before  *plain // the position before the last move
	lost    string // the rule by which the last move lost
	claimed bool   // the last move declared an entered king
}

type cross struct{ file, rank int } // both from 1

// man is a man on the board; the zero man is none.
type man struct {
	name piece
	seat int8
}

// piece is a kind of man, by its place in called.
type piece int8

// called are the men, those that rise first, then those that do not, then those that have risen in the same order.
var called = [...]string{"", "歩", "香", "桂", "銀", "角", "飛", "金", "玉", "と", "成香", "成桂", "成銀", "馬", "龍"}

const (
	knights  piece = 3
	rooks    piece = 6
	kings    piece = 8
	upwards  piece = 8 // from a man to what it rises to
	lastKind piece = 14
)

func (n piece) canRise() bool { return n >= 1 && n <= rooks }

func (n piece) fallen() piece {
	if n > kings {
		return n - upwards
	}
	return n
}

// nameOf returns the man that is called so.
func nameOf(text string) piece { return piece(slices.Index(called[:], text)) }

// note is a written move.
type note struct {
	name     piece
	from, to cross // from has no meaning for a drop
	rise     bool
	drop     bool
	declare  bool
}

const kanjiNumbers = "一二三四五六七八九"

func (c cross) String() string {
	return string(rune('０'+c.file)) + string([]rune(kanjiNumbers)[c.rank-1])
}

// crosses are the squares.
var crosses = func() (all []cross) {
	for i := range 81 {
		all = append(all, cross{1 + i/9, 1 + i%9})
	}
	return all
}()

func (n note) String() string {
	switch {
	case n.declare:
		return "宣言"
	case n.drop:
		return n.to.String() + called[n.name] + "打"
	case n.rise:
		return fmt.Sprintf("%v%s成(%d%d)", n.to, called[n.name], n.from.file, n.from.rank)
	}
	return fmt.Sprintf("%v%s(%d%d)", n.to, called[n.name], n.from.file, n.from.rank)
}

// drawings are the ways of the men, in the order of called: the man is in the middle, forward is up, 1 is a step and 9 a slide. The
// knight jumps.
var drawings = [...]string{"", ".1.......", ".9.......", ".........", "111...1.1", "9.9...9.9", ".9.9.9.9.", "1111.1.1.", "1111.1111",
	"1111.1.1.", "1111.1.1.", "1111.1.1.", "1111.1.1.", "9191.1919", "1919.9191"}

// goes reports whether the man on a reaches b, also if a man stands there.
func (g *plain) goes(a, b cross) bool {
	m := g.at[a.file][a.rank]
	df, dr := b.file-a.file, b.rank-a.rank // as seat 1 sees it
	if m.seat == 1 {
		df, dr = -df, -dr
	}
	if m.name == knights {
		return dr == -2 && (df == 1 || df == -1)
	}
	far := max(df, -df, dr, -dr)
	if far == 0 || df != 0 && df != far && df != -far || dr != 0 && dr != far && dr != -far {
		return false
	}
	// Columns of a drawing go from the left, the higher file.
	switch drawings[m.name][3*(1+dr/far)+1-df/far] {
	case '.':
		return false
	case '1':
		return far == 1
	}
	for i := 1; i < far; i++ {
		if g.at[a.file+(b.file-a.file)/far*i][a.rank+(b.rank-a.rank)/far*i].name != 0 {
			return false
		}
	}
	return true
}

// depth is how many ranks a square is from the far side of a seat: 1 for the last.
func depth(seat int, c cross) int {
	if seat == 1 {
		return 10 - c.rank
	}
	return c.rank
}

// stuck reports whether a man could never move from c.
func stuck(seat int, n piece, c cross) bool {
	return depth(seat, c) == 1 && n >= 1 && n <= 2 || depth(seat, c) <= 2 && n == knights
}

// judge returns the identifier of the first rule that n breaks, "" if it breaks none.
func (g *plain) judge(n note) string {
	rule := ""
	switch {
	case n.declare:
		return g.judgeDeclaration()
	case n.drop:
		rule = g.judgeDrop(n)
	default:
		rule = g.judgeMove(n)
	}
	if rule != "" {
		return rule
	}
	return g.judgeKings(n)
}

func (g *plain) judgeMove(n note) string {
	m, target := g.at[n.from.file][n.from.rank], g.at[n.to.file][n.to.rank]
	switch {
	case m.name == 0:
		return "piece.none"
	case int(m.seat) != g.turn:
		return "piece.not-yours"
	case m.name != n.name:
		return "piece.mismatch"
	case !g.goes(n.from, n.to):
		return "move.geometry"
	case target.name != 0 && int(target.seat) == g.turn:
		return "square.own-piece"
	case n.rise && (!n.name.canRise() || depth(g.turn, n.from) > 3 && depth(g.turn, n.to) > 3):
		return "promotion.not-allowed"
	case !n.rise && stuck(g.turn, n.name, n.to):
		return "promotion.forced"
	}
	return ""
}

func (g *plain) judgeDrop(n note) string {
	if g.hand[g.turn][n.name] == 0 {
		return "drop.not-in-hand"
	}
	if g.at[n.to.file][n.to.rank].name != 0 {
		return "drop.occupied"
	}
	for rank := 1; n.name == 1 && rank <= 9; rank++ {
		if g.at[n.to.file][rank] == (man{1, int8(g.turn)}) {
			return "drop.two-pawns"
		}
	}
	if stuck(g.turn, n.name, n.to) {
		return "drop.no-move"
	}
	return ""
}

func (g *plain) judgeKings(n note) string {
	next := g.after(n)
	if next.inCheck(g.turn) {
		if g.inCheck(g.turn) {
			return "check.unanswered"
		}
		return "check.exposed"
	}
	if n.drop && n.name == 1 && next.inCheck(next.turn) && !next.moves() {
		return "drop.pawn-mate"
	}
	return ""
}

// tally returns how many pieces besides the king stand in the far rows of the seat to move, and its points.
func (g *plain) tally() (men, points int) {
	worth := func(n piece) int {
		if n = n.fallen(); n == rooks || n == rooks-1 {
			return 5
		}
		return 1
	}
	for _, c := range crosses {
		if m := g.at[c.file][c.rank]; m.name != 0 && int(m.seat) == g.turn && m.name != kings && depth(g.turn, c) <= 3 {
			men++
			points += worth(m.name)
		}
	}
	for n, count := range g.hand[g.turn] {
		points += int(count) * worth(piece(n))
	}
	if g.turn == 1 {
		points += g.given
	}
	return men, points
}

func (g *plain) judgeDeclaration() string {
	king, stands := g.king(g.turn)
	men, points := g.tally()
	least := map[string]int{"24": 24, "27": 28 - g.turn}[g.options["impasse"]]
	switch {
	case g.options["impasse"] == "none":
		return "declare.off"
	case !stands || depth(g.turn, king) > 3:
		return "declare.king-outside"
	case men < 10:
		return "declare.few-men"
	case g.inCheck(g.turn):
		return "declare.in-check"
	case points < least:
		return "declare.few-points"
	}
	return ""
}

func (g *plain) king(seat int) (cross, bool) {
	for _, c := range crosses {
		if g.at[c.file][c.rank] == (man{kings, int8(seat)}) {
			return c, true
		}
	}
	return cross{}, false
}

func (g *plain) inCheck(seat int) bool {
	k, stands := g.king(seat)
	return stands && slices.ContainsFunc(crosses, func(c cross) bool {
		m := g.at[c.file][c.rank]
		return m.name != 0 && int(m.seat) != seat && g.goes(c, k)
	})
}

// after plays n.
func (g *plain) after(n note) *plain {
	next := *g
	next.turn, next.before, next.claimed, next.lost = 1-g.turn, g, n.declare, ""
	if n.declare {
		return &next
	}
	if prey := g.at[n.to.file][n.to.rank]; prey.name != 0 && prey.name != kings {
		next.hand[g.turn][prey.name.fallen()]++
	}
	if n.drop {
		next.hand[g.turn][n.name]--
	} else {
		next.at[n.from.file][n.from.rank] = man{}
	}
	if n.rise {
		n.name += upwards
	}
	next.at[n.to.file][n.to.rank] = man{n.name, int8(g.turn)}
	return &next
}

// moves reports whether the seat to move has a legal move of a man.
func (g *plain) moves() bool {
	return slices.ContainsFunc(g.notes(), func(n note) bool { return g.judge(n) == "" })
}

// lostBy returns the rule by which n loses where fouls are played, "" if it does not.
func (g *plain) lostBy(rule string) string {
	foul := strings.HasPrefix(rule, "check.") || rule == "promotion.forced" || rule == "drop.two-pawns" || rule == "drop.no-move" || rule == "drop.pawn-mate"
	if g.options["foul"] != "loses" || !foul {
		return ""
	}
	return rule
}

// legal returns the moves that can be played: the legal ones and those that lose. It tries all that can be written.
func (g *plain) legal() (legal, fouls []note) {
	for _, n := range append(g.notes(), note{declare: true}) {
		switch rule := g.judge(n); {
		case rule == "":
			legal = append(legal, n)
		case g.lostBy(rule) != "":
			fouls = append(fouls, n)
		}
	}
	return legal, fouls
}

// play plays n, which may be a foul.
func (g *plain) play(n note) *plain {
	next := g.after(n)
	next.lost = g.lostBy(g.judge(n))
	return next
}

// notes returns the moves that can be written of the own men and hand, without those that go nowhere near.
func (g *plain) notes() (all []note) {
	for _, to := range crosses {
		for n, count := range g.hand[g.turn] {
			if count > 0 {
				all = append(all, note{name: piece(n), to: to, drop: true})
			}
		}
		for _, from := range crosses {
			if m := g.at[from.file][from.rank]; m.name != 0 && int(m.seat) == g.turn && g.goes(from, to) {
				all = append(all, note{name: m.name, from: from, to: to}, note{name: m.name, from: from, to: to, rise: true})
			}
		}
	}
	return all
}

// strange returns moves of all sorts to some square, also of men that are not there.
func (g *plain) strange(to cross) (all []note) {
	for n := piece(1); n <= lastKind; n++ {
		all = append(all, note{name: n, to: to, drop: true})
	}
	for _, from := range crosses {
		n := max(g.at[from.file][from.rank].name, 1)
		all = append(all, note{name: n, from: from, to: to}, note{name: n, from: from, to: to, rise: true})
		if from.file == to.file {
			all = append(all, note{name: 4, from: from, to: to})
		}
	}
	return append(all, note{declare: true})
}

// end returns the rule that ended the game and the winner, counted from 0; nobody has won if it is -1.
func (g *plain) end() (rule string, winner int) {
	switch {
	case g.lost != "":
		return g.lost, g.turn
	case g.claimed:
		declarer := *g
		declarer.turn = 1 - g.turn
		if _, points := declarer.tally(); g.options["impasse"] == "24" && points < 31 {
			return "end.declared-draw", -1
		}
		return "end.declared", 1 - g.turn
	}
	if rule, winner := g.repeated(); rule != "" {
		return rule, winner
	}
	switch {
	case g.moves():
		return "", 0
	case g.inCheck(g.turn):
		return "end.checkmate", 1 - g.turn
	}
	return "end.stalemate", 1 - g.turn
}

// repeated looks for the fourth occurrence of the position, and for the side that has given check all the time since the first.
func (g *plain) repeated() (rule string, winner int) {
	if g.options["repetition"] == "none" {
		return "", 0
	}
	var line []*plain // newest first
	for h := g; h != nil; h = h.before {
		line = append(line, h)
	}
	n, first := 0, 0
	for i, h := range line {
		if n < 4 && h.at == g.at && h.hand == g.hand && h.turn == g.turn {
			n, first = n+1, i
		}
	}
	if n < 4 {
		return "", 0
	}
	silent := [2]bool{}
	for _, h := range line[:first] {
		if !h.inCheck(h.turn) {
			silent[1-h.turn] = true
		}
	}
	switch {
	case silent[0] == silent[1]:
		return "end.repetition", -1
	case silent[0]:
		return "end.perpetual-check", 0
	}
	return "end.perpetual-check", 1
}
