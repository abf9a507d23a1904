package courier

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/letter"
	"hikyaku/internal/puzzle"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
)

// puzzles is the stored state of the puzzles sent by mail.
type puzzles struct {
	Posed   []string      `json:"posed"`   // the IDs of the puzzles that have been sent
	Weeks   []week        `json:"weeks"`   // the most recent ones, the newest last
	Stopped []string      `json:"stopped"` // the addresses, in lower case, of readers who have unsubscribed
	Replies []puzzleReply `json:"replies"` // the replies that have not been answered yet

	courier *Courier
}

// week is a puzzle and the messages that carry it.
type week struct {
	Puzzle  puzzle.Puzzle  `json:"puzzle"`
	At      time.Time      `json:"at"`
	Letters []puzzleLetter `json:"letters"`
}

// puzzleLetter is the puzzle of a week for one reader.
type puzzleLetter struct {
	To    mailbox.Address `json:"to"`
	Token string          `json:"token"` // binds a reply to it
	Sent  bool            `json:"sent"`  // the server has accepted it, or never will
	Heard []string        `json:"heard"` // the replies, by their hashes
	Wrong int             `json:"wrong"` // how many of them were wrong
	Done  bool            `json:"done"`  // the reader has the solution
}

// puzzlesName is the name under which the puzzles are stored, independent of
// state.Name.
const puzzlesName = "puzzles"

// maxWeeks is how many puzzles can still be answered.
const maxWeeks = 8

// betweenPuzzles is the minimum time between two puzzles.
const betweenPuzzles = 7 * 24 * time.Hour

// puzzlesOf reads the stored state of puzzles. Damaged data count as missing.
func (c *Courier) puzzlesOf() (*puzzles, error) {
	data, err := c.Memory.Load(puzzlesName)
	if err != nil {
		return nil, i18n.Err("state.unread", "why", err)
	}
	b := &puzzles{}
	if json.Unmarshal(data, b) != nil {
		b = &puzzles{}
	}
	b.courier = c
	return b, nil
}

// save saves the state of puzzles.
func (b *puzzles) save() error {
	b.Weeks = b.Weeks[max(0, len(b.Weeks)-maxWeeks):]
	data, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		return err
	}
	return b.courier.Memory.Save(puzzlesName, append(data, '\n'))
}

// next returns when the next puzzle may be sent; zero if none has been sent.
func (b *puzzles) next() time.Time {
	if len(b.Weeks) == 0 {
		return time.Time{}
	}
	return b.Weeks[len(b.Weeks)-1].At.Add(betweenPuzzles)
}

// letter returns the message that one of the tokens belongs to; nil for none.
func (b *puzzles) letter(tokens ...string) (*week, *puzzleLetter) {
	for i := range b.Weeks {
		for j := range b.Weeks[i].Letters {
			if l := &b.Weeks[i].Letters[j]; slices.Contains(tokens, l.Token) {
				return &b.Weeks[i], l
			}
		}
	}
	return nil, nil
}

func (b *puzzles) unsubscribed(address string) bool {
	return slices.Contains(b.Stopped, strings.ToLower(address))
}

// NextPuzzle returns when the next puzzle may be sent by c.
func (c *Courier) NextPuzzle() (time.Time, error) {
	b, err := c.puzzlesOf()
	if err != nil {
		return time.Time{}, err
	}
	return b.next(), nil
}

// SendPuzzle sends the first of a list of puzzles that has not been sent yet
// to all readers who have not unsubscribed. Until the next one may be sent, it
// only retries what the server has not accepted.
func (c *Courier) SendPuzzle(ctx context.Context, list []puzzle.Puzzle, readers []mailbox.Address) (sent []Delivery, err error) {
	err = c.withState(func(*state) error {
		b, err := c.puzzlesOf()
		if err != nil {
			return err
		}
		if !c.Shelf.Now().Before(b.next()) {
			if err := b.pose(list, readers); err != nil {
				return err
			}
		}
		sent, err = b.carry(ctx)
		return err
	})
	return sent, err
}

// pose starts a new week with the first new puzzle.
func (b *puzzles) pose(list []puzzle.Puzzle, readers []mailbox.Address) error {
	i := slices.IndexFunc(list, func(p puzzle.Puzzle) bool { return !slices.Contains(b.Posed, p.ID()) })
	if i < 0 {
		return i18n.Err("puzzle.none-new")
	}
	w := week{Puzzle: list[i], At: b.courier.Shelf.Now()}
	for _, to := range readers {
		if !b.unsubscribed(to.Addr) {
			w.Letters = append(w.Letters, puzzleLetter{To: to, Token: newToken()})
		}
	}
	if len(w.Letters) == 0 {
		return i18n.Err("puzzle.nobody")
	}
	b.Posed, b.Weeks = append(b.Posed, w.Puzzle.ID()), append(b.Weeks, w)
	return b.save()
}

func newToken() string {
	var secret [10]byte
	_, _ = rand.Read(secret[:]) // it never fails
	return reply.FormatToken(secret[:])
}

// carry sends the messages of the last puzzle that are due.
func (b *puzzles) carry(ctx context.Context) (sent []Delivery, err error) {
	w := &b.Weeks[len(b.Weeks)-1]
	for i := range w.Letters {
		l := &w.Letters[i]
		if l.Sent || b.unsubscribed(l.To.Addr) || ctx.Err() != nil {
			continue
		}
		writer, puzzle := b.mail(w, l)
		mail, err := writer.Puzzle(puzzle)
		if err != nil {
			return sent, err
		}
		l.Sent = true
		if err := b.save(); err != nil { // before sending, so that it is sent only once
			return sent, err
		}
		err = b.courier.Box.Send(ctx, mail)
		if mailbox.NotTaken(err) { // the next poll tries again
			l.Sent = false
			err = errors.Join(err, b.save())
		}
		sent = append(sent, Delivery{To: l.To, Err: err, Aside: true, Puzzle: true})
	}
	return sent, nil
}

// servePuzzles answers replies to puzzles, and retries messages that the
// server has not accepted.
func (p *poll) servePuzzles(ctx context.Context) ([]Delivery, error) {
	b, err := p.puzzles()
	if err != nil {
		return nil, err
	}
	if len(b.Weeks) == 0 {
		return nil, nil
	}
	answered, err := b.answer(ctx)
	if err != nil {
		return answered, err
	}
	if p.courier.Shelf.Now().After(b.next()) { // too late for the last one
		return answered, nil
	}
	sent, err := b.carry(ctx)
	return append(answered, sent...), err
}

// mail returns the writer and the content of messages about the puzzle of a
// week to one reader.
func (b *puzzles) mail(w *week, l *puzzleLetter) (letter.Writer, letter.Puzzle) {
	p := letter.Puzzle{Puzzle: w.Puzzle, Games: b.courier.Puzzles, To: l.To, Token: l.Token, At: w.At}
	for i := range b.Weeks {
		if i+1 < len(b.Weeks) && &b.Weeks[i+1] == w {
			for _, old := range b.Weeks[i].Letters {
				if identity.SameAddress(old.To.Addr, l.To.Addr) && old.Sent {
					p.Before = &b.Weeks[i].Puzzle
				}
			}
		}
	}
	return b.courier.writer(&notes{}), p
}

// comment returns the comment on an answer to a puzzle: with a hint after the
// second wrong one, and with the solution once the reader has it.
func (l *puzzleLetter) comment(p puzzle.Puzzle, q engine.Position, m engine.Move, a puzzle.Answer) i18n.Text {
	said := a.Say(p, q, m)
	switch {
	case a.Right:
		return said
	case l.Done:
		return i18n.Paragraphs(said, p.Solution(q))
	case l.Wrong < 2:
		return i18n.Paragraphs(said, i18n.T("puzzle.again"))
	}
	return i18n.Paragraphs(said, puzzle.Hint(q, p.Best[0]), i18n.T("puzzle.ask"))
}
