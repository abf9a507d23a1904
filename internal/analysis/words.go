package analysis

import (
	"fmt"
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Remark says what would have been better than a move of a player, and how much it cost. An empty who is the reader.
func (r Report) Remark(ply Ply, who i18n.Text) i18n.Text {
	whose := i18n.T("analyse.whose", "who", who)
	if who == (i18n.Text{}) {
		whose = i18n.T("analyse.yours")
	}
	key, first := "analyse.note", ply.Best[:min(1, len(ply.Best))]
	var rest i18n.Text
	if len(ply.Best) > 1 {
		if next, err := ply.From.Apply(ply.Best[0]); err == nil {
			key, rest = "analyse.note-line", Line(next, ply.Best[1:])
		}
	}
	return i18n.T(key, "whose", whose, "move", engine.Spell(ply.From, ply.Move), "mark", string(ply.Mark), "best", Line(ply.From, first), "line", rest,
		"before", Percent(r.Shown(ply.Before)[ply.Seat-1]), "after", Percent(r.Shown(ply.After)[ply.Seat-1]))
}

// Decided says what decided the game: the turning point, whose number it returns too, or else whose chances fell without a
// mistake, if anybody's did. who names a seat.
func (r Report) Decided(who func(seat int) i18n.Text) (text i18n.Text, ply int) {
	if t := r.Turning(); t != nil {
		return i18n.T("analyse.turning", "n", t.Number, "who", who(t.Seat), "move", engine.Spell(t.From, t.Move), "mark", string(t.Mark)), t.Number
	}
	start, end := r.Shown(r.Start), r.Shown(r.End)
	for seat := range start {
		if start[seat]-end[seat] >= Marks[0].Loss && end[seat] < 0.5 {
			return i18n.T("analyse.words.drift", "who", who(seat+1), "before", Percent(start[seat]), "after", Percent(end[seat])), 0
		}
	}
	return i18n.T("analyse.words.none"), 0
}

// Story says who stood better when, and what decided the game. who names a seat.
func (r Report) Story(who func(seat int) i18n.Text) (words []i18n.Text) {
	for first := 0; first < len(r.Plies); {
		ahead, last := r.leader(first), first
		for last+1 < len(r.Plies) && (r.leader(last+1) == ahead || last+2 < len(r.Plies) && r.leader(last+2) == ahead) { // not for a single move
			last++
		}
		if from, to := r.Plies[first].Number, r.Plies[last]; ahead == 0 {
			words = append(words, i18n.T("analyse.words.even", "first", from))
		} else {
			words = append(words, i18n.T("analyse.words.better", "first", from, "last", to.Number, "who", who(ahead), "percent", Percent(r.Shown(to.After)[ahead-1])))
		}
		first = last + 1
	}
	decided, _ := r.Decided(who)
	return append(words, decided)
}

// leader returns the seat that stands better after a ply, by its index, or 0 if none clearly does.
func (r Report) leader(ply int) int {
	scores := r.Shown(r.Plies[ply].After)
	best := slices.Max(scores)
	if best < 1/float64(len(scores))+0.1 {
		return 0
	}
	return slices.Index(scores, best) + 1
}

// Line returns the first moves of a line from p as people write them.
func Line(p engine.Position, moves []engine.Move) i18n.Text {
	const enough = 6 // of a longer line
	var list []i18n.Text
	for _, m := range moves[:min(len(moves), enough)] {
		list = append(list, engine.Spell(p, m))
		q, err := p.Apply(m)
		if err != nil {
			break
		}
		p = q
	}
	return i18n.Spaced(list...)
}

// Percent returns an expected result in percent.
func Percent(score float64) string { return fmt.Sprintf("%.0f", 100*score) }
