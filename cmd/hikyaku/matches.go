package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/match"
	"hikyaku/render"
)

func matchesCommand() *cli.Command {
	return &cli.Command{
		Name: "matches",
		UsageText: `hikyaku matches
hikyaku matches --waiting
hikyaku matches --over --with bob --since 2026-01-01
hikyaku secret import
hikyaku matches --restore`,
		Flags: append(archiveFlags(),
			&cli.BoolFlag{Name: "waiting"},
			&cli.StringFlag{Name: "folder"},
			&cli.BoolFlag{Name: "restore"},
			traceFlag(), jsonFlag(),
		),
		Action: paged(func(c *cli.Context) error {
			if !c.Bool("restore") {
				return listMatches(c)
			}
			for _, name := range []string{"over", "with", "since", "waiting", "folder"} {
				if c.IsSet(name) {
					return usage("usage.restore", "flag", "--"+name)
				}
			}
			return restore(c)
		}),
	}
}

// listedJSON is the JSON of a match in a list.
type listedJSON struct {
	File  string       `json:"file"`
	Match string       `json:"match,omitempty"`
	Game  string       `json:"game,omitempty"`
	Ply   int          `json:"ply"`
	With  []playerJSON `json:"with,omitempty"` // the other players
	*statusJSON
	Digest string       `json:"digest,omitempty"`
	Error  *problemJSON `json:"error,omitempty"` // why the record cannot be read; all else is empty then
}

// listMatches lists the matches of the folder, or only those waiting for the
// player.
func listMatches(c *cli.Context) error {
	if err := checkArgs(c, 0, 0); err != nil {
		return err
	}
	mine := c.Bool("waiting")
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
	d, listed := conf.desk(), 0
	if c.Bool("over") && mine {
		return usage("usage.waiting-over")
	}
	if !c.Bool("over") && (c.IsSet("with") || c.IsSet("since")) {
		return usage("usage.over")
	}
	if c.Bool("json") {
		if err := listMatch(c, nil); err != nil {
			return err
		}
	}
	if c.Bool("over") {
		return archive(c, d)
	}
	for _, m := range d.Invitations() {
		listed++
		if err := printListed(c, d, m, i18n.In(language(c.App), "list.accept", "match", m.Short())); err != nil {
			return err
		}
	}
	waiting, damaged, err := listFolder(c, d, true)
	listed += waiting
	if err == nil && !mine {
		var others int
		others, _, err = listFolder(c, d, false)
		listed += others
	}
	switch {
	case err == nil && damaged:
		err = &quietError{statusRecord}
	case err == nil && listed == 0 && !mine:
		fmt.Fprintln(c.App.ErrWriter, "hikyaku: "+i18n.In(language(c.App), "warn.no-matches", "folder", d.Folder))
	}
	return err
}

// listFolder lists either the matches of the folder that wait for the player, to
// move or to confirm a key, and those that cannot be read, or all others. It
// returns their number.
func listFolder(c *cli.Context, d *home.Desk, waiting bool) (listed int, damaged bool, err error) {
	for m, err := range d.List() {
		var asks bool // for confirmation of a key
		if err == nil && !m.Over && !m.Damaged() {
			asks, err = d.AsksKey(m)
		}
		if err == nil && m.Called == "" && waiting == (m.Waits(d.Me.Address) || m.Damaged() || asks) {
			listed++
			err = printListed(c, d, m, whatToType(language(c.App), d, m))
		}
		if err != nil {
			return listed, damaged, err
		}
		damaged = damaged || m.Damaged()
	}
	return listed, damaged, nil
}

// printListed prints a match in a list and, below it, the command to type, if
// any.
func printListed(c *cli.Context, d *home.Desk, m match.Summary, command string) error {
	if c.Bool("json") {
		return listMatch(c, newListed(d, m))
	}
	if m.Damaged() {
		return printLine(c, "! "+m.Error.In(language(c.App)))
	}
	lang, now := language(c.App), d.System.Now()
	sign := " "
	if m.Waits(d.Me.Address) {
		sign = ">"
	}
	text := sign + " " + i18n.In(lang, "list.line", "match", matchName(lang, m), "state", matchState(lang, m, now, zone(c)))
	if command != "" {
		text += "\n    " + command
	}
	if !m.Over {
		warnings, err := d.Warnings(m.Contacts, m.Short(), false)
		if err != nil {
			return err
		}
		for _, w := range warnings {
			text += "\n    ! " + w.In(lang)
		}
	}
	if c.Bool("verbose") {
		text += "\n    " + m.File
	}
	text = render.Safe(text) + "\n"
	if isTerminal(c.App.Writer) {
		text = render.Wrap(text, terminalColumns)
	}
	_, err := fmt.Fprint(c.App.Writer, text)
	return err
}

// newListed returns the JSON of a match in a list.
func newListed(d *home.Desk, m match.Summary) *listedJSON {
	if m.Damaged() {
		return &listedJSON{File: m.File, Error: &problemJSON{ID: "record.unreadable", En: m.Error.En, Ja: m.Error.Ja}}
	}
	standing := newStatus(d, m)
	line := &listedJSON{File: m.File, Game: m.Game, Ply: m.Ply, statusJSON: &standing, Digest: m.Head}
	for i, name := range m.Names {
		line.With = append(line.With, playerJSON{Name: name, Address: m.Others[i]})
	}
	if len(m.Names) > 0 {
		line.Match = m.Short()
	}
	return line
}

// matchName identifies a match by the game, the other players and its short
// name, or by its file if nobody was invited.
func matchName(lang string, m match.Summary) string {
	if len(m.Names) == 0 {
		return i18n.In(lang, "list.local", "game", m.Title, "file", m.File)
	}
	return i18n.In(lang, "list.match", "game", m.Title, "with", i18n.People(m.Names...), "match", m.Short())
}

// matchState describes what a match waits for and until when, what is offered,
// and who is away.
func matchState(lang string, m match.Summary, now time.Time, zone *time.Location) string {
	parts := []i18n.Text{m.Status}
	switch {
	case match.Lapsed(m.Lapses, now):
		parts = append(parts, i18n.T("list.unconfirmed"))
	case m.Until.IsZero() || m.Over:
	case now.After(m.Until):
		parts = append(parts, i18n.T("list.overdue", "when", i18n.Time(m.Until, zone)))
	default:
		parts = append(parts, i18n.T("list.until", "when", i18n.Time(m.Until, zone)))
	}
	if m.Offer.En != "" {
		parts = append(parts, m.Offer)
	}
	if !m.Over {
		for _, a := range awayNow(m, now) {
			parts = append(parts, i18n.T("list.away", "who", i18n.Person(a.Who), "from", a.From, "to", a.To))
		}
	}
	return i18n.Phrases(parts...).In(lang)
}

// whatToType returns the command that the match waits for, or "" if it waits for
// none.
func whatToType(lang string, d *home.Desk, m match.Summary) string {
	name, send := m.Short(), " --send"
	if len(m.Names) == 0 {
		name, send = m.File, ""
	}
	switch {
	case m.Draft:
		return "hikyaku send " + name
	case m.Asks(d.Me.Address):
		return "hikyaku accept " + name + send
	case m.Mine(d.Me.Address) && m.Paused.IsZero():
		return i18n.In(lang, "list.move", "match", name) + send
	case !m.Paused.IsZero() && !m.Over:
		return "hikyaku clock resume " + name + send
	}
	return ""
}

// printLine prints a line of text.
func printLine(c *cli.Context, text string) error {
	_, err := fmt.Fprintln(c.App.Writer, render.Safe(text))
	return err
}

// listing is the answer {"matches":[…], …}. It writes each match at once,
// because a folder may contain very many.
type listing struct {
	w     io.Writer
	added bool
	rest  listingRest
}

// listingRest is what follows the matches.
type listingRest struct {
	Scores []*scoreJSON `json:"scores,omitzero"`
	failure
}

func (l *listing) end() *failure { return &l.rest.failure }

// listMatch adds a match to the listing of the command. If m is nil, it only
// starts the listing.
func listMatch(c *cli.Context, m *listedJSON) error {
	l, begun := c.App.Metadata["answer"].(*listing)
	if !begun {
		l = &listing{w: c.App.Writer}
		if _, err := io.WriteString(l.w, `{"matches":[`); err != nil {
			return err
		}
		c.App.Metadata["answer"] = l
	}
	if m == nil {
		return nil
	}
	var line bytes.Buffer
	if l.added {
		line.WriteByte(',')
	}
	l.added = true
	if err := printJSON(&line, m); err != nil {
		return err
	}
	_, err := l.w.Write(bytes.TrimSuffix(line.Bytes(), []byte("\n")))
	return err
}

// listScores adds scores to the listing, which must have been started.
func listScores(c *cli.Context, scores []*scoreJSON) {
	if l, begun := c.App.Metadata["answer"].(*listing); begun {
		l.rest.Scores = append([]*scoreJSON{}, scores...)
	}
}

// close writes the rest and ends the object.
func (l *listing) close() error {
	var end bytes.Buffer
	if err := printJSON(&end, l.rest); err != nil {
		return err
	}
	rest := bytes.TrimPrefix(end.Bytes(), []byte("{"))
	if len(rest) > len("}\n") {
		rest = append([]byte(","), rest...)
	}
	_, err := l.w.Write(append([]byte("]"), rest...))
	return err
}
