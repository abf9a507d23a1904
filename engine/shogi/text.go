package shogi

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/shogiboard"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// String returns the SFEN of the position without a move number. If positions are counted, it returns the SFEN of the first
// position, followed by the moves since. After an end that the board does not show, the rule that ended the game follows.
func (p *position) String() string {
	if p.end != nil {
		text := p.Board().SFEN()
		if p.end != shogitext.EndCheckmate && p.end != endStalemate {
			text += " " + p.end.ID
		}
		return text
	}
	first, played := p.Since()
	text := first.Board().SFEN()
	if played != nil {
		text += " " + shogitext.MovesWord + " " + strings.Join(played, " ")
	}
	return text
}

// parse is the inverse of String. It also reads plain SFEN, with or without a move number. It refuses positions that no game
// reaches, but allows pieces to be missing, kings too, because a handicap, a problem or a study may begin with fewer.
func parse(options engine.Options, text string) (engine.Position, error) {
	t, err := termsOf(options)
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(text)
	b, err := set.ReadSFEN(fields)
	if err == nil {
		err = b.TooMany()
	}
	if err != nil {
		return nil, err
	}
	p := &position{Line: shogiboard.NewLine(shogiboard.PositionOf(ground, b), t.counts, t.loses), terms: t}
	rest := fields[3:]
	if len(rest) > 0 {
		if n, err := strconv.Atoi(rest[0]); err == nil && n > 0 { // the number of a move
			rest = rest[1:]
		}
	}
	if p, err = p.readRest(rest); err != nil {
		return nil, err
	}
	return p, nil
}

// readRest reads the moves since the position, or the rule that has ended the game.
func (p *position) readRest(fields []string) (*position, error) {
	if len(fields) > 0 && fields[0] != shogitext.MovesWord {
		return p, p.readEnd(fields)
	}
	if err := p.Board().TwoPawns(); err != nil {
		return nil, err
	}
	if len(fields) == 0 {
		return p, p.begin()
	}
	if !p.Counts {
		return nil, i18n.Errorf("the moves before a position matter only with repetition=draw", "局面に至る指し手は、repetition=drawのときだけ書けます")
	}
	if err := p.begin(); err != nil {
		return nil, err
	}
	for _, text := range fields[1:] {
		read, ok := p.ReadUSI(text)
		if !ok {
			return nil, i18n.Errorf("%q is no move in USI, as in 7g7f", "「%s」は7g7fのようなUSIの指し手ではありません", text)
		}
		if p.end != nil || p.Repeats >= shogitext.Tolerated {
			return nil, i18n.Errorf("the game has ended before %s", "%sの前に対局が終わっています", text)
		}
		if r := p.check(read); r != nil {
			return nil, r
		}
		p = &position{Line: p.Extend(read), terms: p.terms}
	}
	p.settle()
	return p, nil
}

// begin settles a position with which a game begins.
func (p *position) begin() error {
	if err := p.Board().LeftInCheck(); err != nil {
		return err
	}
	p.settle()
	return nil
}

// ends are the rules by which a game may have ended that the board does not show.
func ends() []*engine.Rule {
	return slices.Concat(shogitext.Fouls, []*engine.Rule{shogitext.EndPerpetualCheck, endRepetition, endDeclared, endDeclaredDraw})
}

// readEnd reads the rule by which the game has ended.
func (p *position) readEnd(fields []string) error {
	i := slices.IndexFunc(ends(), func(r *engine.Rule) bool { return r.ID == fields[0] })
	if i < 0 || len(fields) > 1 {
		return i18n.Errorf("%q is neither %s with the moves so far nor the rule that ended the game", "「%s」は、%sとそれまでの指し手でも、終局のルールでもありません",
			strings.Join(fields, " "), shogitext.MovesWord)
	}
	p.end = ends()[i]
	if !p.couldEnd() {
		return i18n.Errorf("the game has ended by %s, but neither the board nor the options allow that", "%sで終局したはずですが、盤面か設定に合いません", p.end.ID)
	}
	return nil
}

// couldEnd reports whether the game can have ended so by its last move, and sets the winner.
func (p *position) couldEnd() bool {
	other := 1 - p.Turn
	p.winner = int(p.Turn) + 1
	switch p.end {
	case endRepetition:
		p.winner = 0
		return p.Counts && !p.Checked(other)
	case shogitext.EndPerpetualCheck:
		if !p.Checked(p.Turn) {
			p.winner = int(other) + 1
		}
		return p.Counts && !p.Checked(other)
	case endDeclared, endDeclaredDraw:
		declarer := *p
		declarer.Turn, declarer.end = other, nil
		if declarer.check(move{Way: shogiboard.Declares}) != nil {
			return false
		}
		rule, winner := declarer.declared()
		p.winner = winner
		return rule == p.end
	}
	return p.ShowsFoul(p.end)
}

// State returns the values that RULES.md lists under "State".
func (p *position) State() any {
	b := p.Board()
	return struct {
		SFEN    string           `json:"sfen"`
		Hands   []map[string]int `json:"hands"`
		Check   bool             `json:"check"`
		Repeats int              `json:"repeats,omitempty"`
	}{b.SFEN(), b.HandCounts(), p.Checked(p.Turn), p.Repeats}
}
