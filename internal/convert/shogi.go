package convert

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// ownHeaders would make a record of another program a match by mail.
var ownHeaders = []string{"対局番号", "審判", "対局者1", "対局者2", "観戦者", "観戦遅延", "Match", "Umpire", "Player 1", "Player 2", "Observer", "Delay"}

// Ours converts a record of shogi or 5五将棋 by another program to one of hikyaku, with its headers, times, comments and
// variations, in its encoding and with its ends of lines. It returns any other record unchanged. The error is a *kif.Error that
// names the line that does not fit.
func Ours(r *kif.Record) (*kif.Record, error) {
	f := familyOf(r)
	if f == nil {
		return r, nil
	}
	score, err := f.Read(headingsOf(r), writtenMoves(r.Events))
	var rejection *engine.Rejection
	if cut := withoutLast(r); cut != nil && errors.As(err, &rejection) && rejection.Rule == engine.GameOver {
		r = cut
		score, err = f.Read(headingsOf(r), writtenMoves(r.Events))
	}
	if err != nil {
		return nil, misplayed(r, f, err)
	}
	s, err := setupOf(f, score)
	if err != nil {
		return nil, err
	}
	if r.Game() != "" { // a record of hikyaku that another program has written anew
		s.Options, s.Start = r.Header("設定"), r.Start()
	}
	s.Seats = []kif.Seat{r.Seat(1), r.Seat(2)}
	for _, h := range r.Headers {
		if !slices.Contains(comparedHeaders, h.Key) && !slices.Contains(ownHeaders, h.Key) {
			s.Headers = append(s.Headers, h)
		}
	}
	written := withWords(score.Moves, r.Events)
	own, err := compose(f.Game, s, written)
	if err != nil {
		return nil, err
	}
	whole := *r // with its comment, its notes and its form
	whole.Headers, whole.Events = own.Headers, slices.Clone(own.Events)
	for i := range whole.Events {
		whole.Events[i].Comment = written[i].Comment // with blank lines at its end
	}
	if err := readVariations(f, &whole, score); err != nil {
		return nil, err
	}
	ours, err := whole.Rewrite(r.Encoding)
	if err != nil {
		return nil, err
	}
	var fixed error
	if slices.ContainsFunc(ours.Events, func(e kif.Event) bool { return kif.IsThrow(e.Step) }) {
		fixed = i18n.Err("convert.read-only-dice")
	}
	return ours.From(r.Bytes(), r, fixed), nil
}

// withoutLast returns r with its last event in the comment of the one before: where a mated player has moved, other programs end
// the game with that foul. It returns nil if that event is no move.
func withoutLast(r *kif.Record) *kif.Record {
	n := len(r.Events) - 1
	if n < 1 {
		return nil
	}
	last := r.Events[n]
	if _, moved := last.Step.(kif.Move); !moved {
		return nil
	}
	cut := *r
	cut.Events = slices.Clone(r.Events[:n])
	said := &cut.Events[n-1].Comment
	*said = strings.Trim(fmt.Sprintf("%s\n%d %s\n%s", *said, last.Number, last.Step, last.Comment), "\n")
	return &cut
}

// line is a line of play: the number of its first move, the position before it, and the position after each move.
type line struct {
	first int
	after []engine.Position
}

// mainLine returns the line of score.
func mainLine(score *shogitext.Score) line {
	l := line{1, []engine.Position{score.Start}}
	p := score.Start
	for _, m := range score.Moves {
		p, _ = p.Apply(m) // the moves of a Score are legal
		if isMove(m) {
			l.after = append(l.after, p)
		}
	}
	return l
}

// readVariations puts the moves of the variations of whole into canonical notation. It plays each from the position where it
// branches off.
func readVariations(f *shogitext.Files, whole *kif.Record, score *shogitext.Score) error {
	lines := []line{mainLine(score)}
	whole.Branches = slices.Clone(whole.Branches)
	for i, b := range whole.Branches {
		parent := lines[b.Parent]
		n := b.Start - parent.first
		if n < 0 || n >= len(parent.after) {
			return &kif.Error{Line: b.Line, Found: i18n.T("found.variation", "n", b.Start), Wanted: i18n.T("fit.variation")}
		}
		start := parent.after[n]
		moves, after, err := f.Variation(start, writtenMoves(b.Events))
		if err != nil {
			return moveOf(b.Events, len(moves)).Misfit(i18n.T("fit.legal-variation"), err)
		}
		whole.Branches[i].Events = withWords(moves, b.Events)
		lines = append(lines, line{b.Start, append([]engine.Position{start}, after...)})
	}
	return nil
}
