package kif

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hikyaku/internal/i18n"
)

// Append returns r with e at its end, in the encoding and with the line ends of the file; no earlier byte changes.
// Append fills in Line, a Number of 0, and the Closing after an ending of the match; it truncates Spent to seconds, and omits
// a Spent or a Total of MaxSpent or more and a Total less than Spent. The error is an *Error if e is not Say and the main line
// has ended: it is followed by an ending of the match, a closing sentence or a variation, which Cut removes. Any other error
// names the field that cannot be written.
func (r *Record) Append(e Event) (*Record, error) {
	c := r.Copy()
	if err := c.Add(e); err != nil {
		return nil, err
	}
	return c, nil
}

// Copy returns a copy of r to which Add may add events. It is faster than Append for many events, because Append copies the record each time.
func (r *Record) Copy() *Record {
	c := *r
	c.Events = append(make([]Event, 0, len(r.Events)+1), r.Events...)
	c.eventEnds = append(make([]int, 0, len(r.eventEnds)+1), r.eventEnds...)
	c.Headers, c.headerLines, c.Notes, c.raw = slices.Clip(r.Headers), slices.Clip(r.headerLines), slices.Clip(r.Notes), slices.Clip(r.raw)
	if e := c.lastEvent(); e != nil {
		e.Notes = slices.Clip(e.Notes)
	}
	return &c
}

// Add is Append on r itself. r must not be used after an error.
func (r *Record) Add(e Event) error {
	if r.original != nil {
		return r.addBoth(e)
	}
	e, err := r.complete(e)
	if err != nil {
		return err
	}
	n := len(r.Events)
	if err := r.grow(e.written()); err != nil {
		return i18n.Err("kif.append", "step", Quote(e.Step.String()), "why", err)
	}
	// Line does not count.
	if o := r.lastEvent(); len(r.Events) != n+1 || e.Step != o.Step || e.Undone != o.Undone || e.Number != o.Number || e.Spent != o.Spent || e.Total != o.Total ||
		e.Comment != o.Comment || e.Key != o.Key || e.Source != o.Source || !slices.Equal(e.Notes, o.Notes) || e.written() != o.written() {
		return i18n.Err("kif.append", "step", Quote(e.Step.String()), "why", i18n.Err("kif.not-same"))
	}
	return nil
}

// Cut returns the record with the first n events only. Its bytes are a prefix of r's. It removes everything after the lines
// of the last event, including a closing sentence and the variations.
func (r *Record) Cut(n int) *Record {
	end := r.start
	if n = min(n, len(r.Events)); n > 0 {
		end = r.eventEnds[n-1]
	}
	c := &Record{Encoding: r.Encoding, form: r.form}
	if err := c.parse(r.raw[:end:end]); err != nil {
		panic("the beginning of a record does not read: " + err.Error())
	}
	if r.original != nil {
		cut := *r.original
		cut.keep = min(n, cut.keep)
		c.original = &cut
	}
	return c
}

// OtherLine returns the record of another line of the match: the first n events of r, followed by lines as Lines writes
// them. It is an error if the lines are not in that form.
func (r *Record) OtherLine(n int, lines string) (*Record, error) {
	c := r.Cut(n).Copy()
	err := c.grow(lines + "\n")
	if err == nil && c.Lines(min(n, len(c.Events))) != lines {
		err = i18n.Err("kif.not-strict")
	}
	return c, err
}

// TakeBack returns r with the events for which undone is true in comment lines, and all others in the main line. It
// rewrites only the lines of the events that change.
func (r *Record) TakeBack(undone func(i int) bool) (*Record, error) {
	changes := func(i int) bool { return r.Events[i].Undone != undone(i) }
	first := 0
	for first < len(r.Events) && !changes(first) {
		first++
	}
	if first == len(r.Events) {
		return r, nil
	}
	data, from := slices.Clone(r.raw[:r.start]), r.start
	for i, e := range r.Events {
		lines := r.raw[from:r.eventEnds[i]]
		if from = r.eventEnds[i]; changes(i) {
			e.Undone = !e.Undone
			var err error
			if lines, err = r.form.render(e.written()); err != nil {
				return nil, err
			}
		}
		data = append(data, lines...)
	}
	data = append(data, r.raw[from:]...)
	if err := checkLength(data); err != nil {
		return nil, err
	}
	c := &Record{Encoding: r.Encoding, form: r.form}
	return c, c.parse(data)
}

// closed returns the error that text on a line ends the main line.
func closed(line int, text string) error {
	return &Error{Line: line, Found: i18n.T("found.word", "text", text), Wanted: i18n.T("kif.open")}
}

// lastDone returns the last event of the main line except what may follow its end (AfterEnd), or nil.
func (r *Record) lastDone() *Event {
	if r.done == 0 {
		return nil
	}
	return &r.Events[r.done-1]
}

// complete returns e as it will be read back. It returns an error if e must not follow what is after the main line.
func (r *Record) complete(e Event) (Event, error) {
	switch last := r.lastDone(); {
	case len(r.Branches) > 0:
		b := r.Branches[0]
		return e, closed(b.Line, fmt.Sprintf("変化：%d手", b.Start))
	case AfterEnd(e.Step) || last == nil:
	case last.final():
		return e, closed(last.Line, last.Step.String())
	case r.closingLine > 0:
		return e, closed(r.closingLine, last.Closing)
	}
	if e.Step == nil || e.Step == Step(Begin{}) {
		return e, errors.New("append: neither a throw, a move, an ending nor an act")
	}
	e = e.Clean()
	e.Undone = false
	if size := len(escapes.Replace(e.Comment)); size > MaxSaid {
		return e, i18n.Err("kif.append", "step", Quote(e.Step.String()), "why", i18n.Err("kif.comment-long", "n", size, "most", MaxSaid))
	}
	_, moved := e.Step.(Move)
	word, ended := e.Step.(Ending)
	// Times that cannot be written are left out: they are no reason to refuse a step.
	if e.Spent = writable(e.Spent); !moved && !ended {
		e.Spent = -1
	} else if e.Number == 0 {
		e.Number = r.number + 1
	}
	if e.Total = writable(e.Total); e.Spent < 0 || e.Total < e.Spent {
		e.Total = -1
	}
	if ended && e.Closing == "" && e.final() {
		e.Closing = fmt.Sprintf("まで%d手で%s", e.Number-1, word)
	}
	return e, nil
}

// Clean returns e with its comment and times as a record stores them: times in whole seconds, lines of the comment
// without trailing blanks.
func (e Event) Clean() Event {
	// Mail does not keep blanks at the ends of lines and line ends at the end.
	text := strings.ReplaceAll(e.Comment, "\r\n", "\n")
	lines := strings.Split(strings.TrimRight(text, blanks+"\n"), "\n")
	for i, line := range lines {
		lines[i] = trimRight(line)
	}
	e.Comment = strings.Join(lines, "\n")
	for _, t := range []*time.Time{&e.At, &e.Got, &e.Came} {
		if _, offset := t.Zone(); offset%60 != 0 || offset == 0 { // RFC 3339 cannot write the zone
			*t = t.UTC()
		}
		*t = t.Truncate(time.Second)
	}
	return e
}

// grow adds lines of text at the end of r, which must be a Copy with a buffer of its own.
func (r *Record) grow(text string) error {
	if !printable(text) {
		return i18n.Err("kif.control")
	}
	added, err := r.form.render(text)
	if err != nil {
		return err
	}
	if unfinished(r.raw) {
		r.raw = append(r.raw, r.form.end...)
	}
	data := append(r.raw, added...)
	if err := checkLength(data); err != nil {
		return err
	}
	if r.form.encoding != UTF8 && !ascii(added) && detect(data) != r.form.encoding { // UTF-8 is never mistaken
		return i18n.Err("kif.other-encoding")
	}
	return r.parse(data)
}

// printable reports whether text is valid and has no control characters except line ends and tabs.
func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(c rune) bool {
		return unicode.IsControl(c) && c != '\n' && c != '\t'
	})
}
