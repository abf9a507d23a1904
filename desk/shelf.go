package desk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/store"
)

// Shelf is a desk as a courier sees it: where the matches lie and what signs them. It is a courier.Shelf.
type Shelf struct{ Desk *Desk }

// Me is who plays here.
func (s Shelf) Me() kif.Seat { return s.Desk.Me }

// Now is the time of the machine.
func (s Shelf) Now() time.Time { return s.Desk.System.Now() }

// List gives the matches in the folder.
func (s Shelf) List() iter.Seq2[match.Summary, error] { return s.Desk.List() }

// Tend lets a courier look at the matches in the folder. look is given until when a match rests, and gives until when it does
// from now on, as long as its file stays as it is.
func (s Shelf) Tend(courier string, look func(m match.Summary, rest time.Time) time.Time) error {
	return walk(s.Desk, openCache(s.Desk, courier), func(k *cached) bool {
		k.Rest = look(k.Summary, k.Rest)
		return true
	})
}

// Open reads and judges the record in file.
func (s Shelf) Open(file string) (*match.Match, error) {
	c, err := s.Desk.Open(file)
	return c.Match, err
}

// Judge finds the game of r and judges it.
func (s Shelf) Judge(r *kif.Record) (*match.Match, error) {
	g := gameNamed(s.Desk, r.Game())
	if g == nil {
		return nil, foreignError(s.Desk, r)
	}
	return match.New(r, g)
}

// Put writes after in the place of before.
func (s Shelf) Put(file string, before, after *match.Match) error {
	return s.Desk.Put(file, before, after)
}

// Current refuses m, which lies in file, where it lacks what is known to have been sent of it: an *OldRecord.
func (s Shelf) Current(file string, m *match.Match) error { return s.Desk.heads().check(file, m) }

// Find looks for the match whose first entry is id in the files and among the invitations; nil where it is in none.
func (s Shelf) Find(id kif.Hash, files []string) (string, *match.Match, error) {
	if file, m, err := s.findIn(id, files); m != nil || err != nil {
		return file, m, err
	}
	var waiting []string
	for w, err := range queueOf(s.Desk).List() {
		if err == nil && (w.Hash == id.String() || w.Error != "" && match.NamedFor(w.File, id)) { // a folder that cannot be read holds none
			waiting = append(waiting, w.File)
		}
	}
	return s.findIn(id, waiting)
}

func (s Shelf) findIn(id kif.Hash, files []string) (string, *match.Match, error) {
	for _, file := range files {
		m, err := s.Open(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil || m.Hash() == id {
			return file, m, err
		}
	}
	return "", nil, nil
}

// The most invitations that may wait for an answer: a stranger must not fill the disk, nor keep out people met before.
const (
	maxInvitations = 200
	maxOfStrangers = 160
	maxOfOne       = 5
)

// Queue keeps an invitation for people to answer. match.ErrNoRoom says that too many wait.
func (s Shelf) Queue(m *match.Match) (string, error) {
	met, err := s.Desk.known().hasMet(m)
	if err != nil {
		return "", err
	}
	waiting, ofOne := queued(s.Desk), 0
	for _, w := range waiting {
		if s.sameInviter(w, m, met) {
			ofOne++
		}
	}
	switch {
	case ofOne >= maxOfOne:
		return "", fmt.Errorf("%w: %d of %s", match.ErrNoRoom, ofOne, m.Roster.Parties[0].Address)
	case len(waiting) >= maxInvitations, !met && len(waiting) >= maxOfStrangers:
		return "", fmt.Errorf("%w: %d", match.ErrNoRoom, len(waiting))
	}
	queue := queueOf(s.Desk)
	if err := os.MkdirAll(queue.Folder, 0o700); err != nil {
		return "", err
	}
	file := pathOf(queue, m)
	return file, queue.Put(file, nil, m)
}

// sameInviter tells whether the invitation in w comes from who invites to m. Somebody who was met before is known by the key:
// what others send from that address keeps nothing of theirs out.
func (s Shelf) sameInviter(w match.Summary, m *match.Match, met bool) bool {
	if !strings.EqualFold(w.Others[0], m.Roster.Parties[0].Address) {
		return false
	}
	other, err := s.Open(w.File)
	return err == nil && (!met || other.Keys.Of(1) == m.Keys.Of(1))
}

// Waiting is how many invitations wait for an answer.
func (s Shelf) Waiting() int { return len(queued(s.Desk)) }

// Restore takes back a match of ours that was lost. What we have signed in it has been sent.
func (s Shelf) Restore(m *match.Match) (string, error) {
	me := s.Desk.Party(m)
	r, err := m.Record.With(func(i int, e kif.Event) kif.Event {
		e.Posted = m.By(i) == me
		return e
	})
	if err != nil {
		return "", err
	}
	restored, err := match.New(r, m.Game)
	if err != nil {
		return "", err
	}
	file := pathOf(s.Desk, m)
	if err := s.Desk.Put(file, nil, restored); err != nil {
		return "", err
	}
	_ = s.Desk.System.Remove(pathOf(queueOf(s.Desk), m)) // it was answered, on another machine
	return file, nil
}

// Keep puts a line that somebody has sent beside the match in file.
func (s Shelf) Keep(file string, line *match.Match) (string, error) {
	return Keep(s.Desk.System, file, line)
}

// PutAway puts a line that stood in file beside it.
func (s Shelf) PutAway(file string, line *match.Match) (string, error) {
	return PutAway(s.Desk.System, file, line)
}

// Sign is m with e at its end as a step of ours, or of a letter writer for whom we sign.
func (s Shelf) Sign(m *match.Match, e kif.Event, by int) (*match.Match, error) {
	return s.Desk.Pen().Sign(m, e, by)
}

// Post is m, which lies in file, with its last step marked as handed to the courier.
func (s Shelf) Post(file string, m *match.Match) (*match.Match, error) { return Post(s.Desk, file, m) }

// Attend does for the match in file what needs no person.
func (s Shelf) Attend(file string) (*match.Match, error) {
	c, err := s.Desk.Open(file)
	if err != nil {
		return nil, err
	}
	after, _, err := s.Desk.Attend(c)
	return after.Match, err
}

// Holds tells whether a public key follows from one of our secrets.
func (s Shelf) Holds(key string) bool {
	ring, err := s.Desk.Pen().Keyring()
	if err == nil {
		_, err = ring.signer(key)
	}
	return err == nil
}

// Token is what a reply of party must carry to the letter after which m had so many entries: nobody has it who did not get
// that letter. all are those of every secret of ours.
func (s Shelf) Token(m *match.Match, party, entries int) (newest [10]byte, all [][10]byte, err error) {
	ring, err := s.Desk.Pen().Keyring()
	if err != nil {
		return newest, nil, err
	}
	signer, err := ring.signer(m.Keys.Of(s.Desk.Party(m)))
	if err != nil {
		return newest, nil, err
	}
	for _, secret := range ring.masters {
		all = append(all, secret.Token(m.Hash(), party, entries))
	}
	return signer.Token(m.Hash(), party, entries), all, nil
}

// Greet notes the keys of everybody else in m, and warns of those that are new for an address and of dice that are not fresh.
func (s Shelf) Greet(m *match.Match) (warnings []string, err error) {
	if err := checkChain(s.Desk, m); err != nil {
		warnings = append(warnings, err.Error())
	}
	changed, err := s.Desk.known().changed(m)
	if err != nil {
		return warnings, err
	}
	for _, c := range changed {
		warnings = append(warnings, c.Warning())
	}
	return warnings, s.Desk.known().greet(m)
}

// Memory is a file in which a courier remembers, and a folder beside it for what it remembers of each match. It is a
// courier.Memory.
type Memory struct {
	System store.System
	File   string // its folder exists
}

// file holds what is remembered under a name.
func (m Memory) file(name string) string {
	if name == "" {
		return m.File
	}
	return filepath.Join(m.File+".matches", name)
}

// memoryWait is how long one courier waits for another of the same mailbox.
const memoryWait = 30 * time.Second

// Lock keeps other couriers of the same mailbox waiting until it is closed.
func (m Memory) Lock() (io.Closer, error) { return m.System.Lock(m.File+".lock", memoryWait) }

// Load is what was saved last under a name, nil where there is nothing. The empty name is the mailbox's.
func (m Memory) Load(name string) ([]byte, error) {
	data, err := os.ReadFile(m.file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// Save replaces what was saved under a name.
func (m Memory) Save(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(m.file(name)), 0o700); err != nil {
		return err
	}
	return store.Replace(m.System, m.file(name), data)
}
