package game

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/match"
)

// The states of a match.
const (
	Asked = "asked" // some players have not accepted yet
	Open  = "open"
	Over  = "over"
)

// Change is a match that a transaction has changed.
type Change struct {
	File   string // its name in the desk
	Match  *match.Match
	Before *match.Match // nil for a new match
}

// Ended reports whether the change has ended the match.
func (c Change) Ended() bool {
	return c.Match.Outcome != nil && (c.Before == nil || c.Before.Outcome == nil)
}

// Settle writes the files of the desk into the rows of the transaction, and returns the matches that changed. The error is
// db.ErrBusy if another transaction has changed one of them since it was read.
func (s *Shelf) Settle() (changes []Change, err error) {
	if err := s.broken(); err != nil {
		return nil, err
	}
	for _, name := range s.files.order {
		data := s.files.written[name]
		m, err := s.Open(name)
		if err != nil || !match.NamedFor(path.Base(name), m.Short()) { // another version of a match, or an unreadable file
			s.tx.Change(`insert into beside (name, data) values ($1, $2) on conflict (name) do update set data = excluded.data`, path.Base(name), data)
			continue
		}
		c := Change{File: name, Match: m.Match}
		if old, ok := s.files.read[name]; ok {
			before, err := s.Desk.Read(name, old)
			if err != nil {
				return nil, err
			}
			c.Before = before.Match
		}
		if err := s.write(c, data); err != nil {
			return nil, err
		}
		s.files.read[name] = data // a further change in this transaction changes the same row
		changes = append(changes, c)
	}
	for name, rest := range s.rests { // matches that have not changed
		m, err := s.Open(name)
		if err != nil {
			return nil, err
		}
		s.tx.Change(`update match set rest = $2 where file = $1 and rest <> $2`, path.Base(name), s.next(m.Match, rest))
	}
	s.files.order, s.rests = nil, map[string]time.Time{}
	s.memory.settle()
	return changes, nil
}

// write writes the row of a match.
func (s *Shelf) write(c Change, data []byte) error {
	m, file := c.Match, path.Base(c.File)
	at, tended := s.rests[c.File]
	if !tended {
		at = farAway
	}
	delete(s.rests, c.File)
	rest := s.next(m, at)
	end, _ := m.Clock.Deadline(m.Turn)
	state, ended := Open, time.Time{}
	switch {
	case m.Outcome != nil:
		i := 0
		for m.After(i).Outcome == nil {
			i++
		}
		state, ended = Over, m.Record.Events[i].At
		if came := m.Record.Events[i].Came; !came.IsZero() { // the arrival of the message that ended it
			ended = came
		}
	case m.Roster.Joining() != 0:
		state = Asked
	}
	if c.Before != nil {
		n, err := s.tx.Exec(`update match set record = $3, head = $4, state = $5, changed = $6, until = $7, ended = $8, result = $9, rest = case when $10 < rest then $10 else rest end where file = $1 and head = $2`,
			file, c.Before.Head.String(), data, m.Head.String(), state, s.files.now, end, ended, places(m), rest)
		if err == nil && n == 0 {
			err = db.ErrBusy
		}
		was := c.Before.Roster
		if err != nil || slices.Equal(was.Parties, m.Roster.Parties) && slices.Equal(was.Seating, m.Roster.Seating) && slices.Equal(was.Observers, m.Roster.Observers) {
			return err
		}
		s.seat(file, m.Roster)
		return nil
	}
	h := s.heads[c.File]
	s.tx.Change(`insert into match (file, hash, short, record, head, state, game, rules, begun, changed, until, rest, ended, result, made, rated, event, round, ladder, strict)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $10, $15, $16, $17, $18, $19)`,
		file, m.Hash().String(), m.Short(), data, m.Head.String(), state, m.Game.Name, m.Game.OptionText(m.Options), m.Entries[0].Event.At, s.files.now,
		end, rest, ended, places(m), h.Rated, h.Event, h.Round, h.Ladder, h.Strict)
	for i := range m.Record.Events { // players may have left in a record from elsewhere
		for _, p := range m.After(i).Roster.Parties {
			s.seatAt(file, p, 0)
		}
	}
	s.seat(file, m.Roster)
	return nil
}

// farAway is the time of the next work in a match that waits only for a message.
var farAway = time.Date(9999, time.January, 1, 0, 0, 0, 0, time.UTC)

// next returns when m next needs work without a message: at the time given by the courier, or when the player to move runs out of
// time.
func (s *Shelf) next(m *match.Match, courier time.Time) time.Time {
	if at, late := s.wakes[m.FileName()]; late && at.Before(courier) {
		courier = at
	}
	if end, _ := m.Clock.Deadline(m.Turn); m.Claim == nil && end.After(s.files.now) && end.Before(courier) {
		return end.Add(time.Second) // times in records are whole seconds
	}
	return courier
}

// seat stores the players and observers of a match. It keeps the rows of players who left, because they may still ask about the
// match.
func (s *Shelf) seat(file string, r *match.Roster) {
	for _, p := range r.Parties {
		seat := 0
		if seats := r.SeatsAt(p.Address); len(seats) > 0 {
			seat = seats[0]
		}
		s.seatAt(file, p, seat)
	}
	for _, p := range r.Observers {
		s.seatAt(file, p, 0)
	}
}

func (s *Shelf) seatAt(file string, p kif.Seat, seat int) {
	if p.Address == "" || identity.SameAddress(p.Address, s.Me.Address) {
		return
	}
	s.tx.Change(`insert into seat (file, address, seat) values ($1, $2, $3) on conflict (file, address) do update set seat = excluded.seat where seat.seat <> excluded.seat`,
		file, strings.ToLower(p.Address), seat)
}

// places returns the place of each seat, such as "1 2"; "" for a match without a result.
func places(m *match.Match) string {
	if m.Outcome == nil || m.Outcome.Places == nil {
		return ""
	}
	return strings.Trim(fmt.Sprint(m.Outcome.Places), "[]")
}
