package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"image"
	"net/http"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
	"hikyaku/internal/page"
	"hikyaku/render"
)

// hand returns a board for pointing out moves, whose picture is at path.
func hand(data *page.Pointing, path, lang string) page.Hand {
	path = template.HTMLEscapeString(path)
	picture := func(attributes string) template.HTML {
		return template.HTML(fmt.Sprintf(`<picture><source media="(prefers-color-scheme: dark)" srcset="%s&amp;theme=dark"><img src="%[1]s" width="%d" height="%d" %s draggable="false"></picture>`,
			path, data.Size[0], data.Size[1], attributes))
	}
	return page.Hand{Size: image.Pt(data.Size[0], data.Size[1]), Map: picture(`alt=""`),
		Picture: picture(`id="board" alt="` + template.HTMLEscapeString(i18n.In(lang, "page.board")) + `"`)}
}

// drawn draws a position, after the move that the request names, if any.
func drawn(w http.ResponseWriter, r *http.Request, p engine.Position, s engine.Scene, title i18n.Text, o render.PNGOptions) {
	q := r.URL.Query()
	if set := q.Get("pieces-as"); set != "" {
		o.Pieces = automatic(set)
	}
	if theme := q.Get("theme-as"); theme != "" {
		o.Theme = automatic(theme)
	} else if q.Get("theme") == "dark" && o.Theme == "" {
		o.Theme = "dark"
	}
	if move := r.URL.Query().Get("move"); move != "" {
		if after, err := engine.Play(p, move); err == nil {
			turn := s.Turn
			s = within(after.Scene().Drafted(), s)
			s.Turn = turn // until the move is played
		}
	}
	var picture bytes.Buffer
	if err := render.SVG(&picture, s, render.SVGOptions{Picture: o, Title: title, Clear: true}); err != nil {
		http.Error(w, i18n.Of(err).In(o.Lang), http.StatusUnprocessableEntity)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	_, _ = w.Write(enlarged(picture.Bytes(), o.Size))
}

// automatic returns the look of pictures that a setting names, "" for the usual one.
func automatic(setting string) string { return strings.TrimPrefix(setting, "auto") }

// measured is the size on the page that a drawing asks for.
var measured = lazyregexp.New(`width="(\d+)" height="(\d+)" role`)

// enlarged returns a drawing of the usual size as one of ten times the size: the
// page shrinks pictures to its windows, but never enlarges them.
func enlarged(drawing []byte, size int) []byte {
	at := measured().FindSubmatchIndex(drawing)
	if size != 0 || at == nil {
		return drawing
	}
	return slices.Concat(drawing[:at[3]], []byte("0"), drawing[at[3]:at[5]], []byte("0"), drawing[at[5]:])
}

// within returns the boards of an earlier scene as they are in s, and as large
// as they were, so that both pictures have the same size.
func within(s, earlier engine.Scene) engine.Scene {
	s.Boards = slices.DeleteFunc(slices.Clone(s.Boards), func(b engine.Board) bool {
		return !slices.ContainsFunc(earlier.Boards, func(e engine.Board) bool { return e.ID == b.ID })
	})
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
		n.Why = i18n.Plain(err).In(o.Lang)
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
