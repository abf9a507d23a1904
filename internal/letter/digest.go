package letter

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
	"hikyaku/render"
)

// Digest is the list of matches that wait for us, by what they wait for.
type Digest struct {
	all    int
	counts [len(duties)]int
	first  [len(duties)][]match.Summary
}

// maxListed is how many matches of each kind a digest lists.
const maxListed = 50

// Add adds a match to a kind.
func (d *Digest) Add(duty int, s match.Summary) {
	d.all++
	d.counts[duty]++
	if len(d.first[duty]) < maxListed {
		d.first[duty] = append(d.first[duty], s)
	}
}

// What a match waits for.
const (
	ToJoin = iota
	ToAgree
	Overdue
	ToMove
	ToClaim
	ToSend
)

// duties are the names of these kinds in the catalogue, in the order of a
// digest.
var duties = [...]string{ToJoin: "join", ToAgree: "agree", Overdue: "overdue", ToMove: "move", ToClaim: "claim", ToSend: "send"}

// Letter returns the digest as a message for a scheduled time, or nil if it is
// empty.
func (d *Digest) Letter(me kif.Seat, lang string, due, now time.Time) *mailbox.Letter {
	if d.all == 0 {
		return nil
	}
	sum := sha256.Sum256([]byte("digest " + match.FormatTime(due) + me.Address))
	texts := []i18n.Text{i18n.T("digest.title", "when", i18n.Time(now, now.Location()))}
	for duty, list := range d.first {
		if len(list) == 0 {
			continue
		}
		texts = append(texts, i18n.T("digest."+duties[duty]))
		for _, s := range list {
			texts = append(texts, listing(duty, s, now.Location()))
		}
		if more := d.counts[duty] - len(list); more > 0 {
			texts = append(texts, i18n.T("digest.more", "n", more))
		}
	}
	return &mailbox.Letter{
		From: Sender(me), To: Address(me), Date: now, Automatic: "auto-generated",
		Subject: i18n.In(lang, "digest.subject", "n", d.all), Text: paragraphs(lang, append(texts, i18n.T("digest.why"))),
		MessageID: fmt.Sprintf("<digest.%s@%s>", hex.EncodeToString(sum[:16]), Domain(me)), // not under IDPrefix: it is about no match
	}
}

// listing returns the entry of one match in a digest: the game and the
// players, since when and until when it waits, and the command to answer with.
func listing(duty int, s match.Summary, zone *time.Location) i18n.Text {
	lines := []i18n.Text{i18n.T("digest.match", "game", s.Title, "match", s.Short(), "who", i18n.Names(s.Others...))}
	if !s.Since.IsZero() {
		lines = append(lines, i18n.T("digest.since", "when", i18n.Time(s.Since, zone)))
	}
	switch {
	case s.Until.IsZero():
	case duty == Overdue || duty == ToClaim:
		lines = append(lines, i18n.T("digest.over", "when", i18n.Time(s.Until, zone)))
	case duty == ToMove:
		lines = append(lines, i18n.T("digest.until", "when", i18n.Time(s.Until, zone)))
	}
	if duty == ToAgree {
		lines = append(lines, s.Offer)
	}
	name := render.Safe(filepath.Base(s.File))
	if duty == ToJoin {
		name = s.Short()
	}
	return i18n.Lines(append(lines, i18n.T("digest."+duties[duty]+"-command", "match", name))...)
}
