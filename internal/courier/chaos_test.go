package courier_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/mailbox"
)

var (
	chaosGames = flag.Int("games", 2, "how many matches are played through chaos")
	chaosFrom  = flag.Int("from", 0, "the first of them")
)

// chaos is a mailbox in which everything goes wrong that can go wrong with mail.
type chaos struct {
	box
	*rand.Rand
	tb *table
}

// Send fails, succeeds with an error, or delivers several copies late and out of order.
func (c *chaos) Send(ctx context.Context, l *mailbox.Letter) error {
	switch c.IntN(8) {
	case 0:
		return &mailbox.SendError{Kind: mailbox.Temporary, Err: errors.New("451 try again later")}
	case 1:
		_ = c.box.Send(ctx, l)
		return &mailbox.SendError{Kind: mailbox.Unknown, Err: errors.New("the connection was lost after the final dot")}
	case 2:
		_ = c.box.Send(ctx, l)
	}
	if err := c.box.Send(ctx, l); err != nil {
		return err
	}
	c.delay(l.To.Addr)
	return nil
}

// delay holds back the newest message, so that later ones arrive before it.
func (c *chaos) delay(to string) {
	if c.IntN(4) > 0 {
		return
	}
	letters := c.boxes[to]
	late := letters[len(letters)-1]
	c.boxes[to] = letters[:len(letters)-1]
	c.tb.late = append(c.tb.late, func() { c.boxes[to] = append(c.boxes[to], late) })
}

// Fetch fails halfway, or finds that the server has renumbered the messages.
func (c *chaos) Fetch(ctx context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	if c.IntN(6) == 0 {
		since = mailbox.Mark{}
	}
	stop := c.IntN(6)
	return c.box.Fetch(ctx, since, func(m mailbox.Mail) error {
		if stop--; stop == 0 {
			return errors.New("the connection was cut")
		}
		return handle(m)
	})
}

// TestChaos plays matches of all games through chaos, some of them with an umpire, and expects that everybody ends with the same record
// without any intervention.
func TestChaos(t *testing.T) {
	for n := *chaosFrom; n < *chaosFrom+*chaosGames; n++ {
		g := all.Games[n%len(all.Games)]
		t.Run(fmt.Sprintf("%s/%d", g.Name, n), func(t *testing.T) { playThroughChaos(t, g, uint64(n)) })
	}
}

func playThroughChaos(t *testing.T, g *engine.Game, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	tb, i := chairs(t, 2), home.Invitation{Game: g, Seat: int(seed) % 3}
	if seed%4 == 3 {
		tb, i = chairs(t, 3), home.Invitation{Game: g, Seat: int(seed) % 2, Umpire: true}
	}
	if seed%8 == 5 {
		tb, i = chairs(t, 4), home.Invitation{Game: all.Game("quoridor"), Options: engine.Options{"players": "4"}, Seat: 1}
	}
	for n, p := range tb.players {
		p.Box = &chaos{box{tb.post, p.Me.Address}, r, tb}
		if n > 0 {
			i.Others = append(i.Others, p.Me)
		}
	}
	alice := tb.players[0]
	m, err := alice.Invite(i)
	tb.must(err)
	alice.file = m.File
	words, said := listening(tb), map[string]*player{}
	for turn := 0; turn < 400; turn++ {
		p := tb.players[r.IntN(len(tb.players))]
		reports, _, _ := p.Poll(context.Background())
		words.count(p, reports)
		if r.IntN(4) == 0 {
			tb.deliverLate()
		}
		tb.wait(time.Duration(r.IntN(48)-6) * time.Hour) // clocks jump back too
		if p.file == "" {
			tb.tryAccept(p)
			continue
		}
		if r.IntN(12) == 0 {
			text := fmt.Sprintf("the words of turn %d!", turn)
			if _, err := p.Do(p.copy(), home.Doing("say", text), true); err == nil { // else not all have accepted yet
				said[text] = p
				p.Send(context.Background(), p.copy())
			}
		}
		if done := tb.tryMove(p, r); done {
			break
		}
	}
	for _, p := range tb.players { // from now on mail works
		p.Box = &box{tb.post, p.Me.Address}
	}
	tb.deliverLate()
	for range 2 * len(tb.players) {
		for _, p := range tb.players {
			if p.file == "" {
				tb.tryAccept(p)
			}
			words.hear(p)
		}
	}
	tb.same()
	for text, by := range said {
		for _, p := range tb.players {
			if p != by {
				words.wantHeard(text, p)
			}
		}
	}
	if m := tb.open(alice); m.Ply() < 8 && m.Outcome == nil {
		t.Errorf("only %d plies were played", m.Ply())
	} else if p := m.NewProof(); p.Proved != p.Throws {
		t.Errorf("proof %+v", p)
	}
}
