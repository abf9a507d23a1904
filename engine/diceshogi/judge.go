package diceshogi

import (
	"hikyaku/engine/search"
	"hikyaku/engine/shogiboard"
	"hikyaku/engine/shogitext"
)

// Lists of points: by rank from the far one, and for two.
type (
	ranks = [size]int32
	pair  = [2]int32
)

// inGame are the kinds of this game, in the order of the lists of spread.
var inGame = [...]kind{pawn, shogitext.Silver, shogitext.Gold, shogitext.Bishop, shogitext.Rook, king,
	shogitext.Tokin, shogitext.HighSilver, shogitext.Horse, shogitext.Dragon}

// spread returns what is listed for the kinds of this game by kind.
func spread[T any](listed ...T) (all [kinds]T) {
	for i, one := range listed {
		all[inGame[i]] = one
	}
	return all
}

// listed is the place of each kind in these lists.
var listed = func() (places [kinds]uint64) {
	for i, k := range inGame {
		places[k] = uint64(i)
	}
	return places
}()

// tenfold is the number of points at which a win is ten times as likely as a loss.
const tenfold = 1000

// weights are the weights of the evaluation, in points.
type weights struct {
	pieces [kinds]int32    // a piece on the board
	rank   [kinds]ranks    // more for its rank, the far one first
	edge   [kinds]int32    // more for each file between it and the middle one
	hands  [kinds]pair     // the first and the second piece of a kind in hand
	reach  [kinds]int32    // each square that it attacks and its own side does not occupy
	press  [kinds]int32    // each square around the other king that it attacks
	weak   [6]int32        // the number of squares around the own king that the other side attacks and only the king protects
	room   [6]int32        // the number of squares to which the own king can go safely
	rush   int32           // each such weak square and each piece in the other hand
	land   int32           // each empty square beside the own king that only the king protects, and each piece in the other hand
	loose  [2][kinds]int32 // an own piece that is attacked and not protected: if its own side moves next, if the other does
	hit    [2][kinds]int32 // the same for a piece that is protected
	turn   int32           // moving next
}

// The weights of the rule sets are fitted to the results of some thousand games of the search with itself (logistic regression, as
// Texel's author Österlund described it in 2014). In games with a die they were games of few moves, in which chance decides much:
// pieces are worth less there, and most of all an attacked king.
var (
	miniWeights = weights{
		pieces: spread[int32](116, 291, 381, 359, 481, 0, 206, 244, 408, 521),
		rank:   spread(ranks{0, -15, -4, 20, 35}, ranks{-51, -22, 23, 59, 82}, ranks{-102, -50, 77, 128, 78}, ranks{57, -38, 28, 35, 6}, ranks{111, 12, 6, -11, -16}, ranks{16, 48, 4, 20, -89}, ranks{-2, 18, -12, 2, 0}, ranks{4, 18, -10, 1, 0}, ranks{13, 15, 23, 14, -6}, ranks{-109, 37, 64, 59, 51}),
		edge:   spread[int32](-48, -27, -77, 7, 16, -1, -7, -11, 9, -10),
		hands:  spread(pair{127, 12}, pair{362, 159}, pair{453, 222}, pair{458, 281}, pair{533, 397}),
		reach:  spread[int32](-8, 47, 9, 19, 6, 0, 58, -21, 38, 25),
		press:  spread[int32](81, 78, 106, 22, 35, 0, 38, 66, 19, 46),
		weak:   [6]int32{145, 44, -65, -68, -42, -13},
		room:   [6]int32{24, 18, 0, 20, -30, -33},
		rush:   -3,
		land:   -7,
		loose:  [2][kinds]int32{spread[int32](36, -101, -55, -77, -67, 0, -2, -11, -26, 13), spread[int32](-15, -210, -163, -175, -205, 0, -23, -15, -38, -18)},
		hit:    [2][kinds]int32{spread[int32](54, -64, -52, -32, -33, 0, 0, -4, 33, 4), spread[int32](151, -32, -2, 10, -57, 0, -4, 6, 3, -30)},
		turn:   170,
	}
	hyperWeights = weights{
		pieces: spread[int32](1, 171, 195, 225, 260, 0, 153, 153, 312, 422),
		rank:   spread(ranks{0, -44, 3, 1, -40}, ranks{-11, -41, -24, 44, 4}, ranks{-53, -63, -4, 26, 37}, ranks{35, -3, -7, -3, -66}, ranks{6, -9, -33, -48, -36}, ranks{44, 48, 28, 4, -123}, ranks{-82, 70, -30, -5, 1}, ranks{-118, -14, 51, 2, 1}, ranks{-18, -13, -35, 9, 19}, ranks{-55, 6, 48, -11, 13}),
		edge:   spread[int32](30, -32, -17, 2, -10, -84, 9, -62, -24, -3),
		hands:  spread(pair{63, -16}, pair{198, 117}, pair{253, 123}, pair{230, 208}, pair{292, 247}),
		reach:  spread[int32](39, 6, 2, 7, 6, 0, -14, 22, 2, -11),
		press:  spread[int32](-29, 28, 18, 11, 8, 0, 0, 17, 21, 16),
		weak:   [6]int32{46, 29, 11, -27, -21, -41},
		room:   [6]int32{-34, 1, 14, 5, 14, 1},
		rush:   -3,
		land:   -5,
		loose:  [2][kinds]int32{spread[int32](-11, -60, -76, -78, -97, 0, 50, 8, -37, -40), spread[int32](-30, -115, -137, -150, -179, 0, 35, -11, -88, -86)},
		hit:    [2][kinds]int32{spread[int32](-1, -20, -21, -20, -42, 0, 29, -1, -8, -8), spread[int32](3, -35, -38, -54, -73, 0, 18, 15, -44, -27)},
		turn:   40,
	}
	diceWeights = weights{
		pieces: spread[int32](27, 96, 137, 144, 187, 0, 132, 143, 255, 286),
		rank:   spread(ranks{0, -3, -12, 22, 4}, ranks{-15, -15, 8, 10, -11}, ranks{-7, 2, -12, 6, -2}, ranks{-3, 18, 3, -17, -38}, ranks{-6, -9, 1, -4, -24}, ranks{0, -2, 8, -3, -2}, ranks{-5, -3, 0, 0, 0}, ranks{-4, -3, 0, -1, 0}, ranks{-14, 2, 4, -1, 4}, ranks{-8, -3, 1, -2, -2}),
		edge:   spread[int32](14, -15, -19, -25, -32, 5, -14, -2, -11, -22),
		hands:  spread(pair{47, 31}, pair{96, 111}, pair{152, 146}, pair{140, 164}, pair{175, 215}),
		reach:  spread[int32](-8, -1, -7, -4, -4, 0, -16, -21, -13, -20),
		press:  spread[int32](7, 26, 31, 8, 7, 0, 5, 14, 18, 12),
		weak:   [6]int32{14, -18, -29, -49, -55, -64},
		room:   [6]int32{9, -2, 5, -3, -7, -1},
		rush:   22,
		land:   16,
		loose:  [2][kinds]int32{spread[int32](-3, -7, -11, -15, -21, -260, -16, -16, -26, -29), spread[int32](-18, -47, -65, -63, -93, -20, -62, -61, -98, -118)},
		hit:    [2][kinds]int32{spread[int32](-5, -1, -12, -12, -22, -247, -5, -6, -20, -20), spread[int32](-7, -15, -24, -34, -46, -13, -15, -14, -43, -49)},
		turn:   45,
	}
)

// piece returns the value of a piece on its square.
func (w *weights) piece(seat uint8, k kind, s square) int32 {
	rank, file := s.Rank()-1, s.File()-3
	if seat == 1 {
		rank = size - 1 - rank
	}
	return w.pieces[k] + w.rank[k][rank] + w.edge[k]*int32(max(file, -file))
}

// Value judges a position. With dice it is the expected result.
func (g game) Value(n *node) search.Score {
	own, other := g.side(&n.Position, n.Turn), g.side(&n.Position, 1-n.Turn)
	points := signed(n.Turn, n.sum) + g.turn + own.points - other.points +
		g.dangers(&n.Position, n.Turn, 0, &own, &other) - g.dangers(&n.Position, 1-n.Turn, 1, &other, &own)
	if !g.die {
		return search.Score(points)
	}
	// The expected result of a side that is ahead by points: the logistic function, by a fraction that is close to tanh and meets 1.
	const e = 2 * tenfold * 1000 / 2303 // the points of odds of e squared, where tanh is that of 1
	x := min(max(int64(points), -3*e), 3*e)
	v := search.Score(int64(search.Win-1<<10) * x / e * (27*e*e + x*x) / (27*e*e + 9*x*x))
	if n.IgnoreCheck && n.die == 0 && n.Checked(1-n.Turn) {
		v = (search.Win-1<<10)/3 + v/3*2 // two faces take the king
	}
	return v
}

// side is the activity of a seat's pieces.
type side struct {
	cover  squares // attacked by any piece
	guard  squares // attacked by another piece than the king
	ring   squares // around the king
	held   int32   // pieces in hand
	points int32
}

// side evaluates the pieces of a seat.
func (w *weights) side(b *shogiboard.Position, seat uint8) (s side) {
	pieces, target := b.Taken(), b.Ring(b.KingOf(1-seat).First())
	for k := range kinds {
		for left := b.Pieces[k].And(b.Seats[seat]); !left.Empty(); left = left.Rest() {
			to := b.Reach(seat, k, left.First(), pieces)
			s.cover = s.cover.Or(to)
			if k == king {
				s.ring = to
				continue
			}
			s.guard = s.guard.Or(to)
			s.points += w.press[k]*int32(to.And(target).Len()) + w.reach[k]*int32(to.Without(b.Seats[seat]).Len())
		}
	}
	for _, held := range b.Hands[seat] {
		s.held += int32(held)
	}
	return s
}

// dangers returns the points for what threatens a seat. waits is 1 if the other seat moves next.
func (w *weights) dangers(b *shogiboard.Position, seat, waits uint8, own, other *side) int32 {
	weak := own.ring.And(other.cover).Without(own.guard)
	room := own.ring.Without(b.Seats[seat]).Without(other.cover)
	land := own.ring.Without(b.Taken()).Without(own.guard)
	n := w.weak[min(weak.Len(), 5)] + w.room[min(room.Len(), 5)] + (w.rush*int32(weak.Len())+w.land*int32(land.Len()))*other.held
	hit := b.Seats[seat].And(other.cover)
	if hit.Empty() {
		return n
	}
	for k := range kinds {
		if pieces := hit.And(b.Pieces[k]); !pieces.Empty() {
			loose := pieces.Without(own.cover)
			n += w.loose[waits][k]*int32(loose.Len()) + w.hit[waits][k]*int32(pieces.Len()-loose.Len())
		}
	}
	return n
}
