package courier

import (
	"bytes"
	"fmt"
	"html"
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

// SubjectWord stands in the Subject of every letter, so that a mailbox can be searched for them.
const SubjectWord = "hikyaku"

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
		From: address(c.shelf.Me()), To: to,
		Subject:    fmt.Sprintf("[%s %s%s] %s", SubjectWord, m.Short(), token, c.heading(m, to).In(c.lang)),
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

// heading says what happened and who is next: "Quoridor: move 12, your turn".
func (c composer) heading(m *match.Match, to mailbox.Address) engine.Text {
	title, what, then := m.Game.Title, happened(m), match.Status(m)
	if m.Turn != 0 && m.Turn == m.Roster.At(to.Addr) && m.Roster.Joining() == 0 {
		then = engine.Text{En: "your turn", Ja: "あなたの番"}
	}
	if m.Roster.Joining() != 0 {
		return engine.Text{En: title.En + ": " + what.En, Ja: title.Ja + "：" + what.Ja}
	}
	return engine.Text{
		En: fmt.Sprintf("%s: %s, %s", title.En, what.En, then.En),
		Ja: fmt.Sprintf("%s：%s、%s", title.Ja, what.Ja, then.Ja),
	}
}

// deed is what an act is called in letters; ok is false for other steps.
func deed(s kif.Step) (text engine.Text, ok bool) {
	switch step := s.(type) {
	case kif.Invite:
		return engine.Text{En: "an invitation", Ja: "対局の招待"}, true
	case kif.Accept:
		return engine.Text{En: "accepted", Ja: "承諾"}, true
	case kif.Decline:
		return engine.Text{En: "declined", Ja: "辞退"}, true
	case kif.OpenLink:
		return engine.Text{En: "dice read", Ja: "サイコロ確定"}, true
	case kif.Receipt:
		return engine.Text{En: "turn received", Ja: "手番の受領"}, true
	case kif.DrawOffer:
		return engine.Text{En: "a draw is offered", Ja: "引き分けの提案"}, true
	case kif.UndoOffer:
		return engine.Text{En: "a take-back is asked for", Ja: "待ったの申し出"}, true
	case kif.Agree:
		return agreements[step.To], true
	case kif.Claim:
		return engine.Text{En: "a missed limit is claimed", Ja: "時間切れの申し立て"}, true
	case kif.Contest:
		return engine.Text{En: "the claim does not hold", Ja: "時間切れではない"}, true
	case kif.Away:
		return engine.Text{En: "an absence, " + step.Days(), Ja: "不在の連絡、" + step.Days()}, true
	case kif.Rotate:
		return engine.Text{En: "a new key", Ja: "鍵の交換"}, true
	case kif.Rechain:
		return engine.Text{En: "a new key is asked for", Ja: "鍵の再発行の依頼"}, true
	case kif.Settle:
		return engine.Text{En: "one line of a forked match is taken", Ja: "分岐した対局の一方を採る"}, true
	}
	return engine.Text{}, false
}

// agreements are what consent is called, by what it is given to.
var agreements = map[kif.Question]engine.Text{
	kif.DrawQuestion:    {En: "agreed to a draw", Ja: "引き分けに同意"},
	kif.UndoQuestion:    {En: "taken back", Ja: "待ったに同意"},
	kif.RechainQuestion: {En: "agreed to the new key", Ja: "新しい鍵に同意"},
	kif.ClaimQuestion:   {En: "confirmed that the limit was missed", Ja: "時間切れを確認"},
	kif.SettleQuestion:  {En: "agreed to this line", Ja: "この対局の続行に同意"},
}

// happened is what the last entry was, in a few words.
func happened(m *match.Match) engine.Text {
	i := m.LastEntry()
	if i < 0 {
		return engine.Text{En: "a new match", Ja: "新しい対局"}
	}
	if did, ok := deed(m.Record.Events[i].Step); ok {
		return did
	}
	ply := m.Ply()
	return engine.Text{En: fmt.Sprintf("move %d", ply), Ja: fmt.Sprintf("%d手目", ply)}
}

// attached says that the letter carries the record.
var attached = engine.Text{En: " The whole record is attached.", Ja: "棋譜全体を添付しています。"}

// body is the letter as a person reads it; what it carries is said near its end.
func (c composer) body(m *match.Match, to mailbox.Address, token string, carries engine.Text) string {
	board := render.Text(m.Last().Scene(), render.TextOptions{Lang: c.lang})
	return c.news(m, to) + "\n" + board + "\n" + c.instructions(m, to, token, carries).In(c.lang)
}

// news is what happened, what was said with it, what is offered and how long there is to think.
func (c composer) news(m *match.Match, to mailbox.Address) string {
	lines := []string{c.heading(m, to).In(c.lang)}
	party := m.Roster.At(to.Addr)
	for _, text := range []engine.Text{lastEvent(m), match.Question(m, party), match.Limit(m, party)} {
		if text.En != "" {
			lines = append(lines, text.In(c.lang))
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// lastEvent tells who did what, with the comment.
func lastEvent(m *match.Match) engine.Text {
	i := m.LastEntry()
	if i < 0 {
		return engine.Text{}
	}
	e, who := m.Record.Events[i], m.Roster.Name(m.By(i))
	what, acts := deed(e.Step)
	if !acts {
		what = engine.Same(e.Step.String())
	}
	text := engine.Text{En: fmt.Sprintf("%s: %s", who, what.En), Ja: fmt.Sprintf("%s：%s", who, what.Ja)}
	if e.Step == kif.Step(kif.Invite{}) {
		text = invitationText(m)
	}
	if e.Comment != "" {
		comment := "\n\n> " + strings.ReplaceAll(render.Safe(e.Comment), "\n", "\n> ")
		text.En += comment
		text.Ja += comment
	}
	return text
}

// invitationText says what one is invited to: the game, its options, the seats, the time, the key.
func invitationText(m *match.Match) engine.Text {
	who := m.Roster.Name(1)
	text := engine.Text{
		En: fmt.Sprintf("%s invites you to a game of %s by mail", who, m.Game.Title.En),
		Ja: fmt.Sprintf("%sから、郵便による%sの対局への招待", who, m.Game.Title.Ja),
	}
	if options := m.Game.OptionText(m.Options); options != "" {
		text.En += " (" + options + ")"
		text.Ja += "（" + options + "）"
	}
	if m.Roster.Umpire() != 0 {
		text.En += ", as umpire, between " + strings.Join(playerNames(m), " and ")
		text.Ja += "。審判は" + who + "、対局者は" + strings.Join(playerNames(m), "と")
	}
	if m.Roster.PartyOf(1) == 0 {
		text.En += ". The seats are tossed for by dice that neither side can bias"
		text.Ja += "。先後はどちらも操作できない振り駒で決まる"
	} else {
		first := m.Roster.PartyOf(1)
		if m.Roster.Umpire() == 0 {
			first = 1
		}
		seat := engine.Seat(m.Roster.SeatOf(first), len(m.Roster.Seating))
		text.En += fmt.Sprintf(". %s plays %s", m.Roster.Name(first), seat.En)
		text.Ja += fmt.Sprintf("。%sは%s", m.Roster.Name(first), seat.Ja)
	}
	if limit := m.Record.PerMove(); limit != "" {
		text.En += ". Time: " + limit
		text.Ja += "。持ち時間：" + limit
	}
	text.En += ".\nKey of " + who + ": " + m.Keys.Fingerprint(1)
	text.Ja += "。\n" + who + "の鍵：" + m.Keys.Fingerprint(1)
	return text
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

// writerText says what somebody without hikyaku may reply.
func writerText(m *match.Match, party int, token string) engine.Text {
	var examples []string
	for move := range m.Last().Moves() {
		if examples = append(examples, string(move)); len(examples) == 3 {
			break
		}
	}
	text := engine.Text{
		En: fmt.Sprintf("Words you may reply with: resign, draw, undo, agree, no, claim, away 2026-12-20..2027-01-05, show, history, rules, help.\nLeave this line in:\n\n    token:%s\n", token),
		Ja: fmt.Sprintf("返信で使える言葉：投了、引き分け、待った、同意、いいえ、時間切れ、不在 2026-12-20..2027-01-05、盤面、棋譜、ルール、ヘルプ。\n次の行は消さないでください：\n\n    token:%s\n", token),
	}
	if len(examples) == 0 || m.Roster.PartyOf(m.Due()) != party {
		return text
	}
	list := strings.Join(examples, ", ")
	return engine.Text{
		En: "To answer, reply with your move on the first line, for example: " + list + ".\n" + text.En,
		Ja: "返信の最初の行に指し手を書いてください。例：" + list + "\n" + text.Ja,
	}
}

// addPicture adds the letter once more with the board as a picture inside it; nothing is fetched
// from outside.
func (c composer) addPicture(l *mailbox.Letter, m *match.Match, to mailbox.Address, token string) error {
	var png bytes.Buffer
	err := render.PNG(&png, m.Last().Scene(), render.PNGOptions{Size: pictureSize, Lang: c.lang})
	if err != nil {
		return fmt.Errorf("draw the board: %w", err)
	}
	cid := "board." + strings.Trim(l.MessageID, "<>")
	l.HTML = fmt.Sprintf("<pre>%s</pre>\n<p><img src=\"cid:%s\" alt=\"%s\" width=\"%d\"></p>\n<pre>%s</pre>\n",
		html.EscapeString(c.news(m, to)), cid, html.EscapeString(match.Status(m).In(c.lang)), pictureSize/2,
		html.EscapeString(c.instructions(m, to, token, attached).In(c.lang)))
	l.Attachments = slices.Insert(l.Attachments, 0, mailbox.Attachment{
		Name: "board.png", Type: "image/png", ContentID: cid, Inline: true, Data: png.Bytes(),
	})
	return nil
}

// pictureSize is twice the width at which the picture is shown, for sharp screens.
const pictureSize = 900
