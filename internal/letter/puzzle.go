package letter

import (
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/puzzle"
	"hikyaku/mailbox"
	"hikyaku/render"
)

// Puzzle is a puzzle for one reader.
type Puzzle struct {
	puzzle.Puzzle
	Before *puzzle.Puzzle // the previous one, whose solution is shown; nil for none
	Games  []*engine.Game // the games whose puzzles are sent
	To     mailbox.Address
	Token  string    // identifies replies
	At     time.Time // when it was sent
}

// Puzzle returns the message with a puzzle: the solution of the previous one,
// the question, the board, and how to answer.
func (w Writer) Puzzle(p Puzzle) (*mailbox.Letter, error) {
	r, err := w.Reader(p.To.Addr)
	if err != nil {
		return nil, err
	}
	g, q, err := p.SetUp(p.Games)
	if err != nil {
		return nil, err
	}
	var before []i18n.Text
	if p.Before != nil {
		if _, was, err := p.Before.SetUp(p.Games); err == nil {
			before = append(before, i18n.T("puzzle.before", "solution", p.Before.Solution(was)))
		}
	}
	var others []i18n.Text
	for m := range q.Moves() {
		if m != p.Best[0] {
			others = append(others, engine.ByHand(q, m))
		}
		if len(others) == examples-1 {
			break
		}
	}
	title := g.Called(p.Options)
	before = append(before, i18n.T("puzzle.title", "game", title), p.Question(engine.Seat(p.Seat, g.Seats(p.Options))))
	after := []i18n.Text{i18n.T("puzzle.how", "moves", i18n.Phrases(others...)), i18n.T("puzzle.stop"), i18n.T("small.token", "token", p.Token)}
	scene := q.Scene()
	if poser, ok := q.(engine.Poser); ok {
		scene = poser.Pose()
	}
	flip := p.Seat == 2 && len(scene.Players) == 2
	board := render.Text(scene, render.TextOptions{Lang: r.Lang, Flip: flip})
	l := &mailbox.Letter{
		From: Sender(w.Shelf.Self()), To: p.To, Date: p.At, Reads: w.Lang, Language: r.Lang, Automatic: "auto-generated",
		Subject:   i18n.In(r.Lang, "puzzle.subject", "game", title, "puzzle", p.ID()),
		MessageID: w.puzzleID(p, p.ID()),
		Text:      paragraphs(r.Lang, before) + "\n" + board + "\n" + paragraphs(r.Lang, after),
	}
	if !w.Picture {
		return l, nil
	}
	pictures, err := embed(l, "", pictureWide, scene, render.PNGOptions{Lang: r.Lang, Flip: flip})
	if err != nil {
		return nil, err
	}
	l.HTML = htmlPage(r.Lang, lead(r.Lang, before, false), pictures, blocks(r.Lang, "", after[:2]),
		inWords(g.Summary(p.Options), scene, r.Lang, nil, flip), tokenLine(r.Lang, p.Token))
	return l, nil
}

// puzzleID returns the Message-ID of a message about a puzzle. of
// distinguishes messages to the same reader.
func (w Writer) puzzleID(p Puzzle, of string) string {
	return messageIDOf("puzzle."+fingerprint(of+p.Token), p.Token, Domain(w.Shelf.Self()))
}

// PuzzleAnswer returns the message that answers the reply to a puzzle with the
// given hash, in a language.
func (w Writer) PuzzleAnswer(p Puzzle, a Answer, hash, lang string) *mailbox.Letter {
	l := &mailbox.Letter{
		From: Sender(w.Shelf.Self()), To: p.To, Date: w.Shelf.Now(), Reads: w.Lang, Language: lang, Automatic: "auto-replied",
		MessageID:  w.puzzleID(p, "answer "+hash),
		References: []string{w.puzzleID(p, p.ID())},
		Text:       paragraphs(lang, []i18n.Text{a.Text, i18n.T("small.token", "token", p.Token)}),
	}
	if g, _, err := p.SetUp(p.Games); err == nil {
		l.Subject = "Re: " + i18n.In(lang, "puzzle.subject", "game", g.Called(p.Options), "puzzle", p.ID())
	}
	if a.Reply != "" {
		l.InReplyTo, l.References = a.Reply, append(l.References, a.Reply)
	}
	return l
}
