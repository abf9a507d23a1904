package shogiboard

import "hikyaku/engine/shogitext"

// Worth are the weights of a rough evaluation. Losing the king ends the game, so it has none on the board.
type Worth struct {
	Pieces [Kinds]int // on the board
	Held   int        // added for a piece in hand, because it can be dropped anywhere
	Ring   int        // each square around the other king that is attacked
	King   int        // the king of the other side, attacked
	Taken  int        // the same if it can be taken at once
	Near   int        // by which the worth is divided of an attacked piece that is protected
}

// Strength returns the value of a seat's pieces, of the squares that it attacks around the other king, and of the pieces of the other
// seat that it attacks: most for one that is not protected if seat moves next.
func (p *Position) Strength(seat uint8, w *Worth) (n int) {
	for k := range Kinds {
		n += w.Pieces[k] * p.Pieces[k].And(p.Seats[seat]).Len()
	}
	for k := range HandKinds {
		n += (w.Pieces[k] + w.Held) * int(p.Hands[seat][k])
	}
	reached, cover := p.Attacks(seat, p.Taken()), p.Attacks(1-seat, p.Taken())
	for home := range p.KingOf(1 - seat).Each {
		n += w.Ring * reached.And(p.Ring(home)).Len()
	}
	for s := range p.Seats[1-seat].And(reached).Each {
		switch k := p.KindAt(s); {
		case k == shogitext.King && p.IgnoreCheck && p.Turn == seat:
			n += w.Taken
		case k == shogitext.King:
			n += w.King
		case p.Turn == seat && !cover.Has(s):
			n += w.Pieces[k] * 3 / 4
		case p.Turn == seat:
			n += w.Pieces[k] / w.Near
		default:
			n += w.Pieces[k] / 8
		}
	}
	return n
}
