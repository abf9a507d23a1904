package courier

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
)

// Schedule is when the letter goes out that tells us what waits: at a time of every day, or of one day of the week.
type Schedule struct {
	Hour, Minute int
	Weekly       bool
	Weekday      time.Weekday // where Weekly is set
	Zone         *time.Location
}

// last is the latest of its times that is not after now.
func (s *Schedule) last(now time.Time) time.Time {
	year, month, day := now.In(s.Zone).Date()
	for ; ; day-- {
		at := time.Date(year, month, day, s.Hour, s.Minute, 0, 0, s.Zone)
		if !at.After(now) && (!s.Weekly || at.Weekday() == s.Weekday) {
			return at
		}
	}
}

// digest tells us by letter what waits for us, once behind each time of the schedule. Where nothing waits, nothing goes out.
func digest(ctx context.Context, c *Courier, s *state) ([]Delivery, error) {
	if c.Digest == nil {
		return nil, nil
	}
	now, before := c.Shelf.Now(), s.Digested
	due := c.Digest.last(now)
	if !before.Before(due) {
		return nil, nil
	}
	w, err := c.gather(now)
	if err != nil {
		return nil, err
	}
	s.Digested = due
	if err := c.save(s); err != nil || w.all == 0 { // before sending: it goes out once
		return nil, err
	}
	me := c.Shelf.Me()
	sum := sha256.Sum256([]byte("digest " + match.FormatTime(due) + me.Address))
	letter := &mailbox.Letter{
		From: Sender(me), To: address(me), Subject: w.subject().In(c.Lang), Text: w.text(c.Lang, now), Date: now, Automatic: "auto-generated",
		MessageID: fmt.Sprintf("<digest.%s@%s>", hex.EncodeToString(sum[:16]), Domain(me)), // not under IDPrefix: it is about no match
	}
	err = c.Box.Send(ctx, letter)
	if mailbox.NotTaken(err) { // the next poll tries again
		s.Digested = before
		err = errors.Join(err, c.save(s))
	}
	return []Delivery{{To: letter.To, Err: err, Aside: true}}, nil
}

// waiting is what waits for us, by what it waits for.
type waiting struct {
	all    int
	counts [len(duties)]int
	first  [len(duties)][]match.Summary
}

// maxListed is how many matches a digest lists of each kind.
const maxListed = 50

func (w *waiting) add(duty int, s match.Summary) {
	w.all++
	w.counts[duty]++
	if len(w.first[duty]) < maxListed {
		w.first[duty] = append(w.first[duty], s)
	}
}

// What a match waits for.
const (
	toJoin = iota
	toAgree
	overdue
	toMove
	toClaim
	toSend
)

// duties are the words for each in the catalogue, in the order of a digest.
var duties = [...]string{toJoin: "join", toAgree: "agree", overdue: "overdue", toMove: "move", toClaim: "claim", toSend: "send"}

// gather lists what waits for us now. It opens no record.
func (c *Courier) gather(now time.Time) (*waiting, error) {
	w, me := &waiting{}, c.Shelf.Me().Address
	for _, s := range c.Shelf.Invitations() {
		w.add(toJoin, s)
	}
	for s, err := range c.Shelf.List() {
		if err != nil {
			return nil, err
		}
		if s.Draft {
			w.add(toSend, s)
		}
		if s.Asks(me) {
			w.add(toAgree, s)
		}
		switch late := !s.Until.IsZero() && now.After(s.Until); {
		case s.Mine(me) && late:
			w.add(overdue, s)
		case s.Mine(me):
			w.add(toMove, s)
		case late && !s.Over && !s.Draft && s.From == "":
			w.add(toClaim, s)
		}
	}
	return w, nil
}

func (w *waiting) subject() i18n.Text { return i18n.T("digest.subject", "n", w.all) }

// text is the digest as a person reads it.
func (w *waiting) text(lang string, now time.Time) string {
	texts := []i18n.Text{i18n.T("digest.title", "when", i18n.Time(now, now.Location()))}
	for duty, list := range w.first {
		if len(list) == 0 {
			continue
		}
		texts = append(texts, i18n.T("digest."+duties[duty]))
		for _, s := range list {
			texts = append(texts, listing(duty, s, now.Location()))
		}
		if more := w.counts[duty] - len(list); more > 0 {
			texts = append(texts, i18n.T("digest.more", "n", more))
		}
	}
	return paragraphs(lang, append(texts, i18n.T("digest.why")))
}

// listing is one match in a digest: who plays what, since when and until when it waits, and the command that answers.
func listing(duty int, s match.Summary, zone *time.Location) i18n.Text {
	lines := []i18n.Text{i18n.T("digest.match", "game", s.Title, "match", s.Short(), "who", i18n.Names(s.Others...))}
	if !s.Since.IsZero() {
		lines = append(lines, i18n.T("digest.since", "when", i18n.Time(s.Since, zone)))
	}
	switch {
	case s.Until.IsZero():
	case duty == overdue || duty == toClaim:
		lines = append(lines, i18n.T("digest.over", "when", i18n.Time(s.Until, zone)))
	case duty == toMove:
		lines = append(lines, i18n.T("digest.until", "when", i18n.Time(s.Until, zone)))
	}
	if duty == toAgree {
		lines = append(lines, s.Offer)
	}
	name := render.Safe(filepath.Base(s.File))
	if duty == toJoin {
		name = s.Short()
	}
	return i18n.Lines(append(lines, i18n.T("digest."+duties[duty]+"-command", "match", name))...)
}
