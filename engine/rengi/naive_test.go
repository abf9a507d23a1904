package rengi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
)

// plain is a second version of Rengi, written from the rules as directly as possible: a field is strings, one for each
// column from the bottom, and the rest of a slot is a list of words. It shares nothing with the code under test but the
// names of the options.
type plain struct {
	o         map[string]string // the options, none of them "variant"
	field     [2][6]string
	left      [2]int // own slots still lost to a chain
	out       [2]int // what that chain will send, in units
	limit     [2]int // the rows that may fall at its end
	settling  [2]bool
	announced [2]int
	stock     [2]int
	even      [2]int // placements without tearing during the other's chain
	meter     int
	list      [24]byte // lower and upper cell of each column; 0 is free
	put       int      // draft moves made
	single    string   // the first tsumo of seat 1, where it is not free
	pairs     [2][]string
	placed    [2]int
	seat      int
	todo      []string // what this slot still does before the next choice
	wait      string   // "move", "draft", "shuffle", "opening", "columns", "pair", "over"
	gained    bool
	last      event
}

// event describes the last step, so that the tests know which cases they have met.
type event struct {
	links, fell, cancelled, booked int
	gained, saved, passed          bool
}

func plainOptions(set engine.Options) map[string]string {
	o := map[string]string{"rules": "haku", "simple": "no", "list": "draft", "cap": "choose", "reach": "free", "seq": "shared"}
	for key, value := range set {
		if value != "variant" {
			o[key] = value
		}
	}
	usual := map[string]map[string]string{
		"haku": {"calc": "table", "reduce1": "on", "unit": "6", "stock": "on", "split_idle": "off", "split_chain": "off"},
		"kou":  {"calc": "table", "reduce1": "off", "unit": "6", "stock": "on", "split_idle": "off", "split_chain": "off"},
		"ten":  {"calc": "table", "reduce1": "off", "unit": "1", "stock": "off", "split_idle": "diff3", "split_chain": "every3"},
	}[o["rules"]]
	if o["simple"] != "no" {
		usual["calc"], usual["unit"] = o["simple"], "6"
		usual["split_idle"], usual["split_chain"] = "off", "off"
	}
	for key, value := range usual {
		if o[key] == "" {
			o[key] = value
		}
	}
	return o
}

func plainStart(set engine.Options) *plain {
	g := &plain{o: plainOptions(set), meter: 1, wait: "move"}
	switch {
	case g.o["rules"] == "ten":
		g.wait = "opening"
	case g.o["rules"] == "kou" && g.o["list"] == "draft":
		g.wait, g.single = "draft", "A"
	case g.o["rules"] == "kou":
		g.wait, g.single = "shuffle", "A"
	}
	return g
}

// rows returns the number of rows announced to the seat, rounded up.
func (g *plain) rows(seat int) int {
	if g.o["unit"] == "1" {
		return (g.announced[seat] + 5) / 6
	}
	return g.announced[seat]
}

func (g *plain) asked() bool { return g.o["cap"] == "choose" && g.rows(g.seat) > 3 }

// tsumo returns the next tsumo of the seat; it is empty if the seat chooses the colours.
func (g *plain) tsumo(seat int) string {
	first := seat == 0 && g.placed[0] == 0
	switch {
	case g.o["rules"] == "haku":
		return ""
	case first:
		return g.single
	case g.o["rules"] == "kou":
		at := g.column(seat)
		return string(g.list[2*at : 2*at+2])
	}
	return g.pairs[seat][g.next(seat)]
}

// next returns the number of pairs that the seat has placed.
func (g *plain) next(seat int) int {
	if seat == 0 {
		return max(0, g.placed[0]-1)
	}
	return g.placed[1]
}

func (g *plain) column(seat int) int {
	if seat == 0 {
		return g.next(0) % 12
	}
	return 11 - g.next(1)%12
}

// refusal returns the rule that a readable move breaks, "" if it breaks none.
func (g *plain) refusal(m string) string {
	m, rows, suffix := strings.Cut(m, "/")
	switch {
	case strings.Contains(m, ":"):
		return g.refuseDraft(strings.Split(m, ","))
	case m != "pass" && g.wait != "draft" && g.asked() && !suffix:
		return "move.malformed"
	case g.wait == "draft":
		return "list.wrong-count"
	case m == "pass" && g.left[1-g.seat] == 0:
		return "pass.not-allowed"
	case m == "pass":
		return ""
	}
	n := len(m) / 2
	columns, colours := m[:n], m[n:]
	if first := g.seat == 0 && g.placed[0] == 0; first && n == 2 {
		return "place.single-expected"
	} else if !first && n == 1 {
		return "place.pair-expected"
	}
	if strings.Trim(columns, "123456") != "" || columns[n-1]-columns[0] > 1 {
		return "place.columns"
	}
	if tsumo := g.tsumo(g.seat); tsumo != "" && colours != tsumo && (n == 1 || colours != tsumo[1:]+tsumo[:1]) {
		return "place.not-this-tsumo"
	}
	if !g.room(columns) {
		return "place.no-room"
	}
	if suffix && !g.asked() {
		return "cap.not-asked"
	}
	if d, _ := strconv.Atoi(rows); suffix && (d < 3 || d > 10 || d > g.rows(g.seat)) {
		return "cap.out-of-range"
	}
	return ""
}

func (g *plain) refuseDraft(entries []string) string {
	want := 2
	if g.put == 0 || g.put == 12 {
		want = 1
	}
	if g.wait != "draft" || len(entries) != want {
		return "list.wrong-count"
	}
	list := g.list
	taken, usedUp := false, false
	for _, entry := range entries {
		at, colour := entryOf(entry)
		taken = taken || list[at] != 0
		usedUp = usedUp || strings.Count(string(list[:]), string(colour)) == 6
		list[at] = colour
	}
	switch {
	case taken:
		return "list.cell-taken"
	case usedUp:
		return "list.colour-used-up"
	}
	return ""
}

// entryOf reads "5L:B" as a cell of the list and its colour.
func entryOf(entry string) (at int, colour byte) {
	cell, stone, _ := strings.Cut(entry, ":")
	column, _ := strconv.Atoi(cell[:len(cell)-1])
	at = 2 * (column - 1)
	if strings.HasSuffix(cell, "U") {
		at++
	}
	return at, stone[0]
}

func (g *plain) room(columns string) bool {
	stays := false
	for _, digit := range columns {
		c := int(digit - '1')
		stays = stays || len(g.field[g.seat][c]) < 13
		for at := min(2, c); g.o["reach"] == "wall" && at <= max(2, c); at++ {
			if len(g.field[g.seat][at]) == 13 {
				return false
			}
		}
	}
	return stays
}

// apply plays a legal move or a throw.
func (g plain) apply(m string) *plain {
	g.last = event{}
	for seat := range g.pairs {
		g.pairs[seat] = append([]string(nil), g.pairs[seat]...)
	}
	switch faces, thrown := engine.Move(m).Throw(); {
	case thrown:
		g.throw(faces)
	case m == "pass":
		g.last.passed = true
		g.todo = []string{"end"}
	case g.wait == "draft":
		for _, entry := range strings.Split(m, ",") {
			at, colour := entryOf(entry)
			g.list[at] = colour
		}
		g.seat, g.put = 1-g.seat, g.put+1
		if g.put == 13 {
			g.seat, g.wait = 0, "move"
		}
		return &g
	default:
		g.place(m)
	}
	g.run()
	return &g
}

func (g *plain) throw(faces []int) {
	colours := ""
	for _, face := range faces {
		colours += string("?ABCD"[min(face, 5)%5])
	}
	switch g.wait {
	case "opening":
		g.single = colours[:1]
		mine, theirs := colours[1:], colours[1:]
		if g.o["seq"] == "own" {
			mine, theirs = colours[1:5], colours[5:]
		}
		for i := 0; i < len(mine); i += 2 {
			g.pairs[0] = append(g.pairs[0], mine[i:i+2])
		}
		for i := 0; i < len(theirs); i += 2 {
			g.pairs[1] = append(g.pairs[1], theirs[i:i+2])
		}
		g.todo = nil
	case "pair":
		for seat := range 2 {
			if g.o["seq"] == "shared" || seat == g.seat {
				g.pairs[seat] = append(g.pairs[seat], colours)
			}
		}
	case "shuffle":
		copy(g.list[:], "AAAAAABBBBBBCCCCCCDDDDDD")
		for i, face := range faces {
			g.list[i], g.list[i+face-1] = g.list[i+face-1], g.list[i]
		}
		g.todo = nil
	case "columns":
		columns := []int{0, 1, 2, 3, 4, 5}
		for i, face := range faces {
			columns[i], columns[i+face-1] = columns[i+face-1], columns[i]
		}
		g.fall(columns[:len(faces)])
	}
	g.wait = ""
}

func (g *plain) place(m string) {
	m, rows, suffix := strings.Cut(m, "/")
	n := len(m) / 2
	limit := 5
	if suffix {
		limit, _ = strconv.Atoi(rows)
	} else if g.o["cap"] != "choose" {
		limit, _ = strconv.Atoi(g.o["cap"])
	}
	f := &g.field[g.seat]
	torn := n == 2 && m[0] != m[1] && len(f[m[0]-'1']) != len(f[m[1]-'1'])
	for i := range n {
		f[m[i]-'1'] += m[n+i : n+i+1]
	}
	trim(f)
	g.placed[g.seat]++
	stones, groups := clear(f)
	g.limit[g.seat] = limit
	if g.last.links = len(stones); g.last.links > 0 {
		g.left[g.seat], g.out[g.seat] = len(stones), g.generate(stones, groups)
		g.todo = []string{"window", "end"}
		return
	}
	if !torn {
		g.count()
	}
	g.todo = []string{"fall", "loss", "window", "end"}
}

// trim removes the stones above row 13.
func trim(f *[6]string) {
	for c := range f {
		f[c] = f[c][:min(13, len(f[c]))]
	}
}

// count moves the meter or counts a placement during the other's chain.
func (g *plain) count() {
	if g.left[1-g.seat] > 0 {
		if g.o["split_chain"] == "every3" {
			g.even[g.seat]++
			if g.even[g.seat] == 3 {
				g.even[g.seat], g.gained = 0, true
			}
		}
		return
	}
	if g.o["split_idle"] != "diff3" {
		return
	}
	scale := []int{-3, -2, -1, 1, 2, 3}
	for i, mark := range scale {
		if mark == g.meter {
			g.meter = scale[i+2*g.seat-1]
			break
		}
	}
	switch g.meter {
	case -3:
		g.meter, g.gained = 1, true
	case 3:
		g.meter, g.gained = -1, true
	}
}

// clear runs a chain to its end and returns the stones and groups of each link.
func clear(f *[6]string) (stones, groups []int) {
	for {
		gone := map[[2]int]bool{}
		n := 0
		for c := range 6 {
			for r := range min(12, len(f[c])) {
				if group := connected(f, c, r); f[c][r] != '#' && len(group) >= 4 && !gone[[2]int{c, r}] {
					n++
					for _, at := range group {
						gone[at] = true
					}
				}
			}
		}
		if n == 0 {
			return stones, groups
		}
		stones, groups = append(stones, len(gone)), append(groups, n)
		remove(f, gone)
	}
}

// connected returns the cells of rows 1 to 12 that are connected with this one in its colour.
func connected(f *[6]string, c, r int) [][2]int {
	group := [][2]int{{c, r}}
	for i := 0; i < len(group); i++ {
		for _, next := range beside(f, group[i]) {
			if f[next[0]][next[1]] == f[c][r] && !slices.Contains(group, next) {
				group = append(group, next)
			}
		}
	}
	return group
}

// beside returns the filled cells of rows 1 to 12 next to this one.
func beside(f *[6]string, at [2]int) (cells [][2]int) {
	for _, next := range [][2]int{{at[0] - 1, at[1]}, {at[0] + 1, at[1]}, {at[0], at[1] - 1}, {at[0], at[1] + 1}} {
		if next[0] >= 0 && next[0] < 6 && next[1] >= 0 && next[1] < min(12, len(f[next[0]])) {
			cells = append(cells, next)
		}
	}
	return cells
}

// remove removes these stones and the garbage beside them.
func remove(f *[6]string, gone map[[2]int]bool) {
	all := map[[2]int]bool{}
	for at := range gone {
		all[at] = true
		for _, next := range beside(f, at) {
			if f[next[0]][next[1]] == '#' {
				all[next] = true
			}
		}
	}
	for c := range f {
		kept := ""
		for r := range f[c] {
			if !all[[2]int{c, r}] {
				kept += f[c][r : r+1]
			}
		}
		f[c] = kept
	}
}

// generate returns the garbage that a chain sends, in units, and changes the stock.
func (g *plain) generate(stones, groups []int) int {
	n, rows := len(stones), 0
	for k := range n {
		switch g.o["calc"] {
		case "chain":
			rows += k
		case "groups":
			rows += k * min(4, groups[k])
		}
	}
	if g.o["calc"] != "table" {
		if g.o["unit"] == "1" {
			return 6 * rows
		}
		return rows
	}
	total := plainTable(stones, g.o["reduce1"] == "on")
	if g.o["unit"] == "1" {
		return total
	}
	if g.o["stock"] == "off" {
		return total / 6
	}
	total += g.stock[g.seat]
	g.stock[g.seat] = total % 6
	if n >= 4 || total > 36 {
		g.stock[g.seat] = 0
	}
	return total / 6
}

func plainTable(stones []int, reduced bool) (total int) {
	if len(stones) == 1 {
		values := []int{1, 2, 3, 4, 5, 6, 9, 12, 15, 18, 21, 24, 27, 30}
		more := 3
		if reduced {
			values, more = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18}, 2
		}
		if at := stones[0] - 4; at < len(values) {
			return values[at]
		}
		return values[13] + more*(stones[0]-17)
	}
	for i, n := range stones {
		for x := 1; x <= n-4; x++ {
			total += plainExtra(i+1, x)
		}
	}
	lengths := []int{0, 1, 2, 5, 10, 20, 35, 50, 70, 90, 115, 140, 170, 205, 240, 280, 325, 370, 420}
	total += 6 * lengths[len(stones)-1]
	if len(stones) == 3 {
		total += 3
	}
	return total
}

// plainExtra returns the garbage for the x-th stone beyond four in a link.
func plainExtra(link, x int) int {
	switch {
	case link == 1 && x == 1:
		return 2
	case link == 1 && x <= 5:
		return 1
	case link == 1:
		return 3
	case link == 2 && x <= 3:
		return 2
	case link == 2 && x <= 9:
		return 3
	case link == 3 && x <= 4:
		return 3
	case link <= 3:
		return 6
	}
	rows := []int{1, 2, 3, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 10, 10, 10}
	return 6 * rows[link-4]
}

// run does the remaining work of a slot until a choice or a throw.
func (g *plain) run() {
	for len(g.todo) > 0 && g.wait != "over" {
		step := g.todo[0]
		switch step {
		case "fall":
			if amount := g.falling(); g.o["unit"] == "1" && amount%6 != 0 {
				g.wait = "columns"
				g.todo = g.todo[1:]
				return
			}
			g.fall(nil)
		case "loss":
			if len(g.field[g.seat][2]) >= 12 {
				g.wait = "over"
				return
			}
		case "window":
			if g.o["rules"] == "ten" && len(g.pairs[g.seat]) < g.next(g.seat)+3 {
				g.wait = "pair"
				g.todo = g.todo[1:]
				return
			}
		case "end":
			g.end()
			continue
		case "slot":
			g.slot()
			continue
		}
		g.todo = g.todo[1:]
	}
	if g.wait != "over" {
		g.wait = "move"
	}
}

// falling returns the amount of announced garbage that falls now, in units.
func (g *plain) falling() int {
	limit := g.limit[g.seat]
	if g.o["unit"] == "1" {
		limit *= 6
	}
	return min(g.announced[g.seat], limit)
}

func (g *plain) fall(parts []int) {
	amount := g.falling()
	if amount == 0 {
		return
	}
	g.announced[g.seat] -= amount
	g.last.fell = amount
	if g.o["unit"] == "1" {
		amount /= 6
	}
	f := &g.field[g.seat]
	for c := range f {
		f[c] += strings.Repeat("#", amount)
	}
	for _, c := range parts {
		f[c] += "#"
	}
	trim(f)
	if g.settling[g.seat] = !g.gained; g.gained {
		g.gained, g.last.saved = false, true
	}
}

// end ends the slot, or lets the seat play the move that it has gained.
func (g *plain) end() {
	g.todo = []string{"slot"}
	if g.gained {
		g.gained, g.last.gained, g.todo = false, true, nil
		return
	}
	g.seat = 1 - g.seat
}

// slot begins the slot of a seat, which a chain or garbage may use up.
func (g *plain) slot() {
	x, y := g.seat, 1-g.seat
	g.todo = nil
	switch {
	case g.left[x] > 0:
		g.left[x]--
		g.todo = []string{"end"}
		if g.left[x] > 0 {
			return
		}
		g.even[y] = 0
		cancelled := min(g.out[x], g.announced[x])
		g.announced[x] -= cancelled
		g.announced[y] += g.out[x] - cancelled
		g.last.cancelled, g.last.booked = cancelled, g.out[x]-cancelled
		g.todo = []string{"fall", "loss", "end"}
	case g.settling[x]:
		g.settling[x] = false
		g.todo = []string{"end"}
	}
}

// dice returns the sides of the dice to throw now.
func (g *plain) dice() (sides []int) {
	switch g.wait {
	case "opening":
		n := 7
		if g.o["seq"] == "own" {
			n = 11
		}
		for range n {
			sides = append(sides, 4)
		}
	case "shuffle":
		for n := 24; n > 1; n-- {
			sides = append(sides, n)
		}
	case "columns":
		for i := range g.falling() % 6 {
			sides = append(sides, 6-i)
		}
	case "pair":
		sides = []int{4, 4}
	}
	return sides
}

// String returns the text of a position as RULES.md describes it.
func (g *plain) String() string {
	words := []string{strings.Join(g.field[0][:], "/"), strings.Join(g.field[1][:], "/")}
	for seat := range 2 {
		switch {
		case g.left[seat] > 0:
			words = append(words, fmt.Sprintf("chain:%d:%d:%d", g.left[seat], g.out[seat], g.limit[seat]))
		case g.settling[seat]:
			words = append(words, "settling")
		default:
			words = append(words, "free")
		}
	}
	two := func(has bool, n [2]int) string {
		if !has {
			return "-"
		}
		return fmt.Sprintf("%d,%d", n[0], n[1])
	}
	words = append(words, two(true, g.announced), two(g.o["stock"] == "on" && g.o["unit"] == "6", g.stock),
		two(g.o["split_chain"] == "every3", g.even))
	meter := "-"
	if g.o["split_idle"] == "diff3" {
		meter = fmt.Sprintf("%+d", g.meter)
	}
	wait := g.wait
	if g.gained && wait != "over" {
		wait += "+"
	}
	return strings.Join(append(words, meter, g.listText(), g.window(0)+","+g.window(1), strconv.Itoa(g.seat+1), wait, "v1"), " ")
}

func (g *plain) listText() string {
	if g.o["rules"] != "kou" {
		return "-"
	}
	var columns []string
	for c := range 12 {
		columns = append(columns, strings.ReplaceAll(string(g.list[2*c:2*c+2]), "\x00", "."))
	}
	return strings.Join(columns, "/")
}

// window returns the known tsumo of the seat.
func (g *plain) window(seat int) string {
	first := seat == 0 && g.placed[0] == 0
	switch g.o["rules"] {
	case "haku":
		return map[bool]string{true: "?", false: "??"}[first]
	case "kou":
		if first {
			return "A"
		}
		return strconv.Itoa(g.column(seat) + 1)
	}
	if g.wait == "opening" {
		return "-"
	}
	var thrown []string
	if first {
		thrown = []string{g.single}
	}
	return strings.Join(append(thrown, g.pairs[seat][g.next(seat):]...), "+")
}
