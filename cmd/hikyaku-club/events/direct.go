package events

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/standings"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// rulings are the results in the form in which the umpire enters them into the record.
var rulings = map[standings.Outcome]kif.Ruling{standings.FirstWon: {Places: "1 2"}, standings.SecondWon: {Places: "2 1"}, standings.Drawn: {Places: "1 1"}, standings.Void: {Places: kif.NoResult}}

// Decide sets the result of a game of an event, replacing an earlier one, ends its match, and notifies both players.
func Decide(d *game.Deal, name string, round, board int, result standings.Outcome, by game.By) error {
	e, err := lock(d, name)
	if err != nil {
		return err
	}
	n := slices.IndexFunc(e.Pairings, func(p Pairing) bool { return p.Round == round && p.Board == board })
	_, known := rulings[result]
	switch {
	case !known:
		return words.Err("arrange.decide.result", "result", string(result))
	case n < 0 || len(e.Pairings[n].Players) != 2:
		return words.Err("arrange.decide.none", "event", e.Name, "round", round, "board", board)
	case e.Pairings[n].Result == result:
		return words.Err("arrange.decide.has", "event", e.Name, "round", round, "board", board, "result", string(result))
	}
	return e.decide(d, n, result, by)
}

func (e *event) decide(d *game.Deal, n int, result standings.Outcome, by game.By) error {
	at, p := e.clock(d.At), &e.Pairings[n]
	if p.Result != "" { // the games made since then depend on the time of the first result
		p.Was = append(p.Was, Earlier{p.Result, p.Known})
	}
	if err := e.settle(d, n, result, true, at); err != nil {
		return err
	}
	if err := e.rule(d, p.Match, result, by.Why); err != nil {
		return err
	}
	d.Log(game.Decision{By: by, What: game.Decided, Event: e.Name, File: p.Match, Value: string(result)})
	for i, number := range p.Players {
		other := i18n.Person(e.Entrants[p.Players[1-i]-1].Name)
		text := i18n.Paragraphs(words.Text("arrange.decided", "who", other, "event", e.Name, "how", outcomeFor(result, i)), words.Text("arrange.why", "why", by.Why))
		if err := write(d, e.people[number-1], "decided\n"+at.String(), words.Text("arrange.decided-subject", "event", e.Name), text); err != nil {
			return err
		}
	}
	if e.state == Over {
		return nil
	}
	return e.advance(d, at)
}

// rule ends the match of a game that all players have accepted with a result that was decided.
func (e *event) rule(d *game.Deal, file string, result standings.Outcome, why string) error {
	if file == "" {
		return nil
	}
	c, err := d.Shelf.Open(path.Join(game.Folder, file))
	if err == nil && c.Roster.Joining() == 0 {
		err = d.Rule(file, rulings[result], why)
	}
	return err
}

// outcomeFor describes a result to the player of a seat, counted from 0.
func outcomeFor(r standings.Outcome, seat int) i18n.Text {
	switch {
	case r == standings.Drawn:
		return words.Text("arrange.result.drawn")
	case r == standings.Void:
		return words.Text("arrange.result.void")
	case (r == standings.FirstWon) == (seat == 0):
		return words.Text("arrange.result.won")
	}
	return words.Text("arrange.result.lost")
}

// Cancel ends an event. Its unfinished games end without a result.
func Cancel(d *game.Deal, name string, by game.By) error {
	e, err := lock(d, name)
	if err != nil {
		return err
	}
	if e.state == Over {
		return words.Err("arrange.is-over", "event", e.Name)
	}
	at := e.clock(d.At)
	e.state, e.Ended, e.Cancelled = Over, at, true
	d.Change(`update event set state = $2, ended = $3, cancelled = $3 where name = $1`, e.Name, Over, at)
	for n, p := range e.Pairings {
		if p.Result == "" {
			if err := e.decide(d, n, standings.Void, by); err != nil {
				return err
			}
		}
	}
	d.Log(game.Decision{By: by, What: game.Cancelled, Event: e.Name})
	return e.notify(d, "cancelled", func(*engine.Game, int) i18n.Text {
		return i18n.Paragraphs(words.Text("arrange.cancelled", "event", e.Name), words.Text("arrange.why", "why", by.Why))
	})
}

// Expel withdraws a member from an event on behalf of the director, and notifies the member.
func Expel(d *game.Deal, name string, member kif.Seat, by game.By) error {
	return others(d, name, member.Address, by, game.Withdrawn, "arrange.expelled", withdraw(d, name, member.Address, member.Name))
}

// Admit enters a member for an event on behalf of the director, and notifies the member.
func Admit(d *game.Deal, name string, member kif.Seat, by game.By) error {
	return others(d, name, member.Address, by, game.Entered, "arrange.admitted", enter(d, name, member.Address, member.Name, kif.Hash{}))
}

func others(d *game.Deal, name, address string, by game.By, what game.What, key string, err error) error {
	if err != nil {
		return err
	}
	given, err := called(d, name)
	if err != nil {
		return err
	}
	d.Log(game.Decision{By: by, What: what, Event: given, Member: strings.ToLower(address)})
	text := i18n.Paragraphs(words.Text(key, "event", given), words.Text("arrange.why", "why", by.Why))
	return d.Tell(strings.ToLower(address), topic(key+"\n"+given+"\n"+d.At.String()), words.Text("arrange.decided-subject", "event", given), text)
}

// Pause stops the clocks of an event's games or, if resume is set, restarts them. During a pause players can move, but no new
// games are made.
func Pause(d *game.Deal, name string, resume bool, by game.By) error {
	e, err := lock(d, name)
	if err != nil {
		return err
	}
	at, what, query := e.clock(d.At), game.Stopped, `update event set paused = $2 where name = $1 and paused = 0`
	if resume {
		what, query = game.Resumed, `update event set pauses = pauses || ' ' || paused || '-' || cast($2 as bigint), paused = 0 where name = $1 and paused <> 0`
	}
	if e.state != running {
		return words.Err("arrange.is-not-running", "event", e.Name)
	}
	n, err := d.Exec(query, e.Name, at)
	switch {
	case err != nil:
		return err
	case n == 0:
		return words.Err("arrange.paused-already", "event", e.Name)
	}
	d.Log(game.Decision{By: by, What: what, Event: e.Name})
	for _, p := range e.Pairings {
		if p.Result == "" {
			if err := halt(d, p.Match, resume, by.Why); err != nil {
				return err
			}
		}
	}
	if !resume {
		return nil
	}
	e.Pauses[len(e.Pauses)-1].To = at
	return e.advance(d, at)
}

// halt stops the clock of a match or, if resume is set, restarts it.
func halt(d *game.Deal, file string, resume bool, why string) error {
	m, err := d.Shelf.Open(path.Join(game.Folder, file))
	if err != nil || m.Outcome != nil || m.Roster.Joining() != 0 || !m.Clock.Limited() {
		return err
	}
	switch {
	case resume && m.Halted && !m.Paused.IsZero():
		return d.Rule(file, kif.Resume{}, why)
	case !resume && m.Paused.IsZero():
		return d.Rule(file, kif.PauseOffer{}, why)
	}
	return nil
}

// haltAgain stops the clock again in a match of a paused event, after a move has restarted it or if the match has just begun.
func haltAgain(d *game.Deal, c game.Change) error {
	begun := c.Before != nil && c.Before.Roster.Joining() != 0 && c.Match.Roster.Joining() == 0
	moved := c.Before != nil && c.Before.Halted && !c.Before.Paused.IsZero() && c.Match.Paused.IsZero()
	if !begun && !moved || c.Match.Outcome != nil {
		return nil
	}
	paused, err := db.One(d, `select e.name from event e join match m on m.event = e.name where m.file = $1 and e.paused <> 0`, []any{path.Base(c.File)})
	if err != nil || !paused {
		return err
	}
	return halt(d, path.Base(c.File), false, words.Text("arrange.paused").In(d.Lang))
}

// Found is the match found by MatchNamed.
type Found struct {
	File  string
	Match *match.Match
	Event string
}

// MatchNamed finds a match by a prefix of its code.
func MatchNamed(d *game.Deal, code string) (f Found, err error) {
	list, err := db.Texts(d, `select file from match where short like $1 order by file limit 2`, strings.NewReplacer("%", "", "_", "").Replace(strings.ToLower(code))+"%")
	switch {
	case err != nil:
		return f, err
	case len(list) == 0 || len(code) < 4:
		return f, words.Err("match.none", "code", code)
	case len(list) > 1:
		return f, words.Err("match.several", "code", code)
	}
	f.File = list[0]
	m, err := d.Shelf.Open(path.Join(game.Folder, f.File))
	if f.Match = m.Match; err == nil {
		_, err = db.One(d, `select event from match where file = $1`, []any{f.File}, &f.Event)
	}
	return f, err
}

// Adjudicate ends a match with a result, replacing an earlier one. For a match of an event it calls Decide.
func Adjudicate(d *game.Deal, code string, result standings.Outcome, by game.By) error {
	f, err := MatchNamed(d, code)
	if err != nil {
		return err
	}
	if _, known := rulings[result]; !known {
		return words.Err("arrange.decide.result", "result", string(result))
	}
	if f.Event != "" {
		e, err := lock(d, f.Event)
		if err != nil {
			return err
		}
		if n := slices.IndexFunc(e.Pairings, func(p Pairing) bool { return p.Match == f.File }); n >= 0 {
			return Decide(d, f.Event, e.Pairings[n].Round, e.Pairings[n].Board, result, by)
		}
	}
	switch {
	case len(f.Match.Roster.Seating) > 2 && result != standings.Void:
		return words.Err("match.seats")
	case f.Match.Roster.Joining() != 0:
		c, err := d.Shelf.Open(path.Join(game.Folder, f.File))
		if err == nil {
			_, err = d.Shelf.Resign(c, 0, true)
		}
		if err != nil {
			return err
		}
	default:
		if err := d.Rule(f.File, rulings[result], by.Why); err != nil {
			return err
		}
	}
	d.Log(game.Decision{By: by, What: game.Decided, File: f.File, Value: string(result)})
	return nil
}

// Extend gives the player to move in a match more time.
func Extend(d *game.Deal, code string, more time.Duration, by game.By) error {
	f, err := MatchNamed(d, code)
	if err != nil {
		return err
	}
	step := kif.MoreTime{Hours: int(more / time.Hour)}
	if step.Hours < 1 || step.Hours > 24*kif.MaxAway {
		return words.Err("match.hours")
	}
	if err := d.Rule(f.File, step, by.Why); err != nil {
		return err
	}
	d.Log(game.Decision{By: by, What: game.Extended, File: f.File, Value: step.String()})
	return nil
}

// longAsked is how long an invitation may wait before Stalled lists it.
const longAsked = 3 * 24 * time.Hour

// Stalled describes each match without progress in a line, the oldest first: a player has not accepted it, the time limit has passed,
// or the clock is stopped.
func Stalled(d *game.Deal) (lines []i18n.Text, err error) {
	type row struct {
		file, event, state string
		changed, until     time.Time
	}
	rows, err := db.All(d, `select file, event, state, changed, until from match where state = 'asked' and changed < $1 or state = 'open' and until > 0 and until < $2
		or state = 'open' and until = 0 and (event <> '' or ladder <> '') order by changed, file`, []any{d.At.Add(-longAsked), d.At}, func(r db.Rows) (one row, err error) {
		return one, r.Scan(&one.file, &one.event, &one.state, &one.changed, &one.until)
	})
	for _, r := range rows {
		m, err := d.Shelf.Open(path.Join(game.Folder, r.file))
		if err != nil {
			return nil, err
		}
		why, since := "stalled.late", r.until
		switch {
		case r.state == game.Asked:
			why, since = "stalled.asked", r.changed
		case r.until.IsZero():
			why, since = "stalled.stopped", r.changed
		}
		line := "stalled.match"
		if r.event != "" {
			line = "stalled.game"
		}
		lines = append(lines, words.Text(line, "match", m.Short(), "event", r.event, "who", m.Roster.PlayerNames(), "why", words.Text(why, "status", m.Status(), "since", i18n.Date(since))))
	}
	return lines, err
}

// StalledText lists matches without progress for a director.
func StalledText(lines []i18n.Text) i18n.Text {
	return i18n.Paragraphs(words.Text("stalled.title", "n", len(lines)), i18n.Lines(lines...), words.Text("stalled.how"))
}

// StalledTask sends the directors a weekly list of stalled matches.
const StalledTask = "stalled"

// tellStalled sends that list on Mondays.
func tellStalled(d *game.Deal) error {
	year, week := d.At.ISOWeek()
	if len(d.Directors) == 0 || d.At.Weekday() != time.Monday || d.At.Hour() < 6 {
		return nil
	}
	list, err := Stalled(d)
	if err != nil || len(list) == 0 {
		return err
	}
	for _, director := range d.Directors {
		to := person{Seat: kif.Seat{Address: director}}
		if err := write(d, to, fmt.Sprint("stalled\n", year, "\n", week, "\n", director), words.Text("stalled.subject", "n", len(list)), StalledText(list)); err != nil {
			return err
		}
	}
	return nil
}
