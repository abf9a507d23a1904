package db

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivermigrate"
)

// The tables are the same in both databases up to the columns that the database itself numbers.
//
//go:embed tables
var tables embed.FS

// ofDialect are the names of the changes that differ in the two databases, which follow those they share.
var ofDialect = []string{"00010_ids.sql", "00011_room.sql"}

// migrations returns the changes of a database that are written in its own dialect.
func migrations(dialect goose.Dialect) (list []*goose.Migration) {
	folder := "tables/postgres/"
	if dialect == goose.DialectSQLite3 {
		folder = "tables/sqlite/"
	}
	for i, name := range ofDialect {
		list = append(list, goose.NewGoMigration(int64(10+i), &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			query, err := tables.ReadFile(folder + name)
			if err == nil {
				_, err = tx.ExecContext(ctx, string(query))
			}
			return err
		}}, nil))
	}
	return list
}

// Renumber makes PostgreSQL number the next row of a table after all that have been inserted with a number. SQLite does so itself.
func Renumber(tx Tx, table string) error {
	if tx.Alone() == "" {
		return nil
	}
	_, err := One(tx, `select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from `+table+`))`, []any{table}, new(*int64))
	return err
}

// migrate updates the tables of a club and those of its queue, or only checks that they are current.
func migrate[T any](ctx context.Context, dialect goose.Dialect, db *sql.DB, driver riverdriver.Driver[T], keep bool) error {
	files, err := fs.Sub(tables, "tables")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(dialect, db, files, goose.WithDisableGlobalRegistry(true), goose.WithGoMigrations(migrations(dialect)...))
	if err != nil {
		return err
	}
	is, known, err := p.GetVersions(ctx)
	switch {
	case err != nil:
		return err
	case is > known, is < known && keep:
		return &VersionError{Is: is, Known: known}
	case is < known:
		if _, err := p.Up(ctx); err != nil {
			return err
		}
	}
	m, err := rivermigrate.New(driver, nil)
	if err != nil {
		return err
	}
	if keep {
		found, err := m.Validate(ctx, nil)
		if err == nil && !found.OK {
			err = &VersionError{Is: is, Known: known}
		}
		return err
	}
	_, err = m.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}

// VersionError is the error for a database written by a newer program, or for one that lacks tables of this program and must not be
// changed.
type VersionError struct{ Is, Known int64 }

// Error returns the English sentence.
func (e *VersionError) Error() string {
	if e.Is > e.Known {
		return fmt.Sprintf("the database has tables of version %d, and this program knows those up to %d: use the newer program", e.Is, e.Known)
	}
	return fmt.Sprintf("the database has tables of version %d, and this program wants those of %d", e.Is, e.Known)
}
