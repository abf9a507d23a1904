package events_test

import (
	"fmt"
	"path"
	"slices"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/match"
)

// plays lets two play a match of some moves, which the first loses.
func (a *arena) plays(rated bool, loser, winner string, played ...kif.Move) (file string) {
	a.Helper()
	setup := game.Setup{Heading: game.Heading{Rated: rated}, Game: all.Game("quoridor"), Control: "3d"}
	for _, name := range []string{loser, winner} {
		setup.Players = append(setup.Players, game.Player{Seat: kif.Seat{Name: name, Address: address(name)}, Accepted: a.letter()})
	}
	a.do(func(d *game.Deal) (err error) {
		file, err = d.Begin(setup)
		return err
	})
	for _, move := range played {
		a.do(func(d *game.Deal) error { return moves(d, file, move) })
	}
	a.do(func(d *game.Deal) error { // somebody has played in the place of the loser before
		if _, err := d.Exec(`insert into seat (file, address, seat) values ($1, 'former@example.com', 1)`, file); err != nil {
			return err
		}
		return resigns(d, file, address(loser))
	})
	return file
}

// moves lets whoever is to move in a match do so by letter.
func moves(d *game.Deal, file string, move kif.Move) error {
	c, err := d.Shelf.Open(path.Join(game.Folder, file))
	if err != nil {
		return err
	}
	_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
		return d.Shelf.Sign(m, kif.Event{Step: move, Mail: kif.Hash{1}, Posted: true}, m.Turn)
	})
	return err
}

// TestRatings rates the matches that count, and no others.
func TestRatings(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob", "Carol")
		first := a.plays(true, "Alice", "Bob", "e2", "e8")
		a.plays(true, "Alice", "Carol", "e2") // Carol has not moved
		friendly := a.plays(false, "Alice", "Carol", "e2", "e8")
		var pools []events.Pool
		var list []events.Standing
		want := func(want string) {
			t.Helper()
			a.do(func(d *game.Deal) (err error) {
				if pools, err = events.Pools(d); err != nil {
					return err
				}
				list, err = events.Standings(d, d.At, pools[0].Game, pools[0].Rules)
				return err
			})
			got := ""
			for _, s := range list {
				got += fmt.Sprintf("%d. %s %.0f of %d, ", s.Rank, s.Name, s.Rating.R, s.Games)
				if !s.Provisional {
					t.Errorf("the rating of %s is said to be known", s.Name)
				}
			}
			if got != want {
				t.Errorf("the standings are %s", got)
			}
		}
		want("1. Bob 1662 of 1, 2. Alice 1338 of 1, ")
		if len(pools) != 1 || pools[0].Rules == "" {
			t.Errorf("the pools are %+v", pools)
		}
		a.do(func(d *game.Deal) error {
			players := []string{address("Bob"), address("Alice")}
			after, err := events.RatingsAfter(d, pools[0].Game, pools[0].Rules, first, players)
			if err == nil && (len(after) != 2 || after[0].Rounded() != 1662 || after[1].Rounded() != 1338) {
				t.Errorf("the ratings after the match are %+v", after)
			}
			if after, err = events.RatingsAfter(d, pools[0].Game, pools[0].Rules, friendly, players); after != nil {
				t.Errorf("the ratings after a friendly match are %+v", after)
			}
			return err
		})
		second := a.plays(true, "Bob", "Carol", "e2", "e8")
		want("1. Carol 1732 of 1, 2. Bob 1498 of 2, 3. Alice 1338 of 1, ")

		var history []events.Played
		a.do(func(d *game.Deal) (err error) {
			history, err = events.History(d, "BOB@example.com")
			return err
		})
		if len(history) != 2 || history[0].File != second || history[1].File != first || !slices.Equal(history[1].Names, []string{"Alice", "Bob"}) || !slices.Equal(history[1].Places, []int{2, 1}) {
			t.Fatalf("the history is %+v", history)
		}
		if p := history[1]; p.Before != standings.NewRating(p.Ended) || p.After.R <= 1500 || history[0].Before.R != p.After.R || history[0].Before.At != history[0].Ended {
			t.Errorf("the ratings of Bob were %+v", history)
		}
		a.do(func(d *game.Deal) (err error) {
			history, err = events.History(d, address("Alice"))
			return err
		})
		if len(history) != 3 || history[0].Rated || history[1].Rated || !history[2].Rated || history[0].After != (standings.Rating{}) {
			t.Errorf("the history of Alice is %+v", history)
		}
		a.do(func(d *game.Deal) error { // whatever is kept in memory, an old result counts at once
			_, err := d.Exec(`update match set result = '1 2', changed = changed + 1 where file = $1`, first)
			return err
		})
		want("1. Alice 1662 of 1, 2. Carol 1617 of 1, 3. Bob 1250 of 2, ")
		a.do(func(d *game.Deal) error { // a draw
			_, err := d.Exec(`update match set result = '1 1', changed = changed + 1 where file in ($1, $2)`, first, second)
			return err
		})
		want("1. Alice 1500 of 1, 1. Bob 1500 of 2, 1. Carol 1500 of 1, ")
		a.do(func(d *game.Deal) (err error) { // a player who was never a member, as in a club made from records
			if _, err = d.Exec(`delete from member where address = $1`, address("Alice")); err == nil {
				history, err = events.History(d, address("Bob"))
			}
			return err
		})
		if names := history[1].Names; !slices.Equal(names, []string{"alice", "Bob"}) {
			t.Errorf("the players are called %q", names)
		}
	})
}

// TestRatingsOfFour checks the ratings after a match of four, and its names in the history of a player.
func TestRatingsOfFour(t *testing.T) {
	names := []string{"Alice", "Bob", "Carol", "Dan"}
	a := newArena(t, onFile(t), names...)
	a.do(func(d *game.Deal) error {
		d.Change(`insert into match (file, hash, short, record, head, state, game, rules, begun, changed, until, rest, ended, result, rated, strict, late)
			values ('four.kif', 'four', 'four', '', '', 'over', 'quoridor', 'players=4', 1, 2, 3, 253370764800000000, 4, '4 1 2 2', 1, 1, 6)`)
		var players []string
		for i, name := range names {
			d.Change(`insert into seat (file, address, seat) values ('four.kif', $1, $2)`, address(name), i+1)
			players = append(players, address(name))
		}
		after, err := events.RatingsAfter(d, "quoridor", "players=4", "four.kif", players)
		var got []int
		for _, r := range after {
			got = append(got, r.Rounded())
		}
		if want := []int{1338, 1662, 1500, 1500}; !slices.Equal(got, want) {
			t.Errorf("the ratings are %v, want %v", got, want)
		}
		if err != nil {
			return err
		}
		history, err := events.History(d, address("Bob"))
		if len(history) != 1 || !slices.Equal(history[0].Names, names) || !slices.Equal(history[0].Places, []int{4, 1, 2, 2}) || history[0].After.Rounded() != 1662 {
			t.Errorf("the history of Bob is %+v", history)
		}
		return err
	})
}

// TestEventsAreRated checks that the games of a rated event are rated, and that its players are numbered by rating.
func TestEventsAreRated(t *testing.T) {
	a := newArena(t, func(o db.Options) db.DB {
		b, err := db.Open(t.Context(), dbtest.File(t), o)
		dbtest.Must(t, err)
		t.Cleanup(b.Close)
		return b
	}, "Alice", "Bob", "Carol")
	a.plays(true, "Alice", "Bob", "e2", "e8")
	a.do(func(d *game.Deal) error {
		def := five()
		def.Players, def.Until = 0, d.At.Add(time.Hour)
		return events.Define(d, def)
	})
	a.enters("Autumn open", "Alice", "Carol", "Bob")
	a.do(func(d *game.Deal) error { return events.Start(d, "Autumn open") })
	a.do(func(d *game.Deal) error { // nobody may see the address of a player who is no member any more
		_, err := d.Exec(`delete from member where name = 'Alice'`)
		return err
	})
	l := a.log("Autumn open")
	for i, want := range []string{"Bob 1662", "Carol 1500", "alice 1338"} {
		if got := fmt.Sprint(l.Entrants[i].Name, " ", l.Entrants[i].Rating); got != want {
			t.Errorf("number %d is %s, not %s", i+1, got, want)
		}
	}
}
