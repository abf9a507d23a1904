package desk

import (
	"bytes"
	"cmp"
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
	"hikyaku/match"
)

// Invitation is a match to which others are invited.
type Invitation struct {
	Game    *engine.Game
	Options engine.Options
	Others  []kif.Seat // in the order of their seats, ours left out
	Seat    int        // ours; 0 tosses for the seats of two
	Umpire  bool       // we play no seat: Others take them all, in order or, with Seat 0, by a toss
	PerMove string     // the time limit, such as "3d"; empty for none
	Message string     // to the others
}

// Invite writes the record of a match that waits for the others' answers, and hands it to the courier. It returns the
// match; the letters go out with the courier.
func (d *Desk) Invite(i Invitation) (Copy, error) {
	if !isAddress(d.Me.Address) {
		return Copy{}, errors.New("an invitation needs your own mail address: write address in the configuration")
	}
	r, err := i.record(d)
	if err != nil {
		return Copy{}, err
	}
	ring, err := MakeKeyring(d.System, d.Secret)
	if err != nil {
		return Copy{}, err
	}
	e, players := kif.Event{Step: kif.Invite{}, Party: 1, At: d.System.Now(), Comment: i.Message, Key: ring.key(), Posted: true}, addresses(i.Others)
	if !i.Umpire {
		e.Seat, players = i.Seat, players+1
	}
	if players == 2 {
		if e.Chain, err = d.Pen().newChain(ring); err != nil {
			return Copy{}, err
		}
	}
	m, err := match.Invite(r, i.Game, e, func(entry []byte) kif.Signature { return kif.Signature(ring.newest().Sign(entry)) })
	if err != nil {
		return Copy{}, err
	}
	c := Copy{pathOf(d, m), m}
	return c, d.Put(c.File, nil, m)
}

// Check says what is wrong with an invitation as it was asked for. What else Invite may fail of is the fault of the machine
// or of the configuration.
func (i Invitation) Check(d *Desk) error {
	_, err := i.record(d)
	return err
}

// addresses counts who is invited: somebody may play several seats.
func addresses(others []kif.Seat) (n int) {
	for i, a := range others {
		if !slices.ContainsFunc(others[:i], func(b kif.Seat) bool { return strings.EqualFold(a.Address, b.Address) }) {
			n++
		}
	}
	return n
}

// record is the record of an invitation before its first entry.
func (i Invitation) record(d *Desk) (*kif.Record, error) {
	options, err := i.Game.Resolve(i.Options)
	if err != nil {
		return nil, err
	}
	if _, err := match.ParseControl(i.PerMove); err != nil {
		return nil, err
	}
	n := i.Game.Seats(options)
	if err := i.checkSeats(d, n); err != nil {
		return nil, err
	}
	start, err := i.Game.Start(options)
	if err != nil {
		return nil, err
	}
	setup := kif.Setup{
		Game: i.Game.Name, Options: i.Game.OptionText(options), ID: kif.NewID(rand.Reader), Toss: i.Seat == 0 && n == 2,
		Begun: d.System.Now(), PerMove: i.PerMove, Headers: headings(start), Seats: slices.Clone(i.Others),
	}
	if i.Umpire {
		setup.Umpire = d.Me
	} else {
		setup.Seats = slices.Insert(setup.Seats, max(0, i.Seat-1), d.Me)
	}
	return kif.New(setup)
}

// checkSeats wants a player for each of n seats.
func (i Invitation) checkSeats(d *Desk, n int) error {
	others := n - 1
	if i.Umpire {
		others = n
	}
	switch {
	case len(i.Others) != others:
		return fmt.Errorf("%s has %d seats here: name %d other players, not %d", i.Game.Name, n, others, len(i.Others))
	case i.Seat == 0 && n != 2 && !i.Umpire:
		return fmt.Errorf("only two players can toss for seats: choose yours with --seat 1 to %d", n)
	case i.Seat < 0 || i.Seat > n || i.Umpire && i.Seat > 1:
		return noSeat(i.Seat, n)
	}
	for _, a := range i.Others {
		if strings.EqualFold(a.Address, d.Me.Address) {
			return errors.New("you cannot invite yourself: hikyaku new begins a match for one machine")
		}
	}
	return nil
}

// queueOf is the desk of the invitations that wait for an answer.
func queueOf(d *Desk) *Desk {
	waiting := *d
	if waiting.Folder = filepath.Join(d.Folder, "invitations"); d.Cache != "" {
		waiting.Cache = d.Cache + ".invitations"
	}
	return &waiting
}

// queued lists the invitations that wait for an answer, ours or that of somebody before us, and removes those that were
// withdrawn.
func queued(d *Desk) (waiting []match.Summary) {
	for s, err := range queueOf(d).List() {
		switch {
		case err != nil: // a folder that cannot be read holds none
		case s.Over:
			_ = d.System.Remove(s.File) // it only takes room
		case s.Error == "" && len(s.Others) > 0:
			waiting = append(waiting, s)
		}
	}
	return waiting
}

// Invitations lists those that wait for our answer.
func (d *Desk) Invitations() (list []match.Summary) {
	for s, err := range queueOf(d).List() { // a folder that cannot be read holds none
		if err == nil && s.Error == "" && s.Mine(d.Me.Address) {
			list = append(list, s)
		}
	}
	return list
}

// invited finds the invitation that name means: the match's short name, or the beginning of it.
func invited(d *Desk, name string) (Copy, error) {
	found := slices.DeleteFunc(d.Invitations(), func(s match.Summary) bool {
		return name == "" || !strings.HasPrefix(s.Short(), strings.ToLower(name))
	})
	switch {
	case len(found) == 1:
		return d.Open(found[0].File)
	case len(found) > 1:
		return Copy{}, fmt.Errorf("%q is the beginning of %d invitations: write all eight digits", name, len(found))
	}
	return Copy{}, fmt.Errorf("there is no invitation %q that waits for your answer: hikyaku poll fetches them, hikyaku matches lists them", name)
}

// Accept takes up the invitation of this short name and writes its record into the folder. A key of the inviter that is not
// the one of earlier matches is a *NewKeyError, unless newKey allows it.
func (d *Desk) Accept(name, message string, newKey bool) (Copy, error) {
	c, err := invited(d, name)
	if err != nil {
		return c, err
	}
	if !newKey {
		changed, err := d.known().changed(c.Match)
		if err != nil {
			return Copy{}, err
		}
		if len(changed) > 0 {
			return Copy{}, changed[0]
		}
	}
	if err := checkChain(d, c.Match); err != nil {
		return Copy{}, err
	}
	c, err = answerInvitation(d, c, kif.Event{Step: kif.Accept{}, Comment: message})
	if err != nil {
		return c, err
	}
	return c, d.known().greet(c.Match)
}

// Decline turns down the invitation of this short name. Its record is kept: it carries the answer.
func (d *Desk) Decline(name, message string) (Copy, error) {
	c, err := invited(d, name)
	if err != nil {
		return c, err
	}
	return answerInvitation(d, c, kif.Event{Step: kif.Decline{}, Comment: message})
}

// Counter declines the invitation of this short name and invites the same players to the game as i says instead: its zero
// fields are taken from what was declined. It returns the match that was declined and the new one.
func Counter(d *Desk, name string, i Invitation) (old, c Copy, err error) {
	if old, err = invited(d, name); err != nil {
		return old, c, err
	}
	if old.Roster.Umpire() != 0 {
		return old, c, errors.New("an umpire's invitation is accepted or declined: what you would rather play is for hikyaku decline --message")
	}
	i = i.against(old.Match, d.Party(old.Match))
	if err := i.Check(d); err != nil { // before anything is declined
		return old, c, err
	}
	if old, err = d.Decline(name, i.Message); err != nil {
		return old, c, err
	}
	c, err = d.Invite(i)
	return old, c, err
}

// against is i with what it leaves open taken from the invitation m, to all who play there besides us.
func (i Invitation) against(m *match.Match, me int) Invitation {
	i.Game = m.Game
	options := engine.Options{}
	for _, set := range []engine.Options{m.Options, i.Options} {
		for key, value := range set {
			options[key] = value
		}
	}
	i.Options, i.PerMove = options, cmp.Or(i.PerMove, m.Record.PerMove())
	i.Others = slices.Delete(slices.Clone(m.Roster.Parties), me-1, me)
	if i.Seat == 0 && len(i.Others) > 1 {
		i.Seat = 1
	}
	return i
}

// answerInvitation takes an invitation out of the queue with what we say to it.
func answerInvitation(d *Desk, c Copy, e kif.Event) (Copy, error) {
	ring, err := MakeKeyring(d.System, d.Secret)
	if err != nil {
		return Copy{}, err
	}
	e.Key, e.Posted = ring.key(), true
	if _, accepts := e.Step.(kif.Accept); accepts && len(c.Roster.Players()) == 2 {
		if e.Chain, err = d.Pen().newChain(ring); err != nil {
			return Copy{}, err
		}
	}
	m, err := d.Pen().Sign(c.Match, e, c.Roster.Joining())
	if err != nil {
		return Copy{}, err
	}
	file := pathOf(d, m)
	if err := d.Put(file, nil, m); err != nil {
		done, _ := d.Open(file)
		if !errors.Is(err, fs.ErrExist) || done.Match == nil || done.Hash() != m.Hash() {
			return Copy{}, err
		}
	}
	if err := os.Remove(c.File); err != nil {
		return Copy{}, fmt.Errorf("put the answered invitation away: %w", err)
	}
	return d.Open(file)
}

// checkChain refuses a commitment to dice that another of our records holds already: its links may be known.
func checkChain(d *Desk, m *match.Match) error {
	files, err := filepath.Glob(filepath.Join(globEscape(d.Folder), "*.kif"))
	if err != nil {
		return err
	}
	for _, file := range files {
		data, _, err := d.System.Read(file)
		if err != nil || bytes.Contains(data, []byte("対局番号："+m.Record.ID())) {
			continue
		}
		for _, id := range match.ChainIDs(m.Dice) {
			if bytes.Contains(data, []byte("#: chain "+id.String())) {
				return fmt.Errorf("the invitation commits to dice of another match, %s, of which links are known: ask for a new one", file)
			}
		}
	}
	return nil
}

// globEscape makes dir match itself alone in a glob pattern.
func globEscape(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}
