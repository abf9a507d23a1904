package convert

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
	"hikyaku/kif"
)

// csaHeaders are the words of CSA files for headers.
var csaHeaders = [][2]string{
	{"N+", "先手："}, {"N-", "後手："}, {"$EVENT:", "棋戦："}, {"$SITE:", "場所："}, {"$START_TIME:", "開始日時："}, {"$END_TIME:", "終了日時："},
	{"$OPENING:", "戦型："}, {"$NOTE:", "備考："},
}

// ending is how a file of another program writes an ending.
type ending struct {
	text string
	word kif.Ending
}

// csaEndings are the words of CSA files for endings.
var csaEndings = []ending{
	{"%TORYO", kif.Resignation}, {"%CHUDAN", kif.Adjournment}, {"%SENNICHITE", kif.Repetition}, {"%TIME_UP", kif.TimeOut}, {"%ILLEGAL_MOVE", kif.Foul},
	{"%MAX_MOVES", "最大手数"}, {"%ERROR", "エラー"}, {"%MATTA", "待った"}, {"%JISHOGI", kif.Impasse}, {"%HIKIWAKE", kif.DrawAgreed}, {"%KACHI", kif.Declared}, {"%TSUMI", kif.Mate}, {"%FUZUMI", kif.NoMate},
}

var (
	csaMove  = lazyregexp.New(`^[+-][0-9]{4}[A-Z]{2}$`)
	csaFirst = lazyregexp.New(`^(V[0-9](\.[0-9]+)?|P[1-9+-]([ *+-]|[0-9]).*|[+-]|[+-][0-9]{4}[A-Z]{2}.*)$`)
	csaTime  = lazyregexp.New(`^T([0-9]{1,9})(\.[0-9]*)?$`)
)

// CSA has no bookmarks and no variations. Both are written in comments: a bookmark below its move as in KIF, and the variations at the end as lines
// of KIF. The blank distinguishes them from comments for readers.
var (
	csaRemarks = remarks{"'*", "'&"}
	csaKIF     = "' "
)

var csaVariation = lazyregexp.New(`^' 変化：[0-9]+手$`)

// csaLimit is the time limit of V2.2: hours and minutes, and the seconds a move after that.
var csaLimit = lazyregexp.New(`^([0-9]+):([0-9]{2})\+([0-9]+)$`)

// kifLimit is the time limit as readCSA writes it.
var kifLimit = lazyregexp.New(`^(?:([0-9]+)時間)?(?:([0-9]+)分)?\+([0-9]+)秒$`)

// csaReader turns the statements of a CSA file into the lines of a KIF file.
type csaReader struct {
	headers, moves lines
	line           int      // the number of the line that is read
	start          []string // the lines of the first position
	startLine      int      // the number of the first of them in the file
	last           string   // the line of the last move or ending, whose time may follow its comment
	remarks        lines    // the comments and bookmarks after it
	lastLine       int      // its number in the file
	ending         string   // the statement that ends the game, which shogi-server writes for the player and for itself
	turn           byte     // the side to move, + or -
	variations     bool     // the lines that are read are variations
	n              int      // its number
}

// readCSA reads one game of a CSA file of any version; lines with / separate games. The board determines the game. The usual
// start means shogi, or minishogi if the moves fit no other game.
func readCSA(data []byte, entry int) (*kif.Record, error) {
	games := []*csaReader{{}}
	for i, line := range linesOf(data) {
		if line == "/" {
			games = append(games, &csaReader{})
			continue
		}
		statements := []string{line}
		if line != "" && !strings.ContainsAny(line[:1], "'N$") {
			statements = strings.Split(line, ",")
		}
		for _, s := range statements {
			c := games[len(games)-1]
			if c.line = i + 1; !c.read(strings.TrimSpace(s)) {
				return nil, &kif.Error{Line: i + 1, Found: kif.Found(s), Wanted: i18n.T("fit.csa")}
			}
		}
	}
	games = slices.DeleteFunc(games, func(c *csaReader) bool { return len(c.start) == 0 && c.n == 0 })
	if len(games) == 0 {
		return nil, &kif.Error{Found: i18n.T("found.csa-position"), Wanted: i18n.T("fit.csa-position")}
	}
	c, err := chosen(games, entry, func(c *csaReader) string { return fmt.Sprintf("%d plies", c.n) })
	if err != nil {
		return nil, err
	}
	c.flush()
	r, err := firstOf(c.record, func(f *shogitext.Files) bool { return c.ranks() == 0 || c.ranks() == f.Set.Size })
	return r, inLine(err, c.startLine)
}

// isCSA reports whether the first statement of a file is one of CSA.
func isCSA(data []byte) bool {
	for line := range bytes.Lines(data) {
		line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))
		switch {
		case len(line) == 0 || line[0] == '\'':
		case line[0] == '$', bytes.HasPrefix(line, []byte("N+")), bytes.HasPrefix(line, []byte("N-")), bytes.HasPrefix(line, []byte("PI")):
			return true
		default:
			return csaFirst().Match(line)
		}
	}
	return false
}

// linesOf returns the lines of a file in any encoding and with any ends of lines, without blanks at their ends.
func linesOf(data []byte) []string {
	text, _ := kif.Decode(data)
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
	}
	return lines
}

// ranks counts the ranks of the first position; there are none for the usual start, or if it is set up piece by piece.
func (c *csaReader) ranks() (n int) {
	for _, line := range c.start {
		if len(line) > 1 && line[1] >= '1' && line[1] <= '9' {
			n++
		}
	}
	return n
}

// record returns the record as a game of f.
func (c *csaReader) record(f *shogitext.Files) (*kif.Record, error) {
	b, ok := f.Set.ReadCSA(c.start)
	if !ok {
		return nil, &kif.Error{Found: i18n.T("found.csa-start"), Wanted: i18n.T("fit.csa-position")}
	}
	var all lines
	all.join(c.headers)
	for _, h := range f.Headings(b) {
		all.add(0, strings.TrimPrefix(h.Key+"："+h.Value, "："))
	}
	all.join(c.moves)
	return all.record()
}

// read reads a statement and reports whether it is one.
func (c *csaReader) read(s string) bool {
	if s != "" && strings.ContainsAny(s[:1], "N$") && strings.ContainsFunc(s, unicode.IsControl) {
		return false
	}
	for _, h := range csaHeaders {
		if value, ok := strings.CutPrefix(s, h[0]); ok {
			c.headers.add(c.line, h[1]+value)
			return true
		}
	}
	e := slices.IndexFunc(csaEndings, func(e ending) bool { return e.text == s })
	found := csaTime().FindStringSubmatch(s)
	switch {
	case s == "" || strings.HasPrefix(s, "'CSA encoding=") || strings.HasPrefix(s, "V"):
	case csaVariation().MatchString(s), c.variations && strings.HasPrefix(s, csaKIF):
		c.flush()
		c.variations = true
		c.moves.add(c.line, s[len(csaKIF):])
	case strings.HasPrefix(s, csaRemarks.bookmark):
		c.remarks.add(c.line, s[1:])
	case s[0] == '\'':
		c.remarks.add(c.line, "*"+strings.TrimPrefix(s[1:], "*"))
	case s[0] == 'P' || s == "+" || s == "-":
		if c.start == nil {
			c.startLine = c.line
		}
		c.start = append(c.start, s)
		c.turn = s[0]
	case s[0] == '$':
		key, value, _ := strings.Cut(s[1:], ":")
		if limit := csaLimit().FindStringSubmatch(value); key == "TIME_LIMIT" && limit != nil {
			key, value = "持ち時間", kifTime(limit)
		}
		c.headers.add(c.line, key+"："+value)
	case csaMove().MatchString(s):
		c.turn = '+' + '-' - s[0]
		c.numbered(s[1:])
	case e >= 0 && s == c.ending:
	case e >= 0:
		c.ending = s
		c.numbered(string(csaEndings[e].word))
	case s == "%+ILLEGAL_ACTION" || s == "%-ILLEGAL_ACTION":
		if s[1] == c.turn { // the side may be to move or have moved
			c.numbered(string(kif.Foul))
		} else {
			c.numbered(string(kif.FoulWin))
		}
	case found != nil && (c.last == "" || strings.HasSuffix(c.last, "/)")): // the first time of a move counts
	case found != nil:
		seconds, _ := strconv.Atoi(found[1])
		c.last += fmt.Sprintf(" (%d:%02d/)", seconds/60, seconds%60)
		if strings.Trim(found[2], ".0") != "" {
			c.remarks.add(c.line, "#: "+exactTime+" "+s[1:])
		}
	default:
		return false
	}
	return true
}

// kifTime returns a time limit, as csaLimit finds it, in the words of KIF.
func kifTime(limit []string) string {
	hours, _ := strconv.Atoi(limit[1])
	minutes, _ := strconv.Atoi(limit[2])
	text := fmt.Sprintf("%d分+%s秒", minutes, limit[3])
	if hours > 0 {
		text = fmt.Sprintf("%d時間%s", hours, text)
	}
	return text
}

// numbered begins the line of a move or an ending.
func (c *csaReader) numbered(word string) {
	c.flush()
	c.n++
	c.last, c.lastLine = fmt.Sprintf("%4d %s", c.n, word), c.line
}

// flush ends the line of the last move.
func (c *csaReader) flush() {
	if c.last != "" {
		c.moves.add(c.lastLine, c.last)
	}
	c.moves.join(c.remarks)
	c.last, c.remarks = "", lines{}
}

// writeCSA returns a function that writes a CSA file of a version.
func writeCSA(version string) func(*kif.Record, Target) ([]byte, error) {
	return func(r *kif.Record, t Target) ([]byte, error) {
		p, err := playShogi(r, t, families)
		if err != nil {
			return nil, err
		}
		start, moves, err := p.score().CSA()
		if err != nil {
			return nil, err
		}
		var text strings.Builder
		if version == "V3.0" {
			fmt.Fprintf(&text, "'CSA encoding=%s\n", strings.ToUpper(t.Encoding.String()))
		}
		fmt.Fprintln(&text, version)
		for n, h := range csaHeaders[:2] {
			if name := t.player(r.Seat(n + 1)); name != "" {
				fmt.Fprintln(&text, h[0]+name)
			}
		}
		for _, h := range r.Headers {
			if h.Key != "" && h.Value != "" && !slices.Contains(comparedHeaders, h.Key) && !slices.Contains(ownHeaders, h.Key) {
				fmt.Fprintln(&text, csaHeader(h, version))
			}
		}
		fmt.Fprintln(&text, strings.Join(start, "\n"))
		fmt.Fprint(&text, csaRemarks.of(r.Comment, r.Notes))
		events := p.events(r)
		for i, move := range moves {
			fmt.Fprintln(&text, move)
			if events != nil {
				fmt.Fprint(&text, csaSpent(events[i], version)+csaRemarks.of(events[i].Comment, events[i].Notes))
			}
		}
		if ending := p.csaEnding(); ending != "" {
			fmt.Fprint(&text, ending+csaSpent(p.ending, version)+csaRemarks.of(p.ending.Comment, p.ending.Notes))
		}
		if err := csaVariations(&text, r, t.Encoding); err != nil {
			return nil, err
		}
		return t.Encoding.Encode(text.String())
	}
}

// csaVariations writes the variations of r in comments.
func csaVariations(text *strings.Builder, r *kif.Record, e kif.Encoding) error {
	whole, err := r.Rewrite(e)
	if err != nil {
		return err
	}
	lines := linesOf(whole.Bytes())
	if from := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "変化：") }); from >= 0 {
		for _, line := range lines[from:] {
			if line != "" {
				text.WriteString(csaKIF + line + "\n")
			}
		}
	}
	return nil
}

// exactTime begins a note with a thinking time in seconds and their fraction, which a record does not have.
const exactTime = "spent"

// exact returns the thinking time of e with the fraction of a second, "" if it has none.
func exact(e kif.Event) string {
	for _, n := range e.Notes {
		if n.Word == exactTime {
			return n.Text
		}
	}
	return ""
}

// csaSpent returns the line of the thinking time of e, "" if it is not known. V3.0 has fractions of a second.
func csaSpent(e kif.Event, version string) string {
	switch seconds := exact(e); {
	case e.Spent < 0:
		return ""
	case seconds != "" && version == "V3.0":
		return "T" + seconds + "\n"
	}
	return fmt.Sprintf("T%d\n", int(e.Spent.Seconds()))
}

// csaHeader returns the line of a header. One for which CSA has no word keeps its key: other programs pass over it.
func csaHeader(h kif.Header, version string) string {
	for _, known := range csaHeaders[2:] {
		if known[1] == h.Key+"：" && (known[0] != "$NOTE:" || version == "V3.0") {
			return known[0] + h.Value
		}
	}
	if limit := kifLimit().FindStringSubmatch(h.Value); h.Key == "持ち時間" && limit != nil {
		hours, _ := strconv.Atoi(limit[1])
		minutes, _ := strconv.Atoi(limit[2])
		text := fmt.Sprintf("%02d:%02d+%s", hours, minutes, limit[3])
		if kifTime(csaLimit().FindStringSubmatch(text)) == h.Value {
			return "$TIME_LIMIT:" + text
		}
	}
	return "$" + h.Key + ":" + h.Value
}

// csaEnding returns the word for the end of the match, "" if it follows from the moves.
func (p *played) csaEnding() string {
	word, winner := p.word(), p.winner()
	if winner > 0 && (p.fouled() || word == kif.FoulWin) {
		return "%" + "-+"[winner-1:winner] + "ILLEGAL_ACTION\n"
	}
	if i := slices.IndexFunc(csaEndings, func(e ending) bool { return e.word == word }); i >= 0 {
		return csaEndings[i].text + "\n"
	}
	return ""
}
