package home

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/kif"
	"hikyaku/match"
)

// Invitation describes a match to which others are invited.
type Invitation struct {
	Game    *engine.Game
	Options engine.Options
	Others  []kif.Seat // the order of their seats, without us
	Seat    int        // our seat; 0 tosses for it, between two players
	Umpire  bool       // we have no seat: Others take all seats, in order or, if Seat is 0, by a toss
	PerMove string     // the time limit, such as "3d"; empty for none
	Rest    string     // the days on which no clock runs, in the form of match.WithRest; defaults to those of PerMove
	Message string     // the message to the others

	Observers []kif.Seat // who observe, neither players nor the umpire
	Delay     int        // how many plies late they see the match
	Engines   bool       // programs may help the players
}

// Invite writes the record of a match that waits for the others' answers, with
// the invitation handed to the courier. It sends nothing itself.
func (d *Desk) Invite(i Invitation) (Copy, error) {
	if !identity.IsAddress(d.Me.Address) {
		return Copy{}, i18n.Err("invite.no-address")
	}
	r, err := i.record(d)
	if err != nil {
		return Copy{}, err
	}
	for _, who := range i.Others { // observers get no mail yet
		if d.Reaches == nil {
			break
		}
		if err := d.Reaches(who.Address); err != nil {
			return Copy{}, err
		}
	}
	ring, err := d.MakeKeyring()
	if err != nil {
		return Copy{}, err
	}
	e := kif.Event{Step: kif.Invite{}, Party: 1, At: d.System.Now(), Comment: i.Message, Version: match.Version, Key: ring.key(), Posted: true}
	var players []kif.Seat // each once: one person may have several seats
	if !i.Umpire {
		e.Seat, players = i.Seat, []kif.Seat{d.Me}
	}
	for _, who := range i.Others {
		if !slices.ContainsFunc(players, func(other kif.Seat) bool { return identity.SameAddress(who.Address, other.Address) }) {
			players = append(players, who)
		}
	}
	if len(players) == 2 {
		if e.Chain, err = d.newChain(ring); err != nil {
			return Copy{}, err
		}
	}
	m, err := match.Invite(r, i.Game, e, func(entry []byte) kif.Signature { return kif.Signature(ring.newest().Sign(entry)) })
	if err != nil {
		return Copy{}, err
	}
	m.Call(d.NameAt)
	c := Copy{File: d.pathOf(m), Match: m}
	return c, d.Put(Copy{File: c.File}, m)
}

// Check returns an error if the invitation itself is invalid. Other errors of
// Invite concern the machine or the configuration.
func (i Invitation) Check(d *Desk) error {
	_, err := i.record(d)
	return err
}

// record returns the record of an invitation before its first event.
func (i Invitation) record(d *Desk) (*kif.Record, error) {
	options, err := i.Game.Resolve(i.Options)
	if err != nil {
		return nil, err
	}
	if i.Rest != "" {
		if i.PerMove, err = match.WithRest(i.PerMove, i.Rest, d.System.Now()); err != nil {
			return nil, err
		}
	}
	if _, err := match.ParseControl(i.PerMove); err != nil {
		return nil, err
	}
	n := i.Game.Seats(options)
	if err := i.checkSeats(d, n); err != nil {
		return nil, err
	}
	if err := i.checkObservers(d); err != nil {
		return nil, err
	}
	for _, who := range slices.Concat(i.Others, i.Observers, []kif.Seat{d.Me}) {
		if err := d.checkReach(who); err != nil {
			return nil, err
		}
	}
	start, err := i.Game.Start(options)
	if err != nil {
		return nil, err
	}
	setup := kif.Setup{
		Game: i.Game.Name, Options: i.Game.OptionText(options), ID: kif.NewID(rand.Reader), Toss: i.Seat == 0 && n == 2,
		Begun: d.System.Now(), PerMove: i.PerMove, Headers: headings(start), Seats: slices.Clone(i.Others),
		Observers: i.Observers, Delay: i.Delay, Engines: i.Engines,
	}
	if i.Umpire {
		setup.Umpire = d.Me
	} else {
		setup.Seats = slices.Insert(setup.Seats, max(0, i.Seat-1), d.Me)
	}
	return kif.New(setup)
}

// checkSeats returns an error unless every one of n seats has a player.
func (i Invitation) checkSeats(d *Desk, n int) error {
	others := n - 1
	if i.Umpire {
		others = n
	}
	switch {
	case len(i.Others) != others:
		return i18n.Err("invite.others", "game", i.Game.Called(i.Options), "n", n, "others", others, "given", len(i.Others))
	case i.Seat == 0 && n != 2 && !i.Umpire:
		return i18n.Err("invite.toss-two", "n", n)
	case i.Seat < 0 || i.Seat > n || i.Umpire && i.Seat > 1:
		return errNoSeat(i.Seat, n)
	}
	for _, a := range i.Others {
		if identity.SameAddress(a.Address, d.Me.Address) {
			return i18n.Err("invite.yourself")
		}
	}
	return nil
}

// checkObservers returns an error unless the observers are distinct and none
// of them is a party.
func (i Invitation) checkObservers(d *Desk) error {
	switch {
	case len(i.Observers) > match.MaxObservers:
		return i18n.Err("invite.many-observers", "n", len(i.Observers), "most", match.MaxObservers)
	case i.Delay < 0 || i.Delay > match.MaxDelay:
		return i18n.Err("invite.delay", "n", i.Delay, "most", match.MaxDelay)
	case i.Delay > 0 && len(i.Observers) == 0:
		return i18n.Err("invite.delay-nobody")
	}
	taken := append(slices.Clone(i.Others), d.Me)
	for _, who := range i.Observers {
		if slices.ContainsFunc(taken, func(other kif.Seat) bool { return identity.SameAddress(other.Address, who.Address) }) {
			return i18n.Err("invite.observer", "who", who.Address)
		}
		taken = append(taken, who)
	}
	return nil
}

// queueOf returns the folder with the queue of invitations.
func (f *Folder) queueOf() *Folder {
	waiting := *f
	if waiting.Dir = filepath.Join(f.Dir, "invitations"); f.Cache != "" {
		waiting.Cache = f.Cache + ".invitations"
	}
	return &waiting
}

// queued lists the invitations that wait for an answer, from us or from
// somebody before us, and removes those that are over.
func (f *Folder) queued() (waiting []match.Summary) {
	for s, err := range f.queueOf().List() {
		switch {
		case err != nil: // an unreadable folder holds no invitations
		case s.Over:
			_ = f.System.Remove(s.File) // withdrawn or declined
		case !s.Damaged() && len(s.Others) > 0:
			waiting = append(waiting, s)
		}
	}
	return waiting
}

// ListAll lists the invitations that wait for our answer, and then the matches
// of the folder as List does. Those of the folder in which we are asked to be a
// substitute wait for our answer too: we may have declined before.
func (d *Desk) ListAll() iter.Seq2[Listed, error] {
	return func(yield func(Listed, error) bool) {
		blocked, _ := d.BlockedSenders() // if the list cannot be read, everything is shown
		for _, place := range []*Folder{d.queueOf(), &d.Folder} {
			for s, err := range place.List() {
				queued := place != &d.Folder
				asks := s.Called != "" || queued && s.Mine(d.Me.Address)
				l := Listed{s, err == nil && !s.Damaged() && asks && !holdsAddress(blocked, s.Others[0])}
				if queued && !l.Invites { // an unreadable folder holds no invitations
					continue
				}
				if !yield(l, err) {
					return
				}
			}
		}
	}
}

// Listed is a match as ListAll lists it.
type Listed struct {
	match.Summary
	Invites bool // it waits for us to accept, and no blocked sender asks
}

// Invitations lists the matches of ListAll that invite us.
func (d *Desk) Invitations() (list []match.Summary) {
	for s := range d.ListAll() { // an unreadable folder holds no invitations
		if s.Invites {
			list = append(list, s.Summary)
		}
	}
	return list
}

// Asking returns the match whose players ask for the consent selected by name
// and consent, as Named does, or none for an invitation.
func (d *Desk) Asking(name string, consent Consent) (asking Copy, err error) {
	if consent.Substitute != "" {
		return d.Named(name)
	}
	if list := d.invitationsNamed(name); len(list) > 0 {
		invitations := len(list)
		for s, err := range d.List() {
			if err == nil && !s.Damaged() && s.Called == "" && s.Asks(d.Me.Address) && means(s, name) {
				list = append(list, s)
			}
		}
		if len(list) > invitations { // an invitation is answered immediately, so do not guess
			return Copy{}, i18n.Err("invited.asked", "list", listing(list))
		}
		return Copy{}, nil
	}
	if c, found := d.doubted(name); found && consent.NewKey && c.Match.AsksSubstitute(d.Party(c.Match)) == nil {
		return Copy{}, nil // the answer confirms the key
	}
	asks := func(s *match.Summary) bool { return s.Asks(d.Me.Address) }
	if asking, err = d.named(name, unfinished, asks); err != nil {
		list, _, _ := d.candidates(name)
		if list = unfinished(list); slices.ContainsFunc(list, func(s match.Summary) bool { return asks(&s) }) {
			return Copy{}, err
		}
		return Copy{}, nil
	}
	if c, err := d.Opened(asking); err == nil && (!c.Roster.Invited || c.Outcome == nil && c.Roster.Joining() != 0) {
		return Copy{}, nil
	}
	return asking, nil
}

// CheckAnswered returns an error if c is an invitation that waits for our answer.
func (d *Desk) CheckAnswered(c Copy) error {
	if party := d.Party(c.Match); party != 0 && c.Outcome == nil && c.Roster.Joining() == party {
		return &match.NotYourTurn{Text: i18n.T("invited.unanswered", "match", c.Short())}
	}
	return nil
}

// invitationsNamed lists the invitations that name may refer to; see invited. An
// existing file takes precedence over players whose names contain these letters.
func (d *Desk) invitationsNamed(name string) []match.Summary {
	list := d.Invitations()
	file, _ := d.fileNamed(name)
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
		return slices.DeleteFunc(list, func(s match.Summary) bool { return filepath.Base(s.File) != filepath.Base(file) })
	}
	for _, s := range list {
		if filepath.Base(s.File) == filepath.Base(name) {
			return []match.Summary{s}
		}
	}
	return meant(list, name)
}

// invited opens the invitation that name refers to: the beginning of its id,
// its file, or a part of the inviter's name or address. An empty name refers
// to the only invitation.
func (d *Desk) invited(name string) (Copy, error) {
	found := d.invitationsNamed(name)
	switch {
	case len(found) == 1:
		return d.Open(found[0].File)
	case len(found) > 1:
		return Copy{}, i18n.Err("invited.several", "list", listing(found))
	}
	if c, err := d.named(name, unfinished, func(s *match.Summary) bool { return s.Asks(d.Me.Address) }); err == nil {
		if c, err = d.Opened(c); err != nil {
			return c, err
		}
		switch s := c.Match.Summarise(c.File, d.Me.Address); {
		case s.Asks(d.Me.Address) && !s.Mine(d.Me.Address):
			return Copy{}, i18n.Err("invited.not-due", "match", c.Short())
		case s.Asks(d.Me.Address):
			return Copy{}, i18n.Err("invited.play-on", "match", c.Short())
		case c.Outcome == nil && c.Roster.Joining() != 0 && c.Roster.HasJoined(d.Party(c.Match)):
			return Copy{}, i18n.Err("invited.own", "match", c.Short())
		}
	}
	if name == "" {
		return Copy{}, i18n.Err("invited.none")
	}
	return Copy{}, i18n.Err("invited.other", "name", name)
}

// Accept accepts the invitation with this short name and moves its record to
// the folder. It returns a *NewKeyError if the address of anybody in the match
// is known with another key, unless newKey confirms the new one. In a match
// that has already begun, newKey only confirms the keys.
func (d *Desk) Accept(name, message string, newKey bool) (Copy, error) {
	c, err := d.invited(name)
	if err != nil {
		if goesOn, found := d.doubted(name); newKey && found {
			return goesOn, d.known().confirm(goesOn.Match.Contacts(d.Me.Address))
		}
		return c, err
	}
	known, err := d.known().all()
	if err != nil {
		return Copy{}, err
	}
	contacts := c.Match.Contacts(d.Me.Address)
	if list := changed(known, contacts, c.Short()); len(list) > 0 && !newKey {
		return Copy{}, list[0]
	}
	invitation := c.Roster.Joining() != 0
	if err := d.checkChain(c.Match); err != nil {
		return Copy{}, err
	}
	c, err = d.answerInvitation(c, kif.Event{Step: answering(c.Match, kif.Accept{}, kif.StepIn{}), Comment: message})
	if err != nil {
		return c, err
	}
	if err := d.known().confirm(contacts); err != nil || !invitation {
		return c, err
	}
	return c, d.known().learn(c.Roster.Parties[0].Address, c.Keys.Of[1]) // the invitation came from this address
}

// doubted opens the unfinished match that name refers to, if anybody in it has
// an address known with another key.
func (d *Desk) doubted(name string) (Copy, bool) {
	own, _, err := d.candidates(name)
	own = unfinished(own)
	known, failed := d.known().all()
	if err != nil || failed != nil || len(own) != 1 || own[0].Over || len(changed(known, own[0].Contacts, "")) == 0 {
		return Copy{}, false
	}
	c, err := d.Open(own[0].File)
	return c, err == nil
}

// Decline declines the invitation with this short name. Its record moves to
// the folder too, because it carries the answer.
func (d *Desk) Decline(name, message string) (Copy, error) {
	c, err := d.invited(name)
	if err != nil {
		return c, err
	}
	return d.answerInvitation(c, kif.Event{Step: answering(c.Match, kif.Decline{}, kif.StepOut{}), Comment: message})
}

// answering returns the step that answers m: invited for an invitation, called for a request to be a substitute.
func answering(m *match.Match, invited, called kif.Step) kif.Step {
	if m.Roster.Joining() == 0 {
		return called
	}
	return invited
}

// Counter declines the invitation with this short name and invites the same
// players to i instead; zero fields of i are taken from the declined
// invitation. It returns the declined match and the new one.
func (d *Desk) Counter(name string, i Invitation) (old, c Copy, err error) {
	if old, err = d.invited(name); err != nil {
		return old, c, err
	}
	if old.Roster.Joining() == 0 {
		return old, c, i18n.Err("refused.substitute-counter")
	}
	if old.Roster.Umpire() != 0 {
		return old, c, i18n.Err("invite.umpire-counter")
	}
	i = i.counterTo(old.Match, d.Party(old.Match))
	if err := i.Check(d); err != nil { // before declining
		return old, c, err
	}
	if old, err = d.Decline(name, i.Message); err != nil {
		return old, c, err
	}
	c, err = d.Invite(i)
	return old, c, err
}

// CheckCounter returns an error if i cannot replace the invitation in old.
func (d *Desk) CheckCounter(old Copy, i Invitation) error {
	return i.counterTo(old.Match, d.Party(old.Match)).Check(d)
}

// counterTo returns i with its zero fields taken from m, addressed to the other parties of m.
func (i Invitation) counterTo(m *match.Match, me int) Invitation {
	i.Game = m.Game
	options := engine.Options{}
	for _, set := range []engine.Options{m.Options, i.Options} {
		for key, value := range set {
			options[key] = value
		}
	}
	i.Options, i.PerMove = options, match.KeepRest(i.PerMove, m.Record.PerMove())
	i.Observers, i.Delay, i.Engines = m.Roster.Observers, m.Roster.Delay, i.Engines || m.Roster.Engines
	i.Others = slices.Delete(slices.Clone(m.Roster.Parties), me-1, me)
	if i.Seat == 0 && len(i.Others) > 1 {
		i.Seat = 1
	}
	return i
}

// answerInvitation appends our answer e to the invitation in c and moves it from the queue into the folder.
func (d *Desk) answerInvitation(c Copy, e kif.Event) (Copy, error) {
	ring, err := d.MakeKeyring()
	if err != nil {
		return Copy{}, err
	}
	e.Key, e.Posted = ring.key(), true
	party, commits := c.Roster.Joining(), e.Step == kif.Step(kif.Accept{}) && len(c.Roster.Players()) == 2
	if party == 0 {
		party = c.Match.AskedToReplace(d.Me.Address)
		commits = e.Step == kif.Step(kif.StepIn{}) && c.Dice.Commits(party)
	}
	if commits {
		if e.Chain, err = d.newChain(ring); err != nil {
			return Copy{}, err
		}
	}
	m, err := d.Sign(withoutThrows(c.Match), e, party)
	if err != nil {
		return Copy{}, err
	}
	if filepath.Dir(c.File) != d.queueOf().Dir {
		return Copy{File: c.File, Match: m}, d.Put(c, m)
	}
	file := d.pathOf(m)
	if err := d.Put(Copy{File: file}, m); err != nil {
		done, _ := d.Open(file)
		if !errors.Is(err, fs.ErrExist) || done.Match == nil || done.Hash() != m.Hash() {
			return Copy{}, err
		}
	}
	if err := os.Remove(c.File); err != nil {
		return Copy{}, i18n.Err("invite.put-away", "why", err)
	}
	return d.Open(file)
}

// checkChain returns an error if another of our records holds a dice
// commitment of m, because its links may be known.
func (d *Desk) checkChain(m *match.Match) error {
	files, err := filesIn(d.Dir, func(name string) bool { return filepath.Ext(name) == ".kif" })
	if err != nil {
		return err
	}
	for _, file := range files {
		data, _, err := d.System.Read(file)
		if err != nil || bytes.Contains(data, []byte("対局番号："+m.Record.ID())) {
			continue
		}
		for _, id := range m.Dice.ChainIDs() {
			if bytes.Contains(data, []byte("#: chain "+id.String())) {
				return i18n.Err("invite.used-dice", "file", file)
			}
		}
	}
	return nil
}
