package events_test

import (
	"bytes"
	"context"
	"log/slog"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/kif"
	"hikyaku/match"
)

// due does what is due without a letter, job for job as the queue does it.
func (a *arena) due() {
	a.Helper()
	a.Wait(time.Second)
	for _, t := range events.Tasks(a.Club) {
		for _, key := range a.Found(t) {
			dbtest.Must(a, t.Alone(a.Context(), key))
		}
	}
}

// taskOf is the task of a name.
func taskOf(c *game.Club, name string) db.Task {
	all := events.Tasks(c)
	return all[slices.IndexFunc(all, func(t db.Task) bool { return t.Name == name })]
}

// TestBrokenEvent checks that a failing event is reported and retried, and does not block others.
func TestBrokenEvent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob")
		def := five()
		def.Players, def.Until = 0, a.Clock().Add(time.Hour)
		for _, def.Name = range []string{"Autumn open", "Winter open"} {
			a.do(func(d *game.Deal) error { return events.Define(d, def) })
			a.enters(def.Name, "Alice", "Bob")
		}
		a.do(func(d *game.Deal) error {
			_, err := d.Exec(`update event set data = $1 where name = 'Autumn open'`, "{")
			return err
		})
		a.Wait(time.Hour)
		type end struct {
			key string
			err error
		}
		ends, log := make(chan end, 100), &bytes.Buffer{}
		o := db.Options{Log: slog.New(slog.NewJSONHandler(log, nil))} // not Quick, with which a job has one second
		task := taskOf(a.Club, events.EventTask)
		does := task.Alone
		task.Alone = func(ctx context.Context, key string) error {
			err := does(ctx, key)
			ends <- end{key, err}
			return err
		}
		o.Tasks = []db.Task{task}
		queue, err := db.Open(t.Context(), dbtest.Address(a.Club.Base), o)
		dbtest.Must(t, err)
		defer queue.Close()
		dbtest.Must(t, queue.Start(t.Context()))
		met := map[string]error{}
		for late := time.After(time.Minute); len(met) < 3; {
			select {
			case e := <-ends:
				met[e.key] = e.err
			case <-late:
				t.Fatalf("a minute is over, and the jobs for all and for two events have ended with %v", met)
			}
		}
		dbtest.Must(t, queue.Stop(t.Context()))
		if err := met["Autumn open"]; err == nil || met["Winter open"] != nil || met[""] != nil {
			t.Errorf("the jobs end with %v", met)
		}
		if l := a.log("Winter open"); l.Begun.IsZero() || len(l.Pairings) != 1 {
			t.Errorf("the event that is whole goes on as %+v", l)
		}
		if !strings.Contains(log.String(), `"why":"Autumn open: `) {
			t.Errorf("it logs %s", log)
		}
		jobs, err := queue.Jobs(t.Context())
		waiting := slices.DeleteFunc(jobs, func(j db.JobCount) bool { return j.Task != task.Name })
		if err != nil || len(waiting) != 1 || waiting[0].N != 1 {
			t.Errorf("the jobs that are left are %v, %v", waiting, err)
		}
	})
}

// TestLateAcceptance checks that an invitation that is accepted after it was found to have lapsed is kept.
func TestLateAcceptance(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open dbtest.Opener) {
		a := newArena(t, open, "Alice", "Bob")
		a.do(func(d *game.Deal) error {
			if _, err := d.Exec(`update member set program = 1 where name = 'Bob'`); err != nil {
				return err
			}
			def := five()
			def.Players = 2
			return events.Define(d, def)
		})
		a.enters("Autumn open", "Alice", "Bob")
		a.Wait(7 * 24 * time.Hour)
		task := taskOf(a.Club, events.InvitationTask)
		keys := a.Found(task)
		if len(keys) != 1 {
			t.Fatalf("the matches to which nobody comes are %v", keys)
		}
		a.do(func(d *game.Deal) error { return accepts(d, keys[0], address("Bob")) })
		dbtest.Must(t, task.Alone(t.Context(), keys[0]))
		if p, open := openGame(a.log("Autumn open"), "Bob"); !open {
			t.Errorf("the game that Bob has accepted is %+v", p)
		}
	})
}

// accepts lets somebody accept a match by letter.
func accepts(d *game.Deal, file, address string) error {
	c, err := d.Shelf.Open(path.Join(game.Folder, file))
	if err != nil {
		return err
	}
	_, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
		return d.Shelf.Sign(m, kif.Event{Step: kif.Accept{}, Mail: kif.Hash{1}, Posted: true}, m.Roster.At(address))
	})
	return err
}
