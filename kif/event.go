package kif

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// numbered reads a line with a number: a move or an ending.
func (p *parser) numbered(number int, rest string) error {
	p.setForeign()
	foreign := p.record.Foreign
	text, spent, total := cutTimes(rest)
	text = trim(strings.TrimLeft(text, sides))
	plain := strings.Map(narrow, text)
	switch {
	case text == "":
		return p.fail(Found(strconv.Itoa(number)), i18n.T("kif.want-move"))
	case strings.Count(plain, "(") != strings.Count(plain, ")"): // as in a line that was cut off
		return p.fail(Found(text), i18n.T("kif.want-parenthesis"))
	case strings.ContainsRune(text, utf8.RuneError):
		return p.fail(Found(text), i18n.T("kif.want-encoding"))
	case !foreign && text[0] == '[':
		return p.fail(Found(text), i18n.T("kif.want-no-throw"))
	case !foreign && strings.ContainsAny(text, blanks):
		return p.fail(Found(text), i18n.T("kif.want-one-move"))
	}
	var step Step = Move(text)
	if word := Ending(text); word.ID() != "" || foreign && !shogiMove(text) {
		step = word
	}
	e := Event{Step: step, Number: number, Spent: spent, Total: total, Undone: p.undone}
	if len(p.record.Branches) == 0 {
		// The numbers go up by one. Two depend on agreements, which only package match understands: that of a ply that was taken
		// back, and that of the next ply in the other line of a settlement, where plies that were taken back are not marked.
		if !e.Undone {
			if err := p.checkUnended(e.Step.String()); err != nil {
				return err
			}
		}
		want := p.record.number + 1
		if e.Number != want && !(e.Undone && e.Number > want) && !(e.Number > 0 && e.Number < want && p.record.takeBackAgreed()) {
			return p.fail(i18n.T("found.number", "n", e.Number), i18n.T("kif.want-number", "n", want))
		}
	}
	return p.add(e)
}

// setForeign decides whether another program wrote the record. It is called after the headers, which mail may have wrapped.
func (p *parser) setForeign() {
	if r := p.record; !p.judged {
		r.Foreign, p.judged = r.Game() == "" || !p.marked && (r.Header("手合割") != "" || r.ranks() > 0), true
	}
}

// checkUnended requires that the main line has not ended. A word was taken for an ending only because it is no move of
// shogi; if another event follows, it is a move. After the ending of one seat, the others may continue.
func (p *parser) checkUnended(text string) error {
	last := p.record.lastDone()
	if last == nil {
		return nil
	}
	if p.record.closingLine > 0 {
		return p.fail(Found(text), i18n.T("kif.behind-closing", "n", p.record.closingLine))
	}
	word, ended := last.Step.(Ending)
	switch {
	case ended && word.ID() == "":
		last.Step, p.record.number = Move(word), last.Number
	case last.final():
		return p.fail(Found(text), i18n.T("kif.behind-ending", "word", string(word), "n", last.Line))
	}
	return nil
}

// add appends e to the line of play that is being read.
func (p *parser) add(e Event) error {
	if p.count++; p.count > maxEvents {
		return p.fail(i18n.T("found.more-events"), i18n.T("kif.most-events", "n", maxEvents))
	}
	p.flush()
	p.body = true
	e.Line = cmp.Or(e.Line, p.record.lines)
	events := p.events()
	*events = append(*events, e)
	if r := p.record; len(r.Branches) == 0 {
		r.eventEnds = append(r.eventEnds, p.end)
		if _, moved := e.Step.(Move); moved && !e.Undone {
			r.number = e.Number
		}
		if !AfterEnd(e.Step) && !e.Undone {
			r.done = len(r.Events)
		}
	}
	return nil
}

func (p *parser) comment(text string) error {
	if err := p.checkBelow("*" + text); err != nil {
		return err
	}
	if p.remarks > 0 {
		p.remark = append(p.remark, '\n')
	}
	p.remark = append(p.remark, text...)
	p.remarks++
	p.tail = inRemark
	p.extendEvent()
	return nil
}

// hashSign reads a line with "#". Only "#:", "#- " and the version of the format have a meaning.
func (p *parser) hashSign(text string) error {
	version, marked := strings.CutPrefix(text, "#hikyaku record ")
	if marked && trim(version) != Version {
		return p.fail(Found(text), i18n.T("kif.want-version", "version", Version))
	}
	p.marked = p.marked || marked
	content, ok := strings.CutPrefix(text, "#:")
	if !ok {
		if p.body && strings.HasPrefix(text, undoneMark) {
			if p.setForeign(); !p.record.Foreign {
				return p.takenBack(strings.TrimPrefix(text, undoneMark))
			}
		}
		p.extendEvent()
		return nil
	}
	n := parseNote(trim(content))
	switch n.Word {
	case "":
		return p.fail(Found(text), i18n.T("kif.want-word"))
	case "throw":
		plain := strings.Map(func(c rune) rune {
			if strings.ContainsRune(blanks, c) {
				return -1
			}
			return narrow(c)
		}, n.Text)
		if _, ok := engine.Move(plain).Throw(); !ok {
			return p.fail(Found(n.Text), i18n.T("kif.want-throw"))
		}
		if len(p.record.Branches) == 0 && !p.undone {
			if err := p.checkUnended(plain); err != nil {
				return err
			}
		}
		e := Plain(Throw(plain))
		e.Undone = p.undone
		return p.add(e)
	}
	return p.note(n)
}

// undoneMark starts each line of an event that was taken back.
const undoneMark = "#- "

// takenBack reads a line of a move, a throw or an ending that was taken back.
func (p *parser) takenBack(line string) error {
	text := trim(line)
	_, _, numbered := cutNumber(text)
	known := strings.HasPrefix(text, "#:") && parseNote(trim(text[2:])).Word != "do"
	if p.undone || len(p.record.Branches) > 0 || text == "" || !numbered && !known && !strings.ContainsAny(text[:1], "*&") && !strings.HasPrefix(text, "まで") {
		return p.fail(Found(undoneMark+text), i18n.T("kif.want-undone"))
	}
	p.undone = true
	defer func() { p.undone = false }()
	return p.line(line)
}

// checkBelow requires a line below an event that was taken back to have the mark of that event, and no other line to have it.
func (p *parser) checkBelow(text string) error {
	events := *p.events()
	if len(events) > 0 && events[len(events)-1].Undone == p.undone || len(events) == 0 && !p.undone {
		return nil
	}
	if p.undone {
		return p.fail(Found(undoneMark+text), i18n.T("kif.want-undone"))
	}
	return p.fail(Found(text), i18n.T("kif.want-mark", "mark", undoneMark))
}

// parseNote splits a line into its word and its text.
func parseNote(line string) Note {
	if i := strings.IndexAny(line, blanks); i >= 0 {
		return Note{line[:i], trim(line[i:])}
	}
	return Note{Word: line}
}

// note reads an act, or adds a line to the last event, or to the record if there is none yet.
func (p *parser) note(n Note) error {
	if n.Word != "do" {
		if err := p.checkBelow("#: " + n.line()); err != nil {
			return err
		}
	}
	if p.torn != nil {
		return p.torn.err
	}
	return p.try(torn{Note: n, line: p.record.lines, left: maxJoins})
}

// torn is a line with "#:" that cannot be read yet, because mail may have broken it: "#: do" of "#: do draw" in two lines.
type torn struct {
	Note
	line int // the number of its first line
	left int // the number of lines that may still be joined to it
	err  error
}

// try reads an act, or a line with a known word below an event, if it is complete. Otherwise the line waits for its rest.
func (p *parser) try(t torn) (err error) {
	p.torn = nil
	var wanted i18n.Text
	switch fields := strings.Fields(t.Text); {
	case t.Word != "do":
		_, notes, e := p.owner()
		known := false
		if e != nil {
			wanted, known = e.set(t.Note)
		}
		if !known {
			*notes = append(*notes, t.Note)
			p.tail = tail{&(*notes)[len(*notes)-1].Text, maxJoins}
		}
	case len(fields) == 0:
		wanted = i18n.T("kif.want-act")
	default:
		var step Step
		if step, wanted = parseAct(fields); AfterEnd(step) {
			p.closed = false
		} else if len(p.record.Branches) == 0 {
			err = p.checkUnended(fields[0])
		}
		if err == nil && wanted == (i18n.Text{}) {
			e := Plain(step)
			e.Line = t.line
			err = p.add(e)
		}
	}
	if err != nil || wanted == (i18n.Text{}) {
		p.extendEvent()
		return err
	}
	wrong := &Error{Line: t.line, Found: Found("#: " + t.Note.line()), Wanted: wanted}
	p.torn, p.tail = &torn{t.Note, t.line, t.left, wrong}, tail{left: t.left}
	return nil
}

// takeBackAgreed reports whether a party agreed to a take-back after the last move of the main line.
func (r *Record) takeBackAgreed() bool {
	for _, e := range slices.Backward(r.Events) {
		_, moved := e.Step.(Move)
		switch {
		case e.Step == Step(Agree{To: UndoQuestion}):
			return true
		case moved && !e.Undone:
			return false
		}
	}
	return false
}
