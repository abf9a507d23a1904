package rengi

import (
	"cmp"
	"errors"
	"hikyaku/internal/i18n"
	"math"
	"slices"
)

// possible returns an error if the state cannot occur in a game.
func (s *state) possible() error {
	if s.wait == drafting || s.wait == shuffling || s.wait == opening || s.single {
		// Only the first state is possible, except for the stones drafted or thrown so far.
		want := s.rules.begin()
		want.list, want.first = s.list, s.first
		if want.wait != s.wait {
			want.wait = aMove
		}
		if s.wait == aMove {
			for seat := range want.sides {
				want.sides[seat].queue = s.sides[seat].queue
			}
		}
		if s.wait == drafting {
			want.turn = uint8((s.list.filled() + 1) / 2 % 2)
		}
		if got := s.String(); got != want.String() {
			return i18n.Errorf("before the first stone a position is %q, not %q", "最初の石を置く前の局面は「%s」で、「%s」ではありません", &want, got)
		}
		return errors.Join(s.wrongList(), s.wrongQueues())
	}
	for _, fault := range []func() error{s.wrongWait, s.wrongSides, s.wrongList, s.wrongQueues} {
		if err := fault(); err != nil {
			return err
		}
	}
	return nil
}

func (s *state) wrongWait() error {
	x := s.mine()
	switch {
	case s.gained && s.wait != scatter && s.wait != drawing:
		return i18n.Errorf("a gained move is only noted while something is thrown", "続けて指すことを表す+は、抽選を待つ間だけ書いてください")
	case s.gained && (!s.rules.splitIdle && !s.rules.splitChain || x.left > 0):
		return i18n.Errorf("no move can have been gained", "ここで1手得をしていることはありません")
	case s.wait == over && (!x.field.lost() || x.chaining):
		return i18n.Errorf("%s has not lost: row 12 of column 3 is free, or a chain runs",
			"%sは負けていません。3列目の12段目が空いているか、連鎖中です", s.seatName())
	case s.wait == scatter && (s.rules.unit != 1 || x.announced%rowStones == 0 || x.announced >= s.rules.unitsOf(cmp.Or(int(s.rules.cap), mostRows))):
		return i18n.Errorf("no part of a row falls on %s: %d are announced",
			"%sに落ちる、1段に満たない邪魔石はありません（予告：%d）", s.seatName(), x.announced)
	case s.wait == drawing && (s.rules.supply != thrown || len(x.queue) != window-1):
		return i18n.Errorf("no pair is thrown for %s: it sees enough", "%sのツモは足りているので、抽選はありません", s.seatName())
	}
	return nil
}

// wrongSides looks for what the fields, the slots and the garbage of the seats cannot be.
func (s *state) wrongSides() error {
	x, y := s.mine(), s.theirs()
	switch {
	case x.left > 0 && s.wait != drawing && s.wait != over:
		return i18n.Errorf("%s has no choice in its slot: a chain runs, or garbage settles",
			"%sは連鎖中か邪魔石が落ちているところで、選べる手がありません", s.seatName())
	case x.untorn > 0 && !y.chaining, y.untorn > 0 && !x.chaining:
		return i18n.Errorf("placements without tearing are counted only while the other seat's chain runs",
			"ちぎらずに置いた手を数えるのは、相手の連鎖中だけです")
	}
	for seat := range s.sides {
		x := &s.sides[seat]
		here := seat == int(s.turn)
		if x.field.lost() && !x.chaining && !(here && (s.wait == over || s.wait == scatter)) {
			return i18n.Errorf("row 12 of column 3 of %s is filled: that ended the game",
				"%sの3列目の12段目が埋まっているので、対局は終わっています", seatName(seat))
		}
	}
	if s.sides[0].announced > 0 && s.sides[1].announced > 0 {
		return i18n.Errorf("garbage is announced to both seats: what one sends cancels its own first",
			"両席に邪魔石が予告されています。送る分はまず自分への予告と相殺されます")
	}
	return nil
}

// wrongList requires six stones of each colour in the list, or a number of stones that the draft reaches.
func (s *state) wrongList() error {
	if s.rules.supply != listed {
		return nil
	}
	filled := s.list.filled()
	for colour := range kind(colours) {
		if s.list.piles()[colour] < 0 {
			return i18n.Errorf("the list has more than %d stones of the colour %v", "リストに%[2]vの石が%[1]d個より多くあります", pile, colour)
		}
	}
	switch {
	case s.wait == drafting && filled%2 == 0 && filled != 0,
		s.wait == shuffling && filled != 0,
		s.wait != drafting && s.wait != shuffling && filled != listCells:
		return i18n.Errorf("the list has %d stones, which it never has at this point", "リストに石が%d個あります。この時点でその数になることはありません", filled)
	}
	return nil
}

// wrongQueues requires the number of pairs that each seat sees, and with seq=shared the same pairs for both.
func (s *state) wrongQueues() error {
	if s.rules.supply != thrown || s.wait == opening {
		return nil
	}
	for seat := range s.sides {
		low, most := s.queueBounds(seat)
		if n := len(s.sides[seat].queue); n < low || n > most {
			return i18n.Errorf("%s sees %d pairs, which it never does at this point", "%sに見えているツモが%d組あります。この時点でその数になることはありません", seatName(seat), n)
		}
	}
	a, b := s.sides[0].queue, s.sides[1].queue
	if len(a) > len(b) {
		a, b = b, a
	}
	if !s.rules.own && (len(a) > window || !slices.Equal(a, b[len(b)-len(a):])) {
		return i18n.Errorf("the seats share their pairs, but see different ones, or too many",
			"両席は同じツモを受け取りますが、違うツモか、多すぎるツモが見えています")
	}
	return nil
}

// queueBounds returns the smallest and the largest number of pairs that a seat may have in its queue. The queue of the seat that
// has used fewer pairs contains more of the shared ones.
func (s *state) queueBounds(seat int) (low, most int) {
	low, most = window, window
	here := seat == int(s.turn)
	switch {
	case s.single && s.rules.own && seat == 0:
		return window - 1, window - 1
	case s.single:
		return window, window
	case here && (s.wait == drawing || s.wait == scatter || s.wait == over):
		low--
	}
	if !s.rules.own {
		most = math.MaxInt
	}
	return low, most
}
