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

// letter is the turn mail that carries the last entry of m to to. It depends on nothing but m and
// the courier's settings, so it is the same letter when it must be sent again.
func (c *Courier) letter(m *Match, to mailbox.Address) (*mailbox.Letter, error) {
	n := len(m.Entries) - 1
	l := &mailbox.Letter{
		From: c.Me, To: to,
		Subject:    fmt.Sprintf("[%s %s] %s", SubjectWord, m.Short(), c.heading(m, to).In(c.Lang)),
		MessageID:  m.messageID(n),
		References: m.references(n),
		Date:       m.Entries[n].Sent,
		Text:       c.body(m, to),
		Attachments: []mailbox.Attachment{{
			Name: m.FileName(), Type: "application/octet-stream", Data: m.Record.Bytes(),
		}},
	}
	if n > 0 {
		l.InReplyTo = m.messageID(n - 1)
	}
	if l.Date.IsZero() {
		l.Date = c.System.Now()
	}
	if c.Picture {
		return l, c.addPicture(l, m, to)
	}
	return l, nil
}

// heading says what happened and who is next: "Quoridor: move 12, your turn".
func (c *Courier) heading(m *Match, to mailbox.Address) engine.Text {
	title, ply := m.Game.Title, m.Ply()
	what := engine.Text{En: fmt.Sprintf("move %d", ply), Ja: fmt.Sprintf("%d手目", ply)}
	if ply == 0 {
		what = engine.Text{En: "a new match", Ja: "新しい対局"}
	}
	then := m.Status()
	if m.Outcome() == nil && slices.Contains(m.SeatsOf(to.Addr), m.Due()) {
		then = engine.Text{En: "your turn", Ja: "あなたの番"}
	}
	return engine.Text{
		En: fmt.Sprintf("%s: %s, %s", title.En, what.En, then.En),
		Ja: fmt.Sprintf("%s：%s、%s", title.Ja, what.Ja, then.Ja),
	}
}

// body is the letter as a person reads it.
func (c *Courier) body(m *Match, to mailbox.Address) string {
	board := render.Text(m.Last().Scene(), render.TextOptions{Lang: c.Lang})
	return c.news(m, to) + "\n" + board + "\n" + c.instructions(m, to).In(c.Lang)
}

// news is what happened and what was said with it.
func (c *Courier) news(m *Match, to mailbox.Address) string {
	news := c.heading(m, to).In(c.Lang) + "\n"
	if text := m.lastEvent().In(c.Lang); text != "" {
		news += text + "\n"
	}
	return news
}

// lastEvent tells who played what, with the comment.
func (m *Match) lastEvent() engine.Text {
	i := m.lastEntry()
	if i < 0 {
		return engine.Text{}
	}
	e, who := m.Record.Events[i], m.partyName(m.By(i))
	text := engine.Text{En: fmt.Sprintf("%s: %s", who, e.Text), Ja: fmt.Sprintf("%s：%s", who, e.Text)}
	if e.Comment != "" {
		comment := "\n\n> " + strings.ReplaceAll(render.Safe(e.Comment), "\n", "\n> ")
		text.En += comment
		text.Ja += comment
	}
	return text
}

// instructions say what to do with the letter.
func (c *Courier) instructions(m *Match, to mailbox.Address) engine.Text {
	id, digest := m.Short(), m.Head().String()[:16]
	text := engine.Text{
		En: fmt.Sprintf("Match %s, digest %s. The whole record is attached.\n", id, digest),
		Ja: fmt.Sprintf("対局 %s、ダイジェスト %s。棋譜全体を添付しています。\n", id, digest),
	}
	if m.Outcome() != nil || !slices.Contains(m.SeatsOf(to.Addr), m.Due()) {
		return text
	}
	text.En += fmt.Sprintf("To answer:\n\n    hikyaku poll\n    hikyaku move %s MOVE --send\n", m.FileName())
	text.Ja += fmt.Sprintf("返信するには：\n\n    hikyaku poll\n    hikyaku move %s 指し手 --send\n", m.FileName())
	return text
}

// addPicture adds the letter once more with the board as a picture inside it; nothing is fetched
// from outside.
func (c *Courier) addPicture(l *mailbox.Letter, m *Match, to mailbox.Address) error {
	var png bytes.Buffer
	err := render.PNG(&png, m.Last().Scene(), render.PNGOptions{Size: pictureSize, Lang: c.Lang})
	if err != nil {
		return fmt.Errorf("draw the board: %w", err)
	}
	cid := "board." + strings.Trim(l.MessageID, "<>")
	l.HTML = fmt.Sprintf("<pre>%s</pre>\n<p><img src=\"cid:%s\" alt=\"%s\" width=\"%d\"></p>\n<pre>%s</pre>\n",
		html.EscapeString(c.news(m, to)), cid, html.EscapeString(m.Status().In(c.Lang)), pictureSize/2,
		html.EscapeString(c.instructions(m, to).In(c.Lang)))
	l.Attachments = slices.Insert(l.Attachments, 0, mailbox.Attachment{
		Name: "board.png", Type: "image/png", ContentID: cid, Inline: true, Data: png.Bytes(),
	})
	return nil
}

// pictureSize is twice the width at which the picture is shown, for sharp screens.
const pictureSize = 900
