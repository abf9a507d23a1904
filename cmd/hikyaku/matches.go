package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/desk"
	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
	"hikyaku/words"
)

// statusCommand returns the command that lists what waits for the player, for a glance or a script.
func statusCommand() *cli.Command {
	return &cli.Command{
		Name:  "status",
		Usage: "list the matches and offers that wait for you",
		Description: `A match waits for you where you are to move or to answer an offer, and where your last step is not sent.
Prints nothing where none does.

   hikyaku status`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error { return listMatches(c, true) },
	}
}

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
		Action: func(c *cli.Context) error { return listMatches(c, false) },
	}
}

// matchJSON is the JSON of a match in a list.
type matchJSON struct {
	File        string     `json:"file"`
	Match       string     `json:"match,omitempty"`
	Game        string     `json:"game,omitempty"`
	Ply         int        `json:"ply"`
	Mine        bool       `json:"mine"` // the match waits for the player
	Over        bool       `json:"over"`
	Unsent      bool       `json:"unsent,omitempty"` // the last step waits to be sent
	Offer       string     `json:"offer,omitempty"`
	Status      string     `json:"status,omitempty"`
	Unconfirmed bool       `json:"unconfirmed,omitempty"` // won by a claim that nobody has answered
	Until       string     `json:"until,omitempty"`       // when the player to move is out of time
	Paused      string     `json:"paused,omitempty"`      // since when the match is paused by agreement
	Observers   []string   `json:"observers,omitempty"`   // the addresses of those who look on
	Away        []awayJSON `json:"away,omitempty"`        // the announced absences that are not over
	Delay       int        `json:"delay,omitempty"`       // how many plies late they see the match
	Error       string     `json:"error,omitempty"`
}

// listMatches lists the matches of the folder, or only those that wait for the player.
func listMatches(c *cli.Context, mine bool) error {
	if err := checkArgs(c, 0, 0); err != nil {
		return err
	}
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	if folder := c.String("folder"); folder != "" {
		if _, err := os.Stat(folder); err != nil {
			return err
		}
		conf.Folder = folder
	}
	d := conf.desk()
	for _, m := range d.Invitations() {
		if err := printMatchLine(c, d, m); err != nil {
			return err
		}
	}
	damaged := false
	for m, err := range d.List() {
		if err == nil && (!mine || m.Waits(d.Me.Address) || m.Error != "") {
			err = printMatchLine(c, d, m)
		}
		if err != nil {
			return err
		}
		damaged = damaged || m.Error != ""
	}
	if damaged {
		return &quietError{statusRecord}
	}
	return nil
}

func printMatchLine(c *cli.Context, d *desk.Desk, m match.Summary) error {
	if m.Error != "" {
		return printLine(c, matchJSON{File: m.File, Error: m.Error}, fmt.Sprintf("! %s", m.Error))
	}
	lang := language(c.App)
	line := matchJSON{
		File: m.File, Match: m.Short(), Game: m.Game, Ply: m.Ply, Mine: m.Mine(d.Me.Address), Over: m.Over, Unsent: m.Draft,
		Offer: m.Offer.In(lang), Status: m.Status.In(lang), Observers: m.Observers, Delay: m.Delay,
	}
	sign, more := " ", ""
	if m.Waits(d.Me.Address) {
		sign = ">"
	}
	if !m.Until.IsZero() {
		line.Until = m.Until.Format(time.RFC3339)
		more = ", " + m.Limit.In(lang)
	}
	if !m.Paused.IsZero() {
		line.Paused = m.Paused.Format(time.RFC3339)
		more = engine.Text{En: "; hikyaku resume " + m.File + " goes on", Ja: "。再開するには hikyaku resume " + m.File}.In(lang)
	}
	if line.Offer != "" {
		more += ", " + line.Offer
	}
	if !m.Over {
		line.Away = awayNow(m, d.System.Now())
		for _, a := range line.Away {
			more += words.In(lang, "list.away", "who", words.Person(a.Who), "from", a.From, "to", a.To)
		}
	}
	if match.Lapsed(m.Lapses, d.System.Now()) {
		line.Unconfirmed, more = true, engine.Text{En: ", won on time, unconfirmed", Ja: "、時間切れで終了（未確認）"}.In(lang)
	}
	if m.Draft {
		more += engine.Text{En: ", not sent: hikyaku send " + m.File, Ja: "、未送信：hikyaku send " + m.File}.In(lang)
	}
	return printLine(c, line, fmt.Sprintf("%s %s  %s, ply %d: %s%s", sign, m.File, m.Title.In(lang), line.Ply, line.Status, more))
}

// awayJSON is the JSON of an absence.
type awayJSON struct {
	Who  string `json:"who"`
	From string `json:"from"`
	To   string `json:"to"` // the last day
}

// awayNow returns the announced absences of a match that are not over.
func awayNow(m match.Summary, now time.Time) (list []awayJSON) {
	for _, text := range m.Away {
		at := strings.LastIndexByte(text, ' ')
		if away, err := kif.ParseAway(text[at+1:]); err == nil && away.End().After(now) {
			list = append(list, awayJSON{text[:at], away.First.Format(time.DateOnly), away.Last.Format(time.DateOnly)})
		}
	}
	return list
}

// printLine prints v as JSON if --json is set, else text.
func printLine(c *cli.Context, v any, text string) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, v)
	}
	_, err := fmt.Fprintln(c.App.Writer, render.Safe(text))
	return err
}
