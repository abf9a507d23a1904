package kif

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"hikyaku/engine"
)

// numbered reads a line with a number: a move or an ending.
func (p *parser) numbered(number int, rest string) error {
	if len(p.record.Events) == 0 {
		p.foreign = p.foreign && p.record.Game() == "" // which may have been wrapped onto another line
	}
	c := parseColumn(rest)
	if found, wanted := checkText(c.text, number, p.foreign); wanted != "" {
		return p.fail(found, wanted)
	}
	var step Step = Move(c.text)
	if IsEnding(c.text) || p.foreign && !shogiMove(c.text) {
		step = Ending(c.text)
	}
	e := Event{Step: step, Number: number, Spent: c.spent, Total: c.total}
	if len(p.record.Branches) == 0 {
		if err := p.sequence(e); err != nil {
			return err
		}
	}
	return p.add(e)
}

// checkText refuses what cannot be a move or an ending whatever the game.
func checkText(text string, number int, foreign bool) (found, wanted string) {
	switch {
	case text == "":
		return Quote(strconv.Itoa(number)), "a move behind the number"
	case !balanced(text):
		return Quote(text), "the closing parenthesis"
	case strings.ContainsRune(text, utf8.RuneError):
		return Quote(text), "a move in UTF-8 or Shift_JIS"
	case foreign:
		return "", ""
	case text[0] == '[':
		return Quote(text), `a move: a throw stands in a line "#: throw [4]"`
	case strings.ContainsAny(text, blanks):
		return Quote(text), "one move and its time"
	}
	return "", ""
}

// sequence wants the numbers of the main line to count up by one, and nothing behind its end.
func (p *parser) sequence(e Event) error {
	want := lastNumber(p.record) + 1
	if e.Number != want {
		return p.fail("number "+strconv.Itoa(e.Number), "number "+strconv.Itoa(want))
	}
	return p.unended(e.Step.String())
}

// unended wants the main line to go on. A word that only looked like an ending, because it is no move
// of shogi, is a move once another follows.
func (p *parser) unended(text string) error {
	last := lastEvent(p.record)
	if last == nil {
		return nil
	}
	if p.record.shut > 0 {
		return p.fail(Quote(text), fmt.Sprintf("nothing behind the closing sentence of line %d", p.record.shut))
	}
	word, ended := last.Step.(Ending)
	if ended && IsEnding(string(word)) {
		return p.fail(Quote(text), fmt.Sprintf("nothing behind %s of line %d", word, last.Line))
	}
	if ended {
		last.Step = Move(word)
	}
	return nil
}

// add puts e at the end of the line that is being read.
func (p *parser) add(e Event) error {
	if p.count++; p.count > MaxEvents {
		return p.fail("one more event", fmt.Sprintf("at most %d", MaxEvents))
	}
	p.flush()
	p.body = true
	e.Line = cmp.Or(e.Line, p.record.lines)
	events := p.events()
	*events = append(*events, e)
	if len(p.record.Branches) == 0 {
		p.record.ends = append(p.record.ends, p.end)
	}
	return nil
}

func (p *parser) comment(text string) error {
	if p.remarks > 0 {
		p.remark = append(p.remark, '\n')
	}
	p.remark = append(p.remark, text...)
	p.remarks++
	p.tail = inRemark
	p.own()
	return nil
}

// hash reads a line with "#". Only "#:" means something, and the version of the format.
func (p *parser) hash(text string) error {
	if version, ok := strings.CutPrefix(text, "#hikyaku record "); ok && trim(version) != "1" {
		return p.fail(Quote(text), "hikyaku record 1: this was written by a newer hikyaku")
	}
	content, ok := strings.CutPrefix(text, "#:")
	if !ok {
		p.own()
		return nil
	}
	n := parseNote(trim(content))
	switch n.Word {
	case "":
		return p.fail(Quote(text), `a word behind "#:"`)
	case "throw":
		return p.throw(n.Text)
	case "do":
		return p.typed(n)
	}
	return p.note(n)
}

// parseNote cuts the word off a line.
func parseNote(line string) Note {
	if i := strings.IndexAny(line, blanks); i >= 0 {
		return Note{line[:i], trim(line[i:])}
	}
	return Note{Word: line}
}

// note adds a line that belongs to the last event, or to what stands before the first.
func (p *parser) note(n Note) error {
	_, notes, e := p.place()
	if e != nil && findKnown(n.Word) != nil {
		return p.typed(n)
	}
	*notes = append(*notes, n)
	p.tail = tail{&(*notes)[len(*notes)-1].Text, maxJoins}
	p.own()
	return nil
}

func (p *parser) throw(text string) error {
	plain := strings.Map(func(c rune) rune {
		if strings.ContainsRune(blanks, c) {
			return -1
		}
		return narrow(c)
	}, text)
	if _, ok := engine.Move(plain).Throw(); !ok {
		return p.fail(Quote(text), "the faces of a throw, as in [4] or [3,2]")
	}
	if len(p.record.Branches) == 0 {
		if err := p.unended(plain); err != nil {
			return err
		}
	}
	return p.add(Plain(Throw(plain)))
}
