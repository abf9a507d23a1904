// Package events keeps the ratings, events and ladders of a club.
//
// Derived data is not stored: ratings are computed from the rows of the matches that count, the table of an event from its
// results, and the rungs of a ladder from its steps.
//
// # How to verify
//
// Transactions about an event have increasing times, and the games of an event depend only on what had happened before they were
// made. Anyone who has the published records can therefore recompute everything:
//
//   - Judge the record of each match (package match). It counts for the ratings if it is rated and Counts reports so. The ratings of
//     a pool are those of standings.Pool.Play, applied to its matches in the order in which they ended, then by their files.
//   - Take the Log of each event. Log.Check recomputes the numbers of the players, every pairing and every bye at its time, and what
//     follows from a withdrawal. Log.CheckTable compares the published table with the results. The Rating of an entrant is their
//     rating, rounded, as of Log.Begun, from the messages read until then.
//   - Each result that is not Decided is the result of its match: ResultOf. A decided result, by the director or after a withdrawal,
//     is the word of the club.
//   - Take the LadderLog of each ladder: LadderLog.Check replays its steps, and LadderLog.Rungs returns the rungs after them. A step
//     that ends a match is computed from its record: StepOf.
package events

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/internal/home"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/match"
)

// Changed records the results of finished matches in ratings, events and ladders. After a player has accepted a new match, it
// accepts for the next one who asked for it by mail. It is meant for Club.Changed.
func Changed(d *game.Deal, changes []game.Change) error {
	for _, c := range changes {
		var err error
		switch {
		case c.Match.Outcome != nil:
			err = over(d, c)
		case c.Match.Roster.Joining() != 0:
			err = accept(d, c)
		}
		if err == nil {
			err = haltAgain(d, c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// accept accepts a match for the player who has to accept next, if they have asked for it by mail.
func accept(d *game.Deal, c game.Change) error {
	joining := c.Match.Roster.Joining()
	address := strings.ToLower(c.Match.Roster.Parties[joining-1].Address)
	var event, ladder string
	if _, err := db.One(d, `select event, ladder from match where file = $1`, []any{path.Base(c.File)}, &event, &ladder); err != nil {
		return err
	}
	var p game.Player
	switch {
	case event != "":
		e, err := read(d, event, "")
		if err != nil {
			return err
		}
		if i := e.find(address); i >= 0 {
			p = e.people[i].player(e.people[i].letter)
		}
	case ladder != "":
		l, err := climbing(d, ladder)
		if err != nil {
			return err
		}
		p = l.people[address].player(l.letters[address])
	}
	if p.Accepted == (kif.Hash{}) {
		return nil
	}
	_, err := d.Shelf.Change(home.Copy{File: c.File, Match: c.Match}, func(m *match.Match) (*match.Match, error) {
		return d.Shelf.Sign(m, kif.Event{Step: kif.Accept{}, Mail: p.Accepted, Posted: true}, joining)
	})
	return err
}

// over records the result of a match, or whether it is rated now that its result was corrected.
func over(d *game.Deal, c game.Change) error {
	file, m, h, was := path.Base(c.File), c.Match, game.Heading{Rated: true}, false
	if _, err := db.One(d, `select event, round, ladder, strict, rated from match where file = $1`, []any{file}, &h.Event, &h.Round, &h.Ladder, &h.Strict, &was); err != nil {
		return err
	}
	if rated := Counts(m) && (was || h.Heads(m)); rated != was { // the result before may not have counted
		d.Change(`update match set rated = $2 where file = $1`, file, rated)
	}
	if !c.Ended() {
		return nil
	}
	all, err := db.Texts(d, `select address from seat where file = $1 and seat > 0`, file)
	if err != nil {
		return err
	}
	for _, address := range all { // players who were substituted may still ask about the match
		if !slices.ContainsFunc(m.Roster.Parties, func(p kif.Seat) bool { return identity.SameAddress(p.Address, address) }) {
			d.Change(`update seat set seat = 0 where file = $1 and address = $2`, file, address)
		}
	}
	switch {
	case h.Event != "":
		return finish(d, h.Event, file, m)
	case h.Ladder != "":
		return finishOn(d, h.Ladder, file, m)
	}
	return nil
}

// The tasks of this package. The key of a job names the event, ladder or match. A job without a key adds a job for each one with
// work that is due.
const (
	InvitationTask = "invitations" // ends a match that a player has not accepted in time
	EventTask      = "events"      // does the work that is due in an event
	ladderTask     = "ladders"     // does the work that is due on a ladder
)

// Tasks returns the tasks of a process that arranges matches. Each event, ladder or match with work that is due has a job of its
// own, so that a failing job does not block the others.
func Tasks(c *game.Club) []db.Task {
	task := func(name string, every time.Duration, find func(db.Tx, time.Time) ([]string, error), due func(*game.Deal, string, time.Time) error) db.Task {
		return db.Task{Name: name, Workers: 1, Every: every, Alone: func(ctx context.Context, key string) error {
			err := c.Do(ctx, func(d *game.Deal) error {
				if key != "" {
					return due(d, key, d.At)
				}
				keys, err := find(d, d.At)
				for _, key := range keys {
					d.Add(db.Job{Task: name, Key: key, Once: true})
				}
				return err
			})
			if err != nil && key != "" {
				err = fmt.Errorf("%s: %w", key, err)
			}
			return err
		}}
	}
	return []db.Task{
		{Name: StalledTask, Workers: 1, Every: time.Hour, Alone: func(ctx context.Context, _ string) error { return c.Do(ctx, tellStalled) }},
		task(InvitationTask, time.Minute, func(tx db.Tx, now time.Time) ([]string, error) {
			return db.Texts(tx, `select file from match where `+lapsed+` order by file`, now.Add(-patience))
		}, giveUp),
		task(EventTask, time.Minute, func(tx db.Tx, _ time.Time) ([]string, error) {
			return db.Texts(tx, `select name from event where state <> 'over' order by name`)
		}, dueIn),
		task(ladderTask, time.Hour, func(tx db.Tx, _ time.Time) ([]string, error) { return Ladders(tx) }, dueOn),
	}
}

// patience is how long an invitation may stay unanswered before it counts as declined.
const patience = 7 * 24 * time.Hour

// lapsed is the SQL condition for a match that a player hasn't accepted in time.
const lapsed = `state = 'asked' and changed <= $1 and (event <> '' or ladder <> '')`

// giveUp ends a match if a player still hasn't accepted it.
func giveUp(d *game.Deal, file string, now time.Time) error {
	still, err := db.Texts(d, `select file from match where `+lapsed+` and file = $2`+d.Alone(), now.Add(-patience), file)
	if err != nil || len(still) == 0 {
		return err
	}
	c, err := d.Shelf.Open(path.Join(game.Folder, file))
	if err == nil {
		_, err = d.Shelf.Resign(c, 0, true)
	}
	return err
}

// dueIn does the work due in an event without a message: it begins the event, ends a round, or makes games for waiting players.
func dueIn(d *game.Deal, name string, now time.Time) error {
	e, err := lock(d, name)
	switch {
	case err != nil:
		return err
	case e.state == Open && !e.Until.IsZero() && !now.Before(e.Until):
		return Start(d, name)
	case e.state == running:
		at := e.clock(now)
		if e.pausedAt(at) {
			return nil
		}
		if err := e.closeRound(d, at); err != nil {
			return err
		}
		return e.advance(d, at)
	}
	return nil
}
