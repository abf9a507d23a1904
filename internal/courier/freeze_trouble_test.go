package courier_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// storiesOfTime are about clocks and claims.
var storiesOfTime = []story{
	{"away", tellAway},
	{"pause", tellPause},
	{"claim", tellClaim},
	{"claim-four", tellClaimOfFour},
	{"claim-pass", tellPasses},
}

// storiesOfTrouble are about messages that cross, forks, and secrets that are lost or changed.
var storiesOfTrouble = []story{
	{"crossed", tellCrossed},
	{"order", tellOrder},
	{"fork", tellFork},
	{"fork-four", tellForkOfFour},
	{"fork-dice", tellForkOfDice},
	{"rotate", tellRotate},
	{"rechain", tellRechain},
	{"renew", tellRenew},
	{"refused", tellRefused},
	{"newer", tellNewer},
	{"address", tellAddress},
	{"substitute", tellSubstitute},
}

// storiesOfState are about the state of a desk and a courier.
var storiesOfState = []story{
	{"plan", tellPlan},
	{"known", tellKnown},
	{"list", tellList},
	{"memory", tellMemory},
	{"room", tellRoom},
}

func timedBy(game, control string) home.Invitation {
	return home.Invitation{Game: all.Game(game), Seat: 1, PerMove: control}
}

func tellAway(f *freezer) {
	tb, alice, bob := two(f.sit(2, timedBy("quoridor", "30d+1d way=6h")))
	tb.play(alice, "e2")
	_, err := alice.Do(alice.copy(), home.Doing("away", "2026-12-20..2027-01-05"), true)
	f.must(err)
	tb.send(alice)
	tb.wait(20 * time.Hour)
	f.reads("told", tb, bob, "taken taken")
	tb.play(bob, "e8")
	tb.wait(35 * 24 * time.Hour)
	f.reads("disputed", tb, alice, "taken")
	tb.play(alice, "e3")
	tb.round()
	f.file("", tb, alice)
	f.file("there", tb, bob)
	tb = f.sit(2, timedBy("quoridor", "20d"))
	alice, bob = tb.players[0], tb.players[1]
	steps(tb, home.Doing("away", "2026-11-24..2026-12-14"), bob)
	steps(tb, home.Doing("away", "2026-12-10..2027-01-05"), bob)
	tb.play(alice, "e2")
	f.file("too-long", tb, alice)
}

func tellPause(f *freezer) {
	i := timedBy("quoridor", "3d")
	i.Rest = "sat,sun,2026-12-24..2027-01-02"
	tb, alice, bob := two(f.sit(2, i))
	tb.do(bob, home.Doing("pause"))
	tb.do(alice, home.Doing("agree"))
	f.file("agreed", tb, alice)
	tb.wait(40 * 24 * time.Hour)
	tb.do(bob, home.Doing("resume"))
	tb.play(alice, "e2")
	tb.round()
	f.file("", tb, bob)
}

func tellClaim(f *freezer) {
	tb, alice, bob := two(f.sit(2, timedBy("quoridor", "3d")))
	tb.play(alice, "e2")
	late := f.clone(tb, bob)
	tb.wantPoll(bob, "taken")
	tb.wait(4 * 24 * time.Hour)
	_, err := alice.Do(alice.copy(), home.Doing("claim"), true)
	f.must(err)
	tb.send(alice)
	f.file("standing", tb, alice)
	f.reads("confirmed", tb, bob, "taken acted")
	tb.wantPoll(alice, "taken")
	f.file("over", tb, alice)
	f.scene("contested", tb, late, "poll", "taken taken acted")
	tb.poll(late)
	f.file("open", tb, late)
}

func tellClaimOfFour(f *freezer) {
	tb := f.four("3d")
	mover := tb.mover()
	rest := others(tb, mover)
	tb.wait(5 * 24 * time.Hour)
	_, err := rest[0].Do(rest[0].copy(), home.Doing("claim"), true)
	f.must(err)
	tb.send(rest[0])
	for _, p := range rest[1:] {
		tb.poll(p)
		_, err := p.Do(p.copy(), home.Doing("agree"), true)
		f.must(err)
		tb.send(p)
	}
	f.scene("confirmed", tb, rest[1], "poll", "taken")
	f.file("confirming", tb, rest[1])
	f.file("", tb, rest[2])
}

// tellPasses is about missed limits that are passes: by the player's own program, and by an umpire.
func tellPasses(f *freezer) {
	tb, alice, bob := two(f.sit(2, timedBy("goryujin", "3d")))
	tb.wait(4 * 24 * time.Hour)
	_, err := bob.Do(bob.copy(), home.Doing("claim"), true)
	f.must(err)
	tb.send(bob)
	f.reads("own", tb, alice, "taken acted")
	tb.round()
	f.mail(tb, 2)
	f.file("own-on", tb, bob)
	i := timedBy("goryujin", "3d")
	i.Umpire = true
	tb = f.sit(3, i)
	umpire, mover := tb.players[0], tb.mover()
	claims := others(tb, umpire)[1]
	if claims == mover {
		claims = others(tb, umpire)[0]
	}
	tb.wait(5 * 24 * time.Hour)
	_, err = claims.Do(claims.copy(), home.Doing("claim"), true)
	f.must(err)
	tb.send(claims)
	f.reads("umpire", tb, umpire, "taken acted")
	f.file("umpire-on", tb, umpire)
}

// tellCrossed is about messages that cross: an absence and a resignation are made again after a move.
func tellCrossed(f *freezer) {
	for name, step := range map[string]home.Step{"absence": home.Doing("away", "2026-12-20..2026-12-24"), "resignation": nil} {
		tb, alice, bob := two(f.sit(2, timedBy("quoridor", "3d")))
		tb.play(alice, "e2")
		if step == nil {
			_, err := bob.Resign(bob.copy(), 0, true)
			f.must(err)
		} else {
			_, err := bob.Do(bob.copy(), step, true)
			f.must(err)
		}
		tb.send(bob)
		f.file(name+"-away", tb, bob)
		f.scene(name, tb, alice, "poll", "known")
		f.reads(name+"-again", tb, bob, "taken")
		tb.round()
		f.file(name+"-on", tb, alice)
	}
}

// tellOrder is about lines that only the later rules decide: consent, an umpire's receipt, and the number of a party.
func tellOrder(f *freezer) {
	away := home.Doing("away", "2026-12-20..2026-12-24")
	part := func(label string, tb *table, players []*player, steps ...home.Step) {
		for i, step := range steps {
			_, err := players[i].Do(players[i].copy(), step, true)
			f.must(err)
			f.file([]string{label + "-one", label + "-two"}[i], tb, players[i])
		}
	}
	tb := f.sit(2, of("quoridor", 1))
	f.mail(tb, 2)
	steps(tb, home.Doing("ask-undo"), tb.players[0])
	part("consent", tb, tb.players, away, home.Doing("agree"))
	tb = f.four("")
	part("number", tb, others(tb, tb.mover()), away, away)
	i := timedBy("quoridor", "3d")
	i.Umpire = true
	tb = f.sit(3, i)
	umpire, mover := tb.players[0], tb.mover()
	tb.play(mover, quietly(tb, mover))
	tb.wantPoll(umpire, "taken")
	f.file("receipt-two", tb, umpire)
	part("receipt", tb, []*player{mover}, away)
}

// fork makes p play a move on one machine and another on a second, and returns the record of the first.
func (f *freezer) fork(tb *table, p *player, first, second string) (line []byte) {
	f.Helper()
	machine := f.clone(tb, p)
	_, err := machine.Play(machine.copy(), home.Turn{Move: first, Post: true})
	f.must(err)
	tb.play(p, second)
	return []byte(tb.bytes(machine))
}

// hears shows somebody the other line of a forked match.
func (f *freezer) hears(tb *table, p, from *player, line []byte) {
	f.Helper()
	tb.forge(p, from.Me.Address, line)
	tb.wantPoll(p, "diverged")
}

func tellFork(f *freezer) {
	tb, alice, bob := two(f.sit(2, of("quoridor", 1)))
	line := f.fork(tb, alice, "d1", "e2")
	f.record("first", line)
	tb.wantPoll(bob, "taken")
	tb.forge(bob, alice.Me.Address, line)
	f.reads("second", tb, bob, "diverged")
	f.scene("ours", tb, bob, "settle ours", "")
	f.scene("theirs", tb, bob, "settle theirs", "")
	lines, err := home.LineFiles(bob.file)
	f.must(err)
	f.hears(tb, alice, bob, line)
	_, err = bob.Settle(bob.copy(), lines[0], true, true)
	f.must(err)
	tb.send(bob)
	f.scene("settled", tb, alice, "poll", "taken")
	f.file("on", tb, bob)
}

func tellForkOfFour(f *freezer) {
	tb := f.four("")
	mover := tb.mover()
	rest := others(tb, mover)
	moves := []string{}
	for move := range tb.open(mover).Last().Moves() {
		moves = append(moves, string(move))
	}
	line := f.fork(tb, mover, moves[0], moves[1])
	f.record("first", line)
	for _, p := range rest {
		tb.wantPoll(p, "taken")
		f.hears(tb, p, mover, line)
	}
	f.hears(tb, mover, rest[0], line)
	for i, p := range rest {
		tb.round()
		lines, err := home.LineFiles(p.file)
		f.must(err)
		if i == 1 {
			f.scene("agrees", tb, p, "settle ours", "")
		}
		_, err = p.Settle(p.copy(), lines[0], false, true)
		f.must(err)
		tb.send(p)
		f.file([]string{"proposed", "agreed", "settled"}[i], tb, p)
	}
	tb.round()
	f.mail(tb, 2)
	f.file("on", tb, rest[0])
}

func tellForkOfDice(f *freezer) {
	tb := f.sit(2, dice(1, "3d"))
	f.mail(tb, 2)
	mover := tb.mover()
	waits := other(tb, mover)
	moves := []string{}
	for move := range tb.open(mover).Last().Moves() {
		moves = append(moves, string(move))
	}
	line := f.fork(tb, mover, moves[0], moves[len(moves)-1])
	tb.wantPoll(waits, "taken")
	tb.forge(waits, mover.Me.Address, line)
	f.reads("second", tb, waits, "diverged")
	f.hears(tb, mover, waits, line)
	f.scene("settle", tb, waits, "settle ours", "")
	lines, err := home.LineFiles(waits.file)
	f.must(err)
	c, err := waits.Settle(waits.copy(), lines[0], false, true)
	f.must(err)
	if c.Settlement.Dice == 0 {
		f.Error("no dice are given up")
	}
	tb.send(waits)
	f.reads("settled", tb, mover, "taken")
	tb.round()
	f.mail(tb, 2)
	f.file("on", tb, waits)
}

func tellRotate(f *freezer) {
	tb, alice := one(f.sit(2, dice(1, "")))
	f.must(home.NewSecret(alice.System, alice.Secret))
	f.scene("new", tb, alice, "rotate", "")
	steps(tb, home.Rotate, alice)
	f.mail(tb, 3)
	f.file("", tb, alice)
	f.secret(alice)
}

// tellRechain loses the secret that an open event of dice needs.
func tellRechain(f *freezer) {
	tb := f.sit(2, dice(1, "3d"))
	f.mail(tb, 2)
	waits := tb.mover()
	opener := other(tb, waits)
	f.must(os.Remove(waits.Secret))
	_, err := waits.Do(waits.copy(), home.Rechain, true)
	f.must(err)
	f.secret(waits)
	tb.send(waits)
	f.reads("asked", tb, opener, "taken")
	f.file("asked-on", tb, opener)
	steps(tb, home.Doing("agree"), opener) // no scene: its new chain is random
	f.mail(tb, 3)
	f.file("", tb, opener)
	if m := tb.open(opener); m.Dice.Chains != 1 {
		f.Errorf("%d chains replaced", m.Dice.Chains)
	}
}

// tellRenew plays until short chains are used up.
func tellRenew(f *freezer) {
	tb := f.chairs(2)
	for _, p := range tb.players {
		p.Links = 9
	}
	i := dice(1, "")
	i.Others = []kif.Seat{tb.players[1].Me}
	tb.invite(i)
	tb.accept(tb.players[1])
	f.mail(tb, 12)
	f.file("", tb, tb.players[0])
	if n := chainsOf(tb.open(tb.players[0]).Record); n < 4 {
		f.Errorf("only %d chains", n)
	}
}

// tellSubstitute is about a player who leaves, whose hand-over crosses a message, and about a substitute who is out of time.
func tellSubstitute(f *freezer) {
	tb := f.chairs(3)
	alice, bob, carol := tb.players[0], tb.players[1], tb.players[2]
	i := dice(1, "3d")
	i.Others = []kif.Seat{bob.Me}
	tb.invite(i)
	tb.accept(bob)
	for _, p := range []*player{alice, bob, alice} {
		tb.poll(p)
	}
	tb.play(alice, quietly(tb, alice))
	tb.poll(bob)
	tb.proposes(bob)
	f.reads("called", tb, carol, "new")
	m, err := carol.Decline("", "not now")
	f.must(err)
	carol.file = m.File
	tb.send(carol)
	f.reads("declined", tb, bob, "taken")
	f.file("goes-on", tb, bob)
	f.must(os.Remove(carol.file))
	tb.proposes(bob)
	f.scene("accept", tb, carol, "poll", "new")
	tb.accept(carol)
	tb.poll(bob)
	tb.poll(alice)
	tb.agrees(alice)
	_, err = alice.Do(alice.copy(), home.Doing("say", "farewell"), true)
	f.must(err)
	f.reads("left", tb, bob, "taken acted")
	tb.send(alice)
	f.reads("crossed", tb, alice, "taken")
	f.reads("comes", tb, carol, "taken taken known taken")
	tb.play(carol, quietly(tb, carol))
	f.reads("on", tb, alice, "taken")
	f.file("", tb, alice)
}

// tellAddress is about a player who changes address while a move is in transit.
func tellAddress(f *freezer) {
	tb, alice, bob := two(f.sit(2, of("quoridor", 1)))
	tb.play(alice, "e2")
	tb.wantPoll(bob, "taken")
	tb.play(bob, "e8")
	_, err := alice.Do(alice.copy(), home.Readdress("alice@new.example"), true)
	f.must(err)
	tb.send(alice)
	f.reads("crossed", tb, bob, "known")
	f.reads("again", tb, alice, "taken")
	f.reads("told", tb, bob, "taken")
	f.file("", tb, bob)
}

// tellNewer is about a newer hikyaku: a version in an invitation that is answered in ours, a header, a line and
// an act.
func tellNewer(f *freezer) {
	tb, alice, bob := two(f.chairs(2))
	tb.invite(quoridorWith(bob))
	newer := ofNewer(tb, alice)
	tb.boxes[bob.Me.Address] = nil
	f.must(alice.Put(alice.copy(), newer))
	tb.forge(bob, alice.Me.Address, newer.Record.Bytes())
	f.reads("invitation", tb, bob, "new")
	tb.accept(bob)
	tb.poll(alice)
	tb.forge(bob, alice.Me.Address, []byte(signed(tb, masterOf(tb, alice), tb.bytes(alice), "#: do dance 3\n"+tb.at()+"#: party 1\n")))
	f.reads("act", tb, bob, "taken")
	f.file("", tb, bob)
}

// tellRefused is about messages that are refused, and one that did not arrive.
func tellRefused(f *freezer) {
	tb, alice, bob := two(f.sit(2, of("quoridor", 1)))
	tb.play(alice, "e2")
	tb.wantPoll(bob, "taken")
	record := tb.bytes(bob)
	for name, c := range map[string][2]string{
		"stranger": {"mallory@example.org", record},
		"unsigned": {alice.Me.Address, record + "   2 投了\n#: at 2026-11-20T21:00:00Z\n"},
		"forged":   {alice.Me.Address, record + "   2 e8\n#: at 2026-11-20T21:00:00Z\n#: sign " + strings.Repeat("ab", 64) + "\n"},
		"torn":     {alice.Me.Address, record[:len(record)/3]},
	} {
		tb.forge(bob, c[0], []byte(c[1]))
		f.reads(name, tb, bob, "refused")
	}
	l, err := mailbox.Read(tb.boxes[bob.Me.Address][1])
	f.must(err)
	tb.drop(alice.Me.Address, []byte("Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.net\nTo: alice@example.org\nSubject: Undelivered\n"+
		"Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nIt did not arrive.\n--b\nContent-Type: message/delivery-status\n\n"+
		"Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; bob@example.net\nAction: failed\nStatus: 5.1.1\n\n"+
		"--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: "+l.MessageID+"\nSubject: x\n\n--b--\n"))
	f.reads("bounced", tb, alice, "bounced")
	old := strings.Index(record, "   1 e2")
	f.must(os.WriteFile(alice.file, []byte(record[:old]), 0o644))
	f.scene("backup", tb, alice, "play d1", "*desk.OldRecord", "heads")
}

// tellPlan is about prepared answers.
func tellPlan(f *freezer) {
	tb, alice, bob := two(f.sit(2, of("quoridor", 1)))
	tb.play(alice, "e2")
	_, err := alice.Desk.Prepare(alice.copy(), "e8 e3 e7 e4; d9 d2")
	f.must(err)
	f.scene("lines", tb, alice, "plan", "")
	tb.poll(bob)
	tb.play(bob, "e8")
	f.reads("followed", tb, alice, "taken acted")
}

// tellKnown is about an invitation under another key than before.
func tellKnown(f *freezer) {
	tb, alice, bob := two(f.sit(2, of("quoridor", 1)))
	invite := func() {
		m, err := alice.Invite(home.Invitation{Game: all.Game("quoridor"), Options: optionsOf("players=4"), Seat: 1, Others: []kif.Seat{
			bob.Me, {Name: "Carol", Address: addresses[2]}, {Name: "Dave", Address: addresses[3]},
		}})
		f.must(err)
		alice.file = m.File
		tb.send(alice)
	}
	invite()
	tb.wantPoll(bob, "new")
	f.scene("same", tb, bob, "accept", "", "known")
	tb.accept(bob)
	f.must(os.Remove(alice.Secret))
	invite()
	tb.wantPoll(bob, "new")
	f.scene("other", tb, bob, "accept", "*desk.NewKeyError", "known")
}

// tellList is about stored summaries of matches.
func tellList(f *freezer) {
	tb, alice, bob := two(f.sit(2, timedBy("goryujin", "3d")))
	f.mail(tb, 2)
	_, err := bob.Do(bob.copy(), home.Doing("draw"), true)
	f.must(err)
	f.must(os.Chtimes(bob.file, dated, dated))
	f.must(os.RemoveAll(bob.Cache))
	for _, err := range bob.List() {
		f.must(err)
	}
	f.scene("", tb, bob, "list", "", "cache")
	f.file("there", tb, alice)
}

// tellMemory is about the state of a courier: messages that were sent, never will be, will be later, or could not be read.
func tellMemory(f *freezer) {
	tb, alice := one(f.invites(2, timedBy("quoridor", "3d")))
	tb.reply("accept")
	tb.wantPoll(alice, "taken")
	tb.play(alice, "e2")
	f.scene("sent", tb, alice, "poll", "", "memory")
	tb.fail = failing(mailbox.Temporary)
	tb.reply("e5")
	tb.poll(alice)
	tb.fail = nil
	f.scene("unsent", tb, alice, "poll", "", "memory")
	tb.reply("e5")
	f.scene("answered", tb, alice, "poll", "silent", "memory")
	tb.poll(alice)
	tb.reply("e8\nThank you.")
	f.scene("came", tb, alice, "poll", "taken", "memory")
	tb.wantPoll(alice, "taken")
	tb.fail = failing(mailbox.Refused)
	_, err := alice.Play(alice.copy(), home.Turn{Move: "e3", Post: true})
	f.must(err)
	_, err = alice.Send(f.Context(), alice.copy())
	f.must(err)
	tb.fail = nil
	f.scene("never", tb, alice, "poll", "", "memory")
	tb.wait(2*24*time.Hour + 14*time.Hour)
	tb.poll(alice)
	f.scene("reminded", tb, alice, "poll", "", "memory")
	alice.Box = broken{alice.Box}
	tb.poll(alice)
	f.scene("skipped", tb, alice, "skipped", "", "memory")
}

// broken is a box with one more mail, which can't be fetched.
type broken struct{ mailbox.Box }

func (b broken) Fetch(ctx context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	mark, err := b.Box.Fetch(ctx, since, handle)
	if err == nil {
		mark.UID++
		err = handle(mailbox.Mail{UID: mark.UID, Err: mailbox.ErrTooLarge})
	}
	return mark, err
}

// tellRoom is about more invitations than may wait.
func tellRoom(f *freezer) {
	tb := f.chairs(2)
	bob := tb.players[1]
	for range 6 {
		tb.invite(home.Invitation{Game: all.Game("diceshogi"), Seat: 1, Others: []kif.Seat{bob.Me}})
	}
	tb.wantPoll(bob, "new new new new new refused")
	f.scene("full", tb, bob, "poll", "", "memory")
	waiting, err := filepath.Glob(filepath.Join(bob.Dir, "invitations", "*.kif"))
	f.must(err)
	f.must(os.Remove(waiting[0]))
	f.scene("again", tb, bob, "poll", "new", "memory")
}
