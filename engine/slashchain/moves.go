package slashchain

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/i18n"
)

// lay is a tile at a square.
type lay struct {
	tile
	at square
}

// String returns "x,y".
func (s square) String() string { return fmt.Sprintf("%d,%d", s.x, s.y) }

// inside reports whether s is so near to 0,0 that a match could reach it.
func (s square) inside() bool {
	return s.x >= -reach && s.x <= reach && s.y >= -reach && s.y <= reach
}

// String returns l in canonical notation.
func (l lay) String() string { return string(l.append(nil)) }

func (l lay) append(text []byte) []byte {
	text = append(text, letters[l.kind], '0'+byte(l.turns), '@')
	text = strconv.AppendInt(text, int64(l.at.x), 10)
	return strconv.AppendInt(append(text, ','), int64(l.at.y), 10)
}

// Parse takes canonical notation, lower case, full-width characters and more turns than the fewest.
func (p *position) Parse(text string) (engine.Move, error) {
	l, err := readLay(strings.ToUpper(strings.TrimSpace(strings.ReplaceAll(engine.HalfWidth(text), "−", "-"))))
	if err != nil {
		return "", moveMalformed.Reject(engine.Quote("move", text), whyArg(err.(reason)))
	}
	return engine.Move(l.String()), nil
}

// reason is why a text is not a move.
type reason i18n.Text

func (r reason) Error() string { return r.En }

func whyArg(r reason) engine.Arg { return engine.Arg{Name: "why", Value: i18n.Text(r)} }

var (
	notCanonical = reason{"it is not the canonical notation", "正規の書き方ではありません"}
	noKind       = reason{"it must begin with one of S, X, L, A, P, W", "S、X、L、A、P、Wのどれかで始めてください"}
	noTurns      = reason{"quarter turns 0 to 3 and @ must follow the kind, as in A2@1,-2", "種類の次にA2@1,-2のように回転0～3と@を書いてください"}
	noSquare     = reason{"a square is two numbers, as in A2@1,-2", "マスはA2@1,-2のように二つの数で書いてください"}
)

// readLay reads a kind in upper case, turns and a square.
func readLay(text string) (lay, error) {
	if text == "" || kindOf(text[0]) < 0 {
		return lay{}, noKind
	}
	if len(text) < 3 || text[1] < '0' || text[1] > '3' || text[2] != '@' {
		return lay{}, noTurns
	}
	left, right, found := strings.Cut(text[3:], ",")
	x, errX := strconv.Atoi(left)
	y, errY := strconv.Atoi(right)
	if !found || errX != nil || errY != nil {
		return lay{}, noSquare
	}
	pattern := readPattern(unturned[kindOf(text[0])])
	for range text[1] - '0' {
		pattern = pattern.turned()
	}
	return lay{byPattern[pattern], square{x, y}}, nil
}

// Moves yields every legal move in the order of lays. It writes all moves into one string to save allocations.
func (p *position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		if p.result != nil {
			return
		}
		text, ends := make([]byte, 0, 1024), make([]int, 0, 128)
		for l := range p.lays {
			text = l.append(text)
			ends = append(ends, len(text))
		}
		all, from := string(text), 0
		for _, end := range ends {
			if !yield(engine.Move(all[from:end])) {
				return
			}
			from = end
		}
	}
}

// Perft counts the leaves after depth moves. It counts the last moves without playing them.
func (p *position) Perft(depth, face int) uint64 {
	if depth <= 0 {
		return 1
	}
	if p.result != nil {
		return 0
	}
	n := uint64(0)
	for l := range p.lays {
		if depth == 1 {
			n++
			continue
		}
		q, err := p.Apply(engine.Move(l.String()))
		if err != nil {
			panic("a listed move was rejected: " + err.Error())
		}
		n += q.(*position).Perft(depth-1, face)
	}
	return n
}
