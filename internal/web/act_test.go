package web

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/convert"
	_ "hikyaku/internal/gctest"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

func (s *Server) open(t testing.TB, name string) home.Copy {
	t.Helper()
	c, err := s.Desk.Open(filepath.Join(s.Desk.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// post sends a form of the page of a match as it stands, and returns the status and the page, or where it leads.
func (s *Server) post(t testing.TB, name, act string, form url.Values) (int, string) {
	t.Helper()
	if form == nil {
		form = url.Values{}
	}
	form.Set("head", s.open(t, name).Head.String())
	answer := s.ask("POST", s.path(name)+"/"+act, form, nil)
	if answer.StatusCode == http.StatusSeeOther {
		return answer.StatusCode, answer.Header.Get("Location")
	}
	return answer.StatusCode, body(t, answer)
}

// TestPlaying plays a few moves by forms alone.
func TestPlaying(t *testing.T) {
	s := serve(t)
	const name = "quoridor.kif"
	for _, move := range []string{"e2", "e8"} {
		if status, page := s.post(t, name, "move", url.Values{"move": {move}, "comment": {"Well,\r\nwell."}}); status != http.StatusSeeOther {
			t.Fatalf("%s: %d\n%s", move, status, page)
		}
	}
	m := s.open(t, name)
	if got := strings.Join(m.Match.Moves(), " "); got != "e2 e8" || m.Record.Events[1].Comment != "Well,\nwell." {
		t.Errorf("played: %s, %q", got, m.Record.Events[1].Comment)
	}
	if status, page := s.post(t, name, "move", url.Values{"move": {"e9"}, "comment": {"So"}}); status != http.StatusConflict || !strings.Contains(page, `class="error" role="alert"`) || !strings.Contains(page, `value="So"`) {
		t.Errorf("an illegal move: %d\n%s", status, page)
	}
	page := body(t, s.ask("GET", s.path(name), nil, nil))
	if form := `/move"><input type="hidden" name="head"`; !strings.Contains(page, form) || strings.Contains(page, `id="words"`) || !strings.Contains(page, ">Take back<") {
		t.Errorf("the page of a match on one machine:\n%s", page)
	}
	if status, page := s.post(t, name, "move", url.Values{"move": {""}, "text": {"e9"}}); status != http.StatusConflict || !strings.Contains(page, "e9 is out of reach from e2") || strings.Contains(page, "pawn.too-far: ") {
		t.Errorf("an illegal move that is typed: %d\n%s", status, page)
	}
	if status, _ := s.post(t, name, "undo", nil); status != http.StatusSeeOther || s.open(t, name).Ply() != 1 {
		t.Errorf("undone: %d, %d plies", status, s.open(t, name).Ply())
	}
	if status, _ := s.post(t, name, "launch", nil); status != http.StatusConflict {
		t.Errorf("an unknown act: %d", status)
	}
	if status, _ := s.post(t, name, "resign", nil); status != http.StatusSeeOther || s.open(t, name).Outcome == nil {
		t.Errorf("resigned: %d", status)
	}
	if page := body(t, s.ask("GET", s.path(name), nil, nil)); strings.Contains(page, `/move"`) || !strings.Contains(page, "</html>") {
		t.Error("a move can be confirmed in a match that is over")
	}
}

// TestAfterTheEnd follows what the page of a finished match offers.
func TestAfterTheEnd(t *testing.T) {
	s := serve(t)
	const name = "quoridor.kif"
	if status, page := s.post(t, name, "move", url.Values{"move": {"e2"}}); status != http.StatusSeeOther {
		t.Fatal(page)
	}
	get := func(path string) (int, string) {
		answer := s.ask("GET", s.path(name)+path, nil, nil)
		return answer.StatusCode, body(t, answer)
	}
	if page := body(t, s.ask("GET", s.path(name), nil, nil)); !strings.Contains(page, `/replay?analyse"`) {
		t.Errorf("an open match on one machine can't be analysed:\n%s", page)
	}
	if status, page := get("/replay?analyse"); status != http.StatusOK || !strings.Contains(page, `id="band" class="graph"`) {
		t.Errorf("the analysis of an open match: %d\n%s", status, page)
	}
	if status, _ := s.post(t, name, "again", nil); status != http.StatusConflict {
		t.Errorf("an open match is played again: %d", status)
	}
	if status, page := s.post(t, name, "resign", nil); status != http.StatusSeeOther {
		t.Fatal(page)
	}
	page := body(t, s.ask("GET", s.path(name), nil, nil))
	if bars := regexp.MustCompile(`<span class="end"><b( class="won")?>(won|lost)</b>`).FindAllString(page, -1); strings.Join(bars, "") != `<span class="end"><b>lost</b><span class="end"><b class="won">won</b>` {
		t.Errorf("the bars of the players have %q:\n%s", bars, page)
	}
	for _, offer := range []string{`/again"`, `/replay?analyse"`, `/replay"`, `/picture.png" download="quoridor.png"`, `/record.kif" download="quoridor.kif"`, "All matches →"} {
		if !strings.Contains(page, offer) {
			t.Errorf("the page does not offer %s:\n%s", offer, page)
		}
	}
	if _, page := get("/replay"); !strings.Contains(page, `id="proved" hidden`) {
		t.Errorf("a match of this machine has signatures to check:\n%s", page)
	}
	if status, page := get("/replay"); status != http.StatusOK || !strings.Contains(page, "Alice") || !strings.Contains(page, s.path(name)+`">← Back to the match`) || strings.Contains(page, `id="band" class="graph"`) {
		t.Errorf("the replay: %d\n%s", status, page)
	}
	if status, page := get("/replay?analyse"); status != http.StatusOK || !strings.Contains(page, `id="band" class="graph"`) {
		t.Errorf("the analysis: %d\n%s", status, page)
	}
	if status, record := get("/record.kif"); status != http.StatusOK || record != string(s.open(t, "quoridor.kif").Record.Bytes()) {
		t.Errorf("the record: %d\n%s", status, record)
	}
	if status, picture := get("/picture.png"); status != http.StatusOK || !strings.HasPrefix(picture, "\x89PNG") {
		t.Errorf("the picture: %d", status)
	}
	if status, to := s.post(t, name, "again", nil); status != http.StatusSeeOther || to == s.path(name) {
		t.Errorf("played again: %d, %s", status, to)
	}
	if files, _ := filepath.Glob(filepath.Join(s.Desk.Dir, "*.kif")); len(files) != 2 {
		t.Errorf("the records are %q", files)
	}
}

// TestAgainstTheComputer begins as somebody who knows neither the game nor the keys, loses, and plays again from the other side.
func TestAgainstTheComputer(t *testing.T) {
	s := serve(t)
	s.Settings = &drawer{}
	if err := os.Remove(filepath.Join(s.Desk.Dir, "quoridor.kif")); err != nil {
		t.Fatal(err)
	}
	c, err := s.Desk.Begin(home.Setup{Game: all.Game("quoridor"), Options: engine.Options{"players": "2"}, Against: "level1"})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(c.File)
	page := body(t, s.ask("GET", s.path(name), nil, nil))
	for _, help := range []string{`id="list" aria-label="List of moves" tabindex="0"><ol>`, "Quoridor is a race", `<a href="learn/quoridor">How to play</a>`, "on the board: move around", "look at earlier moves"} {
		if !strings.Contains(page, help) {
			t.Errorf("a new match lacks %q", help)
		}
	}
	if strings.Contains(page, `name="comment"`) {
		t.Error("the computer is sent a message")
	}
	hint := found(page, `href="(match/[^"]+\?hint)"`)
	if hint == "" || strings.Contains(page, "A good move") || strings.Contains(page, `"task":`) {
		t.Errorf("before it is asked for, the hint is %q in\n%s", hint, page)
	}
	if page := body(t, s.ask("GET", "/"+hint, nil, nil)); !strings.Contains(page, "A good move is e2.") || strings.Count(found(page, `"task":{"frames":\[(\[[^}]*\])\],"move":"e2"}`), "[") != 1 {
		t.Errorf("a hint is\n%s", page)
	}
	if page := body(t, s.ask("GET", s.path(name)+"?line=", nil, nil)); strings.Contains(page, "Private notes") {
		t.Error("there is a heading for notes without any")
	}
	field := regexp.MustCompile(`"field":\[(\d+),(\d+),(\d+),(\d+)\]`).FindStringSubmatch(page)
	middle := make([]int, 2)
	for i := range middle {
		from, _ := strconv.Atoi(field[i+1])
		size, _ := strconv.Atoi(field[i+3])
		middle[i] = from + size/2
	}
	if got := body(t, s.ask("GET", fmt.Sprintf("%s/read?at=%d,%d", s.path(name), middle[0], middle[1]), nil, nil)); !strings.Contains(got, `"s":"e5","legal":false,"why":"e5 is out of reach`) {
		t.Errorf("why not to the middle: %s", got)
	}
	if got := body(t, s.ask("GET", fmt.Sprintf("%s/read?at=0,0,%d,%d", s.path(name), middle[0], middle[1]), nil, nil)); !strings.Contains(got, `"s":"e5"`) {
		t.Errorf("from the corner of the picture to the middle: %s", got)
	}
	list := func() string { return body(t, s.ask("GET", "/", nil, nil)) }
	s.post(t, name, "move", url.Values{"move": {"e2"}})
	if page := list(); !strings.Contains(page, "You played e2") || strings.Contains(page, "To play by mail") {
		t.Errorf("after a move the list is\n%s", page)
	}
	s.post(t, name, "move", url.Values{"move": {"e8"}}) // for the computer
	if page := list(); !strings.Contains(page, "<h3>Level 1 computer</h3><small>Quoridor</small><p>Last move: e8</p>") {
		t.Errorf("after the answer the list is\n%s", page)
	}
	s.post(t, name, "resign", nil)
	if page := body(t, s.ask("GET", s.path(name), nil, nil)); !strings.Contains(page, "<p>You resigned. 2 moves.") || !strings.Contains(page, "<br><small>If you play again, the players change places.</small>") {
		t.Errorf("after a resignation:\n%s", page)
	}
	if page := body(t, s.ask("GET", s.path(name)+"/replay", nil, nil)); !strings.Contains(page, ">You<") && !strings.Contains(page, "You (") || !strings.Contains(page, `<small>· You lost</small></h1>`) {
		t.Errorf("the replay does not say who you are:\n%s", page)
	}
	if over := part(list(), `id="over"`, "</section>"); !strings.Contains(over, "<b>Level 1 computer</b>") || !strings.Contains(over, ">You lost<") {
		t.Errorf("after the end the list is\n%s", over)
	}
	_, to := s.post(t, name, "again", nil)
	if page := body(t, s.ask("GET", to, nil, nil)); !strings.Contains(page, "flip=0") || !strings.Contains(part(page, `<div class="own">`, "</section>"), "<b>You</b>") {
		t.Errorf("the second player sits at the top:\n%s", page)
	}
}

// TestNotesAndVariations tries moves, keeps them, and looks at them again.
func TestNotesAndVariations(t *testing.T) {
	s := serve(t)
	const name = "quoridor.kif"
	s.post(t, name, "move", url.Values{"move": {"e2"}})
	try := s.path(name) + "?at=0&line=d1+e8"
	page := body(t, s.ask("GET", try, nil, nil))
	if !strings.Contains(page, "d1 e8") || !strings.Contains(page, `"m":"c1"`) || strings.Contains(page, `"m":"e3"`) {
		t.Errorf("the variation shows other moves:\n%s", page)
	}
	if back := found(page, `<a class="button" href="(match/[^"]*)">Undo`); !strings.HasSuffix(back, "?at=0&line=d1") {
		t.Errorf("the last move is taken back by %q", back)
	}
	if got := s.ask("GET", s.path(name)+"?line=e9", nil, nil); got.StatusCode != http.StatusNotFound {
		t.Errorf("a variation with an illegal move: %d", got.StatusCode)
	}
	if status, to := s.post(t, name, "note?at=0&line=d1+e8", url.Values{"text": {"<b>wider</b>"}}); status != http.StatusSeeOther || !strings.HasSuffix(to, "?at=0") {
		t.Errorf("kept: %d to %s", status, to)
	}
	page = body(t, s.ask("GET", s.path(name)+"?at=0", nil, nil))
	if !strings.Contains(page, "&lt;b&gt;wider&lt;/b&gt;") || !strings.Contains(page, `line=d1&#43;e8`) && !strings.Contains(page, `line=d1+e8`) {
		t.Errorf("the note is not shown:\n%s", page)
	}
	if s.open(t, name).Ply() != 1 {
		t.Error("trying moves has changed the record")
	}
	if status, _ := s.post(t, name, "forget?at=0", url.Values{"number": {"1"}}); status != http.StatusSeeOther {
		t.Errorf("forgotten: %d", status)
	}
	if page := body(t, s.ask("GET", s.path(name)+"?at=0", nil, nil)); strings.Contains(page, "wider") {
		t.Error("the note is still there")
	}
}

// TestEveryGameIsShown looks at the pages and pictures of all games, in both languages.
func TestEveryGameIsShown(t *testing.T) {
	var games []string
	for _, g := range all.Games {
		games = append(games, g.Name)
	}
	s := serve(t, games...)
	for _, name := range games {
		if s.open(t, name+".kif").Next().Throw != nil {
			if status, page := s.post(t, name+".kif", "throw", nil); status != http.StatusSeeOther {
				t.Errorf("thrown: %d %s", status, page)
			}
		}
		for _, lang := range []string{"en", "ja"} {
			page := body(t, s.ask("GET", s.path(name+".kif")+"?lang="+lang, nil, nil))
			if !strings.Contains(page, `<html lang="`+lang+`">`) || !strings.Contains(page, `"moves":[{"m":`) {
				t.Errorf("%s, %s:\n%s", name, lang, page)
			}
			if strings.Contains(page, i18n.In(lang, "board.chain")) {
				t.Errorf("%s, %s: a chain is explained that is not there", name, lang)
			}
			for _, source := range regexp.MustCompile(`<source media="([^"]*)" srcset="([^"]*)"`).FindAllStringSubmatch(page, -1) {
				if dark := strings.HasSuffix(source[2], "theme=dark"); !strings.HasPrefix(source[1], "(") || dark != strings.Contains(source[1], "scheme: dark") {
					t.Errorf("%s: the picture %s is for %s", name, source[2], source[1])
				}
			}
			for _, address := range regexp.MustCompile(`(?:src|srcset)="(/match[^"]*)"`).FindAllStringSubmatch(page, -1) {
				picture := s.ask("GET", strings.ReplaceAll(address[1], "&amp;", "&"), nil, nil)
				if text := body(t, picture); picture.StatusCode != http.StatusOK || !strings.HasPrefix(text, "<svg") {
					t.Errorf("%s, %s: %s is %d: %.200s", name, lang, address[1], picture.StatusCode, text)
				}
			}
		}
	}
	answer := body(t, s.ask("GET", s.path("goryujin.kif")+"/nudge?move=P3@F2&key=w", nil, nil))
	if !strings.Contains(answer, `"m":"P3@F3"`) || !strings.Contains(answer, `"legal":false,"why":"`) || !strings.Contains(answer, `"boxes":[[`) {
		t.Errorf("nudged: %s", answer)
	}
	for text, want := range map[string]string{"76歩": `"m":"７六歩(77)"`, "▲７六歩": `"m":"７六歩(77)"`, "7g7f": `"m":"７六歩(77)"`, "P-7f": `"m":"７六歩(77)"`, "P7g-7f": `"m":"７六歩(77)"`, "75歩": "null", "so": "null"} {
		if answer := body(t, s.ask("GET", s.path("shogi.kif")+"/read?"+url.Values{"move": {text}}.Encode(), nil, nil)); !strings.Contains(answer, want) {
			t.Errorf("%s is read as %s", text, answer)
		}
	}
}

// TestStands wants nothing in the bars for pieces that nobody holds, and no stand beside the board.
func TestStands(t *testing.T) {
	s := serve(t, "shogi", "diceshogi")
	for _, name := range []string{"shogi", "diceshogi"} {
		page := body(t, s.ask("GET", s.path(name+".kif"), nil, nil))
		if strings.Contains(page, "data-thing=") {
			t.Errorf("%s: the bars have pieces", name)
		}
		if size := regexp.MustCompile(`width="(\d+)" height="(\d+)" id="board"`).FindStringSubmatch(page); size == nil || size[1] != size[2] {
			t.Errorf("%s: the board is %q", name, size)
		}
	}
}

// TestSignsOfSlashchain wants the strokes of the players as their signs, where other games have the numbers of the seats, and the
// highlighted lines explained.
func TestSignsOfSlashchain(t *testing.T) {
	s := serve(t, "slashchain", "quoridor")
	if page := body(t, s.ask("GET", s.path("quoridor.kif"), nil, nil)); !strings.Contains(page, ">1</text></svg>") || !strings.Contains(page, ">2</text></svg>") {
		t.Errorf("the seats have no numbers:\n%s", page)
	}
	page := body(t, s.ask("GET", s.path("slashchain.kif"), nil, nil))
	signs := regexp.MustCompile(`class="sign (s[12]).*?<text[^>]*>([^<]*)<`).FindAllStringSubmatch(page, -1)
	if len(signs) != 2 || signs[0][1]+signs[0][2] != `s2\` || signs[1][1]+signs[1][2] != "s1/" {
		t.Errorf("the signs are %q", signs)
	}
	const legend = "highlighted lines"
	if strings.Contains(page, legend) {
		t.Error("an empty table has highlighted lines")
	}
	s.post(t, "slashchain.kif", "move", url.Values{"move": {"A2@0,0"}})
	if page := body(t, s.ask("GET", s.path("slashchain.kif"), nil, nil)); !strings.Contains(page, legend) {
		t.Error("the highlighted lines of a chain are not explained")
	}
	if page := body(t, s.ask("GET", s.path("slashchain.kif")+"?line=", nil, nil)); strings.Index(page, "You are trying moves") > strings.Index(page, `id="now"`) {
		t.Error("what to choose comes above what it is for")
	}
}

// TestCommentsOfOtherPrograms: the comments of a file are about its moves, not messages of the players, and what such a file cannot
// hold is not offered.
func TestCommentsOfOtherPrograms(t *testing.T) {
	s := serve(t)
	s.Desk.Files = convert.Read
	const name, text = "theirs.kif", "手合割：平手\n持ち時間：15分\n先手：山田\n後手：佐藤\n手数----指手---------消費時間--\n*始める前\n   1 ７六歩(77)\n*> 時間切れ\n*定跡\n"
	if err := os.WriteFile(filepath.Join(s.Desk.Dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	page := body(t, s.ask("GET", s.path(name), nil, nil))
	for _, want := range []string{"<p>始める前</p>", "<p>&gt; 時間切れ</p><p>定跡</p>", `id="said" aria-label="Comments"><p>始める前</p>`, "/resign\""} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
	for _, act := range []string{"山田: ", "<b>山田:</b>", `/claim"`, `/draw"`} {
		if strings.Contains(page, act) {
			t.Errorf("the page has %s", act)
		}
	}
	for _, act := range s.Desk.Acts(s.open(t, name)) {
		if _, err := act.Do(s.Desk, s.open(t, name), "", false); err != nil {
			t.Errorf("%s is offered, and fails: %v", act.Name, err)
		}
	}
}

// TestTypedExample: the field for moves names a legal move, and in a lesson not the one that solves it.
func TestTypedExample(t *testing.T) {
	s := serve(t)
	for query, want := range map[string]string{"?lang=en": "Type a move, such as d1", "?lang=en&line=e2": "Type a move, such as e8", "?lang=ja": "指し手を入力（例：d1）"} {
		if page := body(t, s.ask("GET", s.path("quoridor.kif")+query, nil, nil)); !strings.Contains(page, `placeholder="`+want+`"`) {
			t.Errorf("%q does not say %q:\n%s", query, want, page)
		}
	}
	if page := body(t, s.ask("GET", "/learn/shogi/1?lang=ja", nil, nil)); strings.Contains(page, `不成）"`) {
		t.Errorf("the example is an unusual move:\n%s", page)
	}
	page := body(t, s.ask("GET", "/learn/quoridor/1?lang=en", nil, nil))
	solution := regexp.MustCompile(`data-solution="([^"]+)"`).FindStringSubmatch(page)
	if len(solution) == 0 || !strings.Contains(page, `placeholder="Type a move, such as `) || strings.Contains(page, `such as `+solution[1]+`"`) {
		t.Errorf("the lesson's example: %q\n%s", solution, page)
	}
}

// TestPlayerCalledYou: a player may be called You, who is not the reader.
func TestPlayerCalledYou(t *testing.T) {
	s := serve(t)
	c, err := s.Desk.Begin(home.Setup{Game: all.Game("quoridor"), Seats: []kif.Seat{{Name: "You"}, {Name: "Bob"}}})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(c.File)
	s.post(t, name, "move", url.Values{"move": {"e2"}})
	s.post(t, name, "resign", nil)
	if page := body(t, s.ask("GET", s.path(name), nil, nil)); !strings.Contains(page, "<p>Bob resigned. 1 move.") {
		t.Errorf("the page speaks of its reader:\n%s", page)
	}
}

// TestComputersOfOneName: where several computers have one level, their seats tell them apart.
func TestComputersOfOneName(t *testing.T) {
	s := serve(t)
	c, err := s.Desk.Begin(home.Setup{Game: all.Game("quoridor"), Options: engine.Options{"players": "4"}, Against: "level1"})
	if err != nil {
		t.Fatal(err)
	}
	page := body(t, s.ask("GET", s.path(filepath.Base(c.File)), nil, nil))
	for _, want := range []string{"<b>Computer 2</b>", "<b>Computer 3</b>", "<b>Computer 4</b>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
}

// TestEndSpeaksToTheReader wants the whole result to say "you" to a reader with a name.
func TestEndSpeaksToTheReader(t *testing.T) {
	s := serve(t)
	s.Desk.Me.Name = "Alice"
	_, to := s.form(t, "/new/quoridor?computer", url.Values{"seat": {"1"}})
	file, err := fileOf(s.Desk, "", strings.TrimPrefix(to, "/match/"))
	if err != nil {
		t.Fatal(err)
	}
	s.post(t, filepath.Base(file), "move", url.Values{"move": {"e2"}})
	s.post(t, filepath.Base(file), "move", url.Values{"move": {"e8"}}) // for the computer
	s.post(t, filepath.Base(file), "resign", nil)
	if page := body(t, s.ask("GET", to, nil, nil)); !strings.Contains(page, ">You lost</h2>\n<p>You resigned. 2 moves.") || !strings.Contains(page, "<b>Alice</b>") {
		t.Errorf("after a resignation:\n%s", page)
	}
}

// TestPictureLeavesNamesToTheBars: the fields of Rengi have signs only.
func TestPictureLeavesNamesToTheBars(t *testing.T) {
	s := serve(t, "rengi")
	if picture := body(t, s.ask("GET", s.path("rengi.kif")+"/picture.svg", nil, nil)); !strings.Contains(picture, "<svg") || strings.Contains(picture, ">Bob<") {
		t.Errorf("the picture names players:\n%s", picture)
	}
}

// TestHintOnOwnTurn looks for the offer of a hint in matches of two people with addresses that nobody was invited to.
func TestHintOnOwnTurn(t *testing.T) {
	alice, bob := kif.Seat{Name: "Alice", Address: "alice@example.org"}, kif.Seat{Name: "Bob", Address: "bob@example.org"}
	for _, seats := range [][]kif.Seat{{alice, bob}, {bob, alice}} {
		s, _ := person(t, "Alice")
		r, err := s.Desk.New(home.Setup{Game: all.Game("quoridor"), Seats: seats})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(s.Desk.Dir, "quoridor.kif"), r.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		page := body(t, s.ask("GET", s.path("quoridor.kif"), nil, nil))
		if offered := strings.Contains(page, `?hint"`); offered != (seats[0] == alice) {
			t.Errorf("with %s to move, a hint is offered: %t", seats[0].Name, offered)
		}
	}
}
