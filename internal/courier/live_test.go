package courier

import (
	"errors"
	"testing"
	"time"

	"hikyaku/match"
)

// shelfAt is a shelf that only knows the time.
type shelfAt struct {
	Shelf
	now time.Time
}

func (s shelfAt) Now() time.Time { return s.now }

// remembers is a memory that has the same notes on every match, or an error.
type remembers struct {
	Memory
	notes string
	err   error
}

func (r remembers) Load(string) ([]byte, error) { return []byte(r.notes), r.err }

// TestLive checks in which matches the courier may have something to do, above all after their end.
func TestLive(t *testing.T) {
	const bob, carol, head = "Bob@example.org", "carol@example.org", "head"
	ended := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	over := match.Summary{
		Hash: "0123456789abcdef0123456789abcdef", Head: head, Over: true, Posted: true, Since: ended,
		Contacts: []match.Contact{{}}, Others: []string{bob}, Observers: []string{carol},
	}
	changed := func(change func(*match.Summary)) match.Summary {
		s := over
		change(&s)
		return s
	}
	notes := func(fields string) remembers { return remembers{notes: `{"refused":{},"titles":{},` + fields + `}`} }
	all := notes(`"sent":{"Bob@example.org":"head","carol@example.org":"head"}`)
	for name, c := range map[string]struct {
		match.Summary
		memory remembers
		days   int // after the end
		want   bool
	}{
		"on one machine":           {changed(func(s *match.Summary) { s.Contacts, s.Over = nil, false }), all, 0, false},
		"not over":                 {changed(func(s *match.Summary) { s.Over = false }), all, 99, true},
		"sent to all":              {over, all, 0, false},
		"sent to the players":      {over, notes(`"sent":{"Bob@example.org":"head"}`), 0, true},
		"refused by the others":    {over, remembers{notes: `{"sent":{},"refused":{"Bob@example.org":"head","carol@example.org":"head"},"titles":{}}`}, 0, false},
		"sent before the last":     {over, notes(`"sent":{"Bob@example.org":"head","carol@example.org":"before"}`), 0, true},
		"stopped by the others":    {over, notes(`"sent":{},"stopped":["bob@example.org","carol@example.org"]`), 0, false},
		"stopped by one":           {over, notes(`"sent":{},"stopped":["carol@example.org"]`), 0, true},
		"not handed over":          {changed(func(s *match.Summary) { s.Posted = false }), notes(`"sent":{}`), 0, false},
		"over for long":            {over, notes(`"sent":{}`), 30, false},
		"with words to repeat":     {over, notes(`"owed":true,"sent":{"Bob@example.org":"head","carol@example.org":"head"}`), 0, true},
		"with notes not to be had": {over, remembers{err: errors.New("no disk")}, 0, true},
	} {
		p := &poll{Courier: &Courier{Shelf: shelfAt{now: ended.AddDate(0, 0, c.days)}, Memory: c.memory}, state: &state{}}
		if got := p.live(c.Summary); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
