package match

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
)

// Invitation is a match to which others are invited.
type Invitation struct {
	Game    *engine.Game
	Options engine.Options
	Others  []mailbox.Address // in the order of their seats, ours left out
	Seat    int               // ours; 0 tosses for the seats of two
	Umpire  bool              // we play no seat: Others take them all, in order or, with Seat 0, by a toss
	PerMove string            // the time limit, such as "3d"; empty for none
	Message string            // to the others
}

// Invite writes the record of a match that waits for the others' answers, and hands it to the courier. It returns the
// match; the letters go out with Send or the next Poll.
func (d *Desk) Invite(i Invitation) (*Match, error) {
	if !d.Me.Valid() {
		return nil, errors.New("an invitation needs your own mail address: write address in the configuration")
	}
	r, err := d.invitation(i)
	if err != nil {
		return nil, err
	}
	ring, err := MakeKeyring(d.System, d.Secret)
	if err != nil {
		return nil, err
	}
	e, players := kif.Event{Kind: kif.Act, Text: kif.Invite, Comment: i.Message, Notes: []kif.Note{key(ring)}}, addresses(i.Others)
	if !i.Umpire {
		e.Seat, players = i.Seat, players+1
	}
	if r, err = d.join(r, ring, e, 1, players == 2); err != nil {
		return nil, err
	}
	m, err := d.Replay("", r)
	if err != nil {
		return nil, err
	}
	m.File = filepath.Join(d.Folder, m.FileName())
	return m, create(d.System, m.File, r)
}

// CheckInvitation says what is wrong with an invitation as it was asked for. What else Invite may fail of is the fault of
// the machine or of the configuration.
func (d *Desk) CheckInvitation(i Invitation) error {
	_, err := d.invitation(i)
	return err
}

// addresses counts who is invited: somebody may play several seats.
func addresses(others []mailbox.Address) (n int) {
	for i, a := range others {
		if !slices.ContainsFunc(others[:i], func(b mailbox.Address) bool { return b.Is(a.Addr) }) {
			n++
		}
	}
	return n
}

// invitation is the record of an invitation before its first entry.
func (d *Desk) invitation(i Invitation) (*kif.Record, error) {
	options, err := i.Game.Resolve(i.Options)
	if err != nil {
		return nil, err
	}
	if _, err := ParseControl(i.PerMove); err != nil {
		return nil, err
	}
	n := i.Game.Seats(options)
	others := n - 1
	if i.Umpire {
		others = n
	}
	switch {
	case len(i.Others) != others:
		return nil, fmt.Errorf("%s has %d seats here: name %d other players, not %d", i.Game.Name, n, others, len(i.Others))
	case i.Seat == 0 && n != 2 && !i.Umpire:
		return nil, fmt.Errorf("only two players can toss for seats: choose yours with --seat 1 to %d", n)
	case i.Seat < 0 || i.Seat > n || i.Umpire && i.Seat > 1:
		return nil, fmt.Errorf("there is no seat %d: the match has seats 1 to %d", i.Seat, n)
	}
	var seats []kif.Seat
	for _, a := range i.Others {
		if a.Is(d.Me.Addr) {
			return nil, errors.New("you cannot invite yourself: hikyaku new begins a match for one machine")
		}
		seats = append(seats, kif.Seat{Name: a.Name, Address: a.Addr})
	}
	start, err := i.Game.Start(options)
	if err != nil {
		return nil, err
	}
	me, setup := kif.Seat{Name: d.Me.Name, Address: d.Me.Addr}, kif.Setup{
		Game: i.Game.Name, Options: i.Game.OptionText(options), ID: kif.NewID(rand.Reader), Toss: i.Seat == 0 && n == 2,
		Begun: d.System.Now(), PerMove: i.PerMove, Headers: headings(start),
	}
	if i.Umpire {
		setup.Seats, setup.Umpire = seats, me
	} else {
		setup.Seats = slices.Insert(seats, max(0, i.Seat-1), me)
	}
	return kif.New(setup)
}

func key(ring *Keyring) kif.Note {
	return kif.Note{Word: "key", Text: ring.newest().PublicKey().String()}
}

// join appends the entry with which party joins: with a commitment to dice where two play.
func (d *Desk) join(r *kif.Record, ring *Keyring, e kif.Event, party int, two bool) (*kif.Record, error) {
	if two {
		chain, err := d.newChain(ring)
		if err != nil {
			return nil, err
		}
		e.Notes = append(e.Notes, chain)
	}
	if party == 1 {
		e.Party, e.At = party, d.System.Now()
		return d.first(r, ring, e)
	}
	m, err := d.Replay("", r)
	if err != nil {
		return nil, err
	}
	e.Party = party
	return d.append(m, e, party, true)
}

// first makes the invitation itself, before which there is no line to append to.
func (d *Desk) first(r *kif.Record, ring *Keyring, e kif.Event) (*kif.Record, error) {
	draft, err := r.Append(e)
	if err != nil {
		return nil, err
	}
	line, err := kif.Replay(draft, d.game(r.Game()))
	if err != nil {
		return nil, err
	}
	bytes := line.Entries[0].Bytes()
	e.Notes = append(e.Notes, kif.Note{Word: "sign", Text: fmt.Sprintf("%x", ring.newest().Sign(bytes))}, postNote)
	return r.Append(e)
}

// invitations is the folder where invitations wait for an answer.
func (d *Desk) invitations() string { return filepath.Join(d.Folder, "invitations") }

// Invitations lists those that wait for our answer.
func (d *Desk) Invitations() []*Match {
	waiting := *d
	waiting.Folder, waiting.Cache = d.invitations(), ""
	list, _ := waiting.Summaries() // a folder that cannot be read holds none
	return waiting.open(list, func(s Summary) bool { return same(s.Turn, d.Me.Addr) })
}

// InvitationList is Invitations in short.
func (d *Desk) InvitationList() (list []Summary) {
	for _, m := range d.Invitations() {
		list = append(list, m.summarise(d.Me.Addr))
	}
	return list
}

// invited finds the invitation that name means: the match's short name, or the beginning of it.
func (d *Desk) invited(name string) (*Match, error) {
	var found []*Match
	for _, m := range d.Invitations() {
		if name != "" && strings.HasPrefix(m.Short(), strings.ToLower(name)) {
			found = append(found, m)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, fmt.Errorf("%q is the beginning of %d invitations: write all eight digits", name, len(found))
	}
	return nil, fmt.Errorf("there is no invitation %q that waits for your answer: hikyaku poll fetches them, hikyaku matches lists them", name)
}

// Accept takes up the invitation of this short name and writes its record into the folder. A key of the inviter that is not
// the one of earlier matches is an *ErrNewKey, unless newKey allows it.
func (d *Desk) Accept(name, message string, newKey bool) (*Match, error) {
	m, err := d.invited(name)
	if err != nil {
		return nil, err
	}
	for party := range m.Parties() {
		if err := d.recognise(m, party+1); err != nil && !newKey {
			return nil, err
		}
	}
	if err := d.checkChain(m); err != nil {
		return nil, err
	}
	m, err = d.answer(name, kif.Event{Kind: kif.Act, Text: kif.Accept, Comment: message})
	if err != nil {
		return nil, err
	}
	return m, d.greet(m)
}

// checkChain refuses a commitment to dice that another of our records holds already: its links may be known.
func (d *Desk) checkChain(m *Match) error {
	files, err := filepath.Glob(filepath.Join(globEscape(d.Folder), "*.kif"))
	if err != nil {
		return err
	}
	for _, file := range files {
		data, _, err := d.System.Read(file)
		if err != nil || bytes.Contains(data, []byte("対局番号："+m.Record.ID())) {
			continue
		}
		for _, p := range m.ledger.parties {
			for _, c := range p.chains {
				if bytes.Contains(data, []byte("#: chain "+c.root.ID.String())) {
					return fmt.Errorf("the invitation commits to dice of another match, %s, of which links are known: ask for a new one", file)
				}
			}
		}
	}
	return nil
}

// Decline turns down the invitation of this short name. Its record is kept: it carries the answer.
func (d *Desk) Decline(name, message string) (*Match, error) {
	return d.answer(name, kif.Event{Kind: kif.Act, Text: kif.Decline, Comment: message})
}

// Counter declines the invitation of this short name and invites the same players to the game as i says instead: its zero
// fields are taken from what was declined. It returns the match that was declined and the new one.
func (d *Desk) Counter(name string, i Invitation) (old, m *Match, err error) {
	if old, err = d.invited(name); err != nil {
		return nil, nil, err
	}
	if old.Umpire() != 0 {
		return nil, nil, errors.New("an umpire's invitation is accepted or declined: what you would rather play is for hikyaku decline --message")
	}
	i.Game = old.Game
	options := engine.Options{}
	for _, set := range []engine.Options{old.Options, i.Options} {
		for key, value := range set {
			options[key] = value
		}
	}
	if i.Options = options; i.PerMove == "" {
		i.PerMove = old.Record.PerMove()
	}
	if i.Others = old.Others(d.Me.Addr); i.Seat == 0 && len(i.Others) > 1 {
		i.Seat = 1
	}
	if _, err := d.invitation(i); err != nil { // before anything is declined
		return nil, nil, err
	}
	if old, err = d.Decline(name, i.Message); err != nil {
		return nil, nil, err
	}
	m, err = d.Invite(i)
	return old, m, err
}

func (d *Desk) answer(name string, e kif.Event) (*Match, error) {
	m, err := d.invited(name)
	if err != nil {
		return nil, err
	}
	ring, err := MakeKeyring(d.System, d.Secret)
	if err != nil {
		return nil, err
	}
	e.Notes = []kif.Note{key(ring)}
	r, err := d.join(m.Record, ring, e, m.Joining(), len(m.Players()) == 2 && e.Text == kif.Accept)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(d.Folder, m.FileName())
	if err := create(d.System, file, r); err != nil {
		if done, _ := d.Open(file); !errors.Is(err, fs.ErrExist) || done == nil || done.hash() != m.hash() {
			return nil, err
		}
	}
	if err := os.Remove(m.File); err != nil {
		return nil, fmt.Errorf("put the answered invitation away: %w", err)
	}
	return d.Open(file)
}
