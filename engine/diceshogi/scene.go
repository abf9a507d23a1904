package diceshogi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/engine/shogiboard"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// Scene returns the board as shogi players draw it, with the files that the die allows, the hands and the die beside it, and the
// turn.
func (p *position) Scene() engine.Scene {
	next := p.Next()
	scene := p.Board().Scene(p.Played, p.decided(next.Result))
	var lit []engine.Cell
	if v := p.Survey(); p.die != 0 && next.Result == nil {
		if to := allowed(&v, p.die); to != ground.All { // the die rules out other files
			for s := range to.Each {
				lit = append(lit, engine.Cell{At: set.Place(s).Cells[0], Form: engine.Ground, Mark: engine.Lit})
			}
		}
	}
	scene.Boards[0].Cells = append(lit, scene.Boards[0].Cells...)
	if p.rules != minishogi {
		scene.Throw.Room = 1
	}
	if p.die != 0 {
		scene.Throw.Seat, scene.Throw.Faces = int(p.Turn)+1, []int{p.die}
	}
	if next.Result != nil {
		scene.Result = shogitext.Ending(next.Result, map[*engine.Rule]i18n.Text{
			endKingTaken:                {En: "the king is taken", Ja: "玉を取りました"},
			shogitext.EndCheckmate:      {En: "checkmate", Ja: "詰み"},
			endStalemate:                {En: "stalemate", Ja: "指せる手なし"},
			endRepetition:               {En: "the position has occurred four times", Ja: "千日手"},
			shogitext.EndPerpetualCheck: {En: "perpetual check", Ja: "連続王手の千日手"},
		})
		return scene
	}
	scene.Turn = engine.Turn{Seat: int(p.Turn) + 1, Throw: next.Throw != nil, For: p.task(next)}
	if p.rules != dice && p.Checked(p.Turn) {
		set.MarkCheck(scene, int(p.Turn)+1, p.KingOf(p.Turn).First())
	}
	return scene
}

// decided returns the square of the piece that ended the game: the mated king, or the piece that took the king or made a foul.
func (p *position) decided(end *engine.Result) square {
	switch {
	case end == nil:
	case end.Rule == endKingTaken, slices.Contains(shogitext.Fouls, end.Rule):
		return p.Last()
	case end.Rule == shogitext.EndCheckmate:
		return p.KingOf(p.Turn).First()
	}
	return shogitext.NoSquare
}

// task describes what the seat to move may do.
func (p *position) task(next engine.Next) i18n.Text {
	switch {
	case next.Throw != nil:
		return i18n.Text{En: "to throw the die", Ja: "がサイコロを振る番"}
	case p.rules == minishogi:
		return i18n.Text{En: "to move", Ja: "の番"}
	case p.die == 0:
		return i18n.Text{En: "to move without a throw to any file", Ja: "の番。サイコロは振らず、どの筋でもよい"}
	case p.die == sides:
		return i18n.Text{En: "to move to any file", Ja: "の番。どの筋でもよい"}
	}
	v, die := p.Survey(), strconv.Itoa(p.die)
	if allowed(&v, p.die) != ground.All {
		return i18n.Text{En: "to move to file " + die, Ja: "の番。" + die + "筋へ"}
	}
	open := strings.Trim(fmt.Sprint(filesOf(&v)), "[]")
	en, ja := "none to file ", "筋の手がなく"
	if v.Loose {
		en, ja = "no piece moves to file ", "筋に動かせる駒がなく"
	}
	return i18n.Text{En: "to move to any file (" + strings.ReplaceAll(open, " ", ", ") + "): " + en + die,
		Ja: "の番。" + die + ja + "、どの筋でもよい（" + strings.ReplaceAll(open, " ", "・") + "筋）"}
}

// filesOf returns the files on which some move ends.
func filesOf(v *shogiboard.Survey) []int {
	files, to := []int{}, open(v)
	for file := 1; file <= size; file++ {
		if to.Meets(ground.File(file)) {
			files = append(files, file)
		}
	}
	return files
}

// Naming gives examples of places.
func (p *position) Naming() i18n.Text {
	return i18n.Text{En: "4d or 44 for a square", Ja: "マスは４四、44、4d"}
}

// Touches returns what the player touches in order to make m.
func (p *position) Touches(m engine.Move) []engine.Touch { return p.Line.Touches(m, p.check) }
