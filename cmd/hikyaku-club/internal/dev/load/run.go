package load

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
)

// Plan configures a measurement.
type Plan struct {
	Address   string // of a database that is used for nothing else
	Desk      game.Desk
	NewKey    bool // the secret key of the desk is not that of matches in the database
	Game      *engine.Game
	Matches   int           // number of open matches
	Turns     int           // number of messages; at most one per match
	Rate      float64       // messages per second; 0 for as fast as possible
	Processes int           // number of processes
	Workers   game.Work     // per process
	Idle      time.Duration // idle time before the turns; 0 to skip it
	Picture   bool          // outgoing messages contain a picture of the board
}

// Result is the result of a measurement.
type Result struct {
	Turns      int
	PerSecond  float64
	P50, P99   time.Duration // from the arrival of a message to the sending of its consequences
	BytesMatch int64         // size of the database per match
	Memory     int64         // of the largest process, in bytes
	CPU        time.Duration // of all processes, for the turns
	IdleMinute time.Duration // CPU time of all processes per idle minute
	Server     server        // PostgreSQL's work for the turns
}

// server counts PostgreSQL's work.
type server struct {
	Statements   int64 // 0 without the extension pg_stat_statements
	Transactions int64 // including single statements
	WAL          int64 // bytes
}

// did returns PostgreSQL's work until now; zero on SQLite.
func did(ctx context.Context, b db.DB) (s server, err error) {
	if b.Name() == "SQLite" {
		return s, nil
	}
	return s, b.Do(ctx, func(tx db.Tx) error {
		_, err := db.One(tx, `select cast(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bigint), (select xact_commit from pg_stat_database where datname = current_database())`, nil, &s.WAL, &s.Transactions)
		if err != nil {
			return err
		}
		if counts, err := db.One(tx, `select extname from pg_extension where extname = 'pg_stat_statements'`, nil); !counts || err != nil {
			return err
		}
		_, err = db.One(tx, `select cast(sum(calls) as bigint) from pg_stat_statements`, nil, &s.Statements)
		return err
	})
}

// since returns the difference to an earlier value.
func (s server) since(then server) server {
	return server{s.Statements - then.Statements, s.Transactions - then.Transactions, s.WAL - then.WAL}
}

// Run performs a measurement. It may use a database several times.
func Run(ctx context.Context, p Plan, out io.Writer) (r Result, err error) {
	b, err := db.Open(ctx, p.Address, db.Options{})
	if err != nil {
		return r, err
	}
	defer func() { b.Close() }()
	err = b.Do(ctx, func(tx db.Tx) error {
		used, err := db.One(tx, `select address from member limit 1`, nil)
		if err == nil && used {
			err = words.Err("load.members")
		}
		return err
	})
	if err != nil {
		return r, err
	}
	c := Club(b, p.Desk)
	files, err := p.matches(ctx, c, out)
	if err != nil {
		return r, err
	}
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	if r.BytesMatch, err = size(ctx, b, p.Address, len(files)); err != nil {
		return r, err
	}
	letters, err := replies(ctx, c, files[:min(p.Turns, len(files))], random)
	if err != nil {
		return r, err
	}
	fmt.Fprintf(out, "%d letters are written\n", len(letters))
	reopen := func() error { // PostgreSQL counts the transactions of a connection for certain when it ends
		b.Close()
		b, err = db.Open(ctx, p.Address, db.Options{Keep: true})
		c.Base = b
		return err
	}
	if err := reopen(); err != nil {
		return r, err
	}
	workers, err := p.start()
	if err != nil {
		return r, err
	}
	defer workers.kill()
	if p.Idle > 0 {
		before := workers.cpu()
		select {
		case <-time.After(p.Idle):
		case <-ctx.Done():
			return r, ctx.Err()
		}
		r.IdleMinute = time.Duration(float64(workers.cpu()-before) * float64(time.Minute) / float64(p.Idle))
	}
	until, err := did(ctx, b)
	if err != nil {
		return r, err
	}
	before, begun := workers.cpu(), time.Now()
	if err := feed(ctx, c, letters, p.Rate); err != nil {
		return r, err
	}
	for n := 1; n > 0; {
		time.Sleep(250 * time.Millisecond)
		if n, err = c.Pending(ctx); err != nil {
			return r, err
		}
	}
	r.CPU, r.Memory = workers.cpu()-before, workers.memory()
	if err := r.count(ctx, b, begun); err != nil {
		return r, err
	}
	workers.kill()
	if err := reopen(); err != nil {
		return r, err
	}
	now, err := did(ctx, b)
	r.Server = now.since(until)
	return r, err
}

// matches returns the open matches, after beginning as many as are missing.
func (p Plan) matches(ctx context.Context, c *game.Club, out io.Writer) (files []string, err error) {
	read := func() error {
		return c.Base.Do(ctx, func(tx db.Tx) (err error) {
			files, err = db.Texts(tx, `select file from match where state = 'open' order by file`)
			return err
		})
	}
	if err := read(); err != nil {
		return nil, err
	}
	if p.NewKey && len(files) > 0 {
		return nil, words.Err("load.key")
	}
	const step = 1000
	for have := len(files); have < p.Matches; have += step {
		n := min(step, p.Matches-have)
		if _, err := begin(ctx, c, p.Game, have, n, 0); err != nil {
			return nil, err
		}
		fmt.Fprintf(out, "%d matches are open\n", have+n)
	}
	return files, read()
}

// feeders is the largest number of messages that arrive at the same time.
const feeders = 16

// feed delivers messages at a rate per second, or as fast as possible.
func feed(ctx context.Context, c *game.Club, letters [][]byte, rate float64) error {
	queue := make(chan []byte)
	var group sync.WaitGroup
	errs := make([]error, feeders)
	for i := range feeders {
		group.Go(func() {
			for raw := range queue {
				errs[i] = cmp.Or(errs[i], c.Receive(ctx, raw))
			}
		})
	}
	begun := time.Now()
	for i, raw := range letters {
		if rate > 0 {
			time.Sleep(time.Until(begun.Add(time.Duration(float64(i) / rate * float64(time.Second)))))
		}
		queue <- raw
	}
	close(queue)
	group.Wait()
	return errors.Join(errs...)
}

// count reads from the rows how long messages took that arrived since a time.
func (r *Result) count(ctx context.Context, b db.DB, since time.Time) error {
	return b.Do(ctx, func(tx db.Tx) error {
		var last time.Time
		waits, err := db.All(tx, `select made, sent from out where made >= $1 and state = 'sent' order by sent`, []any{since}, func(rows db.Rows) (time.Duration, error) {
			var made time.Time
			err := rows.Scan(&made, &last)
			return last.Sub(made), err
		})
		if err != nil || len(waits) == 0 {
			return err
		}
		if _, err := db.One(tx, `select count(*) from letter where arrived >= $1 and outcome = 'taken'`, []any{since}, &r.Turns); err != nil {
			return err
		}
		slices.Sort(waits)
		r.P50, r.P99 = waits[len(waits)/2], waits[len(waits)*99/100]
		r.PerSecond = float64(r.Turns) / last.Sub(since).Seconds()
		return nil
	})
}

// size returns the size of the database in bytes per match.
func size(ctx context.Context, b db.DB, address string, matches int) (bytes int64, err error) {
	if b.Name() == "SQLite" {
		for _, part := range []string{"", "-wal"} { // recent writes are in the second file
			if info, err := os.Stat(address + part); err == nil {
				bytes += info.Size()
			}
		}
	} else {
		err = b.Do(ctx, func(tx db.Tx) error {
			_, err := db.One(tx, `select pg_database_size(current_database())`, nil, &bytes)
			return err
		})
	}
	return bytes / int64(max(1, matches)), err
}

// processes are the worker processes.
type processes []*exec.Cmd

func (p Plan) start() (list processes, err error) {
	for range max(1, p.Processes) {
		cmd, err := p.command()
		if err != nil {
			return nil, err
		}
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			list.kill()
			return nil, err
		}
		list = append(list, cmd)
		if lines := bufio.NewScanner(out); !lines.Scan() || lines.Text() != ready {
			list.kill()
			return nil, errors.New("a process does not begin to work")
		}
	}
	return list, nil
}

func (list processes) kill() {
	for _, cmd := range list {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
}

// String returns the result as a JSON object.
func (r Result) String() string {
	all := map[string]any{
		"turns": r.Turns, "turns_per_second": fmt.Sprintf("%.0f", r.PerSecond), "p50_ms": r.P50.Milliseconds(), "p99_ms": r.P99.Milliseconds(),
		"bytes_per_match": r.BytesMatch, "memory_mb": r.Memory >> 20, "cpu_ms_per_turn": fmt.Sprintf("%.1f", float64(r.CPU.Microseconds())/1000/float64(max(1, r.Turns))),
		"idle_minute_cpu_ms": r.IdleMinute.Milliseconds(),
	}
	for name, n := range map[string]int64{"statements_per_turn": r.Server.Statements, "transactions_per_turn": r.Server.Transactions, "wal_bytes_per_turn": r.Server.WAL} {
		if n > 0 {
			all[name] = fmt.Sprintf("%.1f", float64(n)/float64(max(1, r.Turns)))
		}
	}
	data, _ := json.Marshal(all)
	return string(data)
}
