package computer_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/diceshogi"
	"hikyaku/engine/enginetest/counting"
	"hikyaku/internal/computer"
)

// role is the variable that makes the test program one of the programs that are played against.
const role = "HIKYAKU_TEST_PROGRAM"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "":
		os.Exit(m.Run())
	case "good":
		s := computer.Server{Begin: begin, Player: computer.Thinking{Level: 3}}
		_ = s.Serve(context.Background(), computer.Text, os.Stdin, os.Stdout)
	case "illegal":
		answerAll("= add7")
	case "resigns":
		answerAll("= resign")
	case "complains":
		answerAll("? I do not know")
	case "parent":
		beget("child", "detached")
		s := computer.Server{Begin: begin, Player: computer.Thinking{Level: 3}}
		_ = s.Serve(context.Background(), computer.Text, os.Stdin, os.Stdout)
	case "child", "detached":
		stay()
	case "usi":
		s := computer.Server{Begin: beginDice, Player: computer.Thinking{Level: 3}}
		s.Game, _ = beginDice("", nil)
		_ = s.Serve(context.Background(), computer.USI, os.Stdin, os.Stdout)
	case "uci":
		speakUCI()
	case "late":
		answerLate()
	case "silent":
		var line string
		for _, err := fmt.Scanln(&line); err == nil; _, err = fmt.Scanln(&line) {
		}
	}
	os.Exit(0) // "ends" does nothing
}

// answerAll gives the same answer to genmove, and says yes to everything else.
func answerAll(answer string) {
	var verb string
	for {
		if _, err := fmt.Scanf("%s", &verb); err != nil && err.Error() == "EOF" {
			return
		}
		if verb == "genmove" {
			fmt.Print(answer, "\n\n")
		} else if verb == "game" || verb == "position" || verb == "nodes" || verb == "time" {
			fmt.Print("=\n\n")
		}
	}
}

// answerLate gives the answer to genmove when it is told something else, unless the game begins near its end.
func answerLate() {
	near, late := false, ""
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		fmt.Print(late)
		late = ""
		switch line := lines.Text(); {
		case line != "genmove":
			near = near || line == "position 8 1"
			fmt.Print("=\n\n")
		case near:
			fmt.Print("= add2\n\n")
		default:
			late = "= add1\n\n"
		}
	}
}

func begin(_ string, options engine.Options) (*computer.Game, error) {
	return computer.Begin(counting.Game, options)
}

func beginDice(_ string, options engine.Options) (*computer.Game, error) {
	return computer.Begin(diceshogi.Game, options)
}

// start starts the test program in a role.
func start(t *testing.T, ctx context.Context, as string) (*computer.Running, error) {
	t.Setenv(role, as)
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r, err := computer.Program{Name: as, Command: []string{me}, Speech: computer.Text}.Start(ctx, computer.Limits{Nodes: 50})
	if err == nil {
		t.Cleanup(func() { _ = r.Close() })
	}
	return r, err
}

func TestProgramPlaysAGame(t *testing.T) {
	r, err := start(t, context.Background(), "good")
	if err != nil {
		t.Fatal(err)
	}
	g, err := begin("", nil)
	if err != nil {
		t.Fatal(err)
	}
	for g.Now.Next().Result == nil {
		m := engine.Throw(2)
		switch next := g.Now.Next(); {
		case next.Player == 1:
			m, err = r.Choose(context.Background(), g)
		case next.Player == 2:
			m = "add1"
		}
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	g, _ = begin("", nil) // another game, which the program does not know yet
	if _, err := r.Choose(context.Background(), g); err != nil {
		t.Error(err)
	}
}

func TestFaultsOfProgramsAreNamed(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	for as, want := range map[string]string{
		"illegal":   "the program illegal played add7, which is illegal",
		"complains": `its answer was`,
		"silent":    "it doesn't respond",
		"ends":      "it has exited",
	} {
		ctx := context.Background()
		if as == "silent" {
			ctx = ended // nobody waits for it
		}
		g, _ := begin("", nil)
		r, err := start(t, context.Background(), as)
		if err == nil {
			_, err = r.Choose(ctx, g)
		}
		if err == nil || !strings.Contains(err.Error(), want) && !(as == "ends" && strings.Contains(err.Error(), "broken pipe")) {
			t.Errorf("%s: the error is %v, not %q", as, err, want)
		}
		if len(g.Moves) > 0 {
			t.Errorf("%s: something was played: %v", as, g.Moves)
		}
	}
	r, err := start(t, context.Background(), "resigns")
	if err != nil {
		t.Fatal(err)
	}
	g, _ := begin("", nil)
	if _, err := r.Choose(context.Background(), g); err != computer.ErrResigned {
		t.Errorf("the error of a player that gives up is %v", err)
	}
	if _, err := (computer.Program{Name: "none", Command: []string{"/no/such/program"}}).Start(context.Background(), computer.Limits{}); err == nil {
		t.Error("a program that does not exist has started")
	}
}

// TestLateAnswersAreForgotten wants a program that has answered too late to be asked anew in the next game.
func TestLateAnswersAreForgotten(t *testing.T) {
	r, err := start(t, context.Background(), "late")
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	g, _ := begin("", nil)
	if _, err := r.Choose(ended, g); err == nil {
		t.Error("an answer comes before its time")
	}
	if g.Start, err = counting.Game.Parse(g.Options, "8 1"); err != nil {
		t.Fatal(err)
	}
	g.Now = g.Start
	if m, err := r.Choose(context.Background(), g); m != "add2" || err != nil {
		t.Errorf("the next answer is %q, %v", m, err)
	}
}

func TestTextProtocol(t *testing.T) {
	s := computer.Server{Version: "1.2", Begin: begin, Player: computer.Thinking{Level: 5}}
	const commands = `# a comment
protocol_version
3 name
dance
genmove
game counting players=2 target=10
result
playmove add3
playmove ADD2
playmove add1
result
genmove
playmove [4]
showposition
moves
undo
undo
showposition
level 11
level 3
position 9 1
genmove
result
genmove
known_command genmove
quit
never
`
	const want = `= 1
=3 hikyaku
? unknown command dance: list_commands lists the commands
? there is no game yet: write game NAME first
=
= player 1
? add.too-much: Player 1 cannot add 3: at most 2 is added
=
=
= throw 4
? the dice must be thrown first: write playmove [4]
=
= 7 1
= add1 add2
=
=
= 2 2
? write level and a number, 0 for no limit
=
=
= add1
= over 1 2 end.reached
? it is nobody's turn
= true
=
`
	var out strings.Builder
	if err := s.Serve(context.Background(), computer.Text, strings.NewReader(commands), &out); err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(out.String(), "\n\n", "\n")
	if got != want {
		t.Errorf("the answers are\n%s\nnot\n%s", got, want)
	}
}

func TestSpec(t *testing.T) {
	for text, want := range map[string]string{
		"level5": "{5 false  {0 0s}}", "best@2000": "{0 false  {2000 0s}}", "simple": "{0 true  {0 0s}}", "fairy@100ms": "{0 false fairy {0 100ms}}",
	} {
		s, err := computer.ParseSpec(text, []string{"fairy"})
		if got := fmt.Sprintf("{%d %t %s %v}", s.Level, s.Simple, s.Program, s.Limits); err != nil || got != want || s.String() != text {
			t.Errorf("%s is %s, %v, not %s", text, got, err, want)
		}
	}
	for _, text := range []string{"レベル3", "レベル３", "Level 3", "ｌｅｖｅｌ３", "3", "３", "Computer level 3", "コンピューター（レベル３）"} {
		if s, err := computer.ParseSpec(text, nil); err != nil || s.String() != "level3" {
			t.Errorf("%s is %s, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "level0", "level11", "levelx", "レベル", "11", "nobody", "best@", "best@-1", "best@0s", "best@soon"} {
		if s, err := computer.ParseSpec(text, []string{"fairy"}); err == nil {
			t.Errorf("%q is read as %v", text, s)
		}
	}
}

func TestSimplePlayerTakesWins(t *testing.T) {
	g, err := begin("", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := counting.Game.Parse(g.Options, "8 1")
	if err != nil {
		t.Fatal(err)
	}
	s := computer.Simple{Rand: rand.New(rand.NewPCG(1, 1)), Steady: true}
	for range 20 {
		if m := s.Pick(p, 1); m != "add2" {
			t.Fatalf("it plays %s, and add2 wins", m)
		}
	}
}

// caller is a context that counts the contexts that hang on it.
type caller struct {
	context.Context
	hang atomic.Int32
}

func (*caller) Done() <-chan struct{} { return make(chan struct{}) }

func (c *caller) AfterFunc(func()) (stop func() bool) {
	c.hang.Add(1)
	return sync.OnceValue(func() bool { return c.hang.Add(-1) >= 0 })
}

func TestSearchLeavesNothingBehind(t *testing.T) {
	g, err := computer.Begin(counting.Game, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []string{"nodes 20", "nodes 20 movetime 100000", "infinite"} {
		ctx, out := &caller{Context: context.Background()}, new(strings.Builder)
		s := computer.Server{Game: g, Begin: begin}
		if err := s.Serve(ctx, computer.USI, strings.NewReader("go "+limit+"\nquit\n"), out); err != nil {
			t.Fatal(err)
		}
		if n := ctx.hang.Load(); n != 0 || !strings.Contains(out.String(), "bestmove add") {
			t.Errorf("after go %s %d contexts hang on the caller's; it said %s", limit, n, out)
		}
	}
}
