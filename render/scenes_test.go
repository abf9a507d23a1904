package render

import (
	"fmt"
	"strconv"
	"strings"

	"hikyaku/engine"
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

func letters(n int) []string {
	var l []string
	for i := range n {
		name := string(rune('A' + i%26))
		if i >= 26 {
			name = string(rune('A'+i/26-1)) + name
		}
		l = append(l, name)
	}
	return l
}

func numbers(from, to int) []string {
	var l []string
	for i := from; i <= to; i++ {
		l = append(l, strconv.Itoa(i))
	}
	return l
}

func quoridorBoard() engine.Board {
	return engine.Board{
		Min: pt(1, 1), Max: pt(9, 9), Grid: 1, Gap: true,
		Cols: strings.Split("abcdefghi", ""), Rows: numbers(1, 9),
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
	return engine.Scene{Boards: []engine.Board{b}, Lines: []engine.Text{
		{En: "seat 1 to move", Ja: "手番：先手"},
		{En: "walls left: seat 1 6, seat 2 7", Ja: "残りの壁：先手6枚、後手7枚"},
	}}
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
	return engine.Scene{Boards: []engine.Board{b}, Lines: []engine.Text{engine.Same("seat 1: 4, seat 2: 4, seat 3: 4, seat 4: 4")}}
}

// pent adds a piece of goryujin with its cells as "x,y x,y".
func pent(b *engine.Board, group int, seat int, glyph string, mark engine.Mark, cells string) {
	for i, word := range strings.Fields(cells) {
		var x, y int
		fmt.Sscanf(word, "%d,%d", &x, &y)
		c := engine.Cell{At: pt(x, y), Form: engine.Body, Ink: engine.Ink(seat), Glyph: glyph, Group: group, Mark: mark}
		if mark == engine.Joint && i > 0 {
			c.Mark = engine.NoMark
		}
		b.Cells = append(b.Cells, c)
	}
}

func goryujin() engine.Scene {
	b := engine.Board{Min: pt(1, 1), Max: pt(60, 30), Grid: 5, Cols: letters(60), Rows: numbers(1, 30)}
	pent(&b, 1, 1, "P", 0, "20,3 20,2 21,2 20,1 21,1")
	pent(&b, 2, 1, "I", 0, "20,4 20,5 20,6 20,7 20,8")
	pent(&b, 3, 1, "W", engine.Joint, "22,11 20,9 20,10 21,10 21,11")
	pent(&b, 4, 1, "P", 0, "40,3 40,2 41,2 40,1 41,1")
	pent(&b, 5, 2, "p", 0, "30,28 30,29 31,29 30,30 31,30")
	pent(&b, 6, 2, "x", 0, "30,27 30,26 30,25 29,26 31,26")
	pent(&b, 7, 2, "y", engine.Last, "32,26 33,26 34,26 35,26 34,25")
	b.Walls = []engine.Line{
		{From: pt(1, 31), To: pt(61, 31), Ink: 1}, {From: pt(1, 1), To: pt(61, 1), Ink: 2},
	}
	stock := func(seat int, counts string) engine.Board {
		s := engine.Board{Name: engine.Seat(seat, 2), Seat: seat, Min: pt(0, 0), Max: pt(11, 1)}
		for i, kind := range strings.Split("FILNPTUVWXYZ", "") {
			s.Cells = append(s.Cells,
				engine.Cell{At: pt(i, 1), Form: engine.Label, Glyph: kind, Ink: engine.Ink(seat)},
				engine.Cell{At: pt(i, 0), Form: engine.Label, Glyph: counts[i : i+1]})
		}
		return s
	}
	return engine.Scene{Boards: []engine.Board{b, stock(1, "545535554555"), stock(2, "555545555445")}, Lines: []engine.Text{
		{En: "seat 1 to move", Ja: "手番：先手"},
	}}
}

func man(x, y int, glyph string, turn int, ink engine.Ink, mark engine.Mark) engine.Cell {
	return engine.Cell{At: pt(x, y), Form: engine.Man, Glyph: glyph, Turn: turn, Ink: ink, Mark: mark}
}

func diceshogi() engine.Scene {
	b := engine.Board{Min: pt(1, 1), Max: pt(5, 5), Grid: 1, Cols: []string{"５", "４", "３", "２", "１"}, Rows: []string{"五", "四", "三", "二", "一"}}
	for i, g := range strings.Split("飛角銀金玉", "") {
		b.Cells = append(b.Cells, man(i+1, 5, g, 2, 2, 0))
	}
	b.Cells = append(b.Cells,
		man(5, 4, "歩", 2, 2, 0), man(1, 1, "玉", 0, 1, 0), man(2, 3, "金", 0, 1, engine.Last),
		engine.Cell{At: pt(2, 1), Form: engine.Ground, Mark: engine.From},
		man(3, 1, "銀", 0, 1, 0), man(4, 3, "馬", 0, engine.Raised, 0), man(5, 1, "飛", 0, 1, 0), man(1, 2, "全", 2, engine.Raised, 0))
	hand := func(seat, turn int, men string) engine.Board {
		name := engine.Seat(seat, 2)
		h := engine.Board{Name: engine.Text{En: "hand of " + name.En, Ja: name.Ja + "の持駒"}, Seat: seat, Min: pt(0, 0), Max: pt(3, 0)}
		for i, g := range strings.Fields(men) {
			c := man(i, 0, g, turn, engine.Ink(seat), 0)
			if g <= "9" {
				c.Form, c.Turn, c.Ink = engine.Label, 0, 0
			}
			h.Cells = append(h.Cells, c)
		}
		return h
	}
	die := engine.Board{Name: engine.Text{En: "die", Ja: "サイコロ"}, Max: pt(0, 0), Cells: []engine.Cell{{Form: engine.Die, Glyph: "4"}}}
	return engine.Scene{Boards: []engine.Board{b, hand(1, 0, "角 歩 2"), hand(2, 2, "歩"), die}, Lines: []engine.Text{
		{En: "seat 2 to move on file 4", Ja: "手番：後手（4筋）"},
	}}
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
	b := engine.Board{Min: pt(-6, -4), Max: pt(7, 7), Grid: 2}
	for x := -6; x <= 7; x++ {
		b.Cols = append(b.Cols, []string{strconv.Itoa(x / 2), ""}[x&1])
	}
	for y := -4; y <= 7; y++ {
		b.Rows = append(b.Rows, []string{strconv.Itoa(y / 2), ""}[y&1])
	}
	lay(&b, 0, 0, 0, `/\`, `\/`)
	lay(&b, 1, 0, 0, `//`, `/\`)
	lay(&b, 1, 1, 0, `//`, `//`)
	lay(&b, 2, 1, 0, `\/`, `/\`)
	lay(&b, 2, 2, 0, `\/`, `/\`)
	lay(&b, 0, -1, 0, `\/`, `/\`)
	lay(&b, -1, 0, engine.Last, `/\`, `/\`)
	b.Strokes = append(b.Strokes, engine.Line{From: pt(1, 0), To: pt(6, 5), Ink: 1, Mark: engine.Deciding})
	hand := func(seat int) engine.Board {
		h := engine.Board{Name: engine.Seat(seat, 2), Seat: seat, Min: pt(0, 0), Max: pt(5, 1)}
		for i, kind := range strings.Split("SXLAPW", "") {
			h.Cells = append(h.Cells, engine.Cell{At: pt(i, 1), Form: engine.Label, Glyph: kind, Ink: engine.Ink(seat)},
				engine.Cell{At: pt(i, 0), Form: engine.Label, Glyph: strconv.Itoa(i % 2)})
		}
		return h
	}
	return engine.Scene{Boards: []engine.Board{b, hand(1), hand(2)}, Lines: []engine.Text{{En: "seat 1 wins with a chain of five", Ja: "先手の五連で勝ち"}}}
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
		b := engine.Board{Name: engine.Seat(seat, 2), Seat: seat, Min: pt(1, 1), Max: pt(6, 13), Cols: numbers(1, 6), Rows: numbers(1, 13)}
		fill(&b, rows)
		return b
	}
	one, two := own(1, "AABBCD ABBCDD CCAAXX B--DA-"), own(2, "XXXXXX ABC-DA A-----")
	for i := range one.Cells[18:] {
		if c := &one.Cells[18+i]; c.At.X > 3 {
			c.Mark = engine.Last
		}
	}
	coming := engine.Board{Name: engine.Text{En: "next", Ja: "ネクスト"}, Min: pt(0, 0), Max: pt(4, 1)}
	fill(&coming, "A-B-C D-B-A")
	waiting := func(seat int) engine.Board {
		name := engine.Text{En: "announced", Ja: "予告"}
		return engine.Board{Name: name, Seat: seat, Max: pt(1, 0), Cells: []engine.Cell{
			{At: pt(0, 0), Form: engine.Disc, Ink: engine.Dull, Glyph: "X"}, {At: pt(1, 0), Form: engine.Label, Glyph: "12"}}}
	}
	return engine.Scene{Boards: []engine.Board{one, two, coming, waiting(1), waiting(2)}, Lines: []engine.Text{
		{En: "seat 2 to move", Ja: "手番：後手"},
	}}
}
