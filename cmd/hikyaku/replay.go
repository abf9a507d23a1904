package main

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/tui"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
)

// viewer shows a record and moves tried on it.
type viewer struct {
	*cli.Context
	desk  *home.Desk
	match home.Copy
	plies []engine.Position // the start, then the position after each ply
	ply   int
	tried []engine.Position
	moves []string // the moves to the positions in tried
	notes bool     // whether to show variations and private notes
}

func replay(c *cli.Context) error {
	d := deskOf(c)
	m, err := openFile(c, d, c.Args().First())
	if err != nil {
		return err
	}
	v := &viewer{Context: c, desk: d, match: m, plies: m.Match.AfterPlies()}
	v.ply = len(v.plies) - 1
	if c.IsSet("at") {
		if err := v.execute(strconv.Itoa(c.Int("at"))); err != nil {
			return misuse(err)
		}
	}
	if hasScreen(c) && m.File != "-" {
		return showScreens(c, m.File, func(screen *tui.Model) { screen.Replay, screen.Ply, screen.Flip = true, v.ply, c.Bool("flip") })
	}
	return v.run(bufio.NewReader(c.App.Reader))
}

// run shows the position and executes commands, one a line, until the input
// ends.
func (v *viewer) run(in *bufio.Reader) error {
	for lastErr := error(nil); ; {
		if err := v.show(lastErr); err != nil {
			return err
		}
		if _, err := io.WriteString(v.App.Writer, v.prompt()); err != nil {
			return err
		}
		line, err := in.ReadString('\n')
		command := strings.TrimSpace(line)
		if errors.Is(err, io.EOF) && line == "" || command == "q" {
			if len(v.moves) == 0 {
				return nil
			}
			return printLine(v.Context, i18n.In(language(v.App), "replay.tried")) // they are not saved
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		lastErr = v.execute(command)
	}
}

// execute executes one command. Its error is shown below the position. A command that goes to a ply drops the tried moves.
func (v *viewer) execute(command string) error {
	word, move, _ := strings.Cut(command, " ")
	last := len(v.plies) - 1
	var to int // the ply to go to
	switch word {
	case "", "n":
		switch m := v.match.Match; {
		case v.ply < last || len(v.tried) > 0:
		case m.Outcome != nil:
			return i18n.Err("replay.complete", "how", m.For(v.desk.Reader(m)).Ending())
		default:
			return i18n.Err("replay.latest", "status", m.For(v.desk.Reader(m)).Status())
		}
		to = min(v.ply+1, last)
	case "b":
		to = max(v.ply-1, 0)
	case "f":
		to = 0
	case "l":
		to = last
	case "t":
		return v.try(strings.TrimSpace(move))
	case "?":
		return i18n.Err("replay.keys")
	case "u":
		if n := len(v.tried); n > 0 {
			v.tried, v.moves = v.tried[:n-1], v.moves[:n-1]
		}
		return nil
	case "p":
		v.notes = !v.notes
		return nil
	default:
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > last {
			return i18n.Err("replay.unknown", "text", word, "last", last)
		}
		to = n
	}
	v.ply, v.tried, v.moves = to, nil, nil
	return nil
}

// try plays a move, or a throw written as [4], in the position shown.
func (v *viewer) try(text string) error {
	p := v.position()
	m, err := parse(p, text)
	if err != nil {
		return err
	}
	if p, err = p.Apply(m); err != nil {
		return err
	}
	v.tried, v.moves = append(v.tried, p), append(v.moves, string(m))
	return nil
}

func (v *viewer) position() engine.Position {
	if n := len(v.tried); n > 0 {
		return v.tried[n-1]
	}
	return v.plies[v.ply]
}

// show shows the position and, below it, the error of the last command.
func (v *viewer) show(lastErr error) error {
	s := v.position().Scene()
	if v.ply == len(v.plies)-1 && len(v.tried) == 0 {
		s = v.match.Match.Scene()
	}
	text := sceneText(v.Context, s, v.match.Match.Names())
	if v.notes && len(v.tried) == 0 {
		private, err := notesText(v.Context, v.desk, home.Copy{File: v.match.File, Match: v.match.Match.AtPly(v.ply)})
		if err != nil {
			return err
		}
		text += paragraph(private)
	}
	text = "\n" + strings.TrimRight(text, "\n") + "\n"
	if lastErr != nil {
		text += render.Safe(sentence(lastErr, language(v.App))) + "\n"
	}
	_, err := io.WriteString(v.App.Writer, text)
	return err
}

// maxWhere is the maximum length of the prompt without the keys.
const maxWhere = 44

// prompt returns the prompt, with the ply shown and the moves tried.
func (v *viewer) prompt() string {
	where := i18n.T("replay.ply", "ply", v.ply, "last", len(v.plies)-1)
	if v.ply > 0 {
		played := i18n.Spaced(i18n.Same(thrownFor(v.match.Match, v.ply)), v.match.Match.PlyText(v.ply))
		where = i18n.T("replay.played", "where", where, "move", played)
	}
	if len(v.moves) > 0 {
		moves := strings.Join(spelled(v.position(), language(v.App), v.moves), " ")
		where = i18n.T("replay.trying", "where", where, "moves", moves)
	}
	lang := language(v.App)
	return render.SafeLine(where.In(lang), maxWhere) + "  " + i18n.In(lang, "replay.prompt") + " > "
}

// thrownFor returns the dice thrown for the move of ply n, counting from 1,
// separated by spaces.
func thrownFor(m *match.Match, n int) string {
	var thrown []string
	for _, e := range m.Played() {
		switch step := e.Step.(type) {
		case kif.Throw:
			thrown = append(thrown, string(step))
		case kif.Move:
			if n--; n == 0 {
				return strings.Join(thrown, " ")
			}
			thrown = nil
		}
	}
	return ""
}
