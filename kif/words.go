package kif

import "hikyaku/engine"

// The words of the endings that hikyaku writes. Others are read (FORMAT.md, Endings).
const (
	Resignation = "投了"
	Adjournment = "中断"
	Impasse     = "持将棋"
	DrawAgreed  = "合意引分"
	TimeOut     = "切れ負け"
	Foul        = "反則負け"
)

// share is how an ending places the seats.
type share uint8

const (
	open  share = iota // nobody is placed
	even               // all share the first place
	loses              // the seat concerned is last, the others share the first place
	wins               // the seat concerned is first, the others share the second place
)

// ending is what a word at the end of the moves means.
type ending struct {
	do    string // in the entry
	share share
	rule  *engine.Rule
}

func newEnding(do string, s share, en, ja string) ending {
	return ending{do, s, &engine.Rule{ID: "record." + do, Text: engine.Text{En: en, Ja: ja}}}
}

// endings are the known words. 詰 is an old spelling of 詰み.
var endings = map[string]ending{
	Resignation: newEnding("resign", loses, "resigned", "投了"),
	Adjournment: newEnding("adjourn", open, "adjourned", "中断"),
	Impasse:     newEnding("impasse", even, "drawn by impasse", "持将棋で引き分け"),
	DrawAgreed:  newEnding("draw-agree", even, "drawn by agreement", "合意により引き分け"),
	TimeOut:     newEnding("time-out", loses, "lost on time", "時間切れ負け"),
	Foul:        newEnding("foul", loses, "lost by a foul", "反則負け"),
	"反則勝ち":      newEnding("foul-win", wins, "won by the other side's foul", "相手の反則により勝ち"),
	"千日手":       newEnding("repetition", even, "drawn by repetition", "千日手で引き分け"),
	"詰み":        newEnding("mate", loses, "mated", "詰み"),
	"詰":         newEnding("mate", loses, "mated", "詰み"),
	"不詰":        newEnding("no-mate", open, "no mate", "不詰"),
	"入玉勝ち":      newEnding("declare", wins, "won by declaration", "入玉宣言により勝ち"),
	"不戦勝":       newEnding("walkover", wins, "won without play", "不戦勝"),
	"不戦敗":       newEnding("default", loses, "lost without play", "不戦敗"),
	"封じ手":       newEnding("seal", open, "the next move is sealed", "封じ手"),
}

// IsEnding tells whether word is one that a record can end with.
func IsEnding(word string) bool {
	_, known := endings[word]
	return known
}

// ofSeat tells whether an ending is about one seat.
func (s share) ofSeat() bool { return s == loses || s == wins }

// places gives the places of the seats, nil where nobody is placed.
func (s share) places(seat, seats int) []int {
	if s == open {
		return nil
	}
	others, own := 1, 1
	switch s {
	case loses:
		own = seats
	case wins:
		others = 2
	}
	places := make([]int, seats)
	for i := range places {
		places[i] = others
	}
	if s != even {
		places[seat-1] = own
	}
	return places
}
