package letter

import (
	"html"
	"net/url"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/match"
	"hikyaku/render"
)

// manyMoves is the largest number of legal moves that a message lists as
// links.
const manyMoves = 40

// link is an answer that opens as a finished reply.
type link struct{ label, address string }

// links returns the answers that a reader without hikyaku can give: the moves,
// if there are few, and the applicable words.
func (s *sheet) links() (list []link) {
	if s.token == "" || s.match.Outcome != nil {
		return nil
	}
	if s.match.Roster.Joining() == 0 && s.toMove() {
		for _, move := range movesToAnswer(s.match) {
			list = append(list, s.linkTo(move.In(s.lang), move.In(s.lang)))
		}
	}
	return append(list, s.wordLinks()...)
}

// linkTo returns a link that opens a reply with the text says.
func (s *sheet) linkTo(label, says string) link {
	return link{label, mailto(s.replyTo, "Re: "+s.subject, says+"\n\n\ntoken: "+s.token+"\n")}
}

// wordLinks returns links for the applicable words.
func (s *sheet) wordLinks() (list []link) {
	m := s.match
	switch {
	case s.observes():
		return []link{s.wordLink("stop")}
	case m.Roster.Joining() == s.party:
		return []link{s.wordLink("accept"), s.wordLink("decline")}
	case m.Roster.Joining() != 0:
		return nil
	}
	for _, a := range match.Acts {
		if a.Link != nil && a.Link(m, s.party) {
			list = append(list, s.wordLink(a.Name))
		}
	}
	return list
}

// wordLink returns the link of a word.
func (s *sheet) wordLink(word string) link {
	label := i18n.In(s.lang, "word."+word)
	return s.linkTo(label, label)
}

// movesToAnswer returns the legal moves; if there are too many, only those of
// the first kind, such as pawn moves, or examples.
func movesToAnswer(m *match.Match) []i18n.Text {
	moves := legalMoves(m, manyMoves+1)
	if len(moves) <= manyMoves {
		return spell(m, moves...)
	}
	if other := slices.IndexFunc(moves, func(move engine.Move) bool { return len(move) != len(moves[0]) }); other > 0 {
		return spell(m, moves[:other]...)
	}
	return exampleMoves(m)
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

// style makes the page fit narrow screens and dark mode.
const style = `<style>` +
	`body{margin:0;background:#fff;color:#222}` +
	`main{display:block;max-width:600px;margin:0 auto;padding:12px;font:17px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}` +
	`blockquote{margin:0 0 1em;padding-left:12px;border-left:3px solid #888}` +
	`img{display:block;width:100%;max-width:480px;height:auto}` +
	`a.b{display:inline-block;box-sizing:border-box;min-width:44px;min-height:44px;line-height:42px;margin:3px;padding:0 10px;border:1px solid #888;border-radius:8px;text-align:center;text-decoration:none;color:#06c}` +
	`pre{overflow-x:auto;font-size:12px;line-height:1.2}` +
	`h3{font-size:18px;margin:1.2em 0 .4em}` +
	`.s{font-size:14px;color:#666}` +
	`@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}a.b{color:#8cf}.s{color:#999}}` +
	`</style>`

// letterPage returns the message as HTML: one column with the picture of the
// board, links to answer with, and the board as text. It loads nothing from
// elsewhere.
func (s *sheet) letterPage(cid string, first []i18n.Text) string {
	var b strings.Builder
	scene, names := s.match.Scene(), s.match.Names()
	b.WriteString(pageHead(s.lang))
	b.WriteString(blocks(s.lang, "", append(first, s.news()...)))
	b.WriteString(picture(cid, spoken(scene, s.lang, names)))
	b.WriteString(buttons(s.lang, s.links()))
	b.WriteString(blocks(s.lang, "", s.howToAnswer()))
	b.WriteString(inWords(s.match.Game.Summary(s.match.Options), scene, s.lang, names, s.flip()))
	b.WriteString(blocks(s.lang, ` class="s"`, s.small()) + "</main></body></html>\n")
	return b.String()
}

// picture returns the picture of the board with a description for people who do
// not see it.
func picture(cid, description string) string {
	return `<p style="margin:0 0 1em"><img src="cid:` + cid + `" width="480" style="display:block;width:100%;max-width:480px;height:auto" alt="` + html.EscapeString(description) + `"></p>` + "\n"
}

// inWords returns the game in a few sentences, and the board in sentences and as
// text. Programs that show no pictures need it, and filters distrust a message
// that has little besides its picture.
func inWords(game i18n.Text, scene engine.Scene, lang string, names []string, flip bool) string {
	var b strings.Builder
	b.WriteString("<details>" + element("summary", "", i18n.In(lang, "page.game")) + block("", game.In(lang)) + "</details>\n")
	b.WriteString("<details>" + element("summary", "", i18n.In(lang, "page.text")))
	for _, line := range render.Spoken(scene, render.SpokenOptions{Lang: lang, Names: names}) {
		b.WriteString(block("", line))
	}
	board := render.Text(scene, render.TextOptions{Lang: lang, Names: names, Flip: flip})
	b.WriteString(element("pre", "", html.EscapeString(board)) + "</details>\n")
	return b.String()
}

// pageHead returns the beginning of a message as HTML.
func pageHead(lang string) string {
	return `<!DOCTYPE html><html lang="` + lang + `"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<meta name="color-scheme" content="light dark">` + style + `</head><body><main style="display:block;max-width:600px;margin:0 auto;padding:12px">` + "\n"
}

// buttons returns a paragraph of links to answer with, or "" without any.
func buttons(lang string, list []link) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<p style="` + inline["p"] + `">` + html.EscapeString(i18n.In(lang, "page.touch")) + "<br>\n")
	for _, l := range list {
		b.WriteString(`<a class="b" href="` + html.EscapeString(l.address) + `">` + html.EscapeString(l.label) + "</a>\n")
	}
	b.WriteString("</p>\n")
	return b.String()
}

// spoken describes the whole board in sentences.
func spoken(scene engine.Scene, lang string, names []string) string {
	var sentences []i18n.Text
	for _, line := range render.Spoken(scene, render.SpokenOptions{Lang: lang, Names: names}) {
		sentences = append(sentences, i18n.T("page.line", "line", line))
	}
	return i18n.Join(sentences...).In(lang)
}

// blocks returns the paragraphs of texts, each with an attribute.
func blocks(lang, attribute string, texts []i18n.Text) string {
	var b strings.Builder
	for _, t := range texts {
		for paragraph := range strings.SplitSeq(t.In(lang), "\n\n") {
			b.WriteString(block(attribute, paragraph))
		}
	}
	return b.String()
}

// block returns a paragraph as HTML. Quoted lines are somebody's words;
// headings, tables and indented lines of a manual keep their form.
func block(attribute, text string) string {
	text = strings.Trim(text, "\n")
	switch {
	case strings.HasPrefix(text, quoteMark):
		text = strings.ReplaceAll(strings.TrimPrefix(text, quoteMark), "\n"+quoteMark, "\n")
		return element("blockquote", attribute, strings.ReplaceAll(html.EscapeString(text), "\n", "<br>"))
	case strings.HasPrefix(text, "#"):
		return element("h3", attribute, html.EscapeString(strings.TrimLeft(text, "# ")))
	case strings.HasPrefix(text, " ") || strings.HasPrefix(text, "|") || strings.HasPrefix(text, "```"):
		return element("pre", attribute, html.EscapeString(text))
	}
	return element("p", attribute, strings.ReplaceAll(html.EscapeString(text), "\n* ", "<br>* "))
}

// fonts are those of text. Not every program that shows mail knows system-ui.
const fonts = "system-ui,'Segoe UI',Roboto,Helvetica,Arial,'Hiragino Sans','Yu Gothic',sans-serif"

// inline are the styles of elements, repeated in each, because many mail
// programs drop those of the page.
var inline = map[string]string{
	"p":          "margin:0 0 1em;overflow-wrap:anywhere;font:17px/1.5 " + fonts,
	"blockquote": "margin:0 0 1em;padding-left:12px;border-left:3px solid #888;font:17px/1.5 " + fonts,
	"h3":         "margin:1.2em 0 .4em;font:bold 18px " + fonts,
	"pre":        "overflow-x:auto;font:12px/1.2 monospace",
	"summary":    "margin:0 0 1em;cursor:pointer;font:17px/1.5 " + fonts,
}

func element(tag, attribute, inner string) string {
	style := inline[tag]
	if attribute != "" { // the small print
		style = "margin:0 0 1em;overflow-wrap:anywhere;font:14px/1.5 " + fonts
	}
	return "<" + tag + attribute + ` style="` + style + `">` + inner + "</" + tag + ">\n"
}
