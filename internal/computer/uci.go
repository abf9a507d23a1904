package computer

import (
	"context"
	"fmt"
	"strings"

	"hikyaku/engine/shogitext"
	"hikyaku/internal/i18n"
)

// uci speaks UCI for shogi, as programs for many kinds of chess do: the files are letters from the left, the ranks are
// numbers from below, and the pieces in hand follow the board in brackets.
type uci struct{ *process }

func (u *uci) greet(ctx context.Context, options map[string]string) error {
	return u.prepare(ctx, UCI, options)
}

func (u *uci) ask(ctx context.Context, g *Game, limits Limits) (string, error) {
	start, ok := g.Start.(shogitext.Position)
	if !ok {
		return "", notUCI(g)
	}
	b := start.Board()
	hands := ""
	for i, hand := range b.Hands {
		for _, k := range shogitext.HandOrder {
			hands += strings.Repeat(shogitext.Piece{Kind: k, Seat: uint8(i + 1)}.Letter(), hand[k])
		}
	}
	board, _, _ := strings.Cut(b.SFEN(), " ") // the player who begins has capital letters and is called white
	position := fmt.Sprintf("position fen %s[%s] %c - - 0 1", board, hands, "wb"[b.Turn-1])
	for i, m := range g.Moves {
		if i == 0 {
			position += " moves"
		}
		read, ok := b.Set.ReadMove(string(m))
		if !ok { // a throw
			return "", notUCI(g)
		}
		position += " " + uciMove(b.Set, read)
	}
	text, err := u.best(ctx, position, thinking(limits, "movetime"))
	if err != nil {
		return "", err
	}
	if m, ok := readUCI(b.Set, text); ok {
		return m.USI(), nil
	}
	return text, nil
}

func notUCI(g *Game) error { return i18n.Err("partner.uci-game", "game", g.Game.Called(g.Options)) }

// uciMove returns a move such as c3c4, h2b8+ or P@e5.
func uciMove(set *shogitext.Set, m shogitext.Move) string {
	text := uciSquare(set, m.To)
	switch m.Way {
	case shogitext.Drops:
		return m.Kind.Letter() + "@" + text
	case shogitext.Promotes:
		text += "+"
	}
	return uciSquare(set, m.From) + text
}

func uciSquare(set *shogitext.Set, s shogitext.Square) string {
	return fmt.Sprintf("%c%d", 'a'+set.Size-s.File(), set.Size+1-s.Rank())
}

// readUCI parses a move. It does not set the kind of a piece that moves on the board.
func readUCI(set *shogitext.Set, text string) (m shogitext.Move, ok bool) {
	squares, promotes := strings.CutSuffix(text, "+")
	if len(squares) != 4 {
		return m, false
	}
	turned := func(square string) string {
		return string([]byte{'0' + byte(set.Size) - (square[0] - 'a'), 'a' + byte(set.Size) - (square[1] - '0')})
	}
	usi := turned(squares[2:])
	if squares[1] == '@' {
		usi = squares[:1] + "*" + usi
	} else {
		usi = turned(squares[:2]) + usi
	}
	if promotes {
		usi += "+"
	}
	return set.ReadUSI(usi)
}
