package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"flag"
	"fmt"
	"html"
	"image"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	_ "hikyaku/internal/gctest"
	"hikyaku/kif"
	"hikyaku/render"
)

var sizes = flag.Bool("sizes", false, "measure the pages of all games")

func written(t *testing.T, p Page) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// compressed returns the size of text as a server sends it.
func compressed(t *testing.T, text string) int {
	t.Helper()
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// TestPageGrowsNoLarger holds what a short page and the one with the most drawings take. TestPagesAreSmall measures long ones.
func TestPageGrowsNoLarger(t *testing.T) {
	for _, tt := range []struct {
		game, lang         string
		seed               uint64
		plies, links, most int
	}{
		{"diceshogi", "ja", 28, 30, 64, 25_900}, // with brushed pieces
		{"goryujin", "en", 1, 60, 1024, 31_800}, {"goryujin", "ja", 1, 60, 1024, 32_500},
	} {
		p := pageOf(played(t, tt.game, tt.plies, tt.seed, tt.links))
		p.Picture.Lang = tt.lang
		if got := compressed(t, written(t, p)); got > tt.most {
			t.Errorf("%d plies of %s in %s take %d bytes, want at most %d", tt.plies, tt.game, tt.lang, got, tt.most)
		}
	}
}

// TestPagesAreSmall measures pages of a hundred plies and more. A random game may end sooner,
// and its dice depend on the keys, so the test takes the first game from the seed on that is long enough. No game of
// slashchain has more than 36.
func TestPagesAreSmall(t *testing.T) {
	if !*sizes {
		t.Skip("-sizes measures the pages")
	}
	for _, tt := range []struct {
		game        string
		seed        uint64
		plies, most int
	}{
		{"diceshogi", 28, 100, 40_000}, {"diceshogi", 1, 124, 41_000}, {"quoridor", 1, 140, 40_000}, {"goryujin", 2, 105, 40_000},
		{"rengi", 2, 104, 40_000}, {"slashchain tiles=3", 0, 36, 40_000}, {"shogi", 1, 100, 40_000},
	} {
		m := played(t, tt.game, tt.plies, tt.seed, 1024)
		for tries := uint64(1); m.Ply() < tt.plies; tries++ {
			if tries == 100 {
				t.Fatalf("no match of %s has %d plies", tt.game, tt.plies)
			}
			m = played(t, tt.game, tt.plies, tt.seed+tries, 1024)
		}
		for _, lang := range []string{"en", "ja"} {
			p := pageOf(m)
			p.Picture.Lang = lang
			got := compressed(t, written(t, p))
			t.Logf("%s, %s: %d plies take %d bytes of %d", tt.game, lang, m.Ply(), got, tt.most)
			if got > tt.most {
				t.Errorf("that is too much")
			}
		}
	}
}

// TestPageWithoutScript looks for what stands in the page as HTML, and for nothing from elsewhere.
func TestPageWithoutScript(t *testing.T) {
	m := played(t, "quoridor", 9, 1, 64)
	p := pageOf(m)
	p.Title = `</title><script>alert(1)</script>`
	text := written(t, p)
	before, _, _ := strings.Cut(text, `<script type="application/json"`)
	for _, want := range []string{
		"<h1>" + html.EscapeString(p.Title) + " <small>· " + html.EscapeString(m.Status().In("en")) + "</small></h1>", `<meta property="og:title"`, `<meta property="og:description"`, "<svg id=\"board\"",
		"<li><i>1</i><data>" + m.PlyText(1).Ja, "<p>Bob: A move to think about, 7</p><p>さて。</p>", "<noscript>", "<li><p>Alice: &lt;/script&gt;Shall we?</p>",
	} {
		if !strings.Contains(before, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if n := strings.Count(text, "</script>"); n != 3 {
		t.Errorf("the page closes %d scripts, want 3", n)
	}
	for _, elsewhere := range []string{"https:", "src=", "url(", "@import", " style=", "onclick"} {
		if strings.Contains(strings.ReplaceAll(text, "by https", ""), elsewhere) {
			t.Errorf("the page has %s", elsewhere)
		}
	}
	policy := html.UnescapeString(regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(text)[1])
	for _, part := range []string{"style", "script"} {
		_, rest, _ := strings.Cut(text, "<"+part+">")
		inside, _, _ := strings.Cut(rest, "</"+part+">")
		sum := sha256.Sum256([]byte(inside))
		if want := part + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, want) {
			t.Errorf("the policy %s lacks %s", policy, want)
		}
	}
}

// TestPrivatePageHasNoAddress leaves the record out.
func TestPrivatePageHasNoAddress(t *testing.T) {
	p := pageOf(played(t, "quoridor", 3, 1, 64))
	if !strings.Contains(written(t, p), "alice@example.org") {
		t.Error("the page lacks the record")
	}
	p.Private = true
	if text := written(t, p); strings.Contains(text, "@example.org") || strings.Contains(text, `id="secrets"`) {
		t.Error("the private page has the record")
	}
}

// TestMovesAreSpelled wants the list of moves as readers of the language write them, with the notation of the record.
func TestMovesAreSpelled(t *testing.T) {
	m := played(t, "diceshogi", 6, 1, 64)
	p, move := pageOf(m), m.PlyText(1)
	if text := written(t, p); !strings.Contains(text, `<li><i>1</i><data value="`+move.Ja+`">`+move.En+`<small>`) {
		t.Errorf("%s is not listed as %s", move.Ja, move.En)
	}
	if p.Picture.Lang = "ja"; !strings.Contains(written(t, p), "<li><i>1</i><data>"+move.Ja+"<small>") {
		t.Errorf("%s is not listed", move.Ja)
	}
}

// TestNamesInSentences wants さん after a name in the sentences of a Japanese page, and no other title after one.
func TestNamesInSentences(t *testing.T) {
	p := pageOf(played(t, "diceshogi", 6, 1, 64))
	p.Picture.Lang = "ja"
	if text := written(t, p); !strings.Contains(text, `"names":["Aliceさん","`) || strings.Contains(text, "{name}さん") {
		t.Error("the sentences name nobody politely, or everybody twice")
	}
}

// TestRecordIsWhole counts what the text of the record leaves out.
func TestRecordIsWhole(t *testing.T) {
	m := played(t, "diceshogi", 6, 1, 64)
	r, secrets, err := pageOf(m).newRecord()
	if err != nil {
		t.Fatal(err)
	}
	if digits := regexp.MustCompile("[0-9a-f]{32}").FindString(r.Text); digits != "" || len(secrets) == 0 {
		t.Errorf("the text has %q, and there are %d bytes of secrets", digits, len(secrets))
	}
	public, err := m.Record.Shared()
	if err != nil {
		t.Fatal(err)
	}
	if public, err = public.Rewrite(kif.UTF8); err != nil {
		t.Fatal(err)
	}
	left := regexp.MustCompile(`(?m)^#: link \d+$`).FindAllString(r.Text, -1)
	if got := random().FindAllString(string(public.Bytes()), -1); len(got) != strings.Count(r.Text, "\x01")+len(left) || len(left) < 4 {
		t.Errorf("%d secrets, %d places, %d links that follow", len(got), strings.Count(r.Text, "\x01"), len(left))
	}
}

// TestMergeSequencesKeepsOrder finds every sequence in the spans again.
func TestMergeSequencesKeepsOrder(t *testing.T) {
	sequences := [][]string{{"a", "b", "c"}, {"a", "d", "c", "e"}, {"c", "b", "a"}, nil, {"b", "b"}, {"b"}, {"e", "a", "b", "b"}}
	all := mergeSequences(sequences)
	for n, want := range sequences {
		var got []string
		for _, span := range all {
			turn, there := 0, false
			for _, since := range span.deltas() {
				if turn += since; turn <= n {
					there = !there
				}
			}
			if there {
				got = append(got, span.what)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("sequence %d is %s, want %s", n, got, want)
		}
	}
	if len(all) > 9 {
		t.Errorf("%d threads", len(all))
	}
}

// analysed returns a page with an analysis, which marks plies 9, 11 and 12.
func analysed(t *testing.T) Page {
	p := pageOf(played(t, "quoridor", 30, 1, 64))
	p.Graph = &render.Graph{Marks: make([]string, 30), Movers: make([]int, 30)}
	for i := range 31 {
		p.Graph.Scores = append(p.Graph.Scores, []float64{0.5, 0.5})
		if i < 30 {
			p.Graph.Movers[i] = i%2 + 1
		}
	}
	p.Graph.Marks[8], p.Graph.Marks[10], p.Graph.Marks[11] = "?!", "??", "?"
	p.Notes = map[int][]string{9: {"Better: a"}, 11: {"Better: b"}, 12: {"Better: c"}}
	p.Summary, p.Turning, p.Decided = []Mistakes{{"Alice", [3]int{1, 0, 2}}, {"Bob", [3]int{}}}, 11, "Decided"
	return p
}

// TestGraphMarks wants the marks of both players on the band, in their colours and on their sides, and of two that would
// touch only the worse one.
func TestGraphMarks(t *testing.T) {
	text := written(t, analysed(t))
	for want, there := range map[string]bool{
		`y="1" overflow="visible" data-ply="11"><rect x="-12" width="24" height="20" rx="6" class="s1"/><text y="15">??</text>`:  true,
		`y="121" overflow="visible" data-ply="12"><rect x="-12" width="24" height="20" rx="6" class="s2"/><text y="15">?</text>`: true,
		`data-ply="9"`: false, `<b class="bad">?!</b>`: true, `<tr><th scope="row">Alice</th><td>1</td><td class="none">0</td><td>2</td></tr>`: true,
		`y="16">Alice</text>`: true, `y="30">100%</text>`: true, `y="75">50%</text>`: true, `y="120">100%</text>`: true, `y="134">Bob</text>`: true,
		`</table><p><a href="#p11">Decided</a></p></div>`: true,
	} {
		if strings.Contains(text, want) != there {
			t.Errorf("the page has %s: %t", want, !there)
		}
	}
}

// TestPageOfASite wants what a site adds to stand in its place, and its links to be seen by night.
func TestPageOfASite(t *testing.T) {
	p := pageOf(played(t, "quoridor", 1, 1, 64))
	p.Head, p.Above = `<meta property="og:image" content="card.png">`, `<nav><a href="index.html">All matches</a></nav>`
	text := written(t, p)
	head, body, _ := strings.Cut(text, "</head>")
	if !strings.Contains(head, "og:image") || !strings.Contains(body, "<header><nav>") || !strings.Contains(head, "header nav a{") {
		t.Errorf("the page lacks what the site adds:\n%s", text[:2000])
	}
}

// TestTakenBackMoves: the list names the moves that were taken back where they were played, and the plies of the page are those
// of the game as it stands.
func TestTakenBackMoves(t *testing.T) {
	pair, m := begun(t, "quoridor", 1, 64)
	m = pair.play(pair.takeBack(pair.play(m, 9), 7), 8)
	m = pair.play(pair.takeBack(m, 6), 7)
	var list []string
	for _, one := range Items(m, nil, "en") {
		switch {
		case one.Back != "":
			list = append(list, one.Back)
		case one.Move != "":
			list = append(list, fmt.Sprint(one.Ply))
		}
	}
	if got := strings.Join(list, " "); got != "1 2 3 4 5 6' 7' 8' 9' 7'' 8'' 6 7" {
		t.Errorf("the list is %s", got)
	}
	text := written(t, pageOf(m))
	for _, want := range []string{`<li><span class="said"><b>6&#39;</b> <s>`, "<li><i>7</i><data>", `max="7"`, "A move to think about, 7", "Of course."} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// TestBarsNameComputers wants the level of a computer player instead of its name in the record.
func TestBarsNameComputers(t *testing.T) {
	m := after(t, "quoridor", "e2")
	for lang, want := range map[string]string{"en": "Level 6 computer", "ja": "レベル6のコンピューター"} {
		list, err := barsOf(m, m.Last().Scene(), render.PNGOptions{Lang: lang, Names: []string{"Alice", "hikyaku level6"}})
		if err != nil || list[0].Name != want || list[1].Name != "Alice" {
			t.Errorf("%v, %v", list, err)
		}
	}
}

// TestBetterMove wants the places of a better move with its ply, from both sides, on a board that grows as at its end.
func TestBetterMove(t *testing.T) {
	p := pageOf(after(t, "slashchain", "X0@0,0 A2@0,1 S0@0,2"))
	p.Better = map[int]engine.Move{2: "A2@1,0"}
	if got := written(t, p); !strings.Contains(got, `"better":{"2":[[[`) {
		t.Error("the places of the better move are not in the page")
	}
	both, err := p.better(p.Picture, render.PNGOptions{Flip: true})
	last, lastErr := render.NewSpots(p.Scenes[3], p.Picture, []engine.Touch{engine.CellTouch(p.Scenes[3].Boards[0].ID, engine.Point{X: 2, Y: 0})})
	if err != nil || lastErr != nil || !slices.Contains(both[2][0], measures(last.Boxes[0])) || slices.Contains(both[2][1], measures(last.Boxes[0])) {
		t.Errorf("the places are %v, want one at %v on one side: %v", both, last.Boxes, err)
	}
}

// TestPairs wants the columns of a list from above, with the one that comes next.
func TestPairs(t *testing.T) {
	b := engine.Board{Max: engine.Point{X: 1, Y: 1}}
	for i, glyph := range []string{"A", "B", "C", "D"} {
		b.Cells = append(b.Cells, engine.Cell{At: engine.Point{X: i / 2, Y: i % 2}, Ink: engine.Kind1 + engine.Ink(i), Glyph: glyph})
	}
	b.Cells[2].Mark = engine.Legal
	var got string
	for _, p := range Pairs(b) {
		got += fmt.Sprintf("%s%s %t; ", p.Stones[0].Glyph, p.Stones[1].Glyph, p.Now)
	}
	if want := "BA false; DC true; "; got != want {
		t.Errorf("the pairs are %s, want %s", got, want)
	}
	if html := Pairs(b)[1].HTML(); !strings.Contains(string(html), `class="k4">D</text>`) {
		t.Errorf("a pair is %s", html)
	}
}

// TestPointedAt names the cells at two points as a move between them is written.
func TestPointedAt(t *testing.T) {
	s, o := after(t, "shogi", "").Scene(), render.PNGOptions{Plain: true, Flip: true}
	spots, err := render.NewSpots(s, o, []engine.Touch{engine.CellTouch(s.Boards[0].ID, engine.Point{X: 2, Y: 2}), engine.CellTouch(s.Boards[0].ID, engine.Point{X: 4, Y: 4})})
	if err != nil {
		t.Fatal(err)
	}
	middle := func(i int) image.Point { return spots.Boxes[i].Min.Add(spots.Boxes[i].Max).Div(2) }
	got, err := PointedAt(s, o, []image.Point{middle(0), middle(1), image.Pt(-1, -1)})
	if want := "7g5e"; got != want || err != nil {
		t.Errorf("the points are %q, %v; want %q", got, err, want)
	}
}
