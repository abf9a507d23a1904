package counting

import (
	"strconv"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// The rules. RULES.md explains each under its identifier.
var (
	moveMalformed = &engine.Rule{ID: engine.Malformed, Text: i18n.Text{
		En: "{move} is not a move: write add1 or add2",
		Ja: "{move}は指し手として読めません。add1またはadd2と書いてください"}}
	addTooLittle = &engine.Rule{ID: "add.too-little", Text: i18n.Text{
		En: "{seat} cannot add {number}: at least 1 is added",
		Ja: "{seat}は{number}を足せません。足す数は1以上です"}}
	addTooMuch = &engine.Rule{ID: "add.too-much", Text: i18n.Text{
		En: "{seat} cannot add {number}: at most 2 is added",
		Ja: "{seat}は{number}を足せません。足す数は2以下です"}}
	endReached = &engine.Rule{ID: "end.reached", Text: i18n.Text{
		En: "the sum has reached the target, and the seat that reached it wins",
		Ja: "合計が目標に達し、達した席の勝ち"}}
)

var rules = []*engine.Rule{moveMalformed, addTooLittle, addTooMuch, endReached}

// check returns the rejection by the first rule that adding n breaks; nil if it breaks none.
func (p *position) check(n int) *engine.Rejection {
	seat := engine.Arg{Name: "seat", Value: engine.Seat(p.seat, p.seats)}
	number := engine.Word("number", strconv.Itoa(n))
	switch {
	case n < 1:
		return addTooLittle.Reject(seat, number)
	case n > 2:
		return addTooMuch.Reject(seat, number)
	}
	return nil
}
