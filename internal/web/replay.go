package web

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"net/http"
	"path/filepath"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/internal/page"
	"hikyaku/render"
)

// replay shows the page on which a match is stepped through, with an analysis if
// the request wants it and the match allows it.
func (s *Server) replay(w http.ResponseWriter, r *http.Request, v view, lang string) {
	o := s.options(v, lang)
	o.Size, o.Unnamed, o.NoHands = 600, false, false
	o.You = s.you(v.Match)
	for i := range o.Names {
		o.Names[i] = s.playerName(v.Match, i+1).In(lang)
	}
	var text bytes.Buffer
	p := page.Page{Match: v.Match, Scenes: page.Scenes(v.Match), Picture: o, Title: s.title(v.Match).In(lang), File: filepath.Base(v.File)}
	if result := s.result(v.Match); result != "" {
		p.Result = i18n.In(lang, "board.you-"+result)
	}
	p.Above = template.HTML(fmt.Sprintf(`<nav><a href="%smatch/%s">← %s</a></nav>`, s.guard.root(), key(v.File), i18n.In(lang, "button.back")))
	var err error
	if r.URL.Query().Has("analyse") {
		if !v.AllowsAnalysis() || v.Ply() == 0 {
			s.missing(w, lang, errNoMatch())
			return
		}
		err = s.Commands.Analyse(r.Context(), &p)
	}
	if err == nil {
		err = page.Write(&text, p)
	}
	if err != nil {
		s.missing(w, lang, err)
		return
	}
	_, own, _ := strings.Cut(text.String(), `http-equiv="Content-Security-Policy" content="`) // allows the style and the script of the page
	own, _, _ = strings.Cut(own, `"`)
	w.Header().Set("Content-Security-Policy", html.UnescapeString(own)+"; frame-ancestors 'none'")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(text.Bytes())
}

// savePicture writes the picture of a view as others see it, to be shared.
func (s *Server) savePicture(w http.ResponseWriter, _ *http.Request, v view, lang string) {
	o := s.options(v, lang)
	o.Plain, o.Unnamed, o.NoHands = false, false, false
	var picture bytes.Buffer
	if err := render.PNG(&picture, v.whole(), o); err != nil {
		http.Error(w, i18n.Of(err).In(lang), http.StatusUnprocessableEntity)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(picture.Bytes())
}

// saveRecord answers with the record of a match.
func (s *Server) saveRecord(w http.ResponseWriter, _ *http.Request, v view, _ string) {
	w.Header().Set("Content-Type", "application/octet-stream")
	_, _ = w.Write(v.Record.Bytes())
}
