package partner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"maps"

	"hikyaku/engine/shogitext"
	"hikyaku/words"
)

// usi talks in USI.
type usi struct{ *process }

func (u *usi) greet(ctx context.Context, options map[string]string) error {
	if err := u.send("usi"); err != nil {
		return err
	}
	if _, err := u.until(ctx, "usiok"); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if err := u.send("setoption name " + name + " value " + options[name]); err != nil {
			return err
		}
	}
	if err := u.send("isready"); err != nil {
		return err
	}
	if _, err := u.until(ctx, "readyok"); err != nil {
		return err
	}
	return u.send("usinewgame")
}

func (u *usi) ask(ctx context.Context, g *Game, limits Limits) (string, error) {
	position, err := usiPosition(g)
	if err != nil {
		return "", err
	}
	if err := u.send(position); err != nil {
		return "", err
	}
	if err := u.send("go" + usiLimits(limits)); err != nil {
		return "", err
	}
	line, err := u.until(ctx, "bestmove")
	if err != nil {
		return "", err
	}
	switch fields := strings.Fields(line); {
	case len(fields) < 2:
		return "", words.Err("partner.said", "line", line)
	case fields[1] == "resign":
		return "", ErrResigned
	default:
		return fields[1], nil
	}
}

func usiLimits(l Limits) string {
	text := ""
	if l.Nodes > 0 {
		text += fmt.Sprintf(" nodes %d", l.Nodes)
	}
	if l.Time > 0 {
		text += fmt.Sprintf(" btime 0 wtime 0 byoyomi %d", l.Time.Milliseconds())
	}
	return text
}

func (u *usi) farewell() { _ = u.send("quit") }

// usiPosition returns g as "position sfen … moves …". Throws stand among the moves as in our records.
func usiPosition(g *Game) (string, error) {
	var text strings.Builder
	p := g.Start
	for i, m := range g.Moves {
		here, ok := p.(shogitext.Position)
		if !ok {
			break
		}
		if i == 0 {
			text.WriteString(" moves")
		}
		b, said := here.Board(), string(m)
		if read, ok := b.Set.ReadMove(said); ok {
			said = read.USI()
		}
		text.WriteString(" " + said)
		q, err := p.Apply(m)
		if err != nil {
			return "", err
		}
		p = q
	}
	here, ok := g.Start.(shogitext.Position)
	if !ok {
		return "", words.Err("partner.usi-game", "game", g.Game.Called(g.Options))
	}
	b := here.Board()
	return "position sfen " + b.SFEN() + " 1" + text.String(), nil
}
