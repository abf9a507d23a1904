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
	"hikyaku/internal/letter"
	"hikyaku/internal/puzzle"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// puzzles are what the courier remembers of the puzzles that go out by letter.
type puzzles struct {
	Posed   []string      `json:"posed"`   // the puzzles that have gone out, by their ID
	Weeks   []week        `json:"weeks"`   // the last ones, the newest at the end
	Stopped []string      `json:"stopped"` // the addresses, in lower case, whose readers want no more
	Replies []puzzleReply `json:"replies"` // that are not answered yet

	courier *Courier
}

// week is a puzzle that goes out, and its letters.
type week struct {
	Puzzle  puzzle.Puzzle  `json:"puzzle"`
	At      time.Time      `json:"at"`
	Letters []puzzleLetter `json:"letters"`
}

// puzzleLetter is the puzzle of a week to one reader.
type puzzleLetter struct {
	To    mailbox.Address `json:"to"`
	Token string          `json:"token"` // binds a reply to it
	Sent  bool            `json:"sent"`  // the server has taken it, or never will
	Heard []string        `json:"heard"` // the replies, by their hashes
	Wrong int             `json:"wrong"` // how many of them were wrong
	Done  bool            `json:"done"`  // the reader has the solution
}

// puzzlesName is the name under which the puzzles are remembered, whatever becomes of the rest.
const puzzlesName = "puzzles"

// maxWeeks is how many puzzles can still be answered.
const maxWeeks = 8

// betweenPuzzles is how long after a puzzle the next one goes out, at the earliest.
const betweenPuzzles = 7 * 24 * time.Hour

// puzzlesOf reads what is remembered of puzzles. What is damaged is nothing.
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

// keep writes down what is remembered of puzzles.
func (b *puzzles) keep() error {
	b.Weeks = b.Weeks[max(0, len(b.Weeks)-maxWeeks):]
	data, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		return err
	}
	return b.courier.Memory.Save(puzzlesName, append(data, '\n'))
}

// next is when the next puzzle may go out; zero where none has gone out.
func (b *puzzles) next() time.Time {
	if len(b.Weeks) == 0 {
		return time.Time{}
	}
	return b.Weeks[len(b.Weeks)-1].At.Add(betweenPuzzles)
}

// letter finds the letter that one of the tokens belongs to; nil for none.
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

func (b *puzzles) stopped(address string) bool {
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

// SendPuzzle sends the first of a list of puzzles that has not gone out yet, to all readers who have not stopped it. Before the next
// one may go out it only sends what the server has not taken.
func SendPuzzle(ctx context.Context, c *Courier, list []puzzle.Puzzle, readers []mailbox.Address) (sent []Delivery, err error) {
	err = c.remembering(func(*state) error {
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

// pose begins a week.
func (b *puzzles) pose(list []puzzle.Puzzle, readers []mailbox.Address) error {
	i := slices.IndexFunc(list, func(p puzzle.Puzzle) bool { return !slices.Contains(b.Posed, p.ID()) })
	if i < 0 {
		return i18n.Err("puzzle.none-new")
	}
	w := week{Puzzle: list[i], At: b.courier.Shelf.Now()}
	for _, to := range readers {
		if !b.stopped(to.Addr) {
			w.Letters = append(w.Letters, puzzleLetter{To: to, Token: newToken()})
		}
	}
	if len(w.Letters) == 0 {
		return i18n.Err("puzzle.nobody")
	}
	b.Posed, b.Weeks = append(b.Posed, w.Puzzle.ID()), append(b.Weeks, w)
	return b.keep()
}

func newToken() string {
	var secret [10]byte
	_, _ = rand.Read(secret[:]) // it never fails
	return reply.FormatToken(secret[:])
}

// carry sends the letters of the last puzzle that are due.
func (b *puzzles) carry(ctx context.Context) (sent []Delivery, err error) {
	w := &b.Weeks[len(b.Weeks)-1]
	for i := range w.Letters {
		l := &w.Letters[i]
		if l.Sent || b.stopped(l.To.Addr) || ctx.Err() != nil {
			continue
		}
		writer, puzzle := b.mail(w, l)
		mail, err := writer.Puzzle(puzzle)
		if err != nil {
			return sent, err
		}
		l.Sent = true
		if err := b.keep(); err != nil { // before sending: it goes out once
			return sent, err
		}
		err = b.courier.Box.Send(ctx, mail)
		if mailbox.NotTaken(err) { // the next poll tries again
			l.Sent = false
			err = errors.Join(err, b.keep())
		}
		sent = append(sent, Delivery{To: l.To, Err: err, Aside: true, Puzzle: true})
	}
	return sent, nil
}

// servePuzzles answers replies to puzzles, and sends the letters that the server has not taken before.
func servePuzzles(ctx context.Context, p *poll) ([]Delivery, error) {
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

// mail is the puzzle of a week as the letters about it to one reader need it.
func (b *puzzles) mail(w *week, l *puzzleLetter) (letter.Writer, letter.Puzzle) {
	p := letter.Puzzle{Puzzle: w.Puzzle, Games: b.courier.Puzzles, To: l.To, Token: l.Token, At: w.At}
	for i := range b.Weeks {
		if i+1 < len(b.Weeks) && &b.Weeks[i+1] == w {
			for _, old := range b.Weeks[i].Letters {
				if match.SameAddress(old.To.Addr, l.To.Addr) && old.Sent {
					p.Before = &b.Weeks[i].Puzzle
				}
			}
		}
	}
	return b.courier.writer(&notes{}), p
}

// say says what is told about an answer to a puzzle, and of the solution: a hint after the second wrong one.
func (l *puzzleLetter) say(p puzzle.Puzzle, q engine.Position, m engine.Move, a puzzle.Answer) i18n.Text {
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
