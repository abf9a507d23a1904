package diceshogi

import (
	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// seatName returns the name of a seat, counted from 0.
func seatName(seat uint8) i18n.Text { return engine.Seat(int(seat)+1, 2) }

// wrongKings requires one king for each seat. Under dice the seat to move may have lost its king.
func (p *position) wrongKings() error {
	for seat := range uint8(2) {
		n := p.KingOf(seat).Len()
		if n == 1 || n == 0 && p.IgnoreCheck && seat == p.Turn {
			continue
		}
		if n == 0 && p.IgnoreCheck {
			return i18n.Errorf("%[1]s is to move, but the king of %[2]s has been taken: %[2]s would be next",
				"%[2]sの玉が取られているのに、%[1]sの手番になっています。%[2]sの手番のはずです", seatName(p.Turn), seatName(seat))
		}
		return i18n.Errorf("%s has %d kings: want one", "%sの玉が%d枚あります。一枚だけにしてください", seatName(seat), n)
	}
	return nil
}

// deadPawn refuses pawns that cannot move.
func (p *position) deadPawn() error {
	for seat := range uint8(2) {
		if dead := p.Pieces[pawn].And(p.Seats[seat]).And(p.Dead[seat][pawn]); !dead.Empty() {
			return i18n.Errorf("the pawn of %s on %s could never move", "%sの%sにある歩は動けません",
				seatName(seat), dead.First().Name())
		}
	}
	return nil
}

// unseenFoul refuses a foul of the seat that has just moved if the board does not show it.
func (p *position) unseenFoul() error {
	if !p.ShowsFoul(p.end) {
		return i18n.Errorf("%s has lost by %s, but the board does not show it", "%sは%sで負けたはずですが、盤面がそうなっていません",
			seatName(1-p.Turn), p.end.ID)
	}
	return nil
}

// wrongDie refuses a die if none is thrown in this position.
func (p *position) wrongDie() error {
	if p.die == 0 {
		return nil
	}
	v := p.Survey()
	switch {
	case p.rules == minishogi:
		return i18n.Errorf("minishogi has no die, but it shows %d", "5五将棋ではサイコロを使わないのに、目が%dになっています", p.die)
	case !v.Checkers.Empty():
		return i18n.Errorf("%s is in check, so no die is thrown, but it shows %d", "%sに王手がかかっていてサイコロを振らないのに、目が%dになっています",
			seatName(p.Turn), p.die)
	case p.result(&v) != nil:
		return i18n.Errorf("the game has ended, so no die is thrown, but it shows %d", "対局が終わっていてサイコロを振らないのに、目が%dになっています", p.die)
	}
	return nil
}
