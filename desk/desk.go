// Package desk is one person's matches in a folder: they are begun, played, invited to and listed here, and signed with the
// secrets of that person. What a record means is the law of package match; what travels is the concern of package courier,
// for which a Desk is a shelf.
package desk

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/store"
)

// Desk is where one person plays: the games, the machine, who they are.
type Desk struct {
	Games   []*engine.Game
	System  store.System
	Me      kif.Seat                                // the zero Seat is nobody in particular, who may play every seat
	Folder  string                                  // where records lie; needed only for matches by mail
	Secret  string                                  // the file of secrets; needed only for matches by invitation
	Cache   string                                  // the file in which List remembers; empty for none
	Known   string                                  // the file of keys met before; empty for none
	Heads   string                                  // the folder that remembers what was handed to the courier; empty for none
	Foreign func(*kif.Record, []*engine.Game) error // says what a record without the name of a game is; nil for a plain sentence
	Links   int                                     // how many events of chance a commitment is for; 0 is fair.DefaultLength
}

// Copy is a match as a file of a desk holds it.
type Copy struct {
	File string
	*match.Match
}

// Setup is a match to be begun.
type Setup struct {
	Game    *engine.Game
	Options engine.Options
	Start   string       // the text of the position to begin from; empty for the usual one
	Seats   []kif.Seat   // in order; names and addresses may be empty
	PerMove string       // the time limit as players write it, such as "3d"; empty for none
	Headers []kif.Header // others, of a match that was played elsewhere
}

// New makes the record of a new match, on which nothing has been played. It is not yet written.
func (d *Desk) New(s Setup) (*kif.Record, error) {
	return s.Record(kif.NewID(rand.Reader), d.System.Now())
}

// Record makes the record of a match that begins so. A match that was played elsewhere has no number and no date: the same
// match gives the same record each time.
func (s Setup) Record(id string, begun time.Time) (*kif.Record, error) {
	options, err := s.Game.Resolve(s.Options)
	if err != nil {
		return nil, err
	}
	n := s.Game.Seats(options)
	if len(s.Seats) > n {
		return nil, fmt.Errorf("%s has %d seats here, so there is no seat %d", s.Game.Name, n, len(s.Seats))
	}
	start, err := s.start(options)
	if err != nil {
		return nil, err
	}
	setup := kif.Setup{
		Game: s.Game.Name, Options: s.Game.OptionText(options), ID: id, Begun: begun, PerMove: s.PerMove,
		Seats:   append(slices.Clone(s.Seats), make([]kif.Seat, n-len(s.Seats))...),
		Headers: append(headings(start), s.Headers...),
	}
	if s.Start != "" {
		setup.Start = start.String()
	}
	return kif.New(setup)
}

func (s Setup) start(options engine.Options) (engine.Position, error) {
	if s.Start == "" {
		return s.Game.Start(options)
	}
	p, err := s.Game.Parse(options, s.Start)
	if err != nil {
		return nil, fmt.Errorf("the position %q: %w", s.Start, err)
	}
	return p, nil
}

// headings are the header lines by which other programs know the game.
func headings(start engine.Position) (headers []kif.Header) {
	if p, ok := start.(engine.Headed); ok {
		for _, h := range p.Headings() {
			headers = append(headers, kif.Header(h))
		}
	}
	return headers
}

// Open reads and judges the record in file.
func (d *Desk) Open(file string) (Copy, error) {
	data, err := store.Read(d.System, file)
	if err != nil {
		return Copy{}, err
	}
	return d.Read(file, data)
}

// Read judges data, which file is said to hold.
func (d *Desk) Read(file string, data []byte) (Copy, error) {
	key := sha256.Sum256(data)
	if m := lately.find(d, key); m != nil {
		return Copy{file, m}, nil
	}
	r, err := kif.Read(data)
	if err != nil {
		return Copy{}, fmt.Errorf("%s: %w", file, err)
	}
	c, err := d.Judge(file, r)
	if err == nil {
		lately.keep(key, c.Match)
	}
	return c, err
}

// Judge finds the game of r and judges it. file is named in errors, and kept.
func (d *Desk) Judge(file string, r *kif.Record) (Copy, error) {
	m, err := Shelf{d}.Judge(r)
	if err != nil {
		return Copy{}, fmt.Errorf("%s: %w", file, err)
	}
	return Copy{file, m}, nil
}

// gameNamed is the game of that name, nil where there is none.
func gameNamed(d *Desk, name string) *engine.Game {
	for _, g := range d.Games {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// foreignError says by name which game r is of, and which games there are.
func foreignError(d *Desk, r *kif.Record) error {
	if r.Game() == "" && d.Foreign != nil {
		return d.Foreign(r, d.Games)
	}
	names := make([]string, len(d.Games))
	for i, g := range d.Games {
		names[i] = g.Name
	}
	return &kif.Error{Found: "the game " + r.Game(), Wanted: "a game that can be played here: " + strings.Join(names, ", ")}
}

// Put writes after in the place of before, if file still holds that; a zero before stands for no file. Its error is
// match.ErrChanged, fs.ErrExist, or one of the machine.
func (d *Desk) Put(file string, before, after *match.Match) error {
	var err error
	if before == nil {
		err = store.Create(d.System, file, after.Record.Bytes(), 0o644)
	} else if err = free(d, file, before, after); err == nil {
		err = store.Change(d.System, file, func(old []byte) ([]byte, error) {
			if !bytes.Equal(old, before.Record.Bytes()) {
				return nil, match.ErrChanged
			}
			return after.Record.Bytes(), nil
		})
	}
	if err == nil {
		d.heads().remember(before, after)
	}
	return err
}

// triesToChange is how often an edit begins anew because somebody else was faster.
const triesToChange = 20

// Change lets edit make another match of the one in file, and writes it. Nothing is written if either fails.
func (d *Desk) Change(file string, edit func(*match.Match) (*match.Match, error)) (Copy, error) {
	for range triesToChange {
		before, err := d.Open(file)
		if err != nil {
			return Copy{}, err
		}
		if err := d.heads().check(file, before.Match); err != nil {
			return Copy{}, err
		}
		after, err := edit(before.Match)
		if err != nil {
			return Copy{}, err
		}
		if err = d.Put(file, before.Match, after); !errors.Is(err, match.ErrChanged) {
			return Copy{file, after}, err
		}
	}
	return Copy{}, fmt.Errorf("%s: %w again and again: try later", file, match.ErrChanged)
}

// pathOf is where a match by mail is kept.
func pathOf(d *Desk, m *match.Match) string { return filepath.Join(d.Folder, match.FileName(m)) }

// CheckPlace wants file to lie in the folder, where poll looks for the match when its answer comes.
func CheckPlace(d *Desk, file string) error {
	dir, err := os.Stat(filepath.Dir(file))
	if err == nil {
		var folder os.FileInfo
		if folder, err = os.Stat(d.Folder); err == nil && os.SameFile(dir, folder) {
			return nil
		}
	}
	return fmt.Errorf("%s is not in %s, where poll looks for the match when its answer comes: move it there", file, d.Folder)
}

// beside is the hidden file in which something is noted of the record in file, which never travels.
func beside(file, what string) string {
	return filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+"."+what)
}

// noSeat is the error of a seat that a match does not have.
func noSeat(seat, seats int) error {
	return fmt.Errorf("there is no seat %d: the match has seats 1 to %d", seat, seats)
}

// Party is our party in m, 0 for none.
func (d *Desk) Party(m *match.Match) int { return m.Roster.At(d.Me.Address) }
