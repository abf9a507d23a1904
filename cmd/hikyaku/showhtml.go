package main

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/notebook"
	"hikyaku/internal/page"
	"hikyaku/render"
)

// pageSize is the size of the boards of a page, which the browser scales. Lines
// are drawn to a tenth of a pixel.
const pageSize = 600

// writePage writes m as a page with all its plies.
func writePage(c *cli.Context, w io.Writer, m home.Copy) error {
	o, err := pictureOptions(c, m)
	if err != nil {
		return err
	}
	if o.Notes, err = matchNotes(c, m); err != nil {
		return err
	}
	p, err := pageOf(c, m, o)
	if err != nil {
		return err
	}
	if p.Notes, err = pageNotes(c, m); err != nil {
		return err
	}
	if err := page.Write(w, p); err != nil {
		return misuse(err)
	}
	return nil
}

// pageOf returns the page of all plies of m, without notes.
func pageOf(c *cli.Context, m home.Copy, o render.PNGOptions) (page.Page, error) {
	if o.Size == 0 {
		o.Size = pageSize
	}
	var scenes []engine.Scene
	for n, p := range m.Match.AfterPlies() {
		shown := p.Scene()
		if n == m.Ply() {
			shown = m.Match.Scene()
		}
		s, err := scene(c, m, shown, p)
		if err != nil {
			return page.Page{}, err
		}
		scenes = append(scenes, s)
	}
	return page.Page{
		Match: m.Match, Scenes: scenes, Picture: o, Title: render.SafeLine(pageTitle(c, m).In(o.Lang), 300),
		File: strings.TrimSuffix(filepath.Base(m.File), filepath.Ext(m.File)) + ".kif", Private: c.Bool("no-record"),
	}, nil
}

// pageNotes returns the lines of the private notes by ply if --notes is set.
func pageNotes(c *cli.Context, m home.Copy) (map[int][]string, error) {
	if !c.Bool("notes") {
		return nil, nil
	}
	d, _, err := openDesk(c)
	if err != nil {
		return nil, err
	}
	notes, err := notebook.Of(d.System, m.File, m.Match)
	if err != nil {
		return nil, err
	}
	lines := map[int][]string{}
	for ply := range m.Ply() + 1 {
		for _, n := range notebook.On(m.Match.AtPly(ply), notes) {
			for _, line := range noteBody(language(c.App), m.Match, n) {
				lines[ply] = append(lines[ply], render.SafeLine(line, 4096))
			}
		}
	}
	return lines, nil
}

// writeTurn writes a page for making the next move of m. It composes a reply if
// the player referees for mail-only players, else it shows the command to type.
func writeTurn(c *cli.Context, w io.Writer, m home.Copy) error {
	if m.Outcome != nil || m.Next().Player == 0 {
		return i18n.Err("warn.no-moves", "status", m.Match.Status())
	}
	o, err := pictureOptions(c, m)
	if err != nil {
		return err
	}
	d, conf, err := openDesk(c)
	if err != nil {
		return err
	}
	if party := d.Party(m.Match); m.Roster.Invited && party == m.Roster.Scribe() && conf.carries() {
		carrier, err := conf.courier(c, d)
		if err != nil {
			return err
		}
		if written, err := carrier.WriteTurn(w, m.Match); written || err != nil {
			return err
		}
	}
	command := "hikyaku move " + m.File + " MOVE"
	if m.Roster.Invited {
		command = "hikyaku move " + m.Short() + " MOVE --send"
	}
	return page.WriteTurn(w, page.Turn{Match: m.Match, Picture: o, Reply: page.Reply{Command: command}})
}
