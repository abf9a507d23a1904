package convert_test

import (
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/convert"
	"hikyaku/kif"
)

// FuzzRead checks that a record read in any format can be written as KIF and is read back the same.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		mini, mated, "position startpos moves 4e4d", "V1-DSK\nPI\n+4534KI:3\n%TORYO\n",
		"手合割：5五将棋\n▲４四金　△３二角\n*hm\n変化：2手\n△２二金\nまで2手で中断\n", "V2.2\nN+A\nPI\n+\n+4544KI,T3\n'*hm\n%TORYO\n", "1. e2 e8 (resign 1)",
		`{"moves":[{"turn":1,"player":false,"pieceType":11,"rotation":180,"flipped":false,"x":29,"y":1,"touchdown":false}]}`,
	} {
		f.Add([]byte(text), uint8(0))
		f.Add([]byte(text), uint8(1))
	}
	f.Fuzz(func(t *testing.T, data []byte, entry uint8) {
		for _, format := range convert.Formats {
			r, err := format.Read(data, int(entry))
			if err != nil {
				continue
			}
			text, err := convert.Formats[0].Write(r, convert.Target{Games: all.Games})
			if err != nil {
				t.Fatalf("%s: %v", format.Name, err)
			}
			if again, err := kif.Read(text); err != nil || len(again.Events) != len(r.Events) || len(again.Branches) != len(r.Branches) {
				t.Errorf("%s: %v\n%s", format.Name, err, text)
			}
		}
	})
}
