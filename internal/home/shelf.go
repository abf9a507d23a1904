package home

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/match"
)

// This file has the methods of a Desk that only a courier calls: with those of
// the other files they make a Desk a courier.Shelf.

// Self returns the player.
func (d *Desk) Self() kif.Seat { return d.Me }

// Now returns the current time.
func (d *Desk) Now() time.Time { return d.System.Now() }

// Tend calls look for each match in the folder, with the record if it has just
// been read. The argument idle is the time until which the courier has nothing
// to do for it; look returns the new one, which is valid while the file is
// unchanged.
func (d *Desk) Tend(courier string, look func(s match.Summary, m *match.Match, idle time.Time) time.Time) error {
	return d.walk(d.openCache(courier), func(k *cached, m *match.Match) bool {
		k.Idle = look(k.Summary, m, k.Idle)
		return true
	})
}

// Verify judges r by the rules of its game, and checks all its signatures.
func (d *Desk) Verify(r *kif.Record) (*match.Match, error) { return d.judge(r, false) }

// Find looks for the match whose first entry has the hash id, in files and
// then among the queued invitations. It returns the zero Copy if there is none.
func (d *Desk) Find(id kif.Hash, files []string) (Copy, error) {
	if c, err := d.findIn(id, files); c.Match != nil || err != nil {
		return c, err
	}
	var waiting []string
	for w, err := range d.queueOf().List() {
		if err == nil && (w.Hash == id.String() || w.Damaged() && match.NamedFor(w.File, id.String()[:8])) { // an unreadable folder holds no invitations
			waiting = append(waiting, w.File)
		}
	}
	return d.findIn(id, waiting)
}

func (d *Desk) findIn(id kif.Hash, files []string) (Copy, error) {
	for _, file := range files {
		c, err := d.Open(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil || c.Hash() == id {
			return c, err
		}
	}
	return Copy{}, nil
}

// Limits on queued invitations. Strangers must not fill the disk, nor use up
// the room for people we have played.
const (
	maxInvitations = 200 // in all
	maxOfStrangers = 160 // in all, before a stranger is rejected
	maxOfOne       = 5   // from one inviter
)

// Queue stores an invitation for the player to answer and returns its file. The error wraps match.ErrNoRoom if too many are
// queued.
func (d *Desk) Queue(m *match.Match) (string, error) {
	known, err := d.known().all()
	if err != nil {
		return "", err
	}
	met := slices.ContainsFunc(known, func(a acquaintance) bool { return a.key == m.Keys.Of[1] }) // we have played the inviter before, who had the same key
	waiting, ofOne := d.queued(), 0
	for _, w := range waiting {
		if !identity.SameAddress(w.Others[0], m.Roster.Parties[0].Address) {
			continue
		}
		// An inviter met before is identified by key as well, so that invitations forged with the same address do not count.
		if other, err := d.Open(w.File); err == nil && (!met || other.Keys.Of[1] == m.Keys.Of[1]) {
			ofOne++
		}
	}
	switch {
	case ofOne >= maxOfOne:
		return "", i18n.Err("invite.no-room-of", "n", ofOne, "who", m.Roster.Parties[0].Address, "error", match.ErrNoRoom)
	case len(waiting) >= maxInvitations, !met && len(waiting) >= maxOfStrangers:
		return "", i18n.Err("invite.no-room-in-all", "n", len(waiting), "error", match.ErrNoRoom)
	}
	queue := d.queueOf()
	if err := os.MkdirAll(queue.Dir, 0o700); err != nil {
		return "", err
	}
	file := queue.pathOf(m)
	return file, queue.Put(Copy{File: file}, m)
}

// Waiting returns the number of invitations that wait for an answer.
func (d *Desk) Waiting() int { return len(d.queued()) }

// Restore writes a match of ours whose file was lost, and returns the new
// file. Our steps in it count as sent.
func (d *Desk) Restore(m *match.Match) (string, error) {
	me := d.Party(m)
	r, err := m.Record.With(func(i int, e kif.Event) kif.Event {
		e.Posted = m.By(i) == me && !m.BySubstitute(i)
		return e
	})
	if err != nil {
		return "", err
	}
	restored, err := match.New(r, m.Game)
	if err != nil {
		return "", err
	}
	file := d.pathOf(m)
	if err := d.Put(Copy{File: file}, restored); err != nil {
		return "", err
	}
	_ = d.System.Remove(d.queueOf().pathOf(m)) // already answered, on another machine
	return file, nil
}

// Blocks reports whether one of the addresses of a sender is blocked.
func (d *Desk) Blocks(addresses ...string) (bool, error) {
	list, err := d.BlockedSenders()
	return slices.ContainsFunc(addresses, func(address string) bool { return holdsAddress(list, address) }), err
}

// Post returns the match in c with its last step marked as handed to the courier, and with a draw offer stored for it. It writes
// nothing. A step that was not marked before is dated now, because the others' clock runs from when the turn is sent; it keeps its
// date if it follows another unsent step of ours, brings a key or repeats an earlier step.
func (d *Desk) Post(c Copy) (*match.Match, error) {
	posted, err := d.post(c.Match)
	if err != nil || posted == c.Match {
		return posted, err
	}
	return d.withDraw(Copy{File: c.File, Match: posted})
}

// Holds reports whether key is the public key of one of our secrets.
func (d *Desk) Holds(key string) bool {
	ring, err := d.keyring()
	if err == nil {
		_, err = ring.signer(key)
	}
	return err == nil
}

// Token returns the token that a reply of a reader, numbered as in
// match.Roster.ReaderAt, must carry to the message sent when m had the given
// number of entries. Only the recipient of that message knows it. Token also
// returns the tokens of all our secret keys, any of which is valid.
func (d *Desk) Token(m *match.Match, reader, entries int) (newest [10]byte, all [][10]byte, err error) {
	ring, signer, err := d.signer(m)
	if err != nil {
		return newest, nil, err
	}
	for _, secret := range ring.masters {
		all = append(all, secret.Token(m.Hash(), reader, entries))
	}
	return signer.Token(m.Hash(), reader, entries), all, nil
}

// Question returns the token of a question to a party of m; see
// fair.Master.QuestionToken.
func (d *Desk) Question(m *match.Match, party int, question [32]byte) (token [20]byte, err error) {
	_, signer, err := d.signer(m)
	if err != nil {
		return token, err
	}
	return signer.QuestionToken(m.Hash(), party, question), nil
}

// Greet stores the keys of those who have accepted since before, by a message
// from the address to which they were invited, and returns the warnings about
// people and keys in after that did not apply to before, which is nil for an
// invitation. A new address teaches no key: anybody may claim one.
func (d *Desk) Greet(before, after *match.Match, from string) (warnings []i18n.Text, err error) {
	contacts := after.Contacts(d.Me.Address)
	if before == nil {
		return d.Warnings(contacts, after.Short(), true)
	}
	were := before.Contacts(d.Me.Address)
	if reflect.DeepEqual(were, contacts) {
		return nil, nil
	}
	if err := d.known().follow(after); err != nil {
		return nil, err
	}
	said, err := d.Warnings(were, after.Short(), false)
	if err != nil {
		return nil, err
	}
	newcomer := slices.ContainsFunc(contacts, func(c match.Contact) bool {
		return !slices.ContainsFunc(were, func(w match.Contact) bool { return w.Name == c.Name })
	})
	if warnings, err = d.Warnings(contacts, after.Short(), newcomer); err != nil {
		return nil, err
	}
	warnings = slices.DeleteFunc(warnings, func(w i18n.Text) bool { return slices.Contains(said, w) })
	accepted, err := d.learnAccepted(before, after, from)
	if accepted && err == nil {
		if used := d.checkChain(after); used != nil {
			warnings = append(warnings, i18n.Of(used))
		}
	}
	return warnings, err
}

// learnAccepted stores the keys of those who have accepted since before, by a
// message from the address to which they were invited. It reports whether
// anybody has accepted. Before we have accepted ourselves, nothing is stored:
// anybody could invite us to a match with people of their choice.
func (d *Desk) learnAccepted(before, after *match.Match, from string) (accepted bool, err error) {
	k := d.known()
	for i, e := range after.Record.Events {
		party := after.By(i)
		if e.Step != kif.Step(kif.Accept{}) || party == d.Party(after) || before.Roster.HasJoined(party) {
			continue
		}
		accepted = true
		address := before.Roster.Parties[party-1].Address
		known, err := k.all()
		if err != nil {
			return true, err
		}
		if e.Key == "" || !identity.SameAddress(address, from) || !after.Roster.HasJoined(d.Party(after)) || conflicting(known, address, e.Key) != nil {
			continue
		}
		if err := k.learn(address, e.Key); err != nil {
			return true, err
		}
	}
	return accepted, nil
}

// Reach returns p, somebody else in m, with the address to send mail to; see
// reach.
func (d *Desk) Reach(m *match.Match, p kif.Seat) kif.Seat {
	for _, c := range m.Contacts(d.Me.Address) {
		if len(c.Former) == 0 || c.Address != p.Address {
			continue
		}
		if known, err := d.known().all(); err == nil { // otherwise the address in the match has to do
			p.Address = reach(known, c)
		}
	}
	return p
}

// Memory is the stored state of a courier: a file, and a folder beside it with one file for each match. It implements
// courier.Memory.
type Memory struct {
	System atomicfile.System
	File   string // its folder must exist
}

// file returns the file that stores the state called name.
func (m Memory) file(name string) string {
	if name == "" {
		return m.File
	}
	return filepath.Join(m.File+".matches", name)
}

// memoryWait is how long a courier waits for another courier of the same mailbox.
const memoryWait = 30 * time.Second

// Lock makes other couriers of the same mailbox wait until the result is closed.
func (m Memory) Lock() (io.Closer, error) { return m.System.Lock(m.File+".lock", memoryWait) }

// Load returns what Save last stored under name, or nil. The empty name is
// that of the mailbox itself.
func (m Memory) Load(name string) ([]byte, error) { return m.read(m.file(name)) }

// LoadNote returns what SaveNote last stored, or nil.
func (m Memory) LoadNote() ([]byte, error) { return m.read(m.File + ".note") }

// read reads a file. A missing file has no content.
func (m Memory) read(file string) ([]byte, error) {
	data, _, err := m.System.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// SaveNote stores a few bytes, always of one length, in one write. It does not
// wait for the disk, so a loss of power may leave an older note or a damaged
// one.
func (m Memory) SaveNote(data []byte) error {
	f, err := os.OpenFile(m.File+".note", os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// Save stores data under name, replacing earlier data.
func (m Memory) Save(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(m.file(name)), 0o700); err != nil {
		return err
	}
	return atomicfile.Replace(m.System, m.file(name), data)
}
