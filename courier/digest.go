package courier

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"hikyaku/engine"
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
	w, err := gather(c, now)
	if err != nil {
		return nil, err
	}
	s.Digested = due
	if err := c.save(s); err != nil || w.all == 0 { // before sending: it goes out once
		return nil, err
	}
	me := c.Shelf.Me()
	sum := sha256.Sum256([]byte("digest " + match.FormatTime(due) + me.Address))
	_, host, _ := strings.Cut(me.Address, "@")
	if !inMessageID(host) {
		host = "hikyaku.invalid"
	}
	letter := &mailbox.Letter{
		From: sender(me), To: address(me), Subject: w.subject().In(c.Lang), Text: w.text(c.Lang, now), Date: now, Automatic: "auto-generated",
		MessageID: fmt.Sprintf("<digest.%s@%s>", hex.EncodeToString(sum[:16]), host), // not under IDPrefix: it is about no match
	}
	err = c.Box.Send(ctx, letter)
	if notTaken(err) { // the next poll tries again
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

// duties are what a digest says of each, in its order: above the matches, and below each the command that answers.
var duties = [...]struct{ heading, command engine.Text }{
	toJoin: {
		engine.Text{En: "Invitations to answer:", Ja: "返事を待っている招待："},
		engine.Text{En: "hikyaku accept %s (or decline)", Ja: "hikyaku accept %s（辞退は decline）"},
	},
	toAgree: {engine.Text{En: "What you are asked:", Ja: "返事を待っている申し出："}, engine.Same("hikyaku agree %s --send")},
	overdue: {
		engine.Text{En: "Your move, and your time is over:", Ja: "あなたの番で、持ち時間が切れている対局："},
		engine.Text{En: "hikyaku move %s MOVE --send", Ja: "hikyaku move %s 指し手 --send"},
	},
	toMove: {
		engine.Text{En: "Your move:", Ja: "あなたの番の対局："},
		engine.Text{En: "hikyaku move %s MOVE --send", Ja: "hikyaku move %s 指し手 --send"},
	},
	toClaim: {engine.Text{En: "The time of the other side is over:", Ja: "相手の持ち時間が切れている対局："}, engine.Same("hikyaku claim %s --send")},
	toSend:  {engine.Text{En: "Not sent yet:", Ja: "まだ送っていないもの："}, engine.Same("hikyaku send %s")},
}

// gather lists what waits for us now. It opens no record.
func gather(c *Courier, now time.Time) (*waiting, error) {
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

func (w *waiting) subject() engine.Text {
	return engine.Text{En: fmt.Sprintf("hikyaku: what waits for you (%d)", w.all), Ja: fmt.Sprintf("hikyaku：対応待ちのお知らせ（%d件）", w.all)}
}

// digestWidth is how many columns a digest has.
const digestWidth = 72

// text is the digest as a person reads it.
func (w *waiting) text(lang string, now time.Time) string {
	var b strings.Builder
	fmt.Fprintln(&b, engine.Text{
		En: fmt.Sprintf("What waits for you, as of %s:", date(now).En),
		Ja: fmt.Sprintf("%s現在の対応待ちは次のとおりです。", date(now).Ja),
	}.In(lang))
	for duty, list := range w.first {
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n", duties[duty].heading.In(lang))
		for _, s := range list {
			b.WriteString("\n" + listing(duty, s, lang))
		}
		if more := w.counts[duty] - len(list); more > 0 {
			fmt.Fprintf(&b, "\n%s\n", engine.Text{
				En: fmt.Sprintf("And %d more, which hikyaku status lists.", more),
				Ja: fmt.Sprintf("ほかに%d件あります。hikyaku status で一覧できます。", more),
			}.In(lang))
		}
	}
	fmt.Fprintf(&b, "\n-- \n%s\n", engine.Text{
		En: "The line digest in your configuration asks for this letter.",
		Ja: "このお知らせは、設定ファイルの digest の行によるものです。",
	}.In(lang))
	return b.String()
}

// listing is one match in a digest.
func listing(duty int, s match.Summary, lang string) string {
	lines := []engine.Text{engine.Same(s.Title.In(lang) + " [" + s.Short() + "]")}
	for _, other := range s.Others {
		other = render.SafeLine(other, digestWidth-10)
		lines = append(lines, engine.Text{En: "  with " + other, Ja: "  相手：" + other})
	}
	if !s.Since.IsZero() {
		lines = append(lines, engine.Text{En: "  since " + date(s.Since).En, Ja: "  " + date(s.Since).Ja + "から"})
	}
	switch {
	case s.Until.IsZero():
	case duty == overdue || duty == toClaim:
		lines = append(lines, engine.Text{En: "  time over since " + date(s.Until).En, Ja: "  " + date(s.Until).Ja + "に時間切れ"})
	case duty == toMove:
		lines = append(lines, engine.Text{En: "  until " + date(s.Until).En, Ja: "  期限：" + date(s.Until).Ja})
	}
	if duty == toAgree {
		for _, line := range render.Wrap(s.Offer.In(lang), digestWidth-2) {
			lines = append(lines, engine.Same("  "+line))
		}
	}
	name := render.Safe(filepath.Base(s.File))
	if duty == toJoin {
		name = s.Short()
	}
	lines = append(lines, engine.Same("    "+fmt.Sprintf(duties[duty].command.In(lang), name)))
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(line.In(lang) + "\n")
	}
	return b.String()
}
