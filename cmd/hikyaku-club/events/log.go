package events

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/standings"
)

// Kind says how an event pairs its players.
type Kind string

// The kinds of events.
const (
	RoundRobin       Kind = "round robin"
	DoubleRoundRobin Kind = "double round robin"
	Swiss            Kind = "swiss"      // in rounds
	Continuous       Kind = "continuous" // pairing by score, without rounds
)

// Kinds lists all kinds.
var Kinds = []Kind{RoundRobin, DoubleRoundRobin, Swiss, Continuous}

// scored reports whether players are paired with others who have about as many points, for a number of games given by the
// definition.
func (k Kind) scored() bool { return k == Swiss || k == Continuous }

// Definition describes an event.
type Definition struct {
	Name    string    `json:"name"`
	Kind    Kind      `json:"kind"`
	Game    string    `json:"game"`
	Rules   string    `json:"rules"` // the options, as "size=9 dice=none"; Define adds those that are left out
	Control string    `json:"control"`
	Rounds  int       `json:"rounds,omitempty"` // games per player, unless that follows from the number of players
	Round   string    `json:"round,omitempty"`  // how long a round of a Swiss event lasts, as "30d"; "" for no limit
	Rated   bool      `json:"rated"`
	Engines bool      `json:"engines"`
	Until   time.Time `json:"until,omitzero"`    // when the event begins; zero if it waits for Players
	Players int       `json:"players,omitempty"` // how many entrants start the event early; 0 for no such number

	// Imported reports whether the event began with what a tournament report says: the numbers and ratings of the players, and the
	// games made when it began.
	Imported bool `json:"imported,omitempty"`
}

// Log is the record of an event, from which its pairings and its table are computed. All changes of one transaction have the same
// time, and different transactions have different times.
type Log struct {
	Definition
	Begun     time.Time `json:"begun"`
	Ended     time.Time `json:"ended,omitzero"`
	Cancelled bool      `json:"cancelled,omitempty"` // by the director; no more games are made
	Pauses    []Span    `json:"pauses,omitempty"`    // during which no games are made, the oldest first
	Entrants  []Entrant `json:"entrants"`            // by number, from 1
	Pairings  []Pairing `json:"pairings"`            // in the order in which they were made
}

// Entrant is a player of an event.
type Entrant struct {
	Name    string    `json:"name"`
	Rating  int       `json:"rating"` // the rating when the event began
	Entered time.Time `json:"entered"`
	Left    time.Time `json:"left,omitzero"`  // zero if the entrant has not withdrawn
	Byes    []int     `json:"byes,omitempty"` // the rounds for which the entrant asked for a bye
}

// Pairing is a game of an event, or a bye.
type Pairing struct {
	Round   int               `json:"round"`
	Board   int               `json:"board"`
	Players []int             `json:"players"`         // the numbers of the entrants by seat; a single one has a bye
	Match   string            `json:"match,omitempty"` // its file; "" for none
	At      time.Time         `json:"at"`
	Result  standings.Outcome `json:"result,omitempty"`
	Known   time.Time         `json:"known,omitzero"`    // when the result became known
	Decided bool              `json:"decided,omitempty"` // by the director or by a withdrawal, not by the match
	Was     []Earlier         `json:"was,omitempty"`     // the results that the director has corrected, the oldest first
}

// Span is a period in which the director has paused an event.
type Span struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to,omitzero"` // zero if the pause continues
}

// pausedAt reports whether the event was paused at a time.
func (l Log) pausedAt(at time.Time) bool {
	return slices.ContainsFunc(l.Pauses, func(s Span) bool {
		return !at.Before(s.From) && (s.To.IsZero() || at.Before(s.To))
	})
}

// Earlier is a result that was later replaced.
type Earlier struct {
	Result standings.Outcome `json:"result"`
	Known  time.Time         `json:"known"`
}

// first returns the first result that the game had.
func (p Pairing) first() Earlier {
	if len(p.Was) > 0 {
		return p.Was[0]
	}
	return Earlier{p.Result, p.Known}
}

// writeEarlier encodes results for a row, and readEarlier decodes them.
func writeEarlier(list []Earlier) string {
	var words []string
	for _, was := range list {
		words = append(words, fmt.Sprintf("%s@%d", was.Result, was.Known.UnixMicro()))
	}
	return strings.Join(words, " ")
}

func readEarlier(text string) (list []Earlier) {
	for word := range strings.FieldsSeq(text) {
		result, at, _ := strings.Cut(word, "@")
		n, _ := strconv.ParseInt(at, 10, 64) // written by writeEarlier
		list = append(list, Earlier{standings.Outcome(result), time.UnixMicro(n).UTC()})
	}
	return list
}

// game returns the pairing as a game of package standings, which numbers players from 0.
func (p Pairing) game() standings.Game {
	g := standings.Game{Pair: standings.Pair{First: p.Players[0] - 1, Second: -1}, Round: p.Round, Made: p.At, Ended: p.Known, Outcome: p.Result}
	if len(p.Players) == 2 {
		g.Second = p.Players[1] - 1
	}
	return g
}

// players returns the numbers of the entrants of a game or a bye.
func players(p standings.Pair) []int {
	if p.Second < 0 {
		return []int{p.First + 1}
	}
	return []int{p.First + 1, p.Second + 1}
}

// before returns the log as it was just before a time, without the games made at that time.
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
		for n := len(p.Was); n > 0 && p.Known.After(at); n = len(p.Was) {
			p.Result, p.Known, p.Was = p.Was[n-1].Result, p.Was[n-1].Known, p.Was[:n-1]
		}
		if p.Known.After(at) {
			p.Result, p.Known, p.Decided = "", time.Time{}, false
		}
		then.Pairings = append(then.Pairings, p)
	}
	return then
}

// next returns the games made at a time. They depend only on what had happened before.
func (l Log) next(at time.Time) []Pairing {
	if l.pausedAt(at) || l.Cancelled && !at.Before(l.Ended) {
		return nil
	}
	then := l.before(at)
	if then.Kind == Continuous {
		return then.nextContinuous(at)
	}
	if slices.ContainsFunc(then.Pairings, func(p Pairing) bool { return p.Result == "" }) {
		return nil // the round isn't over
	}
	last := then.lastRound()
	if then.Kind == Swiss {
		return then.nextSwiss(last+1, at)
	}
	return then.nextRounds(last, at)
}

// nextRounds returns the next round of a round robin. It skips rounds whose players have all withdrawn.
func (l Log) nextRounds(last int, at time.Time) (made []Pairing) {
	rounds := standings.RoundRobin(len(l.Entrants), l.Kind == DoubleRoundRobin)
	for r := last; r < len(rounds); r++ {
		open := false
		for i, g := range rounds[r] {
			p := Pairing{Round: r + 1, Board: i + 1, Players: players(g), At: at}
			if p.Result = l.absence(p); p.Result != "" {
				p.Known, p.Decided = at, true
			}
			open = open || p.Result == ""
			made = append(made, p)
		}
		if open {
			break
		}
	}
	return made
}

// absence returns the result of a game whose player has withdrawn, or "".
func (l Log) absence(p Pairing) standings.Outcome {
	first, second := !l.Entrants[p.Players[0]-1].Left.IsZero(), !l.Entrants[p.Players[1]-1].Left.IsZero()
	switch {
	case first && second:
		return standings.Void
	case first:
		return standings.SecondWon
	case second:
		return standings.FirstWon
	}
	return ""
}

// swiss returns the Swiss event before a round.
func (l Log) swiss(round int) *standings.Swiss {
	s := &standings.Swiss{Rounds: l.Rounds, Absent: func(n int) bool { return !l.Entrants[n].Left.IsZero() || slices.Contains(l.Entrants[n].Byes, round) }}
	for range l.Entrants {
		s.Players = append(s.Players, slices.Repeat([]standings.Turn{{Opponent: -1}}, round-1))
	}
	for _, p := range l.Pairings {
		first, second := p.Result.Halves()
		a := p.Players[0] - 1
		if len(p.Players) == 1 {
			s.Players[a][p.Round-1] = standings.Turn{Opponent: -1, Halves: first, Allocated: p.Result == standings.FirstWon}
			continue
		}
		b := p.Players[1] - 1
		s.Players[a][p.Round-1] = standings.Turn{Opponent: b, Seat: 1, Halves: first, Open: p.Result == ""}
		s.Players[b][p.Round-1] = standings.Turn{Opponent: a, Seat: -1, Halves: second, Open: p.Result == ""}
	}
	return s
}

// nextSwiss returns a round of a Swiss event: its games, the bye of an odd player, and requested byes. It returns nothing once
// all rounds have been played, or if no pairing of all players is possible any more.
func (l Log) nextSwiss(round int, at time.Time) (made []Pairing) {
	here := 0
	for _, who := range l.Entrants {
		if who.Left.IsZero() {
			here++
		}
	}
	if round > l.Rounds || here < fewest {
		return nil
	}
	pairs, err := l.swiss(round).Pair()
	if err != nil {
		return nil
	}
	add := func(result standings.Outcome, of standings.Pair) {
		p := Pairing{Round: round, Board: len(made) + 1, Players: players(of), At: at}
		if p.Result = result; result != "" {
			p.Known = at
		}
		made = append(made, p)
	}
	for _, p := range pairs {
		if p.Second < 0 {
			add(standings.FirstWon, p)
		} else {
			add("", p)
		}
	}
	for n, who := range l.Entrants {
		if who.Left.IsZero() && slices.Contains(who.Byes, round) {
			add(standings.Drawn, standings.Pair{First: n, Second: -1})
		}
	}
	return made
}

// Report returns the event as a tournament report.
func (l Log) Report() standings.Report {
	rounds, table := l.lastRound(), l.Table()
	r := standings.Report{Name: l.Name, Begun: l.Begun, Ended: l.Ended, Rounds: max(l.Rounds, rounds)}
	s := l.swiss(rounds + 1)
	for n, who := range l.Entrants {
		i := slices.IndexFunc(table.Rows, func(row standings.Row) bool { return row.Player == who.Name })
		turns := s.Players[n]
		if l.Ended.IsZero() && s.Absent(n) {
			next := standings.Turn{Opponent: -1}
			if who.Left.IsZero() {
				next.Halves = 1
			}
			turns = append(turns, next)
		}
		r.Players = append(r.Players, standings.Reported{Name: who.Name, Rating: who.Rating, Place: table.Rows[i].Place, Turns: turns})
	}
	return r
}

// nextContinuous returns the next games of a continuously paired event: first those of a first round, later games for players who
// are free.
func (l Log) nextContinuous(at time.Time) (made []Pairing) {
	if len(l.Pairings) == 0 {
		return l.nextSwiss(1, at)
	}
	e := standings.Continuous{Begun: l.Begun, Rounds: l.Rounds}
	for _, who := range l.Entrants {
		e.Left = append(e.Left, who.Left)
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
	for _, g := range e.Next(at) {
		p := Pairing{Players: players(g.Pair), At: at}
		for _, n := range p.Players {
			p.Round = max(p.Round, played[n]+1)
		}
		if len(p.Players) == 1 {
			p.Result, p.Known = g.Outcome, at
		}
		boards[p.Round]++
		p.Board = boards[p.Round]
		made = append(made, p)
	}
	return made
}

// over reports whether the event is over at a time: no game is open, and no more games can follow.
func (l Log) over(at time.Time) bool {
	if l.pausedAt(at) {
		return false
	}
	then := l.before(at.Add(time.Microsecond))
	then.Pauses = nil
	if slices.ContainsFunc(then.Pairings, func(p Pairing) bool { return p.Result == "" }) {
		return false
	}
	return len(then.next(at.Add(time.Duration(2*l.Rounds+4)*standings.Patience))) == 0
}

// times returns the times at which games may have been made, in order.
func (l Log) times() []time.Time {
	all := []time.Time{l.Begun}
	for _, e := range l.Entrants {
		all = append(all, e.Left)
	}
	for _, p := range l.Pairings {
		all = append(all, p.At, p.first().Known)
	}
	for _, s := range l.Pauses {
		all = append(all, s.From, s.To)
	}
	slices.SortFunc(all, time.Time.Compare)
	all = slices.CompactFunc(all, time.Time.Equal)
	return slices.DeleteFunc(all, time.Time.IsZero)
}
