package match

import (
	"slices"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
)

// Summary is the information that a list shows about a match, so that its
// record need not be read again.
type Summary struct {
	File      string
	ID        string    // the match number in the record (対局番号)
	Hash      string    // the hash of the first entry
	Head      string    // the hash of the last entry
	Game      string    // the name of the game
	Title     i18n.Text // the displayed name of the game
	Ply       int
	Over      bool
	Turn      string    // the address of the party that must act
	Others    []string  // the addresses of the other players
	Names     []string  // the names of the other players, or else their addresses
	Programs  []string  `json:",omitempty"` // the names of the other players in a match of one person on this machine; frozen files have none
	Against   []string  // how the match ended for the player against each of Others, or all Programs: Won, Lost or Drawn, "" for an umpire; nil if undecided
	Observers []string  // the addresses of the observers
	Contacts  []Contact // everybody else in a match by mail, including observers and a proposed substitute
	Away      []string  // the absences, "Bob 2026-12-20..2026-12-27"
	Delay     int       // how many plies late the observers see the match
	Posted    bool      // our courier must carry the last entry
	Draft     bool      // the last entry is ours and has not been handed to the courier
	Offer     i18n.Text // the request that waits for an answer
	Asked     kif.Question
	Called    string    // the party that asks us to replace it; "" for none, or if we have answered
	From      string    // who makes the request
	Begun     time.Time // the time of the first entry; zero if unknown
	Since     time.Time // the time of the last entry
	Until     time.Time // when the player to move is out of time; zero without a limit
	Limit     i18n.Text
	Paused    time.Time // since when the match is paused by agreement; zero if it is not
	Lapses    time.Time // when an unanswered claim wins; see Match.ClaimWinsAt
	Status    i18n.Text
	Awaits    Waiting
	Ending    string    // the identifier of the rule by which the match ended; "" before the end
	Error     i18n.Text // why the record cannot be read; the rest is then empty
}

// Short returns the short name of the match, as Match.Short does.
func (s *Summary) Short() string { return s.Hash[:min(8, len(s.Hash))] }

// Damaged reports whether the record cannot be read.
func (s *Summary) Damaged() bool { return s.Error != (i18n.Text{}) }

// Mine reports whether it is the turn of the player at address.
func (s *Summary) Mine(address string) bool {
	return !s.Over && identity.SameAddress(address, s.Turn)
}

// Here reports whether an unfinished match on this machine waits for somebody at
// it, as it always does: programs have answered.
func (s *Summary) Here() bool { return !s.Over && len(s.Names) == 0 }

// remembered is how long the last entry of a finished match is sent again if the
// courier has lost its notes.
const remembered = 30 * 24 * time.Hour

// Forgotten reports whether the match ended so long ago that its last entry is
// not sent any more.
func (s *Summary) Forgotten(now time.Time) bool { return s.Over && now.Sub(s.Since) >= remembered }

// Asks reports whether an offer waits for the answer of the player at address.
func (s *Summary) Asks(address string) bool {
	return !s.Over && s.From != "" && address != "" && !identity.SameAddress(s.From, address)
}

// Waits reports whether the match waits for the player at address to move or
// to answer an offer. A paused match waits for no move.
func (s *Summary) Waits(address string) bool {
	return s.Mine(address) && s.Paused.IsZero() || s.Draft || s.Asks(address)
}

// AllowsAnalysis reports whether a program may analyse m: it is over, it is
// played on one machine, or all players have agreed to the help of programs.
func (m *Match) AllowsAnalysis() bool {
	return m.Outcome != nil || !m.Roster.Invited || m.Roster.Engines
}

// Summarise returns the summary of m, the match in file, for the player at address me.
func (m *Match) Summarise(file, me string) Summary {
	party := m.Roster.At(me)
	address := func(n int) string { // of a party; ours may be a former one
		switch {
		case n < 1 || n > len(m.Roster.Parties):
			return ""
		case m.Roster.Invited && n == party:
			return me
		}
		return m.Roster.Parties[n-1].Address
	}
	s := Summary{
		File: file, ID: m.Record.ID(), Hash: m.Hash().String(), Head: m.Head.String(), Game: m.Game.Name, Title: m.Game.Called(m.Options),
		Ply: m.Ply(), Over: m.Outcome != nil, Turn: address(m.Turn), Status: m.For(party).Status(), Limit: m.For(party).Limit(nil), Lapses: m.ClaimWinsAt(),
		Delay: m.Roster.Delay, Paused: m.Paused, Awaits: m.WaitsFor(),
	}
	if m.Outcome != nil {
		s.Ending = m.Outcome.Rule.ID
	}
	if i := m.LastEntry(); i >= 0 {
		// The scribe also carries the steps of others: to players who have only a mail program, and to observers.
		relays := party == Scribe && (len(m.Roster.Observers) > 0 || slices.ContainsFunc(m.Roster.Players(), m.MayUseMailOnly))
		s.Posted = m.Record.Events[i].Posted || relays
		s.Draft = m.Unsent() && party != 0 && m.By(i) == party
	}
	s.Begun, s.Since = m.Entries[0].Event.At, m.Entries[len(m.Entries)-1].Event.At
	others := m.Others(me)
	for _, n := range others {
		s.Others, s.Names = append(s.Others, m.Roster.Parties[n-1].Address), append(s.Names, m.Roster.Name(n))
	}
	if m.Roster.Invited {
		s.Contacts = m.Contacts(me)
	}
	if m.Outcome != nil && m.Outcome.Places != nil {
		s.Against = m.against(party, others)
	}
	for _, p := range m.Roster.Observers {
		s.Observers = append(s.Observers, p.Address)
	}
	if asks, by := m.Asked(); asks != "" && !m.silent(party) && (asks != kif.SubstituteQuestion || by == party || m.AsksSubstitute(party) != nil) {
		s.Offer, s.Asked, s.From = m.For(party).Open(), asks, address(by)
	}
	if leaving := m.For(party).Leaving(); leaving != (i18n.Text{}) && !s.Asks(me) {
		s.Offer, s.From = leaving, address(party)
	}
	for _, a := range m.Absences(time.Time{}) {
		s.Away = append(s.Away, m.Roster.Name(a.Party)+" "+a.Zoned())
	}
	if end, limited := m.Clock.Deadline(party); limited && m.Outcome == nil {
		s.Until = end
	}
	if party == 0 {
		s.describeOutsider(m, me)
	}
	return s
}

// Left is the ending of a match for a player who has left it, or did not join
// it after all.
const Left = "record.left"

// describeOutsider completes the summary of a match in which the player at me is not a
// party: one that a substitute has taken over, or in which we are asked to
// substitute.
func (s *Summary) describeOutsider(m *Match, me string) {
	called, left := m.AskedToReplace(me), m.Outcome == nil && (m.Roster.HasLeft(me) || m.IsGuest(me))
	if called != 0 || left {
		s.Offer, s.Asked, s.From = i18n.Text{}, "", ""
	}
	switch {
	case called != 0 && m.Substitutes[called].Key == "":
		s.Called, s.Status = m.Roster.Name(called), i18n.T("status.called", "who", m.Party(called))
	case called != 0:
		s.Status = i18n.T("status.stepped-in", "who", m.Party(called))
	case left:
		s.Over, s.Ending, s.Status, s.Awaits, s.Turn = true, Left, i18n.T("status.left"), ForNothing, ""
		s.Until, s.Lapses, s.Limit = time.Time{}, time.Time{}, i18n.Text{}
	}
}

// How a match ended for one player against another.
const (
	Won   = "won"
	Lost  = "lost"
	Drawn = "drawn"
)

// against returns how m ended for party against each of the others; nil if m has
// no result for party.
func (m *Match) against(party int, others []int) (list []string) {
	if party == 0 || party == m.Roster.Umpire() {
		return nil
	}
	own := m.place(party)
	for _, n := range others {
		switch other := m.place(n); {
		case other > len(m.Outcome.Places):
			list = append(list, "")
		case own < other:
			list = append(list, Won)
		case own > other:
			list = append(list, Lost)
		default:
			list = append(list, Drawn)
		}
	}
	return list
}

// place returns the best place of the seats of a party in m, which is over;
// for an umpire, one more than the last place.
func (m *Match) place(party int) int {
	best := len(m.Outcome.Places) + 1
	for i, p := range m.Outcome.Places {
		if m.Roster.PartyOf(i+1) == party {
			best = min(best, p)
		}
	}
	return best
}

// Unsent reports whether the last step of a match by mail has not been handed
// to the courier yet.
func (m *Match) Unsent() bool {
	i := m.LastEntry()
	return m.Roster.Invited && i >= 0 && !m.Record.Events[i].Posted
}

// Others returns the parties at addresses other than me, each address once.
func (m *Match) Others(me string) (others []int) {
	own := m.Roster.At(me)
	for i, p := range m.Roster.Parties {
		known := func(other int) bool { return sameParty(m.Roster.Parties[other-1], p) }
		if p.Address != "" && i+1 != own && !identity.SameAddress(p.Address, me) && !slices.ContainsFunc(others, known) {
			others = append(others, i+1)
		}
	}
	return others
}
