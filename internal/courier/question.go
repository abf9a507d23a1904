package courier

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
	"hikyaku/render"
)

// question is what a mail-only player has been asked. Nothing happens until an
// answer with its token arrives.
//
// The token is an HMAC with our secret key, so a reply that is read twice,
// even after the state was lost, asks the same question. The rest is stored
// because an answer is only yes or no.
type question struct {
	Token   string            `json:"token"`
	Party   int               `json:"party"`
	Head    string            `json:"head"` // as returned by decided; any further step except words makes the question obsolete
	At      time.Time         `json:"at"`   // when the mail arrived that the question is about
	Asks    i18n.Text         `json:"asks"`
	Wish    reply.Wish        `json:"wish,omitzero"`     // what to do after a yes
	Comment string            `json:"comment,omitempty"` // the words for the other side that came with it
	Plan    []reply.Condition `json:"plan,omitempty"`    // the answers prepared with it
	Address string            `json:"address,omitempty"` // instead of Wish: the address that a yes confirms as the player's
	Reply   string            `json:"reply,omitempty"`   // the hash of the mail that answered it
}

// questionOpen is how long a question can be answered.
const questionOpen = 7 * 24 * time.Hour

// maxQuestions is how many questions of a match are stored.
const maxQuestions = 20

// final returns the question about the final step made since before, or an
// empty text if there is none.
func final(before, after *match.Match) i18n.Text {
	if before.Roster.Joining() != 0 {
		return i18n.Text{} // an invitation is accepted or declined immediately
	}
	for _, e := range after.Record.Events[before.LastEntry()+1:] {
		step, s := e.Step, before.Substitutes[e.Party]
		if agrees, ok := step.(kif.Agree); ok && agrees.To == kif.SubstituteQuestion {
			step, s = kif.Agree{To: kif.SubstituteQuestion}, before.Substitutes[agrees.Seat]
		}
		switch asks := match.FinalQuestion(step); {
		case asks == "":
		case s != nil && (step == kif.Step(kif.HandOver{}) || step == kif.Step(kif.Agree{To: kif.SubstituteQuestion})):
			return i18n.T(asks, "who", before.Party(s.Party), "substitute", i18n.Person(render.SafeLine(s.Who.String(), 100)))
		default:
			return i18n.Join(i18n.T(asks, "who", asker(before)), before.DiceNote())
		}
	}
	return i18n.Text{}
}

// asker returns the player who asks for consent in m.
func asker(m *match.Match) i18n.Text {
	switch {
	case m.Settlement != nil && !m.Settlement.Complete:
		return m.Party(m.Settlement.Party)
	case m.Offer != nil:
		return m.Party(m.Offer.Party)
	case m.Claim != nil:
		return m.Party(m.Claim.By)
	}
	return i18n.Text{}
}

// sure returns the question to the player before w is done, which takes
// h.Match to after, or an empty text if it needs no confirmation. after is nil
// if w is not a step.
func (h heardReply) sure(w reply.Wish, after *match.Match) i18n.Text {
	var ask i18n.Text
	if after != nil {
		ask = final(h.Match, after)
	}
	suspected := h.suspected() != ""
	switch {
	case ask != (i18n.Text{}):
	case w.Move != "" && (suspected || h.Confirm):
		key := "sure.move"
		if w.Draw {
			key = "sure.move-draw"
		}
		ask = i18n.T(key, "move", engine.Spell(h.Match.Last(), engine.Move(w.Move)))
	case suspected:
		wrote := strings.ReplaceAll(h.reply.Typed, "\n", " / ")
		ask = i18n.T("sure.wrote", "text", render.SafeLine(wrote, 100))
	}
	if suspected {
		ask = i18n.Join(i18n.T("sure.suspected", "server", h.Trust), ask)
	}
	return ask
}

// whetherMeant asks whether w, found among other words, is meant as an
// instruction. The words wait for the answer.
func (h heardReply) whetherMeant(w reply.Wish) (remark, error) {
	if h.age > 0 {
		return remark{text: i18n.T("reply.stale"), note: i18n.T("reason.stale")}, nil
	}
	after, err := h.enter(w)
	switch {
	case err != nil && !isMachineFault(err) && w.Word != reply.None: // a word that has no meaning now is just a word
		return remark{asked: true, words: h.reply.Typed}, nil
	case err != nil:
		return h.put(w, h.Match, err)
	}
	ask := h.sure(w, after)
	switch {
	case ask != (i18n.Text{}):
	case w.Word == reply.Accept && h.Match.Roster.Joining() != 0:
		ask = i18n.T("sure.accept")
	default:
		ask = i18n.Join(i18n.T("sure.meant", "what", h.spelled(w)), i18n.T("sure.say"))
	}
	return h.ask(question{Asks: ask, Wish: w, Comment: h.reply.Typed, Plan: h.reply.Plan}, h.askedAbout(w))
}

// suspected returns how our mail server found that the reply is not from its
// sender, or "" if it did not.
func (h heardReply) suspected() string { return h.letter.Disowned(h.Trust) }

// ask stores a question and returns the remark that asks it. The same mail
// read again asks the same question, unless that has been answered.
func (h heardReply) ask(q question, note i18n.Text) (remark, error) {
	n, err := h.notes()
	if err != nil {
		return remark{}, err
	}
	q.Party, q.Head = h.party, decided(h.Match)
	about, _ := json.Marshal(q) // texts and numbers can always be written
	mail := MailHash(h.letter)
	token, err := h.Shelf.Question(h.Match, h.party, sha256.Sum256(append(about, mail[:]...)))
	if err != nil {
		return remark{}, err
	}
	q.Token, q.At = reply.FormatToken(token[:]), h.came
	said := remark{asked: true, text: q.Asks, note: note, question: q.Token}
	if q.Wish.Move != "" { // a yes by the link says what it confirms
		said.choices = []string{q.Wish.String()}
	}
	if i := slices.IndexFunc(n.Questions, func(old question) bool { return old.Token == q.Token }); i >= 0 {
		if n.Questions[i].Reply != "" {
			return remark{asked: true, note: i18n.T("reason.question-answered")}, nil
		}
		return said, nil
	}
	n.Questions = append(slices.DeleteFunc(n.Questions, func(old question) bool { return old.Head != q.Head }), q)
	n.Questions = n.Questions[max(0, len(n.Questions)-maxQuestions):]
	return said, n.save()
}

// question returns the open question whose token the reply carries, or nil,
// and whether it carries the token of any question. The token may be in the
// text or in the Message-ID that is answered, because some mail programs keep
// only one of them.
func (h heardReply) question() (open *question, carries bool, err error) {
	tokens := reply.QuestionTokens(h.letter.Answers(), h.letter.Text)
	if len(tokens) == 0 {
		return nil, false, nil
	}
	n, err := h.notes()
	if err != nil {
		return nil, true, err
	}
	for _, q := range n.Questions {
		for _, token := range tokens {
			if subtle.ConstantTimeCompare([]byte(q.Token), []byte(token)) == 1 && h.opens(q) {
				return &q, true, nil
			}
		}
	}
	return nil, true, nil
}

// opens reports whether the reply can answer q: a question to this player
// about the current state of the match, asked recently, that no other mail has
// answered.
func (h heardReply) opens(q question) bool {
	return q.Party == h.party && q.Head == decided(h.Match) && h.came.Sub(q.At) <= questionOpen &&
		(q.Reply == "" || q.Reply == MailHash(h.letter).String())
}

// answered does what an answer to a question asks for. For any other reply
// done is false.
func (h heardReply) answered() (said remark, done bool, err error) {
	q, carries, err := h.question()
	if err != nil || !carries {
		return remark{}, false, err
	}
	asked := reply.Wish{}
	if q != nil {
		asked = q.Wish
	}
	says, beside := h.reader.Answers(h.reply, asked)
	var instead reply.Reply // "No. e2"
	if says == reply.Decline && q != nil {
		instead = h.reader.Read(beside)
	}
	switch {
	case instead.Wish.Move != "":
		h.reply = instead
		var after *match.Match
		if err = h.close(q); err == nil {
			after, err = h.enter(h.reply.Wish)
		}
		said, err = h.put(h.reply.Wish, after, err)
		return said, true, err
	case says == reply.Decline:
		return remark{asked: true, urgent: q != nil, text: i18n.T("sure.no"), note: i18n.T("reason.no")}, true, h.close(q)
	case says == reply.Yes && q == nil && h.Match.Outcome != nil:
		return remark{text: i18n.T("sure.over"), note: i18n.T("reason.void")}, true, nil
	case says == reply.Yes && q == nil:
		return remark{text: i18n.T("sure.void"), note: i18n.T("reason.void")}, true, nil
	case says == reply.Yes:
		h.reply.Comment, h.reply.Plan = strings.Trim(q.Comment+"\n"+beside, "\n"), q.Plan
		said, err = h.confirm(q)
		said.urgent = true
		return said, true, err
	case q != nil && (h.reply.Wish == (reply.Wish{}) || h.reply.Wish.Word == reply.Yes):
		again := question{Asks: q.Asks, Wish: q.Wish, Comment: q.Comment, Plan: q.Plan, Address: q.Address}
		said, err = h.ask(again, i18n.T("reason.neither"))
		said.text = i18n.Join(i18n.T("sure.neither"), said.text)
		return said, true, err
	}
	return remark{}, false, nil
}

// QuotesQuestion reports whether a reply quotes the question whether its
// writer means a move, as asked in p.
func QuotesQuestion(text string, p engine.Position, m engine.Move) bool {
	spelled := engine.Spell(p, m)
	for _, asks := range []i18n.Text{i18n.T("sure.meant", "what", spelled), i18n.T("sure.move", "move", spelled), i18n.T("sure.move-draw", "move", spelled)} {
		if reply.Quotes(text, asks.En) || reply.Quotes(text, asks.Ja) {
			return true
		}
	}
	return false
}

// decided returns the hash of the last entry of m that is not just words.
// Words change nothing that a question can be about.
func decided(m *match.Match) string {
	last := m.Head
	for i, e := range slices.Backward(m.Entries) {
		if i == 0 || e.Event.Step != kif.Step(kif.Say{}) {
			break
		}
		last = e.Previous
	}
	return last.String()
}

// close records that the reply has answered q. It runs before what a yes asks
// for, so that only the same mail may try again.
func (h heardReply) close(q *question) error {
	if q == nil {
		return nil
	}
	return h.change(func(n *notes) {
		for i := range n.Questions {
			if n.Questions[i].Token == q.Token {
				n.Questions[i].Reply = MailHash(h.letter).String()
			}
		}
	})
}

// confirm does what q has asked about.
func (h heardReply) confirm(q *question) (remark, error) {
	if err := h.close(q); err != nil {
		return remark{}, err
	}
	switch {
	case q.Address != "":
		return h.addAlias(q.Address)
	case q.Wish.Word == reply.Stop && h.Match.Roster.HasJoined(h.party):
		return unsubscribedRemark(h.Match), h.setUnsubscribed(true)
	}
	after, err := h.enter(q.Wish)
	return h.put(q.Wish, after, err)
}
