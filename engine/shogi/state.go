package shogi

// State returns the values that RULES.md lists under "State".
func (p *position) State() any {
	var state struct {
		SFEN    string           `json:"sfen"`
		Hands   []map[string]int `json:"hands"`
		Check   bool             `json:"check"`
		Repeats int              `json:"repeats,omitempty"`
	}
	state.SFEN, state.Check, state.Repeats = p.sfen(), p.checked(p.turn), p.repeats
	for _, hand := range p.hands {
		held := map[string]int{}
		for k, n := range hand {
			if n > 0 {
				held[kind(k).String()] = int(n)
			}
		}
		state.Hands = append(state.Hands, held)
	}
	return state
}
