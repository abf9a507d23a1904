package db

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// waitingStates are the states of jobs that have not been done.
var waitingStates = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
}

// statements is the common interface of transactions of both databases.
type statements interface {
	exec(ctx context.Context, query string, args ...any) (int64, error)
	query(ctx context.Context, query string, args ...any) (Rows, error)
	commit(context.Context) error
	rollback(context.Context) error
}

// queued is a database with transactions of type T, and its queue.
type queued[T any] struct {
	name        string
	alone, skip string
	micros      string // SQL for the time of a job in microseconds
	orphans     string // SQL that requeues the jobs of a process with a given name
	client      *river.Client[T]
	begin       func(context.Context) (T, statements, error)
	busy        func(error) bool
	close       func()
}

// tx is a transaction of a queued database.
type tx[T any] struct {
	statements
	of     *queued[T]
	raw    T
	ctx    context.Context
	jobs   []Job // to be added
	failed error // of Exec and Change
}

// Exec, Alone, Skip and Context implement Tx.
func (t *tx[T]) Exec(query string, args ...any) (changed int64, err error) {
	if t.failed == nil {
		changed, t.failed = t.exec(t.ctx, query, stored(args)...)
	}
	return changed, t.failed
}
func (t *tx[T]) Alone() string            { return t.of.alone }
func (t *tx[T]) Skip() string             { return t.of.skip }
func (t *tx[T]) Context() context.Context { return t.ctx }

// Change implements Tx.
func (t *tx[T]) Change(query string, args ...any) { _, _ = t.Exec(query, args...) }

// Query implements Tx.
func (t *tx[T]) Query(query string, args ...any) (Rows, error) {
	if t.failed != nil {
		return nil, t.failed
	}
	rows, err := t.query(t.ctx, query, stored(args)...)
	return typedRows{rows}, err
}

// stored returns arguments with booleans and times as numbers.
func stored(args []any) []any {
	args = slices.Clone(args)
	for i, arg := range args {
		switch arg := arg.(type) {
		case bool:
			args[i] = 0
			if arg {
				args[i] = 1
			}
		case time.Time:
			args[i] = int64(0)
			if !arg.IsZero() {
				args[i] = arg.UnixMicro()
			}
		}
	}
	return args
}

// typedRows is the inverse: it converts numbers to booleans and times.
type typedRows struct{ Rows }

// Scan reads the current row into variables.
func (r typedRows) Scan(into ...any) error {
	stored := slices.Clone(into)
	for i, v := range into {
		switch v.(type) {
		case *bool, *time.Time:
			stored[i] = new(int64)
		}
	}
	if err := r.Rows.Scan(stored...); err != nil {
		return err
	}
	for i, v := range into {
		switch v := v.(type) {
		case *bool:
			*v = *stored[i].(*int64) != 0
		case *time.Time:
			*v = Time(*stored[i].(*int64))
		}
	}
	return nil
}

// Add adds jobs to the queue when the transaction ends.
func (t *tx[T]) Add(jobs ...Job) { t.jobs = append(t.jobs, jobs...) }

// addAll adds the jobs to the queue. Jobs with Once are added by a separate, slower call, the only one that checks for
// duplicates.
func (t *tx[T]) addAll() error {
	var all, once []river.InsertManyParams
	seen := map[[2]string]bool{}
	for _, j := range t.jobs {
		p, name := river.InsertManyParams{Args: j, InsertOpts: j.options()}, [2]string{j.Task, j.Key}
		switch {
		case !j.Once:
			all = append(all, p)
		case !seen[name]:
			seen[name] = true
			once = append(once, p)
		}
	}
	if len(once) > 0 {
		if _, err := t.of.client.InsertManyTx(t.ctx, t.raw, once); err != nil {
			return err
		}
	}
	if len(all) == 0 {
		return nil
	}
	_, err := t.of.client.InsertManyFastTx(t.ctx, t.raw, all)
	return err
}

// Do runs work in one transaction.
func (q *queued[T]) Do(ctx context.Context, work func(Tx) error) error {
	return again(ctx, q.busy, func() error { return q.once(ctx, func(t *tx[T]) error { return work(t) }) })
}

func (q *queued[T]) once(ctx context.Context, work func(*tx[T]) error) error {
	raw, s, err := q.begin(ctx)
	if err != nil {
		return err
	}
	t := &tx[T]{statements: s, of: q, raw: raw, ctx: ctx}
	defer func() {
		if r := recover(); r != nil {
			_ = s.rollback(context.WithoutCancel(ctx))
			panic(r)
		}
	}()
	err = work(t)
	if t.failed != nil && !errors.Is(err, t.failed) {
		err = t.failed
	}
	if err == nil {
		err = t.addAll()
	}
	if err != nil {
		return errors.Join(err, s.rollback(context.WithoutCancel(ctx)))
	}
	return s.commit(ctx)
}

// Start starts the tasks.
func (q *queued[T]) Start(ctx context.Context) error {
	err := q.Do(ctx, func(tx Tx) error {
		tx.Change(q.orphans, q.client.ID())
		return nil
	})
	if err != nil {
		return err
	}
	return q.client.Start(ctx)
}

// Stop, Close and Name implement DB.
func (q *queued[T]) Stop(ctx context.Context) error { return q.client.Stop(ctx) }
func (q *queued[T]) Close()                         { q.close() }
func (q *queued[T]) Name() string                   { return q.name }

// Jobs counts the jobs that have not been done, by task and state. Those are found by an index, however many were done lately.
func (q *queued[T]) Jobs(ctx context.Context) (list []JobCount, err error) {
	err = q.Do(ctx, func(tx Tx) error {
		list, err = All(tx, `select queue, cast(state as text), count(*), min(`+q.micros+`) from river_job
			where state in ('available', 'pending', 'running', 'retryable', 'scheduled', 'discarded') group by 1, 2 order by 1, 2`, nil, func(r Rows) (c JobCount, err error) {
			return c, r.Scan(&c.Task, &c.State, &c.N, &c.Oldest)
		})
		return err
	})
	return list, err
}

// worker runs the jobs of one process.
type worker[T any] struct {
	river.WorkerDefaults[Job]
	of       *queued[T]
	tasks    map[string]Task
	complete func(context.Context, T, *river.Job[Job]) error
}

// Work runs one job, and marks it as done in the same transaction.
func (w *worker[T]) Work(ctx context.Context, job *river.Job[Job]) error {
	task, ok := w.tasks[job.Args.Task]
	if !ok {
		return fmt.Errorf("there is no task %q", job.Args.Task) // added by another version of this program
	}
	if task.Alone != nil {
		err := task.Alone(ctx, job.Args.Key)
		if later := (*Later)(nil); errors.As(err, &later) {
			return river.JobSnooze(later.In)
		}
		return err
	}
	return again(ctx, w.of.busy, func() error {
		return w.of.once(ctx, func(t *tx[T]) error {
			if err := task.Do(t, job.Args.Key); err != nil {
				return err
			}
			return w.complete(ctx, t.raw, job)
		})
	})
}

// workers returns the workers of one process.
func workers[T any](q *queued[T], tasks []Task, complete func(context.Context, T, *river.Job[Job]) error) *river.Workers {
	w := &worker[T]{of: q, tasks: map[string]Task{}, complete: complete}
	for _, t := range tasks {
		w.tasks[t.Name] = t
	}
	all := river.NewWorkers()
	river.AddWorker(all, w)
	return all
}
