package rengi

import (
	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// ruleSet is the rules of one match, given by its options.
type ruleSet struct {
	supply     supply
	shuffle    bool // kou: the list is thrown, not drafted
	calc       calc
	reduced    bool // a chain of a single link makes less garbage
	unit       int8 // the stones in one unit of garbage
	stock      bool // stones that do not fill a row are kept
	splitIdle  bool // while no chain runs, placements without tearing move a meter
	splitChain bool // three placements without tearing gain a move while the other seat's chain runs
	cap        int8 // the rows that may fall in one turn; 0 if the player chooses
	wall       bool // full columns cannot be crossed
	own        bool // ten: each seat has pairs of its own
}

// supply is the source of the colours.
type supply uint8

const (
	chosen supply = iota // haku: the player chooses them
	listed               // kou: they come from a list
	thrown               // ten: they are thrown
)

// calc is the calculation of garbage from a chain.
type calc uint8

const (
	table calc = iota
	byChain
	byGroups
)

const (
	haku    = "haku"
	kou     = "kou"
	ten     = "ten"
	no      = "no"
	on      = "on"
	off     = "off"
	variant = "variant" // the value that the options rules and simple imply
)

var choices = []engine.Option{
	{Key: "rules", Values: []string{haku, kou, ten}, Default: haku, Title: i18n.Text{En: "Variant", Ja: "ルール"}, Names: names, Variants: true,
		About: i18n.Text{En: "In Haku you choose the colours of your stones, in Kou both play the pairs of one list, and in Ten dice decide them.", Ja: "白では石の色を自分で選び、公では二人で一つのリストの組を使い、天ではサイコロで組を決めます。"},
		Games: map[string]i18n.Text{kou: {En: "Kou rengi", Ja: "公連棋"}, ten: {En: "Ten rengi", Ja: "天連棋"}}},
	choice("simple", "Simple rules", "簡易ルール", no, "chain", "groups"),
	choice("list", "How the list is made", "ツモリスト作成方式", "draft", "shuffle"),
	choice("cap", "Rows of garbage that may fall in one turn", "邪魔石落下上限（1ターン）", "choose", "5", "3"),
	choice("reach", "Full columns", "満杯の列", "free", "wall"),
	choice("seq", "Thrown pairs", "ランダムツモの列", "shared", "own"),
	choice("calc", "Calculation of garbage", "邪魔石計算", variant, "chain", "groups", "table"),
	choice("reduce1", "Less garbage for a single link", "邪魔石量 1連鎖の減補正", variant, off, on),
	choice("unit", "Stones in one unit of garbage", "邪魔石発生単位", variant, "1", "6"),
	choice("stock", "Keeping stones short of a row", "邪魔石1段未満ストック", variant, off, on),
	choice("split_idle", "Tearing when no chain runs", "安定中チギリロス", variant, off, "diff3"),
	choice("split_chain", "Tearing while a chain runs", "連鎖中チギリロス", variant, off, "every3"),
	choice("version", "Version of the rules", "ルールのバージョン", "1"),
}

// choice returns an option whose default is the first of its values.
func choice(key, en, ja string, values ...string) engine.Option {
	return engine.Option{Key: key, Values: values, Default: values[0], Title: i18n.Text{En: en, Ja: ja}, Names: names}
}

// names are the names of option values. A value means the same under every key.
var names = map[string]i18n.Text{
	haku: {En: "Haku", Ja: "白連棋"}, kou: {En: "Kou", Ja: "公連棋"}, ten: {En: "Ten", Ja: "天連棋"},
	no: {En: "no", Ja: "なし"}, on: {En: "yes", Ja: "あり"}, off: {En: "no", Ja: "なし"}, variant: {En: "as in the variant", Ja: "種類のとおり"},
	"chain": {En: "by the length of the chain", Ja: "連鎖数による"}, "groups": {En: "by chain and groups", Ja: "連鎖数と同時に消えた組の数による"}, "table": {En: "by the table", Ja: "表による"},
	"draft": {En: "placed in turn", Ja: "交互に作る"}, "shuffle": {En: "drawn", Ja: "抽選"}, "choose": {En: "chosen by the player", Ja: "自分で選ぶ"},
	"free": {En: "can be crossed", Ja: "越えられる"}, "wall": {En: "can't be crossed", Ja: "越えられない"}, "shared": {En: "the same for both", Ja: "二人とも同じ"}, "own": {En: "separate ones", Ja: "別々"},
	"diff3": {En: "by a meter with three steps on each side", Ja: "左右3目盛りのメーターによる"}, "every3": {En: "every third time", Ja: "3回ごと"},
}

// ruleSetOf returns the rules given by options. An unknown option is an error.
func ruleSetOf(options engine.Options) (*ruleSet, error) {
	o, err := (&engine.Game{Name: name, Options: choices}).Resolve(options)
	if err != nil {
		return nil, err
	}
	// what the value variant means for each option under a variant and its simple rules
	usual := engine.Options{"calc": "table", "reduce1": off, "unit": "6", "stock": on, "split_idle": off, "split_chain": off}
	switch o["rules"] {
	case haku:
		usual["reduce1"] = on
	case ten:
		usual["unit"], usual["stock"], usual["split_idle"], usual["split_chain"] = "1", off, "diff3", "every3"
	}
	if o["simple"] != no {
		usual["calc"], usual["unit"], usual["split_idle"], usual["split_chain"] = o["simple"], "6", off, off
	}
	for key, value := range usual {
		if o[key] == variant {
			o[key] = value
		}
	}
	l := &ruleSet{
		supply:     map[string]supply{haku: chosen, kou: listed, ten: thrown}[o["rules"]],
		shuffle:    o["list"] == "shuffle",
		calc:       map[string]calc{"table": table, "chain": byChain, "groups": byGroups}[o["calc"]],
		reduced:    o["reduce1"] == on,
		unit:       map[string]int8{"1": 1, "6": rowStones}[o["unit"]],
		splitIdle:  o["split_idle"] != off,
		splitChain: o["split_chain"] != off,
		cap:        map[string]int8{"5": 5, "3": 3}[o["cap"]],
		wall:       o["reach"] == "wall",
		own:        o["seq"] == "own",
	}
	l.stock = o["stock"] == on && l.unit != 1
	return l, nil
}

// rowsOf converts n units of garbage to rows, rounded up.
func (l *ruleSet) rowsOf(n int) int {
	if l.unit == 1 {
		return (n + rowStones - 1) / rowStones
	}
	return n
}

// split converts n units of garbage to full rows and the remaining stones.
func (l *ruleSet) split(n int) (rows, stones int) {
	if l.unit == 1 {
		return n / rowStones, n % rowStones
	}
	return n, 0
}

// unitsOf converts rows of garbage to units.
func (l *ruleSet) unitsOf(rows int) int {
	if l.unit == 1 {
		return rows * rowStones
	}
	return rows
}
