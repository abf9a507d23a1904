// Package convert converts files of other programs to records and records to such files. It works on bytes and does not
// open files.
package convert

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/engine/diceshogi"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
)

// Format is a file format of records.
type Format struct {
	Name    string
	Endings []string // the endings of file names, in lower case, with the dot

	// Read converts a file to a record. entry is the number of the game in the file, from 1; 0 means the only one. The error is an
	// *EntryError if there is no such game, else a *kif.Error.
	Read  func(data []byte, entry int) (*kif.Record, error)
	write func(*kif.Record, Target) ([]byte, error)
}

// Target describes the file to write.
type Target struct {
	Games    []*engine.Game // the games that the record may be of
	Encoding kif.Encoding   // the encoding of a KIF, KI2 or CSA file
	File     string         // the name of the file: kifu.json of Goryujin lists games, any other file holds one
	Lossy    bool           // leave out what the format cannot hold

	// Addresses writes the mail addresses of the players, which other formats than KIF are given without.
	Addresses bool
}

// player returns how a file names a player.
func (t Target) player(s kif.Seat) string {
	if !t.Addresses {
		return s.Name
	}
	return s.String()
}

// Formats are the file formats. The first is KIF, which can hold every record. Of the others, text
// holds the moves of every game, and each of the rest the games of one kind.
var Formats = []Format{
	{"kif", []string{".kif", ".kifu"}, readKIF, writeKIF},
	{"goryujin", []string{".json"}, readGoryujin, writeGoryujin},
	{"dsk", []string{".dsk"}, readDSK, writeScore([]*shogitext.Files{diceshogi.Files}, diceshogi.DSK)},
	{"usi", []string{".usi"}, readUSI, writeScore(families, (*shogitext.Score).USI)},
	{"ki2", []string{".ki2", ".ki2u"}, readKI2, writeKI2},
	{"csa", []string{".csa"}, readCSA, writeCSA("V2.2")},
	{"csa3", nil, readCSA, writeCSA("V3.0")},
	{"text", []string{".txt"}, readText, writeText},
}

// Named returns the format with this name; false if there is none.
func Named(name string) (Format, bool) {
	return find(func(f Format) bool { return f.Name == name })
}

// Ending returns the format of files with this ending, such as ".kif", in any case; false if there is none.
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

// Write converts a record to a file and does not change the record. The error is a *GameError if the format cannot hold
// games of this kind. Unless t is Lossy, a file that would not hold all of the record is an error that names what is
// missing.
func (f Format) Write(r *kif.Record, t Target) ([]byte, error) {
	data, err := f.write(r, t)
	if err == nil && f.Name != "kif" && !t.Lossy {
		err = checkKept(f, r, data, t)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// EntryError reports that a file holds several games and none was chosen, or that the chosen one does not exist.
type EntryError struct {
	Games []string // the names of the games in the file, in order
}

func (e *EntryError) Error() string { return e.Sentence().En }

// Sentence returns the number of games and lists them.
func (e *EntryError) Sentence() i18n.Text {
	lines := []i18n.Text{i18n.T("convert.entries", "n", len(e.Games))}
	for i, game := range e.Games {
		lines = append(lines, i18n.Same(fmt.Sprintf("%3d  %s", i+1, game)))
	}
	return i18n.Lines(lines...)
}

// chosen returns the game with this number, from 1; 0 means the only one.
func chosen[G any](games []G, entry int, name func(G) string) (game G, err error) {
	if entry == 0 && len(games) == 1 {
		entry = 1
	}
	if entry > 0 && entry <= len(games) {
		return games[entry-1], nil
	}
	var names []string
	for _, g := range games {
		names = append(names, name(g))
	}
	return game, &EntryError{names}
}

// GameError reports that the format cannot hold the game of a record.
type GameError struct{ text i18n.Text }

func (e *GameError) Error() string { return e.text.En }

// Sentence names both games.
func (e *GameError) Sentence() i18n.Text { return e.text }

// Read reads a record, or a file of another program in KIF, KI2 or CSA format. It determines the format from the content or, if
// that is ambiguous, from the extension of the file name. The error is a *kif.Error.
func Read(file string, data []byte) (*kif.Record, error) {
	name := "kif"
	switch {
	case bytes.HasPrefix(data, []byte("#KIF")): // as in every record of hikyaku
	case isCSA(data):
		name = "csa"
	default:
		named, _ := Ending(filepath.Ext(file))
		name = cmp.Or(firstMove(data), named.Name)
	}
	if name != "csa" && name != "ki2" { // the other formats are only read on request
		return readKIF(data, 0)
	}
	f, _ := Named(name)
	r, err := f.Read(data, 0)
	if err != nil {
		return nil, err
	}
	return r.From(data, r, i18n.Err("convert.read-only", "format", strings.ToUpper(name))), nil
}

// readKIF reads a record. It converts a record of 5五将棋 by another program to one of dice shogi.
func readKIF(data []byte, _ int) (*kif.Record, error) {
	r, err := kif.Read(data)
	if err != nil || !r.Foreign {
		return r, err
	}
	return ownOf(r, startLine(linesOf(data))+1)
}

// ownOf returns Ours of r. Errors about the first position have the number of its line.
func ownOf(r *kif.Record, line int) (*kif.Record, error) {
	if familyOf(r) == nil {
		if err := Foreign(r, all.Games); err != nil {
			return nil, inLine(err, line)
		}
	}
	own, err := Ours(r)
	return own, inLine(err, line)
}

// startLine returns the index of the line that sets up the first position: the board's first, or the handicap; -1 if there is none.
func startLine(lines []string) int {
	begins := func(start string) func(string) bool {
		return func(line string) bool { return strings.HasPrefix(line, start) }
	}
	if board := slices.IndexFunc(lines, begins("+--")); board >= 0 {
		return board
	}
	return slices.IndexFunc(lines, begins("手合割"))
}

// lines are the lines of a KIF file that is made of another one, each with the number of the line there, or 0.
type lines struct {
	text    strings.Builder
	numbers []int
}

func (l *lines) add(number int, line string) {
	l.text.WriteString(line + "\n")
	l.numbers = append(l.numbers, number)
}

func (l *lines) join(other lines) {
	l.text.WriteString(other.text.String())
	l.numbers = append(l.numbers, other.numbers...)
}

// record returns the record of the lines.
func (l *lines) record() (*kif.Record, error) {
	r, err := kif.Read([]byte(l.text.String()), l.numbers...)
	if err != nil {
		return nil, err
	}
	number := 0
	if start := startLine(strings.Split(l.text.String(), "\n")); start >= 0 {
		number = l.numbers[start]
	}
	return ownOf(r, number)
}

func writeKIF(r *kif.Record, t Target) ([]byte, error) {
	r, err := r.Rewrite(t.Encoding)
	if err != nil {
		return nil, err
	}
	return r.Bytes(), nil
}
