package letter

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lesson"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// Illegal returns which rule a move breaks, and the legal moves nearest to it.
func Illegal(m *match.Match, written string, r *engine.Rejection) i18n.Text {
	if move, err := m.Last().Parse(written); err == nil {
		written = engine.Spell(m.Last(), move).En
	}
	const listed, looked = 8, 5000
	moves := spell(m, legalMoves(m, looked)...)
	far := map[i18n.Text]int{}
	for _, move := range moves {
		far[move] = distance(written, move.En)
	}
	slices.SortStableFunc(moves, func(a, b i18n.Text) int { return far[a] - far[b] })
	nearest := i18n.Phrases(moves[:min(listed, len(moves))]...)
	return i18n.T("reply.illegal", "why", r.Sentence(), "moves", nearest)
}

// distance returns how far apart two moves are: the least cost of the characters to insert, delete and replace. Letters and digits that
// are neighbours in their order stand for neighbouring squares. Another number of them is another kind of move.
func distance(a, b string) int {
	y := []rune(strings.ToLower(b))
	missing := func(c rune) int {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return 12
		}
		return 3
	}
	last := make([]int, len(y)+1) // of the part of a before the current character and the beginnings of b
	for j, c := range y {
		last[j+1] = last[j] + missing(c)
	}
	for _, c := range strings.ToLower(a) {
		row := []int{last[0] + missing(c)}
		for j, d := range y {
			replaced := 12
			switch {
			case c == d:
				replaced = 0
			case unicode.IsLetter(c) && unicode.IsLetter(d) || unicode.IsDigit(c) && unicode.IsDigit(d):
				replaced = min(1+max(int(c-d), int(d-c)), 8)
			}
			row = append(row, min(last[j]+replaced, last[j+1]+missing(c), row[j]+missing(d)))
		}
		last = row
	}
	return last[len(y)]
}

// Answer is the content of an answer to a reply.
type Answer struct {
	Reply    string    `json:"reply"` // the Message-ID of the reply
	Text     i18n.Text `json:"text"`
	News     bool      `json:"news,omitempty"`     // the answer repeats what has happened
	Rules    bool      `json:"rules,omitempty"`    // the text is the rules
	Question string    `json:"question,omitempty"` // the token, if this is a question
	Choices  string    `json:"choices,omitempty"`  // replies to choose from, one per line; of a question, the one that its yes opens
}

// Answer returns the message that answers a reply: what was understood and,
// for a player, the board and what to do.
func (w Writer) Answer(m *match.Match, to mailbox.Address, r Answer) (*mailbox.Letter, error) {
	if m == nil {
		return nil, errors.New("an observer is answered who has been shown nothing")
	}
	l, sheet, err := w.envelope(m, to)
	if err != nil {
		return nil, err
	}
	l.MessageID = messageIDOf("answer."+fingerprint(r.Reply+m.Head.String()+r.Text.En), sheet.token, domain(m, 0))
	if l.InReplyTo = r.Reply; l.InReplyTo != "" {
		l.References = append(l.References, r.Reply)
	}
	l.Date, l.Automatic = w.Shelf.Now(), "auto-replied"
	switch {
	case r.Question != "":
		sheet.token += "-" + r.Question
		l.MessageID = messageIDOf("ask", sheet.token, domain(m, 0))
		yes, no := i18n.In(sheet.lang, "word.yes"), i18n.In(sheet.lang, "word.no")
		w.ask(l, sheet, []i18n.Text{r.Text, i18n.T("sure.how")}, sheet.linkTo(capital(yes), cmp.Or(r.Choices, yes)), sheet.linkTo(capital(no), no))
		return l, nil
	case r.Choices != "":
		var links []link
		for says := range strings.SplitSeq(r.Choices, "\n") {
			links = append(links, sheet.linkTo(says, says))
		}
		w.ask(l, sheet, []i18n.Text{r.Text}, links...)
		return l, nil
	}
	if sheet.observes() {
		l.Text = paragraphs(sheet.lang, []i18n.Text{r.Text, i18n.T("small.token", "token", sheet.token)})
		return l, nil
	}
	sheet.known, sheet.rules = !r.News, r.Rules
	return l, w.write(l, sheet, r.Text)
}

// ask completes a message that asks a question, with links that open the
// replies to it.
func (w Writer) ask(l *mailbox.Letter, s *sheet, texts []i18n.Text, replies ...link) {
	print := []i18n.Text{i18n.T("small.token", "token", s.token), i18n.T("small.match", "match", s.match.Short())}
	l.Text = paragraphs(s.lang, append(slices.Clone(texts), print...))
	if !w.Picture {
		return
	}
	l.HTML = htmlPage(s.lang, lead(s.lang, texts, false), buttons("page.touch", s.lang, "b", replies), blocks(s.lang, small, print[1:]), tokenLine(s.lang, s.token))
}

// Asked returns the information that a word asks for; it is empty if the word asks for none.
func Asked(m *match.Match, word reply.Word) i18n.Text {
	switch word {
	case reply.Show:
		return i18n.T("tell.board")
	case reply.Help:
		return i18n.T("tell.help")
	case reply.Rules:
		text := i18n.Paragraphs(i18n.T("tell.rules", "game", m.Game.Called(m.Options)), unusual(m))
		if short := lesson.Summary(m.Game, m.Options); short != (i18n.Text{}) {
			text = i18n.Paragraphs(text, i18n.T("tell.rules-short"), short, i18n.T("tell.rules-full"))
		}
		return i18n.Paragraphs(text, manual(m.Game))
	case reply.History:
		return history(m)
	case reply.Legal:
		return legal(m)
	}
	return i18n.Text{}
}

// maxLegal is how many legal moves are listed.
const maxLegal = 200

// legal lists the legal moves as the letters spell them.
func legal(m *match.Match) i18n.Text {
	list := legalMoves(m, math.MaxInt)
	if m.Outcome != nil || len(list) == 0 {
		return i18n.T("tell.legal-none")
	}
	shown := i18n.Spaced(spell(m, list[:min(len(list), maxLegal)]...)...)
	if len(list) > maxLegal {
		shown = i18n.Spaced(shown, i18n.Same("…"))
	}
	return i18n.Paragraphs(i18n.T("tell.legal", "n", len(list)), shown)
}

// history lists the moves so far.
func history(m *match.Match) i18n.Text {
	moves := m.Moves()
	if len(moves) == 0 {
		return i18n.T("tell.history-none")
	}
	lines := []i18n.Text{}
	thrown, ply := "", 0
	for i, spelled := range engine.SpellLine(m.Last(), moves) {
		if _, throws := engine.Move(moves[i]).Throw(); throws {
			thrown += moves[i] + " "
			continue
		}
		ply++
		before := fmt.Sprintf("%4d. %s", ply, thrown)
		lines, thrown = append(lines, i18n.Text{En: before + spelled.En, Ja: before + spelled.Ja}), ""
	}
	return i18n.Paragraphs(i18n.T("tell.history"), i18n.Lines(lines...))
}
