package site

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"path"
	"strings"
	"sync"

	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/page"
	"hikyaku/render"
)

// press writes the pages of one language.
type press struct {
	*Site
	out    *output
	lang   string
	other  string
	folder string // "" or "ja/"
	name   string // of the club
}

// presses are those of both languages.
func (s *Site) presses(out *output) []*press {
	name := render.SafeLine(s.Desk.Me.Name, 60)
	return []*press{{s, out, "en", "ja", "", name}, {s, out, "ja", "en", "ja/", name}}
}

func (p *press) say(key string, args ...any) string {
	return words.Text(key, args...).In(p.lang)
}

// from is the address of a file of this language as seen from a page of it.
func (p *press) from(page, file string) string {
	return strings.Repeat("../", strings.Count(page, "/")) + file
}

// link is the address of a file for readers elsewhere, or as seen from another file where the site's own is not known.
func (p *press) link(at, file string) string {
	if p.Address == "" {
		return p.from(at, file)
	}
	return strings.TrimSuffix(p.Address, "/") + "/" + p.folder + file
}

// tag is a name of something in a feed that no other feed has.
func (p *press) tag(file string) string {
	_, domain, _ := strings.Cut(p.Desk.Me.Address, "@")
	return "tag:" + domain + ",2026:" + p.folder + file
}

// link is where a link leads.
type link struct {
	Text, Link, Lang string
	Here             bool // it is the page itself
}

// nav is the way to other pages.
func (p *press) nav(file string) []link {
	list := []link{{Text: p.name, Link: p.from(file, "index.html"), Here: file == "index.html"}}
	for _, name := range []string{"matches", "players", "ratings", "events", "ladders"} {
		list = append(list, link{Text: p.say("site.title." + name), Link: p.from(file, name+".html"), Here: file == name+".html"})
	}
	elsewhere := strings.Repeat("../", strings.Count(p.folder, "/")) + folders[p.other] + file
	return append(list, link{Text: p.say("site.language"), Link: p.from(file, elsewhere), Lang: p.other})
}

// folders are those of the languages.
var folders = map[string]string{"en": "", "ja": "ja/"}

// sheet is a page.
type sheet struct {
	File  string // its path within the language, with its end
	Title string
	Feed  string // the path of its feed; "" for none
	Drawn string // what it was written from; "" where that is not kept
	Lead  []string
	Parts []part
}

// part is a table of a page, or a graph.
type part struct {
	Caption string
	Head    []cell
	Rows    [][]cell
	Graph   template.HTML
	Table   template.HTML // in place of Rows
	None    string        // what is said of a table without rows
	Boards  []board       // pictures in place of a table
}

// board is the picture of a match, which leads to its page.
type board struct{ Link, Picture, Text, Status string }

// cell is a cell of a table.
type cell struct {
	Text, Link string
	Number     bool
	Day        bool
	Heads      bool // it names the row
}

// head is the heads of columns by their keys. Of a column of numbers the key ends with "#".
func (p *press) head(keys ...string) (list []cell) {
	for _, key := range keys {
		name, number := strings.CutSuffix(key, "#")
		list = append(list, cell{Text: p.say("site.column." + name), Number: number})
	}
	return list
}

//go:embed site.html
var siteHTML string

//go:embed site.css
var siteCSS string

var layout = sync.OnceValue(func() *template.Template { return template.Must(template.New("site").Parse(siteHTML)) })

// style is that of all pages but those of matches.
func style() string { return page.CSS + page.AboveCSS + siteCSS }

// write writes a page.
func (p *press) write(s sheet) error {
	var b bytes.Buffer
	sum := sha256.Sum256([]byte(style()))
	feed := ""
	if s.Feed != "" {
		feed = p.from(s.File, s.Feed)
	}
	err := layout().Execute(&b, map[string]any{
		"Lang": p.lang, "Title": s.Title, "Club": p.name, "Sheet": s, "Feed": feed, "FeedTitle": p.say("site.feed"), "Nav": p.nav(s.File), "NavTitle": p.say("site.nav"),
		"Style":  template.HTML("<style>" + style() + "</style>"),
		"Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; img-src 'self' file:; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'",
		"Index":  path.Base(s.File) == "index.html",
	})
	if err != nil {
		return err
	}
	return p.out.put(p.folder+s.File, s.Drawn, b.Bytes())
}
