// Package db keeps a club's tables and job queue in PostgreSQL or in one SQLite file. Both use the same SQL, and no Go code
// outside this package depends on the choice.
//
// A job is added in the transaction that makes it necessary, and done in the transaction that marks it as done. A program killed
// at any point therefore neither leaves a partial change nor loses a job.
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

// Rows is the result of a query.
type Rows interface {
	Next() bool
	Scan(into ...any) error // numbers into booleans and times too
	Err() error
	Close()
}

// Tx is a transaction. Queries refer to their arguments as $1, $2 and so on. Times are stored in microseconds since 1970, 0 for the
// zero time, and booleans as 0 and 1.
type Tx interface {
	Exec(query string, args ...any) (changed int64, err error) // if it fails, so does the transaction: all later calls, and DB.Do, return its error
	Change(query string, args ...any)                          // the same as Exec, without its results
	Query(query string, args ...any) (Rows, error)
	Add(jobs ...Job) // added when the transaction is committed
	Alone() string   // the clause for the end of a query that locks its rows until the end of the transaction
	Skip() string    // the same, but skips rows that are locked by others
	Context() context.Context
}

// Job is a piece of work: the name of a task, and the key of what it works on.
type Job struct {
	Task string    `json:"task" river:"unique"`
	Key  string    `json:"key"  river:"unique"`
	At   time.Time `json:"-"` // when it is due; zero for now
	Once bool      `json:"-"` // not added if the same job is already waiting
}

// Kind identifies the jobs of a club in the table of jobs.
func (Job) Kind() string { return "club" }

// Task runs the jobs with one name.
type Task struct {
	Name    string
	Workers int                                         // how many of these jobs one process runs at once
	Away    bool                                        // other processes run these jobs; this one only adds them
	Every   time.Duration                               // how often a job without a key is added automatically; 0 for never
	Do      func(tx Tx, key string) error               // runs in one transaction, in which the job is marked as done
	Alone   func(ctx context.Context, key string) error // instead of Do; makes its own transactions
}

// Options configure the use of a database.
type Options struct {
	Tasks []Task // the tasks of this process; none for one that only writes
	Log   *slog.Logger
	Name  string // of this process; one that starts under the name of one that was killed takes up its jobs at once. "" for a new name
	Keep  bool   // don't change the tables; return an error if they are those of an older program
	Quick bool   // poll every few milliseconds, for tests
}

// DB is a database with a queue of jobs.
type DB interface {
	Do(ctx context.Context, work func(Tx) error) error // in one transaction, which is repeated after a conflict with another
	Start(ctx context.Context) error                   // starts the tasks
	Stop(ctx context.Context) error                    // waits for running jobs
	Jobs(ctx context.Context) ([]JobCount, error)      // of those that have not been done
	Close()
	Name() string // "PostgreSQL" or "SQLite"
}

// JobCount is the number of jobs of a task in a state, and when the first of them was due.
type JobCount struct {
	Task, State string
	N           int
	Oldest      time.Time
}

// IsPostgres reports whether the address of a database is that of a PostgreSQL server.
func IsPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// Open opens the database at address, a postgres:// address or the name of a SQLite file, and migrates its tables. It returns a
// *words.Error if the tables are newer than this program.
func Open(ctx context.Context, address string, o Options) (DB, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if IsPostgres(address) {
		return openPostgres(ctx, address, o)
	}
	return openSQLite(ctx, address, o)
}

// Later is the error with which a job asks to be run again after a delay. It does not count as a failure.
type Later struct{ In time.Duration }

// Error says so.
func (l *Later) Error() string { return fmt.Sprint("to be done in ", l.In) }

// ErrBusy means that another transaction has changed a row. The transaction is repeated.
var ErrBusy = errors.New("another process has changed the row")

// tries is how often a transaction is repeated, and wait the longest pause before that.
const (
	tries = 12
	wait  = 40 * time.Millisecond
)

// again repeats work as long as busy reports true for its error.
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

// One scans the first row of a query into variables, if there are any. It reports whether there is a row.
func One(tx Tx, query string, args []any, into ...any) (found bool, err error) {
	err = Each(tx, query, args, func(r Rows) error {
		if found {
			return nil
		}
		found = true
		if len(into) == 0 {
			return nil
		}
		return r.Scan(into...)
	})
	return found && err == nil, err
}

// Texts returns the rows of a query for one text column.
func Texts(tx Tx, query string, args ...any) ([]string, error) {
	return All(tx, query, args, func(r Rows) (text string, err error) { return text, r.Scan(&text) })
}

// In appends placeholders for a list of texts to a query that ends with "in (", and returns the arguments, after before.
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

// All returns the rows of a query, each read by scan.
func All[T any](tx Tx, query string, args []any, scan func(Rows) (T, error)) (list []T, err error) {
	err = Each(tx, query, args, func(r Rows) error {
		one, err := scan(r)
		list = append(list, one)
		return err
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// Each calls do with each row of a query.
func Each(tx Tx, query string, args []any, do func(Rows) error) error {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Lock makes other transactions that lock the same name wait for the end of this one.
func Lock(tx Tx, name string) {
	tx.Change(`insert into lease (name, holder, until) values ($1, '', 0) on conflict (name) do update set holder = ''`, name)
}

// Still gives a transaction a snapshot of the database. It must be called before the first query.
func Still(tx Tx) {
	if tx.Alone() != "" { // SQLite runs one transaction at a time
		tx.Change(`set transaction isolation level repeatable read`)
	}
}

// Time converts the value of a time in a table to the time.
func Time(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}

// config returns the configuration of the queue.
func (o Options) config(workers *river.Workers, poll time.Duration) *river.Config {
	c := &river.Config{
		ID: o.Name, Logger: slog.New(onlyErrors{o.Log.Handler()}), ErrorHandler: failures{o.Log},
		Workers: workers, FetchCooldown: wakePause, FetchPollInterval: poll,
		CompletedJobRetentionPeriod: 10 * time.Minute, RescueStuckJobsAfter: rescueAfter, JobTimeout: jobTime,
		MaxAttempts: attempts, RetryPolicy: patience{},
	}
	if o.Quick {
		c.RescueStuckJobsAfter, c.JobTimeout, c.FetchCooldown = 2*time.Second, time.Second, quickPause
	}
	if len(o.Tasks) == 0 {
		return c
	}
	c.Queues = map[string]river.QueueConfig{}
	for _, t := range o.Tasks {
		if !t.Away {
			pause := max(fetchPause, time.Duration(t.Workers)*workerPause)
			queue := river.QueueConfig{MaxWorkers: max(1, t.Workers), FetchCooldown: min(pause, c.FetchCooldown)}
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

// The shortest pause between two polls of one process for jobs of a task. With almost no pause, several processes poll once per
// job; with these they find several jobs at a time, and yet up to 400 a second.
const (
	fetchPause  = 40 * time.Millisecond
	workerPause = 2500 * time.Microsecond // for each worker, if there are more than 16
	quickPause  = 5 * time.Millisecond
)

// wakePause is the shortest time after which a process wakes the others again because it adds jobs of the same task: on PostgreSQL
// this costs each of them a transaction. Those added in between are found by the next poll, within a second.
const wakePause = 400 * time.Millisecond

// clockPoll is the shortest pause between two polls for jobs that are due at a later time. Nobody waits for those, and on SQLite
// each poll blocks other transactions.
const clockPoll = 200 * time.Millisecond

// The time limit of a job, the time after which a job of a vanished process is repeated, and the number of attempts.
const (
	jobTime     = time.Minute
	rescueAfter = 2 * time.Minute
	attempts    = 1000
)

// patience is the delay before a failed job is repeated: from a second to ten minutes.
type patience struct{}

// NextRetry returns when a job is tried again.
func (patience) NextRetry(job *rivertype.JobRow) time.Time {
	return time.Now().Add(min(10*time.Minute, time.Second<<min(20, max(0, len(job.Errors)))))
}

// options returns the options of a job in the queue.
func (j Job) options() *river.InsertOpts {
	o := &river.InsertOpts{Queue: j.Task, ScheduledAt: j.At}
	if j.Once {
		o.UniqueOpts = river.UniqueOpts{ByArgs: true, ByState: waitingStates}
	}
	return o
}

// onlyErrors drops log messages that aren't errors, because the queue logs every step.
type onlyErrors struct{ slog.Handler }

// Handle logs a record unless it only reports that the process is being stopped.
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

// failures logs failed jobs. The queue will try each of them again.
type failures struct{ log *slog.Logger }

// HandleError logs an error.
func (f failures) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	f.log.WarnContext(ctx, "a job failed and is tried again", "task", job.Queue, "attempt", job.Attempt, "why", err)
	return nil
}

// HandlePanic logs a panic.
func (f failures) HandlePanic(ctx context.Context, job *rivertype.JobRow, what any, trace string) *river.ErrorHandlerResult {
	f.log.ErrorContext(ctx, "a job failed by a mistake of the program", "task", job.Queue, "attempt", job.Attempt, "why", fmt.Sprint(what), "trace", trace)
	return nil
}

// Enabled reports whether messages of a level are logged.
func (h onlyErrors) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelError && h.Handler.Enabled(ctx, level)
}
