package main

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"io"

	"github.com/urfave/cli/v2"

	"hikyaku/desk"
	"hikyaku/match"
	"hikyaku/render"
)

// htmlPly is one ply of a page.
type htmlPly struct {
	Number      int
	Move        string
	Spoken      []string
	Picture     template.URL // rendered by us, so it is safe
	First, Last bool
}

func (p htmlPly) Back() int { return p.Number - 1 }
func (p htmlPly) Next() int { return p.Number + 1 }

// pageHTML shows one ply at a time if styles are supported, else all plies. It has no script and loads nothing.
const pageHTML = `<!DOCTYPE html>
<html lang="{{.Lang}}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{.Title}}</title>
<style>
body { font-family: sans-serif; max-width: 44rem; margin: 1rem auto; padding: 0 1rem; line-height: 1.5 }
img { max-width: 100%; height: auto }
section { border-top: 1px solid #999; padding: .5rem 0 }
nav a { display: inline-block; padding: .2rem .8rem }
section:target { outline: 3px solid #0077c8; outline-offset: .3rem }
</style>
<h1>{{.Title}}</h1>
{{range .Plies}}<section id="ply{{.Number}}">
<h2>{{.Number}}{{if .Move}}: {{.Move}}{{end}}</h2>
<nav>{{if not .First}}<a href="#ply{{.Back}}">←</a>{{end}}{{if not .Last}}<a href="#ply{{.Next}}">→</a>{{end}}</nav>
<img src="{{.Picture}}" alt="{{range .Spoken}}{{.}}; {{end}}">
</section>
{{end}}</html>
`

// page writes m as a page of all its plies.
func page(c *cli.Context, w io.Writer, m desk.Copy) error {
	o, err := pictureOptions(c, m)
	if err != nil {
		return err
	}
	if o.Size == 0 {
		o.Size = 500
	}
	var plies []htmlPly
	for n, p := range match.AfterPlies(m.Match) {
		shown := p.Scene()
		if n == m.Ply() {
			shown = match.Scene(m.Match)
		}
		s, err := scene(c, m, shown, p)
		if err != nil {
			return err
		}
		var png bytes.Buffer
		if err := render.PNG(&png, s, o); err != nil {
			return usagef("%v", err)
		}
		picture := template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(png.Bytes()))
		plies = append(plies, htmlPly{
			Number: n, Move: match.PlyText(m.Match, n), Spoken: render.Spoken(s, render.SpokenOptions{Lang: o.Lang, Names: o.Names}), Picture: picture, First: n == 0, Last: n == m.Ply(),
		})
	}
	return template.Must(template.New("page").Parse(pageHTML)).Execute(w, struct {
		Lang, Title string
		Plies       []htmlPly
	}{o.Lang, render.SafeLine(pageTitle(c, m).In(o.Lang), 300), plies})
}
