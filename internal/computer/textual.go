package computer

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// textual speaks the text protocol.
type textual struct {
	*process
	knows []engine.Move // the moves of the game that the program knows
	began bool
}

// tell sends a line and returns the response: "= text" or "? reason", followed by an empty line.
func (t *textual) tell(ctx context.Context, line string) (string, error) {
	if err := t.send(line); err != nil {
		return "", err
	}
	answer := ""
	for {
		said, err := t.read(ctx)
		switch {
		case err != nil:
			return "", err
		case said != "":
			answer += said
			continue
		case answer == "":
			continue
		}
		if text, ok := strings.CutPrefix(answer, "="); ok {
			return strings.TrimSpace(text), nil
		}
		return "", i18n.Err("partner.said", "line", answer)
	}
}

func (t *textual) greet(ctx context.Context, options map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if _, err := t.tell(ctx, name+" "+options[name]); err != nil {
			return err
		}
	}
	return nil
}

func (t *textual) ask(ctx context.Context, g *Game, limits Limits) (string, error) {
	if !t.began || len(t.knows) > len(g.Moves) || !slices.Equal(t.knows, g.Moves[:len(t.knows)]) {
		lines := []string{strings.TrimSpace("game " + g.Game.Name + " " + g.Game.OptionText(g.Options)), "position " + g.Start.String()}
		if limits.Nodes > 0 {
			lines = append(lines, fmt.Sprintf("nodes %d", limits.Nodes))
		}
		if limits.Time > 0 {
			lines = append(lines, fmt.Sprintf("time %d", limits.Time.Milliseconds()))
		}
		for _, line := range lines {
			if _, err := t.tell(ctx, line); err != nil {
				return "", err
			}
		}
		t.began, t.knows = true, nil
	}
	for _, m := range g.Moves[len(t.knows):] {
		if _, err := t.tell(ctx, "playmove "+string(m)); err != nil {
			return "", err
		}
		t.knows = append(t.knows, m)
	}
	text, err := t.tell(ctx, "genmove")
	if err != nil {
		return "", err
	}
	if text == "resign" {
		return "", ErrResigned
	}
	m, err := g.Now.Parse(text)
	if err == nil {
		t.knows = append(t.knows, m) // it has played the move
	}
	return text, nil
}
