package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"gopkg.in/yaml.v3"

	"hikyaku/engine/all"
	"hikyaku/internal/configfile"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

func themesCommand() *cli.Command {
	return &cli.Command{
		Name:      "themes",
		ArgsUsage: "[THEME]",
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
			if c.Bool("json") {
				return setAnswer(c, &themesJSON{Themes: render.Themes()})
			}
			_, err := io.WriteString(c.App.Writer, strings.Join(render.Themes(), "\n")+"\n")
			return err
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
	if c.Bool("json") {
		answer := &themesJSON{Base: base}
		for _, colour := range p.Colours() {
			answer.Colours = append(answer.Colours, colourJSON{colour.Name, colour.Colour})
		}
		return setAnswer(c, answer)
	}
	fmt.Fprintf(c.App.Writer, "base: %s\ncolours:\n", base)
	for _, colour := range p.Colours() {
		fmt.Fprintf(c.App.Writer, "  %s: %q\n", colour.Name, colour.Colour)
	}
	return nil
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
	if c.Bool("json") {
		return setAnswer(c, &themesJSON{Themes: names, Folder: dir})
	}
	return nil
}
