package engine

// Scene is the picture of a position. It holds meanings and integers only; package render
// chooses the palette, the patterns, the widths and the pixels.
//
// A scene has at least one board, and its texts are in both languages. No two boards share both Name and Seat, which
// identify a board in the next scene. Everything on a board lies within it, corners included.
type Scene struct {
	Boards []Board // the field of play first; hands, stocks, coming pieces and dice are small boards
	Lines  []Text  // the lines beside the boards: the seat to move, the stocks, the result
}

// The limits of a scene.
const (
	MaxSide  = 512    // cells along one side of a board
	MaxCells = 40_000 // cells of all boards of a scene together
)

// Point is a cell or a corner. X counts columns to the right, Y rows upwards. A corner is
// the lower left one of the cell with the same numbers.
type Point struct{ X, Y int }

// Board is a grid of cells, with the things on them and the lines between them.
type Board struct {
	Name       Text     // the name of a small board; empty for a field of play that needs none
	Seat       int      // the seat that owns it, such as a hand or a field; 0 for a common board
	Min, Max   Point    // the first and the last cell; at most MaxSide cells a side
	Cols, Rows []string // labels from Min.X to the right and from Min.Y upwards, one each; nil for none
	Grid       int      // the number of cells from one grid line to the next, counted from Min; 0 for no lines
	Gap        bool     // the cells stand apart, with room for a Wall between them
	Cells      []Cell   // the cells that are not empty, later ones over earlier ones
	Walls      []Line   // lines along the edges of cells, vertical or horizontal
	Strokes    []Line   // lines across cells, over everything else: a drawn slash, a traced chain
}

// Cell is a thing in a cell, or the cell itself where Form is Ground.
type Cell struct {
	At    Point
	Form  Form
	Ink   Ink
	Glyph string // the sign that identifies it without colour: one character, at most as wide as a kanji, or two narrow ones such as +3
	Group int    // the body that the cell is part of, if not zero
	Turn  int    // quarter turns clockwise, 0 to 3; 2 for a piece of the far side
	Mark  Mark
}

// Line is a straight line from one corner to another.
type Line struct {
	From, To Point
	Ink      Ink
	Mark     Mark
	Name     string // the game's name of a stroke's place, for people who do not see it; empty for decoration
}

// Form is the kind of thing that a Cell shows.
type Form uint8

// The forms.
const (
	Ground Form = iota // the cell itself, tinted by Ink: a goal line, a free square that is marked
	Body               // fills the cell; a picture joins its Group and leaves Glyph to the text
	Disc               // a round stone or pawn, with its Glyph on it
	Man                // a five-sided shogi piece, with its Glyph on it
	Die                // a die, its face in Glyph
	Label              // the Glyph alone, such as a number of pieces
	Drawn              // a cell that Strokes cover in a picture; a text shows the Glyph
)

// Ink is the meaning of a colour. The inks of the seats come first: Ink(2) is that of seat 2.
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
)
