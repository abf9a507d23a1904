package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/google/renameio/v2/maybe"
	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/match"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		ArgsUsage: "[MATCH]",
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
	if c.Bool("all") {
		if err := showAll(c, m, format); err != nil || !c.Bool("json") {
			return err
		}
		return answerMatch(c, m, false)
	}
	if format == "" {
		return answerMatch(c, m, false)
	}
	var out bytes.Buffer
	if err := draw(c, &out, m, format); err != nil {
		return err
	}
	if err := writeDrawing(c, out.Bytes(), format); err != nil || !c.Bool("json") {
		return err
	}
	return answerMatch(c, m, false)
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
	case format == "" && (c.Bool("all") || slices.Contains([]string{"", "txt", "md"}, ending)):
		format = "text"
	case format == "":
		format = ending
	}
	if slices.Contains(showFormats, format) {
		return format, nil
	}
	return "", usage("usage.show-format", "name", format, "list", i18n.Either(showFormats...))
}

// openAt opens a record, up to ply --at if that is set, or creates the match for
// a position given by flags.
func openAt(c *cli.Context, file string) (home.Copy, error) {
	if isProblem(c) {
		return openProblem(c)
	}
	d, _, err := openDesk(c)
	if err != nil {
		return home.Copy{}, err
	}
	m, err := openFile(c, d, file)
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
		file = standardInput(c)
	} else {
		data, err = atomicfile.Read(d.System, file)
	}
	if err != nil {
		return home.Copy{}, err
	}
	return replayData(d, file, data)
}

// standardInput returns the name of standard input, which in JSON does not
// depend on the language.
func standardInput(c *cli.Context) string {
	name := i18n.T("file.standard-input")
	if c.Bool("json") {
		return name.En
	}
	return name.In(language(c.App))
}

// replayData judges data as the content of file, without what earlier commands have stored about it.
func replayData(d *home.Desk, file string, data []byte) (home.Copy, error) {
	r, err := d.Files(file, data)
	if err != nil {
		return home.Copy{}, fmt.Errorf("%s: %w", file, err)
	}
	return d.Judge(file, r)
}

// scene returns s, a scene of p, with the legal moves if --legal is set.
func scene(c *cli.Context, m home.Copy, s engine.Scene, p engine.Position) (engine.Scene, error) {
	s = posed(m, s, p)
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
		d, _, err := openDesk(c)
		if err != nil {
			return err
		}
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
		return maybe.WriteFile(file, data, 0o644)
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

// isProblem reports whether the flags give a position that is not in a record.
func isProblem(c *cli.Context) bool { return c.IsSet("game") || c.IsSet("position") }

// posed returns s, a scene of p. If m has no file, it is drawn in the manner of
// a problem.
func posed(m home.Copy, s engine.Scene, p engine.Position) engine.Scene {
	if poser, ok := p.(engine.Poser); ok && m.File == "" {
		return poser.Pose()
	}
	return s
}
