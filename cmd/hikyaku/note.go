package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/convert"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/notebook"
	"hikyaku/kif"
	"hikyaku/match"
)

func noteCommand() *cli.Command {
	return &cli.Command{
		Name: "note", ArgsUsage: "[MATCH [TEXT]]",
		UsageText: `hikyaku note bob '${note}'
hikyaku note bob 'e8 was better' --at 11 --line 'e8 e3 e7'
hikyaku note bob --remove 2`,
		Flags:  []cli.Flag{atFlag(), listFlag("line"), numberFlag("remove"), boolFlag("json")},
		Action: note,
	}
}

func note(c *cli.Context) error {
	writes := c.NArg() == 2 || c.IsSet("line")
	switch {
	case c.IsSet("remove") && (writes || c.IsSet("at")):
		return usage("usage.note-remove")
	case c.IsSet("at") && !writes:
		return usage("usage.note-at")
	}
	d := deskOf(c)
	found, err := d.NamedPlayed(c.Args().First(), false)
	if err != nil {
		return err
	}
	if found.File == "-" {
		return i18n.Err("note.no-file")
	}
	m, err := openFile(c, d, found.File)
	if err != nil {
		return err
	}
	switch {
	case writes:
		return writeNote(c, d, m)
	case c.IsSet("remove"):
		if err := notebook.Remove(d.System, m.File, m.Match, c.Int("remove")); err != nil {
			return err
		}
		if !c.Bool("json") {
			return printLine(c, i18n.In(language(c.App), "note.removed", "number", c.Int("remove")))
		}
	}
	return listNotes(c, d, m)
}

func writeNote(c *cli.Context, d *home.Desk, m home.Copy) error {
	at := m.Match
	if c.IsSet("at") {
		n := c.Int("at")
		if n < 0 || n > m.Ply() {
			return usage("usage.at", "n", n, "last", m.Ply())
		}
		at = m.Match.AtPly(n)
	}
	text := c.Args().Get(1)
	if text == "-" {
		data, err := readInput(c, text)
		if err != nil {
			return err
		}
		text = string(data)
	}
	n, err := notebook.New(at, text, c.StringSlice("line"), d.System.Now())
	if err != nil {
		return err
	}
	if err := notebook.Add(d.System, m.File, m.Match, n); err != nil {
		return err
	}
	if c.Bool("json") {
		return listNotes(c, d, m)
	}
	return printLine(c, i18n.In(language(c.App), "note.kept", "file", notebook.File(m.File)))
}

type notesJSON struct {
	File  string     `json:"file"` // the record
	Notes []noteJSON `json:"notes"`
	failure
}

type noteJSON struct {
	Number int      `json:"number"`
	Ply    int      `json:"ply"`
	Move   string   `json:"move,omitempty"`
	Played bool     `json:"played"` // whether the position is still part of the match
	Time   string   `json:"time"`
	Text   string   `json:"text,omitempty"`
	Lines  []string `json:"lines,omitempty"`
}

func listNotes(c *cli.Context, d *home.Desk, m home.Copy) error {
	notes, err := notebook.Of(d.System, m.File, m.Match)
	if err != nil {
		return err
	}
	played, list := notebook.Played(m.Match), []noteJSON{}
	var lines []string
	for i, n := range notes {
		_, valid := played[n.After]
		list = append(list, noteJSON{i + 1, n.Ply, n.Move, valid, instant(n.Time), n.Text, n.Lines})
		lines = append(lines, noteText(language(c.App), m.Match, i+1, n, valid))
	}
	return give(c, &notesJSON{File: m.File, Notes: list}, lines...)
}

// noteText returns a note as text: its number and ply, the text, and the
// variations below.
func noteText(lang string, m *match.Match, number int, n notebook.Note, valid bool) string {
	key := "note.on"
	switch {
	case !valid:
		key = "note.gone"
	case n.Ply == 0:
		key = "note.start"
	}
	head := i18n.In(lang, key, "number", number, "ply", n.Ply, "move", engine.Spell(m.Last(), engine.Move(n.Move)), "date", i18n.Date(n.Time.Local()))
	if n.Text != "" {
		head = i18n.In(lang, "note.text", "head", head, "text", n.Text)
	}
	return strings.Join(append([]string{head}, noteLines(lang, m, n)...), "\n")
}

// noteLines returns the variations of a note, one per line.
func noteLines(lang string, m *match.Match, n notebook.Note) (lines []string) {
	for _, line := range n.Lines {
		lines = append(lines, "   "+strings.Join(spelled(m.Last(), lang, strings.Fields(line)), " "))
	}
	return lines
}

// notesByPly returns the lines of the private notes on m, of their texts and variations.
func notesByPly(lang string, d *home.Desk, m home.Copy) (map[int][]string, error) {
	notes, err := notebook.Of(d.System, m.File, m.Match)
	lines := map[int][]string{}
	for ply, on := range notebook.ByPly(m.Match, notes) {
		for _, n := range on {
			if n.Text != "" {
				lines[ply] = append(lines[ply], strings.Split(n.Text, "\n")...)
			}
			lines[ply] = append(lines[ply], noteLines(lang, m.Match, n)...)
		}
	}
	return lines, err
}

// notesText returns the variations and the text of the private notes on the last
// position of m, or "" if there are none.
func notesText(c *cli.Context, d *home.Desk, m home.Copy) (string, error) {
	lang := language(c.App)
	notes, err := notesByPly(lang, d, m)
	lines := variationLines(lang, m.Match)[m.Ply()]
	if own := notes[m.Ply()]; own != nil {
		lines = append(append(lines, i18n.In(lang, "note.title")), own...)
	}
	return strings.Join(lines, "\n"), err
}

// variationLines returns the lines about the variations of m by ply.
func variationLines(lang string, m *match.Match) map[int][]string {
	lines := map[int][]string{}
	for ply, list := range m.Variations() {
		for _, line := range list {
			lines[ply] = append(lines[ply], line.In(lang))
		}
	}
	return lines
}

// studyCopy returns a copy of the record in file with its private notes as
// comments and variations.
func studyCopy(c *cli.Context, d *home.Desk, file string, r *kif.Record) (*kif.Record, error) {
	m, err := d.Judge(file, r)
	if err != nil {
		return nil, err
	}
	notes, err := notebook.Of(d.System, file, m.Match)
	if err != nil {
		return nil, err
	}
	lang := language(c.App)
	var remarks []convert.Remark
	played := notebook.Played(m.Match)
	for _, n := range notes {
		ply, valid := played[n.After]
		if !valid {
			continue
		}
		remark := convert.Remark{Ply: ply}
		if n.Text != "" {
			remark.Text = i18n.In(lang, "note.in-record", "text", n.Text)
		}
		for _, line := range n.Lines {
			var moves []engine.Move
			for _, word := range strings.Fields(line) {
				moves = append(moves, engine.Move(word))
			}
			remark.Lines = append(remark.Lines, moves)
		}
		remarks = append(remarks, remark)
	}
	if gone := len(notes) - len(remarks); gone > 0 {
		warn(c, i18n.T("note.left-out", "n", gone))
	}
	return convert.Study(m.Match, remarks)
}
