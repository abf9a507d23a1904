package render

import (
	"bytes"
	"image/color"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

// TestColourNames wants a name for every colour of every theme, so that a file can change it.
func TestColourNames(t *testing.T) {
	known, at := map[string]bool{}, map[*color.RGBA]bool{}
	h := wooden
	for _, c := range h.named() {
		if known[c.name] || at[c.RGBA] {
			t.Errorf("two colours are called %s, or it has another name too", c.name)
		}
		known[c.name], at[c.RGBA] = true, true
	}
	fields := reflect.TypeFor[hues]()
	for i := range fields.NumField() {
		if f := fields.Field(i); f.Type == reflect.TypeFor[color.RGBA]() && !known[f.Name] {
			t.Errorf("the colour %s has no name", f.Name)
		}
	}
	for name, theme := range themes {
		for ink := range theme.inks {
			if theme.inks[ink].A > 0 && !at[&h.inks[ink]] {
				t.Errorf("%s: ink %d has no name", name, ink)
			}
		}
		for ink := range theme.tints {
			if theme.tints[ink].A > 0 && !at[&h.tints[ink]] {
				t.Errorf("%s: the ground of ink %d has no name", name, ink)
			}
		}
	}
}

// TestPalette changes colours of a theme: they are drawn, those of the theme stay, and faint ones are named.
func TestPalette(t *testing.T) {
	before := wooden.inks[1]
	p, err := NewPalette("", map[string]string{"paper": "#123456", "faded": "#223456", "seat1": "#abcdef"})
	if err != nil {
		t.Fatal(err)
	}
	if wooden.inks[1] != before {
		t.Error("a file has changed the usual theme")
	}
	img := decoded(t, quoridor(), PNGOptions{Size: 200, Palette: p})
	if r, g, b, _ := img.At(0, 0).RGBA(); r>>8 != 0x12 || g>>8 != 0x34 || b>>8 != 0x56 {
		t.Errorf("the paper is %x %x %x", r>>8, g>>8, b>>8)
	}
	if !slices.Contains(p.Colours(), NamedColour{"seat1", "#abcdef"}) {
		t.Errorf("the colours are %v", p.Colours())
	}
	var faint string
	for _, warning := range p.Faint() {
		faint += warning.En + "\n"
	}
	if !strings.Contains(faint, "faded #223456 on paper #123456") || strings.Contains(faint, "cream") {
		t.Errorf("faint are %s", faint)
	}
	if _, err := NewPalette("dark", map[string]string{"pepper": "#123456", "ink": "red"}); err == nil ||
		!strings.Contains(err.Error(), `"pepper"`) || !strings.Contains(err.Error(), `"red"`) {
		t.Errorf("wrong colours: %v", err)
	}
	var film bytes.Buffer
	if err := GIF(&film, []engine.Scene{quoridor()}, GIFOptions{Picture: PNGOptions{Size: 200, Palette: p}}); err != nil {
		t.Fatal(err)
	}
}
