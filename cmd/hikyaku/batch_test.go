package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
)

// randomMoves plays up to n random moves and throws of g with options from the start.
func randomMoves(tb testing.TB, g *engine.Game, options engine.Options, n int, seed uint64) []string {
	tb.Helper()
	options, err := g.Resolve(options)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := g.Start(options)
	if err != nil {
		tb.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	var moves []string
	for len(moves) < n && p.Next().Result == nil {
		m := pick(r, p)
		if p, err = p.Apply(m); err != nil {
			tb.Fatal(err)
		}
		moves = append(moves, string(m))
	}
	return moves
}

func pick(r *rand.Rand, p engine.Position) engine.Move {
	var list []engine.Move
	if sides := p.Next().Throw; sides != nil {
		for m := range engine.Outcomes(sides) {
			list = append(list, m)
		}
	}
	for m := range p.Moves() {
		list = append(list, m)
	}
	return list[r.IntN(len(list))]
}

// requests returns n lines of try --batch on positions of 40 plies of games, by turns.
func requests(tb testing.TB, n int, games ...*engine.Game) string {
	var b strings.Builder
	for i := range n {
		g := games[i%len(games)]
		line, err := json.Marshal(request{Game: g.Name, Moves: randomMoves(tb, g, nil, 40, uint64(i))})
		if err != nil {
			tb.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	return b.String()
}

func TestBatchAnswersEveryLine(t *testing.T) {
	long := `{"game":"` + strings.Repeat("x", maxRequest) + `"}` + "\n"
	in := "{}\n" + long + "\x00\xff\n" + requests(t, 20, all.Games...) + `{"game":"quoridor"} {}` + "\n" + `{"id":"last","game":"quoridor","legal":false}`
	var out bytes.Buffer
	if err := batch(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 25 {
		t.Fatalf("%d answers, want 25", len(lines))
	}
	for i, line := range lines {
		failed := strings.HasPrefix(line, `{"error":`)
		if want := i < 3 || i == 23; failed != want || !json.Valid([]byte(line)) {
			t.Errorf("answer %d is %s", i, line)
		}
	}
	if !strings.HasPrefix(lines[24], `{"id":"last","game":"quoridor"`) {
		t.Errorf("the last line, without a line end, is answered by %s", lines[24])
	}
}

// BenchmarkBatch answers requests of up to 60 plies with all legal moves, in a process of its own, and gives the requests in a
// second of CPU: at least 4,000.
func BenchmarkBatch(b *testing.B) {
	const n = 1000
	for _, g := range all.Games {
		var in strings.Builder
		for i := range n {
			r := request{Game: g.Name}
			if g.Name == "slashchain" {
				r.Options = engine.Options{"tiles": "3"} // its longest matches
			}
			for seed := range uint64(8) { // random matches may end soon
				if moves := randomMoves(b, g, r.Options, 60, uint64(i)<<3+seed); len(moves) > len(r.Moves) {
					r.Moves = moves
				}
				if len(r.Moves) == 60 {
					break
				}
			}
			line, err := json.Marshal(r)
			if err != nil {
				b.Fatal(err)
			}
			in.Write(append(line, '\n'))
		}
		b.Run(g.Name, func(b *testing.B) { answerAll(b, in.String(), n) })
	}
}

// answerAll measures the answers to n requests, in a process of its own.
func answerAll(b *testing.B, in string, n float64) {
	fastest := time.Hour
	for b.Loop() {
		command := exec.Command("hikyaku", "try", "--batch")
		command.Stdin = strings.NewReader(in)
		if err := command.Run(); err != nil {
			b.Fatal(err)
		}
		fastest = min(fastest, command.ProcessState.UserTime()+command.ProcessState.SystemTime())
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(n/fastest.Seconds(), "requests/cpu-s")
}

// BenchmarkLongBatch answers requests of 120 plies of shogi; the targets are 4,000 in a second of CPU without the legal moves and
// 1,500 with them.
func BenchmarkLongBatch(b *testing.B) {
	const n = 400
	g := all.Game("shogi")
	for _, legal := range []bool{false, true} {
		var in strings.Builder
		for seed, written := uint64(0), 0; written < n; seed++ {
			moves := randomMoves(b, g, nil, 120, seed)
			if len(moves) < 120 {
				continue
			}
			line, err := json.Marshal(request{Game: g.Name, Moves: moves, Legal: &legal})
			if err != nil {
				b.Fatal(err)
			}
			in.Write(append(line, '\n'))
			written++
		}
		b.Run(fmt.Sprintf("legal=%t", legal), func(b *testing.B) { answerAll(b, in.String(), n) })
	}
}
