package courier

import (
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// known returns the address with which matches know the player who writes from
// address.
func (c *Courier) known(address string) string {
	if known, alias := c.Aliases[strings.ToLower(address)]; alias {
		return known
	}
	return address
}

// author returns the address of the player of m who wrote the message. An
// alias may itself be the known address of another player; if both play in m,
// nobody can tell which of them wrote.
func (p *poll) author(letter *mailbox.Letter, m *match.Match) (string, error) {
	known := letter.From.Addr
	switch {
	case identity.SameAddress(known, p.from) || m.Roster.At(p.from) == 0:
		return known, nil
	case m.Roster.At(known) == 0:
		return p.from, nil
	}
	return known, refuse("reason.alias", "address", p.from, "of", known)
}

// takeFromElsewhere takes a reply that is authenticated by its token but comes
// from an address that is not its player's. The player is asked at the known
// address to confirm the new one, which is accepted from then on.
func (p *poll) takeFromElsewhere(letter *mailbox.Letter, tokens proof) (*Report, error) {
	files, err := p.index.namedIn(letter)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		m, err := p.Shelf.Open(file)
		if isMachineFault(err) {
			return nil, err
		}
		if err != nil || !p.scribes(m.Match) {
			continue
		}
		for i := range m.Roster.Readers() {
			h := p.heardFrom(letter, m, i+1)
			h.age, err = p.tokenAge(m.Match, h.party, tokens)
			if isMachineFault(err) {
				return nil, err
			}
			if err != nil || h.age < 0 || !m.Roster.Observes(h.party) && !m.MayUseMailOnly(h.party) {
				continue
			}
			if ok, sign := p.mayAnswer(letter); !ok {
				return h.automatic(sign), nil
			}
			if h, err = h.read(); err != nil {
				return nil, err
			}
			if m.Roster.Observes(h.party) {
				return h.take() // an observer can do no harm
			}
			return h.fromElsewhere()
		}
	}
	return nil, nil
}

// fromElsewhere takes a reply from an address that the player has confirmed,
// and otherwise asks for confirmation.
func (h heardReply) fromElsewhere() (*Report, error) {
	from := strings.ToLower(h.from)
	n, err := h.notes()
	switch {
	case err != nil:
		return nil, err
	case Knows(h.Match, h.letter):
		return h.report(Known, i18n.Text{}), nil
	case n.Aliases[from] == h.party:
		return h.take()
	}
	said, err := h.ask(question{Asks: i18n.T("elsewhere.ask", "address", from), Address: from}, i18n.Text{})
	if err != nil {
		return nil, err
	}
	if said.question != "" {
		h.answer(h.Match, said)
	}
	return h.report(Answered, i18n.T("reason.elsewhere", "address", h.address())), nil
}

// addAlias stores an address as the player's.
func (h heardReply) addAlias(from string) (remark, error) {
	said := remark{asked: true, note: i18n.T("reason.theirs", "address", from), text: i18n.T("elsewhere.learnt", "address", from)}
	return said, h.change(func(n *notes) { n.Aliases[from] = h.party })
}
