package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/render"
)

// This file holds the flags that several commands share.

func jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", Usage: "print one JSON object, also on failure"}
}

func setFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "set", Usage: "an option of the game, `KEY=VALUE`; see hikyaku games"}
}

func gameFlag() cli.Flag {
	return &cli.StringFlag{Name: "game", Usage: "begin from the start of `GAME` instead of a file"}
}

func atFlag() cli.Flag {
	return &cli.IntFlag{Name: "at", Value: -1, DefaultText: "the end", Usage: "the position after `N` plies, with the dice thrown for the next"}
}

func notesFlag(usage string) cli.Flag { return &cli.BoolFlag{Name: "notes", Usage: usage} }

func seatFlag() cli.Flag {
	return &cli.IntFlag{Name: "seat", DefaultText: "the seat to move", Usage: "play as seat `N`; refused if another is to move"}
}

func sendFlag() cli.Flag {
	return &cli.BoolFlag{Name: "send", Usage: "send the turn to the other players at once"}
}

func flipFlag() cli.Flag {
	return &cli.BoolFlag{Name: "flip", Usage: "see the board from the far side"}
}

func piecesFlag() cli.Flag {
	return &cli.StringFlag{Name: "pieces", Usage: "the `SET` of shogi men: " + strings.Join(render.Pieces(), ", ") + " (letters in text); kanji in Japanese and letters in English unless said otherwise"}
}

// pieces returns the value of piecesFlag, "" where the command has none.
func pieces(c *cli.Context) (string, error) {
	set := c.String("pieces")
	if set != "" && !slices.Contains(render.Pieces(), set) {
		return "", usagef("--pieces %s: write %s", set, strings.Join(render.Pieces(), ", "))
	}
	return set, nil
}

func colourFlag() cli.Flag {
	return &cli.StringFlag{Name: "colour", Aliases: []string{"color"}, Value: "auto", Usage: "colour text: `auto|always|never`"}
}
