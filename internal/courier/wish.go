package courier

import (
	"errors"
	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
	"hikyaku/render"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// refusalRemark returns the answer to w, which cannot be fulfilled.
func refusalRemark(m *match.Match, w reply.Wish, err error) remark {
	var rejection *engine.Rejection
	var wrong *wrongWish
	switch {
	case errors.As(err, &rejection):
		return remark{text: letter.Illegal(m, w.Move, rejection), note: i18n.Of(rejection)}
	case errors.As(err, &wrong):
		return remark{text: i18n.T("reply.cannot", "why", wrong.text), note: wrong.text}
	}
	why := i18n.Of(err)
	short := i18n.Text{En: render.SafeLine(why.En, 200), Ja: render.SafeLine(why.Ja, 200)}
	return remark{text: i18n.T("reply.misfit", "why", short), note: why}
}

// wrongWish is the error of a wish that has no meaning now.
type wrongWish struct{ text i18n.Text }

func (w *wrongWish) Error() string { return w.text.En }

// errMeaningless returns the error of a wish that has no meaning, with a reason
// from the catalogue.
func errMeaningless(reason string) error { return &wrongWish{i18n.T("wrong." + reason)} }

// MovesIn returns a function that finds the move in p that a text stands for,
// and whether it is legal.
func MovesIn(p engine.Position) func(string) (string, bool) {
	return func(text string) (string, bool) {
		move, _, err := playMove(p, text)
		return string(move), err == nil
	}
}

// playMove plays a move as people write it in mail. It returns the canonical
// move even if that is illegal.
func playMove(p engine.Position, text string) (move engine.Move, after engine.Position, err error) {
	for _, spelling := range append(spellings(text), text) { // the error is that of the text itself
		if move, err = p.Parse(spelling); err == nil {
			after, err = p.Apply(move)
			return move, after, err
		}
	}
	return "", nil, err
}

// plainDashes makes hyphens of the dashes that mail programs put in their place, and Japanese characters of those that stand for
// pieces in Chinese and Korean.
var plainDashes = strings.NewReplacer("‐", "-", "‑", "-", "–", "-", "—", "-", "−", "-", "\u00a0", " ",
	"步", "歩", "兵", "歩", "银", "銀", "飞", "飛", "龙", "龍", "马", "馬", "车", "飛", "王", "玉", "보", "歩", "은", "銀", "금", "金", "비", "飛", "각", "角", "옥", "玉", "왕", "玉", "계", "桂", "향", "香")

// lookalikes makes Latin letters of those that look the same on Russian and Greek keyboards, and digits of Arabic ones.
var lookalikes = strings.NewReplacer("а", "a", "с", "c", "е", "e", "о", "o", "р", "p", "х", "x", "А", "A", "В", "B", "С", "C", "Е", "E", "Н", "H", "К", "K", "М", "M", "О", "O", "Р", "P", "Т", "T", "Х", "X",
	"Α", "A", "Β", "B", "Ε", "E", "Η", "H", "Ι", "I", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P", "Τ", "T", "Χ", "X",
	"٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨", "8", "٩", "9",
	"۰", "0", "۱", "1", "۲", "2", "۳", "3", "۴", "4", "۵", "5", "۶", "6", "۷", "7", "۸", "8", "۹", "9")

// ofPiece is a move of shogi in words: "Pawn to 7f", "P76", "Bauer nach 2f".
var ofPiece = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?i:(p|pawn|bauer|pion|pionek|peón|peon|peão|peao|pedone|пешка|пешку|пешкой|bonde|piyon|pěšec|pěšák|gyalog)|(l|lance|lanze|lanza|lança|lancia|lans|лансе|копьё|копье)|` +
		`(n|knight|springer|pferd|cavalier|caballo|cavalo|cavallo|paard|конь|конём|koń)|(s|silver|silber|argent|plata|prata|argento|zilver|серебро|srebro|gümüş)|` +
		`(g|gold|or|oro|ouro|goud|золото|złoto|altın)|(b|bishop|läufer|fou|alfil|bispo|alfiere|loper|слон|слоном|goniec|fil)|` +
		`(r|rook|turm|tour|torre|toren|ладья|ладьёй|ладью|wieża|kale)|(k|king|könig|roi|rey|rei|re|koning|король|królem|król|kral|şah))` +
		`[ -]?(?:(?i:to|on|nach|auf|en|à|a|in|em|para|naar|op|на|na|till|til|su) )?([1-9])[ -]?([1-9a-i])$`)
})

// spellings returns a text as games may read it: as it is, without the dashes and blanks that programs and people put into moves,
// and as a move of shogi in Latin letters.
func spellings(text string) []string {
	plain := plainDashes.Replace(text)
	list := []string{text, plain, strings.ReplaceAll(plain, " ", ""), lookalikes.Replace(plain)}
	if parts := ofPiece().FindStringSubmatch(plain); parts != nil {
		n := len(parts)
		piece := ""
		for i, letter := range "PLNSGBRK" {
			if parts[1+i] != "" {
				piece = string(letter)
			}
		}
		rank := strings.ToLower(parts[n-1])
		if rank[0] <= '9' {
			rank = string('a' + rank[0] - '1')
		}
		list = append(list, piece+"-"+parts[n-2]+rank)
	}
	return slices.Compact(list)
}

// enter returns the match with the wish of a mail-only player, as our entry on
// that player's behalf.
func (h heard) enter(w reply.Wish) (*match.Match, error) {
	m := h.match
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
func (h heard) sign(m *match.Match, e kif.Event) (*match.Match, error) {
	e.At, e.Mail, e.Posted = h.arrival(m), MailHash(h.letter), true
	return h.Shelf.Sign(m, e, h.party)
}

// arrival returns when the reply arrived, which counts for a mail-only
// player's clock, however late it is read.
func (h heard) arrival(m *match.Match) time.Time {
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
func (h heard) wishEvent(w reply.Wish) (kif.Event, error) {
	m := h.match
	switch {
	case m.Roster.Joining() != 0 && w.Word == reply.Accept && h.party == m.Roster.Joining():
		return kif.Event{Step: kif.Accept{}}, nil
	case m.Roster.Joining() != 0 && w.Word == reply.Decline:
		return kif.Event{Step: kif.Decline{}}, nil
	case m.Roster.Joining() != 0:
		return kif.Event{}, &wrongWish{m.Status()}
	case m.Outcome != nil && w.Word != reply.Say:
		return kif.Event{}, &wrongWish{m.Over()}
	case w.Move != "" && m.Roster.PartyOf(m.Due()) != h.party && m.Due() != 0 && m.Awaits() == 0 && m.Paused.IsZero():
		return kif.Event{}, &wrongWish{i18n.T("refused.turn", "who", m.Player(m.Due()))}
	case w.Move != "" && m.Roster.PartyOf(m.Due()) != h.party:
		return kif.Event{}, &wrongWish{m.Status()}
	case w.Move != "":
		return kif.Event{Step: kif.Move(w.Move)}, nil
	}
	return h.commandEvent(w)
}

// commandEvent returns the event for a word in a match that has begun and is not
// over.
func (h heard) commandEvent(w reply.Wish) (kif.Event, error) {
	a, known := match.ActOf(string(w.Word))
	switch {
	case w.Word == reply.Decline:
		return kif.Event{}, errMeaningless("decline")
	case !known:
		return kif.Event{}, i18n.Err("wrong.word", "word", string(w.Word))
	}
	in := match.Input{Text: w.Text + w.Days, Now: h.Shelf.Now, Came: sync.OnceValue(func() time.Time { return h.arrival(h.match) })}
	e, err := a.Step(h.match, h.party, in)
	var refusal *match.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Reply != "":
		err = errMeaningless(refusal.Reply)
	case err != nil:
		err = &wrongWish{i18n.Of(err)}
	}
	return e, err
}
