package members

import (
	"math"
	"slices"
	"strings"

	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// called returns the title of a game with its rules.
func (v *visit) called(game, rules string) i18n.Text {
	if g := engine.GameNamed(v.Desk.Games, game); g != nil {
		return g.Called(events.OptionsOf(rules))
	}
	return i18n.Same(game)
}

// maxStandings is the largest number of players per game in a message.
const maxStandings = 40

// standings lists the ratings, in one game or in all.
func (v *visit) standings() (i18n.Text, error) {
	pools, err := events.Pools(v)
	if err != nil {
		return i18n.Text{}, err
	}
	parts := []i18n.Text{words.Text("member.standings")}
	for _, p := range pools {
		if v.in.Game != nil && (p.Game != v.in.Game.Name || v.called(p.Game, p.Rules) != v.in.Game.Called(v.in.Options)) {
			continue
		}
		list, err := events.Standings(v, v.At, p.Game, p.Rules)
		if err != nil {
			return i18n.Text{}, err
		}
		lines := []i18n.Text{words.Text("member.standings-game", "game", v.called(p.Game, p.Rules))}
		for _, s := range list[:min(maxStandings, len(list))] {
			key := "member.standing"
			if s.Provisional {
				key = "member.standing-provisional"
			}
			lines = append(lines, words.Text(key, "place", s.Rank, "who", s.Name, "rating", s.Rating.Rounded(), "n", s.Games))
		}
		if more := len(list) - maxStandings; more > 0 {
			lines = append(lines, words.Text("member.standings-more", "n", more))
		}
		parts = append(parts, i18n.Lines(lines...))
	}
	if len(parts) == 1 {
		return i18n.Paragraphs(words.Text("member.standings-none"), v.how("member.standings-how")), nil
	}
	return i18n.Paragraphs(append(parts, v.how("member.standings-how"))...), nil
}

// maxHistory is the largest number of matches in a message.
const maxHistory = 20

// history lists the matches of a member.
func (v *visit) history() (i18n.Text, error) {
	p := v.who
	if v.in.Name != "" {
		var err error
		if p, err = personNamed(v, v.in.Name); err != nil {
			return i18n.Text{}, err
		}
	}
	if p == nil {
		return words.Text("member.nobody", "name", v.in.Name), nil
	}
	list, err := events.History(v, p.address)
	if err != nil {
		return i18n.Text{}, err
	}
	if len(list) == 0 {
		return words.Text("member.history-none", "who", i18n.Person(p.name)), nil
	}
	lines := []i18n.Text{}
	for _, m := range list[:min(maxHistory, len(list))] {
		lines = append(lines, v.playedText(m, p.name))
	}
	if more := len(list) - maxHistory; more > 0 {
		lines = append(lines, words.Text("member.history-more", "n", more))
	}
	return i18n.Paragraphs(words.Text("member.history", "who", i18n.Person(p.name), "n", len(list)), i18n.Lines(lines...)), nil
}

// playedText describes a match in a line of a member's history.
func (v *visit) playedText(m events.Played, name string) i18n.Text {
	var others []string
	own, best := 0, math.MaxInt
	for i, other := range m.Names {
		if other == name {
			own = m.Places[i]
		} else {
			best = min(best, m.Places[i])
			others = append(others, other)
		}
	}
	key := "member.drawn"
	switch {
	case len(m.Names) > 2:
		key = "member.placed"
	case own < best:
		key = "member.won"
	case own > best:
		key = "member.lost"
	}
	parts := []i18n.Text{words.Text(key, "who", i18n.People(others...), "place", own), v.called(m.Game, m.Rules)}
	if m.Event != "" {
		parts = append(parts, words.Text("member.round", "event", m.Event, "round", m.Round))
	}
	if m.Rated {
		parts = append(parts, words.Text("member.rating", "before", m.Before.Rounded(), "after", m.After.Rounded()))
	}
	return words.Text("member.played", "day", i18n.Date(m.Ended), "match", i18n.Phrases(parts...))
}

// ladder lists the rungs of a ladder, or of all.
func (v *visit) ladder() (i18n.Text, error) {
	parts := []i18n.Text{}
	example := v.Desk.Games[0]
	if v.in.Game != nil {
		example = v.in.Game
	}
	for _, g := range v.Desk.Games {
		if v.in.Game != nil && v.in.Game != g {
			continue
		}
		rungs, err := events.Ladder(v, g.Name)
		if err != nil {
			return i18n.Text{}, err
		}
		if len(rungs) == 0 {
			continue
		}
		if len(parts) == 0 {
			example = g
		}
		lines := []i18n.Text{words.Text("member.ladder-game", "game", g.Title)}
		for _, r := range rungs[:min(maxStandings, len(rungs))] {
			key := "member.rung"
			if r.Busy {
				key = "member.rung-busy"
			}
			lines = append(lines, words.Text(key, "number", r.Number, "who", r.Name))
		}
		if more := len(rungs) - maxStandings; more > 0 {
			lines = append(lines, words.Text("member.standings-more", "n", more))
		}
		parts = append(parts, i18n.Lines(lines...))
	}
	if len(parts) == 0 {
		return i18n.Paragraphs(words.Text("member.ladder-none"), v.how("member.ladder-how", "game", example.Title)), nil
	}
	return i18n.Paragraphs(append(slices.Insert(parts, 0, words.Text("member.ladder")), v.how("member.ladder-how", "game", example.Title))...), nil
}

// climb challenges a player on a ladder.
func (v *visit) climb() (i18n.Text, error) {
	p, err := v.opponent()
	switch {
	case err != nil:
		return i18n.Text{}, err
	case v.who.absent(v.At):
		return words.Text("member.you-away"), nil
	}
	err = events.Challenge(v.Deal, v.in.Game.Name, v.from, p.address, v.mail())
	return words.Text("member.climbs", "who", i18n.Person(p.name), "game", v.in.Game.Title), err
}

// events lists the events.
func (v *visit) events() (i18n.Text, error) {
	list, err := events.Events(v)
	if err != nil {
		return i18n.Text{}, err
	}
	if len(list) == 0 {
		return words.Text("member.events-none"), nil
	}
	lines, open := []i18n.Text{}, ""
	for _, e := range list {
		if e.State == "open" && open == "" {
			open = e.Name
		}
		parts := []i18n.Text{v.called(e.Game, e.Rules), words.Text("member.event." + strings.ReplaceAll(string(e.Kind), " ", "-")), controlText(e.Control), words.Text("member.event-players", "n", e.Entered), words.Text("member.event." + e.State)}
		lines = append(lines, words.Text("member.event", "name", e.Name, "what", i18n.Phrases(parts...)))
	}
	text := i18n.Paragraphs(words.Text("member.events", "n", len(list)), i18n.Lines(lines...))
	if open != "" {
		text = i18n.Paragraphs(text, v.how("member.events-how", "name", open))
	}
	return text, nil
}
