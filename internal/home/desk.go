// Package home keeps the matches of one person in a folder: it begins, plays,
// lists and signs them, and sends and answers invitations. Package match
// defines what a record means. Package courier sends and receives mail; it
// uses a Desk through a Shelf.
package home

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"hikyaku/engine"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

// Desk is where one person plays: the games, the machine and the identity of
// the player.
type Desk struct {
	Games    []*engine.Game
	System   atomicfile.System
	Me       kif.Seat                                            // the player; the zero Seat may play every seat
	Folder   string                                              // the folder of records; needed only for matches by mail
	Secret   string                                              // the file of secret keys; needed only for matches by invitation
	Cache    string                                              // the cache file of List; empty for none
	Known    string                                              // the file of keys met before; empty for none
	Blocked  string                                              // the file of addresses whose mail is neither shown nor answered; empty for none
	Verified string                                              // the file of records whose signatures were checked; empty for none
	Heads    string                                              // the folder that notes the last step handed to the courier; empty for none
	Files    func(file string, data []byte) (*kif.Record, error) // reads the files of all programs; nil for kif.Read, which reads records alone
	Foreign  func(*kif.Record, []*engine.Game) error             // describes a record that names no game; nil for a plain message
	Stored   bool                                                // every record in the folder was judged before it was written, so signatures are not checked again
	Ring     *Keyring                                            // the secret keys of the file Secret, if they have been read already
	Links    int                                                 // the length of a new chain, in links; 0 is fair.DefaultLength
}

// Copy is a match and the file that holds it.
type Copy struct {
	File string
	*match.Match
}

// Setup describes a match to begin.
type Setup struct {
	Game    *engine.Game
	Options engine.Options
	Start   string       // the text of the first position; empty for the usual one
	Seats   []kif.Seat   // in order; names and addresses may be empty, missing seats are added
	PerMove string       // the time limit as match.ParseControl reads it, such as "3d"; empty for none
	Headers []kif.Header // more header lines, for a match that was played elsewhere
	Against string       // the computer player for all unassigned seats, in the form of computer.ParseSpec; empty for none
}

// New returns the record of a new match without moves. It writes nothing.
func (d *Desk) New(s Setup) (*kif.Record, error) {
	if _, err := match.ParseControl(s.PerMove); err != nil {
		return nil, err
	}
	if s.Against != "" && len(s.Seats) == 0 && d.Me.Name != "" {
		s.Seats = []kif.Seat{{Name: d.Me.Name}}
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
	start, err := s.start(options)
	if err != nil {
		return nil, err
	}
	seats := append(slices.Clone(s.Seats), make([]kif.Seat, n-len(s.Seats))...)
	if err := seatProgram(seats, s.Against); err != nil {
		return nil, err
	}
	setup := kif.Setup{
		Game: s.Game.Name, Options: s.Game.OptionText(options), ID: id, Begun: begun, PerMove: s.PerMove,
		Seats:   seats,
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
		return nil, i18n.Err("new.position", "position", s.Start, "why", err)
	}
	return p, nil
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

// Place writes the record of a new match to the folder of records, under the
// usual name.
func (d *Desk) Place(r *kif.Record) (Copy, error) {
	m, err := Shelf{d}.Judge(r)
	if err != nil {
		return Copy{}, err
	}
	if err := os.MkdirAll(d.Folder, 0o700); err != nil {
		return Copy{}, err
	}
	c := Copy{d.pathOf(m), m}
	return c, atomicfile.Create(d.System, c.File, r.Bytes(), 0o644)
}

// Import writes data, a record or a file of another program called name, to the
// folder of records as a record. If the folder has that record already, Import
// returns it.
func (d *Desk) Import(name string, data []byte) (Copy, error) {
	r, err := d.parse(name, data)
	if err != nil {
		return Copy{}, fmt.Errorf("%s: %w", name, err)
	}
	m, err := Shelf{d}.Judge(r)
	if err != nil {
		return Copy{}, fmt.Errorf("%s: %w", name, err)
	}
	if err := os.MkdirAll(d.Folder, 0o700); err != nil {
		return Copy{}, err
	}
	c := Copy{d.pathOf(m), m}
	if r.Theirs() {
		base := name[1+strings.LastIndexAny(name, `/\`):]
		base = strings.Map(func(r rune) rune {
			if unicode.In(r, unicode.L, unicode.M, unicode.N) || strings.ContainsRune(" -_()", r) {
				return r
			}
			return '-'
		}, strings.TrimSuffix(base, filepath.Ext(base)))
		if base = strings.ToValidUTF8(base[:min(len(base), 80)], ""); base != "" {
			c.File = filepath.Join(d.Folder, base+".kif")
		}
	}
	for n, base := 2, strings.TrimSuffix(c.File, ".kif"); ; n++ {
		err := atomicfile.Create(d.System, c.File, r.Bytes(), 0o644)
		if !errors.Is(err, fs.ErrExist) {
			return c, err
		}
		if there, err := d.Open(c.File); err == nil && (there.Hash() == m.Hash() && !r.Theirs() || bytes.Equal(there.Record.Bytes(), r.Bytes())) {
			return there, nil
		}
		c.File = fmt.Sprintf("%s-%d.kif", base, n)
	}
}

// Open reads and judges the record in file. It returns an error of Read or of the file system.
func (d *Desk) Open(file string) (Copy, error) {
	data, err := atomicfile.Read(d.System, file)
	if err != nil {
		return Copy{}, err
	}
	return d.Read(file, data)
}

// Read judges data as the content of file. The error names file and wraps a
// *kif.Error.
func (d *Desk) Read(file string, data []byte) (Copy, error) {
	sum := sha256.Sum256(data)
	if m := recent.find(d, sum); m != nil {
		return Copy{file, m}, nil
	}
	r, err := d.parse(file, data)
	if err != nil {
		return Copy{}, fmt.Errorf("%s: %w", file, err)
	}
	before := isSigned(r) && d.verified().holds(sum)
	m, err := d.judge(r, d.Stored || before)
	if err != nil {
		return Copy{}, fmt.Errorf("%s: %w", file, err)
	}
	if r.IsPublic() { // others must not take it for a record that was checked
		return Copy{file, m}, nil
	}
	if !r.Theirs() { // the same bytes may be read otherwise under another name
		recent.keep(d, sum, m)
	}
	if isSigned(r) && !before {
		d.verified().add(sum)
	}
	return Copy{file, m}, nil
}

// parse parses data, the content of file.
func (d *Desk) parse(file string, data []byte) (*kif.Record, error) {
	if d.Files == nil {
		return kif.Read(data)
	}
	return d.Files(file, data)
}

// Judge finds the game of r and judges r. The Copy and the errors name file.
func (d *Desk) Judge(file string, r *kif.Record) (Copy, error) {
	m, err := d.judge(r, d.Stored)
	if err != nil {
		return Copy{}, fmt.Errorf("%s: %w", file, err)
	}
	return Copy{file, m}, nil
}

// judge finds the game of r and judges r. It does not check the signatures of
// a stored record.
func (d *Desk) judge(r *kif.Record, stored bool) (*match.Match, error) {
	g := d.gameNamed(r.Game())
	switch {
	case g == nil:
		return nil, d.foreignError(r)
	case stored:
		return match.Stored(r, g)
	}
	return match.New(r, g)
}

// gameNamed returns the game with a name, or nil.
func (d *Desk) gameNamed(name string) *engine.Game {
	for _, g := range d.Games {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// foreignError returns the error of a record whose game cannot be played here.
func (d *Desk) foreignError(r *kif.Record) error {
	if r.Game() == "" && d.Foreign != nil {
		return d.Foreign(r, d.Games)
	}
	names := make([]string, len(d.Games))
	for i, g := range d.Games {
		names[i] = g.Name
	}
	return &kif.Error{Found: i18n.T("found.game", "game", r.Game()), Wanted: i18n.T("fit.games", "games", i18n.Names(names...))}
}

// Put replaces before with after in file if the file still holds before; if
// before is nil, the file must not exist. The error is match.ErrChanged,
// fs.ErrExist, or one of the file system.
func (d *Desk) Put(file string, before, after *match.Match) error {
	var err error
	if before == nil {
		err = atomicfile.Create(d.System, file, after.Record.Bytes(), 0o644)
	} else if err = d.checkSettled(file, before, after); err == nil {
		err = atomicfile.Change(d.System, file, func(old []byte) ([]byte, error) {
			if !bytes.Equal(old, before.Record.File()) {
				return nil, match.ErrChanged
			}
			return after.Record.File(), nil
		})
	}
	if err == nil && !after.Record.Theirs() {
		d.heads().remember(before, after)
		sum := sha256.Sum256(after.Record.Bytes())
		recent.keep(d, sum, after) // it is likely to be read again soon
		if isSigned(after.Record) {
			d.verified().add(sum)
		}
	}
	return err
}

// triesToChange is how often Change retries because another program changed
// the file first.
const triesToChange = 20

// Change replaces the match in the file of before with the result of edit. It writes nothing if edit fails. If the file has
// changed since it was opened, it calls edit again with the new content.
func (d *Desk) Change(before Copy, edit func(*match.Match) (*match.Match, error)) (Copy, error) {
	for range triesToChange {
		if err := d.heads().check(before.File, before.Match); err != nil {
			return Copy{}, err
		}
		after, err := edit(before.Match)
		if err != nil {
			return Copy{}, err
		}
		if err = d.Put(before.File, before.Match, after); !errors.Is(err, match.ErrChanged) {
			return Copy{before.File, after}, err
		}
		if before, err = d.Open(before.File); err != nil {
			return Copy{}, err
		}
	}
	return Copy{}, i18n.Err("record.changing", "file", before.File, "why", match.ErrChanged)
}

// pathOf returns the file for a match by mail.
func (d *Desk) pathOf(m *match.Match) string { return filepath.Join(d.Folder, m.FileName()) }

// CheckPlace returns an error unless file is in the folder of records, where
// poll looks for the match when an answer arrives.
func (d *Desk) CheckPlace(file string) error {
	dir, err := os.Stat(filepath.Dir(file))
	if err == nil {
		var folder os.FileInfo
		if folder, err = os.Stat(d.Folder); err == nil && os.SameFile(dir, folder) {
			return nil
		}
	}
	return i18n.Err("record.elsewhere", "file", file, "folder", d.Folder)
}

// sidecar returns the hidden file beside file for notes of one kind: a "plan", or
// a "draw" to offer with the next move. It is never sent.
func sidecar(file, kind string) string {
	return filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+"."+kind)
}

// UsageError is the error of an unusable argument: a seat, days or a plan that
// cannot be read.
type UsageError struct{ Err error }

// Error returns the message of the wrapped error.
func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the error, which may have a message in both languages.
func (e *UsageError) Unwrap() error { return e.Err }

// errNoSeat returns the error of a seat that a match does not have.
func errNoSeat(seat, seats int) error {
	return &UsageError{i18n.Err("record.seat", "n", seat, "last", seats)}
}

// Party returns the party of our address in m, or 0 if we do not take part.
func (d *Desk) Party(m *match.Match) int { return m.Roster.At(d.Me.Address) }

// memo holds the matches judged most recently, by the hashes of their records.
// A poll reads the same record several times, and checking signatures is slow.
// Matches are immutable, so they can be shared.
type memo struct {
	lock  sync.Mutex
	order []memoKey // the oldest first
	known map[memoKey]*match.Match
}

// memoKey is the hash of a record, and whether its signatures may have been
// good before.
type memoKey struct {
	sum     [sha256.Size]byte
	trusted bool
}

// memoSize is the maximum number of matches in a memo.
const memoSize = 32

var recent = memo{known: map[memoKey]*match.Match{}}

// memoKey returns the key of the record with the hash sum as d judges it.
func (d *Desk) memoKey(sum [sha256.Size]byte) memoKey {
	return memoKey{sum, d.Stored || d.Verified != ""}
}

// find returns the match of the record with the hash sum, or nil if it is not
// stored or d has another game of that name.
func (k *memo) find(d *Desk, sum [sha256.Size]byte) *match.Match {
	k.lock.Lock()
	defer k.lock.Unlock()
	if m := k.known[d.memoKey(sum)]; m != nil && d.gameNamed(m.Game.Name) == m.Game {
		return m
	}
	return nil
}

// keep stores the match of the record with the hash sum.
func (k *memo) keep(d *Desk, sum [sha256.Size]byte, m *match.Match) {
	k.lock.Lock()
	defer k.lock.Unlock()
	key := d.memoKey(sum)
	if k.known[key] == nil {
		k.order = append(k.order, key)
	}
	k.known[key] = m
	if len(k.order) > memoSize {
		delete(k.known, k.order[0])
		k.order = k.order[1:]
	}
}
