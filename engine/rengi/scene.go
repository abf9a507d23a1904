package rengi

import (
	"fmt"
	"strconv"
	"strings"

	"hikyaku/engine"
)

// Scene returns both fields with the announced garbage, the tsumo of each seat, the list and the meter if the match has
// them, and lines about chains, stocks and the turn.
func (p *position) Scene() engine.Scene {
	lines := []engine.Text{p.sideLine(0), p.sideLine(1)}
	if line, ok := p.announcedLine(); ok {
		lines = append(lines, line)
	}
	return engine.Scene{Boards: p.boards(), Lines: append(lines, p.turnLine())}
}

func (p *position) boards() []engine.Board {
	boards := []engine.Board{p.fieldBoard(0), p.fieldBoard(1)}
	if p.rules.supply != chosen && p.wait != drafting && p.wait != shuffling && p.wait != opening {
		boards = append(boards, p.tsumoBoard(0), p.tsumoBoard(1))
	}
	if p.rules.supply == listed {
		boards = append(boards, p.listBoard())
	}
	if p.rules.splitIdle {
		boards = append(boards, p.meterBoard())
	}
	return boards
}

// fieldBoard returns a field, with columns and rows counted from 1.
func (p *position) fieldBoard(seat int) engine.Board {
	return engine.Board{
		Name:  p.fieldName(seat),
		Seat:  seat + 1,
		Min:   engine.Point{X: 1, Y: 1},
		Max:   engine.Point{X: columns, Y: fieldRows},
		Cols:  numbers(columns),
		Rows:  numbers(fieldRows),
		Cells: p.stones(seat),
	}
}

// fieldName returns the owner of a field and the garbage announced to it. It is not wider than the field.
func (p *position) fieldName(seat int) engine.Text {
	name, n := engine.Seat(seat+1, seats), p.sides[seat].announced
	if n == 0 {
		return name
	}
	rows, stones := p.rules.split(n)
	text := engine.Text{En: name.En + ": # " + rowsText(rows).En, Ja: name.Ja + "：#" + rowsText(rows).Ja}
	if stones > 0 {
		text.En += fmt.Sprintf(" + %d", stones)
		text.Ja += stonesText(stones).Ja
	}
	return text
}

// amount returns garbage in rows and stones.
func (p *position) amount(units int) engine.Text {
	rows, stones := p.rules.split(units)
	switch {
	case stones == 0:
		return rowsText(rows)
	case rows == 0:
		return stonesText(stones)
	}
	return engine.Text{En: rowsText(rows).En + " " + stonesText(stones).En, Ja: rowsText(rows).Ja + stonesText(stones).Ja}
}

func numbers(n int) (names []string) {
	for i := range n {
		names = append(names, strconv.Itoa(i+1))
	}
	return names
}

// stones returns the stones of a field and, below them, the fatal cell.
func (p *position) stones(seat int) []engine.Cell {
	all := []engine.Cell{{At: point(fatal, liveRows-1), Form: engine.Ground, Glyph: "x"}}
	for c := range columns {
		for row := range fieldRows {
			k, ok := p.sides[seat].field.at(c, row)
			if !ok {
				continue
			}
			cell := disc(k)
			cell.At = point(c, row)
			switch {
			case p.wait == over && seat == int(p.turn) && c == fatal && row == liveRows-1:
				cell.Mark = engine.Deciding
			case p.last.seat == seat && p.last.cells.has(c, row):
				cell.Mark = engine.Last
			}
			all = append(all, cell)
		}
	}
	return all
}

// point returns the cell of a board for a column and a row, counted from 0.
func point(column, row int) engine.Point { return engine.Point{X: column + 1, Y: row + 1} }

// disc returns a stone with its letter.
func disc(k kind) engine.Cell {
	cell := engine.Cell{Form: engine.Disc, Ink: engine.Kind1 + engine.Ink(k), Glyph: k.String()}
	if k == garbage {
		cell.Ink = engine.Dull
	}
	return cell
}

// tsumoBoard returns the current and the coming tsumo of a seat, the axis below the child.
func (p *position) tsumoBoard(seat int) engine.Board {
	board := engine.Board{Name: engine.Text{En: "tsumo, next", Ja: "ツモ・ネクスト"}, Seat: seat + 1, Max: engine.Point{X: 2 * (window - 1), Y: 1}}
	pairs := p.seen(seat)
	if p.single && seat == 0 {
		board.Cells = append(board.Cells, disc(p.first))
		pairs = append([]pair{{}}, pairs...)
	}
	for i, two := range pairs[:min(window, len(pairs))] {
		if i == 0 && p.single && seat == 0 {
			continue
		}
		for y, k := range two {
			cell := disc(k)
			cell.At = engine.Point{X: 2 * i, Y: y}
			board.Cells = append(board.Cells, cell)
		}
	}
	return board
}

// seen returns the pairs that a seat places next.
func (p *position) seen(seat int) (pairs []pair) {
	x := &p.sides[seat]
	if p.rules.supply == thrown {
		return x.queue
	}
	for i := range int8(window) {
		step := i * (1 - 2*int8(seat))
		pairs = append(pairs, p.list.pair((x.column+step+listColumns)%listColumns))
	}
	return pairs
}

// listBoard returns the list: twelve columns of a lower and an upper stone.
func (p *position) listBoard() engine.Board {
	board := engine.Board{Name: engine.Text{En: "list", Ja: "ツモリスト"}, Max: engine.Point{X: listColumns - 1, Y: 1},
		Cols: numbers(listColumns), Rows: []string{"L", "U"}}
	for i, c := range p.list {
		cell := engine.Cell{Form: engine.Label, Glyph: "."}
		if c != 0 {
			cell = disc(kind(c - 1))
		}
		cell.At = engine.Point{X: i / 2, Y: i % 2}
		for _, e := range p.last.list {
			if e.cell == i {
				cell.Mark = engine.Last
			}
		}
		if p.wait == aMove && !p.single && i/2 == int(p.mine().column) {
			cell.Mark = engine.Legal
		}
		board.Cells = append(board.Cells, cell)
	}
	return board
}

// meterBoard returns the meter of tearing with its place marked.
func (p *position) meterBoard() engine.Board {
	board := engine.Board{Name: engine.Text{En: "tearing meter", Ja: "チギリメーター"}, Max: engine.Point{X: 2*meterEnd - 1}}
	for i := range 2 * meterEnd {
		n, ink := i-meterEnd, engine.Ink(1)
		if n >= 0 {
			n, ink = n+1, 2
		}
		cell := engine.Cell{At: engine.Point{X: i}, Form: engine.Label, Ink: ink, Glyph: fmt.Sprintf("%+d", n)}
		if n == int(p.meter) {
			cell.Mark = engine.Last
		}
		board.Cells = append(board.Cells, cell)
	}
	return board
}

// sideLine says if a seat is free or has a running chain, with its stock and its placements counted for split_chain.
func (p *position) sideLine(seat int) engine.Text {
	x, name := &p.sides[seat], engine.Seat(seat+1, seats)
	var all []engine.Text
	switch {
	case x.chaining:
		out := p.amount(x.out)
		all = append(all, engine.Text{
			En: fmt.Sprintf("chain, %s left, sends %s", slotsText(int(x.left)), out.En),
			Ja: fmt.Sprintf("連鎖中（残り%d手番、発生%s）", x.left, out.Ja)})
	case x.left > 0:
		all = append(all, engine.Text{En: "garbage settles", Ja: "邪魔石落下中"})
	default:
		all = append(all, engine.Text{En: "free", Ja: "安定"})
	}
	if p.rules.stock {
		all = append(all, engine.Text{En: fmt.Sprintf("stock %d", x.stock), Ja: fmt.Sprintf("ストック%d個", x.stock)})
	}
	if x.untorn > 0 {
		all = append(all, engine.Text{
			En: fmt.Sprintf("%d of %d untorn", x.untorn, evenForMove),
			Ja: fmt.Sprintf("チギリなし%d/%d", x.untorn, evenForMove)})
	}
	var en, ja []string
	for _, t := range all {
		en, ja = append(en, t.En), append(ja, t.Ja)
	}
	return engine.Text{En: name.En + ": " + strings.Join(en, ", "), Ja: name.Ja + "：" + strings.Join(ja, "、")}
}
