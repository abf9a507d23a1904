package convert_test

import (
	"errors"
	"strings"
	"testing"

	"hikyaku/internal/convert"
	"hikyaku/kif"
)

// twoPawns is a board with two pawns of a player on one file.
const twoPawns = `+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ 玉|二
| ・ ・ ・ ・ ・ ・ ・ 歩 ・|三
| ・ ・ ・ ・ ・ ・ ・ 歩 ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
`

// TestErrorsNameTheLine reads files with a mistake, which is told in one sentence with the number of its line.
func TestErrorsNameTheLine(t *testing.T) {
	for _, c := range []struct {
		format, text string
		line         int
	}{
		{"csa", "PI\n+\n+7776FU\n-3334XX\n", 4},
		{"csa", "PI\n+\n+7776FU\nfoo\n", 4},
		{"csa", "PI\n+\n+7775FU\n", 3},
		{"csa", "PI\n+\n+7776FU\n+2726FU\n", 4},
		{"csa", "V2.2\nP1-KY\n+\n+7776FU\n", 2},
		{"csa", "V2.2\nPI99ZZ\n+\n+7776FU\n", 2},
		{"csa", "PI\n+\n%FOO\n", 3},
		{"csa", "PI\n+\n+7776FU\nT99999999999999999999\n", 4},
		{"csa", "PI\n+\n+7776FU\n%TORYO\n-3334FU\n", 5},
		{"csa", "V2.2\nN+a\x1b[2J\nPI\n+\n+7776FU\n", 2},
		{"csa", "V2.2\n$EVENT:a\x07\nPI\n+\n", 2},
		{"csa", "PI\n+\n+7776FU,T3,-3334FU,T4,+9999FU\n", 3},
		{"csa", "PI\n+\n+0076KI\n", 3},
		{"csa", "PI\n+\n' 変化：9手\n'    9 ７六歩(77)\n", 3},
		{"csa", "PI\n+\n+7776FU\n' 変化：1手\n'    1 ７五歩(77)\n", 5},
		{"csa", "PI\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+7776FU\n", 6},
		{"csa", "V2.2\n\nP+59OU\nP-51OU\nP+00FU99\n+\n+0055FU\n", 3},
		{"csa", "PI\n+\n+7776FU\n\xff\x00\n", 4},
		{"ki2", "手合割：平手\n\n▲７六歩△３四歩\n▲７五飛\n", 4},
		{"ki2", "▲７六歩\nfoo\n△３四歩\n", 2},
		{"ki2", "\n▲５八金\n", 2},
		{"ki2", "▲７六歩\n△３四歩 ▲\n", 2},
		{"ki2", "▲７六歩 △３四歩\n\n変化：9手\n▲２六歩\n", 3},
		{"ki2", "▲７六歩 △３四歩\n\n変化：2手\n△５五角\n", 4},
		{"ki2", "先手：甲\n手合割：foo\n▲７六歩\n", 2},
		{"ki2", "▲７六歩\nまで1手で先手の勝ち\n△３四歩\n", 3},
		{"ki2", "▲７六歩\nまで1手で先手の勝ち\nまで1手で先手の勝ち\n", 3},
		{"ki2", "先手：甲\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n" + twoPawns + "▲１一玉\n", 4},
		{"kif", "先手：甲\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n" + twoPawns + "   1 １一玉(12)\n", 4},
		{"kif", "先手：甲\n手合割：九枚\n   1 ７六歩(77)\n", 2},
		{"kif", "先手：甲\n手合割：平手\n   1 ７五歩(77)\n", 3},
		{"kif", "手合割：平手\n   1 ７六歩(77)\nfoo\n", 3},
		{"usi", "position startpos moves 7g7f 3c3d 7f7d\n", 1},
		{"usi", "position sfen foo b - 1 moves 7g7f\n", 1},
		{"usi", "position startpos moves 7g7f\n\nzzz\n", 3},
		{"usi", "position startpos\nmoves 7g7f\n8c8d 1a1b 5a5b\n", 3},
		{"usi", "foo\n", 1},
		{"usi", "position sfen 9/9/9/9/9/9/9/9/9 b - 1 moves 7g7f\n", 1},
	} {
		f, _ := convert.Named(c.format)
		_, err := f.Read([]byte(c.text), 0)
		var wrong *kif.Error
		if !errors.As(err, &wrong) || wrong.Line != c.line || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%s %q: %v, want an error in line %d", c.format, c.text, err, c.line)
		}
	}
}
