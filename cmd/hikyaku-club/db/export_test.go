package db

import (
	"context"
	"database/sql"
	"io/fs"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver for database/sql
	"github.com/pressly/goose/v3"
)

// MigrateTo creates the tables of an older version in an empty PostgreSQL database.
func MigrateTo(ctx context.Context, address string, version int64) error {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	defer db.Close()
	files, err := fs.Sub(tables, "tables")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithDisableGlobalRegistry(true))
	if err == nil {
		_, err = p.UpTo(ctx, version)
	}
	return err
}

// SQLiteBusy is sqliteBusy.
var SQLiteBusy = sqliteBusy
