package tui

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

var update = flag.Bool("update", false, "rewrite testdata")

// home is a House of matches at one machine that remembers what it was told to do.
type home struct {
	t     *testing.T
	games map[string]*Game
	order []string
	waits map[string]bool
	doors []Match
	done  []string
	fails error
	hint  engine.Move
}

// place adds a match that begins with moves and throws.
func (h *home) place(game string, set engine.Options, moves ...engine.Move) {
	h.t.Helper()
	g := all.Game(game)
	options, err := g.Resolve(set)
	if err != nil {
		h.t.Fatal(err)
	}
	p, err := g.Start(options)
	if err != nil {
		h.t.Fatal(err)
	}
	file := game + ".kif"
	h.games[file] = &Game{
		File: file, Name: g.Title.En + " with Bob", State: "Alice to move", Names: []string{"Alice", "Bob"}, Ours: true, To: "Bob",
		Plies: []Ply{{Position: p}}, Scene: p.Scene(),
	}
	h.order, h.waits[file] = append(h.order, file), true
	for _, m := range moves {
		h.play(file, m, "")
	}
}

func (h *home) play(file string, m engine.Move, said string) {
	h.t.Helper()
	g := *h.games[file]
	last := g.Plies[len(g.Plies)-1]
	p, err := last.Position.Apply(m)
	if err != nil {
		h.t.Fatal(err)
	}
	if _, thrown := m.Throw(); thrown {
		g.Plies = append([]Ply{}, g.Plies...)
		g.Plies[len(g.Plies)-1].Position = p
	} else {
		g.Plies = append(g.Plies[:len(g.Plies):len(g.Plies)], Ply{Position: p, Move: engine.Spell(last.Position, m).En, Said: said})
	}
	g.Scene = p.Scene()
	h.games[file] = &g
}

func (h *home) Matches() (list []Match, err error) {
	for _, file := range h.order {
		g := h.games[file]
		list = append(list, Match{File: file, Name: g.Name, State: g.State, Waits: h.waits[file]})
	}
	return append(list, h.doors...), nil
}

func (h *home) Open(file string) (Game, error) { return *h.games[file], nil }

func (h *home) Throw(file string) error {
	h.done = append(h.done, "throw "+file)
	h.play(file, "[4]", "")
	return nil
}

func (h *home) Play(file string, m engine.Move, said string) (string, error) {
	if h.fails != nil {
		return "", h.fails
	}
	h.done = append(h.done, fmt.Sprint("play ", file, " ", m, " ", said))
	h.play(file, m, said)
	h.waits[file] = false
	g := *h.games[file]
	g.Ours, g.State = false, "Bob to move"
	h.games[file] = &g
	return "sent to bob@example.org", nil
}

func (h *home) Send(file string) (string, error) {
	h.done = append(h.done, "send "+file)
	return "sent", nil
}

func (h *home) Act(file, name, text string) (now, report string, err error) {
	h.done = append(h.done, strings.TrimSpace("act "+name+" "+text))
	return "", "done", nil
}

func (h *home) Hint(file string) (string, engine.Move, error) {
	h.done = append(h.done, "hint")
	return "a hint", h.hint, nil
}

func (h *home) Keep(file string, ply int, line []engine.Move) (string, error) {
	h.done = append(h.done, fmt.Sprint("keep ", file, " ", ply, " ", line))
	return "kept", nil
}

func (h *home) Fetch() (string, error) {
	h.done = append(h.done, "fetch")
	return "Nothing has come.", nil
}

// list is a door to the names of games.
func (h *home) list(House, string) (Menu, string, error) {
	return Menu{Title: "Which game?", Rows: []Match{{Name: "Quoridor", Door: h.quoridor, State: strings.Repeat("walls ", 20) + "and more walls"}, {Name: "Learn", Runs: []string{"learn"}}}}, "", nil
}

// quoridor is a door that begins a match of Quoridor against who is typed.
func (h *home) quoridor(_ House, text string) (Menu, string, error) {
	switch text {
	case "":
		return Menu{Title: "Quoridor", Asks: "With whom", Door: h.quoridor}, "", nil
	case "Bob":
	default:
		return Menu{}, "", errors.New("nobody is called " + text)
	}
	h.place("quoridor", nil)
	return Menu{}, "quoridor.kif", nil
}

func newHome(t *testing.T) *home {
	return &home{t: t, games: map[string]*Game{}, waits: map[string]bool{}}
}

// begin returns the model of a match, or of the list, with its job done.
func begin(h *home, lang, file string, wide, high int) Model {
	m := New(lang, false, "", file)
	m.Wide, m.High = wide, high
	return m.Learn(Do(h, m.Job))
}

// press presses keys, which stand with blanks between them, and does the jobs that follow.
func press(h *home, m Model, keys string) Model {
	for _, key := range strings.Fields(keys) {
		if key == "space" {
			key = " "
		}
		m = m.Update(Event{Key: key})
		for m.Job.Do != "" {
			m.View()
			m = m.Learn(Do(h, m.Job))
		}
	}
	return m
}

// text returns what the view shows, with what is under the cursor between ⟦ and ⟧ and what can be touched between ⟨ and ⟩ if
// marked is set.
func text(m Model, marked bool) string {
	var b strings.Builder
	for _, row := range m.View() {
		line, now := "", ""
		for _, sign := range append(row, render.Sign{}) {
			if sign.Covered {
				continue
			}
			var open string
			codes := ";" + strings.Trim(sign.SGR, "\x1b[m") + ";"
			switch {
			case strings.Contains(codes, ";7;"):
				open = "⟦⟧"
			case strings.Contains(codes, ";4;"):
				open = "⟨⟩"
			}
			if marked && open != now {
				if now != "" {
					line += string([]rune(now)[1])
				}
				if open != "" {
					line += string([]rune(open)[0])
				}
				now = open
			}
			if sign.Text == "" {
				sign.Text = " "
			}
			line += sign.Text
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// TestScreens compares what is shown of each game, at four sizes, while a move is chosen, tried and looked back at.
func TestScreens(t *testing.T) {
	for _, test := range []struct {
		game  string
		set   engine.Options
		moves []engine.Move
		keys  []string // for one screen after the other
	}{
		{"quoridor", nil, []engine.Move{"e2", "e8", "e3h", "d6v"}, []string{"right right", "enter", "escape / d 3", "enter", "r left left", "v / e 4 h enter enter"}},
		{"diceshogi", nil, []engine.Move{"[4]"}, []string{"right", "enter", "v", "3 d enter enter 2 enter"}},
		{"diceshogi", engine.Options{"rules": "minishogi"}, []engine.Move{"５三歩(54)", "５三飛(51)"}, []string{"tab", "enter", "f"}},
		{"shogi", nil, []engine.Move{"７六歩(77)", "３四歩(33)"}, []string{"/ 8 8 tab", "enter", "escape / 2 2 enter"}},
		{"goryujin", nil, []engine.Move{"P3@F2", "P3'@J29"}, []string{"tab enter", "enter", "2 w e"}},
		{"rengi", engine.Options{"rules": "kou"}, nil, []string{"right enter", "b"}},
		{"rengi", engine.Options{"rules": "ten"}, []engine.Move{"[1,1,2,3,4,1,1]"}, []string{"right", "enter"}},
		{"slashchain", nil, []engine.Move{"A0@0,0", "L1@1,0"}, []string{"right enter", "down", "enter", "2"}},
	} {
		name := test.game + test.set["rules"]
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			h.place(test.game, test.set, test.moves...)
			var got strings.Builder
			show := func(what string, m Model) {
				fmt.Fprintf(&got, "%s, %dx%d: %s\n%s\n", m.Lang, m.Wide, m.High, what, text(m, true))
			}
			for _, size := range []struct {
				lang       string
				wide, high int
			}{{"en", 80, 24}, {"ja", 80, 24}, {"ja", 100, 30}, {"en", 120, 40}, {"en", 160, 50}} {
				m := begin(h, size.lang, test.game+".kif", size.wide, size.high)
				show("at first", m)
				for i, keys := range test.keys {
					if m = press(h, m, keys); size.wide == 80 && size.lang == "en" || i == len(test.keys)-1 {
						show(keys, m)
					}
				}
			}
			golden(t, name+".txt", got.String())
			if h.done != nil {
				t.Errorf("unasked: %q", h.done)
			}
		})
	}
}

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
		t.Errorf("%s has changed: look at it and run go test ./internal/tui -update\n%s", file, got)
	}
}

// TestNothingUnconfirmed wants a move to be played by the second Enter alone, with the words that were typed.
func TestNothingUnconfirmed(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil)
	m := begin(h, "en", "quoridor.kif", 80, 24)
	m = press(h, m, "/ e 2 enter m H i space ! enter")
	if h.done != nil {
		t.Fatalf("unasked: %q", h.done)
	}
	if shown := text(m, false); !strings.Contains(shown, `e2, with the message "Hi !": Enter plays it and sends it to Bob`) {
		t.Errorf("what Enter does is not said:\n%s", shown)
	}
	h.fails = errors.New("no server")
	if m = press(h, m, "enter"); !strings.Contains(text(m, false), "no server") || m.Choice.Held != "e2" {
		t.Errorf("after a failure:\n%s", text(m, false))
	}
	h.fails = nil
	m = press(h, m, "enter")
	if want := "play quoridor.kif e2 Hi !"; strings.Join(h.done, ";") != want {
		t.Errorf("done: %q, want %q", h.done, want)
	}
	if shown := text(m, false); !strings.Contains(shown, "sent to bob@example.org") || !strings.Contains(shown, "1. e2\n") {
		t.Errorf("after the move:\n%s", shown)
	}
	if m = press(h, m, "enter enter space /"); len(h.done) != 1 {
		t.Errorf("while Bob is to move: %q", h.done)
	}
}

// TestPickedMove checks that Enter takes the move selected in the list, even if another one was typed.
func TestPickedMove(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil)
	for keys, want := range map[string]string{"/ e 2 enter": "e2", "/ e 2 down enter": "e2h", "/ e 2 down down enter": "e2v"} {
		if m := press(h, begin(h, "en", "quoridor.kif", 80, 24), keys); string(m.Choice.Held) != want {
			t.Errorf("%s holds %s, want %s", keys, m.Choice.Held, want)
		}
	}
}

// TestPassIsNotTurned wants no keys for turning beside a pass.
func TestPassIsNotTurned(t *testing.T) {
	h := newHome(t)
	h.place("goryujin", nil)
	m := begin(h, "en", "goryujin.kif", 80, 24)
	for keys, turns := range map[string]bool{"/ p a s s enter": false, "/ P 3 @ F 2 enter": true} {
		if shown := text(press(h, m, keys), false); strings.Contains(shown, "half turn") != turns || !strings.Contains(shown, "Enter plays it") {
			t.Errorf("%s shows\n%s", keys, shown)
		}
	}
}

// TestVariations tries moves of both sides, keeps them, and leaves the match as it is.
func TestVariations(t *testing.T) {
	h := newHome(t)
	h.place("diceshogi", nil)
	m := begin(h, "en", "diceshogi.kif", 80, 24)
	m = press(h, m, "v 3 enter 3 e 3 d enter enter enter 1 enter")
	if got, want := fmt.Sprint(m.Line), "[[3] ３四銀(35) [1]]"; got != want {
		t.Errorf("the variation is %s, want %s\n%s", got, want, text(m, false))
	}
	m = press(h, m, "escape k")
	if want := "keep diceshogi.kif 0 [[3] ３四銀(35)]"; strings.Join(h.done, ";") != want {
		t.Errorf("done: %q, want %q", h.done, want)
	}
	if m = press(h, m, "v"); m.Mode != Playing || m.Line != nil {
		t.Errorf("mode %d, line %v", m.Mode, m.Line)
	}
	m = press(h, m, "v 9 enter")
	if !strings.Contains(text(m, false), "[9] is not a throw") {
		t.Errorf("after a throw of 9:\n%s", text(m, false))
	}
	if m = press(h, begin(h, "en", "diceshogi.kif", 80, 24), "v enter"); m.Entry != SomeDice { // as a digit does
		t.Errorf("Enter asks for no faces:\n%s", text(m, false))
	}
}

// TestList goes through the list, to the next match that waits, and to the dice.
func TestList(t *testing.T) {
	h := newHome(t)
	for _, game := range []string{"quoridor", "diceshogi", "slashchain"} {
		h.place(game, nil)
	}
	m := begin(h, "en", "", 80, 24)
	if m = press(h, m, "down down up enter"); m.Game == nil || m.Game.File != "diceshogi.kif" {
		t.Fatalf("opened %+v", m.Game)
	}
	if m = press(h, m, "enter"); strings.Join(h.done, ";") != "throw diceshogi.kif" || !strings.Contains(text(m, false), "die: 4") {
		t.Errorf("done: %q\n%s", h.done, text(m, false))
	}
	var files []string
	for range 3 {
		m = press(h, m, "n")
		files = append(files, m.Game.File)
	}
	if got := strings.Join(files, " "); got != "slashchain.kif quoridor.kif diceshogi.kif" {
		t.Errorf("n leads to %s", got)
	}
	if m = press(h, m, "escape"); m.rows()[m.Picked].File != "diceshogi.kif" {
		t.Errorf("the cursor is on %s instead of the match that was left", m.rows()[m.Picked].File)
	}
	if m = press(h, m, "p"); m.Game != nil || !strings.Contains(text(m, false), "Nothing has come.") {
		t.Errorf("the list:\n%s", text(m, false))
	}
	if m = m.Update(Event{Key: Click, X: 4, Y: 2}); m.Job.Do != doOpen || m.Job.File != "quoridor.kif" {
		t.Errorf("a click does %+v", m.Job)
	}
	if m = press(h, m, "q"); !m.Quit {
		t.Error("q does not leave")
	}
}

// TestBoldMatches wants the matches that wait in bold if others do not.
func TestBoldMatches(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil)
	h.place("shogi", nil)
	h.doors = []Match{{Door: h.list, Name: "New match"}}
	for _, all := range []bool{true, false} {
		h.waits["shogi.kif"] = all
		m := begin(h, "en", "", 80, 24)
		m.Picked = 2
		sign := m.View()[2][3]
		if strings.Contains(sign.SGR, bold) == all || sign.Text != "Q" {
			t.Errorf("all wait %t: %q in %q", all, sign.Text, sign.SGR)
		}
		if shown := text(m, false); !strings.Contains(shown, "> Quoridor with Bob") || strings.Contains(shown, "> Shogi with Bob") != all {
			t.Errorf("all wait %t:\n%s", all, shown)
		}
	}
}

// TestPreview wants the board of the picked match beside the list where there is room, and a list that says where it continues.
func TestPreview(t *testing.T) {
	h := newHome(t)
	for _, game := range []string{"quoridor", "shogi", "goryujin", "rengi", "slashchain"} {
		h.place(game, nil)
	}
	shown := func(m Model) string {
		if m = m.show(); m.Job.Do != "" {
			m = m.Learn(Do(h, m.Job))
		}
		return text(m, false)
	}
	m := begin(h, "en", "", 120, 40)
	if got := shown(m); !strings.Contains(got, "10 walls left") {
		t.Errorf("Quoridor is not shown beside the list:\n%s", got)
	}
	if got := shown(press(h, m, "down")); !strings.Contains(got, "vL  vN  vS  vG  vK") {
		t.Errorf("shogi is not shown beside the list:\n%s", got)
	}
	m = begin(h, "en", "", 80, 12)
	if got := shown(m); strings.Contains(got, "walls left") || !strings.Contains(got, "↓ 1 more") || strings.Contains(got, "↑ ") {
		t.Errorf("a list that continues below is\n%s", got)
	}
	if got := shown(press(h, m, "end")); !strings.Contains(got, "↑ 1 more") || strings.Contains(got, "↓ 1 more") {
		t.Errorf("a list that continues above is\n%s", got)
	}
}

// TestDoors goes through doors to a match, back out of them, and to a command. What was typed wrong stays, to be corrected.
func TestDoors(t *testing.T) {
	h := newHome(t)
	h.doors = []Match{{Name: "Play", Door: h.list}, {Name: "Set up", Runs: []string{"setup"}}}
	m := press(h, begin(h, "en", "", 80, 24), "enter")
	if shown := text(m, false); !strings.HasPrefix(shown, " Which game?") || !strings.Contains(shown, "and more walls") {
		t.Errorf("behind the door:\n%s", shown)
	}
	if shown := text(press(h, m, "down"), false); !strings.Contains(shown, "and more walls") || strings.Contains(shown, "…") {
		t.Errorf("a description is cut off:\n%s", shown)
	}
	m = press(h, m, "enter q B enter")
	if shown := text(m, false); !strings.Contains(shown, "nobody is called qB") || !strings.Contains(shown, "With whom: qB_") {
		t.Errorf("after a wrong name:\n%s", shown)
	}
	m = press(h, m, "escape")
	if shown := text(m, false); !strings.HasPrefix(shown, " Which game?") || strings.Contains(shown, "nobody") {
		t.Errorf("back:\n%s", shown)
	}
	if m := press(h, m, "down enter"); !m.Quit || strings.Join(m.Runs, " ") != "learn" {
		t.Errorf("learn runs %q", m.Runs)
	}
	if m := press(h, m, "escape down enter"); !m.Quit || strings.Join(m.Runs, " ") != "setup" {
		t.Errorf("set up runs %q", m.Runs)
	}
	m = press(h, m, "enter B o b enter")
	if m.Game == nil || m.Game.File != "quoridor.kif" {
		t.Fatalf("no match:\n%s", text(m, false))
	}
	if m = press(h, m, "escape"); m.Menus != nil || !strings.Contains(text(m, false), "your turn in 1 match") || m.Picked != 0 {
		t.Errorf("the list:\n%s", text(m, false))
	}
	clear(h.waits)
	if shown := text(press(h, begin(h, "en", "", 80, 24), "n"), false); !strings.HasPrefix(shown, " hikyaku: your matches\n") || !strings.Contains(shown, "not your turn in any match.") {
		t.Errorf("no match waits:\n%s", shown)
	}
	slices.Reverse(h.doors)
	if m = press(h, begin(h, "en", "", 80, 24), "down down down enter enter escape escape"); len(m.Menus) > 0 || m.rows()[m.Picked].Name != "Play" {
		t.Errorf("back from the door, row %d is picked:\n%s", m.Picked, text(m, false))
	}
}

// TestClicksOnLargeBoards wants a click in the middle of a place to mean that place, whatever the size of the board.
func TestClicksOnLargeBoards(t *testing.T) {
	h := newHome(t)
	for game, set := range map[string]engine.Options{"quoridor": nil, "shogi": nil, "goryujin": nil, "slashchain": nil, "rengi": {"rules": "ten"}} {
		h.place(game, set)
		for _, size := range [][2]int{{80, 24}, {160, 50}} {
			m := begin(h, "en", game+".kif", size[0], size[1])
			l := m.layout()
			list := m.targets(l.chart)
			for _, want := range list {
				x, y := l.board.x+want.at.X+want.at.Wide/2-m.Left, l.board.y+want.at.Y+want.at.High/2-m.Top
				if !want.placed || want.Edge != engine.NoEdge || !l.board.holds(x, y) { // the middles of crossing walls are the same
					continue
				}
				if i, ok := m.clicked(list, Event{Key: Click, X: x, Y: y}); !ok || list[i].Touch != want.Touch {
					t.Errorf("%s, %v: a click on %+v means another place", game, size, want.Touch)
				}
			}
			if large := len(l.chart.Rows) > 30; game == "quoridor" && large != (size[1] == 50) {
				t.Errorf("%v: the board has %d rows", size, len(l.chart.Rows))
			}
		}
	}
}

// TestColumnsOfMoves wants all moves of a long match beside the board where the window has room for columns, and the last ones
// where it has not.
func TestColumnsOfMoves(t *testing.T) {
	h := newHome(t)
	var moves []engine.Move
	for range 20 {
		moves = append(moves, "e2", "e8", "e1", "e9")
	}
	h.place("quoridor", nil, moves...)
	for _, size := range []struct {
		wide, high int
		first      bool
	}{{80, 24, false}, {100, 30, false}, {160, 30, true}, {160, 50, true}} {
		shown := text(begin(h, "en", "quoridor.kif", size.wide, size.high), false)
		if all := strings.Contains(shown, "  1. e2"); all != size.first || !strings.Contains(shown, " 80. e9") {
			t.Errorf("%dx%d shows\n%s", size.wide, size.high, shown)
		}
	}
}

// TestNewsHideNoMoves wants the last move above a report that needs a line of its own, beside the board and in a narrow column.
func TestNewsHideNoMoves(t *testing.T) {
	h := newHome(t)
	var moves []engine.Move
	for range 20 {
		moves = append(moves, "e2", "e8", "e1", "e9")
	}
	h.place("quoridor", nil, moves...)
	for _, wide := range []int{60, 80} {
		m := begin(h, "en", "quoridor.kif", wide, 24)
		m.Told = "There is no new mail."
		if shown := text(m, false); !strings.Contains(shown, " 80. e9") || !strings.Contains(shown, m.Told) {
			t.Errorf("%d columns show\n%s", wide, shown)
		}
	}
}

// TestOfferedKeys wants every key that is shown for a held piece to turn it or to say why not, and to do nothing else.
func TestOfferedKeys(t *testing.T) {
	h := newHome(t)
	h.place("goryujin", nil)
	m := press(h, begin(h, "en", "goryujin.kif", 80, 24), "/ P 3 @ F 2 enter")
	refused := 0
	for _, key := range strings.Fields("z c e s w a x d") {
		if !strings.Contains(m.keysText(), key) {
			t.Fatalf("%s is not offered in %q", key, m.keysText())
		}
		after := press(h, m, key)
		if after.Quit || after.Choice.Held == m.Choice.Held && !strings.Contains(after.Told, "in any other way") {
			t.Errorf("%s: quits %t, holds %s, and says %q", key, after.Quit, after.Choice.Held, after.Told)
		}
		if after.Told != "" {
			refused++
		}
	}
	if refused == 0 {
		t.Error("every key found another place")
	}
	if m = press(h, m, "escape q"); !m.Quit {
		t.Error("q does not quit any more")
	}
}

// TestMouse clicks on a wall, a way and the prompt.
func TestMouse(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil)
	m := begin(h, "en", "quoridor.kif", 80, 24)
	for _, e := range []Event{{Key: Click, X: 70, Y: 12}, {Key: Click, X: 21, Y: 14}} { // nothing there, then above e3, at its right
		m = m.Update(e)
	}
	if m.Choice.Held != "e3h" {
		t.Errorf("held %q, want e3h\n%s", m.Choice.Held, text(m, true))
	}
	m = m.Update(Event{Key: Click, X: 4, Y: 22})
	if m.Job.Do != doPlay || m.Job.Move != "e3h" {
		t.Errorf("the job is %+v", m.Job)
	}
	h.place("slashchain", nil)
	m = begin(h, "en", "slashchain.kif", 80, 24)
	m = press(h, m, "tab tab tab enter enter")
	rows := strings.Split(text(m, false), "\n")
	at := Event{Key: Click}
	for y, row := range rows {
		if x := strings.Index(row, "3  turned left"); x >= 0 {
			at.X, at.Y = x, y
		}
	}
	m = m.Update(at)
	if m.Choice.Held != "A3@0,0" {
		t.Errorf("held %q, want A3@0,0\n%s", m.Choice.Held, text(m, true))
	}
}

// TestSmallWindow draws windows of every size without a panic, and nothing beside them.
func TestSmallWindow(t *testing.T) {
	h := newHome(t)
	h.place("goryujin", nil)
	m := begin(h, "ja", "goryujin.kif", 80, 24)
	for _, size := range [][2]int{{1, 1}, {2, 3}, {40, 11}, {39, 30}, {40, 12}, {41, 13}, {70, 12}, {90, 14}} {
		m = m.Update(Event{Key: Resize, X: size[0], Y: size[1]})
		if view := m.View(); len(view) != size[1] || len(view[0]) != size[0] {
			t.Errorf("%v is drawn as %dx%d", size, len(view[0]), len(view))
		}
	}
	press(h, m, "? q")
}

// TestWholeGoryujin wants the whole board, both stocks and the last move in every window of 80 columns from 24 rows on, while
// a piece is chosen and while it is held, once the player wants all of the board. Before, each cell is a character.
func TestWholeGoryujin(t *testing.T) {
	h := newHome(t)
	h.place("goryujin", nil, "P3@F2", "P3'@J29")
	for _, size := range [][2]int{{80, 24}, {80, 40}, {100, 30}, {120, 40}, {160, 50}} {
		for _, keys := range []string{"", "tab", "tab enter", "tab enter enter", "tab enter enter w e", "f"} {
			m := begin(h, "en", "goryujin.kif", size[0], size[1])
			if scrolls := m.layout().overview.high > 0; scrolls != (size[1] < 40) || strings.Contains(text(m, false), "b whole board") != scrolls {
				t.Errorf("%v: the board scrolls: %v\n%s", size, scrolls, text(m, true))
			} else if scrolls {
				m = press(h, m, "b b b")
			}
			m = press(h, m, keys)
			l := m.layout()
			board, _ := l.chart.Where(engine.AreaTouch("board", engine.Point{}, engine.Point{X: 60, Y: 30}))
			if !l.board.holds(l.board.x+board.X-m.Left, l.board.y+board.Y-m.Top) ||
				!l.board.holds(l.board.x+board.X+board.Wide-1-m.Left, l.board.y+board.Y+board.High-1-m.Top) {
				t.Errorf("%v, after %q: %+v shows from %d the board %+v\n%s", size, keys, l.board, m.Top, board, text(m, true))
			}
			for seat := 1; seat <= 2; seat++ {
				if at, ok := l.chart.Where(engine.ThingTouch(seat, "W")); !ok || !l.board.holds(l.board.x+at.X-m.Left, l.board.y+at.Y-m.Top) {
					t.Errorf("%v, after %q: the stock of seat %d is outside the window\n%s", size, keys, seat, text(m, true))
				}
			}
			if shown := text(m, false); !strings.Contains(shown, "  2. P3'@J29") {
				t.Errorf("%v, after %q: the last move is not shown\n%s", size, keys, shown)
			}
		}
	}
}

// TestBodiesAreSeen wants every cell of both dragons to differ from an empty window, also where the terminal has no other colours
// than those of its text.
func TestBodiesAreSeen(t *testing.T) {
	h := newHome(t)
	h.place("goryujin", nil, "P2'@BD2", "P0@AE29", "I0@BD6", "I0@AE25")
	m := begin(h, "en", "goryujin.kif", 80, 24)
	m.Colour = true
	chart, seen := m.chart(), map[engine.Ink]int{}
	for _, cell := range m.Game.Scene.Boards[0].Cells {
		at, placed := chart.Where(engine.CellTouch(m.Game.Scene.Boards[0].ID, cell.At))
		if cell.Form != engine.Body || !placed {
			continue
		}
		seen[cell.Ink]++
		sign := chart.Rows[at.Y][at.X]
		codes := strings.Split(strings.Trim(sign.SGR, "\x1b[m"), ";")
		if strings.TrimSpace(sign.Text) == "" && !slices.Contains(codes, "48") && !slices.Contains(codes, "7") {
			t.Errorf("%+v is drawn as %q in %q", cell, sign.Text, sign.SGR)
		}
	}
	if len(seen) != 2 {
		t.Errorf("bodies of %d players", len(seen))
	}
}

// TestStocksOfSlashchain wants the tiles of both players in the window however the board has grown, and a board that stays in its
// place while a tile is held.
func TestStocksOfSlashchain(t *testing.T) {
	h := newHome(t)
	h.place("slashchain", nil, "A3@0,0", "L1@-1,0", "L0@1,0", "P1@-2,0", "P1@-1,-1", "A2@1,-1", "X0@1,1")
	m := begin(h, "en", "slashchain.kif", 80, 24)
	for seat := 1; seat <= 2; seat++ {
		l := m.layout()
		if at, ok := l.chart.Where(engine.ThingTouch(seat, "W")); !ok || !l.board.holds(l.board.x+at.X-m.Left, l.board.y+at.Y-m.Top) {
			t.Errorf("the tiles of seat %d are outside the window\n%s", seat, text(m, true))
		}
	}
	before, _ := m.layout().chart.Where(engine.ThingTouch(2, "W"))
	m = press(h, m, "enter enter")
	after, _ := m.layout().chart.Where(engine.ThingTouch(2, "W"))
	if before != after || m.Choice.Held == "" {
		t.Errorf("held %q: the tiles move from %+v to %+v", m.Choice.Held, before, after)
	}
}

// TestListsContinue wants an arrow where a list of moves continues.
func TestListsContinue(t *testing.T) {
	h := newHome(t)
	h.place("shogi", nil)
	m := press(h, begin(h, "en", "shogi.kif", 80, 24), "/")
	if shown := text(m, false); !strings.Contains(shown, " ↓\n") || strings.Contains(shown, " ↑\n") {
		t.Errorf("at the first move:\n%s", shown)
	}
	m = press(h, m, strings.Repeat("down ", len(m.Choice.Moves())))
	if shown := text(m, false); strings.Contains(shown, " ↓\n") || !strings.Contains(shown, " ↑\n") {
		t.Errorf("at the last move:\n%s", shown)
	}
}

// TestStarsOfLessons wants a star where a piece may go on boards of both languages, which have different dots.
func TestStarsOfLessons(t *testing.T) {
	h := newHome(t)
	h.place("shogi", nil)
	g := h.games["shogi.kif"]
	rook := engine.Move("５八飛(28)")
	touches := g.Plies[0].Position.(engine.Pointer).Touches(rook)
	g.Lesson = Lesson{Solution: rook, Frames: touches[1:2]}
	for lang, star := range map[string]string{"en": "*", "ja": "＊"} {
		m := begin(h, lang, "shogi.kif", 80, 24)
		m.Lessons = true
		if shown := text(m, false); strings.Count(shown, star) != 6 { // ３八 to ７八, and １八
			t.Errorf("%s: want 6 stars:\n%s", lang, shown)
		}
		if got := m.targets(m.chart())[m.At].Touch; got != touches[0] {
			t.Errorf("%s: the cursor is on %+v, not on the piece of the task", lang, got)
		}
	}
}

// TestHelpOfLessons wants the keys of lessons in their help, none of those for mail, and every key of the bottom line in a window
// of 80 columns.
func TestHelpOfLessons(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil)
	h.games["quoridor.kif"].Lesson.Solution = "e2"
	for _, lang := range i18n.Languages {
		m := begin(h, lang, "quoridor.kif", 80, 24)
		m.Lessons = true
		if shown := text(m, false); !strings.Contains(shown, i18n.In(lang, "learn.keys.board")) {
			t.Errorf("the keys are cut:\n%s", shown)
		}
		if m := press(h, m, "escape escape"); !m.Quit {
			t.Errorf("Esc does not leave the list of lessons:\n%s", text(m, false))
		}
		shown := text(press(h, m, "?"), false)
		for _, line := range strings.Split(i18n.In(lang, "learn.help"), "\n") {
			if key, _, _ := strings.Cut(line, "  "); !strings.Contains(shown, "\n "+key+" ") {
				t.Errorf("%s: the help lacks %s:\n%s", lang, key, shown)
			}
		}
		if strings.Contains(shown, "mail") || strings.Contains(shown, "メール") || !strings.Contains(shown, i18n.In(lang, "play.help.leave")) {
			t.Errorf("the help is that of play:\n%s", shown)
		}
	}
}

// TestHelpSaysWhere wants the help to begin with a sentence about the screen it was asked for on.
func TestHelpSaysWhere(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil, "e2")
	for _, lang := range i18n.Languages {
		for file, screens := range map[string]map[string]string{
			"":             {"?": "play.help.list"},
			"quoridor.kif": {"?": "play.help.board", "r ?": "play.help.replay", "v ?": "play.help.try"},
		} {
			for keys, want := range screens {
				m := press(h, begin(h, lang, file, 80, 24), keys)
				if lines := strings.Split(text(m, false), "\n"); lines[1] != " "+i18n.In(lang, want) {
					t.Errorf("%s after %s: %q", lang, keys, lines[1])
				}
			}
		}
	}
}

// TestFramedWords finds the words for a frame in a line, also where a line breaks within them.
func TestFramedWords(t *testing.T) {
	for line, want := range map[string]struct {
		at          int
		words, rest string
	}{
		"Take the pawn in the frame.": {14, "in the frame", ""},
		"Take the pawn in the":        {14, "in the", "frame"},
		"Take the pawn":               {0, "", ""},
		"in the frame.":               {0, "in the frame", ""},
	} {
		if at, words, rest := framedIn(line, "in the frame"); at != want.at || words != want.words || rest != want.rest {
			t.Errorf("%q: %d, %q, %q", line, at, words, rest)
		}
	}
	if at, words, rest := framedIn("金を枠の", "枠の中"); at != 6 || words != "枠の" || rest != "中" {
		t.Errorf("%d, %q, %q", at, words, rest)
	}
}

// TestReplay opens a match at a ply of its record, turned around, and steps from there; the next match opens as usual.
func TestReplay(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil, "e2", "e8", "e3h")
	h.place("shogi", nil, "７六歩(77)")
	usual := begin(h, "en", "quoridor.kif", 80, 24)
	m := New("en", false, "", "quoridor.kif")
	m.Replay, m.Ply, m.Flip = true, 1, true
	m = m.Learn(Do(h, m.Job))
	if last := len(usual.Game.Plies) - 1; m.Mode != Replaying || m.Ply != 1 || last < 2 || m.Flip == usual.Flip {
		t.Errorf("the match opens in mode %d at ply %d of %d, turned around: %t", m.Mode, m.Ply, last, m.Flip != usual.Flip)
	}
	if got := text(m, true); !strings.Contains(got, "⟦  1. e2") || !strings.Contains(got, "  3. e3h") {
		t.Errorf("at ply 1 the moves are\n%s", got)
	}
	if m = press(h, m, Right); m.Ply != 2 {
		t.Errorf("after a step the ply is %d", m.Ply)
	}
	over := m
	over.Game.Over, over.Mode = true, Playing
	if first, back := press(h, over, Right), press(h, over, Left); first.Mode != Replaying || first.Ply != 0 || back.Mode != Replaying || back.Ply != len(over.Game.Plies)-2 {
		t.Errorf("after the end, → shows ply %d and ← ply %d", first.Ply, back.Ply)
	}
	over.Game.Over = false
	m.Job = Job{Do: doOpen, File: "shogi.kif"}
	if m = m.Learn(Do(h, m.Job)); m.Mode != Playing || m.Ply != len(m.Game.Plies)-1 {
		t.Errorf("the next match opens in mode %d at ply %d", m.Mode, m.Ply)
	}
}

// TestKeysFit wants every line of keys to fit a window of 80 columns.
func TestKeysFit(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		catalogue, err := os.ReadFile("../i18n/" + lang + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for line := range strings.Lines(string(catalogue)) {
			if key, text, _ := strings.Cut(strings.TrimSpace(line), ": "); strings.HasPrefix(key, "play.keys.") || strings.HasPrefix(key, "learn.keys.") {
				if found++; measure.StringWidth(text) > 78 {
					t.Errorf("%s in %s has %d columns", key, lang, measure.StringWidth(text))
				}
			}
		}
		if found < 10 {
			t.Errorf("%d lines of keys in %s", found, lang)
		}
	}
}

// TestOrderOfTargets wants places from left to right and from top to bottom, and then what has no place, such as a pass.
func TestOrderOfTargets(t *testing.T) {
	h := newHome(t)
	h.place("goryujin", nil, "P3@F2", "P3'@J29")
	m := begin(h, "en", "goryujin.kif", 120, 40)
	list := m.targets(m.chart())
	if last := list[len(list)-1]; last.placed || last.Key != "p" {
		t.Errorf("the last target is %+v", last)
	}
	for i, next := range list[1 : len(list)-1] {
		if at := list[i].at; !next.placed || next.at.Y < at.Y || next.at.Y == at.Y && next.at.X < at.X {
			t.Errorf("%+v comes after %+v", next, list[i])
		}
	}
}

// TestCursorStays wants the cursor where the player has moved when the turn comes again.
func TestCursorStays(t *testing.T) {
	h := newHome(t)
	h.place("shogi", nil)
	m := press(h, begin(h, "en", "shogi.kif", 80, 24), "/ 7 g 7 f enter enter")
	h.place("shogi", nil, "７六歩(77)", "３四歩(33)")
	m = press(h, m.Learn(Do(h, Job{Do: doLook, File: "shogi.kif"})), "enter")
	if m.Choice.Held != "７五歩(76)" {
		t.Errorf("Enter holds %q\n%s", m.Choice.Held, text(m, true))
	}
}

// TestLinesOfBoards wants frames and squares of box-drawing characters, each of which a terminal without UTF-8 shows in ASCII.
func TestLinesOfBoards(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil, "e2", "e8", "e3h", "d6v")
	h.place("shogi", nil)
	h.place("rengi", engine.Options{"rules": "kou"})
	h.place("goryujin", nil, "P3@F2", "P3'@J29")
	for _, file := range h.order {
		for _, high := range []int{24, 40} {
			m := begin(h, "en", file, 120, high)
			m.Colour = true
			shown := text(m, false)
			squares := file == "quoridor.kif" || file != "goryujin.kif" && high == 40
			if !strings.Contains(shown, "│") || strings.Contains(shown, "+") || squares != strings.Contains(shown, "┼") {
				t.Errorf("%s has no lines:\n%s", file, shown)
			}
			if plain := plainSigns.Replace(shown); strings.ContainsFunc(plain, func(r rune) bool { return r > '~' }) {
				t.Errorf("%s is not ASCII:\n%s", file, plain)
			}
		}
	}
}
