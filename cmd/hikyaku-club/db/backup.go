package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
)

// Backup copies a SQLite file that may be in use to a new file, and verifies the copy.
func Backup(ctx context.Context, file, to string) (err error) {
	if _, err := os.Stat(file); err != nil {
		return err // the driver would create it
	}
	if err := makePrivate(file); err != nil {
		return err
	}
	taken, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(to)
		}
	}()
	if err := taken.Close(); err != nil {
		return err
	}
	from, err := sql.Open("sqlite", sqliteName(file)+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	_, err = from.ExecContext(ctx, `vacuum into $1`, to)
	if err := errors.Join(err, from.Close()); err != nil {
		return err
	}
	if err := verify(ctx, to); err != nil {
		return err
	}
	copied, err := os.OpenFile(to, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(copied.Sync(), copied.Close())
}

// verify opens a copy and runs SQLite's integrity check.
func verify(ctx context.Context, file string) error {
	db, err := sql.Open("sqlite", sqliteName(file)+"?mode=ro")
	if err != nil {
		return err
	}
	defer db.Close()
	said, letters := "", 0
	if err := db.QueryRowContext(ctx, `pragma integrity_check`).Scan(&said); err != nil {
		return err
	}
	if said != "ok" {
		return fmt.Errorf("the copy is damaged: %s", said)
	}
	return db.QueryRowContext(ctx, `select count(*) from letter`).Scan(&letters)
}

// sqliteName returns the name of a file as the driver expects it.
func sqliteName(file string) string { return "file:" + (&url.URL{Path: file}).EscapedPath() }
