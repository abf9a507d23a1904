package computer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// textServer is a conversation in the text protocol.
type textServer struct {
	Server
	game   *Game
	player Thinking
}

// verbs are the commands of the text protocol.
var verbs = []string{
	"protocol_version", "name", "version", "list_commands", "known_command", "game", "position", "level", "nodes", "time", "seed",
	"playmove", "undo", "genmove", "moves", "showposition", "result", "quit",
}

// do returns the answer to a command.
func (t *textServer) do(ctx context.Context, verb string, args []string) (string, error) {
	switch verb {
	case "protocol_version":
		return "1", nil
	case "name":
		return "hikyaku", nil
	case "version":
		return t.Version, nil
	case "list_commands":
		return strings.Join(verbs, " "), nil
	case "known_command":
		return strconv.FormatBool(len(args) == 1 && slices.Contains(verbs, args[0])), nil
	case "level", "nodes", "time", "seed":
		return "", t.limit(verb, args)
	case "game":
		return "", t.begin(args)
	case "quit":
		return "", nil
	}
	if !slices.Contains(verbs, verb) {
		return "", i18n.Err("protocol.unknown", "command", verb)
	}
	if t.game == nil {
		return "", i18n.Err("protocol.no-game")
	}
	switch verb {
	case "position":
		g, err := t.game.from(strings.Join(args, " "))
		if err == nil {
			t.game = g
		}
		return "", err
	case "playmove":
		return "", t.game.read(strings.Join(args, " "))
	case "undo":
		return "", t.undo()
	case "genmove":
		if t.game.Now.Next().Throw != nil {
			return "", i18n.Err("protocol.throw")
		}
		m, err := t.player.Choose(ctx, t.game)
		if err == nil {
			err = t.game.Play(m)
		}
		return string(m), err
	case "moves":
		return engine.JoinMoves(slices.Collect(t.game.Now.Moves())), nil
	case "showposition":
		return t.game.Now.String(), nil
	}
	// What the position is waiting for: "player 1", "throw 6", or "over" with the place of each seat.
	switch next := t.game.Now.Next(); {
	case next.Result != nil:
		return "over " + strings.Trim(fmt.Sprint(next.Result.Places), "[]") + " " + next.Result.Rule.ID, nil
	case next.Throw != nil:
		return "throw " + strings.Trim(fmt.Sprint(next.Throw), "[]"), nil
	default:
		return "player " + strconv.Itoa(next.Player), nil
	}
}

// undo takes back the last move or throw.
func (t *textServer) undo() error {
	n := len(t.game.Moves)
	if n == 0 {
		return i18n.Err("protocol.nothing")
	}
	moves := t.game.Moves[:n-1]
	g := &Game{Game: t.game.Game, Options: t.game.Options, Start: t.game.Start, Now: t.game.Start}
	for _, m := range moves {
		if err := g.Play(m); err != nil {
			return err
		}
	}
	t.game = g
	return nil
}

// begin begins a game: "quoridor players=4".
func (t *textServer) begin(args []string) error {
	if len(args) == 0 {
		return i18n.Err("protocol.no-game")
	}
	options := engine.Options{}
	for _, word := range args[1:] {
		key, value, _ := strings.Cut(word, "=")
		options[key] = value
	}
	g, err := t.Begin(args[0], options)
	if err == nil {
		t.game = g
	}
	return err
}

// limit sets how the player thinks. A limit of 0 is none.
func (t *textServer) limit(verb string, args []string) error {
	n, err := strconv.Atoi(strings.Join(args, " "))
	if err != nil || n < 0 || verb == "level" && n > engine.Levels {
		return i18n.Err("protocol.number", "command", verb)
	}
	switch verb {
	case "level":
		t.player.Level = n
	case "nodes":
		t.player.Limits.Nodes = n
	case "time":
		t.player.Limits.Time = time.Duration(n) * time.Millisecond
	default:
		t.player.Seed = uint64(n)
	}
	return nil
}
