package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/engine/all"
)

func gamesCommand() *cli.Command {
	return &cli.Command{
		Name:  "games",
		Usage: "list the games and their options",
		Description: `Each option stands with its allowed values; the default is marked by *.

   hikyaku games`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: listGames,
	}
}

// gamesJSON is the JSON of all games.
type gamesJSON struct {
	Games []gameJSON `json:"games"`
	failure
}

// gameJSON is the JSON of a game.
type gameJSON struct {
	Name    string       `json:"name"`
	Title   engine.Text  `json:"title"`
	Options []optionJSON `json:"options"`
}

type optionJSON struct {
	Key     string      `json:"key"`
	Title   engine.Text `json:"title"`
	Values  []string    `json:"values"`
	Default string      `json:"default"`
}

func listGames(c *cli.Context) error {
	if err := checkArgs(c, 0, 0); err != nil {
		return err
	}
	if c.Bool("json") {
		answer := &gamesJSON{}
		for _, g := range all.Games {
			answer.Games = append(answer.Games, describeGame(g))
		}
		return say(c, answer)
	}
	for _, g := range all.Games {
		text := fmt.Sprintf("%s  %s\n", g.Name, g.Title.In(language(c.App)))
		for _, o := range g.Options {
			text += fmt.Sprintf("    --set %s=%s  %s\n", o.Key, values(o), o.Title.In(language(c.App)))
		}
		if _, err := io.WriteString(c.App.Writer, text); err != nil {
			return err
		}
	}
	return nil
}

func describeGame(g *engine.Game) gameJSON {
	described := gameJSON{Name: g.Name, Title: g.Title, Options: []optionJSON{}}
	for _, o := range g.Options {
		described.Options = append(described.Options, optionJSON{o.Key, o.Title, o.Values, o.Default})
	}
	return described
}

func values(o engine.Option) string {
	words := make([]string, len(o.Values))
	for i, value := range o.Values {
		words[i] = value
		if value == o.Default {
			words[i] += "*"
		}
	}
	return strings.Join(words, "|")
}

// gameNamed returns the game with this name, or an error that lists all games.
func gameNamed(name string) (*engine.Game, error) {
	if g := all.Game(name); g != nil {
		return g, nil
	}
	names := make([]string, len(all.Games))
	for i, g := range all.Games {
		names[i] = g.Name
	}
	return nil, usagef("there is no game %q: there is %s", name, strings.Join(names, ", "))
}

// settings parses --set KEY=VALUE, each key once.
func settings(c *cli.Context) (engine.Options, error) {
	set := engine.Options{}
	for _, word := range c.StringSlice("set") {
		key, value, found := strings.Cut(word, "=")
		if !found {
			return nil, usagef("--set %s: write KEY=VALUE", word)
		}
		if _, twice := set[key]; twice {
			return nil, usagef("--set %s is given twice", key)
		}
		set[key] = value
	}
	return set, nil
}

// chooseGame returns the game with this name and its complete options. Wrong options are a usage error.
func chooseGame(c *cli.Context, name string) (*engine.Game, engine.Options, error) {
	g, err := gameNamed(name)
	if err != nil {
		return nil, nil, err
	}
	set, err := settings(c)
	if err != nil {
		return nil, nil, err
	}
	options, err := g.Resolve(set)
	if err != nil {
		return nil, nil, usagef("%v", err)
	}
	return g, options, nil
}
