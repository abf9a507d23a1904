package main

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/desk"
	"hikyaku/engine"
	"hikyaku/match"
	"hikyaku/page"
	"hikyaku/render"
)

// pageSize is the size of the boards of a page, which the browser scales. Their lines are drawn to a tenth of a pixel.
const pageSize = 600

// writePage writes m as a page of all its plies.
func writePage(c *cli.Context, w io.Writer, m desk.Copy) error {
	o, err := pictureOptions(c, m)
	if err != nil {
		return err
	}
	if o.Notes, err = matchNotes(c, m); err != nil {
		return err
	}
	if o.Size == 0 {
		o.Size = pageSize
	}
	var scenes []engine.Scene
	for n, p := range match.AfterPlies(m.Match) {
		shown := p.Scene()
		if n == m.Ply() {
			shown = match.Scene(m.Match)
		}
		s, err := scene(c, m, shown, p)
		if err != nil {
			return err
		}
		scenes = append(scenes, s)
	}
	err = page.Write(w, page.Page{
		Match: m.Match, Scenes: scenes, Picture: o, Title: render.SafeLine(pageTitle(c, m).In(o.Lang), 300),
		File: strings.TrimSuffix(filepath.Base(m.File), filepath.Ext(m.File)) + ".kif", Private: c.Bool("no-record"),
	})
	if err != nil {
		return usagef("%v", err)
	}
	return nil
}
