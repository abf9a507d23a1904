package rengi

import (
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

func numberArg(name string, n int) engine.Arg { return engine.Word(name, strconv.Itoa(n)) }

// seatName returns the name of a seat, counted from 0.
func seatName(seat int) i18n.Text { return engine.Seat(seat+1, seats) }

// seatName returns the name of the seat to move.
func (s *state) seatName() i18n.Text { return seatName(int(s.turn)) }

// seatArg returns a seat, counted from 0, as an argument.
func seatArg(name string, seat uint8) engine.Arg {
	return engine.Arg{Name: name, Value: seatName(int(seat))}
}

// mover returns the seat to move as the argument {seat}.
func (s *state) mover() engine.Arg { return seatArg("seat", s.turn) }

func stonesArg(name string, n int) engine.Arg { return engine.Arg{Name: name, Value: stonesText(n)} }

func stonesText(n int) i18n.Text { return counted(n, "stone", "個") }
func rowsText(n int) i18n.Text   { return counted(n, "row", "段") }
func turnsText(n int) i18n.Text  { return counted(n, "turn", "手番") }

// Words returns a legal move in words.
func (*position) Words(m engine.Move) i18n.Text {
	read, _ := readMove(string(m))
	if read.kind == drafts {
		var en, ja []string
		for _, e := range read.entries {
			en, ja = append(en, e.colour.String()+" at "+cellNames()[e.cell]), append(ja, cellNames()[e.cell]+"に"+e.colour.String())
		}
		return i18n.Text{En: "list: " + strings.Join(en, ", "), Ja: "リスト：" + strings.Join(ja, "、")}
	}
	columns, a, b := read.columns, read.colours[0].String(), read.colours[1].String()
	first, second := strconv.Itoa(int(columns[0])+1), strconv.Itoa(int(columns[1])+1)
	words := i18n.Text{En: a + " in column " + first + ", " + b + " in column " + second, Ja: first + "列に" + a + "、" + second + "列に" + b}
	switch {
	case !read.two:
		words = i18n.Text{En: a + " in column " + first, Ja: first + "列に" + a}
	case columns[0] == columns[1]:
		words = i18n.Text{En: a + " and " + b + " in column " + first, Ja: first + "列に" + a + "と" + b}
	}
	if read.rows != unsaid {
		rows := rowsText(int(read.rows))
		words = i18n.Text{En: words.En + ", " + rows.En + " of garbage", Ja: words.Ja + "、邪魔石" + rows.Ja}
	}
	return words
}

// counted returns a number of things.
func counted(n int, en, ja string) i18n.Text {
	number := strconv.Itoa(n)
	if n != 1 {
		en += "s"
	}
	return i18n.Text{En: number + " " + en, Ja: number + ja}
}

func columnsArg(m placement) engine.Arg {
	a, b := strconv.Itoa(int(m.columns[0])+1), strconv.Itoa(int(m.columns[1])+1)
	if !m.two || a == b {
		return engine.Arg{Name: "columns", Value: i18n.Text{En: "column " + a, Ja: a + "列目"}}
	}
	return engine.Arg{Name: "columns", Value: i18n.Text{En: "columns " + a + " and " + b, Ja: a + "列目と" + b + "列目"}}
}

func (p pair) text(two bool) string {
	if !two {
		return p[0].String()
	}
	return p[0].String() + p[1].String()
}
