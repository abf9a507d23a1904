package bot_test

import (
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/match"
)

// someMove returns a legal move of m as its letters write moves.
func someMove(m *match.Match) string {
	for move := range m.Last().Moves() {
		return string(move)
	}
	return ""
}

// TestMinishogiByLetter is played by somebody who has nothing but a mail program.
func TestMinishogiByLetter(t *testing.T) {
	c := newClub(t)
	b := c.bot(botAddress)
	b.Desk.Games = all.Games
	c.writes(c.letter(taro, "5五将棋 レベル1", ""))
	c.round(b)
	c.wants(taro, "レベル1（最高は10）でお相手します")
	c.replies(taro, "承諾します。よろしくお願いします。")
	c.round(b)
	for range 2 {
		m := c.only(b.Desk)
		if m.Turn != m.Roster.At(taro) {
			t.Fatalf("it is not Taro's turn: %s", m.Status().Ja)
		}
		c.replies(taro, someMove(m))
		c.round(b)
		c.wants(taro, "Botさん")
	}
	if m := c.only(b.Desk); m.Ply() < 4 || m.Options["rules"] != "minishogi" {
		t.Errorf("%d plies are played of %v", m.Ply(), m.Options)
	}
}

// TestHyperDiceShogiWithHikyaku is played by two programs that sign, with dice that both commit.
func TestHyperDiceShogiWithHikyaku(t *testing.T) {
	c := newClub(t)
	b, alice := c.bot(botAddress), c.person("Alice", "alice@example.com")
	b.Desk.Games, alice.Games = all.Games, all.Games
	c.invites(alice, b, home.Invitation{Game: all.Game("diceshogi"), Options: engine.Options{"rules": "hyper"}, Message: "Level 1, please."})
	file := c.fileOf(alice.Desk)
	for range 3 {
		for range 3 {
			c.round(b)
			c.poll(alice)
		}
		m, err := alice.Open(file)
		c.must(err)
		if m.Next().Throw != nil {
			m, err = alice.Throw(opened(alice, file), "")
			c.must(err)
		}
		if m.Outcome != nil {
			break
		}
		_, err = alice.Play(opened(alice, file), home.Turn{Move: someMove(m.Match), Post: true})
		c.must(err)
		c.send(alice, file)
	}
	c.round(b)
	m := c.only(b.Desk)
	if p := m.NewProof(); p.Throws == 0 || p.Proved+1 < p.Throws || m.Ply() < 5 && m.Outcome == nil {
		t.Errorf("%d plies, and %d of %d throws are proved", m.Ply(), p.Proved, p.Throws)
	}
}
