package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
)

type file struct {
	name string // relative to the folder of the archive
	from string
	mode fs.FileMode
}

// documents are the files of the source in every archive and package.
var documents = []string{"LICENSE", "NOTICES", "README.md", "README.ja.md", "CHANGELOG.md", "config.example.yaml"}

// units are the systemd units for users.
var units = []string{"hikyaku-watch.service", "hikyaku-poll.service", "hikyaku-poll.timer"}

// clubFiles are the files of the source in the archives and packages of the club.
var clubFiles = []file{
	{"LICENSE", "LICENSE", 0o644}, {"NOTICES", "cmd/hikyaku-club/NOTICES", 0o644}, {"config.example.yaml", "cmd/hikyaku-club/config.example.yaml", 0o644},
	{"club.md", "docs/club.md", 0o644}, {"club.ja.md", "docs/club.ja.md", 0o644}, {"compose.yaml", "docs/club/compose.yaml", 0o644},
	{"system/hikyaku-club.service", "docs/club/hikyaku-club.service", 0o644}, {"system/hikyaku-club@.service", "docs/club/hikyaku-club@.service", 0o644},
	{"sysusers.d/hikyaku-club.conf", "release/systemd/hikyaku-club.conf", 0o644},
}

// files returns the files of the archive for a target.
func (r *release) files(t target) []file {
	list := []file{{r.file(t), r.binary(t), 0o755}}
	if r.program == club {
		return append(list, clubFiles...)
	}
	for _, name := range documents {
		list = append(list, file{name, name, 0o644})
	}
	for _, name := range []string{"hikyaku.bash", "_hikyaku", "hikyaku.fish"} {
		list = append(list, file{"completions/" + name, filepath.Join(r.work, name), 0o644})
	}
	list = append(list,
		file{"man/man1/hikyaku.1", filepath.Join(r.work, "hikyaku.1"), 0o644},
		file{"man/ja/man1/hikyaku.1", filepath.Join(r.work, "hikyaku.ja.1"), 0o644})
	switch t.system {
	case "linux":
		for _, name := range units {
			list = append(list, file{"systemd/" + name, "release/systemd/" + name, 0o644})
		}
		list = append(list, file{"applications/hikyaku.desktop", "release/desktop/hikyaku.desktop", 0o644})
	case "darwin":
		list = append(list, file{"hikyaku.command", "release/desktop/hikyaku.command", 0o755})
	}
	return list
}

// archive returns the name of the archive for a target.
func (r *release) archive(t target) string {
	if t.system == "windows" {
		return r.name(t) + ".zip"
	}
	return r.name(t) + ".tar.gz"
}

// archives writes the archive for every target.
func (r *release) archives() error {
	for _, t := range r.targets {
		write := writeTar
		if t.system == "windows" {
			write = writeZip
		}
		f, err := os.Create(filepath.Join(r.out, r.archive(t)))
		if err != nil {
			return err
		}
		if err := errors.Join(write(f, r.name(t), r.date, r.files(t)), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// writeTar writes files to a tar archive, in a folder, all with the same date
// and no owner.
func writeTar(w io.Writer, folder string, date time.Time, files []file) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(packed)
	for _, f := range files {
		text, err := os.ReadFile(f.from)
		if err != nil {
			return err
		}
		header := &tar.Header{Name: path.Join(folder, f.name), Mode: int64(f.mode), Size: int64(len(text)), ModTime: date, Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(text); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return packed.Close()
}

// writeZip writes files to a zip archive, in a folder, all with the same date.
func writeZip(w io.Writer, folder string, date time.Time, files []file) error {
	archive := zip.NewWriter(w)
	for _, f := range files {
		text, err := os.ReadFile(f.from)
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: date}
		header.SetMode(f.mode)
		entry, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(text); err != nil {
			return err
		}
	}
	return archive.Close()
}
