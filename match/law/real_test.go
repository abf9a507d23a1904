package law_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
)

// This file compares package match with the model.

// stroll is an endless game in which players take turns. If it has dice, each turn but the first begins with a throw.
var stroll = &engine.Game{
	Name: "stroll", Title: i18n.Same("stroll"),
	Options: []engine.Option{{Key: "players", Values: []string{"2", "3", "4"}, Default: "2"}, {Key: "dice", Values: []string{"none", "all"}, Default: "none"}},
	Seats:   func(o engine.Options) int { return int(o["players"][0] - '0') },
	Start: func(o engine.Options) (engine.Position, error) {
		return walker{seats: int(o["players"][0] - '0'), seat: 1, dice: o["dice"] == "all", thrown: true}, nil
	},
}

type walker struct {
	seats, seat, steps int
	dice, thrown       bool
	out                string // the seats that have left, "31"
}

func (w walker) String() string                         { return fmt.Sprint(w.seat, w.steps, w.thrown, w.out) }
func (w walker) Parse(text string) (engine.Move, error) { return engine.Move(text), nil }
func (w walker) Moves() iter.Seq[engine.Move]           { return slices.Values([]engine.Move{"step"}) }
func (w walker) Scene() engine.Scene                    { return engine.Scene{} }

// sides is a number so large that two throws are hardly ever equal.
const sides = 60000

func (w walker) Next() engine.Next {
	if w.dice && !w.thrown {
		return engine.Next{Throw: []int{sides}}
	}
	return engine.Next{Player: w.seat}
}

func (w walker) Apply(m engine.Move) (engine.Position, error) {
	if _, throws := m.Throw(); throws {
		w.thrown = true
		return w, nil
	}
	w.steps, w.thrown = w.steps+1, false
	return w.next(), nil
}

// next gives the turn to the next seat that is not out.
func (w walker) next() walker {
	if w.seat = w.seat%w.seats + 1; strings.Contains(w.out, strconv.Itoa(w.seat)) {
		return w.next()
	}
	return w
}

func (w walker) Leave(seat int) engine.Position {
	if w.out += strconv.Itoa(seat); w.seat == seat {
		return w.next()
	}
	return w
}

func (w walker) Out() (out []int) {
	for _, digit := range w.out {
		out = append(out, int(digit-'0'))
	}
	return out
}

// realLines is package match as the implementation under test.
type realLines struct {
	dice    bool                    // with dice, if there are two players
	masters []fair.Master           // by party, from 1
	keys    map[string]fair.Master  // whose public key that is
	chains  map[fair.ID]*fair.Chain // the dice secrets of all
}

// realLine is a line of a real match, with the numbers of the moves of the current game.
type realLine struct {
	*match.Match
	plies []int
	chain fair.ID // whose link the last step carries
}

// epoch is when every conversation begins; a step is signed an hour after the one before it.
var epoch = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func newRealLines() lines {
	r := &realLines{keys: map[string]fair.Master{}, chains: map[fair.ID]*fair.Chain{}}
	for i := range maxParties + 1 {
		r.masters = append(r.masters, r.master(i))
	}
	return r
}

// master returns the secret with this number, and remembers it.
func (r *realLines) master(n int) fair.Master {
	m := fair.MasterFrom(sha256.Sum256(fmt.Append(nil, n)))
	r.keys[m.PublicKey().String()] = m
	return m
}

func (r *realLines) Start(players int, umpire bool) line {
	r.dice = r.dice && players == 2
	setup := kif.Setup{Game: "stroll", Options: r.options(players), ID: "conversing", PerMove: "1m", Begun: epoch}
	first := kif.Event{Step: kif.Invite{}, Party: 1, At: epoch, Seat: 1, Version: match.Version}
	parties := players
	if umpire {
		setup.Umpire, first.Seat, parties = kif.Seat{Name: "U", Address: "u@example.org"}, 0, players+1
	}
	for n := range players {
		setup.Seats = append(setup.Seats, kif.Seat{Name: string(rune('A' + n)), Address: fmt.Sprintf("%c@example.org", 'a'+n)})
	}
	record, err := kif.New(setup)
	if err != nil {
		panic(err)
	}
	first.Key = r.masters[1].PublicKey().String()
	first.Chain = r.chain(players, 1)
	m, err := match.Invite(record, stroll, first, func(entry []byte) kif.Signature { return kif.Signature(r.masters[1].Sign(entry)) })
	for party := 2; party <= parties && err == nil; party++ {
		key := r.masters[party].PublicKey().String()
		m, _, err = r.sign(m, kif.Event{Step: kif.Accept{}, Party: party, At: epoch, Version: match.Version, Key: key, Chain: r.chain(players, party)})
	}
	if umpire && err == nil {
		m, _, err = r.sign(m, kif.Event{Step: kif.Receipt{}, Party: 1, At: epoch, Got: epoch})
	}
	if err != nil {
		panic(err)
	}
	return realLine{Match: m}
}

func (r *realLines) Chance() bool { return r.dice }

func (r *realLines) options(players int) string {
	if r.dice {
		return fmt.Sprintf("players=%d dice=all", players)
	}
	return fmt.Sprintf("players=%d", players)
}

// chain returns the commitment to dice that belongs to these words, which two players make even if the game has none.
func (r *realLines) chain(players int, of ...any) kif.Chain {
	if players != 2 {
		return kif.Chain{}
	}
	sum := sha256.Sum256(fmt.Append(nil, of...))
	id := fair.ID(sum[:16])
	c, known := r.chains[id]
	if !known {
		var err error
		if c, err = fair.NewChain(r.masters[0], id, 4*maxDepth); err != nil {
			panic(err)
		}
		r.chains[id] = c
	}
	tip := c.Tip()
	return kif.Chain{ID: tip.ID, Length: tip.Length, Tip: tip.Last}
}

// sign appends e, signed with the key that it contains or with that of its party. It returns the chain of which the step carries a link.
func (r *realLines) sign(m *match.Match, e kif.Event) (longer *match.Match, chain fair.ID, err error) {
	e.Spent, e.Total = -1, -1
	draft, err := m.Draft(e)
	if err != nil {
		return nil, chain, err
	}
	if due := draft.Due; due != nil {
		if e = draft.Event; due.Renew {
			e.Chain = r.chain(2, "fresh", m.Head, draft.Entry.Party)
		}
		chain = due.Chain.ID
		if due.Fresh() {
			chain = e.Chain.ID
		}
		link, err := r.chains[chain].Link(due.Index)
		if err != nil {
			return nil, chain, err
		}
		e.Link = kif.Link{Index: due.Index, Secret: link}
		if draft, err = m.Draft(e); err != nil {
			return nil, chain, err
		}
	}
	key := draft.Event.Key
	if key == "" {
		key = m.Keys.Of[draft.Entry.Party]
	}
	draft.Event.Sign = kif.Signature(r.keys[key].Sign(draft.Entry.Bytes()))
	longer, err = m.Append(draft.Event)
	return longer, chain, err
}

// limits are the reasons of package match to refuse a step that the model does not have.
var limits = []string{"acts stand since the last one", "but there is already a claim", "but the record already has it", "agrees last", "the dice that follow from the link are missing"}

func (r *realLines) Add(l line, s step, of line) (line, error) {
	before := l.(realLine)
	e, err := r.event(before, s, of)
	if err != nil {
		return nil, err
	}
	m := before.Match
	if _, moves := e.Step.(kif.Move); m.Next().Throw != nil && (moves || e.Step == kif.Step(kif.HandOver{})) && m.Reads(s.by) {
		if m, err = m.ReadDice(s.by, func(chain fair.Tip, index int) (fair.Link, error) { return r.chains[chain.ID].Link(index) }); err != nil {
			return nil, err
		}
	}
	after, chain, err := r.sign(m, e)
	if err != nil {
		for _, limit := range limits {
			if strings.Contains(err.Error(), limit) {
				err = fmt.Errorf("%w: %w", errLimit, err)
				break
			}
		}
		return nil, err
	}
	return before.longer(after, chain), nil
}

// isWelcome reports whether s agrees to a substitute.
func isWelcome(s kif.Step) bool {
	agree, ok := s.(kif.Agree)
	return ok && agree.To == kif.SubstituteQuestion
}

// longer returns a line with one more step, with or without a link of a chain.
func (l realLine) longer(m *match.Match, chain fair.ID) realLine {
	plies := slices.Clip(l.plies)
	last := m.Record.Events[len(m.Record.Events)-1]
	if _, moved := last.Step.(kif.Move); moved {
		plies = append(plies, last.Number)
	}
	if m.Undone != 0 {
		plies = plies[:slices.Index(plies, l.Offer.Number)]
	}
	return realLine{m, plies, chain}
}

// event returns the event of package match for a step of the model.
func (r *realLines) event(l realLine, s step, of line) (kif.Event, error) {
	e := kif.Event{Party: s.by, At: epoch.Add(time.Duration(s.at+1) * time.Hour)}
	if s.says {
		e.Comment = fmt.Sprintf("the words of hour %d", s.at)
	}
	switch s.kind {
	case stepMove:
		e.Step, e.Party = kif.Move("step"), 0
		if l.Mover() != s.by {
			return e, errors.New("another is to move")
		}
	case stepLink:
		e.Step, e.Got = kif.Receipt{}, e.At
	case stepDraw:
		e.Step = kif.DrawOffer{}
	case stepUndo:
		if s.arg < 1 || s.arg > len(l.plies) {
			return e, errors.New("no such ply")
		}
		e.Step = kif.UndoOffer{Number: l.plies[s.arg-1]}
	case stepPause:
		e.Step = kif.PauseOffer{}
	case stepResume:
		e.Step = kif.Resume{}
	case stepAgree:
		consent, err := l.Match.Consent(s.by)
		if err != nil || consent.Step == kif.Step(kif.Agree{To: kif.ClaimQuestion}) || isWelcome(consent.Step) || consent.Step == kif.Step(kif.TimeOut) {
			return e, errors.New("nobody has offered you anything to agree to")
		}
		e.Step, e.Seat = consent.Step, consent.Seat
	case stepAway:
		e.Step, _ = kif.ParseAway("2026-12-20..2026-12-21")
	case stepResign:
		e.Step, e.Seat = kif.Resignation, l.Roster.SeatOf(s.by)
		if s.by == l.Roster.Umpire() {
			return e, errors.New("an umpire does not resign")
		}
	case stepClaim:
		e.Step = kif.Claim{}
	case stepMoved:
		e.Step = kif.NewAddress{Address: fmt.Sprintf("moved%d@example.org", s.at)}
	case stepSay:
		e.Step = kif.Say{}
	case stepOther:
		e.Step = kif.Unknown{Text: "dance 3"}
	case stepSettle:
		away := of.(realLine)
		common := match.Meet(l.Match, away.Match).Common
		e.Step = kif.Settle{Other: away.Head, Common: common}
		e.Other = away.Record.Lines(away.EventOf(common-1) + 1)
	case stepRechain:
		e.Step, e.Party = kif.Rechain{}, s.arg
		e.Key, e.Chain = r.master(maxParties+1+s.at).PublicKey().String(), r.chain(len(l.Roster.Players()), "rechain", l.Head, s.arg, s.at)
	case stepPropose:
		e.Step = kif.Substitute{Who: kif.Seat{Name: "S", Address: fmt.Sprintf("s%d@example.org", s.at)}}
	case stepIn:
		e.Step, e.Party = kif.StepIn{}, placeOf(s.arg)
		e.Key, e.Chain = r.master(100+s.arg).PublicKey().String(), r.chain(len(l.Roster.Players()), "substitute", s.arg)
	case stepOut:
		if e.Step = kif.Step(kif.StepOut{}); s.by == 0 {
			e.Party, e.Key = placeOf(s.arg), r.master(100+s.arg).PublicKey().String()
		}
	case stepWelcome:
		e.Step = kif.Agree{To: kif.SubstituteQuestion, Seat: s.arg}
	case stepPass:
		e.Step = kif.HandOver{}
	default:
		return e, fmt.Errorf("%w: %s", errLimit, s.kind)
	}
	if of != nil && s.kind != stepSettle {
		original := of.(realLine)
		first := original.Record.Events[len(original.Record.Events)-1]
		e.Again, e.At = original.Match.Head, first.At
	}
	return e, nil
}

func (r *realLines) Meet(ours, theirs line) meeting {
	got := match.Meet(ours.(realLine).Match, theirs.(realLine).Match)
	side := map[match.Side]side{match.Ours: sideOurs, match.Theirs: sideTheirs, match.Neither: sideNeither}[got.Valid]
	return meeting{side, partiesOf(got.Forked...), partiesOf(got.Doubted...)}
}

// Repeat appends the steps that package match returns from Again.
func (r *realLines) Repeat(stands, gone line, by int) (line, error) {
	l := stands.(realLine)
	common := match.Meet(l.Match, gone.(realLine).Match).Common
	for _, e := range l.Match.Again(gone.(realLine).Match, common, func(party int) bool { return party == by }) {
		after, chain, err := r.sign(l.Match, e)
		if err != nil && e.Comment != "" { // only the comment of the step can still be repeated
			e.Step, e.Seat = kif.Say{}, 0
			after, chain, err = r.sign(l.Match, e)
		}
		if err == nil {
			l = l.longer(after, chain)
		}
	}
	return l, nil
}

func (r *realLines) Turn(l line) int { return l.(realLine).Match.Turn }

func (r *realLines) Head(l line) string { return l.(realLine).Match.Head.String() }

// TestMatchInLockstep compares package match with the model.
func TestMatchInLockstep(t *testing.T) {
	inStep.check(t, inLockstep(newRealLines))
}
