package events_test

import (
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/standings"
)

// TestNoErrorIsDropped lets every statement of an event and of a ladder fail once.
func TestNoErrorIsDropped(t *testing.T) {
	var faulty *dbtest.Faulty
	a := newArena(t, func(o db.Options) db.DB {
		b, err := db.Open(t.Context(), dbtest.File(t), o)
		dbtest.Must(t, err)
		t.Cleanup(b.Close)
		faulty = &dbtest.Faulty{DB: b}
		return faulty
	}, "Alice", "Bob", "Carol")
	a.Club.Desk.System = faulty.Files()
	do := func(work func(*game.Deal) error) {
		t.Helper()
		a.Wait(time.Second)
		faulty.Each(t, func() error { return a.Club.Do(t.Context(), work) })
	}
	do(func(d *game.Deal) error {
		return events.Define(d, events.Definition{Name: "Cup", Kind: events.RoundRobin, Game: "quoridor", Control: "3d", Players: 3, Rated: true})
	})
	enter := func(name string) {
		t.Helper()
		do(func(d *game.Deal) error { return events.Enter(d, "cup", address(name), a.letter()) })
	}
	enter("Alice")
	do(func(d *game.Deal) error { return events.Withdraw(d, "Cup", address("Alice")) })
	for _, name := range []string{"Alice", "Bob", "Carol"} {
		enter(name)
	}
	p, ok := openGame(a.log("Cup"), "Bob")
	if !ok {
		t.Fatal("the event has not begun")
	}
	loser := address(a.log("Cup").Entrants[p.Players[0]-1].Name)
	do(func(d *game.Deal) error { return resigns(d, p.Match, loser) })
	p, _ = openGame(a.log("Cup"), "Alice")
	do(func(d *game.Deal) error { return events.Decide(d, "Cup", p.Round, p.Board, standings.Drawn, director) })
	do(func(d *game.Deal) error {
		return events.Adjudicate(d, strings.TrimSuffix(strings.TrimPrefix(p.Match, "quoridor-"), ".kif"), standings.FirstWon, director)
	})
	do(func(d *game.Deal) error { return events.Withdraw(d, "Cup", address("Carol")) })
	report := standings.Report{Name: "Open", Rounds: 3, Players: []standings.Reported{
		{Name: "Alice", Turns: []standings.Turn{{Opponent: 1, Seat: 1, Halves: 2}}}, {Name: "Bob", Turns: []standings.Turn{{Opponent: 0, Seat: -1}}}, {Name: "Carol", Turns: []standings.Turn{{Opponent: -1, Halves: 1}}},
	}}
	do(func(d *game.Deal) error {
		return events.Import(d, events.Definition{Game: "quoridor", Control: "3d"}, report, func(name string) (string, error) { return address(name), nil })
	})
	if n := len(a.log("Open").Pairings); n != 4 { // two rounds of a game and a bye
		t.Errorf("the imported event has %d games and byes", n)
	}

	for _, name := range []string{"Alice", "Bob", "Carol"} {
		do(func(d *game.Deal) error {
			return events.JoinLadder(d, "quoridor", address(name), a.letter())
		})
	}
	do(func(d *game.Deal) error { return events.JoinLadder(d, "shogi", address("Alice"), a.letter()) })
	challenge := func(by, of string) {
		t.Helper()
		do(func(d *game.Deal) error {
			return events.Challenge(d, "quoridor", address(by), address(of), a.letter())
		})
	}
	answer := func(who string, accepts bool) {
		t.Helper()
		do(func(d *game.Deal) error {
			return events.Answer(d, "quoridor", address(who), accepts, a.letter())
		})
	}
	challenge("Bob", "Alice")
	answer("Alice", true)
	file := a.file()
	do(func(d *game.Deal) error { return resigns(d, file, address("Alice")) })
	challenge("Carol", "Bob")
	answer("Bob", false)
	challenge("Carol", "Alice")

	for _, read := range []func(*game.Deal) error{
		func(d *game.Deal) error { _, err := events.Events(d); return err },
		func(d *game.Deal) error { _, err := events.LogOf(d, "Cup"); return err },
		func(d *game.Deal) error { _, err := events.Table(d, "Cup"); return err },
		func(d *game.Deal) error { _, err := events.Pools(d); return err },
		func(d *game.Deal) error { _, err := events.History(d, address("Bob")); return err },
		func(d *game.Deal) error { _, err := events.Ladders(d); return err },
		func(d *game.Deal) error { _, err := events.Ladder(d, "quoridor"); return err },
		func(d *game.Deal) error { _, err := events.LadderLogOf(d, "quoridor"); return err },
		func(d *game.Deal) error { _, err := events.ChallengedOn(d, address("Alice")); return err },
		func(d *game.Deal) error { _, err := events.Standings(d, d.At, "quoridor", ""); return err },
		func(d *game.Deal) error { return events.Leave(d, address("Alice")) },
	} {
		do(read)
	}
	a.Wait(8 * 24 * time.Hour)
	for _, task := range events.Tasks(a.Club) {
		for _, key := range a.found(task) {
			faulty.Each(t, func() error { return task.Alone(t.Context(), key) })
		}
	}
}

// TestTableOfRunningEvent checks that the table of a running event lists its players and results.
func TestTableOfRunningEvent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob", "Carol")
		rows := func() (points []int) {
			a.do(func(d *game.Deal) error {
				table, err := events.Table(d, "Cup")
				for _, r := range table.Rows {
					points = append(points, r.Points)
				}
				return err
			})
			return points
		}
		a.do(func(d *game.Deal) error {
			return events.Define(d, events.Definition{Name: "Cup", Kind: events.RoundRobin, Game: "quoridor", Control: "3d", Players: 3})
		})
		a.enters("Cup", "Alice", "Bob")
		if got := rows(); len(got) != 0 {
			t.Errorf("before it begins, the table has the points %v", got)
		}
		a.enters("Cup", "Carol")
		if got := rows(); len(got) != 3 {
			t.Errorf("at the beginning, the table has the points %v", got)
		}
		p := a.log("Cup").Pairings[0]
		a.loses("Cup", a.log("Cup").Entrants[p.Players[1]-1].Name)
		if got := rows(); len(got) != 3 || got[0] != 2 {
			t.Errorf("after one game, the table has the points %v", got)
		}
	})
}
