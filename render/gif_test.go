package render

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
)

func animated(t *testing.T, scenes []engine.Scene, o GIFOptions) *gif.GIF {
	t.Helper()
	var file, again bytes.Buffer
	if err := GIF(&file, scenes, o); err != nil {
		t.Fatal(err)
	}
	if err := GIF(&again, scenes, o); err != nil || !bytes.Equal(file.Bytes(), again.Bytes()) {
		t.Fatalf("the same scenes gave other bytes, error %v", err)
	}
	g, err := gif.DecodeAll(&file)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// composed draws the frames of g over each other as a viewer does, and returns the picture after each.
func composed(g *gif.GIF) []*image.RGBA {
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	var seen []*image.RGBA
	for _, frame := range g.Image {
		draw.Draw(screen, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
		shot := *screen
		shot.Pix = slices.Clone(screen.Pix)
		seen = append(seen, &shot)
	}
	return seen
}

// apart returns the largest difference between the colours of a pixel of a and b, summed over the channels.
func apart(a, b image.Image) int {
	if a.Bounds() != b.Bounds() {
		return 3 * 255
	}
	most := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			p, q := color.RGBAModel.Convert(a.At(x, y)).(color.RGBA), color.RGBAModel.Convert(b.At(x, y)).(color.RGBA)
			most = max(most, distance(p.R, q.R)+distance(p.G, q.G)+distance(p.B, q.B))
		}
	}
	return most
}

func TestAnimationOfOneSceneIsItsPicture(t *testing.T) {
	for _, s := range scenes() {
		for _, o := range []PNGOptions{{Size: 200, Lang: "ja"}, {Size: 500, Flip: true, Caption: []string{"棋譜"}}} {
			g := animated(t, []engine.Scene{s.scene}, GIFOptions{Picture: o})
			if d := apart(composed(g)[0], decoded(t, s.scene, o)); d > 0 {
				t.Errorf("%s %+v: a pixel is off by %d", s.name, o, d)
			}
		}
	}
}

// Very similar mixtures share a place in the palette, so the colours of edges may differ a little.
func TestFramesAreThePicturesOfTheirPositions(t *testing.T) {
	for _, game := range all.Games {
		scenes, _ := film(t, game, longest[game.Name], 8)
		o := GIFOptions{Picture: PNGOptions{Size: 300, Lang: "ja"}}
		seen := composed(animated(t, scenes, o))
		f := newFace()
		layouts, err := o.Picture.layouts(scenes, nil, f)
		if err != nil {
			t.Fatal(err)
		}
		if len(seen) != len(layouts) {
			t.Fatalf("%s: %d frames of %d scenes", game.Name, len(seen), len(layouts))
		}
		for i, l := range layouts {
			if d := apart(seen[i], l.draw(f, &wooden)); d > 40 {
				t.Errorf("%s: a pixel of frame %d is off by %d", game.Name, i, d)
			}
		}
		if game.Name == "quoridor" { // whose scenes have all the same measures
			if d := apart(seen[len(seen)-1], decoded(t, scenes[len(scenes)-1], o.Picture)); d > 40 {
				t.Errorf("%s: the last frame is not the picture of the last position: off by %d", game.Name, d)
			}
		}
	}
}

func TestFramesHoldOnlyWhatChanged(t *testing.T) {
	first, second := quoridor(), quoridor()
	second.Boards[0].Cells = append(second.Boards[0].Cells, pawn(1, 1, 1, engine.NoMark))
	g := animated(t, []engine.Scene{first, second, second, first}, GIFOptions{Delay: time.Second, Quick: []bool{false, true}})
	if len(g.Image) != 3 || g.LoopCount != 0 {
		t.Fatalf("%d frames, loops %d", len(g.Image), g.LoopCount)
	}
	if want := []int{100, 50 + 100, 400}; !slices.Equal(g.Delay, want) {
		t.Errorf("delays %v, want %v", g.Delay, want)
	}
	whole, part := g.Image[0].Bounds(), g.Image[1].Bounds()
	if whole != image.Rect(0, 0, g.Config.Width, g.Config.Height) || part != g.Image[2].Bounds() {
		t.Errorf("frames %v, %v and %v", whole, part, g.Image[2].Bounds())
	}
	if part.Dx() > whole.Dx()/9 || part.Dy() > whole.Dy()/9 {
		t.Errorf("a pawn takes %v of %v", part, whole)
	}
	if _, _, _, a := g.Image[1].At(part.Min.X, part.Min.Y).RGBA(); a != 0 {
		t.Error("what stays is drawn again")
	}
}

// A table that grows stays where it is: its first square lies on the same pixels from the first frame on.
func TestAllFramesShareACanvasThatFitsTheLargest(t *testing.T) {
	small, large := slashchain(), slashchain()
	b := &large.Boards[0]
	b.Min.X, b.Max.Y = b.Min.X-4, b.Max.Y+2
	b.Cols = append(engine.Labels("a", "", "b", ""), b.Cols...)
	b.Rows = append(b.Rows, engine.Labels("z", "")...)
	large.Players = slices.Clone(large.Players)
	large.Players[0].State = i18n.Same(strings.Repeat("a long state ", 20))
	layouts, err := PNGOptions{Size: 500}.layouts([]engine.Scene{small, large, small}, nil, newFace())
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range layouts {
		for j, p := range l.places {
			q := layouts[0].places[j]
			if p.x != q.x || p.y != q.y || p.pitch != q.pitch || p.cols != q.cols || p.rows != q.rows {
				t.Errorf("board %d moves in frame %d", j, i)
			}
		}
		if l.w != layouts[0].w || l.h != layouts[0].h || len(l.places) != 1 || len(l.bars) != 2 {
			t.Errorf("frame %d is %dx%d with %d boards and %d bars", i, l.w, l.h, len(l.places), len(l.bars))
		}
	}
	if got, want := SameExtent([]engine.Scene{small, large})[0].Boards[0], *b; !slices.Equal(got.Cols, want.Cols) || !slices.Equal(got.Rows, want.Rows) {
		t.Errorf("labels %q and %q", got.Cols, got.Rows)
	}
}

func TestImpossibleAnimationsAreErrors(t *testing.T) {
	one := []engine.Scene{quoridor()}
	for _, c := range []struct {
		name    string
		scenes  []engine.Scene
		options GIFOptions
		says    string
	}{
		{"no scenes", nil, GIFOptions{}, "needs a scene"},
		{"many scenes", make([]engine.Scene, 2001), GIFOptions{}, "the limit is 2000"},
		{"many pixels", slices.Repeat(one, 200), GIFOptions{Picture: PNGOptions{Size: 2000}}, "Draw a smaller animation"},
		{"too fast", one, GIFOptions{Delay: 19 * time.Millisecond}, "20ms to 1m0s"},
		{"too slow", one, GIFOptions{Delay: time.Hour}, "20ms to 1m0s"},
		{"too large", one, GIFOptions{Picture: PNGOptions{Size: 5000}}, "200 to 4096"},
		{"endless board", append(one, engine.Scene{Boards: []engine.Board{{Max: pt(1<<40, 0)}}}), GIFOptions{}, "too large"},
		{"far boards", []engine.Scene{
			{Boards: []engine.Board{{Cols: engine.Labels("a")}}}, {Boards: []engine.Board{{Min: pt(1<<40, 0), Max: pt(1<<40, 0)}}},
		}, GIFOptions{}, "too large"},
	} {
		var out bytes.Buffer
		err := GIF(&out, c.scenes, c.options)
		if err == nil || !strings.Contains(err.Error(), c.says) || out.Len() > 0 {
			t.Errorf("%s: error %v, %d bytes written", c.name, err, out.Len())
		}
	}
}
