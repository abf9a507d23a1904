package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/match"
	"hikyaku/render"
)

// drawText writes the last board of m as text: as a diagram, in words, for a
// forum, or step by step.
func drawText(c *cli.Context, w io.Writer, m home.Copy) error {
	lang := language(c.App)
	for _, flag := range pictureFlags() {
		if name := flag.Names()[0]; name != "pieces" && c.IsSet(name) {
			warn(c, i18n.T("warn.for-pictures", "flag", "--"+name))
		}
	}
	notes, err := matchNotes(c, m)
	if err != nil {
		return err
	}
	private, err := ownNotes(c, m)
	if err != nil {
		return err
	}
	noted := render.SaidNotes(m.Last().Scene(), notes, render.SpokenOptions{Lang: lang, Names: m.Match.Names()})
	if c.Bool("spoken") {
		_, err := io.WriteString(w, render.Safe(strings.Join(append(describeBoard(c, m, lang), noted...), "\n"))+"\n"+paragraph(private))
		return err
	}
	colour, err := wantColour(c)
	if err != nil {
		return err
	}
	colour = (colour && c.String("output") == "" || c.String("colour") == "always") && !c.Bool("forum")
	set, err := pieces(c)
	if err != nil {
		return err
	}
	s, err := scene(c, m, m.Match.Scene(), m.Last())
	if err != nil {
		return err
	}
	scenes := []engine.Scene{s}
	if c.Bool("steps") {
		scenes = append(lastSteps(m), s)
	}
	var boards []string
	for _, s := range scenes {
		boards = append(boards, render.Text(s, render.TextOptions{
			Lang: lang, Names: m.Match.Names(), Colour: colour, Flip: c.Bool("flip"), Compact: c.Bool("compact"), Large: c.Bool("large"), Pieces: set,
		}))
	}
	text := strings.Join(boards, "\n")
	if title := c.String("title"); title != "" && !c.Bool("forum") {
		text = render.SafeLine(title, 200) + "\n\n" + text
	}
	text += paragraph(strings.Join(noted, "\n"))
	if c.Bool("forum") {
		_, err = io.WriteString(w, render.SafeLine(pageTitle(c, m).In(lang), 200)+"\n\n```\n"+text+"```\n")
		return err
	}
	back := ""
	if c.Bool("taken-back") {
		back = listTakenBack(m.Match, lang)
	}
	for _, below := range []string{
		back,
		m.Match.Caption(partyOf(c, m), zone(c)).In(lang), m.Match.LastComment(), m.Match.LookingOn().In(lang), m.Match.NewProof().Text().In(lang), private,
	} {
		text += paragraph(below)
	}
	_, err = io.WriteString(w, text)
	return err
}

// listTakenBack lists the moves of m that were taken back, each with its player.
func listTakenBack(m *match.Match, lang string) string {
	list := takenBack(m)
	if len(list) == 0 {
		return i18n.In(lang, "show.nothing-taken-back")
	}
	lines := []string{i18n.In(lang, "show.taken-back")}
	for _, one := range list {
		move := engine.Spell(m.Last(), engine.Move(one.Move)).In(lang)
		lines = append(lines, fmt.Sprintf("%6s  %s  %s", one.Name, move, m.Player(one.Seat).In(lang)))
	}
	return strings.Join(lines, "\n")
}

// ownNotes returns the private notes on the last position of m if --notes is set.
func ownNotes(c *cli.Context, m home.Copy) (string, error) {
	if !c.Bool("notes") {
		return "", nil
	}
	conf, err := loadConfig(c)
	if err != nil {
		return "", err
	}
	return privateNotes(c, conf.desk(), m)
}

// describeBoard describes in words the last board of m and what the last move
// changed.
func describeBoard(c *cli.Context, m home.Copy, lang string) []string {
	o := render.SpokenOptions{Lang: lang, Names: m.Match.Names()}
	lines := append([]string{pageTitle(c, m).In(lang)}, render.Spoken(m.Match.Scene(), o)...)
	if i := m.Match.LastMove(); i >= 0 {
		e := m.Record.Events[i]
		lines = append(lines, i18n.In(lang, "spoken.last", "move", engine.Spell(m.Last(), engine.Move(e.Step.String()))))
		lines = append(lines, render.SpokenChange(m.Positions[i].Scene(), m.Positions[i+1].Scene(), o)...)
	}
	if said := m.Match.LastComment(); said != "" {
		lines = append(lines, said)
	}
	return lines
}

// lastSteps returns the intermediate scenes of the last move.
func lastSteps(m home.Copy) []engine.Scene {
	if i := m.Match.LastMove(); i >= 0 {
		return intermediate(m.Positions[i], engine.Move(m.Record.Events[i].Step.String()))
	}
	return nil
}
