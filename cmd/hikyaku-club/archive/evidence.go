package archive

import (
	"slices"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/engine"
	"hikyaku/internal/courier"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/mailbox/reply"
	"hikyaku/match"
	"hikyaku/render"
)

// witnesses returns the domains that signed the messages from which the entries of a party were made; none if one of the messages
// isn't signed or isn't stored.
func (v *verifier) witnesses(tx db.Tx, file string, m *match.Match, party int) (domains []string, err error) {
	for i, e := range m.Record.Events {
		if _, accepts := e.Step.(kif.Accept); m.By(i) != party || m.Scribe(i) == 0 || accepts || !decides(e.Step) {
			continue
		}
		domain, err := v.witness(tx, file, m, i)
		if err != nil || domain == "" {
			return nil, err
		}
		if !slices.Contains(domains, domain) {
			domains = append(domains, domain)
		}
	}
	return domains, nil
}

// witness returns the domain that has signed the message from which an entry was made, or "" if there is no proof.
func (v *verifier) witness(tx db.Tx, file string, m *match.Match, i int) (string, error) {
	e := m.Record.Events[i]
	raw, keys, err := game.Evidence(tx, e.Mail.String())
	if err != nil || keys == nil {
		return "", err
	}
	who := site.PublicName(m.Roster.Name(m.By(i)))
	wrong := func(key string, args ...any) (string, error) {
		v.find(key, append([]any{"file", file, "n", slices.IndexFunc(m.Entries, func(entry kif.Entry) bool { return m.EventOf(entry.Number-1) == i }) + 1, "who", who}, args...)...)
		return "", nil
	}
	letter, err := courier.Open(mailbox.Mail{Raw: raw})
	if err != nil || courier.MailHash(letter) != e.Mail {
		return wrong("check.evidence.other")
	}
	domain, holds := game.DKIMSigner(raw, keys)
	if !holds {
		return wrong("check.evidence.signature")
	}
	if !identity.SameAddress(letter.From.Addr, m.Roster.Readers()[m.By(i)-1].Address) {
		return "", nil
	}
	move, isMove := e.Step.(kif.Move)
	if !isMove {
		return domain, nil
	}
	before := m.Positions[i]
	read := reply.Reader{Move: courier.MovesIn(before)}.Read(letter.Text)
	said := read.Wish.Move
	switch {
	case read.Wish.Word == reply.Yes && courier.QuotesQuestion(letter.Text, before, engine.Move(move)):
		return domain, nil
	case said == "":
		return "", nil
	}
	meant, err := before.Parse(said)
	entered, err2 := before.Parse(string(move))
	if err != nil || err2 != nil || meant != entered {
		return wrong("check.evidence.move", "said", render.SafeLine(said, 40), "move", string(move))
	}
	return domain, nil
}
