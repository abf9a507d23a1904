package game

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/letter"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
)

// Lose marks the member at an address as unreachable, and stops the clock in every match in which it is their turn. It does
// nothing for addresses of non-members. The next message of the match informs the other players.
func (d *Deal) Lose(address string, by By) error {
	address = strings.ToLower(address)
	n, err := d.Exec(`update member set unreachable = $2, lost = $3 where address = $1 and gone = 0 and unreachable = 0`, address, d.At, by.Why)
	if err != nil {
		return err
	}
	if n > 0 {
		d.Log(Decision{By: by, What: Unreachable, Member: address})
		if d.Club.Log != nil {
			d.Club.Log.Warn("a member cannot be reached", "why", by.Why)
		}
		for _, director := range d.Directors {
			text := words.Text("direct.unreachable", "who", address, "why", by.Why)
			if err := d.Write(director, "lost."+strconv.FormatInt(d.At.UnixMicro(), 10), d.Lang, words.Text("direct.unreachable-subject"), text); err != nil {
				return err
			}
		}
	}
	return d.eachTurn(address, func(file string, m *match.Match) error {
		if _, runs := m.Clock.Deadline(m.Roster.Umpire()); !runs {
			return nil
		}
		return d.Rule(file, kif.PauseOffer{}, words.Text("match.unreachable", "who", i18n.Person(m.Roster.Name(m.Turn))).In(d.Lang))
	})
}

// Find marks a member as reachable again and restarts their clocks.
func (d *Deal) Find(address string, by By) error {
	address = strings.ToLower(address)
	n, err := d.Exec(`update member set unreachable = 0, lost = '' where address = $1 and unreachable <> 0`, address)
	if err != nil || n == 0 {
		return err
	}
	d.Log(Decision{By: by, What: Reachable, Member: address})
	return d.eachTurn(address, func(file string, m *match.Match) error {
		if !m.Halted || m.Paused.IsZero() {
			return nil
		}
		return d.Rule(file, kif.Resume{}, words.Text("match.reachable", "who", i18n.Person(m.Roster.Name(m.Turn))).In(d.Lang))
	})
}

// eachTurn calls do for each match in which it is the turn of the player at an address.
func (d *Deal) eachTurn(address string, do func(file string, m *match.Match) error) error {
	files, err := db.Texts(d, `select s.file from seat s join match m on m.file = s.file where s.address = $1 and m.state = 'open' order by s.file`, address)
	for _, file := range files {
		if err != nil {
			return err
		}
		var m match.Copy
		if m, err = d.Shelf.Open(path.Join(Folder, file)); err != nil {
			return err
		}
		if m.Turn != 0 && identity.SameAddress(m.Roster.Parties[m.Turn-1].Address, address) {
			err = do(file, m.Match)
		}
	}
	return err
}

// bounced handles a delivery report: it marks the member whose message was not delivered as unreachable. It ignores a report
// unless that names a message of the club by its Message-ID or its text: by a token that only its reader knows, or by the hash of
// a recent turn.
func (d *Deal) bounced(b *mailbox.Bounce, returned string) (outcome string, err error) {
	if b.Class != 5 {
		return "delayed", nil
	}
	address, err := d.sentTo(b, returned)
	if err != nil || address == "" {
		return nothing, err
	}
	return "bounced", d.Lose(address, By{ByClub, statusIn(b.Status + " " + b.Diagnostic)})
}

// status matches the status codes of a refusal (RFC 5321, RFC 3463).
var status = regexp.MustCompile(`\b5\d\d\b|\b5\.\d{1,3}\.\d{1,3}\b`)

// statusIn returns the first status codes in a server's response, without its text, which may contain an address.
func statusIn(said string) string {
	found := status.FindAllString(said, 2)
	if len(found) == 2 && len(found[0]) == len("550") && found[1][1] == '.' {
		return found[0] + " " + found[1]
	}
	return strings.Join(found[:min(1, len(found))], "")
}

// inReplyTo finds the token in a Reply-To address with a plus.
var inReplyTo = regexp.MustCompile(`(?im)^reply-to:.*\+(\w{5})(\w{5})@`)

// maxSent is how many of the last messages to somebody are considered for a delivery report without a known Message-ID.
const maxSent = 20

// sentTo returns the address to which the message of a delivery report was sent, or "". If a mail system has replaced the
// Message-ID, the returned message must contain a token.
func (d *Deal) sentTo(b *mailbox.Bounce, returned string) (address string, err error) {
	id, _, _ := strings.Cut(b.MessageID, "@")
	entry, ofMatch := strings.CutPrefix(id, letter.IDPrefix)
	ofMatch = ofMatch && len(entry) >= 40
	tokens := reply.Tokens(returned)
	query, arg := `lower(reader) = $1 order by made desc limit `+strconv.Itoa(maxSent), strings.ToLower(b.Recipient)
	switch bare := id[strings.LastIndexByte(id, '.')+1:]; {
	case ofMatch:
		tokens, query, arg = reply.Tokens(b.MessageID), `id like $1 order by id`, entry[:40]+".%"
	case strings.HasPrefix(id, ownPrefix) && len(bare) == 10:
		tokens = []string{bare[:5] + "-" + bare[5:]}
	default:
		for _, found := range inReplyTo.FindAllStringSubmatch(returned, -1) {
			tokens = append(tokens, strings.ToLower(found[1]+"-"+found[2]))
		}
	}
	tokens = tokens[:min(len(tokens), maxOwnTokens)]
	for _, token := range tokens {
		if found, err := db.One(d, `select address from proof where token = $1`, []any{token}, &address); found || err != nil {
			return address, err
		}
	}
	type sent struct{ file, reader string }
	list, err := db.All(d, `select file, reader from out where file <> '' and `+query, []any{arg}, func(r db.Rows) (s sent, err error) {
		return s, r.Scan(&s.file, &s.reader)
	})
	for _, s := range list {
		m, opened := d.Shelf.Open(path.Join(Folder, s.file))
		if opened != nil {
			continue
		}
		named := false
		for n := range m.Entries {
			_, all, tokened := d.Shelf.Token(m.Match, m.Roster.ReaderAt(s.reader), n+1)
			for _, token := range all {
				named = named || tokened == nil && slices.Contains(tokens, reply.FormatToken(token[:]))
			}
		}
		program := ofMatch && len(tokens) == 0 && identity.SameAddress(b.Recipient, s.reader) // a player with hikyaku gets no token
		if named || program {
			return strings.ToLower(s.reader), nil
		}
	}
	return "", err
}
