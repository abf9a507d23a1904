// Package computer provides computer players: this program at a level, and other programs as processes.
package computer

import (
	"context"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Game is a game as a player sees it.
type Game struct {
	Game    *engine.Game
	Options engine.Options
	Start   engine.Position
	Moves   []engine.Move // since Start, throws included
	Now     engine.Position
}

// Begin returns a game from its usual start.
func Begin(g *engine.Game, options engine.Options) (*Game, error) {
	all, err := g.Resolve(options)
	if err != nil {
		return nil, err
	}
	p, err := g.Start(all)
	if err != nil {
		return nil, err
	}
	return &Game{Game: g, Options: all, Start: p, Now: p}, nil
}

// Play plays a move or a throw.
func (g *Game) Play(m engine.Move) error {
	p, err := g.Now.Apply(m)
	if err != nil {
		return err
	}
	g.Moves, g.Now = append(g.Moves, m), p
	return nil
}

// Player chooses moves.
type Player interface {
	// Choose returns a legal move for the seat to move. A program that fails has a *Fault.
	Choose(ctx context.Context, g *Game) (engine.Move, error)
	// Close ends the player.
	Close() error
}

// Limits limit how much a player may think about a move. Without limits it thinks for one second.
type Limits struct {
	Nodes int
	Time  time.Duration
}

// usual is the thinking time without limits.
const usual = time.Second

// Thinking is this program as a player.
type Thinking struct {
	Level  int  // 1 to engine.Levels; 0 for all that the limits allow
	Sure   bool // it makes none of the mistakes of its level
	Limits Limits
	Seed   uint64
	Memory int // bytes; 0 for the usual
}

// Choose returns the last thought's move.
func (t Thinking) Choose(ctx context.Context, g *Game) (engine.Move, error) {
	thought, err := t.Think(ctx, g.Now, uint64(len(g.Moves)))
	switch {
	case err != nil:
		return "", err
	case len(thought.Line) == 0:
		return "", i18n.Err("partner.no-move")
	}
	return thought.Line[0], nil
}

// Think returns the last thought on p, in which the game has not ended; it has no line if p waits for a throw. What is chosen among
// equals depends on ply.
func (t Thinking) Think(ctx context.Context, p engine.Position, ply uint64) (best engine.Thought, err error) {
	thinker, ok := p.(engine.Thinker)
	if !ok {
		return best, i18n.Err("partner.no-thinker")
	}
	limit := t.Limits.Time
	if t.Limits == (Limits{}) && t.Level == 0 {
		limit = usual
	}
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	for best = range thinker.Think(ctx, t.limits(ply)) {
	}
	return best, nil
}

// limits are passed to the game; the time limit is in the context.
func (t Thinking) limits(ply uint64) engine.Limits {
	return engine.Limits{Nodes: t.Limits.Nodes, Level: t.Level, Sure: t.Sure, Seed: t.Seed + ply, Memory: t.Memory}
}

// Close does nothing.
func (Thinking) Close() error { return nil }

// LevelName returns what a person who chooses a level reads.
func LevelName(level int) i18n.Text {
	switch level {
	case 1:
		return i18n.T("level.first", "n", level)
	case engine.Levels:
		return i18n.T("level.last", "n", level)
	}
	return i18n.T("level.name", "n", level)
}

// hinted limits the search for a hint, for which a person waits.
var hinted = Limits{Nodes: 20000, Time: time.Second / 2}

// Hint tells the player to move in p, in which the game has not ended, what to do:
// it names a good move, which it returns too, or asks for a throw.
func Hint(ctx context.Context, p engine.Position) (i18n.Text, engine.Move, error) {
	if p.Next().Player == 0 {
		return i18n.T("hint.throw"), "", nil
	}
	best, err := Thinking{Limits: hinted}.Think(ctx, p, 0)
	if err != nil || len(best.Line) == 0 {
		return i18n.Text{}, "", err
	}
	return i18n.T("hint.move", "move", engine.Spell(p, best.Line[0])), best.Line[0], nil
}
