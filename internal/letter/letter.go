// Package letter composes the messages to a player, an observer or a reader of
// puzzles: the text, the HTML page with the board as a picture and the answers
// as links, and the Message-ID that identifies replies. Package courier
// decides who gets one, and sends it.
package letter

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
	"hikyaku/render"
)

// messageID returns the Message-ID of the message of entry n to a reader, with
// the reader's token if there is one. It is always the same, so a message that
// is sent twice is recognised, and every message can refer to the ones before
// it.
func messageID(m *match.Match, n int, token string) string {
	return messageIDOf(m.Entries[n].Hash().String()[:40], token, domain(m, n))
}

// messageIDOf returns the Message-ID of a message. A reply refers to it, and
// so contains the token, even if it quotes nothing.
func messageIDOf(letter, token, domain string) string {
	if token != "" {
		letter += "." + token
	}
	return IDPrefix + letter + "@" + domain + ">"
}

// fingerprint returns what distinguishes the Message-ID of a message about text.
func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// domain returns the mail domain of the party that made entry n, or of the
// first party that has one.
func domain(m *match.Match, n int) string {
	parties := m.After(m.EventOf(n)).Roster.Parties // as they were then, so that a message keeps its Message-ID
	if by := m.Entries[n].Party; by > 0 {
		parties = slices.Insert(slices.Clone(parties), 0, parties[by-1])
	}
	return Domain(parties...)
}

// Domain returns the mail domain of the first party with a domain that is
// valid in a Message-ID.
func Domain(parties ...kif.Seat) string {
	for _, p := range parties {
		_, domain, _ := strings.Cut(p.Address, "@") // a record may claim anything to be an address
		if domain != "" && len(domain) <= 120 && strings.Trim(domain, inDomains) == "" {
			return domain
		}
	}
	return "hikyaku.invalid"
}

const inDomains = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-"

// Writer writes the letters of one player.
type Writer struct {
	Shelf   Shelf
	Lang    string                       // our own language
	Picture bool                         // messages show the board as a picture
	Page    bool                         // messages contain a page for entering the move
	Reader  func(string) (Reader, error) // the settings of the reader at an address
	Titles  map[string]string            // address: the language of the Subject, which never changes after the first message
	Heard   map[string][]string          // address: the entries whose words it has received
}

// Shelf supplies the sender, the time and the tokens that a Writer needs.
type Shelf interface {
	Self() kif.Seat // who sends the letters
	Now() time.Time
	Token(m *match.Match, reader, entries int) (newest [10]byte, all [][10]byte, err error) // the token of replies to a message; reader as in match.Roster.ReaderAt
}

// references returns the Message-IDs of earlier messages to the same reader,
// before that of entry n: the first and the last ten, without those whose
// secret key is lost. A reader is numbered as in match.Roster.ReaderAt.
func (w Writer) references(m *match.Match, n, reader int) (ids []string) {
	if reader == 0 { // a proposed substitute has had no messages
		return nil
	}
	var entries []int
	for i := range n {
		if !m.Roster.Observes(reader) || public(m, m.EventOf(i)) {
			entries = append(entries, i)
		}
	}
	if last := len(entries) - 10; last > 1 {
		entries = slices.Delete(entries, 1, last)
	}
	for _, i := range entries {
		if token, err := w.tokenOf(m, i, reader); err == nil {
			ids = append(ids, messageID(m, i, token))
		}
	}
	return ids
}

// tokenOf returns the token of replies to our message of entry n, or "" if the
// reader used hikyaku then, or we are not the scribe.
func (w Writer) tokenOf(m *match.Match, n, reader int) (string, error) {
	then := *m
	then.State = m.After(m.EventOf(n))
	if m.Roster.At(w.Shelf.Self().Address) != match.Scribe || !then.MayUseMailOnly(reader) && !m.Roster.Observes(reader) {
		return "", nil
	}
	token, _, err := w.Shelf.Token(&then, reader, n+1)
	return reply.FormatToken(token[:]), err
}

// Turn returns the message that carries the last entry of m to an address. It
// depends only on m, the secret key, the courier's settings and the reader's,
// so it is the same if it must be sent again.
func (w Writer) Turn(m *match.Match, to mailbox.Address, first ...i18n.Text) (*mailbox.Letter, error) {
	return w.turn(m, to, "", first...)
}

// turn returns the message of Turn, after first, or one about the deadline, of a kind as in aside.
func (w Writer) turn(m *match.Match, to mailbox.Address, kind string, first ...i18n.Text) (*mailbox.Letter, error) {
	l, s, err := w.envelope(m, to)
	if err != nil {
		return nil, err
	}
	record, err := m.Record.Shared()
	if err != nil {
		return nil, err
	}
	s.reminds, s.late, s.carries = kind != "", kind == "late" || kind == "overdue", i18n.T("small.attached")
	if s.observes() && m.Roster.Delay > 0 && m.Outcome == nil {
		s.carries = i18n.T("small.attached-so-far")
	}
	l.Attachments = []mailbox.Attachment{{Name: m.FileName(), Type: "application/octet-stream", Data: record.Bytes()}}
	return l, w.write(l, s, first...)
}

// write writes the content of s into the message, after first.
func (w Writer) write(l *mailbox.Letter, s *sheet, first ...i18n.Text) error {
	s.page = w.Page && s.answersByMail()
	l.Text = s.text(first...)
	if w.Picture { // it shows no clocks: the one deadline is in the text, in the reader's time
		o := render.PNGOptions{Lang: s.lang, Flip: s.flip(), Names: s.match.Names()}
		wide := pictureWide
		if s.match.Roster.Joining() == s.party { // the board before the first move
			wide = pictureWide / 2
		}
		pictures, err := embed(l, "", wide, s.match.Scene(), o)
		if err != nil {
			return err
		}
		before := ""
		if s.rules {
			scene := s.match.SceneAt(0)
			scene.Turn = engine.Turn{}
			start, err := embed(l, "-start", pictureWide/2, scene, o)
			if err != nil {
				return err
			}
			before, first = rulesPage(first[0].In(s.lang), s.lang, start), nil
		}
		l.HTML = s.letterPage(before, pictures, first)
	}
	if !s.page {
		return nil
	}
	var data bytes.Buffer
	if err := s.writeTurn(&data); err != nil {
		return i18n.Err("letter.board", "why", err)
	}
	l.Attachments = append(l.Attachments, mailbox.Attachment{Name: turnName, Type: "text/html", Data: data.Bytes()})
	return nil
}

// turnName is the file name of the page for entering the reader's move.
const turnName = "turn.html"

// envelope returns the message without its content, and the sheet to fill it
// with.
func (w Writer) envelope(m *match.Match, to mailbox.Address) (*mailbox.Letter, *sheet, error) {
	s, err := w.sheet(m, to)
	if err != nil {
		return nil, nil, err
	}
	from, players, umpire := w.Shelf.Self(), m.Roster.Players(), m.Roster.Umpire()
	if umpire != 0 && m.Roster.At(from.Address) == umpire && len(players) == 2 && slices.Contains(players, s.party) && m.Roster.Joining() == 0 {
		opponent := players[0] + players[1] - s.party
		from.Name = i18n.In(s.lang, "letter.through", "who", m.Roster.Name(opponent), "umpire", m.Roster.Name(umpire))
	}
	n := len(m.Entries) - 1
	before := w.references(m, n, s.party)
	l := &mailbox.Letter{
		From: Sender(from), To: to,
		Subject:    s.subject,
		MessageID:  messageID(m, n, s.token),
		References: before,
		Date:       m.Entries[n].Event.At.In(w.Shelf.Now().Location()),
		Language:   s.lang, Reads: w.Lang,
	}
	switch last := m.Record.Events[m.LastEntry()]; last.Step.(type) {
	case kif.OpenLink, kif.Receipt, kif.Contest:
		l.Automatic = "auto-generated" // an automatic reply is not wanted
	default:
		if last.Mail != (kif.Hash{}) || last.Again != (kif.Hash{}) {
			l.Automatic = "auto-generated"
		}
	}
	if _, invites := m.Record.Events[m.LastEntry()].Step.(kif.Invite); invites && !s.observes() {
		l.Subject = fmt.Sprintf("%s [%s]", i18n.In(w.Titles[to.Addr], "invite.subject", "who", m.Party(1), "game", m.Game.Called(m.Options)), m.Short())
	}
	if len(before) > 0 {
		l.Subject, l.InReplyTo = "Re: "+l.Subject, before[len(before)-1]
	}
	if m.Entries[n].Event.At.IsZero() {
		l.Date = w.Shelf.Now()
	}
	return l, s, nil
}

// sheet returns the content of a message about m to an address.
func (w Writer) sheet(m *match.Match, to mailbox.Address) (*sheet, error) {
	r, err := w.Reader(to.Addr)
	if err != nil {
		return nil, err
	}
	party := m.Roster.ReaderAt(to.Addr)
	token, err := w.tokenOf(m, len(m.Entries)-1, party)
	if err != nil {
		return nil, err
	}
	title := w.Titles[to.Addr]
	if title == "" {
		title = r.Lang
		w.Titles[to.Addr] = title
	}
	// it is the same for the whole match after the invitation, so that mail programs keep it together
	subject := fmt.Sprintf("%s [%s]", i18n.In(title, "board.match", "game", m.Game.Called(m.Options), "players", strings.Join(playerNames(m), " – ")), m.Short())
	seats := m.Roster.SeatsOf(party)
	if called := m.AskedToReplace(to.Addr); called != 0 {
		seats = m.Roster.SeatsOf(called)
	}
	return &sheet{
		match: m, to: to, party: party, seats: seats, lang: r.Lang, zone: r.Zone(), token: token,
		replyTo: w.Shelf.Self().Address, subject: subject, heard: w.Heard[to.Addr],
	}, nil
}

// NameWord is part of the sender's name in every message, so that replies to
// it can be searched for, and people see that a program has written it.
const NameWord = "hikyaku"

// Sender returns the address that our messages come from, whose name shows
// that a program writes them.
func Sender(me kif.Seat) mailbox.Address {
	from := Address(me)
	from.Name = strings.TrimSpace(from.Name + " (" + NameWord + ")")
	return from
}

// playerNames returns the names of the invited players in order. Those who follow them do not change it.
func playerNames(m *match.Match) (names []string) {
	invited := m.After(0).Roster
	for _, p := range invited.Players() {
		names = append(names, invited.Name(p))
	}
	return names
}

// pictureSize is about twice pictureWide, the displayed width, for high-resolution
// screens. Below a picture as high as pictureHigh, there is room for the answers on
// the first screen.
const pictureWide, pictureSize, pictureHigh = 560, 900, 420

// Address returns the address of a player.
func Address(p kif.Seat) mailbox.Address { return mailbox.Address{Name: p.Name, Addr: p.Address} }

// At returns the match after event i, which a message about that event
// carries. Dice that were read for a mail-only player, or that ended the game
// after the last entry, are included, so that the reader sees them.
func At(m *match.Match, i int) *match.Match {
	n := i + 1
	if len(m.Roster.Players()) == 2 && m.ReadFor() || m.Outcome != nil && i == m.LastEntry() {
		for n < len(m.Record.Events) && kif.IsThrow(m.Record.Events[n].Step) {
			n++
		}
	}
	return m.Cut(n)
}

// IDPrefix begins the Message-ID of every message that we send, so that a
// mailbox can be searched for references to one.
const IDPrefix = "<hk1."

// IsOf reports whether a Message-ID is that of a message about an entry of m,
// to any reader.
func IsOf(m *match.Match, id string) bool {
	for n := range m.Entries {
		letter, _, _ := strings.Cut(messageID(m, n, ""), "@")
		if rest, found := strings.CutPrefix(id, letter); found && strings.ContainsAny(rest[:min(1, len(rest))], ".@") {
			return true
		}
	}
	return false
}

// Reader is the language, the time zone and the name of a reader, as seen in
// their own messages.
type Reader struct {
	Lang   string `json:"lang,omitempty"`   // the language to write in: "en" or "ja"
	Offset int    `json:"offset,omitempty"` // of the reader's clock from UTC, in seconds; 0 if unknown
	Name   string `json:"name,omitempty"`
}

// Zone returns the zone of the reader, or nil if unknown. Many programs write
// their dates in UTC, so that does not identify a zone.
func (r Reader) Zone() *time.Location {
	if r.Offset == 0 {
		return nil
	}
	return time.FixedZone("", r.Offset)
}

// Overdue returns the message that the time of the player to move ended at
// end.
func (w Writer) Overdue(m *match.Match, to mailbox.Address, end time.Time) (*mailbox.Letter, error) {
	r, err := w.Reader(to.Addr)
	if err != nil {
		return nil, err
	}
	return w.aside(m, to, "overdue", to.Addr, i18n.T("remind.overdue", "who", m.Party(m.Turn), "when", i18n.Time(end, r.Zone())))
}

// Late returns a message with a subject of its own that a time limit was missed in m. It begins with texts, and key distinguishes it
// from others about the same turn. Its reader can answer it as the message of the turn.
func (w Writer) Late(m *match.Match, to mailbox.Address, key string, subject i18n.Text, first ...i18n.Text) (*mailbox.Letter, error) {
	l, err := w.aside(m, to, "late "+key, to.Addr, first...)
	if err == nil {
		l.Subject = subject.In(l.Language)
	}
	return l, err
}

// Reminder returns the message that reminds the player to move that less than
// left remains. With an error it has only the address.
func (w Writer) Reminder(m *match.Match, left time.Duration) (*mailbox.Letter, error) {
	to := Address(m.Roster.Parties[m.Turn-1])
	var others []i18n.Text
	for _, party := range m.Roster.Players() {
		if party != m.Turn {
			others = append(others, m.Party(party))
		}
	}
	text, who := i18n.T("remind.left", "span", i18n.Rough(left)), i18n.List(others...)
	switch {
	case m.Disputed(): // nobody can lose by the deadline
	case len(others) == 1:
		text = i18n.Join(text, i18n.T("remind.lost", "who", who))
	default:
		text = i18n.Join(text, i18n.T("remind.out"))
	}
	return w.aside(m, to, "remind "+left.String(), w.Shelf.Self().Address, i18n.T("remind.turn", "who", who), text)
}

// aside returns a message of its own that follows the one of the last entry, and
// begins with texts about a deadline: why and whose distinguish it from others.
// With an error it has only the address.
func (w Writer) aside(m *match.Match, to mailbox.Address, why, whose string, first ...i18n.Text) (*mailbox.Letter, error) {
	kind, _, _ := strings.Cut(why, " ")
	l, err := w.turn(At(m, m.LastEntry()), to, kind, first...)
	if err != nil {
		return &mailbox.Letter{To: to}, err
	}
	l.InReplyTo, l.References = l.MessageID, append(l.References, l.MessageID)
	token, err := w.tokenOf(m, len(m.Entries)-1, m.Roster.ReaderAt(to.Addr))
	l.MessageID = messageIDOf(kind+"."+fingerprint(fmt.Sprintf("%s %s %s", why, m.Head, whose)), token, domain(m, 0))
	l.Date, l.Automatic = w.Shelf.Now(), "auto-generated"
	return l, err
}

// IsReminder reports whether a letter was written by Writer.Reminder.
func IsReminder(l *mailbox.Letter) bool {
	return l.Automatic != "" && strings.HasPrefix(l.MessageID, IDPrefix+"remind.")
}
