package diceshogi

import "hikyaku/engine"

func (p *position) Scene() engine.Scene { return engine.Scene{Boards: []engine.Board{{}}} }
