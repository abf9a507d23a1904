package main

import (
	"strings"
	"time"

	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// statusJSON is the JSON of the status of a match, the same in lists and with a
// position.
type statusJSON struct {
	Status      match.Waiting `json:"status"` // what the match waits for
	Ending      string        `json:"ending,omitempty"`
	Turn        string        `json:"turn,omitempty"` // the address of the player to act
	Mine        bool          `json:"mine"`           // whether it is the player's own turn
	Unsent      bool          `json:"unsent,omitempty"`
	Offer       *offerJSON    `json:"offer,omitempty"`
	Until       string        `json:"until,omitempty"`
	Paused      string        `json:"paused,omitempty"`
	Unconfirmed bool          `json:"unconfirmed,omitempty"` // won by a claim that is not answered yet
	Away        []awayJSON    `json:"away,omitempty"`
	Observers   []string      `json:"observers,omitempty"`
	Delay       int           `json:"delay,omitempty"`
	Warnings    []string      `json:"warnings,omitempty"` // about the names and keys of the other players
}

// offerJSON is the JSON of an offer that waits for an answer.
type offerJSON struct {
	Asks   kif.Question `json:"asks"`
	By     string       `json:"by,omitempty"`
	Mine   bool         `json:"mine"` // whether the player is asked
	Lapses string       `json:"lapses,omitempty"`
}

// awayJSON is the JSON of an absence.
type awayJSON struct {
	Who  string `json:"who"`
	From string `json:"from"`
	To   string `json:"to"`   // the last day
	Zone string `json:"zone"` // of these days, as an offset from UTC
}

// newStatus returns the status of a match for the player who owns d.
func newStatus(d *home.Desk, m match.Summary) statusJSON {
	now := d.System.Now()
	s := statusJSON{
		Status: m.Awaits, Ending: m.Ending, Turn: m.Turn, Mine: m.Mine(d.Me.Address), Unsent: m.Draft, Until: instant(m.Until),
		Paused: instant(m.Paused), Unconfirmed: match.ClaimHasWon(m.Lapses, now), Observers: m.Observers, Delay: m.Delay,
	}
	if m.Asked != "" {
		s.Offer = &offerJSON{Asks: m.Asked, By: m.From, Mine: m.Asks(d.Me.Address), Lapses: instant(m.Lapses)}
	}
	if !m.Over {
		for _, a := range awayNow(m, now) {
			s.Away = append(s.Away, awayJSON{a.Who, a.First.Format(time.DateOnly), a.Last.Format(time.DateOnly), kif.Zone(a.East)})
		}
		warnings, _ := d.Warnings(m.Contacts, m.Short(), false) // accept will report an unreadable file of keys
		for _, w := range warnings {
			s.Warnings = append(s.Warnings, w.En)
		}
	}
	return s
}

// instant formats t as in RFC 3339, or returns "" if it is zero.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// absence is an announced absence of the player called Who.
type absence struct {
	Who string
	kif.Away
}

// awayNow returns the announced absences that have not ended.
func awayNow(m match.Summary, now time.Time) (list []absence) {
	for _, text := range m.Away {
		at := strings.LastIndexByte(text, ' ')
		if away, err := kif.ParseAway(text[at+1:]); err == nil && away.End().After(now) {
			list = append(list, absence{text[:at], away})
		}
	}
	return list
}
