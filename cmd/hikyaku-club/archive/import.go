package archive

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/ledger"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/match"
)

// Import imports an exported folder into an empty database, in one transaction. From a folder written by hikyaku itself it
// imports only matches of which the club is the umpire. It returns the number of imported matches.
func Import(ctx context.Context, b db.DB, d game.Desk, dir string) (n int, err error) {
	return load(ctx, b, d, dir, func(wrong error) error { return wrong }, func(tx db.Tx, whole bool) error {
		if !whole { // a folder written by hikyaku itself
			return ledger.Adopt(tx, d, time.Now())
		}
		return ledger.Rebuild(tx)
	})
}

// load is like Import, but reports all errors in a folder: it passes the error of each invalid record to bad, and continues
// without the record if bad returns nil. It calls then at the end of the transaction; whole is true if a club exported the folder.
func load(ctx context.Context, b db.DB, d game.Desk, dir string, bad func(error) error, then func(tx db.Tx, whole bool) error) (n int, err error) {
	r := reader{desk: d, dir: dir, bad: bad}
	if err := r.list(); err != nil {
		return 0, err
	}
	err = b.Do(ctx, func(tx db.Tx) error {
		n = 0
		if err := empty(tx); err != nil {
			return err
		}
		for _, file := range r.files {
			m, err := r.judge(file)
			if m.Match == nil {
				if err = r.bad(err); err != nil {
					return err
				}
				continue
			}
			taken, err := r.take(tx, file, m)
			if err != nil {
				return err
			}
			if taken {
				n++
			}
		}
		if r.whole {
			if err := r.rows(tx); err != nil {
				return err
			}
		}
		return then(tx, r.whole)
	})
	return n, err
}

// empty returns an error unless the database is unused. It removes the root of a log without entries, which a club signs as soon as
// it runs: the imported log replaces that log.
func empty(tx db.Tx) error {
	used := false
	_, err := db.One(tx, `select (select count(*) from match) + (select count(*) from member) + (select count(*) from letter) + (select count(*) from event)`, nil, &used)
	if err == nil && used {
		err = words.Err("archive.not-empty")
	}
	if err == nil {
		_, err = tx.Exec(`delete from root where size = 0`)
	}
	return err
}

// reader reads a folder.
type reader struct {
	desk  game.Desk
	dir   string
	bad   func(error) error // called with the error of a record
	whole bool              // the folder was exported by a club
	files []string          // the records of matches
	names []string          // all files, sorted
}

// list finds the records of the folder: those listed by an export, or else all.
func (r *reader) list() error {
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Type().IsRegular() {
			r.names = append(r.names, e.Name())
		}
	}
	listed := map[string]bool{}
	var missing []string
	if _, err := os.Stat(r.path(matches)); !errors.Is(err, fs.ErrNotExist) {
		r.whole = true
		err := r.each(matches, func(row []any) error {
			file := *row[0].(*string)
			switch _, found := slices.BinarySearch(r.names, file); {
			case listed[file]:
				return words.Err("archive.twice")
			case !found:
				missing = append(missing, file)
			default:
				r.files = append(r.files, file)
			}
			listed[file] = true
			return nil
		})
		for _, file := range missing {
			err = cmp.Or(err, r.bad(words.Err("archive.no-record", "file", file, "folder", r.dir)))
		}
		for _, name := range r.names { // records that the export does not list
			if strings.HasSuffix(name, ".kif") && !listed[name] {
				err = cmp.Or(err, r.bad(words.Err("archive.stray", "file", filepath.Join(r.dir, name))))
			}
		}
		return err
	}
	for _, name := range r.names {
		if strings.HasSuffix(name, ".kif") {
			r.files = append(r.files, name)
		}
	}
	return nil
}

// judge reads a record. Its error names the file.
func (r *reader) judge(file string) (home.Copy, error) {
	judge := home.Folder{Games: r.desk.Games, Me: r.desk.Me, System: r.desk.System, Files: r.desk.Parse}
	c, err := judge.Open(filepath.Join(r.dir, file))
	switch {
	case err != nil:
		return home.Copy{}, err
	case !r.keeps(c.Match) && r.whole:
		return home.Copy{}, words.Err("archive.other-club", "file", c.File, "address", r.desk.Me.Address)
	case !match.NamedFor(file, c.Short()):
		return home.Copy{}, words.Err("archive.misnamed", "file", c.File, "name", c.Match.FileName())
	}
	return c, nil
}

// keeps reports whether the club is the umpire of a match.
func (r *reader) keeps(m *match.Match) bool {
	umpire := m.Roster.Umpire()
	return umpire != 0 && m.Roster.At(r.desk.Me.Address) == umpire
}

// take stores a match and the files next to it. It reports whether the match was stored.
func (r *reader) take(tx db.Tx, file string, m home.Copy) (bool, error) {
	if !r.keeps(m.Match) {
		return false, nil
	}
	s := game.NewShelf(tx, r.desk, time.Unix(0, 0), nil)
	if err := r.put(s, file, m.Record.Bytes()); err != nil {
		return false, err
	}
	for _, name := range r.names {
		if strings.HasPrefix(name, file+".") {
			data, err := os.ReadFile(filepath.Join(r.dir, name))
			if err == nil {
				err = r.put(s, name, data)
			}
			if err != nil {
				return false, err
			}
		}
	}
	if _, err := s.Settle(); err != nil {
		return false, err
	}
	_, err := tx.Exec(`update match set rest = 0, changed = $2, made = begun where file = $1`, file, m.Entries[len(m.Entries)-1].Event.At)
	return true, err
}

// put stores a file on the shelf unchanged.
func (r *reader) put(s *game.Shelf, name string, data []byte) error {
	return atomicfile.Create(s.Desk.System, path.Join(game.Folder, name), data, 0o644)
}

// path returns the path of the file of a table.
func (r *reader) path(t table) string { return filepath.Join(r.dir, filepath.FromSlash(t.file())) }

// each calls do with each row of a table. It passes the errors of rows, with their line numbers, to bad.
func (r *reader) each(t table, do func(row []any) error) error {
	data, err := os.ReadFile(r.path(t))
	if err != nil {
		return r.bad(err)
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		row, err := t.row(line)
		if err == nil {
			err = do(row)
		}
		if err != nil {
			if err := r.bad(words.Err("archive.line", "file", r.path(t), "line", n, "why", err)); err != nil {
				return err
			}
		}
	}
	return nil
}

// rows imports the rows of an export, and queues the pending work.
func (r *reader) rows(tx db.Tx) error {
	columns := matches.columns()
	var sets []string
	for i, column := range columns[1:] {
		sets = append(sets, fmt.Sprintf("%s = $%d", column, i+2))
	}
	query := `update match set ` + strings.Join(sets, ", ") + ` where file = $1`
	data, err := os.ReadFile(r.path(matches))
	if err != nil {
		return err
	}
	for line := range bytes.Lines(data) { // list has reported errors in these lines
		row, err := matches.row(line)
		if err != nil {
			continue
		}
		if _, err := tx.Exec(query, row...); err != nil {
			return err
		}
	}
	for _, t := range tables[1:] {
		if err := r.insert(tx, t); err != nil {
			return err
		}
	}
	return nil
}

// insert imports the rows of a table.
func (r *reader) insert(tx db.Tx, t table) error {
	columns := t.columns()
	var places []string
	for i := range columns {
		places = append(places, fmt.Sprintf("$%d", i+1))
	}
	query := `insert into ` + t.name + ` (` + strings.Join(columns, ", ") + `) values (` + strings.Join(places, ", ") + `) on conflict do nothing`
	err := r.each(t, func(row []any) error {
		n, err := tx.Exec(query, row...)
		switch {
		case err != nil:
			return err
		case n == 0:
			return words.Err("archive.twice")
		case t.task != "":
			tx.Add(db.Job{Task: t.task, Key: *row[0].(*string)})
		}
		return nil
	})
	if err == nil && slices.Contains(columns, "id") && !slices.Contains(strings.Fields(t.texts), "id") {
		err = db.Renumber(tx, t.name)
	}
	return err
}
