package archive_test

import (
	"flag"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/kif"
)

var days = flag.Int("days", 30, "how many days the club of TestMonth runs")

// suggested is the first move that a letter names as an example.
var suggested = regexp.MustCompile(`for example: ([^\s,]+)`)

// TestMonth lets a club run for a month of simulated time, hour by hour. Every letter comes twice, one player falls silent, the clock jumps
// ahead and back, and the club is asleep for a day. Nothing is lost or doubled, nobody loses on time who is not late, and all that is
// published follows from the records.
func TestMonth(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		p := newPublishedOn(t, open(db.Options{}), "")
		h, dice := p.hall, rand.New(rand.NewPCG(38, 1))
		p.do(func(d *game.Deal) error {
			return events.Define(d, events.Definition{Name: "Month", Kind: events.DoubleRoundRobin, Game: "quoridor", Control: "2d", Rated: true, Players: 3})
		})
		for i, name := range []string{"alice", "bob", "carol"} {
			p.do(func(d *game.Deal) error {
				if err := join(d, name); err != nil {
					return err
				}
				return events.Enter(d, "month", name+"@example.com", kif.Hash{byte(i + 1)})
			})
		}
		h.Run()
		sent := map[string]bool{} // the letters that were answered, by their Message-IDs
		moves := 0
		for hour := range 24 * *days {
			switch hour {
			case 8 * 24:
				h.Wait(300 * time.Hour)
				h.Run()
				h.Wait(-300 * time.Hour)
			case 15 * 24:
				h.Wait(30 * time.Hour)
			}
			h.Wait(time.Hour)
			for _, who := range []string{"alice@example.com", "bob@example.com", "carol@example.com"} {
				for _, l := range h.Box(who) {
					move := suggested.FindStringSubmatch(strings.Join(strings.Fields(l.Text), " "))
					silent := strings.HasPrefix(who, "carol") && hour > 5*24
					if move == nil || silent || sent[l.MessageID] || !strings.Contains(l.Text, "Your turn") || dice.IntN(8) > 0 {
						continue
					}
					sent[l.MessageID] = true
					raw := h.Types(who, "Re: "+l.Subject, move[1], l)
					for range 2 {
						dbtest.Must(t, h.Club.Receive(t.Context(), raw))
					}
					moves++
				}
			}
			h.Run()
			dbtest.Must(t, p.log.Append(t.Context()))
		}
		played, forfeits := 0, 0
		p.do(func(d *game.Deal) error {
			files, err := db.Texts(d, `select file from match order by file`)
			for _, file := range files {
				m, opened := d.Shelf.Open("/club/" + file)
				dbtest.Must(t, opened)
				mails := map[kif.Hash]bool{}
				for i, e := range m.Record.Events {
					if _, moved := e.Step.(kif.Move); moved {
						played++
						if mails[e.Mail] {
							t.Errorf("%s holds a letter twice", file)
						}
						mails[e.Mail] = true
					}
					if e.Step == kif.Step(kif.TimeOut) {
						forfeits++
						if who := m.Roster.Name(m.Roster.PartyOf(m.Outcome.Seat)); who != "Carol" {
							t.Errorf("%s has lost on time, at event %d of %s", who, i, file)
						}
					}
				}
			}
			return err
		})
		if played != moves || moves < 25 {
			t.Errorf("%d moves were sent, and %d are in the records", moves, played)
		}
		if forfeits == 0 {
			t.Error("who has fallen silent has not lost on time")
		}
		unread := 0
		p.do(func(d *game.Deal) error {
			_, err := db.One(d, `select count(*) from letter where read = 0`, nil, &unread)
			return err
		})
		if unread > 0 {
			t.Errorf("%d letters were never read", unread)
		}
		root, err := p.log.Newest(t.Context())
		dbtest.Must(t, err)
		p.root = root.Line()
		dbtest.Must(t, archive.Export(t.Context(), h.Club.Base, p.export))
		if got := p.verify(); !strings.Contains(got, "Everything published follows") {
			t.Errorf("what is published does not follow: %s", got)
		}
	})
}
