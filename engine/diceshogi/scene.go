package diceshogi

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// Scene returns the board as shogi players draw it, the hands and the die beside it, and the turn.
func (p *position) Scene() engine.Scene {
	board := engine.Board{ID: "board", Max: engine.Point{X: size - 1, Y: size - 1}, Grid: 1, Cells: p.cells()}
	for i := size; i > 0; i-- {
		board.Cols = append(board.Cols, shogitext.FileLabel(i))
		board.Rows = append(board.Rows, shogitext.RankLabel(i))
	}
	scene := engine.Scene{Boards: []engine.Board{board}, Players: []engine.Panel{p.panel(0), p.panel(1)}, Throw: p.thrown()}
	if next := p.Next(); next.Result != nil {
		scene.Result = ending(next.Result)
	} else {
		scene.Turn = engine.Turn{Seat: int(p.turn) + 1, Throw: next.Throw != nil, For: p.task(next)}
	}
	return scene
}

// thrown returns the die of the seat to move.
func (p *position) thrown() (t engine.Dice) {
	if p.rules != minishogi {
		t.Room = 1
	}
	if p.die != 0 {
		t.Seat, t.Faces = int(p.turn)+1, []int{p.die}
	}
	return t
}

// point returns the cell of s on a board. X counts from file 5, Y from rank 五.
func (s square) point() engine.Point {
	return engine.Point{X: size - s.file(), Y: size - 1 - s.rank()}
}

// cells returns the files that the die allows, the square that the last moving man left, and the men.
func (p *position) cells() (cells []engine.Cell) {
	for s := range p.allowed().each {
		cells = append(cells, engine.Cell{At: s.point(), Form: engine.Ground, Mark: engine.Lit})
	}
	if p.last != nil && p.last.way != drops {
		cells = append(cells, engine.Cell{At: p.last.from.point(), Form: engine.Ground, Mark: engine.From})
	}
	for s := range p.taken().each {
		cells = append(cells, p.cell(s))
	}
	return cells
}

// allowed returns the file of the die, if the die rules out any other.
func (p *position) allowed() squares {
	if p.die == 0 || p.die == sides || p.Next().Result != nil {
		return 0
	}
	if v := p.board.survey(); v.allowed(p.die) != everywhere {
		return v.allowed(p.die)
	}
	return 0
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
	case end.Rule == endKingTaken, p.foul != nil:
		return p.last != nil && p.last.to == s
	}
	return end.Rule == shogitext.EndCheckmate && p.kingOf(p.turn).has(s)
}

// figure returns a man of a seat, counted from 0. Men of the far side are upside down.
func figure(seat int, k kind) engine.Cell {
	cell := engine.Cell{Form: engine.Man, Ink: engine.Ink(seat + 1), Glyph: k.text().Glyph(), Turn: 2 * seat}
	switch {
	case lowered[k] != k:
		cell.Ink = engine.Raised
	case k == king && seat == 1:
		cell.Glyph = "王" // the kings are told apart
	}
	return cell
}

// inHandOrder is the order of the men in hand.
var inHandOrder = []kind{rook, bishop, gold, silver, pawn}

// panel returns the hand of a seat, and whether it is in check.
func (p *position) panel(seat int) (panel engine.Panel) {
	for _, k := range inHandOrder {
		man := figure(seat, k)
		panel.Has = append(panel.Has, engine.Thing{Name: k.text().String(), Cells: []engine.Cell{man}, Count: int(p.hands[seat][k])})
	}
	if p.rules != dice && seat == int(p.turn) && p.Next().Result == nil && p.checked(p.turn) {
		panel.State = i18n.Text{En: "in check", Ja: "王手"}
	}
	return panel
}

// task says what the seat to move may do.
func (p *position) task(next engine.Next) i18n.Text {
	switch {
	case next.Throw != nil:
		return i18n.Text{En: "to throw the die", Ja: "がサイコロを振る番"}
	case p.rules == minishogi:
		return i18n.Text{En: "to move", Ja: "の番"}
	case p.die == 0:
		return i18n.Text{En: "to move without a throw to any file", Ja: "の番。サイコロは振らず、どの筋でもよい"}
	case p.die == sides:
		return i18n.Text{En: "to move to any file", Ja: "の番。どの筋でもよい"}
	}
	v, die := p.board.survey(), strconv.Itoa(p.die)
	if v.allowed(p.die) != everywhere {
		return i18n.Text{En: "to move to file " + die, Ja: "の番。" + die + "筋へ"}
	}
	open := strings.Join(v.files(), ", ")
	if v.loose {
		return i18n.Text{En: "to move to any file (" + open + "): no man moves to file " + die,
			Ja: "の番。" + die + "筋に動かせる駒がなく、どの筋でもよい（" + strings.ReplaceAll(open, ", ", "・") + "筋）"}
	}
	return i18n.Text{En: "to move to any file (" + open + "): none to file " + die,
		Ja: "の番。" + die + "筋の手がなく、どの筋でもよい（" + strings.ReplaceAll(open, ", ", "・") + "筋）"}
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

func ending(r *engine.Result) *engine.Ending {
	if foul, ok := shogitext.FoulNames[r.Rule]; ok {
		return &engine.Ending{Result: *r, How: foul, Seat: 1 + slices.Index(r.Places, 2)}
	}
	return &engine.Ending{Result: *r, How: map[*engine.Rule]i18n.Text{
		endKingTaken:           {En: "the king is taken", Ja: "玉を取った"},
		shogitext.EndCheckmate: {En: "checkmate", Ja: "詰み"},
		endStalemate:           {En: "stalemate", Ja: "ステイルメイト"},
	}[r.Rule]}
}
