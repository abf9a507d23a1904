package puzzle_test

import (
	"bytes"
	"io"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/enginetest/counting"
	"hikyaku/engine/quoridor"
	"hikyaku/engine/shogi"
	"hikyaku/internal/i18n"
	"hikyaku/internal/puzzle"
)

func TestWords(t *testing.T) {
	g := from(t, "5 1", "add1")
	p := find(t, g)[0]
	for want, got := range map[string]i18n.Text{
		"Ann to move. One move wins or turns the game. Which one?":                                                           p.Question(i18n.Same("Ann")),
		"Ann to move. One move is clearly best. Which one?":                                                                  puzzle.Puzzle{Kind: puzzle.Best}.Question(i18n.Same("Ann")),
		"The solution: add2 add1 add2. The best move wins about 100% of games, any other move at most 25%.":                  p.Solution(g.Start),
		"add2 is correct. The solution: add2 add1 add2. The best move wins about 100% of games, any other move at most 25%.": puzzle.Answer{Right: true}.Say(p, g.Start, "add2"),
		"add1 isn't the best move: it wins about 25% of games, the best one 100%.":                                           puzzle.Answer{Score: 0.25}.Say(p, g.Start, "add1"),
		"add1 isn't the best move: it wins about 25% of games, the best one 100%. Your opponent replies [1] add1.":           puzzle.Answer{Score: 0.25, Line: []engine.Move{"[1]", "add1"}}.Say(p, g.Start, "add1"),
	} {
		if got.En != want {
			t.Errorf("it says %q, want %q", got.En, want)
		}
	}
	for text, want := range map[string]bool{"Solution": true, "答え": true, "add1": false, "": false} {
		if puzzle.AsksSolution(text) != want {
			t.Errorf("%q asks for the solution: %t", text, !want)
		}
	}
}

func TestHint(t *testing.T) {
	for _, c := range []struct {
		game     *engine.Game
		position string // "" for the start
		best     engine.Move
		want     string
	}{
		{counting.Game, "5 1", "add1", "Hint: it is one of these two: add1 add2"},
		{counting.Game, "5 1", "add2", "Hint: it is one of these two: add1 add2"},
		{quoridor.Game, "", "e2", "Hint: look at column e."},
		{quoridor.Game, "", "a3h", "Hint: look at column a."},
		{shogi.Game, "", "７六歩(77)", "Hint: the piece on 7g moves."},
		{shogi.Game, "4k4/9/9/9/9/9/9/9/4K4 b G 1", "５二金打", "Hint: the best move uses G in hand."},
	} {
		options, err := c.game.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		q, err := c.game.Start(options)
		if c.position != "" {
			q, err = c.game.Parse(options, c.position)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := puzzle.Hint(q, c.best).En; got != c.want {
			t.Errorf("%s %s: the hint for %s is %q, want %q", c.game.Name, c.position, c.best, got, c.want)
		}
	}
}

// memory is a Memory without a disk.
type memory struct{ data []byte }

func (m *memory) Lock() (io.Closer, error)         { return io.NopCloser(nil), nil }
func (m *memory) Load(string) ([]byte, error)      { return m.data, nil }
func (m *memory) Save(_ string, data []byte) error { m.data = bytes.Clone(data); return nil }

// TestBook: a wrong answer counts until the puzzle is solved, what is damaged is empty, and equal puzzles are listed once, in the
// order in which their games ended.
func TestBook(t *testing.T) {
	for _, damaged := range []string{"", "{", `{"pages":{}}`, `{"tries":{}}`} {
		m := &memory{[]byte(damaged)}
		p := puzzle.Puzzle{Game: "counting", Position: "5 1"}
		for _, right := range []bool{false, true, false} {
			if _, err := puzzle.Change(m, func(b *puzzle.Book) { b.Answered(p, right); b.Pages["x"] = puzzle.Page{} }); err != nil {
				t.Fatal(err)
			}
		}
		if b, err := puzzle.Read(m); err != nil || b.Tries[p.ID()] != (puzzle.Try{Wrong: 1, Solved: true}) || len(b.Pages) != 1 {
			t.Errorf("from %q the book is %+v, %v", damaged, b, err)
		}
	}
	day := func(n int, positions ...string) puzzle.Page {
		page := puzzle.Page{Ended: time.Date(2026, 11, n, 0, 0, 0, 0, time.UTC)}
		for _, text := range positions {
			page.Puzzles = append(page.Puzzles, puzzle.Puzzle{Position: text})
		}
		return page
	}
	list := append(append(day(3, "5 1").Sources("a"), day(2, "5 1", "6 1").Sources("c")...), day(2, "4 1").Sources("b")...)
	got := ""
	for _, s := range puzzle.Sort(list) {
		got += s.File + " " + s.Position + "; "
	}
	if want := "b 4 1; c 5 1; c 6 1; "; got != want {
		t.Errorf("sorted they are %s, want %s", got, want)
	}
}
