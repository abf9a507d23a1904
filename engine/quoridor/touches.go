package quoridor

import "hikyaku/engine"

// Touches returns the square of a pawn, or the edges under a wall.
func (p *position) Touches(m engine.Move) []engine.Touch {
	read, _ := readMove(string(m))
	switch read.kind {
	case pass:
		return []engine.Touch{engine.PassTouch}
	case step:
		return []engine.Touch{engine.CellTouch("board", read.at.point())}
	}
	return []engine.Touch{engine.WallTouch("board", under(read.at.point(), read.kind))}
}
