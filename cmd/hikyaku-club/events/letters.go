package events

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/match"
	"hikyaku/render"
)

// write sends a message to a member. Two messages with the same topic are one message.
func write(d *game.Deal, to person, about string, subject, text i18n.Text) error {
	return d.Write(to.Address, topic(about), cmp.Or(to.lang, d.Lang), subject, text)
}

// topic returns a topic of a message in the form of those of Deal.Write.
func topic(about string) string {
	sum := sha256.Sum256([]byte(about))
	return "arrange." + hex.EncodeToString(sum[:16])
}

// notify sends all entrants a message about the event.
func (e *event) notify(d *game.Deal, what string, text func(g *engine.Game, who int) i18n.Text) error {
	g, err := gameOf(d, e.Game)
	if err != nil {
		return err
	}
	subject := words.Text("arrange.subject", "event", e.Name, "game", g.Called(OptionsOf(e.Rules)))
	for i, p := range e.people {
		if err := write(d, p, what+"\n"+e.Name, subject, text(g, i+1)); err != nil {
			return err
		}
	}
	return nil
}

// gameOf finds a game of the club.
func gameOf(d *game.Deal, name string) (*engine.Game, error) {
	if g := engine.GameNamed(d.Desk.Games, name); g != nil {
		return g, nil
	}
	return nil, words.Err("member.no-game", "text", name, "games", d.Desk.Titles())
}

// begun returns the text for the beginning of the event.
func (e *event) begun(g *engine.Game, _ int) i18n.Text {
	how := words.Text("arrange.rounds", "rounds", len(e.Entrants)-1+len(e.Entrants)%2)
	switch e.Kind {
	case DoubleRoundRobin:
		how = words.Text("arrange.rounds-twice", "rounds", 2*(len(e.Entrants)-1+len(e.Entrants)%2))
	case Swiss:
		how = words.Text("arrange.swiss", "rounds", e.Rounds, "event", e.Name)
		if length := e.roundLength(); length > 0 {
			how = i18n.Join(how, words.Text("arrange.swiss.round", "time", i18n.Span(length)))
		}
	case Continuous:
		how = words.Text("arrange.continuous", "rounds", e.Rounds)
	}
	list := []i18n.Text{words.Text("arrange.players")}
	for i, who := range e.Entrants {
		list = append(list, words.Text("arrange.player", "number", i+1, "name", who.Name, "rating", who.Rating))
	}
	return i18n.Paragraphs(
		words.Text("arrange.begun", "event", e.Name, "n", len(e.Entrants)),
		i18n.Join(how, Thinking(e.Control), engines(e.Engines)),
		i18n.Lines(list...),
		words.Text("arrange.matches"),
	)
}

// Thinking describes a time limit.
func Thinking(control string) i18n.Text {
	c, err := match.ParseControl(control)
	switch {
	case err != nil:
		return i18n.Text{}
	case c.Bank > 0:
		return i18n.T("invite.time-bank", "bank", i18n.Span(c.Bank), "added", i18n.Span(c.Added))
	}
	return i18n.T("invite.time-turn", "span", i18n.Span(c.PerTurn))
}

// engines states whether programs may help.
func engines(may bool) i18n.Text {
	if may {
		return words.Text("arrange.engines")
	}
	return words.Text("arrange.no-engines")
}

// ended returns the text for the end of the event, with the place of one player.
func (e *event) ended(_ *engine.Game, who int) i18n.Text {
	if e.Begun.IsZero() {
		return words.Text("arrange.void", "event", e.Name)
	}
	t := e.Table()
	own := slices.IndexFunc(t.Rows, func(r standings.Row) bool { return r.Player == e.Entrants[who-1].Name })
	return i18n.Paragraphs(
		words.Text("arrange.ended", "event", e.Name, "place", t.Rows[own].Place, "n", len(t.Rows)),
		i18n.Text{En: tableIn(t, "en"), Ja: tableIn(t, "ja")},
	)
}

// tableIn returns a table in a form that fits into a message: as sentences if it is too wide.
func tableIn(t *standings.Table, lang string) string {
	text := ""
	for line := range strings.Lines(t.Text(lang)) {
		text += " " + line // which prevents wrapping
		if line = " " + strings.TrimSuffix(line, "\n"); render.SafeLine(line, game.LetterColumns) != line {
			return t.List(lang)
		}
	}
	return text
}
