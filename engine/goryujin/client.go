package goryujin

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// ClientGame is a game in a file of the online client.
type ClientGame struct {
	Name  string        // the name of an entry of kifu.json; empty for record.json
	Moves []engine.Move // with the passes
}

// clientOrder are the kinds in the client's numbering. Number 12 is a touchdown.
const clientOrder = "ILYNVWUZTFXP"

const clientTouchdown = 12

// clientMove is a move in the client's files. The client flips a piece after turning it; canonical notation flips it
// before.
type clientMove struct {
	Turn      int     `json:"turn"`
	Player    bool    `json:"player"` // false is seat 1
	PieceType int     `json:"pieceType"`
	Rotation  float64 `json:"rotation"` // degrees, counter-clockwise
	Flipped   bool    `json:"flipped"`
	X         float64 `json:"x"` // from 0, lower left
	Y         float64 `json:"y"`
	Touchdown bool    `json:"touchdown"`
}

type clientRecord struct {
	Moves []clientMove `json:"moves"`
}

type clientEntry struct {
	Name   string       `json:"name"`
	Record clientRecord `json:"record"`
}

// ReadClient reads record.json, which holds one game, or kifu.json, which lists several. It adds a pass where the same
// player moves twice in a row. An error names the game and the move.
func ReadClient(data []byte) ([]ClientGame, error) {
	var file struct {
		Moves *[]clientMove  `json:"moves"`
		List  *[]clientEntry `json:"list"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, i18n.Errorf("not a file of the online client: %v", "オンライン版のファイルではありません。%v", err)
	}
	switch {
	case file.Moves != nil:
		moves, err := fromClient(*file.Moves)
		if err != nil {
			return nil, err
		}
		return []ClientGame{{Moves: moves}}, nil
	case file.List != nil:
		list := *file.List
		games := make([]ClientGame, len(list))
		for i, entry := range list {
			moves, err := fromClient(entry.Record.Moves)
			if err != nil {
				return nil, i18n.Errorf("game %d, %q: %v", "%d局目「%s」：%v", i+1, entry.Name, err)
			}
			games[i] = ClientGame{entry.Name, moves}
		}
		return games, nil
	}
	return nil, i18n.Errorf(`not a file of the online client: it has neither "moves" nor "list"`, "オンライン版のファイルではありません。「moves」も「list」もありません")
}

// fromClient replays the client's moves and returns them in canonical notation, with the passes.
func fromClient(list []clientMove) (moves []engine.Move, err error) {
	var p engine.Position = start()
	play := func(m engine.Move) error {
		q, err := p.Apply(m)
		if err == nil {
			p, moves = q, append(moves, m)
		}
		return err
	}
	for i, c := range list {
		seat := 1
		if c.Player {
			seat = 2
		}
		if next := p.Next(); next.Player != 0 && next.Player != seat {
			if err := play(engine.Pass); err != nil {
				return nil, i18n.Errorf("move %d of the file: %v", "ファイルの%d手目：%v", i+1, err)
			}
		}
		l, err := c.lay()
		if err == nil {
			err = play(engine.Move(l.String()))
		}
		if err != nil {
			return nil, i18n.Errorf("move %d of the file, by %s: %v", "ファイルの%d手目（%s）：%v", i+1, engine.Seat(seat, 2), err)
		}
	}
	return moves, nil
}

// lay converts the client's move.
func (c clientMove) lay() (lay, error) {
	if c.PieceType < 0 || c.PieceType > clientTouchdown {
		return lay{}, i18n.Errorf("pieceType %d is none of 0 to 12", "pieceTypeの%dは0から12までの数ではありません", c.PieceType)
	}
	quarter := math.Mod(math.Mod(c.Rotation, 360)+360, 360) / 90
	if quarter != math.Trunc(quarter) {
		return lay{}, i18n.Errorf("rotation %v is no multiple of 90", "rotationの%vは90の倍数ではありません", c.Rotation)
	}
	if c.X != math.Trunc(c.X) || c.Y != math.Trunc(c.Y) || math.Abs(c.X) > columns || math.Abs(c.Y) > columns {
		return lay{}, i18n.Errorf("x %v, y %v is no cell of the board", "x %v、y %vというマスは盤にありません", c.X, c.Y)
	}
	n := name{kind: head, turns: int(quarter), flipped: c.Flipped}
	if c.PieceType < clientTouchdown {
		n.kind = strings.IndexByte(letters, clientOrder[c.PieceType])
	}
	if n.flipped {
		n.turns = (4 - n.turns) % 4
	}
	r := pieces().named[n]
	l := lay{pose: r.pose, anchor: cell{int(c.X), int(c.Y)}.plus(r.shift)}
	l.touchdown = c.PieceType == clientTouchdown || c.Touchdown && n.kind == head
	return l, nil
}

// WriteClient returns the moves of a game, which must be legal from the start, as the client's record.json. Passes are
// left out. A move that is not in canonical notation is an error.
func WriteClient(moves []engine.Move) ([]byte, error) {
	list, err := toClient(moves)
	if err != nil {
		return nil, err
	}
	return encode(clientRecord{list})
}

// WriteClientList returns games as the client's kifu.json, under the same conditions as WriteClient.
func WriteClientList(games []ClientGame) ([]byte, error) {
	entries := make([]clientEntry, len(games))
	for i, g := range games {
		list, err := toClient(g.Moves)
		if err != nil {
			return nil, i18n.Errorf("game %d: %v", "%d局目：%v", i+1, err)
		}
		entries[i] = clientEntry{g.Name, clientRecord{list}}
	}
	return encode(map[string][]clientEntry{"list": entries})
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return b.Bytes(), err
}

func toClient(moves []engine.Move) ([]clientMove, error) {
	list := []clientMove{}
	for i, m := range moves {
		if m == engine.Pass {
			continue
		}
		l, err := readLay(string(m))
		if err != nil {
			return nil, i18n.Errorf("move %d: %v", "%d手目：%v", i+1, err)
		}
		list = append(list, l.client(i))
	}
	return list, nil
}

// client converts l, played as move index of a game, to the client's form.
func (l lay) client(index int) clientMove {
	turns, kind := l.turns, strings.IndexByte(clientOrder, letters[l.kind])
	if l.flipped {
		turns = (4 - turns) % 4
	}
	if l.touchdown {
		kind = clientTouchdown
	}
	return clientMove{
		Turn: index + 1, Player: index%2 == 1, PieceType: kind, Rotation: float64(90 * turns), Flipped: l.flipped,
		X: float64(l.anchor.x), Y: float64(l.anchor.y), Touchdown: l.touchdown,
	}
}
