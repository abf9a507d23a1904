package crosstable

import (
	"encoding/csv"
	"html"
	"strconv"
	"strings"
)

// typed are the marks of results that every keyboard and every font has, and signs those that stand before a number.
var (
	typed = [results]string{"1", "=", "0", "*", "x"}
	signs = [results]string{"+", "=", "-", "*", "x"}
	score = [results]string{"1", "0.5", "0", "*", "x"}
)

// decimal writes a number of halves or quarters.
func decimal(n, parts int) string {
	return strconv.FormatFloat(float64(n)/float64(parts), 'f', -1, 64)
}

// most returns the greatest number of games of a player.
func (t *Table) most() (n int) {
	for _, row := range t.Rows {
		n = max(n, len(row.Games))
	}
	return n
}

// columns returns the numbers at the heads of the games: those of opponents in a round robin, else of games.
func (t *Table) columns() (heads []string) {
	n := t.most()
	if t.Kind == RoundRobin {
		n = len(t.Rows)
	}
	for i := range n {
		heads = append(heads, strconv.Itoa(i+1))
	}
	return heads
}

// cells returns the texts below the heads of the games of a row: in a round robin all games with an opponent, else one game
// each.
func (t *Table) cells(i int, game func(Played) string, self string) []string {
	cells := make([]string, len(t.columns()))
	if t.Kind == RoundRobin {
		cells[i] = self
	}
	for k, g := range t.Rows[i].Games {
		if t.Kind == Swiss {
			cells[k] = game(g)
		} else if g.Row >= 0 {
			cells[g.Row] += game(g)
		}
	}
	return cells
}

// tieBreak returns the tie-breaks of a row with their names.
func (t *Table) tieBreak(row Row, l Labels) (names, values []string) {
	if t.Kind == Swiss {
		names, values = append(names, l.Buchholz), append(values, decimal(row.Buchholz, 2))
	}
	return append(names, l.Sonneborn), append(values, decimal(row.Sonneborn, 4))
}

// head returns the heads of the columns.
func (t *Table) head(l Labels) []string {
	names, _ := t.tieBreak(Row{}, l)
	head := append([]string{l.Number, l.Player}, t.columns()...)
	return append(append(append(head, l.Points), names...), l.Place)
}

// body returns the cells of a row with those of its games.
func (t *Table) body(i int, games []string) []string {
	row := t.Rows[i]
	_, values := t.tieBreak(row, Labels{})
	cells := append([]string{strconv.Itoa(i + 1), row.Player}, games...)
	return append(append(append(cells, decimal(row.Points, 2)), values...), strconv.Itoa(row.Place))
}

// Text returns the table for a font of one width. In a round robin a cell holds the results against the player of that number,
// "1", "=" or "0"; else it holds "+", "=" or "-" and the number of the opponent, none for a bye. "*" is a game that goes on, "x"
// one without a result.
func (t *Table) Text(l Labels) string {
	l.Buchholz, l.Sonneborn = l.ShortBuchholz, l.ShortSonneborn
	lines := [][]string{t.head(l)}
	for i := range t.Rows {
		lines = append(lines, t.body(i, t.cells(i, func(g Played) string {
			switch {
			case t.Kind == RoundRobin:
				return typed[g.Result]
			case g.Row < 0:
				return signs[g.Result]
			}
			return signs[g.Result] + strconv.Itoa(g.Row+1)
		}, "\\")))
	}
	return align(lines)
}

// List returns the table as sentences, one line for each player, which can be read aloud.
func (t *Table) List(l Labels) string {
	var b strings.Builder
	for _, row := range t.Rows {
		line := l.Place + l.Colon + strconv.Itoa(row.Place) + l.Stop + row.Player + l.Stop
		say := func(label, value string) { line += label + l.Colon + value + l.Stop }
		say(l.Points, decimal(row.Points, 2))
		say(l.Games, strconv.Itoa(len(row.Games)))
		for result, label := range l.Results {
			var names []string
			for _, g := range row.Games {
				if int(g.Result) == result && g.Row >= 0 {
					names = append(names, t.Rows[g.Row].Player)
				}
			}
			if len(names) > 0 {
				say(label, strings.Join(names, l.Comma))
			}
		}
		for _, g := range row.Games {
			if g.Row < 0 {
				line += l.Bye + l.Stop
			}
		}
		names, values := t.tieBreak(row, l)
		for i := range names {
			say(names[i], values[i])
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// HTML returns the table as a fragment of a page.
func (t *Table) HTML(caption string, l Labels) string {
	var b strings.Builder
	cell := func(tag, text string) {
		name, _, _ := strings.Cut(tag, " ")
		b.WriteString("<" + tag + ">" + text + "</" + name + ">")
	}
	b.WriteString("<table class=\"crosstable\">\n<caption>" + html.EscapeString(caption) + "</caption>\n<thead>\n<tr>")
	for _, name := range t.head(l) {
		cell(`th scope="col"`, html.EscapeString(name))
	}
	b.WriteString("</tr>\n</thead>\n<tbody>\n")
	for i := range t.Rows {
		b.WriteString("<tr>")
		games := t.cells(i, func(g Played) string { return t.marked(g, l) }, "")
		for k, text := range t.body(i, games) {
			switch {
			case k == 1:
				cell(`th scope="row"`, html.EscapeString(text))
			case t.Kind == RoundRobin && k == i+2:
				cell(`td class="self"`, "")
			default:
				cell("td", text) // a number, or from marked
			}
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>\n")
	return b.String()
}

// marked returns a game in HTML: its mark, which says what it means where one points at it, and in a Swiss event the opponent.
func (t *Table) marked(g Played, l Labels) string {
	name, says := l.Bye, l.Bye
	if g.Row >= 0 {
		name = t.Rows[g.Row].Player
		says = l.Results[g.Result] + l.Colon + name
	}
	mark := `<abbr title="` + html.EscapeString(says) + `">` + l.Marks[g.Result] + "</abbr>"
	if t.Kind == Swiss {
		mark += " " + html.EscapeString(name)
	}
	return mark
}

// CSV returns the table for spreadsheets. A game is "1", "0.5" or "0", "*" while it goes on and "x" without a result, in a Swiss
// event with the name of the opponent behind it. A name that a spreadsheet would compute has an apostrophe before it.
func (t *Table) CSV(l Labels) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(t.head(l)) // a Builder has no errors
	for i := range t.Rows {
		cells := t.body(i, t.cells(i, func(g Played) string {
			switch {
			case t.Kind == RoundRobin:
				return score[g.Result] + " "
			case g.Row < 0:
				return score[g.Result]
			}
			return score[g.Result] + " " + t.Rows[g.Row].Player
		}, ""))
		for k, text := range cells {
			cells[k] = strings.TrimSuffix(text, " ")
		}
		if strings.ContainsAny(cells[1][:min(1, len(cells[1]))], "=+-@\t\r") {
			cells[1] = "'" + cells[1]
		}
		w.Write(cells)
	}
	w.Flush()
	return b.String()
}
