package engine

import (
	"image"
	"slices"

	"hikyaku/internal/i18n"
)

// Scene is the picture of a position. It holds meanings and integers only; package render
// chooses the palette, the patterns, the widths and the pixels.
//
// A scene has at least one board, and its texts are in both languages. Everything on a board lies within it, corners
// included. All scenes of a game have the same boards and panels, with the same measures unless a board is Open, so that
// its pictures have one shape.
//
// A text about a seat does not name it: the code that shows the scene inserts the name of the player.
type Scene struct {
	Boards  []Board     // the field of play first; coming pieces, lists and meters are small boards
	Players []Panel     // one a seat, in the order of the seats
	Turn    Turn        // whose turn it is; zero at the end and between the steps of a move
	Throw   Dice        // the dice that lie on the table
	Result  *Ending     // how the game ended; nil until then
	Passed  int         // the seat whose last move was a pass, 0 for none: by match, not by games
	Odds    bool        // seat 2 gives seat 1 odds, as in handicap games of shogi
	Lines   []i18n.Text // further lines for text output
}

// Seat returns what a seat, counted from 1, is called whose player has no name.
func (s Scene) Seat(n int) i18n.Text {
	if s.Odds {
		return Side(n)
	}
	return Seat(n, max(2, len(s.Players)))
}

// Poser is a Position that diagrams of problems show in a way of their own. Pose returns its scene without what they leave out.
type Poser interface{ Pose() Scene }

// Panel is the things of a seat next to the boards. Things and their looks are the same in all scenes of a game.
type Panel struct {
	Goal  i18n.Text // where it goes or what it plays, "to rank 9"; empty if the boards show that
	State i18n.Text // a state in a few words, "in check"; usually empty
	Has   []Thing
}

// Thing is one kind of thing that a seat has, and how many.
type Thing struct {
	Name    string // "角", "I": as in the notation; empty for a thing that only Words name
	Cells   []Cell // one of them as on a board with its lower left cell at 0, 0; none if it is not drawn
	Strokes []Line // lines across Cells
	Count   int
	Most    int       // the largest Count, if there is one; for a stock, how many there are at the start
	Words   i18n.Text // the number in words, "9 walls left"; empty where Name and Count say enough
	Role    Role
}

// Role is what a Thing does. Pictures draw Held and Coming; Words or the State say the others, which small pictures draw too.
type Role uint8

// The roles.
const (
	Held    Role = iota // it is in hand or in a stock
	Coming              // it will fall on the field of its seat
	Kept                // it is put aside
	Leaving             // it is on its way to the other seat
	Links               // the links of a chain that runs
	Slots               // the turns that its seat still loses
	Steps               // the steps done of Most
)

// Turn is whose turn it is, and what for.
type Turn struct {
	Seat  int       // 0 for none
	Throw bool      // dice have to be thrown first
	For   i18n.Text // what the seat is to do, said after its name: "to move to file 3", "の番。3筋へ"
}

// Dice are the dice that lie on the table after a throw.
type Dice struct {
	Room  int   // how many dice may lie there in this game; 0 if its throws are shown otherwise
	Seat  int   // the seat that threw them; 0 if none lie there
	Faces []int // nil if none lie there
}

// Ending is how a game or a match ended.
type Ending struct {
	Result           // without Places there are no winners
	Seat   int       // the subject of How, as in "resigned"; 0 if How needs none, as in "checkmate"
	How    i18n.Text // in a few words
}

// The limits of a scene.
const (
	MaxSide  = 512    // cells along one side of a board
	MaxCells = 40_000 // cells of all boards of a scene together
)

// Point is a cell or a corner. X counts columns to the right, Y rows upwards. A corner is
// the lower left one of the cell with the same numbers.
type Point = image.Point

// Board is a grid of cells, with the things on them and the lines between them.
type Board struct {
	ID         string      // names the board in all scenes of a game, and no other
	Name       i18n.Text   // the heading, without the name of its owner; empty for a field of play
	Seat       int         // the seat that owns it, such as a field; 0 for a common board
	Open       bool        // it has no edges: Min and Max grow with the game
	Min, Max   Point       // the first and the last cell; at most MaxSide cells a side
	Cols, Rows []i18n.Text // labels from Min.X to the right and from Min.Y upwards, one each; nil for none
	Grid       int         // the number of cells from one grid line to the next, counted from Min; 0 for no lines
	Left       []Thing     // what its seats still put on it; nil for nothing
	Hand       int         // of a small board of a seat: the columns from Min.X that are in hand; the others come later
	Gap        bool        // the cells are apart, with room for a Wall between them
	Cells      []Cell      // the cells that are not empty, later ones over earlier ones
	Walls      []Line      // lines along the edges of cells, vertical or horizontal
	Strokes    []Line      // lines across cells, over everything else: a drawn slash, a traced chain
	Threats    []Line      // chains across cells that pictures mark on request; Name is their class, "4"
}

// Cell is a thing in a cell, or the cell itself where Form is Ground.
type Cell struct {
	At    Point
	Form  Form
	Ink   Ink
	Glyph string // the sign that identifies it without colour: one character, at most as wide as a kanji, or two narrow ones such as +3
	Group int    // the body that the cell is part of, if not zero
	Shape Shape
	Turn  int // quarter turns clockwise, 0 to 3; 2 for a piece of the far side
	Mark  Mark
}

// Line is a straight line from one corner to another.
type Line struct {
	From, To Point
	Ink      Ink
	Mark     Mark
	Name     string // the game's name of a stroke's place, for people who do not see it; empty for decoration
	Goal     int    // the seat whose goal this edge of the board is; 0 if it is nobody's
}

// Form is the kind of thing that a Cell shows.
type Form uint8

// The forms.
const (
	Ground Form = iota // the cell itself, tinted by Ink: a goal line, a free square that is marked
	Body               // fills the cell; a picture joins its Group and leaves Glyph to the text
	Disc               // a round stone or pawn, with its Glyph on it
	Piece              // a five-sided shogi piece, with its Glyph on it
	Die                // a die, its face in Glyph
	Label              // the Glyph alone, such as a number of pieces
	Drawn              // a cell that Strokes cover in a picture; a text shows the Glyph
	Plank              // a wall that lies in a stock
)

// Shape is a detail of how a Cell is drawn.
type Shape uint8

// The shapes.
const (
	Simple Shape = iota
	Head         // of a Body: a cell of its head, which looks upwards without Turn
	Row          // of a Disc: as many of them as fill a row
	Idle         // of a Disc: its seat is out, and it stays where it is
)

// Ink is the meaning of a colour. The inks of the seats come first: Ink(2) is the ink of seat 2.
type Ink uint8

// The inks that belong to no seat.
const (
	Plain  Ink = 0  // no meaning of its own
	Dull   Ink = 9  // in the way or out of play: garbage
	Kind1  Ink = 10 // kinds of stones, up to Kind6
	Kind2  Ink = 11
	Kind3  Ink = 12
	Kind4  Ink = 13
	Kind5  Ink = 14
	Kind6  Ink = 15
	Raised Ink = 16 // promoted
	Black  Ink = 17 // seat 2, if players call it the black side
)

// Mark is a reason to highlight a cell or a line.
type Mark uint8

// The marks.
const (
	NoMark   Mark = iota
	Last          // put down by the last move
	From          // left by the last move
	Legal         // a possible destination of the next move
	Joint         // an open end of a chain of pieces
	Deciding      // the piece or line that ended the game
	Lit           // of Ground: open to the next move by a throw
	Attacked      // of a Piece: it must be saved now
	Before        // put down shortly before the last move: by After, not by games
)

// After returns s with the marks of the moves before the last, where earlier are the scenes before it, the latest first:
// what their last moves put down is marked Before, and a wall keeps the ink of its owner.
func (s Scene) After(earlier ...Scene) Scene {
	s.Boards = slices.Clone(s.Boards)
	for i := range s.Boards {
		b := &s.Boards[i]
		b.Cells, b.Walls = slices.Clone(b.Cells), slices.Clone(b.Walls)
		for _, e := range earlier {
			for _, old := range e.Boards {
				if old.ID == b.ID {
					for _, c := range old.Cells { // a Label, as of a meter, shows the current state and was not placed by a move
						if c.Mark == Last && c.Form != Label {
							c.Mark = NoMark
							if i := slices.Index(b.Cells, c); i >= 0 {
								b.Cells[i].Mark = Before
							}
						}
					}
					for _, l := range old.Walls {
						i := slices.IndexFunc(b.Walls, func(w Line) bool { return w.Mark == NoMark && w.From == l.From && w.To == l.To })
						if l.Mark == Last && i >= 0 {
							b.Walls[i].Ink, b.Walls[i].Mark = l.Ink, Before
						}
					}
				}
			}
		}
	}
	return s
}

// Drafted returns s with only the list that the players fill, if they still do; else s.
func (s Scene) Drafted() Scene {
	for i, b := range s.Boards {
		if b.Name != (i18n.Text{}) && b.Cols != nil && slices.ContainsFunc(b.Cells, func(c Cell) bool { return c.Form == Label }) {
			s.Boards = s.Boards[i:][:1]
		}
	}
	return s
}

// Fades reports whether pictures of s mark the two moves before the last too: among more than two seats, and where each
// seat has a field of its own.
func (s Scene) Fades() bool {
	return len(s.Players) > 2 || len(s.Boards) > 0 && s.Boards[0].Seat != 0
}
