package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// Flags that several commands share.

func jsonFlag() cli.Flag { return &cli.BoolFlag{Name: "json"} }

func setFlag() cli.Flag { return &cli.StringSliceFlag{Name: "set"} }

func gameFlag() cli.Flag { return &cli.StringFlag{Name: "game"} }

func atFlag() cli.Flag { return &cli.IntFlag{Name: "at", Value: -1} }

func notesFlag() cli.Flag { return &cli.BoolFlag{Name: "notes"} }

// changeFlags returns own and the flags of every command that changes a match.
func changeFlags(own ...cli.Flag) []cli.Flag {
	return append(own, sendFlag(), boardFlag(), flipFlag(), colourFlag(), jsonFlag())
}

func sendFlag() cli.Flag { return &cli.BoolFlag{Name: "send"} }

func flipFlag() cli.Flag { return &cli.BoolFlag{Name: "flip"} }

func boardFlag() cli.Flag { return &cli.BoolFlag{Name: "board"} }

func piecesFlag() cli.Flag { return &cli.StringFlag{Name: "pieces"} }

// pieces returns the value of piecesFlag, or "" if the command does not have it.
func pieces(c *cli.Context) (string, error) {
	set := c.String("pieces")
	if set != "" && !slices.Contains(render.Pieces(), set) {
		return "", usage("usage.choice", "given", "--pieces "+set, "list", i18n.Either(render.Pieces()...))
	}
	return set, nil
}

func colourFlag() cli.Flag {
	return &cli.StringFlag{Name: "colour", Aliases: []string{"color"}, Value: "auto"}
}
