package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/internal/atomicfile"
)

func TestBase(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		t.Run("work", func(t *testing.T) { testWork(t, open) })
		t.Run("workers", func(t *testing.T) { testWorkers(t, open) })
		t.Run("busy", func(t *testing.T) { testBusy(t, open) })
		t.Run("lock", func(t *testing.T) { testLock(t, open) })
		t.Run("failed", func(t *testing.T) { testFailed(t, open) })
		t.Run("panic", func(t *testing.T) { testPanic(t, open) })
		t.Run("once", func(t *testing.T) { testOnce(t, open) })
		t.Run("rollback", func(t *testing.T) { testRollback(t, open) })
		t.Run("orphans", func(t *testing.T) { testOrphans(t, open) })
		t.Run("away", func(t *testing.T) { testAway(t, open) })
		t.Run("newer", func(t *testing.T) { testNewer(t, open) })
		t.Run("queries", func(t *testing.T) { testQueries(t, open) })
		t.Run("failures", func(t *testing.T) { testFailures(t, open) })
	})
}

// testWorkers checks that a process may do any number of jobs at once.
func testWorkers(t *testing.T, open dbtest.Opener) {
	for _, n := range []int{0, 1, 10_000} {
		done := make(chan bool)
		b := open(db.Options{Tasks: []db.Task{{Name: "count", Workers: n, Alone: func(context.Context, string) error {
			done <- true
			return nil
		}}}})
		dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
			tx.Add(db.Job{Task: "count"})
			return nil
		}))
		dbtest.Must(t, b.Start(t.Context()))
		<-done
		dbtest.Must(t, b.Stop(t.Context()))
	}
}

// testWork adds jobs in transactions, and checks that each runs once and that failures are retried.
func testWork(t *testing.T, open dbtest.Opener) {
	done, failed := make(chan string, 10), atomic.Bool{}
	b := open(db.Options{Quick: true, Tasks: []db.Task{{Name: "count", Workers: 2, Do: func(tx db.Tx, key string) error {
		if key == "b" && !failed.Swap(true) {
			return db.ErrBusy
		}
		_, err := tx.Exec(`insert into memory (name, data) values ($1, $2)`, key, []byte{1})
		done <- key
		return err
	}}}})
	dbtest.Must(t, b.Start(t.Context()))
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		tx.Add(db.Job{Task: "count", Key: "a"}, db.Job{Task: "count", Key: "b"})
		return nil
	}))
	got := map[string]int{<-done: 1}
	got[<-done]++
	if got["a"] != 1 || got["b"] != 1 {
		t.Errorf("the jobs done are %v", got)
	}
	dbtest.Must(t, b.Stop(t.Context()))
	rows, completed := 0, 0
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		_, err := db.One(tx, `select (select count(*) from memory), (select count(*) from river_job where state = 'completed')`, nil, &rows, &completed)
		return err
	}))
	if rows != 2 || completed != 2 {
		t.Errorf("%d rows are written and %d jobs done, want 2", rows, completed)
	}
	if jobs, err := b.Jobs(t.Context()); err != nil || len(jobs) != 0 {
		t.Errorf("the jobs that are not done are %v, %v", jobs, err)
	}
}

// testBusy checks that a transaction is repeated, without its writes, if another one has changed a row, and on PostgreSQL which of
// its errors say so.
func testBusy(t *testing.T, open dbtest.Opener) {
	b, begun, rows := open(db.Options{}), 0, 0
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		begun++
		if _, err := tx.Exec(`insert into memory (name, data) values ($1, $2)`, "a", []byte{1}); err != nil {
			return err
		}
		if begun < 3 {
			return fmt.Errorf("a match: %w", db.ErrBusy)
		}
		_, err := db.One(tx, `select count(*) from memory`, nil, &rows)
		return err
	}))
	if begun != 3 || rows != 1 {
		t.Errorf("the transaction has begun %d times and sees %d rows, want 3 and 1", begun, rows)
	}
	if b.Name() == "SQLite" {
		return
	}
	for code, want := range map[string]int{"serialization_failure": 2, "deadlock_detected": 2, "unique_violation": 2, "check_violation": 1} {
		begun = 0
		err := b.Do(t.Context(), func(tx db.Tx) error {
			if begun++; begun > 1 {
				return nil
			}
			_, err := tx.Exec(`do $$ begin raise ` + code + `; end $$`)
			return err
		})
		if begun != want || (err == nil) != (want == 2) {
			t.Errorf("after a %s the transaction has begun %d times and ends with %v", code, begun, err)
		}
	}
}

// testLock checks that a transaction that locks a name waits for the end of another one that has locked it, and one with another name
// doesn't. On SQLite each waits for the other from its beginning.
func testLock(t *testing.T, open dbtest.Opener) {
	b := open(db.Options{})
	if b.Name() == "SQLite" {
		return
	}
	locks := func(name string) (ended chan error) {
		ended = make(chan error, 1)
		go func() {
			ended <- b.Do(t.Context(), func(tx db.Tx) error {
				db.Lock(tx, name)
				return nil
			})
		}()
		return ended
	}
	var same chan error
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		db.Lock(tx, "log")
		dbtest.Must(t, <-locks("another"))
		same = locks("log")
		for waits := 0; waits == 0 && len(same) == 0; {
			if _, err := db.One(tx, `select count(*) from pg_locks where not granted`, nil, &waits); err != nil {
				return err
			}
		}
		if len(same) > 0 {
			t.Error("another transaction has locked the same name")
		}
		return nil
	}))
	dbtest.Must(t, <-same)
}

// testFailed checks that a transaction fails with the error of its first failed statement, whatever follows, and keeps what has been
// added to that error.
func testFailed(t *testing.T, open dbtest.Opener) {
	const wrong, good = `insert into nowhere (name) values ('a')`, `insert into memory (name, data) values ('a', '')`
	b, around := open(db.Options{}), errors.New("around it")
	for name, fails := range map[string]func(tx db.Tx) error{
		"Exec":   func(tx db.Tx) error { _, err := tx.Exec(wrong); return err },
		"Change": func(tx db.Tx) error { tx.Change(wrong); return nil },
	} {
		err := b.Do(t.Context(), func(tx db.Tx) error {
			_ = fails(tx)
			tx.Change(good)
			if _, err := tx.Exec(good); err == nil || !strings.Contains(err.Error(), "nowhere") {
				t.Errorf("%s: Exec after it: %v", name, err)
			}
			if _, err := tx.Query(`select name from memory`); err == nil || !strings.Contains(err.Error(), "nowhere") {
				t.Errorf("%s: Query after it: %v", name, err)
			}
			return around
		})
		if err == nil || !strings.Contains(err.Error(), "nowhere") || errors.Is(err, around) {
			t.Errorf("%s: the transaction ends with %v", name, err)
		}
	}
	err := b.Do(t.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(wrong)
		return errors.Join(around, err)
	})
	if !errors.Is(err, around) {
		t.Errorf("the transaction ends with %v", err)
	}
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		if found, err := db.One(tx, `select name from memory`, nil); found || err != nil {
			t.Errorf("a row is left: %v", err)
		}
		return nil
	}))
}

// testPanic checks that a panic in a transaction is not hidden, and leaves nothing behind.
func testPanic(t *testing.T, open dbtest.Opener) {
	b := open(db.Options{})
	func() {
		defer func() {
			if found := recover(); found != "a mistake" {
				t.Errorf("the transaction panics with %v", found)
			}
		}()
		_ = b.Do(t.Context(), func(tx db.Tx) error {
			tx.Change(`insert into memory (name, data) values ('a', '')`)
			panic("a mistake")
		})
	}()
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		if found, err := db.One(tx, `select name from memory`, nil); found || err != nil {
			t.Errorf("a row is left: %v", err)
		}
		return nil
	}))
}

// testOnce adds a job with Once repeatedly.
func testOnce(t *testing.T, open dbtest.Opener) {
	b, due := open(db.Options{}), time.Now().Add(48*time.Hour)
	for range 2 {
		dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
			tx.Add(db.Job{Task: "count", Key: "a", At: due, Once: true}, db.Job{Task: "count", Key: "a", At: due, Once: true}, db.Job{Task: "count", Key: "b", At: due})
			return nil
		}))
		due = due.Add(-24 * time.Hour)
	}
	jobs, err := b.Jobs(t.Context())
	if err != nil || len(jobs) != 1 || jobs[0].N != 3 {
		t.Fatalf("the jobs are %v, %v, want one of a and two of b", jobs, err)
	}
	if off := jobs[0].Oldest.Sub(due.Add(24 * time.Hour)); off.Abs() > time.Second {
		t.Errorf("the oldest of the jobs is due at %v, off by %v", jobs[0].Oldest, off)
	}
}

// testRollback checks that a failed transaction leaves neither rows nor jobs.
func testRollback(t *testing.T, open dbtest.Opener) {
	b := open(db.Options{})
	broken := errors.New("broken")
	err := b.Do(t.Context(), func(tx db.Tx) error {
		if _, err := tx.Exec(`insert into memory (name, data) values ('x', $1)`, []byte("x")); err != nil {
			return err
		}
		tx.Add(db.Job{Task: "count"})
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		found, err := db.One(tx, `select data from memory where name = 'x'`, nil, new([]byte))
		if found {
			t.Error("a row is left")
		}
		return err
	}))
	if jobs, err := b.Jobs(t.Context()); len(jobs) > 0 || err != nil {
		t.Errorf("jobs are left: %v, %v", jobs, err)
	}
}

// testOrphans leaves a job in the state of a killed process, and checks that the next process of that name runs it.
func testOrphans(t *testing.T, open dbtest.Opener) {
	done := make(chan string, 1)
	b := open(db.Options{Quick: true, Name: "one", Tasks: []db.Task{{Name: "count", Do: func(_ db.Tx, key string) error {
		done <- key
		return nil
	}}}})
	attempted := `'{one}'`
	if b.Name() == "SQLite" {
		attempted = `jsonb('["one"]')`
	}
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		tx.Add(db.Job{Task: "count", Key: "over"})
		return nil
	}))
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(`update river_job set state = 'completed', finalized_at = current_timestamp, attempt = 1, attempted_at = current_timestamp, attempted_by = ` + attempted)
		tx.Add(db.Job{Task: "count", Key: "left"})
		return err
	}))
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(`update river_job set state = 'running', attempt = 1, attempted_at = current_timestamp, attempted_by = ` + attempted + ` where state <> 'completed'`)
		return err
	}))
	dbtest.Must(t, b.Start(t.Context()))
	if got := <-done; got != "left" {
		t.Errorf("the job done is %q", got)
	}
	dbtest.Must(t, b.Stop(t.Context()))
}

// testAway starts a process that leaves a task to others, and wants it to add the jobs of it all the same: it may be the one that does
// so for all.
func testAway(t *testing.T, open dbtest.Opener) {
	done := make(chan string, 10)
	b := open(db.Options{Quick: true, Tasks: []db.Task{
		{Name: "here", Every: time.Hour, Do: func(db.Tx, string) error { done <- "here"; return nil }},
		{Name: "there", Every: time.Hour, Away: true, Do: func(db.Tx, string) error { done <- "there"; return nil }},
	}})
	before := time.Now()
	dbtest.Must(t, b.Start(t.Context()))
	if got := <-done; got != "here" {
		t.Errorf("the job done is %q", got)
	}
	dbtest.Must(t, b.Stop(t.Context()))
	jobs, err := b.Jobs(t.Context())
	if err != nil || len(jobs) != 1 || jobs[0].Task != "there" || jobs[0].State != "available" || jobs[0].N != 1 {
		t.Fatalf("the jobs are %v, %v", jobs, err)
	}
	if off := jobs[0].Oldest.Sub(before); off.Abs() > time.Minute {
		t.Errorf("the job that waits was due at %v, %v after the start", jobs[0].Oldest, off)
	}
}

// testQueries checks that a query that fails, or whose rows cannot be read, is not taken for one without rows.
func testQueries(t *testing.T, open dbtest.Opener) {
	b := open(db.Options{})
	const none, two = `select name from nowhere`, `select 'a' union all select 'b'`
	for i, read := range []func(tx db.Tx) error{
		func(tx db.Tx) error { _, err := db.One(tx, none, nil, new(string)); return err },
		func(tx db.Tx) error { _, err := db.Texts(tx, none); return err },
		func(tx db.Tx) error { _, err := tx.Exec(none); return err },
		func(tx db.Tx) error { _, err := db.One(tx, two, nil, new(bool)); return err },
		func(tx db.Tx) error { // fails in the second row
			_, err := db.One(tx, `select abs(case when n = 1 then 1 else -9223372036854775806 - n end) from (select 1 as n union all select 2) as numbers`, nil, new(int64))
			return err
		},
		func(tx db.Tx) error {
			list, err := db.All(tx, two, nil, func(r db.Rows) (n time.Time, err error) { return n, r.Scan(&n) })
			if list != nil {
				t.Errorf("%v is read", list)
			}
			return err
		},
	} {
		if err := b.Do(t.Context(), read); err == nil {
			t.Errorf("query %d does not fail", i)
		}
	}
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		text, where := "", ` from memory where name in (`
		found, err := db.One(tx, `select name from memory`, nil, &text)
		if err != nil || found {
			t.Errorf("of no row %q is read, %v", text, err)
		}
		query, args := db.In(`select $1`+where, []string{"a", "b"}, "before")
		if want := `select $1` + where + `$2, $3`; query != want || fmt.Sprint(args) != "[before a b]" {
			t.Errorf("the query is %s with %v, want %s", query, args, want)
		}
		list, err := db.Texts(tx, two+` order by 1`)
		if err != nil || fmt.Sprint(list) != "[a b]" {
			t.Errorf("the rows are %v, %v", list, err)
		}
		return nil
	}))
}

// testFailures checks that a job that fails, in a transaction or without one, changes nothing and is kept for another attempt, and
// that a job which asks for a later time gets it.
func testFailures(t *testing.T, open dbtest.Opener) {
	done := make(chan string, 10)
	b := open(db.Options{Quick: true, Tasks: []db.Task{
		{Name: "do", Do: func(tx db.Tx, key string) error {
			_, err := tx.Exec(`insert into memory (name, data) values ($1, $2)`, key, []byte{1})
			done <- key
			return errors.Join(err, errors.New("broken"))
		}},
		{Name: "alone", Alone: func(_ context.Context, key string) error {
			done <- key
			if key == "later" {
				return fmt.Errorf("the server: %w", &db.Later{In: time.Hour})
			}
			return errors.New("broken")
		}},
		{Name: "other", Away: true},
	}})
	dbtest.Must(t, b.Start(t.Context()))
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		tx.Add(db.Job{Task: "do", Key: "written"}, db.Job{Task: "alone", Key: "broken"}, db.Job{Task: "alone", Key: "later"}, db.Job{Task: "other", Key: "elsewhere"})
		return nil
	}))
	for range 3 {
		<-done
	}
	dbtest.Must(t, b.Stop(t.Context()))
	jobs, err := b.Jobs(t.Context())
	dbtest.Must(t, err)
	got := map[string]time.Duration{}
	for _, j := range jobs {
		state := strings.Replace(j.State, "retryable", "available", 1) // the queue uses both
		got[fmt.Sprint(j.N, " ", j.Task, " ", state)] = time.Until(j.Oldest).Round(time.Minute)
	}
	if want := map[string]time.Duration{"1 alone available": 0, "1 alone scheduled": time.Hour, "1 do available": 0, "1 other available": 0}; !maps.Equal(got, want) {
		t.Errorf("the jobs are %v, want %v", got, want)
	}
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		found, err := db.One(tx, `select data from memory where name = 'written'`, nil, new([]byte))
		if found {
			t.Error("a failed job has changed something")
		}
		return err
	}))
}

// testNewer opens a database written by a newer program.
func testNewer(t *testing.T, open dbtest.Opener) {
	b := open(db.Options{})
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(`insert into goose_db_version (version_id, is_applied) values (99, true)`)
		return err
	}))
	if again, err := db.Open(t.Context(), dbtest.Address(b), db.Options{}); err == nil || !strings.HasPrefix(err.Error(), "The database is newer than this program: its tables have version 99, and") {
		t.Errorf("a newer database is opened: %v", err)
		if err == nil {
			again.Close()
		}
	}
}

// TestValues writes times and booleans and reads them again.
func TestValues(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		dbtest.Must(t, open(db.Options{}).Do(t.Context(), func(tx db.Tx) error {
			for _, at := range []time.Time{{}, time.Date(2026, 11, 22, 19, 0, 0, 123000, time.UTC)} {
				var micros int64
				var got time.Time
				var is, isNot bool
				_, err := db.One(tx, `select cast($1 as bigint), cast($1 as bigint), cast($2 as bigint), cast($3 as bigint)`, []any{at, true, false}, &micros, &got, &is, &isNot)
				if !got.Equal(at) || (micros == 0) != at.IsZero() || !is || isNot {
					t.Errorf("%v is stored as %d and read as %v, true as %t, false as %t", at, micros, got, is, isNot)
				}
				if err != nil {
					return err
				}
			}
			return nil
		}))
	})
}

// TestBusy checks that the error of a file that another process writes is recognized, and others aren't.
func TestBusy(t *testing.T) {
	file := dbtest.File(t)
	write := func() error {
		c, err := sql.Open("sqlite", file)
		dbtest.Must(t, err)
		t.Cleanup(func() { _ = c.Close() })
		tx, err := c.Begin()
		dbtest.Must(t, err)
		_, err = tx.Exec(`create table a (b)`)
		return err
	}
	dbtest.Must(t, write())
	if err := write(); !db.SQLiteBusy(err) {
		t.Errorf("a second writer: %v", err)
	}
	if db.SQLiteBusy(nil) || db.SQLiteBusy(os.ErrNotExist) {
		t.Error("other errors are taken for a second writer")
	}
}

func TestOpenNowhere(t *testing.T) {
	if _, err := db.Open(context.Background(), filepath.Join(t.TempDir(), "none", "club.db"), db.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a database is opened in a folder that does not exist: %v", err)
	}
}

// TestKeep checks that with Keep a database with other tables is refused.
func TestKeep(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		b := open(db.Options{})
		look := func() error {
			again, err := db.Open(t.Context(), dbtest.Address(b), db.Options{Keep: true})
			if err == nil {
				again.Close()
			}
			return err
		}
		dbtest.Must(t, look())
		for _, older := range []struct {
			query, says string
		}{
			{`delete from river_migration`, "The tables of the queue are missing or old."},
			{`delete from goose_db_version where version_id > 0`, "The database is older than this program: its tables have version 0,"},
		} {
			dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
				_, err := tx.Exec(older.query)
				return err
			}))
			if err := look(); err == nil || !strings.HasPrefix(err.Error(), older.says) {
				t.Errorf("after %s: %v", older.query, err)
			}
		}
	})
}

// TestBackup copies an open file, and checks that the copy contains what was committed.
func TestBackup(t *testing.T) {
	file, to := dbtest.File(t), filepath.Join(t.TempDir(), "copy #1.db")
	if err := db.Backup(t.Context(), file, to); err == nil {
		t.Error("a file is copied that is not there")
	}
	b, err := db.Open(t.Context(), file, db.Options{})
	dbtest.Must(t, err)
	defer b.Close()
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(`insert into letter (key, sender, arrived) values ('a', '', 0)`)
		return err
	}))
	dbtest.Must(t, db.Backup(t.Context(), file, to))
	if err := db.Backup(t.Context(), file, to); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a copy is written over: %v", err)
	}
	other := filepath.Join(t.TempDir(), "other.db")
	dbtest.Must(t, os.WriteFile(other, nil, 0o600))
	if err := db.Backup(t.Context(), other, other+".copy"); err == nil {
		t.Error("a file without a club is copied")
	}
	if _, err := os.Stat(other + ".copy"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a failed copy is left: %v", err)
	}
	copied, err := db.Open(t.Context(), to, db.Options{Keep: true})
	dbtest.Must(t, err)
	defer copied.Close()
	n := 0
	dbtest.Must(t, copied.Do(t.Context(), func(tx db.Tx) error {
		_, err := db.One(tx, `select count(*) from letter`, nil, &n)
		return err
	}))
	if n != 1 {
		t.Errorf("the copy has %d letters", n)
	}
}

// TestFileIsPrivate checks that a SQLite file and the files next to it are closed to others, even if they were open before.
func TestFileIsPrivate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "club.db")
	for _, before := range []string{"", "open to all"} {
		if before != "" {
			for _, name := range []string{file, file + "-wal", file + "-shm"} {
				if err := os.Chmod(name, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		b, err := db.Open(t.Context(), file, db.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close() // the second time the first has it open, with its files
		for _, name := range []string{file, file + "-wal", file + "-shm"} {
			if info, err := os.Stat(name); err != nil || atomicfile.Permissions(info)&0o077 != 0 {
				t.Errorf("%q before: others can read %s, %v", before, filepath.Base(name), err)
			}
		}
	}
}

// TestInPlace checks that PostgreSQL updates the rows of a turn in place: the match that continues, the letter that was read, and
// the messages that were sent.
func TestInPlace(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		b := open(db.Options{})
		if b.Name() == "SQLite" {
			t.Skip("SQLite does not count such updates")
		}
		dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
			for _, query := range []string{
				`insert into match (file, hash, short, record, head, state, game, rules, begun, changed, until, rest, ended, result, rated) values ('m', 'm', 'm', '', '', 'open', '', '', 1, 1, 1, 1, 0, '', 1)`,
				`insert into letter (key, sender, raw, arrived) values ('l', '', '', 1)`,
				`insert into out (id, file, events, head, name, reader, whole, made, due, state) values ('o', '', 0, '', '', '', '', 1, 1, 'due')`,
				`update match set record = 'x', head = 'x', changed = 2, until = 2`,
				`update letter set read = 2, outcome = 'taken', file = 'm'`,
				`update out set state = 'sent', sent = 2, whole = null`,
			} {
				if _, err := tx.Exec(query); err != nil {
					return err
				}
			}
			for _, table := range []string{"match", "letter", "out"} {
				n := 0
				if _, err := db.One(tx, `select pg_stat_get_xact_tuples_hot_updated(cast($1 as regclass))`, []any{table}, &n); err != nil || n != 1 {
					t.Errorf("of one row of %s %d are updated in place, %v", table, n, err)
				}
			}
			return nil
		}))
	})
}
