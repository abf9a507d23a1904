package convert

import (
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/engine/quoridor"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
	"hikyaku/kif"
	"hikyaku/match"
)

// A text file lists the moves with their numbers, "1. e2 e8 2. e3". A line before them names the game and its options,
// and a line "from POSITION" the start. Without the first line it is a game of Quoridor for two, which is how its players
// write their games. An ending of the record follows the moves, as in (resign).

// fromWord begins the line of the first position.
const fromWord = "from "

// writeText writes the moves of any game.
func writeText(r *kif.Record, t Target) ([]byte, error) {
	p, err := play(t.Games, r)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	set := unusual(p.game, p.options)
	usual := len(p.game.Options) == 0 || len(set) == 1 && set[p.game.Options[0].Key] == p.game.Options[0].Default
	if p.game != quoridor.Game || r.Start() != "" || !usual {
		fmt.Fprintln(&text, strings.TrimSpace(p.game.Name+" "+p.game.OptionText(set)))
	}
	if r.Start() != "" {
		fmt.Fprintln(&text, fromWord+p.start.String())
	}
	text.WriteString(numbered(p))
	if o := p.outcome; o != nil && o.Word != "" {
		ending := o.Word.ID()
		if slices.Contains(o.Places, 2) {
			ending += fmt.Sprintf(" %d", o.Seat)
		}
		fmt.Fprintf(&text, " (%s)", ending)
	}
	return []byte(strings.TrimSpace(text.String()) + "\n"), nil
}

// numbered lists the moves, a line for each round of the seats, with the throws among them.
func numbered(p *played) string {
	var text strings.Builder
	seats, n := p.game.Seats(p.options), 0
	for i, m := range p.moves {
		first := n%seats == 0 && (i == 0 || isMove(p.moves[i-1]))
		switch {
		case first && n > 0:
			fmt.Fprintf(&text, "\n%d. ", n/seats+1)
		case first:
			text.WriteString("1. ")
		default:
			text.WriteByte(' ')
		}
		text.WriteString(string(m))
		if isMove(m) {
			n++
		}
	}
	return text.String()
}

var (
	endingForm = lazyregexp.New(`\(([a-z-]+)(?: ([1-4]))?\)\s*$`)
	numberForm = lazyregexp.New(`^\d+\.+`)
)

// scores are the results that Quoridor players write after a game, with the ending and the seat that they mean if the
// rules have not ended it.
var scores = map[string]kif.Event{
	"*": {}, "1-0": {Step: kif.Resignation, Seat: 2}, "0-1": {Step: kif.Resignation, Seat: 1}, "1/2-1/2": {Step: kif.DrawAgreed}, "½-½": {Step: kif.DrawAgreed},
}

// readText reads a list of moves.
func readText(data []byte, _ int) (*kif.Record, error) {
	text := strings.TrimPrefix(string(data), "\ufeff")
	g, s, text, err := readTextHead(text)
	if err != nil {
		return nil, noText(err)
	}
	var end []kif.Event
	if found := endingForm().FindStringSubmatch(text); found != nil {
		word, ok := kif.EndingNamed(found[1])
		if !ok {
			return nil, noText(fmt.Errorf("%s is no ending", found[0]))
		}
		e := kif.Plain(word)
		if found[2] != "" {
			e.Seat = int(found[2][0] - '0')
		}
		end, text = append(end, e), strings.TrimSuffix(text, found[0])
	}
	moves, score, err := readMoves(g, s, text)
	if err != nil {
		return nil, noText(err)
	}
	if score.Step != nil {
		score.Spent, score.Total = -1, -1
		end = append(end, score)
	}
	return compose(g, s, append(eventsOf(moves), end...))
}

func noText(err error) error {
	return &kif.Error{Found: i18n.T("found.no-replay-list"), Wanted: i18n.T("fit.list"), Err: err}
}

// readTextHead reads the lines before the moves and returns the rest.
func readTextHead(text string) (*engine.Game, kif.Setup, string, error) {
	g, set := quoridor.Game, engine.Options{}
	line, rest, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n"), "\n")
	if words := strings.Fields(line); len(words) > 0 && all.Game(words[0]) != nil {
		g, text = all.Game(words[0]), rest
		for _, word := range words[1:] {
			key, value, _ := strings.Cut(word, "=")
			set[key] = value
		}
	}
	s, err := setup(g, set)
	if line, rest, _ := strings.Cut(text, "\n"); strings.HasPrefix(line, fromWord) {
		s.Start, text = strings.TrimSpace(strings.TrimPrefix(line, fromWord)), rest
	}
	return g, s, text, err
}

// readMoves plays the moves of a list and returns them in canonical notation, and the ending that the score after them means.
func readMoves(g *engine.Game, s kif.Setup, text string) (moves []engine.Move, score kif.Event, err error) {
	r, err := kif.New(s)
	if err != nil {
		return nil, score, err
	}
	start, err := match.New(r, g)
	if err != nil {
		return nil, score, err
	}
	p := start.Last()
	for word := range strings.FieldsSeq(text) {
		word = word[len(numberForm().FindString(word)):]
		if e, ok := scores[word]; ok {
			score = e
			continue
		}
		if word == "" {
			continue
		}
		m := engine.Move(word)
		if isMove(m) {
			m, err = p.Parse(word)
		}
		if err == nil {
			p, err = p.Apply(m)
		}
		if err != nil {
			return nil, score, fmt.Errorf("move %d, %s: %w", len(moves)+1, word, err)
		}
		moves = append(moves, m)
	}
	return moves, score, nil
}
