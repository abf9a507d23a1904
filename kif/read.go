package kif

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Read takes a file apart, liberally (FORMAT.md, Reading). Its error is the *Error of the first line
// that is wrong. data must not change afterwards.
func Read(data []byte) (*Record, error) {
	if err := readable(data); err != nil {
		return nil, err
	}
	f := findForm(data)
	r := &Record{Encoding: f.encoding, form: f}
	if err := r.parse(data); err != nil {
		return nil, err
	}
	if len(r.Headers)+len(r.Events)+len(r.Branches) == 0 {
		return nil, &Error{Found: "neither a header nor a move", Wanted: "a KIF record"}
	}
	return r, nil
}

func readable(data []byte) error {
	if len(data) > MaxBytes {
		return &Error{Found: fmt.Sprintf("more than %d bytes", MaxBytes), Wanted: "a shorter record"}
	}
	if len(bytes.TrimSpace(bytes.TrimPrefix(data, bom))) == 0 {
		return &Error{Found: "an empty file", Wanted: "a KIF record"}
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return &Error{Line: 1 + bytes.Count(data[:i], []byte("\n")), Found: "a zero byte", Wanted: "text"}
	}
	return nil
}

// parse reads data from the end of what r has read before, which makes r the record of all of data.
func (r *Record) parse(data []byte) error {
	p := &parser{record: r, decoder: newDecoder(r.form.encoding), foreign: r.Game() == ""}
	p.body = len(r.Events) > 0
	p.count = len(r.Events)
	from := len(r.raw)
	if from == 0 && bytes.HasPrefix(data, bom) {
		from = len(bom)
	}
	for end, line := range split(data, from) {
		p.record.lines++
		p.end = end
		if err := p.read(line); err != nil {
			return err
		}
	}
	if p.torn != nil {
		return p.torn.err
	}
	p.flush()
	r.raw = data
	return nil
}

// parser reads a record line by line.
type parser struct {
	record  *Record
	decoder decoder
	end     int  // offset behind the current line
	foreign bool // no header names a game of hikyaku
	body    bool // the moves have begun
	count   int  // of events everywhere

	remark  []byte // comment lines gathered for the place that they belong to
	remarks int    // how many lines that is
	tail    tail   // where the rest of the line before belongs if mail has broken it
	torn    *torn  // the line before where it needs that rest, else nil
}

// tail is the end of a line with a blank at its end, which may go on in the next line.
type tail struct {
	into *string // a header or a note; nil for the torn line, or a comment
	left int     // how many more lines may be joined to it
}

// inRemark is the tail of a comment.
var inRemark = tail{left: MaxBytes}

// maxJoins is how often mail may have broken a header or a note.
const maxJoins = 64

// read reads one line.
func (p *parser) read(raw []byte) error {
	if len(raw) > MaxLine {
		return p.fail(fmt.Sprintf("a line of %d bytes", len(raw)), fmt.Sprintf("at most %d", MaxLine))
	}
	line, before := p.decoder.text(p.record.form.strip(raw)), p.torn
	err := p.line(trimRight(line))
	if before != nil && p.torn == before {
		return before.err
	}
	if !strings.HasSuffix(line, " ") {
		p.tail = tail{}
	}
	return err
}

// line reads one line of text according to how it begins.
func (p *parser) line(line string) error {
	text, before := trim(line), p.tail
	p.tail = tail{}
	number, rest, numbered := cutNumber(text)
	switch {
	case text == "":
		return nil
	case text[0] == '#':
		return p.hash(text)
	case text[0] == '*':
		return p.comment(text[1:])
	case text[0] == '&':
		return p.note(Note{"&", trim(text[1:])})
	case strings.HasPrefix(text, "手数--"):
		return p.separator()
	case strings.HasPrefix(text, "まで"):
		return p.closing(text)
	case strings.HasPrefix(text, "変化：") || strings.HasPrefix(text, "変化:"):
		return p.branch(text)
	case !p.body && diagramLine(text):
		return p.header(Header{Value: line})
	case numbered:
		return p.numbered(number, rest)
	}
	return p.other(text, before)
}

// other reads a line that only its place gives a meaning: a header, or the rest of a broken line.
func (p *parser) other(text string, before tail) error {
	if i := strings.IndexAny(text, ":："); !p.body && i > 0 {
		value := strings.TrimPrefix(strings.TrimPrefix(text[i:], ":"), "：")
		return p.header(Header{trimRight(text[:i]), trim(value)})
	}
	switch {
	case before.left > 0 && p.torn != nil:
		return p.mend(text)
	case before.left > 0:
		p.join(before, text)
		return nil
	}
	if p.body {
		return p.fail(Quote(text), "a move, a comment or a line with #")
	}
	return p.fail(Quote(text), "a header (key：value) or a move")
}

func (p *parser) fail(found, wanted string) error {
	return &Error{Line: p.record.lines, Found: found, Wanted: wanted}
}

// join adds the rest of a line that mail has broken.
func (p *parser) join(t tail, text string) {
	if t.into != nil {
		*t.into = trim(*t.into + " " + text)
	} else {
		p.remark = append(append(p.remark, ' '), text...)
	}
	t.left--
	p.tail = t
	p.own()
}

// flush writes the comment that was gathered. It comes before anything that begins another place.
func (p *parser) flush() {
	if p.remarks > 0 {
		comment, _, _ := p.place()
		*comment = string(p.remark)
	}
	p.remark, p.remarks = p.remark[:0], 0
}

// own counts the current line to the last event of the main line, or to what comes before the first.
func (p *parser) own() {
	switch {
	case p.record.shut > 0 || len(p.record.Branches) > 0:
	case len(p.record.Events) == 0:
		p.record.start = p.end
	default:
		p.record.ends[len(p.record.ends)-1] = p.end
	}
}

func (p *parser) header(h Header) error {
	p.record.Headers = append(p.record.Headers, h)
	p.record.heads = append(p.record.heads, p.record.lines)
	p.foreign = p.foreign && !(h.Value != "" && (h.Key == "ゲーム" || strings.EqualFold(h.Key, "Game")))
	if h.Key != "" {
		p.tail = tail{&p.record.Headers[len(p.record.Headers)-1].Value, maxJoins}
	}
	p.own()
	return nil
}

func (p *parser) separator() error {
	if p.body {
		return nil
	}
	p.body = true
	p.own()
	return nil
}

// closing keeps the sentence まで…, which has no meaning.
func (p *parser) closing(text string) error {
	events := p.events()
	if len(*events) == 0 {
		return nil
	}
	if len(p.record.Branches) == 0 && p.record.shut == 0 {
		p.record.shut = p.record.lines
	}
	(*events)[len(*events)-1].Closing = text
	return nil
}

// events are those of the line that is being read: the last variation, or the main line.
func (p *parser) events() *[]Event {
	if n := len(p.record.Branches); n > 0 {
		return &p.record.Branches[n-1].Events
	}
	return &p.record.Events
}

// place is what comments and notes belong to: the last event or what stands before the first.
func (p *parser) place() (comment *string, notes *[]Note, e *Event) {
	if events := *p.events(); len(events) > 0 {
		e = &events[len(events)-1]
		return &e.Comment, &e.Notes, e
	}
	if n := len(p.record.Branches); n > 0 {
		return &p.record.Branches[n-1].Comment, &p.record.Branches[n-1].Notes, nil
	}
	return &p.record.Comment, &p.record.Notes, nil
}

// clone is a copy of r to which lines can be added without changing r.
func (r *Record) clone() *Record {
	c := *r
	c.Events = append(make([]Event, 0, len(r.Events)+1), r.Events...)
	c.ends = append(make([]int, 0, len(r.ends)+1), r.ends...)
	c.Headers, c.heads, c.Notes = slices.Clip(r.Headers), slices.Clip(r.heads), slices.Clip(r.Notes)
	if e := lastEvent(&c); e != nil {
		e.Notes = slices.Clip(e.Notes)
	}
	return &c
}
