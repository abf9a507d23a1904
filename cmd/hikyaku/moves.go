package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

func movesCommand() *cli.Command {
	return &cli.Command{
		Name: "moves", ArgsUsage: "[MATCH]",
		UsageText: `hikyaku moves match.kif --at 12
hikyaku moves match.kif --json --touches`,
		Flags: []cli.Flag{atFlag(), boolFlag("touches"), boolFlag("json")},
		Action: paged(func(c *cli.Context) error {
			if c.Bool("touches") && !c.Bool("json") {
				return usage("usage.touches")
			}
			m, err := openAt(c, c.Args().First())
			if err != nil {
				return err
			}
			d := deskOf(c)
			if c.Bool("json") {
				j := describeMatch(d, m, true)
				if c.Bool("touches") {
					j.Scene = describeScene(m.Match.Scene(), m.Last())
				}
				return give(c, j)
			}
			if err := d.CheckAnswered(m); err != nil {
				return err
			}
			if m.Outcome != nil || m.Next().Throw != nil {
				warn(c, i18n.T("warn.no-moves", "status", m.Match.Status()))
				return nil
			}
			for move := range m.Last().Moves() {
				if _, err := fmt.Fprintln(c.App.Writer, engine.Spell(m.Last(), move).In(language(c.App))); err != nil {
					return err
				}
			}
			return nil
		}),
	}
}

// sceneJSON is the JSON of a scene, with what a program needs to draw the board
// and make moves by pointing.
type sceneJSON struct {
	Boards  []boardJSON       `json:"boards"`
	Players []panelJSON       `json:"players"`
	Turn    *turnJSON         `json:"turn,omitempty"`
	Dice    []int             `json:"dice,omitempty"`
	Lines   []i18n.Text       `json:"lines,omitempty"`
	Ending  *i18n.Text        `json:"ending,omitempty"`
	Nudges  []touchJSON       `json:"nudges,omitempty"`
	Moves   []touchedMoveJSON `json:"moves"`
}

type turnJSON struct {
	Seat int       `json:"seat"`
	For  i18n.Text `json:"for"`
}

// boardJSON is the JSON of a board. Columns and rows start at min.
type boardJSON struct {
	ID      string      `json:"id"`
	Name    *i18n.Text  `json:"name,omitempty"`
	Seat    int         `json:"seat,omitempty"`
	Min     pointJSON   `json:"min"`
	Max     pointJSON   `json:"max"`
	Columns []i18n.Text `json:"columns,omitempty"`
	Rows    []i18n.Text `json:"rows,omitempty"`
	Grid    int         `json:"grid,omitempty"`
	Gap     bool        `json:"gap,omitempty"`
	Cells   []cellJSON  `json:"cells"`
	Walls   []lineJSON  `json:"walls"`
	Strokes []lineJSON  `json:"strokes"`
}

type pointJSON struct {
	X int `json:"x"`
	Y int `json:"y"`
}

type cellJSON struct {
	pointJSON
	Form  string `json:"form"`
	Ink   string `json:"ink"`
	Glyph string `json:"glyph,omitempty"`
	Group int    `json:"group,omitempty"`
	Shape string `json:"shape,omitempty"`
	Turn  int    `json:"turn,omitempty"`
	Mark  string `json:"mark,omitempty"`
}

type lineJSON struct {
	From pointJSON `json:"from"`
	To   pointJSON `json:"to"`
	Ink  string    `json:"ink"`
	Mark string    `json:"mark,omitempty"`
}

type panelJSON struct {
	Goal  *i18n.Text  `json:"goal,omitempty"`
	State *i18n.Text  `json:"state,omitempty"`
	Has   []thingJSON `json:"has"`
}

type thingJSON struct {
	Name    string     `json:"name,omitempty"`
	Count   int        `json:"count"`
	Role    string     `json:"role,omitempty"`
	Words   *i18n.Text `json:"words,omitempty"`
	Cells   []cellJSON `json:"cells,omitempty"`
	Strokes []lineJSON `json:"strokes,omitempty"`
}

// touchedMoveJSON is the JSON of a legal move with the sequence of touches that
// makes it.
type touchedMoveJSON struct {
	Move    string      `json:"move"`
	Spelled i18n.Text   `json:"spelled"`
	Touches []touchJSON `json:"touches"`
}

// touchJSON is the JSON of a place on a board, a thing of a seat, or an
// alternative with its key.
type touchJSON struct {
	Board   string     `json:"board,omitempty"`
	At      *pointJSON `json:"at,omitempty"`
	Columns int        `json:"columns,omitempty"`
	Rows    int        `json:"rows,omitempty"`
	Edge    string     `json:"edge,omitempty"`
	Seat    int        `json:"seat,omitempty"`
	Thing   string     `json:"thing,omitempty"`
	Way     *i18n.Text `json:"way,omitempty"`
	Key     string     `json:"key,omitempty"`
}

// The names of the forms, shapes, roles, marks and edges in JSON, in the order of the
// constants of package engine.
var (
	formWords  = []string{"ground", "body", "disc", "man", "die", "label", "drawn", "plank"}
	shapeWords = []string{"", "head", "row", "idle"}
	roleWords  = []string{"", "coming", "kept", "leaving", "links", "slots", "steps"}
	markWords  = []string{"", "last", "from", "legal", "joint", "deciding", "lit", "before"}
	edgeWords  = []string{"", "right", "up"}
)

var inkWords = [...]string{
	engine.Plain: "plain", 1: "seat1", 2: "seat2", 3: "seat3", 4: "seat4", engine.Dull: "dull", engine.Kind1: "kind1", engine.Kind2: "kind2",
	engine.Kind3: "kind3", engine.Kind4: "kind4", engine.Kind5: "kind5", engine.Kind6: "kind6", engine.Raised: "raised", engine.Black: "black",
}

// describeScene returns the JSON of s, a scene of p, with the touches for the
// legal moves.
func describeScene(s engine.Scene, p engine.Position) *sceneJSON {
	j := &sceneJSON{Lines: s.Lines, Dice: s.Throw.Faces, Moves: []touchedMoveJSON{}}
	for _, b := range s.Boards {
		j.Boards = append(j.Boards, boardJSON{
			ID: b.ID, Name: nonEmpty(b.Name), Seat: b.Seat, Min: pointJSON(b.Min), Max: pointJSON(b.Max), Columns: b.Cols, Rows: b.Rows,
			Grid: b.Grid, Gap: b.Gap, Cells: newCells(b.Cells), Walls: newLines(b.Walls), Strokes: newLines(b.Strokes),
		})
	}
	for _, panel := range s.Players {
		described := panelJSON{Goal: nonEmpty(panel.Goal), State: nonEmpty(panel.State), Has: []thingJSON{}}
		for _, t := range panel.Has {
			described.Has = append(described.Has, thingJSON{t.Name, t.Count, roleWords[t.Role], nonEmpty(t.Words), newCells(t.Cells), newLines(t.Strokes)})
		}
		j.Players = append(j.Players, described)
	}
	if s.Turn.Seat != 0 {
		j.Turn = &turnJSON{s.Turn.Seat, s.Turn.For}
	}
	if s.Result != nil {
		j.Ending = &s.Result.How
		return j
	}
	if nudger, ok := p.(engine.Nudger); ok {
		j.Nudges = newTouches(nudger.Keys())
	}
	pointer, ok := p.(engine.Pointer)
	if !ok {
		return j
	}
	for m := range p.Moves() {
		j.Moves = append(j.Moves, touchedMoveJSON{string(m), engine.Spell(p, m), newTouches(pointer.Touches(m))})
	}
	return j
}

func newCells(cells []engine.Cell) []cellJSON {
	list := []cellJSON{}
	for _, c := range cells {
		list = append(list, cellJSON{pointJSON(c.At), formWords[c.Form], inkWords[c.Ink], c.Glyph, c.Group, shapeWords[c.Shape], c.Turn, markWords[c.Mark]})
	}
	return list
}

func newLines(lines []engine.Line) []lineJSON {
	list := []lineJSON{}
	for _, l := range lines {
		list = append(list, lineJSON{pointJSON(l.From), pointJSON(l.To), inkWords[l.Ink], markWords[l.Mark]})
	}
	return list
}

func newTouches(touches []engine.Touch) (list []touchJSON) {
	for _, t := range touches {
		j := touchJSON{
			Board: t.Board, Columns: t.Size.X, Rows: t.Size.Y, Edge: edgeWords[t.Edge], Seat: t.Seat, Thing: t.Thing, Way: nonEmpty(t.Way), Key: t.Key,
		}
		if t.Board != "" {
			at := pointJSON(t.At)
			j.At = &at
		}
		list = append(list, j)
	}
	return list
}

// nonEmpty returns a pointer to t, or nil if t is empty.
func nonEmpty(t i18n.Text) *i18n.Text {
	if t == (i18n.Text{}) {
		return nil
	}
	return &t
}
