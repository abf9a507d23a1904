package page

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/render"
)

//go:embed graph.js
var graphJS string

//go:embed graph.css
var graphCSS string

// figure is the graph of an analysis on a page.
type figure struct {
	Day, Night template.URL
	Field      render.GraphField
	Said       string // its description for screen readers
}

// newFigure returns the graph of p, nil if it has none.
func (p Page) newFigure() (*figure, error) {
	if p.Graph == nil {
		return nil, nil
	}
	graph := *p.Graph
	graph.Title = ""
	day, night := dayAndNight(p.Picture)
	light, field, err := address(graph, day)
	if err != nil {
		return nil, err
	}
	dark, _, err := address(graph, night)
	return &figure{light, dark, field, i18n.In(p.Picture.Lang, "page.graph")}, err
}

// address returns a data URL with the picture of a graph, and its field.
func address(g render.Graph, o render.PNGOptions) (template.URL, render.GraphField, error) {
	var text strings.Builder
	field, err := g.SVG(&text, o)
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(text.String()))), field, err
}

// Place returns the places of the first and the last ply on the figure, for the script.
func (f *figure) Place() string { return fmt.Sprintf("%.4f %.4f", f.Field.From, f.Field.Wide) }
