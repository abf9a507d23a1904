package courier_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// lastTo returns the newest message to p.
func (tb *table) lastTo(p *player) *mailbox.Letter {
	tb.Helper()
	box := tb.boxes[p.Me.Address]
	l, err := mailbox.Read(box[len(box)-1])
	tb.must(err)
	return l
}

// begins expects the newest message to p to begin with this text, up to the board.
func (tb *table) begins(p *player, want string) {
	tb.Helper()
	text, _, _ := strings.Cut(tb.lastTo(p).Text, "\n\n    i   h")
	if unbroken(text) != unbroken(want) || strings.Count(text, "\n\n") != strings.Count(want, "\n\n") {
		tb.Errorf("the letter begins\n%s\nwant\n%s", text, want)
	}
}

// TestNews checks that a message first says what was done since its reader's own last step, then what the reader can do.
func TestNews(t *testing.T) {
	tb, alice, bob := two(bobWrites(t, timedBy("quoridor", "3d")))
	tb.begins(bob, "You accepted the invitation.\n\nIt is Alice's turn now. The deadline is Tuesday 24 November, 07:39 UTC, which includes 12 hours for mail delivery.")
	tb.play(alice, "e2")
	tb.begins(bob, "Alice played e2.\n\nYour turn. Please move by Monday 23 November, 19:46 UTC.")
	if l := tb.lastTo(bob); !saysSo(l, "Marks: (.) where it came from, [ ] moved last, a number in ( ) is a pawn, other numbers mark that player's goal.") || !saysSo(l, "To announce an absence") {
		t.Errorf("the letter is\n%s", l.Text)
	}
	if text := tb.lastTo(bob).Text; strings.Contains(text, "Bob to move") {
		t.Errorf("whose turn it is, is said twice:\n%s", text)
	}
	_, err := alice.Do(alice.copy(), home.Doing("draw"), true)
	tb.must(err)
	tb.send(alice)
	tb.begins(bob, "Alice played e2.\n\nAlice offers a draw. To accept, reply \"agree\"; to decline, just move.\n\nYour turn. Please move by Monday 23 November, 19:46 UTC.")
	tb.reply("e8")
	tb.wantPoll(alice, "taken")
	_, err = alice.Do(alice.copy(), home.Doing("away", "2026-12-20..2026-12-24"), true)
	tb.must(err)
	_, err = alice.Play(alice.copy(), home.Turn{Move: "e3", Comment: "It rains.\nAnd you?", Post: true})
	tb.must(err)
	tb.send(alice)
	away := "Alice is away from Sunday 20 December to Thursday 24 December (dates in\nUTC+00:00). The clock is stopped during that time."
	tb.begins(bob, away+"\n\nAlice played e3.\n\nAlice writes:\n\n> It rains.\n> And you?\n\nYour turn. Please move by Monday 23 November, 20:02 UTC.")
	tb.reply("e7\n\nよろしくお願いします。")
	tb.wantPoll(alice, "taken")
	tb.play(alice, "e4")
	tb.begins(bob, "Aliceさんはe4と指しました。\n\nAliceさんは12月20日（日）から12月24日（木）まで不在です。\n\nあなたの手番です。期限は11月23日（月）20:13 UTCです。")
	tb.insists("resign")
	tb.begins(bob, "You lost the match.\n\nThe match is over: you resigned.")
}

// TestNewsOfAFoul checks that the message names a foul that lost the game.
func TestNewsOfAFoul(t *testing.T) {
	i := timedBy("diceshogi", "3d")
	i.Options = map[string]string{"rules": "minishogi", "foul": "loses"}
	tb, alice := one(bobWrites(t, i))
	tb.play(alice, "5d5c")
	tb.reply("5a5c")
	tb.wantPoll(alice, "taken")
	tb.play(alice, "1e1d")
	if text := tb.lastTo(tb.players[1]).Text; !strings.Contains(strings.Join(strings.Fields(text), " "), "You won the match! Alice played R1e-1d. Alice committed a foul: the check was not answered. The match took 3 moves.") {
		t.Errorf("the letter does not tell the foul:\n%s", text)
	}
}

// TestInvitationInHTML wants an answer to be in reach: who invites, the time limit and the game in one sentence before
// three buttons, what it costs and the board after them, and everything else folded. Nobody is to move yet.
func TestInvitationInHTML(t *testing.T) {
	tb := chairs(t, 2)
	tb.players[0].Picture = true
	i := timedBy("quoridor", "3d")
	i.Others = append(i.Others, tb.players[1].Me)
	tb.invite(i)
	box := tb.boxes[tb.players[1].Me.Address]
	page := htmlOf(t, box[len(box)-1])
	if strings.Contains(page, "to move") {
		t.Errorf("somebody is to move in\n%s", page)
	}
	for _, next := range []string{
		">Alice invites you to play Quoridor by mail.</p>", ">Alice moves first. Time limit: 3 days per move.</p>", ">Quoridor is a race through a maze that the players build as they go.</p>",
		">Accept</a>", ">Decline</a>", ">Rules</a>", "There is nothing to install,", "<img", "<hr", "<details>", "You lead one pawn", "<details>", "With hikyaku:", "</details>", "token:",
	} {
		_, rest, found := strings.Cut(page, next)
		if !found {
			t.Fatalf("there is no %q in\n%s", next, page)
		}
		page = rest
	}
}

// TestInvitationLetter checks that an invitation explains itself.
func TestInvitationLetter(t *testing.T) {
	tb := chairs(t, 2)
	i := timedBy("quoridor", "30d+1d")
	i.Others = append(i.Others, tb.players[1].Me)
	tb.invite(i)
	l := tb.lastTo(tb.players[1])
	text := strings.Join(strings.Fields(l.Text), " ")
	for _, want := range []string{
		"Alice invites you to play Quoridor by mail. Alice moves first. Time limit: 30 days for the whole game, plus 1 day per move. Quoridor is a race",
		"the game ends. If everyone moves once a day, a game takes about 30 days. There is nothing to install,",
		"If you don't answer, nothing happens.", "If you know Alice, you can compare this key by phone: ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the invitation lacks %q", want)
		}
	}
	if !strings.HasPrefix(text, "Alice invites you") || strings.Contains(text, "players=") {
		t.Errorf("the invitation is\n%s", l.Text)
	}
	if l.From.Name != "Alice (hikyaku)" || !strings.HasPrefix(l.Subject, "Alice invites you to play Quoridor [") || strings.Contains(l.Subject, "-") {
		t.Errorf("it comes from %q under %q", l.From.Name, l.Subject)
	}
}

// TestInvitationWithOdds checks that an invitation to a handicap game says who gives the odds and moves first, whichever seat the inviter takes.
func TestInvitationWithOdds(t *testing.T) {
	for seat, want := range []i18n.Text{
		{En: "A fair toss, which neither side can influence, decides who takes the handicap (shitate) and who gives it (uwate) and moves first.",
			Ja: "下手と上手は公平な抽選で決まり、どちらも操作できません。上手が先に指します。"},
		{En: "You give the handicap (uwate) and move first; Alice takes it (shitate).", Ja: "あなたが上手で、先に指します。下手はAliceさんです。"},
		{En: "You take the handicap (shitate); Alice gives it (uwate) and moves first.", Ja: "あなたが下手です。上手のAliceさんが先に指します。"},
	} {
		tb, alice, bob := two(chairs(t, 2))
		tb.invite(home.Invitation{Game: all.Game("shogi"), Options: engine.Options{"handicap": "two"}, Seat: seat, Others: []kif.Seat{bob.Me}})
		got := letter.Invited(tb.open(alice), bob.Me)
		if !strings.Contains(got.En, want.En) || !strings.Contains(got.Ja, want.Ja) {
			t.Errorf("seat %d: the invitation is\n%s\n%s\nwant\n%s\n%s", seat, got.En, got.Ja, want.En, want.Ja)
		}
	}
}

// TestLetterInHTML checks that the text of a message can't become markup, and that nothing is loaded.
func TestLetterInHTML(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	alice.Picture = true
	_, err := alice.Play(alice.copy(), home.Turn{Move: "e2", Comment: "<b>1 < 2 & \"3\"</b>\nsecond line", Post: true})
	tb.must(err)
	tb.send(alice)
	box := tb.boxes[bob.Me.Address]
	raw := strings.ReplaceAll(strings.ReplaceAll(string(box[len(box)-1]), "=\r\n", ""), "=3D", "=")
	_, page, _ := strings.Cut(raw, "<!DOCTYPE html>")
	page, _, _ = strings.Cut(page, "</html>")
	for _, want := range []string{
		">Alice played e2.</p>", "&lt;b&gt;1 &lt; 2 &amp; &#34;3&#34;&lt;/b&gt;<br>second line</blockquote>", `<img class="day" src="cid:board.hk1.`, `<img class="night" src="cid:night.hk1.`, `content="light dark"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the letter has no %s:\n%s", want, page)
		}
	}
	for _, bad := range []string{"<b>", "http", "<script", "url("} {
		if strings.Contains(page, bad) {
			t.Errorf("the letter has %s:\n%s", bad, page)
		}
	}
}

// TestLinksOfALetter checks that each link opens a reply that is accepted.
func TestLinksOfALetter(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	alice.Picture = true
	i := quoridor(2)
	i.PerMove, i.Others = "3d", append(i.Others, bob.Me)
	tb.invite(i)
	follow := func(label string) string {
		t.Helper()
		box := tb.boxes[bob.Me.Address]
		raw := strings.ReplaceAll(strings.ReplaceAll(string(box[len(box)-1]), "=\r\n", ""), "=3D", "=")
		before, _, found := strings.Cut(raw, ">"+label+"</a>")
		address := before[strings.LastIndex(before, "mailto:")+len("mailto:"):]
		address, _, _ = strings.Cut(address, `"`)
		link, err := url.Parse("mailto:" + strings.ReplaceAll(address, "&amp;", "&"))
		tb.must(err)
		if !found || link.Opaque != alice.Me.Address || !strings.HasPrefix(link.Query().Get("subject"), "Re: Quoridor: Alice – Bob [") {
			t.Fatalf("the link %s is to %s about %s in\n%s", label, link.Opaque, link.Query().Get("subject"), raw)
		}
		return link.Query().Get("body")
	}
	bare := func(body string) {
		t.Helper()
		tb.replyTo(&mailbox.Letter{MessageID: "<other@example.net>"}, body, bob.Me.Address)
		tb.wantPoll(alice, "taken")
	}
	bare(follow("Accept"))
	bare(follow("e2"))
	tb.play(alice, "e8")
	_, err := alice.Do(alice.copy(), home.Doing("pause"), true)
	tb.must(err)
	tb.send(alice)
	bare(follow("Agree"))
	bare(follow("Resume"))
	tb.replyTo(&mailbox.Letter{MessageID: "<other@example.net>"}, follow("Resign"), bob.Me.Address)
	tb.wantPoll(alice, "answered")
	bare(follow("Yes"))
	if m := tb.open(alice); m.Outcome == nil || m.Ply() != 2 {
		t.Errorf("the match stands at\n%s", tb.bytes(alice))
	}
}

// TestSay checks that a message without a move reaches the other player, by command and by reply, and changes no turn.
func TestSay(t *testing.T) {
	tb, alice, bob := two(bobWrites(t, quoridor(2)))
	_, err := alice.Do(alice.copy(), home.Doing("say", "Back on Monday."), true)
	tb.must(err)
	tb.send(alice)
	if l := tb.lastTo(bob); !strings.HasPrefix(l.Text, "Alice writes:\n\n> Back on Monday.\n\nYour turn.\n") {
		t.Errorf("the letter is\n%s", l.Text)
	}
	tb.reply("say: No hurry!\nI have time.")
	tb.wantPoll(alice, "taken")
	m := tb.open(alice)
	if e := m.Record.Events[m.LastEntry()]; e.Step != kif.Step(kif.Say{}) || e.Comment != "No hurry!\nI have time." || m.By(m.LastEntry()) != 2 || m.Turn != 2 {
		t.Errorf("the last step is %s, %q, and party %d is to act", e.Step, e.Comment, m.Turn)
	}
	if _, err := alice.Do(alice.copy(), home.Doing("say", " "), true); err == nil {
		t.Error("nothing is said")
	}
}

// TestRestDaysInLetters checks that the invitation names them, and that every deadline skips them.
func TestRestDaysInLetters(t *testing.T) {
	tb := chairs(t, 2)
	i := timedBy("quoridor", "3d")
	i.Rest = "sat,sun,2026-12-24..2027-01-02,2027-02-11"
	i.Others = append(i.Others, tb.players[1].Me)
	tb.invite(i)
	want := "Time limit: 3 days per move. The clocks stop on Saturdays, Sundays, 24 December 2026 to 2 January 2027 and 11 February 2027 (dates in UTC+00:00)."
	if l := tb.lastTo(tb.players[1]); !saysSo(l, want) {
		t.Errorf("the invitation is\n%s", l.Text)
	}
	tb.accept(tb.players[1])
	tb.poll(tb.players[0])
	tb.play(tb.players[0], "e2")
	tb.begins(tb.players[1], "Alice played e2.\n\nYour turn. Please move by Wednesday 25 November, 19:55 UTC.")
	if e := tb.open(tb.players[0]).Record.Events[0]; e.Step != kif.Step(kif.Invite{}) || !strings.Contains(tb.bytes(tb.players[0]), "\n持ち時間：3d rest=sat,sun,2026-12-24..2027-01-02,2027-02-11+00:00\n") {
		t.Errorf("the record is\n%s", tb.bytes(tb.players[0]))
	}
}

// TestWordsBehindTheEnd checks messages after the end, from a courier by command and from a mail-only player in plain words.
func TestWordsBehindTheEnd(t *testing.T) {
	tb, alice, bob := two(bobWrites(t, quoridor(2)))
	_, err := alice.Resign(alice.copy(), 0, true)
	tb.must(err)
	tb.send(alice)
	_, err = alice.Do(alice.copy(), home.Doing("say", "A fine match."), true)
	tb.must(err)
	tb.send(alice)
	if l := tb.lastTo(bob); !strings.HasPrefix(l.Text, "The match is over: Alice resigned.\n\nAlice writes:\n\n> A fine match.") {
		t.Errorf("the letter is\n%s", l.Text)
	}
	tb.replyTo(tb.lastTo(bob), "Indeed it was. Thank you!", bob.Me.Address)
	reports, _, err := alice.Poll(t.Context())
	tb.must(err)
	if len(reports) != 1 || reports[0].Verdict != courier.Taken || reports[0].Said() != "Indeed it was. Thank you!" {
		t.Errorf("reports %+v", reports)
	}
	m := tb.open(alice)
	if last := m.Record.Events[m.LastEntry()]; m.Outcome == nil || last.Step != kif.Step(kif.Say{}) {
		t.Errorf("the record is\n%s", tb.bytes(alice))
	}
	for _, step := range []home.Step{home.Doing("draw"), home.Doing("away", "2026-12-20"), home.Doing("agree")} {
		tb.unchanged(alice, func() { tb.refuses(alice, "is over", step) })
	}
}

// TestLettersNameTheVariant checks that the subject and the text have the name of the variant, and that its options are not
// repeated among the unusual ones.
func TestLettersNameTheVariant(t *testing.T) {
	tb := chairs(t, 2)
	tb.invite(home.Invitation{
		Game: all.Game("diceshogi"), Seat: 1, Options: engine.Options{"rules": "hyper", "drop": "free"}, Others: []kif.Seat{tb.players[1].Me},
	})
	l := tb.lastTo(tb.players[1])
	text := strings.Join(strings.Fields(l.Text), " ")
	if !strings.HasPrefix(l.Subject, "Alice invites you to play Hyper dice shogi [") || !strings.Contains(text, "invites you to play Hyper dice shogi by mail") ||
		strings.Contains(text, "Rules:") || !strings.Contains(text, "any file is allowed") {
		t.Errorf("the letter is %s\n%s", l.Subject, l.Text)
	}
}

// TestRepetitionOffersAnotherMatch checks that the message after a fourth repetition has the command for a new game.
func TestRepetitionOffersAnotherMatch(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	tb.invite(home.Invitation{Game: all.Game("shogi"), Seat: 1, Others: []kif.Seat{bob.Me}})
	tb.accept(bob)
	for range 3 {
		for i, move := range []string{"2h3h", "8b7b", "3h2h", "7b8b"} {
			mover := tb.players[i%2]
			tb.poll(mover)
			tb.play(mover, move)
		}
	}
	tb.poll(alice)
	m := tb.open(alice)
	if m.Outcome == nil || m.Outcome.Rule.ID != "end.repetition" {
		t.Fatalf("the match ended by %+v", m.Outcome)
	}
	if text := strings.Join(strings.Fields(tb.lastTo(alice).Text), " "); !strings.HasPrefix(text, "The match is a draw.") || !strings.Contains(text, "hikyaku invite --rematch "+m.Short()+" hikyaku analyse "+m.Short()) {
		t.Errorf("the letter is\n%s", tb.lastTo(alice).Text)
	}
}

// TestPageSetsMovesApart reads the page of a turn: one deadline, at most four moves as buttons before the line, the others
// folded, and what ends or interrupts the match as quiet links after it. The digest is a page with a board too.
func TestPageSetsMovesApart(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	alice.Picture, bob.Picture = true, true
	i := quoridor(1)
	i.PerMove, i.Others = "3d", append(i.Others, bob.Me)
	tb.invite(i)
	tb.reply("accept")
	tb.poll(alice)
	tb.play(alice, "e2")
	tb.reply("e8")
	tb.poll(alice)
	tb.play(alice, "e3")
	box := tb.boxes[bob.Me.Address]
	page := htmlOf(t, box[len(box)-1])
	above, below, found := strings.Cut(page, "<hr")
	shown, folded, _ := strings.Cut(above, "<details>")
	if n := strings.Count(shown, `<a class="b"`); !found || n == 0 || n > 4 || strings.Contains(folded, `class="q"`) {
		t.Errorf("%d moves are buttons:\n%s", n, page)
	}
	for _, quiet := range []string{">Take back<", ">Resign<", ">More…<"} {
		if strings.Contains(above, quiet) || !strings.Contains(below, quiet) {
			t.Errorf("%s is not among the quiet links:\n%s", quiet, page)
		}
	}
	if n := strings.Count(page, "Please move by"); n != 1 || strings.Count(page, ">token:") != 1 {
		t.Errorf("%d deadlines:\n%s", n, page)
	}
	for _, want := range []string{`class="day" src="cid:board.`, `class="night" src="cid:night.`, "prefers-color-scheme:dark"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// TestEndInHTML reads the message of the end: a banner says who won, the answers are below the board, and the list of moves can be
// asked for.
func TestEndInHTML(t *testing.T) {
	for _, won := range []bool{true, false} {
		tb, alice, bob := two(chairs(t, 2))
		alice.Picture = true
		i := quoridor(1)
		i.Others = append(i.Others, bob.Me)
		tb.invite(i)
		tb.reply("accept")
		tb.poll(alice)
		tb.play(alice, "e2")
		banner, how := `<p class="e"`, "The match is over: you resigned."
		headline := "You lost the match."
		if won {
			_, err := alice.Resign(alice.copy(), 0, true)
			tb.must(err)
			tb.send(alice)
			banner, headline, how = `<p class="f"`, "You won the match!", "The match is over: Alice resigned."
		} else {
			tb.insists("resign")
		}
		box := tb.boxes[bob.Me.Address]
		page := htmlOf(t, box[len(box)-1])
		at := 0
		for _, want := range []string{banner, headline, how, `class="day"`, ">Play again</a>", ">List of moves</a>", "<hr"} {
			found := strings.Index(page[at:], want)
			if found < 0 {
				t.Fatalf("won %t: the page has no %s after the rest:\n%s", won, want, page)
			}
			at += found
		}
		if strings.Contains(page, "max-width:560px;height") {
			t.Error("the board is as wide as the page, so that the answers are below the first screen")
		}
		tb.reply("history")
		tb.poll(alice)
		if l := tb.lastTo(bob); !strings.Contains(l.Text, "1. e2") {
			t.Errorf("the answer is\n%s", l.Text)
		}
	}
}

// TestNewsOfToss: the toss is described by its result, never as dice, in the report, in the first message and in the one with the first move.
func TestNewsOfToss(t *testing.T) {
	for seen := map[int]bool{}; len(seen) < 2; {
		tb, alice, bob := two(chairs(t, 2))
		tb.invite(home.Invitation{Game: all.Game("quoridor"), Others: []kif.Seat{bob.Me}})
		tb.reply("accept")
		reports, _, err := alice.Poll(context.Background())
		tb.must(err)
		if len(reports) != 1 {
			t.Fatalf("%d reports, want 1", len(reports))
		}
		accepted, said := reports[0], reports[0].News.En+" "+reports[0].Waits.En
		if seen[tb.open(alice).Roster.PartyOf(1)] = true; !accepted.Mine {
			if text, want := tb.lastTo(bob).Text, "You accepted the invitation.\n\nThe toss decided that you move first.\n\nYour turn.\n"; !strings.HasPrefix(unbroken(text), unbroken(want)) {
				t.Errorf("the message is\n%s\nwant\n%s", text, want)
			}
			if want := "Bob accepted the invitation. The toss decided that Bob moves first. It is Bob's turn now."; said != want {
				t.Errorf("the report says %q, want %q", said, want)
			}
			continue
		}
		if want := "Bob accepted the invitation. The toss decided that you move first. Your turn."; said != want || !accepted.Asks {
			t.Errorf("the report says %q, want %q", said, want)
		}
		if text, want := tb.lastTo(bob).Text, "You accepted the invitation.\n\nA toss decides who moves first; the result comes with the next\nmessage."; !strings.HasPrefix(unbroken(text), unbroken(want)) {
			t.Errorf("the message is\n%s\nwant\n%s", text, want)
		}
		tb.play(alice, "e2")
		tb.begins(bob, "The toss decided that Alice moves first.\n\nAlice played e2.\n\nYour turn.")
		if text := tb.lastTo(bob).Text; strings.Contains(text, "Dice") {
			t.Errorf("the message speaks of dice:\n%s", text)
		}
	}
}

// TestInvitationNotAnswered: a player who writes a command instead of answering the invitation is addressed in the answer, and named in the report.
func TestInvitationNotAnswered(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	tb.invite(home.Invitation{Game: all.Game("quoridor"), Seat: 2, Others: []kif.Seat{bob.Me}})
	tb.reply("undo")
	r := tb.report(alice)
	if l := tb.lastTo(bob); !saysSo(l, "Nothing was played: waiting for your answer to the invitation.") {
		t.Errorf("the answer is\n%s", l.Text)
	}
	if want := "waiting for Bob to answer the invitation"; r.Reason.En != want {
		t.Errorf("the report says %q, want %q", r.Reason.En, want)
	}
}

// TestTakeBackIsAskedFor: who asks by mail for a take-back reads which moves, and that the other player must agree.
func TestTakeBackIsAskedFor(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	tb.invite(home.Invitation{Game: all.Game("quoridor"), Seat: 2, Others: []kif.Seat{bob.Me}})
	for _, typed := range []string{"accept", "e2", "undo"} {
		tb.reply(typed)
		tb.poll(alice)
	}
	if l := tb.lastTo(bob); !saysSo(l, "You asked to take back move 1 (e2). Alice must agree; until then nothing changes.") {
		t.Errorf("the answer is\n%s", l.Text)
	}
	tb.play(alice, "e8")
	tb.reply("e3")
	tb.poll(alice)
	_, err := alice.Do(alice.copy(), home.Doing("ask-undo"), true)
	tb.must(err)
	tb.send(alice)
	if l := tb.lastTo(bob); !saysSo(l, "Alice asks to take back move 2 (e8) and everything after it.") {
		t.Errorf("the question is\n%s", l.Text)
	}
}

// TestTossBeforeOtherSteps: whatever follows a toss that only we know tells a mail-only player its result, and the move can be played at once.
func TestTossBeforeOtherSteps(t *testing.T) {
	does := func(name string, text ...string) func(*table, *player) {
		return func(tb *table, alice *player) {
			_, err := alice.Do(alice.copy(), home.Doing(name, text...), true)
			tb.must(err)
			tb.send(alice)
			if text := tb.last().Text; !saysSo(tb.last(), "Alice") || strings.Contains(text, "comes with the next") {
				t.Errorf("the message is\n%s", text)
			}
		}
	}
	steps := map[string]func(tb *table, alice *player){
		"say":         does("say", "Hello!"),
		"away":        does("away", "2026-12-20..2026-12-21"),
		"pause":       does("pause"),
		"their words": func(tb *table, alice *player) { tb.reply("I am looking forward to our match."); tb.poll(alice) },
		"their end":   func(tb *table, alice *player) { tb.reply("resign"); tb.poll(alice); tb.reply("yes"); tb.poll(alice) },
	}
	for name, step := range steps {
		t.Run(name, func(t *testing.T) {
			for tossed := false; !tossed; {
				tb, alice, bob := two(chairs(t, 2))
				tb.invite(home.Invitation{Game: all.Game("quoridor"), Others: []kif.Seat{bob.Me}, PerMove: "3d"})
				tb.reply("accept")
				tb.poll(alice)
				if tossed = tb.open(alice).Roster.PartyOf(1) == 1; !tossed {
					continue
				}
				step(tb, alice)
				m := tb.open(alice)
				if name == "their end" {
					if m.Outcome == nil || m.Outcome.Word != kif.Resignation {
						t.Errorf("the match has not ended: %s", m.Status().En)
					}
					return
				}
				if m.Roster.TossDue() || m.Due() != 1 {
					t.Errorf("the match is %s", m.Status().En)
				}
				tb.play(alice, "e2")
				if m = tb.open(alice); m.Ply() != 1 || m.NewProof().Proved != 1 {
					t.Errorf("after the move the record is\n%s", m.Record.Bytes())
				}
			}
		})
	}
}

// TestReportOfWords: a reply that is only words is reported as a message, and one that gets no answer says why and nothing else.
func TestReportOfWords(t *testing.T) {
	for shows, reason := range map[int]string{0: "", 50: "no answer was sent: 50 answers were already sent to this address within 24 hours"} {
		tb, alice := one(bobWrites(t, quoridor(2)))
		for range shows {
			tb.reply("show")
			tb.poll(alice)
		}
		tb.reply("The train was late again today.")
		if r := tb.report(alice); r.News.En != "Bob sent a message." || r.Waits.En != "It is Bob's turn now." || r.Reason.En != reason {
			t.Errorf("after %d answers the report says %q, %q, %q", shows, r.News.En, r.Waits.En, r.Reason.En)
		}
	}
}
