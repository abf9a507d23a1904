package rengi

import (
	"fmt"
	"slices"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// frame is a field during a placement: with the stones put down, or after a link of the chain.
type frame struct {
	field field
	link  link // the link that has just cleared; empty in the first frame
	last  last // the remaining stones of the placement
}

// frames returns the field of the seat to move with the stones of m, then after each link of its chain.
func (p *position) frames(m placement) []frame {
	before := p.mine().field
	f := frame{field: before}
	f.field.lay(m)
	f.last = last{cells: f.field.all().andNot(before.all()), seat: int(p.turn)}
	all := []frame{f}
	for {
		gone, l := f.field.cleared()
		if l.stones == 0 {
			return all
		}
		f.field.remove(gone)
		f.link, f.last.cells = l, f.last.cells.andNot(gone).without(gone)
		f.last.gone = append(slices.Clip(f.last.gone), gone)
		all = append(all, f)
	}
}

// Steps returns the scenes of a move: the stones put down, the field after each link of the chain, and the position
// after the move, with the garbage that has fallen.
func (p *position) Steps(m engine.Move) []engine.Scene {
	next, err := p.Apply(m)
	if err != nil {
		return nil
	}
	q := next.(*position)
	read, ok := readMove(string(m))
	if !ok || read.kind != places {
		return []engine.Scene{q.Scene()}
	}
	frames := p.frames(read.placement)
	if frames[len(frames)-1].field == q.sides[p.turn].field {
		frames = frames[:len(frames)-1] // q shows it
	}
	var scenes []engine.Scene
	for i, f := range frames {
		shown := *p
		shown.useTsumo()
		shown.mine().field, shown.last = f.field, f.last
		scene := engine.Scene{Boards: shown.boards(), Players: shown.panels()}
		state := i18n.Text{En: "plays " + read.placement.String(), Ja: read.placement.String()}
		if i > 0 {
			gone := stonesText(f.link.stones)
			state = i18n.Text{
				En: fmt.Sprintf("plays %s, link %d: %s gone", read.placement, i, gone.En),
				Ja: fmt.Sprintf("%s、%d連鎖、%s消えた", read.placement, i, gone.Ja)}
		}
		scene.Players[p.turn].State = state
		scenes = append(scenes, scene)
	}
	return append(scenes, q.Scene())
}
