package courier

import (
	"cmp"
	"context"
	"encoding/hex"
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
	if err != nil {
		return nil, err
	}
	w, l := b.letter(slices.Concat(tokens.of, tokens.before)...)
	if l == nil {
		return nil, nil
	}
	if r := p.passedOver(letter, l); r != nil {
		return r, nil
	}
	c, report := p.courier, &Report{From: p.from}
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
	lang := languageOf(read)
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
	note := sentAnswer{letter.From.Addr, heard, c.Shelf.Now(), unread}
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

// heardAs returns the identifier of a reply in puzzleLetter.Heard.
func heardAs(letter *mailbox.Letter) string {
	hash := MailHash(letter)
	return hex.EncodeToString(hash[:16])
}

// passedOver returns the report of a reply to l that is not read, or nil.
func (p *poll) passedOver(reply *mailbox.Letter, l *puzzleLetter) *Report {
	own := letter.Address(p.courier.Shelf.Me())
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

// languageOf returns the language of the words in a reply; a request for the
// solution counts as words.
func languageOf(r reply.Reply) string {
	if puzzle.AsksSolution(r.Wish.Move) {
		r.Wish.Move = ""
	}
	return wordsLanguage(r)
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
		return i18n.T("puzzle.illegal", "why", rejection.Sentence(), "rule", rejection.Rule.ID), nil
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
