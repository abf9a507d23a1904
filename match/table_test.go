package match_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// table is the people of one match, with their secrets. It holds no match: a match never changes, so whoever continues from an
// earlier one plays at a second machine.
type table struct {
	testing.TB
	masters []fair.Master          // with which the parties join, from 0
	secrets map[string]fair.Master // by public key: these, and what they ask to replace them by
	writers []int                  // the parties that have only a mail program
	links   int                    // the length of chains
	chains  map[fair.ID]*fair.Chain
	ids     int // of chains so far
	version int // of the protocol, that all programs play
}

// setting is a match as it is agreed on.
type setting struct {
	game    *engine.Game // counting where nothing is said
	options string       // "players=3 dice=none"
	players int          // by address; 2 where nothing is said
	seat    int          // of who invites, 1 where nothing is said
	toss    bool
	umpire  bool
	writers []int // the parties that have only a mail program
	time    string
	links   int // the length of chains, 40 where nothing is said
	version int // of the protocol; that of old programs where nothing is said

	observers []kif.Seat
}

// epoch is when every match begins.
var epoch = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

var people = []string{"Alice", "Bob", "Carol", "Dave", "Eve"}

// invited returns the match of s with its invitation alone.
func invited(t testing.TB, s setting) (*table, *match.Match) {
	t.Helper()
	tb := &table{TB: t, writers: s.writers, links: s.links, version: s.version, chains: map[fair.ID]*fair.Chain{}, secrets: map[string]fair.Master{}}
	if tb.links == 0 {
		tb.links = 40
	}
	for i := range people {
		tb.masters = append(tb.masters, tb.knows(fair.MasterFrom([32]byte{byte(i + 1)})))
	}
	r, e := s.record(tb)
	e.Key, e.Version = tb.masters[0].PublicKey().String(), s.version
	if s.players <= 2 {
		e.Chain = tb.newChain(1)
	}
	m, err := match.Invite(r, s.rules(), e, func(entry []byte) kif.Signature { return kif.Signature(tb.masters[0].Sign(entry)) })
	tb.must(err)
	return tb, m
}

// sit returns the match of s, accepted by all and at the point where somebody is to move.
func sit(t testing.TB, s setting) (*table, *match.Match) {
	t.Helper()
	tb, m := invited(t, s)
	for m.Roster.Joining() != 0 {
		m = tb.do(m, m.Roster.Joining(), kif.Accept{})
	}
	return tb, tb.attend(m)
}

// knows returns a secret that somebody at the table has from now on.
func (tb *table) knows(m fair.Master) fair.Master {
	tb.secrets[m.PublicKey().String()] = m
	return m
}

// signs returns the secret with which a party's steps are signed: its own, or for a mail-only player that of the scribe.
func (tb *table) signs(m *match.Match, party int) fair.Master {
	for _, by := range []int{party, match.Scribe} {
		if secret, known := tb.secrets[m.Keys.Of[by]]; known && (by == party || slices.Contains(tb.writers, party)) {
			return secret
		}
	}
	return tb.masters[party-1]
}

func (s setting) rules() *engine.Game {
	if s.game != nil {
		return s.game
	}
	return counting
}

// record returns that of s before its first event, and the invitation.
func (s setting) record(tb *table) (*kif.Record, kif.Event) {
	tb.Helper()
	g := s.rules()
	options := "target=1000"
	if s.options != "" {
		options += " " + s.options
	}
	given := engine.Options{}
	for word := range strings.FieldsSeq(options) {
		key, value, _ := strings.Cut(word, "=")
		given[key] = value
	}
	resolved, err := g.Resolve(given)
	tb.must(err)
	setup := kif.Setup{Game: g.Name, Options: options, ID: "k7f3qz9m2c", PerMove: s.time, Toss: s.toss, Observers: s.observers}
	e := kif.Event{Step: kif.Invite{}, Party: 1, At: epoch, Spent: -1}
	players, first := people[:max(2, s.players)], 0
	if s.umpire {
		setup.Umpire, players = seatOf(people[0]), people[1:max(2, s.players)+1]
	} else if !s.toss {
		e.Seat = max(1, s.seat)
		first = len(players) - e.Seat + 1
	}
	for i := range g.Seats(resolved) {
		setup.Seats = append(setup.Seats, seatOf(players[(first+i)%len(players)]))
	}
	r, err := kif.New(setup)
	tb.must(err)
	return r, e
}

func seatOf(name string) kif.Seat {
	return kif.Seat{Name: name, Address: strings.ToLower(name) + "@example.org"}
}

func (tb *table) must(err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// newChain commits a party to a chain of its own.
func (tb *table) newChain(party int) kif.Chain {
	tb.Helper()
	tb.ids++
	id := fair.ID{0: byte(party), 15: byte(tb.ids)}
	chain, err := fair.NewChain(tb.masters[party-1], id, tb.links)
	tb.must(err)
	tb.chains[id] = chain
	tip := chain.Tip()
	return kif.Chain{ID: tip.ID, Length: tip.Length, Tip: tip.Last}
}

// open opens a link of any chain.
func (tb *table) open(chain fair.Tip, index int) (fair.Link, error) {
	return tb.chains[chain.ID].Link(index)
}

// with changes an event before it is signed, and how it is signed.
type with func(*draft)

// draft is an event in the making.
type draft struct {
	kif.Event
	signer fair.Master
	sealed []func(*kif.Event) // changes made to it after it was signed
	bare   bool               // neither dice are read nor links added
}

// at dates a step so long after epoch; without it a step is a minute after the one before.
func at(d time.Duration) with { return func(e *draft) { e.At = epoch.Add(d) } }

// got sets when the turn arrived at the party that makes the step.
func got(d time.Duration) with { return func(e *draft) { e.Got = epoch.Add(d) } }

// came sets when the step arrived at this copy of the record.
func came(d time.Duration) with { return func(e *draft) { e.Came = epoch.Add(d) } }

func says(text string) with        { return func(e *draft) { e.Comment = text } }
func seat(n int) with              { return func(e *draft) { e.Seat = n } }
func again(original kif.Hash) with { return func(e *draft) { e.Again = original } }

// party sets the party that the step names as its author.
func party(n int) with { return func(e *draft) { e.Party = n } }

// signer signs with another secret than that of the party that makes the step.
func signer(m fair.Master) with { return func(e *draft) { e.signer = m } }

// bare leaves dice and links to other options.
func bare() with { return func(e *draft) { e.bare = true } }

// link puts another link in the place of the one that is due.
func link(index int, secret fair.Link) with {
	return func(e *draft) { e.bare, e.Link = true, kif.Link{Index: index, Secret: secret} }
}

// chain brings a chain.
func chain(c kif.Chain) with { return func(e *draft) { e.Chain = c } }

// sealed changes an event after it is signed.
func sealed(change func(*kif.Event)) with {
	return func(e *draft) { e.sealed = append(e.sealed, change) }
}

// try returns m with a step of a party at its end: with its time, the dice that are its to read, the link that is due and the
// signature of the party or, for a mail-only player, of the scribe. Its error is the law's.
func (tb *table) try(m *match.Match, by int, s kif.Step, more ...with) (*match.Match, error) {
	tb.Helper()
	date := lastDate(m).Add(time.Minute)
	if !kif.InRange(date) {
		date = lastDate(m)
	}
	d := draft{Event: kif.Event{Step: s, Party: by, Spent: -1, At: date}, signer: tb.signs(m, by)}
	switch mover := m.Mover(); s.(type) {
	case kif.Move:
		if mover == by {
			d.Party = 0
		}
	case kif.Ending:
		if mover != by && s == kif.Step(kif.Resignation) {
			d.Seat = m.Roster.SeatOf(by)
		}
	}
	if slices.Contains(tb.writers, by) && m.MayUseMailOnly(by) {
		d.Mail = sha256.Sum256([]byte(fmt.Sprint("mail ", by, m.Head)))
	} else if joins(s) {
		d.Key = d.signer.PublicKey().String()
		if _, accepts := s.(kif.Accept); accepts && len(m.Roster.Players()) == 2 {
			d.Chain = tb.newChain(by)
		}
	}
	if s == kif.Step(kif.Accept{}) {
		d.Version = tb.version
	}
	for _, change := range more {
		change(&d)
	}
	if !d.bare {
		var err error
		if m, err = tb.read(m, by, s); err != nil {
			return nil, err
		}
		if err = tb.addLink(m, &d, by); err != nil {
			return nil, err
		}
	}
	return d.seal(m)
}

// lastDate returns when the last entry was signed.
func lastDate(m *match.Match) time.Time { return m.Entries[len(m.Entries)-1].Event.At }

func joins(s kif.Step) bool {
	switch s.(type) {
	case kif.Accept, kif.Decline:
		return true
	}
	return false
}

// read returns m with the throws that a party has to make for a step, real dice that all show 1 where nobody has committed to any.
// What it reads for another is read by attend.
func (tb *table) read(m *match.Match, by int, s kif.Step) (*match.Match, error) {
	_, moves := s.(kif.Move)
	switch closes := moves || s == kif.Step(kif.OpenLink{}) || s == kif.Step(kif.HandOver{}); {
	case len(m.Dice.ChainIDs()) == 0 && moves:
		return throwOnes(m)
	case len(m.Dice.ChainIDs()) == 0 || s == kif.Step(kif.Receipt{}):
		return m, nil
	case closes && m.Next().Throw != nil && m.Reads(by):
		return m.ReadDice(by, tb.open)
	case closes:
		return m, nil
	}
	return m.Cut(m.LastEntry() + 1), nil // throws follow again from the link of a move
}

// throwOnes returns m with the throws that it waits for.
func throwOnes(m *match.Match) (*match.Match, error) {
	for sides := m.Next().Throw; sides != nil; sides = m.Next().Throw {
		e := kif.Plain(kif.Throw(engine.Throw(slices.Repeat([]int{1}, len(sides))...)))
		e.Source = kif.Typed
		var err error
		if m, err = m.Append(e); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// addLink adds the link that is due, and a new chain where few are left.
func (tb *table) addLink(m *match.Match, d *draft, by int) error {
	made, err := m.Draft(d.Event)
	if err != nil || made.Due == nil {
		return err
	}
	if made.Due.Renew && d.Chain == (kif.Chain{}) && !joins(d.Step) {
		d.Chain = tb.newChain(by)
	}
	chain := made.Due.Chain
	if made.Due.Fresh() {
		chain.ID = d.Chain.ID
	}
	if made.Due.Index == 0 {
		return nil
	}
	secret, err := tb.open(chain, made.Due.Index)
	d.Link = kif.Link{Index: made.Due.Index, Secret: secret}
	return err
}

// seal signs d and appends it.
func (d *draft) seal(m *match.Match) (*match.Match, error) {
	made, err := m.Draft(d.Event)
	if err != nil {
		return nil, err
	}
	made.Event.Sign = kif.Signature(d.signer.Sign(made.Entry.Bytes()))
	for _, change := range d.sealed {
		change(&made.Event)
	}
	return m.Append(made.Event)
}

// do returns try where nothing may fail.
func (tb *table) do(m *match.Match, by int, s kif.Step, more ...with) *match.Match {
	tb.Helper()
	next, err := tb.try(m, by, s, more...)
	if err != nil {
		tb.Fatalf("%s by %d behind %s\n%v", s, by, steps(m), err)
	}
	return next
}

// refuses wants a step to be refused with these words.
func (tb *table) refuses(m *match.Match, want string, by int, s kif.Step, more ...with) {
	tb.Helper()
	if _, err := tb.try(m, by, s, more...); err == nil || !strings.Contains(err.Error(), want) {
		tb.Errorf("%s by %d: error %v, want %q", s, by, err, want)
	}
}

// attend does what programs do by themselves: they read dice for mail-only players, give receipts, and open links with which
// nobody moves.
func (tb *table) attend(m *match.Match) *match.Match {
	tb.Helper()
	for {
		var next *match.Match
		var err error
		reader, link := tb.readsForAnother(m), m
		short := m.Turn != 0 && m.Dice.Short() == m.Turn
		if (m.Awaits() != 0 || short) && m.Reads(m.Turn) && m.Next().Throw != nil {
			link, err = m.ReadDice(m.Turn, tb.open)
			tb.must(err)
		}
		switch {
		case reader != 0:
			next, err = m.ReadDice(reader, tb.open)
		case m.ReceiptDue:
			next, err = tb.try(m, m.Roster.Umpire(), kif.Receipt{}, func(e *draft) { e.Got = lastDate(m) })
		case link.Opens(link.Turn):
			next, err = tb.try(link, link.Turn, kif.OpenLink{})
		default:
			return link
		}
		if err != nil {
			tb.Fatalf("%v behind %s", err, steps(m))
		}
		m = next
	}
}

// readsForAnother returns the party that has to read dice for a mail-only player, 0 for none.
func (tb *table) readsForAnother(m *match.Match) int {
	if m.Next().Throw == nil || !m.ReadFor() {
		return 0
	}
	for n := range m.Roster.Parties {
		if party := n + 1; m.Reads(party) && !slices.Contains(tb.writers, party) {
			return party
		}
	}
	return 0
}

// play lets whoever is to move play these moves, and the programs do their part.
func (tb *table) play(m *match.Match, moves ...string) *match.Match {
	tb.Helper()
	for _, move := range moves {
		m = tb.attend(m)
		m = tb.attend(tb.do(m, m.Mover(), kif.Move(move)))
	}
	return m
}

// judged returns the match whose record has these bytes.
func judged(t testing.TB, g *engine.Game, record string) *match.Match {
	t.Helper()
	m, err := judge(g, record)
	if err != nil {
		t.Fatalf("%v in\n%s", err, record)
	}
	return m
}

// judge returns judged with the error of the format or of the law.
func judge(g *engine.Game, record string) (*match.Match, error) {
	r, err := kif.Read([]byte(record))
	if err != nil {
		return nil, err
	}
	return match.New(r, g)
}

// sameMatch wants two matches to be the same in all that the law says of them.
func sameMatch(t testing.TB, a, b *match.Match) {
	t.Helper()
	if len(a.Entries) != len(b.Entries) || len(a.Positions) != len(b.Positions) || len(a.Record.Events) != len(b.Record.Events) {
		t.Fatalf("%d entries and %d, %d positions and %d, of\n%s\nand\n%s",
			len(a.Entries), len(b.Entries), len(a.Positions), len(b.Positions), a.Record.Bytes(), b.Record.Bytes())
	}
	for i := range a.Entries {
		if x, y := a.Entries[i].Bytes(), b.Entries[i].Bytes(); !bytes.Equal(x, y) {
			t.Fatalf("entry %d is\n%s\nand\n%s", i, x, y)
		}
	}
	for i := range a.Record.Events {
		if a.Positions[i+1].String() != b.Positions[i+1].String() || !reflect.DeepEqual(a.After(i), b.After(i)) {
			t.Fatalf("behind event %d: %s and %s\n%+v\nand\n%+v", i, a.Positions[i+1], b.Positions[i+1], a.After(i), b.After(i))
		}
	}
	if !reflect.DeepEqual(a.State, b.State) {
		t.Fatalf("at the end:\n%+v\nand\n%+v", a.State, b.State)
	}
}

// steps returns the events of m in short.
func steps(m *match.Match) (text string) {
	for i, e := range m.Record.Events {
		text += fmt.Sprintf("%d %s; ", m.By(i), e.Step)
	}
	return text
}

// stepOf reads a step as a record writes it.
func stepOf(text string) kif.Step {
	if word := kif.Ending(text); word.ID() != "" {
		return word
	}
	if _, _, zoned := kif.CutZone(text); strings.HasPrefix(text, "away ") && !zoned {
		text += "+00:00"
	}
	r, err := kif.Read([]byte("ゲーム：x\n#: do " + text + "\n"))
	if err == nil {
		if _, unknown := r.Events[0].Step.(kif.Unknown); !unknown {
			return r.Events[0].Step
		}
	}
	return kif.Move(text)
}

// follow returns m after a script of steps, "1 add1; 2 draw-offer; 1 agree draw", each by a party, with what programs do between
// them. Its error is that of the first step that is refused.
func (tb *table) follow(m *match.Match, script string) (*match.Match, error) {
	tb.Helper()
	for line := range strings.SplitSeq(script, ";") {
		who, text, found := strings.Cut(strings.TrimSpace(line), " ")
		if !found {
			continue
		}
		next, err := tb.try(m, int(who[0]-'0'), stepOf(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		m = tb.attend(next)
	}
	return m, nil
}

// run returns follow where nothing may fail.
func (tb *table) run(m *match.Match, script string) *match.Match {
	tb.Helper()
	next, err := tb.follow(m, script)
	if err != nil {
		tb.Fatalf("%v behind %s", err, steps(m))
	}
	return next
}

// stops wants a script to be refused with these words, "" for not at all.
func (tb *table) stops(m *match.Match, script, want string) {
	tb.Helper()
	_, err := tb.follow(m, script)
	switch {
	case err == nil && want != "":
		tb.Errorf("%s: no error, want %q", script, want)
	case err != nil && (want == "" || !strings.Contains(err.Error(), want)):
		tb.Errorf("%s: error %v, want %q", script, err, want)
	}
}
