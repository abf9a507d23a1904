package kif

import (
	"fmt"
	"hikyaku/engine"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// numbered reads a line with a number: a move or an ending.
func (p *parser) numbered(number int, rest string) error {
	if len(p.Events) == 0 {
		p.foreign = p.foreign && p.Game() == "" // which may have been wrapped onto another line
	}
	c := parseColumn(rest)
	if err := p.checkText(c.text, number); err != nil {
		return err
	}
	kind := Move
	if IsEnding(c.text) || p.foreign && !shogiMove(c.text) {
		kind = Ending
	}
	e := Event{Kind: kind, Number: number, Text: c.text, Spent: c.spent, Total: c.total}
	if len(p.Branches) == 0 {
		if err := p.sequence(e); err != nil {
			return err
		}
	}
	return p.add(e)
}

// checkText refuses what cannot be a move or an ending whatever the game.
func (p *parser) checkText(text string, number int) error {
	switch {
	case text == "":
		return p.fail(quote(strconv.Itoa(number)), "a move behind the number")
	case !balanced(text):
		return p.fail(quote(text), "the closing parenthesis")
	case strings.ContainsRune(text, utf8.RuneError):
		return p.fail(quote(text), "a move in UTF-8 or Shift_JIS")
	case p.foreign:
		return nil
	case text[0] == '[':
		return p.fail(quote(text), `a move: a throw stands in a line "#: throw [4]"`)
	case strings.ContainsAny(text, blanks):
		return p.fail(quote(text), "one move and its time")
	}
	return nil
}

// sequence wants the numbers of the main line to count up by one, and nothing behind its end.
func (p *parser) sequence(e Event) error {
	want := p.number() + 1
	if e.Number != want {
		return p.fail("number "+strconv.Itoa(e.Number), "number "+strconv.Itoa(want))
	}
	return p.unended(e.Text)
}

// unended wants the main line to go on. A word that only looked like an ending, because it is no move
// of shogi, is a move once another follows.
func (p *parser) unended(text string) error {
	last := p.last()
	if last == nil {
		return nil
	}
	if p.shut > 0 {
		return p.fail(quote(text), fmt.Sprintf("nothing behind the closing sentence of line %d", p.shut))
	}
	if last.Kind == Ending && IsEnding(last.Text) {
		return p.fail(quote(text), fmt.Sprintf("nothing behind %s of line %d", last.Text, last.Line))
	}
	if last.Kind == Ending {
		last.Kind = Move
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
	e.Line = p.lines
	events := p.events()
	*events = append(*events, e)
	if len(p.Branches) == 0 {
		p.ends = append(p.ends, p.end)
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
		return p.fail(quote(text), "hikyaku record 1: this was written by a newer hikyaku")
	}
	content, ok := strings.CutPrefix(text, "#:")
	if !ok {
		p.own()
		return nil
	}
	word, rest, _ := strings.Cut(trim(content), " ")
	n := Note{word, trim(rest)}
	switch word {
	case "":
		return p.fail(quote(text), `a word behind "#:"`)
	case "throw":
		return p.throw(n.Text)
	case "do":
		return p.act(n.Text)
	case "at":
		return p.at(n)
	case "seat":
		return p.one(n, 4, func(e *Event) *int { return &e.Seat })
	case "party":
		return p.one(n, 5, func(e *Event) *int { return &e.Party }) // four players and an umpire
	}
	return p.note(n)
}

// note adds a line that belongs to the last event.
func (p *parser) note(n Note) error {
	_, notes, _ := p.place()
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
		return p.fail(quote(text), "the faces of a throw, as in [4] or [3,2]")
	}
	if len(p.Branches) == 0 {
		if err := p.unended(plain); err != nil {
			return err
		}
	}
	return p.add(Event{Kind: Throw, Text: plain, Spent: -1, Total: -1})
}

func (p *parser) at(n Note) error {
	_, _, e := p.place()
	if e == nil {
		return p.note(n)
	}
	at, err := time.Parse(time.RFC3339, n.Text)
	if err != nil || !e.At.IsZero() {
		return p.fail(quote(n.Text), "one time, as in 2026-11-20T19:30:12+09:00")
	}
	e.At = at.Truncate(time.Second)
	p.own()
	return nil
}

// act reads a step that is no move.
func (p *parser) act(text string) error {
	words := strings.Fields(text)
	if len(words) == 0 {
		return p.fail(quote("#: do"), `what is done, as in "#: do accept"`)
	}
	if len(p.Branches) == 0 {
		if err := p.unended(words[0]); err != nil {
			return err
		}
	}
	return p.add(Event{Kind: Act, Text: strings.Join(words, " "), Spent: -1, Total: -1})
}

// one reads a number from 1 to most into the field of the last event that belongs to it.
func (p *parser) one(n Note, most int, field func(*Event) *int) error {
	_, _, e := p.place()
	if e == nil {
		return p.note(n)
	}
	number, err := strconv.Atoi(n.Text)
	if err != nil || number < 1 || number > most || *field(e) != 0 {
		return p.fail(quote(n.Text), fmt.Sprintf("one %s from 1 to %d", n.Word, most))
	}
	*field(e) = number
	p.own()
	return nil
}
