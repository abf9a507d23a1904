package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2/maybe"
	"github.com/urfave/cli/v2"

	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/convert"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

func convertCommand() *cli.Command {
	return &cli.Command{
		Name: "convert", ArgsUsage: "IN OUT",
		UsageText: `hikyaku convert old.kif new.kifu --encoding utf-8
hikyaku convert kifu.json game.kif --entry 2
hikyaku convert bob study.kif --notes
hikyaku convert quoridor.kif - --text --lossy`,
		Flags: []cli.Flag{
			boolFlag("lossy"), boolFlag("addresses"), textFlag("from"), textFlag("to"), boolFlag("text"), numberFlag("entry"),
			&cli.StringFlag{Name: "encoding", Value: "utf-8"}, boolFlag("json"), boolFlag("notes"),
		},
		Action: convertFile,
	}
}

func formatNames() string {
	var names []string
	for _, f := range convert.Formats {
		name := f.Name
		if len(f.Endings) > 0 {
			name += " (" + strings.Join(f.Endings, ", ") + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, "; ")
}

// formatOf returns the format called name, or if name is "" that of the file
// name extension.
func formatOf(name, file string) (convert.Format, error) {
	if name != "" {
		if f, ok := convert.Named(name); ok {
			return f, nil
		}
		return convert.Format{}, usage("usage.format", "name", name, "list", formatNames())
	}
	if f, ok := convert.Ending(filepath.Ext(file)); ok {
		return f, nil
	}
	return convert.Format{}, usage("usage.ending", "file", file, "list", formatNames())
}

type convertedJSON struct {
	File   string `json:"file"`
	Format string `json:"format"`
	failure
}

func convertFile(c *cli.Context) error {
	if err := noStdout(c, c.Args().Get(1)); err != nil {
		return err
	}
	d := deskOf(c)
	found, err := d.NamedPlayed(c.Args().First(), false)
	if err != nil {
		return err
	}
	in, out := found.File, c.Args().Get(1)
	from, err := formatOf(c.String("from"), in)
	if err != nil {
		return err
	}
	name := c.String("to")
	if c.Bool("text") {
		name = "text"
	}
	to, err := formatOf(name, out)
	if err != nil {
		return err
	}
	if c.Bool("notes") && to.Name != "kif" {
		return usage("note.not-kif")
	}
	encoding, err := kif.ParseEncoding(c.String("encoding"))
	if err != nil {
		return usage("usage.because", "what", "--encoding", "why", err)
	}
	data, err := readInput(c, in)
	if err != nil {
		return err
	}
	r, err := from.Read(data, c.Int("entry"))
	if err == nil && c.Bool("notes") {
		r, err = studyCopy(c, d, in, r)
	}
	if err == nil {
		data, err = to.Write(r, convert.Target{Games: all.Games, Encoding: encoding, File: out, Lossy: c.Bool("lossy"), Addresses: c.Bool("addresses")})
	}
	switch {
	case errors.As(err, new(*convert.EntryError)):
		return usage("usage.entry", "file", in, "why", err)
	case errors.As(err, new(*convert.GameError)):
		return usage("usage.because", "what", in, "why", err)
	case err != nil:
		return fmt.Errorf("%s: %w", in, err)
	}
	if err := writeOutput(c, out, data); err != nil || !c.Bool("json") {
		return err
	}
	return give(c, &convertedJSON{File: out, Format: to.Name})
}

// readInput reads a whole file, or standard input for -, up to one byte more than the limit of a record.
func readInput(c *cli.Context, file string) ([]byte, error) {
	in := c.App.Reader
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, kif.MaxBytes+1))
	if err != nil {
		return nil, i18n.Err("file.unread", "file", file, "why", err)
	}
	return data, nil
}

// outputEnding returns the file name extension of --output, which selects the
// format.
func outputEnding(c *cli.Context) string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(c.String("output")), "."))
}

// writeOutput writes a new file, or to standard output if file is "-".
func writeOutput(c *cli.Context, file string, data []byte) error {
	if file == "-" {
		_, err := c.App.Writer.Write(data)
		return err
	}
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return i18n.Err("file.exists", "file", file, "error", fs.ErrExist)
	}
	return writeFile(c, file, data)
}

// writeFile writes a file atomically and names it.
func writeFile(c *cli.Context, file string, data []byte) error {
	if _, err := (atomicfile.OS{}).Resolve(file); err != nil {
		return i18n.Err("store.write", "file", file, "why", err)
	}
	if err := maybe.WriteFile(file, data, 0o644); err != nil {
		return err
	}
	return reportSaved(c, file)
}

// reportSaved names the file or folder that a command has written, unless --json or --quiet is set.
func reportSaved(c *cli.Context, file string) error {
	if c.Bool("json") || c.Bool("quiet") {
		return nil
	}
	return printLine(c, i18n.In(language(c.App), "file.saved", "file", file))
}
