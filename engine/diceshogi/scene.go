package diceshogi

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
)

// glyphs are the kinds of men, one character each.
var glyphs = [kinds]string{"歩", "銀", "金", "角", "飛", "玉", "と", "全", "馬", "龍"}

// Scene returns the board as shogi players draw it, the hands and the die beside it, and the turn.
func (p *position) Scene() engine.Scene {
	board := engine.Board{
		Max:   engine.Point{X: size - 1, Y: size - 1},
		Cols:  slices.Clone(fileDigits),
		Rows:  slices.Clone(rankDigits),
		Grid:  1,
		Cells: p.cells(),
	}
	slices.Reverse(board.Cols)
	slices.Reverse(board.Rows)
	boards := []engine.Board{board, p.hand(0), p.hand(1)}
	if p.die != 0 {
		boards = append(boards, engine.Board{Name: engine.Text{En: "die", Ja: "サイコロ"},
			Cells: []engine.Cell{{Form: engine.Die, Glyph: strconv.Itoa(p.die)}}})
	}
	return engine.Scene{Boards: boards, Lines: p.lines()}
}

// point returns the cell of s on a board. X counts from file 5, Y from rank 五.
func (s square) point() engine.Point {
	return engine.Point{X: size - s.file(), Y: size - 1 - s.rank()}
}

// cells returns the square that the last moving man left, and the men.
func (p *position) cells() (cells []engine.Cell) {
	if p.last != nil && p.last.way != drops {
		cells = append(cells, engine.Cell{At: p.last.from.point(), Form: engine.Ground, Mark: engine.From})
	}
	for s := range p.taken().each {
		cells = append(cells, p.cell(s))
	}
	return cells
}

func (p *position) cell(s square) engine.Cell {
	seat := 0
	if p.seats[1].has(s) {
		seat = 1
	}
	k := p.kindAt(s)
	cell := figure(seat, k)
	cell.At = s.point()
	switch {
	case p.decides(s):
		cell.Mark = engine.Deciding
	case p.last != nil && p.last.to == s:
		cell.Mark = engine.Last
	}
	return cell
}

// decides reports whether the man on s ended the game: it took the king, or is the mated king.
func (p *position) decides(s square) bool {
	end := p.Next().Result
	switch {
	case end == nil:
		return false
	case end.Rule == endKingTaken:
		return p.last != nil && p.last.to == s
	}
	return end.Rule == endCheckmate && p.kingOf(p.turn).has(s)
}

// figure returns a man of a seat, counted from 0. Men of the far side are upside down.
func figure(seat int, k kind) engine.Cell {
	cell := engine.Cell{Form: engine.Man, Ink: engine.Ink(seat + 1), Glyph: glyphs[k], Turn: 2 * seat}
	if lowered[k] != k {
		cell.Ink = engine.Raised
	}
	return cell
}

// hand returns the men in hand in a row, each followed by its number if there are several.
func (p *position) hand(seat int) engine.Board {
	owner := engine.Seat(seat+1, 2)
	board := engine.Board{Seat: seat + 1, Name: engine.Text{En: "hand of " + owner.En, Ja: owner.Ja + "の持駒"}}
	for _, k := range inHandOrder {
		n := p.hands[seat][k]
		if n > 0 {
			board.Cells = append(board.Cells, figure(seat, k))
		}
		if n > 1 {
			board.Cells = append(board.Cells, engine.Cell{Form: engine.Label, Glyph: strconv.Itoa(int(n))})
		}
	}
	if board.Cells == nil {
		board.Cells = []engine.Cell{{Form: engine.Label, Glyph: "-"}}
	}
	for i := range board.Cells {
		board.Cells[i].At.X = i
	}
	board.Max.X = len(board.Cells) - 1
	return board
}

// lines returns the seat to move and what the die allows, or the result.
func (p *position) lines() []engine.Text {
	next := p.Next()
	if next.Result != nil {
		return []engine.Text{ending(next.Result)}
	}
	name, task := engine.Seat(int(p.turn)+1, 2), p.task(next)
	return []engine.Text{{En: name.En + " " + task.En, Ja: name.Ja + task.Ja}}
}

// task says what the seat to move may do.
func (p *position) task(next engine.Next) engine.Text {
	switch {
	case next.Throw != nil:
		return engine.Text{En: "to throw the die", Ja: "がサイコロを振る番"}
	case p.rules == minishogi && p.checked(p.turn):
		return engine.Text{En: "to move, in check", Ja: "の番。王手"}
	case p.rules == minishogi:
		return engine.Text{En: "to move", Ja: "の番"}
	case p.die == 0:
		return engine.Text{En: "to move, in check: no throw, any file", Ja: "の番。王手なのでサイコロは振らず、どの筋でもよい"}
	case p.die == sides:
		return engine.Text{En: "to move to any file", Ja: "の番。どの筋でもよい"}
	}
	v, die := p.board.survey(), strconv.Itoa(p.die)
	if v.allowed(p.die) != everywhere {
		return engine.Text{En: "to move to file " + die, Ja: "の番。" + die + "筋へ"}
	}
	open := strings.Join(v.files(), ", ")
	return engine.Text{En: "to move to any file (" + open + "): there is no move to file " + die,
		Ja: "の番。" + die + "筋へ指す手がないので、どの筋でもよい（" + strings.ReplaceAll(open, ", ", "・") + "筋）"}
}

// files returns the numbers of the files on which some move ends.
func (v *survey) files() []string {
	files, open := []string{}, v.allDestinations()
	for file := 1; file <= size; file++ {
		if open&fileOf(file) != 0 {
			files = append(files, strconv.Itoa(file))
		}
	}
	return files
}

func ending(r *engine.Result) engine.Text {
	winner := engine.Seat(1+r.Places[0]/2, 2)
	how := map[*engine.Rule]engine.Text{
		endKingTaken: {En: "the king is taken", Ja: "玉を取って"},
		endCheckmate: {En: "checkmate", Ja: "詰みで"},
		endStalemate: {En: "stalemate", Ja: "ステイルメイトで"},
	}[r.Rule]
	return engine.Text{En: how.En + ": " + winner.En + " wins", Ja: how.Ja + winner.Ja + "の勝ち"}
}
