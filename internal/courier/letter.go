package courier

import (
	"fmt"
	"slices"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// messageID is that of the letter of entry n to a reader, with his token if he has one. It is the same whenever it is computed, so
// a letter that is sent twice is one letter, and every letter can name the ones before it.
func messageID(m *match.Match, n int, token string) string {
	return letterID(m.Entries[n].Hash().String()[:40], token, domain(m, n))
}

// letterID is the Message-ID of a letter. A reply brings it back, and so the token, even where it quotes nothing.
func letterID(letter, token, domain string) string {
	if token != "" {
		letter += "." + token
	}
	return IDPrefix + letter + "@" + domain + ">"
}

// domain is the mail domain of the party that made entry n, else of the first that has one.
func domain(m *match.Match, n int) string {
	parties := m.After(m.EventOf(n)).Roster.Parties // as they were, so that a letter keeps its name
	if by := m.Entries[n].Party; by > 0 {
		parties = slices.Insert(slices.Clone(parties), 0, parties[by-1])
	}
	return Domain(parties...)
}

// Domain returns the mail domain of the first party that has one, as it may stand in a Message-ID.
func Domain(parties ...kif.Seat) string {
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

// composer writes the letters of one player.
type composer struct {
	shelf   Shelf
	lang    string                       // our own
	picture bool                         // letters show the board as a picture
	page    bool                         // letters bring a page on which the move is made
	readers func(string) (reader, error) // how the reader at an address reads
	titles  map[string]string            // address: the language of the Subject, which stays as it was in the first letter
	heard   map[string][]string          // address: the entries whose words it has been told
}

// composer returns the composer of letters about the match with these notes.
func (c *Courier) composer(n *notes) composer {
	return composer{c.Shelf, c.Lang, c.Picture, c.Page, c.reader, n.Titles, n.Heard}
}

// references are the letters to the same reader before that of entry n: the first and the last ten, without those whose
// secret is lost.
func (c composer) references(m *match.Match, n int, to mailbox.Address) (ids []string) {
	if m.Roster.ReaderAt(to.Addr) == 0 { // who is asked to go on has had no letter
		return nil
	}
	var entries []int
	looksOn := observes(m, to)
	for i := range n {
		if !looksOn || public(m, m.EventOf(i)) {
			entries = append(entries, i)
		}
	}
	if last := len(entries) - 10; last > 1 {
		entries = slices.Delete(entries, 1, last)
	}
	for _, i := range entries {
		if token, err := c.tokenOf(m, i, to); err == nil {
			ids = append(ids, messageID(m, i, token))
		}
	}
	return ids
}

// tokenOf is what a reply to our letter of entry n must carry; nothing where the reader was a courier then, or we are not the
// scribe.
func (c composer) tokenOf(m *match.Match, n int, to mailbox.Address) (string, error) {
	then := *m
	then.State = m.After(m.EventOf(n))
	reader := m.Roster.ReaderAt(to.Addr)
	if m.Roster.At(c.shelf.Me().Address) != m.Roster.Scribe() || !then.Writes(reader) && !m.Roster.Observes(reader) {
		return "", nil
	}
	token, _, err := c.shelf.Token(&then, reader, n+1)
	return reply.FormatToken(token[:]), err
}

// letter is the mail that carries the last entry of m to to. It depends on nothing but m, the secret, the courier's settings
// and how the reader reads, so it is the same letter when it must be sent again.
func (c composer) letter(m *match.Match, to mailbox.Address, first ...i18n.Text) (*mailbox.Letter, error) {
	l, s, err := c.envelope(m, to)
	if err != nil {
		return nil, err
	}
	record, err := m.Record.Public()
	if err != nil {
		return nil, err
	}
	s.carries = i18n.T("small.attached")
	if s.observes() && m.Roster.Delay > 0 && m.Outcome == nil {
		s.carries = i18n.T("small.attached-so-far")
	}
	l.Attachments = []mailbox.Attachment{{Name: m.FileName(), Type: "application/octet-stream", Data: record.Bytes()}}
	return l, c.write(l, s, first...)
}

// write writes what s says into the letter, behind what is to be said first.
func (c composer) write(l *mailbox.Letter, s *sheet, first ...i18n.Text) error {
	l.Text = s.text(first...)
	if c.picture {
		if err := s.draw(l, first...); err != nil {
			return err
		}
	}
	if c.page {
		return addTurn(l, s)
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
	before := c.references(m, n, to)
	l := &mailbox.Letter{
		From: Sender(s.from(c.shelf.Me())), To: to,
		Subject:    s.subject,
		MessageID:  messageID(m, n, s.token),
		References: before,
		Date:       m.Entries[n].Event.At.In(c.shelf.Now().Location()),
		Language:   s.lang, Reads: c.lang,
	}
	if typedByNobody(m.Record.Events[m.LastEntry()]) {
		l.Automatic = "auto-generated" // no vacation reply is due
	}
	if len(before) > 0 {
		l.Subject, l.InReplyTo = "Re: "+l.Subject, before[len(before)-1]
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
	party := m.Roster.ReaderAt(to.Addr)
	token, err := c.tokenOf(m, len(m.Entries)-1, to)
	if err != nil {
		return nil, err
	}
	title := c.titles[to.Addr]
	if title == "" {
		title = r.Lang
		c.titles[to.Addr] = title
	}
	seats := m.Roster.SeatsAt(to.Addr)
	if called := m.Called(to.Addr); called != 0 {
		seats = seatsOf(m, called)
	}
	return &sheet{
		match: m, to: to, party: party, seats: seats, lang: r.Lang, zone: r.zone(), token: token,
		replyTo: c.shelf.Me().Address, subject: subject(m, title), heard: c.heard[to.Addr],
	}, nil
}

// NameWord stands in the name under which every letter goes out, so that replies to it can be searched for, and people see
// that a program has written it.
const NameWord = "hikyaku"

// from is who the letter is from: us, or as the umpire of two the opponent through us.
func (s *sheet) from(me kif.Seat) kif.Seat {
	r := s.match.Roster
	players, umpire := r.Players(), r.Umpire()
	if umpire != 0 && r.At(me.Address) == umpire && len(players) == 2 && slices.Contains(players, s.party) && r.Joining() == 0 {
		me.Name = i18n.In(s.lang, "letter.through", "who", r.Name(players[0]+players[1]-s.party), "umpire", r.Name(umpire))
	}
	return me
}

// Sender returns the address that our letters come from, whose name says that a program writes them.
func Sender(me kif.Seat) mailbox.Address {
	from := address(me)
	from.Name = strings.TrimSpace(from.Name + " (" + NameWord + ")")
	return from
}

// subject is the same for the whole match, so that mail programs keep it together.
func subject(m *match.Match, lang string) string {
	return fmt.Sprintf("%s: %s [%s]", m.Game.Called(m.Options).In(lang), strings.Join(playerNames(m), " – "), m.Short())
}

// typedByNobody tells whether a program made a step by itself, or entered it for a letter writer.
func typedByNobody(e kif.Event) bool {
	switch e.Step.(type) {
	case kif.OpenLink, kif.Receipt, kif.Contest:
		return true
	}
	return e.Mail != (kif.Hash{}) || e.Again != (kif.Hash{})
}

// playerNames are the names of the players that were invited, in that order.
func playerNames(m *match.Match) (names []string) {
	invited := m.After(0).Roster
	for _, p := range invited.Players() {
		names = append(names, invited.Name(p))
	}
	return names
}

// pictureSize is twice the width at which the picture is shown, for sharp screens.
const pictureSize = 900
