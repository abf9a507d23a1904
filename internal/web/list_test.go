package web

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/engine/rengi"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/match"
)

// later is a system whose clock is ahead.
type later struct {
	atomicfile.OS
	by time.Duration
}

func (l later) Now() time.Time { return l.OS.Now().Add(l.by) }

// part returns the part of a page between two texts.
func part(page, from, to string) string {
	_, page, _ = strings.Cut(page, from)
	page, _, _ = strings.Cut(page, to)
	return page
}

// TestCards reads the list from the first move of a match by mail to its end.
func TestCards(t *testing.T) {
	alice, _, _, name := begun(t)
	if err := os.Remove(filepath.Join(alice.Desk.Dir, "quoridor.kif")); err != nil { // of this machine
		t.Fatal(err)
	}
	list := func() string { return body(t, alice.ask("GET", "/", nil, nil)) }
	if page := list(); !strings.Contains(page, "<title>Your turn (1) – hikyaku</title>") || !strings.Contains(part(page, `id="waiting"`, "</section>"), "3 days left") || strings.Contains(page, "until ") {
		t.Errorf("three days before the deadline:\n%s", page)
	}
	for _, c := range []struct {
		by   time.Duration
		want string
	}{
		{30 * time.Hour, `<p class="time">42 hours left</p>`},
		{50 * time.Hour, `<p class="time">22 hours left<br><small>deadline `}, {61 * time.Hour, `<p class="time urgent">11 hours left<br>`},
		{72*time.Hour - 3*time.Minute, `<p class="time urgent">3 minutes left<br>`}, {80 * time.Hour, `<p class="time urgent">out of time</p>`},
	} {
		alice.Desk.System = later{by: c.by}
		if page := list(); !strings.Contains(page, c.want) {
			t.Errorf("%s later: no %s in\n%s", c.by, c.want, page)
		}
	}
	alice.Desk.System = atomicfile.OS{}
	if status, page := alice.post(t, name, "move", url.Values{"move": {"e2"}, "comment": {"Hello"}}); status != http.StatusSeeOther {
		t.Fatalf("the move: %s", page)
	}
	page := list()
	if others := part(page, `id="others"`, "</section>"); !strings.Contains(others, "You played e2") || strings.Contains(page, `id="waiting"`) || !strings.Contains(page, "<title>Matches</title>") {
		t.Errorf("after the move:\n%s", page)
	}
	if status, page := alice.post(t, name, "resign", nil); status != http.StatusSeeOther {
		t.Fatalf("resigned: %s", page)
	}
	if over := part(list(), `id="over"`, "</section>"); !strings.Contains(over, ">You lost<small>") || !strings.Contains(over, "· you resigned") {
		t.Errorf("after the end:\n%s", over)
	}
}

// TestEndNamesPlayersOnce keeps what a row says besides the names of players, and the result.
func TestEndNamesPlayersOnce(t *testing.T) {
	for state, want := range map[string]string{"Bob resigned": "", "you resigned": "you resigned", "Alice won": ""} {
		one := listed{With: "Bob", State: state}
		if one.end("en", match.Lost, "Alice"); one.State != want || one.Time != "You lost" {
			t.Errorf("%q becomes %q, %q", state, one.State, one.Time)
		}
	}
}

// TestCardsOfThisMachine show what was played and said, no time limit where there is none, and boards without the players' names.
func TestCardsOfThisMachine(t *testing.T) {
	s := serve(t)
	if status, page := s.post(t, "quoridor.kif", "move", url.Values{"move": {"e2"}, "comment": {"Good luck"}}); status != http.StatusSeeOther {
		t.Fatalf("the move: %s", page)
	}
	card := part(body(t, s.ask("GET", "/", nil, nil)), `class="cards"`, "</section>")
	for _, want := range []string{"Alice – Bob", "Last move: e2", "Good luck"} {
		if !strings.Contains(card, want) {
			t.Errorf("no %q in\n%s", want, card)
		}
	}
	if strings.Contains(card, "limit") {
		t.Errorf("a match without a time limit:\n%s", card)
	}
	path := s.path("quoridor.kif") + "/picture.svg"
	large, little := body(t, s.ask("GET", path, nil, nil)), body(t, s.ask("GET", path+"?small=1", nil, nil))
	if !strings.Contains(large, "Alice") || strings.Contains(little, "Alice") || !strings.Contains(little, `width="240" height="240"`) {
		t.Errorf("the small board:\n%s", little)
	}
}

// TestFieldsOfKou shows the list of Kou rengi until it is full, beside the fields from then on, and the empty fields of other
// games.
func TestFieldsOfKou(t *testing.T) {
	for rules, want := range map[string]string{"kou": "list", "ten": "field1", "haku": "field1"} {
		p, err := rengi.Game.Start(engine.Options{"rules": rules})
		if err != nil {
			t.Fatal(err)
		}
		if got := fields(p.Scene()).Boards[0].ID; got != want {
			t.Errorf("%s begins with a picture of %s, want %s", rules, got, want)
		}
	}
	s := engine.Scene{Boards: []engine.Board{{ID: "field1"}, {ID: "list", Name: i18n.Same("list"), Cols: engine.Labels("1"), Cells: []engine.Cell{{Form: engine.Disc}}}}}
	if got := fields(s).Boards[0].ID; got != "field1" {
		t.Errorf("with a full list the picture is of %s", got)
	}
	v := view{}
	v.show(s)
	if v.list == nil || v.list.ID != "list" || len(v.scene.Boards) != 1 || v.scene.Boards[0].ID != "field1" || len(s.Boards) != 2 {
		t.Errorf("beside the list %v the page shows %v", v.list, v.scene.Boards)
	}
	list := engine.Board{Max: engine.Point{X: 3, Y: 1}, Cells: []engine.Cell{{At: engine.Point{X: 1, Y: 1}}, {At: engine.Point{X: 2}}}}
	if b := folded(list); b.Max != (engine.Point{X: 1, Y: 4}) || b.Cells[0].At != (engine.Point{X: 1, Y: 4}) || b.Cells[1].At != (engine.Point{}) {
		t.Errorf("a list of four columns is folded to %v with the cells %v", b.Max, b.Cells)
	}
}

// TestTurnToThrow marks the player who throws, even where the pair is for the other one.
func TestTurnToThrow(t *testing.T) {
	s := serve(t)
	status, to := s.form(t, "/new/rengi?here", url.Values{"set-rules": {"ten"}, "people": {"Ann\r\nBen"}, "sure": {"yes"}})
	files, err := filepath.Glob(filepath.Join(s.Desk.Dir, "rengi*.kif"))
	if status != http.StatusSeeOther || err != nil || len(files) != 1 {
		t.Fatalf("begun: %d %s, %v %v", status, to, files, err)
	}
	name := filepath.Base(files[0])
	c := s.open(t, name)
	for c.Next().Throw == nil || c.Due() == c.Match.Scene().Turn.Seat {
		act, form := "throw", url.Values{}
		for move := range c.Last().Moves() {
			act, form = "move", url.Values{"move": {string(move)}}
			break
		}
		if status, page := s.post(t, name, act, form); status != http.StatusSeeOther {
			t.Fatalf("%s: %s", act, page)
		}
		c = s.open(t, name)
	}
	page := body(t, s.ask("GET", to, nil, nil))
	if !strings.Contains(part(page, `/throw"`, "</form>"), `<svg class="die"`) {
		t.Errorf("no die stands beside its button:\n%s", page)
	}
	if got, want := part(part(page, `class="bar turn"`, "</div>"), "<b>", "</b>"), c.Match.Names()[c.Due()-1]; got != want {
		t.Errorf("the page marks the turn of %q, want %q", got, want)
	}
}

// TestFinishedMatches are counted, and only some are unfolded.
func TestFinishedMatches(t *testing.T) {
	s := serve(t)
	if status, page := s.post(t, "quoridor.kif", "resign", nil); status != http.StatusSeeOther {
		t.Fatalf("resigned: %s", page)
	}
	for _, n := range strings.Split("abcdefghi", "") {
		r, err := os.ReadFile(filepath.Join(s.Desk.Dir, "quoridor.kif"))
		if err == nil {
			err = os.WriteFile(filepath.Join(s.Desk.Dir, n+".kif"), r, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	over := part(body(t, s.ask("GET", "/", nil, nil)), `id="over"`, "</section>")
	if shown, folded, _ := strings.Cut(over, "<details>"); !strings.HasPrefix(over, ">Finished <small>10</small>") || strings.Count(shown, "<li>") != unfolded || strings.Count(folded, "<li>") != 2 || !strings.Contains(folded, "2 more") {
		t.Errorf("ten finished matches:\n%s", over)
	}
}

// TestEmptyHome leads to everything that can be done without a match.
func TestEmptyHome(t *testing.T) {
	s := serve(t)
	s.Desk.Dir = t.TempDir()
	page := body(t, s.ask("GET", "/", nil, nil))
	for _, want := range []string{`href="new?computer"`, `href="new">`, `href="learn"`, `action="open"`, `action="quit"`, "飛脚 (hikyaku) means courier"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	for _, way := range []string{"computer", "here"} {
		if games := body(t, s.ask("GET", "/new?"+way, nil, nil)); !strings.Contains(games, `href="new/shogi?`+way+`"`) {
			t.Errorf("the games:\n%s", games)
		}
	}
}

// TestWordsInLine wants line feeds to be blanks, and other characters that control a page to be visible.
func TestWordsInLine(t *testing.T) {
	if got, want := inLine("Well played!\n\nAgain?\x07", 80), `Well played! Again?\u{7}`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRefusalIsASentence wants the sentence that refuses a move on the board to have at most one colon and to end, whatever the rule.
func TestRefusalIsASentence(t *testing.T) {
	for _, g := range all.Games {
		for _, rule := range g.Rules {
			en, ja := i18n.In("en", "hand.illegal", "move", "e2", "why", rule.Text), i18n.In("ja", "hand.illegal", "move", "e2", "why", rule.Text)
			if strings.Count(strings.ReplaceAll(en, ": {why}", ""), ": ") > 1 || strings.HasSuffix(en, "..") || !strings.HasSuffix(en, ".") || !strings.HasSuffix(ja, "。") || strings.HasSuffix(ja, "。。") {
				t.Errorf("%s %s: %s %s", g.Name, rule.ID, en, ja)
			}
		}
	}
}
