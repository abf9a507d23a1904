package match

import (
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
)

// Summary is what a list says of a match, without its record being read again.
type Summary struct {
	File   string
	ID     string      // 対局番号
	Hash   string      // of the opening entry
	Head   string      // of the last
	Game   string      // its name
	Title  engine.Text // and what it is called
	Ply    int
	Over   bool
	Turn   string      // the address that is to act
	Others []string    // the addresses of the other players
	Posted bool        // whether the last entry is for our courier to carry
	Draft  bool        // whether it is our own and was not
	Offer  engine.Text // what is asked …
	From   string      // … and by whom
	Begun  time.Time   // the time of the first entry; zero if unknown
	Since  time.Time   // the time of the last
	Until  time.Time   // when the time of the player to move is over; zero if it is not limited
	Limit  engine.Text
	Lapses time.Time // when it is won, unconfirmed, by a claim that nobody answers; zero where none is made
	Status engine.Text
	Error  string // why the record cannot be read; the rest is then empty
}

// Short is how people name the match.
func (s *Summary) Short() string { return s.Hash[:min(8, len(s.Hash))] }

// Mine tells whether the match waits for a move of the player at address.
func (s *Summary) Mine(address string) bool {
	return !s.Over && address != "" && strings.EqualFold(s.Turn, address)
}

// Waits tells whether the match waits for the player at address: for a move, or for the answer to an offer.
func (s *Summary) Waits(address string) bool {
	return s.Mine(address) || s.Draft || !s.Over && s.From != "" && !strings.EqualFold(s.From, address) && address != ""
}

// Summarise is the summary of m, which lies in file, for the player at address me.
func Summarise(m *Match, file, me string) Summary {
	party := m.Roster.At(me)
	s := Summary{
		File: file, ID: m.Record.ID(), Hash: m.Hash().String(), Head: m.Head.String(), Game: m.Game.Name, Title: m.Game.Title,
		Ply: m.Ply(), Over: m.Outcome != nil, Turn: address(m, m.Turn), Status: Status(m), Limit: Limit(m, party), Lapses: Lapses(m),
	}
	if i := m.LastEntry(); i >= 0 {
		s.Posted = m.Record.Events[i].Posted || relays(m, party)
		s.Draft = Unsent(m) && party != 0 && m.By(i) == party
	}
	s.Begun, s.Since = m.Entries[0].Event.At, m.Entries[len(m.Entries)-1].Event.At
	for _, p := range Others(m, me) {
		s.Others = append(s.Others, p.Address)
	}
	if asks := Question(m, 0); asks.En != "" {
		s.Offer, s.From = asks, address(m, asker(m))
	}
	if end, limited := m.Clock.Deadline(party); limited && m.Outcome == nil {
		s.Until = end
	}
	return s
}

// relays tells whether party carries the steps of others too, to those who have only a mail program.
func relays(m *Match, party int) bool {
	return party == m.Roster.Scribe() && slices.ContainsFunc(m.Roster.Players(), m.Writes)
}

// asker is the party whose question Question tells.
func asker(m *Match) int {
	switch {
	case m.Claim != nil:
		return m.Claim.By
	case m.unsettled():
		return m.Settlement.Party
	}
	return m.Offer.Party
}

func address(m *Match, party int) string {
	if party < 1 || party > len(m.Roster.Parties) {
		return ""
	}
	return m.Roster.Parties[party-1].Address
}

// Unsent tells whether the last step of a match by mail is not yet handed to the courier: the others wait for it.
func Unsent(m *Match) bool {
	i := m.LastEntry()
	return m.Roster.Invited && i >= 0 && !m.Record.Events[i].Posted
}

// Others lists everybody who plays from another address than me, each address once.
func Others(m *Match, me string) (others []kif.Seat) {
	for _, p := range m.Roster.Parties {
		known := func(other kif.Seat) bool { return sameParty(other, p) }
		if p.Address != "" && !strings.EqualFold(p.Address, me) && !slices.ContainsFunc(others, known) {
			others = append(others, p)
		}
	}
	return others
}
