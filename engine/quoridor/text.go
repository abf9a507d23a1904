package quoridor

import (
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// String returns "horizontal walls / vertical walls / pawns / walls left / seat to move". After the end the seat is the
// one that would move next.
func (p *position) String() string {
	var fields [4]strings.Builder
	for wall := range p.walls.each {
		s, letter := wall.slot()
		fields[strings.IndexByte("hv", letter)].WriteString(s.square().String())
	}
	for seat := range int(p.seats) {
		if seat > 0 {
			fields[2].WriteByte(' ')
			fields[3].WriteByte(' ')
		}
		fields[2].WriteString(p.pawns[seat].String())
		fields[3].WriteString(strconv.Itoa(int(p.left[seat])))
	}
	text := ""
	for i := range fields {
		text += fields[i].String() + " / "
	}
	return strings.ReplaceAll(strings.TrimPrefix(text, " "), "  ", " ") + strconv.Itoa(int(p.turn)+1)
}

// parse is the inverse of String. It refuses positions that no game with these options reaches, but allows walls to be
// missing, because a study or a handicap may begin with fewer.
func parse(options engine.Options, text string) (engine.Position, error) {
	b, err := emptyBoard(options)
	if err != nil {
		return nil, err
	}
	fields := strings.Split(text, "/")
	if len(fields) != 5 {
		return nil, i18n.Errorf("%q is not five fields between slashes but %d: want horizontal walls / vertical walls / pawns / walls left / seat to move",
			"「%s」は斜線で区切った5個ではなく%d個です。横の壁 / 縦の壁 / 駒 / 残りの壁の数 / 手番の席、の順に書いてください", text, len(fields))
	}
	for i, read := range []func(*board, string) error{(*board).readHorizontal, (*board).readVertical, (*board).readPawns, (*board).readStocks, (*board).readTurn} {
		if err := read(&b, strings.Trim(fields[i], " ")); err != nil {
			return nil, err
		}
	}
	if err := b.possible(); err != nil {
		return nil, err
	}
	return &position{board: b}, nil
}

// emptyBoard returns the board for these options without pawns, walls and stocks.
func emptyBoard(options engine.Options) (board, error) {
	all, err := (&engine.Game{Name: name, Options: choices}).Resolve(options)
	if err != nil {
		return board{}, err
	}
	return board{
		north: openNorth,
		east:  openEast,
		seats: int8(seats(all)),
		aside: all["third-pawn"] == "diagonal",
	}, nil
}

func (b *board) readHorizontal(field string) error { return b.readWalls(field, horizontal) }
func (b *board) readVertical(field string) error   { return b.readWalls(field, vertical) }

func (b *board) readWalls(field string, direction kind) error {
	for len(field) > 0 {
		m, ok := readMove(field[:min(2, len(field))] + string(direction))
		if !ok || m.at.onEdge() {
			return i18n.Errorf("there is no wall %q: walls are written without spaces, from a1 to h8",
				"「%s」という壁はありません。壁はa1からh8までで、空白を入れずに続けて書いてください", field)
		}
		wall := m.wall()
		if b.walls.free().and(wall).empty() {
			return i18n.Errorf("the wall %s overlaps or crosses another one", "壁%sはほかの壁と重なるか交差しています", wall)
		}
		b.place(wall)
		field = field[2:]
	}
	return nil
}

func (b *board) readPawns(field string) error {
	words := strings.Fields(field)
	if len(words) != int(b.seats) {
		return i18n.Errorf("there are %d pawns: want %d squares with a space between", "駒が%d個あります。空白で区切って%d個のマスを書いてください", len(words), b.seats)
	}
	pawns := make([]square, len(words))
	for seat, word := range words {
		m, ok := readMove(word)
		if !ok || m.kind != step {
			return i18n.Errorf("the pawn of %s stands on %q: want a square from a1 to i9", "%sの駒の位置が「%s」です。a1からi9までのマスを書いてください", b.seatName(seat), word)
		}
		pawns[seat] = m.at
	}
	b.setPawns(pawns)
	if b.taken.len() != len(pawns) {
		return i18n.Errorf("two pawns stand on one square: %s", "同じマスに駒が二つあります：%s", field)
	}
	return nil
}

// setPawns puts a pawn of each seat on a board that has none.
func (b *board) setPawns(pawns []square) {
	for seat, s := range pawns {
		b.pawns[seat] = s
		b.taken = b.taken.or(at(s))
	}
}

func (b *board) readStocks(field string) error {
	words := strings.Fields(field)
	if len(words) != int(b.seats) {
		return i18n.Errorf("there are %d stocks of walls: want %d numbers with a space between",
			"残りの壁の数が%d個書かれています。空白で区切って%d個書いてください", len(words), b.seats)
	}
	for seat, word := range words {
		low := 0
		if b.seats > 2 && strings.HasPrefix(word, "-") {
			low = 1 - int(b.seats)
		}
		n, err := readNumber(word, low, int(stock[b.seats]))
		if err != nil {
			return i18n.Errorf("the walls left of %s: %v", "%sの残りの壁：%v", b.seatName(seat), err)
		}
		b.left[seat] = int8(n)
	}
	// The players who are out are numbered from -1 down.
	gone := int(b.seats) - b.in()
	for n := 1; n <= gone; n++ {
		if !slices.Contains(b.left[:b.seats], int8(-n)) {
			return i18n.Errorf("%d seats are out, but none of them has %d in place of its walls: the first to leave has -1, the next -2",
				"抜けた席が%d個ありますが、壁の数の代わりに%dと書かれた席がありません。最初に抜けた席は-1、次は-2です", gone, -n)
		}
	}
	return nil
}

func (b *board) readTurn(field string) error {
	seat, err := readNumber(field, 1, int(b.seats))
	if err != nil {
		return i18n.Errorf("the seat to move: %v", "手番の席：%v", err)
	}
	if b.turn = int8(seat - 1); b.out(seat - 1) {
		return i18n.Errorf("%s is to move, but is out", "手番の%sは対局から抜けています", b.seatName(seat-1))
	}
	return nil
}

func readNumber(word string, low, high int) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || strconv.Itoa(n) != word || n < low || n > high {
		return 0, i18n.Errorf("%q is not a number from %d to %d", "「%s」は%dから%dまでの数ではありません", word, low, high)
	}
	return n, nil
}

// possible returns an error if the position cannot occur in a game.
func (b *board) possible() error {
	total, all := b.walls.len(), int(b.seats)*int(stock[b.seats])
	for _, left := range b.left {
		total += max(0, int(left))
	}
	if total > all {
		return i18n.Errorf("there are %d walls, placed and left: a game has %d", "壁は、置いたものと残りを合わせて%d枚あります。対局で使うのは%d枚です", total, all)
	}
	for _, seat := range b.cutOff(walls{}) {
		return i18n.Errorf("%s has no way to %s", "%sの駒から%sへの道がありません", b.seatName(seat), b.goalName(seat))
	}
	// Only the pawn that has just moved may be on its goal line.
	before := (int(b.turn) + int(b.seats) - 1) % int(b.seats)
	for b.out(before) {
		before = (before + int(b.seats) - 1) % int(b.seats)
	}
	for seat := range int(b.seats) {
		if seat != before && b.goal(seat).has(b.pawns[seat]) {
			return i18n.Errorf("%s stands on its goal already: that ended the game, and %s would be next",
				"%sの駒はすでにゴールにいて、対局は終わっています。手番の席は%sになります", b.seatName(seat), b.seatName((seat+1)%int(b.seats)))
		}
	}
	return nil
}
