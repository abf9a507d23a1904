package courier

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"
	"unicode"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
	"hikyaku/internal/letter"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// The limits of automatic answers, which are stored in the state. They do not
// keep a message from being read.
const (
	answersAnHour = 10 // to one address
	answersADay   = 50 // to one address
	answersInAll  = 500
	failuresInRow = 3 // answers to replies without effect, after which no more are sent until a reply has an effect
)

// triedFor is how long an answer that the server does not accept is retried.
const triedFor = 5 * 24 * time.Hour

// unclearRemark returns the answer to a reply in which nothing or several
// things can be found.
func (h heardReply) unclearRemark() remark {
	if len(h.reply.Maybe) == 0 {
		return remark{text: i18n.T("reply.nothing"), note: i18n.T("reason.nothing")}
	}
	var spelled []i18n.Text
	said := remark{asked: true}
	for _, w := range h.reply.Maybe[:min(len(h.reply.Maybe), maxChoices)] {
		said.choices = append(said.choices, w.String())
		spelled = append(spelled, h.spelled(w))
	}
	said.text = i18n.T("reply.several", "list", i18n.List(spelled...))
	said.note = i18n.T("reason.several", "list", strings.Join(said.choices, ", "))
	return said
}

// maxChoices is how many things that a reply may mean are listed.
const maxChoices = 6

// spelled returns what a wish asks for, in the words of the player.
func (h heardReply) spelled(w reply.Wish) i18n.Text {
	if w.Move != "" {
		return engine.Spell(h.Match.Last(), engine.Move(w.Move))
	}
	if w.Word == reply.Away {
		return i18n.T("word.away-days", "days", w.Days)
	}
	return i18n.T("word." + string(w.Word))
}

// asciiWord matches a word, but not a square of a board.
var asciiWord = lazyregexp.New(`\b[A-Za-z]{2,}\b`)

// wordsLanguage returns the language of the words in a reply, or "" for a bare move.
func wordsLanguage(r reply.Reply) string {
	typed := strings.Replace(r.Typed, r.Wish.Move, "", 1)
	switch {
	case strings.ContainsFunc(typed, func(c rune) bool { return unicode.In(c, unicode.Hiragana, unicode.Katakana, unicode.Han) }):
		return "ja"
	case asciiWord().MatchString(typed):
		return "en"
	}
	return ""
}

// answerAll sends the answers that the limits allow.
func (p *poll) answerAll(ctx context.Context) []Delivery {
	s := p.state
	for i, a := range s.Answers {
		s.Answers[i].Failed = a.Failed && !slices.Contains(p.valid, a.To)
	}
	s.Unsent = slices.DeleteFunc(s.Unsent, func(r response) bool {
		return slices.ContainsFunc(p.answers, func(a answer) bool { return a.response == r })
	})
	sent := p.answerLate(ctx, s)
	for _, a := range p.answers {
		body := sha256.Sum256([]byte(a.to.Text))
		note := sentAnswer{a.to.From.Addr, hex.EncodeToString(body[:8]), p.Shelf.Now(), a.failed, a.urgent}
		ok, sign := p.mayAnswer(a.to)
		why := i18n.Same(sign)
		if ok {
			why = s.limitReached(note)
		}
		if why != (i18n.Text{}) {
			p.reports[a.report].unanswered(why)
			continue
		}
		if until := s.pauses(note); !until.IsZero() {
			reader, err := p.reader(a.to.From.Addr)
			if err != nil {
				s.Unsent = append(s.Unsent, a.response)
				p.reports[a.report].unanswered(i18n.T("reason.tried-again", "why", err))
				continue
			}
			last := i18n.T("reply.last", "n", answersAnHour, "when", i18n.Time(until, reader.Zone()))
			if a.Question != "" || a.Choices != "" { // the text ends with the question
				a.Text = i18n.Paragraphs(last, a.Text)
			} else {
				a.Text = i18n.Paragraphs(a.Text, last)
			}
		}
		s.Answers = append(s.Answers, note)
		if a.Question != "" { // a later message may have made the question obsolete
			if m, err := p.Shelf.Open(a.File); err == nil {
				a.match = m.Match
			}
		}
		d := p.respond(ctx, s, a.match, a.response)
		switch {
		case slices.Contains(s.Unsent, a.response):
			p.reports[a.report].unanswered(i18n.T("reason.tried-again", "why", d.Err))
		case d.Err != nil:
			p.reports[a.report].unanswered(i18n.Of(d.Err))
		}
		sent = append(sent, d)
	}
	return sent
}

// answerLate retries the answers that the server did not accept before, except
// to players who have acted since.
func (c *Courier) answerLate(ctx context.Context, s *state) (sent []Delivery) {
	for range len(s.Unsent) {
		r := s.Unsent[0]
		s.Unsent = s.Unsent[1:]
		m, err := c.Shelf.Open(r.File)
		if isMachineFault(err) && c.Shelf.Now().Sub(r.At) <= triedFor {
			s.Unsent = append(s.Unsent, r)
			continue
		}
		if err != nil || r.Party < 1 || r.Party > len(m.Roster.Readers()) || c.Shelf.Now().Sub(r.At) > triedFor {
			continue
		}
		if !hasActed(m.Match, r.Events-1, m.Roster.Readers()[r.Party-1].Address) {
			sent = append(sent, c.respond(ctx, s, m.Match, r))
		}
	}
	return sent
}

// respond sends one answer, and stores it for the next poll if the server
// certainly has not accepted it, or has not been asked to.
func (c *Courier) respond(ctx context.Context, s *state, m *match.Match, r response) Delivery {
	to, shown := letter.Address(m.Roster.Readers()[r.Party-1]), m
	if m.Roster.Observes(r.Party) {
		shown = c.shows(m, to)
	}
	n, err := c.notes(s, m.Hash().String())
	var mail *mailbox.Letter
	if err == nil {
		if r.Question != "" && !slices.ContainsFunc(n.Questions, func(q question) bool { return q.Token == r.Question && q.Head == decided(m) }) {
			r.Text, r.Question, r.News = i18n.T("reply.stale"), "", true
		}
		mail, err = c.writer(n).Answer(shown, to, r.Answer)
	}
	if err == nil {
		err = c.save(s) // before sending: an answer may be lost, but must never start a mail loop
	}
	late := isMachineFault(err)
	if err == nil {
		err = c.Box.Send(ctx, mail)
		late = mailbox.NotTaken(err)
	}
	if late {
		s.Unsent = append(s.Unsent, r)
	}
	return Delivery{Copy: match.Copy{File: r.File, Match: m}, To: to, Err: err, Aside: true}
}

// inHour lists the answers within the hour before a to the same player that
// were not urgent, in the order in which they were sent.
func (s *state) inHour(a sentAnswer) (list []sentAnswer) {
	for _, old := range s.Answers {
		if old.To == a.To && !old.Urgent && a.At.Sub(old.At) <= time.Hour {
			list = append(list, old)
		}
	}
	return list
}

// pauses returns when the next answer may follow a, if a is the last one that
// the hour allows; otherwise the zero time.
func (s *state) pauses(a sentAnswer) time.Time {
	sent := s.inHour(a)
	if a.Urgent || len(sent) != answersAnHour-1 {
		return time.Time{}
	}
	return sent[0].At.Add(time.Hour + time.Minute).Truncate(time.Minute)
}

// limitReached returns which limit one more answer would exceed, or an empty text
// if it may be sent. Urgent ones are limited only together with all others. It
// drops old entries.
func (s *state) limitReached(a sentAnswer) i18n.Text {
	day, hour, all, row, again := 0, len(s.inHour(a)), 0, 0, false
	var kept []sentAnswer
	for _, old := range s.Answers {
		age := a.At.Sub(old.At)
		if age > 24*time.Hour && !old.Failed {
			continue
		}
		kept = append(kept, old)
		if old.To == a.To && old.Failed {
			row++
		}
		if age > 24*time.Hour {
			continue
		}
		all++
		if old.To != a.To || old.Urgent {
			continue
		}
		again = again || old.Body == a.Body && old.Failed && a.Failed
		day++
	}
	s.Answers = kept
	switch {
	case again:
		return i18n.T("reason.same-answered")
	case a.Failed && row >= failuresInRow:
		return i18n.T("reason.row", "n", row)
	case hour >= answersAnHour && !a.Urgent:
		return i18n.T("reason.hour", "n", hour)
	case day >= answersADay && !a.Urgent:
		return i18n.T("reason.day", "n", day)
	case all >= answersInAll:
		return i18n.T("reason.day-in-all", "n", all)
	}
	return i18n.Text{}
}

// remark is the answer to a reply, and its part in the report.
type remark struct {
	after  *match.Match // with the steps of the reply; nil if it has none
	text   i18n.Text
	note   i18n.Text
	asked  bool   // the reply clearly asked for this
	urgent bool   // as in answer
	stops  bool   // the text says that the author will send no more mail
	said   string // a message for us in the reply

	question string // the token of the question in the text, "" for none
	words    string // the words of the reply that have not been passed on yet
	beside   bool   // the reply was for us in another matter

	choices []string // possible meanings of the reply; the answer has a link for each
}
