package events_test

import (
	"slices"
	"strings"
	"testing"

	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/standings"
)

// TestImport plays a Swiss event in one club, continues it from its report in another, and checks that both print the same report,
// then and at the end, and that a report is imported only once, and only for members.
func TestImport(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		const cup = "Cup 2026"
		names := []string{"Alice", "Bob", "Carol", "Dan", "Eve", "Frank", "Grace"}
		a, b := newArena(t, open, names...), newArena(t, open, names[1:]...)
		decides := func(a *arena, round, board int, result standings.Outcome) {
			a.do(func(d *game.Deal) error { return events.Decide(d, cup, round, board, result, director) })
		}
		a.do(func(d *game.Deal) error {
			return events.Define(d, events.Definition{Name: cup, Kind: events.Swiss, Game: "quoridor", Rules: "players=2", Control: "3d", Rounds: 4, Players: 7})
		})
		a.enters(cup, names...)
		a.loses(cup, a.log(cup).Entrants[a.log(cup).Pairings[0].Players[0]-1].Name)
		decides(a, 1, 2, standings.Drawn)
		decides(a, 1, 3, standings.Void)
		decides(a, 2, 1, standings.FirstWon)
		a.do(func(d *game.Deal) error {
			_, err := events.Bye(d, cup+" round 3", address("Bob"), "")
			return err
		})
		a.answers("", func(d *game.Deal) error { return events.Withdraw(d, cup, address("Dan")) })
		report := func(a *arena) string { return a.log(cup).Report().String() }
		text := report(a)
		imports := func(want string) {
			t.Helper()
			r, err := standings.ReadReport(text)
			dbtest.Must(t, err)
			err = b.Club.Do(t.Context(), func(d *game.Deal) error {
				return events.Import(d, events.Definition{Game: "quoridor", Control: "3d"}, r, func(name string) (string, error) { return address(name), nil })
			})
			if want == "" {
				dbtest.Must(t, err)
			} else if err == nil || err.Error() != want {
				t.Errorf("the report is imported: %v, want %s", err, want)
			}
		}
		number := slices.IndexFunc(a.log(cup).Entrants, func(e events.Entrant) bool { return e.Name == "Alice" })
		imports("line " + string(rune('7'+number)) + ": Alice can't play: not a member, or named twice")
		b.do(func(d *game.Deal) error {
			_, err := d.Exec(`insert into member (address, name, handle, lang, joined) values ($1, 'Alice', 'alice', 'en', 1)`, address("Alice"))
			return err
		})
		imports("")
		imports("there is already an event called Cup 2026")
		if got := report(b); got != text {
			t.Errorf("the report is imported as\n%s\nof\n%s", got, text)
		}
		for n := range 20 {
			played, imported := a.log(cup).Pairings, b.log(cup).Pairings
			next := slices.IndexFunc(played, func(p events.Pairing) bool { return p.Result == "" })
			if next < 0 {
				break
			}
			p := played[next]
			i := slices.IndexFunc(imported, func(q events.Pairing) bool { return q.Round == p.Round && slices.Equal(p.Players, q.Players) })
			if i < 0 {
				t.Fatalf("round %d of the imported event lacks %v", p.Round, p.Players)
			}
			result := []standings.Outcome{standings.FirstWon, standings.SecondWon, standings.Drawn}[n%3]
			decides(a, p.Round, p.Board, result)
			decides(b, p.Round, imported[i].Board, result)
		}
		if got, want := report(b), report(a); got != want || b.log(cup).Ended.IsZero() || !strings.Contains(got, " 4 ") {
			t.Errorf("the imported event ends as\n%s\nwant\n%s", got, want)
		}
		text = strings.ReplaceAll(report(a), cup, "Cup 2025")
		imports("")
		if l := b.log("Cup 2025"); l.Ended.IsZero() || l.Report().String() != text {
			t.Errorf("an event that is over is imported as\n%s\nof\n%s", l.Report(), text)
		}
	})
}
