package kif

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"hikyaku/internal/i18n"
)

// Read parses a file, also in the forms that FORMAT.md (Reading) allows. Its error is the *Error of the first line that
// is wrong. data must not change afterwards. If data is the result of a conversion, numbers has for each of its lines the line
// number in the original file, which errors and events use.
func Read(data []byte, numbers ...int) (*Record, error) { return readFile(data, false, numbers...) }

// ReadPublic parses a record written by Withhold. An entry from which something was removed has the hash that was signed. Players
// must not accept such a record from others: see Complete.
func ReadPublic(data []byte) (*Record, error) { return readFile(data, true) }

func readFile(data []byte, public bool, numbers ...int) (*Record, error) {
	if err := checkLength(data); err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(bytes.TrimPrefix(data, bom))) == 0 {
		return nil, &Error{Found: i18n.T("found.empty"), Wanted: i18n.T("kif.want-record")}
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return nil, &Error{Line: 1 + bytes.Count(data[:i], []byte("\n")), Found: i18n.T("found.zero"), Wanted: i18n.T("kif.want-text")}
	}
	f := findForm(data)
	f.public = public
	r := &Record{Encoding: f.encoding, form: f}
	signed := min(bytes.Count(data, []byte("#: sign ")), maxEvents) // nearly all events of a match by mail
	r.Events, r.eventEnds = slices.Grow(r.Events, signed), slices.Grow(r.eventEnds, signed)
	if err := r.parse(data, numbers...); err != nil {
		return nil, err
	}
	if len(r.Headers)+len(r.Events)+len(r.Branches) == 0 {
		return nil, &Error{Found: i18n.T("found.no-record"), Wanted: i18n.T("kif.want-record")}
	}
	return r, nil
}

func checkLength(data []byte) error {
	if len(data) > MaxBytes {
		return &Error{Found: i18n.T("found.more-bytes", "n", MaxBytes), Wanted: i18n.T("kif.want-shorter")}
	}
	return nil
}

// parse reads data from the end of r's bytes on, so that r becomes the record of all of data. The lines have the given numbers, if
// there are any.
func (r *Record) parse(data []byte, numbers ...int) error {
	p := &parser{record: r, judged: len(r.raw) > 0}
	p.body = len(r.Events) > 0
	p.count = len(r.Events)
	from := len(r.raw)
	if from == 0 && bytes.HasPrefix(data, bom) {
		from = len(bom)
	}
	for end, line := range split(data, from) {
		if p.record.lines++; len(numbers) > 0 {
			p.record.lines, numbers = numbers[0], numbers[1:]
		}
		if p.end = end; len(line) > maxLine {
			return p.fail(i18n.T("found.line", "n", len(line)), i18n.T("kif.most-line", "n", maxLine))
		}
		_, quote := quoted(line, r.form.depth)
		text, waiting := r.form.encoding.text(line[quote:]), p.torn
		err := p.line(trimRight(text))
		switch {
		case waiting != nil && p.torn == waiting: // this line is not its rest
			return waiting.err
		case err != nil:
			return err
		case !strings.HasSuffix(text, " "):
			p.tail = tail{}
		}
		if len(r.Branches) == 0 && len(bytes.TrimSpace(line)) > 0 {
			r.mainEnd = end
		}
	}
	if p.torn != nil {
		return p.torn.err
	}
	p.setForeign()
	p.flush()
	r.raw = data
	if r.form.public {
		for i := range r.Events {
			for _, note := range r.Events[i].Notes {
				entry, words, _ := strings.Cut(note.Text, " ")
				w, err := ParseHash(entry)
				if note.Word != withheldWord || err != nil {
					continue
				}
				r.Events[i].Withheld.Entry = w
				if words != "" {
					r.Events[i].Withheld.Words, _ = ParseHash(words)
				}
			}
		}
	}
	return nil
}

// parser reads a record line by line.
type parser struct {
	record *Record
	end    int  // offset after the current line
	marked bool // a line says that hikyaku wrote the record
	judged bool // record.Foreign is set
	body   bool // the moves have begun
	closed bool // the last line before the variations was the closing sentence
	undone bool // the current line begins with "#- ": it belongs to an event that was taken back
	count  int  // the number of events and variations

	remark  []byte // the gathered lines of a comment
	remarks int    // the number of these lines
	tail    tail   // the line before, if this line may continue it
	torn    *torn  // the line before, if it needs a continuation; else nil
}

// tail is the last line, if it ends in a blank and may therefore continue on the next line, as mail breaks long lines.
type tail struct {
	into *string // the text of a header or a note; nil for the torn line or a comment
	left int     // the number of lines that may still be joined to it
}

// inRemark is the tail of a comment, which any number of lines may continue.
var inRemark = tail{left: MaxBytes}

// maxJoins is the largest number of lines into which mail may have broken a header or a note.
const maxJoins = 64

// line reads one line of text by its start.
func (p *parser) line(line string) error {
	text, before := trim(line), p.tail
	p.tail = tail{}
	number, rest, numbered := cutNumber(text)
	switch {
	case text == "":
		return nil
	case text[0] == '#':
		return p.hashSign(text)
	case text[0] == '*':
		return p.comment(text[1:])
	case text[0] == '&':
		return p.note(Note{"&", trim(text[1:])})
	case strings.HasPrefix(text, "手数--"):
		if !p.body {
			p.body = true
			p.extendEvent()
		}
		return nil
	case strings.HasPrefix(text, "まで"):
		return p.closing(text)
	case strings.HasPrefix(text, "変化：") || strings.HasPrefix(text, "変化:"):
		return p.branch(text)
	case !p.body && diagramLine(text):
		return p.header(Header{Value: line})
	case numbered:
		return p.numbered(number, rest)
	}
	if i := strings.IndexAny(text, ":："); !p.body && i > 0 {
		value := strings.TrimPrefix(strings.TrimPrefix(text[i:], ":"), "：")
		return p.header(Header{trimRight(text[:i]), trim(value)})
	}
	switch {
	case before.left > 0 && p.torn != nil:
		t := *p.torn
		t.Text, t.left = trim(t.Text+" "+text), t.left-1
		return p.try(t)
	case before.left > 0:
		if before.into != nil { // the rest of a line that mail has broken
			*before.into = trim(*before.into + " " + text)
		} else {
			p.remark = append(append(p.remark, ' '), text...)
		}
		p.tail = tail{before.into, before.left - 1}
		p.extendEvent()
		return nil
	case p.body:
		return p.fail(Found(text), i18n.T("kif.want-body"))
	}
	return p.fail(Found(text), i18n.T("kif.want-header"))
}

// diagramLine reports whether a line without a colon may be among the headers.
func diagramLine(text string) bool {
	switch text {
	case "先手番", "後手番", "下手番", "上手番", "盤面回転", "盤面反転":
		return true
	}
	if strings.HasPrefix(text, "|") || strings.HasPrefix(text, "+-") || strings.HasPrefix(text, "手数＝") {
		return true
	}
	// the row of numbers above a diagram has at least three single digits
	fields := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(blanks, c) })
	for _, f := range fields {
		if c, size := utf8.DecodeRuneInString(f); size != len(f) || !digit(c) {
			return false
		}
	}
	return len(fields) > 2
}

func (p *parser) fail(found, wanted i18n.Text) error {
	return &Error{Line: p.record.lines, Found: found, Wanted: wanted}
}

// flush stores the gathered comment. It is called before anything that comments may belong to is added.
func (p *parser) flush() {
	if p.remarks > 0 {
		comment, _, _ := p.owner()
		*comment = string(p.remark)
	}
	p.remark, p.remarks = p.remark[:0], 0
}

// extendEvent makes the current line part of the last event of the main line, or of the part before the first event.
func (p *parser) extendEvent() {
	switch {
	case p.closed || len(p.record.Branches) > 0:
	case len(p.record.Events) == 0:
		p.record.start = p.end
	default:
		p.record.eventEnds[len(p.record.eventEnds)-1] = p.end
	}
}

func (p *parser) header(h Header) error {
	p.record.Headers = append(p.record.Headers, h)
	p.record.headerLines = append(p.record.headerLines, p.record.lines)
	if h.Key != "" {
		p.tail = tail{&p.record.Headers[len(p.record.Headers)-1].Value, maxJoins}
	}
	p.extendEvent()
	return nil
}

// closing stores the sentence まで…, which has no meaning.
func (p *parser) closing(text string) error {
	if err := p.checkBelow(text); err != nil {
		return err
	}
	events := p.events()
	if len(*events) == 0 {
		return nil
	}
	if len(p.record.Branches) == 0 && !p.undone && p.record.closingLine == 0 {
		p.record.closingLine, p.closed = p.record.lines, true
	}
	(*events)[len(*events)-1].Closing = text
	return nil
}

// events returns the events of the line of play that is being read: the last variation, or the main line.
func (p *parser) events() *[]Event {
	if n := len(p.record.Branches); n > 0 {
		return &p.record.Branches[n-1].Events
	}
	return &p.record.Events
}

// owner returns the owner of comments and notes: the last event, or the variation or record before its first event.
func (p *parser) owner() (comment *string, notes *[]Note, e *Event) {
	if events := *p.events(); len(events) > 0 {
		e = &events[len(events)-1]
		return &e.Comment, &e.Notes, e
	}
	if n := len(p.record.Branches); n > 0 {
		return &p.record.Branches[n-1].Comment, &p.record.Branches[n-1].Notes, nil
	}
	return &p.record.Comment, &p.record.Notes, nil
}

// branch reads the header of a variation, "変化：5手", and finds its parent.
func (p *parser) branch(text string) error {
	_, number, _ := strings.Cut(strings.Replace(text, "：", ":", 1), ":")
	start, rest, ok := cutNumber(strings.Replace(trim(number), "手", " ", 1))
	if !ok || rest != "" || start < 1 {
		return p.fail(Found(text), i18n.T("kif.want-variation"))
	}
	if p.count++; p.count > maxEvents {
		return p.fail(i18n.T("found.more-variations"), i18n.T("kif.fewer"))
	}
	p.flush()
	p.body = true
	// It branches off the first of the last variation, its parent and so on that begins before start and has the move before
	// it, or else off the main line.
	n := len(p.record.Branches)
	for n > 0 {
		b := p.record.Branches[n-1]
		if b.Start < start && b.Start+moves(b.Events) >= start {
			break
		}
		n = b.Parent
	}
	p.record.Branches = append(p.record.Branches, Branch{Start: start, Parent: n, Line: p.record.lines})
	return nil
}

func moves(events []Event) (n int) {
	for _, e := range events {
		if _, ok := e.Step.(Move); ok {
			n++
		}
	}
	return n
}
