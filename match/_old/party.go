package kif

import (
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
)

// gather finds out who plays, before the first event.
func (l *Line) gather() error {
	r, n := l.Record, l.Game.Seats(l.Options)
	l.tossed = r.Header("対局者1") != ""
	if len(r.Events) > 0 && r.Events[0].Kind == Act && r.Events[0].Text == "invite" {
		return l.invited(r.Events[0], n)
	}
	if l.tossed {
		return &Error{Line: r.headLine("対局者1"), Found: "seats to be tossed for", Wanted: `an invitation, "#: do invite", as the first event`}
	}
	for seat := 1; seat <= n; seat++ {
		l.parties, l.seating = append(l.parties, r.Seat(seat)), append(l.seating, seat)
	}
	l.joined = n
	l.Entries = []Entry{newEntry(r)}
	l.head = l.Entries[0].Hash()
	l.match = l.head
	return nil
}

// invited gathers the parties of an invitation: who invites first, then the others by seat.
func (l *Line) invited(e Event, seats int) error {
	l.invitation, l.seating = true, make([]int, seats)
	if umpire := l.Record.Umpire(); umpire != (Seat{}) {
		l.umpired, l.parties = true, []Seat{umpire}
	}
	switch {
	case l.Record.Start() != "":
		return misfit(e, "the usual start: a match from a position is not played by invitation", nil)
	case l.tossed && seats != 2:
		return misfit(e, "seats that are given: only two can be tossed for", nil)
	case l.umpired && e.Seat != 0:
		return misfit(e, "no seat of who invites, who is the umpire", nil)
	case l.tossed:
		l.parties = append(l.parties, l.Record.party(1), l.Record.party(2))
	case !l.umpired && (e.Seat < 1 || e.Seat > seats):
		return misfit(e, `a line "#: seat N" with the seat of who invites`, nil)
	default:
		if !l.umpired {
			l.sit(e.Seat)
		}
		for seat := range seats {
			l.sit(seat + 1)
		}
	}
	return l.checkParties(e)
}

// checkParties wants parties that can write to each other, an umpire who plays no seat, and two others at least.
func (l *Line) checkParties(e Event) error {
	for _, p := range l.parties {
		if p.Address == "" {
			return misfit(e, "a mail address of every player", nil)
		}
	}
	players := l.parties[l.Umpire():]
	if len(players) < 2 || sameParty(players[0], players[1]) {
		return misfit(e, "players at two addresses at least", nil)
	}
	plays := func(p Seat) bool { return sameParty(p, l.parties[0]) }
	if l.umpired && (slices.ContainsFunc(players, plays) || slices.Contains(l.seating, 1)) {
		return misfit(e, "an umpire who plays no seat", nil)
	}
	return nil
}

// sit gives a seat to the party that has its address.
func (l *Line) sit(seat int) {
	who := l.Record.Seat(seat)
	i := slices.IndexFunc(l.parties, func(p Seat) bool { return sameParty(p, who) })
	if i < 0 {
		i = len(l.parties)
		l.parties = append(l.parties, who)
	}
	l.seating[seat-1] = i + 1
}

func sameParty(a, b Seat) bool { return strings.EqualFold(a.Address, b.Address) }

// party is the player of number n in a match whose seats are tossed for.
func (r *Record) party(n int) Seat { return parseSeat(r.Header(fmt.Sprintf("対局者%d", n))) }

// Invited tells whether the match began by an invitation, so that its entries are signed.
func (l *Line) Invited() bool { return l.invitation }

// Parties lists who plays, in the order of joining: each address once in a match that began by invitation,
// else the seats.
func (l *Line) Parties() []Seat { return l.parties }

// Umpire is the party that plays no seat and keeps the match for the others, 1 or, where there is none, 0.
func (l *Line) Umpire() int {
	if l.umpired {
		return 1
	}
	return 0
}

// Players are the parties that play.
func (l *Line) Players() (players []int) {
	for n := l.Umpire() + 1; n <= len(l.parties); n++ {
		players = append(players, n)
	}
	return players
}

// Joining is the party that is to accept the invitation next, 0 once all have.
func (l *Line) Joining() int {
	if l.joined == len(l.parties) {
		return 0
	}
	return l.joined + 1
}

// PartyOf is the party that plays seat n, 0 while the seats are not yet tossed for.
func (l *Line) PartyOf(n int) int {
	if n < 1 || n > len(l.seating) {
		return 0
	}
	return l.seating[n-1]
}

// Seat is the player of seat n; a zero Seat while the seats are not yet tossed for.
func (l *Line) Seat(n int) Seat {
	if p := l.PartyOf(n); p > 0 {
		if l.tossed || l.invitation {
			return l.parties[p-1]
		}
		return l.Record.Seat(n)
	}
	return Seat{}
}

// By is the party that made Record.Events[i], 0 for throws.
func (l *Line) By(i int) int { return l.by[i] }

// Match is what the entries of the match name: the hash of the entry with which the last party joined.
// It is zero before.
func (l *Line) Match() Hash { return l.match }

// tossDue tells whether the seats are to be tossed for now.
func (l *Line) tossDue() bool { return l.tossed && l.Joining() == 0 && l.seating[0] == 0 }

// Waits is the sides of the dice that the match waited for after its first n events; nil where it waited for none.
func (l *Line) Waits(n int) []int {
	switch {
	case l.Joining() != 0 || n < l.formed:
		return nil
	case l.tossed && (l.tossedAt == 0 || n < l.tossedAt):
		return []int{2}
	}
	return l.Positions[n].Next().Throw
}

// toss takes the throw that seats two players: face 1 puts the first in seat 1.
func (l *Line) toss(e Event) error {
	faces, _ := engine.Move(e.Text).Throw()
	if len(faces) != 1 || faces[0] < 1 || faces[0] > 2 {
		return misfit(e, "the toss for seats, [1] or [2]", nil)
	}
	players := l.Players()
	l.seating, l.tossedAt = []int{players[faces[0]-1], players[2-faces[0]]}, len(l.by)+1
	for n := 1; n <= 2; n++ {
		if written := l.Record.Seat(n); written != (Seat{}) && written != l.Seat(n) {
			return &Error{Line: l.Record.headLine(aliases[4+n][0]), Found: Quote(written.String()), Wanted: "what the toss gave: " + l.Seat(n).String()}
		}
	}
	return nil
}

// seated is r with the players of a toss in the headers where other programs look for them.
func (l *Line) seated(r *Record) (*Record, error) {
	c := r.clone()
	c.Headers = append(c.Headers, Header{"先手", l.Seat(1).String()}, Header{"後手", l.Seat(2).String()})
	return c.Rewrite(c.Encoding)
}
