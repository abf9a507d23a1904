package game_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/clubtest"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/engine/all"
	_ "hikyaku/internal/gctest"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

var (
	kills   = flag.Int("kills", 0, "how often a process is killed in chaos; 0 leaves that test out")
	matches = flag.Int("matches", 8, "how many matches are played through chaos")
	plies   = flag.Int("plies", 12, "how many plies of each")
	restart = flag.String("restart", os.Getenv("HIKYAKU_POSTGRES_RESTART"), "the command that restarts PostgreSQL hard, once for three kills")
)

// worker is the environment variable of a process that works for a club until it is killed: its name, the database, the file
// of secrets and the folder of the letters that went out.
const worker = "HIKYAKU_CLUB_WORKER"

func TestMain(m *testing.M) {
	if args := strings.Split(os.Getenv(worker), "\n"); len(args) == 4 {
		if err := work(args[0], args[1], args[2], args[3]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// folder is a box that writes each letter into a file of its own, and turns a third of them away for now.
type folder string

func (f folder) Send(_ context.Context, l *mailbox.Letter) error {
	if rand.IntN(3) == 0 {
		return &mailbox.SendError{Kind: mailbox.Temporary, Response: "451 4.3.0 try again later", Err: errors.New("451")}
	}
	raw, err := l.Bytes()
	if err == nil {
		err = os.WriteFile(filepath.Join(string(f), fmt.Sprintf("%s.%d.%d", nameOf(l), os.Getpid(), rand.Int())), raw, 0o600)
	}
	return err
}

// nameOf identifies a message.
func nameOf(l *mailbox.Letter) string {
	sum := sha256.Sum256([]byte(l.MessageID))
	return hex.EncodeToString(sum[:16])
}

// work is one process of a club.
func work(name, database, secret, out string) error {
	begun := time.Now()
	now := func() time.Time { return clubtest.Begun.Add(time.Since(begun)) } // nobody's time is over
	c := &game.Club{Desk: clubtest.Desk(secret), Lang: "en", Box: folder(out), Now: now}
	tasks := append(c.Tasks(game.Work{Letters: 4}), c.SendTasks(game.Work{Sends: 4})...)
	for {
		b, err := db.Open(context.Background(), database, db.Options{Tasks: tasks, Quick: true, Name: name})
		if err != nil { // the database is being restarted
			time.Sleep(100 * time.Millisecond)
			continue
		}
		c.Base = b
		if err := b.Start(context.Background()); err == nil {
			fmt.Println("working")
			select {}
		}
		b.Close()
	}
}

// written is a letter of the script: of which match it is, and when it came.
type written struct {
	raw []byte
	at  time.Time
}

// TestChaos plays matches in one quiet process. Then it lets three processes play them from the same letters, each of which comes
// three times, while they are killed, their connections are cut, the database is restarted and the mail server turns letters away: the
// records are the same to the byte, every letter is read, and every letter that is due goes out.
func TestChaos(t *testing.T) {
	if *kills == 0 {
		t.Skip("-kills says how often")
	}
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		h := clubtest.New(t, open(db.Options{}))
		other := open(db.Options{})
		files := startMatches(h, *matches)
		copyRows(t, h.Club.Base, other)
		script := playQuietly(h, files)
		letters := t.TempDir()
		through(t, h, other, script, letters)
		compare(t, h.Club.Base, other)
		wantLetters(t, h, letters)
	})
}

// startMatches begins matches between people who all have only a mail program.
func startMatches(h *clubtest.Hall, n int) (files []string) {
	h.Helper()
	for i := range n {
		g := all.Games[i%len(all.Games)]
		o, err := g.Resolve(nil)
		dbtest.Must(h, err)
		setup := game.Setup{Game: g, Control: "30d", Toss: g.Seats(o) == 2}
		for seat := range g.Seats(o) {
			p := kif.Seat{Name: fmt.Sprintf("Player %d of %d", seat+1, i), Address: fmt.Sprintf("p%d.%d@example.com", i, seat)}
			setup.Players = append(setup.Players, game.Player{Seat: p, Accepted: kif.Hash{byte(i), byte(seat), 1}})
		}
		var file string
		dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) (err error) {
			file, err = d.Begin(setup)
			return err
		}))
		files = append(files, file)
	}
	return files
}

// tables are those whose rows make a club, with their columns.
var tables = map[string]string{
	"match":  "file, hash, short, record, head, state, game, rules, begun, changed, until, rest, ended, result, made, rated, event, round, ladder",
	"seat":   "file, address, seat",
	"memory": "name, data",
	"out":    "id, file, events, head, name, reader, whole, made, due, tries, state, sent, why",
}

// copyRows copies the rows of one database into another, with the work of sending what is due.
func copyRows(t *testing.T, from, to db.DB) {
	t.Helper()
	for table, columns := range tables {
		n := strings.Count(columns, ",") + 1
		var rows [][]any
		dbtest.Must(t, from.Do(t.Context(), func(tx db.Tx) (err error) {
			rows, err = db.All(tx, "select "+columns+" from "+table, nil, func(r db.Rows) ([]any, error) {
				row, into := make([]any, n), make([]any, n)
				for i := range row {
					into[i] = &row[i]
				}
				return row, r.Scan(into...)
			})
			return err
		}))
		places := make([]string, n)
		for i := range places {
			places[i] = fmt.Sprint("$", i+1)
		}
		dbtest.Must(t, to.Do(t.Context(), func(tx db.Tx) error {
			for _, row := range rows {
				if _, err := tx.Exec("insert into "+table+" ("+columns+") values ("+strings.Join(places, ", ")+")", row...); err != nil {
					return err
				}
				if table == "out" {
					tx.Add(db.Job{Task: game.SendTask, Key: row[0].(string)})
				}
			}
			return nil
		}))
	}
}

// playQuietly plays the matches one after the other, and returns the letters of each.
func playQuietly(h *clubtest.Hall, files []string) (script [][]written) {
	h.Helper()
	h.Run()
	for _, file := range files {
		var letters []written
		for range *plies {
			var from, move string
			dbtest.Must(h, h.Club.Do(h.Context(), func(d *game.Deal) error {
				m, err := d.Shelf.Open(path.Join("/club", file))
				if err != nil || m.Outcome != nil {
					return err
				}
				from = m.Roster.Parties[m.Turn-1].Address
				for legal := range m.Last().Moves() {
					move = string(legal)
					break
				}
				return nil
			}))
			if from == "" {
				break
			}
			h.Wait(time.Minute)
			last := h.Last(from)
			raw := h.Types(from, last.Subject, move, last)
			letters = append(letters, written{raw, h.Clock()})
			dbtest.Must(h, h.Club.Receive(h.Context(), raw))
			h.Run()
		}
		script = append(script, letters)
	}
	return script
}

// through plays the script with three processes that are killed.
func through(t *testing.T, h *clubtest.Hall, b db.DB, script [][]written, letters string) {
	t.Helper()
	var slots [3]*exec.Cmd
	start := func(i int) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), worker+"="+strings.Join([]string{fmt.Sprint("worker-", i), dbtest.Address(b), h.Club.Desk.Secret, letters}, "\n"))
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		dbtest.Must(t, err)
		dbtest.Must(t, cmd.Start())
		bufio.NewScanner(out).Scan() // it works
		slots[i] = cmd
	}
	for i := range slots {
		start(i)
	}
	stop := func(i int) {
		_ = slots[i].Process.Signal(syscall.SIGKILL)
		_ = slots[i].Wait()
	}
	ctx, done := context.WithCancel(t.Context())
	var players sync.WaitGroup
	for n, list := range script {
		players.Add(1)
		go func() {
			defer players.Done()
			deliver(t, b, list, rand.New(rand.NewPCG(uint64(n), 1)))
		}()
	}
	go func() { players.Wait(); done() }()
	for n := range *kills {
		if ctx.Err() != nil {
			break
		}
		time.Sleep(time.Duration(500+rand.IntN(1500)) * time.Millisecond)
		i := rand.IntN(len(slots))
		stop(i)
		if b.Name() == "PostgreSQL" { // its connections are cut, this one too
			_ = b.Do(t.Context(), func(tx db.Tx) error {
				_, err := tx.Exec(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`)
				return err
			})
		}
		if n%3 == 2 && *restart != "" && b.Name() == "PostgreSQL" {
			if out, err := exec.Command("sh", "-c", *restart).CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", *restart, err, out)
			}
		}
		start(i)
	}
	select {
	case <-ctx.Done():
	case <-time.After(5 * time.Minute):
		t.Error("the letters are not all read")
	}
	waitFor(t, b, `select count(*) from out where state = 'due'`, 0, `update river_job set scheduled_at = created_at where state = 'retryable'`)
	for i := range slots {
		stop(i)
	}
}

// deliver lets the letters of one match come, each three times, and waits until it is read, as its writer waits for the answer.
func deliver(t *testing.T, b db.DB, list []written, r *rand.Rand) {
	receive := func(w written) {
		c := &game.Club{Base: b, Now: func() time.Time { return w.at }}
		for c.Receive(context.Background(), w.raw) != nil { // the mail server tries again
			time.Sleep(100 * time.Millisecond)
		}
	}
	for i, w := range list {
		for range 3 {
			receive(list[max(0, i-r.IntN(3))])
		}
		receive(w)
		waitFor(t, b, fmt.Sprintf(`select count(*) from letter where read = 0 and arrived = %d`, w.at.UnixMicro()), 0)
		for range 2 {
			receive(list[r.IntN(i+1)])
		}
	}
}

// waitFor waits until a query counts so many rows. Statements hurry what it waits for.
func waitFor(t *testing.T, b db.DB, query string, want int, hurry ...string) {
	for range 6000 {
		n := -1
		err := b.Do(context.Background(), func(tx db.Tx) error {
			for _, statement := range hurry {
				if _, err := tx.Exec(statement); err != nil {
					return err
				}
			}
			_, err := db.One(tx, query, nil, &n)
			return err
		})
		if err == nil && n == want {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%s is never %d", query, want)
}

// compare checks that two databases contain the same records, to the byte, and that every message has been read.
func compare(t *testing.T, a, b db.DB) {
	t.Helper()
	read := func(b db.DB, query string) (list []string) {
		dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) (err error) {
			list, err = db.All(tx, query, nil, func(r db.Rows) (string, error) {
				var name string
				var data []byte
				err := r.Scan(&name, &data)
				return name + "\n" + string(data), err
			})
			return err
		}))
		return list
	}
	quiet, stormy := read(a, `select file, record from match order by file`), read(b, `select file, record from match order by file`)
	if len(quiet) != len(stormy) || len(quiet) == 0 {
		t.Fatalf("%d matches, want %d", len(stormy), len(quiet))
	}
	for i := range quiet {
		if quiet[i] != stormy[i] {
			t.Errorf("a record differs:\n%s\nwant\n%s", stormy[i], quiet[i])
		}
	}
	letters := `select key, cast(outcome as bytea) from letter order by key`
	if a.Name() == "SQLite" {
		letters = `select key, cast(outcome as blob) from letter order by key`
	}
	if quiet, stormy := read(a, letters), read(b, letters); !slices.Equal(quiet, stormy) {
		t.Errorf("of %d letters became other things than of %d", len(stormy), len(quiet))
	}
}

// wantLetters checks that each message sent in the quiet club was sent here too, and counts those that were sent twice.
func wantLetters(t *testing.T, h *clubtest.Hall, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	dbtest.Must(t, err)
	sent := map[string]int{}
	for _, e := range entries {
		name, _, _ := strings.Cut(e.Name(), ".")
		sent[name]++
	}
	want := 0
	for _, l := range h.All() {
		want++
		if sent[nameOf(l)] == 0 {
			t.Errorf("a letter to %s is lost: %s", l.To.Addr, l.MessageID)
		}
	}
	if len(sent) != want {
		t.Errorf("%d letters went out, want %d", len(sent), want)
	}
	t.Logf("%d letters, %d of them handed over twice", len(sent), len(entries)-len(sent))
}
