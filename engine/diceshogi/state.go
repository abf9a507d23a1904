package diceshogi

import "strconv"

// State returns the values that RULES.md lists under "State".
func (p *position) State() any {
	var state struct {
		SFEN  string           `json:"sfen"`
		Men   []string         `json:"men"`
		Hands []map[string]int `json:"hands"`
		Die   int              `json:"die"`
		Check bool             `json:"check"`
		Files []int            `json:"files"`
	}
	state.SFEN, state.Die, state.Check = p.sfen()+" 1", p.die, p.checked(p.turn)
	state.Men, state.Files = []string{}, []int{}
	t := p.Board()
	for s := range p.taken().each {
		state.Men = append(state.Men, t.At(s.text()).Letter()+"@"+s.text().Digits())
	}
	for _, hand := range p.hands {
		state.Hands = append(state.Hands, handCounts(hand))
	}
	if p.Next().Player != 0 {
		v := p.survey()
		for _, file := range v.files() {
			n, _ := strconv.Atoi(file)
			state.Files = append(state.Files, n)
		}
	}
	return state
}

// handCounts returns the number of men of each kind in a hand, by name.
func handCounts(hand [handKinds]int8) map[string]int {
	held := map[string]int{}
	for k, n := range hand {
		if n > 0 {
			held[kind(k).text().String()] = int(n)
		}
	}
	return held
}
