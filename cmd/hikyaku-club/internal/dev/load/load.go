// Package load measures a club with simulated players. They play real matches: their moves arrive as real messages and are
// judged, recorded and answered as in any club. Only the mail server that would accept the answers is missing.
package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/engine"
	"hikyaku/internal/courier"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// Club returns a club with a database that sends no mail.
func Club(b db.DB, d game.Desk) *game.Club {
	return &game.Club{Base: b, Desk: d, Lang: "en", Box: nowhere{}, Now: time.Now}
}

// nowhere accepts and discards every message.
type nowhere struct{}

func (nowhere) Send(_ context.Context, l *mailbox.Letter) error {
	_, err := l.Bytes()
	return err
}

// batch is how many matches are begun in one transaction.
const batch = 50

// begin begins n matches of a game between mail-only players, and marks the resulting messages as sent. If people is not 0, only so
// many people play in them, else each plays in one.
func begin(ctx context.Context, c *game.Club, g *engine.Game, from, n, people int) (files []string, err error) {
	options, err := g.Resolve(nil)
	if err != nil {
		return nil, err
	}
	seats := g.Seats(options)
	for first := from; first < from+n; first += batch {
		var begun []string
		err := c.Do(ctx, func(d *game.Deal) error {
			begun = nil
			for i := first; i < min(first+batch, from+n); i++ {
				s := game.Setup{Game: g, Control: "3d", Toss: seats == 2, Heading: game.Heading{Rated: true}}
				for seat := range seats {
					number := i*seats + seat
					if people > 0 {
						number %= people
					}
					who := kif.Seat{Name: fmt.Sprintf("Player %d", number), Address: fmt.Sprintf("p%d@d%d.example", number, number/seats%97)}
					s.Players = append(s.Players, game.Player{Seat: who, Accepted: kif.Hash{1, byte(seat), byte(i), byte(i >> 8), byte(i >> 16)}})
				}
				file, err := d.Begin(s)
				if err != nil {
					return err
				}
				begun = append(begun, file)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		files = append(files, begun...)
	}
	return files, c.Base.Do(ctx, func(tx db.Tx) error {
		if _, err := tx.Exec(`update out set state = 'sent' where state = 'due'`); err != nil {
			return err
		}
		_, err := tx.Exec(`delete from river_job where queue = 'send'`)
		return err
	})
}

// replies returns, for each match, a message in which the player to move makes some move.
func replies(ctx context.Context, c *game.Club, files []string, random *rand.Rand) (letters [][]byte, err error) {
	for _, file := range files {
		err := c.Do(ctx, func(d *game.Deal) error {
			letter, err := reply(d, path.Join(game.Folder, file), random)
			if letter != nil {
				letters = append(letters, letter)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return letters, nil
}

// maxChoice is the largest number of moves from which a player chooses.
const maxChoice = 40

func reply(d *game.Deal, file string, random *rand.Rand) ([]byte, error) {
	m, err := d.Shelf.Open(file)
	if err != nil || m.Outcome != nil || m.Turn == 0 {
		return nil, err
	}
	var moves []engine.Move
	for move := range m.Last().Moves() {
		if moves = append(moves, move); len(moves) == maxChoice {
			break
		}
	}
	if len(moves) == 0 {
		return nil, errors.New(file + ": the player to move has no move")
	}
	to := m.Roster.Parties[m.Turn-1]
	answered, err := d.Courier.Compose(courier.Due{File: file, Events: len(m.Record.Events), Head: m.Head, To: mailbox.Address{Name: to.Name, Addr: to.Address}})
	if err != nil || answered == nil {
		return nil, err
	}
	_, domain, _ := strings.Cut(to.Address, "@")
	l := &mailbox.Letter{
		From: answered.To, To: answered.From, Subject: "Re: " + strings.TrimPrefix(answered.Subject, "Re: "), Date: time.Now(),
		MessageID: fmt.Sprintf("<%x.%d@%s>", random.Uint64(), random.Uint32(), domain), InReplyTo: answered.MessageID,
		References: append(answered.References, answered.MessageID), Text: string(moves[random.IntN(len(moves))]) + "\n\nHave a nice day.",
	}
	return l.Bytes()
}
