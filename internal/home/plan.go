package home

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// Plan holds prepared answers for one match: lines of alternating moves,
// starting with the other side's. It is kept beside the record and never sent.
// It starts at one position and is used up as the match follows it.
type Plan struct {
	head  string // the hash of the entry after which the lines begin
	Lines [][]engine.Move
}

// Prepare makes text, such as "e8 e3; e7 e4", the plan for the match in c,
// replacing any earlier plan. Every move must be legal.
func (d *Desk) Prepare(c Copy, text string) (*Plan, error) {
	me, err := d.mayWrite(c.Match)
	if err != nil {
		return nil, err
	}
	p := &Plan{head: c.Head.String()}
	for text := range strings.SplitSeq(text, ";") {
		line, err := parseLine(c.Match, me, strings.Fields(text))
		if err != nil {
			return nil, err
		}
		if len(line) > 0 {
			p.Lines = append(p.Lines, line)
		}
	}
	if len(p.Lines) == 0 {
		return nil, &UsageError{i18n.Err("plan.form")}
	}
	return p, writePlan(d.System, c.File, p)
}

// CanPlan reports whether answers can be prepared in c: another party is to move
// and needs no dice.
func (d *Desk) CanPlan(c Copy) bool {
	me, err := d.mayWrite(c.Match)
	next := c.Last().Next()
	return err == nil && next.Player != 0 && next.Throw == nil && c.Roster.PartyOf(next.Player) != me
}

// Answers reports whether line, alternating moves from the last position of c,
// ends with our answer and can be prepared.
func (d *Desk) Answers(c Copy, line []string) bool {
	planned, err := parseLine(c.Match, d.Party(c.Match), line)
	return err == nil && len(planned) > 0 && d.CanPlan(c)
}

// AddPlan adds line to the plan for the match in c, replacing other answers to
// the same moves. A plan from an earlier position is dropped.
func (d *Desk) AddPlan(c Copy, line string) (*Plan, error) {
	old, err := PlanOf(d.System, c.File)
	if err != nil {
		return nil, err
	}
	me, err := d.mayWrite(c.Match)
	if err != nil {
		return nil, err
	}
	added, err := parseLine(c.Match, me, strings.Fields(line))
	if err != nil {
		return nil, err
	}
	texts := []string{line}
	if old.head == c.Head.String() {
		for _, l := range old.Lines {
			if !replaces(added, l) {
				texts = append(texts, engine.JoinMoves(l))
			}
		}
	}
	return d.Prepare(c, strings.Join(texts, ";"))
}

// replaces reports whether line contains all of old, or differs from it first
// in one of our answers.
func replaces(line, old []engine.Move) bool {
	for i, m := range old {
		if i == len(line) || line[i] != m {
			return i < len(line) && i%2 == 1
		}
	}
	return true
}

// parseLine parses one line of a plan and checks that its moves are legal.
func parseLine(m *match.Match, me int, moves []string) (line []engine.Move, err error) {
	if m.Roster.PartyOf(m.Last().Next().Player) == me {
		return nil, i18n.Err("plan.own-turn")
	}
	p := m.Last()
	for i, word := range moves {
		switch next := p.Next(); {
		case next.Throw != nil:
			return nil, i18n.Err("plan.dice", "move", word)
		case next.Result != nil:
			return nil, i18n.Err("plan.over", "move", word)
		case (m.Roster.PartyOf(next.Player) == me) != (i%2 == 1):
			return nil, &UsageError{i18n.Err("plan.turns", "move", word)}
		}
		move, err := p.Parse(word)
		if err == nil {
			p, err = p.Apply(move)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", strings.Join(moves[:i+1], " "), err)
		}
		line = append(line, move)
	}
	if len(line)%2 == 1 {
		return nil, &UsageError{i18n.Err("plan.answer", "moves", strings.Join(moves, " "))}
	}
	return line, nil
}

// writePlan writes the plan for the match in file, or removes it if p has no
// lines.
func writePlan(sys atomicfile.System, file string, p *Plan) error {
	if len(p.Lines) == 0 {
		err := sys.Remove(atomicfile.Beside(file, "plan"))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	return atomicfile.Replace(sys, atomicfile.Beside(file, "plan"), []byte(p.head+"\n"+p.String()+"\n"))
}

// String returns the lines of the plan, one per line.
func (p *Plan) String() string {
	var lines []string
	for _, line := range p.Lines {
		lines = append(lines, engine.JoinMoves(line))
	}
	return strings.Join(lines, "\n")
}

// Spelled returns the lines of the plan in the notation of a language.
func (p *Plan) Spelled(from engine.Position, lang string) (lines []string) {
	for _, line := range p.Lines {
		lines = append(lines, i18n.Spaced(engine.SpellLine(from, line)...).In(lang))
	}
	return lines
}

// PlanOf returns the plan for the match in file, without lines if there is none.
func PlanOf(sys atomicfile.System, file string) (*Plan, error) {
	data, _, err := sys.Read(atomicfile.Beside(file, "plan"))
	if errors.Is(err, fs.ErrNotExist) {
		return &Plan{}, nil
	}
	if err != nil {
		return nil, i18n.Err("plan.unread", "why", err)
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

// DropPlan removes the plan for the match in file.
func DropPlan(sys atomicfile.System, file string) error { return writePlan(sys, file, &Plan{}) }

// playPlanned plays the planned answer if the match has followed the plan. It
// drops a plan that the match has left.
func (d *Desk) playPlanned(c Copy, me int) (Copy, error) {
	p, err := PlanOf(d.System, c.File)
	if err != nil || len(p.Lines) == 0 {
		return c, err
	}
	played, ok := movesSince(c.Match, p.head)
	if ok && len(played) == 0 {
		return c, nil
	}
	if o := c.Offer; ok && o != nil && !slices.Contains(o.Agreed, me) {
		return c, nil // a move would decline the offer, and the player has to decide that
	}
	answer, rest := p.answer(played)
	if !ok || c.Turn != me || answer == "" {
		return c, DropPlan(d.System, c.File)
	}
	after, err := d.Play(c, Turn{Move: string(answer), Post: true})
	if err != nil {
		return c, errors.Join(&Unwritten{kif.Move(answer), err}, DropPlan(d.System, c.File))
	}
	rest.head = after.Head.String()
	return after, writePlan(d.System, c.File, rest)
}

// answer returns the planned answer to the moves played, and the remaining plan.
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

// movesSince returns the moves after the entry with the hash head; ok is false if there is no such entry or moves were
// undone since.
func movesSince(m *match.Match, head string) (played []engine.Move, ok bool) {
	for i, e := range m.Record.Events {
		after := m.After(i)
		if ok && after.Undone != 0 {
			return nil, false
		}
		if move, moved := e.Step.(kif.Move); ok && moved {
			played = append(played, engine.Move(move))
		}
		ok = ok || after.Head.String() == head && !kif.IsThrow(e.Step)
	}
	return played, ok
}
