package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"hikyaku/engine"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
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
	top   int      // number of lines above the window
	notes bool     // whether to show the private notes
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
	v := &viewer{Context: c, desk: d, match: m, plies: m.Match.AfterPlies()}
	v.ply = len(v.plies) - 1
	if c.IsSet("at") {
		if err := v.goTo(strconv.Itoa(c.Int("at"))); err != nil {
			return misuse(err)
		}
	}
	return v.run(newKeys(c.App.Reader, c.App.Writer))
}

// run shows the position and executes commands until the input ends.
func (v *viewer) run(k *keys) error {
	for lastErr := error(nil); ; {
		if err := v.show(k, lastErr); err != nil {
			return err
		}
		command, err := k.next(v.prompt())
		if errors.Is(err, io.EOF) || command == "q" {
			return v.leave(k)
		}
		if err != nil {
			return err
		}
		lastErr = v.execute(command)
	}
}

// execute executes one command. Its error is shown below the position.
func (v *viewer) execute(command string) error {
	word, move, _ := strings.Cut(command, " ")
	last := len(v.plies) - 1
	switch word {
	case "", "n":
		switch m := v.match.Match; {
		case v.ply < last || len(v.tried) > 0:
		case m.Outcome != nil:
			return i18n.Err("replay.complete", "how", m.EndingFor(v.desk.Reader(m)))
		default:
			return i18n.Err("replay.latest", "status", m.StatusFor(v.desk.Reader(m)))
		}
		return v.goTo(strconv.Itoa(min(v.ply+1, last)))
	case "b":
		return v.goTo(strconv.Itoa(max(v.ply-1, 0)))
	case "f":
		return v.goTo("0")
	case "l":
		return v.goTo(strconv.Itoa(last))
	case "t":
		return v.try(strings.TrimSpace(move))
	case "?":
		return i18n.Err("replay.keys")
	case ignoredKey:
		return nil
	case "down":
		v.top++
		return nil
	case "up":
		v.top--
		return nil
	case "u":
		if n := len(v.tried); n > 0 {
			v.tried, v.moves = v.tried[:n-1], v.moves[:n-1]
		}
		return nil
	case "p":
		v.notes = !v.notes
		return nil
	}
	return v.goTo(word)
}

// goTo shows a ply of the record and drops the tried moves.
func (v *viewer) goTo(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n >= len(v.plies) {
		return i18n.Err("replay.unknown", "text", text, "last", len(v.plies)-1)
	}
	v.ply, v.tried, v.moves = n, nil, nil
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
func (v *viewer) show(k *keys, lastErr error) error {
	s := v.position().Scene()
	if v.ply == len(v.plies)-1 && len(v.tried) == 0 {
		s = v.match.Match.Scene()
	}
	text, err := sceneText(v.Context, s, v.match.Match.Names())
	if err != nil {
		return err
	}
	noted, err := v.notesText()
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimRight(text+noted, "\n"), "\n")
	if lastErr != nil {
		below := strings.Split(render.Safe(sentence(lastErr, language(v.App))), "\n")
		lines = append(v.window(lines, k.rows()-len(below)), below...)
	} else {
		lines = v.window(lines, k.rows())
	}
	if err := k.clear(); err != nil {
		return err
	}
	_, err = fmt.Fprintln(v.App.Writer, strings.Join(lines, "\n"))
	return err
}

// notesText returns the private notes on the ply shown, or "" if they are off.
func (v *viewer) notesText() (string, error) {
	if !v.notes || len(v.tried) > 0 {
		return "", nil
	}
	text, err := privateNotes(v.Context, v.desk, home.Copy{File: v.match.File, Match: v.match.Match.AtPly(v.ply)})
	return paragraph(text), err
}

// window returns the lines that fit into rows, dropping empty ones first. If
// rows is not positive, there is no window.
func (v *viewer) window(lines []string, rows int) []string {
	if rows <= 1 || len(lines) <= rows {
		return lines
	}
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	if len(lines) <= rows {
		return lines
	}
	v.top = max(0, min(v.top, len(lines)-rows+1))
	below := len(lines) - v.top - rows + 1
	return append(lines[v.top:v.top+rows-1:v.top+rows-1], i18n.In(language(v.App), "replay.more", "above", v.top, "below", below))
}

// leave ends the prompt and warns that tried moves are not saved.
func (v *viewer) leave(k *keys) error {
	text := ""
	if k.tty != nil {
		text = "\n"
	}
	if len(v.moves) > 0 {
		text += i18n.In(language(v.App), "replay.tried") + "\n"
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

// keys reads commands: single keys from a terminal, otherwise lines.
type keys struct {
	in  *bufio.Reader
	out io.Writer
	tty *os.File // nil unless input and output are terminals
}

func newKeys(in io.Reader, out io.Writer) *keys {
	k := &keys{in: bufio.NewReader(in), out: out}
	if file, ok := in.(*os.File); ok && term.IsTerminal(int(file.Fd())) && isTerminal(out) && followsEscapes(terminal(out)) {
		k.tty = file
	}
	return k
}

// rows returns the number of lines above the prompt, or 0 if there is no
// terminal.
func (k *keys) rows() int {
	if k.tty == nil {
		return 0
	}
	_, height, err := term.GetSize(int(terminal(k.out).Fd())) // Windows knows the size only for the output
	if err != nil {
		return 0
	}
	return height - 1
}

// clear starts a new screen on a terminal, otherwise a new paragraph.
func (k *keys) clear() error {
	text := "\n"
	if k.tty != nil {
		text = "\x1b[H\x1b[2J"
	}
	_, err := io.WriteString(k.out, text)
	return err
}

// next prints the prompt and reads one command.
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

// line reads a whole line. A line typed ahead while the terminal was in raw mode
// ends in \r.
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

// finish reads the rest of a command that began with a key. Esc cancels the
// command.
func (k *keys) finish(begun string) (string, error) {
	if begun == "t" {
		begun = "t "
	}
	if _, err := io.WriteString(k.out, begun); err != nil {
		return "", err
	}
	rest, err := k.line()
	if strings.Contains(rest, "\x1b") {
		return ignoredKey, err
	}
	return begun + rest, err
}

// ignoredKey is a key that does nothing.
const ignoredKey = "esc"

// escapes maps escape sequences to commands: arrows, Home, End, Page Up and Page
// Down.
var escapes = map[string]string{
	"[C": "n", "[D": "b", "[H": "f", "[F": "l", "OC": "n", "OD": "b", "OH": "f", "OF": "l",
	"[A": "up", "[B": "down", "OA": "up", "OB": "down", "[5~": "up", "[6~": "down",
}

// key reads one key without waiting for Enter. Esc alone does nothing, so key
// waits for what follows it.
func (k *keys) key() (string, error) {
	old, err := term.MakeRaw(int(k.tty.Fd()))
	if err != nil {
		return "", err
	}
	defer term.Restore(int(k.tty.Fd()), old)
	for escaped := false; ; escaped = true {
		r, _, err := k.in.ReadRune()
		switch {
		case err != nil:
			return "", err
		case r == '\x1b':
			continue
		case escaped && (r == '[' || r == 'O'):
			rest, err := k.sequence()
			return cmp.Or(escapes[string(r)+rest], ignoredKey), err
		case r == '\x03' || r == '\x04':
			return "q", nil
		case r == ' ' || r == '\r' || r == '\n':
			return "n", nil
		}
		return string(r), nil
	}
}

// sequence reads the rest of an escape sequence after Esc and [ or O, up to a
// letter or ~.
func (k *keys) sequence() (string, error) {
	var rest []byte
	for {
		b, err := k.in.ReadByte()
		if rest = append(rest, b); err != nil || b >= '@' {
			return string(rest), err
		}
	}
}
