package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"hikyaku/desk"
	"hikyaku/engine"
	"hikyaku/match"
	"hikyaku/render"
)

func replayCommand() *cli.Command {
	return &cli.Command{
		Name:      "replay",
		Usage:     "step through a record, and try moves on any of its positions",
		ArgsUsage: "[MATCH]",
		Description: `On a terminal one key is enough: n or → next, b or ← back, f first, l last, a number and Enter for
that ply, t to try a move of whoever is to move, u to take back what was tried, q quit. Trying
touches no file. Elsewhere the same letters are read from standard input, one command a line.

   hikyaku replay match.kif`,
		Flags: []cli.Flag{atFlag(), flipFlag(), colourFlag()},
		Action: func(c *cli.Context) error {
			if err := checkArgs(c, 0, 1); err != nil {
				return err
			}
			return replay(c)
		},
	}
}

// viewer shows a record and moves tried on it.
type viewer struct {
	*cli.Context
	match desk.Copy
	plies []engine.Position // the start, then the position after each ply
	ply   int
	tried []engine.Position
	moves []string // the moves to the positions in tried
}

func replay(c *cli.Context) error {
	d, _, err := openDesk(c)
	if err != nil {
		return err
	}
	m, err := openFile(c, d, c.Args().First())
	if err != nil {
		return err
	}
	v := &viewer{Context: c, match: m, plies: match.AfterPlies(m.Match)}
	v.ply = len(v.plies) - 1
	if c.IsSet("at") {
		if err := v.goTo(strconv.Itoa(c.Int("at"))); err != nil {
			return usagef("%v", err)
		}
	}
	return v.run(newKeys(c.App.Reader, c.App.Writer))
}

// run shows the position and executes commands until the end of the input.
func (v *viewer) run(k *keys) error {
	for told := error(nil); ; {
		if err := v.show(k, told); err != nil {
			return err
		}
		command, err := k.next(v.prompt())
		if errors.Is(err, io.EOF) || command == "q" {
			return nil
		}
		if err != nil {
			return err
		}
		told = v.obey(command)
	}
}

// obey executes one command. Its error is printed.
func (v *viewer) obey(command string) error {
	word, move, _ := strings.Cut(command, " ")
	last := len(v.plies) - 1
	switch word {
	case "", "n":
		return v.goTo(strconv.Itoa(min(v.ply+1, last)))
	case "b":
		return v.goTo(strconv.Itoa(max(v.ply-1, 0)))
	case "f":
		return v.goTo("0")
	case "l":
		return v.goTo(strconv.Itoa(last))
	case "t":
		return v.try(strings.TrimSpace(move))
	case "u":
		if n := len(v.tried); n > 0 {
			v.tried, v.moves = v.tried[:n-1], v.moves[:n-1]
		}
		return nil
	}
	return v.goTo(word)
}

// goTo shows a ply of the record and drops tried moves.
func (v *viewer) goTo(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n >= len(v.plies) {
		return fmt.Errorf("%q: write n, b, f, l, t MOVE, u, q or a ply from 0 to %d", text, len(v.plies)-1)
	}
	v.ply, v.tried, v.moves = n, nil, nil
	return nil
}

// try plays a move, or a throw written as [4], on the shown position.
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

func (v *viewer) show(k *keys, told error) error {
	if err := k.clear(); err != nil {
		return err
	}
	s := v.position().Scene()
	if v.ply == len(v.plies)-1 && len(v.tried) == 0 {
		s = match.Scene(v.match.Match)
	}
	if err := printScene(v.Context, s, match.Names(v.match.Match), engine.Text{}); err != nil {
		return err
	}
	if told == nil {
		return nil
	}
	_, err := fmt.Fprintln(v.App.Writer, render.Safe(sentence(told, language(v.App))))
	return err
}

// prompt returns the prompt, with the shown ply and the tried moves.
func (v *viewer) prompt() string {
	where := fmt.Sprintf("ply %d of %d", v.ply, len(v.plies)-1)
	if v.ply > 0 {
		where += ": " + match.PlyText(v.match.Match, v.ply).In(language(v.App))
	}
	if len(v.moves) > 0 {
		where += ", tried " + strings.Join(spelled(v.position(), language(v.App), v.moves), " ")
	}
	return where + "  n b f l t u q > "
}

// keys reads commands: single keys from a terminal, else lines.
type keys struct {
	in  *bufio.Reader
	out io.Writer
	tty *os.File // nil unless input and output are terminals
}

func newKeys(in io.Reader, out io.Writer) *keys {
	k := &keys{in: bufio.NewReader(in), out: out}
	if file, ok := in.(*os.File); ok && term.IsTerminal(int(file.Fd())) && isTerminal(out) {
		k.tty = file
	}
	return k
}

// clear begins a new screen on a terminal, else a new paragraph.
func (k *keys) clear() error {
	text := "\n"
	if k.tty != nil {
		text = "\x1b[H\x1b[2J"
	}
	_, err := io.WriteString(k.out, text)
	return err
}

// next reads one command.
func (k *keys) next(prompt string) (string, error) {
	if _, err := io.WriteString(k.out, prompt); err != nil {
		return "", err
	}
	if k.tty == nil {
		return k.line()
	}
	key, err := k.key()
	switch {
	case err != nil:
		return "", err
	case key == "t" || key >= "0" && key <= "9":
		return k.finish(key)
	}
	return key, nil
}

// line reads a whole line. A line typed ahead while the terminal was in raw mode ends in \r.
func (k *keys) line() (string, error) {
	var text strings.Builder
	for {
		r, _, err := k.in.ReadRune()
		if err != nil && (text.Len() == 0 || !errors.Is(err, io.EOF)) {
			return "", err
		}
		if err != nil || r == '\n' || r == '\r' {
			return strings.TrimSpace(text.String()), nil
		}
		text.WriteRune(r)
	}
}

// finish reads the rest of a command whose first key is read.
func (k *keys) finish(begun string) (string, error) {
	if begun == "t" {
		begun = "t "
	}
	if _, err := io.WriteString(k.out, begun); err != nil {
		return "", err
	}
	rest, err := k.line()
	return begun + rest, err
}

// arrows maps the escape sequences of the arrow keys, Home and End to commands.
var arrows = map[string]string{"[C": "n", "[D": "b", "[H": "f", "[F": "l", "OC": "n", "OD": "b", "OH": "f", "OF": "l"}

// key reads one key without waiting for Enter.
func (k *keys) key() (string, error) {
	old, err := term.MakeRaw(int(k.tty.Fd()))
	if err != nil {
		return "", err
	}
	defer term.Restore(int(k.tty.Fd()), old)
	r, _, err := k.in.ReadRune()
	if err != nil {
		return "", err
	}
	switch r {
	case '\x1b':
		rest, _ := k.in.Peek(min(2, k.in.Buffered()))
		k.in.Discard(len(rest))
		if command, known := arrows[string(rest)]; known {
			return command, nil
		}
		return "?", nil
	case '\x03', '\x04':
		return "q", nil
	case ' ', '\r', '\n':
		return "n", nil
	}
	return string(r), nil
}
