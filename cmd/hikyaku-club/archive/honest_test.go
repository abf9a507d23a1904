package archive_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/members"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/mailbox"
)

var (
	clubs = flag.Int("clubs", 1, "how many clubs TestHonest runs")
	first = flag.Uint64("first", 1, "the seed of the first of them")
)

// busy is a club in which members, a director and the operator do things by chance.
type busy struct {
	*published
	dice   *rand.Rand
	events []string
	trace  []string
}

// people are the members; the last one is the director.
var people = []string{"alice", "bob", "carol", "dave", "dora"}

// one returns one of several things.
func one[T any](b *busy, of ...T) T { return of[b.dice.IntN(len(of))] }

// write sends a message to the club, as an answer to another unless that is nil.
func (b *busy) write(who, text string, answers *mailbox.Letter) {
	b.trace = append(b.trace, fmt.Sprintf("%s: %s", who, text))
	subject := "Hello"
	if answers != nil {
		subject = "Re: " + answers.Subject
	}
	dbtest.Must(b, b.hall.Club.Receive(b.Context(), b.hall.Types(who+"@example.com", subject, text, answers)))
	b.hall.Run()
}

// last returns the newest message to somebody that fits, or nil.
func (b *busy) last(who string, fits func(*mailbox.Letter) bool) *mailbox.Letter {
	for _, l := range slices.Backward(b.hall.Box(who + "@example.com")) {
		if fits(l) {
			return l
		}
	}
	return nil
}

// asks sends a request to the club, and confirms it if the club asks.
func (b *busy) asks(who, text string) {
	own := func(l *mailbox.Letter) bool { return strings.HasPrefix(l.MessageID, "<club.") }
	b.write(who, text, b.last(who, own))
	if l := b.last(who, own); l != nil && strings.Contains(l.Text, `reply "yes"`) && b.dice.IntN(4) > 0 {
		b.write(who, "yes", l)
	}
}

// plays lets somebody do something in one of the open matches.
func (b *busy) plays() {
	var files []string
	b.does(func(d *game.Deal) (err error) {
		files, err = db.Texts(d, `select file from match where state <> 'over' order by file`)
		return err
	})
	if len(files) == 0 {
		return
	}
	var who, text, short string
	b.does(func(d *game.Deal) error {
		m, err := d.Shelf.Open("/club/" + one(b, files...))
		if err != nil {
			return err
		}
		party := m.Turn
		if party == 0 || b.dice.IntN(5) == 0 {
			party = 1 + b.dice.IntN(len(m.Roster.Parties))
		}
		who, _, _ = strings.Cut(m.Roster.Parties[party-1].Address, "@")
		short = m.Short()
		var moves []engine.Move
		for move := range m.Last().Moves() {
			if moves = append(moves, move); len(moves) == 40 {
				break
			}
		}
		text = one(b, "draw?", "agree", "undo", "resign", "yes", "no", "say: Hello", "away 2026-12-20..2026-12-22", "claim", "accept")
		if b.dice.IntN(4) > 0 && len(moves) > 0 {
			text = engine.ByHand(m.Last(), one(b, moves...)).En + one(b, "", "", " draw?", "\n\nsay: Good luck")
		}
		return nil
	})
	if l := b.last(who, func(l *mailbox.Letter) bool { return strings.Contains(l.Subject, short) }); l != nil {
		b.write(who, text, l)
		if strings.Contains(b.hall.Last(who+"@example.com").Text, `reply "yes"`) && b.dice.IntN(3) > 0 {
			b.write(who, "yes", b.hall.Last(who+"@example.com"))
		}
	}
}

// does does work in a transaction.
func (b *busy) does(work func(*game.Deal) error) {
	dbtest.Must(b, b.hall.Club.Do(b.Context(), work))
}

// tries does work that the club may refuse.
func (b *busy) tries(what string, work func(*game.Deal) error) {
	err := b.hall.Club.Do(b.Context(), work)
	b.trace = append(b.trace, fmt.Sprintf("%s: %v", what, err))
}

// tasks does what the tasks of events do.
func (b *busy) tasks() {
	for _, task := range events.Tasks(b.hall.Club) {
		for _, key := range slices.Compact(b.hall.Found(task)) {
			if err := task.Alone(b.Context(), key); err != nil {
				b.Errorf("%s %s: %v", task.Name, key, err)
			}
		}
	}
	b.hall.Run()
}

// step does one thing.
func (b *busy) step() {
	who, other := one(b, people...), one(b, people...)
	b.hall.Wait(time.Duration(b.dice.IntN(600)) * time.Minute)
	rated, name := one(b, "", " rated", " rated strict", " strict", " engines"), one(b, "quoridor", "shogi", "minishogi", "rengi", "goryujin", "slashchain", "dice shogi", "quoridor for four", "hyper")
	control := one(b, " 1d", " 2d", " 10d+1d")
	var matches []string
	b.does(func(d *game.Deal) (err error) {
		matches, err = db.Texts(d, `select short from match order by file`)
		return err
	})
	event := "Cup 0"
	if len(b.events) > 0 {
		event = one(b, b.events...)
	}
	match := "00000000"
	if len(matches) > 0 {
		match = one(b, matches...)
	}
	switch n := b.dice.IntN(100); {
	case n < 50:
		b.plays()
	case n < 58:
		b.asks(who, "seek "+name+control+rated)
	case n < 64:
		var open []string
		b.does(func(d *game.Deal) (err error) {
			open, err = db.Texts(d, `select cast(id as text) from seek where state = 'open' order by id`)
			return err
		})
		b.asks(who, "take "+one(b, append(open, "1")...))
	case n < 68:
		b.asks(who, "challenge "+other+" "+name+control+rated)
	case n < 74:
		b.asks(who, one(b, "accept", "decline", "accept quoridor"))
	case n < 80:
		b.asks(who, one(b, "join ladder quoridor", "climb "+other+" quoridor", "climb "+other+" quoridor", "leave ladder quoridor"))
	case n < 84:
		b.asks(who, one(b, "enter ", "enter ", "enter ", "withdraw ", "bye ")+event)
	case n < 87:
		b.asks(who, one(b, "pause 2026-12-01..2026-12-03", "back", "publish words", "hide words", "language ja", "language en", "with hikyaku", "without hikyaku", "join "+who, "join "+who, "digest daily", "standings", "history"))
	case n < 92:
		b.asks("dora", one(b, "adjudicate "+match+" "+one(b, "1-0", "0-1", "1/2-1/2"), "end "+match, "extend "+match+" 3d", "pause "+event, "resume "+event, "resume "+event,
			"withdraw "+other+" from "+event, "enter "+other+" for "+event, "unreachable "+other, "reachable "+other,
			fmt.Sprintf("decide %s %d %d %s", event, 1+b.dice.IntN(2), 1+b.dice.IntN(2), one(b, "1-0", "0-1", "1/2-1/2", "0-0")))+"\n\nAs agreed.")
	case n < 95:
		def := events.Definition{
			Name: fmt.Sprint("Cup ", len(b.events)), Kind: one(b, events.RoundRobin, events.DoubleRoundRobin, events.Swiss, events.Continuous), Game: one(b, "quoridor", "shogi", "rengi", "diceshogi"),
			Control: one(b, "1d", "2d"), Rated: b.dice.IntN(3) > 0, Engines: b.dice.IntN(4) == 0, Players: 2 + b.dice.IntN(4),
		}
		if def.Kind == events.Swiss || def.Kind == events.Continuous {
			def.Rounds = 1 + b.dice.IntN(4)
		}
		b.tries("open "+string(def.Kind), func(d *game.Deal) error { return events.Define(d, def) })
		b.events = append(b.events, def.Name)
	case n < 96:
		b.tries("start "+event, func(d *game.Deal) error { return events.Start(d, event) })
	case n < 97:
		b.tries("rename "+other, func(d *game.Deal) error {
			return members.Rename(d, other+"@example.com", strings.ToUpper(other[:1])+other[1:]+one(b, "", " II", " III"))
		})
	case n < 98:
		b.tries("bar "+other, func(d *game.Deal) error {
			if b.dice.IntN(5) > 0 {
				return members.Unbar(d, other+"@example.com")
			}
			return members.Bar(d, other+"@example.com")
		})
	case n < 99 && b.dice.IntN(4) > 0:
		b.asks(who, "leave")
	case n < 99:
		b.tries("delete "+other, func(d *game.Deal) error {
			address, err := members.Part(d, other+"@example.com")
			if err != nil {
				return err
			}
			return archive.Forget(d, address)
		})
	default:
		dbtest.Must(b, b.log.Append(b.Context()))
		b.hall.Wait(time.Duration(b.dice.IntN(200)) * time.Hour)
	}
	b.hall.Run()
	b.tasks()
	if b.dice.IntN(3) > 0 {
		dbtest.Must(b, b.log.Append(b.Context()))
	}
}

// TestHonest lets members, a director and the operator of a club do things by chance, and checks that nothing is found in what the club
// exports and publishes. The secret keys differ in each run, and so does what follows.
func TestHonest(t *testing.T) {
	for n := range *clubs {
		seed := *first + uint64(n)
		dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
			b := &busy{published: newPublishedOn(t, open(db.Options{}), ""), dice: rand.New(rand.NewPCG(seed, 38))}
			club := b.hall.Club
			office := &members.Office{Club: club, Limits: members.Limits{Hour: 1e6, Day: 1e6, Strangers: 1e6, Seeks: 50, Matches: 200}}
			club.Stranger, club.Beside, club.Directors, club.Lang = office.Take, office.Beside, []string{"dora@example.com"}, one(b, "en", "en", "ja")
			for _, who := range people {
				b.write(who, "join "+strings.ToUpper(who[:1])+who[1:], nil)
				b.write(who, "yes", b.hall.Last(who+"@example.com"))
			}
			for i := range 2 {
				def := events.Definition{Name: fmt.Sprint("Cup ", i), Kind: one(b, events.RoundRobin, events.Swiss, events.Continuous), Game: one(b, "quoridor", "diceshogi"), Control: "2d", Rated: true, Players: 3 + b.dice.IntN(3)}
				if def.Kind != events.RoundRobin {
					def.Rounds = 2
				}
				b.tries("open "+string(def.Kind), func(d *game.Deal) error { return events.Define(d, def) })
				b.events = append(b.events, def.Name)
				for _, who := range people {
					b.asks(who, "enter "+def.Name)
				}
			}
			for range 150 {
				b.step()
			}
			dbtest.Must(t, b.log.Append(t.Context()))
			root, err := b.log.Newest(t.Context())
			dbtest.Must(t, err)
			folder := t.TempDir()
			s := &site.Site{Base: club.Base, Desk: club.Desk, Dir: filepath.Join(folder, "site")}
			dbtest.Must(t, s.Write(t.Context()))
			dbtest.Must(t, archive.Export(t.Context(), club.Base, filepath.Join(folder, "all")))
			left, err := archive.ExportPublic(t.Context(), club.Base, club.Desk, 0, filepath.Join(folder, "public"))
			dbtest.Must(t, err)
			if len(left) > 0 {
				t.Errorf("the public export leaves out %q", left)
			}
			for _, export := range []string{"all", "public"} {
				report, err := archive.Verify(t.Context(), archive.Options{Games: all.Games, Export: filepath.Join(folder, export), Site: s.Dir, Root: root.Line()})
				dbtest.Must(t, err)
				for _, found := range report.Findings {
					t.Errorf("%s: %s", export, found.En)
				}
				if report.Matches == 0 {
					t.Errorf("%s: nothing was played", export)
				}
			}
			other := open(db.Options{})
			_, err = archive.Import(t.Context(), other, club.Desk, filepath.Join(folder, "all"))
			dbtest.Must(t, err)
			dbtest.Must(t, archive.Export(t.Context(), other, filepath.Join(folder, "again")))
			want, got := contents(t, filepath.Join(folder, "all")), contents(t, filepath.Join(folder, "again"))
			for name := range want {
				if got[name] != want[name] {
					t.Errorf("after an import %s is\n%s\nwant\n%s", name, got[name], want[name])
				}
			}
			for _, published := range []string{"public", "site"} {
				for name, text := range contents(t, filepath.Join(folder, published)) {
					if strings.Contains(text, "@example.com") {
						t.Errorf("%s/%s contains an address of a member", published, name)
					}
				}
			}
			if t.Failed() {
				t.Logf("seed %d\n%s", seed, strings.Join(b.trace, "\n"))
			}
		})
	}
}
