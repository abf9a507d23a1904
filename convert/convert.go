// Package convert reads and writes the files of other programs: each format gives a record of a game of ours, or is made of
// one. It takes bytes and gives bytes; where they come from and go to is the caller's business.
package convert

import (
	"fmt"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
)

// Format is a way of writing records down.
type Format struct {
	Name    string
	Endings []string // of file names, in lower case, with the dot

	read  func(data []byte, entry int) (*kif.Record, error)
	write func(*kif.Record, Target) ([]byte, error)
}

// Target is what a format may need to know to write a record.
type Target struct {
	Games    []*engine.Game // which the record may be of
	Encoding kif.Encoding   // of a KIF file
	File     string         // its name: a goryujin file called kifu.json lists games, any other holds one
}

// Formats that there are. The first is KIF, which every record can be written in; the others belong to a game each.
var Formats = []Format{
	{"kif", []string{".kif", ".kifu"}, readKIF, writeKIF},
	{"goryujin", []string{".json"}, readGoryujin, writeGoryujin},
	{"dsk", []string{".dsk"}, readDSK, writeDSK},
	{"usi", []string{".usi"}, readUSI, writeUSI},
}

// Named is the format of that name; false where there is none.
func Named(name string) (Format, bool) {
	return find(func(f Format) bool { return f.Name == name })
}

// Ending is the format of files with that ending, such as ".kif", in any case; false where there is none.
func Ending(ending string) (Format, bool) {
	return find(func(f Format) bool { return slices.Contains(f.Endings, strings.ToLower(ending)) })
}

func find(is func(Format) bool) (Format, bool) {
	i := slices.IndexFunc(Formats, is)
	if i < 0 {
		return Format{}, false
	}
	return Formats[i], true
}

// Read makes a record of a file. entry is which of its games is meant, from 1; 0 is the only one. The error is an
// *EntryError where there is no such game, else a *kif.Error.
func (f Format) Read(data []byte, entry int) (*kif.Record, error) { return f.read(data, entry) }

// Write makes a file of a record, which does not change. The error is a *GameError where the format holds no games of this
// kind.
func (f Format) Write(r *kif.Record, t Target) ([]byte, error) { return f.write(r, t) }

// EntryError says that a file holds several games and which is meant was not said, or that there is no such game.
type EntryError struct {
	Games []string // what the file says of each, in order
}

// Error counts the games and lists them with their numbers.
func (e *EntryError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "it holds %d games:", len(e.Games))
	for i, game := range e.Games {
		fmt.Fprintf(&text, "\n%3d  %s", i+1, game)
	}
	return text.String()
}

// GameError says that a record is of a game that the format does not hold.
type GameError struct{ text string }

// Error names both games.
func (e *GameError) Error() string { return e.text }

// readKIF reads a record; one of 5五将棋 that another program wrote becomes a record of our game.
func readKIF(data []byte, _ int) (*kif.Record, error) {
	r, err := kif.Read(data)
	if err != nil {
		return nil, err
	}
	return Ours(r)
}

func writeKIF(r *kif.Record, t Target) ([]byte, error) {
	r, err := r.Rewrite(t.Encoding)
	if err != nil {
		return nil, err
	}
	return r.Bytes(), nil
}
