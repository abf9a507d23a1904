package rengi

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Scene returns both fields, the tsumo of each seat, the list and the meter if the match has them, and the turn.
func (p *position) Scene() engine.Scene {
	scene := engine.Scene{Boards: p.boards(), Players: p.panels()}
	if r := p.Next().Result; r != nil {
		scene.Result = &engine.Ending{Result: *r, Seat: int(p.turn) + 1, How: i18n.Text{
			En: "filled column 3 to row 12", Ja: "の左から3列目が12段まで埋まりました"}}
	} else {
		scene.Turn = engine.Turn{Seat: int(p.turn) + 1, Throw: p.dice() != nil, For: p.due()}
	}
	return scene
}

func (p *position) boards() []engine.Board {
	boards := []engine.Board{p.fieldBoard(0), p.fieldBoard(1)}
	if p.rules.supply != chosen {
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
		ID:    "field" + strconv.Itoa(seat+1),
		Seat:  seat + 1,
		Min:   engine.Point{X: 1, Y: 1},
		Max:   engine.Point{X: columns, Y: fieldRows},
		Cols:  numbers(columns),
		Rows:  numbers(fieldRows),
		Cells: p.stones(seat),
	}
}

// amount returns garbage in rows and stones.
func (p *position) amount(units int) i18n.Text {
	rows, stones := p.rules.split(units)
	switch {
	case stones == 0:
		return rowsText(rows)
	case rows == 0:
		return stonesText(stones)
	}
	return i18n.Text{En: rowsText(rows).En + " " + stonesText(stones).En, Ja: rowsText(rows).Ja + stonesText(stones).Ja}
}

func numbers(n int) (names []i18n.Text) {
	for i := range n {
		names = append(names, i18n.Same(strconv.Itoa(i+1)))
	}
	return names
}

// stones returns the stones of a field and, below them, the fatal cell and the row above it, which is out of play.
func (p *position) stones(seat int) []engine.Cell {
	all := []engine.Cell{{At: point(fatal, liveRows-1), Form: engine.Ground, Glyph: "x"}}
	for c := range columns {
		all = append(all, engine.Cell{At: point(c, fieldRows-1), Form: engine.Ground, Ink: engine.Dull})
	}
	for c := range columns {
		for row := range fieldRows {
			k, ok := p.sides[seat].field.at(c, row)
			if !ok {
				for i, gone := range slices.Backward(p.last.gone) { // the number of the link that cleared it last
					if p.last.seat == seat && gone.has(c, row) {
						all = append(all, engine.Cell{At: point(c, row), Form: engine.Ground, Glyph: strconv.Itoa(i + 1), Mark: engine.From})
						break
					}
				}
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
	board := engine.Board{ID: "tsumo" + strconv.Itoa(seat+1), Name: i18n.Text{En: "tsumo, next", Ja: "ツモ・ネクスト"}, Seat: seat + 1, Hand: 1, Max: engine.Point{X: 2 * (window - 1), Y: 1}}
	pairs := p.seen(seat)
	if pairs != nil && p.single && seat == 0 {
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

// seen returns the pairs that a seat places next; nil if they are not known yet.
func (p *position) seen(seat int) (pairs []pair) {
	x := &p.sides[seat]
	switch {
	case p.rules.supply == thrown:
		return x.queue
	case p.wait == drafting || p.wait == shuffling:
		return nil
	}
	for i := range int8(window) {
		step := i * (1 - 2*int8(seat))
		pairs = append(pairs, p.list.pair((x.column+step+listColumns)%listColumns))
	}
	return pairs
}

// listBoard returns the list: twelve columns of a lower and an upper stone. While it is drafted, its name has the remaining stones of
// each colour.
func (p *position) listBoard() engine.Board {
	board := engine.Board{ID: "list", Name: i18n.Text{En: "list", Ja: "ツモリスト"}, Max: engine.Point{X: listColumns - 1, Y: 1},
		Cols: numbers(listColumns), Rows: engine.Labels("L", "U")}
	if p.wait == drafting {
		left := ""
		for k, n := range p.list.piles() {
			left += fmt.Sprintf(" %s%d", kind(k), n)
			board.Left = append(board.Left, engine.Thing{Name: kind(k).String(), Cells: []engine.Cell{disc(kind(k))}, Count: n})
		}
		board.Name = i18n.Text{En: "list, left:" + left, Ja: "ツモリスト　残り" + left}
	}
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
	board := engine.Board{ID: "meter", Name: i18n.Text{En: "tearing meter", Ja: "チギリメーター"}, Max: engine.Point{X: 2*meterEnd - 1}}
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

func (p *position) panels() []engine.Panel { return []engine.Panel{p.panel(0), p.panel(1)} }

// panel returns the garbage announced to a seat, what its chain sends, its stock, the slots it loses and its placements counted
// for split_chain.
func (p *position) panel(seat int) engine.Panel {
	x := &p.sides[seat]
	stone := disc(garbage)
	if p.rules.unit > 1 {
		stone.Shape = engine.Row
	}
	coming := engine.Thing{Name: "announced", Role: engine.Coming, Cells: []engine.Cell{stone}, Count: x.announced}
	if x.announced > 0 { // in words that fit over a field
		coming.Words = p.amount(x.announced)
		if rows, stones := p.rules.split(x.announced); rows > 0 && stones > 0 {
			coming.Words.En = fmt.Sprintf("%s + %d", rowsText(rows).En, stones)
		}
	}
	panel := engine.Panel{State: p.standing(seat), Has: []engine.Thing{coming}}
	slot := engine.Cell{Form: engine.Disc, Glyph: "o"}
	links, leaving := engine.Thing{Role: engine.Links, Cells: []engine.Cell{slot}}, engine.Thing{Role: engine.Leaving, Cells: []engine.Cell{stone}}
	if x.chaining {
		out := p.amount(x.out)
		links.Count, leaving.Count, leaving.Words = int(x.left), x.out, i18n.Text{En: "sends " + out.En, Ja: "発生" + out.Ja}
	}
	panel.Has = append(panel.Has, links, engine.Thing{Role: engine.Slots, Cells: []engine.Cell{slot}, Count: int(x.left)}, leaving)
	if p.rules.stock {
		panel.Has = append(panel.Has, engine.Thing{Name: "stock", Role: engine.Kept, Cells: []engine.Cell{disc(garbage)}, Count: int(x.stock), Words: i18n.Text{
			En: fmt.Sprintf("stock %d", x.stock), Ja: fmt.Sprintf("ストック%d個", x.stock)}})
	}
	if p.rules.splitChain {
		t := engine.Thing{Role: engine.Steps, Cells: []engine.Cell{{Form: engine.Disc, Glyph: "o"}}, Count: int(x.untorn), Most: evenForMove}
		if x.untorn > 0 {
			t.Words = i18n.Text{
				En: fmt.Sprintf("%d of %d untorn", x.untorn, evenForMove),
				Ja: fmt.Sprintf("チギリなし%d/%d", x.untorn, evenForMove)}
		}
		panel.Has = append(panel.Has, t)
	}
	return panel
}

// standing returns how long the chain of a seat still runs, or how much garbage falls unless it clears now; nothing if it is free.
func (p *position) standing(seat int) i18n.Text {
	x := &p.sides[seat]
	switch {
	case x.chaining:
		turns := turnsText(int(x.left))
		return i18n.Text{En: "chain, " + turns.En + " left", Ja: "連鎖中、残り" + turns.Ja}
	case x.left > 0:
		return i18n.Text{En: "garbage settles", Ja: "邪魔石落下中"}
	case x.announced > 0 && p.wait == aMove && seat == int(p.turn):
		falls := p.amount(min(x.announced, p.rules.unitsOf(cmp.Or(int(p.rules.cap), usualRows))))
		if p.asksRows() {
			low, most := p.rowsAsked()
			falls = i18n.Text{En: fmt.Sprintf("%d to %d rows", low, most), Ja: fmt.Sprintf("%d～%d段（選択）", low, most)}
		}
		return i18n.Text{En: falls.En + " to fall without a clear", Ja: "消さなければ" + falls.Ja + "落ちる"}
	}
	return i18n.Text{}
}

func (p *position) due() i18n.Text {
	switch p.wait {
	case shuffling:
		return i18n.Text{En: "to begin after the list is shuffled", Ja: "の番（リストのシャッフル待ち）"}
	case opening:
		return i18n.Text{En: "to begin after the first stones are thrown", Ja: "の番（最初のツモの抽選待ち）"}
	case drawing:
		return i18n.Text{En: "to get the next pair by a throw", Ja: "の次のツモの抽選待ち"}
	case scatter:
		n := stonesText(p.mine().announced % rowStones)
		return i18n.Text{En: "to get " + n.En + " of garbage in columns that are thrown", Ja: "に落ちる" + n.Ja + "の列の抽選待ち"}
	case drafting:
		n := stonesText(p.draftSize())
		return i18n.Text{En: "to put " + n.En + " into the list", Ja: "の番。リストに" + n.Ja + "置く"}
	}
	task := i18n.Text{En: "two stones of any colours", Ja: "好きな色の石を2個置く"}
	if p.single {
		task = i18n.Text{En: "one stone of any colour", Ja: "好きな色の石を1個置く"}
	}
	if tsumo, known := p.current(); known {
		colours := tsumo.text(!p.single)
		task = i18n.Text{En: colours, Ja: colours + "を置く"}
	}
	if p.theirs().chaining {
		task.En, task.Ja = task.En+", or pass", task.Ja+"か、パス"
	}
	return i18n.Text{En: "to place " + task.En, Ja: "の番。" + task.Ja}
}
