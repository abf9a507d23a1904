package home

import (
	"slices"

	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/match"
)

// ProgramDue returns the computer player that is to move in m, in the form of
// computer.ParseSpec; ok is false if there is none. Computer players play only
// on one machine, and not among themselves once all people are out.
func ProgramDue(m *match.Match) (spec string, ok bool) {
	if m.Roster.Invited || m.Outcome != nil || m.Due() == 0 {
		return "", false
	}
	person := len(m.Roster.Out) == 0
	for n := range m.Roster.Seating {
		_, program := identity.ProgramOf(m.Roster.Seat(n + 1).Name)
		person = person || !program && !slices.Contains(m.Roster.Out, n+1)
	}
	if !person {
		return "", false
	}
	return identity.ProgramOf(m.Roster.Seat(m.Due()).Name)
}

// Reader returns our party in m. In a match on one machine that is the only
// player who is no computer player; it is 0 if there are several.
func (f *Folder) Reader(m *match.Match) (party int) {
	if party = f.Party(m); party != 0 || m.Roster.Invited {
		return party
	}
	people := 0
	for n := range m.Roster.Seating {
		if _, program := identity.ProgramOf(m.Roster.Seat(n + 1).Name); !program {
			people++
			party = m.Roster.PartyOf(n + 1)
		}
	}
	if people != 1 || people == len(m.Roster.Seating) {
		return 0
	}
	return party
}

// TakesWords reports whether somebody can read a message with a move in m: not if only computer players play with us.
func (f *Folder) TakesWords(m *match.Match) bool { return f.Party(m) != 0 || f.Reader(m) == 0 }

// GivesHints reports whether we may ask for a good move in c: it is a match that is
// not played by mail, and our turn.
func (f *Folder) GivesHints(c Copy) bool {
	due := c.Due()
	return isLocal(c) && due != 0 && f.Reader(c.Match) == c.Roster.PartyOf(due)
}

// Again begins another match like the finished one in c on this computer, with
// every player moved to the next seat, and against instead of its computer
// players if it is not empty.
func (d *Desk) Again(c Copy, against string) (Copy, error) {
	s := Setup{Game: c.Game, Options: c.Options, PerMove: c.Record.PerMove(), Start: c.Record.Start()}
	seats := len(c.Roster.Seating)
	for n := range seats {
		seat := c.Roster.Seat((n+seats-1)%seats + 1)
		if _, program := identity.ProgramOf(seat.Name); program && against != "" {
			seat.Name = identity.ProgramSeat(against)
		}
		s.Seats = append(s.Seats, seat)
	}
	return d.Begin(s)
}

// seatProgram gives the unassigned seats to a computer player, except for that of
// the player if none is assigned.
func seatProgram(seats []kif.Seat, program string, own int) error {
	if program == "" {
		return nil
	}
	free := 0
	named := slices.ContainsFunc(seats, func(s kif.Seat) bool { return s != kif.Seat{} })
	for i := range seats {
		if seats[i].Address != "" {
			return &UsageError{i18n.Err("against.address", "address", seats[i].Address)}
		}
		if seats[i].Name == "" && (named || i+1 != own) {
			seats[i].Name = identity.ProgramSeat(program)
			free++
		}
	}
	if free == 0 {
		return &UsageError{i18n.Err("against.full")}
	}
	return nil
}
