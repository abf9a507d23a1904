package render

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// graphOf returns a graph of a game with so many seats and plies.
func graphOf(seats, plies int) Graph {
	g := Graph{Title: "Alice – Bob", Marks: make([]string, plies), Movers: make([]int, plies)}
	for ply := range plies + 1 {
		scores := make([]float64, seats)
		for seat := range scores {
			scores[seat] = 0.5 + 0.45*math.Sin(float64(ply)/9+float64(seat)*2)
		}
		if seats == 2 {
			scores[1] = 1 - scores[0]
		}
		g.Scores = append(g.Scores, scores)
		if ply < plies {
			g.Movers[ply] = ply%seats + 1
		}
	}
	if plies > 30 {
		g.Marks[3], g.Marks[20], g.Marks[30] = "?!", "?", "??"
	}
	return g
}

func TestGraph(t *testing.T) {
	for name, g := range map[string]Graph{"two": graphOf(2, 87), "four": graphOf(4, 40), "none": graphOf(2, 0), "one": graphOf(2, 1)} {
		for _, size := range []int{200, 900} {
			var b bytes.Buffer
			if err := g.PNG(&b, PNGOptions{Size: size, Lang: "en", Names: []string{"Alice"}}); err != nil {
				t.Fatal(name, size, err)
			}
			img, err := png.Decode(bytes.NewReader(b.Bytes()))
			if err != nil || img.Bounds().Dx() != size {
				t.Errorf("%s: the graph is %v, %v", name, img.Bounds(), err)
			}
			if dir := os.Getenv("HIKYAKU_PICTURES"); dir != "" {
				_ = os.WriteFile(filepath.Join(dir, name+".png"), b.Bytes(), 0o644)
			}
		}
		var text bytes.Buffer
		if err := g.SVG(&text, PNGOptions{Lang: "ja"}); err != nil {
			t.Fatal(name, err)
		}
		if err := xml.Unmarshal(text.Bytes(), new(struct{})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := graphOf(2, 3).PNG(new(bytes.Buffer), PNGOptions{Size: 3}); err == nil || !strings.Contains(err.Error(), "200") {
		t.Errorf("a tiny graph: %v", err)
	}
}

// TestGraphTellsPlayersApart: the marks of the first of two players stand above the field, those of the second below, and
// their signs differ in shape.
func TestGraphTellsPlayersApart(t *testing.T) {
	inked := func(marks ...string) (above, below int) {
		g := Graph{Title: "Alice – Bob", Scores: [][]float64{{0.5, 0.5}, {0.4, 0.6}, {0.5, 0.5}}, Marks: marks, Movers: []int{1, 2}}
		d, err := g.drawing(PNGOptions{Size: 900, Lang: "en"})
		if err != nil {
			t.Fatal(err)
		}
		c := newCanvas(d.w, d.h, d.hue.paper)
		d.paint(c)
		for x := d.x + 20; x < d.x+d.wide; x++ {
			for y := range d.text {
				if c.img.At(x, d.y-d.text-2+y) != c.img.At(0, 0) {
					above++
				}
				if c.img.At(x, d.y+d.high+d.text/3+1+y) != c.img.At(0, 0) {
					below++
				}
			}
		}
		return above, below
	}
	none, beneath := inked("", "")
	if above, below := inked("??", ""); above <= none || below != beneath {
		t.Errorf("a blunder of the first player adds %d pixels above and %d below", above-none, below-beneath)
	}
	if above, below := inked("", "?"); above != none || below <= beneath {
		t.Errorf("a mistake of the second player adds %d pixels above and %d below", above-none, below-beneath)
	}
	for seat := 2; seat <= 4; seat++ {
		for other := 1; other < seat; other++ {
			if slices.Equal(markShape(seat, image.Point{}, 100), markShape(other, image.Point{}, 100)) {
				t.Errorf("the seats %d and %d have the same sign", seat, other)
			}
		}
	}
}
