package engine

import "slices"

// After returns s with the marks of the moves before the last, where earlier are the scenes before it, the latest first:
// what their last moves put down is marked Before, and a wall keeps the ink of its owner.
func (s Scene) After(earlier ...Scene) Scene {
	s.Boards = slices.Clone(s.Boards)
	for i := range s.Boards {
		b := &s.Boards[i]
		b.Cells, b.Walls = slices.Clone(b.Cells), slices.Clone(b.Walls)
		for _, e := range earlier {
			for _, old := range e.Boards {
				if old.ID == b.ID {
					for _, c := range old.Cells { // a Label, as of a meter, shows what is true now and was not put down
						if c.Mark == Last && c.Form != Label {
							c.Mark = NoMark
							if i := slices.Index(b.Cells, c); i >= 0 {
								b.Cells[i].Mark = Before
							}
						}
					}
					for _, l := range old.Walls {
						i := slices.IndexFunc(b.Walls, func(w Line) bool { return w.Mark == NoMark && w.From == l.From && w.To == l.To })
						if l.Mark == Last && i >= 0 {
							b.Walls[i].Ink, b.Walls[i].Mark = l.Ink, Before
						}
					}
				}
			}
		}
	}
	return s
}

// Fades reports whether pictures of s mark the two moves before the last too: among more than two seats, and in games of
// chains, which are played on a field of each seat or on a board without edges.
func (s Scene) Fades() bool {
	return len(s.Players) > 2 || len(s.Boards) > 0 && (s.Boards[0].Seat != 0 || s.Boards[0].Open)
}
