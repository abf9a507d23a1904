package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// The flags by the kind of their value. Their texts are in the catalogue.

func boolFlag(name string) cli.Flag { return &cli.BoolFlag{Name: name} }

func textFlag(name string) cli.Flag { return &cli.StringFlag{Name: name} }

func numberFlag(name string) cli.Flag { return &cli.IntFlag{Name: name} }

// listFlag returns a flag that may be repeated.
func listFlag(name string) cli.Flag { return &cli.StringSliceFlag{Name: name} }

// Flags that several commands share.

func atFlag() cli.Flag { return &cli.IntFlag{Name: "at", Value: -1} }

func outputFlag() cli.Flag { return &cli.StringFlag{Name: "output", Aliases: []string{"o"}} }

func memoryFlag() cli.Flag { return &cli.IntFlag{Name: "memory", Value: 64} }

func themeFlag() cli.Flag { return &cli.StringFlag{Name: "theme", DefaultText: "wood"} }

func colourFlag() cli.Flag {
	return &cli.StringFlag{Name: "colour", Aliases: []string{"color"}, Value: "auto"}
}

// changeFlags returns own and the flags of every command that changes a match.
func changeFlags(own ...cli.Flag) []cli.Flag {
	return append(own, boolFlag("send"), boolFlag("board"), boolFlag("flip"), colourFlag(), boolFlag("json"))
}

// pieces returns the value of --pieces, or "" if the command does not have it.
func pieces(c *cli.Context) (string, error) {
	set := c.String("pieces")
	if set != "" && !slices.Contains(render.Pieces(), set) {
		return "", usage("usage.choice", "given", "--pieces "+set, "list", i18n.Either(render.Pieces()...))
	}
	return set, nil
}
