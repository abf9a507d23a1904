package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"image"
	"net/http"
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/page"
	"hikyaku/render"
)

// embedded returns an element that contains the data for the script of a page.
func embedded(id string, data *page.Pointing) (template.HTML, error) {
	text, err := json.Marshal(data)
	return template.HTML(`<script type="application/json" id="` + id + `">` + string(text) + "</script>"), err
}

// hand returns a board for pointing out moves, whose picture is at path.
func hand(data *page.Pointing, path, lang string) page.Hand {
	return page.Hand{
		Size: image.Pt(data.Size[0], data.Size[1]),
		Picture: template.HTML(fmt.Sprintf(`<picture><source id="night" media="(prefers-color-scheme: dark)" srcset="%s&amp;theme=dark"><img id="board" src="%[1]s" width="%d" height="%d" alt="%s" draggable="false"></picture>`,
			template.HTMLEscapeString(path), data.Size[0], data.Size[1], template.HTMLEscapeString(i18n.In(lang, "page.board")))),
	}
}

// drawn draws a position, after the move that the request names, if any.
func drawn(w http.ResponseWriter, r *http.Request, p engine.Position, s engine.Scene, title i18n.Text, o render.PNGOptions) {
	if r.URL.Query().Get("theme") == "dark" {
		o.Theme = "dark"
	}
	if move := r.URL.Query().Get("move"); move != "" {
		if after, err := played(p, move); err == nil {
			s = within(after.Scene(), s)
		}
	}
	var picture bytes.Buffer
	if err := render.SVG(&picture, s, render.SVGOptions{Picture: o, Title: title}); err != nil {
		http.Error(w, i18n.Of(err).In(o.Lang), http.StatusUnprocessableEntity)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	_, _ = w.Write(picture.Bytes())
}

// within returns s with boards as large as those of an earlier scene, so that
// both pictures have the same size.
func within(s, earlier engine.Scene) engine.Scene {
	s.Boards = slices.Clone(s.Boards)
	for i, b := range earlier.Boards {
		if b.Open && i < len(s.Boards) {
			s.Boards[i].Min, s.Boards[i].Max, s.Boards[i].Cols, s.Boards[i].Rows = b.Min, b.Max, b.Cols, b.Rows
		}
	}
	return s
}

// nudged is the JSON of a move after a nudge, for the script.
type nudged struct {
	Move    string   `json:"m"`
	Spelled string   `json:"s"`
	Legal   bool     `json:"legal"`
	Why     string   `json:"why,omitempty"` // why it is not legal
	Boxes   [][4]int `json:"boxes"`
}

// turned answers with the move named by a request, changed by the key that it
// names.
func turned(w http.ResponseWriter, r *http.Request, p engine.Position, s engine.Scene, o render.PNGOptions) {
	m := engine.Move(r.URL.Query().Get("move"))
	if nudger, can := p.(engine.Nudger); can {
		if next, ok := nudger.Nudge(m, r.URL.Query().Get("key")); ok {
			m = next
		}
	}
	judged(w, p, s, m, o)
}

// judged answers with a move and whether it is legal.
func judged(w http.ResponseWriter, p engine.Position, s engine.Scene, m engine.Move, o render.PNGOptions) {
	n := nudged{Move: string(m), Spelled: engine.Spell(p, m).In(o.Lang)}
	_, err := p.Apply(m)
	if n.Legal = err == nil; !n.Legal {
		n.Why = why(err).In(o.Lang)
	}
	if n.Boxes, err = page.Ghost(p, s, m, o); err != nil {
		http.Error(w, i18n.Of(err).In(o.Lang), http.StatusUnprocessableEntity)
		return
	}
	writeJSON(w, n)
}

// writeJSON writes value for the script.
func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}
