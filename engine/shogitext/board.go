package shogitext

import (
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Set is the board and the pieces of one game of the family.
type Set struct {
	Size  int        // files and ranks of the board, at most 9
	Most  [Tokin]int // how many pieces of each kind there are, promoted ones too; 0 for a kind that the game does not have
	Zone  int        // the number of ranks, from the far one, in which pieces promote
	Usual string     // the board, the seat to move and the hands of the usual start, in SFEN

	Declares bool // a player whose king has entered the zone may declare that

	OutsideZone i18n.Text // why a piece does not promote that neither leaves nor enters the zone
}

// has reports whether there are pieces of kind k.
func (s *Set) has(k Kind) bool { return s.Most[k.Lowered()] > 0 }

// Square is a square of a board of nine by nine, file by file: 1一 is 0, 1二 is 1 and 9九 is 80. A smaller board is a corner of it.
type Square uint8

const (
	side            = 9
	Cells           = side * side // the number of squares
	NoSquare Square = Cells
)

// SquareAt returns the square of a file and a rank, both from 1; NoSquare outside the board of nine by nine.
func SquareAt(file, rank int) Square {
	if file < 1 || file > side || rank < 1 || rank > side {
		return NoSquare
	}
	return Square(side*(file-1) + rank - 1)
}

// File returns the file of s, from 1.
func (s Square) File() int { return int(s)/side + 1 }

// Rank returns the rank of s, from 1.
func (s Square) Rank() int { return int(s)%side + 1 }

var (
	fileDigits = strings.Split("１２３４５６７８９", "")
	rankDigits = strings.Split("一二三四五六七八九", "")
)

// String returns the square as the destination of a move, such as ７六.
func (s Square) String() string { return fileDigits[s.File()-1] + rankDigits[s.Rank()-1] }

// Digits returns the square as an origin, such as 77.
func (s Square) Digits() string { return string([]byte{'0' + byte(s.File()), '0' + byte(s.Rank())}) }

// lettered returns the square in USI, such as 7g.
func (s Square) lettered() string {
	return string([]byte{'0' + byte(s.File()), 'a' - 1 + byte(s.Rank())})
}

// Name returns the square as readers of each language write it.
func (s Square) Name() i18n.Text { return i18n.Text{En: s.lettered(), Ja: s.String()} }

// Arg returns the name of s as an argument of a rule.
func (s Square) Arg(name string) engine.Arg { return engine.Arg{Name: name, Value: s.Name()} }

// on reports whether the square is one of a board of set.
func (s Square) on(set *Set) bool { return s.File() <= set.Size && s.Rank() <= set.Size }

// ReadSquare reads a square of a board of s in KIF and USI, in any width: ５三, 5三, 53, 5c.
func (s *Set) ReadSquare(text string) (Square, bool) {
	plain := strings.ToLower(plainer().Replace(text))
	if len(plain) != 2 {
		return NoSquare, false
	}
	return s.readSquare(plain)
}

// readSquare reads a square such as 76 or 7f, in two bytes.
func (s *Set) readSquare(text string) (Square, bool) {
	rank := int(text[1]) - '0'
	if text[1] >= 'a' {
		rank = int(text[1]) - 'a' + 1
	}
	at := SquareAt(int(text[0])-'0', rank)
	return at, at.on(s)
}

// Piece is a piece on a board.
type Piece struct {
	Kind Kind
	Seat uint8 // 1 or 2; 0 for an empty square
}

// Letter returns the piece in SFEN, in upper case for seat 1.
func (m Piece) Letter() string {
	if m.Seat == 2 {
		return strings.ToLower(m.Kind.Letter())
	}
	return m.Kind.Letter()
}

// Board is a position of a game of the family: the pieces, those in hand, and the seat to move.
type Board struct {
	Set    *Set
	Pieces [Cells]Piece // by square
	Hands  [2][HandKinds]int
	Turn   int // the seat to move, from 1

	IgnoreCheck bool // a king may be left to be taken
}

// Squares yields all squares, 1一 first, each file from rank 一.
func (s *Set) Squares(yield func(Square) bool) {
	for file := 1; file <= s.Size; file++ {
		for rank := 1; rank <= s.Size; rank++ {
			if !yield(SquareAt(file, rank)) {
				return
			}
		}
	}
}

// ways are the directions in which a piece of seat 1 goes, as differences of file and rank: by one step, and over any distance.
type ways struct{ steps, slides [][2]int }

var (
	diagonals   = [][2]int{{1, -1}, {-1, -1}, {1, 1}, {-1, 1}}
	orthogonals = [][2]int{{0, -1}, {1, 0}, {-1, 0}, {0, 1}}
	goldSteps   = [][2]int{{0, -1}, {1, -1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}}
)

var waysOf = [Kinds]ways{
	Pawn:       {steps: [][2]int{{0, -1}}},
	Lance:      {slides: [][2]int{{0, -1}}},
	Knight:     {steps: [][2]int{{1, -2}, {-1, -2}}},
	Silver:     {steps: [][2]int{{0, -1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}}},
	Gold:       {steps: goldSteps},
	Bishop:     {slides: diagonals},
	Rook:       {slides: orthogonals},
	King:       {steps: append([][2]int{{1, 1}, {-1, 1}}, goldSteps...)},
	Tokin:      {steps: goldSteps},
	HighLance:  {steps: goldSteps},
	HighKnight: {steps: goldSteps},
	HighSilver: {steps: goldSteps},
	Horse:      {steps: orthogonals, slides: diagonals},
	Dragon:     {steps: diagonals, slides: orthogonals},
}

// Steps returns the single steps of a piece of seat 1, as differences of file and rank.
func (k Kind) Steps() [][2]int { return waysOf[k].steps }

// reaches reports whether the piece on from can move to another square by its way of moving, even if its own side occupies it.
func (b *Board) reaches(from, to Square) bool {
	m := b.Pieces[from]
	for _, d := range waysOf[m.Kind].steps {
		if from.plus(d, m.Seat) == to {
			return true
		}
	}
	for _, d := range waysOf[m.Kind].slides {
		for s := from.plus(d, m.Seat); s.on(b.Set); s = s.plus(d, m.Seat) {
			if s == to {
				return true
			}
			if b.Pieces[s].Seat != 0 {
				break
			}
		}
	}
	return false
}

// plus returns the square in a direction as seat sees it.
func (s Square) plus(d [2]int, seat uint8) Square {
	if seat == 2 {
		return SquareAt(s.File()-d[0], s.Rank()-d[1])
	}
	return SquareAt(s.File()+d[0], s.Rank()+d[1])
}
