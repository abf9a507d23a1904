package rengi

import (
	"fmt"

	"hikyaku/engine"
)

// turnLine says what the seat to move has to do, what is to be thrown, or how the game ended.
func (p *position) turnLine() engine.Text {
	name, other := engine.Seat(int(p.turn)+1, seats), engine.Seat(2-int(p.turn), seats)
	switch p.wait {
	case over:
		return engine.Text{
			En: "column 3 of " + name.En + " is filled to row 12: " + other.En + " wins",
			Ja: name.Ja + "の左から3列目が12段まで埋まり、" + other.Ja + "の勝ち"}
	case shuffling:
		return engine.Text{En: "the list is to be shuffled", Ja: "リストのシャッフル待ち"}
	case opening:
		return engine.Text{En: "the first stones are to be thrown", Ja: "最初のツモの抽選待ち"}
	case drawing:
		return engine.Text{En: "the next pair of " + name.En + " is to be thrown", Ja: name.Ja + "の次のツモの抽選待ち"}
	case scatter:
		n := stonesText(p.mine().announced % rowStones)
		return engine.Text{
			En: "the columns of " + n.En + " that fall on " + name.En + " are to be thrown",
			Ja: name.Ja + "に落ちる" + n.Ja + "の列の抽選待ち"}
	case drafting:
		n := stonesText(p.draftSize())
		return engine.Text{En: name.En + " to put " + n.En + " into the list", Ja: name.Ja + "の番。リストに" + n.Ja + "置く"}
	}
	task := p.task()
	return engine.Text{En: name.En + " to place " + task.En, Ja: name.Ja + "の番。" + task.Ja}
}

// task says what the seat to move may do.
func (p *position) task() engine.Text {
	task := engine.Text{En: "two stones of any colours", Ja: "好きな色の石を2個置く"}
	if p.single {
		task = engine.Text{En: "one stone of any colour", Ja: "好きな色の石を1個置く"}
	}
	if tsumo, known := p.current(); known {
		colours := tsumo.text(!p.single)
		task = engine.Text{En: colours, Ja: colours + "を置く"}
	}
	if p.theirs().chaining {
		task.En, task.Ja = task.En+", or pass", task.Ja+"か、パス"
	}
	return task
}

// announcedLine returns the announced garbage and, if its seat is to move, how much falls unless that seat clears; ok
// is false if nothing is announced.
func (p *position) announcedLine() (line engine.Text, ok bool) {
	for seat := range p.sides {
		n := p.sides[seat].announced
		if n == 0 {
			continue
		}
		name, garbage := engine.Seat(seat+1, seats), p.amount(n)
		line = engine.Text{En: "announced to " + name.En + ": " + garbage.En, Ja: name.Ja + "への予告：" + garbage.Ja}
		if p.wait == aMove && seat == int(p.turn) {
			falls := p.falling()
			line.En += "; to fall without a clear: " + falls.En
			line.Ja += "（消さなければ" + falls.Ja + "落ちる）"
		}
		return line, true
	}
	return line, false
}

// falling returns the amount of announced garbage that falls at the next placement.
func (p *position) falling() engine.Text {
	if p.asksRows() {
		low, most := p.rowsAsked()
		return engine.Text{En: fmt.Sprintf("%d to %d rows", low, most), Ja: fmt.Sprintf("%d〜%d段（選択）", low, most)}
	}
	limit := usualRows
	if p.rules.cap != 0 {
		limit = int(p.rules.cap)
	}
	return p.amount(min(p.mine().announced, p.rules.unitsOf(limit)))
}
