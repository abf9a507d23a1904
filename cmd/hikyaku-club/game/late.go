package game

import (
	"path"
	"strconv"
	"strings"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// The times after which the club ends a match whose player to move has missed the time limit: it warns the player twice, and the
// player loses at the end of the grace period. This applies in events, on ladders, and to seeks marked as strict.
const (
	Grace      = 24 * time.Hour
	tellsAgain = 18 * time.Hour
	unreadWait = 10 * time.Minute // how long a message of the player may wait to be read
)

// A club that was down has not read its mail. After that no match ends on time until mail has had time to arrive.
const (
	longestNap = 90 * time.Minute
	catchUp    = 2 * time.Hour
)

// beat stores that the club is running, and detects that it was down or that its clock was changed.
func (c *Club) beat(tx db.Tx) {
	tx.Change(`insert into pulse (name, tick, gap) values ('club', $1, 0) on conflict (name) do update
		set gap = case when excluded.tick - pulse.tick > $2 or excluded.tick < pulse.tick then excluded.tick else pulse.gap end, tick = excluded.tick`,
		c.Now(), longestNap.Microseconds())
}

// enforce handles a missed time limit in a match, and reports whether the club enforces the limit in that match.
func (d *Deal) enforce(file string) (enforced bool, err error) {
	m, err := d.Shelf.Open(path.Join(Folder, file))
	if err != nil || m.Outcome != nil || m.Roster.Joining() != 0 || m.Turn == 0 || m.Turn == m.Roster.Umpire() {
		return false, err
	}
	var event, ladder string
	var strict bool
	var told, gap time.Time
	if _, err = db.One(d, `select event, ladder, strict, late from match where file = $1`, []any{file}, &event, &ladder, &strict, &told); err != nil {
		return false, err
	}
	who := m.Roster.Parties[m.Turn-1]
	end, limited := m.Clock.Deadline(m.Roster.Umpire())
	switch {
	case event == "" && ladder == "" && !strict:
		return false, nil
	case !limited || !d.At.After(end):
		return true, nil
	}
	if lost, err := db.One(d, `select address from member where address = $1 and unreachable <> 0`, []any{strings.ToLower(who.Address)}); err != nil || lost {
		if err == nil {
			err = d.Lose(who.Address, By{Who: ByClub}) // stops this clock too
		}
		return true, err
	}
	if told.Before(end) { // for an earlier turn
		told = d.At
		d.Change(`update match set late = $2 where file = $1`, file, told)
	}
	if _, err := db.One(d, `select gap from pulse where name = 'club'`, nil, &gap); err != nil {
		return true, err
	}
	over := told.Add(Grace)
	if awake := gap.Add(catchUp); awake.After(over) {
		over = awake
	}
	unread, err := db.One(d, `select key from letter where sender = $1 and read = 0 limit 1`, []any{strings.ToLower(who.Address)})
	if err != nil {
		return true, err
	}
	again := told.Add(tellsAgain)
	switch {
	case d.At.Before(again):
		d.Shelf.wakes[m.FileName()] = again
		return true, d.tellLate(m.Match, told, over, "late")
	case d.At.Before(over):
		d.Shelf.wakes[m.FileName()] = over
		return true, d.tellLate(m.Match, told, over, "later")
	case unread:
		d.Shelf.wakes[m.FileName()] = d.At.Add(unreadWait)
		return true, nil
	}
	return true, d.forfeit(file, m.Match, end)
}

// tellLate notifies the players that one of them has run out of time, and how long the club will wait. Who plays by mail can answer
// with a move. Users of hikyaku get a message that does not name the match, so that the program leaves it in their mailbox.
func (d *Deal) tellLate(m *match.Match, told, over time.Time, key string) error {
	late, at := i18n.Person(m.Roster.Name(m.Turn)), strconv.FormatInt(told.Unix(), 10)
	for _, party := range m.Roster.Players() {
		whose, program := "", ""
		if party != m.Turn {
			if key != "late" || m.Roster.IsOut(party) {
				continue
			}
			whose = "-other"
		}
		if !m.MayUseMailOnly(party) {
			program = "-program"
		}
		var others []string
		for _, other := range m.Roster.Players() {
			if other != party {
				others = append(others, m.Roster.Name(other))
			}
		}
		with := []any{"who", late, "others", i18n.People(others...), "game", m.Game.Called(m.Options), "match", m.Short(), "until", i18n.Time(over, nil)}
		subject, text := words.Text("match.late"+whose+program+"-subject", with...), words.Text("match."+key+whose+program, with...)
		var err error
		if program == "" {
			err = d.Courier.TellLate(d.Context(), m, party, key+"."+at, subject, text)
		} else {
			err = d.Tell(m.Roster.Parties[party-1].Address, key+"."+m.Short()+"."+at, subject, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// forfeit ends the match, or the turn, of the player to move, whose time ran out at end.
func (d *Deal) forfeit(file string, m *match.Match, end time.Time) error {
	why := words.Text("match.forfeit", "who", i18n.Person(m.Roster.Name(m.Turn)), "when", match.FormatTime(end)).In(d.Lang)
	err := d.rule(file, func(m *match.Match, umpire int) kif.Event {
		lapsed := *m
		lapsed.Claim = m.Lapsed(umpire, d.At)
		return lapsed.Confirmation(umpire)
	}, why)
	if err != nil {
		return err
	}
	d.Log(Decision{By: By{ByClub, why}, What: Forfeited, File: file, Value: engine.Seat(m.Due(), len(m.Roster.Seating)).En})
	return nil
}

// atOnce is the largest number of rows read by one query for due work.
const atOnce = 200

// due adds a job for each match that needs work without a message.
func (c *Club) due(tx db.Tx, _ string) error {
	c.beat(tx)
	files, err := db.Texts(tx, `select file from match where rest <= $1 order by rest limit $2`+tx.Skip(), c.Now(), atOnce)
	if err != nil {
		return err
	}
	for _, file := range files {
		tx.Add(db.Job{Task: TendTask, Key: file, Once: true})
	}
	if len(files) == atOnce {
		tx.Add(db.Job{Task: dueTask, Key: files[0], Once: true})
	}
	return nil
}

// tend does the work due in one match.
func (c *Club) tend(tx db.Tx, file string) error {
	d := c.deal(tx, c.Now(), "", nil, path.Join(Folder, file))
	if _, err := d.Courier.Tend(tx.Context()); err != nil {
		return err
	}
	enforced, err := d.enforce(file)
	if err == nil && !enforced {
		err = d.Courier.TellOverdue(tx.Context(), path.Join(Folder, file))
	}
	if err != nil {
		return err
	}
	return d.settle()
}
