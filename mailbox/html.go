package mailbox

import (
	"html"
	"strings"
)

// plain returns the text of HTML without tags. Blocks begin on a new line, and blockquotes are prefixed with "> ", so that
// quoted moves can be recognised. It fetches nothing.
func plain(source string) string {
	var p page
	for source != "" {
		text, rest, found := strings.Cut(source, "<")
		text = clean(html.UnescapeString(text))
		for i, word := range strings.Fields(text) {
			if i > 0 || p.space || strings.TrimLeft(text, " \t\n") != text {
				if p.started {
					p.out.WriteByte(' ')
				}
			}
			if !p.started {
				p.out.WriteString(strings.Repeat("> ", p.quote))
			}
			p.out.WriteString(word)
			p.started, p.space = true, false
		}
		if strings.TrimRight(text, " \t\n") != text {
			p.space = p.started
		}
		if !found {
			break
		}
		source = p.tag(rest)
	}
	return p.out.String()
}

// page is the plain text being written.
type page struct {
	out     strings.Builder
	quote   int  // depth of blockquotes
	started bool // the line is not empty
	space   bool // a space comes before the next word
}

func (p *page) newline() {
	if p.started {
		p.out.WriteByte('\n')
	}
	p.started, p.space = false, false
}

// tag handles the tag at the beginning of rest, without its "<", and returns the text after it.
func (p *page) tag(rest string) string {
	if strings.HasPrefix(rest, "!--") {
		_, after, _ := strings.Cut(rest, "-->")
		return after
	}
	inside, after, closed := strings.Cut(rest, ">")
	if !closed {
		return ""
	}
	name := strings.ToLower(strings.TrimRight(inside, "/"))
	if i := strings.IndexAny(name, " \t\n"); i >= 0 {
		name = name[:i]
	}
	switch name {
	case "script", "style", "title", "head":
		return skipTo(after, "</"+name)
	case "blockquote":
		p.newline()
		p.quote = min(p.quote+1, maxDepth)
	case "/blockquote":
		p.newline()
		p.quote = max(p.quote-1, 0)
	case "br", "p", "/p", "div", "/div", "tr", "/tr", "li", "/li", "h1", "h2", "h3", "h4", "pre", "hr", "table":
		p.newline()
	}
	return after
}

// skipTo returns the text after the closing tag, or "" if there is none.
func skipTo(s, closing string) string {
	for i := strings.Index(s, "<"); i >= 0; i = strings.Index(s, "<") {
		s = s[i:]
		if len(s) >= len(closing) && strings.EqualFold(s[:len(closing)], closing) {
			_, after, _ := strings.Cut(s, ">")
			return after
		}
		s = s[1:]
	}
	return ""
}
