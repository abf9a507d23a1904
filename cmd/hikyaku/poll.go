package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/match"
	"hikyaku/render"
)

func pollCommand() *cli.Command {
	return &cli.Command{
		Name:  "poll",
		Usage: "fetch turns from the mailbox, then send what is due",
		Description: `Takes the moves of the other players into your records, if they are legal and theirs to play;
everything else is refused with its reason and changes nothing. Nothing is deleted from the
mailbox. A match that you do not have yet is named; take it up with --accept.

   hikyaku poll
   hikyaku poll --accept 7c1f29ab`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "accept", Usage: "take up the new `MATCH` of this name, or all"},
			jsonFlag(),
		},
		Action: poll,
	}
}

func poll(c *cli.Context) error {
	if err := wantArgs(c, 0, 0); err != nil {
		return err
	}
	courier, err := openCourier(c)
	if err != nil {
		return err
	}
	var accept func(string) bool
	if name := c.String("accept"); name != "" {
		accept = func(short string) bool { return name == "all" || name == short }
	}
	reports, sent, err := courier.Poll(c.Context, accept)
	diverged := false
	for _, r := range reports {
		diverged = diverged || r.Verdict == match.Diverged
		if err := printReport(c, r); err != nil {
			return err
		}
	}
	if err = errors.Join(err, printDeliveries(c, sent)); err == nil && diverged {
		return &quietError{statusRecord}
	}
	return err
}

// printReport prints what became of one letter: news on stdout, troubles on stderr.
func printReport(c *cli.Context, r match.Report) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, r)
	}
	text := reportLine(language(c.App), r)
	if text == "" {
		return nil
	}
	w := c.App.Writer
	if r.Verdict == match.Refused || r.Verdict == match.Diverged || r.Verdict == match.Skipped {
		w, text = c.App.ErrWriter, "hikyaku: "+text
	}
	_, err := fmt.Fprintln(w, render.Safe(text))
	return err
}

// reportLine says what became of a letter; nothing for one that was known.
func reportLine(lang string, r match.Report) string {
	moves := strings.Join(r.Moves, " ")
	ja := lang == "ja"
	switch {
	case r.Verdict == match.Taken && ja:
		return fmt.Sprintf("%s：%sから %s。%s", r.File, r.From, moves, r.Status)
	case r.Verdict == match.Taken:
		return fmt.Sprintf("%s: %s from %s; %s", r.File, moves, r.From, r.Status)
	case r.Verdict == match.Begun && ja:
		return fmt.Sprintf("%s：%sとの新しい対局。%s", r.File, r.From, r.Status)
	case r.Verdict == match.Begun:
		return fmt.Sprintf("%s: a new match with %s; %s", r.File, r.From, r.Status)
	case r.Verdict == match.New && ja:
		return fmt.Sprintf("%sからの新しい対局 %s。受けるには：hikyaku poll --accept %s", r.From, r.Match, r.Match)
	case r.Verdict == match.New:
		return fmt.Sprintf("a new match %s from %s waits; to take it up: hikyaku poll --accept %s", r.Match, r.From, r.Match)
	case r.Verdict == match.Known:
		return ""
	}
	who := ""
	if r.From != "" {
		who = fmt.Sprintf(" (%s, match %s)", r.From, r.Match)
	}
	return fmt.Sprintf("%s%s: %s", r.Verdict, who, r.Reason)
}
