package shogi

import (
	"testing"

	"hikyaku/engine"
	"hikyaku/engine/enginetest"
	_ "hikyaku/internal/gctest"
)

func TestSuite(t *testing.T) { enginetest.Run(t, Game) }

func TestCases(t *testing.T) {
	enginetest.Cases(t, Game, "testdata/cases.jsonl", "testdata/rules.jsonl")
}

// perfts are known numbers of leaves by depth from 1.
var perfts = []struct {
	sfen   string
	counts []uint64
}{
	{set.Usual, []uint64{30, 900, 25_470, 719_731, 19_861_490, 547_581_517}},
	{"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1", []uint64{207, 28_684, 4_809_015, 516_925_165}},
	{"R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", []uint64{593, 105_677, 53_393_368}},
	{"7k1/9/9/9/l2s5/6snb/9/9/8K b 2G 1", []uint64{76, 2_606, 201_658, 6_768_869}},
	{"7lk/9/8S/9/9/9/9/7L1/8K b P 1", []uint64{85, 639, 10_786, 167_089}},
	{"9/9/9/3k5/9/5K3/9/9/9 b RB2G2S2N2L9Prb2g2s2n2l9p 1", []uint64{524, 248_257, 112_911_856}},
	{"8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124", []uint64{178, 18_041, 2_552_846, 207_741_677}},
	{"l7l/3s5/prnp2kp1/2p1Gppnp/1P7/PnPP1P3/3BP2PP/1S1G5/LN1K1G1+rL b SBG3ps 91", []uint64{180, 15_217, 2_067_680, 129_175_973}},
}

// TestPerft counts as far as it takes no time, or with -deep as far as the numbers are known.
func TestPerft(t *testing.T) {
	for _, known := range perfts {
		p := mustParse(t, engine.Options{"impasse": "none"}, known.sfen)
		for i, want := range known.counts {
			if want > 3_000_000 && !*deep {
				break
			}
			if got := p.Perft(i+1, 0); got != want {
				t.Errorf("%s: perft %d = %d: want %d", p, i+1, got, want)
			}
		}
	}
}

func mustParse(t testing.TB, options engine.Options, text string) *position {
	t.Helper()
	p, err := parse(options, text)
	if err != nil {
		t.Fatalf("Parse(%q) = %v", text, err)
	}
	return p.(*position)
}
