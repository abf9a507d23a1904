package main

import (
	"strings"
	"time"

	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// standingJSON is the JSON of how a match stands, the same in lists and beside a position.
type standingJSON struct {
	Status      match.Waiting `json:"status"` // what the match waits for
	Ending      string        `json:"ending,omitempty"`
	Turn        string        `json:"turn,omitempty"` // the address of who must act
	Mine        bool          `json:"mine"`           // it is the player's own turn
	Unsent      bool          `json:"unsent,omitempty"`
	Offer       *offerJSON    `json:"offer,omitempty"`
	Until       string        `json:"until,omitempty"`
	Paused      string        `json:"paused,omitempty"`
	Unconfirmed bool          `json:"unconfirmed,omitempty"` // won by a claim that nobody has answered
	Away        []awayJSON    `json:"away,omitempty"`
	Observers   []string      `json:"observers,omitempty"`
	Delay       int           `json:"delay,omitempty"`
	Warnings    []string      `json:"warnings,omitempty"` // about the other players, their names and keys
}

// offerJSON is the JSON of a request that waits for an answer.
type offerJSON struct {
	Asks   kif.Question `json:"asks"`
	By     string       `json:"by,omitempty"`
	Mine   bool         `json:"mine"` // the answer is the player's
	Lapses string       `json:"lapses,omitempty"`
}

// awayJSON is the JSON of an absence.
type awayJSON struct {
	Who  string `json:"who"`
	From string `json:"from"`
	To   string `json:"to"`   // the last day
	Zone string `json:"zone"` // of these days, as an offset from UTC
}

// newStanding describes how a match stands for the player of d.
func newStanding(d *home.Desk, m match.Summary) standingJSON {
	now := d.System.Now()
	s := standingJSON{
		Status: m.Awaits, Ending: m.Ending, Turn: m.Turn, Mine: m.Mine(d.Me.Address), Unsent: m.Draft, Until: instant(m.Until),
		Paused: instant(m.Paused), Unconfirmed: match.Lapsed(m.Lapses, now), Observers: m.Observers, Delay: m.Delay,
	}
	if m.Asked != "" {
		s.Offer = &offerJSON{Asks: m.Asked, By: m.From, Mine: m.Asks(d.Me.Address), Lapses: instant(m.Lapses)}
	}
	if !m.Over {
		s.Away = awayNow(m, now)
		warnings, _ := d.Warnings(m.Contacts, m.Short(), false) // an unreadable file of keys stops the next accept
		for _, w := range warnings {
			s.Warnings = append(s.Warnings, w.En)
		}
	}
	return s
}

// instant returns a time as RFC 3339 writes it, "" for none.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// awayNow returns the announced absences of a match that are not over.
func awayNow(m match.Summary, now time.Time) (list []awayJSON) {
	for _, text := range m.Away {
		at := strings.LastIndexByte(text, ' ')
		if away, err := kif.ParseAway(text[at+1:]); err == nil && away.End().After(now) {
			list = append(list, awayJSON{text[:at], away.First.Format(time.DateOnly), away.Last.Format(time.DateOnly), kif.Zone(away.East)})
		}
	}
	return list
}
