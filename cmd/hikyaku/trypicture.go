package main

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2/maybe"
	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// lineFlags returns the flags of try for diagrams.
func lineFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "line"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}},
	}
}

// playLine plays --line and returns the numbers of its moves, from 1, together
// with the other annotations.
func (s *scratch) playLine(c *cli.Context) (notes []render.Note, err error) {
	before, moves := s.position, strings.Fields(c.String("line"))
	played := len(s.moves)
	if index, err := s.play(moves); err != nil {
		return nil, s.reject(c, index, moves, err)
	}
	notes, err = writtenNotes(c, s.position)
	return append(notes, render.NumberNotes(targets(before, s.moves[played:]), 1)...), err
}

// draw writes the position with annotations as a picture.
func (s *scratch) draw(c *cli.Context, notes []render.Note) error {
	o, err := drawingOptions(c, s.names)
	if err != nil {
		return err
	}
	o.Notes = notes
	return writePicture(c.String("output"), s.position.Scene(), o, s.game.Called(s.options))
}

// writePicture draws a diagram to a file, in the format given by its extension.
func writePicture(file string, s engine.Scene, o render.PNGOptions, title i18n.Text) (err error) {
	var out bytes.Buffer
	switch format := strings.ToLower(filepath.Ext(file)); format {
	case ".png":
		err = render.PNG(&out, s, o)
	case ".svg":
		err = render.SVG(&out, s, render.SVGOptions{Picture: o, Title: title})
	default:
		return usage("usage.diagram-file", "file", file)
	}
	if err != nil {
		return misuse(err)
	}
	return maybe.WriteFile(file, out.Bytes(), 0o644)
}

// printNotes describes the annotations below the board.
func (s *scratch) printNotes(c *cli.Context, notes []render.Note) error {
	lines := render.SaidNotes(s.position.Scene(), notes, render.SpokenOptions{Lang: language(c.App), Names: s.names})
	_, err := io.WriteString(c.App.Writer, paragraph(strings.Join(lines, "\n")))
	return err
}
