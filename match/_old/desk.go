package match

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/store"
)

// Desk is where one person plays: the games, the machine, who they are.
type Desk struct {
	Games  []*engine.Game
	System store.System
	Me     mailbox.Address // the zero Address is nobody in particular, who may play every seat
	Folder string          // where records lie; needed only to carry turns
	Secret string          // the file of secrets; needed only for matches by invitation
	Cache  string          // the file in which Summaries remembers; empty for none
	Known  string          // the file of keys met before; empty for none
	Links  int             // how many events of chance a commitment is for; 0 is fair.DefaultLength
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
	return s.record(kif.NewID(rand.Reader), d.System.Now())
}

func (s Setup) record(id string, begun time.Time) (*kif.Record, error) {
	options, err := s.Game.Resolve(s.Options)
	if err != nil {
		return nil, err
	}
	if n := s.Game.Seats(options); len(s.Seats) > n {
		return nil, fmt.Errorf("%s has %d seats here, so there is no seat %d", s.Game.Name, n, len(s.Seats))
	}
	seats := append(slices.Clone(s.Seats), make([]kif.Seat, s.Game.Seats(options)-len(s.Seats))...)
	start, err := s.start(options)
	if err != nil {
		return nil, err
	}
	setup := kif.Setup{
		Game: s.Game.Name, Options: s.Game.OptionText(options), ID: id,
		Seats: seats, Begun: begun, PerMove: s.PerMove, Headers: append(headings(start), s.Headers...),
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

// Written makes the record of a match that was played elsewhere, of which the throws, moves and ending are known. It has no
// number and no date but what s.Headers say: the same match gives the same record each time.
func (d *Desk) Written(s Setup, events []kif.Event) (*kif.Record, error) {
	r, err := s.record("", time.Time{})
	if err != nil {
		return nil, err
	}
	m, err := d.Replay("", r)
	if err != nil {
		return nil, err
	}
	line := m.Line
	for _, e := range events {
		if e.Kind == kif.Ending && line.Outcome() != nil { // by the rules already
			continue
		} else if e.Kind == kif.Ending && e.Seat == 0 {
			e.Seat = due(line)
		}
		if line, err = line.Append(e); err != nil {
			return nil, err
		}
	}
	return line.Record, nil
}

// Played are events without times and words.
func Played(moves []engine.Move) (events []kif.Event) {
	for _, move := range moves {
		e := kif.Event{Kind: kif.Move, Text: string(move), Spent: -1}
		if _, thrown := move.Throw(); thrown {
			e.Kind = kif.Throw
		}
		events = append(events, e)
	}
	return events
}

// due is the seat to move at the end of a record that no invitation began.
func due(l *kif.Line) int { return (&Match{Line: l, ledger: &ledger{}}).Due() }

// Open reads and replays the record in file.
func (d *Desk) Open(file string) (*Match, error) {
	r, err := load(d.System, file)
	if err != nil {
		return nil, err
	}
	return d.Replay(file, r)
}

// Replay finds the game of r and plays it through. file is only kept as the match's File.
func (d *Desk) Replay(file string, r *kif.Record) (*Match, error) {
	g := d.game(r.Game())
	if g == nil {
		return nil, d.foreign(file, r)
	}
	line, err := kif.Replay(r, g)
	if err != nil && file != "" {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err != nil {
		return nil, err
	}
	return audit(file, line)
}

// audit checks the signatures and dice of a replayed record.
func audit(file string, line *kif.Line) (*Match, error) {
	pins, err := authenticate(line)
	var g *ledger
	if err == nil {
		g, err = follow(line)
	}
	var t *timekeeper
	if err == nil {
		t, err = keepTime(line, g)
	}
	if err != nil && file != "" {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &Match{file, line, g, pins, t}, err
}

// Cut is m as it stood after ply plies, which m has. How the players came together belongs to ply 0.
func (d *Desk) Cut(m *Match, ply int) (*Match, error) {
	events := m.Record.Events
	kept := slices.IndexFunc(events, func(e kif.Event) bool { return e.Kind != kif.Act })
	if kept < 0 {
		kept = len(events)
	}
	for i := kept; ply > 0; i++ {
		if kept = i + 1; events[i].Kind == kif.Move {
			ply--
		}
	}
	if kept == m.LastMove()+1 { // the ending belongs to the last ply
		kept = len(events)
	}
	return d.Replay(m.File, m.Record.Cut(kept))
}

func (d *Desk) game(name string) *engine.Game {
	for _, g := range d.Games {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// ordinary are the values of 手合割 for shogi on 9x9 squares.
var ordinary = []string{"平手", "香落ち", "右香落ち", "角落ち", "飛車落ち", "飛香落ち", "二枚落ち", "三枚落ち", "四枚落ち", "五枚落ち",
	"左五枚落ち", "六枚落ち", "左七枚落ち", "右七枚落ち", "八枚落ち", "十枚落ち", "その他", "詰将棋"}

// foreign says by name which game r is of, and which games there are.
func (d *Desk) foreign(file string, r *kif.Record) error {
	names := make([]string, len(d.Games))
	for i, g := range d.Games {
		names[i] = g.Name
	}
	err := &kif.Error{Found: "the game " + r.Game(), Wanted: "a game that can be played here: " + strings.Join(names, ", ")}
	switch handicap := r.Handicap(); {
	case r.Game() != "":
	case slices.Contains(ordinary, handicap):
		err.Found = "a record of ordinary shogi on 9x9 squares (手合割：" + handicap + ")"
	default:
		err.Found = strings.TrimSpace("a record without ゲーム (Game), as other programs write them " + handicap)
		err.Wanted = "one of hikyaku, which hikyaku convert makes of a record of 5五将棋"
	}
	return fmt.Errorf("%s: %w", file, err)
}

// change replays the record in file, lets edit make another of it, and replaces the file with that.
// Nothing is written if either fails.
func (d *Desk) change(file string, edit func(*Match) (*kif.Record, error)) (*Match, error) {
	var after *Match
	err := change(d.System, file, func(r *kif.Record) (*kif.Record, error) {
		before, err := d.Replay(file, r)
		if err != nil {
			return nil, err
		}
		changed, err := edit(before)
		if err != nil {
			return nil, err
		}
		after, err = d.Replay(file, changed)
		return changed, err
	})
	return after, err
}

// Play plays a turn at the match in file and returns the match after it.
func (d *Desk) Play(file string, t Turn) (*Match, error) {
	return d.change(file, func(m *Match) (*kif.Record, error) { return d.play(m, t) })
}

// Try is Play on a scratch copy: the file is not touched.
func (d *Desk) Try(file string, t Turn) (*Match, error) {
	m, err := d.Open(file)
	if err != nil {
		return nil, err
	}
	r, err := d.play(m, t)
	if err != nil {
		return nil, err
	}
	return d.Replay(file, r)
}

// Resign ends the match in file by resignation of seat, or of whoever may resign here where seat
// is 0: the only seat of ours, else the seat to move.
func (d *Desk) Resign(file string, seat int, post bool) (*Match, error) {
	return d.change(file, func(m *Match) (*kif.Record, error) { return d.resign(m, seat, post) })
}

// Undo takes back the last ply, or the ending, of a record that has not been handed to the courier.
// Throws before it stay, so that nobody can throw again.
func (d *Desk) Undo(file string) (*Match, error) {
	return d.change(file, func(m *Match) (*kif.Record, error) {
		events := m.Record.Events
		last := m.lastEntry()
		if last < 0 {
			return nil, errors.New("nothing has been played yet, so nothing can be taken back")
		}
		if !d.mayTouch(m, last) {
			return nil, fmt.Errorf("%s is not your own, so it is not yours to take back", events[last].Text)
		}
		if posted(events[last]) {
			return nil, fmt.Errorf("%s has been sent, so it cannot be taken back on one side alone: hikyaku undo --ask asks for it", events[last].Text)
		}
		return m.Record.Cut(last), nil
	})
}

// mayTouch tells whether the event came from this desk and not out of a letter.
func (d *Desk) mayTouch(m *Match, index int) bool {
	return len(m.SeatsOf(d.Me.Addr)) == 0 && !m.Invited() || m.isAt(m.By(index), d.Me.Addr)
}

// spent is the thinking time between the event before the last ones and now, negative if unknown.
func spent(m *Match, now time.Time) time.Duration {
	events := m.Record.Events
	for i := len(events) - 1; i >= 0; i-- {
		if events[i].Kind == kif.Move {
			if events[i].At.IsZero() || now.Before(events[i].At) {
				return -1
			}
			return now.Sub(events[i].At).Truncate(time.Second)
		}
	}
	return 0
}
