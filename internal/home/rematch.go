package home

import (
	"time"

	"hikyaku/internal/i18n"
	"hikyaku/match"
)

// Rematch returns the invitation to another match like the finished one in c,
// with the same people and settings, and every player moved to the next seat.
func (d *Desk) Rematch(c Copy) (Invitation, error) {
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
