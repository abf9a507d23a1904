package convert_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/engine/shogi"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/convert"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

var (
	tsshogi      = flag.String("tsshogi", "", "a folder with the node_modules tsshogi, json-kifu-format and shogiops, by which games are compared with these libraries")
	tsshogiGames = flag.Int("tsshogi-games", 200, "how many games")
)

// other is another program that reads and writes games.
type other struct {
	*testing.T
	in  *json.Encoder
	out *bufio.Scanner
}

// answer is what the other program has read.
type answer struct {
	Error     string
	Positions []string
	Text      string
}

func startOther(t *testing.T) *other {
	script, err := filepath.Abs("testdata/tsshogi.cjs")
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", script)
	node.Env = append(os.Environ(), "NODE_PATH="+filepath.Join(*tsshogi, "node_modules"))
	node.Stderr = os.Stderr
	in, err := node.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		node.Wait()
	})
	o := &other{t, json.NewEncoder(in), bufio.NewScanner(out)}
	o.out.Buffer(nil, 1<<20)
	return o
}

// read returns what the other program reads in a file.
func (o *other) read(format, text string) (a answer) {
	o.Helper()
	if err := o.in.Encode(map[string]string{"format": format, "text": text}); err != nil {
		o.Fatal(err)
	}
	if !o.out.Scan() {
		o.Fatal("no answer")
	}
	if err := json.Unmarshal(o.out.Bytes(), &a); err != nil {
		o.Fatal(err)
	}
	return a
}

// TestAgreesWithTSShogi writes random games in every format, lets another program read and write them, and reads that again.
func TestAgreesWithTSShogi(t *testing.T) {
	if *tsshogi == "" {
		t.Log("-tsshogi names no folder")
		return
	}
	o := startOther(t)
	for seed := range uint64(*tsshogiGames) {
		r := spokenGame(t, seed)
		m, err := match.New(r, shogi.Game)
		if err != nil {
			t.Fatal(err)
		}
		var positions []string
		for _, p := range m.Positions[:m.Ply()+1] { // without the one after the ending
			sfen, err := shogitext.SFEN(p, 1)
			if err != nil {
				t.Fatal(err)
			}
			positions = append(positions, strings.TrimSuffix(sfen, " 1"))
		}
		for _, format := range []string{"kif", "ki2", "csa", "csa3", "usi"} {
			f, _ := convert.Named(format)
			data, err := f.Write(r, convert.Target{Games: all.Games, Lossy: true})
			if err != nil {
				t.Fatal(err)
			}
			a := o.read(format, string(data))
			if a.Error != "" || !slices.Equal(a.Positions, positions) {
				n := 0
				for n < min(len(a.Positions), len(positions)) && a.Positions[n] == positions[n] {
					n++
				}
				t.Fatalf("game %d, %s: %s, %d of %d positions are read, %d as they are:\n%s", seed, format, a.Error, len(a.Positions), len(positions), n, data)
			}
			again, err := f.Read([]byte(a.Text), 0)
			if err != nil || !slices.Equal(movesOf(again), movesOf(r)) {
				t.Fatalf("game %d, %s: %v in\n%s", seed, format, err, a.Text)
			}
			if format != "usi" && again.Events[0].Comment != r.Events[0].Comment {
				t.Errorf("game %d, %s: the comment %q is read back as %q", seed, format, r.Events[0].Comment, again.Events[0].Comment)
			}
		}
	}
}

// TestTSShogiAfterTakeBacks lets other programs read matches by mail in which moves were taken back, also several times.
func TestTSShogiAfterTakeBacks(t *testing.T) {
	if *tsshogi == "" {
		t.Log("-tsshogi names no folder")
		return
	}
	o := startOther(t)
	for seed := range uint64(min(40, *tsshogiGames)) {
		for _, m := range takenBack(t, seed) {
			positions := positionsOf(t, m)
			f, _ := convert.Named("kif")
			again, err := f.Write(m.Record, convert.Target{Games: all.Games})
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{string(m.Record.Bytes()), string(again)} {
				for _, format := range []string{"kif", "jkf", "shogiops"} {
					if a := o.read(format, text); a.Error != "" || !slices.Equal(a.Positions, positions) {
						t.Fatalf("game %d, %s: %s, %d positions are read, want %d:\n%s", seed, format, a.Error, len(a.Positions), len(positions), text)
					}
				}
			}
		}
	}
}

// TestTSShogiReadsAppended lets tsshogi read files of other programs to which moves and a resignation were appended, and from which a move
// was taken back.
func TestTSShogiReadsAppended(t *testing.T) {
	if *tsshogi == "" {
		t.Log("-tsshogi names no folder")
		return
	}
	o := startOther(t)
	for _, c := range theirs {
		if c.name == "full-width numbers" {
			continue // tsshogi reads no move of such a file
		}
		for _, in := range []kif.Encoding{kif.UTF8, kif.ShiftJIS} {
			data, err := in.Encode(c.file + c.behind)
			if err != nil {
				t.Fatal(err)
			}
			m := opened(t, data)
			for i, step := range []kif.Step{kif.Move("２二銀(31)"), kif.Move("７七角打"), kif.Move("３三銀(22)"), kif.Resignation} {
				e := kif.Plain(step)
				if i == 1 {
					e.Comment = "打ち返す。"
				}
				if m, err = m.Append(e); err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				o.sameFile(c.name, in, m)
			}
			for n := len(m.Record.Events) - 1; n >= 3; n-- { // without the resignation, and then without the moves
				m = opened(t, m.Record.Cut(n).File())
				o.sameFile(c.name, in, m)
			}
		}
	}
}

// sameFile wants the other program to read the moves of m in its file, and in the encoding in, and to read the resignation with which m ends.
func (o *other) sameFile(name string, in kif.Encoding, m *match.Match) {
	o.Helper()
	text, encoding := kif.Decode(m.Record.File())
	a := o.read("kif", text)
	if a.Error != "" || encoding != in || !slices.Equal(a.Positions, positionsOf(o.T, m)) {
		o.Fatalf("%s, %v: %s, %d positions are read in %v:\n%s", name, in, a.Error, len(a.Positions), encoding, text)
	}
	if resigned := m.Outcome != nil; strings.Contains(a.Text, "投了") != resigned {
		o.Errorf("%s, %v: tsshogi reads an ending %v, want %v:\n%s", name, in, !resigned, resigned, a.Text)
	}
}

// positionsOf returns the positions of m as other programs write them, without the one after the ending.
func positionsOf(t *testing.T, m *match.Match) (list []string) {
	t.Helper()
	for _, p := range m.AfterPlies() {
		sfen, err := shogitext.SFEN(p, 1)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, strings.TrimSuffix(sfen, " 1"))
	}
	return list
}

// takenBack returns a random match of shogi by mail after each of three take-backs and at its end. The second take-back comes soon
// after the first, and the third may go to before both.
func takenBack(t *testing.T, seed uint64) (list []*match.Match) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 8))
	secrets := []fair.Master{fair.MasterFrom([32]byte{1}), fair.MasterFrom([32]byte{2})}
	r, err := kif.New(kif.Setup{Game: "shogi", ID: "k7f3qz9m2c", Seats: []kif.Seat{{Name: "Alice", Address: "alice@example.org"}, {Name: "Bob", Address: "bob@example.org"}}})
	if err != nil {
		t.Fatal(err)
	}
	commits := func(player int) kif.Chain { // of no use in a game without dice, but every two players exchange them
		chain, err := fair.NewChain(secrets[player], fair.ID{byte(player + 1)}, 8)
		if err != nil {
			t.Fatal(err)
		}
		return kif.Chain{ID: chain.Tip().ID, Length: chain.Tip().Length, Tip: chain.Tip().Last}
	}
	invitation := kif.Event{Step: kif.Invite{}, Seat: 1, Party: 1, Spent: -1, Key: secrets[0].PublicKey().String(), Chain: commits(0)}
	m, err := match.Invite(r, shogi.Game, invitation, func(entry []byte) kif.Signature { return kif.Signature(secrets[0].Sign(entry)) })
	if err != nil {
		t.Fatal(err)
	}
	do := func(by int, e kif.Event) {
		t.Helper()
		e.At, e.Party = time.Date(2026, 11, 20, 12, 0, len(m.Entries), 0, time.UTC), by
		if _, moved := e.Step.(kif.Move); moved {
			e.Party = 0
		} else {
			e.Spent = -1
		}
		draft, err := m.Draft(e)
		if err != nil {
			t.Fatal(err)
		}
		draft.Event.Sign = kif.Signature(secrets[by-1].Sign(draft.Entry.Bytes()))
		if m, err = m.Append(draft.Event); err != nil {
			t.Fatal(err)
		}
	}
	do(2, kif.Event{Step: kif.Accept{}, Key: secrets[1].PublicKey().String(), Chain: commits(1)})
	for _, n := range []int{20, 3, 8, 12} {
		for range n {
			if m.Outcome == nil {
				moves := slices.Collect(m.Last().Moves())
				do(m.Turn, kif.Event{Step: kif.Move(moves[random.IntN(len(moves))]), Spent: time.Duration(random.IntN(600)) * time.Second, Comment: "考えた。"})
			}
		}
		if list = append(list, m); m.Outcome != nil {
			return list
		}
		do(1, kif.Event{Step: kif.UndoOffer{Number: m.Ply() - random.IntN(min(6, m.Ply()))}})
		do(2, kif.Event{Step: kif.Agree{To: kif.UndoQuestion}})
		list = append(list, m)
	}
	do(1, kif.Event{Step: kif.Resignation, Seat: 1})
	return append(list, m)
}

// spokenGame returns a random game with a handicap, times, a comment and an ending.
func spokenGame(t *testing.T, seed uint64) *kif.Record {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 7))
	handicaps := shogi.Game.Options[0].Values
	set := engine.Options{"handicap": handicaps[int(seed)%len(handicaps)], "repetition": "none", "impasse": "none"}
	r := record(t, shogi.Game, set, randomGame(t, shogi.Game, set, 20+random.IntN(160), seed))
	endings := []kif.Ending{kif.Resignation, kif.Adjournment, kif.TimeOut, "千日手", kif.Impasse}
	r, err := r.With(func(i int, e kif.Event) kif.Event {
		if e.Spent = time.Duration(random.IntN(600)) * time.Second; i == 0 {
			e.Comment = "最初の手。\n二行目"
		}
		return e
	})
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(r, shogi.Game)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range m.Positions[0].(engine.Headed).Headings() {
		r.Headers = append(r.Headers, kif.Header(h))
	}
	if r, err = r.Rewrite(kif.UTF8); err != nil {
		t.Fatal(err)
	}
	if m.Outcome != nil {
		return r
	}
	e := kif.Plain(endings[random.IntN(len(endings))])
	if r, err = r.Append(e); err != nil {
		t.Fatal(err)
	}
	return r
}

// movesOf returns the moves of a record.
func movesOf(r *kif.Record) (moves []string) {
	for _, e := range r.Events {
		if m, moved := e.Step.(kif.Move); moved {
			moves = append(moves, string(m))
		}
	}
	return moves
}
