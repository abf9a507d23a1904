package rengi

import (
	"fmt"

	"hikyaku/internal/i18n"
)

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
	task := p.task()
	return i18n.Text{En: "to place " + task.En, Ja: "の番。" + task.Ja}
}

// task returns what the seat to move may do.
func (p *position) task() i18n.Text {
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
	return task
}

// falling returns the amount of announced garbage that falls at the next placement.
func (p *position) falling() i18n.Text {
	if p.asksRows() {
		low, most := p.rowsAsked()
		return i18n.Text{En: fmt.Sprintf("%d to %d rows", low, most), Ja: fmt.Sprintf("%d〜%d段（選択）", low, most)}
	}
	limit := usualRows
	if p.rules.cap != 0 {
		limit = int(p.rules.cap)
	}
	return p.amount(min(p.mine().announced, p.rules.unitsOf(limit)))
}
