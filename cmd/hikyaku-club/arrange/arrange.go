// Package arrange says what the matches of a club are played for: ratings, events and ladders.
//
// Nothing here is kept twice. Ratings follow from the rows of the matches that count, the table of an event from its results, the rungs of
// a ladder from its steps; all of them are computed when somebody asks.
//
// # What a verifier does
//
// Every transaction about an event has a time of its own, later than those before it, and the games of an event follow from what had
// happened until they were made. So whoever has the published records recomputes all of it:
//
//   - Of each match he judges the record (package match). It counts for the ratings if it is rated and Counts says so. The ratings of a pool are
//     those of rating.Pool.Play, of all its matches in the order of their ends and then of their files.
//   - Of each event he takes the Log. Log.Check recomputes the numbers of the players, every pairing and every bye at its time, and what
//     follows from a withdrawal. Log.CheckTable compares the published table with the results. The Rating of an entrant is his, rounded, as of
//     Log.Begun, by the letters that had been read until then.
//   - Each result that is not Decided is that of its match: ResultOf. What is decided, by the director or by a withdrawal, is the word
//     of the club.
//   - Of each ladder he takes the LadderLog: LadderLog.Check replays its steps, LadderLog.Rungs are the rungs behind them. A step that ends a
//     match is that of its record: StepOf.
package arrange

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/base"
	"hikyaku/cmd/hikyaku-club/club"
	"hikyaku/cmd/hikyaku-club/shelf"
	"hikyaku/kif"
	"hikyaku/match"
)

// Changed takes what matches have come to that have ended into ratings, events and ladders. It accepts those that others have accepted
// first. It is what Club.Changed is for.
func Changed(d *club.Deal, changes []shelf.Change) error {
	for _, c := range changes {
		var err error
		switch {
		case c.Ended():
			err = ended(d, path.Base(c.File), c.Match)
		case c.Match.Outcome == nil && c.Match.Roster.Joining() != 0:
			err = accept(d, c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// accept accepts a match for the next player who is to, if he has asked for it by a letter.
func accept(d *club.Deal, c shelf.Change) error {
	joining := c.Match.Roster.Joining()
	address := strings.ToLower(c.Match.Roster.Parties[joining-1].Address)
	var event, ladder string
	if _, err := base.One(d, `select event, ladder from match where file = $1`, []any{path.Base(c.File)}, &event, &ladder); err != nil {
		return err
	}
	var p club.Player
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
	_, err := d.Shelf.Desk.Change(c.File, func(m *match.Match) (*match.Match, error) {
		return d.Shelf.Sign(m, kif.Event{Step: kif.Accept{}, Mail: p.Accepted, Posted: true}, joining)
	})
	return err
}

// ended takes a match that has ended.
func ended(d *club.Deal, file string, m *match.Match) error {
	if !Counts(m) {
		if _, err := d.Exec(`update match set rated = 0 where file = $1`, file); err != nil {
			return err
		}
	}
	if err := unseat(d, file, m); err != nil {
		return err
	}
	var event, ladder string
	if _, err := base.One(d, `select event, ladder from match where file = $1`, []any{file}, &event, &ladder); err != nil {
		return err
	}
	switch {
	case event != "":
		return finish(d, event, file, m)
	case ladder != "":
		return finishOn(d, ladder, file, m)
	}
	return nil
}

// unseat takes the seats from those in whose place others have gone on, who still may ask for the match.
func unseat(d *club.Deal, file string, m *match.Match) error {
	all, err := texts(d, `select address from seat where file = $1 and seat > 0`, file)
	for _, address := range all {
		if err == nil && !slices.ContainsFunc(m.Roster.Parties, func(p kif.Seat) bool { return match.SameAddress(p.Address, address) }) {
			_, err = d.Exec(`update seat set seat = 0 where file = $1 and address = $2`, file, address)
		}
	}
	return err
}

// The tasks of this package.
const (
	EventTask  = "events"  // does what is due in events
	LadderTask = "ladders" // and on ladders
)

// Tasks are those of a process that arranges matches.
func Tasks(c *club.Club) []base.Task {
	does := func(work func(*club.Deal, time.Time) error) func(context.Context, string) error {
		return func(ctx context.Context, _ string) error {
			return c.Do(ctx, func(d *club.Deal) error { return work(d, d.At) })
		}
	}
	return []base.Task{
		{Name: EventTask, Workers: 1, Every: time.Minute, Alone: does(Due)},
		{Name: LadderTask, Workers: 1, Every: time.Hour, Alone: does(DueOnLadders)},
	}
}

// patience is after how long an invitation that is not answered counts as declined.
const patience = 7 * 24 * time.Hour

// Due does what is due at a time without a letter: it gives up matches to which somebody does not come, begins events, and makes games for those
// who have waited.
func Due(d *club.Deal, now time.Time) error {
	given, err := texts(d, `select file from match where state = 'asked' and changed <= $1 and (event <> '' or ladder <> '') order by file`, base.Micros(now.Add(-patience)))
	for _, file := range given {
		if err == nil {
			_, err = d.Shelf.Desk.Resign(path.Join(shelf.Folder, file), 0, true)
		}
	}
	if err != nil {
		return err
	}
	names, err := texts(d, `select name from event where state <> 'over' order by name`)
	for _, name := range names {
		if err == nil {
			err = dueIn(d, name, now)
		}
	}
	return err
}

// DueOnLadders declines the challenges that nobody has answered in time.
func DueOnLadders(d *club.Deal, now time.Time) error {
	games, err := Ladders(d)
	for _, game := range games {
		if err == nil {
			err = dueOn(d, game, now)
		}
	}
	return err
}

// dueIn does what is due in an event.
func dueIn(d *club.Deal, name string, now time.Time) error {
	e, err := lock(d, name)
	switch {
	case err != nil:
		return err
	case e.state == Open && !e.Until.IsZero() && !now.Before(e.Until):
		return Start(d, name)
	case e.state == Running:
		return e.advance(d, e.clock(now))
	}
	return nil
}

// texts reads rows of one text.
func texts(tx base.Tx, query string, args ...any) ([]string, error) {
	return base.All(tx, query, args, func(r base.Rows) (text string, err error) { return text, r.Scan(&text) })
}
