package rengi

import "hikyaku/engine"

// landing are the cells where the stones of a placement come to lie before anything clears.
func (s *state) landing(m placement) last {
	before := s.mine().field
	after := before
	after.lay(m)
	return last{after.all().andNot(before.all()), int(s.turn)}
}

// Scene TODO
func (p *position) Scene() engine.Scene { return engine.Scene{Boards: make([]engine.Board, 1)} }
