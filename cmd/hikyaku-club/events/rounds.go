package events

import (
	"path"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/match"
)

// advance makes the games due at a time, and ends the event if there are none.
func (e *event) advance(d *game.Deal, at time.Time) error {
	for _, p := range e.next(at) {
		if err := e.add(d, p); err != nil {
			return err
		}
	}
	if e.over(at) {
		return e.end(d, at)
	}
	return nil
}

// add adds a game, and starts its match if it has no result.
func (e *event) add(d *game.Deal, p Pairing) (err error) {
	if p.Result == "" {
		if p.Match, err = e.begin(d, p); err != nil {
			return err
		}
	}
	var addresses []string
	for _, n := range p.Players {
		addresses = append(addresses, e.people[n-1].Address)
	}
	e.Pairings = append(e.Pairings, p)
	d.Change(`insert into pairing (event, round, board, players, file, at, result, known, decided) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		e.Name, p.Round, p.Board, strings.Join(addresses, " "), p.Match, p.At, string(p.Result), p.Known, p.Decided)
	return nil
}

// begin starts the match of a game.
func (e *event) begin(d *game.Deal, p Pairing) (file string, err error) {
	s := game.Setup{
		Heading: game.Heading{Event: e.Name, Round: p.Round, Rated: e.Rated},
		Options: OptionsOf(e.Rules), Control: e.Control, Engines: e.Engines,
	}
	if s.Game, err = gameOf(d, e.Game); err != nil {
		return "", err
	}
	for _, n := range p.Players {
		who := e.people[n-1]
		s.Players = append(s.Players, who.player(who.letter))
	}
	return d.Begin(s)
}

// settle sets the result of a game, and withdraws its invitation if some player has not accepted it.
func (e *event) settle(d *game.Deal, n int, result standings.Outcome, decided bool, at time.Time) error {
	p := &e.Pairings[n]
	p.Result, p.Known, p.Decided = result, at, decided
	d.Change(`update pairing set result = $4, known = $5, decided = $6, was = $7 where event = $1 and round = $2 and board = $3`,
		e.Name, p.Round, p.Board, string(result), at, decided, writeEarlier(p.Was))
	if !decided || len(p.Was) > 0 {
		return nil
	}
	c, err := d.Shelf.Open(path.Join(game.Folder, p.Match))
	if err == nil && c.Outcome == nil && c.Roster.Joining() != 0 {
		_, err = d.Shelf.Resign(c, 0, true)
	}
	return err
}

// end ends the event.
func (e *event) end(d *game.Deal, at time.Time) error {
	e.state, e.Ended = Over, at
	d.Change(`update event set state = $2, ended = $3 where name = $1`, e.Name, Over, at)
	return e.notify(d, "over", e.ended)
}

// ResultOf converts a finished match to the result of a game. A player who declines loses; a match that was broken off has no
// winner.
func ResultOf(m *match.Match) standings.Outcome {
	switch o := m.Outcome; {
	case o == nil || len(m.Roster.Seating) != 2:
		return ""
	case o.Rule.ID == match.Declined: // neither player attends if the seat is 0
		return [...]standings.Outcome{standings.Void, standings.SecondWon, standings.FirstWon}[m.Roster.SeatOf(missing(m))]
	case o.Places == nil:
		return standings.Void
	case o.Places[0] < o.Places[1]:
		return standings.FirstWon
	case o.Places[0] > o.Places[1]:
		return standings.SecondWon
	}
	return standings.Drawn
}

// missing returns the party that has not accepted a match: it has declined, or had not answered when the club gave up.
func missing(m *match.Match) int {
	if by := m.By(m.LastEntry()); by != m.Roster.Umpire() {
		return by
	}
	return m.Roster.Joining()
}

// finish records the result of a match in its event, unless one is already decided.
func finish(d *game.Deal, name, file string, m *match.Match) error {
	e, err := lock(d, name)
	if err != nil {
		return err
	}
	n := slices.IndexFunc(e.Pairings, func(p Pairing) bool { return p.Match == file })
	if n < 0 || e.Pairings[n].Result != "" {
		return nil
	}
	at := e.clock(d.At)
	if err := e.settle(d, n, ResultOf(m), false, at); err != nil {
		return err
	}
	return e.advance(d, at)
}
