package home

import (
	"maps"
	"slices"
	"strings"
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// Rematch returns the invitation to another match like the finished one in c,
// with the same people and settings, and every player moved to the next seat. The
// error names that match if it is running, or the invitation of another player to
// it.
func (d *Desk) Rematch(c Copy) (Invitation, error) {
	i, err := d.rematch(c)
	if err != nil {
		return i, err
	}
	r, err := i.record(d)
	if err != nil {
		return i, err
	}
	ended := c.Record.Events[len(c.Record.Events)-1].At
	for s, err := range d.ListAll() {
		if err != nil {
			return i, err
		}
		if s.Over || s.Damaged() || s.Game != c.Game.Name || !s.Invites && s.Begun.Before(ended) {
			continue
		}
		switch m, err := d.Open(s.File); {
		case err != nil || !sameTerms(m.Record, r):
		case s.Invites:
			return i, i18n.Err("rematch.invited", "who", m.Match.Party(1), "match", m.Short())
		default:
			return i, i18n.Err("rematch.running", "match", s.Short())
		}
	}
	return i, nil
}

// Crossed returns our own unanswered invitation to the match of two players to
// which m invites us, or the zero Copy. Somebody else could have written m
// unless its inviter has the key that we know, so then it crosses none.
func (d *Desk) Crossed(m *match.Match) (Copy, error) {
	known, err := d.known().all()
	if err != nil || len(m.Roster.Players()) != 2 || !slices.ContainsFunc(known, func(a acquaintance) bool { return a.signs(m.Roster.Parties[0].Address, m.Keys.Of[1]) }) {
		return Copy{}, err
	}
	for w, err := range d.List() {
		if err != nil || w.Over || w.Damaged() || w.Awaits != match.ForAnswer {
			continue
		}
		own, err := d.Open(w.File)
		if err == nil && own.Roster.Joining() != 0 && d.Party(own.Match) == 1 && own.Roster.Umpire() == 0 && sameTerms(own.Record, m.Record) {
			return own, nil
		}
	}
	return Copy{}, nil
}

// sameTerms reports whether two invitations are to the same match: with the same
// game, settings and people in the same seats, if they are not tossed for.
func sameTerms(a, b *kif.Record) bool {
	people := func(r *kif.Record) (list []string) {
		for n := 1; r.Seat(n) != (kif.Seat{}) || r.Tossed() && r.Player(n) != (kif.Seat{}); n++ {
			if list = append(list, r.Seat(n).Address); r.Tossed() {
				list[n-1] = r.Player(n).Address
			}
		}
		if r.Tossed() {
			slices.Sort(list)
		}
		for _, who := range append(r.Observers(), r.Umpire()) {
			list = append(list, who.Address)
		}
		return list
	}
	for _, key := range []string{"ゲーム", "開始局面", "持ち時間", "観戦遅延", "思考プログラム"} {
		if a.Header(key) != b.Header(key) {
			return false
		}
	}
	return a.Tossed() == b.Tossed() && maps.Equal(a.Options(), b.Options()) && slices.EqualFunc(people(a), people(b), strings.EqualFold)
}

func (d *Desk) rematch(c Copy) (Invitation, error) {
	me := d.Party(c.Match)
	switch umpire := c.Roster.Umpire(); {
	case !c.Roster.Invited:
		return Invitation{}, i18n.Err("rematch.local")
	case me == 0:
		return Invitation{}, i18n.Err("refused.address", "address", d.Me.Address)
	case umpire != 0 && umpire != me:
		return Invitation{}, i18n.Err("rematch.umpired", "who", c.Match.Party(umpire))
	case c.Outcome == nil:
		return Invitation{}, i18n.Err("rematch.open", "status", c.Match.Status())
	case len(c.Roster.SeatsAt(d.Me.Address)) > 1:
		return Invitation{}, i18n.Err("rematch.several")
	}
	i := Invitation{
		Game: c.Game, Options: c.Options, PerMove: c.Record.PerMove(), Umpire: c.Roster.Umpire() != 0,
		Observers: c.Roster.Observers, Delay: c.Roster.Delay, Engines: c.Roster.Engines,
	}
	n := len(c.Roster.Seating)
	if c.Roster.PartyOf(1) == 0 { // the seats were never tossed for
		for _, p := range c.Roster.Players() {
			if p != me {
				i.Others = append(i.Others, c.Roster.Parties[p-1])
			}
		}
		return i, nil
	}
	for seat := range n {
		before := (seat+n-1)%n + 1
		if c.Roster.PartyOf(before) == me {
			i.Seat = seat + 1
		} else {
			i.Others = append(i.Others, c.Roster.Seat(before))
		}
	}
	if i.Umpire {
		i.Seat = 1
	}
	return i, nil
}

// LastOver returns the file of the match that ended last among those that name
// may refer to; see Named. An empty name matches all.
func (f *Folder) LastOver(name string) (string, error) {
	if file, found := f.fileNamed(name); found {
		return file, nil
	}
	file, since := "", time.Time{}
	for s, err := range f.List() {
		switch {
		case err != nil:
			return "", err
		case s.Damaged() || !s.Over || s.Ending == match.Left || s.Ply == 0 && s.Against == nil || len(s.Others) == 0 || !means(s, name):
		case file == "" || s.Since.After(since):
			file, since = s.File, s.Since
		}
	}
	if file == "" {
		unfinished, err := f.Named(name) // or none
		return unfinished.File, err
	}
	return file, nil
}
