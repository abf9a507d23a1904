package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"hikyaku/match"
	"hikyaku/render"
)

func matchesCommand() *cli.Command {
	return &cli.Command{
		Name:  "matches",
		Usage: "list the matches in your folder and whose turn it is",
		Description: `A > stands before those that wait for you, invitations among them.

   hikyaku matches`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "folder", Usage: "look in `FOLDER` instead of the configured one"},
			jsonFlag(),
		},
		Action: listMatches,
	}
}

// matchJSON is a match as scripts see it in a list.
type matchJSON struct {
	File   string `json:"file"`
	Match  string `json:"match,omitempty"`
	Game   string `json:"game,omitempty"`
	Ply    int    `json:"ply"`
	Mine   bool   `json:"mine"` // whether it waits for you
	Over   bool   `json:"over"`
	Status string `json:"status,omitempty"`
	Error  string `json:"error,omitempty"`
}

func listMatches(c *cli.Context) error {
	if err := wantArgs(c, 0, 0); err != nil {
		return err
	}
	desk, _, err := openDesk(c)
	if err != nil {
		return err
	}
	if folder := c.String("folder"); folder != "" {
		desk.Folder = folder
	}
	matches, damaged, err := desk.Shelf()
	if err != nil {
		return err
	}
	for _, m := range append(desk.Invitations(), matches...) {
		if err := printMatchLine(c, desk, m); err != nil {
			return err
		}
	}
	for _, file := range slices.Sorted(maps.Keys(damaged)) {
		line := matchJSON{File: file, Error: damaged[file].Error()}
		if err := printLine(c, line, fmt.Sprintf("! %s: %v", file, damaged[file])); err != nil {
			return err
		}
	}
	if len(damaged) > 0 {
		return &quietError{statusRecord}
	}
	return nil
}

func printMatchLine(c *cli.Context, desk *match.Desk, m *match.Match) error {
	line := matchJSON{
		File: m.File, Match: m.Short(), Game: m.Game.Name, Ply: m.Ply(),
		Mine: m.Mine(desk.Me.Addr),
		Over: m.Outcome() != nil, Status: m.Status().In(language(c.App)),
	}
	sign := " "
	if line.Mine {
		sign = ">"
	}
	return printLine(c, line, fmt.Sprintf("%s %s  %s, ply %d: %s", sign, m.File, m.Game.Title.In(language(c.App)), line.Ply, line.Status))
}

// printLine prints v as JSON where that was asked for, else text.
func printLine(c *cli.Context, v any, text string) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, v)
	}
	_, err := fmt.Fprintln(c.App.Writer, render.Safe(text))
	return err
}
