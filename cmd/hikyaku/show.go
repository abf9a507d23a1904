package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/page"
	"hikyaku/match"
	"hikyaku/render"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name: "show", ArgsUsage: "[MATCH]",
		UsageText: `hikyaku show match.kif
hikyaku show match.kif --at 12 -o board.png --size 600 --theme dark
hikyaku show match.kif -o board.svg --arrow e2-e4:green:best
hikyaku show match.kif -o board.png --mark e4,e3h:red --number 5
hikyaku show match.kif -o card.png --card
hikyaku show match.kif --play -o turn.html
hikyaku show match.kif --spoken
hikyaku show match.kif --all --format svg -o boards
hikyaku show --game shogi -o problem.png --title '${mate}' \
   --position '7nl/5kP2/4p2pp/7N1/9/9/9/9/9 b GS 1'`,
		Flags: append([]cli.Flag{
			atFlag(), textFlag("format"), outputFlag(), boolFlag("all"), &cli.DurationFlag{Name: "delay", DefaultText: "800ms"},
			boolFlag("no-record"), boolFlag("play"), boolFlag("legal"), boolFlag("compact"), boolFlag("large"), boolFlag("spoken"),
			boolFlag("forum"), boolFlag("steps"), boolFlag("caption"), boolFlag("taken-back"), boolFlag("notes"), boolFlag("card"),
			boolFlag("flip"), colourFlag(), boolFlag("json"),
		}, slices.Concat(pictureFlags(), noteFlags(), []cli.Flag{
			numberFlag("number"), boolFlag("paths"), textFlag("game"), textFlag("position"), listFlag("set"), textFlag("title"),
		})...),
		Action: show,
	}
}

func show(c *cli.Context) error {
	format, err := showFormat(c)
	if err != nil {
		return err
	}
	switch {
	case (format == "html" || format == "json" || format == "") && slices.ContainsFunc([]string{"mark", "arrow", "letter", "number", "paths"}, c.IsSet):
		return usage("usage.annotations", "format", cmp.Or(format, "json"))
	case c.Bool("notes") && (format != "text" && format != "html" || c.Bool("forum")):
		return usage("usage.show-notes")
	case c.Bool("taken-back") && (format != "text" && format != "" && format != "json" || c.Bool("forum")):
		return usage("usage.show-taken-back")
	case c.Bool("play") && (format != "html" || c.IsSet("at")):
		return usage("usage.show-play")
	case c.Bool("card") && format != "png":
		return usage("usage.card")
	}
	m, err := openAt(c, c.Args().First())
	if err != nil {
		return err
	}
	switch {
	case c.Bool("all"):
		err = showAll(c, m, format)
	case format != "":
		var out bytes.Buffer
		if err = draw(c, &out, m, format); err == nil {
			err = writeDrawing(c, out.Bytes(), format)
		}
	}
	if err != nil || !c.Bool("json") {
		return err
	}
	d := deskOf(c)
	return give(c, describeMatch(d, m, false))
}

var showFormats = []string{"text", "png", "svg", "gif", "html", "json"}

// showFormat returns --format, else the format of the output file's extension,
// else text. It returns "" if only JSON is to be printed.
func showFormat(c *cli.Context) (string, error) {
	format := c.String("format")
	ending := outputEnding(c)
	switch {
	case ending == "kif" || ending == "kifu":
		return "", usage("usage.into-record", "file", c.String("output"))
	case c.Bool("json") && c.String("output") == "" && format == "":
		return "", nil
	case c.Bool("json") && (c.String("output") == "" || c.String("output") == "-"):
		return "", usage("usage.show-json")
	case format == "" && (c.Bool("all") || slices.Contains([]string{"", "-"}, c.String("output")) || ending == "txt" || ending == "md"):
		format = "text"
	case format == "":
		format = ending
	}
	if slices.Contains(showFormats, format) {
		return format, nil
	}
	return "", usage("usage.show-format", "name", cmp.Or(format, c.String("output")), "list", i18n.Either("txt", "png", "svg", "gif", "html", "json"))
}

// openAt opens a record, up to ply --at if that is set, or creates the match for
// a position given by flags.
func openAt(c *cli.Context, file string) (home.Copy, error) {
	if c.IsSet("game") || c.IsSet("position") {
		return openProblem(c)
	}
	conf, err := loadConfig(c)
	if err != nil {
		return home.Copy{}, err
	}
	m, err := openFile(c, conf.desk(), file)
	if err != nil || !c.IsSet("at") {
		return m, err
	}
	if n := c.Int("at"); n < 0 || n > m.Ply() {
		return home.Copy{}, usage("usage.at", "n", n, "last", m.Ply())
	}
	return home.Copy{File: m.File, Match: m.Match.AtPly(c.Int("at"))}, nil
}

// openFile opens the record in file, or standard input if file is "-", and checks all of it.
func openFile(c *cli.Context, d *home.Desk, file string) (home.Copy, error) {
	found, err := d.Named(file)
	if err != nil {
		return home.Copy{}, err
	}
	file = found.File
	var data []byte
	if file == "-" {
		data, err = readInput(c, file)
		name := i18n.T("file.standard-input")
		if file = name.In(language(c.App)); c.Bool("json") { // which does not depend on the language
			file = name.En
		}
	} else {
		data, err = atomicfile.Read(d.System, file)
	}
	if err != nil {
		return home.Copy{}, err
	}
	return replayData(d, file, data)
}

// replayData judges data as the content of file, without what earlier commands have stored about it.
func replayData(d *home.Desk, file string, data []byte) (home.Copy, error) {
	r, err := d.Files(file, data)
	if err != nil {
		return home.Copy{}, fmt.Errorf("%s: %w", file, err)
	}
	return d.Judge(file, r)
}

// scene returns s, a scene of p, with the legal moves if --legal is set. If m has
// no file, it is drawn in the manner of a problem.
func scene(c *cli.Context, m home.Copy, s engine.Scene, p engine.Position) (engine.Scene, error) {
	if poser, ok := p.(engine.Poser); ok && m.File == "" {
		s = poser.Pose()
	}
	if !c.Bool("legal") || s.Result != nil {
		return s, nil
	}
	guided, ok := engine.Guided(s, p)
	if !ok {
		return s, usage("usage.legal", "game", m.Game.Name)
	}
	return guided, nil
}

// draw writes the board of m in a format.
func draw(c *cli.Context, w io.Writer, m home.Copy, format string) error {
	switch format {
	case "json":
		d := deskOf(c)
		return printJSON(w, describeMatch(d, m, false))
	case "gif":
		return animate(c, w, m)
	case "html":
		if c.Bool("play") {
			return writeTurn(c, w, m)
		}
		return writePage(c, w, m)
	case "png", "svg":
		return drawPicture(c, w, m, format)
	}
	return drawText(c, w, m)
}

// writeDrawing writes a drawing to --output, atomically, or to standard output.
func writeDrawing(c *cli.Context, data []byte, format string) error {
	file := c.String("output")
	if file == "" && (format == "png" || format == "gif") && isTerminal(c.App.Writer) {
		return usage("usage.terminal")
	}
	if file != "" && file != "-" {
		return writeFile(c, file, data)
	}
	_, err := c.App.Writer.Write(data)
	return err
}

// openProblem returns a match that starts from --position of --game and has no
// file.
func openProblem(c *cli.Context) (home.Copy, error) {
	switch {
	case c.Args().Present() || c.IsSet("at") || c.Bool("all"):
		return home.Copy{}, usage("usage.problem")
	case c.String("game") == "":
		return home.Copy{}, usage("usage.problem-game")
	}
	g, set, err := chooseGame(c, c.String("game"))
	if err != nil {
		return home.Copy{}, err
	}
	r, err := home.Setup{Game: g, Options: set, Start: c.String("position")}.Record("", time.Time{})
	if err != nil {
		return home.Copy{}, misuse(err)
	}
	m, err := match.New(r, g)
	return home.Copy{Match: m}, err
}

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
	d := deskOf(c)
	private := ""
	if c.Bool("notes") {
		if private, err = notesText(c, d, m); err != nil {
			return err
		}
	}
	noted := render.SaidNotes(m.Last().Scene(), notes, render.SpokenOptions{Lang: lang, Names: m.Match.Names()})
	if c.Bool("spoken") {
		_, err := io.WriteString(w, render.Safe(strings.Join(append(describeBoard(c, m, lang), noted...), "\n"))+"\n"+paragraph(private))
		return err
	}
	colour := (wantColour(c) && c.String("output") == "" || c.String("colour") == "always") && !c.Bool("forum")
	s, err := scene(c, m, m.Match.Scene(), m.Last())
	if err != nil {
		return err
	}
	scenes := []engine.Scene{s}
	if i := m.Match.LastMove(); c.Bool("steps") && i >= 0 {
		scenes = append(intermediate(m.Positions[i], engine.Move(m.Record.Events[i].Step.String())), s)
	}
	var boards []string
	for _, s := range scenes {
		boards = append(boards, render.Text(s, render.TextOptions{
			Lang: lang, Names: m.Match.Names(), Colour: colour, Flip: c.Bool("flip"), Compact: c.Bool("compact"), Large: c.Bool("large"), Pieces: c.String("pieces"),
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
	notices, err := d.Notices(m)
	if err != nil {
		return err
	}
	back := ""
	if c.Bool("taken-back") {
		back = listTakenBack(m.Match, lang)
	}
	for _, below := range []string{
		back,
		m.Match.For(partyOf(c, m)).Pending(zone(c)).In(lang), m.Match.LastComment(), m.Match.LookingOn().In(lang), m.Match.NewProof().Text().In(lang), i18n.Lines(notices...).In(lang), private,
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

// pageSize is the size of the boards of a page, which the browser scales. Lines
// are drawn to a tenth of a pixel.
const pageSize = 600

// writePage writes m as a page with all its plies.
func writePage(c *cli.Context, w io.Writer, m home.Copy) error {
	o, err := pictureOptions(c, m)
	if err != nil {
		return err
	}
	if o.Notes, err = matchNotes(c, m); err != nil {
		return err
	}
	p, err := pageOf(c, m, o)
	if err != nil {
		return err
	}
	if p.Notes, err = pageNotes(c, m); err != nil {
		return err
	}
	if err := page.Write(w, p); err != nil {
		return misuse(err)
	}
	return nil
}

// pageOf returns the page of all plies of m, without notes.
func pageOf(c *cli.Context, m home.Copy, o render.PNGOptions) (page.Page, error) {
	if o.Size == 0 {
		o.Size = pageSize
	}
	scenes := page.Scenes(m.Match)
	for n, p := range m.Match.AfterPlies() {
		s, err := scene(c, m, scenes[n], p)
		if err != nil {
			return page.Page{}, err
		}
		scenes[n] = s
	}
	return page.Page{
		Match: m.Match, Scenes: scenes, Picture: o, Title: render.SafeLine(pageTitle(c, m).In(o.Lang), 300),
		File: strings.TrimSuffix(filepath.Base(m.File), filepath.Ext(m.File)) + ".kif", Private: c.Bool("no-record"),
	}, nil
}

// pageNotes returns the lines of the private notes by ply if --notes is set.
func pageNotes(c *cli.Context, m home.Copy) (map[int][]string, error) {
	if !c.Bool("notes") {
		return nil, nil
	}
	notes, err := notesByPly(language(c.App), deskOf(c), m)
	for _, lines := range notes {
		for i, line := range lines {
			lines[i] = render.SafeLine(line, 4096)
		}
	}
	return notes, err
}

// writeTurn writes a page for making the next move of m. It composes a reply if
// the player referees for mail-only players, else it shows the command to type.
func writeTurn(c *cli.Context, w io.Writer, m home.Copy) error {
	if m.Outcome != nil || m.Next().Player == 0 {
		return i18n.Err("warn.no-moves", "status", m.Match.Status())
	}
	o, err := pictureOptions(c, m)
	if err != nil {
		return err
	}
	conf := configOf(c)
	d := conf.desk()
	if party := d.Party(m.Match); m.Roster.Invited && party == match.Scribe && conf.carries() {
		carrier, err := conf.courier(c, d)
		if err != nil {
			return err
		}
		if written, err := carrier.WriteTurn(w, m.Match); written || err != nil {
			return err
		}
	}
	command := "hikyaku move " + m.File + " MOVE"
	if m.Roster.Invited {
		command = "hikyaku move " + m.Short() + " MOVE --send"
	}
	return page.WriteTurn(w, page.Turn{Match: m.Match, Picture: o, Zone: zone(c), Reply: page.Reply{Command: command}})
}
