package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/render"
)

func tryCommand() *cli.Command {
	return &cli.Command{
		Name: "try", ArgsUsage: "[MATCH] [MOVE…]",
		UsageText: `hikyaku try match.kif e2 e8
hikyaku try --game quoridor e2 e8 e3h
hikyaku try match.kif -o line.png --line "e3 e7 e4" --arrow e4-e5
echo '{"game":"quoridor","moves":["e2"]}' | hikyaku try --batch`,
		Flags: slices.Concat([]cli.Flag{
			textFlag("game"), listFlag("set"), atFlag(), boolFlag("batch"), boolFlag("flip"), colourFlag(), boolFlag("json"),
			textFlag("line"), outputFlag(),
		}, pictureFlags(), noteFlags()),
		Action: try,
	}
}

// scratch is a variation that is not stored.
type scratch struct {
	game     *engine.Game
	options  engine.Options
	names    []string // by seat; nil without a record
	position engine.Position
	moves    []string
	ply      int
	before   engine.Position // the position before the last tried move, or nil
}

func try(c *cli.Context) error {
	if c.Bool("batch") {
		return batch(c.App.Reader, c.App.Writer)
	}
	s, moves, err := openScratch(c)
	if err != nil {
		return err
	}
	index, err := s.play(moves)
	if err != nil {
		return s.reject(c, index, moves, err)
	}
	notes, err := s.playLine(c)
	if err != nil {
		return err
	}
	if c.String("output") != "" {
		o, err := drawingOptions(c, s.names)
		if err != nil {
			return err
		}
		o.Notes = notes
		if err := writePicture(c, s.position.Scene(), o, s.game.Called(s.options)); err != nil {
			return err
		}
	}
	switch {
	case c.Bool("json"):
		return give(c, &triedJSON{positionJSON: s.describe(true)})
	case c.String("output") != "":
		return nil
	}
	if s.before != nil {
		for _, scene := range intermediate(s.before, engine.Move(s.moves[len(s.moves)-1])) {
			if err := printScene(c, scene, s.names, i18n.Text{}); err != nil {
				return err
			}
			fmt.Fprintln(c.App.Writer)
		}
	}
	below := i18n.Text{}
	if !isTerminal(c.App.Writer) {
		below = i18n.Same(s.position.String())
	}
	if err := printScene(c, s.position.Scene(), s.names, below); err != nil {
		return err
	}
	said := render.SaidNotes(s.position.Scene(), notes, render.SpokenOptions{Lang: language(c.App), Names: s.names})
	_, err = io.WriteString(c.App.Writer, paragraph(strings.Join(said, "\n")))
	return err
}

// openScratch returns the position of a match or the start of a game, and the
// moves to try.
func openScratch(c *cli.Context) (*scratch, []string, error) {
	if name := c.String("game"); name != "" {
		if c.IsSet("at") {
			return nil, nil, usage("usage.at-game")
		}
		g, set, err := chooseGame(c, name)
		if err != nil {
			return nil, nil, err
		}
		p, err := g.Start(set)
		return &scratch{game: g, options: set, position: p}, c.Args().Slice(), err
	}
	if c.NArg() == 0 {
		return nil, nil, usage("usage.form-try", "command", c.Command.Name)
	}
	if c.IsSet("set") {
		return nil, nil, usage("usage.set-game")
	}
	m, err := openAt(c, c.Args().First())
	if err != nil {
		return nil, nil, err
	}
	return scratchOf(m), c.Args().Tail(), nil
}

func scratchOf(m home.Copy) *scratch {
	return &scratch{game: m.Game, options: m.Options, names: m.Match.Names(), position: m.Last(), moves: m.Match.Moves(), ply: m.Ply()}
}

// play plays moves in order. It stops at the first illegal one and returns its
// index.
func (s *scratch) play(moves []string) (int, error) {
	for i, text := range moves {
		m, err := parse(s.position, text)
		if err != nil {
			return i, err
		}
		p, err := s.position.Apply(m)
		if err != nil {
			return i, err
		}
		s.before, s.position = s.position, p
		s.moves = append(s.moves, string(m))
		if !strings.HasPrefix(string(m), "[") {
			s.ply++
		}
	}
	return len(moves), nil
}

// parse parses a move in any notation. A throw is canonical already. After the
// end of the game nothing can be parsed.
func parse(p engine.Position, text string) (engine.Move, error) {
	if strings.HasPrefix(text, "[") || p.Next().Player == 0 {
		return engine.Move(text), nil
	}
	return p.Parse(text)
}

// rejection returns the JSON of the rejection of a move.
func rejection(index int, move string, r *engine.Rejection) *rejectedJSON {
	d := newRejected(r)
	d.Index, d.Move = &index, move
	return d
}

// reject reports the rejected move as reportRejection does, and answers with the
// position before it.
func (s *scratch) reject(c *cli.Context, index int, moves []string, err error) error {
	if c.Bool("json") && errors.As(err, new(*engine.Rejection)) {
		setAnswer(c, &triedJSON{positionJSON: s.describe(true)})
	}
	return reportRejection(c, index, moves, err)
}

// reportRejection reports which of moves was rejected.
func reportRejection(c *cli.Context, index int, moves []string, err error) error {
	var r *engine.Rejection
	if !errors.As(err, &r) {
		return err
	}
	current(c).end().Rejected = rejection(index, moves[index], r)
	warn(c, i18n.T("try.refused", "n", index+1, "move", render.SafeLine(moves[index], 60)))
	return err
}

// playLine plays --line and returns the numbers of its moves, from 1, together
// with the other annotations.
func (s *scratch) playLine(c *cli.Context) (notes []render.Note, err error) {
	moves, places := strings.Fields(c.String("line")), []engine.Place(nil)
	for i := range moves {
		ply := s.ply
		if _, err := s.play(moves[i : i+1]); err != nil {
			return nil, s.reject(c, i, moves, err)
		}
		if s.ply > ply { // not a throw
			places = append(places, target(s.before, engine.Move(s.moves[len(s.moves)-1])))
		}
	}
	notes, err = writtenNotes(c, s.position)
	return append(notes, render.NumberNotes(places, 1)...), err
}

// writePicture draws a diagram to --output, in the format given by its extension.
func writePicture(c *cli.Context, s engine.Scene, o render.PNGOptions, title i18n.Text) (err error) {
	var out bytes.Buffer
	switch outputEnding(c) {
	case "png":
		err = render.PNG(&out, s, o)
	case "svg":
		err = render.SVG(&out, s, render.SVGOptions{Picture: o, Title: title})
	default:
		return usage("usage.diagram-file", "file", c.String("output"))
	}
	if err != nil {
		return misuse(err)
	}
	return writeDrawing(c, out.Bytes(), outputEnding(c))
}

// maxRequest is the maximum length in bytes of a line of try --batch.
const maxRequest = 1 << 20

// request is a line of try --batch.
type request struct {
	ID       json.RawMessage `json:"id,omitempty"` // any scalar; echoed as written
	Game     string          `json:"game"`
	Options  engine.Options  `json:"options"`
	Position string          `json:"position"` // replaces the starting position
	Moves    []string        `json:"moves"`
	Legal    *bool           `json:"legal"` // false omits the legal moves
}

// batch answers each line of in with a line of JSON, even if it cannot parse the
// line.
func batch(in io.Reader, out io.Writer) error {
	defer collectRarely()()
	lines := bufio.NewReaderSize(in, 64<<10)
	w := bufio.NewWriter(out)
	for {
		line, err := readLine(lines)
		if err == io.EOF {
			return w.Flush()
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return errors.Join(i18n.Err("batch.unread", "why", err), w.Flush())
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if err := printJSON(w, answerLine(line, err)); err != nil {
			return err
		}
		if lines.Buffered() == 0 { // the caller may wait for this answer
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
}

var errLongLine = i18n.Err("batch.long", "most", maxRequest)

// readLine reads one line. It skips a line that is too long and returns errLongLine.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxRequest; !long {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && (len(line) > 0 || long), err == nil:
			if long {
				return nil, errLongLine
			}
			return line, nil
		}
		return nil, err
	}
}

type unansweredJSON struct {
	ID json.RawMessage `json:"id,omitempty"`
	failure
}

// requestError is the error of a malformed or impossible request.
type requestError struct{ error }

func (e *requestError) Unwrap() error { return e.error }

func answerLine(line []byte, err error) answer {
	var r request
	if err == nil {
		r, err = readRequest(line)
	}
	var position *triedJSON
	if err != nil {
		err = i18n.Err("batch.wrong", "why", err)
	} else if position, err = r.answer(); err == nil {
		return position
	}
	u := &unansweredJSON{ID: r.ID}
	u.note(&requestError{err})
	return u
}

// readRequest parses a request strictly. It returns the identifier even if the
// rest is wrong.
func readRequest(line []byte) (r request, err error) {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err = decoder.Decode(&r); err == nil && len(bytes.TrimSpace(line[decoder.InputOffset():])) > 0 {
		err = i18n.Err("batch.more")
	}
	var named struct{ ID json.RawMessage }
	if err != nil && json.Unmarshal(line, &named) == nil {
		r.ID = named.ID
	}
	if len(r.ID) > 0 && (r.ID[0] == '{' || r.ID[0] == '[') {
		r.ID, err = nil, i18n.Err("batch.id")
	}
	return r, err
}

// answer plays the moves of the request and describes the resulting position.
func (r *request) answer() (*triedJSON, error) {
	s, err := r.start()
	if err != nil {
		return nil, err
	}
	index, err := s.play(r.Moves)
	var refused *engine.Rejection
	if err != nil && !errors.As(err, &refused) {
		return nil, err
	}
	d := &triedJSON{ID: r.ID, positionJSON: s.describe(r.Legal == nil || *r.Legal)}
	if refused != nil {
		d.Rejected = rejection(index, r.Moves[index], refused)
	}
	return d, nil
}

func (r *request) start() (*scratch, error) {
	g := all.Game(r.Game)
	if g == nil {
		return nil, noGame(r.Game)
	}
	options, err := g.Resolve(r.Options)
	if err != nil {
		return nil, err
	}
	s := &scratch{game: g, options: options}
	if r.Position != "" {
		s.position, err = g.Parse(options, r.Position)
	} else {
		s.position, err = g.Start(options)
	}
	return s, err
}
