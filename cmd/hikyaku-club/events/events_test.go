package events_test

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/standings"
	_ "hikyaku/internal/gctest"
	"hikyaku/kif"
	"hikyaku/match"
)

// arena is a club that arranges matches.
type arena struct {
	*clubtest.Hall
	letters byte
}

// director is who decides in the tests.
var director = game.By{Who: "dora@example.org", Why: "Both have agreed to it."}

// newArena returns a club with members.
func newArena(t *testing.T, open dbtest.Opener, names ...string) *arena {
	a := &arena{Hall: clubtest.New(t, open(db.Options{}))}
	a.Club.Changed = events.Changed
	a.do(func(d *game.Deal) error {
		for _, name := range names {
			lang := "en"
			if name == "Eve" {
				lang = "ja"
			}
			if _, err := d.Exec(`insert into member (address, name, handle, lang, joined) values ($1, $2, $3, $4, 1)`, address(name), name, strings.ToLower(name), lang); err != nil {
				return err
			}
		}
		return nil
	})
	a.do(func(d *game.Deal) error {
		for _, statement := range []string{
			`insert into event (name, data, made, begun, ended, state) values ('Another', '{"name":"Another"}', 1, 2, 3, 'over')`,
			`insert into entrant (event, address, number, at, gone, rating) select 'Another', address, 7, 1, 4, 8 from member`,
			`insert into pairing (event, round, board, players, at, result, known, decided) values ('Another', 1, 1, '', 1, '1-0', 5, 1)`,
			`insert into match (file, hash, short, record, head, state, game, rules, begun, changed, until, rest, ended, result, rated, event, strict, late)
				values ('another.kif', 'another', 'another', '', '', 'over', 'none', '', 1, 2, 3, 253370764800000000, 4, '1 2', 0, 'Another', 1, 6)`,
		} {
			if _, err := d.Exec(statement); err != nil {
				return err
			}
		}
		return nil
	})
	before := a.others()
	t.Cleanup(func() {
		if after := a.others(); !t.Failed() && after != before {
			t.Errorf("the rows of another event were\n%s\nand are\n%s", before, after)
		}
	})
	return a
}

// others returns the rows of an event with the same members, and of its match, which no test is about.
func (a *arena) others() (rows string) {
	a.Helper()
	dbtest.Must(a, a.Club.Base.Do(context.WithoutCancel(a.Context()), func(tx db.Tx) error {
		for _, query := range []string{
			`select data || made || ' ' || begun || ' ' || ended || ' ' || state || paused || warned || cancelled from event where name = 'Another'`,
			`select address || ' ' || number || ' ' || at || ' ' || gone || ' ' || rating || letter || byes from entrant where event = 'Another' order by address`,
			`select players || at || ' ' || file || result || known || ' ' || decided || ' ' || was from pairing where event = 'Another'`,
			`select state || changed || ' ' || until || ' ' || rest || ' ' || ended || ' ' || result || ' ' || rated || event || round || ladder || strict || ' ' || late from match where file = 'another.kif'`,
		} {
			list, err := db.Texts(tx, query)
			if err != nil {
				return err
			}
			rows += strings.Join(list, "\n") + "\n"
		}
		return nil
	}))
	return rows
}

// onFile returns an opener for SQLite only.
func onFile(t *testing.T) dbtest.Opener {
	return func(o db.Options) db.DB {
		b, err := db.Open(t.Context(), dbtest.File(t), o)
		dbtest.Must(t, err)
		t.Cleanup(b.Close)
		return b
	}
}

func address(name string) string { return strings.ToLower(name) + "@example.com" }

// do does work in one transaction, and all that follows.
func (a *arena) do(work func(*game.Deal) error) {
	a.Helper()
	a.Wait(time.Second)
	dbtest.Must(a, a.Club.Do(a.Context(), work))
}

// letter is the hash of another letter.
func (a *arena) letter() kif.Hash {
	a.letters++
	return kif.Hash{a.letters}
}

// enters enters members for an event.
func (a *arena) enters(event string, names ...string) {
	a.Helper()
	for _, name := range names {
		a.do(func(d *game.Deal) error {
			return events.Enter(d, event, address(name), a.letter())
		})
	}
}

// log is the record of an event, which must have nothing that does not follow.
func (a *arena) log(event string) (l events.Log) {
	a.Helper()
	a.do(func(d *game.Deal) (err error) {
		l, err = events.LogOf(d, event)
		return err
	})
	if !l.Begun.IsZero() {
		for _, f := range l.Check() {
			a.Errorf("%s", f.En)
		}
	}
	return l
}

// openGame is the open game of a player.
func openGame(l events.Log, name string) (p events.Pairing, ok bool) {
	for _, p := range l.Pairings {
		if p.Result == "" && slices.ContainsFunc(p.Players, func(n int) bool { return l.Entrants[n-1].Name == name }) {
			return p, true
		}
	}
	return p, false
}

// resigns lets somebody resign a match by letter.
func resigns(d *game.Deal, file, address string) error {
	c, err := d.Shelf.Open(path.Join(game.Folder, file))
	if err != nil {
		return err
	}
	_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
		party := m.Roster.At(address)
		return d.Shelf.Sign(m, kif.Event{Step: kif.Resignation, Seat: m.Roster.SeatOf(party), Mail: kif.Hash{1}, Posted: true}, party)
	})
	return err
}

// loses lets somebody lose his game of an event.
func (a *arena) loses(event, name string) {
	a.Helper()
	l := a.log(event)
	p, ok := openGame(l, name)
	if !ok {
		a.Fatalf("%s has no game", name)
	}
	a.do(func(d *game.Deal) error { return resigns(d, p.Match, address(name)) })
}

// told is the newest letter to somebody about an event or a ladder, "" for none.
func (a *arena) told(name, subject string) string {
	for _, l := range slices.Backward(a.Box(address(name))) {
		if strings.HasPrefix(l.Subject, subject) {
			return l.Text
		}
	}
	return ""
}

func five() events.Definition {
	return events.Definition{Name: "Autumn open", Kind: events.RoundRobin, Game: "quoridor", Control: "3d", Rated: true, Players: 5}
}

// TestRoundRobin plays a round robin of five, in which the better number always wins.
func TestRoundRobin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob", "Carol", "Dan", "Eve")
		a.do(func(d *game.Deal) error { return events.Define(d, five()) })
		a.enters("autumn OPEN", "Alice", "Bob", "Carol", "Dan", "Eve")
		played := 0
		for {
			l := a.log("Autumn open")
			i := slices.IndexFunc(l.Pairings, func(p events.Pairing) bool { return p.Result == "" })
			if i < 0 {
				break
			}
			if n := len(l.Pairings); n != 2*l.Pairings[n-1].Round {
				t.Errorf("%d games are made in %d rounds", n, l.Pairings[n-1].Round)
			}
			played++
			a.loses("Autumn open", l.Entrants[max(l.Pairings[i].Players[0], l.Pairings[i].Players[1])-1].Name)
		}
		if played != 10 {
			t.Errorf("%d games are played", played)
		}
		a.Run()
		text := a.told("Alice", "Autumn open")
		for _, want := range []string{"Autumn open is over. You finished in place 1 of 5.", "1    Alice"} {
			if !strings.Contains(text, want) {
				t.Errorf("the letter does not say %q: %s", want, text)
			}
		}
		if text := a.told("Eve", "Autumn open"); !strings.HasPrefix(text, "Autumn openが終わりました。5名中5位です。") {
			t.Errorf("Eve, who reads Japanese, reads %s", text)
		}
		for _, l := range a.Box("alice@example.com") {
			for line := range strings.Lines(l.Text) {
				if strings.HasPrefix(l.Subject, "Autumn open") && len(line) > 73 {
					t.Errorf("a line is too long: %s", line)
				}
			}
		}
		var list []events.Event
		a.do(func(d *game.Deal) (err error) {
			list, err = events.Events(d)
			list = slices.DeleteFunc(list, func(e events.Event) bool { return e.Name == "Another" })
			return err
		})
		if len(list) != 1 || list[0].State != events.Over || list[0].Entered != 5 || list[0].Rules == "" {
			t.Errorf("the events are %+v", list)
		}
	})
}

// TestContinuous plays an event without rounds of eight, in which one game is slow: the others continue without it.
func TestContinuous(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		names := []string{"Alice", "Bob", "Carol", "Dan", "Eve", "Frank", "Grace", "Heidi"}
		a := newArena(t, open, names...)
		a.do(func(d *game.Deal) error {
			return events.Define(d, events.Definition{Name: "Cup", Kind: events.Continuous, Game: "quoridor", Rules: "players=2", Control: "3d", Rounds: 3, Until: d.At.Add(time.Hour)})
		})
		a.enters("Cup", names...)
		a.due()
		if l := a.log("Cup"); !l.Begun.IsZero() {
			t.Fatal("it has begun too early")
		}
		a.Wait(time.Hour)
		a.due()
		slow, _ := openGame(a.log("Cup"), "Alice")
		others := func(p events.Pairing) bool { return p.Result == "" && p.Match != slow.Match }
		for range 30 {
			l := a.log("Cup")
			i := slices.IndexFunc(l.Pairings, others)
			if i < 0 {
				break
			}
			a.loses("Cup", l.Entrants[l.Pairings[i].Players[1]-1].Name)
		}
		l := a.log("Cup")
		if n := len(l.Pairings); n < 8 || !l.Ended.IsZero() {
			t.Errorf("%d games are made beside the slow one", n)
		}
		a.loses("Cup", "Alice")
		for range 20 {
			a.Wait(24 * time.Hour)
			a.due()
			if l = a.log("Cup"); !l.Ended.IsZero() {
				break
			}
			for _, p := range l.Pairings {
				if p.Result == "" {
					a.loses("Cup", l.Entrants[p.Players[0]-1].Name)
				}
			}
		}
		if table := l.Table(); l.Ended.IsZero() || len(table.Rows) != 8 || len(l.CheckTable(*table)) > 0 {
			t.Errorf("the event ends at %s with %+v", l.Ended, table)
		}
		for i := range l.Entrants {
			games := 0
			for _, p := range l.Pairings {
				if slices.Contains(p.Players, i+1) {
					games++
				}
			}
			if games != 3 {
				t.Errorf("%s has %d games", l.Entrants[i].Name, games)
			}
		}
	})
}

// TestSwiss plays a Swiss event of seven with a bye on request, a player who leaves, and a game that isn't over in time.
func TestSwiss(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		names := []string{"Alice", "Bob", "Carol", "Dan", "Eve", "Frank", "Grace"}
		a := newArena(t, open, names...)
		a.do(func(d *game.Deal) error {
			return events.Define(d, events.Definition{Name: "Cup 2026", Kind: events.Swiss, Game: "quoridor", Rules: "players=2", Control: "30d", Rounds: 3, Round: "20d", Players: 7})
		})
		a.enters("Cup 2026", names...)
		a.do(func(d *game.Deal) error {
			return events.Define(d, events.Definition{Name: "League", Kind: events.RoundRobin, Game: "quoridor", Rules: "players=2", Control: "30d", Players: 7})
		})
		a.enters("League", "Alice", "Bob")
		bye := func(text, name, want string) {
			t.Helper()
			a.do(func(d *game.Deal) error {
				noted, err := events.Bye(d, text, address(name), "")
				got := noted.En
				if err != nil {
					got = err.Error()
				}
				if !strings.Contains(got, want) {
					t.Errorf("a bye of %s in %q: %s, want %s", name, text, got, want)
				}
				return nil
			})
		}
		bye("Cup 2026 round 2", "Bob", "You have a bye in round 2")
		bye("Cup 2026 2", "Bob", "You have a bye in round 2")
		bye("cup 2026", "Bob", "You have a bye in round 2")
		bye("Cup 2026", "Carol", "You have a bye in round 2")
		bye("Cup 2026 3", "Carol", "aren't possible in the last one")
		bye("Cup 2026 第1回戦", "Dan", "Round 1 of Cup 2026 has already started")
		bye("Cup", "Dan", "no event called")
		bye("League", "Bob", "only Swiss events have them")
		bye("Cup 2026", "Zoe", "You have not entered")
		a.do(func(d *game.Deal) error {
			return events.Define(d, events.Definition{Name: "Group 2", Kind: events.Swiss, Game: "quoridor", Rules: "players=2", Control: "30d", Rounds: 6, Players: 7})
		})
		a.enters("Group 2", "Bob")
		bye("Group 2", "Bob", "You have a bye in round 1")
		bye("Group 2 4", "Bob", "You have a bye in round 4")
		bye("Group 2 2", "Bob", "already asked for 2 byes")
		l := a.log("Cup 2026")
		if len(l.Pairings) != 4 || len(l.Pairings[3].Players) != 1 || l.Pairings[3].Result != standings.FirstWon {
			t.Fatalf("the first round is %+v", l.Pairings)
		}
		for _, p := range l.Pairings[:2] {
			a.loses("Cup 2026", l.Entrants[p.Players[1]-1].Name)
		}
		late := l.Pairings[2]
		name := l.Entrants[late.Players[0]-1].Name
		a.Wait(16 * 24 * time.Hour)
		a.due()
		if l = a.log("Cup 2026"); len(l.Pairings) != 4 || l.Pairings[2].Result != "" {
			t.Errorf("before the round ends, the games are %+v", l.Pairings)
		}
		a.Wait(2 * 24 * time.Hour)
		a.due()
		a.due()
		a.Run()
		if got := strings.Join(strings.Fields(a.told(name, "Cup 2026: round 1")), " "); !strings.Contains(got, "Your game with "+l.Entrants[late.Players[1]-1].Name+" isn't over") {
			t.Errorf("%s is told %q", name, got)
		}
		a.do(func(d *game.Deal) error {
			warned, err := db.Texts(d, `select name from event where warned > 0`)
			if !slices.Equal(warned, []string{"Cup 2026"}) {
				t.Errorf("the end of a round is near in %v", warned)
			}
			return err
		})
		a.Wait(3 * 24 * time.Hour)
		a.due()
		l = a.log("Cup 2026")
		if p := l.Pairings[2]; p.Result != standings.Drawn || !p.Decided {
			t.Errorf("a game that isn't over in time is %+v", p)
		}
		var half []string
		for _, p := range l.Pairings[4:] {
			if len(p.Players) == 1 && p.Result == standings.Drawn {
				half = append(half, l.Entrants[p.Players[0]-1].Name)
			}
		}
		if slices.Sort(half); !slices.Equal(half, []string{"Bob", "Carol"}) {
			t.Errorf("half a point for a bye have %v", half)
		}
		a.do(func(d *game.Deal) error {
			return events.Withdraw(d, "Cup 2026", address("Grace"))
		})
		for range 10 {
			l = a.log("Cup 2026")
			i := slices.IndexFunc(l.Pairings, func(p events.Pairing) bool { return p.Result == "" })
			if i < 0 {
				break
			}
			a.loses("Cup 2026", l.Entrants[l.Pairings[i].Players[0]-1].Name)
		}
		table := l.Table()
		if l.Ended.IsZero() || len(table.Rows) != 7 || len(table.Rows[6].Games) != 3 || len(l.CheckTable(*table)) > 0 {
			t.Errorf("the event ends at %s with\n%s", l.Ended, table.Text("en"))
		}
		bye("Cup 2026", "Dan", "Cup 2026 is over")
		report, err := standings.ReadReport(l.Report().String())
		if err != nil || report.Table().Text("en") != table.Text("en") || report.Rounds != 3 {
			t.Errorf("the report reads %v\n%s, want\n%s", err, report.Table().Text("en"), table.Text("en"))
		}
	})
}

// answers checks that the answer to a member's request contains a text, or that there is none for "".
func (a *arena) answers(want string, ask func(*game.Deal) error) {
	a.Helper()
	a.do(func(d *game.Deal) error {
		err := ask(d)
		if want == "" {
			return err
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			a.Errorf("the answer is %v, not %q", err, want)
		}
		return nil
	})
}

// TestEntries enters people who may and may not, and takes some out again.
func TestEntries(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob", "Carol")
		def := five()
		def.Players, def.Until = 0, a.Clock().Add(24*time.Hour)
		a.do(func(d *game.Deal) error { return events.Define(d, def) })
		enter := func(event, name string) func(*game.Deal) error {
			return func(d *game.Deal) error { return events.Enter(d, event, address(name), a.letter()) }
		}
		withdraw := func(name string) func(*game.Deal) error {
			return func(d *game.Deal) error { return events.Withdraw(d, "autumn open", address(name)) }
		}
		a.answers("no event", enter("Spring open", "Alice"))
		a.answers("Only members", enter("Autumn open", "Mallory"))
		a.answers("", enter("Autumn open", "Alice"))
		a.answers("already", enter("Autumn open", "ALICE"))
		a.answers("", withdraw("Alice"))
		a.answers("have not entered", withdraw("Alice"))
		for _, name := range []string{"Bob", "Alice", "Carol"} {
			a.answers("", enter("Autumn open", name))
		}
		a.answers("", withdraw("Carol"))
		a.Wait(24 * time.Hour)
		a.due()
		a.answers("has already started", enter("Autumn open", "Carol"))
		a.answers("has already started", func(d *game.Deal) error { return events.Start(d, "Autumn open") })
		l := a.log("Autumn open")
		if len(l.Entrants) != 2 || l.Entrants[0].Name != "Bob" || len(l.Pairings) != 1 {
			t.Errorf("the event begins as %+v", l)
		}
		a.do(func(d *game.Deal) error {
			if err := events.Define(d, def); err == nil || !strings.Contains(err.Error(), "already") {
				t.Errorf("the event is made twice: %v", err)
			}
			def.Name, def.Until = "Winter open", d.At
			return events.Define(d, def)
		})
		a.enters("Winter open", "Carol")
		a.due()
		a.Run()
		if text := a.told("Carol", "Winter open"); !strings.HasPrefix(text, "Winter open was cancelled because too few players entered.") {
			t.Errorf("the only one who has entered is told %q", text)
		}
		a.answers("Winter open is over", enter("Winter open", "Bob"))
		a.answers("Winter open is over", func(d *game.Deal) error { return events.Withdraw(d, "Winter open", address("Carol")) })
		a.answers("not running", func(d *game.Deal) error { return events.Pause(d, "Winter open", false, game.By{}) })
	})
}

// TestDefine refuses events that cannot be.
func TestDefine(t *testing.T) {
	a := newArena(t, onFile(t))
	for want, change := range map[string]func(*events.Definition){
		"doesn't play": func(d *events.Definition) { d.Game = "chess" },
		`choose "round robin", "double round robin", "swiss" or "continuous"`: func(d *events.Definition) { d.Kind = "knockout" },
		"a time limit":          func(d *events.Definition) { d.Control = "" },
		"isn't a time limit":    func(d *events.Definition) { d.Control = "soon" },
		"a name":                func(d *events.Definition) { d.Name = " " },
		"on one line":           func(d *events.Definition) { d.Name = "Autumn\nopen" },
		"without @":             func(d *events.Definition) { d.Name = "autumn@example.com" },
		"depends on the number": func(d *events.Definition) { d.Rounds = 3 },
		"time is written as":    func(d *events.Definition) { d.Round = "30d" },
		"number of rounds":      func(d *events.Definition) { d.Kind = events.Swiss },
		"from 1 to 30":          func(d *events.Definition) { d.Kind, d.Rounds = events.Swiss, 31 },
		"written as 30d":        func(d *events.Definition) { d.Kind, d.Rounds, d.Round = events.Swiss, 3, "soon" },
		"a starting time":       func(d *events.Definition) { d.Players = 0 },
		"at least two":          func(d *events.Definition) { d.Players, d.Until = 1, begin },
		"for two-player games":  func(d *events.Definition) { d.Rules = "players=4" },
		"size":                  func(d *events.Definition) { d.Rules = "size=100" },
	} {
		def := five()
		change(&def)
		a.do(func(d *game.Deal) error {
			if err := events.Define(d, def); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("the error is %v, not %q", err, want)
			}
			return nil
		})
	}
}

// TestAbsence has a player who does not come, one who withdraws, and a decision of the director.
func TestAbsence(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob", "Carol", "Dan")
		a.do(func(d *game.Deal) error {
			_, err := d.Exec(`update member set program = 1 where name = 'Dan'`)
			if err != nil {
				return err
			}
			def := five()
			def.Players = 4
			return events.Define(d, def)
		})
		a.enters("Autumn open", "Alice", "Bob", "Carol", "Dan")
		a.loses("Autumn open", "Bob") // against Carol
		a.Wait(6 * 24 * time.Hour)
		a.due()
		p, waits := openGame(a.log("Autumn open"), "Dan")
		if !waits {
			t.Fatal("Dan has no game any more after six days")
		}
		a.Wait(24 * time.Hour)
		a.due()
		l := a.log("Autumn open")
		if p = l.Pairings[0]; p.Result != standings.FirstWon || p.Decided || len(l.Pairings) != 4 {
			t.Errorf("after a week the game of Dan is %+v", p)
		}
		a.answers("", func(d *game.Deal) error { return events.Withdraw(d, "Autumn open", address("Dan")) })
		l = a.log("Autumn open")
		for _, p := range l.Pairings {
			if slices.Contains(p.Players, 4) && (p.Result == "" || p.Round > 1 && !p.Decided) {
				t.Errorf("behind the withdrawal of Dan there is %+v", p)
			}
		}
		p, _ = openGame(l, "Alice")
		a.do(func(d *game.Deal) error {
			for event, want := range map[string]int{"": 1, "autumn OPEN": 1, "Spring open": 0} {
				if n, err := events.Unfinished(d, "Alice@example.com", event); err != nil || n != want {
					t.Errorf("by withdrawing from %q, Alice loses %d games, %v, want %d", event, n, err, want)
				}
			}
			for want, err := range map[string]error{
				"no board":       events.Decide(d, "Autumn open", p.Round, 7, standings.Drawn, director),
				"isn't a result": events.Decide(d, "Autumn open", p.Round, p.Board, "2-0", director),
				"already":        events.Decide(d, "Autumn open", 1, 1, standings.FirstWon, director),
			} {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("the error is %v, not %q", err, want)
				}
			}
			return events.Decide(d, "Autumn open", p.Round, p.Board, standings.Drawn, director)
		})
		forfeited := slices.IndexFunc(a.log("Autumn open").Pairings, func(p events.Pairing) bool { return p.Decided && p.Match == "" })
		if forfeited < 0 {
			t.Fatal("every game has a match")
		}
		p = a.log("Autumn open").Pairings[forfeited]
		a.do(func(d *game.Deal) error {
			return events.Decide(d, "Autumn open", p.Round, p.Board, standings.Drawn, director)
		})
		l = a.log("Autumn open")
		if last := l.Pairings[len(l.Pairings)-1]; last.Round != 3 || last.Result == "" && slices.Contains(last.Players, 4) {
			t.Errorf("behind the decision there is %+v", l.Pairings)
		}
	})
}

// TestRoundEndsTwice ends the last two games of a round in two transactions at once: the next round is made once.
func TestRoundEndsTwice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob", "Carol", "Dan")
		a.do(func(d *game.Deal) error {
			def := five()
			def.Players = 4
			return events.Define(d, def)
		})
		a.enters("Autumn open", "Alice", "Bob", "Carol", "Dan")
		a.Run()
		l := a.log("Autumn open")
		losers := []string{address(l.Entrants[l.Pairings[0].Players[0]-1].Name), address(l.Entrants[l.Pairings[1].Players[0]-1].Name)}
		for _, loser := range losers {
			for _, letter := range a.Box(loser) {
				if _, short, ok := strings.Cut(letter.Subject, "["); ok {
					a.Answers(loser, letter, "resign "+short[:4])
				}
			}
		}
		for _, loser := range losers {
			dbtest.Must(t, a.Club.Receive(t.Context(), a.Types(loser, "Re: "+a.Last(loser).Subject, "yes", a.Last(loser))))
		}
		var keys []string
		a.do(func(d *game.Deal) (err error) {
			keys, err = db.Texts(d, `select key from letter where read = 0`)
			return err
		})
		var both, done sync.WaitGroup
		both.Add(2)
		var arrived atomic.Int32
		a.Club.Changed = func(d *game.Deal, changes []game.Change) error {
			if changes[0].Ended() && arrived.Add(1) <= 2 && d.Base.Name() == "PostgreSQL" { // the other base begins one transaction after the other
				both.Done()
				both.Wait()
			}
			return events.Changed(d, changes)
		}
		task := a.Club.Tasks(game.Work{})[0]
		for _, key := range keys {
			done.Go(func() {
				if err := a.Club.Base.Do(t.Context(), func(tx db.Tx) error { return task.Do(tx, key) }); err != nil {
					t.Error(err)
				}
			})
		}
		done.Wait()
		l = a.log("Autumn open")
		if len(l.Pairings) != 4 {
			t.Errorf("the games are %+v", l.Pairings)
		}
		matches := 0
		a.do(func(d *game.Deal) error {
			_, err := db.One(d, `select count(*) from match where event = 'Autumn open'`, nil, &matches)
			return err
		})
		if matches != 4 {
			t.Errorf("%d matches are begun", matches)
		}
	})
}

// TestAcceptedFirst has a match that a player with hikyaku must accept before the club can for one who has written: it does so at once.
func TestAcceptedFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob", "Carol", "Dan")
		a.do(func(d *game.Deal) error {
			if _, err := d.Exec(`update member set program = 1 where name = 'Bob' or name = 'Carol'`); err != nil {
				return err
			}
			def := five()
			def.Kind, def.Players = events.DoubleRoundRobin, 2
			return events.Define(d, def)
		})
		a.enters("Autumn open", "Alice", "Bob")
		a.do(func(d *game.Deal) error { return events.Decide(d, "Autumn open", 1, 1, standings.Drawn, director) }) // in the next game Bob has the first seat
		for _, name := range []string{"Dan", "Carol"} {
			a.answers("", func(d *game.Deal) error {
				return events.JoinLadder(d, "quoridor", address(name), a.letter())
			})
		}
		a.challenges("", "Carol", "Dan")
		a.replies("", "Dan", true)
		p, _ := openGame(a.log("Autumn open"), "Alice")
		for _, file := range []string{p.Match, a.file()} {
			var asked, accepted *match.Match
			a.do(func(d *game.Deal) (err error) {
				c, err := d.Shelf.Open(path.Join(game.Folder, file))
				if err != nil {
					return err
				}
				c, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
					asked = m
					return d.Shelf.Sign(m, kif.Event{Step: kif.Accept{}, Mail: kif.Hash{1}, Posted: true}, m.Roster.Joining())
				})
				accepted = c.Match
				return err
			})
			if asked.Roster.Joining() != 2 || accepted.Roster.Joining() != 3 {
				t.Fatalf("party %d is asked first, then %d", asked.Roster.Joining(), accepted.Roster.Joining())
			}
			a.do(func(d *game.Deal) error {
				m, err := d.Shelf.Open(path.Join(game.Folder, file))
				if err == nil && m.Roster.Joining() != 0 {
					t.Errorf("%s waits for party %d", file, m.Roster.Joining())
				}
				return err
			})
		}
	})
}
