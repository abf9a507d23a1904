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
	"hikyaku/kif"
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
	short := func(file string) string { return strings.TrimSuffix(file[strings.Index(file, "-")+1:], ".kif") }
	do(func(d *game.Deal) error { return events.Pause(d, "Cup", false, director) })
	do(func(d *game.Deal) error { return moves(d, p.Match, "e2") }) // after which the clock is stopped again
	do(func(d *game.Deal) error { return events.Pause(d, "Cup", true, director) })
	do(func(d *game.Deal) error { return events.Extend(d, short(p.Match), time.Hour, director) })
	loser := address(a.log("Cup").Entrants[p.Players[0]-1].Name)
	do(func(d *game.Deal) error { return resigns(d, p.Match, loser) })
	p, _ = openGame(a.log("Cup"), "Alice")
	do(func(d *game.Deal) error { return events.Decide(d, "Cup", p.Round, p.Board, standings.Drawn, director) })
	do(func(d *game.Deal) error { return events.Adjudicate(d, short(p.Match), standings.FirstWon, director) })
	do(func(d *game.Deal) error { return events.Withdraw(d, "Cup", address("Carol")) })
	report := standings.Report{Name: "Open", Rounds: 3, Players: []standings.Reported{
		{Name: "Alice", Turns: []standings.Turn{{Opponent: 1, Seat: 1, Open: true}}}, {Name: "Bob", Turns: []standings.Turn{{Opponent: 0, Seat: -1, Open: true}}}, {Name: "Carol", Turns: []standings.Turn{{Opponent: -1, Halves: 1}}},
	}}
	do(func(d *game.Deal) error {
		return events.Import(d, events.Definition{Game: "quoridor", Control: "3d"}, report, func(name string) (string, error) { return address(name), nil })
	})
	if n := len(a.log("Open").Pairings); n != 2 {
		t.Errorf("the imported event has %d games and byes", n)
	}
	program := func(name string) { // which accepts for its player
		a.do(func(d *game.Deal) error {
			_, err := d.Exec(`update member set program = (name = $1)`, name)
			return err
		})
	}
	program("Carol")
	do(func(d *game.Deal) error {
		return events.Define(d, events.Definition{Name: "League", Kind: events.Swiss, Game: "quoridor", Control: "60d", Rounds: 3, Round: "10d", Players: 5})
	})
	alice := kif.Seat{Name: "Alice", Address: address("Alice")}
	do(func(d *game.Deal) error { return events.Admit(d, "League", alice, director) })
	do(func(d *game.Deal) error { return events.Expel(d, "League", alice, director) })
	do(func(d *game.Deal) error {
		_, err := events.Unfinished(d, address("Alice"), "League")
		return err
	})
	for _, name := range []string{"Carol", "Bob"} {
		do(func(d *game.Deal) error { return events.Enter(d, "League", address(name), a.letter()) })
	}
	do(func(d *game.Deal) error { _, err := events.Bye(d, "League 2", address("Bob"), ""); return err })
	do(func(d *game.Deal) error { return events.Start(d, "League") })
	p, _ = openGame(a.log("League"), "Bob")
	do(func(d *game.Deal) error { return accepts(d, p.Match, address("Carol")) })
	program("nobody")

	join := func(ladder, name string) {
		t.Helper()
		do(func(d *game.Deal) error { return events.JoinLadder(d, ladder, address(name), a.letter()) })
	}
	challenge := func(ladder, by, of string) {
		t.Helper()
		do(func(d *game.Deal) error {
			return events.Challenge(d, ladder, address(by), address(of), a.letter())
		})
	}
	answer := func(ladder, who string, accepts bool) (file string) {
		t.Helper()
		do(func(d *game.Deal) error { return events.Answer(d, ladder, address(who), accepts, a.letter()) })
		a.do(func(d *game.Deal) error {
			_, err := db.One(d, `select file from match where ladder = $1 order by state limit 1`, []any{ladder}, &file) // asked, open, over
			return err
		})
		return file
	}
	for _, name := range []string{"Alice", "Bob", "Carol"} {
		join("quoridor", name)
		join("shogi", name)
	}
	challenge("quoridor", "Bob", "Alice")
	file := answer("quoridor", "Alice", true)
	do(func(d *game.Deal) error { return resigns(d, file, address("Alice")) })
	challenge("quoridor", "Carol", "Bob")
	answer("quoridor", "Bob", false)
	program("Carol")
	challenge("quoridor", "Carol", "Alice")
	file = answer("quoridor", "Alice", true)
	do(func(d *game.Deal) error { return accepts(d, file, address("Carol")) })
	do(func(d *game.Deal) error { return events.Adjudicate(d, short(file), standings.Drawn, director) })
	challenge("shogi", "Carol", "Alice")
	file = answer("shogi", "Alice", true)
	do(func(d *game.Deal) error { return events.Adjudicate(d, short(file), standings.Void, director) })
	challenge("shogi", "Carol", "Bob")
	challenge("shogi", "Bob", "Alice")

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
		func(d *game.Deal) error {
			_, err := events.RatingsAfter(d, "quoridor", "", file, []string{address("Bob")})
			return err
		},
		func(d *game.Deal) error { return events.Leave(d, address("Alice")) },
	} {
		do(read)
	}
	a.Club.Directors = []string{director.Who}
	for _, days := range []int{7, 4} { // after which the end of a round is near, then past
		a.Wait(time.Duration(days) * 24 * time.Hour)
		for _, task := range events.Tasks(a.Club) {
			for _, key := range append(a.Found(task), "") {
				faulty.Each(t, func() error { return task.Alone(t.Context(), key) })
			}
		}
	}
	a.do(func(d *game.Deal) error { def := five(); def.Players = 2; return events.Define(d, def) })
	a.enters("Autumn open", "Bob", "Carol")
	do(func(d *game.Deal) error { return events.Cancel(d, "Autumn open", director) })
	program("nobody")
	challenge("quoridor", "Carol", "Bob")
	file = answer("quoridor", "Bob", true)
	a.Wait(5 * 24 * time.Hour)
	do(func(d *game.Deal) error { _, err := claims(d, file); return err })
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
