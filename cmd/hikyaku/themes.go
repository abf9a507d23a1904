package main

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"gopkg.in/yaml.v3"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/computer"
	"hikyaku/internal/configfile"
	"hikyaku/internal/demo"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

func themesCommand() *cli.Command {
	return &cli.Command{
		Name: "themes", ArgsUsage: "[THEME]",
		UsageText: `hikyaku themes
hikyaku themes dark > my.yaml
hikyaku show match.kif -o board.png --theme my.yaml
hikyaku themes my.yaml -o samples
hikyaku themes --gallery -o gallery
hikyaku themes --letters -o letters`,
		Flags: []cli.Flag{
			outputFlag(), &cli.IntFlag{Name: "size", Value: 500}, boolFlag("gallery"), boolFlag("letters"), boolFlag("json"),
		},
		Action: func(c *cli.Context) error {
			switch {
			case c.Bool("gallery") || c.Bool("letters"):
				return gallery(c)
			case c.String("output") != "":
				return drawThemes(c, c.String("output"))
			case c.NArg() == 1:
				return writeTheme(c, c.Args().First())
			}
			return give(c, &themesJSON{Themes: render.Themes()}, render.Themes()...)
		},
	}
}

// themesJSON is the JSON of all themes, of the colours of one theme, or of the
// themes that were drawn.
type themesJSON struct {
	Themes  []string     `json:"themes,omitempty"`
	Base    string       `json:"base,omitempty"` // the theme that the colours belong to
	Colours []colourJSON `json:"colours,omitempty"`
	Folder  string       `json:"folder,omitempty"` // where the themes were drawn
	failure
}

type colourJSON struct {
	Name   string `json:"name"`
	Colour string `json:"colour"`
}

// themeFile is the contents of a theme file. docs/theme.yaml is an example.
type themeFile struct {
	Base    string            `yaml:"base"`
	Colours map[string]string `yaml:"colours"`
}

// maxTheme is the maximum size of a theme file in bytes.
const maxTheme = 1 << 16

// isThemeFile reports whether name is a theme file rather than the name of a
// theme.
func isThemeFile(name string) bool {
	return slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(filepath.Ext(name)))
}

// setTheme sets the theme named by --theme, which may be a file.
func setTheme(c *cli.Context, o *render.PNGOptions) (err error) {
	if o.Theme = c.String("theme"); isThemeFile(o.Theme) {
		o.Palette, err = loadTheme(c, o.Theme)
	}
	return err
}

// loadTheme reads a theme file and warns of colours that are hard to tell apart.
func loadTheme(c *cli.Context, file string) (*render.Palette, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxTheme+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxTheme {
		return nil, usage("usage.theme-large", "file", file, "most", maxTheme)
	}
	p, err := parseTheme(data)
	if err != nil {
		return nil, usage("usage.because", "what", file, "why", err)
	}
	for _, warning := range p.Faint() {
		warn(c, i18n.T("warn.theme", "file", file, "what", warning))
	}
	return p, nil
}

func parseTheme(data []byte) (*render.Palette, error) {
	var theme themeFile
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(&theme); err != nil && !errors.Is(err, io.EOF) {
		return nil, i18n.Err("theme.unread", "why", configfile.Explain(err, "docs/theme.yaml", []string{"base", "colours"}))
	}
	return render.NewPalette(theme.Base, theme.Colours)
}

// palette returns the theme called name, or the one in the file name.
func palette(c *cli.Context, name string) (*render.Palette, error) {
	if isThemeFile(name) {
		return loadTheme(c, name)
	}
	p, err := render.NewPalette(name, nil)
	if err != nil {
		return nil, misuse(err)
	}
	return p, nil
}

// writeTheme prints all colours of a theme in the format of a theme file.
func writeTheme(c *cli.Context, name string) error {
	p, err := palette(c, name)
	if err != nil {
		return err
	}
	base := name
	if isThemeFile(name) {
		base = "wood"
	}
	answer, lines := &themesJSON{Base: base}, []string{"base: " + base, "colours:"}
	for _, colour := range p.Colours() {
		answer.Colours = append(answer.Colours, colourJSON{colour.Name, colour.Colour})
		lines = append(lines, fmt.Sprintf("  %s: %q", colour.Name, colour.Colour))
	}
	return give(c, answer, lines...)
}

// drawThemes draws a position of every game in each theme, or only in the named
// one.
func drawThemes(c *cli.Context, dir string) error {
	names := render.Themes()
	if c.NArg() == 1 {
		names = c.Args().Slice()
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range names {
		p, err := palette(c, name)
		if err != nil {
			return err
		}
		o := render.PNGOptions{Size: c.Int("size"), Lang: language(c.App), Palette: p}
		short := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
		for _, g := range all.Games {
			positions, err := longGame(g, nil)
			if err != nil {
				return err
			}
			s := positions[len(positions)*2/3].Scene()
			if err := writeScene(filepath.Join(dir, g.Name+"-"+short), s, o); err != nil {
				return err
			}
		}
	}
	return give(c, &themesJSON{Themes: names, Folder: dir}, i18n.In(language(c.App), "file.saved", "file", dir))
}

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
{{range .Shown}}<h2>{{.Title}}</h2>
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
		variants := []engine.Options{{}}
		if o, ok := g.Variants(); ok {
			variants = nil
			for _, value := range o.Values {
				variants = append(variants, engine.Options{o.Key: value})
			}
		}
		for _, variant := range variants {
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
	file := filepath.Join(dir, "index.html")
	if err := writeGallery(c, file, "gallery.title", galleryHTML, exhibits); err != nil {
		return err
	}
	return give(c, &galleryJSON{Page: file}, i18n.In(language(c.App), "file.saved", "file", file))
}

// writeGallery writes a page of shown things.
func writeGallery(c *cli.Context, file, title, html string, shown any) error {
	var page bytes.Buffer
	filled := map[string]any{"Lang": language(c.App), "Title": i18n.In(language(c.App), title), "Shown": shown}
	if err := template.Must(template.New("gallery").Parse(html)).Execute(&page, filled); err != nil {
		return err
	}
	return os.WriteFile(file, page.Bytes(), 0o644)
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
{{range .Shown}}<h2>{{.}}</h2>
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
	file := filepath.Join(dir, "letters.html")
	if err := writeGallery(c, file, "letters.title", lettersHTML, names); err != nil {
		return err
	}
	return give(c, &galleryJSON{Page: file, Letters: len(names)}, i18n.In(language(c.App), "letters.written", "n", len(names), "file", file))
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
