package render

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
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

// TestPictureGoldens compares pictures by their decoded pixels, which are the same on every machine.
func TestPictureGoldens(t *testing.T) {
	var b strings.Builder
	draw := func(name string, o PNGOptions, write func(io.Writer, PNGOptions) error) {
		img := drawn(t, func(w io.Writer) error { return write(w, o) })
		fmt.Fprintf(&b, "%s size=%d flip=%t theme=%s %x\n", name, o.Size, o.Flip, o.Theme, pixels(img))
	}
	still := func(s engine.Scene) func(io.Writer, PNGOptions) error {
		return func(w io.Writer, o PNGOptions) error { return PNG(w, s, o) }
	}
	for _, s := range scenes() {
		draw(s.name, PNGOptions{}, still(s.scene))
		draw(s.name, PNGOptions{Size: 200, Theme: "contrast"}, still(s.scene))
		draw(s.name, PNGOptions{Size: 1200, Flip: true, Caption: []string{"Alice - Bob"}}, still(s.scene))
		draw(s.name+" card", PNGOptions{Caption: []string{"move 12"}}, func(w io.Writer, o PNGOptions) error { return Card(w, s.scene, "Alice - Bob", o) })
	}
	for _, s := range []scene{
		{"marked", marked(false, 0)}, {"marked field", marked(false, 1)}, {"marked gaps", marked(true, 0)},
		{"few objects", busy(3, 2, 4)}, {"many objects", busy(14, 10, 5)}, {"steps", busy(0, 1, 1)}, {"pairs", holding()},
	} {
		draw(s.name, PNGOptions{Threats: true}, still(s.scene))
		draw(s.name, PNGOptions{Size: 200, Theme: "dark", Flip: true}, still(s.scene))
		draw(s.name+" card", PNGOptions{}, func(w io.Writer, o PNGOptions) error { return Card(w, s.scene, "Alice - Bob", o) })
	}
	draw("notes", PNGOptions{Notes: allNotes(t)}, still(quoridor()))
	draw("notes", PNGOptions{Size: 300, Flip: true, Notes: allNotes(t)}, still(quoridor()))
	pieces := engine.Board{ID: "pieces", Min: pt(1, 1), Max: pt(8, 2)}
	for i, glyph := range []string{"玉", "飛", "角", "金", "銀", "桂", "香", "歩", "竜", "馬", "全", "圭", "杏", "と"} {
		pieces.Cells = append(pieces.Cells, piece(i%8+1, 2-i/8, glyph, i%2*2, engine.Ink(i%2+1), 0))
	}
	for _, set := range Pieces() {
		draw(set, PNGOptions{Size: 600, Pieces: set}, still(engine.Scene{Boards: []engine.Board{pieces}, Players: make([]engine.Panel, 2), Turn: toMove(1)}))
	}
	draw("zoom", PNGOptions{Size: 300, Theme: "dark", Zoom: true}, still(goryujin()))
	crowded := Graph{Title: "many", Scores: slices.Repeat([][]float64{{0.5, 0.5}}, 65), Marks: slices.Repeat([]string{"?", "?!"}, 32), Movers: slices.Repeat([]int{1, 2, 2}, 22)}
	for _, g := range []Graph{
		crowded,
		{Title: "two", Scores: [][]float64{{0.5, 0.5}, {0.75, 0.25}, {0.125, 0.875}, {1, 0}}, Marks: []string{"", "?", "??"}, Movers: []int{1, 2, 1}},
		{Title: "four", Scores: [][]float64{{0.25, 0.25, 0.25, 0.25}, {0.5, 0.125, 0, 0.375}}, Marks: []string{"?!"}, Movers: []int{3}},
	} {
		draw("graph of "+g.Title, PNGOptions{}, g.PNG)
		draw("graph of "+g.Title, PNGOptions{Size: 400, Theme: "dark"}, g.PNG)
	}
	golden(t, "pictures.txt", b.String())
}

// pixels returns a hash of the pixels of img.
func pixels(img image.Image) []byte {
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
