package courier

import (
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
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
	lang    string                       // our own
	picture bool                         // letters show the board as a picture
	readers func(string) (reader, error) // how the reader at an address reads
	titles  map[string]string            // address: the language of the Subject, which stays as it was in the first letter
}

// composer returns the composer of letters about the match with these notes.
func (c *Courier) composer(n *notes) composer {
	return composer{c.Shelf, c.Lang, c.Picture, c.reader, n.Titles}
}

// letter is the mail that carries the last entry of m to to. It depends on nothing but m, the secret, the courier's settings
// and how the reader reads, so it is the same letter when it must be sent again.
func (c composer) letter(m *match.Match, to mailbox.Address, first ...engine.Text) (*mailbox.Letter, error) {
	l, s, err := c.envelope(m, to)
	if err != nil {
		return nil, err
	}
	record, err := m.Record.Public()
	if err != nil {
		return nil, err
	}
	s.carries = true
	l.Attachments = []mailbox.Attachment{{Name: match.FileName(m), Type: "application/octet-stream", Data: record.Bytes()}}
	return l, c.write(l, s, first...)
}

// write writes what s says into the letter, behind what is to be said first.
func (c composer) write(l *mailbox.Letter, s *sheet, first ...engine.Text) error {
	l.Text = s.text(first...)
	if c.picture {
		return s.draw(l, first...)
	}
	return nil
}

// envelope is the letter without what stands in it, and the sheet that goes into it.
func (c composer) envelope(m *match.Match, to mailbox.Address) (*mailbox.Letter, *sheet, error) {
	s, err := c.sheet(m, to)
	if err != nil {
		return nil, nil, err
	}
	n := len(m.Entries) - 1
	l := &mailbox.Letter{
		From: sender(c.shelf.Me()), To: to,
		Subject:    s.subject,
		MessageID:  messageID(m, n),
		References: references(m, n),
		Date:       m.Entries[n].Event.At.In(c.shelf.Now().Location()),
		Language:   s.lang, Reads: c.lang,
	}
	if typedByNobody(m.Record.Events[m.LastEntry()]) {
		l.Automatic = "auto-generated" // no vacation reply is due
	}
	if n > 0 {
		l.Subject, l.InReplyTo = "Re: "+l.Subject, messageID(m, n-1)
	}
	if m.Entries[n].Event.At.IsZero() {
		l.Date = c.shelf.Now()
	}
	return l, s, nil
}

// sheet is what is said about m to to.
func (c composer) sheet(m *match.Match, to mailbox.Address) (*sheet, error) {
	r, err := c.readers(to.Addr)
	if err != nil {
		return nil, err
	}
	party := m.Roster.At(to.Addr)
	token, err := c.tokenFor(m, party)
	if err != nil {
		return nil, err
	}
	title := c.titles[to.Addr]
	if title == "" {
		title = r.Lang
		c.titles[to.Addr] = title
	}
	return &sheet{
		match: m, to: to, party: party, seats: m.Roster.SeatsAt(to.Addr), lang: r.Lang, zone: r.zone(), token: token,
		replyTo: c.shelf.Me().Address, subject: subject(m, title),
	}, nil
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
func subject(m *match.Match, lang string) string {
	return fmt.Sprintf("%s: %s [%s]", m.Game.Title.In(lang), strings.Join(playerNames(m), " – "), m.Short())
}

// typedByNobody tells whether a program made a step by itself, or entered it for a letter writer.
func typedByNobody(e kif.Event) bool {
	switch e.Step.(type) {
	case kif.OpenLink, kif.Receipt, kif.Contest:
		return true
	}
	return e.Mail != (kif.Hash{}) || e.Again != (kif.Hash{})
}

// tokenFor is what a reply of a party without hikyaku must carry; nothing for a courier.
func (c composer) tokenFor(m *match.Match, party int) (string, error) {
	if !m.Writes(party) {
		return "", nil
	}
	token, _, err := c.shelf.Token(m, party, len(m.Entries))
	return reply.FormatToken(token), err
}

// playerNames are the players' names in the order of the invitation.
func playerNames(m *match.Match) (names []string) {
	for _, p := range m.Roster.Players() {
		names = append(names, m.Roster.Name(p))
	}
	return names
}

// pictureSize is twice the width at which the picture is shown, for sharp screens.
const pictureSize = 900
