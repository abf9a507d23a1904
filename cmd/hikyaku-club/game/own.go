package game

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/render"
)

// ownPrefix begins the Message-IDs of the club's own messages: "<club.", the topic, a dot, and the token of the reader without
// its hyphen, with which it would look like the Message-ID of a match.
const ownPrefix = "<club."

// ProofLasts is how long the token of a message proves that its reader received it.
const ProofLasts = 60 * 24 * time.Hour

// Write sends a message of the club's own. The topic about consists of words of letters and digits separated by dots. Two
// messages with the same topic to the same reader are one message, and Answers returns the topic of an answer.
func (d *Deal) Write(to, about, lang string, subject, text i18n.Text) error {
	return d.write(&mailbox.Letter{To: mailbox.Address{Addr: to}, Subject: subject.In(lang), Automatic: "auto-generated"}, about, lang, text)
}

// Tell is Write in the language of the member with an address, or else in that of the club.
func (d *Deal) Tell(to, about string, subject, text i18n.Text) error {
	lang := d.Lang
	if _, err := db.One(d, `select lang from member where address = $1 and lang <> ''`, []any{strings.ToLower(to)}, &lang); err != nil {
		return err
	}
	return d.Write(to, about, lang, subject, text)
}

// WriteDigest sends a message that isn't caused by an event. Mail programs offer to unsubscribe from such messages with a mail to
// the club, for which the token of this message is proof enough.
func (d *Deal) WriteDigest(to, about, lang string, subject, text i18n.Text) error {
	l := &mailbox.Letter{To: mailbox.Address{Addr: to}, Subject: subject.In(lang), Automatic: "auto-generated"}
	token, err := d.sign(l, about, lang, text)
	if err != nil {
		return err
	}
	l.Unsubscribe = "<mailto:" + d.Desk.Me.Address + "?subject=digest%20off&body=digest%20off%0A%0Atoken:" + token + ">"
	return d.Send(l)
}

// Reply answers the current message.
func (d *Deal) Reply(l *mailbox.Letter, lang string, text i18n.Text) error {
	subject := cmp.Or(strings.TrimSpace(l.Subject), d.Desk.Me.Name)
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

// maxReferences limits how many earlier messages an answer refers to, besides the one that it answers.
const maxReferences = 10

// LetterColumns is the width of messages in columns.
const LetterColumns = 72

func (d *Deal) write(l *mailbox.Letter, about, lang string, text i18n.Text) error {
	if _, err := d.sign(l, about, lang, text); err != nil {
		return err
	}
	return d.Send(l)
}

// sign completes a message of the club's own: it puts the token into three places.
func (d *Deal) sign(l *mailbox.Letter, about, lang string, text i18n.Text) (token string, err error) {
	me := d.Desk.Me
	if token, err = d.prove(about, l.To.Addr); err != nil {
		return "", err
	}
	bare := strings.ReplaceAll(token, "-", "")
	name, domain, _ := strings.Cut(me.Address, "@")
	l.MessageID = ownPrefix + about + "." + bare + "@" + domain + ">"
	if d.Plus {
		name, _, _ = strings.Cut(name, "+")
		l.ReplyTo = name + "+" + bare + "@" + domain
	}
	l.From, l.Date, l.Language = mailbox.Address{Name: me.Name, Addr: me.Address}, d.At, lang
	l.HTML = letter.Page(lang, token, render.Safe(text.In(lang)))
	text = i18n.Paragraphs(text, i18n.T("small.token", "token", token))
	l.Text = strings.TrimRight(render.Wrap(render.Safe(text.In(lang)), LetterColumns), "\n")
	return token, nil
}

// prove returns the token of a message to an address, and stores what the token proves. The same arguments give the same token,
// so that a message written twice is one message.
func (d *Deal) prove(about, address string) (string, error) {
	ring, err := d.Shelf.MakeKeyring()
	if err != nil {
		return "", err
	}
	address = strings.ToLower(address)
	key := Keyed([]byte(ring.Reveal()[0]), "letters of a club")
	token := reply.FormatToken(Keyed(key, about+"\n"+address)[:10])
	d.Change(`insert into proof (token, address, about, at) values ($1, $2, $3, $4) on conflict (token) do nothing`, token, address, about, d.At)
	return token, nil
}

// Answers returns the topic of the club's own message that a message answers, and whether its sender has received that message. The
// token of that message may have come back in any of three places: the Message-ID that is answered, the address of the club, or the
// quoted text. Mail systems replace or drop some of them.
func (d *Deal) Answers(l *mailbox.Letter) (about string, proved bool, err error) {
	var newest time.Time
	for _, token := range ownTokens(l) {
		var topic string
		var at time.Time
		found, err := db.One(d, `select about, at from proof where token = $1 and address = $2 and at > $3`,
			[]any{token, strings.ToLower(l.From.Addr), d.At.Add(-ProofLasts)}, &topic, &at)
		if err != nil {
			return "", false, err
		}
		if found && at.After(newest) {
			about, proved, newest = topic, true, at
		}
		if found && answersOwn(l) { // the first is that of the Message-ID
			break
		}
	}
	return about, proved, nil
}

// maxOwnTokens limits how many tokens of one message are looked up.
const maxOwnTokens = 8

// ownTokens lists the possible tokens of the club's messages in a message that answers one.
func ownTokens(l *mailbox.Letter) (list []string) {
	id, _, _ := strings.Cut(l.Answers(), "@")
	_, plus, _ := strings.Cut(l.To.Addr, "+")
	plus, _, _ = strings.Cut(plus, "@")
	for _, bare := range []string{id[strings.LastIndexByte(id, '.')+1:], plus} {
		if len(bare) == 10 {
			list = append(list, strings.ToLower(bare[:5]+"-"+bare[5:]))
		}
	}
	list = append(list, reply.Tokens(l.Text)...)
	return list[:min(len(list), maxOwnTokens)]
}

// answersOwn reports whether a message is marked as an answer to one of the club's own.
func answersOwn(l *mailbox.Letter) bool { return strings.HasPrefix(l.Answers(), ownPrefix) }

// forOffice reports whether a message is for the office of the club: it answers one of the club's own messages, even if it also
// mentions matches.
func (d *Deal) forOffice(l *mailbox.Letter) (bool, error) {
	switch {
	case answersOwn(l):
		return true, nil
	case strings.HasPrefix(l.Answers(), letter.IDPrefix):
		return false, nil
	}
	_, proved, err := d.Answers(l)
	return proved, err
}

// Keyed returns the HMAC of a text.
func Keyed(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}
