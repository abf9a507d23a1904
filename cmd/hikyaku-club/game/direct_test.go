package game_test

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// onFile opens a database in a file of its own.
func onFile(t *testing.T) db.DB {
	b, err := db.Open(t.Context(), dbtest.File(t), db.Options{})
	dbtest.Must(t, err)
	t.Cleanup(func() { b.Close() })
	return b
}

// strictly begins a match of two members in which the club enforces the time limit.
func strictly(h *clubtest.Hall, of string) (mover, waits string) {
	h.Helper()
	dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
		setup := game.Setup{Heading: game.Heading{Strict: true}, Game: all.Game(of), Toss: true, Control: "3d"}
		for i, p := range []kif.Seat{alice, bob} {
			setup.Players = append(setup.Players, game.Player{Seat: p, Accepted: kif.Hash{byte(i + 1)}})
			if _, err := d.Exec(`insert into member (address, name, handle, lang, joined) values ($1, $2, $2, 'en', 0)`, p.Address, p.Name); err != nil {
				return err
			}
		}
		_, err := d.Begin(setup)
		return err
	}))
	h.Run()
	m, _ := matchOf(h)
	mover = m.Roster.Parties[m.Turn-1].Address
	return mover, map[string]string{alice.Address: bob.Address, bob.Address: alice.Address}[mover]
}

func TestHeading(t *testing.T) {
	for want, h := range map[string]game.Heading{
		"Friendly.":                    {},
		"Autumn open, round 2. Rated.": {Event: "Autumn open", Round: 2, Rated: true},
		"Ladder of shogi. Rated.":      {Ladder: "shogi", Rated: true},
		"Rated. The club ends the match when a time limit is missed.": {Rated: true, Strict: true},
	} {
		if got := h.Message().In("en"); got != want {
			t.Errorf("%+v: %q", h, got)
		}
	}
}

// passes lets time go by for a club that is awake.
func passes(h *clubtest.Hall, d time.Duration) {
	h.Helper()
	for ; d > 0; d -= time.Hour {
		h.Wait(min(d, time.Hour))
		h.Run()
	}
}

// says reports whether a letter to somebody says something.
func says(h *clubtest.Hall, to, text string) (n int) {
	for _, l := range h.Box(to) {
		if strings.Contains(strings.Join(strings.Fields(l.Text), " "), text) {
			n++
		}
	}
	return n
}

// rest returns when a match needs work without a message.
func rest(h *clubtest.Hall) (at time.Time) {
	h.Helper()
	dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
		_, err := db.One(d, `select rest from match where file <> 'another.kif'`, nil, &at)
		return err
	}))
	return at
}

// tends does the work due in a match.
func tends(h *clubtest.Hall, file string) {
	h.Helper()
	tasks := h.Club.Tasks(game.Work{})
	tend := slices.IndexFunc(tasks, func(t db.Task) bool { return t.Name == game.TendTask })
	dbtest.Must(h, h.Club.Base.Do(h.Context(), func(tx db.Tx) error { return tasks[tend].Do(tx, file) }))
}

// TestForfeit ends a match on time: after two reminders, a day, and not before the mail has been read.
func TestForfeit(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		mover, waits := strictly(h, "quoridor")
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			_, err := d.Exec(`insert into match (file, hash, short, record, head, state, game, rules, begun, changed, until, rest, ended, result)
				values ('another.kif', 'another', 'another', '', '', 'over', 'quoridor', '', 1, 2, 3, 253370764800000000, 4, '1 2')`)
			return err
		}))
		h.Wait(2 * time.Hour) // so long ago that it changes nothing
		h.Run()
		m, _ := matchOf(h)
		name := strings.NewReplacer("Alice – Bob", "PLAYERS", " Bob accepted the invitation.", "", " You accepted the invitation.", "", m.Roster.Name(m.Turn), "MOVER", m.Roster.Name(5-m.Turn), "OTHER", m.Short(), "CODE")
		seen := map[string]int{mover: 1, waits: 1}
		var got []string
		for ; m.Outcome == nil; m, _ = matchOf(h) {
			passes(h, rest(h).Sub(h.Clock()))
			for _, who := range []string{mover, waits} {
				for _, l := range h.Box(who)[seen[who]:] {
					text := regexp.MustCompile(` ([a-i] ){9}.*| Please leave this line.*`).ReplaceAllString(strings.Join(strings.Fields(l.Text), " "), "")
					got = append(got, fmt.Sprintf("%s %s: %s", h.Clock().Sub(clubtest.Begun), map[string]string{mover: "mover", waits: "other"}[who], name.Replace(l.Subject+": "+text)))
				}
				seen[who] = len(h.Box(who))
			}
		}
		if want := []string{
			"72h0m1s mover: Quoridor: you are out of time (CODE): You have run out of time. You can still move: reply to this message with your move. If no move arrives by Friday 6 November, 09:00 UTC, the club ends the match, and you lose it. Your turn. The toss decided that you move first.",
			"72h0m1s other: Quoridor: MOVER is out of time (CODE): MOVER has run out of time. If no move arrives by Friday 6 November, 09:00 UTC, the club ends the match in your favour. You don't have to do anything. It is MOVER's turn now. The toss decided that MOVER moves first.",
			"90h0m1s mover: Quoridor: you are out of time (CODE): Reminder: you have run out of time. If no move arrives by Friday 6 November, 09:00 UTC, the club ends the match, and you lose it. Reply to this message with your move. Your turn. The toss decided that you move first.",
			"96h0m1s mover: Re: Quoridor: PLAYERS [CODE]: You lost the match. The toss decided that you move first. The match is over: you lost on time. Chess Café writes: > MOVER missed the deadline of 2026-11-05 09:00 UTC.",
			"96h0m1s other: Re: Quoridor: PLAYERS [CODE]: You won the match! The toss decided that MOVER moves first. The match is over: MOVER lost on time. Chess Café writes: > MOVER missed the deadline of 2026-11-05 09:00 UTC.",
		}; !slices.Equal(got, want) {
			t.Errorf("the letters say\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if m.Outcome.Word != kif.TimeOut || m.Outcome.Places[0] != 2 {
			t.Errorf("the outcome is %+v", m.Outcome)
		}
		tends(h, m.FileName()) // as may happen after its end
		dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
			list, err := game.Decisions(d)
			if len(list) != 1 || list[0].What != game.Forfeited || list[0].Who != game.ByClub || list[0].Why == "" {
				t.Errorf("the decisions are %+v", list)
			}
			if err == nil {
				var others int
				if _, err = db.One(d, `select count(*) from match where file = 'another.kif' and state = 'over' and changed = 2 and until = 3 and ended = 4 and result = '1 2' and late = 0`, nil, &others); others != 1 {
					t.Error("another match is changed")
				}
			}
			return err
		}))
	})
}

// TestUnreachableMover: the clock of a player to whom mail bounces stops instead of the match.
func TestUnreachableMover(t *testing.T) {
	h := clubtest.New(t, onFile(t))
	mover, _ := strictly(h, "quoridor")
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		_, err := d.Exec(`update member set unreachable = 1 where address = $1`, mover)
		return err
	}))
	passes(h, 98*time.Hour)
	if m, _ := matchOf(h); m.Outcome != nil || m.Paused.IsZero() {
		t.Errorf("the match is %s", m.Status())
	}
}

// TestForfeitOfTurn: where a missed limit is a pass, the club passes.
func TestForfeitOfTurn(t *testing.T) {
	h := clubtest.New(t, onFile(t))
	strictly(h, "goryujin")
	passes(h, 98*time.Hour)
	if m, _ := matchOf(h); m.Ply() != 1 || m.Outcome != nil {
		t.Errorf("%d plies are played, and the outcome is %+v", m.Ply(), m.Outcome)
	}
}

// TestMoveWithinGrace checks that a move in the grace counts, also in an answer to the message that the time is over, and one that the
// club has received and not read.
func TestMoveWithinGrace(t *testing.T) {
	h := clubtest.New(t, onFile(t))
	mover, _ := strictly(h, "quoridor")
	of := h.Last(mover)
	passes(h, 95*time.Hour)
	dbtest.Must(t, h.Club.Receive(t.Context(), h.Types(mover, "", "e2", of)))
	h.Run()
	if m, _ := matchOf(h); m.Ply() != 1 || m.Outcome != nil {
		t.Errorf("%d plies are played, and the outcome is %+v", m.Ply(), m.Outcome)
	}
	mover = map[string]string{alice.Address: bob.Address, bob.Address: alice.Address}[mover]
	passes(h, 74*time.Hour)
	if of = h.Last(mover); !strings.Contains(of.Subject, "you are out of time") {
		t.Fatalf("the last message is %q", of.Subject)
	}
	h.Answers(mover, of, "e8")
	mover = map[string]string{alice.Address: bob.Address, bob.Address: alice.Address}[mover]
	passes(h, 95*time.Hour)
	if m, _ := matchOf(h); m.Ply() != 2 || m.Outcome != nil || says(h, mover, "You can still move") != 2 {
		t.Errorf("late once more, %d plies are played, and the outcome is %+v", m.Ply(), m.Outcome)
	}
	h.Wait(10 * time.Hour)
	m, _ := matchOf(h)
	for _, sender := range []string{mover, "another@example.org"} {
		dbtest.Must(t, h.Club.Base.Do(t.Context(), func(tx db.Tx) error {
			tx.Change(`insert into letter (key, sender, raw, arrived) values ('x', $1, $2, 1) on conflict (key) do update set sender = $1`, sender, []byte("x"))
			return nil
		}))
		tends(h, m.FileName())
		if m, _ = matchOf(h); (m.Outcome == nil) != (sender == mover) {
			t.Errorf("with an unread letter of %s the match is %s", sender, m.Status())
		}
		if next := rest(h).Sub(h.Clock()); m.Outcome == nil && next != 10*time.Minute {
			t.Errorf("with an unread letter of %s the club looks again after %s", sender, next)
		}
	}
}

// TestJumpingClock ends no match because the clock was wrong for a while, or because the club was asleep.
func TestJumpingClock(t *testing.T) {
	for name, jump := range map[string]func(h *clubtest.Hall){
		"ahead and back": func(h *clubtest.Hall) {
			for range 3 {
				h.Wait(300 * time.Hour)
				h.Run()
				h.Wait(-300 * time.Hour)
				h.Run()
			}
		},
		"asleep": func(h *clubtest.Hall) { h.Wait(300 * time.Hour); h.Run(); h.Wait(time.Hour); h.Run() },
		"asleep in the grace": func(h *clubtest.Hall) {
			passes(h, 74*time.Hour)
			h.Wait(100 * time.Hour)
			h.Run()
			h.Wait(time.Hour)
			h.Run()
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := clubtest.New(t, onFile(t))
			mover, _ := strictly(h, "quoridor")
			of := h.Last(mover)
			passes(h, 3*time.Hour)
			jump(h)
			if m, _ := matchOf(h); m.Outcome != nil {
				t.Fatal("the match has ended")
			}
			h.Answers(mover, of, "e2")
			if m, _ := matchOf(h); m.Ply() != 1 {
				t.Errorf("the move is not taken: %s", h.Last(mover).Text)
			}
		})
	}
}

// returned is the delivery report on a letter.
func returned(l *mailbox.Letter, code string) []byte {
	return fmt.Appendf(nil, "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.net\r\nTo: %s\r\nMessage-ID: <%s.%s\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"+
		"--b\r\n\r\nIt did not arrive.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net\r\n\r\n"+
		"Final-Recipient: rfc822; %s\r\nAction: %s\r\nStatus: %s\r\nDiagnostic-Code: smtp; 550 %[6]s <%[4]s> unknown\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: %[7]s\r\nReply-To: <%[8]s>\r\n\r\n%[9]s\r\n--b--\r\n",
		clubtest.Address, code, strings.TrimPrefix(l.MessageID, "<"), l.To.Addr, map[byte]string{'5': "failed", '4': "delayed"}[code[0]], code, l.MessageID, l.ReplyTo, l.Text)
}

// TestUnreachable stops the clock of a member whose mail is returned, tells the others, and restarts it once mail gets through.
func TestUnreachable(t *testing.T) {
	replaced := func(h *clubtest.Hall, l mailbox.Letter) {
		l.MessageID = "<0100019-relay@email.example.net>"
		forged := l
		forged.Text, forged.ReplyTo = "Your move, hk-aaaaa-bbbbb", "club+aaaaabbbbb@example.org"
		dbtest.Must(h, h.Club.Receive(h.Context(), returned(&forged, "5.0.0")))
		h.Run()
		if m, _ := matchOf(h); !m.Paused.IsZero() {
			h.Error("a forged report without our Message-ID stops the clock")
		}
		dbtest.Must(h, h.Club.Receive(h.Context(), returned(&l, "5.1.1")))
		h.Run()
	}
	ofClub := func(h *clubtest.Hall, mover string) mailbox.Letter {
		dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
			return d.Write(mover, "news", "en", i18n.Same("News"), i18n.Same("News of the club"))
		}))
		h.Run()
		return *h.Last(mover)
	}
	refused := func(h *clubtest.Hall, mover string, why error) {
		h.Fails = func(to string) error {
			if strings.EqualFold(to, mover) {
				return why
			}
			return nil
		}
		dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
			return d.Send(&mailbox.Letter{
				From: mailbox.Address{Addr: clubtest.Address}, To: mailbox.Address{Addr: mover}, MessageID: "<x@example.org>", Text: "x", Date: d.At,
			})
		}))
		h.Run()
		h.Fails = nil
		dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
			refused, err := db.One(d, `select id from out where state = 'refused' and why <> ''`, nil, new(string))
			if !refused {
				h.Error("the letter does not count as refused")
			}
			return err
		}))
	}
	for name, breaks := range map[string]func(h *clubtest.Hall, mover string){
		"of a match, replaced": func(h *clubtest.Hall, mover string) { replaced(h, *h.Last(mover)) },
		"of the club, replaced": func(h *clubtest.Hall, mover string) {
			h.Club.Plus = true
			l := ofClub(h, mover)
			l.Text = "" // only the header was returned
			replaced(h, l)
		},
		"of the club": func(h *clubtest.Hall, mover string) {
			l := ofClub(h, mover)
			l.Text = "" // nor a Reply-To in its header
			dbtest.Must(h, h.Club.Receive(h.Context(), returned(&l, "5.1.1")))
			h.Run()
		},
		"refused": func(h *clubtest.Hall, mover string) {
			refused(h, mover, &mailbox.SendError{Kind: mailbox.Refused, Response: "550 5.1.1 <" + mover + "> unknown"})
		},
		"refused by a command": func(h *clubtest.Hall, mover string) {
			refused(h, mover, &mailbox.SendError{Kind: mailbox.Refused, NoUser: true, Err: errors.New("550 5.1.1 unknown")})
		},
		"returned": func(h *clubtest.Hall, mover string) {
			l := h.Last(mover)
			unclear := fmt.Appendf(nil, "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.net\r\nTo: %s\r\nMessage-ID: <u@x>\r\n\r\nIt is late.\r\n\r\n<%s>:\r\nMessage-ID: %s\r\n\r\n%s\r\n", clubtest.Address, l.To.Addr, l.MessageID, l.Text)
			for _, raw := range [][]byte{returned(l, "4.4.1"), unclear} {
				dbtest.Must(h, h.Club.Receive(h.Context(), raw))
				h.Run()
				if m, _ := matchOf(h); !m.Paused.IsZero() {
					h.Errorf("a delay stops the clock: %s", raw)
				}
			}
			other, short := *l, *l
			other.MessageID = strings.Replace(l.MessageID, ".", ".x", 2)
			short.MessageID, short.Text, short.ReplyTo = "<hk1.x@example.org>", "", ""
			own := short
			own.MessageID = "<club.news.x@example.org>" // whose token is too short
			for _, other := range []mailbox.Letter{other, short, own} {
				dbtest.Must(h, h.Club.Receive(h.Context(), returned(&other, "5.1.1")))
				h.Run()
				if m, _ := matchOf(h); !m.Paused.IsZero() {
					h.Errorf("a forged report on %s stops the clock", other.MessageID)
				}
			}
			for _, code := range []string{"5.1.1", "5.1.2"} { // the second says nothing new
				h.Wait(time.Minute)
				dbtest.Must(h, h.Club.Receive(h.Context(), returned(l, code)))
				h.Run()
			}
			dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
				became, err := db.Texts(d, `select outcome from letter order by outcome`)
				if want := []string{"bounced", "bounced", "delayed", "delayed", "nothing", "nothing", "nothing"}; !slices.Equal(became, want) {
					h.Errorf("the reports are %q, want %q", became, want)
				}
				return err
			}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
				h := clubtest.New(t, open(db.Options{}))
				h.Club.Directors = []string{"dora@example.org"}
				mover, waits := strictly(h, "quoridor")
				of := h.Last(mover)
				passes(h, time.Hour)
				breaks(h, mover)
				m, _ := matchOf(h)
				if m.Paused.IsZero() || !m.Halted {
					t.Fatal("the clock is not stopped")
				}
				if says(h, waits, "bounces, so the clock is stopped") != 1 || says(h, "dora@example.org", "5.1.1") != 1 || len(h.Box("dora@example.org")) != 1 {
					t.Errorf("the others are not told: %s", h.Last(waits).Text)
				}
				passes(h, 200*time.Hour)
				if m, _ = matchOf(h); m.Outcome != nil {
					t.Fatal("the match has ended on time")
				}
				for _, l := range h.All() {
					if strings.Contains(l.Text, mover) && l.To.Addr != "dora@example.org" {
						t.Errorf("a letter shows the address: %s", l.Text)
					}
				}
				h.Club.Trust = "mx.example.org"
				forged := h.Types(mover, "Re: "+of.Subject, "show", of)
				dbtest.Must(h, h.Club.Receive(h.Context(), append([]byte("Authentication-Results: mx.example.org; dmarc=fail\r\n"), forged...)))
				h.Run()
				if m, _ = matchOf(h); m.Paused.IsZero() {
					t.Error("a forged answer starts the clock")
				}
				h.Club.Trust = ""
				h.Answers(mover, &mailbox.Letter{MessageID: "<club.news.aaaaaaaaaa@example.org>"}, "show")
				if m, _ = matchOf(h); m.Paused.IsZero() {
					t.Error("an answer to a message that the club never sent starts the clock")
				}
				answered := of
				for _, l := range h.Box(mover) {
					if name == "of the club" && strings.HasPrefix(l.MessageID, "<club.news") {
						answered = l
					}
				}
				h.Answers(strings.ToUpper(mover), answered, "show")
				if m, _ = matchOf(h); !m.Paused.IsZero() {
					t.Error("the clock is still stopped")
				}
				dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
					if err := d.Find(mover, game.By{Who: game.ByCommand, Why: "Once more"}); err != nil {
						return err
					}
					logged, err := db.Texts(d, `select who from decision where what = 'reachable'`)
					if !slices.Equal(logged, []string{game.ByClub}) {
						t.Errorf("that mail gets through is logged by %q", logged)
					}
					return err
				}))
				if end, _ := m.Clock.Deadline(1); end.Before(h.Clock().Add(48*time.Hour)) || end.After(h.Clock().Add(72*time.Hour)) {
					t.Errorf("at %s the time runs until %s", h.Clock(), end)
				}
				h.Answers(mover, of, "e2")
				if m, _ = matchOf(h); m.Ply() != 1 {
					t.Errorf("the move is not taken: %s", h.Last(mover).Text)
				}
			})
		})
	}
}

// TestInvitationReturned checks that a member is unreachable whose invitation comes back, though a relay has replaced its Message-ID.
func TestInvitationReturned(t *testing.T) {
	h := clubtest.New(t, onFile(t))
	begins(h, "quoridor")
	l := *h.Last(alice.Address)
	l.MessageID = "<0100019-relay@email.example.net>"
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		_, err := d.Exec(`insert into member (address, name, handle, lang, joined) values ($1, 'Alice', 'alice', 'en', 0)`, alice.Address)
		return err
	}))
	dbtest.Must(t, h.Club.Receive(t.Context(), returned(&l, "5.1.1")))
	h.Run()
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		lost, err := db.Texts(d, `select lost from member where unreachable <> 0`)
		if !slices.Equal(lost, []string{"5.1.1"}) {
			t.Errorf("members are unreachable for %q", lost)
		}
		return err
	}))
}

// TestUnreachableWaits checks that bouncing mail changes nothing in a match that its players have paused, that it stops no clock while its
// reader waits for the opponent, and that the reader may then end the match with the message by which they can be reached again.
func TestUnreachableWaits(t *testing.T) {
	h := clubtest.New(t, onFile(t))
	mover, waits := strictly(h, "quoridor")
	for _, line := range [][2]string{{mover, "pause"}, {waits, "agree"}, {waits, "yes"}} {
		h.Replies(line[0], line[1])
	}
	by := game.By{Who: game.ByCommand, Why: "5.1.1"}
	before, _ := matchOf(h)
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error { return errors.Join(d.Lose(mover, by), d.Find(mover, by)) }))
	if m, _ := matchOf(h); m.Paused.IsZero() || m.Head != before.Head {
		t.Errorf("the match was paused at %s, and is now %s", before.Paused, m.Status())
	}
	h.Replies(mover, "resume")
	h.Replies(waits, "resign")
	question := h.Last(waits)
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error { return d.Lose(waits, by) }))
	h.Run()
	if m, _ := matchOf(h); !m.Paused.IsZero() {
		t.Error("the clock is stopped")
	}
	h.Answers(waits, question, "yes")
	if m, _ := matchOf(h); m.Outcome == nil {
		t.Errorf("the match goes on: %s", h.Last(waits).Text)
	}
	dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
		lost, err := db.Texts(d, `select address from member where unreachable <> 0`)
		if len(lost) > 0 {
			t.Errorf("mail still counts as bouncing to %v", lost)
		}
		return err
	}))
}

// TestPulse checks when the club counts as having been down or as having had a wrong clock.
func TestPulse(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		for _, step := range []struct {
			wait time.Duration
			gap  bool
		}{{0, false}, {90 * time.Minute, false}, {90*time.Minute + time.Microsecond, true}, {0, true}, {time.Hour, false}, {-time.Microsecond, true}} {
			h.Wait(step.wait)
			h.Run()
			var gap time.Time
			dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
				_, err := db.One(d, `select gap from pulse where name = 'club' and tick = $1`, []any{h.Clock()}, &gap)
				return err
			}))
			if gap.Equal(h.Clock()) != step.gap {
				t.Errorf("after %s, the club was away until %s", step.wait, gap)
			}
		}
	})
}

// TestRulingAgain checks that a decision is made again after a crossing move has replaced it, and that a resignation is not.
func TestRulingAgain(t *testing.T) {
	for name, again := range map[string]bool{"decision": true, "resignation": false} {
		t.Run(name, func(t *testing.T) {
			h := clubtest.New(t, onFile(t))
			mover, _ := strictly(h, "quoridor")
			before, _ := matchOf(h)
			file := before.FileName()
			by := func(d *game.Deal, of *match.Match, e kif.Event, party int) error {
				e.Mail, e.Posted = kif.Hash{9}, true
				signed, err := d.Shelf.Sign(before, e, party)
				if err != nil {
					return err
				}
				return d.Shelf.Put(match.Copy{File: path.Join("/club", file), Match: of}, signed)
			}
			dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error {
				if again {
					return d.Rule(file, kif.Ruling{Places: "2 1"}, "Both have agreed.")
				}
				return by(d, before, kif.Event{Step: kif.Resignation, Seat: 2}, before.Roster.PartyOf(2))
			}))
			h.Run()
			m, _ := matchOf(h)
			if m.Outcome == nil || again && (m.Outcome.Places[0] != 2 || says(h, mover, "Both have agreed.") != 1) {
				t.Fatalf("the outcome is %+v: %s", m.Outcome, h.Last(mover).Text)
			}
			dbtest.Must(t, h.Club.Do(t.Context(), func(d *game.Deal) error { return by(d, m, kif.Event{Step: kif.Move("e2")}, before.Turn) }))
			h.Run()
			if m, _ = matchOf(h); m.Ply() != 1 || (m.Outcome != nil) != again || again && m.Outcome.Places[0] != 2 {
				t.Errorf("after a crossing move there are %d moves, and the outcome is %+v", m.Ply(), m.Outcome)
			}
		})
	}
}
