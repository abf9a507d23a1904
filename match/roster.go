package match

import (
	"cmp"
	"slices"
	"strconv"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
)

// Roster lists the parties of a match, numbered from 1 in the order of joining: the inviter, then the others by seat, each
// address once. Without an invitation they are the seats.
type Roster struct {
	Parties []kif.Seat
	Seating []int // the party of each seat; zeros before the toss
	Invited bool  // the match began by invitation, so its entries are signed
	Tossed  bool  // a toss decides the seats

	Observers []kif.Seat // who observe a match by invitation; not parties
	Delay     int        // how many plies late the observers see it
	Engines   bool       // programs may help the players

	Out     []int // the seats that have resigned or lost on time while the others keep playing, in the order of leaving
	Version int   // of the protocol: the lowest that all who have joined can play; 0 without an invitation

	umpired bool // party 1 is an umpire, without a seat
	former  []former
	left    []string // the addresses of players replaced by substitutes
	joined  int      // how many parties have joined
	called  *called  // shared by all rosters of the match
}

// called finds the name of a party that has none in the record; see Match.Call.
type called struct{ name func(address string) string }

// Call sets how to name players who have only an address in the record: as name
// returns for it, if that is not empty. No record contains such names.
func (m *Match) Call(name func(address string) string) { m.Roster.called.name = name }

// nameOf returns the name of a player, or "" if none is known.
func (p *Roster) nameOf(who kif.Seat) string {
	if who.Name == "" && who.Address != "" && p.called.name != nil {
		return p.called.name(who.Address)
	}
	return who.Name
}

// former is an earlier address of a party.
type former struct {
	address string
	party   int
}

// newRoster returns the roster before the first event.
func newRoster(r *kif.Record, seats int) (*Roster, error) {
	p := &Roster{Seating: make([]int, seats), Tossed: r.Tossed(), called: new(called)}
	players := make([]kif.Seat, seats)
	for i := range players {
		players[i] = r.Seat(i + 1)
	}
	if len(r.Events) > 0 && r.Events[0].Step == kif.Step(kif.Invite{}) {
		p.Invited = true
		if err := p.readInvitation(r, r.Events[0], players); err != nil {
			return nil, err
		}
		engines := r.Header("思考プログラム")
		if engines != "" && engines != kif.Allowed {
			return nil, &kif.Error{Line: r.Line("思考プログラム"), Found: kif.Found(engines), Wanted: i18n.T("fit.engines", "allowed", kif.Allowed)}
		}
		p.Engines = engines != ""
		return p, p.readObservers(r)
	}
	if p.Tossed {
		return nil, &kif.Error{Line: r.Line("対局者1"), Found: i18n.T("found.toss"), Wanted: i18n.T("fit.toss-invitation")}
	}
	for i := range p.Seating {
		p.Seating[i] = i + 1
	}
	p.Parties, p.joined = players, seats
	return p, nil
}

// readInvitation sets the parties of an invitation: the inviter first, then the others by seat. All must have addresses, at least
// two players must differ, and an umpire must have no seat.
func (p *Roster) readInvitation(r *kif.Record, e kif.Event, seats []kif.Seat) error {
	if umpire := r.Umpire(); umpire != (kif.Seat{}) {
		p.umpired, p.Parties = true, []kif.Seat{umpire}
	}
	switch {
	case r.Start() != "":
		return e.Misfit(i18n.T("fit.usual-start"), nil)
	case p.Tossed && len(p.Seating) != 2:
		return e.Misfit(i18n.T("fit.toss-two"), nil)
	case p.umpired && e.Seat != 0:
		return e.Misfit(i18n.T("fit.umpire-seatless"), nil)
	case p.Tossed:
		p.Parties = append(p.Parties, r.Player(1), r.Player(2))
	case !p.umpired && (e.Seat < 1 || e.Seat > len(p.Seating)):
		return e.Misfit(i18n.T("fit.inviter-seat"), nil)
	default:
		for i := range len(seats) + 1 {
			seat := cmp.Or(i, e.Seat, 1) // first that of the inviter
			who := seats[seat-1]
			party := 1 + slices.IndexFunc(p.Parties, func(other kif.Seat) bool { return sameParty(other, who) })
			if party == 0 {
				p.Parties = append(p.Parties, who)
				party = len(p.Parties)
			}
			p.Seating[seat-1] = party
		}
	}
	for _, party := range p.Parties {
		if !identity.IsAddress(party.Address) {
			var why error
			if party.Address != "" {
				why = i18n.Err("address.form", "address", kif.Quote(party.Address))
			}
			return e.Misfit(i18n.T("fit.addresses"), why)
		}
	}
	players := p.Parties[p.Umpire():]
	if len(players) < 2 || sameParty(players[0], players[1]) {
		return e.Misfit(i18n.T("fit.two-addresses"), nil)
	}
	plays := func(other kif.Seat) bool { return sameParty(other, p.Parties[0]) }
	if p.umpired && (slices.ContainsFunc(players, plays) || slices.Contains(p.Seating, 1)) {
		return e.Misfit(i18n.T("fit.umpire-apart"), nil)
	}
	return nil
}

// The limits for observers.
const (
	MaxObservers = 10
	MaxDelay     = 100 // plies
)

// readObservers sets the observers, none of whom may be a party.
func (p *Roster) readObservers(r *kif.Record) error {
	for _, who := range r.Observers() {
		line := r.Line("観戦者")
		switch {
		case !identity.IsAddress(who.Address):
			return &kif.Error{Line: line, Found: kif.Found(who.String()), Wanted: i18n.T("fit.observer-address")}
		case p.At(who.Address) != 0:
			return &kif.Error{Line: line, Found: kif.Found(who.String()), Wanted: i18n.T("fit.observer-apart")}
		case p.ReaderAt(who.Address) != 0:
			return &kif.Error{Line: line, Found: i18n.T("found.twice", "text", kif.Quote(who.String())), Wanted: i18n.T("fit.observer-once")}
		case len(p.Observers) == MaxObservers:
			return &kif.Error{Line: line, Found: i18n.T("found.observers", "n", MaxObservers), Wanted: i18n.T("fit.observers", "n", MaxObservers)}
		}
		p.Observers = append(p.Observers, who)
	}
	text := r.Header("観戦遅延")
	if text == "" {
		return nil
	}
	var err error
	if p.Delay, err = strconv.Atoi(text); err != nil || p.Delay < 1 || p.Delay > MaxDelay || len(p.Observers) == 0 {
		return &kif.Error{Line: r.Line("観戦遅延"), Found: kif.Found(text), Wanted: i18n.T("fit.delay", "most", MaxDelay)}
	}
	return nil
}

func sameParty(a, b kif.Seat) bool {
	return a.Address == b.Address || identity.SameAddress(a.Address, b.Address)
}

// Umpire returns the party that runs the match for the players without
// playing: 1, or 0 if there is none.
func (p *Roster) Umpire() int {
	if p.umpired {
		return 1
	}
	return 0
}

// Scribe is the party that signs for mail-only players: the umpire if there is
// one, otherwise the inviter.
const Scribe = 1

// Players returns the parties that play.
func (p *Roster) Players() (players []int) {
	for n := p.Umpire() + 1; n <= len(p.Parties); n++ {
		players = append(players, n)
	}
	return players
}

// Joining returns the next party to answer the invitation, or 0 if all have accepted.
func (p *Roster) Joining() int {
	if p.joined == len(p.Parties) {
		return 0
	}
	return p.joined + 1
}

// HasJoined reports whether party has invited or accepted.
func (p *Roster) HasJoined(party int) bool { return 0 < party && party <= p.joined }

// TossDue reports whether the match waits for the toss that decides the seats.
func (p *Roster) TossDue() bool { return p.Tossed && p.Joining() == 0 && p.Seating[0] == 0 }

// PartyOf returns the party that plays seat n, or 0 before the toss.
func (p *Roster) PartyOf(n int) int {
	if n < 1 || n > len(p.Seating) {
		return 0
	}
	return p.Seating[n-1]
}

// SeatOf returns the first seat of a party, or 0. Before the toss it is the
// position among the players.
func (p *Roster) SeatOf(party int) int {
	if p.PartyOf(1) == 0 {
		return 1 + slices.Index(p.Players(), party)
	}
	return 1 + slices.Index(p.Seating, party)
}

// IsOut reports whether all seats of a party are out.
func (p *Roster) IsOut(party int) bool {
	return slices.Contains(p.Seating, party) && p.seatIn(party) == 0
}

// seatIn returns the first seat of a party that is not out, or 0.
func (p *Roster) seatIn(party int) int {
	for i, by := range p.Seating {
		if by == party && !slices.Contains(p.Out, i+1) {
			return i + 1
		}
	}
	return 0
}

// playing counts the players who are not out.
func (p *Roster) playing() (n int) {
	for _, party := range p.Players() {
		if !p.IsOut(party) {
			n++
		}
	}
	return n
}

// without returns the roster with out as the seats that are out.
func (p *Roster) without(out []int) *Roster {
	next := *p
	next.Out = out
	return &next
}

// SeatsOf returns the seats of a party.
func (p *Roster) SeatsOf(party int) (seats []int) {
	for i, by := range p.Seating {
		if by == party && by != 0 {
			seats = append(seats, i+1)
		}
	}
	return seats
}

// Seat returns the player of seat n, or the zero Seat before the toss.
func (p *Roster) Seat(n int) kif.Seat {
	if party := p.PartyOf(n); party > 0 {
		return p.Parties[party-1]
	}
	return kif.Seat{}
}

// At returns the party that has, or has had, a mail address, or 0.
func (p *Roster) At(address string) int {
	if i := slices.IndexFunc(p.Parties, func(s kif.Seat) bool { return identity.SameAddress(s.Address, address) }); i >= 0 {
		return i + 1
	}
	for _, f := range p.former {
		if identity.SameAddress(f.address, address) {
			return f.party
		}
	}
	return 0
}

// ReaderAt returns the number of the reader who gets the mail of the match at
// an address, or 0. Parties are numbered first, then observers.
func (p *Roster) ReaderAt(address string) int {
	if party := p.At(address); party != 0 {
		return party
	}
	if i := slices.IndexFunc(p.Observers, func(s kif.Seat) bool { return identity.SameAddress(s.Address, address) }); i >= 0 {
		return len(p.Parties) + 1 + i
	}
	return 0
}

// likeAt returns the number of the reader, as ReaderAt counts, with an address
// like this one, or 0. It finds "bob+2@example.net" and addresses that only
// look like Bob's, so that nobody takes two parts in a match. It ignores the
// addresses of the party except.
func (p *Roster) likeAt(address string, except int) int {
	for i, who := range p.Readers() {
		if i+1 != except && identity.AlikeAddress(who.Address, address) {
			return i + 1
		}
	}
	for _, f := range p.former {
		if f.party != except && identity.AlikeAddress(f.address, address) {
			return f.party
		}
	}
	return 0
}

// Readers returns the parties, then the observers. ReaderAt numbers them from
// 1.
func (p *Roster) Readers() []kif.Seat { return slices.Concat(p.Parties, p.Observers) }

// Observes reports whether a number of ReaderAt is an observer.
func (p *Roster) Observes(reader int) bool { return reader > len(p.Parties) }

// SeatsAt returns the seats played from a mail address.
func (p *Roster) SeatsAt(address string) (seats []int) {
	party := p.At(address)
	for n, by := range p.Seating {
		if by != 0 && by == party || identity.SameAddress(address, p.Seat(n+1).Address) {
			seats = append(seats, n+1)
		}
	}
	return seats
}

// Name returns the name of a party, or its address if it has no name.
func (p *Roster) Name(party int) string {
	if party < 1 || party > len(p.Parties) {
		return ""
	}
	who := p.Parties[party-1]
	return cmp.Or(p.nameOf(who), who.Address)
}

// PlayerNames names the parties that play.
func (p *Roster) PlayerNames() i18n.Text {
	var names []string
	for _, party := range p.Players() {
		names = append(names, p.Name(party))
	}
	return i18n.People(names...)
}

// join returns the roster after one more party has joined, whose program can
// play up to that version of the protocol.
func (p *Roster) join(version int) *Roster {
	next := *p
	next.joined++
	if version = max(version, 1); p.joined == 0 || version < p.Version {
		next.Version = version
	}
	return &next
}

// HasLeft reports whether the player at an address was a party and has been
// replaced by a substitute.
func (p *Roster) HasLeft(address string) bool {
	return p.ReaderAt(address) == 0 && slices.ContainsFunc(p.left, func(a string) bool { return identity.SameAddress(a, address) })
}

// maxParties is the most parties of a match: four players and an umpire.
const maxParties = 5

// Contact is somebody else in a match: a party, an observer, or a proposed
// substitute.
type Contact struct {
	Name, Address string
	Key           string   // "" without a key or before the first answer
	Former        []string // the former addresses of a party, the latest last
	Called        bool     // a proposed substitute, who is not a party yet
}

// Contacts returns everybody in m except the player at address me.
func (m *Match) Contacts(me string) (list []Contact) {
	own := m.Roster.At(me)
	for i, p := range m.Roster.Parties {
		if p.Address == "" || i+1 == own {
			continue
		}
		c := Contact{Name: m.Roster.nameOf(p), Address: p.Address, Key: m.Keys.Of[i+1]}
		for _, f := range m.Roster.former {
			if f.party == i+1 {
				c.Former = append(c.Former, f.address)
			}
		}
		list = append(list, c)
	}
	for _, o := range m.Roster.Observers {
		list = append(list, Contact{Name: o.Name, Address: o.Address})
	}
	for _, s := range m.Substitutes {
		if s != nil && m.Outcome == nil {
			list = append(list, Contact{Name: s.Who.Name, Address: s.Who.Address, Key: s.Key, Called: true})
		}
	}
	return slices.DeleteFunc(list, func(c Contact) bool { return identity.SameAddress(c.Address, me) })
}
