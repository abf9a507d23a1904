package kif

import "strings"

// torn is a line with "#:" that does not read so far, because mail may have broken it.
type torn struct {
	Note
	line int // where it begins
	left int // how many more lines may be joined to it
	err  error
}

// typed reads a line whose text means something: an act, or a known line below an event.
func (p *parser) typed(n Note) error {
	if p.torn != nil {
		return p.torn.err
	}
	return p.take(torn{Note: n, line: p.record.lines, left: maxJoins})
}

// take reads a line as far as it has come. One that does not read waits for its rest.
func (p *parser) take(t torn) (err error) {
	p.torn = nil
	var wanted string
	if t.Word == "do" {
		wanted, err = p.act(t)
	} else {
		_, _, e := p.place()
		wanted = findKnown(t.Word).readOnce(e, t.Text)
	}
	if err != nil || wanted == "" {
		p.own()
		return err
	}
	wrong := &Error{Line: t.line, Found: Quote("#: " + t.Note.line()), Wanted: wanted}
	p.torn, p.tail = &torn{t.Note, t.line, t.left, wrong}, tail{left: t.left}
	return nil
}

// act reads a step that is no move.
func (p *parser) act(t torn) (wanted string, err error) {
	words := strings.Fields(t.Text)
	if len(words) == 0 {
		return `what is done, as in "#: do accept"`, nil
	}
	if len(p.record.Branches) == 0 {
		if err := p.unended(words[0]); err != nil {
			return "", err
		}
	}
	step, wanted := parseAct(words)
	if wanted != "" {
		return wanted, nil
	}
	e := Plain(step)
	e.Line = t.line
	return "", p.add(e)
}

// mend adds the rest of the line that is torn.
func (p *parser) mend(rest string) error {
	t := *p.torn
	t.Text, t.left = trim(t.Text+" "+rest), t.left-1
	return p.take(t)
}
