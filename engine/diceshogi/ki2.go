package diceshogi

import "slices"

// signs are the words that tell two men apart in KI2, in the order in which they are tried.
var signs = []string{"", "上", "寄", "引", "直", "右", "左", "右上", "左上", "右寄", "左寄", "右引", "左引"}

// KI2 returns the moves of s without its throws, as KI2 writes them: ▲４四金右, △同　銀不成.
func (s *Score) KI2() (list []string, err error) {
	err = s.each(func(p *position, m move) { list = append(list, []string{"▲", "△"}[p.turn]+p.ki2(m)) })
	return list, err
}

// ki2 returns m with the first sign by which no other man can be meant.
func (p *position) ki2(m move) string {
	text := m.to.String()
	if p.last != nil && p.last.to == m.to {
		text = "同　"
	}
	text += names[m.kind]
	w := notation{move: m}
	if m.way == drops {
		if p.candidates(&w) != 0 {
			text += "打"
		}
		return text
	}
	straight := slices.Contains([]kind{bishop, rook, horse, dragon}, m.kind)
	for _, w.side = range signs {
		if p.candidates(&w) == at(m.from) && !(straight && w.side == "直") {
			break
		}
	}
	text += w.side
	switch {
	case m.way == promotes:
		text += "成"
	case raised[m.kind] != m.kind && (at(m.from)|at(m.to))&farRank[p.turn] != 0:
		text += "不成"
	}
	return text
}
