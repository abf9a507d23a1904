package members

import (
	"time"

	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// pause begins an absence: the member gets no new matches, and their clocks stop as far as the rules allow.
func (v *visit) pause() (i18n.Text, error) {
	here := v.At.In(v.letter.Date.Location()) // days without a time zone are in the sender's zone
	away, err := match.ParseAway(v.in.Days, here)
	if err != nil {
		return words.Text("member.pause-wrong", "why", err), nil
	}
	v.Change(`update member set away = $2 where address = $1`, v.from, away.Zoned())
	told, own, err := v.announce(here)
	if err != nil {
		return i18n.Text{}, err
	}
	parts := []i18n.Text{words.Text("member.paused", "days", i18n.Days(away.First, away.Last))}
	if told > 0 {
		parts = append(parts, words.Text("member.paused-matches", "n", told))
	}
	if own > 0 {
		parts = append(parts, words.Text("member.paused-own", "n", own, "days", away.Days()))
	}
	return i18n.Paragraphs(append(parts, words.Text("member.paused-back"))...), nil
}

// announce announces the sender's absence in their matches. It returns the number of matches in which it did, and the number in
// which only the sender can.
func (v *visit) announce(here time.Time) (told, own int, err error) {
	files, err := matchesOf(v.Deal, v.from)
	if err != nil {
		return 0, 0, err
	}
	for _, file := range files {
		m, err := v.Shelf.Open(file)
		if err != nil {
			return told, own, err
		}
		party := m.Roster.At(v.from)
		switch {
		case m.Roster.Joining() != 0 || !m.Clock.Limited() || party == 0 || m.Roster.IsOut(party):
		case !m.MayUseMailOnly(party):
			own++
		default:
			var after *match.Match
			away, err := match.ParseAway(v.in.Days, m.Clock.Local(here)) // rest days and absences are in the same time zone
			if err == nil {
				after, err = v.Shelf.Sign(m.Match, kif.Event{Step: away, Mail: v.mail(), At: v.At, Posted: true}, party)
			}
			if err != nil { // the rules of this match don't allow it now
				own++
				continue
			}
			if err := v.Shelf.Put(m, after); err != nil {
				return told, own, err
			}
			told++
		}
	}
	return told, own, nil
}

// setDigest sets how often the sender gets a digest.
func (v *visit) setDigest(often string) i18n.Text {
	if often == "off" {
		v.Change(`update member set digest = '' where address = $1`, v.from)
		return words.Text("member.digest-off")
	}
	v.Change(`update member set digest = $2, told = $3 where address = $1`, v.from, often, v.At)
	return words.Text("member.digest." + often)
}

// leave ends a membership. Open matches continue.
func (v *visit) leave() (i18n.Text, error) {
	v.Change(`update member set gone = $2, digest = '', away = '' where address = $1`, v.from, v.At)
	if err := closeAll(v.Deal, v.who); err != nil {
		return i18n.Text{}, err
	}
	if err := events.Leave(v.Deal, v.from); err != nil {
		return i18n.Text{}, err
	}
	files, err := matchesOf(v.Deal, v.from)
	if err != nil {
		return i18n.Text{}, err
	}
	text := words.Text("member.left", "club", v.Desk.Me.Name)
	if len(files) > 0 {
		text = i18n.Paragraphs(text, words.Text("member.left-matches", "n", len(files)))
	}
	return i18n.Paragraphs(text, words.Text("member.left-again", "name", v.who.name)), nil
}
