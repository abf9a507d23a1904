package game

import (
	"errors"
	"io/fs"
	"path"

	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// Heading is what a match counts for. It stands in the words of the invitation, which the club signs and every player accepts.
type Heading struct {
	Event  string // the name of the event; "" for none
	Round  int
	Ladder string // the game of the ladder; "" for none
	Rated  bool
}

// Message is the heading as the invitation says it.
func (h Heading) Message() i18n.Text {
	var parts []i18n.Text
	if h.Event != "" {
		parts = append(parts, words.Text("match.event", "event", h.Event, "round", h.Round))
	}
	if h.Ladder != "" {
		parts = append(parts, words.Text("match.ladder", "ladder", h.Ladder))
	}
	if h.Rated {
		return i18n.Join(append(parts, words.Text("match.rated"))...)
	}
	return i18n.Join(append(parts, words.Text("match.friendly"))...)
}

// Player is somebody who is to play.
type Player struct {
	kif.Seat
	Accepted kif.Hash // the letter by which he has asked for this match; zero where he is to accept it himself
}

// Setup is a match that the club begins.
type Setup struct {
	Heading
	Game    *engine.Game
	Options engine.Options
	Players []Player // as many as the game has seats
	Toss    bool     // who begins; else they sit in the order of Players
	Control string   // the time limit, such as "3d"
	Engines bool     // programs may help
}

// Begin begins a match. For those who have asked for it by a letter the club accepts, as for everything that letter writers say; the
// others are invited.
func (d *Deal) Begin(s Setup) (file string, err error) {
	i := home.Invitation{Game: s.Game, Options: s.Options, Umpire: true, Seat: 1, PerMove: s.Control, Message: s.Message().In(d.Lang), Engines: s.Engines}
	if s.Toss {
		i.Seat = 0
	}
	for _, p := range s.Players {
		i.Others = append(i.Others, p.Seat)
	}
	var c home.Copy
	for range 5 { // the short name is drawn, and another match may have it
		if c, err = d.Shelf.Desk.Invite(i); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return "", err
	}
	for range s.Players {
		joining := c.Roster.Joining()
		if joining == 0 {
			break
		}
		who := letterOf(s.Players, c.Roster.Parties[joining-1].Address)
		if who == (kif.Hash{}) {
			break
		}
		c, err = d.Shelf.Desk.Change(c.File, func(m *match.Match) (*match.Match, error) {
			return d.Shelf.Sign(m, kif.Event{Step: kif.Accept{}, Mail: who, Posted: true}, joining)
		})
		if err != nil {
			return "", err
		}
	}
	file = path.Base(c.File)
	d.heads[file] = s.Heading
	return file, nil
}

// letterOf is the letter by which the player at an address has asked for a match.
func letterOf(players []Player, address string) kif.Hash {
	for _, p := range players {
		if match.SameAddress(p.Address, address) {
			return p.Accepted
		}
	}
	return kif.Hash{}
}

// writeHeads notes what new matches count for, once their rows are written.
func (d *Deal) writeHeads() error {
	for file, h := range d.heads {
		rated := 0
		if h.Rated {
			rated = 1
		}
		if _, err := d.Exec(`update match set rated = $2, event = $3, round = $4, ladder = $5 where file = $1`, file, rated, h.Event, h.Round, h.Ladder); err != nil {
			return err
		}
		delete(d.heads, file)
	}
	return nil
}
