package convert

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/kif"
	"hikyaku/words"
)

// ownHeaders would make a record of another program a match by mail.
var ownHeaders = []string{"対局番号", "審判", "対局者1", "対局者2", "観戦者", "観戦遅延", "Match", "Umpire", "Player 1", "Player 2", "Observer", "Delay"}

// Ours converts a record of 5五将棋 by another program to one of dice shogi, with its players, times, comments and
// variations. It returns any other record unchanged. The error is a *kif.Error that names the line that does not fit.
func Ours(r *kif.Record) (*kif.Record, error) {
	headings := headingsOf(r)
	if r.Game() != "" || !diceshogi.IsKIF(headings) {
		return r, nil
	}
	score, err := diceshogi.ReadKIF(headings, writtenMoves(r.Events))
	if err != nil {
		return nil, noScore(err)
	}
	s, err := setupOf(score)
	if err != nil {
		return nil, err
	}
	s.Seats = []kif.Seat{r.Seat(1), r.Seat(2)}
	for _, h := range r.Headers {
		if !slices.Contains(toldHeaders, h.Key) && !slices.Contains(ownHeaders, h.Key) {
			s.Headers = append(s.Headers, h)
		}
	}
	own, err := compose(diceshogi.Game, s, withWords(score.Moves, r.Events))
	if err != nil {
		return nil, err
	}
	return withRest(own, r, score)
}

func headingsOf(r *kif.Record) (headings []diceshogi.Heading) {
	for _, h := range r.Headers {
		headings = append(headings, diceshogi.Heading(h))
	}
	return headings
}

// withRest returns own with the comments, notes and variations of r, from which it was read.
func withRest(own, r *kif.Record, score *diceshogi.Score) (*kif.Record, error) {
	branches, err := readVariations(score, r.Branches)
	if err != nil {
		return nil, err
	}
	whole := &kif.Record{Headers: own.Headers, Comment: r.Comment, Notes: r.Notes, Events: own.Events, Branches: branches}
	return whole.Rewrite(kif.UTF8)
}

// shogiLine is a line of play: the number of its first move, the position before it, and the position after each move.
type shogiLine struct {
	first int
	after []engine.Position
}

// before returns the position before move n, nil if the line is too short.
func (l shogiLine) before(n int) engine.Position {
	if i := n - l.first; i >= 0 && i < len(l.after) {
		return l.after[i]
	}
	return nil
}

// mainLine returns the line of score.
func mainLine(score *diceshogi.Score) shogiLine {
	line := shogiLine{1, []engine.Position{score.Start}}
	p := score.Start
	for _, m := range score.Moves {
		p, _ = p.Apply(m) // the moves of a Score are legal
		if isMove(m) {
			line.after = append(line.after, p)
		}
	}
	return line
}

// readVariations returns the variations with their moves in canonical notation. It plays each from the position where
// it branches off.
func readVariations(score *diceshogi.Score, read []kif.Branch) (branches []kif.Branch, err error) {
	lines := []shogiLine{mainLine(score)}
	for _, b := range read {
		start := lines[b.Parent].before(b.Start)
		if start == nil {
			return nil, &kif.Error{Line: b.Line, Found: words.Text("found.variation", "n", b.Start), Wanted: words.Text("fit.variation")}
		}
		moves, after, err := diceshogi.Variation(start, writtenMoves(b.Events))
		if err != nil {
			e := moveOf(b.Events, len(moves))
			return nil, e.Misfit(words.Text("fit.legal-variation"), err)
		}
		b.Events = withWords(moves, b.Events)
		branches = append(branches, b)
		lines = append(lines, shogiLine{b.Start, append([]engine.Position{start}, after...)})
	}
	return branches, nil
}
