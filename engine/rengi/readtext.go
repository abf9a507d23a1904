package rengi

import (
	"hikyaku/internal/i18n"
	"slices"
	"strconv"
	"strings"
)

// readers read the words of a position's text, in order.
var readers = []func(*state, string) error{
	func(s *state, word string) error { return s.sides[0].field.read(word) },
	func(s *state, word string) error { return s.sides[1].field.read(word) },
	func(s *state, word string) error { return s.readCondition(0, word) },
	func(s *state, word string) error { return s.readCondition(1, word) },
	func(s *state, word string) error {
		what := i18n.Text{En: "the announced garbage", Ja: "予告された邪魔石"}
		return s.readTwo(what, word, true, mostUnits, func(x *side, n int) { x.announced = n })
	},
	func(s *state, word string) error {
		most := rowStones - 1
		if s.rules.calc != table {
			most = 0
		}
		return s.readTwo(i18n.Text{En: "the stock", Ja: "ストック"}, word, s.rules.stock, most, func(x *side, n int) { x.stock = int8(n) })
	},
	func(s *state, word string) error {
		what := i18n.Text{En: "the placements without tearing", Ja: "ちぎらずに置いた手の数"}
		return s.readTwo(what, word, s.rules.splitChain, evenForMove-1, func(x *side, n int) { x.untorn = int8(n) })
	},
	(*state).readMeter, (*state).readList, (*state).readComing,
	func(s *state, word string) error {
		n, err := readNumbers(word, [][2]int{{1, seats}})
		if err != nil {
			return i18n.Errorf("the seat to move: %v", "手番の席：%v", err)
		}
		s.turn = uint8(n[0] - 1)
		return nil
	},
	func(s *state, word string) error {
		word, s.gained = strings.CutSuffix(word, gainedMark)
		i := slices.Index(waits[:], word)
		if i < 0 {
			return i18n.Errorf("nothing waits for %q: want one of %s", "「%s」を待つことはありません。待つものは%sのどれかです", word,
				i18n.Text{En: strings.Join(waits[:], ", "), Ja: strings.Join(waits[:], "、")})
		}
		s.wait = wait(i)
		return nil
	},
	func(_ *state, word string) error {
		if word != versionWord {
			return i18n.Errorf("the rules %q are unknown: want %s", "「%s」というルールのバージョンはありません。%sと書いてください", word, versionWord)
		}
		return nil
	},
}

// mostUnits is more garbage than any match has, in units.
const mostUnits = 1_000_000

func (f *field) read(word string) error {
	all := strings.Split(word, "/")
	if len(all) != columns {
		return i18n.Errorf("the field %q has %d columns: want %d with strokes between", "フィールド「%s」には列が%d列あります。斜線で区切って%d列を書いてください", word, len(all), columns)
	}
	for c, text := range all {
		if len(text) > fieldRows {
			return i18n.Errorf("column %d of the field %q has %d stones: it holds %d", "%d列目（フィールド「%s」）に石が%d個あります。入るのは%d個までです", c+1, word, len(text), fieldRows)
		}
		for row, letter := range []byte(text) {
			k := strings.IndexByte(letters, letter)
			if k < 0 {
				return i18n.Errorf("there is no stone %q: want A, B, C, D or #", "「%c」という石はありません。A、B、C、D、#のどれかを書いてください", letter)
			}
			f[k] = f[k].or(cell(c, row))
		}
	}
	return nil
}

func (s *state) readCondition(seat int, word string) error {
	x := &s.sides[seat]
	parts := strings.Split(word, ":")
	switch {
	case word == "free":
		return nil
	case word == "settling":
		x.left = 1
		return nil
	case len(parts) != 4 || parts[0] != "chain":
		return i18n.Errorf("the condition of %s is %q: want free, settling or chain:LEFT:UNITS:ROWS",
			"%sの状態が「%s」です。free、settling、「chain:残りの手番:送る量:落ちうる段数」のどれかを書いてください", seatName(seat), word)
	}
	numbers, err := readNumbers(strings.Join(parts[1:], ","), [][2]int{{1, longest}, {0, mostUnits}, {leastRows, mostRows}})
	if err != nil {
		return i18n.Errorf("the chain of %s: %v", "%sの連鎖：%v", seatName(seat), err)
	}
	x.chaining, x.left, x.out, x.limit = true, int8(numbers[0]), numbers[1], int8(numbers[2])
	if s.rules.cap != 0 && x.limit != s.rules.cap {
		return i18n.Errorf("the chain of %s has the limit %d: in this match it is %d",
			"%sの連鎖の上限が%d段です。この対局では%d段に決まっています", seatName(seat), x.limit, s.rules.cap)
	}
	return nil
}

// readNumbers reads numbers separated by commas, each within its bounds.
func readNumbers(word string, bounds [][2]int) ([]int, error) {
	words := strings.Split(word, ",")
	if len(words) != len(bounds) {
		return nil, i18n.Errorf("%q has %d numbers: want %d with commas between", "「%s」には数が%d個あります。コンマで区切って%d個書いてください", word, len(words), len(bounds))
	}
	all := make([]int, len(words))
	for i, text := range words {
		n, err := strconv.Atoi(text)
		if err != nil || strconv.Itoa(n) != text || n < bounds[i][0] || n > bounds[i][1] {
			return nil, i18n.Errorf("%q is not a number from %d to %d", "「%s」は%dから%dまでの数ではありません", text, bounds[i][0], bounds[i][1])
		}
		all[i] = n
	}
	return all, nil
}

// readTwo reads a number for each seat, at most most, and sets it. If has is false, the match has no such numbers.
func (s *state) readTwo(what i18n.Text, word string, has bool, most int, set func(x *side, n int)) error {
	if !has {
		if word != none {
			return i18n.Errorf("%s: %q in a match that has none: want %s", "%s：「%s」とありますが、この対局にはありません。「%s」と書いてください", what, word, none)
		}
		return nil
	}
	numbers, err := readNumbers(word, [][2]int{{0, most}, {0, most}})
	if err != nil {
		return i18n.Errorf("%s: %v", "%s：%v", what, err)
	}
	for seat, n := range numbers {
		set(&s.sides[seat], n)
	}
	return nil
}

func (s *state) readMeter(word string) error {
	if !s.rules.splitIdle {
		if word != none {
			return i18n.Errorf("the meter is %q in a match that has none: want %s", "メーターが「%s」ですが、この対局にメーターはありません。「%s」と書いてください", word, none)
		}
		return nil
	}
	i := slices.Index([]string{"-2", "-1", "", "+1", "+2"}, word)
	if i < 0 || word == "" {
		return i18n.Errorf("the meter is %q: want -2, -1, +1 or +2", "メーターが「%s」です。-2、-1、+1、+2のどれかを書いてください", word)
	}
	s.meter = int8(i - 2)
	return nil
}

func (s *state) readList(word string) error {
	if s.rules.supply != listed {
		if word != none {
			return i18n.Errorf("the list is %q in a match that has none: want %s", "リストが「%s」ですが、この対局にリストはありません。「%s」と書いてください", word, none)
		}
		return nil
	}
	all := strings.Split(word, "/")
	if len(all) != listColumns {
		return i18n.Errorf("the list has %d columns: want %d with strokes between", "リストが%d列あります。斜線で区切って%d列を書いてください", len(all), listColumns)
	}
	for i, text := range all {
		if len(text) != 2 {
			return i18n.Errorf("column %d of the list is %q: want a lower and an upper stone", "リストの%d列目が「%s」です。下段の石と上段の石を書いてください", i+1, text)
		}
		for j, letter := range []byte(text) {
			k := strings.IndexByte("."+letters[:colours], letter)
			if k < 0 {
				return i18n.Errorf("there is no stone %q in the list: want A to D, or a dot", "リストに「%c」という石はありません。AからDまでか、点を書いてください", letter)
			}
			s.list[2*i+j] = uint8(k)
		}
	}
	return nil
}

// readComing reads the coming tsumo of each seat.
func (s *state) readComing(word string) error {
	words := strings.Split(word, ",")
	if len(words) != seats {
		return i18n.Errorf("the coming tsumo are %q: want those of both seats with a comma between", "次のツモが「%s」です。両席の分をコンマで区切って書いてください", word)
	}
	for seat, text := range words {
		if err := s.readSupply(seat, text); err != nil {
			return i18n.Errorf("the coming tsumo of %s are %q: %v", "%sの次のツモ「%s」：%v", seatName(seat), text, err)
		}
	}
	return nil
}

func (s *state) readSupply(seat int, text string) error {
	switch s.rules.supply {
	case chosen:
		s.single = s.single || text == "?" && seat == 0
		if text != "??" && !(text == "?" && seat == 0) {
			return i18n.Errorf("want ??, or ? for the first stone of all", "??か、最初の1個のツモなら?と書いてください")
		}
		return nil
	case listed:
		if text == s.first.String() && seat == 0 {
			s.single = true
			return nil
		}
		n, err := readNumbers(text, [][2]int{{1, listColumns}})
		if err == nil {
			s.sides[seat].column = int8(n[0] - 1)
		}
		return err
	}
	if text == none {
		s.single = true // possible allows it only before the opening throw
		return nil
	}
	return s.readQueue(seat, strings.Split(text, "+"))
}

func (s *state) readQueue(seat int, words []string) error {
	if len(words[0]) == 1 && seat == 0 {
		first, ok := readColour(words[0])
		if !ok {
			return i18n.Errorf("there is no colour %q", "「%s」という色はありません", words[0])
		}
		s.single, s.first, words = true, first, words[1:]
	}
	for _, word := range words {
		if len(word) != 2 {
			return i18n.Errorf("%q is no pair", "「%s」は2個の石の組ではありません", word)
		}
		axis, ok := readColour(word[:1])
		child, fine := readColour(word[1:])
		if !ok || !fine {
			return i18n.Errorf("%q is no pair", "「%s」は2個の石の組ではありません", word)
		}
		s.sides[seat].queue = append(s.sides[seat].queue, pair{axis, child})
	}
	return nil
}
