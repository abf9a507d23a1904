package site

import (
	"bytes"
	"errors"
	"html/template"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/internal/page"
	"hikyaku/match"
	"hikyaku/render"
)

// boardSize is the size of the boards of a page, which the browser scales.
const boardSize = 600

// The ends of the names of the cards of a match.
const (
	byDay   = ".png"
	byNight = ".night.png" // only of matches whose boards the first page shows
)

// draw writes the page of a match and the card of its position, in both languages.
func (b *book) draw(out *output, c *chapter, m *match.Match) error {
	for _, p := range b.presses(out) {
		if err := errors.Join(p.card(c, byDay, m), p.match(c, m)); err != nil {
			return err
		}
	}
	return nil
}

// match writes the page of a match.
func (p *press) match(c *chapter, m *match.Match) error {
	names, file := c.names(), c.name()
	above, head := p.around(file)
	checked := p.say("site.check.open") // how to check the record
	if m.Outcome != nil {
		checked = p.say("site.check.over", "digest", m.Head.String()[:shownDigest])
	}
	var text bytes.Buffer
	err := page.Write(&text, page.Page{
		Match: m, Scenes: page.Scenes(m), Picture: render.PNGOptions{Size: boardSize, Lang: p.lang, Names: names}, Title: i18n.In(p.lang, "board.match", "game", c.title, "players", strings.Join(names, " – ")),
		Private: true, Where: checked, Above: above, Head: head,
	})
	if err != nil {
		return err
	}
	return p.out.put(p.folder+file+".html", c.drawn, text.Bytes())
}

// card draws a card of a match.
func (p *press) card(c *chapter, end string, m *match.Match) error {
	theme := "wood"
	if end == byNight {
		theme = "dark"
	}
	var card bytes.Buffer
	if err := render.Card(&card, m.Scene(), c.title.In(p.lang), render.PNGOptions{Lang: p.lang, Names: c.names(), Theme: theme}); err != nil {
		return err
	}
	return p.out.put(p.folder+c.name()+end, c.drawn, card.Bytes())
}

// shownDigest is how many digits of a digest a page shows.
const shownDigest = 16

// around returns the navigation above the page of a match, and the elements for its head.
func (p *press) around(file string) (above, head template.HTML) {
	escape := template.HTMLEscapeString
	for _, one := range p.nav(file + ".html") {
		lang := ""
		if one.Lang != "" {
			lang = ` lang="` + one.Lang + `" hreflang="` + one.Lang + `"`
		}
		above += template.HTML(`<a href="` + escape(one.Link) + `"` + lang + `>` + escape(one.Text) + `</a> `)
	}
	head = template.HTML(`<link rel="alternate" type="application/atom+xml" title="` + escape(p.name) + `" href="` + escape(p.from(file, "feed.atom")) + "\">\n")
	if p.Address != "" {
		head += template.HTML(`<meta property="og:url" content="` + escape(p.link(file, file+".html")) + "\">\n" +
			`<meta property="og:image" content="` + escape(p.link(file, file+".png")) + "\">\n" +
			"<meta property=\"og:image:width\" content=\"1200\">\n<meta property=\"og:image:height\" content=\"630\">\n<meta name=\"twitter:card\" content=\"summary_large_image\">\n")
	}
	return `<nav aria-label="` + template.HTML(escape(p.say("site.nav"))) + `">` + above + "</nav>\n", head
}
