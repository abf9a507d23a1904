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
func (w writer) writeEvents() error {
	s := sheet{File: "events.html", Title: w.press.say("site.title.events")}
	t := part{Caption: w.press.say("site.events.all"), Head: w.press.head("event", "game", "kind", "players#", "stage"), None: w.press.say("site.none")}
	for _, e := range w.book.events {
		t.Rows = append(t.Rows, []cell{
			{Text: render.SafeLine(e.Name, 80), Link: eventFile(e.Name), Heads: true}, {Text: w.gameTitle(e.Game)}, {Text: e.KindName().In(w.press.lang)}, number(len(e.Entrants)), {Text: w.press.say("site.state." + w.book.states[e.Name])},
		})
		if err := w.event(e); err != nil {
			return err
		}
	}
	s.Parts = []part{t}
	return w.press.write(s)
}

// gameTitle returns the name of a game without its rules.
func (w writer) gameTitle(name string) string {
	if g := engine.GameNamed(w.book.Desk.Games, name); g != nil {
		return g.Title.In(w.press.lang)
	}
	return name
}

// event writes the page of an event: its table, and its games by round.
func (w writer) event(e Event) error {
	name := render.SafeLine(e.Name, 80)
	played := slices.DeleteFunc(w.all(), func(c *chapter) bool { return c.Event != e.Name })
	s := sheet{File: eventFile(e.Name), Title: name, Feed: feedOf(strings.TrimSuffix(eventFile(e.Name), ".html")+".atom", played)}
	terms := []i18n.Text{words.Text("site.terms", "game", w.gameTitle(e.Game), "kind", e.KindName().In(w.press.lang)), events.Thinking(e.Control)}
	terms = append(terms, game.Heading{Rated: e.Rated}.Message())
	if e.Engines {
		terms = append(terms, words.Text("site.engines"))
	}
	s.Lead = []string{i18n.Join(terms...).In(w.press.lang)}
	if e.Table != nil {
		table := w.press.say("site.event.table")
		s.Parts = []part{{Caption: table, Table: template.HTML(e.Table.HTML(table, w.press.lang))}}
		s.Parts = append(s.Parts, w.rounds(s.File, e)...)
	} else { // a malformed event has no valid players in its games
		t := part{Caption: w.press.say("site.event.entered"), Head: w.press.head("player"), None: w.press.say("site.none")}
		for _, who := range e.Entrants {
			t.Rows = append(t.Rows, []cell{{Text: who.Name, Heads: true}})
		}
		s.Parts = []part{t}
	}
	if err := w.press.write(s); err != nil {
		return err
	}
	return w.press.feed(s.Feed, "", name, s.File, w.press.news(played))
}

// rounds returns a table of the games of each round of an event.
func (w writer) rounds(file string, e Event) (parts []part) {
	for i, p := range e.Pairings {
		var names []string
		for _, n := range p.Players {
			names = append(names, e.Entrants[n-1].Name)
		}
		result := strings.ReplaceAll(strings.ReplaceAll(string(p.Result), "1/2", "½"), "-", "–")
		switch {
		case len(names) == 1:
			result = w.press.say("site.event.bye")
		case result == "":
			result = w.press.say("site.event.open")
		case p.Decided:
			result = w.press.say("site.event.decided", "result", result)
		}
		played := cell{Text: strings.Join(names, " – ")}
		if c := w.book.known[p.Match]; c != nil && c.played {
			played = w.matchCell(file, c, names)
			played.Heads = false
		}
		if i == 0 || p.Round != e.Pairings[i-1].Round {
			parts = append(parts, part{Caption: w.press.say("site.event.round", "n", p.Round), Head: w.press.head("players", "result")})
		}
		round := &parts[len(parts)-1]
		round.Rows = append(round.Rows, []cell{played, {Text: result, Ends: true}})
	}
	return parts
}

// writeLadders writes the list of ladders, and the page of each.
func (w writer) writeLadders() error {
	s := sheet{File: "ladders.html", Title: w.press.say("site.title.ladders"), Lead: []string{w.press.say("site.ladders.lead", "n", events.Reach)}}
	t := part{Caption: w.press.say("site.ladders.all"), Head: w.press.head("game", "players#"), None: w.press.say("site.none")}
	for _, l := range w.book.ladders {
		file := "ladder/" + slug(l.Game) + ".html"
		t.Rows = append(t.Rows, []cell{{Text: w.gameTitle(l.Game), Link: file, Heads: true}, number(len(l.Rungs))})
		page := sheet{File: file, Title: w.press.say("site.ladder", "game", w.gameTitle(l.Game))}
		rungs := part{Caption: w.press.say("site.ladder.rungs"), Head: w.press.head("rung#", "player"), None: w.press.say("site.none")}
		for i, name := range l.Rungs {
			rungs.Rows = append(rungs.Rows, []cell{number(i + 1), {Text: name, Heads: true}})
		}
		steps := part{Caption: w.press.say("site.ladder.steps"), Head: w.press.head("date", "step"), None: w.press.say("site.none")}
		for _, step := range slices.Backward(l.Steps) {
			steps.Rows = append(steps.Rows, []cell{{Text: day(step.At), Day: true}, {Text: w.press.say("site.step."+strings.ReplaceAll(string(step.What), " ", "-"), "player", step.Player, "by", step.By, "of", step.Of)}})
		}
		page.Parts = []part{rungs, steps}
		if err := w.press.write(page); err != nil {
			return err
		}
	}
	s.Parts = []part{t}
	return w.press.write(s)
}
