package computer_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/internal/computer"
)

// inUCI are the moves that the test program plays after each position.
var inUCI = map[string]string{
	"position fen rbsgk/4p/5/P4/KGSBR[] w - - 0 1":                    "e1e3",
	"position fen 4k/5/1R3/5/4K[PPs] w - - 0 1":                       "b3b5+",
	"position fen 4k/5/1R3/5/4K[PPs] w - - 0 1 moves b3b5+ S@c5":      "P@e4",
	"position fen 4k/5/1R3/5/4K[PPs] w - - 0 1 moves b3b5+ S@d5":      "(none)",
	"position fen 4k/5/1R3/5/4K[PPs] w - - 0 1 moves b3b5+ S@d5 b5c5": "j9a1",
}

// speakUCI answers as a program that knows these positions, and nothing but what it has been told to expect.
func speakUCI() {
	told, move := "", ""
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		switch line := lines.Text(); {
		case line == "uci":
			fmt.Print("id name table\nuciok\n")
		case line == "isready":
			fmt.Println("readyok")
		case strings.HasPrefix(line, "position"):
			move = inUCI[line]
		case line == "go nodes 50" && move != "" && told == "setoption name Hash value 1;setoption name UCI_Variant value minishogi;ucinewgame;":
			fmt.Printf("info depth 1 pv %s\nbestmove %s ponder a1a2\n", move, move)
		case strings.HasPrefix(line, "go"):
			fmt.Println("bestmove unknown")
		default:
			told += line + ";"
		}
	}
}

func TestUCI(t *testing.T) {
	t.Setenv(role, "uci")
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := computer.Program{Name: "table", Command: []string{me}, Speech: computer.UCI, Options: map[string]string{"UCI_Variant": "minishogi", "Hash": "1"}}
	r, err := program.Start(context.Background(), computer.Limits{Nodes: 50})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	const late = "4k/5/1R3/5/4K b 2Ps minishogi -"
	for _, test := range []struct{ start, moves, want string }{
		{"", "", "１三飛(15)"},
		{late, "", "４一飛成(43)"},
		{late, "4c4a+ S*3a", "１二歩打"},
		{late, "4c4a+ S*2a", computer.ErrResigned.Error()},
		{late, "4c4a+ S*2a 4a3a", "the program table played j9a1, which is illegal"},
		{late, "4c4a+", "the program table played unknown, which is illegal"},
	} {
		g := minishogi(t, test.start, test.moves)
		m, err := r.Choose(context.Background(), g)
		got := string(m)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("after %q %q: %q, not %q", test.start, test.moves, got, test.want)
		}
	}
	if _, err := r.Choose(context.Background(), thrown(t)); err == nil || !strings.Contains(err.Error(), "UCI is only for shogi and minishogi, not for Dice shogi") {
		t.Errorf("with dice the error is %v", err)
	}
}

func TestUSI(t *testing.T) {
	t.Setenv(role, "usi")
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r, err := computer.Program{Name: "dice", Command: []string{me}, Speech: computer.USI, Options: map[string]string{"USI_Hash": "1"}}.Start(context.Background(), computer.Limits{Nodes: 50})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if m, err := r.Choose(context.Background(), thrown(t)); err != nil || !strings.HasPrefix(string(m), "１") {
		t.Errorf("with a 1 the program plays %s, %v", m, err)
	}
	g, _ := begin("", nil)
	if _, err := r.Choose(context.Background(), g); err == nil || !strings.Contains(err.Error(), "USI works only with the shogi games") {
		t.Errorf("in another game the error is %v", err)
	}
}

// thrown returns a game of dice shogi after a 1.
func thrown(t *testing.T) *computer.Game {
	t.Helper()
	g, err := computer.Begin(diceshogi.Game, nil)
	if err == nil {
		err = g.Play(engine.Throw(1))
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// minishogi returns a game that begins with a position, if one is given, after moves in USI.
func minishogi(t *testing.T, start, moves string) *computer.Game {
	t.Helper()
	g, err := computer.Begin(diceshogi.Game, engine.Options{"rules": "minishogi"})
	if err == nil && start != "" {
		g.Start, err = g.Game.Parse(g.Options, start)
		g.Now = g.Start
	}
	for _, text := range strings.Fields(moves) {
		var m engine.Move
		if err == nil {
			m, err = g.Now.Parse(text)
		}
		if err == nil {
			err = g.Play(m)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestUSIRefusedPosition sets a position that cannot be, after one that can: nothing is played in the first one.
func TestUSIRefusedPosition(t *testing.T) {
	g := minishogi(t, "", "")
	server := computer.Server{Game: g, Begin: func(string, engine.Options) (*computer.Game, error) {
		return computer.Begin(diceshogi.Game, engine.Options{"rules": "minishogi"})
	}, Player: computer.Thinking{Limits: computer.Limits{Nodes: 50}}}
	for position, want := range map[string]string{
		"startpos moves 5d5c 1a1a": "info string move 2 of the position, 1a1a: ",
		"startpos moves 9z":        "info string move 1 of the position, 9z: ",
		"sfen 9/9 b":               `info string this isn't a position: "sfen 9/9 b". `,
		"sfen 9/9 b -":             "info string ",
		"middle":                   `info string this isn't a position: "middle". `,
	} {
		var out strings.Builder
		in := "position startpos\nposition " + position + "\ngo nodes 50\nposition startpos\ngo nodes 50\nquit\n"
		if err := server.Serve(t.Context(), computer.USI, strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		said := out.String()
		if n := strings.Count(said, "bestmove resign\n"); n != 1 || strings.Count(said, "bestmove ") != 2 || !strings.HasPrefix(said, want) {
			t.Errorf("after %q the program says\n%s", position, said)
		}
	}
}

// TestUSIOptions sets options, and asks for the values that they have then: a value out of range changes nothing.
func TestUSIOptions(t *testing.T) {
	server := computer.Server{Game: minishogi(t, "", ""), Player: computer.Thinking{Level: 3, Memory: 16 << 20}}
	for option, want := range map[string]string{
		"name Level value 0":     "16 and 0",
		"name Level value 10":    "16 and 10",
		"name Level value 11":    "16 and 3",
		"name Level value -1":    "16 and 3",
		"name Level value x":     "16 and 3",
		"name USI_Hash value 1":  "1 and 3",
		"name USI_Hash value 0":  "16 and 3",
		"name Ponder value 5":    "16 and 3",
		"name Level value 5 6":   "16 and 3",
		"named Level value 5":    "16 and 3",
		"name Level values 5":    "16 and 3",
		"name USI_Hash value -1": "16 and 3",
	} {
		var out strings.Builder
		if err := server.Serve(t.Context(), computer.USI, strings.NewReader("setoption "+option+"\nusi\nquit\n"), &out); err != nil {
			t.Fatal(err)
		}
		hash, level := 0, 0
		for line := range strings.Lines(out.String()) {
			fmt.Sscanf(line, "option name USI_Hash type spin default %d min 1 max 65536", &hash)
			fmt.Sscanf(line, "option name Level type spin default %d min 0 max 10", &level)
		}
		if got := fmt.Sprint(hash, " and ", level); got != want {
			t.Errorf("after %q the defaults are %s, want %s", option, got, want)
		}
	}
}
