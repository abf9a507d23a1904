package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/i18n"
)

type gamesJSON struct {
	Games []gameJSON `json:"games"`
	failure
}

type gameJSON struct {
	Name    string       `json:"name"`
	Title   i18n.Text    `json:"title"`
	Options []optionJSON `json:"options"`
}

type optionJSON struct {
	Key     string    `json:"key"`
	Title   i18n.Text `json:"title"`
	Values  []string  `json:"values"`
	Default string    `json:"default"`
}

// listGames prints the games and their options.
func listGames(c *cli.Context) error {
	if c.IsSet("output") {
		return wrongForm(c)
	}
	if c.Bool("json") {
		answer := &gamesJSON{}
		for _, g := range all.Games {
			described := gameJSON{Name: g.Name, Title: g.Title, Options: []optionJSON{}}
			for _, o := range g.Options {
				described.Options = append(described.Options, optionJSON{o.Key, o.Title, o.Values, o.Default})
			}
			answer.Games = append(answer.Games, described)
		}
		return setAnswer(c, answer)
	}
	var lines []string
	for _, g := range all.Games {
		lines = append(lines, g.Name+"  "+g.Title.In(language(c.App)))
		for _, o := range g.Options {
			values := slices.Clone(o.Values)
			values[slices.Index(values, o.Default)] += "*"
			lines = append(lines, fmt.Sprintf("    --set %s=%s  %s", o.Key, strings.Join(values, "|"), o.Title.In(language(c.App))))
		}
	}
	return printLines(c, append(lines, "", i18n.In(language(c.App), "games.chosen")))
}

// gameNamed returns the game with this name or title, ignoring case. If the name
// is that of a variant, it also returns the option that selects it.
func gameNamed(name string) (*engine.Game, engine.Options, error) {
	for _, g := range all.Games {
		if called(name, g.Name, g.Title) {
			return g, nil, nil
		}
	}
	for _, g := range all.Games {
		o, _ := g.Variants()
		for _, value := range variantNames(o) {
			if called(name, value, o.Name(value)) {
				return g, engine.Options{o.Key: value}, nil
			}
		}
		for _, o := range g.Options {
			for value, title := range o.Games {
				if called(name, title.Ja, title) {
					return g, engine.Options{o.Key: value}, nil
				}
			}
		}
	}
	return nil, nil, noGame(name)
}

// noGame returns the error for an unknown game, which lists all games.
func noGame(name string) error {
	var names []string
	for _, g := range all.Games {
		names = append(names, g.Name)
	}
	return usage("usage.game", "name", name, "list", i18n.Names(names...))
}

// called reports whether name is id or title, without the explanation that may
// follow the title.
func called(name, id string, title i18n.Text) bool {
	en, _, _ := strings.Cut(title.En, ",")
	ja, _, _ := strings.Cut(title.Ja, "（")
	return slices.ContainsFunc([]string{id, en, ja}, func(known string) bool { return strings.EqualFold(name, known) })
}

// variantNames returns the values of an option that selects between games, if
// they have names.
func variantNames(o engine.Option) []string {
	if o.Names == nil {
		return nil
	}
	return o.Values
}

// settings parses the values of --set. A key may occur only once.
func settings(texts []string) (engine.Options, error) {
	set := engine.Options{}
	for _, word := range texts {
		key, value, found := strings.Cut(word, "=")
		if !found {
			return nil, usage("usage.set", "text", word)
		}
		if _, twice := set[key]; twice {
			return nil, usage("usage.set-twice", "key", key)
		}
		set[key] = value
	}
	return set, nil
}

// chooseGame returns the game called name and its complete options. Wrong
// options are a usage error.
func chooseGame(c *cli.Context, name string) (*engine.Game, engine.Options, error) {
	return chosenGame(name, c.StringSlice("set"))
}

// chosenGame is chooseGame with the values of --set as an argument. They may be
// titles too, as in 手合割=二枚落ち.
func chosenGame(name string, texts []string) (*engine.Game, engine.Options, error) {
	g, variant, err := gameNamed(name)
	if err != nil {
		return nil, nil, err
	}
	set, err := settings(texts)
	if err != nil {
		return nil, nil, err
	}
	for _, o := range g.Options {
		for key, value := range maps.Clone(set) {
			if !called(key, o.Key, o.Title) {
				continue
			}
			if _, twice := set[o.Key]; twice && key != o.Key {
				return nil, nil, usage("usage.set-twice", "key", o.Key)
			}
			delete(set, key)
			if i := slices.IndexFunc(o.Values, func(known string) bool { return called(value, known, o.Name(known)) }); i >= 0 {
				value = o.Values[i]
			}
			set[o.Key] = value
		}
	}
	for key, value := range variant {
		if other, given := set[key]; given && other != value {
			return nil, nil, usage("usage.set-variant", "name", name, "game", g.Name, "setting", key+"="+value, "other", key+"="+other)
		}
		set[key] = value
	}
	options, err := g.Resolve(set)
	if err != nil {
		return nil, nil, misuse(err)
	}
	return g, options, nil
}
