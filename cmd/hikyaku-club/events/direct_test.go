package events_test

import (
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/kif"
	"hikyaku/match"
)

// TestRatedAgain checks that a match which was ended without a result is rated after all when it gets one.
func TestRatedAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob")
		def := five()
		def.Players = 2
		a.do(func(d *game.Deal) error { return events.Define(d, def) })
		a.enters(def.Name, "Alice", "Bob")
		file := a.log(def.Name).Pairings[0].Match
		for _, move := range []kif.Move{"e2", "e8"} {
			a.do(func(d *game.Deal) error { return moves(d, file, move) })
		}
		for _, step := range []struct {
			result standings.Outcome
			rated  bool
		}{{standings.Void, false}, {standings.Drawn, true}, {standings.Void, false}} {
			a.Wait(time.Minute)
			a.do(func(d *game.Deal) error { return events.Decide(d, def.Name, 1, 1, step.result, director) })
			a.do(func(d *game.Deal) error {
				var rated bool
				_, err := db.One(d, `select rated from match where file = $1`, []any{file}, &rated)
				if rated != step.rated {
					t.Errorf("after %s the match is rated: %t", step.result, rated)
				}
				return err
			})
		}
	})
}

// TestDecide ends a match with the director's words in its record, notifies both players, and corrects the result.
func TestDecide(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob")
		def := five()
		def.Players, def.Kind, def.Rounds = 2, events.DoubleRoundRobin, 0
		a.do(func(d *game.Deal) error { return events.Define(d, def) })
		a.enters(def.Name, "Alice", "Bob")
		a.Run()
		p := a.log(def.Name).Pairings[0]
		for _, result := range []standings.Outcome{standings.Drawn, standings.SecondWon, standings.FirstWon} {
			a.Wait(time.Minute)
			a.do(func(d *game.Deal) error {
				if result != standings.FirstWon {
					return events.Decide(d, def.Name, 1, 1, result, director)
				}
				m, err := d.Shelf.Open("/club/" + p.Match)
				dbtest.Must(t, err)
				return events.Adjudicate(d, m.Short(), result, director) // finds the pairing of a match of an event
			})
			a.Run()
			a.do(func(d *game.Deal) error {
				m, err := d.Shelf.Open("/club/" + p.Match)
				if err == nil && (m.Outcome == nil || events.ResultOf(m.Match) != result || m.Record.Events[m.LastEntry()].Comment != director.Why) {
					t.Errorf("the record says %+v", m.Outcome)
				}
				return err
			})
			how := map[standings.Outcome][2]string{
				standings.FirstWon: {"you win", "you lose"}, standings.SecondWon: {"you lose", "you win"}, standings.Drawn: {"it is a draw", "it is a draw"},
			}[result]
			for seat, n := range p.Players {
				name := a.log(def.Name).Entrants[n-1].Name
				if got := a.told(name, "Autumn open: a decision of the director"); !strings.Contains(strings.Join(strings.Fields(got), " "), how[seat]) {
					t.Errorf("%s is not told that %s of %s: %s", name, how[seat], result, got)
				}
			}
		}
		l := a.log(def.Name)
		if q := l.Pairings[0]; q.Result != standings.FirstWon || !q.Decided || len(q.Was) != 2 || q.Was[0].Result != standings.Drawn || q.Was[1].Result != standings.SecondWon || len(l.Pairings) != 2 {
			t.Errorf("the game is %+v of %d", q, len(l.Pairings))
		}
		if found := l.Check(); len(found) != 0 {
			t.Errorf("the corrected event is not well: %v", found)
		}
		a.Wait(time.Minute)
		for _, want := range []string{"", "already in that state"} {
			a.answers(want, func(d *game.Deal) error { return events.Pause(d, def.Name, false, director) })
		}
		file := a.log(def.Name).Pairings[1].Match
		halted := func() (is bool) {
			a.do(func(d *game.Deal) error {
				m, err := d.Shelf.Open("/club/" + file)
				is = !m.Paused.IsZero() && m.Halted
				return err
			})
			return is
		}
		if !halted() {
			t.Error("the clock runs in a paused event")
		}
		a.Run()
		a.do(func(d *game.Deal) error {
			m, err := d.Shelf.Open("/club/" + file)
			if err != nil {
				return err
			}
			list, err := events.Stalled(d)
			if len(list) != 1 || !strings.Contains(list[0].En, m.Short()) {
				t.Errorf("what stands still is %+v", list)
			}
			return err
		})
		a.do(func(d *game.Deal) error { return moves(d, file, "e2") })
		if !halted() {
			t.Error("the clock runs after a move in a paused event")
		}
		for _, want := range []string{"", "already in that state"} {
			a.answers(want, func(d *game.Deal) error { return events.Pause(d, def.Name, true, director) })
		}
		if halted() {
			t.Error("the clock stands in an event that was resumed")
		}
		a.do(func(d *game.Deal) error {
			m, err := d.Shelf.Open("/club/" + file)
			if err != nil {
				return err
			}
			before, _ := m.Clock.Deadline(1)
			for _, more := range []time.Duration{59 * time.Minute, 400 * 24 * time.Hour} {
				if err := events.Extend(d, m.Short(), more, director); err == nil || !strings.Contains(err.Error(), "1 hour to 366 days") {
					t.Errorf("a player gets %s more: %v", more, err)
				}
			}
			for _, more := range []time.Duration{time.Hour, 48 * time.Hour} {
				if err = events.Extend(d, m.Short(), more, director); err != nil {
					return err
				}
			}
			if m, err = d.Shelf.Open("/club/" + file); err == nil {
				if after, _ := m.Clock.Deadline(1); after != before.Add(49*time.Hour) {
					t.Errorf("the time runs until %s, not 49 hours after %s", after, before)
				}
			}
			return err
		})
		a.Wait(time.Minute)
		for _, want := range []string{"", "already over"} {
			a.answers(want, func(d *game.Deal) error { return events.Cancel(d, def.Name, director) })
		}
		a.Run()
		l = a.log(def.Name)
		if !l.Cancelled || l.Ended.IsZero() || l.Pairings[1].Result != standings.Void || len(l.Check()) != 0 {
			t.Errorf("the cancelled event is %+v: %v", l, l.Check())
		}
		for name, results := range map[string][3]string{"Alice": {"it is a draw", "you lose", "you win"}, "Bob": {"it is a draw", "you win", "you lose"}} {
			opponent := map[string]string{"Alice": "Bob", "Bob": "Alice"}[name]
			var told, want []string
			for _, letter := range a.Box(address(name)) {
				if strings.HasPrefix(letter.Subject, def.Name) && strings.Contains(letter.Text, director.Why) {
					told = append(told, strings.Join(strings.Fields(strings.Split(letter.Text, "\n\n")[0]), " "))
				}
			}
			for _, result := range append(results[:], "nobody gets a point") {
				want = append(want, "The director of "+def.Name+" has decided your game against "+opponent+": "+result+".")
			}
			want = append(want, def.Name+" is cancelled. Its unfinished games have ended without a result.")
			slices.Sort(told)
			slices.Sort(want)
			if !slices.Equal(told, want) {
				t.Errorf("%s is told %q, want %q", name, told, want)
			}
		}
		a.do(func(d *game.Deal) error {
			m, err := d.Shelf.Open("/club/" + file)
			if m.Outcome == nil || m.Outcome.Places != nil {
				t.Errorf("the outcome is %+v", m.Outcome)
			}
			return err
		})
		a.do(func(d *game.Deal) error {
			list, err := game.Decisions(d)
			var what []string
			for _, made := range list {
				what = append(what, string(made.What))
				if made.Why == "" || made.Who == "" {
					t.Errorf("a decision without its reason: %+v", made)
				}
			}
			if len(list) != 9 {
				t.Errorf("the decisions are %v", what)
			}
			return err
		})
	})
}

// TestPausedEvent checks that a paused event makes no new games and ends no round, and continues when it is resumed.
func TestPausedEvent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		for _, def := range []events.Definition{
			{Name: "Cup", Kind: events.Swiss, Rounds: 2, Round: "20d"}, {Name: "League", Kind: events.RoundRobin},
		} {
			a := newArena(t, open, "Alice", "Bob", "Carol", "Dan")
			def.Game, def.Control, def.Players = "quoridor", "30d", 4
			a.do(func(d *game.Deal) error { return events.Define(d, def) })
			a.enters(def.Name, "Alice", "Bob", "Carol", "Dan")
			a.Run()
			a.loses(def.Name, "Alice")
			a.Wait(15 * 24 * time.Hour)
			a.do(func(d *game.Deal) error { return events.Pause(d, def.Name, false, director) })
			a.Run()
			a.Wait(15 * 24 * time.Hour)
			a.due()
			if l := a.log(def.Name); l.Pairings[0].Result == standings.Drawn || l.Pairings[1].Result == standings.Drawn {
				t.Errorf("a round of a paused event has ended: %+v", l.Pairings)
			}
			for _, name := range []string{"Bob", "Carol", "Dan"} {
				if p, playing := openGame(a.log(def.Name), name); playing && p.Round == 1 {
					a.loses(def.Name, name)
					a.due()
					break
				}
			}
			if l := a.log(def.Name); len(l.Pairings) != 2 || l.Pairings[0].Result == "" || l.Pairings[1].Result == "" || len(l.Check()) != 0 {
				t.Errorf("the paused %s has %d games: %v", def.Name, len(l.Pairings), l.Check())
			}
			a.Wait(time.Minute)
			a.do(func(d *game.Deal) error { return events.Pause(d, def.Name, true, director) })
			a.Run()
			if l := a.log(def.Name); len(l.Pairings) != 4 || len(l.Check()) != 0 {
				t.Errorf("the resumed %s has %d games: %v", def.Name, len(l.Pairings), l.Check())
			}
		}
	})
}

// TestAcceptedWhilePaused checks that the clock of a match that begins while its event is paused is stopped, and starts with the event.
func TestAcceptedWhilePaused(t *testing.T) {
	a := newArena(t, onFile(t), "Alice", "Bob")
	a.do(func(d *game.Deal) error {
		if _, err := d.Exec(`update member set program = 1`); err != nil {
			return err
		}
		def := five()
		def.Players = 2
		return events.Define(d, def)
	})
	a.enters("Autumn open", "Alice", "Bob")
	a.do(func(d *game.Deal) error { return events.Pause(d, "Autumn open", false, director) })
	file := path.Join(game.Folder, a.log("Autumn open").Pairings[0].Match)
	for n := range byte(2) {
		a.do(func(d *game.Deal) error {
			c, err := d.Shelf.Open(file)
			if err == nil {
				_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
					return d.Shelf.Sign(m, kif.Event{Step: kif.Accept{}, Mail: kif.Hash{n + 1}, Posted: true}, m.Roster.Joining())
				})
			}
			return err
		})
	}
	for _, stopped := range []bool{true, false} {
		a.do(func(d *game.Deal) error {
			m, err := d.Shelf.Open(file)
			if err == nil && (m.Roster.Joining() != 0 || m.Paused.IsZero() == stopped) {
				t.Errorf("the clock runs: %t, want %t", m.Paused.IsZero(), !stopped)
			}
			return err
		})
		if stopped {
			a.do(func(d *game.Deal) error { return events.Pause(d, "Autumn open", true, director) })
		}
	}
}

// TestPausedByPlayers checks that a match that its players have paused stays so while their event is paused and resumed.
func TestPausedByPlayers(t *testing.T) {
	a := newArena(t, onFile(t), "Alice", "Bob")
	def := five()
	def.Players = 2
	a.do(func(d *game.Deal) error { return events.Define(d, def) })
	a.enters(def.Name, "Alice", "Bob")
	file := path.Join(game.Folder, a.log(def.Name).Pairings[0].Match)
	for i, step := range []kif.Step{kif.PauseOffer{}, kif.Agree{To: kif.PauseQuestion}} {
		a.do(func(d *game.Deal) error {
			c, err := d.Shelf.Open(file)
			if err == nil {
				_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
					return d.Shelf.Sign(m, kif.Event{Step: step, Seat: i + 1, Mail: kif.Hash{1}, Posted: true}, m.Roster.PartyOf(i+1))
				})
			}
			return err
		})
	}
	for _, resume := range []bool{false, true} {
		a.do(func(d *game.Deal) error { return events.Pause(d, def.Name, resume, director) })
		a.do(func(d *game.Deal) error {
			m, err := d.Shelf.Open(file)
			if err == nil && (m.Paused.IsZero() || m.Halted) {
				t.Errorf("after Pause with resume %t: %s", resume, m.Status().En)
			}
			return err
		})
	}
}

// TestRoundEnds checks that a round is longer by the pauses of its event, and that its players are told its end: three days before, or
// when half of a short round is over.
func TestRoundEnds(t *testing.T) {
	type day struct {
		day    int
		told   string // of the end
		result standings.Outcome
	}
	for _, c := range []struct {
		round  string
		pauses []int // the days of their beginnings and ends
		days   []day
	}{
		{"4d", nil, []day{{1, "", ""}, {2, "ends on Friday 6 November, 09:00", ""}, {3, "Friday", ""}, {4, "Friday", standings.Drawn}}},
		{"20d", []int{5, 15}, []day{{26, "", ""}, {27, "ends on Wednesday 2 December, 09:00", ""}, {29, "Wednesday", ""}, {31, "Wednesday", standings.Drawn}}},
	} {
		a := newArena(t, onFile(t), "Alice", "Bob")
		def := events.Definition{Name: "Cup", Kind: events.Swiss, Game: "quoridor", Control: "60d", Rounds: 1, Round: c.round, Players: 2}
		a.do(func(d *game.Deal) error { return events.Define(d, def) })
		a.enters(def.Name, "Alice", "Bob")
		begun := a.log(def.Name).Begun
		on := func(day int) { a.Wait(begun.AddDate(0, 0, day).Sub(a.Clock())) }
		for i, day := range c.pauses {
			on(day)
			a.do(func(d *game.Deal) error { return events.Pause(d, def.Name, i%2 == 1, director) })
		}
		for _, want := range c.days {
			on(want.day)
			a.due()
			a.Run()
			if p, told := a.log(def.Name).Pairings[0], a.told("Alice", "Cup: round 1"); p.Result != want.result || (told == "") != (want.told == "") || !strings.Contains(told, want.told) {
				t.Errorf("a round of %s: on day %d the result is %q, and Alice is told %q", c.round, want.day, p.Result, told)
			}
		}
	}
}

// TestWeekly checks that the directors get the list of stalled matches once each Monday.
func TestWeekly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob")
		a.Club.Directors = []string{"dora@example.org", "dan@example.org"}
		def := five()
		def.Players = 2
		a.do(func(d *game.Deal) error { return events.Define(d, def) })
		a.enters(def.Name, "Alice", "Bob")
		got := map[time.Weekday]int{}
		for range 21 * 4 {
			a.Wait(6 * time.Hour)
			before := len(a.Box("dora@example.org"))
			for _, task := range events.Tasks(a.Club) {
				if task.Name == events.StalledTask {
					dbtest.Must(t, task.Alone(t.Context(), ""))
				}
			}
			a.Run()
			if n := len(a.Box("dora@example.org")) - before; n > 0 {
				got[a.Clock().Weekday()] += n
				if last := a.Last("dora@example.org"); a.Clock().Hour() < 6 || !strings.Contains(last.Text, "Alice") || !strings.Contains(last.Text, def.Name) {
					t.Errorf("at %s the director reads %q", a.Clock(), last.Text)
				}
			}
		}
		if len(got) != 1 || got[time.Monday] < 2 || got[time.Monday] > 3 || len(a.Box("dan@example.org")) != got[time.Monday] {
			t.Errorf("in three weeks the director gets %v messages, the other %d", got, len(a.Box("dan@example.org")))
		}
	})
}

// TestStalled checks which matches the list of stalled ones has, and what it says about them.
func TestStalled(t *testing.T) {
	a := newArena(t, onFile(t), "Alice", "Bob", "Carol", "Dan")
	a.do(func(d *game.Deal) error {
		_, err := d.Exec(`update member set program = (name = 'Dan')`)
		return err
	})
	for name, who := range map[string]string{"Asked": "Dan", "Late": "Bob", "Stopped": "Carol"} {
		def := five()
		def.Name, def.Players = name, 2
		a.do(func(d *game.Deal) error { return events.Define(d, def) })
		a.enters(name, "Alice", who)
	}
	a.do(func(d *game.Deal) error { return events.Pause(d, "Stopped", false, director) })
	const stopped = "Stopped, Alice and Carol: Alice to move, the clock has been stopped by the umpire since 2 November 2026; last change on 2 November 2026."
	for _, test := range []struct {
		wait time.Duration
		want []string
	}{
		{3*24*time.Hour - time.Minute, []string{stopped}},
		{2 * time.Minute, []string{
			"Asked, Alice and Dan: waiting for Dan to answer the invitation; invited on 2 November 2026.",
			"Late, Alice and Bob: Alice to move; out of time since 5 November 2026.", stopped,
		}},
	} {
		a.Wait(test.wait)
		var got []string
		a.do(func(d *game.Deal) error {
			list, err := events.Stalled(d)
			for _, line := range list {
				_, text, _ := strings.Cut(line.En, " ")
				got = append(got, text)
			}
			return err
		})
		if slices.Sort(got); !slices.Equal(got, test.want) {
			t.Errorf("after %s the stalled matches are %q", test.wait, got)
		}
	}
}

// TestDirectedEntries enters and withdraws a member on behalf of the director, and checks that they are notified.
func TestDirectedEntries(t *testing.T) {
	a := newArena(t, onFile(t), "Alice", "Bob", "Carol")
	def := five()
	def.Players = 9
	a.do(func(d *game.Deal) error { return events.Define(d, def) })
	a.do(func(d *game.Deal) error {
		return events.Admit(d, def.Name, kif.Seat{Name: "Carol", Address: address("Carol")}, director)
	})
	a.enters(def.Name, "Alice")
	a.do(func(d *game.Deal) error {
		return events.Expel(d, def.Name, kif.Seat{Name: "Alice", Address: address("Alice")}, director)
	})
	a.Run()
	for name, text := range map[string]string{"Carol": "has entered you", "Alice": "has withdrawn you"} {
		if got := a.Last(address(name)).Text; !strings.Contains(got, text) || !strings.Contains(got, director.Why) {
			t.Errorf("%s is told %q", name, got)
		}
	}
	if l := a.log(def.Name); len(l.Entrants) != 1 || l.Entrants[0].Name != "Carol" {
		t.Errorf("the entrants are %+v", l.Entrants)
	}
	a.answers("Only members", func(d *game.Deal) error {
		return events.Admit(d, def.Name, kif.Seat{Name: "Nobody", Address: "nobody@example.com"}, director)
	})
	a.answers("Carol has already entered Autumn open", func(d *game.Deal) error {
		return events.Admit(d, def.Name, kif.Seat{Name: "Carol", Address: address("Carol")}, director)
	})
	a.answers("Alice has not entered Autumn open", func(d *game.Deal) error {
		return events.Expel(d, def.Name, kif.Seat{Name: "Alice", Address: address("Alice")}, director)
	})
}

// TestWithdrawnInGame checks that a withdrawal ends the player's match and is told to the opponent, and that an event that is
// canceled afterwards, with rounds to come, is valid.
func TestWithdrawnInGame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob", "Carol", "Dan")
		def := five()
		def.Players = 4
		a.do(func(d *game.Deal) error { return events.Define(d, def) })
		a.enters(def.Name, "Alice", "Bob", "Carol", "Dan")
		a.Run()
		p, _ := openGame(a.log(def.Name), "Carol")
		a.Wait(time.Hour)
		a.answers("", func(d *game.Deal) error { return events.Leave(d, "CAROL@example.com") })
		a.Run()
		l := a.log(def.Name)
		a.do(func(d *game.Deal) error {
			m, err := d.Shelf.Open("/club/" + p.Match)
			if err == nil && (m.Outcome == nil || events.ResultOf(m.Match) != l.Pairings[p.Board-1].Result || m.For(0).Ending().En != "Bob won by the umpire's decision") {
				t.Errorf("the match of the player who has withdrawn: %s", m.Status().En)
			}
			return err
		})
		if text := a.Last(address("Bob")).Text; !strings.Contains(text, "Carol has withdrawn from "+def.Name) {
			t.Errorf("the opponent reads\n%s", text)
		}
		a.Wait(time.Hour)
		a.do(func(d *game.Deal) error { return events.Cancel(d, def.Name, director) })
		a.Run()
		if l = a.log(def.Name); len(l.Pairings) != 2 || len(l.Check()) != 0 {
			t.Errorf("the canceled event has %d games: %v", len(l.Pairings), l.Check())
		}
	})
}
