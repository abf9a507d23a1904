package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
		Flags: []cli.Flag{
			boolFlag("over"), textFlag("with"), textFlag("since"), boolFlag("waiting"), textFlag("folder"), boolFlag("restore"),
			textFlag("trace"), boolFlag("json"),
		},
		Action: paged(func(c *cli.Context) error {
			if !c.Bool("restore") {
				return listMatches(c)
			}
			if err := conflict(c, "usage.restore", "over", "with", "since", "waiting", "folder"); err != nil {
				return err
			}
			return restore(c)
		}),
	}
}

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
	defer collectRarely()()
	mine := c.Bool("waiting")
	conf := configOf(c)
	if folder := c.String("folder"); folder != "" {
		if _, err := os.Stat(folder); err != nil {
			return err
		}
		conf.Folder = folder
	}
	if c.Bool("over") && mine {
		return usage("usage.waiting-over")
	}
	if !c.Bool("over") && (c.IsSet("with") || c.IsSet("since")) {
		return usage("usage.over")
	}
	l := newListing(c, conf.desk())
	if c.Bool("over") {
		return archive(c, l)
	}
	damaged, err := l.addFolder(mine)
	if printing := l.print(); err == nil {
		err = printing
	}
	switch {
	case err == nil && damaged:
		err = &reportedError{status: statusRecord}
	case err == nil && l.listed == 0 && !mine:
		warn(c, i18n.T("warn.no-matches", "folder", l.desk.Dir))
	case err == nil && l.listed == 0 && l.answer == nil && isTerminal(c.App.Writer):
		err = printLine(c, i18n.In(l.lang, "list.none-waiting"))
	}
	return err
}

// The parts of a list.
const (
	invites = iota // the player to join a match or to be a substitute
	waits          // for the player to move or to confirm a key, or cannot be read
	others
	past // those that have ended
	parts
)

// matchesJSON is the JSON of a list of matches.
type matchesJSON struct {
	Matches []*listedJSON `json:"matches"`
	Scores  []*scoreJSON  `json:"scores,omitzero"`
	failure
}

// listing is a list of matches, by parts. A large folder is read only once, so they are held in memory as they are printed.
type listing struct {
	context *cli.Context
	desk    *home.Desk
	lang    string
	listed  int
	text    [parts]strings.Builder
	json    [parts][]*listedJSON
	answer  *matchesJSON // nil without --json
}

// newListing returns an empty list.
func newListing(c *cli.Context, d *home.Desk) *listing {
	l := &listing{context: c, desk: d, lang: language(c.App)}
	if c.Bool("json") {
		l.answer = &matchesJSON{Matches: []*listedJSON{}}
		setAnswer(c, l.answer)
	}
	return l
}

// addFolder adds the matches of the folder, or only those that wait for the
// player. It reports whether any cannot be read.
func (l *listing) addFolder(mine bool) (damaged bool, err error) {
	for m, err := range l.desk.ListAll() {
		if err != nil {
			return damaged, err
		}
		asks := false // for confirmation of a key
		if !m.Over && !m.Damaged() {
			if asks, err = l.desk.AsksKey(m.Summary); err != nil {
				return damaged, err
			}
		}
		switch {
		case m.Invites:
			err = l.add(invites, m.Summary, i18n.In(l.lang, "list.accept", "match", m.Short()))
		case m.Called != "": // by a blocked sender
		case m.Here() || m.Waits(l.desk.Me.Address) || m.Damaged() || asks:
			err = l.add(waits, m.Summary, l.whatToType(m.Summary))
		case !mine && m.Over:
			err = l.add(past, m.Summary, l.whatToType(m.Summary))
		case !mine:
			err = l.add(others, m.Summary, l.whatToType(m.Summary))
		}
		if err != nil {
			return damaged, err
		}
		damaged = damaged || m.Damaged()
	}
	return damaged, nil
}

// add adds a match and, below it, the command to type, if any.
func (l *listing) add(part int, m match.Summary, command string) error {
	l.listed++
	if l.answer != nil {
		l.json[part] = append(l.json[part], newListed(l.desk, m))
		return nil
	}
	p := &l.text[part]
	if m.Damaged() {
		p.WriteString(render.Safe("! "+m.Error.In(l.lang)) + "\n")
		return nil
	}
	sign := " "
	if m.Here() || m.Waits(l.desk.Me.Address) {
		sign = ">"
	}
	text := sign + " " + i18n.In(l.lang, "list.line", "match", matchName(l.lang, m), "state", matchState(l.lang, m, l.desk.System.Now(), zone(l.context)))
	if command != "" {
		text += "\n    " + command
	}
	var warnings []i18n.Text
	if !m.Over {
		var err error
		if warnings, err = l.desk.Warnings(m.Contacts, m.Short(), false); err != nil {
			return err
		}
	}
	if failed, _ := l.desk.Undelivered(m); failed != (i18n.Text{}) {
		warnings = append(warnings, failed)
	}
	for _, w := range warnings {
		text += "\n    ! " + w.In(l.lang)
	}
	if l.context.Bool("verbose") {
		text += "\n    " + m.File
	}
	p.WriteString(fitted(l.context.App.Writer, render.Safe(text)+"\n"))
	return nil
}

// print prints the matches. With --json they are printed with the answer.
func (l *listing) print() error {
	if l.answer != nil {
		l.answer.Matches = append(l.answer.Matches, slices.Concat(l.json[:]...)...)
		return nil
	}
	for i := range l.text {
		if _, err := io.WriteString(l.context.App.Writer, l.text[i].String()); err != nil {
			return err
		}
	}
	return nil
}

func newListed(d *home.Desk, m match.Summary) *listedJSON {
	if m.Damaged() {
		return &listedJSON{File: m.File, Error: &problemJSON{ID: "record.unreadable", En: m.Error.En, Ja: m.Error.Ja}}
	}
	status := newStatus(d, m)
	line := &listedJSON{File: m.File, Game: m.Game, Ply: m.Ply, statusJSON: &status, Digest: m.Head}
	for i, name := range m.Names {
		line.With = append(line.With, playerJSON{Name: name, Address: m.Others[i]})
	}
	if len(m.Names) > 0 {
		line.Match = m.Short()
	}
	return line
}

// matchName identifies a match by the game, the other players and its short
// name, or by its file if it has no invited players.
func matchName(lang string, m match.Summary) string {
	file := filepath.Base(m.File)
	switch {
	case len(m.Names) > 0:
		return i18n.In(lang, "list.match", "game", m.Title, "with", i18n.People(m.Names...), "match", m.Short())
	case len(m.Programs) > 0:
		return i18n.In(lang, "list.match", "game", m.Title, "with", i18n.People(m.Programs...), "match", file)
	}
	return i18n.In(lang, "list.local", "game", m.Title, "file", file)
}

// matchState describes what a match waits for and until when, what is offered,
// and who is away. Without a zone it begins with how much time is left.
func matchState(lang string, m match.Summary, now time.Time, zone *time.Location) string {
	parts := []i18n.Text{m.Status}
	switch {
	case slices.Contains(m.Against, match.Lost):
		parts[0] = i18n.T("end.you-lost", "how", m.Status)
	case slices.Contains(m.Against, match.Won) && !strings.HasPrefix(m.Ending, "record."):
		parts[0] = i18n.T("board.you-won") // the status says nothing else
	case slices.Contains(m.Against, match.Won):
		parts[0] = i18n.T("end.you-won", "how", m.Status)
	}
	switch {
	case match.ClaimHasWon(m.Lapses, now):
		parts = append(parts, i18n.T("list.unconfirmed"))
	case m.Until.IsZero() || m.Over:
	case now.After(m.Until) && zone == nil:
		parts = slices.Insert(parts, 0, i18n.T("list.late", "span", i18n.Rough(now.Sub(m.Until))))
	case now.After(m.Until):
		parts = append(parts, i18n.T("list.overdue", "when", i18n.Time(m.Until, zone)))
	case zone == nil:
		parts = slices.Insert(parts, 0, i18n.T("digest.left", "span", i18n.Rough(m.Until.Sub(now))))
	default:
		parts = append(parts, i18n.T("list.until", "when", i18n.Time(m.Until, zone)))
	}
	if m.Offer.En != "" {
		parts = append(parts, m.Offer)
	}
	if !m.Over {
		for _, a := range awayNow(m, now) {
			key := "list.away"
			if !slices.Contains(m.Names, a.Who) {
				key = "list.you-away"
			}
			parts = append(parts, i18n.T(key, "who", i18n.Person(a.Who), "days", i18n.Days(a.First, a.Last)))
		}
	}
	return i18n.Phrases(parts...).In(lang)
}

// typedName returns file as it can be typed: a record in the configured folder
// needs no path.
func typedName(c *cli.Context, d *home.Desk, file string) string {
	if filepath.Dir(file) == filepath.Clean(d.Dir) && !c.IsSet("folder") {
		return filepath.Base(file)
	}
	return file
}

// whatToType returns the command that the match waits for, or "" if it waits for
// none.
func (l *listing) whatToType(m match.Summary) string {
	d, name, send := l.desk, m.Short(), " --send"
	if len(m.Names) == 0 {
		name, send = typedName(l.context, d, m.File), ""
	}
	switch {
	case m.Draft:
		return "hikyaku send " + name
	case m.Asks(d.Me.Address):
		accept := "hikyaku accept " + name
		if m.Mine(d.Me.Address) {
			return i18n.In(l.lang, "list.asked", "accept", accept)
		}
		return accept
	case m.Here(), m.Mine(d.Me.Address) && m.Paused.IsZero():
		return i18n.In(l.lang, "list.move", "match", name) + send
	}
	switch failed, waits := d.Undelivered(m); { // it reads a file
	case waits:
		return "hikyaku poll"
	case failed != i18n.Text{} && m.Awaits == match.ForAnswer:
		return "hikyaku resign " + name + send
	case failed != i18n.Text{}:
		return "hikyaku send " + name
	case !m.Paused.IsZero() && !m.Over:
		return "hikyaku clock resume " + name + send
	}
	return ""
}

func printLine(c *cli.Context, text string) error { return printLines(c, []string{text}) }

func printLines(c *cli.Context, lines []string) error {
	for _, line := range lines {
		if _, err := fmt.Fprintln(c.App.Writer, render.Safe(line)); err != nil {
			return err
		}
	}
	return nil
}

type scoreJSON struct {
	Against string `json:"against"` // an address
	Name    string `json:"name"`
	Won     int    `json:"won"`
	Lost    int    `json:"lost"`
	Drawn   int    `json:"drawn"`
}

// archive lists the finished matches and then the score against each opponent.
func archive(c *cli.Context, l *listing) error {
	var since time.Time // in the local time zone
	if text := c.String("since"); text != "" {
		var err error
		if since, err = time.ParseInLocation(time.DateOnly, text, time.Local); err != nil {
			return usage("usage.since", "text", text)
		}
	}
	scores := map[string]*scoreJSON{}
	for m, err := range l.desk.List() {
		if err != nil {
			return err
		}
		if m.Damaged() || !m.Over || m.Since.Before(since) || m.Ply == 0 && m.Against == nil {
			continue
		}
		opponents := opponentsNamed(m, c.String("with"))
		if len(opponents) == 0 && c.IsSet("with") {
			continue
		}
		if err := l.add(others, m, ""); err != nil {
			return err
		}
		for _, i := range opponents {
			countResult(scores, m, i)
		}
	}
	sorted := slices.SortedFunc(maps.Values(scores), func(a, b *scoreJSON) int { // the most matches first
		return cmp.Or(cmp.Compare(b.Won+b.Lost+b.Drawn, a.Won+a.Lost+a.Drawn), cmp.Compare(a.Against, b.Against))
	})
	if l.answer != nil {
		l.answer.Scores = append([]*scoreJSON{}, sorted...)
		return l.print()
	}
	if l.listed == 0 {
		warn(c, i18n.T("warn.none-over"))
	}
	if err := l.print(); err != nil {
		return err
	}
	var lines []string
	for _, s := range sorted {
		lines = append(lines, i18n.In(l.lang, "list.score", "who", i18n.Person(s.Name), "won", s.Won, "lost", s.Lost, "drawn", s.Drawn))
	}
	return printLines(c, lines)
}

// opponentsNamed returns the indexes of the other players of m whose name or
// address contains name; all if it is "".
func opponentsNamed(m match.Summary, name string) (list []int) {
	part := strings.ToLower(name)
	for i, address := range m.Others {
		if strings.Contains(strings.ToLower(address), part) || strings.Contains(strings.ToLower(m.Names[i]), part) {
			list = append(list, i)
		}
	}
	return list
}

// countResult adds the result of m against its other player i to scores, which
// is keyed by address.
func countResult(scores map[string]*scoreJSON, m match.Summary, i int) {
	if m.Against == nil || m.Against[i] == "" {
		return
	}
	address := strings.ToLower(m.Others[i])
	s := scores[address]
	if s == nil {
		s = &scoreJSON{Against: m.Others[i]}
		scores[address] = s
	}
	s.Name = m.Names[i]
	switch m.Against[i] {
	case match.Won:
		s.Won++
	case match.Lost:
		s.Lost++
	case match.Drawn:
		s.Drawn++
	}
}
