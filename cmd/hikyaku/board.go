package main

import (
	"io"
	"os"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"hikyaku/desk"
	"hikyaku/engine"
	"hikyaku/match"
	"hikyaku/render"
)

// positionJSON is the JSON of a position, the same from every command.
type positionJSON struct {
	ID         string         `json:"id,omitempty"`
	File       string         `json:"file,omitempty"`
	Game       string         `json:"game"`
	Options    engine.Options `json:"options"`
	Ply        int            `json:"ply"`
	Moves      []string       `json:"moves"`
	Position   string         `json:"position"`
	State      any            `json:"state,omitempty"`
	Next       engine.Next    `json:"next"`
	Ending     string         `json:"ending,omitempty"`
	Digest     string         `json:"digest,omitempty"`
	Observers  []string       `json:"observers,omitempty"`
	Delay      int            `json:"delay,omitempty"`
	LegalCount *int           `json:"legal_count,omitempty"`
	Legal      []string       `json:"legal,omitzero"`
	Rejected   *rejectedJSON  `json:"rejected,omitempty"`
}

// rejectedJSON is the JSON of a rejection. Only try sets Index and Move.
type rejectedJSON struct {
	Index *int   `json:"index,omitempty"`
	Move  string `json:"move,omitempty"`
	Rule  string `json:"rule"`
	En    string `json:"en"`
	Ja    string `json:"ja"`
}

func newRejected(r *engine.Rejection) *rejectedJSON {
	text := r.Sentence()
	return &rejectedJSON{Rule: r.Rule.ID, En: text.En, Ja: text.Ja}
}

// describe returns the JSON of p after moves, with its legal moves if legal is set.
func describe(g *engine.Game, o engine.Options, p engine.Position, moves []string, ply int, legal bool) positionJSON {
	d := positionJSON{Game: g.Name, Options: o, Ply: ply, Moves: moves, Position: p.String(), Next: p.Next()}
	if d.Moves == nil {
		d.Moves = []string{}
	}
	if s, ok := p.(engine.Stater); ok {
		d.State = s.State()
	}
	if legal {
		n := 0
		d.Legal = []string{}
		for m := range p.Moves() {
			d.Legal = append(d.Legal, string(m))
			n++
		}
		d.LegalCount = &n
	}
	return d
}

// describeMatch returns the JSON of the last position of m.
func describeMatch(m desk.Copy, legal bool) positionJSON {
	over := m.Outcome != nil
	moves := match.Moves(m.Match)
	d := describe(m.Game, m.Options, m.Last(), moves, plies(moves), legal && !over)
	d.File, d.Digest, d.ID = m.File, m.Head.String(), ""
	for _, who := range m.Roster.Observers {
		d.Observers = append(d.Observers, who.String())
	}
	d.Delay = m.Roster.Delay
	if over {
		d.Ending, d.Next = string(m.Outcome.Word), engine.Next{Result: m.Next().Result}
	}
	if over && legal {
		d.Legal, d.LegalCount = []string{}, new(int)
	}
	return d
}

// plies counts the moves, including passes but not throws.
func plies(moves []string) (n int) {
	for _, text := range moves {
		if _, thrown := engine.Move(text).Throw(); !thrown {
			n++
		}
	}
	return n
}

func printPosition(c *cli.Context, m desk.Copy) error {
	return printJSON(c.App.Writer, describeMatch(m, false))
}

// spelled returns moves of p's game as readers of a language write them.
func spelled(p engine.Position, lang string, moves []string) (list []string) {
	for _, move := range moves {
		list = append(list, engine.Spell(p, engine.Move(move)).In(lang))
	}
	return list
}

// printMatch prints the board of m and what it waits for.
func printMatch(c *cli.Context, m desk.Copy) error {
	if c.Bool("json") {
		return printPosition(c, m)
	}
	return printScene(c, match.Scene(m.Match), match.Names(m.Match), match.Caption(m.Match, partyOf(c, m)))
}

// printScene prints a board as text, with the names of the players by seat and a line below it.
func printScene(c *cli.Context, s engine.Scene, names []string, below engine.Text) error {
	colour, err := wantColour(c)
	if err != nil {
		return err
	}
	set, err := pieces(c)
	if err != nil {
		return err
	}
	lang := language(c.App)
	text := render.Text(s, render.TextOptions{Lang: lang, Names: names, Colour: colour, Flip: c.Bool("flip"), Pieces: set})
	_, err = io.WriteString(c.App.Writer, text+paragraph(below.In(lang)))
	return err
}

// paragraph returns foreign text after an empty line, or "" if there is none.
func paragraph(text string) string {
	if text == "" {
		return ""
	}
	return "\n" + render.Safe(text) + "\n"
}

// wantColour reports whether text is coloured: on a terminal, unless NO_COLOR is set (no-color.org).
func wantColour(c *cli.Context) (bool, error) {
	switch when := c.String("colour"); when {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto", "":
		return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(c.App.Writer), nil
	default:
		return false, usagef("--colour %s: write auto, always or never", when)
	}
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
