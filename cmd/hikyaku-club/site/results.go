package site

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/match"
	"hikyaku/render"
)

// Match is a finished match.
type Match struct {
	File    string    `json:"file"`
	Digest  string    `json:"digest"` // the hash of the last entry, which covers the whole record
	Game    string    `json:"game"`
	Rules   string    `json:"rules"`
	Event   string    `json:"event,omitempty"`
	Round   int       `json:"round,omitempty"`
	Ladder  string    `json:"ladder,omitempty"`
	Rated   bool      `json:"rated"` // it was rated from the start and counts
	Ended   time.Time `json:"ended"`
	Players []Player  `json:"players"` // by seat
}

// Player is a player of a match.
type Player struct {
	Name  string            `json:"name"`
	Page  string            `json:"page,omitempty"`  // the name of their page
	Place int               `json:"place,omitempty"` // 0 for none
	After *standings.Rating `json:"rating,omitempty"`
	ID    string            `json:"-"` // their address or, on a site, the name of their page, which remains when the address is deleted
}

// Published is the content of results.json.
type Published struct {
	Club    string   `json:"club"`
	Drawn   Drawn    `json:"drawn"`
	Matches []Match  `json:"matches"` // sorted by end
	Events  []Event  `json:"events"`
	Ladders []Ladder `json:"ladders"`
}

// ResultsFile is the name of the file with the published results.
const ResultsFile = "results.json"

// Drawn has the inputs with which the pages were drawn, so that anybody can draw them again.
type Drawn struct {
	Version  string `json:"version"` // of the program
	Address  string `json:"address"` // of the site
	Delay    int    `json:"delay"`
	OnDemand bool   `json:"on-demand,omitempty"` // some pages exist only once somebody has asked for them
}

// Event is an event with its table.
type Event struct {
	events.Log
	State string           `json:"-"`     // open, running or over
	Table *standings.Table `json:"table"` // nil before it begins, or if the event is malformed
}

// Ladder is a ladder with its rungs, the highest first.
type Ladder struct {
	events.LadderLog
	Rungs []string `json:"rungs"`
}

// Events returns the events of a club, the newest first.
func Events(tx db.Tx) (list []Event, err error) {
	all, err := events.Events(tx)
	if err != nil {
		return nil, err
	}
	for _, e := range all {
		log, err := events.LogOf(tx, e.Name)
		if err != nil {
			return nil, err
		}
		for i, who := range log.Entrants {
			log.Entrants[i].Name = PublicName(who.Name)
		}
		one := Event{Log: log, State: e.State}
		if log.Malformed() == "" {
			one.Table = log.Table()
		}
		list = append(list, one)
	}
	return list, nil
}

// Ladders returns the ladders of a club.
func Ladders(tx db.Tx) (list []Ladder, err error) {
	games, err := events.Ladders(tx)
	if err != nil {
		return nil, err
	}
	for _, game := range games {
		log, err := events.LadderLogOf(tx, game)
		if err != nil {
			return nil, err
		}
		for i := range log.Steps {
			s := &log.Steps[i]
			s.Player, s.By, s.Of = PublicName(s.Player), PublicName(s.By), PublicName(s.Of)
		}
		list = append(list, Ladder{log, log.Rungs()})
	}
	return list, nil
}

// MatchOf returns a finished match as its record describes it.
func MatchOf(file string, m *match.Match, h game.Heading, ended time.Time) Match {
	one := Match{
		File: file, Digest: m.Head.String(), Game: m.Game.Name, Rules: m.Game.OptionText(m.Options), Event: h.Event, Round: h.Round, Ladder: h.Ladder,
		Rated: h.Rated && events.Counts(m), Ended: ended.UTC(),
	}
	for n := range m.Roster.Seating {
		who := m.Roster.Seat(n + 1)
		p := Player{Name: PublicName(cmp.Or(who.Name, who.Address)), ID: strings.ToLower(who.Address)}
		if m.Outcome != nil && m.Outcome.Places != nil {
			p.Place = m.Outcome.Places[n]
		}
		one.Players = append(one.Players, p)
	}
	return one
}

// PublicName returns a name as others may see it: without invisible characters and, if it is an address, only the part to which
// no mail can be sent.
func PublicName(name string) string {
	name, _, _ = strings.Cut(name, "@")
	return render.SafeLine(name, 60)
}

// Rate sorts matches by end, and adds the ratings of their players after each match. It returns the pools.
func Rate(list []Match) map[events.Pool]*standings.Pool {
	slices.SortFunc(list, func(a, b Match) int { return cmp.Or(a.Ended.Compare(b.Ended), cmp.Compare(a.File, b.File)) })
	pools := map[events.Pool]*standings.Pool{}
	for i, m := range list {
		list[i].Players = slices.Clone(m.Players)
		for n := range m.Players {
			list[i].Players[n].After = nil
		}
		if !m.Rated {
			continue
		}
		key := events.Pool{Game: m.Game, Rules: m.Rules}
		if pools[key] == nil {
			pools[key] = &standings.Pool{}
		}
		r := standings.Result{Match: m.File, Ended: m.Ended}
		for _, p := range m.Players {
			r.Players, r.Places = append(r.Players, p.ID), append(r.Places, p.Place)
		}
		pools[key].Play(r)
		for n, p := range m.Players {
			after := pools[key].Now(p.ID, m.Ended)
			list[i].Players[n].After = &after
		}
	}
	return pools
}

// Bytes returns the published data as JSON, with one line for each match, event and ladder.
func (p Published) Bytes() ([]byte, error) {
	var b bytes.Buffer
	club, err := json.Marshal(p.Club)
	drawn, err2 := json.Marshal(p.Drawn)
	b.WriteString(`{"club":` + string(club) + `,"drawn":` + string(drawn))
	err = errors.Join(err, err2, lines(&b, "matches", p.Matches), lines(&b, "events", p.Events), lines(&b, "ladders", p.Ladders))
	b.WriteString("}\n")
	return b.Bytes(), err
}

// lines writes a list with one line for each element.
func lines[T any](b *bytes.Buffer, name string, list []T) error {
	fmt.Fprintf(b, ",%q:[", name)
	for i, one := range list {
		line, err := json.Marshal(one)
		if err != nil {
			return err
		}
		b.WriteString([]string{"\n", ",\n"}[min(i, 1)] + string(line))
	}
	b.WriteString("\n]")
	return nil
}
