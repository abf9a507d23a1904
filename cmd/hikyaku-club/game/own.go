package game

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/render"
)

// ownPrefix begins the Message-IDs of messages that the club writes in its own name: "<club.", what the message is about, a dot,
// the token of its reader. They contain no hyphen, which marks the tokens of matches.
const ownPrefix = "<club."

// Write sends a message of the club's own. Its topic about, words of letters and digits separated by dots, makes it one message
// however often it is written, and is found again in the answer.
func (d *Deal) Write(to, about, lang string, subject, text i18n.Text) error {
	return d.write(&mailbox.Letter{To: mailbox.Address{Addr: to}, Subject: subject.In(lang), Automatic: "auto-generated"}, about, lang, text)
}

// Reply answers the current message.
func (d *Deal) Reply(l *mailbox.Letter, lang string, text i18n.Text) error {
	subject := strings.TrimSpace(l.Subject)
	if subject == "" {
		subject = d.Desk.Me.Name
	}
	if !strings.HasPrefix(strings.ToLower(subject), "re:") {
		subject = "Re: " + subject
	}
	answer := &mailbox.Letter{To: mailbox.Address{Addr: l.From.Addr}, Subject: subject, Automatic: "auto-replied"}
	if l.MessageID != "" {
		n := len(l.References)
		answer.InReplyTo = l.MessageID
		answer.References = append(append(answer.References, l.References[max(0, n-maxReferences):]...), l.MessageID)
	}
	return d.write(answer, d.Letter, lang, text)
}

// maxReferences is how many messages before the one it answers an answer refers to.
const maxReferences = 10

// letterColumns is the width of letters.
const letterColumns = 72

func (d *Deal) write(l *mailbox.Letter, about, lang string, text i18n.Text) error {
	me := d.Desk.Me
	list, err := d.tokens(about, l.To.Addr)
	if err != nil {
		return err
	}
	_, domain, _ := strings.Cut(me.Address, "@")
	l.MessageID = ownPrefix + about + "." + list[0] + "@" + domain + ">"
	l.From, l.Date, l.Language = mailbox.Address{Name: me.Name, Addr: me.Address}, d.At, lang
	l.Text = strings.TrimRight(render.Wrap(render.Safe(text.In(lang)), letterColumns), "\n")
	return d.Send(l)
}

// Answers returns the topic of the club's own message that a message answers, and whether its sender has received that message.
func (d *Deal) Answers(l *mailbox.Letter) (about string, proved bool, err error) {
	id := l.InReplyTo
	if n := len(l.References); id == "" && n > 0 {
		id = l.References[n-1]
	}
	id, ours := strings.CutPrefix(id, ownPrefix)
	id, _, _ = strings.Cut(id, "@")
	dot := strings.LastIndexByte(id, '.')
	if !ours || dot < 0 {
		return "", false, nil
	}
	list, err := d.tokens(id[:dot], l.From.Addr)
	for _, token := range list {
		if hmac.Equal([]byte(token), []byte(id[dot+1:])) {
			return id[:dot], true, nil
		}
	}
	return "", false, err
}

// tokens prove that somebody has received our message on a topic: one by each of the club's secrets, the newest first.
func (d *Deal) tokens(about, address string) (list []string, err error) {
	ring, err := d.Shelf.Desk.Pen().MakeKeyring()
	if err != nil {
		return nil, err
	}
	for _, secret := range ring.Reveal() {
		key := keyed([]byte(secret), "letters of a club")
		list = append(list, hex.EncodeToString(keyed(key, about+"\n"+strings.ToLower(address))[:16]))
	}
	return list, nil
}

// keyed is the HMAC of a text.
func keyed(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}
