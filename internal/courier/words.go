package courier

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// passOn enters the words of a reply, so that they reach all others, and
// confirms that to the author. Before the match begins no record can contain
// them, and words sent by a machine are not the player's: in both cases our own
// player reads them in the report.
func (h heardReply) passOn(said remark) (remark, error) {
	if ok, _ := h.mayAnswer(h.letter); !ok {
		if said.text == (i18n.Text{}) {
			said = h.unclearRemark()
		}
		said.said = h.reply.Typed
		return said, nil
	}
	if h.repeats(said.words) {
		said.note = cmp.Or(said.note, i18n.T("reason.repeats"))
		return said, nil
	}
	if joining := h.Match.Roster.Joining(); joining != 0 {
		said.said = said.words
		if said.text == (i18n.Text{}) {
			said.note = i18n.T("reason.writes")
		}
		if h.party == joining {
			said.text = i18n.Paragraphs(said.text, i18n.T("reply.passed-on", "who", h.Match.Party(1)))
			return said, nil
		}
		said.text = i18n.Paragraphs(said.text, h.passedOn())
		n, err := h.notes()
		if err != nil {
			return said, err
		}
		if _, kept := n.Early[h.party]; kept {
			said.text = i18n.Paragraphs(said.text, i18n.T("reply.early-kept"))
		}
		return said, nil
	}
	after, err := h.appendWords(h.Match, portions(said.words))
	if err != nil && !isMachineFault(err) {
		said.asked = false
		said.text = i18n.Paragraphs(said.text, i18n.T("reply.not-passed-on", "why", i18n.Of(err)))
		if said.note == (i18n.Text{}) {
			said.note = i18n.Of(err)
		}
		return said, nil
	}
	if err = h.store(after, err); err != nil {
		return said, err
	}
	confirmed, err := h.markPassedOn(after)
	switch {
	case said.question != "": // the text ends with how to answer
		said.text = i18n.Paragraphs(h.passedOn(), said.text)
	case said.text == (i18n.Text{}) && confirmed && !h.namesMove(): // nothing else was written, and the author knows what becomes of words
	case said.text == (i18n.Text{}) || !h.tellsNews():
		said.text = i18n.Paragraphs(said.text, h.passedOn())
	}
	said.after = after
	return said, err
}

// namesMove reports whether the reply names something that would be a move in
// another position. Its author may think that it was played.
func (h heardReply) namesMove() bool {
	words := strings.FieldsFunc(h.reply.Typed, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return h.Match.Next().Player != 0 && slices.ContainsFunc(words, func(word string) bool {
		_, err := h.Match.Last().Parse(word)
		return err == nil
	})
}

// repeats reports whether the record already has these words: from the same
// mail, or as the author's last step, for a mail that was sent twice or by a
// machine that does not identify itself.
func (h heardReply) repeats(text string) bool {
	if Knows(h.Match, h.letter) {
		return true
	}
	said := portions(text)
	for i, e := range slices.Backward(h.Match.Record.Events) {
		if h.Match.By(i) == h.party {
			return e.Step == kif.Step(kif.Say{}) && e.Comment == said[len(said)-1]
		}
	}
	return false
}

// passedOn returns to whom the words of the reply go: everybody but the author.
func (h heardReply) passedOn() i18n.Text {
	var others []string
	for _, n := range h.Match.Others(h.address()) {
		others = append(others, h.Match.Roster.Parties[n-1].Name)
	}
	return i18n.T("reply.said", "who", i18n.People(others...))
}

// appendWords returns m with words of the mail-only player.
func (h heardReply) appendWords(m *match.Match, portions []string) (*match.Match, error) {
	if m.Outcome == nil {
		m = m.Cut(m.LastEntry() + 1) // throws are valid only with the link that proves them
	}
	for _, text := range portions {
		var err error
		if m, err = h.sign(m, kif.Event{Step: kif.Say{}, Comment: text}); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// markDelivered records that the author needs no message about their words
// besides the answer. The number of answers is limited, in case a machine that
// does not identify itself is answering us.
func (h heardReply) markDelivered(after *match.Match) error {
	return h.change(func(n *notes) { n.Sent[h.address()] = after.Head.String() })
}

// betweenConfirmations is how long an author who writes only words hears nothing of them after the first confirmation, unless the
// match goes on.
const betweenConfirmations = 24 * time.Hour

// markPassedOn is markDelivered for words, and reports whether the author knows from a confirmation what becomes of them.
func (h heardReply) markPassedOn(after *match.Match) (confirmed bool, err error) {
	err = h.change(func(n *notes) {
		n.Sent[h.address()] = after.Head.String()
		last, now := n.Confirmed[h.address()], h.Shelf.Now()
		if confirmed = last.Head == decided(h.Match) && now.Sub(last.At) < betweenConfirmations; !confirmed {
			n.Confirmed[h.address()] = confirmation{now, decided(h.Match)}
		}
	})
	return confirmed, err
}

// portionSize is the maximum number of characters of a reply in one entry.
const portionSize = 1000

// portions splits a text into parts for one entry each, at the end of a line
// or a word if there is one.
func portions(text string) (list []string) {
	for runes := []rune(text); len(runes) > 0; {
		n := min(portionSize, len(runes))
		if n < len(runes) {
			part := string(runes[:n])
			if cut := max(strings.LastIndexByte(part, '\n'), strings.LastIndexByte(part, ' ')); cut > len(part)/2 {
				n = utf8.RuneCountInString(part[:cut])
			}
		}
		if part := strings.TrimSpace(string(runes[:n])); part != "" {
			list = append(list, part)
		}
		runes = runes[n:]
	}
	return list
}
