package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"
	"github.com/urfave/cli/v2"

	"hikyaku/kif"
	"hikyaku/match"
)

func convertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "write a record anew, in another format or encoding",
		ArgsUsage: "IN OUT",
		Description: `The formats follow from the endings of the names where --from and --to are not given; - is standard
input or output. An existing file is not overwritten. Formats: ` + formatNames() + `.

   hikyaku convert old.kif new.kifu --encoding utf-8
   hikyaku convert kifu.json game.kif --entry 2`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "from", Usage: "the `FORMAT` of IN"},
			&cli.StringFlag{Name: "to", Usage: "the `FORMAT` of OUT"},
			&cli.IntFlag{Name: "entry", Usage: "the `N`th game of a file that holds several", DefaultText: "the only one"},
			&cli.StringFlag{Name: "encoding", Value: "utf-8", Usage: "of a KIF file that is written: utf-8 or shift_jis"},
		},
		Action: convert,
	}
}

// format is a way of writing records down.
type format struct {
	name    string
	endings []string
	read    func(*conversion, []byte) (*kif.Record, error)
	write   func(*conversion, *kif.Record) ([]byte, error)
}

// formats that convert knows. The first is KIF, which every record can be written in; the others
// belong to a game each.
var formats = []format{
	{"kif", []string{".kif", ".kifu"}, readKIF, writeKIF},
	{"goryujin", []string{".json"}, readGoryujin, writeGoryujin},
	{"dsk", []string{".dsk"}, readDSK, writeDSK},
	{"usi", []string{".usi"}, readUSI, writeUSI},
}

// conversion is what the formats may need to know besides the record.
type conversion struct {
	desk     *match.Desk
	encoding kif.Encoding
	entry    int    // which game of a file that holds several; 0 if it was not said
	out      string // the name of the file that is written
}

func formatNames() string {
	var names []string
	for _, f := range formats {
		names = append(names, fmt.Sprintf("%s (%s)", f.name, strings.Join(f.endings, ", ")))
	}
	return strings.Join(names, "; ")
}

// formatOf is the format that was named, else the one that the file name ends in.
func formatOf(name, file string) (*format, error) {
	for i, f := range formats {
		if f.name == name || name == "" && slices.Contains(f.endings, strings.ToLower(filepath.Ext(file))) {
			return &formats[i], nil
		}
	}
	if name != "" {
		return nil, usagef("there is no format %q: there are %s", name, formatNames())
	}
	return nil, usagef("the ending of %q says no format: name it with --from or --to: %s", file, formatNames())
}

func convert(c *cli.Context) error {
	if err := wantArgs(c, 2, 2); err != nil {
		return err
	}
	in, out := recordFile(c, c.Args().First()), c.Args().Get(1)
	from, err := formatOf(c.String("from"), in)
	if err != nil {
		return err
	}
	to, err := formatOf(c.String("to"), out)
	if err != nil {
		return err
	}
	encoding, err := kif.ParseEncoding(c.String("encoding"))
	if err != nil {
		return usagef("--encoding: %v", err)
	}
	data, err := readInput(c, in)
	if err != nil {
		return err
	}
	desk, _, err := openDesk(c)
	if err != nil {
		return err
	}
	data, err = recode(&conversion{desk, encoding, c.Int("entry"), out}, data, from, to)
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	return writeOutput(c, out, data)
}

// recode reads data in one format and writes it in another.
func recode(v *conversion, data []byte, from, to *format) ([]byte, error) {
	r, err := from.read(v, data)
	if err != nil {
		return nil, err
	}
	return to.write(v, r)
}

// readKIF reads a record; one of 5五将棋 that another program wrote becomes a record of our game.
func readKIF(v *conversion, data []byte) (*kif.Record, error) {
	r, err := kif.Read(data)
	if err != nil || r.Game() != "" {
		return r, err
	}
	return fromShogi(v, r)
}

func writeKIF(v *conversion, r *kif.Record) ([]byte, error) {
	r, err := r.Rewrite(v.encoding)
	if err != nil {
		return nil, err
	}
	return r.Bytes(), nil
}

// readInput reads a whole file, or standard input for -, up to a byte more than a record may have.
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
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	return data, nil
}

// writeOutput writes a new file, or standard output for -.
func writeOutput(c *cli.Context, file string, data []byte) error {
	if file == "-" {
		_, err := c.App.Writer.Write(data)
		return err
	}
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already, and is not overwritten", file)
	}
	return maybe.WriteFile(file, data, 0o644)
}
