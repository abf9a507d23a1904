package render

import (
	"image"
	"slices"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
)

// TestPicturesOfAMatchHaveOneShape lays out scenes of a match, each alone, at several sizes, with and without names.
func TestPicturesOfAMatchHaveOneShape(t *testing.T) {
	for _, c := range []struct {
		game    string
		options engine.Options
	}{
		{"diceshogi", engine.Options{"rules": "hyper"}}, {"diceshogi", engine.Options{"rules": "minishogi"}},
		{"quoridor", nil}, {"quoridor", engine.Options{"players": "4"}}, {"goryujin", nil},
		{"slashchain", engine.Options{"tiles": "3"}}, {"shogi", nil},
		{"rengi", nil}, {"rengi", engine.Options{"rules": "kou"}}, {"rengi", engine.Options{"rules": "ten"}},
	} {
		g := all.Games[slices.IndexFunc(all.Games, func(g *engine.Game) bool { return g.Name == c.game })]
		scenes, _ := film(t, g, c.options, 60)
		for _, o := range []PNGOptions{{Size: 200}, {Size: 500, Lang: "ja"}, {Size: 900, Names: []string{"Alexander the Great", "Bo", "Cy", "Di"}}} {
			var first layout
			for i := 0; i < len(scenes); i += 7 {
				l := planned(t, scenes[i], o)
				if i == 0 {
					first = l
				}
				if l.w != first.w || l.h != first.h {
					t.Errorf("%s %v %+v: scene %d is %dx%d, the first %dx%d", c.game, c.options, o, i, l.w, l.h, first.w, first.h)
				}
			}
			film, err := o.layouts(scenes, nil, newFace())
			if err != nil {
				t.Fatal(err)
			}
			if film[0].w != first.w || film[0].h != first.h {
				t.Errorf("%s %v %+v: an animation is %dx%d, a still %dx%d", c.game, c.options, o, film[0].w, film[0].h, first.w, first.h)
			}
		}
	}
}

// TestPicturesOfAllSizesHaveOneShape compares the shapes of stills of all sizes and those of animations, with and without zoom.
func TestPicturesOfAllSizesHaveOneShape(t *testing.T) {
	for _, g := range all.Games {
		scenes, _ := film(t, g, nil, 6)
		for _, zoom := range []bool{false, true} {
			least, most := 100.0, 0.0
			for _, size := range []int{400, 500, 600, 730, 900, 2000} {
				o := PNGOptions{Size: size, Zoom: zoom, Names: []string{"Alice", "Bob"}}
				_, still, err := o.layout(scenes[len(scenes)-1])
				if err != nil {
					t.Fatal(err)
				}
				film, err := o.layouts(scenes, nil, newFace())
				if err != nil {
					t.Fatal(err)
				}
				if film[0].w != still.w || film[0].h != still.h {
					t.Errorf("%s, %d pixels, zoom %t: an animation is %dx%d, a still %dx%d", g.Name, size, zoom, film[0].w, film[0].h, still.w, still.h)
				}
				shape := float64(still.w) / float64(still.h)
				least, most = min(least, shape), max(most, shape)
				if max(still.w, still.h) != size {
					t.Errorf("%s, %d pixels: %dx%d", g.Name, size, still.w, still.h)
				}
			}
			if most-least > 0.01 {
				t.Errorf("%s, zoom %t: shapes from %.3f to %.3f", g.Name, zoom, least, most)
			}
		}
	}
}

// planned returns the layout of s.
func planned(t *testing.T, s engine.Scene, o PNGOptions) layout {
	t.Helper()
	p, err := o.planner(s, newFace())
	if err != nil {
		t.Fatal(err)
	}
	l, err := p.plan(o.Size)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestFieldsOfRengiStayWhereTheyAre animates positions with and without announced garbage: each frame has the same boards
// at the same places, and the fields first.
func TestFieldsOfRengiStayWhereTheyAre(t *testing.T) {
	g := all.Games[slices.IndexFunc(all.Games, func(g *engine.Game) bool { return g.Name == "rengi" })]
	scenes, _ := film(t, g, nil, 10)
	options, err := g.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"A/A/AB//B/B ///// free free 0,4 0,0 - - - ??,?? 1 move v1", "///// ///// free free 12,0 0,0 - - - ??,?? 1 move v1"} {
		p, err := g.Parse(options, text)
		if err != nil {
			t.Fatal(err)
		}
		scenes = append(scenes, p.Scene())
		scenes = append(scenes, p.(engine.Stepper).Steps("44AB")...)
	}
	layouts, err := PNGOptions{Size: 500}.layouts(scenes, nil, newFace())
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range layouts {
		if len(l.places) != 2 || l.w != layouts[0].w || l.h != layouts[0].h {
			t.Fatalf("frame %d has %d boards in %dx%d: want two fields in %dx%d", i, len(l.places), l.w, l.h, layouts[0].w, layouts[0].h)
		}
		for n, p := range l.places {
			if q := layouts[0].places[n]; p.seat != n+1 || p.x != q.x || p.y != q.y || p.pitch != q.pitch {
				t.Errorf("frame %d: field %d moves", i, n+1)
			}
			if want := len(scenes[i].Boards[n].Cells); len(p.cells) != want {
				t.Errorf("frame %d: field %d shows %d cells of %d", i, n+1, len(p.cells), want)
			}
		}
	}
}

// TestDieLiesOnTheSideOfItsSeat compares the die with the board, seen from both sides.
func TestDieLiesOnTheSideOfItsSeat(t *testing.T) {
	for _, c := range []struct {
		seat  int
		flip  bool
		above bool
	}{{1, false, false}, {2, false, true}, {1, true, true}, {2, true, false}} {
		s := diceshogi()
		s.Throw.Seat = c.seat
		l := planned(t, s, PNGOptions{Size: 600, Flip: c.flip})
		for _, p := range l.places {
			if p.has(engine.Die) && p.y < l.h/2 != c.above {
				t.Errorf("the die of seat %d lies at %d of %d pixels (flip: %t)", c.seat, p.y, l.h, c.flip)
			}
		}
	}
}

// TestSquareIsNumbered gives every square of a board without edges its number, from both sides.
func TestSquareIsNumbered(t *testing.T) {
	b := engine.Board{Open: true, Min: engine.Point{X: -2, Y: -2}, Max: engine.Point{X: 1, Y: 7}, Grid: 2, Cols: engine.Labels("-1", "", "0", ""), Rows: engine.Labels("-1", "", "0", "", "1", "", "2", "", "3", "")}
	for turned, want := range map[bool][]string{false: {"-2", "", "-1", "", "0", "", "1", "", "2", ""}, true: {"1", "", "0", "", "-1", "", "-2", "", "-3", ""}} {
		v := viewer{}.view(b, turned)
		if v.square(); !slices.Equal(v.colNames, want) {
			t.Errorf("turned %v: the columns are %q, want %q", turned, v.colNames, want)
		}
	}
}

// TestNoRoomForPairsBeforeTheyAreKnown compares pictures without bars of the beginning of Ten rengi, before and after the first throw.
func TestNoRoomForPairsBeforeTheyAreKnown(t *testing.T) {
	before, err := all.Game("rengi").Start(engine.Options{"rules": "ten"})
	if err != nil {
		t.Fatal(err)
	}
	var faces []int
	for range before.Next().Throw {
		faces = append(faces, 1)
	}
	after, err := before.Apply(engine.Throw(faces...))
	if err != nil {
		t.Fatal(err)
	}
	shape := func(p engine.Position) (w, h int) {
		l := planned(t, p.Scene(), PNGOptions{Size: 900, Unnamed: true})
		return l.w, l.h
	}
	w, h := shape(before)
	if wider, higher := shape(after); w*higher <= wider*h {
		t.Errorf("%dx%d before the throw, %dx%d after it", w, h, wider, higher)
	}
}

// TestGoalsAreNumberedOnce wants the number of a seat on one square of its goal, and none on the others.
func TestGoalsAreNumberedOnce(t *testing.T) {
	for _, flip := range []bool{false, true} {
		l, hue := planned(t, quoridor4(), PNGOptions{Size: 900, Flip: flip}), themes["wood"]
		img, numbered := l.draw(newFace(), hue), map[engine.Ink]int{}
		main := l.places[slices.IndexFunc(l.places, func(p place) bool { return p.main })]
		discs := main.top(func(c engine.Cell) bool { return c.Form == engine.Disc })
		for _, c := range main.cells {
			if _, taken := discs[c.At]; taken || c.Form != engine.Ground || c.Ink == engine.Plain {
				continue
			}
			x, y := main.at(c.At)
			n := 0
			for i := range main.cell() * main.cell() / 9 {
				third := main.cell() / 3
				if contrast(rgba(img, x+third+i%third, y+third+i/third), hue.tintOf(c.Ink)) > 3 {
					n++
				}
			}
			numbered[c.Ink] += min(n, 1)
		}
		for ink := engine.Ink(1); ink <= 4; ink++ {
			if numbered[ink] != 1 {
				t.Errorf("flip %t: %d squares of goal %d have a number", flip, numbered[ink], ink)
			}
		}
	}
}

// TestListIsBetweenFields looks for every stone of the list of Kou rengi where its touch is, between the fields.
func TestListIsBetweenFields(t *testing.T) {
	for _, flip := range []bool{false, true} {
		s := variants(t)["rengi kou"][2]
		l := planned(t, s, PNGOptions{Size: 500, Flip: flip})
		left, right := l.w, 0
		for _, p := range l.places {
			if p.main {
				left, right = min(left, p.x+p.width()), max(right, p.x)
			}
		}
		list := s.Boards[slices.IndexFunc(s.Boards, func(b engine.Board) bool { return b.ID == "list" })]
		drawn := l.places[slices.IndexFunc(l.places, func(p place) bool { return p.id == "list" })]
		for _, c := range list.Cells {
			at := l.box(s, engine.CellTouch("list", c.At))
			if at.Min.X < left || at.Max.X > right {
				t.Errorf("flip %t: %v is at %v, want it between %d and %d", flip, c.At, at, left, right)
			}
			if !slices.ContainsFunc(drawn.cells, func(o engine.Cell) bool {
				x, y := drawn.at(o.At)
				return o.Glyph == c.Glyph && at.Min == image.Pt(x, y)
			}) {
				t.Errorf("flip %t: %s isn't drawn at %v", flip, c.Glyph, at)
			}
		}
	}
}

// TestEmptyTableShowsItsFirstPlace looks for dashes where the first tile of slashchain comes to lie, in a picture and in an animation.
func TestEmptyTableShowsItsFirstPlace(t *testing.T) {
	scenes, _ := film(t, all.Game("slashchain"), nil, 16)
	hue := themes["wood"]
	for _, n := range []int{2, len(scenes)} {
		for _, flip := range []bool{false, true} {
			layouts, err := PNGOptions{Size: 500, Flip: flip}.layouts(scenes[:n], nil, newFace())
			if err != nil {
				t.Fatal(err)
			}
			img, field := layouts[0].draw(newFace(), hue), layouts[1].places[0]
			tile := image.Rectangle{}
			for _, c := range field.cells {
				if c.Form == engine.Drawn {
					tile = tile.Union(field.pixels(c.At, c.At))
				}
			}
			dark := map[bool]int{}
			for y := field.y; y < field.y+field.height(); y++ {
				for x := field.x; x < field.x+field.width(); x++ {
					if contrast(rgba(img, x, y), hue.square) >= 2.5 {
						dark[image.Pt(x, y).In(tile)]++
					}
				}
			}
			if dark[true] < tile.Dx() || dark[false] > 0 {
				t.Errorf("%d scenes, flip %t: %d dark pixels where the first tile goes, %d elsewhere", n, flip, dark[true], dark[false])
			}
		}
	}
}
