package lesson

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hikyaku/internal/atomicfile"
)

// Progress is the file of the lessons that the learner has done, a line "game key" for each. Several programs may use it at
// the same time. Without a file nothing is kept.
type Progress struct {
	System atomicfile.System
	File   string
}

// load returns the lines of the file.
func (p Progress) load() (lines []string, err error) {
	if p.File == "" {
		return nil, nil
	}
	data, err := atomicfile.Read(p.System, p.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return strings.Split(string(data), "\n"), err
}

// set adds or removes lessons of a game.
func (p Progress) set(game string, done bool, keys ...string) error {
	if p.File == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(p.File), 0o700); err != nil {
		return err
	}
	edit := func(old []byte) ([]byte, error) {
		lines := strings.FieldsFunc(string(old), func(r rune) bool { return r == '\n' })
		for _, key := range keys {
			line := game + " " + key
			lines = slices.DeleteFunc(lines, func(one string) bool { return one == line })
			if done {
				lines = append(lines, line)
			}
		}
		return []byte(strings.Join(append(lines, ""), "\n")), nil
	}
	first, _ := edit(nil)
	err := atomicfile.Create(p.System, p.File, first, 0o600)
	if errors.Is(err, fs.ErrExist) {
		err = atomicfile.Change(p.System, p.File, edit)
	}
	return err
}
