package render

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
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

// Pictures are compared by their decoded pixels. The rasteriser works in floating point where shapes are large,
// so the digests hold for one architecture; on others two drawings must agree with each other.
func TestPictureGoldens(t *testing.T) {
	digests := func() string {
		var b strings.Builder
		for _, s := range scenes() {
			for _, o := range []PNGOptions{{}, {Size: 200}, {Size: 1200, Flip: true, Caption: []string{"Alice - Bob"}}} {
				fmt.Fprintf(&b, "%s size=%d flip=%t %x\n", s.name, o.Size, o.Flip, pixels(t, s.scene, o))
			}
		}
		return b.String()
	}
	file := "pictures." + runtime.GOARCH + ".txt"
	if _, err := os.Stat(filepath.Join("testdata", file)); err == nil || *update {
		golden(t, file, digests())
	} else if first, second := digests(), digests(); first != second {
		t.Errorf("two drawings differ:\n%s\n%s", first, second)
	}
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
