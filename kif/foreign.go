package kif

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
)

// original is the file of another program that a record was read from. Append and Cut change it with the record.
type original struct {
	data  []byte
	file  *Record // data as another program means it; its events are those of the record, in the words of that program
	fixed error   // why nothing can be written there; nil for a KIF file
	keep  int     // how many events of file the record holds
}

// From returns r, which was read from the file data of another program, so that Append and Cut also change that file. file is data
// as Read reads it, and has the events of r in its own words. If fixed is not nil, it is the error of Append: such a file is only
// read.
func (r *Record) From(data []byte, file *Record, fixed error) *Record {
	c := *r
	c.original = &original{data, file, fixed, len(file.Events)}
	return &c
}

// Theirs reports whether r was read from a file of another program, which keeps its form.
func (r *Record) Theirs() bool { return r.original != nil }

// File returns the bytes of the file that holds r: those of another program's file, or Bytes. The caller must not change them.
func (r *Record) File() []byte {
	switch o := r.original; {
	case o == nil:
		return r.raw
	case o.fixed != nil || o.keep == len(o.file.Events):
		return o.data
	default:
		from := o.file.start
		if o.keep > 0 {
			from = o.file.eventEnds[o.keep-1]
		}
		if from < len(o.data) && unfinished(o.data) && o.file.mainEnd == len(o.data) {
			from -= len(o.data[:from]) - len(bytes.TrimSuffix(o.data[:from], []byte(o.file.form.end)))
		}
		return slices.Concat(o.data[:from], o.data[o.file.mainEnd:])
	}
}

// CheckCut returns an error if the file of r would not hold the first n events alone: it is only read, or a variation
// would lose the move that it branches off from.
func (r *Record) CheckCut(n int) error {
	o := r.original
	switch {
	case o == nil:
		return nil
	case o.fixed != nil:
		return o.fixed
	}
	kept := moves(o.file.Events[:n])
	for _, b := range o.file.Branches {
		if b.Parent == 0 && b.Start > kept+1 {
			return &Error{Line: b.Line, Found: i18n.T("found.word", "text", fmt.Sprintf("変化：%d手", b.Start)), Wanted: i18n.T("kif.want-branch-kept")}
		}
	}
	return nil
}

// addBoth is Add where r has the file of another program: e is also written there, after the main line and before the variations,
// in the layout of the moves before it.
func (r *Record) addBoth(e Event) error {
	o := r.original
	if o.fixed != nil {
		return o.fixed
	}
	if _, moved := e.Step.(Move); !moved && e.Step != Step(Resignation) || e.Seat != 0 {
		return i18n.Err("kif.append", "step", Quote(e.Step.String()), "why", i18n.Err("kif.theirs"))
	}
	if line := o.file.closingLine; line > 0 && o.keep == len(o.file.Events) {
		return closed(line, o.file.Events[o.keep-1].Closing)
	}
	own := r.Cut(len(r.Events))
	own.original = nil
	e, err := own.complete(e)
	if err != nil {
		return err
	}
	file, err := Read(r.File())
	if err != nil {
		return err
	}
	inFile := e
	sides := strings.NewReplacer("下手", "先手", "上手", "後手")
	if slices.ContainsFunc(file.Headers, func(h Header) bool { return h.Key == "上手" }) {
		sides = strings.NewReplacer("先手", "下手", "後手", "上手")
	}
	if file.Seat(2) != (Seat{}) { // the sentence uses the words of the headers
		inFile.Closing = sides.Replace(e.Closing)
	}
	if file, err = file.insert(inFile, file.spelled(own, e)); err != nil {
		return i18n.Err("kif.append", "step", Quote(e.Step.String()), "why", err)
	}
	last := file.lastEvent()
	e.Spent, e.Total = last.Spent, last.Total
	own = own.Copy()
	if err := own.Add(e); err != nil {
		return err
	}
	*r = *own.From(file.raw, file, nil)
	return nil
}

// insert returns r with the line of e after its main line, with text as the move.
func (r *Record) insert(e Event, text string) (*Record, error) {
	total := time.Duration(0) // of the seat so far: what the move before its last has, where two move in turn
	if n := len(r.Events) - 2; n >= 0 && e.Number > 2 {
		total = max(0, r.Events[n].Total)
	}
	var b strings.Builder
	b.WriteString(r.layout().line(e.Number, text, total) + "\n")
	writeComment(&b, e.Comment)
	if e.Closing != "" {
		b.WriteString(e.Closing + "\n")
	}
	if !printable(b.String()) {
		return nil, i18n.Err("kif.control")
	}
	added, err := r.form.render(b.String())
	if err != nil {
		return nil, err
	}
	if unfinished(r.raw[:r.mainEnd]) { // then the file stays without an end of its last line, and Cut gives back what was there
		added = slices.Concat([]byte(r.form.end), bytes.TrimSuffix(added, []byte(r.form.end)))
	}
	again, err := Read(slices.Concat(r.raw[:r.mainEnd], added, r.raw[r.mainEnd:]))
	if err != nil {
		return nil, err
	}
	if again.Encoding != r.Encoding {
		return nil, i18n.Err("kif.other-encoding")
	}
	if last := again.lastEvent(); len(again.Events) != len(r.Events)+1 || len(again.Branches) != len(r.Branches) ||
		last.Step.String() != text || last.Comment != e.Comment {
		return nil, i18n.Err("kif.not-same")
	}
	return again, nil
}

// unfinished reports whether the last line of data has no end.
func unfinished(data []byte) bool {
	return len(data) > 0 && !bytes.HasSuffix(data, []byte("\n")) && !bytes.HasSuffix(data, []byte("\r"))
}

// spelled returns e, which follows own, as the program that wrote r spells it: a move to the square of the move before is 同, with the
// blank that other such moves of r have.
func (r *Record) spelled(own *Record, e Event) string {
	text := []rune(e.Step.String())
	last := own.lastEvent()
	if last == nil || len(text) <= 2 {
		return string(text)
	}
	if !strings.HasPrefix(last.Step.String(), string(text[:2])) {
		return string(text)
	}
	blank := "　"
	for _, other := range r.Events {
		if piece, same := strings.CutPrefix(other.Step.String(), "同"); same {
			blank = piece[:len(piece)-len(strings.TrimLeft(piece, " 　"))]
		}
	}
	return "同" + blank + string(text[2:])
}

// layout is how a program writes the lines of moves.
type layout struct {
	number int  // the width of the column of numbers
	left   bool // numbers are at its left side
	wide   bool // in full-width digits
	gap    int  // blanks between number and move
	column int  // the width of the column of moves with the blanks after it, 0 for none
	after  int  // the blanks after a move without a column, or after one too long for it
	clock  []clockPart
}

// clockPart is a number in a time, with the text before it. The last part is only text.
type clockPart struct {
	before string
	pad    string // what fills up a number of one digit, if anything
}

var moveLine = lazyregexp.New(`^([ \x{3000}]*)([0-9０-９]+)([ \x{3000}]+)(.*?)([ \x{3000}]*)(\([^()]*:[^()]*\))?[ +]*$`)

var clockField = lazyregexp.New(`([^0-9]*)([0-9]+)(?:\.[0-9]+)?`)

// layout returns the layout of the moves of r; that of Kifu for Windows without times if there are none.
func (r *Record) layout() (l layout) {
	l = layout{number: 4, gap: 1, after: 1}
	var columns, widths []int
	from := r.start
	for _, end := range r.eventEnds {
		for _, raw := range split(r.raw[:end], from) {
			_, quote := quoted(raw, r.form.depth)
			found := moveLine().FindStringSubmatch(r.form.encoding.text(raw[quote:]))
			if found == nil {
				continue
			}
			lead, digits, gap := len([]rune(found[1])), len([]rune(found[2])), len([]rune(found[3]))
			l.wide = width(found[2]) > digits
			switch {
			case lead > 0 || !l.left && digits == l.number:
				l.number, l.gap, l.left = lead+digits, gap, false
			case gap > 1:
				l.number, l.gap, l.left = digits+gap-1, 1, true
			case !l.left:
				l.number, l.gap = 0, gap
			}
			if l.clock = clockOf(found[6], l.clock); l.clock != nil {
				l.after = len([]rune(found[5]))
				columns, widths = append(columns, width(found[4])+l.after), append(widths, width(found[4]))
			}
			break
		}
		from = end
	}
	same := func(list []int) bool {
		return !slices.ContainsFunc(list, func(n int) bool { return n != list[0] })
	}
	if len(columns) > 0 && same(columns) && (!same(widths) || l.after > 1 && l.number == 4 && !l.left) {
		l.column = columns[0]
	}
	return l
}

// clockOf returns the parts of a time, and what the times before it show of how they are filled up.
func clockOf(text string, before []clockPart) (fields []clockPart) {
	rest := text
	for i, found := range clockField().FindAllStringSubmatch(text, -1) {
		f := clockPart{before: found[1], pad: "0"}
		if i == 0 {
			f.before, f.pad = strings.TrimRight(found[1], " "), " "
		}
		switch {
		case found[2][0] == '0' && len(found[2]) > 1:
			f.pad = "0"
		case len(found[2]) == 1 && len(f.before) == len(found[1]):
			f.pad = ""
		case len(found[2]) > 1 && i < len(before):
			f.pad = before[i].pad
		}
		fields = append(fields, f)
		rest = rest[strings.Index(rest, found[0])+len(found[0]):]
	}
	if fields == nil {
		return nil
	}
	return append(fields, clockPart{before: rest})
}

// line returns the line of a move or an ending, with no thinking time of its own where the program writes times.
func (l layout) line(number int, text string, total time.Duration) string {
	digits := fmt.Sprint(number)
	fill := strings.Repeat(" ", max(0, l.number-len(digits)))
	if l.wide {
		digits = strings.Map(func(c rune) rune { return c - '0' + '０' }, digits)
	}
	if l.left {
		digits += fill
	} else {
		digits = fill + digits
	}
	line := digits + strings.Repeat(" ", l.gap) + text
	if l.clock == nil {
		return line
	}
	blanks := l.after
	if l.column > 0 {
		blanks = max(1, l.column-width(text))
	}
	return line + strings.Repeat(" ", blanks) + l.time(total)
}

// time returns a time of 0 with a total, in the fields of the program.
func (l layout) time(total time.Duration) string {
	var b strings.Builder
	last := len(l.clock) - 1
	slash := slices.IndexFunc(l.clock, func(f clockPart) bool { return strings.Contains(f.before, "/") })
	for i, f := range l.clock[:last] {
		value := 0
		if slash >= 0 && i >= slash {
			seconds := int(total / time.Second)
			switch place := last - 1 - i; { // seconds, minutes, hours
			case i == slash && place == 1:
				value = seconds / 60
			case place == 0:
				value = seconds % 60
			case place == 1:
				value = seconds / 60 % 60
			default:
				value = seconds / 3600
			}
		}
		b.WriteString(f.before)
		if value < 10 {
			b.WriteString(f.pad)
		}
		fmt.Fprint(&b, value)
	}
	return b.String() + l.clock[last].before
}
