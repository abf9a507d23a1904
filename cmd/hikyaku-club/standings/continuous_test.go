package standings

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

var (
	randomEvents = flag.Int("events", 4000, "how many random events are paired continuously")
	begin        = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
)

func written(games []Game) (text string) {
	for i, g := range games {
		if i > 0 {
			text += " "
		}
		text += fmt.Sprint(g.First, "-", g.Second)
	}
	return text
}

// drawn is where an event without rounds takes its chances from.
type drawn func(n int) int

// play runs an event by Next, checks what is made each time by the plain second version, and that the whole record gives the
// same games once more.
func play(t *testing.T, draw drawn) *Continuous {
	t.Helper()
	e := &Continuous{Begun: begin, Left: make([]time.Time, 2+draw(6)), Rounds: 1 + draw(6)}
	now := begin
	for range 3 * e.Rounds {
		now = now.Add(time.Duration(1+draw(60)) * time.Hour)
		happen(e, draw, now)
		games := e.Next(now)
		if wrong := wrongNext(e, games, now); wrong != "" {
			t.Fatalf("%s in %v behind %+v", wrong, games, e)
		}
		e.Games = append(e.Games, games...)
	}
	for i := 0; i < len(e.Games); {
		made := e.Games[i].Made
		n := i
		for n < len(e.Games) && e.Games[n].Made.Equal(made) {
			n++
		}
		if again := e.Next(made); written(again) != written(e.Games[i:n]) {
			t.Fatalf("at %v %v was made, from the whole record %v", made, e.Games[i:n], again)
		}
		i = n
	}
	return e
}

// happen ends some games, and lets somebody leave.
func happen(e *Continuous, draw drawn, now time.Time) {
	for i, g := range e.Games {
		if g.Outcome == Open && draw(3) == 0 {
			e.Games[i].Outcome, e.Games[i].Ended = []Outcome{FirstWon, SecondWon, Drawn, Void}[draw(4)], now
		}
	}
	if i := draw(40); i < len(e.Left) && e.Left[i].IsZero() {
		e.Left[i] = now
	}
}

func TestNext(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	for range *randomEvents / 2 {
		play(t, random.IntN)
	}
}

func FuzzNext(f *testing.F) {
	f.Add([]byte{5, 3, 1, 4, 0, 0, 0, 9})
	f.Add([]byte{4, 5, 2, 200, 1, 0, 39, 7, 0, 0, 3, 255, 17})
	f.Fuzz(func(t *testing.T, data []byte) {
		at := 0
		play(t, func(n int) int {
			if len(data) == 0 {
				return 0
			}
			at++
			return int(data[at%len(data)]) % n
		})
	})
}

// TestNextEverybodyPlays wants nobody to wait for ever where games are fast: each has all his games but the few for whom nobody
// is left.
func TestNextEverybodyPlays(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	played, wanted := 0, 0
	for range 50 {
		e := &Continuous{Begun: begin, Left: make([]time.Time, 9), Rounds: 5}
		for day := range 200 {
			now := begin.AddDate(0, 0, day)
			for i, g := range e.Games {
				if g.Outcome == Open && random.IntN(10) == 0 {
					e.Games[i].Outcome, e.Games[i].Ended = []Outcome{FirstWon, SecondWon, Drawn}[random.IntN(3)], now
				}
			}
			e.Games = append(e.Games, e.Next(now)...)
		}
		for player := range e.Left {
			n, _, _ := count(e.Games, player)
			played, wanted = played+n, wanted+e.Rounds
		}
	}
	if played < wanted*98/100 {
		t.Errorf("%d games are had of %d", played, wanted)
	}
}

// TestNextWaits shows that two who are far apart meet after a wait.
func TestNextWaits(t *testing.T) {
	hour := func(n int) time.Time { return begin.Add(time.Duration(n) * time.Hour) }
	e := &Continuous{Begun: begin, Left: make([]time.Time, 4), Rounds: 3}
	if games := e.Next(begin); written(games) != "0-1 2-3" {
		t.Fatalf("the first games are %v", games)
	}
	e.Left[2], e.Left[3] = hour(9), hour(9)
	for i, pair := range []Pair{{0, 2}, {3, 1}, {3, 0}, {1, 2}} { // 0 wins twice, 1 loses twice
		g := Game{Pair: pair, Made: begin, Ended: hour(9), Outcome: FirstWon}
		if i >= 2 {
			g.Outcome = SecondWon
		}
		e.Games = append(e.Games, g)
	}
	late := hour(9 + 3*48) // they are four wins apart
	if games := e.Next(late.Add(-1)); len(games) > 0 {
		t.Errorf("%v is made too early", games)
	}
	if games := e.Next(late); written(games) != "0-1" {
		t.Errorf("%v is made, want 0-1", games)
	}
}
