package quoridor

import (
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// Place accepts what Parse accepts: squares and walls.
func (p *position) Place(text string) (engine.Place, bool) {
	m, err := p.Parse(text)
	if err != nil {
		return engine.Place{}, false
	}
	read, _ := readMove(string(m))
	if read.kind == pass || read.kind != step && read.at.onEdge() {
		return engine.Place{}, false
	}
	return p.Target(m), true
}

// Target returns the square of a pawn or the edges under a wall.
func (p *position) Target(m engine.Move) engine.Place {
	read, _ := readMove(string(m))
	switch read.kind {
	case pass:
		return engine.Place{}
	case step:
		return engine.Place{Name: i18n.Same(string(m)), Board: "board", Cells: []engine.Point{read.at.point()}}
	}
	return engine.Place{Name: i18n.Same(string(m)), Board: "board", Walls: []engine.Line{under(read.at.point(), read.kind)}}
}

// Naming gives examples of places.
func (p *position) Naming() i18n.Text {
	return i18n.Text{En: "e4 for a square, e3h for a wall", Ja: "マスはe4、壁はe3h"}
}

// Paths returns the shortest path around the walls of each pawn that is in. It ignores the other pawns.
func (p *position) Paths() (paths [][]engine.Point) {
	var s scout
	for seat := range int(p.seats) {
		paths = append(paths, p.path(&s, seat))
	}
	return paths
}

func (p *position) path(s *scout, seat int) (path []engine.Point) {
	goal := p.goal(seat)
	steps := s.distance(p.pawns[seat], goal, p.north, p.east)
	if steps < 0 || p.out(seat) {
		return nil
	}
	here := s.rings[steps].and(goal).first()
	for i := steps - 1; i >= 0; i-- {
		path = append(path, here.point())
		here, _ = s.stepBack(here, walls{}, s.rings[i], p.north, p.east)
	}
	path = append(path, here.point())
	slices.Reverse(path)
	return path
}

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
