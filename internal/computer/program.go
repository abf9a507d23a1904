package computer

import (
	"context"
	"errors"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Speech is a protocol that a program speaks.
type Speech string

// The protocols. USI is the protocol of shogi programs (Romstad, 2007). It is derived from UCI, the protocol of chess programs
// (Huber and Meyer-Kahlen, 2000), which some shogi programs use too. The text protocol is for all games and has the form of GTP 2
// (Farnebäck, 2002); docs/partners.md describes it.
const (
	USI  Speech = "usi"
	UCI  Speech = "uci"
	Text Speech = "text"
)

// Program is another program that plays.
type Program struct {
	Name    string
	Command []string
	Speech  Speech
	Options map[string]string // set at the start, as its protocol has it
}

// ErrResigned is the error of a player that gives up.
var ErrResigned = errors.New("the player resigns")

// patience is how much longer than its limit a program may take, and how long it may take to start.
const patience = 10 * time.Second

// speaker speaks one protocol with a process.
type speaker interface {
	// greet makes the process ready.
	greet(ctx context.Context, options map[string]string) error
	// ask returns the text of the move that the process chooses in g.
	ask(ctx context.Context, g *Game, limits Limits) (string, error)
}

// Running is a program in a process of its own.
type Running struct {
	Program
	limits  Limits
	process *process // nil after a fault, until it is asked again
	speaker speaker
}

// Start starts the program, which thinks within the limits.
func (p Program) Start(ctx context.Context, limits Limits) (*Running, error) {
	if limits == (Limits{}) {
		limits.Time = usual
	}
	r := &Running{Program: p, limits: limits}
	if err := r.start(ctx); err != nil {
		return nil, err
	}
	return r, nil
}

// start begins a process.
func (r *Running) start(ctx context.Context) (err error) {
	if r.process, err = begin(r.Command); err != nil {
		return i18n.Err("partner.not-started", "program", r.Name, "why", err)
	}
	switch r.Speech {
	case USI:
		r.speaker = &usi{r.process}
	case UCI:
		r.speaker = &uci{r.process}
	default:
		r.speaker = &textual{process: r.process}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := r.speaker.greet(ctx, r.Options); err != nil {
		return r.fault(err)
	}
	return nil
}

// fault ends the process, whose late answer would otherwise be taken for another one, and returns an error that names the program.
func (r *Running) fault(why error) error {
	r.process.kill()
	_ = r.process.wait()
	r.process = nil
	return i18n.Err("partner.fault", "program", r.Name, "why", why)
}

// Choose asks the program. An illegal move is an error that names it. After a fault the program begins anew.
func (r *Running) Choose(ctx context.Context, g *Game) (engine.Move, error) {
	if r.process == nil {
		if err := r.start(ctx); err != nil {
			return "", err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, r.limits.Time+patience)
	defer cancel()
	text, err := r.speaker.ask(ctx, g, r.limits)
	if errors.Is(err, ErrResigned) {
		return "", err
	}
	if err != nil {
		return "", r.fault(err)
	}
	m, err := g.Now.Parse(text)
	if err == nil {
		_, err = g.Now.Apply(m)
	}
	if err != nil {
		return "", i18n.Err("partner.illegal", "program", r.Name, "move", text, "why", err)
	}
	return m, nil
}

// Close asks the program to end, and ends it if it does not.
func (r *Running) Close() error {
	if r.process == nil {
		return nil
	}
	_ = r.process.send("quit") // in every protocol
	return r.process.wait()
}
