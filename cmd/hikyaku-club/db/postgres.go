package db

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// connections is the largest number of connections of one process, unless the address contains pool_max_conns. It is more than
// the number of processors because commits wait for the disk.
const connections = 16

// postgresPoll is how often the queue polls for jobs whose notification was missed.
const postgresPoll = time.Second

func openPostgres(ctx context.Context, address string, o Options) (DB, error) {
	conf, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	if !strings.Contains(address, "pool_max_conns") {
		conf.MaxConns = connections
	}
	pool, err := pgxpool.NewWithConfig(ctx, conf)
	if err != nil {
		return nil, err
	}
	q := &queued[pgx.Tx]{
		name: "PostgreSQL", alone: " for update", skip: " for update skip locked", busy: postgresBusy, close: pool.Close,
		micros:  `cast(extract(epoch from scheduled_at) * 1000000 as bigint)`,
		orphans: `update river_job set state = 'available' where state = 'running' and attempted_by[array_upper(attempted_by, 1)] = $1`,
		begin: func(ctx context.Context) (pgx.Tx, statements, error) {
			raw, err := pool.Begin(ctx)
			return raw, postgresTx{raw}, err
		},
	}
	driver := riverpgxv5.New(pool)
	err = migrateAlone(ctx, pool, func() error {
		db := stdlib.OpenDBFromPool(pool)
		defer db.Close()
		return migrate(ctx, goose.DialectPostgres, db, driver, o.Keep)
	})
	if err == nil {
		q.client, err = river.NewClient(driver, o.config(workers(q, o.Tasks, func(ctx context.Context, raw pgx.Tx, job *river.Job[Job]) error {
			_, err := river.JobCompleteTx[*riverpgxv5.Driver](ctx, raw, job)
			return err
		}), postgresPoll))
	}
	if err != nil {
		pool.Close()
		return nil, err
	}
	return q, nil
}

// migrationLock is the number of the advisory lock that protects changes of the tables.
const migrationLock = 0x68696b79616b75 // "hikyaku"

// migrateAlone calls change while no other process migrates the tables.
func migrateAlone(ctx context.Context, pool *pgxpool.Pool, change func() error) error {
	c, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer c.Release()
	if _, err := c.Exec(ctx, `select pg_advisory_lock($1)`, int64(migrationLock)); err != nil {
		return err
	}
	defer func() {
		_, _ = c.Exec(context.WithoutCancel(ctx), `select pg_advisory_unlock($1)`, int64(migrationLock))
	}()
	return change()
}

// postgresBusy reports whether an error is a conflict with another transaction: a serialization failure, a deadlock, or two
// inserts of the same row.
func postgresBusy(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01" || e.Code == "23505")
}

type postgresTx struct{ pgx.Tx }

func (t postgresTx) exec(ctx context.Context, query string, args ...any) (int64, error) {
	c, err := t.Exec(ctx, query, args...)
	return c.RowsAffected(), err
}

func (t postgresTx) query(ctx context.Context, query string, args ...any) (Rows, error) {
	return t.Query(ctx, query, args...)
}

func (t postgresTx) commit(ctx context.Context) error   { return t.Commit(ctx) }
func (t postgresTx) rollback(ctx context.Context) error { return t.Rollback(ctx) }
