package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2/maybe"
	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show the board of a record, at any ply",
		ArgsUsage: "FILE",
		Description: `The format follows from the ending of -o where --format is not given. A gif plays the record from the start
to --at, with the throws of dice and the steps of long moves in between.

   hikyaku show match.kif
   hikyaku show match.kif --at 12 -o board.png --size 600
   hikyaku show match.kif -o match.gif --delay 1s`,
		Flags: []cli.Flag{
			atFlag(),
			&cli.StringFlag{Name: "format", Usage: "`FORMAT`: text, png, gif or json"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`; - is standard output"},
			&cli.IntFlag{Name: "size", Usage: "the longer side of a picture in `PIXELS`, 200 to 4096", DefaultText: "900, 500 of gif"},
			&cli.DurationFlag{Name: "delay", Usage: "how long a ply of a gif stays, `TIME` such as 500ms or 2s", DefaultText: "800ms"},
			&cli.BoolFlag{Name: "legal", Usage: "mark where the next move may go"},
			&cli.BoolFlag{Name: "compact", Usage: "text without coordinates, stocks and all lines but the last"},
			flipFlag(), colourFlag(), jsonFlag(),
		},
		Action: show,
	}
}

func show(c *cli.Context) error {
	if err := wantArgs(c, 1, 1); err != nil {
		return err
	}
	format, err := showFormat(c)
	if err != nil {
		return err
	}
	m, err := openAt(c, c.Args().First())
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := draw(c, &out, m, format); err != nil {
		return err
	}
	return deliver(c, out.Bytes(), format)
}

// showFormat is --format, or what the name of the output says, else text.
func showFormat(c *cli.Context) (string, error) {
	format := c.String("format")
	switch ending := strings.TrimPrefix(filepath.Ext(c.String("output")), "."); {
	case format == "" && c.Bool("json"):
		format = "json"
	case format == "" && (ending == "png" || ending == "gif" || ending == "json"):
		format = ending
	case format == "":
		format = "text"
	}
	switch format {
	case "text", "png", "gif", "json":
		return format, nil
	}
	return "", usagef("--format %s: write text, png, gif or json", format)
}

// openAt opens a record, cut to --at plies where that is given.
func openAt(c *cli.Context, file string) (*match.Match, error) {
	desk, _, err := openDesk(c)
	if err != nil {
		return nil, err
	}
	m, err := openFile(c, desk, file)
	if err != nil || !c.IsSet("at") {
		return m, err
	}
	if n := c.Int("at"); n < 0 || n > m.Ply() {
		return nil, usagef("--at %d: the record has plies 0 to %d", n, m.Ply())
	}
	return desk.Cut(m, c.Int("at"))
}

// openFile opens the record in file; - is standard input. A game of 5五将棋 that another program wrote is read too.
func openFile(c *cli.Context, desk *match.Desk, file string) (*match.Match, error) {
	r, err := loadFile(c, desk, file)
	if err != nil {
		return nil, err
	}
	if file == "-" {
		file = "standard input"
	}
	if r.Game() == "" {
		if r, err = fromShogi(&conversion{desk: desk}, r); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return desk.Replay(file, r)
}

func loadFile(c *cli.Context, desk *match.Desk, file string) (*kif.Record, error) {
	if file != "-" {
		return kif.Load(desk.System, file)
	}
	data, err := readInput(c, file)
	if err != nil {
		return nil, err
	}
	r, err := kif.Read(data)
	if err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	return r, nil
}

// scene is the picture of p, a position of m, with --legal also of where the next move may go.
func scene(c *cli.Context, m *match.Match, p engine.Position) (engine.Scene, error) {
	s := p.Scene()
	if !c.Bool("legal") {
		return s, nil
	}
	g, ok := p.(engine.Guide)
	if !ok {
		return s, usagef("%s has nothing to mark with --legal: hikyaku moves lists the moves", m.Game.Name)
	}
	s.Boards[0].Cells = append(s.Boards[0].Cells, g.Guide()...)
	return s, nil
}

// draw writes the board of m in a format.
func draw(c *cli.Context, w io.Writer, m *match.Match, format string) error {
	if format == "gif" {
		return animate(c, w, m)
	}
	lang := language(c.App)
	s, err := scene(c, m, m.Last())
	if err != nil {
		return err
	}
	switch format {
	case "json":
		return printJSON(w, describeMatch(m, false))
	case "png":
		err := render.PNG(w, s, render.PNGOptions{Size: c.Int("size"), Flip: c.Bool("flip"), Lang: lang})
		if err != nil {
			return usagef("%v", err)
		}
		return nil
	}
	colour, err := wantColour(c)
	if err != nil {
		return err
	}
	colour = colour && c.String("output") == "" || c.String("colour") == "always"
	text := render.Text(s, render.TextOptions{Lang: lang, Colour: colour, Flip: c.Bool("flip"), Compact: c.Bool("compact")})
	_, err = io.WriteString(w, text+paragraph(m.Caption().In(lang)))
	return err
}

// deliver writes a drawn board to -o, whole or not at all, or to standard output.
func deliver(c *cli.Context, data []byte, format string) error {
	file := c.String("output")
	if file == "" && (format == "png" || format == "gif") && isTerminal(c.App.Writer) {
		return usagef("a picture does not fit a terminal: name a file with -o, or - to print it all the same")
	}
	if file != "" && file != "-" {
		return maybe.WriteFile(file, data, 0o644)
	}
	_, err := c.App.Writer.Write(data)
	return err
}
