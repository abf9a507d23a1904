package members_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/members"
	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// asks sends a line to the club, and checks what the answer says. A part that follows "!" must be missing.
func (h *hall) asks(from, line string, says ...string) {
	h.Helper()
	h.tells(from, line, true)
	text := strings.Join(strings.Fields(h.newest(from).Text), " ")
	for _, part := range says {
		part, missing := strings.CutPrefix(part, "!")
		if strings.Contains(text, part) == missing {
			h.Errorf("the answer to %q is %s, with %q missing: %v", line, text, part, missing)
		}
	}
}

// TestLongLists checks that long lists end after their limits, with the number of the rest.
func TestLongLists(t *testing.T) {
	h := newHall(t, openFile(t))
	h.joins(alice, bob)
	h.office.Limits.Hour = 1000
	const others = 41
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		n := 0
		played := func(of, rules, places string, players ...string) {
			n++
			_, err := d.Exec(`insert into match (file, hash, short, record, head, state, game, rules, begun, changed, until, rest, ended, result, rated)
				values ($1, $1, $1, $2, '', 'over', $3, $4, 0, 0, 0, $5, $6, $7, 1)`,
				fmt.Sprintf("played-%02d", n), []byte{}, of, rules, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), clubtest.Begun.AddDate(0, 0, n-100), places)
			dbtest.Must(t, err)
			for i, who := range players {
				_, err := d.Exec(`insert into seat (file, address, seat) values ($1, $2, $3)`, fmt.Sprintf("played-%02d", n), who, i+1)
				dbtest.Must(t, err)
			}
		}
		for range 20 {
			played("quoridor", "players=2 third-pawn=none", "1 1", alice, bob)
		}
		for i := range others {
			name := fmt.Sprintf("Guest %02d", i+1)
			handle := fmt.Sprintf("guest%02d", i+1)
			who := handle + "@example.org"
			if _, err := d.Exec(`insert into member (address, name, handle, lang, joined) values ($1, $2, $3, 'en', 1)`, who, name, handle); err != nil {
				return err
			}
			if _, err := d.Exec(`insert into seek (address, game, options, control, players, rated, engines, against, letter, made, until, strict, state)
				values ($1, 'shogi', '', '3d', 2, 0, 0, '', '', 0, $2, 0, 'open')`, who, d.At.AddDate(0, 0, 14)); err != nil {
				return err
			}
			played("shogi", "handicap=none repetition=1000 impasse=points foul=play", "1 2", alice, who)
			if err := events.JoinLadder(d, "quoridor", who, kif.Hash{}); err != nil {
				return err
			}
		}
		played("quoridor", "players=2 third-pawn=none", "2 1", alice, bob)
		played("quoridor", "players=2 third-pawn=none", "", alice, bob)
		return nil
	}))
	for line, says := range map[string][]string{
		"list":             {"41 seeks are open", "40: Shogi", "!41: Shogi", "And 1 more."},
		"standings":        {"Quoridor: 1. Bob", "2. Alice", "Shogi: 1. Alice", "40. Guest", "!41. Guest", "And 2 more."},
		"standings shogi":  {"!Quoridor: 1. Bob", "Shogi: 1. Alice"},
		"history":          {"Alice has finished 62 matches", "lost to Bob, Quoridor, rating 1500 to", "won against Guest 41, Shogi", "won against Guest 23", "!Guest 22", "And 42 more."},
		"history bob":      {"Bob has finished 21 matches", "And 1 more."},
		"history guest 07": {"Guest 07 has finished 1 match", "lost to Alice, Shogi"},
		"history Nobody":   {"There is no member called Nobody"},
		"ladder rengi":     {"join ladder Rengi"},
		"ladder quoridor":  {"1. Guest 01", "40. Guest 40", "!41. Guest", "And 1 more."},
	} {
		h.asks(alice, line, says...)
	}
}

// TestWaiting checks what a digest says about each state of a match.
func TestWaiting(t *testing.T) {
	h := newHall(t, openFile(t))
	h.joins(alice, bob)
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		accepted := kif.Hash{1}
		for _, begun := range []struct {
			of, control string
			first       string
			by, other   kif.Hash
		}{
			{"quoridor", "", alice, accepted, accepted}, {"shogi", "3d", alice, accepted, accepted}, {"rengi", "3d", alice, accepted, accepted}, {"slashchain", "3d", alice, kif.Hash{}, accepted},
			{"goryujin", "3d", bob, accepted, accepted}, {"diceshogi", "3d", alice, accepted, kif.Hash{}},
		} {
			one, other := game.Player{Seat: kif.Seat{Name: "Alice", Address: alice}, Accepted: begun.by}, game.Player{Seat: kif.Seat{Name: "Bob", Address: bob}, Accepted: begun.other}
			players := []game.Player{one, other}
			if begun.first == bob {
				players = []game.Player{other, one}
			}
			g := all.Game(begun.of)
			if _, err := d.Begin(game.Setup{Game: g, Options: engine.Options{}, Players: players, Control: begun.control}); err != nil {
				return err
			}
		}
		return nil
	}))
	h.Run()
	h.tells(alice, "digest daily", true)
	for _, l := range h.Box(bob) {
		if strings.Contains(l.Subject, "Rengi") {
			h.Answers(bob, l, "draw")
		}
	}
	h.Wait(24 * time.Hour)
	h.tasks()
	h.says(alice, "Quoridor with Bob: your turn. ", "Shogi with Bob: your turn, deadline ", "Rengi with Bob: Bob offers a draw", "slashchain with Bob: waiting for your answer to the invitation.")
	if text := h.Last(alice).Text; strings.Contains(text, "Goryujin") || strings.Contains(text, "Dice") || strings.Contains(text, "Club") {
		t.Errorf("the digest says\n%s", text)
	}
}

// TestDigestDays checks at which times a digest comes, daily or weekly, to somebody who asks for it on a Monday at nine.
func TestDigestDays(t *testing.T) {
	h := newHall(t, openFile(t))
	h.joins(alice, bob)
	for who, lines := range map[string][]string{alice: {"challenge Bob shogi 3d", "digest weekly"}, bob: {"challenge Alice shogi 3d", "digest daily"}} {
		h.tells(who, lines[0], true)
		h.tells(who, lines[1], true)
	}
	came, seen := map[string]string{}, map[string]int{alice: len(h.Box(alice)), bob: len(h.Box(bob))}
	for minute := range 2 * 8 {
		h.Wait(clubtest.Begun.AddDate(0, 0, minute/2).Add(21*time.Hour - time.Minute*time.Duration(1-minute%2)).Sub(h.Clock()))
		h.tasks()
		for who, n := range seen {
			for _, l := range h.Box(who)[n:] {
				came[who] += l.Date.Format("Mon 15:04 ")
			}
			seen[who] = len(h.Box(who))
		}
	}
	for who, want := range map[string]string{alice: "Mon 06:00 ", bob: "Tue 06:00 Wed 06:00 Thu 06:00 Fri 06:00 Sat 06:00 Sun 06:00 Mon 06:00 Tue 06:00 "} {
		if came[who] != want {
			t.Errorf("to %s digests came at %s, want %s", who, came[who], want)
		}
	}
}

// TestAbsence announces an absence in each match in which the club may, and counts those in which only the player can.
func TestAbsence(t *testing.T) {
	h := newHall(t, openFile(t))
	h.joins(alice, bob)
	for _, line := range []string{"seek shogi 3d", "seek goryujin 3d", "seek rengi 3d"} {
		h.tells(alice, line, true)
	}
	h.tells(bob, "take 1", true)
	h.office.Limits.Hour, h.office.Limits.Day = 1000, 1000
	h.asks(alice, "pause 2026-12-01..2026-12-05", "You are away from Tuesday 1 December to Saturday 5 December", "In 1 of your matches your clock is stopped", "!the club can't announce")
	for range 59 {
		h.tells(alice, "pause 2026-12-01..2026-12-05", true)
	}
	h.tells(bob, "take 2", true)
	h.tells(alice, "with hikyaku", true) // and so she has not accepted the third
	h.tells(bob, "take 3", true)
	h.asks(alice, "pause 2026-12-01..2026-12-05", "In 1 of your matches your clock is stopped", "In 1 of your matches the club can't announce") // no more than 60 in a match
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {                                                                            // the list for administrators counts the third too
		entries, err := members.Entries(d)
		for _, e := range entries {
			if e.Matches != 3 {
				t.Errorf("%s has %d open matches in the list, want 3", e.Name, e.Matches)
			}
			if _, err := members.Part(d, e.Name); err == nil || !strings.Contains(err.Error(), "3 open matches") {
				t.Errorf("the address of %s is deleted: %v", e.Name, err)
			}
		}
		return err
	}))
	h.asks(alice, "stop", "You are still playing 3 matches", "To come back, write: join Alice")
	h.wants(1, `select count(*) from member where gone = 0`)
	h.asks(bob, "challenge Alice shogi 3d", "Alice is no longer a member")
}

// TestLimits checks how many messages of a member are answered in an hour and in a day, that one more is answered with the limit, and that
// twice as many are answered if they prove their sender.
func TestLimits(t *testing.T) {
	h := newHall(t, openFile(t))
	h.joins(alice)
	h.office.Limits.Hour, h.office.Limits.Day = 3, 5
	h.Wait(24 * time.Hour)
	for _, step := range []struct {
		wait    time.Duration
		answers bool
		n       int
		want    string
	}{
		{0, false, 5, "list list list flood silent"}, {59 * time.Minute, false, 1, "silent"}, {time.Minute, false, 4, "list list flood silent"}, {0, true, 1, "list"},
		{24 * time.Hour, true, 8, "list list list list list list flood silent"}, {time.Hour, true, 6, "list list list list flood silent"},
	} {
		h.Wait(step.wait)
		var last *mailbox.Letter
		if step.answers {
			last = h.newest(alice)
		}
		for range step.n {
			dbtest.Must(t, h.Club.Receive(t.Context(), h.Types(alice, "", "list", last)))
			h.Run()
		}
		var became []string
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) (err error) {
			became, err = db.Texts(d, `select outcome from letter order by read desc, arrived desc limit `+fmt.Sprint(step.n))
			return err
		}))
		if got := strings.Join(became, " "); got != step.want {
			t.Errorf("after %s, the messages become %s, want %s", step.wait, got, step.want)
		}
	}
}

// TestAwayMembers checks that nothing begins for members who are away.
func TestAwayMembers(t *testing.T) {
	h := newHall(t, openFile(t))
	h.joins(alice, bob)
	for _, who := range []string{alice, bob} {
		h.tells(who, "join ladder quoridor", true)
	}
	h.tells(alice, "seek shogi 3d", true)
	h.tells(bob, "pause 2026-11-03..2026-11-10", true)
	h.Wait(48 * time.Hour)
	for _, line := range []string{"take 1", "climb Alice quoridor"} {
		h.asks(bob, line, "You are away, so no new match can start")
	}
	h.asks(alice, "challenge Bob shogi 3d", "Bob is away until Tuesday 10 November")
	h.wants(0, `select count(*) from match`)
}

// TestSettings checks requests that change how the club treats a member.
func TestSettings(t *testing.T) {
	h := newHall(t, openFile(t))
	h.joins(alice, bob)
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		return events.Define(d, events.Definition{Name: "Open", Kind: events.Swiss, Game: "quoridor", Control: "3d", Rounds: 3, Players: 9})
	}))
	h.asks(alice, "enter Open", "Open")
	h.asks(alice, "bye in Open", "You have a bye in round 1 of Open")
	h.asks(bob, "bye in Open", "!You have a bye")
	for _, step := range []struct {
		line, says string
		published  int
	}{{"publish words", "may now be published", 1}, {"hide my words", "no longer published", 0}, {"発言を公開", "公開", 1}, {"発言は非公開", "公開", 0}} {
		h.asks(alice, step.line, step.says)
		h.wants(step.published, `select count(*) from member where words = 1`)
	}
	h.asks(bob, "言語 日本語", "日本語")
	h.wants(1, `select count(*) from member where lang = 'ja' and address = 'bob@example.net'`)
	h.asks(bob, "language en", "English")
	h.asks(alice, "I would like to say "+strings.Repeat("x", 60), `"I would like to say `+strings.Repeat("x", 39)+`…"`)
	h.asks(alice, "yes", "No question is waiting for your \"yes\"")
	h.tells(bob, "challenge Alice shogi 3d", true)
	h.tells(alice, "decline", true)
	h.asks(bob, "yes", "No question is waiting for your \"yes\"") // to a message that is no question
	h.asks(alice, "seek quoridor for four 3d", "number 2 in the list")
	h.asks(bob, "take 2", "You are in: ")
	h.tells(bob, "leave", true)
	h.wants(0, `select count(*) from taker`)
}

// TestDecisionsByMail lets a director direct an event and matches by mail, in both languages.
func TestDecisionsByMail(t *testing.T) {
	h := newHall(t, openFile(t))
	h.joins(alice, bob, carol, dave)
	h.Club.Directors, h.office.Limits.Hour = []string{"Carol@example.org"}, 1000
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		return events.Define(d, events.Definition{Name: "Cup", Kind: events.RoundRobin, Game: "quoridor", Control: "30d", Players: 9})
	}))
	h.tells(alice, "with hikyaku", true)
	h.tells(alice, "seek shogi 3d", true)
	h.tells(bob, "take 1", true) // Alice does not accept
	code := regexp.MustCompile(`[0-9a-f]{8}`).FindString(h.board(bob).Subject)
	h.tells(alice, "without hikyaku", true)
	for _, step := range []struct {
		line, says string
		n          int
		query      string
	}{
		{"enter Alice for Cup", "Done, and logged: enter Alice for Cup", 1, `select count(*) from entrant where gone = 0`},
		{"参加 Bob、Cup", "実行し、記録しました", 2, `select count(*) from entrant where gone = 0`},
		{"enter Dave for Cup", "Done", 3, `select count(*) from entrant where gone = 0`},
		{"enter Dave for Cup", "Nothing was done: Dave has already entered Cup. ", 3, `select count(*) from entrant`},
		{"enter Nobody for Cup", "Nothing was done: Nobody isn't a member", 3, `select count(*) from entrant`},
		{"", "", 1, `select count(*) from match where event = 'Cup'`},
		{"pause Cup", "Done", 1, `select count(*) from event where paused <> 0`},
		{"再開 Cup", "実行し", 0, `select count(*) from event where paused <> 0`},
		{"extend " + code + " +2d", "Nothing was done: write a time from 1 hour", 0, `select count(*) from decision where what = 'extend'`},
		{"unreachable Dave", "Mail to dave@example.com bounces (Agreed.). This", 1, `select count(*) from member where unreachable <> 0 and address = 'dave@example.com'`},
		{"到達 Dave", "実行し", 0, `select count(*) from member where unreachable <> 0`},
		{"decide Cup 1 1 1-0", "Done", 1, `select count(*) from pairing where result = '1-0' and round = 1 and board = 1`},
		{"withdraw Dave from Cup", "Done", 1, `select count(*) from entrant where gone <> 0 and address = 'dave@example.com'`},
		{"cancel Cup", "Done", 1, `select count(*) from event where state = 'over'`},
		{"stalled", "1 match is stalled: " + code + " Bob and Alice: waiting for Alice to answer", 1, `select count(*) from match where state = 'asked'`},
		{"終了 " + code, "実行し", 0, `select count(*) from match where state = 'asked'`},
		{"stalled", "No match is stalled", 12, `select count(*) from decision where why = 'Agreed.' and who = 'carol@example.org'`},
	} {
		if step.line == "" {
			dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error { return events.Start(d, "Cup") }))
			h.Run()
			h.Wait(80 * time.Hour)
		} else {
			h.asks(carol, step.line+"\nAgreed.", step.says)
		}
		h.wants(step.n, step.query)
	}
}

// TestClosedSeeks checks that whoever waits for an answer or for more players is told when a seek or challenge is withdrawn or expires.
func TestClosedSeeks(t *testing.T) {
	const withdrew, retry = `Alice has withdrawn the challenge to you: `, ` Reply "list" to see who is looking for an opponent`
	for _, row := range []struct {
		does string // by Alice, who has challenged Bob, sought three players of whom Carol is one, taken number 4, and been challenged by Dave
		told map[string]string
	}{
		{"withdraw 1", map[string]string{bob: withdrew + "Shogi, 3 days per move, friendly. You needn't answer it."}},
		{"withdraw 2", map[string]string{carol: "The match you are waiting for will not start, because Alice's seek was withdrawn or has expired: Four-player Quoridor, 3 days per move, friendly." + retry}},
		{"decline 3", map[string]string{dave: "Alice declines your challenge: Rengi, 7 days per move, friendly." + retry}},
		{"withdraw 4", nil},
		{"leave", map[string]string{bob: withdrew, carol: "Alice's seek was withdrawn", dave: "Alice declines your challenge"}},
		{"bar", map[string]string{bob: withdrew, carol: "Alice's seek was withdrawn", dave: "Alice declines your challenge"}},
		{"delete", map[string]string{bob: withdrew, carol: "Alice's seek was withdrawn", dave: "Alice declines your challenge"}},
		{"", map[string]string{alice: "Nobody has taken your seek", bob: "Nobody has taken your seek", carol: "Alice's seek was withdrawn or has expired", dave: "Alice has not answered your challenge"}},
	} {
		t.Run(row.does, func(t *testing.T) {
			h := newHall(t, openFile(t))
			h.joins(alice, bob, carol, dave)
			for _, line := range [][2]string{{alice, "challenge Bob shogi 3d"}, {alice, "seek quoridor for four 3d"}, {carol, "take 2"}, {dave, "challenge Alice rengi 7d"}, {bob, "seek quoridor for four 3d"}, {alice, "take 4"}} {
				h.tells(line[0], line[1], true)
			}
			before := map[string]int{}
			for _, who := range []string{alice, bob, carol, dave} {
				before[who] = len(h.Box(who))
			}
			h.Wait(time.Hour)
			switch row.does {
			case "":
				h.Wait(15 * 24 * time.Hour)
				h.tasks()
			case "bar":
				dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error { return members.Bar(d, "Alice") }))
			case "delete":
				dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
					_, err := members.Part(d, alice)
					return err
				}))
			default:
				h.tells(alice, row.does, true)
				before[alice]++
			}
			h.Run()
			for who, n := range before {
				want := 0
				if said := row.told[who]; said != "" {
					want = 1
					h.says(who, said)
				}
				if got := len(h.Box(who)) - n; got < want || got > want && row.does != "" {
					t.Errorf("%s got %d messages, want %d", who, got, want)
				}
			}
			if slices.Contains([]string{"leave", "bar", "delete"}, row.does) {
				h.wants(1, `select count(*) from seek where state = 'open'`)
				h.wants(0, `select count(*) from taker where address = 'alice@example.com'`)
			}
		})
	}
}
