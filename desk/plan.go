package desk

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/store"
)

// Plan is answers prepared in advance for one match: lines of moves, the other side's first, then ours, in turns. It lies
// beside the record and never travels. It holds from one position on and is used up as the match goes along it.
type Plan struct {
	head  string // the digest of the match at which the lines begin
	Lines [][]engine.Move
}

// planFile is where the plan of the match in file lies.
func planFile(file string) string {
	return beside(file, "plan")
}

// Prepare makes "e8 e3; e7 e4" the plan of the match in file, in place of an earlier one. Every move is tried out first.
func Prepare(d *Desk, file, text string) (*Plan, error) {
	m, err := d.Open(file)
	if err != nil {
		return nil, err
	}
	me, err := mayWrite(d, m.Match)
	if err != nil {
		return nil, err
	}
	p := &Plan{head: m.Head.String()}
	for words := range strings.SplitSeq(text, ";") {
		line, err := planned(m.Match, me, strings.Fields(words))
		if err != nil {
			return nil, err
		}
		if len(line) > 0 {
			p.Lines = append(p.Lines, line)
		}
	}
	if len(p.Lines) == 0 {
		return nil, errors.New("a plan has lines such as \"e8 e3; e7 e4\": their move, your answer")
	}
	return p, keepPlan(d.System, file, p)
}

// planned reads and tries out one line of a plan.
func planned(m *match.Match, me int, words []string) (line []engine.Move, err error) {
	if m.Roster.PartyOf(m.Last().Next().Player) == me {
		return nil, errors.New("it is your own turn: move first, then plan the answers")
	}
	p := m.Last()
	for i, word := range words {
		switch next := p.Next(); {
		case next.Throw != nil:
			return nil, fmt.Errorf("before %s dice are thrown, which cannot be planned", word)
		case next.Result != nil:
			return nil, fmt.Errorf("before %s the game is over", word)
		case (m.Roster.PartyOf(next.Player) == me) != (i%2 == 1):
			return nil, fmt.Errorf("%s: in a plan their moves and yours take turns", word)
		}
		move, err := p.Parse(word)
		if err == nil {
			p, err = p.Apply(move)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", strings.Join(words[:i+1], " "), err)
		}
		line = append(line, move)
	}
	if len(line)%2 == 1 {
		return nil, fmt.Errorf("%s: your answer is missing", strings.Join(words, " "))
	}
	return line, nil
}

// keepPlan writes the plan of the match in file; one without lines is removed.
func keepPlan(sys store.System, file string, p *Plan) error {
	if len(p.Lines) == 0 {
		err := sys.Remove(planFile(file))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	return store.Replace(sys, planFile(file), []byte(p.head+"\n"+p.String()+"\n"))
}

// String is the lines of the plan, one below the other.
func (p *Plan) String() string {
	var lines []string
	for _, line := range p.Lines {
		var words []string
		for _, m := range line {
			words = append(words, string(m))
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, "\n")
}

// PlanOf is the plan of the match in file, without lines where there is none.
func PlanOf(sys store.System, file string) (*Plan, error) {
	data, _, err := sys.Read(planFile(file))
	if errors.Is(err, fs.ErrNotExist) {
		return &Plan{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the plan: %w", err)
	}
	head, rest, _ := strings.Cut(string(data), "\n")
	p := &Plan{head: head}
	for text := range strings.Lines(rest) {
		var line []engine.Move
		for word := range strings.FieldsSeq(text) {
			line = append(line, engine.Move(word))
		}
		if len(line) > 0 {
			p.Lines = append(p.Lines, line)
		}
	}
	return p, nil
}

// DropPlan forgets the plan of the match in file.
func DropPlan(sys store.System, file string) error { return keepPlan(sys, file, &Plan{}) }

// follow plays the planned answer where the match has gone along a line since the plan was made, and returns the match
// after it, and the move that was played. A plan that the match has left is dropped.
func follow(d *Desk, c Copy) (Copy, engine.Move, error) {
	p, err := PlanOf(d.System, c.File)
	if err != nil || len(p.Lines) == 0 {
		return c, "", err
	}
	me := d.Party(c.Match)
	played, ok := since(c.Match, p.head)
	ok = ok && c.Outcome == nil
	if ok && len(played) == 0 {
		return c, "", nil
	}
	if o := c.Offer; ok && o != nil && !slices.Contains(o.Agreed, me) {
		return c, "", nil // a move would decline it, which is for a person to do
	}
	answer, rest := p.answer(played)
	if !ok || c.Turn != me || answer == "" {
		return c, "", DropPlan(d.System, c.File)
	}
	after, err := d.Play(c.File, Turn{Move: string(answer), Post: true})
	if err != nil {
		return c, "", errors.Join(err, DropPlan(d.System, c.File))
	}
	rest.head = after.Head.String()
	return after, answer, keepPlan(d.System, c.File, rest)
}

// answer is the planned answer to what was played, and the plan behind it.
func (p *Plan) answer(played []engine.Move) (answer engine.Move, rest *Plan) {
	rest = &Plan{}
	for _, line := range p.Lines {
		if len(line) < 2 || len(played) != 1 || line[0] != played[0] {
			continue
		}
		if answer == "" {
			answer = line[1]
		}
		if line[1] == answer && len(line) > 2 {
			rest.Lines = append(rest.Lines, line[2:])
		}
	}
	return answer, rest
}

// since lists the moves after the entry with this digest; ok is false if there is none, or if moves were taken back since.
func since(m *match.Match, head string) (played []engine.Move, ok bool) {
	for i, e := range m.Record.Events {
		after := m.After(i)
		if ok && after.Undone() {
			return nil, false
		}
		if move, moved := e.Step.(kif.Move); ok && moved {
			played = append(played, engine.Move(move))
		}
		ok = ok || after.Head.String() == head && !kif.IsThrow(e.Step)
	}
	return played, ok
}
