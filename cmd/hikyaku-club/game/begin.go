package game

import (
	"errors"
	"io/fs"
	"path"
	"slices"

	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/match"
)

// Heading states what a match counts for. It is part of the invitation, which the club signs and every player accepts.
type Heading struct {
	Event  string // the name of the event; "" for none
	Round  int
	Ladder string // the game of the ladder; "" for none
	Rated  bool
	Strict bool // the club ends the match when a time limit is missed, as it always does in events and on ladders
}

// Message returns the heading as text for the invitation.
func (h Heading) Message() i18n.Text {
	var parts []i18n.Text
	if h.Event != "" {
		parts = append(parts, words.Text("match.event", "event", h.Event, "round", h.Round))
	}
	if h.Ladder != "" {
		parts = append(parts, words.Text("match.ladder", "ladder", h.Ladder))
	}
	kind := words.Text("match.friendly")
	if h.Rated {
		kind = words.Text("match.rated")
	}
	if parts = append(parts, kind); h.Strict {
		parts = append(parts, words.Text("match.strict"))
	}
	return i18n.Join(parts...)
}

// Heads reports whether the invitation of a match has the heading h, in either language.
func (h Heading) Heads(m *match.Match) bool {
	text, said := h.Message(), m.Record.Events[0].Comment
	return said == text.En || said == text.Ja
}

// Player is a player of a match to be started.
type Player struct {
	kif.Seat
	Accepted kif.Hash // the message that asked for this match; zero if the player has to accept it
}

// Setup describes a match that the club starts.
type Setup struct {
	Heading
	Game    *engine.Game
	Options engine.Options
	Players []Player // as many as the game has seats
	Toss    bool     // draw lots for who begins; otherwise they sit in the order of Players
	Control string   // the time limit, such as "3d"
	Engines bool     // computer help is allowed
}

// Begin starts a match. The club accepts for players who have asked for the match by mail, as it enters all their mail into the
// record; it invites the others.
func (d *Deal) Begin(s Setup) (file string, err error) {
	i := home.Invitation{Game: s.Game, Options: s.Options, Umpire: true, Seat: 1, PerMove: s.Control, Message: s.Message().In(d.Lang), Engines: s.Engines}
	if s.Toss {
		i.Seat = 0
	}
	for _, p := range s.Players {
		i.Others = append(i.Others, p.Seat)
	}
	var c home.Copy
	for range 5 { // the short name is random and may be taken
		if c, err = d.Shelf.Invite(i); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return "", err
	}
	for joining := c.Roster.Joining(); joining != 0; joining = c.Roster.Joining() {
		i := slices.IndexFunc(s.Players, func(p Player) bool { return identity.SameAddress(p.Address, c.Roster.Parties[joining-1].Address) })
		if i < 0 || s.Players[i].Accepted == (kif.Hash{}) {
			break
		}
		c, err = d.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
			return d.Shelf.Sign(m, kif.Event{Step: kif.Accept{}, Mail: s.Players[i].Accepted, Posted: true}, joining)
		})
		if err != nil {
			return "", err
		}
	}
	d.Shelf.heads[c.File] = s.Heading
	return path.Base(c.File), nil
}
