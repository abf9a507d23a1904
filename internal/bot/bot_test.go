package bot_test

import (
	"context"
	"flag"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/enginetest/counting"
	"hikyaku/internal/atomicfile/storetest"
	"hikyaku/internal/bot"
	_ "hikyaku/internal/gctest"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

const taro = "taro@example.net"

// moves lets somebody with a mail program play until the match is over.
func (c *club) moves(b *bot.Bot, from string) *match.Match {
	c.Helper()
	for range 20 {
		m := c.only(b.Desk)
		if m.Outcome != nil {
			return m
		}
		if m.Turn != m.Roster.At(from) {
			c.Fatalf("it is not the turn of %s: %s", from, m.Status().En)
		}
		c.replies(from, "add1")
		c.round(b)
	}
	c.Fatal("the match does not end")
	return nil
}

func TestMatchByLetterInJapanese(t *testing.T) {
	c := newClub(t)
	b := c.bot(botAddress)
	c.writes(c.letter(taro, "数え上げ　レベル３", "よろしくお願いします。"))
	if got := c.round(b); got != "acted" {
		t.Errorf("the request gives %q", got)
	}
	c.wants(taro, "レベル3（最高は10）でお相手します")
	c.wants(taro, "「数え上げレベル4」")
	c.replies(taro, "承諾")
	c.round(b)
	m := c.moves(b, taro)
	if m.Roster.Name(2) != "Taro" || m.Roster.PartyOf(1) == 0 {
		t.Errorf("the players are %v", m.Roster.Parties)
	}
	for _, raw := range c.boxes[taro] {
		if strings.Contains(string(raw), "Content-Language: en") {
			t.Errorf("a letter is in English:\n%s", raw)
		}
	}
	sent := len(c.boxes[taro])
	c.round(b)
	if now := len(c.boxes[taro]); now != sent {
		t.Errorf("%d letters come behind the end", now-sent)
	}
}

// invites lets somebody with hikyaku invite the bot, and takes the answer.
func (c *club) invites(p *person, b *bot.Bot, i home.Invitation) *match.Match {
	c.Helper()
	if i.Others == nil {
		i.Others = []kif.Seat{b.Desk.Me}
	}
	m, err := p.Invite(i)
	c.must(err)
	c.send(p, m.File)
	c.round(b)
	c.poll(p)
	c.poll(p)
	return c.only(p.Desk)
}

func TestMatchWithHikyakuInEnglish(t *testing.T) {
	c := newClub(t)
	b, alice := c.bot(botAddress), c.person("Alice", "alice@example.com")
	c.invites(alice, b, home.Invitation{Game: counting.Game, Options: engine.Options{"target": "1000"}, Message: "Level 7, please!", PerMove: "3d"})
	file := c.fileOf(alice.Desk)
	if e := c.only(b.Desk).Record.Events[1]; e.Step != kif.Step(kif.Accept{}) || !strings.Contains(e.Comment, "playing at level 7 of 10") {
		t.Fatalf("the invitation is answered by %v: %q", e.Step, e.Comment)
	}
	play := func() {
		t.Helper()
		for range 3 {
			c.round(b)
			c.poll(alice)
		}
		_, err := alice.Play(opened(alice, file), home.Turn{Move: "add1", Post: true})
		c.must(err)
		c.send(alice, file)
	}
	do := func(step home.Step) *match.Match {
		t.Helper()
		_, err := alice.Do(opened(alice, file), step, true)
		c.must(err)
		c.send(alice, file)
		c.round(b)
		c.poll(alice)
		return c.only(alice.Desk)
	}
	play()
	for n := 1; n <= 4; n++ {
		play()
		for range 3 { // the bot has moved
			c.round(b)
			c.poll(alice)
		}
		before := c.only(alice.Desk).Last().String()
		m := do(home.Doing("ask-undo"))
		if (m.Last().String() != before) != (n <= 3) {
			t.Errorf("request %d for a take-back leaves %s of %s", n, m.Last(), before)
		}
		if last := m.Record.Events[m.LastEntry()]; n == 4 && last.Comment != "I accept 3 take-backs per match. Please play on." {
			t.Errorf("the answer to the fourth is %v %q", last.Step, last.Comment)
		}
	}
	if m := do(home.Doing("pause")); m.Paused.IsZero() {
		t.Error("the bot does not agree to a pause")
	}
	ply := c.only(alice.Desk).Ply()
	c.round(b)
	if m := do(home.Doing("resume")); !m.Paused.IsZero() || m.Ply() < ply {
		t.Error("the match does not go on")
	}
	play()
	if m := do(home.Doing("draw")); m.Outcome == nil || m.Outcome.Word != kif.DrawAgreed {
		t.Errorf("the bot, who expects a half, does not agree to a draw: %s", m.Status().En)
	}
	if p := c.only(b.Desk).NewProof(); p.Throws == 0 || p.Proved != p.Throws {
		t.Errorf("%d of %d throws are proved", p.Proved, p.Throws)
	}
}

// TestDrawIsDeclined offers one where the bot wins with its next move.
func TestDrawIsDeclined(t *testing.T) {
	for range 20 {
		c := newClub(t)
		b, alice := c.bot(botAddress), c.person("Alice", "alice@example.com")
		c.invites(alice, b, home.Invitation{Game: counting.Game, Seat: 1, Message: "レベル10"})
		file := c.fileOf(alice.Desk)
		for c.only(alice.Desk).Outcome == nil {
			move := "add1"
			if strings.HasPrefix(c.only(alice.Desk).Last().String(), "6 ") {
				move = "add2"
			}
			after, err := alice.Play(opened(alice, file), home.Turn{Move: move, Post: true})
			c.must(err)
			lost := after.Outcome == nil && strings.HasPrefix(after.Last().String(), "8 ")
			if lost {
				_, err = alice.Do(opened(alice, file), home.Doing("draw"), true)
				c.must(err)
			}
			c.send(alice, file)
			for range 3 {
				c.round(b)
				c.poll(alice)
			}
			if !lost {
				continue
			}
			if m := c.only(alice.Desk); m.Outcome == nil || m.Outcome.Word != "" {
				t.Errorf("the bot does not win, but: %s", m.Status().En)
			}
			return
		}
	}
	t.Error("the bot never comes close to winning")
}

func TestWhatCannotBePlayed(t *testing.T) {
	c := newClub(t)
	b := c.bot(botAddress)
	c.writes(c.letter(taro, "Silent game", ""))
	if got := c.round(b); got != "refused" {
		t.Errorf("the request gives %q", got)
	}
	c.wants(taro, "I can't play Silent game.")
	c.wants(taro, "I play these games:\n\n* Counting\n")
	zoe := kif.Seat{Name: "Zoe", Address: "zoe@example.com"}
	for _, test := range []struct {
		i    home.Invitation
		want string
	}{
		{home.Invitation{Game: silent}, "I can't play Silent game.\n\nI play Counting."},
		{home.Invitation{Game: counting.Game, Umpire: true, Seat: 1, Others: []kif.Seat{b.Desk.Me, zoe}}, "I can't play matches with an umpire"},
		{home.Invitation{Game: counting.Game, Options: engine.Options{"players": "3"}, Seat: 1, Others: []kif.Seat{b.Desk.Me, zoe}}, "I am a program, and I only play games for two players"},
	} {
		alice := c.person("Alice", "alice@example.com")
		c.boxes["alice@example.com"] = nil
		m := c.invites(alice, b, test.i)
		if last := m.Record.Events[len(m.Record.Events)-1]; last.Step != kif.Step(kif.Decline{}) || !strings.Contains(last.Comment, test.want) {
			t.Errorf("the answer is %v %q, want %q", last.Step, last.Comment, test.want)
		}
	}
}

func TestStrangersAreToldOnceADay(t *testing.T) {
	c := newClub(t)
	b := c.bot(botAddress)
	hello := func() { c.writes(c.letter(taro, "こんにちは", "いい天気ですね。\x1b[31m")) }
	for range 5 {
		hello()
	}
	c.round(b)
	c.wants(taro, "ゲームの名前が見つかりませんでした")
	c.wants(taro, "数え上げ レベル3")
	hello()
	c.round(b)
	if n := len(c.boxes[taro]); n != 1 {
		t.Fatalf("%d notes are sent in a day, want 1", n)
	}
	if l := c.last(taro); l.Automatic != "auto-replied" || l.InReplyTo != "<typed-1@example.net>" {
		t.Errorf("the note is no answer of a program: %+v", l)
	}
	c.now = c.now.Add(25 * time.Hour)
	hello()
	c.round(b)
	if n := len(c.boxes[taro]); n != 2 {
		t.Errorf("%d notes are sent in two days, want 2", n)
	}
	spanish := c.letter("ana@example.net", "", "????")
	spanish.Reads = "ja"
	c.writes(spanish)
	c.round(b)
	c.wants("ana@example.net", "ゲームの名前が見つかりませんでした")
}

func TestNobodyIsAnsweredWhoMustNotBe(t *testing.T) {
	c := newClub(t)
	b := c.bot(botAddress)
	_, err := b.Desk.Block("mallory@example.net")
	c.must(err)
	for _, fields := range [][]string{
		{"Auto-Submitted: auto-replied\r\n"}, {"Precedence: bulk\r\n"}, {"List-Id: <players.example.net>\r\n"}, {"Return-Path: <>\r\n"},
		{"X-Loop: " + botAddress + "\r\n"},
	} {
		c.writes(c.letter(taro, "counting", ""), fields...)
	}
	for _, from := range []string{botAddress, "MAILER-DAEMON@example.net", "no-reply@example.net", "mallory@example.net"} {
		c.writes(c.letter(from, "counting level 2", ""))
	}
	other := c.letter(taro, "counting", "")
	other.To.Addr = "everybody@example.net"
	c.writes(other)
	c.round(b)
	if len(c.matches(b.Desk)) != 0 || len(c.boxes) != 1 {
		t.Errorf("%d matches begin, and letters go to %d addresses", len(c.matches(b.Desk)), len(c.boxes)-1)
	}
}

func TestOldLettersAreNotAnswered(t *testing.T) {
	c := newClub(t)
	b := c.bot(botAddress)
	c.held = 8 * 24 * time.Hour
	c.writes(c.letter(taro, "counting", ""))
	c.round(b)
	if len(c.matches(b.Desk)) != 0 {
		t.Error("a letter of last week begins a match")
	}
}

// TestLettersAreReadAgain forgets how far the mailbox has been read.
func TestLettersAreReadAgain(t *testing.T) {
	c := newClub(t)
	b := c.bot(botAddress)
	c.writes(c.letter(taro, "counting level 2", ""))
	c.writes(c.letter(taro, "counting level 2", "Once more."))
	c.round(b)
	c.must(b.Courier.Rewind())
	c.round(b)
	if n := len(c.matches(b.Desk)); n != 2 {
		t.Errorf("two letters make %d matches", n)
	}
	if n := len(c.boxes[taro]); n != 2 {
		t.Errorf("%d letters are sent, want 2", n)
	}
}

// TestInterruptedSearchIsNoMove ends a round while the bot thinks.
func TestInterruptedSearchIsNoMove(t *testing.T) {
	c := newClub(t)
	b, alice := c.bot(botAddress), c.person("Alice", "alice@example.com")
	ctx, stop := context.WithCancel(t.Context())
	g := *silent
	g.Start = func(o engine.Options) (engine.Position, error) {
		p, err := counting.Game.Start(o)
		return thinking{p, stop}, err
	}
	b.Desk.Games, alice.Games = []*engine.Game{&g}, []*engine.Game{&g}
	m, err := alice.Invite(home.Invitation{Game: &g, Seat: 2, Others: []kif.Seat{b.Desk.Me}})
	c.must(err)
	c.send(alice, m.File)
	_, _, _ = b.Round(ctx)
	if m := c.only(b.Desk); ctx.Err() == nil || m.Ply() != 0 {
		t.Errorf("%d plies are played: %v", m.Ply(), ctx.Err())
	}
	c.round(b)
	if m := c.only(b.Desk); m.Ply() != 1 {
		t.Errorf("the next round leaves %d plies", m.Ply())
	}
}

// thinking is a position over which a thought is interrupted.
type thinking struct {
	engine.Position
	stop func()
}

func (p thinking) Think(context.Context, engine.Limits) iter.Seq[engine.Thought] {
	p.stop()
	return func(yield func(engine.Thought) bool) { yield(engine.Thought{Line: []engine.Move{"add1"}}) }
}

func TestFloodsAreCut(t *testing.T) {
	c := newClub(t)
	b := c.bot(botAddress)
	for range 8 {
		c.writes(c.letter(taro, "counting level 1", "A game, please."))
	}
	c.round(b)
	if n := len(c.matches(b.Desk)); n != 3 {
		t.Errorf("%d matches begin, want 3", n)
	}
	if n := len(c.boxes[taro]); n != 4 {
		t.Errorf("%d letters are sent, want 3 invitations and a note", n)
	}
	c.wants(taro, "We still have 3 open matches")
	b.Limits.NewADay = 5
	for n := range 4 {
		c.writes(c.letter(fmt.Sprintf("p%d@example.net", n), "counting", ""))
	}
	c.round(b)
	if n := len(c.matches(b.Desk)); n != 5 {
		t.Errorf("%d matches begin, want 5", n)
	}
	c.wants("p3@example.net", "I am playing so many people now that I can't start another")
	alice := c.person("Alice", "alice@example.com")
	m, err := alice.Invite(home.Invitation{Game: counting.Game, Others: []kif.Seat{b.Desk.Me}})
	c.must(err)
	c.send(alice, m.File)
	c.round(b)
	c.poll(alice)
	if m := c.only(alice.Desk); m.Outcome == nil || !strings.Contains(m.Record.Events[1].Comment, "I am playing so many people now that I can't start another") {
		t.Errorf("the invitation is not declined: %s", m.Status().En)
	}
}

func TestTwoBotsComeToAnEnd(t *testing.T) {
	c := newClub(t)
	one, other := c.bot(botAddress), c.bot("robot@example.com")
	c.writes(c.letter("robot@example.com", "counting level 2", "Let us play for ever."))
	c.boxes["robot@example.com"] = nil
	letters := 0
	for n := range 40 {
		c.round(one)
		c.round(other)
		if now := len(c.boxes[botAddress]) + len(c.boxes["robot@example.com"]); now == letters {
			break
		} else if letters = now; n == 39 {
			t.Errorf("%d letters, and no end", letters)
		}
	}
	if m := c.only(one.Desk); m.Outcome == nil {
		t.Errorf("the match has not ended: %s", m.Status().En)
	}
}

var stride = flag.Int("stride", 19, "from one step at which the bot is killed to the next")

// mortal gives b a machine with a fate.
func (c *club) mortal(b *bot.Bot, f *fate) {
	c.fate = f
	b.Desk.System = machine{storetest.Machine{Time: &c.now}, c.fate}
	memory, own := b.Memory.(home.Memory), b.Courier.Memory.(home.Memory)
	memory.System, own.System = b.Desk.System, b.Desk.System
	b.Memory, b.Courier.Memory = memory, own
}

// TestKilledAtARequest kills the bot at every step of the answer to a request: one match begins,
// and one letter invites to it.
func TestKilledAtARequest(t *testing.T) {
	for at, killed := 1, true; killed; at++ {
		c := newClub(t)
		b := c.bot(botAddress)
		c.mortal(b, &fate{at: at, after: at%2 == 0})
		c.writes(c.letter(taro, "counting level 3", ""))
		killed = false
		for range 3 {
			_, _, _ = b.Round(t.Context())
			if c.fate.dead {
				c.fate.at, c.fate.dead, killed = 0, false, true
			}
		}
		c.only(b.Desk)
		ids := map[string]bool{}
		for _, raw := range c.boxes[taro] {
			l, err := mailbox.Read(raw)
			c.must(err)
			ids[l.MessageID] = true
		}
		if len(ids) != 1 {
			t.Errorf("killed at step %d, the bot writes %d letters", at, len(ids))
		}
	}
}

// TestKilledAnywhere kills the bot at every step of a match: nothing is doubled and nothing is lost.
func TestKilledAnywhere(t *testing.T) {
	for at, killed := 1, true; killed; at += *stride {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			c := newClub(t)
			b := c.bot(botAddress)
			c.mortal(b, &fate{at: at, after: at%2 == 0})
			rounds := func() {
				for range 3 {
					_, _, _ = b.Round(t.Context())
					if c.fate.dead { // it is started again
						c.fate.at, c.fate.dead, killed = 0, false, true
					}
				}
			}
			killed = false
			c.writes(c.letter(taro, "counting level 3", ""))
			rounds()
			c.replies(taro, "accept")
			rounds()
			for range 20 {
				m := c.only(b.Desk)
				if m.Outcome != nil {
					break
				}
				if m.Turn != m.Roster.At(taro) {
					t.Fatalf("a move is not made: %s", m.Status().En)
				}
				c.replies(taro, "add1")
				rounds()
			}
			if m := c.only(b.Desk); m.Outcome == nil {
				t.Errorf("the match does not end: %s", m.Status().En)
			}
			seen := map[string]bool{}
			for _, raw := range c.boxes[taro] {
				seen[string(raw)] = true
			}
			if twice := len(c.boxes[taro]) - len(seen); twice > 1 {
				t.Errorf("%d letters came twice", twice)
			}
		})
	}
}
