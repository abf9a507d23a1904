package main

import (
	"bytes"
	"fmt"
	"html/template"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/computer"
	"hikyaku/internal/demo"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

type galleryJSON struct {
	Page    string `json:"page"` // the file to open
	Letters int    `json:"letters,omitempty"`
	failure
}

// exhibit shows a position of a game in every theme.
type exhibit struct {
	Title    string
	Pictures []string
}

const galleryHTML = `<!DOCTYPE html>
<html lang="{{.Lang}}">
<meta charset="utf-8">
<title>{{.Title}}</title>
<style>body { font-family: sans-serif } img { width: 18%; vertical-align: top; margin: .3% }</style>
<h1>{{.Title}}</h1>
{{range .Exhibits}}<h2>{{.Title}}</h2>
<p>{{range .Pictures}}<a href="{{.}}.svg"><img src="{{.}}.png" alt="{{.}}"></a>{{end}}</p>
{{end}}</html>
`

// gallery draws all games, phases and themes, or writes every kind of mail.
func gallery(c *cli.Context) error {
	dir := c.String("output")
	if dir == "" {
		return usage("usage.gallery")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if c.Bool("letters") {
		return galleryOfLetters(c, dir)
	}
	var exhibits []exhibit
	for _, g := range all.Games {
		for _, variant := range variants(g) {
			positions, err := longGame(g, variant)
			if err != nil {
				return err
			}
			for _, phase := range []int{0, len(positions) / 3, len(positions) * 2 / 3, len(positions) - 1} {
				name := fmt.Sprintf("%s-%02d", strings.Join(append([]string{g.Name}, slices.Collect(maps.Values(variant))...), "-"), phase)
				e := exhibit{Title: fmt.Sprintf("%s %s, %d", g.Called(variant).In(language(c.App)), g.OptionText(variant), phase)}
				for _, theme := range render.Themes() {
					o := render.PNGOptions{Size: c.Int("size"), Lang: language(c.App), Theme: theme}
					if err := writeScene(filepath.Join(dir, name+"-"+theme), positions[phase].Scene(), o); err != nil {
						return err
					}
					e.Pictures = append(e.Pictures, name+"-"+theme)
				}
				exhibits = append(exhibits, e)
			}
		}
	}
	var page bytes.Buffer
	shown := struct {
		Lang, Title string
		Exhibits    []exhibit
	}{language(c.App), i18n.In(language(c.App), "gallery.title"), exhibits}
	if err := template.Must(template.New("gallery").Parse(galleryHTML)).Execute(&page, shown); err != nil {
		return err
	}
	file := filepath.Join(dir, "index.html")
	if err := os.WriteFile(file, page.Bytes(), 0o644); err != nil || !c.Bool("json") {
		return err
	}
	return setAnswer(c, &galleryJSON{Page: file})
}

// writeScene writes a scene as PNG and SVG.
func writeScene(path string, s engine.Scene, o render.PNGOptions) error {
	var png, svg bytes.Buffer
	if err := render.PNG(&png, s, o); err != nil {
		return misuse(err)
	}
	if err := render.SVG(&svg, s, render.SVGOptions{Picture: o}); err != nil {
		return err
	}
	if err := os.WriteFile(path+".png", png.Bytes(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(path+".svg", svg.Bytes(), 0o644)
}

// variants returns the options that select each variant of g.
func variants(g *engine.Game) []engine.Options {
	o, ok := g.Variants()
	if !ok {
		return []engine.Options{{}}
	}
	var each []engine.Options
	for _, value := range o.Values {
		each = append(each, engine.Options{o.Key: value})
	}
	return each
}

// longGame returns the longest of a few random games of simple players, which is
// always the same: the positions before each move, and the last one.
func longGame(g *engine.Game, variant engine.Options) (longest []engine.Position, err error) {
	options, err := g.Resolve(variant)
	for seed := uint64(1); seed <= 5 && err == nil; seed++ {
		var positions []engine.Position
		if positions, err = simpleGame(g, options, rand.New(rand.NewPCG(seed, 7))); len(positions) > len(longest) {
			longest = positions
		}
	}
	return longest, err
}

// simpleGame plays g to its end, or for 100 moves.
func simpleGame(g *engine.Game, options engine.Options, random *rand.Rand) (positions []engine.Position, err error) {
	player := computer.Simple{Rand: random}
	p, err := g.Start(options)
	for err == nil && len(positions) < 100 {
		next := p.Next()
		switch {
		case next.Result != nil:
			return append(positions, p), nil
		case next.Throw != nil:
			p, err = p.Apply(engine.RandomThrow(next.Throw, random))
		default:
			positions = append(positions, p)
			p, err = p.Apply(player.Pick(p, next.Player))
		}
	}
	return positions, err
}

const lettersHTML = `<!DOCTYPE html>
<html lang="{{.Lang}}">
<meta charset="utf-8">
<title>{{.Title}}</title>
<style>body { font-family: sans-serif } iframe { border: 1px solid #888; height: 700px; vertical-align: top } iframe.n { width: 390px } iframe.w { width: 900px }</style>
<h1>{{.Title}}</h1>
{{range .Names}}<h2>{{.}}</h2>
<p><a href="{{.}}.txt">.txt</a> <a href="{{.}}.eml">.eml</a></p>
<p><iframe class="n" src="{{.}}.html"></iframe> <iframe class="w" src="{{.}}.html"></iframe></p>
{{end}}</html>
`

// galleryOfLetters writes every kind of mail into a folder, in both languages:
// raw, as text, and as a page.
func galleryOfLetters(c *cli.Context, dir string) error {
	temporary, err := os.MkdirTemp("", "hikyaku-letters-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	var names []string
	for _, lang := range i18n.Languages {
		letters, err := demo.Letters(all.Games, filepath.Join(temporary, lang), lang)
		if err != nil {
			return err
		}
		for i, s := range letters {
			name := fmt.Sprintf("%s-%02d-%s", lang, i+1, s.Name)
			if err := writeLetter(filepath.Join(dir, name), s); err != nil {
				return err
			}
			names = append(names, name)
		}
	}
	var page bytes.Buffer
	shown := struct {
		Lang, Title string
		Names       []string
	}{language(c.App), i18n.In(language(c.App), "letters.title"), names}
	if err := template.Must(template.New("letters").Parse(lettersHTML)).Execute(&page, shown); err != nil {
		return err
	}
	file := filepath.Join(dir, "letters.html")
	if err := os.WriteFile(file, page.Bytes(), 0o644); err != nil {
		return err
	}
	if c.Bool("json") {
		return setAnswer(c, &galleryJSON{Page: file, Letters: len(names)})
	}
	return printLine(c, i18n.In(language(c.App), "letters.written", "n", len(names), "file", file))
}

// writeLetter writes a mail raw, as text, and as a page with its picture in a
// file beside it.
func writeLetter(path string, s demo.Specimen) error {
	raw, err := s.Letter.Bytes()
	if err != nil {
		return err
	}
	page := s.Letter.HTML
	for _, a := range s.Letter.Attachments {
		if a.Inline {
			page = strings.ReplaceAll(page, "cid:"+a.ContentID, filepath.Base(path)+"-"+a.Name)
			if err := os.WriteFile(path+"-"+a.Name, a.Data, 0o644); err != nil {
				return err
			}
		}
	}
	for ending, data := range map[string][]byte{".eml": raw, ".txt": []byte(s.Letter.Text + "\n"), ".html": []byte(page)} {
		if err := os.WriteFile(path+ending, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
