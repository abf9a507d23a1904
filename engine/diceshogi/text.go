package diceshogi

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// String returns the SFEN of the position without a move number, its rule set, the die or "-", and the rule of a foul that
// lost.
func (p *position) String() string {
	shown := "-"
	if p.die != 0 {
		shown = strconv.Itoa(p.die)
	}
	text := p.board.Board().SFEN() + " " + p.rules + " " + shown
	if p.foul != nil {
		text += " " + p.foul.ID
	}
	return text
}

// parse is the inverse of String. It also reads plain SFEN, with or without a move number, as a position of the
// options' rule set before the throw. It refuses positions that no game reaches, but allows pieces to be missing, because
// a study or a handicap may begin with fewer.
func parse(options engine.Options, text string) (engine.Position, error) {
	all, err := (&engine.Game{Name: name, Options: choices}).Resolve(options)
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(text)
	if len(fields) < 3 || len(fields) > 7 {
		return nil, i18n.Errorf("%q has %d fields: want board, seat to move, pieces in hand, rules and die, as in %s dice -",
			"「%s」は%d項目です。盤面・手番・持駒・ルール・サイコロの目を、%s dice -のように書いてください", text, len(fields), startText)
	}
	t, err := set.ReadSFEN(fields)
	if err != nil {
		return nil, err
	}
	p := &position{board: boardOf(t), rules: all["rules"], loses: all["foul"] == "loses"}
	p.free, p.loose = p.rules == dice, all["drop"] == "free"
	if err := p.readRest(fields[3:]); err != nil {
		return nil, err
	}
	if err := p.possible(); err != nil {
		return nil, err
	}
	return p, nil
}

// boardOf returns t as a board of this package.
func boardOf(t shogitext.Board) (b board) {
	b.turn = uint8(t.Turn - 1)
	for s := range set.Squares {
		if m := t.At(s); m.Seat != 0 {
			b.pieces[kindOf(m.Kind)] |= at(squareOf(s))
			b.seats[m.Seat-1] |= at(squareOf(s))
		}
	}
	for seat := range 2 {
		for k := range handKinds {
			b.hands[seat][k] = int8(min(t.Hands[seat][k.text()], 100))
		}
	}
	return b
}

// readRest reads the fields that may follow: a move number, the rule set and the die, the rule of a foul.
func (p *position) readRest(fields []string) error {
	if len(fields) > 0 && ruleNames[fields[0]] == "" {
		if n, err := strconv.Atoi(fields[0]); err != nil || n < 1 {
			return i18n.Errorf("%q is no move number", "「%s」は手数ではありません", fields[0])
		}
		fields = fields[1:]
	}
	switch {
	case len(fields) == 0:
		return nil
	case len(fields) == 1 || len(fields) > 3:
		return i18n.Errorf("%q is not a rule set and a die, as in dice -", "「%s」は、dice -のようなルールとサイコロの目ではありません", strings.Join(fields, " "))
	case fields[0] != p.rules:
		return i18n.Errorf("the position is of rules=%s: this is rules=%s", "局面はrules=%sのものだが、この対局はrules=%sです", fields[0], p.rules)
	}
	if fields[1] != "-" {
		p.die = slices.Index([]string{"1", "2", "3", "4", "5", "6"}, fields[1]) + 1
		if p.die == 0 {
			return i18n.Errorf("the die shows %q: want 1 to 6, or - for none", "サイコロの目が「%s」です。1から6、なければ-と書いてください", fields[1])
		}
	}
	return p.readFoul(fields[2:])
}

// readFoul reads the rule by which the last move lost, if there is one.
func (p *position) readFoul(fields []string) error {
	if len(fields) == 0 {
		return nil
	}
	i := slices.IndexFunc(shogitext.Fouls, func(r *engine.Rule) bool { return r.ID == fields[0] })
	switch {
	case i < 0:
		return i18n.Errorf("%q is no foul that loses", "「%s」は、指せば負けになる反則ではありません", fields[0])
	case !p.loses:
		return i18n.Errorf("the last move has lost by %s: this needs foul=loses", "最後の手は%sで負けになっています。これはfoul=losesのときだけです", fields[0])
	}
	p.foul = shogitext.Fouls[i]
	return nil
}

// State returns the values that RULES.md lists under "State".
func (p *position) State() any {
	b := p.Board()
	pieces, files := []string{}, []int{}
	for s := range p.taken().each {
		pieces = append(pieces, b.At(s.text()).Letter()+"@"+s.text().Digits())
	}
	if p.Next().Player != 0 {
		v := p.survey()
		files = v.files()
	}
	return struct {
		SFEN   string           `json:"sfen"`
		Pieces []string         `json:"men"`
		Hands  []map[string]int `json:"hands"`
		Die    int              `json:"die"`
		Check  bool             `json:"check"`
		Files  []int            `json:"files"`
	}{b.SFEN() + " 1", pieces, b.HandCounts(), p.die, p.checked(p.turn), files}
}
