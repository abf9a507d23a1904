package page

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"

	"hikyaku/render"
	"hikyaku/words"
)

//go:embed graph.js
var graphJS string

//go:embed graph.css
var graphCSS string

// figure is the graph of an analysis on a page.
type figure struct {
	Day, Night template.URL
	Field      render.GraphField
	Said       string // what it shows, for people who cannot see it
}

// newFigure returns the graph of p, nil if it has none.
func newFigure(p Page) (*figure, error) {
	if p.Graph == nil {
		return nil, nil
	}
	f := &figure{Said: words.In(p.Picture.Lang, "page.graph")}
	graph := *p.Graph
	graph.Title = ""
	for theme, to := range map[string]*template.URL{p.Picture.Theme: &f.Day, "dark": &f.Night} {
		var text strings.Builder
		o := p.Picture
		o.Theme = theme
		field, err := graph.SVG(&text, o)
		if err != nil {
			return nil, err
		}
		f.Field = field
		*to = template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(text.String())))
	}
	if p.Picture.Theme == "dark" {
		f.Day = f.Night
	}
	return f, nil
}

// Place returns the places of the first and the last ply on the figure, for the script.
func (f *figure) Place() string { return fmt.Sprintf("%.4f %.4f", f.Field.From, f.Field.Wide) }
