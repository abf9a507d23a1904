package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/engine/enginetest/counting"
)

// counts is a table whose players know the game of counting, which thinks and is counted in a moment.
func counts(t *testing.T) *table {
	games := all.Games
	all.Games = append(games[:len(games):len(games)], counting.Game)
	t.Cleanup(func() { all.Games = games })
	s := newTable(t)
	for _, command := range []string{
		"new counting --position '4 1' -o @alice/one.kif", "move @alice/one.kif add1", "move @alice/one.kif add2", "move @alice/one.kif add1", "move @alice/one.kif add2",
		"new counting --position '9 1' -o @alice/two.kif", "move @alice/two.kif add2",
		"new counting --position '5 1' -o @alice/open.kif",
	} {
		s.says(0, command)
	}
	return s
}

// says runs a command line of Alice, in which blanks stand between single quotes too, and returns what is printed and what is told
// beside it.
func (s *table) says(want int, line string) (printed, told string) {
	s.Helper()
	args := []string{"--config", s.file("alice.yaml")}
	for i, part := range strings.Split(line, "'") {
		words := []string{part}
		if i%2 == 0 {
			words = strings.Fields(part)
		}
		for _, word := range words {
			if name, ok := strings.CutPrefix(word, "@"); ok {
				word = s.file(name)
			}
			args = append(args, word)
		}
	}
	var out, err bytes.Buffer
	if status := runHere(s.Context(), "", &out, &err, args...); status != want {
		s.Fatalf("%s: status %d, want %d:\n%s%s", line, status, want, out.String(), err.String())
	}
	return out.String(), err.String()
}

// TestPuzzles finds the one puzzle of a folder, in which another match is over and a third continues, and solves it.
func TestPuzzles(t *testing.T) {
	s := counts(t)
	list, _ := s.says(0, "puzzle --nodes 300")
	if want := "  1  Counting: Player 2 to move and win, after ply 1 of one.kif\n"; list != want {
		t.Errorf("listed is %q, want %q", list, want)
	}
	for _, c := range [][2]string{
		{"puzzle --nodes 300 --show 1", "Player 2 to move. One move wins or turns the game. Which one?"},
		{"puzzle --nodes 300 --answer add1", "isn't the best move: it wins about"},
		{"puzzle --nodes 300 --solution", "The solution: add2"},
		{"--lang ja puzzle --nodes 300 @alice", "  1  数え上げ：one.kifの1手目から、後手が勝つ手  （不正解：1回）"},
	} {
		if said, _ := s.says(0, c[0]); !strings.Contains(said, c[1]) {
			t.Errorf("%s says %q, want %q", c[0], said, c[1])
		}
	}
	for _, ending := range []string{"png", "svg", "html"} {
		s.says(0, "puzzle --nodes 300 -o @x."+ending)
		if info, err := os.Stat(s.file("x." + ending)); err != nil || info.Size() < 500 {
			t.Errorf("%s: %v", ending, err)
		}
	}
	s.says(statusRejected, "puzzle --nodes 300 --answer add3")
	if said, _ := s.says(0, "puzzle --nodes 300 --answer add2"); !strings.HasPrefix(said, "add2 is correct. The solution: add2") {
		t.Errorf("the right move is %q", said)
	}
	if list, _ := s.says(0, "puzzle --nodes 300"); !strings.Contains(list, "(solved)") {
		t.Errorf("listed is %q", list)
	}
	if _, told := s.says(statusFailed, "puzzle --nodes 300 --solution"); !strings.Contains(told, "puzzles; to see one again, use --show N") {
		t.Errorf("told is %q", told)
	}
	answer, _ := s.says(0, "puzzle --nodes 300 --json --show 1 --answer add1")
	if err := s.schemas.checkAnswer("puzzle.json", []byte(answer)); err != nil {
		t.Error(err)
	}
	s.wants(answer, `"right":false`)
	s.says(statusUsage, "puzzle --nodes 300 --show 2")
	s.says(statusFailed, "puzzle @nothing")
}

// TestPuzzleIsSent: once in seven days, to those whom the configuration names.
func TestPuzzleIsSent(t *testing.T) {
	s := counts(t)
	s.run(0, "bob", "poll")
	config, err := os.ReadFile(s.file("alice.yaml"))
	s.must(err)
	s.write("alice.yaml", string(config)+"puzzle: {to: [Bob <bob@example.org>]}\n")
	if said, _ := s.says(0, "puzzle --nodes 300 --send"); !strings.HasPrefix(said, "sent to bob@example.org: the puzzle") {
		t.Errorf("said is %q", said)
	}
	if said, _ := s.says(0, "puzzle --nodes 300 --send"); !strings.HasPrefix(said, "the next puzzle can be sent from ") {
		t.Errorf("before the time is over it says %q", said)
	}
	answer, _ := s.says(0, "puzzle --send --json")
	if err := s.schemas.checkAnswer("puzzle.json", []byte(answer)); err != nil {
		t.Error(err)
	}
	s.says(statusUsage, "puzzle --send --show 1")
	s.write("alice.yaml", string(config)+"puzzle: {to: [nobody]}\n")
	if _, told := s.says(statusFailed, "puzzle"); !strings.Contains(told, `isn't a mail address`) {
		t.Errorf("told is %q", told)
	}
}
