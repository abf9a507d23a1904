package standings

import (
	"cmp"
	"errors"
	"math/big"
	"math/bits"
	"slices"
)

// errNoRound means that not all players can have a game or a bye in a round.
var errNoRound = errors.New("pairing: no round is possible")

// Swiss is a Swiss event that is paired by the FIDE Dutch system (FIDE Handbook C.04.3, in force since February 2026). Comments
// such as C8 refer to its criteria.
type Swiss struct {
	Rounds  int            // of the whole event
	Players [][]Turn       // by pairing number, from 0: the turns of the rounds so far
	Absent  func(int) bool // whether a player isn't paired in the next round; nil if all are
}

// Turn is a player's game or bye in one round.
type Turn struct {
	Opponent  int  // -1 for none
	Seat      int  // 1 for the first, -1 for the second, 0 if no game was played
	Halves    int  // points, in halves
	Allocated bool // a bye, because the number of players was odd
	Open      bool // the game isn't over, in a report
}

// Pair returns the next round in the order of its boards, a bye last. The error is ErrNoRound if there is none.
func (s *Swiss) Pair() (pairs []Pair, err error) {
	rest := s.present()
	byeScore, ok := s.byeScore(rest)
	if !ok {
		return nil, errNoRound
	}
	var made [][2]*swissPlayer
	for moved := 0; len(rest) > moved; {
		b := &bracket{event: s, players: rest, moved: moved, end: moved + sameScore(rest[moved:]), byeScore: byeScore}
		b.next = b.end + sameScore(rest[b.end:])
		done, left := b.pair()
		made = append(made, done...)
		moved, rest = len(left), slices.Concat(left, rest[b.end:])
	}
	slices.SortStableFunc(made, func(a, b [2]*swissPlayer) int {
		return cmp.Or(cmp.Compare(b[0].score, a[0].score), cmp.Compare(b[1].score, a[1].score), cmp.Compare(a[0].number, b[0].number))
	})
	for _, p := range made {
		pairs = append(pairs, allocate(p[0], p[1]))
	}
	for _, p := range rest { // one at most: byeScore has found that all others can be paired
		pairs = append(pairs, Pair{p.number, -1})
	}
	return pairs, nil
}

// swissPlayer is the data of a player that the pairing of a round depends on.
type swissPlayer struct {
	number  int    // from 0
	score   int    // in halves
	earlier [2]int // the score before the last round, and before the one before it
	seats   []int  // of the games played
	balance int    // games in the first seat less those in the second
	wants   int    // the preferred seat; 0 for none
	will    will
	floats  [2]float // in the last round, and in the one before it
	noBye   bool
	met     map[int]bool
}

// will is how strongly a player prefers a seat: to alternate, to even out the seats, or to avoid having one for the third time in
// a row or three times more often than the other.
type will int

const (
	noWill will = iota
	mild
	strong
	absolute
)

// float is whether a player met an opponent with fewer or more points, or got points without a game.
type float int

const (
	level float = iota
	down
	up
)

// present returns the players of the next round, the highest first.
func (s *Swiss) present() (list []*swissPlayer) {
	all := make([]*swissPlayer, len(s.Players))
	for n, turns := range s.Players {
		all[n] = playerOf(n, turns)
	}
	for n, p := range all {
		for back := range p.floats {
			round := len(s.Players[n]) - 1 - back
			if round < 0 {
				break
			}
			switch t := s.Players[n][round]; {
			case t.Seat == 0 && t.Halves == 0:
			case t.Seat == 0 || p.earlier[back] > all[t.Opponent].earlier[back]:
				p.floats[back] = down
			case p.earlier[back] < all[t.Opponent].earlier[back]:
				p.floats[back] = up
			}
		}
		if s.Absent == nil || !s.Absent(n) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b *swissPlayer) int { return cmp.Compare(b.score, a.score) })
	return list
}

// playerOf returns the player with a number, without floats.
func playerOf(number int, turns []Turn) *swissPlayer {
	p := &swissPlayer{number: number, met: map[int]bool{}}
	for i, t := range turns {
		if back := len(turns) - 1 - i; back < len(p.earlier) {
			p.earlier[back] = p.score
		}
		p.score += t.Halves
		if t.Seat == 0 {
			p.noBye = p.noBye || t.Allocated || t.Halves >= 2
			continue
		}
		p.met[t.Opponent] = true
		p.seats = append(p.seats, t.Seat)
		p.balance += t.Seat
	}
	switch n := len(p.seats); {
	case n == 0:
	case p.uneven() > 1:
		p.wants, p.will = -cmp.Compare(p.balance, 0), absolute
	case p.repeated() != 0:
		p.wants, p.will = -p.repeated(), absolute
	case p.balance != 0:
		p.wants, p.will = -p.balance, strong
	default:
		p.wants, p.will = -p.seats[n-1], mild
	}
	return p
}

// uneven returns the difference of the numbers of games in the two seats.
func (p *swissPlayer) uneven() int { return max(p.balance, -p.balance) }

// repeated returns the seat of the last two games, or 0 if they were in different seats.
func (p *swissPlayer) repeated() int {
	if n := len(p.seats); n > 1 && p.seats[n-1] == p.seats[n-2] {
		return p.seats[n-1]
	}
	return 0
}

// played returns the number of rounds so far.
func (s *Swiss) played() int { return len(s.Players[0]) }

// mayMeet reports whether two players may be paired (C1, C3). In the last round, seats don't matter for players with more than
// half of the points.
func (s *Swiss) mayMeet(a, b *swissPlayer) bool {
	top := s.played() >= s.Rounds-1 && max(a.score, b.score) > s.played()
	return !a.met[b.number] && (top || a.will != absolute || b.will != absolute || a.wants != b.wants)
}

// sameScore returns how many players at the beginning of a list have the same score.
func sameScore(players []*swissPlayer) int {
	n := slices.IndexFunc(players, func(p *swissPlayer) bool { return p.score != players[0].score })
	if n < 0 {
		return len(players)
	}
	return n
}

// byeScore returns the lowest score of a player whose bye allows all others to be paired (C2, C5), or -1 if no bye is needed. It
// isn't ok if no round is possible.
func (s *Swiss) byeScore(players []*swissPlayer) (score int, ok bool) {
	mates := match(len(players), func(i, j int) *packed {
		w := &packed{}
		switch {
		case j < len(players):
			return w.add(1, 1).add(32, 0).unless(!s.mayMeet(players[i], players[j]))
		default:
			return w.add(1, 1).add(32, 1<<31-players[i].score).unless(players[i].noBye)
		}
	})
	score = -1
	for i, mate := range mates {
		switch {
		case mate < 0:
			return 0, false
		case mate == len(players):
			score = players[i].score
		}
	}
	return score, true
}

// match returns the mates of players in the heaviest matching. If the number of players is odd, the last node is the bye. It
// calls weight only for i < j.
func match(players int, weight func(i, j int) *packed) []int {
	nodes := players + players%2
	weights := make([][]*big.Int, nodes)
	for i := range weights {
		weights[i] = make([]*big.Int, nodes)
	}
	for i := range nodes {
		for j := i + 1; j < nodes; j++ {
			if w := weight(i, j); w != nil {
				weights[i][j], weights[j][i] = &w.value, &w.value
			}
		}
	}
	return heaviest(weights)
}

// packed is a list of counts, the most important first, as one number that can be added and compared.
type packed struct{ value big.Int }

// add appends a count. The sum of the counts of all edges must fit into bits.
func (p *packed) add(bits, count int) *packed {
	return p.addBig(bits, big.NewInt(int64(count)))
}

func (p *packed) addBig(bits int, n *big.Int) *packed {
	p.value.Or(p.value.Lsh(&p.value, uint(bits)), n)
	return p
}

// unless returns nil if no is true: there is no such edge.
func (p *packed) unless(no bool) *packed {
	if no {
		return nil
	}
	return p
}

// bracket is a group of players with one score and those moved down to it, followed by all players who still have to be paired.
type bracket struct {
	event    *Swiss
	players  []*swissPlayer // moved down, of the bracket, of the next one, the rest
	moved    int            // where those of the bracket begin,
	end      int            // those of the next bracket,
	next     int            // and the rest
	byeScore int
	fewest   bool // the bye goes to the player with the fewest unplayed rounds (C9)
}

// pair returns the pairs of the bracket, the higher player first, and the players moved down to the next bracket.
func (b *bracket) pair() (pairs [][2]*swissPlayer, left []*swissPlayer) {
	residents := b.end - b.moved
	digit := bits.Len(uint(residents))
	first := func() []int {
		return match(len(b.players), func(i, j int) *packed {
			w := b.weigh(i, j)
			if w == nil || b.moved == 0 {
				return w
			}
			// The highest of those moved down are paired in order, each with the highest opponent.
			who, with := new(big.Int), new(big.Int)
			if i < b.moved && b.inside(j) {
				who.SetBit(who, b.moved-1-i, 1)
				with.Lsh(with.SetInt64(int64(residents-1-(j-b.moved))), uint((b.moved-1-i)*digit))
			}
			return w.addBig(b.moved, who).addBig(b.moved*digit, with)
		})
	}
	b.fewest = b.byeScore >= 0 && b.moved < b.end && b.players[b.moved].score <= b.byeScore
	mates := first()
	if b.fewest && b.left(mates) > 1 {
		b.fewest = false
		mates = first()
	}
	var rest []int // those not paired with a player moved down
	for i := range b.players {
		switch j := mates[i]; {
		case i < b.moved && b.inside(j):
			pairs = append(pairs, [2]*swissPlayer{b.players[i], b.players[j]})
		case !(b.inside(i) && j < b.moved):
			rest = append(rest, i)
		}
	}
	mates = b.remainder(rest, (b.end-b.left(mates))/2-len(pairs))
	for k, i := range rest {
		switch l := mates[k]; {
		case i >= b.end:
		case i < b.moved || l >= len(rest) || !b.inside(rest[l]):
			left = append(left, b.players[i])
		case k < l:
			pairs = append(pairs, [2]*swissPlayer{b.players[i], b.players[rest[l]]})
		}
	}
	return pairs, left
}

// inside reports whether index i is that of a player of the bracket itself.
func (b *bracket) inside(i int) bool { return i >= b.moved && i < b.end }

// left returns how many players of the bracket are moved down.
func (b *bracket) left(mates []int) (n int) {
	for i := range b.end {
		if j := mates[i]; j >= b.end || i < b.moved && j < b.moved {
			n++
		}
	}
	return n
}

// remainder pairs the players of the bracket who are not paired with a player moved down: the upper half, with one player per
// pair, against the lower half. It returns the mates among the rest.
func (b *bracket) remainder(rest []int, pairs int) []int {
	place := map[int]int{} // by player
	for _, i := range rest {
		if b.inside(i) {
			place[i] = len(place)
		}
	}
	n := len(place)
	digit := bits.Len(uint(n))
	return match(len(rest), func(k, l int) *packed {
		i, j := rest[k], len(b.players)
		if l < len(rest) {
			j = rest[l]
		}
		w := b.weigh(i, j)
		if w == nil {
			return nil
		}
		fewest, nearest, lowest, highest, opponents := 0, 0, new(big.Int), new(big.Int), new(big.Int)
		if b.inside(i) && b.inside(j) {
			above, below := place[i], place[j]
			lowest.SetBit(lowest, pairs, 1)
			if above < pairs {
				fewest = 1
				lowest.Sub(lowest, new(big.Int).SetBit(new(big.Int), above, 1))
			} else {
				highest.SetBit(highest, n-1-above, 1)
			}
			nearest = n - above
			opponents.Lsh(opponents.SetInt64(int64(n-below)), uint((n-1-above)*digit))
		}
		// The fewest players change halves; those who do are the nearest, the lowest of the upper half and the highest of the lower. Then each
		// of the upper half in turn meets the highest opponent.
		return w.add(digit, fewest).add(2*digit, nearest).addBig(pairs+digit+1, lowest).addBig(n, highest).addBig(n*digit, opponents)
	})
}

// weigh returns the value of a pair by the criteria in their order, or nil if the pair isn't allowed. All players after the
// bracket must be paired too (C4).
func (b *bracket) weigh(i, j int) *packed {
	x, w := b.players[i], (&packed{}).add(1, 1)
	bye := j == len(b.players)
	var y *swissPlayer
	if !bye {
		y = b.players[j]
	}
	if bye && (x.noBye || x.score != b.byeScore) || !bye && !b.event.mayMeet(x, y) {
		return nil
	}
	width := bits.Len(uint(len(b.players))) // a pair counts at most twice, once for each player
	count := func(n int) { w.add(width, n) }
	scores := func(of map[int]int) {
		for k := 0; k < b.next; k++ {
			if k == 0 || b.players[k].score != b.players[k-1].score {
				count(of[b.players[k].score])
			}
		}
	}
	here, next := b.inside(j), j >= b.end && j < b.next
	count(bit(here))                        // C6
	scores(map[int]int{x.score: bit(here)}) // C7
	count(bit(next))                        // C8
	scores(map[int]int{x.score: bit(next)})
	if bye && b.fewest {
		w.add(32, len(x.seats)) // C9
	} else {
		w.add(32, 0)
	}
	if !here {
		y = &swissPlayer{}
	}
	clash := x.wants != 0 && x.wants == y.wants
	count(bit(here && !(clash && x.uneven() > 1 && y.uneven() > 1)))                                            // C10
	count(bit(here && !(clash && x.will == absolute && y.will == absolute && third(x, y))))                     // C11
	count(bit(here && !clash))                                                                                  // C12
	count(bit(here && !(clash && min(x.will, y.will) >= strong && (x.will != absolute || y.will != absolute)))) // C13
	higher := x.score > y.score
	for back := range x.floats { // C14, C15; C16, C17
		count(bit(here && y.floats[back] == down) + bit(here && !higher && x.floats[back] == down))
		count(bit(here && !(higher && y.floats[back] == up)))
	}
	for back := range x.floats { // C18, C19; C20, C21
		again := map[int]int{}
		again[x.score] += bit(here && x.floats[back] == down)
		again[y.score] += bit(here && y.floats[back] == down)
		scores(again)
		scores(map[int]int{x.score: bit(here && !(higher && y.floats[back] == up))})
	}
	return w
}

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

// third reports whether one of two players with the same absolute will gets a seat for the third time in a row.
func third(x, y *swissPlayer) bool {
	switch {
	case x.uneven() == y.uneven():
		return x.repeated() != 0 && x.repeated() == y.repeated()
	case x.uneven() > y.uneven():
		return y.repeated() == -x.wants
	}
	return x.repeated() == -x.wants
}

// allocate assigns the seats of a pair: by the preference of both, or the stronger preference; else the players exchange the
// seats of the last round in which they had different ones, or the preference of the higher player decides. If neither has a
// preference, higher players with odd numbers get the first seat.
func allocate(high, low *swissPlayer) Pair {
	first := high.wants
	switch {
	case high.wants == 0 && low.wants == 0:
		first = 1 - high.number%2*2
	case high.wants == 0:
		first = -low.wants
	case high.wants != low.wants:
	case high.will != low.will:
		if low.will > high.will {
			first = -low.wants
		}
	case high.will == absolute && high.uneven() != low.uneven():
		if low.uneven() > high.uneven() {
			first = -low.wants
		}
	default:
		for k := 1; k <= min(len(high.seats), len(low.seats)); k++ {
			if a, b := high.seats[len(high.seats)-k], low.seats[len(low.seats)-k]; a != b {
				first = b
				break
			}
		}
	}
	if first > 0 {
		return Pair{high.number, low.number}
	}
	return Pair{low.number, high.number}
}
