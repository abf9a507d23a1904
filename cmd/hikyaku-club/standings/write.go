package standings

import (
	"encoding/csv"
	"html"
	"strconv"
	"strings"

	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// scoreNames are the names of results in catalogue keys.
var scoreNames = [results]string{"won", "drawn", "lost", "open", "void"}

// typed are ASCII marks of results, and signs those written before a number.
var (
	typed = [results]string{"1", "=", "0", "*", "x"}
	signs = [results]string{"+", "=", "-", "*", "x"}
	score = [results]string{"1", "0.5", "0", "*", "x"}
)

// decimal formats a number of halves or quarters.
func decimal(n, parts int) string {
	return strconv.FormatFloat(float64(n)/float64(parts), 'f', -1, 64)
}

// columns returns the headers of the game columns: the numbers of opponents in a round robin, else those of games.
func (t *Table) columns() (heads []string) {
	n := len(t.Rows)
	if t.Kind != RoundRobinTable {
		n = 0
		for _, row := range t.Rows {
			n = max(n, len(row.Games))
		}
	}
	for i := range n {
		heads = append(heads, strconv.Itoa(i+1))
	}
	return heads
}

// cells returns the cells below those headers: in a round robin all games with an opponent, else one game each.
func (t *Table) cells(i int, game func(Played) string, self string) []string {
	cells := make([]string, len(t.columns()))
	if t.Kind == RoundRobinTable {
		cells[i] = self
	}
	for k, g := range t.Rows[i].Games {
		if t.Kind != RoundRobinTable {
			cells[k] = game(g)
		} else if g.Row >= 0 {
			cells[g.Row] += game(g)
		}
	}
	return cells
}

// tieBreaks returns the keys of the tie-breaks in the order in which they apply.
func (t *Table) tieBreaks() []string {
	switch t.Kind {
	case SwissTable:
		return []string{"cut", "sonneborn"}
	case ContinuousTable:
		return []string{"buchholz", "sonneborn"}
	}
	return []string{"sonneborn"}
}

// tieBreak formats a tie-break of a row.
func (r Row) tieBreak(key string) string {
	if key != "sonneborn" {
		return decimal(r.Buchholz, 2)
	}
	return decimal(r.Sonneborn, 4)
}

// head returns the headers of the columns. tieBreak is the prefix of the keys for the headers of tie-breaks.
func (t *Table) head(lang, tieBreak string) []string {
	head := []string{words.Text("table.head.number").In(lang), words.Text("table.head.player").In(lang)}
	head = append(append(head, t.columns()...), words.Text("table.head.points").In(lang))
	for _, key := range t.tieBreaks() {
		head = append(head, words.Text(tieBreak+key).In(lang))
	}
	return append(head, words.Text("table.head.place").In(lang))
}

// body returns the cells of a row, including those of its games.
func (t *Table) body(i int, games []string) []string {
	row := t.Rows[i]
	cells := append([]string{strconv.Itoa(i + 1), row.Player}, games...)
	cells = append(cells, decimal(row.Points, 2))
	for _, key := range t.tieBreaks() {
		cells = append(cells, row.tieBreak(key))
	}
	return append(cells, strconv.Itoa(row.Place))
}

// Text returns the table in a language for a monospaced font. In a round robin a cell contains the results against the player
// with that number: "1", "=" or "0". Otherwise it contains "+", "=" or "-" and the number of the opponent, which a bye lacks. "*"
// is an open game, "x" one without a result.
func (t *Table) Text(lang string) string {
	lines := [][]string{t.head(lang, "table.short.")}
	for i := range t.Rows {
		lines = append(lines, t.body(i, t.cells(i, func(g Played) string {
			switch {
			case t.Kind == RoundRobinTable:
				return typed[g.Result]
			case g.Row < 0:
				return signs[g.Result]
			}
			return signs[g.Result] + strconv.Itoa(g.Row+1)
		}, "\\")))
	}
	return strings.Join(render.Columns(lines), "\n") + "\n"
}

// List returns the table as sentences for reading aloud, with one line per player.
func (t *Table) List(lang string) string {
	var b strings.Builder
	for _, row := range t.Rows {
		finished := 0
		for _, g := range row.Games {
			if g.Result.counts() && (g.Row >= 0 || g.Result != Loss) {
				finished++
			}
		}
		line := words.Text("table.line", "place", row.Place, "player", row.Player, "points", decimal(row.Points, 2), "games", finished)
		for result := range Score(results) {
			line = i18n.Join(line, t.against(row, result))
		}
		for _, key := range t.tieBreaks() {
			line = i18n.Join(line, words.Text("table.tie."+key, "points", row.tieBreak(key)))
		}
		b.WriteString(line.In(lang) + "\n")
	}
	return b.String()
}

// against lists the opponents against whom a row has a result; empty if there are none.
func (t *Table) against(row Row, result Score) (said i18n.Text) {
	var others []i18n.Text
	bye := false
	for _, g := range row.Games {
		switch {
		case g.Result != result:
		case g.Row < 0:
			bye = true
		default:
			others = append(others, i18n.Same(t.Rows[g.Row].Player))
		}
	}
	if len(others) > 0 {
		said = words.Text("table.game."+scoreNames[result], "names", i18n.List(others...))
	}
	if bye {
		said = i18n.Join(said, words.Text("table.bye."+scoreNames[result]))
	}
	return said
}

// fewColumns is the largest number of opponents for which the games of a round robin fit on a telephone.
const fewColumns = 6

// HTML returns the table in a language as an HTML fragment.
func (t *Table) HTML(caption, lang string) string {
	var b strings.Builder
	cell := func(tag, text string) {
		name, _, _ := strings.Cut(tag, " ")
		b.WriteString("<" + tag + ">" + text + "</" + name + ">")
	}
	b.WriteString("<table class=\"crosstable\">\n<caption>" + html.EscapeString(caption) + "</caption>\n<thead>\n<tr>")
	isGame := func(k int) bool { // left out by a narrow page
		return (t.Kind != RoundRobinTable || len(t.columns()) > fewColumns) && k >= 2 && k < 2+len(t.columns())
	}
	full := t.head(lang, "table.head.")
	for k, name := range t.head(lang, "table.short.") {
		text := html.EscapeString(name)
		if name != full[k] {
			text = `<abbr title="` + html.EscapeString(full[k]) + `">` + text + "</abbr>"
		}
		tag := `th scope="col"`
		if isGame(k) {
			tag = `th class="game" scope="col"`
		}
		cell(tag, text)
	}
	b.WriteString("</tr>\n</thead>\n<tbody>\n")
	for i := range t.Rows {
		b.WriteString("<tr>")
		games := t.cells(i, func(g Played) string { // its mark, with the meaning of the mark or the opponent as tooltip
			says := t.against(Row{Games: []Played{g}}, g.Result).In(lang)
			mark := `<abbr class="` + scoreNames[g.Result] + `" title="` + html.EscapeString(says) + `">` + words.Text("table.mark."+scoreNames[g.Result]).In(lang) + "</abbr>"
			if t.Kind != RoundRobinTable && g.Row >= 0 {
				mark += " " + html.EscapeString(t.Rows[g.Row].Player)
			}
			return mark
		}, "")
		for k, text := range t.body(i, games) {
			switch {
			case k == 1:
				cell(`th scope="row"`, html.EscapeString(text))
			case isGame(k):
				cell(`td class="game"`, text)
			case t.Kind == RoundRobinTable && k == i+2:
				cell(`td class="self"`, "")
			default:
				cell("td", text) // a number, or a game
			}
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>\n")
	return b.String()
}

// CSV returns the table for spreadsheets, with headers in a language. A game is "1", "0.5" or "0", "*" while it is open and "x"
// without a result, in a Swiss event followed by the name of the opponent. Names that a spreadsheet would treat as formulas are
// prefixed with an apostrophe.
func (t *Table) CSV(lang string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(t.head(lang, "table.head.")) // a Builder has no errors
	for i := range t.Rows {
		cells := t.body(i, t.cells(i, func(g Played) string {
			switch {
			case t.Kind == RoundRobinTable:
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
