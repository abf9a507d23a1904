package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
	"hikyaku/match"
)

// scoreJSON is the JSON of the score against one opponent.
type scoreJSON struct {
	Against string `json:"against"` // an address
	Name    string `json:"name"`
	Won     int    `json:"won"`
	Lost    int    `json:"lost"`
	Drawn   int    `json:"drawn"`
}

// archive lists the finished matches and then the score against each opponent.
func archive(c *cli.Context, l *listing) error {
	var since time.Time // in the local time zone
	if text := c.String("since"); text != "" {
		var err error
		if since, err = time.ParseInLocation(time.DateOnly, text, time.Local); err != nil {
			return usage("usage.since", "text", text)
		}
	}
	scores := map[string]*scoreJSON{}
	for m, err := range l.desk.List() {
		if err != nil {
			return err
		}
		if m.Damaged() || !m.Over || m.Since.Before(since) || m.Ply == 0 && m.Against == nil {
			continue
		}
		opponents := opponentsNamed(m, c.String("with"))
		if len(opponents) == 0 && c.IsSet("with") {
			continue
		}
		if err := l.add(others, m, ""); err != nil {
			return err
		}
		for _, i := range opponents {
			countResult(scores, m, i)
		}
	}
	sorted := slices.SortedFunc(maps.Values(scores), func(a, b *scoreJSON) int { // the most matches first
		return cmp.Or(cmp.Compare(b.Won+b.Lost+b.Drawn, a.Won+a.Lost+a.Drawn), cmp.Compare(a.Against, b.Against))
	})
	if l.json {
		l.rest.Scores = append([]*scoreJSON{}, sorted...)
		return nil
	}
	if err := l.print(); err != nil {
		return err
	}
	var lines []string
	for _, s := range sorted {
		lines = append(lines, i18n.In(l.lang, "list.score", "who", i18n.Person(s.Name), "won", s.Won, "lost", s.Lost, "drawn", s.Drawn))
	}
	return printLines(c, lines)
}

// opponentsNamed returns the indexes of the other players of m whose name or
// address contains name; all if it is "".
func opponentsNamed(m match.Summary, name string) (list []int) {
	part := strings.ToLower(name)
	for i, address := range m.Others {
		if strings.Contains(strings.ToLower(address), part) || strings.Contains(strings.ToLower(m.Names[i]), part) {
			list = append(list, i)
		}
	}
	return list
}

// countResult adds the result of m against its other player i to scores, which
// is keyed by address.
func countResult(scores map[string]*scoreJSON, m match.Summary, i int) {
	if m.Against == nil || m.Against[i] == "" {
		return
	}
	address := strings.ToLower(m.Others[i])
	s := scores[address]
	if s == nil {
		s = &scoreJSON{Against: m.Others[i]}
		scores[address] = s
	}
	s.Name = m.Names[i]
	switch m.Against[i] {
	case match.Won:
		s.Won++
	case match.Lost:
		s.Lost++
	case match.Drawn:
		s.Drawn++
	}
}
