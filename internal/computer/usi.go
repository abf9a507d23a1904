package computer

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// usi talks in USI.
type usi struct{ *process }

func (u *usi) greet(ctx context.Context, options map[string]string) error {
	return u.prepare(ctx, USI, options)
}

func (u *usi) ask(ctx context.Context, g *Game, limits Limits) (string, error) {
	position, err := usiPosition(g)
	if err != nil {
		return "", err
	}
	return u.best(ctx, position, thinking(limits, "btime 0 wtime 0 byoyomi"))
}

// thinking returns the command that lets a program think, in which the time of a move has a name.
func thinking(l Limits, time string) string {
	text := "go"
	if l.Nodes > 0 {
		text += fmt.Sprintf(" nodes %d", l.Nodes)
	}
	if l.Time > 0 {
		text += fmt.Sprintf(" %s %d", time, l.Time.Milliseconds())
	}
	return text
}

// usiPosition returns g as "position sfen … moves …". Throws are written among the moves as in our records.
func usiPosition(g *Game) (string, error) {
	start, ok := g.Start.(shogitext.Position)
	if !ok {
		return "", i18n.Err("partner.usi-game", "game", g.Game.Called(g.Options))
	}
	b := start.Board()
	text := "position sfen " + b.SFEN() + " 1"
	for i, m := range g.Moves {
		if i == 0 {
			text += " moves"
		}
		said := string(m)
		if read, ok := b.Set.ReadMove(said); ok {
			said = read.USI()
		}
		text += " " + said
	}
	return text, nil
}

// prepare makes a program ready for a game in USI or UCI.
func (p *process) prepare(ctx context.Context, speech Speech, options map[string]string) error {
	if err := p.send(string(speech)); err != nil {
		return err
	}
	if _, err := p.until(ctx, string(speech)+"ok"); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if err := p.send("setoption name " + name + " value " + options[name]); err != nil {
			return err
		}
	}
	if err := p.send("isready"); err != nil {
		return err
	}
	if _, err := p.until(ctx, "readyok"); err != nil {
		return err
	}
	return p.send(string(speech) + "newgame")
}

// best returns the move that a program finds in a position of USI or UCI.
func (p *process) best(ctx context.Context, position, search string) (string, error) {
	for _, line := range []string{position, search} {
		if err := p.send(line); err != nil {
			return "", err
		}
	}
	line, err := p.until(ctx, "bestmove")
	if err != nil {
		return "", err
	}
	switch fields := strings.Fields(line); {
	case len(fields) < 2:
		return "", i18n.Err("partner.said", "line", line)
	case fields[1] == "resign" || fields[1] == "(none)":
		return "", ErrResigned
	default:
		return fields[1], nil
	}
}
