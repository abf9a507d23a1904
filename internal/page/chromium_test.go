//go:build chromium

package page

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
	"hikyaku/render"
	"hikyaku/render/rendertest"
)

var axe = flag.String("axe", "", "the file axe.min.js, to audit the replay")

// TestChromiumDrawsEachPly compares every drawing of a page with that of render: from both sides, by day and by night.
func TestChromiumDrawsEachPly(t *testing.T) {
	b := browse(t)
	for _, tt := range []struct {
		game  string
		plies int
	}{{"quoridor", 12}, {"diceshogi", 16}, {"goryujin", 8}, {"rengi", 12}, {"slashchain", 6}, {"shogi", 16}} {
		p := pageOf(played(t, tt.game, tt.plies, 1, 1024))
		p.Picture.Lang = "ja" // with brushed pieces
		b.open(written(t, p), "", 1200, 1000)
		for _, theme := range []string{"wood", "dark"} {
			b.Call("Emulation.setEmulatedMedia", object{"features": []object{{"name": "prefers-color-scheme", "value": map[string]string{"wood": "light", "dark": "dark"}[theme]}}}, nil)
			for _, flip := range []bool{false, true} {
				o := p.Picture
				o.Theme, o.Flip, o.Plain, o.Unnamed, o.NoHands = theme, flip, true, true, true
				for n, want := range frames(t, p.Scenes, o) {
					b.Eval(fmt.Sprintf("flipped = %t; show(%d)", flip, n), nil)
					size := want.Bounds().Size()
					if mean, far := rendertest.Differs(want, b.shot(size.X, size.Y)); mean > 1.5 || far > 0.01 {
						t.Errorf("%s, %s, flipped %t, ply %d differs by %.2f in the mean, %.2f%% of the pixels by much", tt.game, theme, flip, n, mean, 100*far)
					}
				}
			}
		}
	}
	if len(b.Errors) > 0 {
		t.Errorf("errors: %s", b.Errors)
	}
}

// frames returns pictures of scenes as render draws them. No two scenes that follow each other may look the same.
func frames(t *testing.T, scenes []engine.Scene, o render.PNGOptions) (list []image.Image) {
	t.Helper()
	var data bytes.Buffer
	if err := render.GIF(&data, scenes, render.GIFOptions{Picture: o}); err != nil {
		t.Fatal(err)
	}
	film, err := gif.DecodeAll(&data)
	if err != nil {
		t.Fatal(err)
	}
	if len(film.Image) != len(scenes) {
		t.Fatalf("%d frames of %d scenes", len(film.Image), len(scenes))
	}
	now := image.NewRGBA(film.Image[0].Bounds())
	for _, frame := range film.Image {
		draw.Draw(now, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
		next := image.NewRGBA(now.Bounds())
		copy(next.Pix, now.Pix)
		list = append(list, next)
	}
	return list
}

// TestChromiumControls uses every control by click and by key, on a telephone and at a desk.
func TestChromiumControls(t *testing.T) {
	b := browse(t)
	m := played(t, "diceshogi", 12, 1, 1024)
	text := written(t, pageOf(m))
	for _, width := range []int{390, 1200} {
		b.open(text, "#p3", width, 900)
		wants := func(what string, ply int, flipped bool) {
			t.Helper()
			if got, want := b.Text("`${ply} ${flipped} ${slider.value}`"), fmt.Sprint(ply, flipped, ply); got != want {
				t.Errorf("%d px, %s: ply, side and slider are %s, want %s", width, what, got, want)
			}
		}
		wants("opened at #p3", 3, false)
		for _, step := range []struct {
			click, key string
			ply        int
		}{{"#next", "ArrowRight", 4}, {"#back", "ArrowLeft", 3}, {"#last", "End", 12}, {"#next", "ArrowRight", 12}, {"#first", "Home", 0}, {"#back", "ArrowLeft", 0}} {
			b.Click(step.click)
			wants("click on "+step.click, step.ply, false)
		}
		b.Eval("document.activeElement.blur(); show(3)", nil)
		for _, step := range []struct {
			key string
			ply int
		}{{"ArrowRight", 4}, {"ArrowLeft", 3}, {"End", 12}, {"ArrowRight", 12}, {"Home", 0}, {"ArrowLeft", 0}} {
			b.Press(step.key)
			wants("key "+step.key, step.ply, false)
		}
		b.Click("#flip")
		wants("click on #flip", 0, true)
		b.Press("f")
		wants("key f", 0, false)
		b.Click(`#list a[href$="#p5"]`)
		wants("click on a move", 5, false)
		if got := b.Text(`location.hash + document.querySelector("#list [aria-current]").hash`); got != "#p5#p5" {
			t.Errorf("%d px: the address and the marked move are %s", width, got)
		}
		b.Click("#slider")
		wants("click on the slider", 6, false)
		b.Press("ArrowRight")
		wants("key on the slider", 7, false)
		if got := b.Text(`byId("now").textContent`); !strings.HasPrefix(got, "Ply 7: "+b.Text("moves[6]")+". ") {
			t.Errorf("%d px: ply 7 is said as %q", width, got)
		}
		b.playsOn(wants)
		b.looks(width)
	}
	for _, request := range b.Requests {
		if !strings.HasPrefix(request, "file://") || !strings.HasSuffix(strings.Split(request, "#")[0], "/match.html") {
			t.Errorf("the page asks for %s", request)
		}
	}
	if len(b.Requests) != 2 {
		t.Errorf("%d requests for two pages", len(b.Requests))
	}
	if len(b.Errors) > 0 {
		t.Errorf("errors: %s", b.Errors)
	}
}

// TestChromiumLeadsThroughMistakes: an analysis opens with its summary and goes from one mistake to the next, by click, key and
// band.
func TestChromiumLeadsThroughMistakes(t *testing.T) {
	b := browse(t)
	text := written(t, analysed(t))
	for _, width := range []int{390, 1200} {
		b.open(text, "", width, 900)
		wants := func(what, state string) {
			t.Helper()
			if got := b.Text(`[ply, getComputedStyle(byId("summary")).visibility, byId("moment").textContent, byId("earlier").disabled, byId("later").disabled].join(" ")`); got != state {
				t.Errorf("%d px, %s: %q, want %q", width, what, got, state)
			}
		}
		wants("opened", "30 visible  false true")
		b.Press("Home")
		wants("the start", "0 visible  true false")
		b.Click("#later")
		wants("a click", "9 hidden 1/3 · Better: a true false")
		b.Press("n")
		wants("a key", "11 hidden 2/3 · Better: b false false")
		b.Click("#next")
		wants("the next ply", "12 hidden 3/3 · Better: c false true")
		b.Press("p")
		b.Press("p")
		wants("two keys back", "9 hidden 1/3 · Better: a true false")
		b.Press("ArrowLeft")
		b.Click("#summary a")
		b.Settle("ply === 11")
		wants("the turning point", "11 hidden 2/3 · Better: b false false")
		b.Click(`#graph [data-ply="12"] rect`)
		wants("a mark on the band", "12 hidden 3/3 · Better: c false true")
		if got := b.Text(`[...document.querySelectorAll("#list .note")].map(note => note.offsetHeight).join()`); got != "0,0,0" {
			t.Errorf("%d px: the list repeats comments, %s px high", width, got)
		}
		if *axe != "" {
			for _, one := range b.Axe(*axe) {
				t.Errorf("at %d px, %s", width, one)
			}
		}
		if got := b.Text("document.documentElement.scrollWidth"); got != fmt.Sprint(width) {
			t.Errorf("the page is %s px wide in a window of %d", got, width)
		}
	}
	if len(b.Errors) > 0 {
		t.Errorf("errors: %s", b.Errors)
	}
}

// playsOn tests the film, with a clock of its own.
func (b *browser) playsOn(wants func(what string, ply int, flipped bool)) {
	b.Helper()
	b.Eval("document.activeElement.blur(); globalThis.setInterval = tick => { globalThis.tick = tick; return 1; }; show(9)", nil)
	b.Press(" ")
	wants("space", 10, false)
	b.Eval("tick()", nil)
	wants("a tick", 11, false)
	b.Press(" ")
	if b.Text("timer") != "0" {
		b.Error("space does not stop the film")
	}
	b.Click("#play")
	wants("click on #play", 12, false)
	b.Eval("tick()", nil)
	wants("a tick at the end", 12, false)
	if b.Text("timer") != "0" {
		b.Error("the film does not stop at its end")
	}
}

// looks tests sizes, focus and paper.
func (b *browser) looks(width int) {
	b.Helper()
	if *axe != "" {
		for _, one := range b.Axe(*axe) {
			b.Errorf("at %d px, %s", width, one)
		}
	}
	if got := b.Text("document.documentElement.scrollWidth"); got != fmt.Sprint(width) {
		b.Errorf("the page is %s px wide in a window of %d", got, width)
	}
	if got := b.Text(`[...document.querySelectorAll("button, #slider, #list a, summary, #save")].filter(e => e.getBoundingClientRect().height < (innerWidth > 800 && e.matches("#list a") ? 32 : 44) || e.getBoundingClientRect().width < 44).map(e => e.outerHTML)`); got != "" {
		b.Errorf("at %d px these are smaller than 44 px: %s", width, got)
	}
	b.Eval("document.activeElement.blur(); scrollTo(0, 0); getSelection().removeAllRanges(); byId('first').focus()", nil)
	var order []string
	for range 8 {
		order = append(order, b.Text(`document.activeElement.id || document.activeElement.tagName`))
		if len(order) > 1 && b.Text(`getComputedStyle(document.activeElement).outlineStyle`) != "solid" {
			b.Errorf("at %d px the focus on %s cannot be seen", width, order[len(order)-1])
		}
		b.Press("Tab")
	}
	if got := strings.Join(order, " "); got != "first back play next last flip slider list" {
		b.Errorf("at %d px the focus goes %s", width, got)
	}
	b.Eval(`dispatchEvent(new Event("beforeprint"))`, nil)
	b.Call("Emulation.setEmulatedMedia", object{"media": "print"}, nil)
	if got := b.Text(`[...document.querySelectorAll("#prints figure")].map(f => f.lastChild.textContent + (f.getBoundingClientRect().height > 50))`); got != "0true,10true" {
		b.Errorf("at %d px these diagrams are printed: %s", width, got)
	}
	if got := b.Text(`getComputedStyle(byId("controls")).display`); got != "none" {
		b.Error("the controls are printed")
	}
	b.Call("Emulation.setEmulatedMedia", object{"media": ""}, nil)
}

// TestChromiumChecksTheRecord lets the page check genuine and falsified records.
func TestChromiumChecksTheRecord(t *testing.T) {
	b := browse(t)
	m := played(t, "diceshogi", 20, 1, 10) // chains so short that others follow
	if strings.Count(string(m.Record.Bytes()), "#: chain ") < 4 {
		t.Fatal("the match is too short")
	}
	text := written(t, pageOf(m))
	for _, tt := range []struct{ name, old, new, result, found string }{
		{"genuine", "", "", "good", fmt.Sprintf("%d entries", len(m.Entries))},
		{"a genuine throw", "", "", "good", fmt.Sprintf("%d of %d throws", m.Dice.Proved, m.Dice.Thrown)},
		{"a throw", "#: throw [3]", "#: throw [4]", "bad", "was changed"},
		{"a date", "#: at 2026-11-21", "#: at 2026-11-20", "bad", "was changed"},
		{"a move", `\n   2 `, `\n   2 x`, "bad", "differ from the record"},
		{"a comment", "*さて。", "*さあ。", "bad", "was changed"},
		{"an address", `先手：Alice \u003calice@`, `先手：Alice \u003cmallory@`, "bad", "was changed"},
		{"the list of moves", `<data value="` + m.Record.Events[3].Step.String(), `<data value="x`, "bad", "differ from the record"},
		{"no date", "#: at 2026-11-21", "#: at never", "bad", "was changed"},
	} {
		if !strings.Contains(text, tt.old) {
			t.Fatalf("the page lacks %s", tt.old)
		}
		b.open(strings.Replace(text, tt.old, tt.new, 1), "", 1200, 900)
		if got, found := b.Text(`byId("check").dataset.result`), b.Text(`byId("check").textContent`); got != tt.result || !strings.Contains(found, tt.found) {
			t.Errorf("%s: the page finds %s: %s", tt.name, got, found)
		}
	}
	b.open(text, "", 1200, 900)
	for _, tt := range []struct{ name, change, found string }{
		{"a signature", `known.text = known.text.replace(/(#: sign .{60})./, (all, before) => before + (all.endsWith("0") ? 1 : 0))`, "valid signatures"},
		{"a throw, with a new hash", `known.text = known.text.replace("throw [3]", "throw [4]"); known.head = (await entries(known, readRecord(known.text))).at(-1).hash`, "valid signatures"},
		{"the sides of a die", `known.sides[0] = [4]`, "throws"},
	} {
		var found string
		b.Eval(`(async () => {
			const known = structuredClone(data.record);
			`+tt.change+`;
			return JSON.stringify((await check(known, notation)).filter(([kind]) => kind === "bad"));
		})()`, &found)
		if !strings.Contains(found, tt.found) {
			t.Errorf("%s: the check finds %s", tt.name, found)
		}
	}
	public, err := m.Record.Shared()
	if saved := b.Text("data.record.text"); err != nil || saved != string(public.Bytes()) {
		t.Errorf("the record that the page saves differs: %v", err)
	}
}

// TestChromiumReadsAsWeDo adds to a record what nobody has signed, and writes its headers in other ways. Where it is still the same match
// for us, the page must find nothing wrong with it.
func TestChromiumReadsAsWeDo(t *testing.T) {
	b := browse(t)
	m := played(t, "diceshogi rules=minishogi", 12, 1, 10)
	b.open(written(t, pageOf(m)), "", 1200, 900)
	throw, sign := regexp.MustCompile(`(#: throw \S+\n)`), regexp.MustCompile(`(#: sign \S+\n)`)
	for _, tt := range []struct {
		name    string
		between *regexp.Regexp // what the text is added behind, or what it replaces
		with    string
	}{
		{"nothing", sign, "$1"},
		{"an unknown line with the name of a field", sign, "$1#: move e9h\n#: does resign\n#: said x\n#: throws [1]\n#: __proto__ x\n#: constructor x\n"},
		{"an unknown line without a text", sign, "$1#: move\n"},
		{"a bookmark", sign, "$1&move e9h\n"},
		{"a line of one copy", sign, "$1#: came 2026-11-20T10:31:05Z\n#: post\n"},
		{"a comment on a throw", throw, "$1*lucky\n"},
		{"an unknown line below a throw", throw, "$1#: throws [1]\n#: move x\n"},
		{"another line with #", sign, "$1# move x\n#hikyaku record 2\n"},
		{"a variation", regexp.MustCompile(`\z`), "\n変化：1手\n   1 １三飛(15)\n*x\n#: move x\n"},
		{"lines before the first event", regexp.MustCompile(`(?m)^(手数-.*\n)`), "$1*hello\n#: sign 00\n#: link 1\n#: key x\n"},
		{"a header with the name of a field", regexp.MustCompile(`(?m)^(手数-.*\n)`), "constructor：x\n__proto__：x\n$1"},
		{"a header with the line above the moves", regexp.MustCompile(`(?m)^(手数-.*\n)`), "備考：手数----指手---------消費時間--\n$1"},
		{"another time of thinking", regexp.MustCompile(`\( *\d+:\d\d/`), "(99:59/"},
		{"other names of headers", regexp.MustCompile(`ゲーム：`), "GAME:"},
		{"signs with another capital", regexp.MustCompile(`先手：`), "ſeat 1："},
		{"blanks in options", regexp.MustCompile(`(設定：)(\S+)`), "${1}rules=shogi   $2"},
		{"full-width signs in options", regexp.MustCompile(`(設定：\w+)=`), "${1}＝"},
		{"an address without a blank", regexp.MustCompile(` <alice@`), "<alice@"},
		{"a second name of a seat", regexp.MustCompile(`(後手：.*\n)`), "${1}席2：Mallory\n"},
		{"no umpire", regexp.MustCompile(`(後手：.*\n)`), "${1}審判：\n"},
		{"a closing sentence", regexp.MustCompile(`\z`), "まで12手で中断\n"},
		{"ends of lines", regexp.MustCompile(`\n`), "\r\n"},
	} {
		text := tt.between.ReplaceAllString(string(m.Record.Bytes()), tt.with)
		r, err := kif.Read([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		same, err := match.New(r, m.Game)
		if err != nil || same.Head != m.Head {
			t.Errorf("%s: it is another match: %v", tt.name, err)
			continue
		}
		b.finds(tt.name, same, "good")
	}
	for name, comment := range map[string]string{
		"the line above the moves": "手数----指手---------消費時間--", "blank lines": "\n", "blank lines and words": "\na\n\nb\n", "a blank": " a ", "separators": "a\u2028b\u2029c", "a line of ours": "#: move x",
		"a backslash": `\n \\ `, "a number": "   1 x", "a bookmark": "&x",
	} {
		m := played(t, "quoridor", 0, 1, 64)
		p := &pair{TB: t, masters: [2]fair.Master{fair.MasterFrom([32]byte{1}), fair.MasterFrom([32]byte{2})}, random: rand.New(rand.NewPCG(1, 1))}
		b.finds("a comment with "+name, p.step(m, kif.Event{Step: kif.Move("e2"), Comment: comment}, 1), "good")
	}
}

// finds lets the page that is open check a match, which is genuine.
func (b *browser) finds(name string, m *match.Match, want string) {
	b.Helper()
	known, secrets, err := Page{Match: m, File: "x.kif"}.newRecord()
	if err != nil {
		b.Fatal(err)
	}
	moves := []string{}
	for n := range m.Ply() {
		moves = append(moves, m.PlyText(n+1).Ja)
	}
	data, err := json.Marshal([]any{known, base64.StdEncoding.EncodeToString(secrets), moves})
	if err != nil {
		b.Fatal(err)
	}
	var text, found string
	b.Eval("globalThis.given = "+string(data)+"; whole(given[0], unbase64(given[1])).then(text => given[0].text = text)", &text)
	b.Eval("check(given[0], given[2]).then(JSON.stringify)", &found)
	if strings.Contains(found, `"bad"`) || !strings.Contains(found, `["`+want+`","signed"`) {
		b.Errorf("%s: the page finds %s", name, found)
	}
}

// TestChromiumWithoutScript looks at a page with a script that its policy does not allow.
func TestChromiumWithoutScript(t *testing.T) {
	b := browse(t)
	p := pageOf(played(t, "quoridor", 5, 1, 64))
	b.open(strings.Replace(written(t, p), "'use strict'", "'use script'", 1), "", 1200, 900)
	if len(b.Errors) != 1 || !strings.Contains(b.Errors[0], "Content Security Policy") {
		t.Errorf("errors: %s", b.Errors)
	}
	p.Picture.Unnamed = true
	drawn := frames(t, p.Scenes, p.Picture)
	want := drawn[len(drawn)-1]
	size := want.Bounds().Size()
	if mean, far := rendertest.Differs(want, b.shot(size.X, size.Y)); mean > 1.5 || far > 0.01 {
		t.Errorf("the last position differs by %.2f in the mean, %.2f%% of the pixels by much", mean, 100*far)
	}
	if got := b.Text(`document.querySelectorAll("#list data").length + getComputedStyle(document.getElementById("controls")).display`); got != "5none" {
		t.Errorf("moves and controls are %s", got)
	}
}

// TestChromiumChecksFrozenRecords lets a page check the records of all kinds of matches by invitation, which are genuine.
func TestChromiumChecksFrozenRecords(t *testing.T) {
	b := browse(t)
	b.open(written(t, pageOf(played(t, "quoridor", 2, 1, 64))), "", 1200, 900)
	files, err := filepath.Glob("../../testdata/frozen/*/records/*.kif")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d records, %v", len(files), err)
	}
	signed, scribed, thrown := 0, 0, 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := kif.Read(raw)
		if err != nil || all.Game(r.Game()) == nil {
			continue // of another program
		}
		m, err := match.New(r, all.Game(r.Game()))
		if err != nil || !m.Roster.Invited {
			continue
		}
		known, secrets, err := Page{Match: m, File: file}.newRecord()
		if err != nil {
			t.Fatal(err)
		}
		public := publicOf(t, m)
		moves := []string{}
		for n := range m.Ply() {
			moves = append(moves, m.PlyText(n+1).Ja)
		}
		data, err := json.Marshal([]any{known, base64.StdEncoding.EncodeToString(secrets), moves})
		if err != nil {
			t.Fatal(err)
		}
		var text, found string
		b.Eval("globalThis.given = "+string(data)+"; whole(given[0], unbase64(given[1])).then(text => given[0].text = text)", &text)
		if text != string(public.Bytes()) {
			t.Errorf("%s: the record is not put together again", filepath.Base(file))
		}
		b.Eval("check(given[0], given[2]).then(JSON.stringify)", &found)
		if strings.Contains(found, `"bad"`) {
			t.Errorf("%s: %s", filepath.Base(file), found)
		}
		if strings.Contains(found, `"signed"`) {
			signed++
		}
		if strings.Contains(found, `"scribed"`) != (m.Keys.Scribed > 0) && strings.Contains(found, `"signed"`) {
			t.Errorf("%s: %d steps are signed by the scribe, but the page finds %s", filepath.Base(file), m.Keys.Scribed, found)
		} else if m.Keys.Scribed > 0 {
			scribed++
		}
		if want := fmt.Sprintf(`"dice",{"n":%d,"of":%d}`, m.Dice.Proved, m.Dice.Thrown); strings.Contains(found, want) {
			thrown++
		} else if strings.Contains(found, `"dice",`) {
			t.Errorf("%s: %s, want %s", filepath.Base(file), found, want)
		}
	}
	if signed < 50 || scribed < 5 || thrown < 5 {
		t.Errorf("%d of %d records are signed, %d by a scribe, %d have dice that are proved", signed, len(files), scribed, thrown)
	}
}

// TestChromiumChecksTakeBacks lets a page check matches in which moves and throws were taken back, and records whose marks do
// not say what was agreed on.
func TestChromiumChecksTakeBacks(t *testing.T) {
	b := browse(t)
	for _, game := range []string{"quoridor", "diceshogi", "rengi"} {
		pair, m := begun(t, game, 1, 64)
		m = pair.play(pair.takeBack(pair.play(m, 9), 7), 8)
		m = pair.play(pair.takeBack(m, 6), 7)
		text := written(t, pageOf(m))
		b.open(text, "", 1200, 900)
		if got := b.Text(`document.getElementById("check").dataset.result + document.querySelectorAll("#list a").length`); got != "good7" {
			t.Errorf("%s: the record is %s: %s", game, got, b.Text(`document.getElementById("check").textContent`))
		}
		if got := b.Text("data.record.text"); got != string(publicOf(t, m).Bytes()) {
			t.Errorf("%s: the record is not put together again", game)
		}
		var found string
		b.Eval(`check({...data.record, text: data.record.text.replace(/^#- (?= *6 )/m, "")}, notation).then(JSON.stringify)`, &found)
		if !strings.Contains(found, `["bad","moves"]`) {
			t.Errorf("%s: a move that was taken back stands, and the page finds %s", game, found)
		}
		b.Eval(`check({...data.record, text: data.record.text.replace(/^(?= *7 )/m, "#- ")}, notation.slice(0, -1)).then(JSON.stringify)`, &found)
		if !strings.Contains(found, `["bad","moves"]`) {
			t.Errorf("%s: a move that stands is marked, and the page finds %s", game, found)
		}
	}
}

// TestChromiumChecksSubstitutes lets a page check matches in which a seat changes hands: on its own turn, when its link comes with
// the hand-over, and on the other's.
func TestChromiumChecksSubstitutes(t *testing.T) {
	b := browse(t)
	for _, plies := range []int{7, 8, 9, 10} {
		pair, m := begun(t, "diceshogi", 1, 64)
		m = pair.play(pair.handOver(pair.play(m, plies), 1), plies+8)
		b.open(written(t, pageOf(m)), "", 1200, 900)
		if got := b.Text(`document.getElementById("check").dataset.result`); got != "good" {
			t.Errorf("after %d plies the record is %s: %s", plies, got, b.Text(`document.getElementById("check").textContent`))
		}
	}
}

// publicOf returns the record of m as the page offers it.
func publicOf(t *testing.T, m *match.Match) *kif.Record {
	t.Helper()
	public, err := m.Record.Shared()
	if err == nil {
		public, err = public.Rewrite(kif.UTF8)
	}
	if err != nil {
		t.Fatal(err)
	}
	return public
}

// handOver returns m after a party has given its seat to Carol. The open throw was read before.
func (p *pair) handOver(m *match.Match, party int) *match.Match {
	own, carol := p.masters[party-1], fair.MasterFrom([32]byte{9})
	m = p.step(m, kif.Event{Step: kif.Substitute{Who: kif.Seat{Name: "Carol", Address: "carol@example.org"}}, Party: party}, party)
	p.masters[party-1] = carol
	m = p.step(m, kif.Event{Step: kif.StepIn{}, Party: party, Key: carol.PublicKey().String(), Chain: p.chain(party - 1)}, party)
	m = p.step(m, kif.Event{Step: kif.Agree{To: kif.SubstituteQuestion, Seat: party}, Party: 3 - party}, 3-party)
	p.masters[party-1] = own
	for m.Next().Throw != nil && m.Reads(party) {
		var err error
		m, err = m.ReadDice(party, p.open)
		p.must(err)
	}
	m = p.step(m, kif.Event{Step: kif.HandOver{}, Party: party}, party)
	p.masters[party-1] = carol
	return m
}
