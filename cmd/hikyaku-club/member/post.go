package member

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"hikyaku/cmd/hikyaku-club/club"
	"hikyaku/desk"
	"hikyaku/engine"
	"hikyaku/mailbox"
	"hikyaku/render"
)

// prefix begins the Message-IDs of the club's own letters: "<club.", what the letter is about, a dot, the token of its reader.
// There is no hyphen in them, by which the tokens of matches are found.
const prefix = "<club."

// tokens are what proves that somebody has had our letter about something: by each of the club's secrets, the newest first.
func tokens(d *club.Deal, about, address string) (list []string, err error) {
	ring, err := desk.MakeKeyring(d.Desk.System, d.Desk.Secret)
	if err != nil {
		return nil, err
	}
	for _, secret := range ring.Reveal() {
		key := sum([]byte(secret), "letters of a club")
		list = append(list, hex.EncodeToString(sum(key, about+"\n"+strings.ToLower(address))[:16]))
	}
	return list, nil
}

func sum(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

// answers returns what the letter of the club is about that a letter answers, and whether its writer has had that letter.
func answers(d *club.Deal, l *mailbox.Letter) (about string, proved bool, err error) {
	id := l.InReplyTo
	if n := len(l.References); id == "" && n > 0 {
		id = l.References[n-1]
	}
	id, ours := strings.CutPrefix(id, prefix)
	id, _, _ = strings.Cut(id, "@")
	dot := strings.LastIndexByte(id, '.')
	if !ours || dot < 0 {
		return "", false, nil
	}
	list, err := tokens(d, id[:dot], l.From.Addr)
	for _, token := range list {
		if hmac.Equal([]byte(token), []byte(id[dot+1:])) {
			return id[:dot], true, nil
		}
	}
	return "", false, err
}

// Write sends a letter of the club's own to a member. What it is about, a word of letters, digits and dots, makes it one letter however
// often it is written, and is found again in the answer.
func Write(d *club.Deal, to, about, subject, lang string, text engine.Text) error {
	return write(d, &mailbox.Letter{To: mailbox.Address{Addr: to}, Subject: subject, Automatic: "auto-generated"}, about, lang, text)
}

// reply answers the letter.
func (v *visit) reply(text engine.Text) error {
	subject := strings.TrimSpace(v.letter.Subject)
	if subject == "" {
		subject = v.Desk.Me.Name
	}
	if !replied().MatchString(subject) {
		subject = "Re: " + subject
	}
	l := &mailbox.Letter{To: mailbox.Address{Addr: v.letter.From.Addr}, Subject: subject, Automatic: "auto-replied"}
	if id := v.letter.MessageID; id != "" {
		l.InReplyTo = id
		if n := len(v.letter.References); n > 0 {
			l.References = append(l.References, v.letter.References[max(0, n-maxReferences):]...)
		}
		l.References = append(l.References, id)
	}
	return write(v.Deal, l, v.Letter, v.lang, text)
}

// maxReferences is how many letters before its own an answer names.
const maxReferences = 10

// columns is the width of letters.
const columns = 72

func write(d *club.Deal, l *mailbox.Letter, about, lang string, text engine.Text) error {
	me := d.Desk.Me
	list, err := tokens(d, about, l.To.Addr)
	if err != nil {
		return err
	}
	_, domain, _ := strings.Cut(me.Address, "@")
	l.MessageID = prefix + about + "." + list[0] + "@" + domain + ">"
	l.From, l.Date, l.Language = mailbox.Address{Name: me.Name, Addr: me.Address}, d.At, lang
	l.Text = strings.TrimRight(render.Wrap(render.Safe(text.In(lang)), columns), "\n")
	return d.Send(l)
}
