package game

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// By says who made a decision, and why.
type By struct {
	Who string // the director's address, ByCommand or ByClub
	Why string
}

// Decision is a decision of a director, or of the club by its own rules.
type Decision struct {
	By
	At     time.Time
	What   What
	Event  string // "" for none, as below
	File   string // of the match
	Member string // the address
	Value  string // a result, or a time
}

// What is a kind of decision.
type What string

// The decisions.
const (
	Decided     What = "decide"      // a result
	Forfeited   What = "forfeit"     // a loss on time
	Extended    What = "extend"      // the time of the player to move, in hours
	Cancelled   What = "cancel"      // an event
	Withdrawn   What = "withdraw"    // a member from an event
	Entered     What = "enter"       // a member for an event
	Stopped     What = "pause"       // an event
	Resumed     What = "resume"      // an event
	Unreachable What = "unreachable" // a member whose mail is returned
	Reachable   What = "reachable"   // a member again
)

// Values of By.Who that are not a director's address.
const (
	ByCommand = "command"
	ByClub    = "club"
)

// Log stores a decision with the current time.
func (d *Deal) Log(made Decision) {
	made.At = d.At
	sum := sha256.Sum256(fmt.Append(nil, made))
	d.Change(`insert into decision (id, at, who, what, event, file, member, value, why) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing`,
		hex.EncodeToString(sum[:16]), made.At, made.Who, string(made.What), made.Event, made.File, made.Member, made.Value, made.Why)
}

// Decisions returns all decisions, the oldest first.
func Decisions(tx db.Tx) ([]Decision, error) {
	return db.All(tx, `select at, who, what, event, file, member, value, why from decision order by at, id`, nil, func(r db.Rows) (made Decision, err error) {
		return made, r.Scan(&made.At, &made.Who, &made.What, &made.Event, &made.File, &made.Member, &made.Value, &made.Why)
	})
}

// Rule adds an entry to a match that only the umpire may make, with its reason.
func (d *Deal) Rule(file string, step kif.Step, why string) error {
	return d.rule(file, func(*match.Match, int) kif.Event { return kif.Event{Step: step} }, why)
}

func (d *Deal) rule(file string, event func(m *match.Match, umpire int) kif.Event, why string) error {
	c, err := d.Shelf.Open(path.Join(Folder, file))
	if err != nil {
		return err
	}
	if c.Outcome == nil && c.ReceiptDue {
		if c, _, err = d.Shelf.Attend(c); err != nil {
			return err
		}
	}
	_, err = d.Shelf.Do(c, func(_ *home.Desk, m *match.Match, umpire int) (kif.Event, error) {
		e := event(m, umpire)
		e.Comment = why
		return e, nil
	}, true)
	return err
}

// renew repeats a decision in matches where it lost to a move made at the same time: a player's move always takes precedence over
// an umpire's entry.
func (d *Deal) renew(changes []Change) error {
	for _, c := range changes {
		if c.Before == nil || c.Before.Outcome == nil || c.Match.Outcome != nil {
			continue
		}
		i := c.Before.LastEntry()
		for i > 0 && c.Before.By(i) != c.Before.Roster.Umpire() {
			i--
		}
		if c.Before.After(i).Outcome == nil { // a player ended the match
			continue
		}
		step := kif.Ruling{Places: kif.NoResult}
		if list := places(c.Before); list != "" {
			step.Places = list
		}
		if err := d.Rule(path.Base(c.File), step, c.Before.Record.Events[i].Comment); err != nil {
			return err
		}
	}
	return nil
}
