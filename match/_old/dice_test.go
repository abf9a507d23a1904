package match_test

import (
	"encoding/hex"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/kif/fair"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/store"
)

// shogi is a match of dice shogi whose seats are tossed for.
func shogi(t *testing.T) *table {
	return sitAt(t, 2, match.Invitation{Game: all.Game("diceshogi"), Options: engine.Options{"rules": "hyper"}})
}

// TestBareLinksAreAutomatic: nobody typed them, so no vacation program is to answer.
func TestBareLinksAreAutomatic(t *testing.T) {
	tb := chairs(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	tb.invite(match.Invitation{Game: all.Game("diceshogi"), Seat: 2, Others: []mailbox.Address{bob.Me}})
	tb.accept(bob)
	tb.poll(alice)
	for i, raw := range tb.boxes[bob.Me.Addr] {
		l, err := mailbox.Read(raw)
		tb.must(err)
		if ok, _ := l.MayAnswer(bob.Me); ok != (i == 0) {
			t.Errorf("letter %d of %d may be answered: %v", i+1, len(tb.boxes[bob.Me.Addr]), ok)
		}
	}
	if len(tb.boxes[bob.Me.Addr]) != 2 {
		t.Errorf("%d letters, want the invitation and the link", len(tb.boxes[bob.Me.Addr]))
	}
}

// open is the match as p has it.
func (tb *table) open(p *player) *match.Match {
	tb.Helper()
	m, err := p.Open(p.file)
	tb.must(err)
	return m
}

// playOn lets both sides poll and play first legal moves until the match is over or n moves are played.
func (tb *table) playOn(n int) {
	tb.Helper()
	for range n {
		var mover *player
		for _, p := range tb.players {
			tb.poll(p)
			if tb.open(p).Mine(p.Me.Addr) && tb.open(p).Next().Player != 0 {
				mover = p
			}
		}
		if mover == nil {
			for _, p := range tb.players {
				tb.Logf("%s has\n%s", p.Me.Name, tb.bytes(p))
			}
			tb.Fatal("it is nobody's turn")
		}
		tb.play(mover, tb.someMove(mover))
		if tb.open(mover).Outcome() != nil {
			break
		}
	}
	for _, p := range tb.players {
		tb.poll(p)
	}
}

// someMove is a legal move, not always the first.
func (tb *table) someMove(p *player) string {
	m := tb.open(p)
	var moves []engine.Move
	for move := range m.Last().Moves() {
		moves = append(moves, move)
	}
	return string(moves[m.Ply()*7%len(moves)])
}

func TestDiceByLetterNeedNoMailOfTheirOwn(t *testing.T) {
	for range 4 { // the toss falls either way
		tb := shogi(t)
		tb.playOn(30)
		tb.same()
		m := tb.open(tb.players[0])
		bare := strings.Count(tb.bytes(tb.players[0]), "#: do link")
		if tossed := m.PartyOf(1); bare != tossed-1 {
			t.Errorf("%d bare links where party %d begins", bare, tossed)
		}
		if want := 2 + m.Ply() + bare; tb.sent != want {
			t.Errorf("%d letters for %d moves, want %d", tb.sent, m.Ply(), want)
		}
		p := m.Proof()
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
		if m, err := p.Cut(tb.open(p), n); err != nil || m.Ply() != n {
			t.Errorf("ply %d: %v", n, err)
		}
	}
}

// TestCheatsAtDiceAreRefused alters what the cheat can: everything that it signs itself.
func TestCheatsAtDiceAreRefused(t *testing.T) {
	tb := shogi(t)
	throw := regexp.MustCompile(`#: throw \[\d\]\n$`)
	var cheat, victim *player
	var record string
	for !throw.MatchString(record) { // in check there is no throw
		tb.playOn(3)
		for i, p := range tb.players {
			if tb.open(p).Mine(p.Me.Addr) {
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
		_, err := cheat.Play(cheat.file, match.Turn{Move: tb.someMove(cheat), Post: true})
		var damaged *kif.Error
		if !errors.As(err, &damaged) {
			t.Errorf("the own program writes a throw that the links do not give: %v", err)
		}
	}
	tb.must(os.WriteFile(cheat.file, []byte(record), 0o644))
	tb.play(cheat, tb.someMove(cheat))
	good := tb.bytes(cheat)
	tb.boxes[victim.Me.Addr] = tb.boxes[victim.Me.Addr][:len(tb.boxes[victim.Me.Addr])-1] // the honest letter stays away
	tb.refusesSigned(cheat, victim, good)
	tb.refusesUnsigned(cheat, victim, good)
}

// refusesSigned lets the cheat sign what it altered, as it can.
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
		tb.forge(victim, cheat.Me.Addr, []byte(altered))
		tb.unchanged(victim, func() { tb.wantPoll(victim, "refused") })
	}
}

// refusesUnsigned alters the letter on its way.
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
			tb.forge(victim, cheat.Me.Addr, []byte(altered))
		}
		tb.unchanged(victim, func() { tb.wantPoll(victim, "refused") })
	}
}

// TestChainsAreRenewed plays more events than one chain has links for.
func TestChainsAreRenewed(t *testing.T) {
	tb := chairs(t, 2)
	for _, p := range tb.players {
		p.Links = 10
	}
	tb.invite(match.Invitation{Game: all.Game("diceshogi"), Options: engine.Options{"rules": "hyper"}, Others: []mailbox.Address{tb.players[1].Me}})
	tb.accept(tb.players[1])
	tb.playOn(30)
	tb.same()
	record := tb.bytes(tb.players[0])
	if n := strings.Count(record, "#: chain "); n < 6 {
		t.Errorf("%d chains for 30 moves with chains of 10", n)
	}
	if p := tb.open(tb.players[0]).Proof(); p.Proved != p.Throws || p.Throws < 12 {
		t.Errorf("proof %+v", p)
	}
}

// TestLinksStandWhereTheyAreDue forges entries with a link, or a throw, too many.
func TestLinksStandWhereTheyAreDue(t *testing.T) {
	tb := sit(t, 2)
	alice, bob := tb.players[0], tb.players[1]
	tb.play(alice, "e2")
	before := tb.boxes[bob.Me.Addr]
	tb.boxes[bob.Me.Addr] = before[:len(before)-1]
	linked := tb.bytes(alice) + "#: link 1 " + strings.Repeat("ab", 32) + "\n"
	tb.forge(bob, alice.Me.Addr, []byte(tb.signedBy(alice, linked)))
	tb.unchanged(bob, func() { tb.wantPoll(bob, "refused") })

	tb = shogi(t)
	var reader, other *player
	for record := ""; !strings.HasSuffix(record, "]\n"); {
		tb.playOn(3)
		for i, p := range tb.players {
			if tb.open(p).Mine(p.Me.Addr) {
				reader, other, record = p, tb.players[1-i], tb.bytes(p)
			}
		}
	}
	offer := tb.bytes(reader) + "#: do draw-offer\n#: at 2026-11-21T00:00:00Z\n#: party 1\n"
	if tb.open(reader).PartyAt(reader.Me.Addr) == 2 {
		offer = strings.TrimSuffix(offer, "1\n") + "2\n"
	}
	tb.forge(other, reader.Me.Addr, []byte(tb.signedBy(reader, offer)))
	tb.unchanged(other, func() { tb.wantPoll(other, "refused") })
	tb.do(reader, reader.Draw) // the own program leaves the throw out
}

// signedBy is record with its last entry signed anew by p, where it can be replayed at all.
func (tb *table) signedBy(p *player, record string) string {
	tb.Helper()
	r, err := kif.Read([]byte(record))
	tb.must(err)
	g := all.Game(r.Game())
	n := len(r.Events) - 1
	e := r.Events[n]
	e.Notes = slices.DeleteFunc(slices.Clone(e.Notes), func(n kif.Note) bool { return n.Word == "sign" })
	unsigned, err := r.Cut(n).Append(e)
	tb.must(err)
	l, err := kif.Replay(unsigned, g)
	if err != nil {
		return record
	}
	ring, err := match.LoadKeyring(store.OS{}, p.Secret)
	tb.must(err)
	master, err := fair.ParseMaster(ring.Reveal()[0])
	tb.must(err)
	signature := hex.EncodeToString(master.Sign(l.Entries[len(l.Entries)-1].Bytes()))
	e.Notes = append(e.Notes, kif.Note{Word: "sign", Text: signature})
	signed, err := r.Cut(n).Append(e)
	tb.must(err)
	return string(signed.Bytes())
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

func remove(string) string { return "" }

// lastReplace alters what stands between the last from and the to behind it; an empty result takes the line out.
func lastReplace(s, from, to string, alter func(string) string) string {
	i := strings.LastIndex(s, from)
	j := i + len(from) + strings.Index(s[i+len(from):], to)
	changed := alter(s[i+len(from) : j])
	if changed == "" {
		return s[:i] + strings.TrimPrefix(s[j:], "\n")
	}
	return s[:i+len(from)] + changed + s[j:]
}
