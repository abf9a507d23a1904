package events

import (
	"strconv"
	"time"

	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
)

// Import creates a Swiss event from a tournament report. It begins at once, with the rounds of the report. Games without a result are
// played here, and the other results count as decisions. The definition names the game and its rules; find returns the address of a
// player.
func Import(d *game.Deal, def Definition, r standings.Report, find func(name string) (address string, err error)) error {
	def.Name, def.Kind, def.Rounds, def.Players, def.Imported = r.Name, Swiss, r.Rounds, len(r.Players), true
	if err := Define(d, def); err != nil {
		return err
	}
	e, err := lock(d, r.Name)
	if err != nil {
		return err
	}
	e.Begun, e.state = e.clock(d.At), running
	d.Change(`update event set begun = $2, state = $3 where name = $1`, e.Name, e.Begun, running)
	seen := map[string]bool{}
	for i, p := range r.Players {
		address, err := find(p.Name)
		member := false
		if err == nil {
			member, err = isMember(d, address)
		}
		switch {
		case err != nil:
			return words.Err("trf.member", "line", p.Line, "why", err)
		case !member || seen[address]:
			return words.Err("trf.member", "line", p.Line, "why", words.Err("trf.no-player", "who", p.Name))
		}
		seen[address] = true
		var gone time.Time
		byes := ""
		switch next := r.Played(); { // whether they are absent from the next round
		case len(p.Turns) <= next:
		case p.Turns[next].Halves == 0:
			gone = e.Begun
		default:
			byes = strconv.Itoa(next + 1)
		}
		d.Change(`insert into entrant (event, address, number, at, gone, rating, byes) values ($1, $2, $3, $4, $5, $6, $7)`,
			e.Name, address, i+1, e.Begun, gone, p.Rating, byes)
	}
	if err := readEntrants(d, e); err != nil {
		return err
	}
	for round := range r.Played() {
		if err := e.enact(d, r, round); err != nil {
			return err
		}
	}
	if err := e.notify(d, "begun", e.begun); err != nil {
		return err
	}
	return e.advance(d, e.clock(d.At))
}

// enact writes the games and byes of a round of a report, counted from 0, and begins the matches of the open games.
func (e *event) enact(d *game.Deal, r standings.Report, round int) error {
	var made []Pairing
	for i, p := range r.Players {
		switch t := p.Turns[round]; {
		case t.Seat > 0 && t.Open:
			made = append(made, Pairing{Players: []int{i + 1, t.Opponent + 1}})
		case t.Seat > 0:
			won := standings.OutcomeOf(t.Halves, r.Players[t.Opponent].Turns[round].Halves)
			made = append(made, Pairing{Players: []int{i + 1, t.Opponent + 1}, Result: won, Decided: true})
		case t.Seat == 0 && t.Halves > 0:
			made = append(made, Pairing{Players: []int{i + 1}, Result: standings.OutcomeOf(t.Halves, 2-t.Halves)})
		}
	}
	for board, p := range made {
		p.Round, p.Board, p.At = round+1, board+1, e.Begun
		if p.Result != "" {
			p.Known = e.Begun
		}
		if err := e.add(d, p); err != nil {
			return err
		}
	}
	return nil
}
