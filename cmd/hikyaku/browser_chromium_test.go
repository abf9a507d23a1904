//go:build chromium

package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/computer"
	"hikyaku/internal/home"
	"hikyaku/internal/page/chrome"
	"hikyaku/kif"
)

var (
	wholeMatches = flag.Bool("whole", false, "play whole matches of every game, by touch at 390 px against keys at 1280 px")
	axeFile      = flag.String("axe", "", "the file axe.min.js, to audit the pages")
	shotFolder   = flag.String("shots", "", "the folder for pictures of the pages")
)

// resident is a player with a board in the browser.
type resident struct {
	*chrome.Browser
	test    string
	name    string
	config  string
	folder  string
	home    string // the address of the list, in which all pages lie
	way     string // mouse, touch or keys
	lang    string
	width   int
	audited map[string]bool
}

// moveIn starts the board of a player, whose letters lie in a folder.
func moveIn(t *testing.T, b *chrome.Browser, name, lang, exchange string) *resident {
	t.Helper()
	dir := t.TempDir()
	r := &resident{Browser: b, test: t.Name() + " " + name, name: name, config: filepath.Join(dir, "config.yaml"), folder: filepath.Join(dir, "kifu"), lang: lang, audited: map[string]bool{}}
	config := fmt.Sprintf("name: %s\naddress: %s@example.org\nlanguage: %s\nfolder: %s\nstate: %s/state\nsecret: %[5]s/secret\nexchange: %s\n",
		name, strings.ToLower(name), lang, r.folder, dir, exchange)
	if err := os.WriteFile(filepath.Join(dir, "settings.yaml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	out, in := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() { ended <- runHere(ctx, "", in, os.Stderr, r.args("board", "--no-browser")...) }()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, out)
	t.Cleanup(func() {
		cancel()
		if status := <-ended; status != 0 {
			t.Errorf("the board of %s ends with %d", name, status)
		}
		in.Close()
	})
	address := line[strings.Index(line, "http://"):]
	r.home, _, _ = strings.Cut(address, "enter/")
	file, err := writeRedirect(r.home+"enter/", "")
	if err != nil {
		t.Fatal(err)
	}
	b.Go("file://" + file)
	os.RemoveAll(filepath.Dir(file))
	if !b.Settles(`location.href === "` + r.home + `" && document.querySelector("main")`) {
		t.Fatalf("the address of the board leads to %s", b.Text("document.documentElement.outerHTML"))
	}
	return r
}

func (r *resident) args(words ...string) []string {
	return append([]string{"--config", r.config, "--lang", r.lang}, words...)
}

// does runs a command of the player.
func (r *resident) does(words ...string) {
	r.Helper()
	var out bytes.Buffer
	if status := runHere(r.Context(), "", &out, &out, r.args(words...)...); status != 0 {
		r.Fatalf("%s of %s: %s", words, r.name, out.String())
	}
}

// fetches looks for letters, and opens the only match.
func (r *resident) fetches() {
	r.Helper()
	r.Window(r.width, 900, r.way == "touch")
	r.Go(r.home)
	r.leads(`form[action="poll"] button`, `document.querySelector('[href^="match/"], .asked')`)
}

func (r *resident) enters() {
	r.Helper()
	r.leads(`[href^="match/"]`, `globalThis.hand`)
}

// leads uses an element of the list until a condition holds behind it: what comes moves it away from under the hand.
func (r *resident) leads(element, condition string) {
	r.Helper()
	for range 3 {
		r.Leave()
		r.points(element)
		if r.Settles(condition) {
			return
		}
	}
	r.Fatalf("%s does not lead to %s: %s", element, condition, r.Text("document.body.innerText"))
}

// points uses an element in the way of the player.
func (r *resident) points(element string) {
	r.Helper()
	var at struct{ X, Y float64 }
	r.Eval(fmt.Sprintf(`(() => {
		const element = document.querySelector(%q);
		element.scrollIntoView({block: "center", behavior: "instant"});
		const box = element.getBoundingClientRect();
		return {x: box.x + box.width / 2, y: box.y + box.height / 2};
	})()`, element), &at)
	switch r.way {
	case "mouse":
		r.ClickAt(at.X, at.Y)
	case "touch":
		r.TapAt(at.X, at.Y)
	default:
		r.reaches(fmt.Sprintf("document.activeElement === document.querySelector(%q)", element))
		r.Press("Enter")
	}
}

// reaches presses the Tab key until a condition holds.
func (r *resident) reaches(condition string) {
	r.Helper()
	for range 120 {
		if r.Text("Boolean("+condition+")") == "true" {
			return
		}
		r.Press("Tab")
	}
	r.Fatalf("the Tab key does not lead to %s", condition)
}

// plays points out a move and confirms it.
func (r *resident) plays(move, comment string) {
	r.Helper()
	r.audit("before a move")
	var touches []int
	r.Eval(fmt.Sprintf(`hand.data.moves.find(move => move.m === %q)?.t ?? []`, move), &touches)
	if len(touches) == 0 {
		r.Fatalf("%s cannot play %s: %s", r.name, move, r.Text("document.body.innerText"))
	}
	for _, n := range touches {
		if r.Text("hand.held?.m") == move {
			break
		}
		r.touches(n)
	}
	if got := r.Text("hand.held?.m"); got != move {
		r.Fatalf("%s of %s, %d px, by %s: the board holds %s", move, r.name, r.width, r.way, got)
	}
	r.audit("with a move")
	if comment != "" {
		r.Eval(fmt.Sprintf(`byId("comment").value = %q`, comment), nil)
	}
	r.Leave()
	r.points("#confirm")
	r.Settle(`globalThis.hand`)
	if wrong := r.Text(`document.querySelector("[role=alert]:not([hidden])")?.textContent ?? ""`); wrong != "" {
		r.Fatalf("%s of %s: %s", move, r.name, wrong)
	}
}

// touches touches a place, a thing or a way.
func (r *resident) touches(n int) {
	r.Helper()
	var at struct {
		X, Y  float64
		Place bool
		Key   string
	}
	r.Eval(fmt.Sprintf(`(() => {
		const button = hand.buttons[%d], touch = hand.data.touches[%[1]d];
		button.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
		let {x, y, width, height} = button.getBoundingClientRect();
		if (touch.box) {
			const frame = byId("stage").getBoundingClientRect(), scale = frame.width / hand.data.size[0], box = hand.area(%[1]d).map(n => n * scale);
			[x, y, width, height] = [frame.x + box[0], frame.y + box[1], box[2], box[3]];
		}
		return {x: x + width / 2, y: y + height / 2, place: Boolean(touch.box), key: touch.way ? touch.key : ""};
	})()`, n), &at)
	switch {
	case r.way == "mouse":
		r.ClickAt(at.X, at.Y)
	case r.way == "touch":
		r.TapAt(at.X, at.Y)
	case at.Key != "":
		r.Press(at.Key)
	case at.Place:
		r.reaches(`document.activeElement.closest("#spots")`)
		r.walks(n)
		r.Press("Enter")
	default:
		r.reaches(fmt.Sprintf("document.activeElement === hand.buttons[%d]", n))
		r.Press("Enter")
	}
}

// walks moves the focus to a place by the arrow keys. Where these do not lead straight there, it tries others.
func (r *resident) walks(n int) {
	r.Helper()
	random := rand.New(rand.NewPCG(1, uint64(n)))
	for range 400 {
		var to struct{ X, Y float64 }
		r.Eval(fmt.Sprintf(`(() => {
			const a = hand.area(hand.buttons.indexOf(document.activeElement)), b = hand.area(%d);
			return document.activeElement === hand.buttons[%[1]d] ? {} : {x: b[0] + b[2] / 2 - a[0] - a[2] / 2, y: b[1] + b[3] / 2 - a[1] - a[3] / 2};
		})()`, n), &to)
		arrow := "ArrowRight"
		switch {
		case to.X == 0 && to.Y == 0:
			return
		case random.IntN(4) == 0:
			arrow = []string{"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"}[random.IntN(4)]
		case to.Y*to.Y > to.X*to.X && to.Y < 0:
			arrow = "ArrowUp"
		case to.Y*to.Y > to.X*to.X:
			arrow = "ArrowDown"
		case to.X < 0:
			arrow = "ArrowLeft"
		}
		r.Press(arrow)
	}
	r.Fatalf("the arrow keys do not lead to place %d", n)
}

// audit looks for links at the top that the window cuts off, and lets axe look for what keeps people out, once for each kind of
// page and width.
func (r *resident) audit(what string) {
	r.Helper()
	if cut := r.Text(`[...document.querySelectorAll("header a, header button")].filter(e => e.getBoundingClientRect().right > innerWidth).map(e => e.innerText)`); cut != "" {
		r.Errorf("%s, %s, %d px: the window cuts off %s", what, r.lang, r.width, cut)
	}
	if *shotFolder != "" {
		for _, night := range []bool{false, true} {
			r.Night(night)
			name := strings.NewReplacer(" ", "-", "/", "-").Replace(fmt.Sprintf("%s %s %t.png", r.test, what, night))
			r.Settle("[...document.images].every(image => image.complete)")
			if err := os.WriteFile(filepath.Join(*shotFolder, name), r.Shot(), 0o644); err != nil {
				r.Fatal(err)
			}
		}
		r.Night(false)
	}
	if *axeFile == "" || r.audited[what] {
		return
	}
	r.audited[what] = true
	for _, one := range r.Axe(*axeFile) {
		r.Errorf("%s, %s, %d px, %s", what, r.lang, r.width, one)
	}
}

// record returns the only match of the player.
func (r *resident) record() home.Copy {
	r.Helper()
	files, err := filepath.Glob(filepath.Join(r.folder, "*.kif"))
	if err != nil || len(files) != 1 {
		r.Fatalf("%s has the records %s", r.name, files)
	}
	d := &home.Desk{Folder: home.Folder{Games: all.Games, System: atomicfile.OS{}, Dir: r.folder, Me: kif.Seat{Address: strings.ToLower(r.name) + "@example.org"}}}
	c, err := d.Open(files[0])
	if err != nil {
		r.Fatal(err)
	}
	return c
}

// chooses returns a move that brings the end nearer, as far as that is simple to tell.
func chooses(p engine.Position, random *rand.Rand, plies int) (best engine.Move) {
	least := 1 << 30
	for m := range p.Moves() {
		after, err := p.Apply(m)
		if err != nil {
			continue
		}
		cost := random.IntN(1000)
		if walker, ok := after.(engine.Pather); ok {
			for seat, path := range walker.Paths() {
				if seat+1 == p.Next().Player {
					cost += 1000 * len(path)
				} else {
					cost -= 400 * len(path) // so that walls are built too
				}
			}
		}
		switch {
		case after.Next().Result != nil:
			return m
		case strings.Contains(string(m), "pass") && plies < 8:
			cost += 1 << 20
		case strings.Contains(string(m), "pass"):
			cost -= 1 << 20
		}
		if cost < least {
			best, least = m, cost
		}
	}
	return best
}

// TestChromiumPlaysMatches clicks matches through between two homes.
func TestChromiumPlaysMatches(t *testing.T) {
	type form struct {
		game, way, lang string
		plies           int
	}
	forms := []form{{"diceshogi", "mouse", "ja", 4}, {"quoridor", "touch", "en", 4}, {"goryujin", "keys", "en", 3}, {"rengi", "touch", "ja", 2}, {"slashchain", "mouse", "en", 3}, {"shogi", "touch", "ja", 2}}
	if *wholeMatches {
		forms = nil
		for i, g := range all.Games {
			forms = append(forms, form{g.Name, "touch and keys", []string{"en", "ja"}[i%2], 400})
		}
	}
	for _, f := range forms {
		t.Run(strings.Join([]string{f.game, f.way, f.lang}, " "), func(t *testing.T) { playInBrowser(t, f.game, f.way, f.lang, f.plies) })
	}
}

func playInBrowser(t *testing.T, game, way, lang string, plies int) {
	b := chrome.New(t)
	exchange := t.TempDir()
	alice, bob := moveIn(t, b, "Alice", lang, exchange), moveIn(t, b, "Bob", lang, exchange)
	alice.way, bob.way, alice.width, bob.width = way, way, 390, 1280
	if way == "touch and keys" {
		alice.way, bob.way = "touch", "keys"
	}
	alice.does("invite", game, "bob@example.org", "--seat", "1", "--message", "Shall we?")
	bob.fetches()
	bob.audit("an invitation")
	bob.Leave()
	bob.points(`button[formaction$="/accept"]`)
	bob.Settle(`globalThis.hand`)
	random := rand.New(rand.NewPCG(7, 7))
	for n := 0; ; n++ {
		for _, who := range []*resident{alice, bob} {
			who.fetches()
			who.enters()
			c := who.record()
			if c.Outcome != nil {
				break
			}
			if who.Text(`document.querySelector("form[action$='/throw'] button") !== null`) == "true" {
				who.Leave()
				who.points("form[action$='/throw'] button")
				who.Settle(`globalThis.hand`)
			}
			if who.Text("hand.data.moves.length") == "0" {
				continue
			}
			if c = who.record(); c.Ply() >= plies {
				who.points("details:has(form[action$='/resign']) summary")
				who.Leave()
				who.points("form[action$='/resign'] button")
				who.Settle(`globalThis.hand`)
				break
			}
			comment := ""
			if n == 1 {
				comment = "Hm."
			}
			move := chooses(c.Last(), random, c.Ply())
			if who == bob && *wholeMatches { // so that the match comes to an end
				thought, err := computer.Thinking{Level: 2, Seed: 7}.Think(t.Context(), c.Last(), uint64(c.Ply()))
				if err != nil {
					t.Fatal(err)
				}
				move = thought.Line[0]
			}
			who.plays(string(move), comment)
		}
		if alice.fetches(); alice.record().Outcome != nil {
			break
		}
		if n > 1000 {
			t.Fatal("the match does not end")
		}
	}
	bob.fetches()
	if a, b := alice.record(), bob.record(); a.Head != b.Head || b.Outcome == nil {
		t.Errorf("the records differ: %v, %v", a.Outcome, b.Outcome)
	}
	t.Logf("%d plies: %v", bob.record().Ply(), bob.record().Match.Status())
	if len(b.Errors) > 0 {
		t.Errorf("errors: %s", b.Errors)
	}
	for _, request := range b.Requests {
		if !strings.HasPrefix(request, "http://127.0.0.1:") && !strings.HasSuffix(request, "/open.html") {
			t.Errorf("a page asks for %s", request)
		}
	}
}

// TestChromiumFitsTheWindow wants the whole board of every game beside the moves, in usual windows.
func TestChromiumFitsTheWindow(t *testing.T) {
	b := chrome.New(t)
	r := moveIn(t, b, "Alice", "en", t.TempDir())
	for _, g := range all.Games {
		r.does("new", g.Name, "-o", filepath.Join(r.folder, g.Name+".kif"))
	}
	for _, move := range []string{"P2@L2", "P0@AC29"} { // after which all pieces can be placed
		r.does("move", filepath.Join(r.folder, "goryujin.kif"), move)
	}
	b.Go(r.home)
	var pages []string
	b.Eval(`[...document.querySelectorAll('[href^="match/"]')].map(a => a.href)`, &pages)
	if len(pages) != len(all.Games) {
		t.Fatalf("%d matches are listed: %q", len(pages), pages)
	}
	for _, window := range [][2]int{{1280, 720}, {1366, 768}, {1920, 1080}} {
		b.Window(window[0], window[1], false)
		for _, page := range pages {
			b.Go(page)
			b.Settle(`globalThis.hand && document.getElementById("board").complete`)
			var fits bool
			b.Eval(`(() => {
				const board = document.getElementById("board").getBoundingClientRect(), ways = document.getElementById("list").getBoundingClientRect();
				return (board.height > innerHeight * 0.8 || board.width > innerWidth * 0.6) && board.bottom <= innerHeight && board.right <= ways.left && ways.right <= innerWidth && ways.width >= 320
					&& ways.height >= 190 && [...document.querySelectorAll("#table .stock")].every(stock => stock.getBoundingClientRect().bottom <= board.top)
					&& byId("tray").getBoundingClientRect().bottom <= innerHeight;
			})()`, &fits)
			if !fits {
				t.Errorf("the board does not fit a window of %v beside its moves: %s", window, b.Text("document.title"))
			}
		}
	}
	b.Window(390, 844, true)
	for _, page := range pages {
		b.Go(page)
		b.Settle(`globalThis.hand`)
		if b.Text(`[...document.querySelectorAll("#panel .acts")].every(acts => [...acts.children].every(act => act.getBoundingClientRect().right <= innerWidth - 8))`) != "true" {
			t.Errorf("actions are cut on a telephone: %s", b.Text("document.title"))
		}
		if b.Text(`!document.querySelector(".wide") || byId("frame").clientHeight >= 220 && document.querySelector(".stock").getBoundingClientRect().bottom <= byId("map").getBoundingClientRect().top
			&& byId("typed").getBoundingClientRect().bottom <= innerHeight`) != "true" {
			t.Errorf("the enlarged part is low, the opponent's pieces are not above the board, or the field for moves is not in the window: %s", b.Text("document.title"))
		}
		if b.Text(`!document.querySelector(".wide") || (document.querySelector("#tray button").click(), document.querySelector("#panel .undo:enabled").getBoundingClientRect().bottom <= innerHeight)`) != "true" {
			t.Errorf("the button that takes back the choice of a piece is not in the window: %s", b.Text("document.title"))
		}
	}
	stepsBack(t, r)
	four := filepath.Join(r.folder, "four.kif")
	r.does("new", "quoridor", "--set", "players=4", "-o", four)
	r.does("move", four, "e2")                                                         // so that it is the turn of one of three boxes
	r.does("new", "shogi", "--position", "8k/9/9/9/9/9/9/9/K8 b 2RB2GS3NL5Pbgsnl2p 1") // all kinds in both hands
	b.Go(r.home)
	b.Eval(`[...document.querySelectorAll('[href^="match/"]')].map(a => a.href)`, &pages)
	for _, page := range pages {
		b.Go(page)
		b.Settle(`globalThis.hand`)
		if b.Text(`document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll(".bar b")].every(name => name.scrollWidth <= name.clientWidth)
			&& [...document.querySelectorAll(".bar")].every(bar => bar.querySelector("b").getBoundingClientRect().left > bar.querySelector(".sign").getBoundingClientRect().right)`) != "true" {
			t.Errorf("a bar is wider than a telephone, or breaks its line: %s", b.Text("document.title"))
		}
	}
}

// stepsBack wants the bars to show what the players had at the ply shown, and their buttons to be there again afterwards.
func stepsBack(t *testing.T, r *resident) {
	match := filepath.Join(r.folder, "stand.kif")
	r.does("new", "shogi", "-o", match)
	for _, move := range []string{"P7g-7f", "P3c-3d", "B8h-2b+", "S3a-2b"} {
		r.does("move", match, move)
	}
	r.Go(r.home)
	r.Leave()
	r.Eval(`[...document.querySelectorAll('[href^="match/"]')].find(link => link.innerText.includes("stand")).click()`, nil)
	r.Settle(`globalThis.hand`)
	const inHand = `[...document.querySelectorAll(".bar")].map(bar => bar.querySelectorAll(".stand .has").length).join()`
	for _, step := range [][2]string{{"ArrowLeft", "0,1"}, {"Home", "0,0"}, {"End", "1,1"}} {
		r.Press(step[0])
		if !r.Settles(fmt.Sprintf("%s === %q", inHand, step[1])) {
			t.Errorf("after %s the players have %s pieces in hand, want %s", step[0], r.Text(inHand), step[1])
		}
	}
	if !r.Settles(`document.querySelector(".own [data-thing] button")`) {
		t.Error("the piece in hand can't be dropped any more")
	}
}

// TestChromiumWarns wants the open page to say that somebody else has opened the address.
func TestChromiumWarns(t *testing.T) {
	r := moveIn(t, chrome.New(t), "Alice", "en", t.TempDir())
	for _, page := range []string{r.home + "settings", r.home} {
		r.Go(page)
		if page != r.home && !r.Settles(`byId("shared").hidden`) {
			t.Errorf("%s warns before there is a reason", page)
		}
	}
	if answer, err := http.Get(r.home + "enter/"); err != nil || answer.StatusCode != http.StatusForbidden {
		t.Fatalf("a second visitor: %v %v", answer, err)
	}
	if !r.Settles(`!byId("shared").hidden`) {
		t.Error("the open page does not warn")
	}
	r.Go(r.home + "new")
	if !r.Settles(`!byId("shared").hidden`) {
		t.Error("the next page does not warn")
	}
}

// TestChromiumBegins invites by the form, makes another proposal, and prepares an answer on the board.
func TestChromiumBegins(t *testing.T) {
	for way, lang := range map[string]string{"mouse": "en", "keys": "ja"} {
		t.Run(way, func(t *testing.T) { beginInBrowser(t, way, lang) })
	}
}

func beginInBrowser(t *testing.T, way, lang string) {
	b := chrome.New(t)
	exchange := t.TempDir()
	alice, bob := moveIn(t, b, "Alice", lang, exchange), moveIn(t, b, "Bob", lang, exchange)
	alice.way, bob.way, alice.width, bob.width = way, way, 1280, 390
	fills := func(r *resident, field, text string) {
		r.Eval(fmt.Sprintf(`document.getElementById(%q).value = %q`, field, text), nil)
	}
	alice.Window(1280, 900, false)
	alice.Go(alice.home)
	alice.follows(`a[href="new"]`, `document.querySelector("a[href='new/rengi']")`)
	alice.audit("the games")
	alice.follows(`a[href="new/rengi"]`, `document.getElementById("people")`)
	alice.audit("a game with many settings")
	fills(alice, "set-rules", "kou")
	alice.follows(`.tabs a[href="new/rengi?here"]`, `location.search.includes("here") && document.getElementById("set-rules").value === "kou"`)
	alice.Go(alice.home + "new/quoridor?here")
	alice.audit("a match on this machine")
	alice.Go(alice.home + "new/quoridor")
	alice.audit("an invitation to be written")
	fills(alice, "people", "Bob <bob@example.org>")
	fills(alice, "time", "3d")
	fills(alice, "words", "Shall we?")
	alice.follows("main form button.main", `document.querySelector(".asks")`)
	alice.audit("an invitation to be confirmed")
	alice.follows("button[name=sure]", `globalThis.hand && document.querySelector("form[action$='/withdraw']")`)
	bob.fetches()
	bob.audit("an invitation with another proposal")
	bob.follows(`a[href$="/counter"]`, `document.getElementById("time")`)
	fills(bob, "time", "7d")
	bob.audit("another proposal")
	bob.Eval(`document.getElementById("seat").value = "2"`, nil)
	bob.follows("main form button.main", `document.querySelector(".asks")`)
	bob.follows("button[name=sure]", `globalThis.hand`)
	alice.fetches()
	alice.follows(`button[formaction$="/accept"]`, `globalThis.hand`)
	alice.audit("a match with a time limit")
	alice.plays("e2", "")
	alice.follows(`#more a[href*="line="]`, `location.search.includes("line")`)
	for _, move := range []string{"e8", "e3"} {
		alice.audit("before " + move + " is tried")
		alice.Go(alice.Text("location.href") + "+" + move)
	}
	alice.audit("an answer to be prepared")
	alice.follows(`form[action*="/plan"] button`, `document.querySelector("form[action$='/drop-plan']")`)
	alice.audit("a prepared answer")
	if len(b.Errors) > 0 {
		t.Errorf("errors: %s", b.Errors)
	}
}

// TestChromiumKeys presses the keys of the list: they show themselves, look for mail, and begin a match. In a field they are letters.
func TestChromiumKeys(t *testing.T) {
	b := chrome.New(t)
	exchange := t.TempDir()
	alice, bob := moveIn(t, b, "Alice", "en", exchange), moveIn(t, b, "Bob", "en", exchange)
	alice.does("new", "quoridor")
	bob.does("invite", "quoridor", "alice@example.org")
	b.Go(alice.home)
	b.Press("?")
	b.Settle(`byId("keys-help").open`)
	if got := b.Text(`byId("keys-help").innerText`); !strings.Contains(got, "new match") || !strings.Contains(got, "check mail") {
		t.Errorf("the keys are %s", got)
	}
	b.Press("n") // the keys of the list do nothing while the dialog is open
	b.Press("Escape")
	b.Settle(`!byId("keys-help").open && document.querySelector("#lists")`)
	b.Press("c")
	b.Settle(`document.querySelector(".asked input")`) // on this page or, if that is slower, the next
	b.Go(alice.home)
	b.Eval(`document.querySelector(".asked input").focus()`, nil)
	b.Press("n")
	if got := b.Text(`document.querySelector(".asked input").value`); got != "n" {
		t.Errorf("the field has %q", got)
	}
	b.Eval(`document.activeElement.value = ""; document.activeElement.blur()`, nil)
	b.Leave()
	b.Press("n")
	b.Settle(`location.pathname.endsWith("/new")`)
	if len(b.Errors) > 0 {
		t.Errorf("errors: %s", b.Errors)
	}
}

// TestChromiumReadsNotations types moves in several notations: each is listed, and Enter asks before it is played.
func TestChromiumReadsNotations(t *testing.T) {
	b := chrome.New(t)
	alice := moveIn(t, b, "Alice", "ja", t.TempDir())
	alice.does("new", "shogi")
	b.Go(alice.home)
	alice.enters()
	for _, typed := range []string{"76歩", "▲７六歩", "76", "7g7f", "P-7f", "P7g-7f"} {
		b.Eval(fmt.Sprintf(`byId("typed").value = %q; byId("typed").dispatchEvent(new Event("input"))`, typed), nil)
		if !b.Settles(`byId("found").innerText.startsWith("７六歩")`) {
			t.Errorf("%s lists %q", typed, b.Text(`byId("found").innerText`))
		}
		b.Eval(`byId("typed").focus()`, nil)
		b.Press("Enter")
		if !b.Settles(`hand.held?.legal && byId("now").textContent.includes("７六歩")`) {
			t.Errorf("after Enter, %s is %q", typed, b.Text(`byId("now").textContent`))
		}
		b.Eval(`hand.undo()`, nil)
	}
	if c := alice.record(); c.Ply() != 0 {
		t.Errorf("moves were played without a question: %s", c.Moves())
	}
}

// TestChromiumShowsWhatComes opens a match, lets a turn come, tries moves and keeps them.
func TestChromiumShowsWhatComes(t *testing.T) {
	b := chrome.New(t)
	exchange := t.TempDir()
	alice, bob := moveIn(t, b, "Alice", "en", exchange), moveIn(t, b, "Bob", "en", exchange)
	bob.way, bob.width = "mouse", 390
	alice.does("invite", "quoridor", "bob@example.org", "--seat", "1")
	bob.fetches()
	bob.Leave()
	bob.points(`button[formaction$="/accept"]`)
	bob.Settle(`globalThis.hand && hand.data.moves.length === 0`)
	comes := func(move string) {
		t.Helper()
		alice.does("poll")
		alice.does("move", alice.record().File, move, "--send")
		b.Eval(`fetch("poll", {method: "POST"}).then(answer => answer.status)`, nil)
	}
	bob.Leave()
	comes("e2")
	bob.Settle(`globalThis.hand && hand.data.moves.length > 0`) // it shows itself
	bob.Leave()
	bob.points(`#more a[href*="line="]`)
	bob.Settle(`location.search.includes("line")`)
	bob.touches(0)
	first := b.Text("hand.held.s")
	bob.Leave()
	bob.points("#confirm")
	bob.Settle(fmt.Sprintf(`document.querySelector("#panel .idle b")?.textContent === %q`, first))
	bob.audit("a variation")
	b.Eval(`byId("remark").value = "wide"`, nil)
	bob.Leave()
	bob.points(`form[action*="/note"] button`)
	bob.Settle(fmt.Sprintf(`document.querySelector(".note a")?.textContent.includes(%q)`, first))
	bob.audit("a private note")
	if c := bob.record(); c.Ply() != 1 {
		t.Errorf("trying moves has played %d", c.Ply())
	}
	bob.plays("e8", "")
	b.Eval(`byId("typed").value = "begun"`, nil)
	comes("e3")
	bob.Settle(`!byId("news").hidden`)
	if got := b.Text(`byId("typed").value`); got != "begun" {
		t.Errorf("what was begun is now %q", got)
	}
	if len(b.Errors) > 0 {
		t.Errorf("errors: %s", b.Errors)
	}
}

// TestChromiumSendsWords types words on one's own turn, on a phone: one click sends them as a message, which the page shows.
func TestChromiumSendsWords(t *testing.T) {
	b := chrome.New(t)
	exchange := t.TempDir()
	alice, bob := moveIn(t, b, "Alice", "en", exchange), moveIn(t, b, "Bob", "en", exchange)
	bob.way, bob.width = "mouse", 390
	alice.does("invite", "quoridor", "bob@example.org", "--seat", "2", "--message", "Shall we?")
	bob.fetches()
	bob.Leave()
	bob.points(`button[formaction$="/accept"]`)
	bob.Settle(`globalThis.hand && hand.data.moves.length > 0`)
	if got := b.Text(`byId("now").textContent`); !strings.HasPrefix(got, "Choose a square, or a gap between squares for a wall.") {
		t.Errorf("the page asks %q", got)
	}
	if got := b.Text(`byId("said").innerText`); !strings.Contains(got, "Shall we?") {
		t.Errorf("the messages on a phone are %q", got)
	}
	const send = `#panel form.idle button:not([type=button], #words)`
	bob.points(send)
	b.Settle(`byId("now").textContent === "Choose a move on the board or type one." && byId("words").hidden`)
	alice.does("poll")
	alice.does("say", alice.record().File, "Hello!", "--send")
	bob.Leave()
	b.Eval(`fetch("poll", {method: "POST"}).then(answer => answer.status)`, nil)
	bob.Settle(`globalThis.hand && byId("said").innerText.includes("Hello!")`) // nothing was submitted
	b.Eval(`byId("typed").value = "Nice to play with you!"; byId("typed").dispatchEvent(new Event("input"))`, nil)
	bob.points(send)
	b.Settle(`byId("now").textContent === "That isn't a legal move." && !byId("words").hidden`)
	bob.Leave()
	bob.points("#words")
	bob.Settle(`globalThis.hand && byId("said").innerText.includes("Nice to play with you!")`)
	if c := bob.record(); c.Ply() != 0 || !strings.HasSuffix(c.LastComment(), "Nice to play with you!") {
		t.Errorf("after the message there are %d moves, and %q", c.Ply(), c.LastComment())
	}
	if len(b.Errors) > 0 {
		t.Errorf("errors: %s", b.Errors)
	}
}
