// Package dbtest runs tests on both databases. PostgreSQL is used if the variable HIKYAKU_POSTGRES holds the address of a server that
// allows creating databases.
package dbtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"hikyaku/cmd/hikyaku-club/db"
)

// Variable names the environment variable with the address of a PostgreSQL server.
const Variable = "HIKYAKU_POSTGRES"

// Opener opens a new, empty database, which is closed at the end of the test.
type Opener func(db.Options) db.DB

// addresses maps open databases to their addresses.
var addresses sync.Map

// Address returns the address at which b was opened.
func Address(b db.DB) string {
	if s, stumbles := b.(stumbling); stumbles {
		b = s.DB
	}
	address, _ := addresses.Load(b)
	return address.(string)
}

// Each runs test with SQLite and, if there is a server, with PostgreSQL.
func Each(t *testing.T, test func(*testing.T, Opener)) {
	t.Run("SQLite", func(t *testing.T) {
		test(t, func(o db.Options) db.DB { return open(t, File(t), o) })
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		server := os.Getenv(Variable)
		if server == "" {
			t.Skipf("%s names no server", Variable)
		}
		test(t, func(o db.Options) db.DB { return open(t, Database(t, server), o) })
	})
}

// File returns the name of a SQLite file that does not exist.
func File(t testing.TB) string { return filepath.Join(t.TempDir(), "club.db") }

// open opens a database for the duration of a test.
func open(t testing.TB, address string, o db.Options) db.DB {
	t.Helper()
	b, err := db.Open(t.Context(), address, o)
	Must(t, err)
	addresses.Store(b, address)
	t.Cleanup(b.Close)
	return b
}

var number atomic.Int64

// Database creates an empty database on a server for the duration of a test, and returns its address.
func Database(t testing.TB, server string) string {
	t.Helper()
	name := fmt.Sprintf("hikyaku_%d_%d", os.Getpid(), number.Add(1))
	at, err := url.Parse(server)
	Must(t, err)
	Must(t, command(server, "create database "+name))
	t.Cleanup(func() { _ = command(server, "drop database "+name+" with (force)") })
	at.Path = name
	return at.String()
}

// command runs one command on a server.
func command(server, sql string) error {
	ctx := context.Background()
	c, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	_, err = c.Exec(ctx, sql)
	return err
}

// Golden compares a text with a file of testdata, which it writes first if update is set.
func Golden(t testing.TB, name, got string, update bool) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if update {
		Must(t, os.MkdirAll("testdata", 0o755))
		Must(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	Must(t, err)
	if got != string(want) {
		t.Errorf("%s says something else: run the test with -update and read what has changed", file)
	}
}

// Must ends the test if err is not nil.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
