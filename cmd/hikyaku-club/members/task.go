package members

import (
	"context"
	"strconv"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
)

// The tasks of this package.
const (
	expireTask = "expire" // ends seeks and questions that nobody answered in time
	DigestTask = "digest" // sends members a digest of what is waiting for them; the key is an address, or "" for all
)

// morning is the hour of the day, in UTC, at which digests are sent; weekly ones on Mondays.
const morning = 6

// Tasks returns the tasks of a process that reads messages.
func (o *Office) Tasks() []db.Task {
	return []db.Task{
		{Name: expireTask, Workers: 1, Every: time.Hour, Alone: func(ctx context.Context, _ string) error { return o.Club.Do(ctx, expire) }},
		{Name: DigestTask, Workers: 1, Every: time.Hour, Alone: o.digests},
	}
}

// digests adds a job for each member whose digest is due or, if address is set, sends the digest to that member.
func (o *Office) digests(ctx context.Context, address string) error {
	return o.Club.Do(ctx, func(d *game.Deal) error {
		if address != "" {
			return sendDigest(d, address)
		}
		due, err := db.Texts(d, `select address from member where gone = 0 and barred = 0 and (digest = 'daily' and told < $1 or digest = 'weekly' and told < $2)`,
			lastMorning(d.At, false), lastMorning(d.At, true))
		for _, address := range due {
			d.Add(db.Job{Task: DigestTask, Key: address, Once: true})
		}
		return err
	})
}

// lastMorning returns the last time, of any day or of Mondays only, that is not after now.
func lastMorning(now time.Time, weekly bool) time.Time {
	year, month, day := now.UTC().Date()
	at := time.Date(year, month, day, morning, 0, 0, 0, time.UTC)
	for at.After(now) || weekly && at.Weekday() != time.Monday {
		at = at.AddDate(0, 0, -1)
	}
	return at
}

// aboutDigest begins the topic of a digest.
const aboutDigest = "digest."

// sendDigest sends a member what is waiting for them. It sends no message if nothing is.
func sendDigest(d *game.Deal, address string) error {
	p, err := personAt(d, address)
	if err != nil || !p.member() || p.digest == "" {
		return err
	}
	due := lastMorning(d.At, p.digest == "weekly")
	n, err := d.Exec(`update member set told = $2 where address = $1 and told < $3`, p.address, d.At, due)
	if err != nil || n == 0 {
		return err
	}
	lines, err := waiting(d, p)
	if err != nil || len(lines) == 0 {
		return err
	}
	subject := words.Text("member.digest-subject", "club", d.Desk.Me.Name, "n", len(lines))
	key := "member.digest-end." + p.digest
	text := i18n.Paragraphs(words.Text("member.digest-title", "n", len(lines)), i18n.Lines(lines...), words.Text(key))
	return d.WriteDigest(p.address, aboutDigest+strconv.FormatInt(due.Unix(), 10), p.lang, subject, text)
}

// waiting lists the matches and challenges that are waiting for a member.
func waiting(d *game.Deal, p *person) (lines []i18n.Text, err error) {
	files, err := matchesOf(d, p.address)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		m, err := d.Shelf.Open(file)
		if err != nil {
			return nil, err
		}
		s := m.Summarise(file, p.address)
		var others []string
		for i, other := range s.Others {
			if !identity.SameAddress(other, d.Desk.Me.Address) {
				others = append(others, s.Names[i])
			}
		}
		args := []any{"game", s.Title, "who", i18n.People(others...), "until", i18n.Time(s.Until, nil)}
		switch {
		case m.Roster.Joining() != 0 && m.Roster.Joining() == m.Roster.At(p.address):
			lines = append(lines, words.Text("member.waits-join", args...))
		case s.Asks(p.address):
			lines = append(lines, words.Text("member.waits-answer", append(args, "offer", s.Offer)...))
		case !s.Mine(p.address) || !s.Paused.IsZero():
		case s.Until.IsZero():
			lines = append(lines, words.Text("member.waits-move", args...))
		case s.Until.Before(d.At):
			lines = append(lines, words.Text("member.waits-overdue", args...))
		default:
			lines = append(lines, words.Text("member.waits-until", args...))
		}
	}
	open, err := seeks(d, `s.against = $1 and s.until > $2 order by s.id`, p.address, d.At)
	for _, s := range open {
		lines = append(lines, words.Text("member.waits-challenge", "who", i18n.Person(s.name), "seek", s.text(), "number", int(s.id), "until", i18n.Day(s.until)))
	}
	return lines, err
}

// expire deletes questions whose time is over, ends seeks that nobody has taken in time, and notifies their owners.
func expire(d *game.Deal) error {
	d.Change(`delete from asked where at <= $1`, d.At.Add(-keptFor))
	old, err := seeks(d, `s.until <= $1 order by s.id limit 200`, d.At)
	if err != nil {
		return err
	}
	for _, s := range old {
		d.Change(`update seek set state = 'expired' where id = $1`, s.id)
		text := words.Text("member.expired", "seek", s.text())
		if s.against != "" {
			other, err := personAt(d, s.against)
			if err != nil {
				return err
			}
			text = words.Text("member.expired-challenge", "seek", s.text(), "who", i18n.Person(other.name))
		}
		err := tell(d, s.address, s, "expired", words.Text("member.expired-subject", "game", s.game.Called(s.options)), text)
		if err == nil {
			err = tellTakers(d, s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
