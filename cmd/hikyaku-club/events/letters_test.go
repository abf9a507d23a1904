package events_test

import (
	"path"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// TestLetters checks what the first and the last message of an event say about each kind of event.
func TestLetters(t *testing.T) {
	const long = "Maximilian-Alexander-of-Hohenstein-II"
	a := newArena(t, onFile(t), "Alice", "Bob", long)
	for _, test := range []struct {
		def  events.Definition
		says []string
	}{
		{events.Definition{Name: "One", Kind: events.RoundRobin, Control: "3d"}, []string{
			"One has started with 3 players. Everyone plays everyone else once, in 3 rounds.", "Time limit: 3 days per move. Help from programs is not allowed. The players and their ratings: 1. Alice (1500) 2. Bob (1500) 3. Maximilian",
		}},
		{events.Definition{Name: "Two", Kind: events.DoubleRoundRobin, Control: "30d+1d", Engines: true}, []string{
			"else twice, in 6 rounds.", "Time limit: 30 days for the whole game, plus 1 day per move. Players may get help from programs.",
		}},
		{events.Definition{Name: "Three", Kind: events.Swiss, Rounds: 2, Control: "3d"}, []string{"There are 2 rounds, paired by the FIDE Dutch system", "not in the last round. Time limit"}},
		{events.Definition{Name: "Four", Kind: events.Swiss, Rounds: 2, Round: "30d", Control: "3d"}, []string{"A round lasts 30 days at most."}},
		{events.Definition{Name: "Five", Kind: events.Continuous, Rounds: 2, Control: "3d"}, []string{"Everyone plays 2 games, paired continuously"}},
	} {
		test.def.Game, test.def.Players = "quoridor", 3
		a.do(func(d *game.Deal) error { return events.Define(d, test.def) })
		a.enters(test.def.Name, "Alice", "Bob", long)
		a.Run()
		text := strings.Join(strings.Fields(a.told("Bob", test.def.Name)), " ")
		for _, part := range test.says {
			if !strings.Contains(text, part) {
				t.Errorf("the first message of %s says %s, without %q", test.def.Name, text, part)
			}
		}
	}
	if got := events.Thinking("soon"); got != (i18n.Text{}) {
		t.Errorf("what isn't a time limit is called %q", got.En)
	}
	for name, part := range map[string]string{"One": "\n No.  Player ", "Two": "\nPlace 2: Bob, 0 points from 2 games."} { // the table of the second is too wide
		for _, gone := range []string{"Alice", "Bob"} {
			a.do(func(d *game.Deal) error { return events.Withdraw(d, name, address(gone)) })
		}
		a.Run()
		if text := a.told("Bob", name); !strings.Contains(text, name+" is over. You finished in place ") || !strings.Contains(text, part) {
			t.Errorf("the last message of %s says\n%s\nwithout %q", name, text, part)
		}
	}
}

// TestDeclined checks that a player who declines the match of an event loses it, as does the player who had to
// answer first if none did, and that a ladder takes a declined match as a declined challenge.
func TestDeclined(t *testing.T) {
	a := newArena(t, onFile(t), "Alice", "Bob")
	a.do(func(d *game.Deal) error {
		_, err := d.Exec(`update member set program = 1`)
		return err
	})
	declines := func(file, name string) {
		t.Helper()
		a.do(func(d *game.Deal) error {
			c, err := d.Shelf.Open(path.Join(game.Folder, file))
			if err != nil {
				return err
			}
			_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
				return d.Shelf.Sign(m, kif.Event{Step: kif.Decline{}, Mail: kif.Hash{1}, Posted: true}, m.Roster.At(address(name)))
			})
			return err
		})
	}
	for who, want := range map[string]standings.Outcome{"first": standings.SecondWon, "second": standings.FirstWon, "none": standings.SecondWon} {
		def := five()
		def.Name, def.Players = "Cup "+who, 2
		a.do(func(d *game.Deal) error { return events.Define(d, def) })
		a.enters(def.Name, "Alice", "Bob")
		a.Run()
		l := a.log(def.Name)
		p := l.Pairings[0]
		first, second := l.Entrants[p.Players[0]-1].Name, l.Entrants[p.Players[1]-1].Name
		switch who {
		case "first":
			declines(p.Match, first)
		case "second":
			declines(p.Match, second)
		case "none":
			a.Wait(7 * 24 * time.Hour)
			a.due()
		}
		if got := a.log(def.Name).Pairings[0].Result; got != want {
			t.Errorf("%s: the result is %q, want %q", who, got, want)
		}
	}
	for _, name := range []string{"Alice", "Bob"} {
		a.do(func(d *game.Deal) error { return events.JoinLadder(d, "quoridor", address(name), a.letter()) })
	}
	a.challenges("", "Bob", "Alice")
	a.replies("", "Alice", true)
	file := a.file()
	a.do(func(d *game.Deal) error { return accepts(d, file, address("Bob")) })
	declines(file, "Alice")
	a.Run()
	a.do(func(d *game.Deal) error {
		log, err := events.LadderLogOf(d, "quoridor")
		if last := log.Steps[len(log.Steps)-1]; last.What != standings.Declined {
			t.Errorf("the declined match is %+v", last)
		}
		return err
	})
	if text := a.told("Bob", "Quoridor ladder"); !strings.HasPrefix(text, "Alice declines your challenge") {
		t.Errorf("Bob reads %s", text)
	}
}

// TestRuled checks that a match that the umpire ends has the result of its game.
func TestRuled(t *testing.T) {
	a := newArena(t, onFile(t), "Alice", "Bob")
	for places, want := range map[string]standings.Outcome{"1 2": standings.FirstWon, "2 1": standings.SecondWon, "1 1": standings.Drawn, kif.NoResult: standings.Void} {
		def := five()
		def.Name, def.Players = "Cup "+places, 2
		a.do(func(d *game.Deal) error { return events.Define(d, def) })
		a.enters(def.Name, "Alice", "Bob")
		file := a.log(def.Name).Pairings[0].Match
		a.do(func(d *game.Deal) error {
			return d.Rule(file, kif.Ruling{Places: places}, director.Why)
		})
		if p := a.log(def.Name).Pairings[0]; p.Result != want || p.Decided {
			t.Errorf("the places %s make %+v", places, p)
		}
	}
}

// TestMatchNamed checks which matches a director can name and adjudicate.
func TestMatchNamed(t *testing.T) {
	a := newArena(t, onFile(t), "Alice", "Bob", "Carol", "Dan")
	a.do(func(d *game.Deal) error {
		setup := game.Setup{Game: all.Game("quoridor"), Options: events.OptionsOf("players=4"), Control: "3d"}
		for i, name := range []string{"Alice", "Bob", "Carol", "Dan"} {
			setup.Players = append(setup.Players, game.Player{Seat: kif.Seat{Name: name, Address: address(name)}, Accepted: kif.Hash{byte(i + 1)}})
		}
		for range 2 {
			if _, err := d.Begin(setup); err != nil {
				return err
			}
		}
		return nil
	})
	a.do(func(d *game.Deal) error {
		_, err := d.Exec(`update match set short = 'abcd' || file where game = 'quoridor'`)
		return err
	})
	a.do(func(d *game.Deal) error {
		for code, want := range map[string]string{"abc": "no match has the code abc", "ABCD": "several matches have codes that begin with ABCD", "ab%0": "no match has", "zzzz": "no match has"} {
			_, err := events.MatchNamed(d, code)
			for _, err := range []error{err, events.Adjudicate(d, code, standings.Void, director), events.Extend(d, code, time.Hour, director)} {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v, want %s", code, err, want)
				}
			}
		}
		return nil
	})
	a.do(func(d *game.Deal) error {
		_, err := d.Exec(`update match set short = 'one1' || file where file in (select min(file) from match where game = 'quoridor')`)
		return err
	})
	a.do(func(d *game.Deal) error {
		for result, want := range map[standings.Outcome]string{standings.FirstWon: "only games of two can be adjudicated", "2-0": "isn't a result"} {
			if err := events.Adjudicate(d, "ONE1", result, director); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", result, err, want)
			}
		}
		return events.Adjudicate(d, "ONE1", standings.Void, director)
	})
	a.do(func(d *game.Deal) error {
		f, err := events.MatchNamed(d, "one1")
		if err == nil && (f.Match.Outcome == nil || f.Match.Outcome.Places != nil) {
			t.Errorf("the match that was ended is %s", f.Match.Status().En)
		}
		if got := events.ResultOf(f.Match); got != "" {
			t.Errorf("a match of four has the result %q, as if it were the game of an event", got)
		}
		return err
	})
}
