package render

import (
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// teller puts in words what a scene says of its seats, with the names of their players.
type teller struct {
	lang  string
	names []string // by seat; a seat without one is called "seat 1", 先手
	seats int
	signs []i18n.Text // by seat, what is its on the boards; nil where that is seen
	wide  int         // columns of a name, the rest is cut; 0 for no limit
}

func newTeller(s engine.Scene, lang string, names []string) teller {
	return teller{lang: lang, names: names, seats: max(2, len(s.Players))}
}

// widths are the columns of names to try where room is short.
var widths = []int{24, 16, 12, 8}

// fitting returns what say says with the longest names that fit, or with the shortest of widths if none do.
func (t teller) fitting(say func(teller) string, fits func(string) bool) (text string) {
	for _, t.wide = range widths {
		if text = say(t); fits(text) {
			break
		}
	}
	return text
}

// name returns the name of a seat, counted from 1.
func (t teller) name(seat int) string {
	name := ""
	if seat <= len(t.names) {
		name = oneLine(t.names[seat-1])
	}
	if name == "" {
		return engine.Seat(seat, t.seats).In(t.lang)
	}
	if t.wide > 0 {
		return columns(false).Truncate(name, t.wide, "…")
	}
	return name
}

func (t teller) in(text i18n.Text) string { return oneLine(text.In(t.lang)) }

func (t teller) either(en, ja string) string { return i18n.Text{En: en, Ja: ja}.In(t.lang) }

func (t teller) comma() string { return t.either(", ", "、") }
func (t teller) colon() string { return t.either(": ", "：") }

// filled returns the parts that are not empty.
func filled(parts ...string) (kept []string) {
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return kept
}

// label returns the player of a seat with its sign, where it goes and how it stands: "Alice (1; to rank 9)".
func (t teller) label(seat int, p engine.Panel) string {
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

// panel returns the label of a seat with what it has in words: "Alice (to rank 9): 9 walls left".
func (t teller) panel(seat int, p engine.Panel) string {
	var has []string
	for _, thing := range p.Has {
		if len(thing.Cells) == 0 {
			has = append(has, filled(t.in(thing.Words))...)
		}
	}
	return t.listed(t.label(seat, p), has)
}

// listed returns "label: a, b", and the label alone if nothing is listed.
func (t teller) listed(label string, list []string) string {
	if len(list) == 0 {
		return label
	}
	return label + t.colon() + strings.Join(list, t.comma())
}

// over returns what stands over the field of a seat: its player, and what it has that is drawn elsewhere by a sign.
func (t teller) over(seat int, p engine.Panel) string {
	var has []string
	for _, thing := range p.Has {
		if len(thing.Cells) > 0 && thing.Count > 0 {
			has = append(has, oneLine(thing.Cells[0].Glyph)+" "+t.number(thing))
		}
	}
	return t.listed(t.name(seat), has)
}

// number returns how many things there are.
func (t teller) number(thing engine.Thing) string {
	if words := t.in(thing.Words); words != "" {
		return words
	}
	return strconv.Itoa(thing.Count)
}

// turn returns whose turn it is and what for, or how the game ended: "Bob to move", "Bob wins: checkmate".
func (t teller) turn(s engine.Scene) string {
	switch {
	case s.Result != nil:
		return t.ending(s.Result)
	case s.Turn.Seat != 0:
		return t.of(s.Turn.Seat, s.Turn.For)
	}
	return ""
}

// of says text of a seat.
func (t teller) of(seat int, text i18n.Text) string {
	return t.name(seat) + t.either(" ", "") + t.in(text)
}

// ending names the winner, if there is one and How is said of somebody else.
func (t teller) ending(e *engine.Ending) string {
	how := t.in(e.How)
	if e.Seat != 0 {
		how = t.of(e.Seat, e.How)
	}
	winner := 0
	for i, place := range e.Places {
		switch {
		case place != 1:
		case winner != 0:
			return how // several share the first place
		default:
			winner = i + 1
		}
	}
	if winner == 0 || winner == e.Seat {
		return how
	}
	return t.name(winner) + t.either(" wins: ", "の勝ち。") + how
}

// thrown says what lies on the table.
func (t teller) thrown(d engine.Dice) string {
	if d.Seat == 0 {
		return ""
	}
	var faces []string
	for _, face := range d.Faces {
		faces = append(faces, strconv.Itoa(face))
	}
	return t.name(d.Seat) + t.either(" has thrown ", "が振った目：") + strings.Join(faces, t.comma())
}
