package diceshogi

import "fmt"

// possible returns an error that says why the position cannot occur in a game; nil if it can.
func (p *position) possible() error {
	finds := []func(*position) error{tooMany, wrongKings, wrongPawns, leftInCheck, wrongDie}
	if p.foul != nil {
		finds = []func(*position) error{tooMany, wrongKings, unseenFoul, wrongDie}
	}
	for _, find := range finds {
		if err := find(p); err != nil {
			return err
		}
	}
	return nil
}

// tooMany refuses more than two men of one kind, counting those in hand and promoted.
func tooMany(p *position) error {
	for k := range handKinds {
		n := p.men[k].len() + int(p.hands[0][k]) + int(p.hands[1][k])
		if raised[k] != k {
			n += p.men[raised[k]].len()
		}
		if n > 2 {
			return fmt.Errorf("there are %d men of the kind %s, on the board and in hand: a game has two", n, names[k])
		}
	}
	return nil
}

// wrongKings requires one king for each seat. Under dice the seat to move may have lost its king.
func wrongKings(p *position) error {
	for seat := range uint8(2) {
		n := p.kingOf(seat).len()
		if n == 1 || n == 0 && p.free && seat == p.turn {
			continue
		}
		if n == 0 && p.free {
			return fmt.Errorf("seat %d is to move, but the king of seat %d has been taken: seat %d would be next", p.turn+1, seat+1, seat+1)
		}
		return fmt.Errorf("seat %d has %d kings: want one", seat+1, n)
	}
	return nil
}

// wrongPawns refuses pawns that cannot move and two pawns of one seat on a file.
func wrongPawns(p *position) error {
	for seat := range uint8(2) {
		own := p.men[pawn] & p.seats[seat]
		if dead := own & farRank[seat]; dead != 0 {
			return fmt.Errorf("the pawn of seat %d on %s could never move", seat+1, dead.first())
		}
		for file := 1; file <= size; file++ {
			if (own & fileOf(file)).several() {
				return fmt.Errorf("seat %d has two pawns on file %d", seat+1, file)
			}
		}
	}
	return nil
}

// unseenFoul refuses a foul of the seat that has just moved if the board does not show it.
func unseenFoul(p *position) error {
	seat, seen := 1-p.turn, false
	switch own := p.men[pawn] & p.seats[seat]; p.foul {
	case promotionForced, dropNoMove:
		seen = own&farRank[seat] != 0
	case dropTwoPawns:
		for file := 1; file <= size; file++ {
			seen = seen || (own & fileOf(file)).several()
		}
	case checkUnanswered, checkExposed:
		seen = !p.free && p.checked(seat)
	case dropPawnMate:
		v := p.board.survey()
		seen = v.checkers != 0 && v.allDestinations() == 0
	}
	if !seen {
		return fmt.Errorf("seat %d has lost by %s, but the board does not show it", seat+1, p.foul.ID)
	}
	return nil
}

// leftInCheck refuses a position in which the seat that has just moved is in check, except under dice.
func leftInCheck(p *position) error {
	if other := 1 - p.turn; !p.free && p.checked(other) {
		return fmt.Errorf("seat %d is in check on %s, and seat %d is to move", other+1, p.kingOf(other).first(), p.turn+1)
	}
	return nil
}

// wrongDie refuses a die if none is thrown in this position.
func wrongDie(p *position) error {
	if p.die == 0 {
		return nil
	}
	v := p.board.survey()
	switch {
	case p.rules == minishogi:
		return fmt.Errorf("minishogi has no die, but it shows %d", p.die)
	case v.checkers != 0:
		return fmt.Errorf("seat %d is in check, so no die is thrown, but it shows %d", p.turn+1, p.die)
	case p.result(&v) != nil:
		return fmt.Errorf("the game has ended, so no die is thrown, but it shows %d", p.die)
	}
	return nil
}
