package rengi

import (
	"fmt"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Words of a text: none replaces a field that the match does not have, and gainedMark follows a throw after which the
// same seat moves again.
const (
	none        = "-"
	gainedMark  = "+"
	versionWord = "v1"
)

// waits are the names of the events that a state waits for.
var waits = [...]string{aMove: "move", drafting: "draft", shuffling: "shuffle", opening: "opening",
	scatter: "columns", drawing: "pair", over: "over"}

// String returns thirteen words: the fields, the conditions, the announced garbage, stocks, counts of placements
// without tearing, meter, list, coming tsumo, the seat in its slot, the event that the state waits for, and the version
// of the rules.
func (s *state) String() string {
	a, b := &s.sides[0], &s.sides[1]
	wait := waits[s.wait]
	if s.gained {
		wait += gainedMark
	}
	return strings.Join([]string{a.field.String(), b.field.String(), a.condition(), b.condition(), commas(a.announced, b.announced),
		ifAny(s.rules.stock, commas(int(a.stock), int(b.stock))), ifAny(s.rules.splitChain, commas(int(a.untorn), int(b.untorn))),
		ifAny(s.rules.splitIdle, fmt.Sprintf("%+d", s.meter)), ifAny(s.rules.supply == listed, s.list.String()),
		s.coming(0) + "," + s.coming(1), strconv.Itoa(int(s.turn) + 1), wait, versionWord}, " ")
}

// ifAny returns the text of something that the match may have.
func ifAny(has bool, text string) string {
	if !has {
		return none
	}
	return text
}

// String returns the columns from the left, each from the bottom.
func (f *field) String() string {
	var all [columns]string
	for c := range all {
		all[c] = f.column(c)
	}
	return strings.Join(all[:], "/")
}

// condition returns "free", "settling" or "chain:" with the slots left, the units to send and the rows that may fall.
func (x *side) condition() string {
	switch {
	case x.chaining:
		return fmt.Sprintf("chain:%d:%d:%d", x.left, x.out, x.limit)
	case x.left > 0:
		return "settling"
	}
	return "free"
}

func commas(a, b int) string { return strconv.Itoa(a) + "," + strconv.Itoa(b) }

// String returns the columns, each a lower and an upper letter, or a dot for a free cell.
func (l *list) String() string {
	var all [listColumns]string
	for i, c := range l {
		all[i/2] += ("." + letters)[c : c+1]
	}
	return strings.Join(all[:], "/")
}

// coming returns the next tsumo of a seat: "?" for each stone of its choice, a column of the list, or the thrown pairs.
func (s *state) coming(seat int) string {
	alone := s.single && seat == 0
	switch s.rules.supply {
	case chosen:
		return "??"[:stoneCount(!alone)]
	case listed:
		if alone {
			return s.first.String()
		}
		return strconv.Itoa(int(s.sides[seat].column) + 1)
	}
	var words []string
	if alone && s.wait != opening {
		words = append(words, s.first.String())
	}
	for _, p := range s.sides[seat].queue {
		words = append(words, p.text(true))
	}
	if words == nil {
		return none
	}
	return strings.Join(words, "+")
}

// parse is the inverse of String. It refuses positions that no match with these options reaches, but allows fields and
// announcements that no earlier moves would leave, because a study may begin with them.
func parse(options engine.Options, text string) (engine.Position, error) {
	l, err := ruleSetOf(options)
	if err != nil {
		return nil, err
	}
	s := state{rules: l}
	words := strings.Split(text, " ")
	if len(words) != len(readers) {
		return nil, i18n.Errorf("%q is not %d words with one space between but %d", "「%s」は、空白一つずつで区切った%d語ではなく%d語です", text, len(readers), len(words))
	}
	for i, read := range readers {
		if err := read(&s, words[i]); err != nil {
			return nil, err
		}
	}
	if err := s.possible(); err != nil {
		return nil, err
	}
	return &position{state: s}, nil
}
