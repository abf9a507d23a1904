package events

import (
	"slices"
	"strconv"
	"time"

	"hikyaku/cmd/hikyaku-club/standings"
)

// Kind is how an event pairs its players.
type Kind string

// The kinds of events.
const (
	RoundRobin       Kind = "round robin"
	DoubleRoundRobin Kind = "double" // round robin
	Swiss            Kind = "swiss"
)

// Kinds are all of them.
var Kinds = []Kind{RoundRobin, DoubleRoundRobin, Swiss}

// Definition says what an event is.
type Definition struct {
	Name    string    `json:"name"`
	Kind    Kind      `json:"kind"`
	Game    string    `json:"game"`
	Rules   string    `json:"rules"` // the options, as "size=9 dice=none"; Define adds those that are left out
	Control string    `json:"control"`
	Rounds  int       `json:"rounds,omitempty"` // how many games each plays; of a Swiss event alone
	Rated   bool      `json:"rated"`
	Engines bool      `json:"engines"`
	Until   time.Time `json:"until,omitzero"`    // the event begins then; zero for no such time
	Players int       `json:"players,omitempty"` // or as soon as so many have entered; 0 for no such number
}

// Result is what became of a game of an event: "" while it is open.
type Result string

// The results of a game. In the last nobody has a point.
const (
	FirstWon  Result = "1-0"
	SecondWon Result = "0-1"
	Drawn     Result = "1/2-1/2"
	Void      Result = "0-0"
)

// outcomes are the results as package standings has them.
var outcomes = map[Result]standings.Outcome{"": standings.Open, FirstWon: standings.FirstWon, SecondWon: standings.SecondWon, Drawn: standings.Drawn, Void: standings.Void}

// Log is the record of an event, from which its pairings and its table follow. No two of its transactions have the same time, and
// everything one of them does has the same.
type Log struct {
	Definition
	Begun    time.Time `json:"begun"`
	Ended    time.Time `json:"ended,omitzero"`
	Entrants []Entrant `json:"entrants"` // by number, from 1
	Pairings []Pairing `json:"pairings"` // in the order in which they were made
}

// Entrant is a player of an event.
type Entrant struct {
	Name    string    `json:"name"`
	Rating  int       `json:"rating"` // when the event began
	Entered time.Time `json:"entered"`
	Left    time.Time `json:"left,omitzero"` // zero for who has not withdrawn
}

// Pairing is a game of an event, or a bye.
type Pairing struct {
	Round   int       `json:"round"`
	Board   int       `json:"board"`
	Players []int     `json:"players"`         // the numbers of the entrants by seat; one alone has a bye
	Match   string    `json:"match,omitempty"` // its file; "" for none
	At      time.Time `json:"at"`
	Result  Result    `json:"result,omitempty"`
	Known   time.Time `json:"known,omitzero"`    // since when the result is
	Decided bool      `json:"decided,omitempty"` // by the director or by a withdrawal, not by the match
}

// numbers are the names that package standings uses for the entrants.
func (l Log) numbers() []string {
	all := make([]string, len(l.Entrants))
	for i := range all {
		all[i] = strconv.Itoa(i + 1)
	}
	return all
}

// game returns the pairing as package standings has it.
func (p Pairing) game() standings.Game {
	g := standings.Game{First: strconv.Itoa(p.Players[0]), Made: p.At, Ended: p.Known, Outcome: outcomes[p.Result]}
	if len(p.Players) == 2 {
		g.Second = strconv.Itoa(p.Players[1])
	}
	return g
}

// players are the numbers of the entrants of a game.
func players(g standings.Game) []int {
	first, _ := strconv.Atoi(g.First)
	if g.Second == "" {
		return []int{first}
	}
	second, _ := strconv.Atoi(g.Second)
	return []int{first, second}
}

// before returns what had happened before a time, without the games made then.
func (l Log) before(at time.Time) Log {
	then := l
	then.Entrants, then.Pairings = slices.Clone(l.Entrants), nil
	for i, e := range then.Entrants {
		if e.Left.After(at) {
			then.Entrants[i].Left = time.Time{}
		}
	}
	for _, p := range l.Pairings {
		if !p.At.Before(at) {
			continue
		}
		if p.Known.After(at) {
			p.Result, p.Known, p.Decided = "", time.Time{}, false
		}
		then.Pairings = append(then.Pairings, p)
	}
	return then
}

// next returns the games that are made at a time: they follow from what had happened until then.
func (l Log) next(at time.Time) []Pairing {
	then := l.before(at)
	if then.Kind == Swiss {
		return then.nextSwiss(at)
	}
	return then.nextRounds(at)
}

// nextRounds returns the next round of a round robin once all games of the last one are over. If nobody is left to play any of
// its games, the round after it follows at once.
func (l Log) nextRounds(at time.Time) (made []Pairing) {
	last := 0
	for _, p := range l.Pairings {
		if last = max(last, p.Round); p.Result == "" {
			return nil
		}
	}
	rounds := standings.RoundRobin(l.numbers(), l.Kind == DoubleRoundRobin)
	for r := last; r < len(rounds); r++ {
		open := false
		for i, g := range rounds[r] {
			p := Pairing{Round: r + 1, Board: i + 1, Players: players(g), At: at}
			p.decide(l.absence(p), at)
			open = open || p.Result == ""
			made = append(made, p)
		}
		if open {
			break
		}
	}
	return made
}

// absence is the result of a game in which somebody has withdrawn, or "".
func (l Log) absence(p Pairing) Result {
	first, second := !l.Entrants[p.Players[0]-1].Left.IsZero(), !l.Entrants[p.Players[1]-1].Left.IsZero()
	switch {
	case first && second:
		return Void
	case first:
		return SecondWon
	case second:
		return FirstWon
	}
	return ""
}

// decide gives a game a result that no match has.
func (p *Pairing) decide(result Result, at time.Time) {
	if result != "" {
		p.Result, p.Known, p.Decided = result, at, true
	}
}

// nextSwiss returns the first round of a Swiss event, then the games of players who are free.
func (l Log) nextSwiss(at time.Time) (made []Pairing) {
	e := standings.SwissEvent{Rounds: l.Rounds}
	for i, number := range l.numbers() {
		e.Entrants = append(e.Entrants, standings.Entrant{Name: number, Entered: l.Begun, Left: l.Entrants[i].Left})
	}
	played := make([]int, len(l.Entrants)+1)
	boards := map[int]int{}
	for _, p := range l.Pairings {
		e.Games = append(e.Games, p.game())
		boards[p.Round]++
		for _, n := range p.Players {
			played[n]++
		}
	}
	games := e.Next(at)
	if len(e.Games) == 0 {
		games, _ = e.Round(at) // there is always a first round
	}
	for _, g := range games {
		p := Pairing{Players: players(g), At: at}
		for _, n := range p.Players {
			p.Round = max(p.Round, played[n]+1)
		}
		if len(p.Players) == 1 {
			p.Result, p.Known = FirstWon, at
		}
		boards[p.Round]++
		p.Board = boards[p.Round]
		made = append(made, p)
	}
	return made
}

// over reports whether the event is over at a time: no game is open, and no more games will be made, however long one waits.
func (l Log) over(at time.Time) bool {
	then := l.before(at.Add(time.Microsecond))
	if slices.ContainsFunc(then.Pairings, func(p Pairing) bool { return p.Result == "" }) {
		return false
	}
	return len(then.next(at.Add(time.Duration(2*l.Rounds+4)*standings.Patience))) == 0
}

// times are those at which games may have been made, in order.
func (l Log) times() []time.Time {
	all := []time.Time{l.Begun}
	for _, e := range l.Entrants {
		all = append(all, e.Left)
	}
	for _, p := range l.Pairings {
		all = append(all, p.At, p.Known)
	}
	slices.SortFunc(all, time.Time.Compare)
	all = slices.CompactFunc(all, time.Time.Equal)
	return slices.DeleteFunc(all, time.Time.IsZero)
}
