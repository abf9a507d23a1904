package kif

import (
	"strings"

	"hikyaku/internal/i18n"
)

// torn is a line with "#:" that cannot be read yet, because mail may have broken it.
type torn struct {
	Note
	line int // the number of its first line
	left int // the number of lines that may still be joined to it
	err  error
}

// readKnown reads a line with a known word: an act, or a known line below an event.
func (p *parser) readKnown(n Note) error {
	if p.torn != nil {
		return p.torn.err
	}
	return p.tryKnown(torn{Note: n, line: p.record.lines, left: maxJoins})
}

// tryKnown reads the line if it is complete. Otherwise the line waits for its rest.
func (p *parser) tryKnown(t torn) (err error) {
	p.torn = nil
	var wanted i18n.Text
	if t.Word == "do" {
		wanted, err = p.act(t)
	} else {
		_, _, e := p.owner()
		// A word occurs only once below an event, unless its text has several lines.
		if known := findKnown(t.Word); !known.lines && known.write(e) != "" {
			wanted = i18n.T("kif.want-once", "word", known.word)
		} else {
			wanted = known.read(e, t.Text)
		}
	}
	if err != nil || wanted == (i18n.Text{}) {
		p.countLine()
		return err
	}
	wrong := &Error{Line: t.line, Found: Found("#: " + t.Note.line()), Wanted: wanted}
	p.torn, p.tail = &torn{t.Note, t.line, t.left, wrong}, tail{left: t.left}
	return nil
}

// act reads an act.
func (p *parser) act(t torn) (wanted i18n.Text, err error) {
	fields := strings.Fields(t.Text)
	if len(fields) == 0 {
		return i18n.T("kif.want-act"), nil
	}
	step, wanted := parseAct(fields)
	if step == Step(Say{}) {
		p.closed = false
	} else if len(p.record.Branches) == 0 {
		if err := p.checkUnended(fields[0]); err != nil {
			return i18n.Text{}, err
		}
	}
	if wanted != (i18n.Text{}) {
		return wanted, nil
	}
	e := Plain(step)
	e.Line = t.line
	return i18n.Text{}, p.add(e)
}

// joinTorn adds the rest of the torn line.
func (p *parser) joinTorn(rest string) error {
	t := *p.torn
	t.Text, t.left = trim(t.Text+" "+rest), t.left-1
	return p.tryKnown(t)
}
