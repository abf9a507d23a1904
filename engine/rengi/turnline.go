package rengi

import (
	"fmt"

	"hikyaku/engine"
)

// turnLine says who has to do what, what is thrown, or how the game ended.
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

// task is what the seat to move may do.
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

// fallLine says what falls on the seat to move if it does not clear; ok is false where nothing is announced.
func (p *position) fallLine() (line engine.Text, ok bool) {
	n := p.mine().announced
	if p.wait != aMove || n == 0 {
		return line, false
	}
	if p.asks() {
		low, most := p.rowsAsked()
		return engine.Text{
			En: fmt.Sprintf("unless it clears, %d to %d rows fall, as it chooses", low, most),
			Ja: fmt.Sprintf("消さなければ%d〜%d段（選択）が落ちる", low, most)}, true
	}
	limit := usualRows
	if p.law.cap != 0 {
		limit = int(p.law.cap)
	}
	garbage := p.amount(min(n, p.law.unitsOf(limit)))
	return engine.Text{En: "unless it clears, garbage falls: " + garbage.En, Ja: "消さなければ邪魔石が" + garbage.Ja + "落ちる"}, true
}
