package db_test

import (
	"compress/gzip"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "modernc.org/sqlite"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
)

// frozen copies a club's database as a program before the database numbered rows has left it, and returns its name.
func frozen(t *testing.T) string {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", "frozen", "club-9.db.gz"))
	dbtest.Must(t, err)
	defer packed.Close()
	in, err := gzip.NewReader(packed)
	dbtest.Must(t, err)
	file := dbtest.File(t)
	out, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY, 0o600)
	dbtest.Must(t, err)
	_, err = out.ReadFrom(in)
	dbtest.Must(t, err)
	dbtest.Must(t, out.Close())
	return file
}

// contents are the rows of the club's tables in a SQLite file, by table, with their columns first.
func contents(t *testing.T, file string) map[string][][]any {
	t.Helper()
	open, err := sql.Open("sqlite", file)
	dbtest.Must(t, err)
	defer open.Close()
	names, err := open.Query(`select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like 'river%' and name not like 'goose%' order by name`)
	dbtest.Must(t, err)
	var tables []string
	for names.Next() {
		var name string
		dbtest.Must(t, names.Scan(&name))
		tables = append(tables, name)
	}
	dbtest.Must(t, names.Err())
	all := map[string][][]any{}
	for _, name := range tables {
		rows, err := open.Query(`select * from ` + name + ` order by 1, 2`)
		dbtest.Must(t, err)
		columns, err := rows.Columns()
		dbtest.Must(t, err)
		order := slices.Sorted(slices.Values(columns))
		head := make([]any, len(columns))
		for i, column := range order {
			head[i] = column
		}
		all[name] = append(all[name], head)
		for rows.Next() {
			values, places := make([]any, len(columns)), make([]any, len(columns))
			for i := range places {
				places[i] = &values[slices.Index(order, columns[i])]
			}
			dbtest.Must(t, rows.Scan(places...))
			all[name] = append(all[name], values)
		}
		dbtest.Must(t, rows.Err())
	}
	return all
}

// TestFrozen opens the database of an older program, and checks that all rows are kept and that new ones get the next numbers.
func TestFrozen(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		file := frozen(t)
		want := contents(t, file)
		b, err := db.Open(t.Context(), file, db.Options{})
		dbtest.Must(t, err)
		defer b.Close()
		got := contents(t, file)
		maps.DeleteFunc(got, func(name string, rows [][]any) bool { return want[name] == nil && len(rows) == 1 }) // a new table is empty
		if len(got["seek"]) != 5 || !reflect.DeepEqual(got, want) {
			t.Errorf("the rows are\n%v\nwant\n%v", got, want)
		}
		numbers(t, b)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		server := os.Getenv(dbtest.Variable)
		if server == "" {
			t.Skipf("%s names no server", dbtest.Variable)
		}
		address, want := dbtest.Database(t, server), contents(t, frozen(t))
		dbtest.Must(t, db.MigrateTo(t.Context(), address, 9))
		counts := fill(t, address, want)
		b, err := db.Open(t.Context(), address, db.Options{})
		dbtest.Must(t, err)
		defer b.Close()
		dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
			for table, n := range counts {
				got := 0
				if _, err := db.One(tx, `select count(*) from `+table, nil, &got); err != nil || got != n {
					t.Errorf("%s has %d rows, want %d, %v", table, got, n, err)
				}
			}
			return nil
		}))
		numbers(t, b)
	})
}

// fill inserts rows into a PostgreSQL database, and returns their number by table.
func fill(t *testing.T, address string, all map[string][][]any) map[string]int {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, address)
	dbtest.Must(t, err)
	defer c.Close(ctx)
	counts := map[string]int{}
	for table, rows := range all {
		var columns []string
		for _, name := range rows[0] {
			columns = append(columns, name.(string))
		}
		n, err := c.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows[1:]))
		dbtest.Must(t, err)
		counts[table] = int(n)
	}
	return counts
}

// numbers inserts rows into the tables that the database numbers, and checks that the numbers follow those of the frozen rows,
// of rows inserted with a number, and of rows that have been deleted.
func numbers(t *testing.T, b db.DB) {
	t.Helper()
	for _, of := range []struct {
		table, columns, values string
		last                   int64
	}{
		{"seek", "address, game, options, control, players, rated, engines, made, until, state", "'a@example.com', 'quoridor', '', '3d', 2, 0, 0, 1, 2, 'open'", 4},
		{"step", "ladder, at, data", "'quoridor', 1, '{}'", 10},
	} {
		insert := func(id string) (number int64) {
			query := fmt.Sprintf(`insert into %s (%s) values (%s) returning id`, of.table, of.columns, of.values)
			if id != "" {
				query = fmt.Sprintf(`insert into %s (id, %s) values (%s, %s) returning id`, of.table, of.columns, id, of.values)
			}
			dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
				_, err := db.One(tx, query, nil, &number)
				if err == nil && id != "" {
					err = db.Renumber(tx, of.table)
				}
				return err
			}))
			return number
		}
		got := []int64{insert(""), insert("100"), insert("")}
		dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
			_, err := tx.Exec(`delete from ` + of.table + ` where id > 99`)
			return err
		}))
		if got = append(got, insert("")); !slices.Equal(got, []int64{of.last + 1, 100, 101, 102}) {
			t.Errorf("the numbers of %s are %v after %d", of.table, got, of.last)
		}
	}
}
