// Package notebook keeps a player's private notes on a match, words and variations, in a separate file next to the record. They
// are never sent; package courier cannot access them.
//
// A note belongs to the moves played when it was written. If a move is taken back, its note is kept and shown as a note on moves
// that are no longer played.
package notebook

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"hikyaku/engine"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/match"
)

// Note is a private note on a position.
type Note struct {
	Ply   int       `yaml:"ply"`            // the number of the last move before it
	Move  string    `yaml:"move,omitempty"` // that move
	After string    `yaml:"after"`          // what Mark returns of the moves up to there
	Time  time.Time `yaml:"time"`           // when it was written
	Text  string    `yaml:"text,omitempty"`
	Lines []string  `yaml:"lines,omitempty"` // variations: moves and throws from there on, with blanks between them
	By    string    `yaml:"by,omitempty"`    // Analysis, or "" for the player
}

// Analysis is who wrote a note that an analysis made.
const Analysis = "analysis"

// book is the file of the notes on one match.
type book struct {
	Version int    `yaml:"version"`
	Match   string `yaml:"match"` // the number of the match or, where it has none, its short name
	Notes   []Note `yaml:"notes"`
}

const (
	version = 1
	heading = "# Private notes on a match. hikyaku never sends them.\n"
	maxText = 4096 // bytes of a text, as of a comment in a record
)

// New returns a note on the last position of m, written at a time: a text, variations, or both. The moves of a variation must be
// legal. Throws are written as [4]; without them the variation uses the current throws.
func New(m *match.Match, text string, lines []string, at time.Time) (Note, error) {
	n := Note{Ply: m.Ply(), After: Mark(m), Time: at.Truncate(time.Second), Text: strings.TrimSpace(text)}
	if i := m.LastMove(); i >= 0 {
		n.Move = m.Record.Events[i].Step.String()
	}
	for _, line := range lines {
		moves, err := parseLine(m, strings.Fields(line))
		if err != nil {
			return n, err
		}
		n.Lines = append(n.Lines, strings.Join(moves, " "))
	}
	switch {
	case n.Text == "" && len(n.Lines) == 0:
		return n, i18n.Err("note.empty")
	case len(n.Text) > maxText:
		return n, i18n.Err("note.long", "most", maxText)
	case !utf8.ValidString(n.Text) || strings.ContainsFunc(n.Text, func(c rune) bool { return unicode.IsControl(c) && c != '\n' }):
		return n, i18n.Err("note.unprintable")
	}
	return n, nil
}

// parseLine returns the moves of a variation from the last position of m in their canonical form, with the throws before
// them.
func parseLine(m *match.Match, line []string) (moves []string, err error) {
	p, thrown := m.Last(), lastThrows(m)
	if len(line) == 0 {
		return nil, i18n.Err("note.no-moves")
	}
	if isThrow(line[0]) && p.Next().Throw == nil { // other throws than those that were made
		p, thrown = m.Cut(m.LastMove()+1).Last(), nil
	}
	moves = slices.Clone(thrown)
	for _, word := range line {
		move := engine.Move(word)
		if p.Next().Result != nil {
			return nil, i18n.Err("note.over", "move", word)
		}
		if !isThrow(word) {
			move, err = p.Parse(word)
		}
		if err == nil {
			p, err = p.Apply(move)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", word, err)
		}
		moves = append(moves, string(move))
	}
	return moves, nil
}

func isThrow(word string) bool { return strings.HasPrefix(word, "[") }

// lastThrows returns the throws after the last move of m.
func lastThrows(m *match.Match) []string {
	moves := m.Moves()
	return moves[len(withoutThrows(moves)):]
}

// withoutThrows returns moves without the throws at their end.
func withoutThrows(moves []string) []string {
	n := len(moves)
	for n > 0 && isThrow(moves[n-1]) {
		n--
	}
	return moves[:n]
}

// Mark returns a short hash of the moves that lead to the last position of m, and of the throws before them.
func Mark(m *match.Match) string { return mark(withoutThrows(m.Moves())) }

func mark(moves []string) string {
	sum := sha256.Sum256([]byte(strings.Join(moves, " ")))
	return hex.EncodeToString(sum[:8])
}

// Played returns the plies of the line that is played in m, by their marks.
func Played(m *match.Match) map[string]int {
	moves := m.Moves()
	plies := map[string]int{mark(nil): 0}
	for i, move := range moves {
		if !isThrow(move) {
			plies[mark(moves[:i+1])] = len(plies)
		}
	}
	return plies
}

// ByPly returns the notes on the line that is played in m, by ply.
func ByPly(m *match.Match, notes []Note) map[int][]Note {
	played, list := Played(m), map[int][]Note{}
	for _, n := range notes {
		if ply, stands := played[n.After]; stands {
			list[ply] = append(list[ply], n)
		}
	}
	return list
}

// Of returns the notes on m, the match in file, in the order in which they were written.
func Of(sys atomicfile.System, file string, m *match.Match) ([]Note, error) {
	name := find(sys, file, m)
	data, err := atomicfile.Read(sys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return read(name, data, m)
}

// Add adds a note on m, the match in file.
func Add(sys atomicfile.System, file string, m *match.Match, n Note) error {
	return change(sys, file, m, func(notes []Note) ([]Note, error) { return append(notes, n), nil })
}

// Remove removes the kth note on m, the match in file, from 1.
func Remove(sys atomicfile.System, file string, m *match.Match, k int) error {
	return change(sys, file, m, func(notes []Note) ([]Note, error) {
		switch n := len(notes); {
		case n == 0:
			return nil, i18n.Err("note.none")
		case k < 1 || k > n:
			return nil, i18n.Err("note.no-number", "number", k, "most", n)
		}
		return slices.Delete(notes, k-1, k), nil
	})
}

// Replace replaces the notes that by has written on m, the match in file.
func Replace(sys atomicfile.System, file string, m *match.Match, by string, notes []Note) error {
	return change(sys, file, m, func(old []Note) ([]Note, error) {
		kept := slices.DeleteFunc(old, func(n Note) bool { return n.By == by })
		return append(kept, notes...), nil
	})
}

// change replaces the notes on m by what edit makes of them.
func change(sys atomicfile.System, file string, m *match.Match, edit func([]Note) ([]Note, error)) error {
	name := File(file)
	if old := find(sys, file, m); old != name {
		if err := sys.Rename(old, name); err != nil {
			return err
		}
	}
	err := atomicfile.Change(sys, name, func(data []byte) ([]byte, error) {
		notes, err := read(name, data, m)
		if err == nil {
			notes, err = edit(notes)
		}
		if err != nil {
			return nil, err
		}
		return write(m, notes)
	})
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	notes, err := edit(nil)
	if err != nil {
		return err
	}
	data, err := write(m, notes)
	if err != nil {
		return err
	}
	return atomicfile.Create(sys, name, data, 0o600)
}

// File returns the file of the notes on the match in file.
func File(file string) string { return file + ".notes" }

// key identifies m in the file of its notes.
func key(m *match.Match) string {
	if id := m.Record.ID(); id != "" {
		return id
	}
	return m.Short()
}

// find returns the file of the notes on m, the match in file. Where the record was renamed, that is the one in the same folder
// whose record is gone.
func find(sys atomicfile.System, file string, m *match.Match) string {
	name := File(file)
	if exists(name) || m.Record.ID() == "" {
		return name
	}
	others, _ := os.ReadDir(filepath.Dir(file)) // a folder that cannot be read has none
	for _, other := range others {
		left := filepath.Join(filepath.Dir(file), other.Name())
		record, ours := strings.CutSuffix(left, File(""))
		if !ours || exists(record) {
			continue
		}
		if data, err := atomicfile.Read(sys, left); err == nil {
			if _, err := read(left, data, m); err == nil {
				return left
			}
		}
	}
	return name
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// read parses the notes on m in the file called name.
func read(name string, data []byte, m *match.Match) ([]Note, error) {
	b := book{}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	switch err := decoder.Decode(&b); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil && b.Version <= version:
		return nil, i18n.Err("note.damaged", "file", name, "reason", strings.TrimPrefix(err.Error(), "yaml: "))
	case b.Version > version:
		return nil, i18n.Err("note.newer", "file", name)
	case b.Match != key(m):
		return nil, i18n.Err("note.other-match", "file", name, "match", b.Match)
	}
	return b.Notes, nil
}

func write(m *match.Match, notes []Note) ([]byte, error) {
	data, err := yaml.Marshal(book{version, key(m), notes})
	return append([]byte(heading), data...), err
}
