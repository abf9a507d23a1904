package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2/maybe"
	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

// pictureFlags returns the flags for pictures.
func pictureFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "size", DefaultText: "900; gif: 500"}, &cli.IntFlag{Name: "scale", Value: 1}, themeFlag(),
		textFlag("pieces"), &cli.StringFlag{Name: "zoom", Value: "off"}, boolFlag("threats"), boolFlag("no-coordinates"),
	}
}

// pictureOptions parses the flags for pictures of m.
func pictureOptions(c *cli.Context, m home.Copy) (render.PNGOptions, error) {
	o, err := drawingOptions(c, m.Match.Names())
	const legible = 400 // pixels of a picture above which the largest board is shown whole
	o.Zoom = o.Zoom || !c.IsSet("zoom") && m.Outcome == nil && o.Size > 0 && o.Size < legible
	if title := c.String("title"); title != "" {
		o.Caption = append(o.Caption, title)
	}
	if pending := m.Match.For(partyOf(c, m)).Pending(zone(c)).In(o.Lang); c.Bool("caption") && pending != "" { // the bars have the names
		o.Caption = append(o.Caption, pending)
	}
	return o, err
}

// stage returns which game m is, how far it has come or how it ended, and when:
// "Quoridor, move 12: e4, 24 Nov 2026".
func stage(m home.Copy, zone *time.Location) i18n.Text {
	line := m.Game.Called(m.Options)
	switch {
	case m.Outcome != nil:
		line = i18n.T("caption.end", "game", line, "how", m.Match.For(0).Ending(), "n", m.Ply())
	case m.Ply() > 0:
		line = i18n.T("caption.move", "game", line, "n", m.Ply(), "move", m.PlyText(m.Ply()))
	}
	if i := m.LastMove(); i >= 0 && !m.Record.Events[i].At.IsZero() {
		line = i18n.Phrases(line, i18n.ShortDate(m.Record.Events[i].At.In(zone)))
	}
	return line
}

// drawingOptions parses the flags for pictures of any position, with the names of the players by seat.
func drawingOptions(c *cli.Context, names []string) (render.PNGOptions, error) {
	o := render.PNGOptions{
		Size: c.Int("size"), Flip: c.Bool("flip"), Lang: language(c.App), Bare: c.Bool("no-coordinates"), Names: names,
		Threats: c.Bool("threats"), Zoom: c.String("zoom") == "auto", Pieces: c.String("pieces"),
	}
	if n := c.Int("scale"); n < 1 || n > 20 {
		return o, usage("usage.scale", "n", n)
	} else if n > 1 {
		if o.Size == 0 {
			o.Size = 900
		}
		o.Size *= n
	}
	return o, setTheme(c, &o)
}

// drawPicture writes the last board of m as PNG or SVG.
func drawPicture(c *cli.Context, w io.Writer, m home.Copy, format string) error {
	o, err := pictureOptions(c, m)
	if err != nil {
		return err
	}
	s, err := scene(c, m, m.Match.Scene(), m.Last())
	if err != nil {
		return err
	}
	if o.Notes, err = matchNotes(c, m); err != nil {
		return err
	}
	if o.Notes == nil && !c.Bool("card") {
		s = s.Drafted()
	}
	o.Clocks = m.State.Clocks(partyOf(c, m), o.Lang)
	if c.Bool("caption") {
		o.Caption = append([]string{stage(m, zone(c)).In(o.Lang)}, o.Caption...)
	}
	switch {
	case c.Bool("card"):
		o.Caption = nil
		if m.Ply() > 0 {
			o.Caption = []string{i18n.In(o.Lang, "caption.card", "n", m.Ply(), "move", m.PlyText(m.Ply()))}
		}
		err = render.Card(w, s, cmp.Or(c.String("title"), m.Game.Called(m.Options).In(o.Lang)), o)
	case format == "png":
		err = render.PNG(w, s, o)
	default:
		err = render.SVG(w, s, render.SVGOptions{Picture: o, Title: pageTitle(c, m)})
	}
	if err != nil {
		return misuse(err)
	}
	return nil
}

// pageTitle returns the name of the match and the ply: "Quoridor, after 12 moves – seat 1 (Alice), seat 2 (Bob)".
func pageTitle(c *cli.Context, m home.Copy) i18n.Text {
	if title := c.String("title"); title != "" {
		return i18n.Same(title)
	}
	title, caption := m.Game.Called(m.Options), m.Match.For(partyOf(c, m)).Caption(zone(c))
	t := i18n.T("title.ply", "game", title, "n", m.Ply())
	if m.Ply() == 0 {
		t = i18n.T("title.start", "game", title)
	}
	if caption.En != "" {
		t = i18n.T("title.players", "title", t, "players", caption)
	}
	if o := m.Outcome; o != nil && o.Word != "" {
		t = i18n.Phrases(t, m.Match.For(0).Ending())
	}
	return t
}

// showAll writes every ply as a numbered file in the folder -o.
func showAll(c *cli.Context, m home.Copy, format string) error {
	dir := c.String("output")
	if dir == "" || dir == "-" || format == "gif" || format == "html" {
		return usage("usage.show-all")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	ending := map[string]string{"text": "txt"}[format]
	if ending == "" {
		ending = format
	}
	for ply := range m.Ply() + 1 {
		at := home.Copy{File: m.File, Match: m.Match.AtPly(ply)}
		var out bytes.Buffer
		if err := draw(c, &out, at, format); err != nil {
			return err
		}
		if err := maybe.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.%s", ply, ending)), out.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return reportSaved(c, dir)
}

func noteFlags() []cli.Flag {
	return []cli.Flag{listFlag("mark"), listFlag("arrow"), listFlag("letter")}
}

// writtenNotes parses the annotations given on the command line for the boards
// of p.
func writtenNotes(c *cli.Context, p engine.Position) (notes []render.Note, err error) {
	for _, flag := range []struct {
		name string
		form render.NoteForm
	}{{"mark", render.MarkNote}, {"arrow", render.ArrowNote}, {"letter", render.SignNote}} {
		for _, text := range c.StringSlice(flag.name) {
			more, err := render.ReadNotes(p, flag.form, text)
			if err != nil {
				return nil, usage("usage.because", "what", "--"+flag.name+" "+text, "why", err)
			}
			notes = append(notes, more...)
		}
	}
	return notes, nil
}

// matchNotes returns all annotations of the last position of m.
func matchNotes(c *cli.Context, m home.Copy) ([]render.Note, error) {
	var notes []render.Note
	if c.Bool("paths") {
		p, ok := m.Last().(engine.Pather)
		if !ok {
			return nil, usage("usage.paths", "game", m.Game.Name)
		}
		notes = render.PathNotes(m.Last().Scene(), p)
	}
	written, err := writtenNotes(c, m.Last())
	if err != nil {
		return nil, err
	}
	notes = append(notes, written...)
	if c.IsSet("number") {
		n := c.Int("number")
		if n < 1 {
			return nil, usage("usage.number", "n", n)
		}
		places := targetsOf(m.Match)
		first := max(0, len(places)-n)
		notes = append(notes, render.NumberNotes(places[first:], first+1)...)
	}
	return notes, nil
}

// targetsOf returns the places to which the moves of m go, without undone moves.
func targetsOf(m *match.Match) (places []engine.Place) {
	for i, e := range m.Record.Events {
		if move, moved := e.Step.(kif.Move); moved && !e.Undone {
			places = append(places, target(m.Positions[i], engine.Move(move)))
		}
	}
	return places
}

// target returns the place to which a move from p goes, if p knows places.
func target(p engine.Position, m engine.Move) (at engine.Place) {
	if placer, ok := p.(engine.Placer); ok {
		at = placer.Target(m)
	}
	return at
}

// animate writes m as a GIF that begins with the starting position.
func animate(c *cli.Context, w io.Writer, m home.Copy) error {
	f, err := filmOf(c, m)
	if err != nil {
		return err
	}
	picture, err := pictureOptions(c, m)
	if err != nil {
		return err
	}
	if picture.Notes, err = matchNotes(c, m); err != nil {
		return err
	}
	err = render.GIF(w, f.scenes, render.GIFOptions{
		Picture: picture,
		Delay:   c.Duration("delay"), Quick: f.quick, Clocks: f.clocks,
	})
	if err != nil {
		return misuse(err)
	}
	return nil
}

// film contains the scenes of a match. A scene is quick if it shows a throw or
// an intermediate step of a move.
type film struct {
	scenes []engine.Scene
	quick  []bool
	clocks []render.Clocks
}

func (f *film) add(s engine.Scene, quick bool, clocks render.Clocks) {
	f.scenes, f.quick, f.clocks = append(f.scenes, s), append(f.quick, quick), append(f.clocks, clocks)
}

// filmOf returns the scenes of m; the last one shows the ending.
func filmOf(c *cli.Context, m home.Copy) (f film, err error) {
	lang, viewer := language(c.App), partyOf(c, m)
	first, err := scene(c, m, m.Positions[0].Scene(), m.Positions[0])
	if err != nil {
		return f, err
	}
	f.add(first, false, m.Match.AtPly(0).State.Clocks(viewer, lang))
	for i, e := range m.Record.Events {
		thrown := kif.IsThrow(e.Step)
		if _, moved := e.Step.(kif.Move); e.Undone || !moved && !thrown {
			continue
		}
		clocks := m.After(i).Past().Clocks(viewer, lang)
		for _, s := range intermediate(m.Positions[i], engine.Move(e.Step.String())) {
			f.add(m.Match.Fading(i+1, s), true, clocks)
		}
		s, err := scene(c, m, m.Match.SceneAt(i+1), m.Positions[i+1])
		if err != nil {
			return f, err
		}
		f.add(s, thrown, clocks)
	}
	if m.Outcome == nil {
		f.clocks[len(f.clocks)-1] = m.State.Clocks(viewer, lang)
	}
	if m.Outcome != nil && m.Outcome.Word != "" {
		f.add(m.Match.Scene(), false, nil)
	}
	return f, nil
}

// intermediate returns the scenes between p and the position after move.
func intermediate(p engine.Position, move engine.Move) []engine.Scene {
	stepper, ok := p.(engine.Stepper)
	if !ok {
		return nil
	}
	steps := stepper.Steps(move)
	return steps[:max(0, len(steps)-1)]
}
