package courier

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/lazyregexp"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
	"hikyaku/render"
)

// refusalRemark returns the answer to w, which cannot be fulfilled.
func refusalRemark(m *match.Match, w reply.Wish, err error) remark {
	var rejection *engine.Rejection
	var wrong *wrongWish
	switch {
	case errors.As(err, &rejection):
		return remark{text: letter.Illegal(m, w.Move, rejection), note: i18n.Of(rejection)}
	case errors.As(err, &wrong):
		return remark{text: i18n.T("reply.cannot", "why", wrong.text), note: cmp.Or(wrong.note, wrong.text)}
	}
	why := i18n.Of(err)
	short := i18n.Text{En: render.SafeLine(why.En, 200), Ja: render.SafeLine(why.Ja, 200)}
	return remark{text: i18n.T("reply.misfit", "why", short), note: why}
}

// wrongWish is the error of a wish that has no meaning now.
type wrongWish struct {
	text i18n.Text // to the player
	note i18n.Text // for the report, if it differs
}

func (w *wrongWish) Error() string { return w.text.En }

// errMeaningless returns the error of a wish that has no meaning, with a reason
// from the catalogue.
func errMeaningless(reason string) error { return &wrongWish{text: i18n.T("wrong." + reason)} }

// MovesIn returns a function that finds the move in p that a text stands for,
// and whether it is legal. The move of a piece that can't make it is the text,
// unless that has only digits, as telephone numbers do.
func MovesIn(p engine.Position) func(string) (string, bool) {
	return func(text string) (string, bool) {
		move, _, err := playMove(p, text)
		if r, ok := errors.AsType[*engine.Rejection](err); ok && move == "" && r.Rule.ID != engine.Malformed && len(r.Choices) == 0 && strings.ContainsFunc(text, unicode.IsLetter) {
			return text, false
		}
		return string(move), err == nil
	}
}

// ChoicesIn returns a function that lists the legal moves of p that a text can
// mean: a gold that two can be, a wall without its direction, a square alone.
func ChoicesIn(p engine.Position) func(string) []string {
	return func(text string) (list []string) {
		for _, m := range choices(p, text) {
			if _, err := p.Apply(m); err == nil && !slices.Contains(list, string(m)) {
				list = append(list, string(m))
			}
		}
		return list
	}
}

func choices(p engine.Position, text string) (list []engine.Move) {
	for _, spelling := range spellings(p, text) {
		m, err := p.Parse(spelling)
		var rejection *engine.Rejection
		switch {
		case err == nil:
			list = append(list, m)
		case errors.As(err, &rejection):
			list = append(list, rejection.Choices...)
		}
	}
	if placer, ok := p.(engine.Placer); ok && len(list) == 0 && square().MatchString(engine.Narrow(text)) {
		if place, ok := placer.Place(text); ok {
			for m := range p.Moves() {
				if reflect.DeepEqual(placer.Target(m), place) {
					list = append(list, m)
				}
			}
		}
	}
	return append(list, beginning(p, text)...)
}

// square matches a square of shogi.
var square = lazyregexp.New(`^[1-9][1-9a-i一二三四五六七八九]$`)

// playMove plays a move as people write it in mail. It returns the canonical
// move even if that is illegal.
func playMove(p engine.Position, text string) (move engine.Move, after engine.Position, err error) {
	for _, spelling := range spellings(p, text) {
		read, unread := p.Parse(spelling)
		if unread != nil || read == move {
			continue
		}
		played, refused := p.Apply(read)
		switch {
		case refused == nil && after != nil: // the words can mean two moves
			_, err = p.Parse(text)
			return "", nil, err
		case refused == nil:
			move, after, err = read, played, nil
		case move == "":
			move, err = read, refused
		}
	}
	if list := beginning(p, text); move == "" && len(list) == 1 {
		after, err = p.Apply(list[0])
		return list[0], after, err
	}
	if move == "" { // the error is that of the text itself
		_, err = p.Parse(text)
	}
	return move, after, err
}

// tile matches the name of a tile or a piece without the place where it goes.
var tile = lazyregexp.New(`^[A-Z][0-3]'?$`)

// beginning returns the legal moves that begin with the name of a tile, unless there are too many for a choice.
func beginning(p engine.Position, text string) (list []engine.Move) {
	name := strings.ToUpper(engine.HalfWidth(plainDashes.Replace(text)))
	if !tile().MatchString(name) {
		return nil
	}
	for m := range p.Moves() {
		if strings.HasPrefix(string(m), name+"@") {
			if list = append(list, m); len(list) > maxChoices {
				return nil
			}
		}
	}
	return list
}

// plainDashes makes hyphens of the dashes that mail programs put in their place, and Japanese characters of those that stand for
// pieces in Chinese and Korean.
var plainDashes = strings.NewReplacer("`", "'", "´", "'", "‘", "'", "ʼ", "'", "＇", "'", "∗", "*", "‐", "-", "‑", "-", "–", "-", "—", "-", "−", "-", "\u00a0", " ",
	"步", "歩", "兵", "歩", "银", "銀", "飞", "飛", "龙", "龍", "马", "馬", "车", "飛", "王", "玉", "보", "歩", "은", "銀", "금", "金", "비", "飛", "각", "角", "옥", "玉", "왕", "玉", "계", "桂", "향", "香")

// lookalikes makes Latin letters of those that look the same on Russian and Greek keyboards, and digits of Arabic ones.
var lookalikes = strings.NewReplacer("а", "a", "с", "c", "е", "e", "о", "o", "р", "p", "х", "x", "А", "A", "В", "B", "С", "C", "Е", "E", "Н", "H", "К", "K", "М", "M", "О", "O", "Р", "P", "Т", "T", "Х", "X",
	"Α", "A", "Β", "B", "Ε", "E", "Η", "H", "Ι", "I", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P", "Τ", "T", "Χ", "X",
	"٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨", "8", "٩", "9",
	"۰", "0", "۱", "1", "۲", "2", "۳", "3", "۴", "4", "۵", "5", "۶", "6", "۷", "7", "۸", "8", "۹", "9")

// spellings returns a text as games may read it: as it is, without the dashes and blanks that programs and people put into moves,
// and as the notation of a move in words. Many words without a digit are never anything but a pass or a step of a pawn.
func spellings(p engine.Position, text string) []string {
	words := wordsOf(text)
	if list := slices.Concat(wordedSteps(p, words), wordedCaptures(p, words), wordedTiles(p, text)); len(list) > 0 {
		return list
	}
	if strings.ContainsFunc(text, unicode.IsSpace) && !strings.ContainsFunc(text, isDigit) {
		return wordedMoves(text, words)
	}
	plain := plainDashes.Replace(text)
	return slices.Compact(append([]string{text, plain, strings.ReplaceAll(plain, " ", ""), lookalikes.Replace(plain)}, wordedMoves(text, words)...))
}

// isDigit reports whether c is a digit, also of Japanese.
func isDigit(c rune) bool {
	return unicode.IsDigit(c) || strings.ContainsRune("一二三四五六七八九", c)
}

// enter returns the match with the wish of a mail-only player, as our entry on
// that player's behalf.
func (h heardReply) enter(w reply.Wish) (*match.Match, error) {
	m := h.Match
	e, err := h.wishEvent(w)
	if err != nil {
		return nil, err
	}
	if w.Move == "" && m.Outcome == nil {
		m = m.Cut(m.LastEntry() + 1) // throws are valid only with the link that proves them
	}
	if w.Word != reply.Say {
		w.Text = ""
	}
	said := portions(w.Text + "\n" + h.reply.Comment)
	if len(said) > 0 {
		e.Comment, said = said[0], said[1:]
	}
	after, err := h.sign(m, e)
	if err == nil && w.Draw && after.Outcome == nil {
		after, err = h.sign(after, kif.Event{Step: kif.DrawOffer{}})
	}
	if err != nil || len(said) == 0 {
		return after, err
	}
	return h.appendWords(after, said)
}

// sign returns m with e as a step of the mail-only player, from the current
// mail.
func (h heardReply) sign(m *match.Match, e kif.Event) (*match.Match, error) {
	e.At, e.Mail, e.Posted = h.arrival(m), MailHash(h.letter), true
	return h.Shelf.Sign(m, e, h.party)
}

// arrival returns when the reply arrived, which counts for a mail-only
// player's clock, however late it is read.
func (h heardReply) arrival(m *match.Match) time.Time {
	last, now := m.Record.Events[m.LastEntry()].At, h.Shelf.Now()
	switch {
	case h.came.After(now):
		return now
	case h.came.Before(last):
		return last
	}
	return h.came
}

// wishEvent returns the event for a word or move of a mail-only player.
func (h heardReply) wishEvent(w reply.Wish) (kif.Event, error) {
	m := h.Match
	switch {
	case m.Roster.Joining() != 0 && w.Word == reply.Accept && h.party == m.Roster.Joining():
		return kif.Event{Step: kif.Accept{}}, nil
	case m.Roster.Joining() != 0 && w.Word == reply.Decline:
		return kif.Event{Step: kif.Decline{}}, nil
	case m.Roster.Joining() != 0 && w.Word == reply.Resign:
		return kif.Event{}, errMeaningless("resign-early")
	case m.Roster.Joining() != 0:
		return kif.Event{}, &wrongWish{m.For(h.party).Status(), m.Status()}
	case m.Outcome != nil && w.Word != reply.Say:
		return kif.Event{}, &wrongWish{text: m.Over()}
	case w.Move != "" && m.Mover() != h.party && m.Due() != 0 && m.Awaits() == 0 && m.Paused.IsZero():
		note := i18n.T("refused.turn", "who", m.Player(m.Due()))
		if m.Mover() == h.Courier.party(m) {
			note = i18n.T("reason.your-turn")
		}
		return kif.Event{}, &wrongWish{i18n.T("wrong.turn"), note}
	case w.Move != "" && m.Mover() != h.party:
		return kif.Event{}, &wrongWish{text: m.Status()}
	case w.Move != "":
		return kif.Event{Step: kif.Move(w.Move)}, nil
	}
	return h.commandEvent(w)
}

// commandEvent returns the event for a word in a match that has begun and is not
// over.
func (h heardReply) commandEvent(w reply.Wish) (kif.Event, error) {
	a, known := match.ActOf(string(w.Word))
	switch {
	case w.Word == reply.Decline:
		return kif.Event{}, errMeaningless("decline")
	case !known:
		return kif.Event{}, i18n.Err("wrong.word", "word", string(w.Word))
	}
	in := match.Input{Text: w.Text + w.Days, Now: h.Shelf.Now, Came: sync.OnceValue(func() time.Time { return h.arrival(h.Match) })}
	e, err := a.Step(h.Match, h.party, in)
	var refusal *match.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Reply != "":
		err = errMeaningless(refusal.Reply)
	case err != nil:
		err = &wrongWish{text: i18n.Of(err)}
	}
	return e, err
}
