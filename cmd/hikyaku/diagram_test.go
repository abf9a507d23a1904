package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
)

var update = flag.Bool("update", false, "draw the diagrams of the rules anew")

// undrawn returns why rules of a game have no diagram: the lines "rule: reason" of testdata/undrawn.txt beside the game.
func undrawn(t *testing.T, game string) map[string]string {
	t.Helper()
	data, err := os.ReadFile("../../engine/" + game + "/testdata/undrawn.txt")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	reasons := map[string]string{}
	for line := range strings.Lines(string(data)) {
		rule, why, _ := strings.Cut(strings.TrimSpace(line), ": ")
		reasons[rule] = why
	}
	return reasons
}

// TestDiagrams draws the example of each rule as rules -o does and wants it to be the picture that RULES.md and RULES.ja.md
// show.
func TestDiagrams(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	for _, g := range all.Games {
		files, undrawn := map[string]bool{}, undrawn(t, g.Name)
		for _, r := range g.Rules {
			d, err := openDiagram(g, r.ID)
			if err != nil {
				t.Fatal(err)
			}
			switch why := undrawn[r.ID]; {
			case d == nil && why == "":
				t.Errorf("%s %s needs an example among Game.Diagrams, drawn by go test ./cmd/hikyaku -run Diagrams -update, or a reason in engine/%s/testdata/undrawn.txt", g.Name, r.ID, g.Name)
			case d != nil && why != "":
				t.Errorf("%s %s has an example: take it from undrawn.txt", g.Name, r.ID)
			}
			if d == nil {
				continue
			}
			for _, lang := range i18n.Languages {
				files[d.file().In(lang)] = true
				wantShown(t, d, lang)
				compareDiagram(t, d, lang)
			}
		}
		wantFiles(t, "engine/"+g.Name+"/diagrams", slices.Sorted(maps.Keys(files)))
	}
}

// compareDiagram draws a diagram and compares its pixels with its file, or writes that with -update.
func compareDiagram(t *testing.T, d *diagram, lang string) {
	t.Helper()
	file := filepath.Join("..", "..", d.file().In(lang))
	drawn := file
	if !*update {
		drawn = filepath.Join(t.TempDir(), "diagram.png")
	}
	if status := run(context.Background(), []string{"hikyaku", "--quiet", "--lang", lang, "rules", d.game.Name, d.Rule.ID, "-o", drawn}); status != 0 {
		t.Fatalf("rules %s %s -o exits with %d", d.game.Name, d.Rule.ID, status)
	}
	got, want := readPNG(t, drawn), readPNG(t, file)
	if !bytes.Equal(got.Pix, want.Pix) || got.Rect != want.Rect || !slices.EqualFunc(got.Palette, want.Palette, func(a, b color.Color) bool { return a == b }) {
		t.Errorf("%s is another picture than rules %s %s -o draws: look at both, and write it with -update", file, d.game.Name, d.Rule.ID)
	}
}

func readPNG(t *testing.T, file string) *image.Paletted {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return picture.(*image.Paletted)
}

// wantShown wants a manual to show the diagram with its words at the end of the section of its rule.
func wantShown(t *testing.T, d *diagram, lang string) {
	t.Helper()
	manual := map[string]string{"en": "RULES.md", "ja": "RULES.ja.md"}[lang]
	text, err := os.ReadFile(filepath.Join("..", "..", "engine", d.game.Name, manual))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n### "+d.Rule.ID+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	section, _, _ = strings.Cut(section, "\n### ")
	want := fmt.Sprintf("\n\n![%s](diagrams/%s)\n", d.words().In(lang), filepath.Base(d.file().In(lang)))
	if !strings.HasSuffix(section, want) {
		t.Errorf("the section %s of %s of %s does not end with %q", d.Rule.ID, manual, d.game.Name, want)
	}
}

// wantFiles wants a folder of the source to hold these files and no others.
func wantFiles(t *testing.T, folder string, files []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join("..", "..", folder))
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for _, entry := range entries {
		have = append(have, folder+"/"+entry.Name())
	}
	if !slices.Equal(have, files) {
		t.Errorf("%s holds %q: want %q", folder, have, files)
	}
}
