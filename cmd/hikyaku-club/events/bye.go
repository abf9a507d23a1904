package events

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
	"hikyaku/match"
)

// maxByes is how many byes a player may ask for in one event.
const maxByes = 2

// roundOf matches an event with the number of a round after it, "Winter Cup round 3".
var roundOf = regexp.MustCompile(`(?i)^(.+?)(?:[\s,、]+(?:in )?(?:round|第)?\s*|第)(\d{1,2})\s*(?:回戦)?$`)

// Bye stores that a player of a Swiss event wants half a point instead of a game in a round: the round named after the event in
// text, or the next one. It returns a confirmation. A *words.Error says why the bye isn't possible. Both are for the player or, if
// who is the player's name, for a director who asks on their behalf.
func Bye(d *game.Deal, text, address, who string) (noted i18n.Text, err error) {
	name, round := text, 0
	given, err := called(d, text)
	if parts := roundOf.FindStringSubmatch(strings.TrimSpace(text)); err == nil && given == "" && parts != nil {
		name = parts[1]
		round, _ = strconv.Atoi(parts[2])
	}
	if err != nil {
		return noted, err
	}
	e, err := lock(d, name)
	if err != nil {
		return noted, err
	}
	made := e.lastRound()
	if round == 0 {
		round = made + 1
	}
	i := e.find(address)
	noted = words.Text(saidTo(who, "arrange.bye.noted", "arrange.bye.noted-other"), "who", who, "event", e.Name, "round", round)
	switch {
	case i < 0 || !e.Entrants[i].Left.IsZero():
		return noted, notEntered(e, who)
	case e.Kind != Swiss:
		return noted, words.Err("arrange.bye.kind", "event", e.Name)
	case e.state == Over:
		return noted, words.Err("arrange.over", "event", e.Name)
	case slices.Contains(e.Entrants[i].Byes, round):
		return noted, nil
	case round <= made:
		return noted, words.Err("arrange.bye.late", "event", e.Name, "round", round)
	case round >= e.Rounds:
		return noted, words.Err("arrange.bye.last", "event", e.Name, "rounds", e.Rounds)
	case len(e.Entrants[i].Byes) >= maxByes:
		return noted, words.Err(saidTo(who, "arrange.bye.many", "arrange.bye.many-other"), "who", who, "most", maxByes)
	}
	byes := strings.Trim(fmt.Sprint(append(e.Entrants[i].Byes, round)), "[]")
	d.Change(`update entrant set byes = $3 where event = $1 and address = $2`, e.Name, e.people[i].Address, byes)
	return noted, nil
}

// lastRound returns the number of the last round that was made.
func (l Log) lastRound() (last int) {
	for _, p := range l.Pairings {
		last = max(last, p.Round)
	}
	return last
}

// roundLength returns how long a round lasts; 0 if it ends with its last game.
func (d Definition) roundLength() time.Duration {
	length, _ := match.ParseLength(d.Round)
	return length
}

// warning is how long before the end of a round the players of open games are warned.
const warning = 3 * 24 * time.Hour

// closeRound warns the players of open games when the end of their round is near. At the end it scores the open games as draws;
// the director may have decided them before.
func (e *event) closeRound(d *game.Deal, at time.Time) error {
	length, round := e.roundLength(), e.lastRound()
	if length == 0 {
		return nil
	}
	for n, p := range e.Pairings {
		end := p.At.Add(length)
		for _, pause := range e.Pauses {
			if pause.To.After(p.At) {
				end = end.Add(pause.To.Sub(pause.From))
			}
		}
		switch {
		case p.Round != round || p.Result != "":
		case !at.Before(end):
			if err := e.settle(d, n, standings.Drawn, true, at); err != nil {
				return err
			}
		case !at.Before(end.Add(-min(warning, length/2))) && e.warned < round:
			subject := words.Text("arrange.round.subject", "event", e.Name, "round", round)
			for _, who := range p.Players {
				text := words.Text("arrange.round.ends", "event", e.Name, "round", round, "name", e.Entrants[p.Players[0]+p.Players[1]-who-1].Name, "when", i18n.Time(end, nil))
				if err := write(d, e.people[who-1], fmt.Sprint("round\n", e.Name, "\n", round), subject, text); err != nil {
					return err
				}
			}
			d.Change(`update event set warned = $2 where name = $1 and warned < $2`, e.Name, round)
		}
	}
	return nil
}
