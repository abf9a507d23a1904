package courier

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"html"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/puzzle"
	"hikyaku/mailbox"
	"hikyaku/render"
)

// puzzleID begins the Message-ID of letters about puzzles.
const puzzleID = "puzzle."

// compose returns the letter with a puzzle to one reader: what solved the one before, the question, the board, and how to answer.
func (b *puzzles) compose(w *week, l *puzzleLetter) (*mailbox.Letter, error) {
	c := b.courier
	r, err := c.reader(l.To.Addr)
	if err != nil {
		return nil, err
	}
	g, q, err := w.Puzzle.SetUp(c.Puzzles)
	if err != nil {
		return nil, err
	}
	var before []i18n.Text
	if old := b.before(w, l); old != nil {
		if _, was, err := old.SetUp(c.Puzzles); err == nil {
			before = append(before, i18n.T("puzzle.before", "solution", old.Solution(was)))
		}
	}
	title := g.Called(w.Puzzle.Options)
	before = append(before, i18n.T("puzzle.title", "game", title), w.Puzzle.Question(engine.Seat(w.Puzzle.Seat, g.Seats(w.Puzzle.Options))))
	after := []i18n.Text{
		i18n.T("puzzle.how", "moves", i18n.Phrases(otherMoves(q, w.Puzzle.Best[0])...)), i18n.T("puzzle.stop"), i18n.T("small.token", "token", l.Token),
	}
	letter := b.about(l, w.At)
	letter.Subject = i18n.In(r.Lang, "puzzle.subject", "game", title, "puzzle", w.Puzzle.ID())
	letter.MessageID, letter.Automatic, letter.Language = b.firstID(w, l), "auto-generated", r.Lang
	s := sceneOf(q)
	flip := w.Puzzle.Seat == 2 && len(s.Players) == 2
	board := render.Text(s, render.TextOptions{Lang: r.Lang, Flip: flip})
	letter.Text = paragraphs(r.Lang, before) + "\n" + board + "\n" + paragraphs(r.Lang, after)
	if !c.Picture {
		return letter, nil
	}
	var png bytes.Buffer
	if err := render.PNG(&png, s, render.PNGOptions{Size: pictureSize, Lang: r.Lang, Flip: flip}); err != nil {
		return nil, i18n.Err("letter.board", "why", err)
	}
	cid := "board." + strings.Trim(letter.MessageID, "<>")
	letter.HTML = puzzlePage(r.Lang, cid, board, spoken(s, r.Lang, nil), before, after)
	letter.Attachments = []mailbox.Attachment{{Name: "board.png", Type: "image/png", ContentID: cid, Inline: true, Data: png.Bytes()}}
	return letter, nil
}

// about is a letter about a puzzle to one reader, without what it says.
func (b *puzzles) about(l *puzzleLetter, date time.Time) *mailbox.Letter {
	return &mailbox.Letter{From: Sender(b.courier.Shelf.Me()), To: l.To, Date: date, Reads: b.courier.Lang}
}

// firstID is the Message-ID of the letter with a puzzle.
func (b *puzzles) firstID(w *week, l *puzzleLetter) string {
	sum := sha256.Sum256([]byte(w.Puzzle.ID() + l.Token))
	return letterID(puzzleID+hex.EncodeToString(sum[:16]), l.Token, Domain(b.courier.Shelf.Me()))
}

// sceneOf is the scene of a puzzle, as diagrams of problems show it.
func sceneOf(q engine.Position) engine.Scene {
	if poser, ok := q.(engine.Poser); ok {
		return poser.Pose()
	}
	return q.Scene()
}

// otherMoves returns a few legal moves without the best one.
func otherMoves(q engine.Position, best engine.Move) (list []i18n.Text) {
	for m := range q.Moves() {
		if m != best {
			list = append(list, engine.ByHand(q, m))
		}
		if len(list) == examples-1 {
			break
		}
	}
	return list
}

// puzzlePage is the letter with a puzzle as HTML.
func puzzlePage(lang, cid, board, said string, before, after []i18n.Text) string {
	return `<!DOCTYPE html><html lang="` + lang + `"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<meta name="color-scheme" content="light dark">` + style + "</head><body><main>\n" + blocks(lang, "", before) +
		`<p><img src="cid:` + cid + `" width="480" alt="` + html.EscapeString(said) + `"></p>` + "\n" + blocks(lang, "", after) +
		"<details><summary>" + i18n.In(lang, "page.text") + "</summary><pre>" + html.EscapeString(board) + "</pre></details>\n</main></body></html>\n"
}

// answerTo is the letter that answers a reply to a puzzle.
func (b *puzzles) answerTo(w *week, l *puzzleLetter, r puzzleReply) *mailbox.Letter {
	c := b.courier
	letter := b.about(l, c.Shelf.Now())
	g, _, err := w.Puzzle.SetUp(c.Puzzles)
	if err == nil {
		letter.Subject = "Re: " + i18n.In(r.Lang, "puzzle.subject", "game", g.Called(w.Puzzle.Options), "puzzle", w.Puzzle.ID())
	}
	sum := sha256.Sum256([]byte("answer " + r.Hash + l.Token))
	letter.MessageID = letterID(puzzleID+hex.EncodeToString(sum[:16]), l.Token, Domain(c.Shelf.Me()))
	letter.Automatic, letter.Language, letter.References = "auto-replied", r.Lang, []string{b.firstID(w, l)}
	if r.ID != "" {
		letter.InReplyTo, letter.References = r.ID, append(letter.References, r.ID)
	}
	letter.Text = paragraphs(r.Lang, []i18n.Text{r.Text, i18n.T("small.token", "token", l.Token)})
	return letter
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
