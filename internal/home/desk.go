// Package home keeps the matches of one person in a folder: it begins, plays,
// lists and signs them, and sends and answers invitations. Package match
// defines what a record means. Package courier sends and receives mail; a Desk
// is its Shelf.
package home

import (
	"crypto/rand"
	"slices"
	"strconv"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// Desk is where one person plays: a folder of matches, and the keys and acquaintances of the player.
type Desk struct {
	Folder
	Secret   string                     // the file of secret keys; needed only for matches by invitation
	Known    string                     // the file of keys met before; empty for none
	Blocked  string                     // the file of addresses whose mail is neither shown nor answered; empty for none
	Ring     *Keyring                   // the secret keys of the file Secret, if they have been read already
	Internet bool                       // mail goes to the Internet, so the addresses of others need a full domain
	Reaches  func(address string) error // the error of an address that certainly gets no mail; nil if that is never known
	Links    int                        // the length of a new chain, in links; 0 is fair.DefaultLength
}

// Setup describes a match to begin.
type Setup struct {
	Game    *engine.Game
	Options engine.Options
	Start   string     // the text of the first position; empty for the usual one
	Seats   []kif.Seat // in order; names and addresses may be empty, missing seats are added
	PerMove string     // the time limit as match.ParseControl reads it, such as "3d"; empty for none
	Against string     // the computer player for all unassigned seats, in the form of computer.ParseSpec; empty for none
	Seat    int        // where the player sits if Against has all other seats; 0 for the first
}

// SeatText says what a seat of g means for its player: who moves first, and who
// gives a handicap. The options are resolved.
func SeatText(g *engine.Game, options engine.Options, seat int) i18n.Text {
	key := "board.seat-" + strconv.Itoa(seat)
	if start, err := g.Start(options); err == nil && g.Seats(options) == 2 {
		switch first := engine.Due(start); {
		case first == 2 && seat == 2:
			key = "door.seat.uwate"
		case first == 2:
			key = "door.seat.shitate"
		case seat == 1:
			key = "door.seat.first"
		default:
			key = "door.seat.second"
		}
	}
	return i18n.T(key)
}

// New returns the record of a new match without moves. It writes nothing.
func (d *Desk) New(s Setup) (*kif.Record, error) {
	if _, err := match.ParseControl(s.PerMove); err != nil {
		return nil, err
	}
	if s.Against != "" && len(s.Seats) == 0 {
		s.Seats = make([]kif.Seat, max(s.Seat, 1))
		s.Seats[len(s.Seats)-1].Name = d.Me.Name
	}
	return s.Record(kif.NewID(rand.Reader), d.System.Now())
}

// Record returns the record of a match that begins with s. A match that was
// played elsewhere has an empty id and a zero time, so that the same match
// always gives the same record.
func (s Setup) Record(id string, begun time.Time) (*kif.Record, error) {
	options, err := s.Game.Resolve(s.Options)
	if err != nil {
		return nil, err
	}
	n := s.Game.Seats(options)
	if len(s.Seats) > n {
		return nil, i18n.Err("new.seats", "game", s.Game.Called(options), "n", n, "given", len(s.Seats))
	}
	var start engine.Position
	if s.Start == "" {
		start, err = s.Game.Start(options)
	} else if start, err = s.Game.Parse(options, s.Start); err != nil {
		err = i18n.Err("new.position", "position", s.Start, "why", err)
	}
	if err != nil {
		return nil, err
	}
	seats := append(slices.Clone(s.Seats), make([]kif.Seat, n-len(s.Seats))...)
	if err := seatProgram(seats, s.Against, max(s.Seat, 1)); err != nil {
		return nil, err
	}
	setup := kif.Setup{
		Game: s.Game.Name, Options: s.Game.OptionText(options), ID: id, Begun: begun, PerMove: s.PerMove,
		Seats: seats, Headers: headings(start),
	}
	if s.Start != "" {
		setup.Start = start.String()
	}
	return kif.New(setup)
}

// headings returns the header lines by which other programs recognise the
// game.
func headings(start engine.Position) (headers []kif.Header) {
	if p, ok := start.(engine.Headed); ok {
		for _, h := range p.Headings() {
			headers = append(headers, kif.Header(h))
		}
	}
	return headers
}

// Begin writes a new match without moves to the folder of records.
func (d *Desk) Begin(s Setup) (Copy, error) {
	r, err := d.New(s)
	if err != nil {
		return Copy{}, err
	}
	return d.Place(r)
}

// UsageError is the error of an unusable argument: a seat, days or a plan that
// cannot be read.
type UsageError struct{ Err error }

// Error returns the message of the wrapped error.
func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the error, which may have a message in both languages.
func (e *UsageError) Unwrap() error { return e.Err }

func errNoSeat(seat, seats int) error {
	return &UsageError{i18n.Err("record.seat", "n", seat, "last", seats)}
}
