package render

import (
	"fmt"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// The scenes below are of the shapes that the five games draw, made by hand.

type scene struct {
	name  string
	scene engine.Scene
}

func scenes() []scene {
	return []scene{
		{"quoridor", quoridor()},
		{"quoridor4", quoridor4()},
		{"goryujin", goryujin()},
		{"diceshogi", diceshogi()},
		{"slashchain", slashchain()},
		{"rengi", rengi()},
	}
}

func pt(x, y int) engine.Point { return engine.Point{X: x, Y: y} }

func letters(n int) []i18n.Text {
	var l []string
	for i := range n {
		name := string(rune('A' + i%26))
		if i >= 26 {
			name = string(rune('A'+i/26-1)) + name
		}
		l = append(l, name)
	}
	return engine.Labels(l...)
}

func numbers(from, to int) []i18n.Text {
	var l []string
	for i := from; i <= to; i++ {
		l = append(l, strconv.Itoa(i))
	}
	return engine.Labels(l...)
}

func quoridorBoard() engine.Board {
	return engine.Board{
		ID: "board", Min: pt(1, 1), Max: pt(9, 9), Grid: 1, Gap: true,
		Cols: engine.Labels(strings.Split("abcdefghi", "")...), Rows: numbers(1, 9),
	}
}

func goalRow(b *engine.Board, seat engine.Ink, cell func(i int) engine.Point) {
	for i := 1; i <= 9; i++ {
		b.Cells = append(b.Cells, engine.Cell{At: cell(i), Form: engine.Ground, Ink: seat})
	}
}

func pawn(x, y, seat int, mark engine.Mark) engine.Cell {
	return engine.Cell{At: pt(x, y), Form: engine.Disc, Ink: engine.Ink(seat), Glyph: strconv.Itoa(seat), Mark: mark}
}

// fence returns a wall of two cells from the lower left corner of cell (x, y).
func fence(x, y int, dir byte, seat int, mark engine.Mark) engine.Line {
	l := engine.Line{From: pt(x, y), To: pt(x+2, y), Ink: engine.Ink(seat), Mark: mark}
	if dir == 'v' {
		l.To = pt(x, y+2)
	}
	return l
}

func quoridor() engine.Scene {
	b := quoridorBoard()
	goalRow(&b, 1, func(i int) engine.Point { return pt(i, 9) })
	goalRow(&b, 2, func(i int) engine.Point { return pt(i, 1) })
	b.Cells = append(b.Cells,
		engine.Cell{At: pt(5, 6), Form: engine.Ground, Mark: engine.From},
		pawn(5, 4, 1, engine.NoMark), pawn(5, 5, 2, engine.Last))
	b.Walls = []engine.Line{
		fence(3, 4, 'h', 0, 0), fence(5, 4, 'h', 0, 0), fence(7, 3, 'v', 0, 0),
		fence(2, 7, 'v', 0, 0), fence(4, 7, 'h', 0, 0), fence(4, 5, 'v', 0, 0), fence(8, 8, 'h', 0, 0),
	}
	return engine.Scene{Boards: []engine.Board{b}, Players: []engine.Panel{walled("rank 9", "9段目", 6), walled("rank 1", "1段目", 7)}, Turn: toMove(1)}
}

// walled is the panel of a seat of quoridor.
func walled(en, ja string, left int) engine.Panel {
	return engine.Panel{Goal: i18n.Text{En: "to " + en, Ja: ja + "へ"}, Has: []engine.Thing{{Name: "stock", Count: left, Words: i18n.Text{
		En: fmt.Sprintf("%d walls left", left), Ja: fmt.Sprintf("残りの壁%d枚", left)}}}}
}

func toMove(seat int) engine.Turn {
	return engine.Turn{Seat: seat, For: i18n.Text{En: "to move", Ja: "の番"}}
}

func quoridor4() engine.Scene {
	b := quoridorBoard()
	goalRow(&b, 1, func(i int) engine.Point { return pt(i, 9) })
	goalRow(&b, 3, func(i int) engine.Point { return pt(i, 1) })
	goalRow(&b, 2, func(i int) engine.Point { return pt(9, i) })
	goalRow(&b, 4, func(i int) engine.Point { return pt(1, i) })
	for i, c := range b.Cells {
		b.Cells[i].Glyph = strconv.Itoa(int(c.Ink))
	}
	b.Cells = append(b.Cells,
		pawn(4, 3, 1, 0), pawn(2, 5, 2, 0), pawn(5, 8, 3, 0), pawn(8, 6, 4, 0))
	for _, p := range []engine.Point{pt(4, 4), pt(3, 3), pt(5, 3), pt(4, 2)} {
		b.Cells = append(b.Cells, engine.Cell{At: p, Form: engine.Ground, Mark: engine.Legal})
	}
	b.Walls = []engine.Line{
		fence(3, 4, 'h', 1, 0), fence(5, 4, 'v', 2, 0), fence(6, 6, 'h', 3, 0),
		fence(7, 2, 'v', 4, engine.Last),
	}
	panels := []engine.Panel{walled("rank 9", "9段目", 4), walled("file i", "i列", 4), walled("rank 1", "1段目", 4), walled("file a", "a列", 4)}
	return engine.Scene{Boards: []engine.Board{b}, Players: panels, Turn: toMove(1)}
}

// dragons are the inks of the seats of goryujin.
var dragons = [3]engine.Ink{1: 1, 2: engine.Black}

// pent adds a piece of goryujin with its cells as "x,y x,y".
func pent(b *engine.Board, group int, seat int, glyph string, mark engine.Mark, cells string) {
	for i, word := range strings.Fields(cells) {
		var x, y int
		fmt.Sscanf(word, "%d,%d", &x, &y)
		c := engine.Cell{At: pt(x, y), Form: engine.Body, Ink: dragons[seat], Glyph: glyph, Group: group, Mark: mark}
		if mark == engine.Joint && i > 0 {
			c.Mark = engine.NoMark
		}
		b.Cells = append(b.Cells, c)
	}
}

func goryujin() engine.Scene {
	b := engine.Board{ID: "board", Min: pt(1, 1), Max: pt(60, 30), Grid: 5, Cols: letters(60), Rows: numbers(1, 30)}
	pent(&b, 1, 1, "P", 0, "20,3 20,2 21,2 20,1 21,1")
	pent(&b, 2, 1, "I", 0, "20,4 20,5 20,6 20,7 20,8")
	pent(&b, 3, 1, "W", engine.Joint, "22,11 20,9 20,10 21,10 21,11")
	pent(&b, 4, 1, "P", 0, "40,3 40,2 41,2 40,1 41,1")
	pent(&b, 5, 2, "p", 0, "30,28 30,29 31,29 30,30 31,30")
	pent(&b, 6, 2, "x", 0, "30,27 30,26 30,25 29,26 31,26")
	pent(&b, 7, 2, "y", engine.Last, "32,26 33,26 34,26 35,26 34,25")
	b.Walls = []engine.Line{
		{From: pt(1, 31), To: pt(61, 31), Ink: 1, Goal: 1}, {From: pt(1, 1), To: pt(61, 1), Ink: 2, Goal: 2},
	}
	stock := func(seat int, counts string) (p engine.Panel) {
		for i, kind := range strings.Split("FILNPTUVWXYZ", "") {
			one := engine.Thing{Name: kind, Count: int(counts[i] - '0'), Most: 5}
			for y := range 5 {
				one.Cells = append(one.Cells, engine.Cell{At: pt(0, y), Form: engine.Body, Glyph: kind, Ink: dragons[seat]})
			}
			p.Has = append(p.Has, one)
		}
		return p
	}
	return engine.Scene{Boards: []engine.Board{b}, Players: []engine.Panel{stock(1, "545535554555"), stock(2, "555545555445")}, Turn: toMove(1)}
}

func piece(x, y int, glyph string, turn int, ink engine.Ink, mark engine.Mark) engine.Cell {
	return engine.Cell{At: pt(x, y), Form: engine.Piece, Glyph: glyph, Turn: turn, Ink: ink, Mark: mark}
}

func diceshogi() engine.Scene {
	b := engine.Board{ID: "board", Min: pt(1, 1), Max: pt(5, 5), Grid: 1, Cols: engine.Labels("５", "４", "３", "２", "１"), Rows: engine.Labels("五", "四", "三", "二", "一")}
	for i, g := range strings.Split("飛角銀金玉", "") {
		b.Cells = append(b.Cells, piece(i+1, 5, g, 2, 2, 0))
	}
	b.Cells = append(b.Cells,
		piece(5, 4, "歩", 2, 2, 0), piece(1, 1, "玉", 0, 1, 0), piece(2, 3, "金", 0, 1, engine.Last),
		engine.Cell{At: pt(2, 1), Form: engine.Ground, Mark: engine.From},
		piece(3, 1, "銀", 0, 1, 0), piece(4, 3, "馬", 0, engine.Raised, 0), piece(5, 1, "飛", 0, 1, 0), piece(1, 2, "全", 2, engine.Raised, 0))
	hand := func(seat, turn int, counts ...int) (p engine.Panel) {
		for i, g := range strings.Split("飛角金銀歩", "") {
			p.Has = append(p.Has, engine.Thing{Name: g, Cells: []engine.Cell{piece(0, 0, g, turn, engine.Ink(seat), 0)}, Count: counts[i]})
		}
		return p
	}
	second := hand(2, 2, 0, 0, 0, 0, 1)
	second.State = i18n.Text{En: "in check", Ja: "王手"}
	return engine.Scene{
		Boards: []engine.Board{b}, Players: []engine.Panel{hand(1, 0, 0, 1, 0, 0, 2), second},
		Turn:  engine.Turn{Seat: 2, For: i18n.Text{En: "to move to file 4", Ja: "の番。4筋へ"}},
		Throw: engine.Dice{Room: 1, Seat: 2, Faces: []int{4}},
	}
}

// lay puts two rows of two slashes at the square (x, y).
func lay(b *engine.Board, x, y int, mark engine.Mark, upper, lower string) {
	for i, half := range []string{lower, upper} {
		for j, r := range half {
			at := pt(2*x+j, 2*y+i)
			ink, from, to := engine.Ink(1), at, pt(at.X+1, at.Y+1)
			if r == '\\' {
				ink, from, to = 2, pt(at.X, at.Y+1), pt(at.X+1, at.Y)
			}
			b.Cells = append(b.Cells, engine.Cell{At: at, Form: engine.Drawn, Ink: ink, Glyph: string(r), Mark: mark})
			b.Strokes = append(b.Strokes, engine.Line{From: from, To: to, Ink: ink})
		}
	}
}

func slashchain() engine.Scene {
	b := engine.Board{ID: "table", Open: true, Min: pt(-6, -4), Max: pt(7, 7), Grid: 2}
	for x := -6; x <= 7; x++ {
		b.Cols = append(b.Cols, engine.Labels(strconv.Itoa(x/2), "")[x&1])
	}
	for y := -4; y <= 7; y++ {
		b.Rows = append(b.Rows, engine.Labels(strconv.Itoa(y/2), "")[y&1])
	}
	lay(&b, 0, 0, 0, `/\`, `\/`)
	lay(&b, 1, 0, 0, `//`, `/\`)
	lay(&b, 1, 1, 0, `//`, `//`)
	lay(&b, 2, 1, 0, `\/`, `/\`)
	lay(&b, 2, 2, 0, `\/`, `/\`)
	lay(&b, 0, -1, 0, `\/`, `/\`)
	lay(&b, -1, 0, engine.Last, `/\`, `/\`)
	b.Strokes = append(b.Strokes, engine.Line{From: pt(1, 0), To: pt(6, 5), Ink: 1, Mark: engine.Deciding})
	panel := func(seat int) (p engine.Panel) {
		for i, kind := range strings.Split("SXLAPW", "") {
			var tile engine.Board
			lay(&tile, 0, 0, 0, `/\`, `/\`)
			p.Has = append(p.Has, engine.Thing{Name: kind, Cells: tile.Cells, Strokes: tile.Strokes, Count: i % 2})
		}
		p.Goal = i18n.Same("plays " + `/\`[seat-1:seat])
		p.Has = append(p.Has, engine.Thing{Name: "longest", Count: 5, Words: i18n.Text{En: "longest chain 5", Ja: "最長 5"}})
		return p
	}
	return engine.Scene{
		Boards: []engine.Board{b}, Players: []engine.Panel{panel(1), panel(2)},
		Result: &engine.Ending{Result: engine.Result{Places: []int{1, 2}}, How: i18n.Text{En: "a chain of five", Ja: "五連"}},
		Lines:  []i18n.Text{{En: "fives: 0,0ul to 2,2ur", Ja: "五：0,0ulから2,2ur"}},
	}
}

func rengi() engine.Scene {
	kinds := map[byte]engine.Ink{'A': engine.Kind1, 'B': engine.Kind2, 'C': engine.Kind3, 'D': engine.Kind4, 'X': engine.Dull}
	fill := func(b *engine.Board, rows string) {
		for y, row := range strings.Fields(rows) {
			for x := range len(row) {
				if row[x] != '-' {
					b.Cells = append(b.Cells, engine.Cell{At: pt(b.Min.X+x, b.Min.Y+y), Form: engine.Disc, Ink: kinds[row[x]], Glyph: row[x : x+1]})
				}
			}
		}
	}
	own := func(seat int, rows string) engine.Board {
		b := engine.Board{ID: fmt.Sprint("field", seat), Seat: seat, Min: pt(1, 1), Max: pt(6, 13), Cols: numbers(1, 6), Rows: numbers(1, 13)}
		fill(&b, rows)
		return b
	}
	one, two := own(1, "AABBCD ABBCDD CCAAXX B--DA-"), own(2, "XXXXXX ABC-DA A-----")
	for i := range one.Cells[18:] {
		if c := &one.Cells[18+i]; c.At.X > 3 {
			c.Mark = engine.Last
		}
	}
	coming := engine.Board{ID: "next", Name: i18n.Text{En: "next", Ja: "ネクスト"}, Min: pt(0, 0), Max: pt(4, 1)}
	fill(&coming, "A-B-C D-B-A")
	panel := func(announced int) engine.Panel {
		return engine.Panel{State: i18n.Text{En: "free", Ja: "安定"}, Has: []engine.Thing{
			{Name: "announced", Cells: []engine.Cell{{Form: engine.Disc, Ink: engine.Dull, Glyph: "#"}}, Count: announced},
			{Name: "stock", Count: 3, Words: i18n.Text{En: "stock 3", Ja: "ストック3個"}},
		}}
	}
	return engine.Scene{Boards: []engine.Board{one, two, coming}, Players: []engine.Panel{panel(0), panel(12)}, Turn: toMove(2)}
}

// marked returns a board with every form and every line in every mark, as wide as there are marks.
func marked(gap bool, seat int) engine.Scene {
	b := engine.Board{ID: "marked", Seat: seat, Min: pt(1, 1), Max: pt(int(engine.Before)+1, 14), Grid: 1, Gap: gap, Cols: letters(int(engine.Before) + 1), Rows: numbers(1, 14)}
	for mark := range engine.Before + 1 {
		x := int(mark) + 1
		for y, c := range []engine.Cell{
			{}, {Glyph: "4"}, {Ink: 1, Glyph: "1"}, {Ink: engine.Dull},
			{Form: engine.Body, Ink: 1, Shape: engine.Head}, {Form: engine.Body, Ink: 2},
			{Form: engine.Disc, Ink: 1, Glyph: "1"}, {Form: engine.Disc, Ink: 2, Glyph: "2", Shape: engine.Idle},
			{Form: engine.Disc, Ink: engine.Dull, Glyph: "#"}, {Form: engine.Disc, Ink: engine.Dull, Glyph: "#", Shape: engine.Row},
			{Form: engine.Piece, Ink: 1, Glyph: "金"}, {Form: engine.Label, Glyph: "3"}, {Form: engine.Die, Ink: 1, Glyph: "5"}, {Form: engine.Plank, Ink: 2},
		} {
			c.At, c.Mark = pt(x, y+1), mark
			b.Cells = append(b.Cells, c)
		}
		b.Walls = append(b.Walls, engine.Line{From: pt(x, 3), To: pt(x, 5), Ink: 1, Mark: mark}, engine.Line{From: pt(x, 7), To: pt(x+1, 7), Ink: 2, Mark: mark})
		b.Strokes = append(b.Strokes, engine.Line{From: pt(x, 1), To: pt(x+1, 2), Ink: 1, Mark: mark})
	}
	b.Threats = []engine.Line{{From: pt(1, 10), To: pt(5, 14), Ink: 1, Name: "4"}, {From: pt(9, 10), To: pt(6, 13), Ink: 2, Name: "3"}}
	return engine.Scene{Boards: []engine.Board{b}, Players: make([]engine.Panel, 2), Turn: toMove(1)}
}
