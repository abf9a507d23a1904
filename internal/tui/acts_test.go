package tui

import (
	"cmp"
	"strings"
	"testing"

	"hikyaku/engine"
	_ "hikyaku/internal/gctest"
)

// TestActs does an act after a y alone.
func TestActs(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil)
	g := h.games["quoridor.kif"]
	g.Question = "Bob offers a draw. Press o to answer; to decline, just move."
	g.Acts = []Act{{Key: "a", Name: "agree", Label: "agree to what is asked", Asks: "Agree and send?"}, {Key: "r", Name: "resign", Label: "resign", Asks: "Resign?"}}
	m := begin(h, "en", "quoridor.kif", 80, 24)
	if shown := text(m, false); !strings.Contains(shown, g.Question) {
		t.Errorf("the question is not shown:\n%s", shown)
	}
	m.Game.Notice = "bob@example.net is known under another key. "
	if shown := text(m, false); !strings.Contains(shown, m.Game.Notice) || !strings.Contains(shown, "Bob offers a draw.") {
		t.Errorf("the notice is not shown:\n%s", shown)
	}
	m.Game.Notice = ""
	m = press(h, m, "o r q enter x n o escape o down enter enter escape o a space n")
	if h.done != nil || m.Quit || m.Entry != NoEntry {
		t.Fatalf("unasked: %q, entry %d", h.done, m.Entry)
	}
	m = press(h, m, "o a")
	golden(t, "acts.txt", text(m, true)+text(press(h, begin(h, "ja", "quoridor.kif", 60, 20), "o"), true))
	if m = press(h, m, "y"); strings.Join(h.done, ";") != "act agree" || !strings.Contains(text(m, false), "done") {
		t.Errorf("done: %q\n%s", h.done, text(m, false))
	}
	m.Game.Unsent, m.Game.Ours = true, false
	if shown := text(m.settle(), false); !strings.Contains(shown, "Press Enter to send it to Bob") {
		t.Errorf("what Enter sends is not said:\n%s", shown)
	}
	m.Game.Acts = nil
	if m = press(h, m, "o"); m.Entry != NoEntry {
		t.Error("an act is chosen where there is none")
	}
}

// Analyse finds a mistake in the second move, and another in the fourth, which turned the game.
func (h *home) Analyse(string) (Analysis, error) {
	return Analysis{Title: "Alice's chance of winning", Words: []string{"From move 1: about even", "Turning point: move 4"}, Turn: 4, Plies: []Worth{
		{Chance: 0.5}, {Chance: 0.5}, {Chance: 0.75, Mark: "?", Best: "e8", Said: "Better: e8."}, {Chance: 0.75}, {Chance: 1, Mark: "??", Best: "e7h", Said: "Better: e7h."},
	}}, nil
}

// TestAnalysis wants the graph, the better move on the board and what was found, at every size, and to walk from one mistake to
// the next.
func TestAnalysis(t *testing.T) {
	var got strings.Builder
	for _, size := range [][2]int{{40, 20}, {80, 24}, {120, 40}} {
		h := newHome(t)
		h.place("quoridor", nil, "e2", "d9", "e3", "b4v")
		h.games["quoridor.kif"].Acts = []Act{{Key: "n", Name: ActAnalyse, Label: "Analyse the game"}}
		m := press(h, begin(h, "en", "quoridor.kif", size[0], size[1]), "x escape o")
		if shown := text(m.Update(Event{Key: "n"}), false); !strings.Contains(shown, "Analysing the game …") {
			t.Errorf("while it is analysed:\n%s", shown)
		}
		m = press(h, m, "n")
		got.WriteString(text(m, true))
		for _, step := range []struct {
			key string
			ply int
		}{{"backtab", 2}, {"backtab", 2}, {"tab", 4}, {"tab", 4}, {"left", 3}, {"home", 0}, {"tab", 2}} {
			if m = press(h, m, step.key); m.Ply != step.ply {
				t.Errorf("%s leads to move %d", step.key, m.Ply)
			}
		}
		got.WriteString(text(m, true))
		if shown := text(press(h, m, "left"), false); !strings.Contains(shown, "e2  Alice's chance of winning: 50%") {
			t.Errorf("before the mistake:\n%s", shown)
		}
		if shown := text(press(h, m, "t"), false); !strings.Contains(shown, "Turning point: move 4\n") || strings.Contains(shown, "---") {
			t.Errorf("in words:\n%s", shown)
		}
		if m = press(h, m, "escape"); m.Mode != Playing || strings.Contains(text(m, false), "chance") {
			t.Errorf("afterwards:\n%s", text(m, false))
		}
		h.play("quoridor.kif", "e4", "")
		m = press(h, m, "p r")
		if shown := text(m, false); m.Mode != Replaying || strings.Contains(shown, "chance") {
			t.Errorf("it is shown for another move:\n%s", shown)
		}
	}
	golden(t, "analysis.txt", got.String())
}

// TestActsWithWords writes what goes with an act before it is confirmed.
func TestActsWithWords(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil)
	h.games["quoridor.kif"].Acts = []Act{
		{Key: "s", Name: "say", Label: "Send a message", Wants: "Message", Asks: "Send that?"},
		{Key: "m", Name: "rematch", Label: "Another match", Wants: "A message", Empty: true, Asks: "Invite?"},
	}
	m := begin(h, "en", "quoridor.kif", 80, 24)
	m = press(h, m, "o s enter space enter y enter backspace escape o s H i x escape")
	if h.done != nil || m.Entry != NoEntry || m.Typed != "" {
		t.Fatalf("unasked, or asked for nothing: %q, entry %d, typed %q", h.done, m.Entry, m.Typed)
	}
	m = press(h, m, "o s q enter backspace")
	if shown := text(m, false); !strings.Contains(shown, `"q" – Send that? (y/n)`) {
		t.Errorf("what goes out is not shown:\n%s", shown)
	}
	m = press(h, m, "y o m enter y")
	if strings.Join(h.done, ";") != "act say q;act rematch" {
		t.Errorf("done: %q", h.done)
	}
	golden(t, "acts-words.txt", text(press(h, m, "o down up s O n space M o n d a y . "), true))
}

// TestHintKeepsChoice asks for a hint while a move is held.
func TestHintKeepsChoice(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil)
	h.games["quoridor.kif"].Acts = []Act{{Key: "h", Name: ActHint, Label: "Show a hint"}}
	m := press(h, begin(h, "en", "quoridor.kif", 80, 24), "/ e 2 enter h")
	if strings.Join(h.done, ";") != "hint" || m.Choice.Held != "e2" || !strings.Contains(text(m, false), "a hint") {
		t.Errorf("done: %q, held %q\n%s", h.done, m.Choice.Held, text(m, false))
	}
}

// TestHintOnBoard marks the place of a hint until the player moves.
func TestHintOnBoard(t *testing.T) {
	var screens []string
	for _, c := range []struct {
		game  string
		moves []engine.Move
		hint  engine.Move
	}{
		{"quoridor", nil, "e2"}, {"quoridor", nil, "e3h"}, {"shogi", []engine.Move{"７六歩(77)", "３四歩(33)"}, "２二角成(88)"}, {"diceshogi", []engine.Move{"[5]"}, ""},
		{"goryujin", nil, ""}, {"rengi", nil, ""}, {"slashchain", nil, ""},
	} {
		h := newHome(t)
		h.place(c.game, nil, c.moves...)
		g := h.games[c.game+".kif"]
		g.Acts = []Act{{Key: "h", Name: ActHint, Label: "Show a hint"}}
		for m := range g.Plies[len(g.Plies)-1].Position.Moves() {
			if h.hint = cmp.Or(c.hint, m); true {
				break
			}
		}
		before := begin(h, "en", g.File, 80, 24)
		after := press(h, before, "h")
		screens = append(screens, string(h.hint)+"\n"+text(after, true))
		if again := press(h, after, "v v"); text(again, true) != text(before, true) {
			t.Errorf("%s: %s after trying moves", c.game, text(again, true))
		}
	}
	golden(t, "hints.txt", strings.Join(screens, "\n"))
}

// TestPlans prepares an answer from a variation of the last position alone.
func TestPlans(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil)
	h.play("quoridor.kif", "e2", "")
	h.games["quoridor.kif"].Plans = []Act{{Key: "p", Name: "plan", Label: "Prepare the answer", Asks: "plays this, your answer is sent without asking again. Plan it?"}}
	m := begin(h, "en", "quoridor.kif", 80, 24)
	if m = press(h, m, "v o"); m.Entry != NoEntry {
		t.Error("a plan is begun without moves")
	}
	m = press(h, m, "/ e 8 enter enter / e 3 enter enter o")
	golden(t, "plan.txt", text(m, true))
	if m = press(h, m, "p y"); strings.Join(h.done, ";") != "act plan e8 e3" || len(m.Line) != 2 {
		t.Errorf("done: %q", h.done)
	}
	if m = press(h, m, "v r left v / d 1 enter enter o"); m.Entry != NoEntry {
		t.Error("a plan begins in the middle of the match")
	}
}

// TestNews keeps what is being chosen while the position stands, and always what is typed and the list of acts.
func TestNews(t *testing.T) {
	h := newHome(t)
	h.place("quoridor", nil)
	h.games["quoridor.kif"].Acts = []Act{{Key: "r", Name: "resign", Label: "resign", Asks: "Resign?"}}
	m := begin(h, "en", "quoridor.kif", 80, 24)
	come := func(m Model, report string) Model {
		m = m.Update(Event{Key: News, Text: report})
		return m.Learn(Do(h, m.Job))
	}
	m = come(press(h, m, "/ e 2 enter m H i"), "Carol: hello")
	if m.Choice.Held != "e2" || m.Typed != "Hi" || !strings.Contains(text(m, false), "Carol: hello") {
		t.Errorf("held %q, typed %q\n%s", m.Choice.Held, m.Typed, text(m, false))
	}
	m = come(press(h, m, "escape escape o"), "")
	if m = come(press(h, m, "r"), "Bob offers a draw"); m.Mode != Playing || m.Entry != YesOrNo || len(h.done) > 0 {
		t.Errorf("r after a look at the folder: mode %d, entry %d, done %q", m.Mode, m.Entry, h.done)
	}
	h.play("quoridor.kif", "e2", "")
	if m = come(m, "Bob plays"); m.Entry != YesOrNo || !strings.Contains(text(m, false), "Resign?") {
		t.Errorf("the question is gone, though its act is not:\n%s", text(m, false))
	}
	h.games["quoridor.kif"].Acts = []Act{{Key: "p", Name: "picture", Label: "picture"}}
	if m = come(m, "Bob resigns"); m.Entry != AnAct || len(h.done) > 0 {
		t.Errorf("entry %d, done %q", m.Entry, h.done)
	}
	h.games["quoridor.kif"].Acts = nil
	if m = come(m, ""); m.Entry != NoEntry {
		t.Error("a list without acts stays")
	}
	m = press(h, m, "e 8")
	h.play("quoridor.kif", "e8", "")
	if m = come(m, "Alice plays"); m.Typed != "e8" || m.Entry != AMove {
		t.Errorf("entry %d, typed %q", m.Entry, m.Typed)
	}
	m = press(h, m, "escape / e 3 enter m r")
	h.play("quoridor.kif", "e3", "")
	if m = come(m, "Bob plays"); m.Choice.Held != "" || m.Entry != SomeWords || m.Typed != "r" {
		t.Errorf("held %q, entry %d, typed %q", m.Choice.Held, m.Entry, m.Typed)
	}
	m = press(h, m, "enter e")
	h.games["quoridor.kif"].Ours = false
	if m = press(h, come(m, ""), "enter"); m.Entry != NoEntry || m.Choice.Position != nil {
		t.Errorf("a move is typed in the turn of the other: entry %d", m.Entry)
	}
	h = newHome(t)
	h.place("quoridor", nil)
	m = press(h, begin(h, "en", "quoridor.kif", 80, 24), "/ e 2 enter")
	h.play("quoridor.kif", "e2", "")
	m = come(m, "Bob plays")
	if m.Choice.Held != "" || len(m.Game.Plies) != 2 {
		t.Errorf("held %q after %d plies", m.Choice.Held, len(m.Game.Plies)-1)
	}
	m = press(h, m, "v / e 8 enter enter")
	h.play("quoridor.kif", "d9", "")
	if m = come(m, "Bob plays"); len(m.Line) != 1 || m.Ply != 1 || len(m.Game.Plies) != 3 {
		t.Errorf("the variation is %v from ply %d", m.Line, m.Ply)
	}
	if m = press(h, m, "v x escape"); m.News != "" {
		t.Error("the news stay after a key")
	}
}
