package render

import (
	"image"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Pieces returns the names of the sets of shogi pieces.
func Pieces() []string { return []string{"kanji", "letters", "symbols"} }

// figures are the pieces with their letters, pictograms and English names, and their sizes in hundredths of that of a king.
var figures = [...]struct {
	kanji, letter, symbol, name string
	size                        int
}{
	{"王", "K", "♚", "King", 100}, {"玉", "K", "♚", "King", 100},
	{"飛", "R", "♜", "Rook", 97}, {"龍", "+R", "+♜", "Dragon", 97}, {"竜", "+R", "+♜", "Dragon", 97},
	{"角", "B", "♝", "Bishop", 97}, {"馬", "+B", "+♝", "Horse", 97},
	{"金", "G", "☀", "Gold", 94}, {"銀", "S", "☾", "Silver", 94}, {"全", "+S", "+☾", "Promoted silver", 94},
	{"桂", "N", "♞", "Knight", 91}, {"圭", "+N", "+♞", "Promoted knight", 91},
	{"香", "L", "↑", "Lance", 88}, {"杏", "+L", "+↑", "Promoted lance", 88},
	{"歩", "P", "♟", "Pawn", 85}, {"と", "+P", "+♟", "Promoted pawn", 85},
}

// PieceName returns the name of the piece with this kanji, which is its name in Japanese; glyph itself if it is none.
func PieceName(glyph string) i18n.Text {
	for _, f := range figures {
		if glyph == f.kanji {
			return i18n.Text{En: f.name, Ja: glyph}
		}
	}
	return i18n.Text{En: glyph, Ja: glyph}
}

// sizeOf returns the size of the piece with this sign, of any set.
func sizeOf(glyph string) int {
	for _, f := range figures {
		if glyph == f.kanji || glyph == f.letter || glyph == f.symbol {
			return f.size
		}
	}
	return 100
}

// WithPieces returns s with the pieces of a set; "" is the default of the language.
func WithPieces(s engine.Scene, lang, set string) (engine.Scene, error) {
	if set == "" && lang != "ja" {
		set = "letters"
	}
	if set == "" || set == "kanji" {
		return s, nil
	}
	if !slices.Contains(Pieces(), set) {
		return s, i18n.Err("picture.no-pieces", "name", SafeLine(set, 40), "list", i18n.Names(Pieces()...))
	}
	s.Boards, s.Players = slices.Clone(s.Boards), slices.Clone(s.Players)
	for i := range s.Boards {
		s.Boards[i].Cells = relabelled(s.Boards[i].Cells, set)
	}
	for i, p := range s.Players {
		s.Players[i].Has = slices.Clone(p.Has)
		for j, t := range p.Has {
			s.Players[i].Has[j].Cells = relabelled(t.Cells, set)
		}
	}
	return s, nil
}

// relabelled returns cells with the signs of a set on pieces.
func relabelled(cells []engine.Cell, set string) []engine.Cell {
	cells = slices.Clone(cells)
	for i, c := range cells {
		for _, f := range figures {
			switch {
			case c.Form != engine.Piece || c.Glyph != f.kanji:
			case set == "letters":
				cells[i].Glyph = f.letter
			default:
				cells[i].Glyph = f.symbol
			}
		}
	}
	return cells
}

// drawPiece draws a five-sided piece, the larger the higher its rank. Pieces of the far side are upside down.
func (p painter) drawPiece(c engine.Cell, mid spot, n fix) {
	if p.in.stand == 0 { // on a stand all have the same size
		n = n * sizeOf(c.Glyph) / 100
	}
	at := func(x, y fix) spot { // in thousandths of n
		s := turned(image.Pt(x*n/1000, y*n/1000), c.Turn)
		return mid.Add(s)
	}
	outer := polygon(at(0, -475), at(290, -370), at(400, 455), at(-400, 455), at(-290, -370))
	if n > 20*px {
		p.fill(outer.moved(image.Pt(n/60, n/30).Add), p.hue.black, 4)
	}
	p.fill(outer, p.hue.edge, 16)
	rim := max(16, 1000*px/n*3/4) // at least three quarters of a pixel
	p.fill(polygon(at(0, -475+rim), at(290-rim, -370+rim), at(400-rim-4, 455-rim), at(-400+rim+4, 455-rim), at(-290+rim, -370+rim)), p.hue.wood, 16)
	if n > 30*px {
		p.fill(polygon(at(400-rim-9, 410), at(400-rim-4, 455-rim), at(-400+rim+4, 455-rim), at(-400+rim+9, 410)), mix(p.hue.wood, p.hue.edge, 5), 16)
	}
	colour := p.hue.glyph
	if c.Ink == engine.Raised {
		colour = p.hue.red
	}
	p.fill(p.pieceSign(c, at(0, 30), n), colour, 16)
}

// pieceSign returns the sign on a piece: a pictogram, brushed kanji, or letters.
func (p painter) pieceSign(c engine.Cell, at spot, n fix) path {
	bare, raised := strings.CutPrefix(c.Glyph, "+")
	if symbol := pictogram(bare); symbol != nil {
		if raised {
			symbol = slices.Concat(symbol, bar(-46, -52, 26, 8), bar(-37, -61, 8, 9), bar(-37, -44, 8, 9))
		}
		return symbol.placed(at, n*62/100, c.Turn)
	}
	switch glyph := printable(c.Glyph); {
	case len(glyph) == 1:
		return p.face.sign(at, n*56/100, c.Turn, glyph)
	case len(glyph) == 2:
		return p.face.sign(at, n*40/100, c.Turn, glyph)
	default:
		return p.face.pieces.text(spot{}, n*64/100, glyph).centred(at, c.Turn)
	}
}

// pictogram returns the sign of a piece in a square of a hundred units around the origin, nil for kanji and letters.
func pictogram(symbol string) path {
	switch symbol {
	case "♚":
		return slices.Concat(
			outlined(-36, 22, -44, -22, -18, 0, 0, -30, 18, 0, 44, -22, 36, 22), bar(-36, 29, 72, 13), bar(-4, -52, 8, 19), bar(-12, -47, 8, 7), bar(4, -47, 8, 7))
	case "♜":
		return slices.Concat(
			outlined(-32, -42, -18, -42, -18, -31, -7, -31, -7, -42, 7, -42, 7, -31, 18, -31, 18, -42, 32, -42, 32, -14, -32, -14),
			bar(-23, -10, 46, 35), bar(-36, 29, 72, 13))
	case "♝":
		return slices.Concat(path{
			{move: true, n: 1, to: [3]spot{image.Pt(0, -38)}}, {n: 3, to: [3]spot{image.Pt(30, -18), image.Pt(32, 8), image.Pt(17, 25)}},
			{n: 1, to: [3]spot{image.Pt(-17, 25)}}, {n: 3, to: [3]spot{image.Pt(-32, 8), image.Pt(-30, -18), image.Pt(0, -38)}}, {},
		}, circle(image.Pt(0, -46), 7), bar(-32, 29, 64, 13))
	case "☀":
		return slices.Concat(circle(image.Pt(0, 0), 22),
			bar(-4, -47, 8, 18), bar(-4, 29, 8, 18), bar(-47, -4, 18, 8), bar(29, -4, 18, 8),
			outlined(-37, -31, -31, -37, -18, -24, -24, -18), outlined(31, -37, 37, -31, 24, -18, 18, -24),
			outlined(24, 18, 37, 31, 31, 37, 18, 24), outlined(-18, 24, -31, 37, -37, 31, -24, 18))
	case "☾":
		return path{
			{move: true, n: 1, to: [3]spot{image.Pt(22, -40)}}, {n: 3, to: [3]spot{image.Pt(-54, -44), image.Pt(-54, 44), image.Pt(22, 40)}},
			{n: 3, to: [3]spot{image.Pt(-16, 26), image.Pt(-16, -26), image.Pt(22, -40)}}, {},
		}
	case "♞":
		return slices.Concat(
			outlined(-24, 25, -10, 4, -34, 12, -38, 0, -14, -34, -8, -46, 2, -36, 22, -20, 28, 25), bar(-32, 29, 64, 13))
	case "↑":
		return outlined(0, -48, 18, -16, 6, -16, 6, 44, -6, 44, -6, -16, -18, -16)
	case "♟":
		return slices.Concat(circle(image.Pt(0, -26), 15), outlined(-9, -8, 9, -8, 20, 25, -20, 25), bar(-30, 29, 60, 13))
	}
	return nil
}

// outlined returns a polygon of pairs of numbers.
func outlined(xy ...fix) path {
	var corners []spot
	for i := 0; i < len(xy); i += 2 {
		corners = append(corners, image.Pt(xy[i], xy[i+1]))
	}
	return polygon(corners...)
}

func bar(x, y, w, h fix) path { return outlined(x, y, x+w, y, x+w, y+h, x, y+h) }
