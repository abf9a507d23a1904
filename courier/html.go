package courier

import (
	"html"
	"net/url"
	"slices"
	"strings"

	"hikyaku/mailbox"
	"hikyaku/match"
)

// manyMoves is the largest number of legal moves that a letter lists as links.
const manyMoves = 40

// link is an answer that one touch opens as a finished reply.
type link struct{ label, address string }

// links returns the answers that a letter writer can give: the moves, if they are few, and the words that fit.
func (c composer) links(m *match.Match, to mailbox.Address, token string) (list []link) {
	party := m.Roster.At(to.Addr)
	if !m.Writes(party) || m.Outcome != nil {
		return nil
	}
	words := wordsToAnswer(m, party)
	if m.Roster.Joining() == 0 && m.Turn == party {
		words = append(movesToAnswer(m), words...)
	}
	for _, word := range words {
		list = append(list, link{word, mailto(c.shelf.Me().Address, c.subject(m, true), word+"\n\n\ntoken:"+token+"\n")})
	}
	return list
}

// movesToAnswer returns the legal moves, or a few of them if there are many.
func movesToAnswer(m *match.Match) []string {
	moves := legalMoves(m, manyMoves+1)
	if len(moves) > manyMoves {
		return moves[:examples]
	}
	return moves
}

// legalMoves returns the first legal moves of m, so many at most.
func legalMoves(m *match.Match, most int) (moves []string) {
	for move := range m.Last().Moves() {
		if moves = append(moves, string(move)); len(moves) == most {
			break
		}
	}
	return moves
}

// wordsToAnswer returns the words that fit, with the code that makes sure of those that cannot be undone.
func wordsToAnswer(m *match.Match, party int) []string {
	code := " " + m.Short()[:codeLength]
	switch o := m.Offer; {
	case m.Roster.Joining() == party:
		return []string{"accept", "decline"}
	case m.Roster.Joining() != 0:
		return nil
	case o != nil && !slices.Contains(o.Agreed, party):
		return []string{"agree" + code, "resign" + code}
	case !m.Paused.IsZero():
		return []string{"resume", "resign" + code}
	}
	return []string{"resign" + code}
}

// mailto returns a link that opens a finished letter (RFC 6068).
func mailto(address, subject, body string) string {
	escape := func(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
	return "mailto:" + strings.ReplaceAll(escape(address), "%40", "@") + "?subject=" + escape(subject) + "&body=" + escape(strings.ReplaceAll(body, "\n", "\r\n"))
}

// page returns the HTML of a letter: one column that fits a telephone, light or dark as the reader's program is, with the
// picture of the board and the links to answer with between what the letter says and what it explains. It fetches nothing.
func page(lang, says, cid, alt string, links []link, explains string) string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang="` + lang + `"><head><meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<meta name="color-scheme" content="light dark"></head><body style="margin:0">` + "\n" +
		`<div style="max-width:600px;margin:0 auto;padding:12px;font:17px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">` + "\n")
	for paragraph := range strings.SplitSeq(strings.TrimSpace(says), "\n\n") {
		b.WriteString(block(paragraph))
	}
	b.WriteString(`<p><img src="cid:` + cid + `" alt="` + html.EscapeString(alt) + `" style="display:block;width:100%;max-width:480px;height:auto"></p>` + "\n")
	if len(links) > 0 {
		b.WriteString("<p>")
		for _, l := range links {
			b.WriteString(`<a href="` + html.EscapeString(l.address) + `" style="display:inline-block;min-width:44px;line-height:44px;margin:3px;padding:0 10px;` +
				`border:1px solid #888;border-radius:8px;text-align:center;text-decoration:none">` + html.EscapeString(l.label) + "</a>\n")
		}
		b.WriteString("</p>\n")
	}
	b.WriteString(`<div style="font-size:14px;white-space:pre-wrap">` + html.EscapeString(strings.TrimSpace(explains)) + "</div>\n</div></body></html>\n")
	return b.String()
}

// block returns a paragraph. One whose lines are quoted is somebody's words.
func block(text string) string {
	tag, style := "p", ""
	if strings.HasPrefix(text, "> ") {
		tag, style = "blockquote", ` style="margin:0;padding-left:12px;border-left:3px solid #888"`
		text = strings.ReplaceAll(strings.TrimPrefix(text, "> "), "\n> ", "\n")
	}
	return "<" + tag + style + ">" + strings.ReplaceAll(html.EscapeString(text), "\n", "<br>") + "</" + tag + ">\n"
}
