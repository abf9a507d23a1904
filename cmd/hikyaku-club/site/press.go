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
	*book
	out    *output
	lang   string
	other  string
	folder string // "" or "ja/"
	name   string // of the club
}

// presses returns a press for each language.
func (b *book) presses(out *output) []*press {
	name := render.SafeLine(b.Desk.Me.Name, 60)
	return []*press{{b, out, "en", "ja", "", name}, {b, out, "ja", "en", "ja/", name}}
}

func (p *press) say(key string, args ...any) string {
	return words.Text(key, args...).In(p.lang)
}

// from returns the address of a file of this language, relative to one of its pages.
func (p *press) from(page, file string) string {
	return strings.Repeat("../", strings.Count(page, "/")) + file
}

// link returns the absolute address of a file, or the one relative to the file at if the address of the site is not known.
func (p *press) link(at, file string) string {
	if p.Address == "" {
		return p.from(at, file)
	}
	return strings.TrimSuffix(p.Address, "/") + "/" + p.folder + file
}

// tag returns a globally unique ID for an entry of a feed.
func (p *press) tag(file string) string {
	_, domain, _ := strings.Cut(p.Desk.Me.Address, "@")
	return "tag:" + domain + ",2026:" + p.folder + file
}

// link is a link of the navigation.
type link struct {
	Text, Link, Lang string
	Here             bool // it leads to the page that contains it
}

// nav returns the links to the other pages.
func (p *press) nav(file string) []link {
	list := []link{{Text: p.name, Link: p.from(file, "index.html"), Here: file == "index.html"}}
	for _, name := range []string{"matches", "players", "ratings", "events", "ladders"} {
		list = append(list, link{Text: p.say("site.title." + name), Link: p.from(file, name+".html"), Here: file == name+".html"})
	}
	elsewhere := strings.Repeat("../", strings.Count(p.folder, "/")) + folders[p.other] + file
	return append(list, link{Text: p.say("site.language"), Link: p.from(file, elsewhere), Lang: p.other})
}

// folders are the folders of the languages.
var folders = map[string]string{"en": "", "ja": "ja/"}

// sheet is a page.
type sheet struct {
	File  string // its path within the folder of the language, with the extension
	Title string
	Feed  string // the path of its feed; "" for none
	Drawn string // what it was written from; "" where that is not kept
	Lead  []string
	Parts []part
}

// part is a section of a page: a table, a graph or boards.
type part struct {
	Caption string
	Head    []cell
	Rows    [][]cell
	Graph   template.HTML
	Table   template.HTML // instead of Rows
	None    string        // the text for a table without rows
	Boards  []board       // pictures instead of a table
}

// board is the picture of a match, linked to its page.
type board struct{ Link, Day, Night, Text, Status string }

// cell is a cell of a table.
type cell struct {
	Text, Link string
	Number     bool
	Day        bool
	Ends       bool // it stays at the end of the first line
	Heads      bool // it is the header of its row
}

// head returns the column headers with the given keys. A key that ends with "#" is that of a column of numbers.
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

// style returns the style sheet of all pages except those of matches.
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
