package render

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/engine"
)

var update = flag.Bool("update", false, "write the goldens in testdata anew")

// golden compares got with a file of testdata, or writes it with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got\n%s\nwant\n%s", file, got, want)
	}
}

func TestTextGoldens(t *testing.T) {
	for _, s := range scenes() {
		golden(t, s.name+".txt", Text(s.scene, TextOptions{Lang: "en"}))
		golden(t, s.name+".flip.ja.txt", Text(s.scene, TextOptions{Lang: "ja", Flip: true}))
		visible := strings.ReplaceAll(Text(s.scene, TextOptions{Lang: "en", Colour: true}), "\x1b", "␛")
		golden(t, s.name+".colour.txt", visible)
	}
}

// Pictures are compared by their decoded pixels, which are the same on every machine.
func TestPictureGoldens(t *testing.T) {
	var b strings.Builder
	draw := func(s scene, o PNGOptions) {
		fmt.Fprintf(&b, "%s size=%d flip=%t theme=%s %x\n", s.name, o.Size, o.Flip, o.Theme, pixels(t, s.scene, o))
	}
	for _, s := range scenes() {
		draw(s, PNGOptions{})
		draw(s, PNGOptions{Size: 200, Theme: "contrast"})
		draw(s, PNGOptions{Size: 1200, Flip: true, Caption: []string{"Alice - Bob"}})
	}
	golden(t, "pictures.txt", b.String())
}

func pixels(t *testing.T, s engine.Scene, o PNGOptions) []byte {
	t.Helper()
	img := decoded(t, s, o)
	hash := sha256.New()
	fmt.Fprintln(hash, img.Bounds())
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			hash.Write([]byte{byte(r >> 8), byte(g >> 8), byte(b >> 8)})
		}
	}
	return hash.Sum(nil)[:8]
}
