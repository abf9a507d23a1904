package convert

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
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
	theirs := r
	r = diceBelow(r)
	score, err := f.Read(headingsOf(r), writtenMoves(r.Events))
	if wrong, ok := errors.AsType[*shogitext.MoveError](err); ok {
		if ended := endedByFoul(r, wrong); ended != nil {
			r = ended
			score, err = f.Read(headingsOf(r), writtenMoves(r.Events))
		}
	}
	if wrong, ok := errors.AsType[*shogitext.MoveError](err); ok {
		return nil, moveOf(r.Events, wrong.Index).Illegal(wrong.Err)
	} else if err != nil {
		return nil, noScore(f, err)
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
	return ours.From(theirs.Bytes(), theirs, fixed), nil
}

// diceBelow returns r with the die of each move in the comment of that move. Some programs write the die in the line before the
// move, so the die of the first move is above all moves.
func diceBelow(r *kif.Record) *kif.Record {
	if diceshogi.WithoutDie(r.Comment) == r.Comment {
		return r
	}
	below := *r
	below.Events = slices.Clone(r.Events)
	said, carried := &below.Comment, []string(nil) // a comment, and the dice above the move that it is about
	for i := range below.Events {
		rest := diceshogi.WithoutDie(*said)
		die := slices.DeleteFunc(strings.Split(*said, "\n"), func(line string) bool { return diceshogi.WithoutDie(line) == line })
		*said = strings.TrimPrefix(strings.Join(append(carried, rest), "\n"), "\n")
		said, carried = &below.Events[i].Comment, die
	}
	*said = strings.Trim(strings.Join(append(carried, *said), "\n"), "\n")
	return &below
}

// endedByFoul returns r with the ending 反則負け in the place of its last move, which is named in the comment, if that move is illegal and
// is called a foul, or was made by a player who is mated. It returns nil for any other illegal move.
func endedByFoul(r *kif.Record, wrong *shogitext.MoveError) *kif.Record {
	var rejection *engine.Rejection
	at := slices.IndexFunc(r.Events, func(e kif.Event) bool { return e.Line == moveOf(r.Events, wrong.Index).Line })
	last := r.Events[at]
	said := last.Comment + last.Closing
	for _, e := range r.Events[at+1:] {
		word, ends := e.Step.(kif.Ending)
		if !ends {
			return nil
		}
		said += string(word) + e.Closing
		last.Comment = strings.Trim(last.Comment+"\n"+e.Comment, "\n")
	}
	if !errors.As(wrong.Err, &rejection) || rejection.Rule != engine.GameOver && !strings.Contains(said, "反則") || rejection.Rule.ID == engine.Malformed {
		return nil
	}
	ended := *r
	last.Comment = strings.Trim(fmt.Sprintf("%s%s\n%s", foulMove, last.Step, last.Comment), "\n")
	last.Step, last.Closing = kif.Foul, ""
	ended.Events = append(slices.Clone(r.Events[:at]), last)
	return &ended
}

// foulMove begins the comment that names an illegal move.
const foulMove = "反則手："

// line is a variation: the number of its first move, the position before it, and the position after each move.
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

// branching returns the position in which a variation leaves its parent, one of the lines before it.
func branching(lines []line, b kif.Branch) (engine.Position, error) {
	parent := lines[b.Parent]
	n := b.Start - parent.first
	if n < 0 || n >= len(parent.after) {
		return nil, &kif.Error{Line: b.Line, Found: i18n.T("found.variation", "n", b.Start), Wanted: i18n.T("fit.variation")}
	}
	return parent.after[n], nil
}

// readVariations puts the moves of the variations of whole into canonical notation. It plays each from the position where it
// branches off.
func readVariations(f *shogitext.Files, whole *kif.Record, score *shogitext.Score) error {
	lines := []line{mainLine(score)}
	whole.Branches = slices.Clone(whole.Branches)
	for i, b := range whole.Branches {
		start, err := branching(lines, b)
		if err != nil {
			return err
		}
		moves, after, err := f.Variation(start, writtenMoves(b.Events))
		if err != nil {
			return moveOf(b.Events, len(moves)).Illegal(err)
		}
		whole.Branches[i].Events = withWords(moves, b.Events)
		lines = append(lines, line{b.Start, append([]engine.Position{start}, after...)})
	}
	return nil
}
