package courier

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
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
	"hikyaku/render"
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

// PuzzlesName is the name under which the puzzles are stored, independent of
// state.Name.
const PuzzlesName = "puzzles"

// maxWeeks is how many puzzles can still be answered.
const maxWeeks = 8

// betweenPuzzles is the minimum time between two puzzles.
const betweenPuzzles = 7 * 24 * time.Hour

// puzzlesOf reads the stored state of puzzles.
func (c *Courier) puzzlesOf() (*puzzles, error) {
	b, _, err := recall[puzzles](c.Memory, PuzzlesName)
	b.courier = c
	return &b, err
}

// save saves the state of puzzles.
func (b *puzzles) save() error {
	b.Weeks = b.Weeks[max(0, len(b.Weeks)-maxWeeks):]
	data, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		return err
	}
	return b.courier.Memory.Save(PuzzlesName, append(data, '\n'))
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
			var secret [10]byte
			_, _ = rand.Read(secret[:]) // it never fails
			w.Letters = append(w.Letters, puzzleLetter{To: to, Token: reply.FormatToken(secret[:])})
		}
	}
	if len(w.Letters) == 0 {
		return i18n.Err("puzzle.nobody")
	}
	b.Posed, b.Weeks = append(b.Posed, w.Puzzle.ID()), append(b.Weeks, w)
	return b.save()
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
	if p.Shelf.Now().After(b.next()) { // too late for the last one
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

// puzzleReply is a reply to a puzzle that has not been answered yet.
type puzzleReply struct {
	Token string      `json:"token"`
	ID    string      `json:"id"`   // its Message-ID
	Hash  string      `json:"hash"` // the hash that identifies the reply
	At    time.Time   `json:"at"`
	Lang  string      `json:"lang"` // the language of the answer
	Move  engine.Move `json:"move"` // the move to judge; empty if Text is the whole answer
	Text  i18n.Text   `json:"text"` // the answer; empty until the move is judged
}

// maxHeard is how many replies to one message are read.
const maxHeard = 30

// takePuzzle processes a reply to a puzzle; the report is nil if the message
// is not one.
func (p *poll) takePuzzle(letter *mailbox.Letter) (*Report, error) {
	tokens := proofIn(letter)
	if tokens.none() {
		return nil, nil
	}
	b, err := p.puzzles()
	if err != nil || len(b.Weeks) == 0 { // none was sent
		return nil, err
	}
	w, l := b.letter(slices.Concat(tokens.of, tokens.before)...)
	if l == nil {
		return nil, nil
	}
	if r := p.passedOver(letter, l); r != nil {
		return r, nil
	}
	c, report := p.Courier, &Report{From: p.from}
	_, q, err := w.Puzzle.SetUp(c.Puzzles)
	if err != nil {
		return puzzled(report, Refused, i18n.Of(err)), nil
	}
	moves := MovesIn(q)
	read := reply.Reader{Move: func(text string) (string, bool) {
		if puzzle.AsksSolution(text) {
			return text, true
		}
		return moves(text)
	}}.Read(letter.Text)
	words := read
	if puzzle.AsksSolution(read.Wish.Move) { // which counts as words
		words.Wish.Move = ""
	}
	lang := wordsLanguage(words)
	if err := c.learnReader(l.To.Addr, letter, lang); err != nil {
		return nil, err
	}
	r, err := c.reader(l.To.Addr)
	if err != nil {
		return nil, err
	}
	heard := heardAs(letter)
	owed := puzzleReply{Token: l.Token, ID: letter.MessageID, Hash: heard, At: c.Shelf.Now(), Lang: cmp.Or(lang, r.Lang)}
	unread := b.understand(&owed, w, l, q, read)
	l.Heard = append(l.Heard, heard)
	note := sentAnswer{letter.From.Addr, heard, c.Shelf.Now(), unread, false}
	why := p.state.limitReached(note)
	if why == (i18n.Text{}) {
		p.state.Answers, b.Replies = append(p.state.Answers, note), append(b.Replies, owed)
	}
	if err := b.save(); err != nil {
		return nil, err
	}
	said := i18n.T("reason.puzzle", "reply", render.SafeLine(strings.ReplaceAll(read.Typed, "\n", " / "), 80))
	if why != (i18n.Text{}) {
		said = i18n.T("reason.not-answered", "reason", said, "why", why)
	}
	return puzzled(report, Puzzled, said), nil
}

// heardAs returns the identifier of a reply in puzzleLetter.Heard and
// state.Replied.
func heardAs(letter *mailbox.Letter) string {
	hash := MailHash(letter)
	return hex.EncodeToString(hash[:16])
}

// passedOver returns the report of a reply to l that is not read, or nil.
func (p *poll) passedOver(reply *mailbox.Letter, l *puzzleLetter) *Report {
	own := letter.Address(p.Shelf.Self())
	if own.Is(p.from) {
		own = mailbox.Address{} // a player who sends puzzles to themselves may reply to them
	}
	report := &Report{Verdict: Known, From: p.from}
	switch may, _ := reply.MayAnswer(own); {
	case !may || slices.Contains(l.Heard, heardAs(reply)):
		return report
	case len(l.Heard) >= maxHeard:
		return puzzled(report, Puzzled, i18n.T("reason.puzzle-many", "n", maxHeard))
	case !identity.SameAddress(reply.From.Addr, l.To.Addr) && !identity.SameAddress(p.from, l.To.Addr):
		return puzzled(report, Refused, i18n.T("reason.puzzle-elsewhere", "address", l.To.Addr))
	}
	return nil
}

// puzzled returns r with a verdict on a reply to a puzzle.
func puzzled(r *Report, verdict Verdict, reason i18n.Text) *Report {
	r.Verdict, r.Reason = verdict, reason
	return r
}

// understand stores in owed the move to judge, or the answer if there is
// nothing to judge. It reports whether nothing was understood.
func (b *puzzles) understand(owed *puzzleReply, w *week, l *puzzleLetter, q engine.Position, read reply.Reply) (unread bool) {
	address := strings.ToLower(l.To.Addr)
	switch move := read.Wish.Move; {
	case read.Wish.Word == reply.Stop:
		if !b.unsubscribed(address) {
			b.Stopped = append(b.Stopped, address)
		}
		owed.Text = i18n.T("puzzle.stopped")
	case read.Wish.Word == reply.Resume:
		b.Stopped = slices.DeleteFunc(b.Stopped, func(a string) bool { return a == address })
		owed.Text = i18n.T("puzzle.resumed")
	case puzzle.AsksSolution(move):
		l.Done = true
		owed.Text = w.Puzzle.Solution(q)
	case move != "":
		owed.Move, _ = q.Parse(move) // which it has been already
	default:
		owed.Text = i18n.T("puzzle.unread", "read", render.SafeLine(strings.ReplaceAll(read.Typed, "\n", " / "), 200))
		return true
	}
	return false
}

// answer judges the replies to puzzles and answers them.
func (b *puzzles) answer(ctx context.Context) (sent []Delivery, err error) {
	var again []puzzleReply // not accepted by the server
	c, due := b.courier, b.Replies
	for i, r := range due {
		w, l := b.letter(r.Token)
		if l == nil || c.Shelf.Now().Sub(r.At) > triedFor {
			continue
		}
		if r.Text == (i18n.Text{}) {
			if r.Text, err = c.judgePuzzleMove(ctx, w, l, r.Move); err != nil {
				return sent, err
			}
		}
		b.Replies = slices.Concat(again, due[i+1:])
		if err := b.save(); err != nil { // before sending: an answer may be lost, but must never start a mail loop
			return sent, err
		}
		writer, puzzle := b.mail(w, l)
		err := c.Box.Send(ctx, writer.PuzzleAnswer(puzzle, letter.Answer{Reply: r.ID, Text: r.Text}, r.Hash, r.Lang))
		if mailbox.NotTaken(err) {
			again = append(again, r)
		}
		sent = append(sent, Delivery{To: l.To, Err: err, Aside: true, Puzzle: true})
	}
	b.Replies = again
	if len(due) == 0 {
		return nil, nil
	}
	return sent, b.save()
}

// judgePuzzleMove returns the comment on a move as an answer to a puzzle, and records
// the result.
func (c *Courier) judgePuzzleMove(ctx context.Context, w *week, l *puzzleLetter, m engine.Move) (i18n.Text, error) {
	_, q, err := w.Puzzle.SetUp(c.Puzzles)
	if err != nil {
		return i18n.Text{}, err
	}
	a, err := puzzle.Usual.Judge(ctx, w.Puzzle, q, m)
	var rejection *engine.Rejection
	if errors.As(err, &rejection) {
		return i18n.T("puzzle.illegal", "why", rejection.Sentence()), nil
	}
	if err != nil {
		return i18n.Text{}, err
	}
	if !a.Right && !l.Done {
		l.Wrong++
	}
	text := l.comment(w.Puzzle, q, m, a)
	l.Done = l.Done || a.Right
	return text, nil
}
