package courier_test

import (
	"slices"
	"testing"

	"hikyaku/internal/courier"
)

// TestWordedMoves reads moves in words, in each language, and the moves that unclear words can mean.
func TestWordedMoves(t *testing.T) {
	for board, cases := range map[string]map[string][]string{
		"quoridor": {
			"wall at e3, horizontal": {"e3h"}, "a vertical fence on d4": {"d4v"}, "pawn to e2": {"e2"}, "my pawn to e2": {"e2"},
			"senkrechte Wand auf d4": {"d4v"}, "Mur vertical en a5": {"a5v"}, "muro horizontal en c4": {"c4h"}, "Muro orizzontale in d8": {"d8h"}, "parede vertical em g7": {"g7v"},
			"muur verticaal h1": {"h1v"}, "vågrät vägg på f6": {"f6h"}, "Ściana pozioma na b7": {"b7h"}, "Горизонтальная стенка на e8": {"e8h"},
			"横の壁をe3": {"e3h"}, "c4 放一道横墙": {"c4h"}, "駒をe2": {"e2"}, "wall on c3": {"c3h", "c3v"},
			"ein Feld nach vorn": {"e2"}, "mon pion va d'une case vers la droite": {"f1"}, "il pedone di una casella a sinistra": {"d1"}, "pionek jedno pole w lewo": {"d1"}, "棋子往前走一格": {"e2"},
			"駒を一つ右へ": {"f1"}, "pawn one square to the left": {"d1"}, "uma casa pra frente": {"e2"}, "una casilla a la derecha": {"f1"}, "een veld naar links": {"d1"},
			"en ruta framåt": {"e2"}, "пешку на одну клетку вперёд": {"e2"}, "moje pionek w lewo": nil, "pawn back": nil, "one left": nil, "one square back": nil,
			"pawn left or right": nil, "pawn left right": nil, "two squares forward": nil, "pawn 2 left": nil, "one step forward": {"e2"}, "one step back": nil, "forward": nil, "棋子往前走两格": nil, "駒を二つ右へ": nil,
			"j'avance mon pion d'une case": {"e2"}, "J'avance d'une case": {"e2"}, "avanzo col pedone di una casella": {"e2"}, "avanço o meu peão uma casa": {"e2"}, "我的棋子向前走一步": {"e2"},
			"말을 앞으로 한 칸": {"e2"}, "내 말을 한 칸 오른쪽으로": {"f1"}, "말을 두 칸 앞으로": nil, "d5에 세로 벽을": {"d5v"}, "가로 벽을 d8": {"d8h"}, "d5に縦の壁": {"d5v"},
			"no wall at e3": nil, "wall at e3 horizontal or vertical": nil, "wall above e3": nil, "wall horizontal": nil, "pawn to": nil,
		},
		"minishogi": {
			"torre por 1b": {"１二飛(15)"}, "Bispo 5b": {"５二角(25)"}, "torn 1c": {"１三飛(15)"}, "wieża bije 1b": {"１二飛(15)"}, "oro 3d": {"３四金(45)"},
			"l'or en 3d": {"３四金(45)"}, "zilver naar 3d": {"３四銀(35)"}, "Läufer nach 4c": {"４三角(25)"}, "слон на 4c": {"４三角(25)"}, "飞车走到1三": {"１三飛(15)"},
			"Rook takes pawn": {"１二飛(15)"}, "der Turm schlägt den Bauern": {"１二飛(15)"}, "la tour prend le pion": {"１二飛(15)"}, "torre captura peón": {"１二飛(15)"},
			"la torre mangia il pedone": {"１二飛(15)"}, "a torre captura o peão": {"１二飛(15)"}, "toren slaat pion": {"１二飛(15)"}, "wieża bije piona": {"１二飛(15)"},
			"ладья бьёт пешку": {"１二飛(15)"}, "tornet slår bonden": {"１二飛(15)"}, "飞车吃步": {"１二飛(15)"},
			"pawn takes rook": nil, "rook takes gold": nil, "rook takes": nil, "takes pawn": nil, "rook takes pawn or king": nil, "rook takes pawn pawn": nil, "gold drops pawn": nil,
			"銀を3eから3d": {"３四銀(35)"}, "은을 3e에서 3d": {"３四銀(35)"}, "3e에서 3d": nil,
			"silver 3e 3d": {"３四銀(35)"}, "gold 3e 3d": nil, "zilvr naar 3d": {"３四銀(35)"}, "glod 3d": {"３四金(45)"}, "Bshop 4c": {"４三角(25)"}, "golf 3d": nil, "told 3d": nil,
			"4d": {"４四玉(55)", "４四金(45)", "４四銀(35)"}, "my Rx1b": {"１二飛(15)"}, "rook and bishop 1c": nil,
		},
		"shogi":    {"Gold nach 5h": {"５八金(49)", "５八金(69)"}, "５八金": {"５八金(49)", "５八金(69)"}},
		"goryujin": {"ik pas": {"pass"}, "Paso": {"pass"}, "пасую": {"pass"}, "我停一手": {"pass"}, "je ne passe pas": nil, "P3’@B1": {"P3'@B1"}, "P3´@B1": {"P3'@B1"}},
		"rengi": {"Columna 6, color B": {"6B"}, "Pietra di colore C nella colonna 4": {"4C"}, "cor A na coluna 2": {"2A"}, "第4列，颜色A": {"4A"}, "B in column 6": {"6B"},
			"Farbe A in Spalte 4": {"4A"}, "a stone of colour C in column 4": {"4C"}, "stone of colour A in column 4": {"4A"}, "colour A stone in column 4": {"4A"}, "Farbe A in Spalte 4 mit": nil, "column 6, a": nil, "column 6": nil},
		"slashchain": {"x0": {"X0@0,0"}, "Ｓ0": {"S0@0,0"}, "S at 0,0": {"S0@0,0"}, "le S en 0,0": {"S0@0,0"}, "X auf 0,0": {"X0@0,0"}, "S на 0,0": {"S0@0,0"}, "0,0にS": {"S0@0,0"}, "S放在0,0": {"S0@0,0"},
			"L at 0,0": {"L0@0,0", "L1@0,0"}, "put the tile S at 0,0": {"S0@0,0"}, "S at 1,0": nil, "S at 0": nil, "S at 0,0,0": nil, "S or X at 0,0": nil, "S 0 0": nil, "S at -0,0": nil},
	} {
		game := boards[board].Game
		options, err := game.Resolve(boards[board].Options)
		if err != nil {
			t.Fatal(err)
		}
		p, err := game.Start(options)
		if err != nil {
			t.Fatal(err)
		}
		for text, want := range cases {
			got := courier.ChoicesIn(p)(text)
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%s: %q can be %q, want %q", board, text, got, want)
			}
			if move, legal := courier.MovesIn(p)(text); legal != (len(want) == 1 && (len([]rune(text)) > 2 || board == "slashchain")) || legal && move != want[0] {
				t.Errorf("%s: %q is %q, legal %v, want %q", board, text, move, legal, want)
			}
		}
	}
}
