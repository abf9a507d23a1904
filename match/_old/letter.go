package match

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/render"
)

// Short is how people name a match: the first eight hex digits of its hash.
func (m *Match) Short() string { return m.hash().String()[:8] }

// hash identifies the match: the hash of its opening entry.
func (m *Match) hash() kif.Hash { return m.Entries[0].Hash() }

// FileName is the name under which a match that came by mail is kept.
func (m *Match) FileName() string { return m.Game.Name + "-" + m.Short() + ".kif" }

// messageID of entry n. It is the same whoever computes it, so a letter that is sent twice is one
// letter, and every letter can name the ones before it.
func (m *Match) messageID(n int) string {
	return fmt.Sprintf("<hk1.%s@%s>", m.Entries[n].Hash().String()[:40], m.domain(n))
}

// domain is the mail domain of the party that made entry n, else of the first that has one.
func (m *Match) domain(n int) string {
	parties := m.Parties()
	if by := m.Entries[n].Party; by > 0 {
		parties = slices.Insert(slices.Clone(parties), 0, parties[by-1])
	}
	for _, p := range parties {
		if _, domain, _ := strings.Cut(p.Address, "@"); domainForm.MatchString(domain) {
			return domain
		}
	}
	return "hikyaku.invalid"
}

// domainForm is what may stand in a Message-ID whatever a record claims to be an address.
var domainForm = regexp.MustCompile(`^[A-Za-z0-9.-]{1,120}$`)

// references are the letters before that of entry n: the opening and the last ten.
func (m *Match) references(n int) []string {
	var ids []string
	for i := max(0, n-10); i < n; i++ {
		ids = append(ids, m.messageID(i))
	}
	if n > 10 {
		ids = slices.Insert(ids, 0, m.messageID(0))
	}
	return ids
}

// SubjectWord stands in the Subject of every letter, so that a mailbox can be searched for them.
const SubjectWord = "hikyaku"

// letter is the mail that carries the last entry of m to to. It depends on nothing but m, the secret and the courier's
// settings, so it is the same letter when it must be sent again.
func (c *Courier) letter(m *Match, to mailbox.Address) (*mailbox.Letter, error) {
	l, token, err := c.envelope(m, to)
	if err != nil {
		return nil, err
	}
	l.Attachments = []mailbox.Attachment{{Name: m.FileName(), Type: "application/octet-stream", Data: m.Record.Bytes()}}
	l.Text = c.body(m, to, token, attached)
	if c.Picture {
		return l, c.addPicture(l, m, to, token)
	}
	return l, nil
}

// envelope is the letter without what stands in it, and the token that a reply to it must carry.
func (c *Courier) envelope(m *Match, to mailbox.Address) (l *mailbox.Letter, token string, err error) {
	if token, err = c.tokenFor(m, to); err != nil {
		return nil, "", err
	}
	n := len(m.Entries) - 1
	l = &mailbox.Letter{
		From: c.Me, To: to,
		Subject:    fmt.Sprintf("[%s %s%s] %s", SubjectWord, m.Short(), token, c.heading(m, to).In(c.Lang)),
		MessageID:  m.messageID(n),
		References: m.references(n),
		Date:       m.Entries[n].Sent,
	}
	if e := m.Record.Events[m.lastEntry()]; e.Text == kif.OpenLink || e.Note("mail") != "" {
		l.Automatic = "auto-generated" // nobody typed it: no vacation reply is due
	}
	if n > 0 {
		l.InReplyTo = m.messageID(n - 1)
	}
	if l.Date.IsZero() {
		l.Date = c.System.Now()
	}
	return l, token, nil
}

// tokenFor is what a reply of somebody without hikyaku must carry, set off by a blank; nothing for a courier.
func (c *Courier) tokenFor(m *Match, to mailbox.Address) (string, error) {
	party := m.PartyAt(to.Addr)
	if !m.writes(party) {
		return "", nil
	}
	token, err := c.token(m, party)
	return " " + token, err
}

// heading says what happened and who is next: "Quoridor: move 12, your turn".
func (c *Courier) heading(m *Match, to mailbox.Address) engine.Text {
	title, what, then := m.Game.Title, m.happened(), m.Status()
	if m.isAt(m.Turn(), to.Addr) && m.Joining() == 0 {
		then = engine.Text{En: "your turn", Ja: "あなたの番"}
	}
	if m.Joining() != 0 {
		return engine.Text{En: title.En + ": " + what.En, Ja: title.Ja + "：" + what.Ja}
	}
	return engine.Text{
		En: fmt.Sprintf("%s: %s, %s", title.En, what.En, then.En),
		Ja: fmt.Sprintf("%s：%s、%s", title.Ja, what.Ja, then.Ja),
	}
}

// deeds are what the acts are called in letters.
var deeds = map[string]engine.Text{
	kif.Invite:    {En: "an invitation", Ja: "対局の招待"},
	kif.Accept:    {En: "accepted", Ja: "承諾"},
	kif.Decline:   {En: "declined", Ja: "辞退"},
	kif.OpenLink:  {En: "dice read", Ja: "サイコロ確定"},
	kif.DrawOffer: {En: "a draw is offered", Ja: "引き分けの提案"},
	kif.DrawAgree: {En: "agreed to a draw", Ja: "引き分けに同意"},
	kif.UndoOffer: {En: "a take-back is asked for", Ja: "待ったの申し出"},
	kif.UndoAgree: {En: "taken back", Ja: "待ったに同意"},
	kif.Away:      {En: "an absence", Ja: "不在の連絡"},
	kif.Rotate:    {En: "a new key", Ja: "鍵の交換"},
	kif.Rechain:   {En: "a new key is asked for", Ja: "鍵の再発行の依頼"},
	kif.Agree:     {En: "agreed", Ja: "同意"},
}

// happened is what the last entry was, in a few words.
func (m *Match) happened() engine.Text {
	i := m.lastEntry()
	if i < 0 {
		return engine.Text{En: "a new match", Ja: "新しい対局"}
	}
	e := m.Record.Events[i]
	word, _, _ := strings.Cut(e.Text, " ")
	if deed, ok := deeds[word]; ok && e.Kind == kif.Act {
		return deed
	}
	ply := m.Ply()
	return engine.Text{En: fmt.Sprintf("move %d", ply), Ja: fmt.Sprintf("%d手目", ply)}
}

// attached says that the letter carries the record.
var attached = engine.Text{En: " The whole record is attached.", Ja: "棋譜全体を添付しています。"}

// body is the letter as a person reads it; what it carries is said near its end.
func (c *Courier) body(m *Match, to mailbox.Address, token string, carries engine.Text) string {
	board := render.Text(m.Last().Scene(), render.TextOptions{Lang: c.Lang})
	return c.news(m, to) + "\n" + board + "\n" + c.instructions(m, to, token, carries).In(c.Lang)
}

// news is what happened, what was said with it, what is offered and how long there is to think.
func (c *Courier) news(m *Match, to mailbox.Address) string {
	lines := []string{c.heading(m, to).In(c.Lang)}
	for _, text := range []engine.Text{m.lastEvent(), m.offerText(m.PartyAt(to.Addr)), m.Limit()} {
		if text.En != "" {
			lines = append(lines, text.In(c.Lang))
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// lastEvent tells who did what, with the comment.
func (m *Match) lastEvent() engine.Text {
	i := m.lastEntry()
	if i < 0 {
		return engine.Text{}
	}
	e, who := m.Record.Events[i], m.partyName(m.By(i))
	what := engine.Same(e.Text)
	if e.Kind == kif.Act {
		what = m.happened()
	}
	text := engine.Text{En: fmt.Sprintf("%s: %s", who, what.En), Ja: fmt.Sprintf("%s：%s", who, what.Ja)}
	if e.Kind == kif.Act && e.Text == kif.Invite {
		text = m.invitationText()
	}
	if e.Comment != "" {
		comment := "\n\n> " + strings.ReplaceAll(render.Safe(e.Comment), "\n", "\n> ")
		text.En += comment
		text.Ja += comment
	}
	return text
}

// invitationText says what one is invited to: the game, its options, the seats, the time, the key.
func (m *Match) invitationText() engine.Text {
	who := m.partyName(1)
	text := engine.Text{
		En: fmt.Sprintf("%s invites you to a game of %s by mail", who, m.Game.Title.En),
		Ja: fmt.Sprintf("%sから、郵便による%sの対局への招待", who, m.Game.Title.Ja),
	}
	if options := m.Game.OptionText(m.Options); options != "" {
		text.En += " (" + options + ")"
		text.Ja += "（" + options + "）"
	}
	if m.Umpire() != 0 {
		text.En += ", as umpire, between " + strings.Join(m.playerNames(), " and ")
		text.Ja += "。審判は" + who + "、対局者は" + strings.Join(m.playerNames(), "と")
	}
	if m.PartyOf(1) == 0 {
		text.En += ". The seats are tossed for by dice that neither side can bias"
		text.Ja += "。先後はどちらも操作できない振り駒で決まる"
	} else {
		first := m.PartyOf(1)
		if m.Umpire() == 0 {
			first = 1
		}
		seat := engine.Seat(m.seatOf(first), m.Seats())
		text.En += fmt.Sprintf(". %s plays %s", m.partyName(first), seat.En)
		text.Ja += fmt.Sprintf("。%sは%s", m.partyName(first), seat.Ja)
	}
	if limit := m.Record.PerMove(); limit != "" {
		text.En += ". Time: " + limit
		text.Ja += "。持ち時間：" + limit
	}
	text.En += ".\nKey of " + who + ": " + m.Fingerprint(1)
	text.Ja += "。\n" + who + "の鍵：" + m.Fingerprint(1)
	return text
}

// playerNames are the players' names in the order of the invitation.
func (m *Match) playerNames() (names []string) {
	for _, p := range m.Players() {
		names = append(names, m.partyName(p))
	}
	return names
}

// instructions say what to do with the letter: to somebody without hikyaku, to a courier, or to either.
func (c *Courier) instructions(m *Match, to mailbox.Address, token string, carries engine.Text) engine.Text {
	id, digest := m.Short(), m.Head().String()[:16]
	text := engine.Text{
		En: fmt.Sprintf("Match %s, digest %s.%s\n", id, digest, carries.En),
		Ja: fmt.Sprintf("対局 %s、ダイジェスト %s。%s\n", id, digest, carries.Ja),
	}
	if level := m.Proof().Text(); level.En != "" {
		text.En = strings.ToUpper(level.En[:1]) + level.En[1:] + ".\n" + text.En
		text.Ja = level.Ja + "。\n" + text.Ja
	}
	party := m.PartyAt(to.Addr)
	switch {
	case m.Outcome() != nil:
		return text
	case m.Joining() != 0:
		return join(text, c.joinText(m, party, token))
	case m.writes(party):
		return join(text, writerText(m, party, token))
	case m.isAt(m.Turn(), to.Addr):
		return join(text, engine.Text{
			En: fmt.Sprintf("To answer:\n\n    hikyaku poll\n    hikyaku move %s MOVE --send\n", m.FileName()),
			Ja: fmt.Sprintf("返信するには：\n\n    hikyaku poll\n    hikyaku move %s 指し手 --send\n", m.FileName()),
		})
	}
	return text
}

func join(a, b engine.Text) engine.Text {
	return engine.Text{En: b.En + "\n" + a.En, Ja: b.Ja + "\n" + a.Ja}
}

// joinText says how to answer an invitation.
func (c *Courier) joinText(m *Match, party int, token string) engine.Text {
	if party != m.Joining() {
		who := m.partyName(m.Joining())
		return engine.Text{En: who + " answers first.\n", Ja: "先に" + who + "が返事をする。\n"}
	}
	return engine.Text{
		En: fmt.Sprintf("To play with nothing but your mail program, reply with the word accept, or decline, on a line of its own, and leave the line with the token in:\n\n    token:%s\n\nWith hikyaku: hikyaku poll, then hikyaku accept %s, or decline.\n", token, m.Short()),
		Ja: fmt.Sprintf("メールだけで指すには、「承諾」または「辞退」とだけ書いた行を入れて返信する。次の行は消さないこと：\n\n    token:%s\n\nhikyakuで指すには：hikyaku poll、続いて hikyaku accept %s（辞退は decline）。\n", token, m.Short()),
	}
}

// writerText says what somebody without hikyaku may reply.
func writerText(m *Match, party int, token string) engine.Text {
	var examples []string
	for move := range m.Last().Moves() {
		if examples = append(examples, string(move)); len(examples) == 3 {
			break
		}
	}
	text := engine.Text{
		En: fmt.Sprintf("Words you may reply with: resign, draw, undo, claim, show, help. Leave this line in:\n\n    token:%s\n", token),
		Ja: fmt.Sprintf("返信で使える言葉：投了、引き分け、待った、切れ負け、盤面、ヘルプ。次の行は消さないこと：\n\n    token:%s\n", token),
	}
	if len(examples) == 0 || m.PartyOf(m.Due()) != party {
		return text
	}
	list := strings.Join(examples, ", ")
	return engine.Text{
		En: "To answer, reply with your move on a line of its own, for example: " + list + ".\n" + text.En,
		Ja: "返信するには、指し手だけの行を書く。例：" + list + "\n" + text.Ja,
	}
}

// addPicture adds the letter once more with the board as a picture inside it; nothing is fetched
// from outside.
func (c *Courier) addPicture(l *mailbox.Letter, m *Match, to mailbox.Address, token string) error {
	var png bytes.Buffer
	err := render.PNG(&png, m.Last().Scene(), render.PNGOptions{Size: pictureSize, Lang: c.Lang})
	if err != nil {
		return fmt.Errorf("draw the board: %w", err)
	}
	cid := "board." + strings.Trim(l.MessageID, "<>")
	l.HTML = fmt.Sprintf("<pre>%s</pre>\n<p><img src=\"cid:%s\" alt=\"%s\" width=\"%d\"></p>\n<pre>%s</pre>\n",
		html.EscapeString(c.news(m, to)), cid, html.EscapeString(m.Status().In(c.Lang)), pictureSize/2,
		html.EscapeString(c.instructions(m, to, token, attached).In(c.Lang)))
	l.Attachments = slices.Insert(l.Attachments, 0, mailbox.Attachment{
		Name: "board.png", Type: "image/png", ContentID: cid, Inline: true, Data: png.Bytes(),
	})
	return nil
}

// pictureSize is twice the width at which the picture is shown, for sharp screens.
const pictureSize = 900
