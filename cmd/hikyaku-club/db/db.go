// Package db keeps a club's tables and its jobs in PostgreSQL or in one SQLite file. The SQL is the same text for both, and no Go code
// outside this package depends on which it is.
//
// A job is added in the transaction that makes it necessary, and done in the transaction that marks it as done. A program killed at any
// point therefore leaves neither half a change nor a forgotten job.
package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Rows is the answer to a query.
type Rows interface {
	Next() bool
	Scan(into ...any) error
	Err() error
	Close()
}

// Tx is one transaction. Queries write their arguments as $1, $2 and so on. Times are kept as microseconds since 1970.
type Tx interface {
	Exec(query string, args ...any) (changed int64, err error)
	Query(query string, args ...any) (Rows, error)
	Add(jobs ...Job) // jobs to be done once the transaction is committed
	Alone() string   // what ends a query whose rows nobody else may change until the end
	Skip() string    // the same, passing over rows that others are changing
	Context() context.Context
}

// Job is a piece of work: the name of a task, and the row that it is about.
type Job struct {
	Task string    `json:"task" river:"unique"`
	Key  string    `json:"key"  river:"unique"`
	At   time.Time `json:"-"` // when it is due; zero for now
	Once bool      `json:"-"` // it is left out where the same still waits
}

// Kind names all work of a club in the table of jobs.
func (Job) Kind() string { return "club" }

// Task does the jobs of one name.
type Task struct {
	Name    string
	Workers int                                         // how many of these jobs one process does at once
	Away    bool                                        // other processes do these jobs; this one only adds them
	Every   time.Duration                               // how often a job without a key is added by itself; 0 for never
	Do      func(tx Tx, key string) error               // in one transaction, with which the job is done
	Alone   func(ctx context.Context, key string) error // in place of Do: makes its own transactions
}

// Options say how a database is used.
type Options struct {
	Tasks []Task // what this process does; none for one that only writes
	Log   *slog.Logger
	Name  string // of this process; one that starts under the name of one that was killed takes up its jobs at once. "" for a new name
	Keep  bool   // leaves the tables as they are; those of an older program are refused
	Quick bool   // looks for work every few milliseconds, as tests want it
}

// DB is a database with a queue of jobs.
type DB interface {
	Do(ctx context.Context, work func(Tx) error) error    // in one transaction, begun again where another one was in the way
	Plain(ctx context.Context, work func(Tx) error) error // without a transaction where that is cheaper: each statement is committed on its own, and jobs can't be added
	Start(ctx context.Context) error                      // begins with the tasks
	Stop(ctx context.Context) error                       // ends what is being done
	Jobs(ctx context.Context) ([]JobCount, error)
	Close()
	Name() string // "PostgreSQL" or "SQLite"
}

// JobCount is how many jobs of a task are in a state, and when the first of them was to be done.
type JobCount struct {
	Task, State string
	N           int
	Oldest      time.Time
}

// Open opens the database at address, a postgres:// address or the name of a SQLite file, and brings its tables up to date. A
// database with newer tables than this program knows is refused.
func Open(ctx context.Context, address string, o Options) (DB, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://") {
		return openPostgres(ctx, address, o)
	}
	return openSQLite(ctx, address, o)
}

// Later is the error of a job that is to be done after a while, which is no failure.
type Later struct{ In time.Duration }

// Error says so.
func (l *Later) Error() string { return fmt.Sprint("to be done in ", l.In) }

// ErrBusy is the error of work that found a row changed by somebody else: the transaction begins again.
var ErrBusy = errors.New("another process has changed the row")

// tries is how often a transaction is begun again, and wait for how long one waits before, at most.
const (
	tries = 12
	wait  = 40 * time.Millisecond
)

// again repeats work until it no longer fails with busy.
func again(ctx context.Context, busy func(error) bool, work func() error) (err error) {
	for n := range tries {
		if err = work(); err == nil || !busy(err) && !errors.Is(err, ErrBusy) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(wait) * time.Duration(n+1)):
		}
	}
	return err
}

// One reads the only row of a query into variables. It reports whether there is one.
func One(tx Tx, query string, args []any, into ...any) (bool, error) {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	if !rows.Next() {
		return false, rows.Err()
	}
	if err := rows.Scan(into...); err != nil {
		return false, err
	}
	rows.Close()
	return true, rows.Err()
}

// Texts reads the rows of a query for one column of text.
func Texts(tx Tx, query string, args ...any) ([]string, error) {
	return All(tx, query, args, func(r Rows) (text string, err error) { return text, r.Scan(&text) })
}

// In appends the places of a list of texts to a query that ends with "in (", and returns them as its arguments, after others.
func In(query string, texts []string, before ...any) (string, []any) {
	for i, text := range texts {
		if i > 0 {
			query += ", "
		}
		before = append(before, text)
		query += fmt.Sprint("$", len(before))
	}
	return query, before
}

// Bit is how tables hold a boolean.
func Bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

// All reads the rows of a query, each by scan.
func All[T any](tx Tx, query string, args []any, scan func(Rows) (T, error)) (list []T, err error) {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// Still lets a transaction see everything as it is at its first query, which this precedes.
func Still(tx Tx) error {
	if tx.Alone() == "" {
		return nil // others wait for the transaction as a whole
	}
	_, err := tx.Exec(`set transaction isolation level repeatable read`)
	return err
}

// Micros is a time as tables hold it, 0 for none.
func Micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// Time is the time that Micros has put into a table.
func Time(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}

// config is how the queue works.
func (o Options) config(workers *river.Workers, poll time.Duration) *river.Config {
	c := &river.Config{
		ID: o.Name, Logger: slog.New(onlyErrors{o.Log.Handler()}), ErrorHandler: failures{o.Log},
		Workers: workers, FetchCooldown: fetchPause, FetchPollInterval: poll,
		CompletedJobRetentionPeriod: 10 * time.Minute, RescueStuckJobsAfter: rescueAfter, JobTimeout: jobTime,
		MaxAttempts: attempts, RetryPolicy: patience{},
	}
	if len(o.Tasks) == 0 {
		return c
	}
	if o.Quick {
		c.RescueStuckJobsAfter, c.JobTimeout, c.FetchCooldown = 2*time.Second, time.Second, quickPause
	}
	c.Queues = map[string]river.QueueConfig{}
	for _, t := range o.Tasks {
		if !t.Away {
			queue := river.QueueConfig{MaxWorkers: max(1, t.Workers)}
			if t.Every > 0 {
				queue.FetchPollInterval = max(poll, clockPoll)
			}
			c.Queues[t.Name] = queue
		}
		if t.Every > 0 {
			c.PeriodicJobs = append(c.PeriodicJobs, river.NewPeriodicJob(river.PeriodicInterval(t.Every), func() (river.JobArgs, *river.InsertOpts) {
				job := Job{Task: t.Name, Once: true}
				return job, job.options()
			}, &river.PeriodicJobOpts{RunOnStart: true, ID: t.Name}))
		}
	}
	return c
}

// How long a process waits at least between two looks for work. With hardly any pause, several processes look once for each job; with this one
// they find more at a time. A job that comes alone is found at once.
const (
	fetchPause = 20 * time.Millisecond
	quickPause = 5 * time.Millisecond
)

// clockPoll is how often the queue looks at most for work that is due by the clock: nobody waits for that, and on SQLite each look holds up the others.
const clockPoll = 200 * time.Millisecond

// How long one job may take, and after what time one is done again whose process is gone, and how often one is tried.
const (
	jobTime     = time.Minute
	rescueAfter = 2 * time.Minute
	attempts    = 1000
)

// patience is how long a job that failed waits: from a second to ten minutes.
type patience struct{}

// NextRetry returns when a job is tried again.
func (patience) NextRetry(job *rivertype.JobRow) time.Time {
	return time.Now().Add(min(10*time.Minute, time.Second<<min(20, max(0, len(job.Errors)))))
}

// options are those of a job in the queue.
func (j Job) options() *river.InsertOpts {
	o := &river.InsertOpts{Queue: j.Task, ScheduledAt: j.At}
	if j.Once {
		o.UniqueOpts = river.UniqueOpts{ByArgs: true, ByState: waitingStates}
	}
	return o
}

// onlyErrors logs problems alone, because the queue logs every step.
type onlyErrors struct{ slog.Handler }

// Handle keeps a message, unless it only says that the process is being stopped.
func (h onlyErrors) Handle(ctx context.Context, r slog.Record) error {
	stopped := false
	r.Attrs(func(a slog.Attr) bool {
		stopped = stopped || strings.HasSuffix(a.Value.String(), context.Canceled.Error())
		return !stopped
	})
	if stopped {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// failures logs failed jobs. Each is tried again.
type failures struct{ log *slog.Logger }

// HandleError logs an error.
func (f failures) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	f.log.WarnContext(ctx, "a job failed and is tried again", "task", job.Queue, "attempt", job.Attempt, "why", err)
	return nil
}

// HandlePanic logs a bug of this program.
func (f failures) HandlePanic(ctx context.Context, job *rivertype.JobRow, what any, trace string) *river.ErrorHandlerResult {
	f.log.ErrorContext(ctx, "a job failed by a mistake of the program", "task", job.Queue, "attempt", job.Attempt, "why", fmt.Sprint(what), "trace", trace)
	return nil
}

// Enabled reports whether a message of a level is kept.
func (h onlyErrors) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelError && h.Handler.Enabled(ctx, level)
}
