package letter

import (
	"html"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
)

// A message lists at most manyMoves legal moves as links, and shows the first
// firstMoves of them as buttons.
const (
	manyMoves  = 40
	firstMoves = 4
)

// link is an answer that opens as a finished reply.
type link struct{ label, address string }

// linkTo returns a link that opens a reply with the text says.
func (s *sheet) linkTo(label, says string) link {
	return link{label, mailto(s.replyTo, "Re: "+s.subject, says+"\n\n\ntoken: "+s.token+"\n")}
}

// urgentLinks returns links for requests that the match is waiting for, other
// than moves.
func (s *sheet) urgentLinks() (list []link) {
	m := s.match
	switch {
	case s.token == "" || m.Outcome != nil || s.observes():
		return nil
	case m.Roster.Joining() == s.party:
		return []link{s.wordLink("accept"), s.wordLink("decline"), s.wordLink("rules")}
	case m.Roster.Joining() != 0:
		return nil
	}
	for _, a := range match.Acts {
		if a.Link != nil && a.Rank != match.Seldom && a.Link(m, s.party) {
			list = append(list, s.wordLink(a.Name))
		}
	}
	return list
}

// quietLinks returns links for rarely used acts, and for help.
func (s *sheet) quietLinks() (list []link) {
	m := s.match
	switch {
	case s.token == "" || m.Outcome != nil || m.Roster.Joining() != 0:
		return nil
	case s.observes():
		return []link{s.wordLink("stop")}
	}
	for _, name := range []string{"draw", "ask-undo", "resign"} {
		if act, ok := match.ActNamed(name); ok {
			if _, err := act.Step(m, s.party, match.Input{}); err == nil {
				list = append(list, s.linkTo(i18n.In(s.lang, "page."+name), i18n.In(s.lang, "word."+act.Word)))
			}
		}
	}
	return append(list, s.linkTo(i18n.In(s.lang, "page.more"), i18n.In(s.lang, "word.help")))
}

// wordLink returns the link of a word.
func (s *sheet) wordLink(word string) link {
	label := i18n.In(s.lang, "word."+word)
	return s.linkTo(capital(label), label)
}

// capital returns a word with a capital letter, as on a button.
func capital(word string) string {
	_, first := utf8.DecodeRuneInString(word)
	return strings.ToUpper(word[:first]) + word[first:]
}

// movesToAnswer returns legal moves to choose from, and more of them to show on request: all, if they are few, or else those of
// the first kind, whose texts are as long, such as pawn moves, and the walls beside a stone; or examples. Moves that end where the
// last one has ended come first. No engine chooses: a message must not advise.
func movesToAnswer(m *match.Match) (first, more []i18n.Text) {
	moves, walls := legalMoves(m, manyMoves+1), []engine.Move(nil)
	pointer, points := m.Last().(engine.Pointer)
	if len(moves) > manyMoves {
		other := slices.IndexFunc(moves, func(move engine.Move) bool { return len(move) != len(moves[0]) })
		if other < 0 {
			return exampleMoves(m), nil
		}
		if moves = moves[:other]; points {
			walls = wallsBesideStones(m, pointer)
		}
	}
	if points {
		last := map[string]map[engine.Point]bool{}
		for _, b := range m.Scene().Boards {
			last[b.ID] = map[engine.Point]bool{}
			for _, c := range b.Cells {
				last[b.ID][c.At] = c.Mark == engine.Last
			}
		}
		answers := func(move engine.Move) int {
			for _, t := range slices.Backward(pointer.Touches(move)) {
				if t.Board != "" {
					if last[t.Board][t.At] {
						return 0
					}
					break
				}
			}
			return 1
		}
		slices.SortStableFunc(moves, func(a, b engine.Move) int { return answers(a) - answers(b) })
	}
	shown := min(firstMoves, len(moves))
	return spell(m, moves[:shown]...), spell(m, append(moves[shown:], walls...)...)
}

// wallsBesideStones returns the walls that a player may build beside a stone, so that they close a way.
func wallsBesideStones(m *match.Match, pointer engine.Pointer) (walls []engine.Move) {
	stones := map[engine.Point]bool{}
	for _, b := range m.Scene().Boards {
		for _, c := range b.Cells {
			stones[c.At] = stones[c.At] || c.Form == engine.Disc
		}
	}
	for move := range m.Last().Moves() {
		touches := pointer.Touches(move)
		wall := touches[len(touches)-1]
		beside := engine.Point{X: 1} // the way from the cells on one side of the wall to those on the other
		if wall.Edge == engine.Right {
			beside = engine.Point{Y: 1}
		}
		for n := range wall.Size.X + wall.Size.Y {
			at := engine.Point{X: wall.At.X + n*beside.Y, Y: wall.At.Y + n*beside.X}
			if wall.Edge != engine.NoEdge && (stones[at] || stones[engine.Point{X: at.X - beside.X, Y: at.Y - beside.Y}]) {
				walls = append(walls, move)
				break
			}
		}
	}
	return walls
}

// looked is the number of legal moves from which examples are chosen.
const looked = 100

// exampleMoves returns a few different legal moves, as players write them.
func exampleMoves(m *match.Match) (list []i18n.Text) {
	moves := legalMoves(m, looked)
	if len(moves) > examples {
		moves = []engine.Move{moves[0], moves[1], moves[len(moves)-1]}
	}
	for _, move := range moves {
		list = append(list, engine.ByHand(m.Last(), move))
	}
	return list
}

// spell returns moves in the notation of each language.
func spell(m *match.Match, moves ...engine.Move) (list []i18n.Text) {
	for _, move := range moves {
		list = append(list, engine.Spell(m.Last(), move))
	}
	return list
}

// legalMoves returns the first legal moves of m, at most the given number.
func legalMoves(m *match.Match, most int) (moves []engine.Move) {
	for move := range m.Last().Moves() {
		if moves = append(moves, move); len(moves) == most {
			break
		}
	}
	return moves
}

// mailto returns a link that opens a finished message (RFC 6068).
func mailto(address, subject, body string) string {
	escape := func(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
	return "mailto:" + strings.ReplaceAll(escape(address), "%40", "@") + "?subject=" + escape(subject) + "&body=" + escape(strings.ReplaceAll(body, "\n", "\r\n"))
}

// style makes the page fit narrow screens, and dark in programs that know the
// media query for it. Everything else is in the elements.
const style = `<style>` +
	`a.f:focus,a.b:focus,a.q:focus{outline:3px solid #0b6e72}` +
	`@media(min-width:560px){dt{float:left;clear:left;width:215px}dd{margin-left:227px!important}dd:after{content:"";display:block;clear:left}}` +
	`@media(prefers-color-scheme:dark){body,main{background:#0f1216!important;color:#e8ebf0!important}` +
	`a.f,p.f{color:#06282a!important;background:#4cc9cc!important}p.e{background:#2a313b!important;color:#e8ebf0!important}.d{color:#ff9f8a!important}a.b{color:#4cc9cc!important}a.f,a.b,code{border-color:#4cc9cc!important}code{background:#1d2229!important}.s,a.q{color:#aab2be!important}.k{border-color:#343c48!important}` +
	`.day{display:none!important}.night{display:block!important}}` +
	`</style>`

// letterPage returns the message as HTML: one column with what comes before, the
// news and the task, answers that the match waits for, the picture of the board,
// moves to answer with and, separately, other ways to answer. It loads nothing from
// the network.
func (s *sheet) letterPage(before, pictures string, first []i18n.Text) string {
	var b strings.Builder
	b.WriteString(before)
	scene, names := s.match.Scene(), s.match.Names()
	brief := *s
	brief.brief = true
	news, headline := brief.news()
	news, invited := append(first, news...), s.match.Roster.Joining() == s.party
	shown := len(news)
	if invited { // what the inviter writes is below the buttons
		shown = min(shown, len(first)+len(brief.invitation()))
	}
	if headline && len(first) == 0 {
		b.WriteString(s.banner(news[0]))
		news, shown = news[1:], shown-1
		b.WriteString(blocks(s.lang, "", news[:shown]))
	} else if len(news) > 0 {
		b.WriteString(lead(s.lang, news[:shown], s.toMove() && !s.reminds))
	}
	b.WriteString(buttons("page.touch", s.lang, "f", s.urgentLinks()))
	if invited {
		b.WriteString(block("", i18n.In(s.lang, "invite.terms")) + blocks(s.lang, "", news[shown:]))
	}
	links := func(moves []i18n.Text) (list []link) {
		for _, move := range moves {
			list = append(list, s.linkTo(move.In(s.lang), move.In(s.lang)))
		}
		return list
	}
	b.WriteString(pictures)
	switch {
	case s.answersByMail():
		moves, more := movesToAnswer(s.match)
		b.WriteString(buttons("page.touch-move", s.lang, "b", links(moves)) + folded(i18n.In(s.lang, "page.more-moves"), row("b", links(more))))
	case s.token != "" && s.match.WasPlayed() && !s.observes():
		b.WriteString(row("f", []link{
			s.linkTo(i18n.In(s.lang, "page.again"), i18n.In(s.lang, "page.again-says")),
			s.linkTo(i18n.In(s.lang, "page.list"), i18n.In(s.lang, "word.history")),
		}))
	}
	b.WriteString(divider)
	how, further := blocks(s.lang, small, s.howToAnswer()), blocks(s.lang, small, s.small())
	if invited {
		how, further = "", folded(i18n.In(s.lang, "page.about"), how+further)
	}
	b.WriteString(how + row("q", s.quietLinks()))
	b.WriteString(inWords(s.match.Game.Summary(s.match.Options), scene, s.lang, names, s.flip()))
	b.WriteString(further)
	if s.token != "" {
		b.WriteString(tokenLine(s.lang, s.token))
	}
	return htmlPage(s.lang, b.String())
}

// banner returns the headline of a match that is over, in the colour of the buttons if the reader has won.
func (s *sheet) banner(head i18n.Text) string {
	class, colours := "e", "background:#e9dfcd;color:#2b211a"
	if s.match.For(s.party).Result() == match.Won {
		class, colours = "f", "background:#0b6e72;color:#fff"
	}
	return `<p class="` + class + `" style="margin:0 0 14px;padding:14px 16px;border-radius:8px;` + colours + `;font:bold 24px/1.3 ` + fonts + `">` + html.EscapeString(head.In(s.lang)) + "</p>\n"
}

// divider separates parts of a message.
const divider = `<hr class="k" style="margin:20px 0 14px;border:0;border-top:1px solid #e0d5c2">` + "\n"

// tokenLine returns the line that a reply must carry.
func tokenLine(lang, token string) string {
	return block(small, i18n.In(lang, "page.token", "token", token))
}

// lead returns the beginning of a message. Its first sentence is large, with those after it if they are short, and that with
// what to do is bold if the reader is to move.
func lead(lang string, texts []i18n.Text, toMove bool) string {
	const most = 70
	var b strings.Builder
	if first, rest, more := strings.Cut(texts[0].In(lang), "\n\n"); more {
		texts = append([]i18n.Text{i18n.Same(first), i18n.Same(rest)}, texts[1:]...)
	}
	for i, t := range texts {
		text := t.In(lang)
		if i == 0 && !strings.HasPrefix(text, quoteMark) && !strings.HasPrefix(text, " ") && !strings.Contains(text, "\n") {
			head, rest := text, ""
			if wide(text) > most {
				head, rest = firstSentence(text)
			}
			if wide(head) <= 2*most {
				b.WriteString(`<p style="margin:0 0 12px;overflow-wrap:anywhere;word-break:auto-phrase;text-wrap:balance;font:bold 21px/1.35 ` + fonts + `">` + heading(strings.TrimRight(head, ":：")) + "</p>\n")
				if rest == "" {
					continue
				}
				text = rest
			}
		}
		if toMove && i == len(texts)-1 {
			task, rest := text, ""
			if end := strings.IndexAny(text, ".。"); end >= 0 {
				_, stop := utf8.DecodeRuneInString(text[end:])
				task, rest = text[:end+stop], text[end+stop:]
			}
			b.WriteString(element("p", "", `<span style="font-weight:600">`+html.EscapeString(task)+`</span><span class="d" style="font-weight:600;color:#9f2d1d">`+html.EscapeString(rest)+"</span>"))
		} else {
			b.WriteString(blocks(lang, "", []i18n.Text{i18n.Same(text)}))
		}
	}
	return b.String()
}

// heading returns a line as HTML. The end of Japanese is not broken within its last phrase, in programs that know no phrases
// either.
func heading(text string) string {
	const least, most = 4, 12
	runes := []rune(text)
	for n := len(runes) - least; n > max(0, len(runes)-most) && runes[len(runes)-1] == '。'; n-- {
		if begins := !unicode.Is(unicode.Hiragana, runes[n]) && unicode.Is(unicode.Hiragana, runes[n-1]) || strings.ContainsRune("、。", runes[n-1]); begins {
			return prose(string(runes[:n])) + `<span style="white-space:nowrap">` + html.EscapeString(string(runes[n:])) + "</span>"
		}
	}
	return prose(text)
}

// wide returns the width of a text in letters. Those of Japanese are twice as wide.
func wide(text string) (n int) {
	for _, r := range text {
		if n++; r >= 0x2E80 {
			n++
		}
	}
	return n
}

// firstSentence splits a text after its first sentence, which has more letters than an abbreviated title.
func firstSentence(text string) (first, rest string) {
	const title = 12
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		if i > title && (r == '。' || strings.ContainsRune(".?!", r) && strings.HasPrefix(text[end:], " ")) {
			return text[:end], strings.TrimSpace(text[end:])
		}
	}
	return text, ""
}

// Note returns a message that is about no match, as text and as a page. On the page, each line of a list opens a message to the
// address with the line as its subject.
func Note(lang, address string, texts ...i18n.Text) (text, page string) {
	parts := []string{lead(lang, texts[:1], false)}
	for _, t := range texts[1:] {
		items, listed := strings.CutPrefix(t.In(lang), "* ")
		if !listed {
			parts = append(parts, blocks(lang, "", []i18n.Text{t}))
			continue
		}
		var links []link
		for item := range strings.SplitSeq(items, "\n* ") {
			links = append(links, link{item, mailto(address, item, "")})
		}
		parts = append(parts, row("b", links))
	}
	return paragraphs(lang, texts), htmlPage(lang, parts...)
}

// Page returns a message that is about no match as a page, with the token of its replies.
func Page(lang, token, text string) string {
	first, rest, _ := strings.Cut(text, "\n\n")
	page := lead(lang, []i18n.Text{i18n.Same(first)}, false)
	if rest != "" {
		page += blocks(lang, "", []i18n.Text{i18n.Same(rest)})
	}
	return htmlPage(lang, page, tokenLine(lang, token))
}

// inWords returns the game in a few sentences, and the board in sentences and as
// text. Programs that show no pictures need it, and filters distrust a message
// that has little besides its picture.
func inWords(game i18n.Text, scene engine.Scene, lang string, names []string, flip bool) string {
	return folded(i18n.In(lang, "page.game"), block("", game.In(lang))) + folded(i18n.In(lang, "page.text"), boardInWords(scene, lang, names, flip))
}

// folded returns HTML of which only the title is shown at first, or "" for none.
func folded(title, inner string) string {
	if inner == "" {
		return ""
	}
	return "<details>" + element("summary", "", title) + inner + "</details>\n"
}

// boardInWords returns a board in sentences and as text.
func boardInWords(scene engine.Scene, lang string, names []string, flip bool) string {
	var b strings.Builder
	for _, line := range render.Spoken(scene, render.SpokenOptions{Lang: lang, Names: names}) {
		b.WriteString(block("", line))
	}
	o := render.TextOptions{Lang: lang, Names: names, Flip: flip}
	b.WriteString(element("pre", "", html.EscapeString(render.Text(scene, o))))
	if legend := render.Legend(scene, o); legend != "" {
		b.WriteString(block("", legend))
	}
	return b.String()
}

// htmlPage returns a message as HTML.
func htmlPage(lang string, parts ...string) string {
	return `<!DOCTYPE html><html lang="` + lang + `"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<meta name="color-scheme" content="light dark">` + style + `</head><body style="margin:0;background:#faf6ee;color:#2b211a">` +
		`<main style="display:block;max-width:560px;margin:0 auto;padding:18px 16px">` + "\n" +
		strings.Join(parts, "") + pageEnd
}

// pageEnd ends a message as HTML.
const pageEnd = "</main></body></html>\n"

// AddLine adds a line of small print to the end of a finished message, and of its page if it has one.
func AddLine(l *mailbox.Letter, line string) {
	l.Text += "\n" + line
	if page, ends := strings.CutSuffix(l.HTML, pageEnd); ends {
		l.HTML = page + element("p", small, html.EscapeString(line)) + pageEnd
	}
}

// buttons returns links to answer with under the sentence with a key, or "" without
// any. class is that of the first.
func buttons(key, lang, class string, list []link) string {
	if len(list) == 0 {
		return ""
	}
	return element("p", "", html.EscapeString(i18n.In(lang, key))) + row(class, list)
}

// row returns links beside each other: buttons of class b, of which the first is
// filled in class f, or quiet ones of class q; "" without any.
func row(class string, list []link) string {
	if len(list) == 0 {
		return ""
	}
	const button = "display:inline-block;min-width:24px;margin:0 6px 8px 0;padding:10px 18px;border:1px solid #0b6e72;border-radius:8px;text-align:center;text-decoration:none;font:600 17px/1.4 " + fonts
	look := map[string]string{
		"f": button + ";background:#0b6e72;color:#fff",
		"b": button + ";color:#0b6e72",
		"q": "display:inline-block;margin:0 14px 0 0;padding:11px 0;color:#5f5145;font:15px/1.5 " + fonts,
	}
	var b strings.Builder
	b.WriteString(`<p style="margin:0 0 12px">`)
	for i, l := range list {
		if i > 0 && class == "f" {
			class = "b"
		}
		b.WriteString(`<a class="` + class + `" href="` + html.EscapeString(l.address) + `" style="` + look[class] + `">` + html.EscapeString(l.label) + "</a>\n")
	}
	b.WriteString("</p>\n")
	return b.String()
}

// blocks returns the paragraphs of texts, each with an attribute.
func blocks(lang, attribute string, texts []i18n.Text) string {
	var b strings.Builder
	for _, t := range texts {
		for paragraph := range strings.SplitSeq(apart(t.In(lang)), "\n\n") {
			b.WriteString(block(attribute, paragraph))
		}
	}
	return b.String()
}

// block returns a paragraph as HTML. Quoted lines are somebody's words;
// columns and indented lines keep their form.
func block(attribute, text string) string {
	text = strings.Trim(text, "\n")
	switch {
	case strings.HasPrefix(text, quoteMark):
		text = strings.ReplaceAll(strings.TrimPrefix(text, quoteMark), "\n"+quoteMark, "\n")
		return element("blockquote", attribute, strings.ReplaceAll(html.EscapeString(text), "\n", "<br>"))
	case isToType(text):
		words := strings.Split(strings.ReplaceAll(html.EscapeString(strings.TrimSpace(text)), "\n    ", "<br>"), " ")
		for i, word := range words {
			if strings.HasPrefix(word, "--") { // a line does not break after the hyphens
				words[i] = `<span style="white-space:nowrap">` + word + "</span>"
			}
		}
		return element("code", "", strings.Join(words, " "))
	case strings.HasPrefix(text, " ") || strings.Contains(text, "  "):
		if rows := glossary(text); rows != nil {
			return definitions(rows)
		}
		return element("pre", attribute, html.EscapeString(text))
	}
	if title, line, _ := strings.Cut(text, "\n"); line != "" && strings.Trim(line, "-") == "" {
		return element("h3", "", html.EscapeString(title))
	}
	before, items, listed := strings.Cut("\n"+text, "\n* ")
	before = strings.TrimPrefix(before, "\n")
	if !listed {
		return element("p", attribute, nextNumber().ReplaceAllString(prose(before), "<br>$1"))
	}
	var b strings.Builder
	if before != "" {
		b.WriteString(element("p", attribute, html.EscapeString(before)))
	}
	b.WriteString(`<ul style="margin:0 0 12px;padding-left:22px">` + "\n")
	for item := range strings.SplitSeq(items, "\n* ") {
		b.WriteString(element("li", attribute, html.EscapeString(item)))
	}
	b.WriteString("</ul>\n")
	return b.String()
}

// hyphened matches a word with a hyphen and a digit, such as a move.
var hyphened = lazyregexp.New(`\S*[0-9]\S*-\S*|\S*-\S*[0-9]\S*`)

// prose returns a text as HTML in which moves are not broken after their hyphens.
func prose(text string) string {
	const long = 16 // nothing longer is a move
	return hyphened().ReplaceAllStringFunc(html.EscapeString(text), func(word string) string {
		if len(word) > long {
			return word
		}
		return `<span style="white-space:nowrap">` + word + "</span>"
	})
}

// nextNumber matches the beginning of a numbered line after another line.
var nextNumber = lazyregexp.New(`\n([0-9]+\. )`)

// glossaryLine is a line of a glossary: a term and its explanation, one of them, or neither.
var glossaryLine = lazyregexp.New(`^  ([^ 　].*?)?(?:(?:  +|　+)([^ 　].*))?$`)

// glossary returns the terms of a list in two columns and their explanations, not all of which are single words; nil of any other text.
func glossary(text string) (rows [][2]string) {
	for line := range strings.SplitSeq(text, "\n") {
		parts := glossaryLine().FindStringSubmatch(line)
		switch {
		case parts == nil || parts[1] == "" && len(rows) == 0:
			return nil
		case parts[1] != "":
			rows = append(rows, [2]string{parts[1], parts[2]})
		default:
			last := &rows[len(rows)-1]
			last[1] = strings.TrimSpace(last[1] + " " + parts[2])
		}
	}
	worded := func(row [2]string) bool { return strings.Contains(row[1], " ") || wide(row[1]) > 10 }
	if slices.ContainsFunc(rows, func(row [2]string) bool { return row[1] == "" || strings.Contains(row[1], "  ") }) || !slices.ContainsFunc(rows, worded) {
		return nil
	}
	return rows
}

// definitions returns a glossary as a list with each explanation below its term, and on a wide screen beside it.
func definitions(rows [][2]string) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(element("dt", "", html.EscapeString(row[0])) + element("dd", "", html.EscapeString(row[1])))
	}
	return element("dl", "", "\n"+b.String())
}

// isToType reports whether a text consists of lines to copy or to type.
func isToType(text string) bool {
	return !slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool {
		rest, indented := strings.CutPrefix(line, "    ")
		return !indented || strings.HasPrefix(rest, " ")
	})
}

// fonts are the fonts of text. Not every mail program knows system-ui.
const fonts = "system-ui,'Segoe UI',Roboto,Helvetica,Arial,'Hiragino Sans','Yu Gothic',sans-serif"

// inline are the styles of elements, which are repeated in each element because
// many mail programs drop style sheets.
var inline = map[string]string{
	"p":          "margin:0 0 12px;overflow-wrap:anywhere;font:17px/1.5 " + fonts,
	"li":         "margin:0 0 6px;overflow-wrap:anywhere;font:17px/1.5 " + fonts,
	"blockquote": "margin:0 0 12px;padding-left:12px;border-left:3px solid #e0d5c2;font:17px/1.5 " + fonts,
	"h3":         "margin:1.2em 0 .4em;font:bold 18px " + fonts,
	"pre":        "overflow:auto hidden;font:12px/1.2 monospace",
	"code":       "display:block;margin:0 0 12px;padding:10px 14px;border:1px solid #0b6e72;border-radius:8px;overflow-wrap:anywhere;background:#f0e8d9;font:600 15px/1.6 Consolas,Menlo,monospace",
	"dl":         "margin:0 0 12px;overflow-wrap:anywhere;font:16px/1.4 " + fonts,
	"dt":         "margin:0;font-weight:600",
	"dd":         "margin:0 0 10px",
	"summary":    "padding:10px 0;cursor:pointer;font:15px/1.5 " + fonts,
}

// small is the attribute of the small print.
const small = ` class="s"`

func element(tag, attribute, inner string) string {
	style := inline[tag]
	switch {
	case attribute == small:
		style = "margin:0 0 10px;overflow-wrap:anywhere;color:#5f5145;font:14px/1.5 " + fonts
	case tag == "blockquote":
		attribute = ` class="k"`
	}
	return "<" + tag + attribute + ` style="` + style + `">` + inner + "</" + tag + ">\n"
}
