package db

import (
	"context"
	"database/sql"
	"embed"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivermigrate"

	"hikyaku/cmd/hikyaku-club/words"
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
	case is > known:
		return words.Err("base.newer", "is", is, "known", known)
	case is < known && keep:
		return words.Err("base.older", "is", is, "known", known)
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
			err = words.Err("base.queue")
		}
		return err
	}
	_, err = m.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}
