package shogi

import (
	"hikyaku/engine"
	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// Scene returns the board as shogi players draw it, the hands beside it, and the turn.
func (p *position) Scene() engine.Scene {
	scene := p.Board().Scene(p.Played, p.decided())
	scene.Odds = p.handicap.value != even
	if p.end == nil {
		scene.Turn = engine.Turn{Seat: int(p.Turn) + 1, For: i18n.Text{En: "to move", Ja: "の番"}}
		if p.Checked(p.Turn) {
			set.MarkCheck(scene, int(p.Turn)+1, p.KingOf(p.Turn).First())
		}
	} else {
		scene.Result = shogitext.Ending(p.Next().Result, map[*engine.Rule]i18n.Text{
			shogitext.EndCheckmate:      {En: "checkmate", Ja: "詰み"},
			endStalemate:                {En: "stalemate", Ja: "指せる手なし"},
			shogitext.EndPerpetualCheck: {En: "perpetual check", Ja: "連続王手の千日手"},
			endRepetition:               {En: "the position has occurred four times", Ja: "千日手"},
			endDeclared:                 {En: "the entered king is declared", Ja: "入玉宣言"},
			endDeclaredDraw:             {En: "a declaration with points for a draw", Ja: "入玉宣言（引き分け）"},
		})
	}
	return scene
}

// decided returns the square of the piece that ended the game: the mated king or that of a declaration, or the piece that made a
// foul.
func (p *position) decided() square {
	switch p.end {
	case nil, endStalemate, endRepetition, shogitext.EndPerpetualCheck:
		return shogitext.NoSquare
	case shogitext.EndCheckmate:
		return p.KingOf(p.Turn).First()
	case endDeclared, endDeclaredDraw:
		return p.KingOf(1 - p.Turn).First()
	}
	return p.Last()
}

// Pose returns the scene of a problem. If the attacker has no king (詰将棋), the defender has all other pieces in hand, which by
// convention are not drawn.
func (p *position) Pose() engine.Scene {
	s := p.Scene()
	attacker := p.Turn
	if p.KingOf(attacker) != (squares{}) {
		return s
	}
	has := s.Players[1-attacker].Has
	for i := range has {
		has[i].Count = 0
	}
	return s
}

// Naming gives examples of places.
func (p *position) Naming() i18n.Text {
	return i18n.Text{En: "7f or 76 for a square", Ja: "マスは７六、76、7f"}
}

// Touches returns what the player touches in order to make m.
func (p *position) Touches(m engine.Move) []engine.Touch { return p.Line.Touches(m, p.check) }
