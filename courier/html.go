package courier

import (
	"html"
	"strings"
)

// page returns the HTML of a letter: one column that fits a telephone, light or dark as the reader's program is, with the
// picture of the board between what the letter says and what it explains. It fetches nothing.
func page(lang, says, cid, alt, explains string) string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang="` + lang + `"><head><meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<meta name="color-scheme" content="light dark"></head><body style="margin:0">` + "\n" +
		`<div style="max-width:600px;margin:0 auto;padding:12px;font:17px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">` + "\n")
	for paragraph := range strings.SplitSeq(strings.TrimSpace(says), "\n\n") {
		b.WriteString(block(paragraph))
	}
	b.WriteString(`<p><img src="cid:` + cid + `" alt="` + html.EscapeString(alt) + `" style="display:block;width:100%;max-width:480px;height:auto"></p>` + "\n")
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
