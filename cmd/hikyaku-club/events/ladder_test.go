package events_test

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// rungs checks the people on the rungs, the highest first, with * after those who have a challenge.
func (a *arena) rungs(want string) {
	a.Helper()
	a.do(func(d *game.Deal) error {
		list, err := events.Ladder(d, "quoridor")
		var names []string
		for _, r := range list {
			if r.Busy {
				r.Name += "*"
			}
			names = append(names, r.Name)
		}
		if got := strings.Join(names, " "); got != want {
			a.Errorf("the rungs are %s, not %s", got, want)
		}
		log, logErr := events.LadderLogOf(d, "quoridor")
		if logErr == nil && !slices.Equal(log.Rungs(), strings.Fields(strings.ReplaceAll(want, "*", ""))) {
			a.Errorf("from its record the rungs are %v", log.Rungs())
		}
		for _, f := range log.Check() {
			a.Errorf("%s", f.En)
		}
		return err
	})
}

func (a *arena) challenges(want, by, of string) {
	a.Helper()
	a.answers(want, func(d *game.Deal) error {
		return events.Challenge(d, "quoridor", address(by), of, a.letter())
	})
}

func (a *arena) replies(want, who string, accepts bool) {
	a.Helper()
	a.answers(want, func(d *game.Deal) error {
		return events.Answer(d, "quoridor", address(who), accepts, a.letter())
	})
}

// file returns the file of the newest match.
func (a *arena) file() (file string) {
	a.Helper()
	a.do(func(d *game.Deal) error {
		log, err := events.LadderLogOf(d, "quoridor")
		for _, s := range log.Steps {
			if s.Match != "" {
				file = s.Match
			}
		}
		return err
	})
	return file
}

// joins lets members join the ladder, from the top down.
func (a *arena) joins(names ...string) {
	a.Helper()
	for _, name := range names {
		a.answers("", func(d *game.Deal) error {
			return events.JoinLadder(d, "quoridor", address(name), a.letter())
		})
	}
}

// TestLadder has a ladder with a challenge that is won, two that are declined, one that is not answered, and a time-out.
func TestLadder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob", "Carol", "Dan")
		a.joins("Alice", "Bob", "Carol", "Dan")
		a.answers("already", func(d *game.Deal) error {
			return events.JoinLadder(d, "quoridor", strings.ToUpper(address("Bob")), a.letter())
		})
		a.answers("doesn't play", func(d *game.Deal) error {
			return events.JoinLadder(d, "chess", address("Bob"), a.letter())
		})
		a.answers("Only members", func(d *game.Deal) error {
			return events.JoinLadder(d, "quoridor", address("Eve"), a.letter())
		})
		a.rungs("Alice Bob Carol Dan")
		a.challenges("players above you", "Alice", "Bob")
		a.challenges("not on this ladder", "Alice", "Eve")

		a.challenges("", "Carol", "alice")
		a.rungs("Alice* Bob Carol* Dan")
		a.do(func(d *game.Deal) error {
			for name, want := range map[string]string{"ALICE": "[quoridor]", "Carol": "[]", "Bob": "[]"} {
				if games, err := events.ChallengedOn(d, address(name)); err != nil || fmt.Sprint(games) != want {
					t.Errorf("%s is challenged on %v, %v, want %s", name, games, err, want)
				}
			}
			return nil
		})
		a.challenges("Carol has challenged", "Dan", "Alice")
		a.replies("No challenge", "Bob", true)
		a.replies("", "Alice", true)
		file := a.file()
		a.do(func(d *game.Deal) error { return resigns(d, file, address("Alice")) })
		a.rungs("Carol Alice Bob Dan")
		a.challenges("played too recently", "Alice", "Carol")

		a.challenges("", "Dan", "Bob")
		a.replies("", "Bob", true)
		file = a.file()
		a.do(func(d *game.Deal) error {
			m, err := d.Shelf.Open(path.Join(game.Folder, file))
			if err != nil {
				return err
			}
			return events.Adjudicate(d, m.Short(), standings.Drawn, game.By{Who: "dora@example.org", Why: "Both have agreed."})
		})
		a.do(func(d *game.Deal) error {
			log, err := events.LadderLogOf(d, "quoridor")
			if last := log.Steps[len(log.Steps)-1]; last.What != standings.NobodyWon {
				t.Errorf("a drawn match is %+v", last)
			}
			return err
		})
		a.rungs("Carol Alice Bob Dan")
		a.Wait(30 * 24 * time.Hour)

		a.challenges("", "Dan", "Bob")
		a.replies("", "Bob", false)
		a.rungs("Carol Alice Bob Dan")
		a.Run()
		if text := a.told("Dan", "Quoridor ladder"); !strings.HasPrefix(text, "Bob declines your challenge") || strings.Contains(text, "rung") {
			t.Errorf("Dan reads %s", text)
		}
		a.Wait(8 * 24 * time.Hour)
		a.challenges("", "Dan", "Bob")
		a.due()
		a.rungs("Carol Alice Bob* Dan*")
		a.Wait(7 * 24 * time.Hour)
		a.due()
		a.rungs("Carol Alice Dan Bob")

		a.challenges("", "Bob", "Carol")
		a.replies("", "Carol", true)
		late := a.runsOut(a.file())
		want := map[string]string{"Carol": "Bob Alice Dan", "Bob": "Carol Alice Dan"}
		a.rungs(want[late])
		a.Run()
		for name, first := range map[string]string{
			late: "You ran out of time", "Alice": "Carol challenges you on the Quoridor ladder.", "Dan": "Bob has not answered your challenge",
		} {
			if text := a.told(name, "Quoridor ladder"); !strings.HasPrefix(text, first) {
				t.Errorf("%s reads %s", name, text)
			}
		}
		if text := strings.Join(strings.Fields(a.told("Dan", "Quoridor ladder")), " "); !strings.Contains(text, "the second time in a row, so you take their rung: you are now on rung 3.") {
			t.Errorf("Dan reads %s", text)
		}
	})
}

// TestLapsed declines all challenges at once that were not answered in time, however many there are.
func TestLapsed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob", "Carol", "Dan")
		a.joins("Alice", "Bob", "Carol", "Dan")
		a.challenges("", "Bob", "Alice")
		a.challenges("", "Dan", "Carol")
		a.rungs("Alice* Bob* Carol* Dan*")
		a.Wait(7 * 24 * time.Hour)
		a.due()
		a.rungs("Alice Bob Carol Dan")

		a.Wait(7 * 24 * time.Hour)
		a.challenges("", "Bob", "Alice")
		a.replies("", "Alice", true)
		file := a.file()
		a.do(func(d *game.Deal) error { return events.Leave(d, address("Alice")) })
		a.do(func(d *game.Deal) error { return resigns(d, file, address("Bob")) }) // which changes nothing any more
		a.rungs("Bob Carol Dan")
		a.Run()
		if text := strings.Join(strings.Fields(a.told("Bob", "Quoridor ladder")), " "); !strings.HasPrefix(text, "Alice, whom you have challenged, has left the Quoridor ladder, so you take their rung: you are now on rung 1.") {
			t.Errorf("Bob reads %s", text)
		}
		a.answers("You are not on this ladder", func(d *game.Deal) error { return events.LeaveLadder(d, "quoridor", address("Alice")) })
		a.do(func(d *game.Deal) error { return events.LeaveLadder(d, "quoridor", address("Carol")) })
		a.rungs("Bob Dan")
	})
}

// TestBrokenLadder checks that steps that cannot be read, or cannot have happened, are reported.
func TestBrokenLadder(t *testing.T) {
	for step, want := range map[string]string{
		`{`: "unexpected end", `{"what":"challenged","by":"alice@example.com","letter":"x"}`: "x", `{"what":"left","player":"alice@example.com","at":"2026-11-02T09:00:00Z"}`: "ladder of quoridor: a step of 2026-11-02",
	} {
		a := newArena(t, onFile(t), "Alice")
		a.do(func(d *game.Deal) error {
			_, err := d.Exec(`insert into step (ladder, at, data) values ('quoridor', 1, $1)`, step)
			return err
		})
		a.answers(want, func(d *game.Deal) error { _, err := events.Ladder(d, "quoridor"); return err })
	}
}

// TestGameGone checks that a game of four has no ladder, that a ladder and an event of a game that the club has no more can be ended,
// and what players are told.
func TestGameGone(t *testing.T) {
	a := newArena(t, onFile(t), "Alice", "Bob")
	def := five()
	a.do(func(d *game.Deal) error { return events.Define(d, def) })
	a.enters(def.Name, "Alice", "Bob")
	a.joins("Alice", "Bob")
	a.challenges("", "Bob", "Alice")
	four := *all.Game("quoridor")
	four.Name, four.Title, four.Seats = "four", i18n.Same("Four"), func(engine.Options) int { return 4 }
	a.Club.Desk.Games = []*engine.Game{&four}
	a.answers("Four has no ladder", func(d *game.Deal) error { return events.JoinLadder(d, "four", address("Alice"), a.letter()) })
	a.Club.Desk.Games = nil
	a.answers("doesn't play", func(d *game.Deal) error { return events.Start(d, def.Name) })
	a.replies("doesn't play", "Alice", true)
	a.do(func(d *game.Deal) error { // a club made from records has players who aren't members
		_, err := d.Exec(`delete from member where name = 'Bob'`)
		return err
	})
	a.replies("", "Alice", false)
	a.Run()
	if text := a.told("Bob", "quoridor ladder"); !strings.HasPrefix(text, "Alice declines your challenge") {
		t.Errorf("Bob reads %s", text)
	}
	a.do(func(d *game.Deal) error {
		if got := def.GameName(d).En; got != "quoridor" {
			t.Errorf("the game of the event is called %s", got)
		}
		return nil
	})
}

// runsOut lets the time of the player run out who is to move in a match, and the other claim it. It returns the name of the first.
func (a *arena) runsOut(file string) (name string) {
	a.Helper()
	a.Wait(5 * 24 * time.Hour)
	a.do(func(d *game.Deal) (err error) {
		name, err = claims(d, file)
		return err
	})
	return name
}

// claims lets the player who is not to move in a match claim that the other is out of time. It returns the name of the other.
func claims(d *game.Deal, file string) (name string, err error) {
	c, err := d.Shelf.Open(path.Join(game.Folder, file))
	if err != nil {
		return "", err
	}
	c, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
		party := 5 - m.Turn // the club is the first of three
		return d.Shelf.Sign(m, kif.Event{Step: kif.Claim{}, Mail: kif.Hash{1}, Posted: true}, party)
	})
	if err == nil {
		name = c.Roster.Name(c.Turn)
	}
	return name, err
}

// TestLadderAtOnce lets members join a ladder and challenge one player in transactions that run at the same time.
func TestLadderAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		names := []string{"Alice", "Bob", "Carol", "Dan", "Erin", "Frank"}
		a := newArena(t, open, names...)
		all := func(names []string, ask func(d *game.Deal, name string) error) (refused int64) {
			var group sync.WaitGroup
			var count atomic.Int64
			for _, name := range names {
				group.Go(func() {
					err := a.Club.Do(t.Context(), func(d *game.Deal) error { return ask(d, name) })
					switch why := (*words.Error)(nil); {
					case errors.As(err, &why):
						count.Add(1)
					case err != nil:
						t.Error(err)
					}
				})
			}
			group.Wait()
			return count.Load()
		}
		refused := all(names, func(d *game.Deal, name string) error {
			return events.JoinLadder(d, "quoridor", address(name), kif.Hash{1})
		})
		a.do(func(d *game.Deal) error {
			log, err := events.LadderLogOf(d, "quoridor")
			if err != nil {
				return err
			}
			if found := log.Check(); refused != 0 || len(log.Steps) != len(names) || len(found) > 0 {
				t.Errorf("%d of %d are refused, the steps are %v, with %v", refused, len(names), log.Steps, found)
			}
			list, err := events.Ladder(d, "quoridor")
			for i, r := range list {
				names[i] = r.Name
			}
			return err
		})
		if refused := all(names[1:], func(d *game.Deal, name string) error {
			return events.Challenge(d, "quoridor", address(name), names[0], kif.Hash{2})
		}); refused != 4 {
			t.Errorf("%d challenges of one player are refused, want 4 of 5", refused)
		}
	})
}
