package courier_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// storiesByLetter are about matches by invitation without anything unusual.
var storiesByLetter = []story{
	{"race", tellRace},
	{"game", tellGames},
	{"toss", tellToss},
	{"umpire", tellUmpire},
	{"decided", tellDecided},
	{"writer", tellWriter},
	{"writer-dice", tellWriterDice},
	{"writers", tellWriters},
	{"observers", tellObservers},
	{"join", tellJoining},
	{"four", tellFour},
	{"three", tellThree},
	{"draw", tellDraw},
	{"undo", tellUndo},
}

func of(game string, seat int) home.Invitation {
	return home.Invitation{Game: all.Game(game), Seat: seat}
}

// dice returns an invitation to a game with a die for every move.
func dice(seat int, control string) home.Invitation {
	return home.Invitation{Game: all.Game("diceshogi"), Seat: seat, PerMove: control}
}

// quietly returns a move that does not end the match of p.
func quietly(tb *table, p *player) string {
	tb.Helper()
	m := tb.open(p)
	return string(calm(m.Ply()).Pick(m.Last(), m.Next().Player))
}

// mail plays a number of plies by mail.
func (f *freezer) mail(tb *table, plies int) {
	f.Helper()
	for range plies {
		tb.round()
		mover := tb.mover()
		if mover == nil {
			return
		}
		tb.play(mover, quietly(tb, mover))
	}
	tb.round()
}

// other returns the opponent of p.
func other(tb *table, p *player) *player {
	if p == tb.players[0] {
		return tb.players[1]
	}
	return tb.players[0]
}

// says plays a move with a message.
func says(tb *table, p *player, move, words string) {
	tb.Helper()
	_, err := p.Play(p.copy(), home.Turn{Move: move, Comment: words, Post: true})
	tb.must(err)
	tb.send(p)
}

// tellRace is a whole match with every message of it.
func tellRace(f *freezer) {
	tb, alice, bob := two(f.chairs(2))
	alice.Lang = "ja"
	tb.invite(home.Invitation{Game: all.Game("quoridor"), Seat: 1, Others: []kif.Seat{bob.Me}, Message: "はじめまして。\n一局いかがですか。"})
	f.scene("invitation", tb, bob, "poll", "new")
	tb.accept(bob)
	f.reads("acceptance", tb, alice, "taken")
	says(tb, alice, "e2", "よろしくお願いします。")
	f.reads("first", tb, bob, "taken")
	first := tb.boxes[bob.Me.Address][1]
	f.scene("heads", tb, bob, "play e8", "", "heads")
	says(tb, bob, "e8", "What a \\ day!\n\n  Indented.")
	tb.wantPoll(alice, "taken")
	tb.drop(bob.Me.Address, first)
	f.reads("late", tb, bob, "known")
	tb.play(alice, "e3")
	record := tb.bytes(bob)
	tb.must(os.Remove(bob.file))
	f.reads("lost", tb, bob, "begun")
	if tb.bytes(bob) == record {
		f.Error("nothing was restored")
	}
	for ply, move := range strings.Fields("e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1") {
		mover := tb.players[1-ply%2]
		tb.play(mover, move)
		tb.wantPoll(other(tb, mover), "taken")
	}
	f.file("over", tb, alice)
	f.file("over-there", tb, bob)
}

// tellGames is a short match of every game.
func tellGames(f *freezer) {
	for i, g := range all.Games {
		tb := f.sit(2, home.Invitation{Game: g, Seat: 1 + i%2, PerMove: []string{"", "3d", "5日+12時間 way=2h"}[i%3]})
		f.mail(tb, 2)
		mover := tb.mover()
		mover.Picture = g.Name == "goryujin"
		says(tb, mover, quietly(tb, mover), "次の一手。")
		f.reads(g.Name, tb, other(tb, mover), "taken")
		f.file(g.Name+"-behind", tb, other(tb, mover))
	}
}

// tellToss tosses until the seats fall so that a bare link is due, and until they don't.
func tellToss(f *freezer) {
	told := map[int]bool{}
	for len(told) < 2 {
		tb, alice, bob := two(f.chairs(2))
		tb.invite(home.Invitation{Game: all.Game("diceshogi"), PerMove: "3d", Others: []kif.Seat{bob.Me}})
		tb.accept(bob)
		before := f.clone(tb, alice)
		tb.wantPoll(alice, "taken")
		m := tb.open(alice)
		first := m.Roster.PartyOf(1)
		if told[first] {
			continue
		}
		told[first] = true
		label := []string{1: "inviter", 2: "guest"}[first]
		f.scene(label, tb, before, "poll", "taken")
		f.mail(tb, 2)
		f.file(label+"-on", tb, alice)
	}
}

// clone returns p as it is now, unaffected by what p does later.
func (f *freezer) clone(tb *table, p *player) *player {
	f.Helper()
	place, was := filepath.ToSlash(f.TempDir()), filepath.Dir(p.Dir)
	f.must(os.CopyFS(place, os.DirFS(was)))
	f.must(os.Chmod(filepath.Join(place, "secret"), 0o600))
	c := newPlayer(p.Me, p.System, place)
	c.Box = p.Box
	c.file = strings.Replace(p.file, was, place, 1)
	return c
}

// tellUmpire is about matches with an umpire in which everybody has hikyaku.
func tellUmpire(f *freezer) {
	i := dice(1, "3d")
	i.Umpire = true
	tb := f.sit(3, i)
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	f.mail(tb, 1)
	mover := tb.mover()
	tb.play(mover, quietly(tb, mover))
	f.scene("move", tb, alice, "poll", "taken")
	f.file("before-the-receipt", tb, mover)
	tb.poll(alice)
	waiting := map[*player]*player{bob: carol, carol: bob}[mover]
	f.scene("receipt", tb, waiting, "poll", "taken taken")
	f.mail(tb, 2)
	f.file("", tb, alice)
	tossed := f.sit(3, home.Invitation{Game: all.Game("diceshogi"), Umpire: true})
	f.mail(tossed, 2)
	f.file("toss", tossed, tossed.players[1])
}

// tellDecided is about what an umpire does alone: the clock is stopped, continues with more time, and the match is decided, twice.
func tellDecided(f *freezer) {
	i := of("quoridor", 1)
	i.Umpire, i.PerMove = true, "3d"
	tb := f.sit(3, i)
	umpire, mover := tb.players[0], tb.mover()
	tb.play(mover, "e2")
	tb.poll(umpire)
	for _, e := range []kif.Event{
		{Step: kif.PauseOffer{}, Comment: "Mail to Carol comes back."},
		{Step: kif.Resume{}, Comment: "Mail to Carol arrives again."},
		{Step: kif.MoreTime{Hours: 48}, Comment: "She has been without mail."},
		{Step: kif.Ruling{Places: "2 1"}, Comment: "Both have agreed to it."},
		{Step: kif.Ruling{Places: kif.NoResult}, Comment: "They have not."},
	} {
		_, err := umpire.Do(umpire.copy(), func(*home.Desk, *match.Match, int) (kif.Event, error) { return e, nil }, true)
		f.must(err)
		tb.poll(umpire)
	}
	f.mail(tb, 2)
	f.file("", tb, umpire)
	late := f.sit(3, i)
	late.wait(5 * 24 * time.Hour)
	umpire = late.players[0]
	_, err := umpire.Do(umpire.copy(), func(*home.Desk, *match.Match, int) (kif.Event, error) {
		return kif.Event{Step: kif.TimeOut, Seat: 1}, nil
	}, true)
	f.must(err)
	f.file("late", late, umpire)
}

// invites makes Alice invite the others to a match that they play with mail programs only.
func (f *freezer) invites(n int, i home.Invitation) *table {
	f.Helper()
	tb := f.chairs(n)
	for _, p := range tb.players[1:] {
		i.Others = append(i.Others, p.Me)
	}
	tb.invite(i)
	return tb
}

// tellWriter is about a mail-only player.
func tellWriter(f *freezer) {
	tb, alice := one(f.invites(2, of("quoridor", 2)))
	old := tb.last()
	tb.reply("承諾\nよろしくお願いします。")
	f.reads("accept", tb, alice, "taken")
	tb.reply("e5")
	f.reads("illegal", tb, alice, "answered")
	away := *old
	away.From, away.To, away.Automatic = mailbox.Address{Addr: "bob@example.net"}, mailbox.Address{Addr: alice.Me.Address}, "auto-replied"
	away.Subject, away.MessageID, away.Attachments = "Re: "+tb.last().Subject, "<away@example.net>", nil
	raw, err := away.Bytes()
	f.must(err)
	tb.drop(alice.Me.Address, raw)
	f.reads("automatic", tb, alice, "silent")
	tb.reply("E2\n\nいい天気ですね。\n-- \nBob")
	f.reads("move", tb, alice, "taken")
	tb.drop(alice.Me.Address, tb.boxes[alice.Me.Address][len(tb.boxes[alice.Me.Address])-1])
	f.reads("twice", tb, alice, "known")
	tb.replyTo(old, "e3", "bob@example.net")
	f.reads("stale", tb, alice, "answered")
	tb.reply("引き分け")
	f.reads("draw", tb, alice, "taken")
	tb.play(alice, "e8")
	steps(tb, home.Doing("say", "Take your time."), alice)
	tb.reply("待った")
	f.reads("undo", tb, alice, "taken")
	steps(tb, home.Doing("agree"), alice)
	tb.reply("d1\nよろしくお願いします。")
	tb.wantPoll(alice, "taken")
	tb.reply("resign\nYou are too strong.")
	f.reads("asked", tb, alice, "answered")
	tb.reply("yes\nThank you.")
	f.scene("resign", tb, alice, "poll", "taken", "memory") // which knows the question
	tb.wantPoll(alice, "taken")
	f.file("", tb, alice)
}

// tellWriterDice is about dice with a mail-only player.
func tellWriterDice(f *freezer) {
	tb, alice := one(f.invites(2, dice(1, "3d")))
	tb.reply("accept\nThank you!")
	f.reads("accept", tb, alice, "taken")
	for i := range 3 {
		tb.play(alice, quietly(tb, alice))
		tb.reply(quietly(tb, alice) + "\nThanks" + strings.Repeat("!", i))
		if i == 2 {
			f.scene("move", tb, alice, "poll", "taken")
		}
		tb.wantPoll(alice, "taken")
	}
	f.file("", tb, alice)
}

// tellObservers is about an observer two plies late.
func tellObservers(f *freezer) {
	i := of("quoridor", 1)
	i.Observers, i.Delay, i.Engines = []kif.Seat{carol, {Address: "dave@example.org"}}, 2, true
	tb := f.sit(2, i)
	f.mail(tb, 5)
	alice, letters := tb.players[0], tb.toCarol()
	tb.unquoted(answering(letters[len(letters)-1]), "停止", carol.Address)
	tb.replyTo(letters[0], "e2", carol.Address)
	f.reads("", tb, alice, "stopped answered")
	f.file("", tb, alice)
}

// tellWriters is about two mail-only players whose record an umpire keeps.
func tellWriters(f *freezer) {
	i := dice(1, "3d")
	i.Umpire = true
	tb := f.invites(3, i)
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	tb.writes(bob, "accept\nThank you!")
	tb.wantPoll(alice, "taken")
	tb.writes(carol, "accept\nGood luck!")
	f.reads("accept", tb, alice, "taken")
	for range 2 {
		for _, p := range []*player{bob, carol} {
			tb.poll(alice)
			tb.writes(p, quietly(tb, alice)+"\n\nBest regards\n"+p.Me.Name)
			tb.wantPoll(alice, "taken")
		}
	}
	f.file("", tb, alice)
}

// tellJoining is about invitations that are not accepted, and about a counter-offer.
func tellJoining(f *freezer) {
	tb, alice, bob := two(f.invites(2, of("quoridor", 1)))
	f.file("invited", tb, alice)
	tb.poll(bob)
	old, counter, err := bob.Desk.Counter(bob.Invitations()[0].Short(), home.Invitation{Seat: 1, Message: "Four would be too many.", PerMove: "2d"})
	f.must(err)
	for _, c := range []home.Copy{old, counter} {
		bob.file = c.File
		tb.send(bob)
	}
	f.reads("counter", tb, alice, "taken new")
	f.file("declined", tb, alice)
	tb = f.invites(2, of("rengi", 1))
	alice, bob = tb.players[0], tb.players[1]
	tb.poll(bob)
	_, err = alice.Resign(alice.copy(), 0, true)
	f.must(err)
	tb.send(alice)
	f.scene("withdrawn", tb, bob, "poll", "taken")
	f.file("withdrawn", tb, alice)
	tb = f.invites(2, of("slashchain", 1))
	tb.reply("decline")
	f.reads("writer-declines", tb, tb.players[0], "taken")
	f.file("writer-declined", tb, tb.players[0])
}

// four returns a match of four.
func (f *freezer) four(control string) *table {
	f.Helper()
	return f.sit(4, home.Invitation{Game: all.Game("quoridor"), Options: optionsOf("players=4"), Seat: 2, PerMove: control})
}

// steps makes several players take the same step, which the others receive each time.
func steps(tb *table, step home.Step, players ...*player) {
	tb.Helper()
	for _, p := range players {
		_, err := p.Do(p.copy(), step, true)
		tb.must(err)
		tb.send(p)
		tb.round()
	}
}

// tellFour is about requests among four.
func tellFour(f *freezer) {
	tb := f.chairs(4)
	i := home.Invitation{Game: all.Game("quoridor"), Options: optionsOf("players=4"), Seat: 2}
	for _, p := range tb.players[1:] {
		i.Others = append(i.Others, p.Me)
	}
	tb.invite(i)
	tb.accept(tb.players[1])
	tb.poll(tb.players[0])
	tb.poll(tb.players[2])
	f.scene("accepts", tb, tb.players[2], "accept", "", "known")
	tb = f.four("")
	f.mail(tb, 3)
	p := tb.players
	mover := tb.mover()
	steps(tb, home.Doing("ask-undo", "2"), others(tb, mover)[0])
	for _, q := range others(tb, others(tb, mover)[0]) {
		_, err := q.Do(q.copy(), home.Doing("agree"), true)
		f.must(err)
		tb.send(q)
		tb.round()
	}
	f.mail(tb, 2)
	f.file("undone", tb, p[0])
	asks := others(tb, tb.mover())
	steps(tb, home.Doing("draw"), asks[0], asks[1], asks[2])
	f.file("asked", tb, p[3])
	steps(tb, home.Doing("draw"), tb.mover())
	f.file("drawn", tb, p[3])
}

// others returns everybody but p.
func others(tb *table, but ...*player) (list []*player) {
	for _, other := range tb.players {
		if !slices.Contains(but, other) {
			list = append(list, other)
		}
	}
	return list
}

// tellThree is about three who play four seats.
func tellThree(f *freezer) {
	tb := f.chairs(3)
	bob, carol := tb.players[1], tb.players[2]
	tb.invite(home.Invitation{
		Game: all.Game("quoridor"), Options: optionsOf("players=4 third-pawn=diagonal"), Seat: 1, Others: []kif.Seat{bob.Me, carol.Me, bob.Me},
	})
	tb.accept(bob)
	tb.poll(tb.players[0])
	tb.accept(carol)
	f.mail(tb, 5)
	_, err := bob.Resign(bob.copy(), 4, true)
	f.must(err)
	tb.send(bob)
	tb.wantPoll(carol, "taken")
	f.file("", tb, carol)
}

// tellDraw is about draws between two: offered, agreed to, and offered with a move.
func tellDraw(f *freezer) {
	tb, alice, bob := two(f.sit(2, of("quoridor", 1)))
	steps(tb, home.Doing("draw"), bob)
	f.file("offered", tb, alice)
	tb.play(alice, "e2")
	tb.round()
	_, waits, err := bob.Desk.OfferDraw(bob.copy(), true)
	if err != nil || !waits {
		f.Fatalf("%v, %v", waits, err)
	}
	f.scene("wished", tb, bob, "play e8", "")
	_, err = bob.Play(bob.copy(), home.Turn{Move: "e8", Post: true})
	f.must(err)
	tb.send(bob)
	tb.wantPoll(alice, "taken")
	f.scene("agreed", tb, alice, "draw", "")
	steps(tb, home.Doing("draw"), alice)
	f.file("", tb, bob)
}

// tellUndo is about moves that are taken back, with dice whose numbers are skipped.
func tellUndo(f *freezer) {
	tb := f.sit(2, dice(1, ""))
	f.mail(tb, 4)
	asks := other(tb, tb.mover())
	steps(tb, home.Doing("ask-undo"), asks)
	f.file("asked", tb, other(tb, asks))
	f.scene("agreed", tb, other(tb, asks), "agree", "")
	steps(tb, home.Doing("agree"), other(tb, asks))
	f.mail(tb, 3)
	f.file("", tb, asks)
	if m := tb.open(asks); m.Dice.Event < 4 {
		f.Errorf("only %d events", m.Dice.Event)
	}
}
