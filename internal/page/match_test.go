package page

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/match/fair"
	"hikyaku/render"
)

// pair is two players with their secrets.
type pair struct {
	testing.TB
	masters [2]fair.Master
	chains  map[fair.ID]*fair.Chain
	links   int // the length of chains
	random  *rand.Rand
}

// played returns a match by invitation with so many plies, of moves that do not end it while there are others. The game may
// have options behind its name.
func played(t testing.TB, game string, plies int, seed uint64, links int) *match.Match {
	t.Helper()
	p, m := begun(t, game, seed, links)
	return p.play(m, plies)
}

// begun returns a match by invitation of which played plays the moves, and its players.
func begun(t testing.TB, game string, seed uint64, links int) (*pair, *match.Match) {
	t.Helper()
	game, options, _ := strings.Cut(game, " ")
	g := all.Game(game)
	p := &pair{TB: t, links: links, chains: map[fair.ID]*fair.Chain{}, random: rand.New(rand.NewPCG(1, seed))}
	for i := range p.masters {
		p.masters[i] = fair.MasterFrom([32]byte{byte(i + 1)})
	}
	setup := kif.Setup{Game: g.Name, Options: options, ID: "k7f3qz9m2c", PerMove: "3日/手"}
	for _, name := range []string{"Alice", "Bob"} {
		setup.Seats = append(setup.Seats, kif.Seat{Name: name, Address: strings.ToLower(name) + "@example.org"})
	}
	r, err := kif.New(setup)
	p.must(err)
	begin := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	m, err := match.Invite(r, g, kif.Event{Step: kif.Invite{}, Seat: 1, Party: 1, At: begin, Spent: -1, Comment: "</script>Shall we?", Key: p.masters[0].PublicKey().String(), Chain: p.chain(0)},
		func(entry []byte) kif.Signature { return kif.Signature(p.masters[0].Sign(entry)) })
	p.must(err)
	m = p.step(m, kif.Event{Step: kif.Accept{}, Party: 2, Key: p.masters[1].PublicKey().String(), Chain: p.chain(1)}, 2)
	return p, m
}

// takeBack returns m after both have agreed to go back to the position before a move.
func (p *pair) takeBack(m *match.Match, number int) *match.Match {
	m = p.step(m, kif.Event{Step: kif.UndoOffer{Number: number}, Party: 1}, 1)
	return p.step(m, kif.Event{Step: kif.Agree{To: kif.UndoQuestion}, Party: 2, Comment: "Of course."}, 2)
}

// play returns m when it has so many plies.
func (p *pair) play(m *match.Match, plies int) *match.Match {
	p.Helper()
	for m.Ply() < plies && m.Outcome == nil {
		for m.Outcome == nil && m.Next().Throw != nil {
			opener := 0
			for _, party := range []int{1, 2} {
				if m.Opens(party) {
					opener = party
				}
			}
			if opener != 0 { // with its link, so that the other side can read the dice
				m = p.step(m, kif.Event{Step: kif.OpenLink{}, Party: opener}, opener)
				continue
			}
			reader := 1
			if !m.Reads(reader) {
				reader = 2
			}
			var err error
			m, err = m.ReadDice(reader, p.open)
			p.must(err)
		}
		if m.Outcome != nil {
			break
		}
		by := m.Mover()
		e := kif.Event{Step: kif.Move(p.choose(m.Last()))}
		if m.Ply()%20 == 7 {
			e.Comment = fmt.Sprintf("A move to think about, %d\nさて。", m.Ply())
		}
		m = p.step(m, e, by)
	}
	return m
}

func (p *pair) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// chain commits a player to a chain.
func (p *pair) chain(player int) kif.Chain {
	id := fair.ID{0: byte(player + 1), 15: byte(len(p.chains))}
	chain, err := fair.NewChain(p.masters[player], id, p.links)
	p.must(err)
	p.chains[id] = chain
	tip := chain.Tip()
	return kif.Chain{ID: tip.ID, Length: tip.Length, Tip: tip.Last}
}

func (p *pair) open(chain fair.Tip, index int) (fair.Link, error) {
	return p.chains[chain.ID].Link(index)
}

// step returns m with a signed step of a party, with the link that is due and a new chain where few are left.
func (p *pair) step(m *match.Match, e kif.Event, by int) *match.Match {
	p.Helper()
	e.At = m.Entries[len(m.Entries)-1].Event.At.Add(time.Duration(1+p.random.IntN(100_000)) * time.Second)
	if _, moved := e.Step.(kif.Move); moved {
		e.Spent, e.Got = time.Duration(p.random.IntN(90_000))*time.Second, e.At.Add(-time.Second)
	} else {
		e.Spent = -1
	}
	draft, err := m.Draft(e)
	p.must(err)
	if due := draft.Due; due != nil {
		secret, err := p.open(due.Chain, due.Index)
		p.must(err)
		draft.Event.Link = kif.Link{Index: due.Index, Secret: secret}
		if due.Renew && draft.Event.Chain == (kif.Chain{}) {
			draft.Event.Chain = p.chain(by - 1)
		}
		draft, err = m.Draft(draft.Event)
		p.must(err)
	}
	draft.Event.Sign = kif.Signature(p.masters[by-1].Sign(draft.Entry.Bytes()))
	next, err := m.Append(draft.Event)
	p.must(err)
	return next
}

// choose returns a random move that does not end the game, if one of those looked at does not.
func (p *pair) choose(from engine.Position) engine.Move {
	var moves []engine.Move
	for move := range from.Moves() {
		if moves = append(moves, move); len(moves) == 400 {
			break
		}
	}
	p.random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, move := range moves {
		if after, err := from.Apply(move); err == nil && after.Next().Result == nil {
			return move
		}
	}
	return moves[0]
}

// TestScenes wants a scene after each ply, and how the match ended in the last.
func TestScenes(t *testing.T) {
	m, err := after(t, "quoridor", "e2 e8").Append(kif.Plain(kif.Resignation))
	if err != nil {
		t.Fatal(err)
	}
	list := Scenes(m)
	if len(list) != 3 || list[1].Result != nil || list[2].Result == nil {
		t.Errorf("%d scenes, the last ending with %v", len(list), list[len(list)-1].Result)
	}
}

// pageOf returns the page of m as show writes it.
func pageOf(m *match.Match) Page {
	return Page{
		Match: m, Scenes: Scenes(m), Title: "A match", File: "m.kif",
		Picture: render.PNGOptions{Size: 600, Lang: "en", Names: m.Names()},
	}
}
