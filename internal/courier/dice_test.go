package courier_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// shogi is a match of dice shogi whose seats are tossed for.
func shogi(t *testing.T) *table {
	return sitAt(t, 2, home.Invitation{Game: all.Game("diceshogi"), Options: engine.Options{"rules": "hyper"}})
}

// TestBareLinksAreAutomatic checks that bare links are marked as automatic, so that no vacation program answers.
func TestBareLinksAreAutomatic(t *testing.T) {
	tb, alice, bob := two(chairs(t, 2))
	tb.invite(home.Invitation{Game: all.Game("diceshogi"), Seat: 2, Others: []kif.Seat{bob.Me}})
	tb.accept(bob)
	tb.poll(alice)
	for i, raw := range tb.boxes[bob.Me.Address] {
		l, err := mailbox.Read(raw)
		tb.must(err)
		if ok, _ := l.MayAnswer(mailbox.Address{Addr: bob.Me.Address}); ok != (i == 0) {
			t.Errorf("letter %d of %d may be answered: %v", i+1, len(tb.boxes[bob.Me.Address]), ok)
		}
	}
	if len(tb.boxes[bob.Me.Address]) != 2 {
		t.Errorf("%d letters, want the invitation and the link", len(tb.boxes[bob.Me.Address]))
	}
}

// TestNewsTellsEachThrowOnce checks that the news of several moves names for each move its own throw.
func TestNewsTellsEachThrowOnce(t *testing.T) {
	tb := shogi(t)
	alice := tb.players[0]
	before := tb.open(alice)
	tb.playOn(8)
	after := tb.open(alice)
	var want, got, thrown []string
	for _, e := range after.Record.Events[before.Common(after):] {
		switch step := e.Step.(type) {
		case kif.Throw:
			thrown = append(thrown, strings.Trim(fmt.Sprint(step.Faces()), "[]"))
		case kif.Move:
			want, thrown = append(want, thrown...), nil
		}
	}
	news, _ := letter.News(before, after, alice.Me, "en")
	for _, found := range regexp.MustCompile("threw (.*?) and").FindAllStringSubmatch(news.En, -1) {
		got = append(got, found[1])
	}
	if !slices.Equal(got, want) || len(want) < 3 {
		t.Errorf("the throws %q are told as %q:\n%s", want, got, news.En)
	}
}

// TestNewsTellsEqualMoves checks that the news tell a move again that was made before.
func TestNewsTellsEqualMoves(t *testing.T) {
	tb, alice, bob := two(sitAt(t, 2, quoridor(1)))
	before := tb.open(alice)
	for i, move := range []string{"e2", "e8", "e1", "e9", "e2", "e8"} {
		mover, other := []*player{alice, bob}[i%2], []*player{bob, alice}[i%2]
		tb.play(mover, move)
		tb.poll(other)
	}
	news, _ := letter.News(before, tb.open(alice), alice.Me, "en")
	for _, told := range []string{"Alice played e2.", "Bob played e8."} {
		if n := strings.Count(news.En, told); n != 2 {
			t.Errorf("the news say %q %d times, want 2: %s", told, n, news.En)
		}
	}
}

func TestDiceByLetterNeedNoMailOfTheirOwn(t *testing.T) {
	for range 4 { // the toss falls either way
		tb := shogi(t)
		tb.playOn(16)
		tb.same()
		m := tb.open(tb.players[0])
		bare := strings.Count(tb.bytes(tb.players[0]), "#: do link")
		if tossed := m.Roster.PartyOf(1); bare != tossed-1 {
			t.Errorf("%d bare links where party %d begins", bare, tossed)
		}
		if want := 2 + m.Ply() + bare; tb.sent != want {
			t.Errorf("%d letters for %d moves, want %d", tb.sent, m.Ply(), want)
		}
		p := m.NewProof()
		if p.Level != match.Mutual || p.Proved != p.Throws || p.Throws < m.Ply()/2 {
			t.Errorf("proof %+v of %d moves", p, m.Ply())
		}
	}
}

func TestAnyPlyOfAMatchByMailCanBeShown(t *testing.T) {
	tb := shogi(t)
	tb.playOn(6)
	p := tb.players[0]
	for n := range tb.open(p).Ply() + 1 {
		if m := tb.open(p).AtPly(n); m.Ply() != n {
			t.Errorf("%d plies, want %d", m.Ply(), n)
		}
	}
}

// TestCheatsAtDiceAreRefused alters everything that the cheat signs itself.
func TestCheatsAtDiceAreRefused(t *testing.T) {
	tb := shogi(t)
	throw := regexp.MustCompile(`#: throw \[\d\]\n$`)
	var cheat, victim *player
	var record string
	for !throw.MatchString(record) { // in check there is no throw
		tb.playOn(3)
		for i, p := range tb.players {
			if mine(tb.open(p), p) {
				cheat, victim = p, tb.players[1-i]
			}
		}
		record = tb.bytes(cheat)
	}
	for face := '1'; face <= '6'; face++ {
		altered := throw.ReplaceAllString(record, "#: throw ["+string(face)+"]\n")
		if altered == record {
			continue
		}
		tb.must(os.WriteFile(cheat.file, []byte(altered), 0o644))
		_, err := cheat.Play(cheat.copy(), home.Turn{Move: tb.someMove(cheat), Post: true})
		var damaged *kif.Error
		if !errors.As(err, &damaged) {
			t.Errorf("the own program writes a throw that the links do not give: %v", err)
		}
	}
	tb.must(os.WriteFile(cheat.file, []byte(record), 0o644))
	tb.play(cheat, tb.someMove(cheat))
	good := tb.bytes(cheat)
	tb.boxes[victim.Me.Address] = tb.boxes[victim.Me.Address][:len(tb.boxes[victim.Me.Address])-1] // the honest message is lost
	tb.refusesSigned(cheat, victim, good)
	tb.refusesUnsigned(cheat, victim, good)
}

// refusesSigned has the cheat sign its alteration.
func (tb *table) refusesSigned(cheat, victim *player, good string) {
	tb.Helper()
	for name, alter := range map[string]func(string) string{
		"another face": func(s string) string { return lastReplace(s, "#: throw [", "]", next) },
		"the link before": func(s string) string {
			return lastReplace(s, "#: link ", "\n", func(string) string { return nth(s, 3) })
		},
		"a link of nobody": func(s string) string { return lastReplace(s, "#: link ", "\n", flip) },
		"no link":          func(s string) string { return lastReplace(s, "#: link ", "\n", remove) },
		"a link's number": func(s string) string {
			return lastReplace(s, "#: link ", " ", func(n string) string { return n + "1" })
		},
		"a throw left out": func(s string) string { return lastReplace(s, "#: throw ", "\n", remove) },
		"a throw made twice": func(s string) string {
			return lastReplace(s, "#: throw ", "\n", func(f string) string { return f + "\n#: throw " + f })
		},
		"a later chain": func(s string) string {
			return lastReplace(s, "#: link ", "\n", func(l string) string { return l + "\n#: chain " + chainOf(s) })
		},
	} {
		altered := tb.signedBy(cheat, alter(good))
		if altered == good {
			tb.Fatalf("%s: nothing altered", name)
		}
		tb.forge(victim, cheat.Me.Address, []byte(altered))
		tb.unchanged(victim, func() { tb.wantPoll(victim, "refused") })
	}
}

// refusesUnsigned alters the message in transit.
func (tb *table) refusesUnsigned(cheat, victim *player, good string) {
	tb.Helper()
	for name, alter := range map[string]func(string) string{
		"an unsigned move":    func(s string) string { return lastReplace(s, "#: sign ", "\n", remove) },
		"a signature altered": func(s string) string { return lastReplace(s, "#: sign ", "\n", flip) },
		"another time": func(s string) string {
			return lastReplace(s, "#: at 2026-11-20T", ":", func(string) string { return "01" })
		},
	} {
		if altered := alter(good); altered == good {
			tb.Fatalf("%s: nothing altered", name)
		} else {
			tb.forge(victim, cheat.Me.Address, []byte(altered))
		}
		tb.unchanged(victim, func() { tb.wantPoll(victim, "refused") })
	}
}

// TestChainsAreRenewed plays more events of dice than one chain has links.
func TestChainsAreRenewed(t *testing.T) {
	tb := chairs(t, 2)
	for _, p := range tb.players {
		p.Links = 10
	}
	tb.invite(home.Invitation{Game: all.Game("diceshogi"), Options: engine.Options{"rules": "hyper"}, Others: []kif.Seat{tb.players[1].Me}})
	tb.accept(tb.players[1])
	throws := func() int { return tb.open(tb.players[0]).NewProof().Throws }
	for n := 0; n < 60 && throws() < 13; n += 5 { // a king in check is saved without a throw
		tb.playOn(5)
	}
	tb.same()
	record := tb.bytes(tb.players[0])
	if n := strings.Count(record, "#: chain "); n < 6 {
		t.Errorf("%d chains for %d throws with chains of 10", n, throws())
	}
	if p := tb.open(tb.players[0]).NewProof(); p.Proved != p.Throws || p.Throws < 12 {
		t.Errorf("proof %+v", p)
	}
}

// TestLinksStandWhereTheyAreDue forges entries with one link, or one throw, too many.
func TestLinksStandWhereTheyAreDue(t *testing.T) {
	tb, alice, bob := two(sit(t, 2))
	tb.play(alice, "e2")
	before := tb.boxes[bob.Me.Address]
	tb.boxes[bob.Me.Address] = before[:len(before)-1]
	linked := tb.bytes(alice) + "#: link 1 " + strings.Repeat("ab", 32) + "\n"
	tb.forge(bob, alice.Me.Address, []byte(tb.signedBy(alice, linked)))
	tb.unchanged(bob, func() { tb.wantPoll(bob, "refused") })

	tb = shogi(t)
	var reader, other *player
	for record := ""; !strings.HasSuffix(record, "]\n"); {
		tb.playOn(3)
		for i, p := range tb.players {
			if mine(tb.open(p), p) {
				reader, other, record = p, tb.players[1-i], tb.bytes(p)
			}
		}
	}
	act := tb.bytes(reader) + "#: do away 2026-12-20..2026-12-20+00:00\n#: at 2026-11-21T00:00:00Z\n#: party 1\n"
	if reader.Party(tb.open(reader)) == 2 {
		act = strings.TrimSuffix(act, "1\n") + "2\n"
	}
	tb.forge(other, reader.Me.Address, []byte(tb.signedBy(reader, act)))
	tb.unchanged(other, func() { tb.wantPoll(other, "refused") })
	tb.do(reader, home.Doing("away", "2026-12-20")) // the own program leaves the throw out
}

// nth is the text of the link note that lies n from the end.
func nth(s string, n int) string {
	links := regexp.MustCompile(`#: link (.*)`).FindAllStringSubmatch(s, -1)
	return links[len(links)-n][1]
}

// chainOf is the last chain committed to in s.
func chainOf(s string) string {
	chains := regexp.MustCompile(`#: chain (.*)`).FindAllStringSubmatch(s, -1)
	return chains[len(chains)-1][1]
}

// next is another face.
func next(f string) string { return string('1' + (f[0]-'0')%6) }

// flip alters the last digit of a hex number.
func flip(s string) string {
	if s[len(s)-1] == '0' {
		return s[:len(s)-1] + "1"
	}
	return s[:len(s)-1] + "0"
}

// signedBy returns record with its last entry signed by p again, if the result has a meaning.
func (tb *table) signedBy(p *player, record string) string {
	tb.Helper()
	r, err := kif.Read([]byte(record))
	tb.must(err)
	n := len(r.Events) - 1
	e := r.Events[n]
	before, err := p.Judge("", r.Cut(n))
	if err != nil {
		return record
	}
	draft, err := before.Draft(e)
	if err != nil {
		return record
	}
	e.Sign = kif.Signature(masterOf(tb, p).Sign(draft.Entry.Bytes()))
	again, err := r.Cut(n).Append(e)
	tb.must(err)
	return string(again.Bytes())
}
