package computer

import (
	"bufio"
	"context"
	"io"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Server is this program as one that others ask for moves.
type Server struct {
	Version string
	Game    *Game    // the game at the beginning; nil for none, which only the text protocol allows
	Player  Thinking // until the other program changes it
	Begin   func(name string, options engine.Options) (*Game, error)
}

// Serve answers in until "quit" or its end.
func (s Server) Serve(ctx context.Context, speech Speech, in io.Reader, out io.Writer) error {
	if speech == USI {
		return s.serveUSI(ctx, in, out)
	}
	t := &textServer{Server: s, game: s.Game, player: s.Player}
	return eachLine(in, func(fields []string) (bool, error) {
		id := ""
		if _, err := strconv.Atoi(fields[0]); err == nil && len(fields) > 1 { // GTP allows numbered commands
			id, fields = fields[0], fields[1:]
		}
		if strings.HasPrefix(fields[0], "#") {
			return true, nil
		}
		answer, err := t.do(ctx, fields[0], fields[1:])
		line := strings.TrimRight("="+id+" "+answer, " ")
		if err != nil {
			line = "?" + id + " " + plain(err)
		}
		_, err = io.WriteString(out, line+"\n\n")
		return fields[0] != "quit", err
	})
}

// eachLine calls do with the words of each line that has any, until do returns false or an error.
func eachLine(in io.Reader, do func([]string) (more bool, err error)) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longest)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		if more, err := do(fields); err != nil || !more {
			return err
		}
	}
	return lines.Err()
}

// read plays a move or throw as another program writes it.
func (g *Game) read(text string) error {
	m := engine.Move(text)
	if _, thrown := m.Throw(); !thrown {
		var err error
		if m, err = g.Now.Parse(text); err != nil {
			return err
		}
	}
	return g.Play(m)
}

// from returns the game with these rules that begins with a position.
func (g *Game) from(text string) (*Game, error) {
	p, err := g.Game.Parse(g.Options, text)
	if err != nil {
		return nil, err
	}
	return &Game{Game: g.Game, Options: g.Options, Start: p, Now: p}, nil
}

// plain returns an error in one line of English, as protocols have it.
func plain(err error) string { return strings.Join(strings.Fields(i18n.Of(err).En), " ") }
