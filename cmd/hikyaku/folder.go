package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hikyaku/internal/convert"
	"hikyaku/internal/i18n"
)

// folderCount counts the files of a folder by what a command did with them.
type folderCount struct {
	folder             string
	read, bad, skipped int
}

// open returns the files in the folder that are read, in order of their names, and counts the others. Hidden files belong to records.
func (f *folderCount) open() (files []string, err error) {
	entries, err := os.ReadDir(f.folder)
	for _, e := range entries {
		format, known := convert.Ending(filepath.Ext(e.Name()))
		switch {
		case e.IsDir() || strings.HasPrefix(e.Name(), "."):
		case known && slices.Contains([]string{"kif", "ki2", "csa"}, format.Name):
			files = append(files, filepath.Join(f.folder, e.Name()))
		default:
			f.skipped++
		}
	}
	return files, err
}

// count counts a file that was read, or was not because of err.
func (f *folderCount) count(err error) {
	if err != nil {
		f.bad++
	} else {
		f.read++
	}
}

// text returns how many files were read and how many were not.
func (f *folderCount) text() i18n.Text {
	return i18n.T("folder.count", "folder", f.folder, "n", f.read, "bad", f.bad, "skipped", f.skipped)
}
