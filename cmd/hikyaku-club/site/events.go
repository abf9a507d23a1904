package site

import (
	"html/template"
	"slices"
	"strings"

	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// eventFile is the path of the page of an event.
func eventFile(name string) string { return "event/" + slug(name) + ".html" }

// writeEvents writes the list of events, and the page of each.
func (p *press) writeEvents() error {
	s := sheet{File: "events.html", Title: p.say("site.title.events")}
	t := part{Caption: p.say("site.events.all"), Head: p.head("event", "game", "kind", "players#", "stage"), None: p.say("site.none")}
	for _, e := range p.book.events {
		t.Rows = append(t.Rows, []cell{
			{Text: render.SafeLine(e.Name, 80), Link: eventFile(e.Name), Heads: true}, {Text: p.gameTitle(e.Game)}, {Text: e.KindName().In(p.lang)}, number(len(e.Entrants)), {Text: p.say("site.state." + e.State)},
		})
		if err := p.event(e); err != nil {
			return err
		}
	}
	s.Parts = []part{t}
	return p.write(s)
}

// gameTitle returns the name of a game without its rules.
func (p *press) gameTitle(name string) string {
	if g := engine.GameNamed(p.book.Desk.Games, name); g != nil {
		return g.Title.In(p.lang)
	}
	return name
}

// event writes the page of an event: its table, and its games by round.
func (p *press) event(e Event) error {
	name := render.SafeLine(e.Name, 80)
	played := slices.DeleteFunc(p.all(), func(c *chapter) bool { return c.Event != e.Name })
	s := sheet{File: eventFile(e.Name), Title: name, Feed: feedOf(strings.TrimSuffix(eventFile(e.Name), ".html")+".atom", played)}
	terms := []i18n.Text{words.Text("site.terms", "game", p.gameTitle(e.Game), "kind", e.KindName().In(p.lang)), events.Thinking(e.Control)}
	terms = append(terms, game.Heading{Rated: e.Rated}.Message())
	if e.Engines {
		terms = append(terms, words.Text("site.engines"))
	}
	s.Lead = []string{i18n.Join(terms...).In(p.lang)}
	if e.Table != nil {
		table := p.say("site.event.table")
		s.Parts = []part{{Caption: table, Table: template.HTML(e.Table.HTML(table, p.lang))}}
		s.Parts = append(s.Parts, p.rounds(s.File, e)...)
	} else { // a malformed event has no valid players in its games
		t := part{Caption: p.say("site.event.entered"), Head: p.head("player"), None: p.say("site.none")}
		for _, who := range e.Entrants {
			t.Rows = append(t.Rows, []cell{{Text: who.Name, Heads: true}})
		}
		s.Parts = []part{t}
	}
	if err := p.write(s); err != nil {
		return err
	}
	return p.feed(s.Feed, "", name, s.File, p.news(played))
}

// rounds returns a table of the games of each round of an event.
func (p *press) rounds(file string, e Event) (parts []part) {
	for i, pairing := range e.Pairings {
		var names []string
		for _, n := range pairing.Players {
			names = append(names, e.Entrants[n-1].Name)
		}
		result := strings.ReplaceAll(strings.ReplaceAll(string(pairing.Result), "1/2", "½"), "-", "–")
		switch {
		case len(names) == 1:
			result = p.say("site.event.bye")
		case result == "":
			result = p.say("site.event.open")
		case pairing.Decided:
			result = p.say("site.event.decided", "result", result)
		}
		played := cell{Text: strings.Join(names, " – ")}
		if c := p.book.known[pairing.Match]; c != nil && c.played {
			played = p.matchCell(file, c, names)
			played.Heads = false
		}
		if i == 0 || pairing.Round != e.Pairings[i-1].Round {
			parts = append(parts, part{Caption: p.say("site.event.round", "n", pairing.Round), Head: p.head("players", "result")})
		}
		round := &parts[len(parts)-1]
		round.Rows = append(round.Rows, []cell{played, {Text: result, Ends: true}})
	}
	return parts
}

// writeLadders writes the list of ladders, and the page of each.
func (p *press) writeLadders() error {
	s := sheet{File: "ladders.html", Title: p.say("site.title.ladders"), Lead: []string{p.say("site.ladders.lead", "n", events.Reach)}}
	t := part{Caption: p.say("site.ladders.all"), Head: p.head("game", "players#"), None: p.say("site.none")}
	for _, l := range p.book.ladders {
		file := "ladder/" + slug(l.Game) + ".html"
		t.Rows = append(t.Rows, []cell{{Text: p.gameTitle(l.Game), Link: file, Heads: true}, number(len(l.Rungs))})
		page := sheet{File: file, Title: p.say("site.ladder", "game", p.gameTitle(l.Game))}
		rungs := part{Caption: p.say("site.ladder.rungs"), Head: p.head("rung#", "player"), None: p.say("site.none")}
		for i, name := range l.Rungs {
			rungs.Rows = append(rungs.Rows, []cell{number(i + 1), {Text: name, Heads: true}})
		}
		steps := part{Caption: p.say("site.ladder.steps"), Head: p.head("date", "step"), None: p.say("site.none")}
		for _, step := range slices.Backward(l.Steps) {
			steps.Rows = append(steps.Rows, []cell{{Text: day(step.At), Day: true}, {Text: p.say("site.step."+strings.ReplaceAll(string(step.What), " ", "-"), "player", step.Player, "by", step.By, "of", step.Of)}})
		}
		page.Parts = []part{rungs, steps}
		if err := p.write(page); err != nil {
			return err
		}
	}
	s.Parts = []part{t}
	return p.write(s)
}
