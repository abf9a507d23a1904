package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/engine/enginetest/counting"
)

var demos = flag.Bool("demos", false, "play every game by mail, in all of its kinds")

// TestEveryGameByMail plays a demonstration of each kind of each game. It takes minutes.
func TestEveryGameByMail(t *testing.T) {
	if !*demos {
		t.Skip("-demos plays them")
	}
	seed := 0
	for _, g := range all.Games {
		for _, set := range kinds(g) {
			seed++
			args := []string{"hikyaku", "demo", "--game", g.Name, "--seed", fmt.Sprint(seed), "-o", t.TempDir()}
			for key, value := range set {
				args = append(args, "--set", key+"="+value)
			}
			t.Run(g.Name+","+g.OptionText(set), func(t *testing.T) {
				if status := run(context.Background(), args); status != 0 {
					t.Errorf("%s: exit status %d", strings.Join(args, " "), status)
				}
			})
		}
	}
}

// kinds returns the usual options of g, and each other value that changes the game most: its variants, and those that change the
// number of seats.
func kinds(g *engine.Game) []engine.Options {
	sets := []engine.Options{{}}
	for _, o := range g.Options {
		for _, value := range o.Values {
			set := engine.Options{o.Key: value}
			if value != o.Default && o.Only == nil && (o.Variants || seats(g, set) != seats(g, nil)) {
				sets = append(sets, set)
			}
		}
	}
	return sets
}

// seats returns the seats of a match of g with the options set.
func seats(g *engine.Game, set engine.Options) int {
	options, err := g.Resolve(set)
	if err != nil {
		panic(err)
	}
	return g.Seats(options)
}

func TestKinds(t *testing.T) {
	g := *counting.Game
	g.Options = slices.Clone(g.Options)
	slices.Reverse(g.Options)
	g.Options[0].Variants = true
	for game, want := range map[*engine.Game][]string{
		counting.Game: {"", "players=3", "players=4"},
		&g:            {"", "target=1000", "players=3", "players=4"},
	} {
		var sets []string
		for _, set := range kinds(game) {
			sets = append(sets, game.OptionText(set))
		}
		if !slices.Equal(sets, want) {
			t.Errorf("the kinds are %q, want %q", sets, want)
		}
	}
}
