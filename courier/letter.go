package courier

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
	"hikyaku/render"
)

// messageID of entry n. It is the same whoever computes it, so a letter that is sent twice is one
// letter, and every letter can name the ones before it.
func messageID(m *match.Match, n int) string {
	return fmt.Sprintf("<hk1.%s@%s>", m.Entries[n].Hash().String()[:40], domain(m, n))
}

// domain is the mail domain of the party that made entry n, else of the first that has one.
func domain(m *match.Match, n int) string {
	parties := m.Roster.Parties
	if by := m.Entries[n].Party; by > 0 {
		parties = slices.Insert(slices.Clone(parties), 0, parties[by-1])
	}
	for _, p := range parties {
		if _, domain, _ := strings.Cut(p.Address, "@"); inMessageID(domain) {
			return domain
		}
	}
	return "hikyaku.invalid"
}

// inMessageID tells whether a domain may stand in a Message-ID: a record may claim anything to be an address.
func inMessageID(domain string) bool {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-"
	return domain != "" && len(domain) <= 120 && strings.Trim(domain, allowed) == ""
}

// references are the letters before that of entry n: the opening and the last ten.
func references(m *match.Match, n int) []string {
	var ids []string
	for i := max(0, n-10); i < n; i++ {
		ids = append(ids, messageID(m, i))
	}
	if n > 10 {
		ids = slices.Insert(ids, 0, messageID(m, 0))
	}
	return ids
}

// composer writes the letters of one player.
type composer struct {
	shelf   Shelf
	lang    string
	picture bool
}

func (c *Courier) composer() composer { return composer{c.Shelf, c.Lang, c.Picture} }

// letter is the mail that carries the last entry of m to to. It depends on nothing but m, the secret and the courier's
// settings, so it is the same letter when it must be sent again.
func (c composer) letter(m *match.Match, to mailbox.Address) (*mailbox.Letter, error) {
	l, token, err := c.envelope(m, to)
	if err != nil {
		return nil, err
	}
	record, err := m.Record.Public()
	if err != nil {
		return nil, err
	}
	l.Attachments = []mailbox.Attachment{{Name: match.FileName(m), Type: "application/octet-stream", Data: record.Bytes()}}
	l.Text = c.body(m, to, token, attached)
	if c.picture {
		return l, c.addPicture(l, m, to, token)
	}
	return l, nil
}

// envelope is the letter without what stands in it, and the token that a reply to it must carry.
func (c composer) envelope(m *match.Match, to mailbox.Address) (l *mailbox.Letter, token string, err error) {
	if token, err = c.tokenFor(m, to); err != nil {
		return nil, "", err
	}
	n := len(m.Entries) - 1
	l = &mailbox.Letter{
		From: sender(c.shelf.Me()), To: to,
		Subject:    c.subject(m, n > 0),
		MessageID:  messageID(m, n),
		References: references(m, n),
		Date:       m.Entries[n].Event.At,
	}
	if typedByNobody(m.Record.Events[m.LastEntry()]) {
		l.Automatic = "auto-generated" // no vacation reply is due
	}
	if n > 0 {
		l.InReplyTo = messageID(m, n-1)
	}
	if l.Date.IsZero() {
		l.Date = c.shelf.Now()
	}
	return l, token, nil
}

// NameWord stands in the name under which every letter goes out, so that replies to it can be searched for, and people see
// that a program has written it.
const NameWord = "hikyaku"

// sender is who a letter is from.
func sender(me kif.Seat) mailbox.Address {
	from := address(me)
	from.Name = strings.TrimSpace(from.Name + " (" + NameWord + ")")
	return from
}

// subject is the same for the whole match, so that mail programs keep it together.
func (c composer) subject(m *match.Match, answers bool) string {
	subject := fmt.Sprintf("%s: %s [%s]", m.Game.Title.In(c.lang), strings.Join(playerNames(m), " – "), m.Short())
	if answers {
		subject = "Re: " + subject
	}
	return subject
}

// typedByNobody tells whether a program made a step by itself, or entered it for a letter writer.
func typedByNobody(e kif.Event) bool {
	switch e.Step.(type) {
	case kif.OpenLink, kif.Receipt, kif.Contest:
		return true
	}
	return e.Mail != (kif.Hash{}) || e.Again != (kif.Hash{})
}

// tokenFor is what a reply of somebody without hikyaku must carry, set off by a blank; nothing for a courier.
func (c composer) tokenFor(m *match.Match, to mailbox.Address) (string, error) {
	party := m.Roster.At(to.Addr)
	if !m.Writes(party) {
		return "", nil
	}
	token, _, err := c.shelf.Token(m, party, len(m.Entries))
	return " " + reply.FormatToken(token), err
}

// attached says that the letter carries the record.
var attached = engine.Text{En: " The whole record is attached.", Ja: "棋譜全体を添付しています。"}

// body is the letter as a person reads it; what it carries is said near its end.
func (c composer) body(m *match.Match, to mailbox.Address, token string, carries engine.Text) string {
	board := render.Text(match.Scene(m), render.TextOptions{Lang: c.lang, Names: match.Names(m), Flip: fromAfar(m, to)})
	return c.news(m, to) + "\n" + board + "\n" + c.instructions(m, to, token, carries).In(c.lang)
}

// fromAfar tells whether the reader sees the board from its far side: the second of two.
func fromAfar(m *match.Match, to mailbox.Address) bool {
	seats := m.Roster.SeatsAt(to.Addr)
	return len(m.Roster.Seating) == 2 && len(seats) == 1 && seats[0] == 2
}

// playerNames are the players' names in the order of the invitation.
func playerNames(m *match.Match) (names []string) {
	for _, p := range m.Roster.Players() {
		names = append(names, m.Roster.Name(p))
	}
	return names
}

// instructions say what to do with the letter: to somebody without hikyaku, to a courier, or to either.
func (c composer) instructions(m *match.Match, to mailbox.Address, token string, carries engine.Text) engine.Text {
	id, digest := m.Short(), m.Head.String()[:16]
	text := engine.Text{
		En: fmt.Sprintf("Match %s, digest %s.%s\n", id, digest, carries.En),
		Ja: fmt.Sprintf("対局 %s、ダイジェスト %s。%s\n", id, digest, carries.Ja),
	}
	if level := match.NewProof(m).Text(); level.En != "" {
		text.En = strings.ToUpper(level.En[:1]) + level.En[1:] + ".\n" + text.En
		text.Ja = level.Ja + "。\n" + text.Ja
	}
	party := m.Roster.At(to.Addr)
	switch {
	case m.Outcome != nil:
		return text
	case m.Roster.Joining() != 0:
		return join(text, c.joinText(m, party, token))
	case m.Writes(party):
		return join(text, writerText(m, party, token))
	case m.Turn == party && party != 0:
		return join(text, engine.Text{
			En: fmt.Sprintf("To answer:\n\n    hikyaku poll\n    hikyaku move %s MOVE --send\n", match.FileName(m)),
			Ja: fmt.Sprintf("返信するには：\n\n    hikyaku poll\n    hikyaku move %s 指し手 --send\n", match.FileName(m)),
		})
	}
	return text
}

func join(a, b engine.Text) engine.Text {
	return engine.Text{En: b.En + "\n" + a.En, Ja: b.Ja + "\n" + a.Ja}
}

// joinText says how to answer an invitation.
func (c composer) joinText(m *match.Match, party int, token string) engine.Text {
	if party != m.Roster.Joining() {
		who := m.Roster.Name(m.Roster.Joining())
		return engine.Text{En: who + " answers first.\n", Ja: "先に" + who + "が返事をする。\n"}
	}
	return engine.Text{
		En: fmt.Sprintf("To play with nothing but your mail program, reply with the word accept, or decline, on a line of its own, and leave the line with the token in:\n\n    token:%s\n\nWith hikyaku: hikyaku poll, then hikyaku accept %s, or decline.\n", token, m.Short()),
		Ja: fmt.Sprintf("メールだけで指すには、「承諾」または「辞退」とだけ書いた行を入れて返信する。次の行は消さないこと：\n\n    token:%s\n\nhikyakuで指すには：hikyaku poll、続いて hikyaku accept %s（辞退は decline）。\n", token, m.Short()),
	}
}

// examples is the number of moves that a letter names as examples.
const examples = 3

// writerText says what somebody without hikyaku may reply.
func writerText(m *match.Match, party int, token string) engine.Text {
	text := engine.Text{
		En: fmt.Sprintf("Words you may reply with: resign, draw, undo, agree, no, claim, away 2026-12-20..2027-01-05, show, history, rules, help.\nLeave this line in:\n\n    token:%s\n", token),
		Ja: fmt.Sprintf("返信で使える言葉：投了、引き分け、待った、同意、いいえ、時間切れ、不在 2026-12-20..2027-01-05、盤面、棋譜、ルール、ヘルプ。\n次の行は消さないでください：\n\n    token:%s\n", token),
	}
	moves := strings.Join(legalMoves(m, examples), ", ")
	if moves == "" || m.Roster.PartyOf(m.Due()) != party {
		return text
	}
	return engine.Text{
		En: "To answer, reply with your move on the first line, for example: " + moves + ".\n" + text.En,
		Ja: "返信の最初の行に指し手を書いてください。例：" + moves + "\n" + text.Ja,
	}
}

// addPicture adds the letter once more with the board as a picture inside it; nothing is fetched
// from outside.
func (c composer) addPicture(l *mailbox.Letter, m *match.Match, to mailbox.Address, token string) error {
	var png bytes.Buffer
	err := render.PNG(&png, match.Scene(m), render.PNGOptions{Size: pictureSize, Lang: c.lang, Names: match.Names(m), Flip: fromAfar(m, to)})
	if err != nil {
		return fmt.Errorf("draw the board: %w", err)
	}
	cid := "board." + strings.Trim(l.MessageID, "<>")
	alt := strings.Join(render.Spoken(match.Scene(m), render.SpokenOptions{Lang: c.lang, Names: match.Names(m)}), " ")
	l.HTML = page(c.lang, c.news(m, to), cid, alt, c.links(m, to, token), c.instructions(m, to, token, attached).In(c.lang))
	l.Attachments = slices.Insert(l.Attachments, 0, mailbox.Attachment{
		Name: "board.png", Type: "image/png", ContentID: cid, Inline: true, Data: png.Bytes(),
	})
	return nil
}

// pictureSize is twice the width at which the picture is shown, for sharp screens.
const pictureSize = 900
