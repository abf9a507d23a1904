package render

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// phrases describes the seats of a scene in words, with the names of their players.
type phrases struct {
	lang  string
	names []string // by seat; a seat without one is called "seat 1", 先手
	you   int      // the seat that is called "You"; 0 for none
	brief bool     // whether levels of the computer are called "Level 2"
	seats int
	odds  bool        // see engine.Scene
	signs []i18n.Text // by seat, the sign of its things on the boards; nil in pictures
	wide  int         // columns of a name, the rest is cut; 0 for no limit
}

func newPhrases(s engine.Scene, lang string, names []string, you int) phrases {
	return phrases{lang: lang, names: names, you: you, seats: max(2, len(s.Players)), odds: s.Odds}
}

// widths are the columns of names to try where room is short.
var widths = []int{24, 16, 12, 8}

// fitting returns the text of say with the longest names that fit, or with the shortest of widths if none do.
func (t phrases) fitting(say func(phrases) string, fits func(string) bool) (text string) {
	for _, t.wide = range widths {
		if text = say(t); fits(text) {
			break
		}
	}
	return text
}

// name returns the name of a seat, counted from 1.
func (t phrases) name(seat int) string {
	name := ""
	switch {
	case seat == t.you:
		name = i18n.In(t.lang, "status.you")
	case seat <= len(t.names) && t.brief:
		name = oneLine(i18n.Briefly(t.names[seat-1]).In(t.lang))
	case seat <= len(t.names):
		name = oneLine(i18n.Called(t.names[seat-1]).In(t.lang))
	}
	if name == "" && t.odds {
		return engine.Side(seat).In(t.lang)
	}
	if name == "" {
		return engine.Seat(seat, t.seats).In(t.lang)
	}
	if t.wide > 0 {
		return terminal.Truncate(name, t.wide, "…")
	}
	return name
}

func (t phrases) in(text i18n.Text) string { return oneLine(text.In(t.lang)) }

func (t phrases) either(en, ja string) string { return i18n.Text{En: en, Ja: ja}.In(t.lang) }

func (t phrases) comma() string { return t.either(", ", "、") }
func (t phrases) colon() string { return t.either(": ", "：") }

// filled returns the parts that are not empty.
func filled(parts ...string) (kept []string) {
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return kept
}

// label returns the player of a seat with its sign, goal and state: "Alice (1; to rank 9)".
func (t phrases) label(seat int, p engine.Panel) string {
	sign := i18n.Text{}
	if seat <= len(t.signs) {
		sign = t.signs[seat-1]
	}
	aside := filled(t.in(sign), t.in(p.Goal), t.in(p.State))
	if aside == nil {
		return t.name(seat)
	}
	return t.name(seat) + t.either(" (", "（") + strings.Join(aside, t.either("; ", "、")) + t.either(")", "）")
}

// goal returns whose goal an edge is, with the sign of the seat's things: "goal of Alice (capital letters)".
func (t phrases) goal(seat int) string {
	text := t.either("goal of ", "") + t.name(seat) + t.either("", "のゴール")
	if seat == t.you {
		text = t.either("your goal", "あなたのゴール")
	}
	if seat > len(t.signs) || t.signs[seat-1] == (i18n.Text{}) {
		return text
	}
	return text + t.either(" (", "（") + t.in(t.signs[seat-1]) + t.either(")", "）")
}

// panel returns the label of a seat with what it has in words: "Alice (to rank 9): 9 walls left".
func (t phrases) panel(seat int, p engine.Panel) string {
	var has []string
	for _, thing := range p.Has {
		if inWords(thing) {
			has = append(has, filled(t.in(thing.Words))...)
		}
	}
	return t.listed(t.label(seat, p), has)
}

// listed returns "label: a, b", and the label alone if nothing is listed.
func (t phrases) listed(label string, list []string) string {
	if len(list) == 0 {
		return label
	}
	return label + t.colon() + strings.Join(list, t.comma())
}

// fieldTitle returns the title of the field of a seat: its player, and the things it has by their signs.
func (t phrases) fieldTitle(seat int, p engine.Panel) string {
	var has []string
	for _, thing := range p.Has {
		if !inWords(thing) && thing.Count > 0 {
			has = append(has, oneLine(thing.Cells[0].Glyph)+" "+t.number(thing))
		}
	}
	return t.listed(t.name(seat), has)
}

// number returns how many things there are.
func (t phrases) number(thing engine.Thing) string {
	if words := t.in(thing.Words); words != "" {
		return words
	}
	return strconv.Itoa(thing.Count)
}

// turn returns whose turn it is and what for, or how the game ended: "Bob to move", "Bob wins: checkmate".
func (t phrases) turn(s engine.Scene) string {
	switch {
	case s.Result != nil:
		return t.ending(s.Result)
	case s.Turn.Seat != 0 && s.Turn.Seat == t.you:
		return t.either("Your turn ", "あなた") + t.in(s.Turn.For)
	case s.Turn.Seat != 0:
		return t.of(s.Turn.Seat, s.Turn.For)
	}
	return ""
}

// person returns the name of a seat for a sentence, with a form of address.
func (t phrases) person(seat int) string {
	if seat == t.you || seat > len(t.names) {
		return t.name(seat)
	}
	_, title, _ := strings.Cut(i18n.Person(t.names[seat-1]).In(t.lang), i18n.Called(t.names[seat-1]).In(t.lang))
	return t.name(seat) + title
}

// of returns a sentence about a seat.
func (t phrases) of(seat int, text i18n.Text) string {
	return t.person(seat) + t.either(" ", "") + t.in(text)
}

// ending returns how the game ended. It names the winner unless How is about the winner or the first place is shared.
func (t phrases) ending(e *engine.Ending) string {
	how, winner, first := t.in(e.How), 0, 0
	if e.Seat != 0 {
		how = t.of(e.Seat, e.How)
	}
	for i, place := range e.Places {
		if place == 1 {
			winner, first = i+1, first+1
		}
	}
	switch {
	case e.Seat == 0 && first != 1:
		begin, size := utf8.DecodeRuneInString(how)
		return string(unicode.ToUpper(begin)) + how[size:]
	case first != 1 || winner == e.Seat:
		return how
	case e.Seat != 0 && e.Seat == t.you:
		how = t.either("you "+t.in(e.How), how)
	}
	return t.person(winner) + t.either(t.verb(winner, " wins: ", " win: "), "の勝ち。") + how
}

// verb returns one of two English forms of a verb, the second one for the seat that
// is called "You".
func (t phrases) verb(seat int, theirs, yours string) string {
	if seat == t.you {
		return yours
	}
	return theirs
}

// thrown returns who threw which faces; "" if there was no throw.
func (t phrases) thrown(d engine.Dice) string {
	if d.Seat == 0 {
		return ""
	}
	var faces []string
	for _, face := range d.Faces {
		faces = append(faces, strconv.Itoa(face))
	}
	return t.person(d.Seat) + t.either(t.verb(d.Seat, " has thrown ", " have thrown "), "が振った目：") + strings.Join(faces, t.comma())
}
