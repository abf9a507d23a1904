package demo

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
)

// The files of a demonstration outside the folders of its players. The file
// mark identifies its folder.
const (
	mark        = ".hikyaku-demo"
	boardFile   = "board.txt"
	pictureFile = "board.png"
	letterFile  = "turn.eml"
)

func (s Show) file(name string) string { return filepath.Join(s.Dir, name) }

// clearFolder prepares dir: it creates it, or removes an earlier demonstration.
// It does not change any other folder.
func clearFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return i18n.Err("demo.folder", "why", err)
	}
	if len(entries) > 0 {
		if _, err := os.Lstat(filepath.Join(dir, mark)); err != nil {
			return i18n.Err("demo.other", "folder", dir)
		}
		for _, name := range slices.Concat(names, []string{boardFile, pictureFile, letterFile}) {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				return i18n.Err("demo.folder", "why", err)
			}
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return i18n.Err("demo.folder", "why", err)
	}
	return os.WriteFile(filepath.Join(dir, mark), nil, 0o644)
}

// leaveBoards writes the last board as text and as a picture.
func (s Show) leaveBoards(m *match.Match) error {
	scene, names := m.Scene(), m.Names()
	text := render.Text(scene, render.TextOptions{Lang: s.Lang, Names: names})
	if err := os.WriteFile(s.file(boardFile), []byte(text), 0o644); err != nil {
		return err
	}
	var png bytes.Buffer
	if err := render.PNG(&png, scene, render.PNGOptions{Lang: s.Lang, Names: names}); err != nil {
		return err
	}
	return os.WriteFile(s.file(pictureFile), png.Bytes(), 0o644)
}

// copyBox is a mailbox that copies the newest mail to a file, as it was
// received.
type copyBox struct {
	mailbox.Box
	file string
}

// Fetch copies each mail to the file.
func (k *copyBox) Fetch(ctx context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	return k.Box.Fetch(ctx, since, func(m mailbox.Mail) error {
		if m.Raw != nil {
			if err := os.WriteFile(k.file, m.Raw, 0o644); err != nil {
				return err
			}
		}
		return handle(m)
	})
}
