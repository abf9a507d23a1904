package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	_ "modernc.org/sqlite"

	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/atomicfile"
)

// How often the queue polls a file, for which there are no notifications.
const (
	sqlitePoll = 500 * time.Millisecond
	quickPoll  = 20 * time.Millisecond
)

// pragmas make commits durable and let writers wait for each other.
const pragmas = "_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)&_txlock=immediate"

func openSQLite(ctx context.Context, file string, o Options) (DB, error) {
	if err := makePrivate(file); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", sqliteName(file)+"?"+pragmas)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // one writer; others of this process wait
	prepared := &prepared{db: db, known: map[string]*sql.Stmt{}}
	q := &queued[*sql.Tx]{
		name: "SQLite", busy: sqliteBusy, close: func() { _ = db.Close() },
		micros:  `cast(round((julianday(scheduled_at) - 2440587.5) * 86400000) as integer) * 1000`,
		orphans: `update river_job set state = 'available' where state = 'running' and json(attempted_by) like '%"' || $1 || '"]'`,
		begin: func(ctx context.Context) (*sql.Tx, statements, error) {
			prepared.prepare(ctx)
			raw, err := db.BeginTx(ctx, nil)
			return raw, sqliteTx{raw, prepared}, err
		},
	}
	driver := riversqlite.New(db)
	if err = again(ctx, sqliteBusy, func() error { return migrate(ctx, goose.DialectSQLite3, db, driver, o.Keep) }); err == nil {
		poll := sqlitePoll
		if o.Quick {
			poll = quickPoll
		}
		q.client, err = river.NewClient(driver, o.config(workers(q, o.Tasks, func(ctx context.Context, raw *sql.Tx, job *river.Job[Job]) error {
			_, err := river.JobCompleteTx[*riversqlite.Driver](ctx, raw, job)
			return err
		}), poll))
	}
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return q, nil
}

// sqliteBusy reports whether an error means that another process was writing: SQLITE_BUSY ("database is locked") and SQLITE_LOCKED
// ("database table is locked").
func sqliteBusy(err error) bool { return err != nil && strings.Contains(err.Error(), " is locked") }

// prepared are the statements prepared on the only connection. A statement is prepared before the first transaction after its
// first use, because a transaction occupies the connection.
type prepared struct {
	db    *sql.DB
	lock  sync.Mutex
	known map[string]*sql.Stmt // nil if not prepared yet
	fresh []string
}

// maxPrepared is the largest number of prepared statements: texts built by In differ in length.
const maxPrepared = 200

// prepare prepares the statements that were used for the first time; those that can't be are executed unprepared. It does not hold the
// lock meanwhile, because a transaction that occupies the connection may need it before it ends.
func (p *prepared) prepare(ctx context.Context) {
	p.lock.Lock()
	fresh := p.fresh
	p.fresh = nil
	p.lock.Unlock()
	for _, query := range fresh {
		stmt, _ := p.db.PrepareContext(ctx, query)
		p.lock.Lock()
		p.known[query] = stmt
		p.lock.Unlock()
	}
}

// find returns a prepared statement, or nil if there is none yet.
func (p *prepared) find(query string) *sql.Stmt {
	p.lock.Lock()
	defer p.lock.Unlock()
	stmt, known := p.known[query]
	if !known && len(p.known) < maxPrepared {
		p.known[query] = nil
		p.fresh = append(p.fresh, query)
	}
	return stmt
}

type sqliteTx struct {
	*sql.Tx
	prepared *prepared
}

func (t sqliteTx) exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	var r sql.Result
	if stmt := t.prepared.find(query); stmt != nil {
		r, err = t.StmtContext(ctx, stmt).ExecContext(ctx, args...)
	} else {
		r, err = t.ExecContext(ctx, query, args...)
	}
	if err == nil {
		n, err = r.RowsAffected()
	}
	return n, err
}

func (t sqliteTx) query(ctx context.Context, query string, args ...any) (Rows, error) {
	if stmt := t.prepared.find(query); stmt != nil {
		r, err := t.StmtContext(ctx, stmt).QueryContext(ctx, args...)
		return sqliteRows{r}, err
	}
	r, err := t.QueryContext(ctx, query, args...)
	return sqliteRows{r}, err
}

func (t sqliteTx) commit(context.Context) error   { return t.Commit() }
func (t sqliteTx) rollback(context.Context) error { return t.Rollback() }

type sqliteRows struct{ *sql.Rows }

func (r sqliteRows) Close() { _ = r.Rows.Close() }

// makePrivate creates a SQLite file, unless it exists, that only its owner can read, because it contains messages and addresses.
// It removes the permissions of others from an existing file and from the files that SQLite keeps next to it.
func makePrivate(file string) error {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return err
	}
	for _, name := range []string{file, file + "-wal", file + "-shm"} {
		info, err := os.Stat(name)
		if err == nil && atomicfile.Permissions(info)&0o077 != 0 {
			err = os.Chmod(name, 0o600)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return words.Err("base.not-private", "file", name, "why", err)
		}
	}
	return nil
}

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
	_ = taken.Close() // nothing was written
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
