package courier_test

import (
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/courier"
	"hikyaku/mailbox/reply"
)

// BenchmarkRead reads replies of 16 KB in which much may be a move.
func BenchmarkRead(b *testing.B) {
	for name, line := range map[string]string{
		"talk":    "The weather has been lovely here and my neighbour brought us some apples from the garden, 3 kg of them.\n",
		"illegal": "e5 a9 i1 c3c4 7a-7b x0 4,4 ",
		"squares": "1 2 3 4 5 6 7 8 9 ",
		"日本語":     "昨日は一日中雨が降っていたので三時に家で二人の孫と将棋を七番指しました。",
	} {
		for _, game := range []string{"quoridor", "shogi", "goryujin"} {
			b.Run(name+"/"+game, func(b *testing.B) {
				options, err := all.Game(game).Resolve(nil)
				if err != nil {
					b.Fatal(err)
				}
				position, err := all.Game(game).Start(options)
				if err != nil {
					b.Fatal(err)
				}
				r := reply.Reader{Move: courier.MovesIn(position), Choices: courier.ChoicesIn(position)}
				text := strings.Repeat(line, 16<<10/len(line))
				for b.Loop() {
					r.Read(text)
				}
			})
		}
	}
}
