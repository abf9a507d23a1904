package diceshogi

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/shogiboard"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// String returns the SFEN of the position without a move number, its rule set, and the die or "-". If repetition is counted, it
// returns the SFEN of the first position, followed by the moves since. After an end that the board does not show, the rule that
// ended the game follows.
func (p *position) String() string {
	first, played := &p.Line, []string(nil)
	if p.end == nil {
		first, played = p.Since()
	}
	shown := "-"
	if p.die != 0 {
		shown = strconv.Itoa(p.die)
	}
	text := first.Board().SFEN() + " " + p.rules + " " + shown
	if p.end != nil {
		text += " " + p.end.ID
	}
	if played != nil {
		text += " " + shogitext.MovesWord + " " + strings.Join(played, " ")
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
	if len(fields) < 3 {
		return nil, i18n.Errorf("%q has %d fields: want board, side to move, pieces in hand, rules and die, as in %s dice -",
			"「%s」は%d項目です。盤面・手番・持ち駒・ルール・サイコロの目を、%s dice -のように書いてください", text, len(fields), startText)
	}
	t, err := set.ReadSFEN(fields)
	if err != nil {
		return nil, err
	}
	board := shogiboard.PositionOf(ground, t)
	board.IgnoreCheck, board.Loose = all["rules"] == dice, all["drop"] == "free"
	p := &position{Line: shogiboard.NewLine(board, all["repetition"] == "loses", all["foul"] == "loses"), rules: all["rules"]}
	rest, moves := fields[3:], []string(nil)
	if i := slices.Index(rest, shogitext.MovesWord); i >= 0 {
		rest, moves = rest[:i], rest[i+1:]
	}
	if err := p.readRest(rest); err != nil {
		return nil, err
	}
	b := p.Board()
	finds := []func() error{b.TooMany, p.wrongKings, p.deadPawn, b.TwoPawns, b.LeftInCheck, p.wrongDie}
	if slices.Contains(shogitext.Fouls, p.end) {
		finds = []func() error{b.TooMany, p.wrongKings, p.unseenFoul, p.wrongDie}
	}
	for _, find := range finds {
		if err := find(); err != nil {
			return nil, err
		}
	}
	if len(moves) > 0 && !p.Counts {
		return nil, i18n.Errorf("the moves before a position matter only with repetition=loses", "局面に至る指し手は、repetition=losesのときだけ書けます")
	}
	var now engine.Position = p
	for _, text := range moves {
		read, ok := now.(*position).ReadUSI(text)
		if !ok {
			return nil, i18n.Errorf("%q is no move in USI, as in 4e4d", "「%s」は4e4dのようなUSIの指し手ではありません", text)
		}
		var err error
		if now, err = now.Apply(engine.Move(read.String())); err != nil {
			return nil, err
		}
	}
	return now, nil
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
		return i18n.Errorf("the position is of rules=%s: this is rules=%s", "局面はrules=%sのものですが、この対局はrules=%sです", fields[0], p.rules)
	}
	if fields[1] != "-" {
		p.die = slices.Index([]string{"1", "2", "3", "4", "5", "6"}, fields[1]) + 1
		if p.die == 0 {
			return i18n.Errorf("the die shows %q: want 1 to 6, or - for none", "サイコロの目が「%s」です。1から6、なければ-と書いてください", fields[1])
		}
	}
	return p.readEnd(fields[2:])
}

// readEnd reads the rule that has ended the game, if there is one.
func (p *position) readEnd(fields []string) error {
	if len(fields) == 0 {
		return nil
	}
	ends := slices.Concat(shogitext.Fouls, []*engine.Rule{endRepetition, shogitext.EndPerpetualCheck})
	i := slices.IndexFunc(ends, func(r *engine.Rule) bool { return r.ID == fields[0] })
	if i < 0 {
		return i18n.Errorf("%q is neither a foul that loses nor a repetition", "「%s」は、指せば負けになる反則でも千日手でもありません", fields[0])
	}
	p.end, p.loser = ends[i], 1-p.Turn
	switch {
	case p.end == endRepetition:
		p.loser = 0
	case p.end == shogitext.EndPerpetualCheck && !p.Checked(p.Turn):
		p.loser = p.Turn // who was given check, and has ended it by this move
	}
	if repeated := i >= len(shogitext.Fouls); repeated && !p.Counts || !repeated && !p.Loses {
		needed := "foul=loses"
		if repeated {
			needed = "repetition=loses"
		}
		return i18n.Errorf("the last move has lost by %s: this needs %s", "最後の手は%sで終局になっています。これは%sのときだけです", fields[0], needed)
	}
	return nil
}

// State returns the values that RULES.md lists under "State".
func (p *position) State() any {
	b := p.Board()
	pieces, files := []string{}, []int{}
	for s := range p.Taken().Each {
		pieces = append(pieces, b.Pieces[s].Letter()+"@"+s.Digits())
	}
	if p.Next().Player != 0 {
		v := p.survey()
		files = filesOf(&v)
	}
	return struct {
		SFEN   string           `json:"sfen"`
		Pieces []string         `json:"men"`
		Hands  []map[string]int `json:"hands"`
		Die    int              `json:"die"`
		Check  bool             `json:"check"`
		Files  []int            `json:"files"`
	}{b.SFEN() + " 1", pieces, b.HandCounts(), p.die, p.Checked(p.Turn), files}
}
