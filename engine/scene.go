package engine

// Scene is what there is to see of a position. It holds meanings and integers only: package render
// chooses the palette, the patterns, the widths and the pixels.
//
// It has a board at least, and its texts are in both languages. No two boards share both Name and Seat, by which a
// board is known again in the next scene. All that is on a board lies within it, corners included.
type Scene struct {
	Boards []Board // the field of play first; hands, stocks, coming pieces and dice are small boards
	Lines  []Text  // what stands beside the boards: whose turn it is, what is left, how it ended
}

// The most that is drawn.
const (
	MaxSide  = 512    // cells along one side of a board
	MaxCells = 40_000 // cells of all boards of a scene together
)

// Point is a place. As a cell, X counts columns to the right and Y rows upwards. As a corner, it is
// the lower left corner of the cell of the same numbers.
type Point struct{ X, Y int }

// Board is a grid of cells with what lies on them and between them.
type Board struct {
	Name       Text     // what it is, empty for a field of play that needs no name
	Seat       int      // the seat it belongs to, such as a hand or an own field; 0 for a common one
	Min, Max   Point    // its corner cells, both included; at most MaxSide cells apart
	Cols, Rows []string // labels from Min.X to the right and from Min.Y upwards, one each; nil for none
	Grid       int      // a line every so many cells, counted from Min; 0 for none
	Gap        bool     // lines stand in gaps between the cells, wide enough for a Wall
	Cells      []Cell   // what is not bare ground, later ones over earlier ones
	Walls      []Line   // lines along the edges of cells, upright or level
	Strokes    []Line   // lines across cells and over everything: a drawn slash, a traced chain
}

// Cell is a thing in a cell, or the cell itself where Form is Ground.
type Cell struct {
	At    Point
	Form  Form
	Ink   Ink
	Glyph string // what tells it apart without colour: one character, as wide as a kanji at most, or two narrow ones such as +3
	Group int    // cells of one non-zero group join into one body
	Turn  int    // quarter turns clockwise, 0 to 3; a man of the far side has 2
	Mark  Mark
}

// Line goes from one corner to another, straight.
type Line struct {
	From, To Point
	Ink      Ink
	Mark     Mark
	Name     string // what the game calls the place of a stroke, for those who do not see it; empty for mere decoration
}

// Form is the kind of thing that a Cell shows.
type Form uint8

// The forms.
const (
	Ground Form = iota // the cell itself, tinted by Ink: a goal line, a free square that is marked
	Body               // fills the cell; a picture joins its Group and leaves Glyph to the text
	Disc               // a round stone or pawn, with its Glyph on it
	Man                // a five-sided shogi man, with its Glyph on it
	Die                // a die, its face in Glyph
	Label              // the Glyph alone, such as a number of pieces
	Drawn              // what Strokes draw in a picture; a text shows the Glyph
)

// Ink is what a colour means, never a colour. Inks of seats come first: Ink(2) is seat 2.
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
	Black  Ink = 17 // of seat 2, where players know it as the black side
)

// Mark draws attention.
type Mark uint8

// The marks.
const (
	NoMark   Mark = iota
	Last          // what the last move put down
	From          // where the last move came from
	Legal         // somewhere the next move may go
	Joint         // an end to which something may be joined
	Deciding      // what ended the game
)
