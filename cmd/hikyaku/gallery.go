package main

import (
	"bytes"
	"fmt"
	"html/template"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/render"
)

func galleryCommand() *cli.Command {
	return &cli.Command{
		Name:  "gallery",
		Usage: "draw a contact sheet of all games, phases and themes",
		Description: `Writes a page and its pictures into a folder, to look at what pictures look like.

   hikyaku gallery -o gallery`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Required: true, Usage: "write to the folder `DIR`"},
			&cli.IntFlag{Name: "size", Value: 500, Usage: "the longer side of a picture in `PIXELS`, 200 to 4096"},
		},
		Action: gallery,
	}
}

// exhibit is one position of a game in every theme.
type exhibit struct {
	Title    string
	Pictures []string
}

var galleryHTML = template.Must(template.New("gallery").Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>hikyaku: games, phases, themes</title>
<style>body { font-family: sans-serif } img { width: 18%; vertical-align: top; margin: .3% }</style>
<h1>hikyaku: games, phases, themes</h1>
{{range .}}<h2>{{.Title}}</h2>
<p>{{range .Pictures}}<a href="{{.}}.svg"><img src="{{.}}.png" alt="{{.}}"></a>{{end}}</p>
{{end}}</html>
`))

func gallery(c *cli.Context) error {
	if err := wantArgs(c, 0, 0); err != nil {
		return err
	}
	dir := c.String("output")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var exhibits []exhibit
	for _, g := range all.Games {
		for _, phase := range []struct {
			name  string
			plies int
		}{{"-start", 0}, {"", 24}, {"-late", 80}} {
			p, err := playedOn(g, phase.plies)
			if err != nil {
				return err
			}
			e := exhibit{Title: fmt.Sprintf("%s, %d plies", g.Title.In(language(c.App)), phase.plies)}
			for _, theme := range render.Themes() {
				name := g.Name + phase.name + "-" + theme
				o := render.PNGOptions{Size: c.Int("size"), Lang: language(c.App), Theme: theme}
				if err := hang(filepath.Join(dir, name), p.Scene(), o); err != nil {
					return err
				}
				e.Pictures = append(e.Pictures, name)
			}
			exhibits = append(exhibits, e)
		}
	}
	var page bytes.Buffer
	if err := galleryHTML.Execute(&page, exhibits); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "index.html"), page.Bytes(), 0o644)
}

// hang writes one scene as PNG and SVG.
func hang(path string, s engine.Scene, o render.PNGOptions) error {
	var png, svg bytes.Buffer
	if err := render.PNG(&png, s, o); err != nil {
		return usagef("%v", err)
	}
	if err := render.SVG(&svg, s, render.SVGOptions{Picture: o}); err != nil {
		return err
	}
	if err := os.WriteFile(path+".png", png.Bytes(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(path+".svg", svg.Bytes(), 0o644)
}

// playedOn is g after so many plies of simple players, or as it ended before; the same each time.
func playedOn(g *engine.Game, plies int) (engine.Position, error) {
	options, err := g.Resolve(nil)
	if err != nil {
		return nil, err
	}
	p, err := g.Start(options)
	player := simplePlayer{rand.New(rand.NewPCG(7, 7))}
	for n := 0; err == nil && n < plies; {
		var m engine.Move
		switch next := p.Next(); {
		case next.Result != nil:
			return p, nil
		case next.Throw != nil:
			faces := make([]int, len(next.Throw))
			for i, sides := range next.Throw {
				faces[i] = 1 + player.rand.IntN(sides)
			}
			m = engine.Throw(faces...)
		default:
			m = player.choose(p, next.Player)
			n++
		}
		p, err = p.Apply(m)
	}
	return p, err
}
