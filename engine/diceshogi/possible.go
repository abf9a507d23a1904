package diceshogi

import (
	"hikyaku/engine"
	"hikyaku/engine/shogitext"
)

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
	t := p.Board()
	return t.TooMany()
}

// seatName returns what a seat, from 0, is called in an error in Japanese.
func seatName(seat uint8) string { return engine.Seat(int(seat)+1, 2).Ja }

// wrongKings requires one king for each seat. Under dice the seat to move may have lost its king.
func wrongKings(p *position) error {
	for seat := range uint8(2) {
		n := p.kingOf(seat).len()
		if n == 1 || n == 0 && p.free && seat == p.turn {
			continue
		}
		if n == 0 && p.free {
			return engine.Errorf("seat %[1]d is to move, but the king of seat %[2]d has been taken: seat %[2]d would be next",
				"%[4]sの玉が取られているのに、%[3]sの手番になっている。%[4]sの手番であること", p.turn+1, seat+1, seatName(p.turn), seatName(seat))
		}
		return engine.Errorf("seat %[1]d has %[2]d kings: want one", "%[3]sの玉が%[2]d枚ある。一枚であること", seat+1, n, seatName(seat))
	}
	return nil
}

// wrongPawns refuses pawns that cannot move and two pawns of one seat on a file.
func wrongPawns(p *position) error {
	for seat := range uint8(2) {
		if dead := p.men[pawn] & p.seats[seat] & farRank[seat]; dead != 0 {
			return engine.Errorf("the pawn of seat %[1]d on %[2]s could never move", "%[3]sの%[4]sにある歩は動けない",
				seat+1, dead.first().text().Lettered(), seatName(seat), dead.first().text())
		}
	}
	t := p.Board()
	return t.TwoPawns()
}

// unseenFoul refuses a foul of the seat that has just moved if the board does not show it.
func unseenFoul(p *position) error {
	seat, seen := 1-p.turn, false
	switch own := p.men[pawn] & p.seats[seat]; p.foul {
	case shogitext.PromotionForced, shogitext.DropNoMove:
		seen = own&farRank[seat] != 0
	case shogitext.DropTwoPawns:
		for file := 1; file <= size; file++ {
			seen = seen || (own & fileOf(file)).several()
		}
	case shogitext.CheckUnanswered, shogitext.CheckExposed:
		seen = !p.free && p.checked(seat)
	case shogitext.DropPawnMate:
		v := p.board.survey()
		seen = v.checkers != 0 && v.allDestinations() == 0
	}
	if !seen {
		return engine.Errorf("seat %[1]d has lost by %[2]s, but the board does not show it", "%[3]sは%[2]sで負けたというが、盤面がそうなっていない",
			seat+1, p.foul.ID, seatName(seat))
	}
	return nil
}

// leftInCheck refuses a position in which the seat that has just moved is in check, except under dice.
func leftInCheck(p *position) error {
	if other := 1 - p.turn; !p.free && p.checked(other) {
		home := p.kingOf(other).first().text()
		return engine.Errorf("seat %[1]d is in check on %[2]s, and seat %[3]d is to move", "%[4]sの%[5]sの玉に王手がかかっているのに、%[6]sの手番になっている",
			other+1, home.Lettered(), p.turn+1, home, seatName(other), seatName(p.turn))
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
		return engine.Errorf("minishogi has no die, but it shows %d", "5五将棋ではサイコロを使わないのに、目が%dになっている", p.die)
	case v.checkers != 0:
		return engine.Errorf("seat %[1]d is in check, so no die is thrown, but it shows %[2]d", "%[3]sに王手がかかっていてサイコロを振らないのに、目が%[2]dになっている",
			p.turn+1, p.die, seatName(p.turn))
	case p.result(&v) != nil:
		return engine.Errorf("the game has ended, so no die is thrown, but it shows %d", "対局が終わっていてサイコロを振らないのに、目が%dになっている", p.die)
	}
	return nil
}
