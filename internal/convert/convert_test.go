package convert_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/convert"
	"hikyaku/kif"
	"hikyaku/match"
)

// randomGame returns up to n random events of a game. The last one is not a throw, and nobody passes unless forced.
func randomGame(t *testing.T, g *engine.Game, set engine.Options, n int, seed uint64) []engine.Move {
	t.Helper()
	options, err := g.Resolve(set)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	var moves []engine.Move
	thrown := false
	for p.Next().Result == nil && (len(moves) < n || thrown) {
		list := slices.Collect(p.Moves())
		if sides := p.Next().Throw; sides != nil {
			list = slices.Collect(engine.Outcomes(sides))
		}
		if i := slices.Index(list, "pass"); i >= 0 && len(list) > 1 {
			list = slices.Delete(list, i, i+1)
		}
		m := list[r.IntN(len(list))]
		if p, err = p.Apply(m); err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
		_, thrown = m.Throw()
	}
	return moves
}

// record returns the record of a game of g from its usual start.
func record(t *testing.T, g *engine.Game, set engine.Options, moves []engine.Move) *kif.Record {
	t.Helper()
	options, err := g.Resolve(set)
	if err != nil {
		t.Fatal(err)
	}
	r, err := kif.New(kif.Setup{Game: g.Name, Options: g.OptionText(options)})
	for _, m := range moves {
		e := kif.Plain(kif.Move(m))
		if _, thrown := m.Throw(); thrown {
			e = kif.Plain(kif.Throw(m))
		}
		if err == nil {
			r, err = r.Append(e)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// texts returns the steps of the events of r as text.
func texts(r *kif.Record) (list []string) {
	for _, e := range r.Events {
		list = append(list, e.Step.String())
	}
	return list
}

// through writes r in a format and reads it again.
func through(t *testing.T, name string, r *kif.Record) *kif.Record {
	t.Helper()
	f, ok := convert.Named(name)
	if !ok {
		t.Fatalf("there is no format %s", name)
	}
	data, err := f.Write(r, convert.Target{Games: all.Games})
	if err != nil {
		t.Fatal(err)
	}
	again, err := f.Read(data, 0)
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	return again
}

// ordinary are the options with which files of other programs are read.
var ordinary = engine.Options{"repetition": "none", "impasse": "none"}

// TestThereAndBack checks that a game is the same after it is written in a format and read again.
func TestThereAndBack(t *testing.T) {
	for _, c := range []struct {
		format, game string
		set          engine.Options
	}{
		{"kif", "quoridor", nil},
		{"kif", "rengi", nil},
		{"kif", "diceshogi", nil},
		{"goryujin", "goryujin", nil},
		{"dsk", "diceshogi", engine.Options{"rules": "dice"}},
		{"dsk", "diceshogi", engine.Options{"rules": "hyper"}},
		{"dsk", "diceshogi", engine.Options{"rules": "dice", "drop": "free"}},
		{"dsk", "diceshogi", engine.Options{"rules": "hyper", "drop": "free", "foul": "loses"}},
		{"usi", "diceshogi", engine.Options{"rules": "minishogi", "repetition": "none"}},
		{"ki2", "diceshogi", engine.Options{"rules": "minishogi", "repetition": "none"}},
		{"ki2", "diceshogi", engine.Options{"rules": "hyper"}},
		{"ki2", "diceshogi", engine.Options{"rules": "dice"}},
		{"csa", "diceshogi", engine.Options{"rules": "minishogi", "repetition": "none"}},
		{"csa3", "diceshogi", engine.Options{"rules": "minishogi", "repetition": "none"}},
		{"kif", "shogi", engine.Options{"handicap": "two"}},
		{"usi", "shogi", ordinary},
		{"usi", "shogi", engine.Options{"handicap": "six", "repetition": "none", "impasse": "none"}},
		{"ki2", "shogi", ordinary},
		{"csa", "shogi", ordinary},
		{"csa3", "shogi", engine.Options{"handicap": "lance", "repetition": "none", "impasse": "none"}},
		{"text", "quoridor", nil},
		{"text", "quoridor", engine.Options{"players": "4", "third-pawn": "diagonal"}},
		{"text", "diceshogi", engine.Options{"rules": "hyper", "drop": "free"}},
		{"text", "rengi", engine.Options{"rules": "ten"}},
		{"text", "goryujin", nil},
		{"text", "slashchain", engine.Options{"rule": "renju", "foul": "loses"}},
	} {
		g, seeds := all.Game(c.game), uint64(5)
		if c.format == "text" { // one way to write the moves for all games
			seeds = 2
		}
		for seed := range seeds {
			moves := randomGame(t, g, c.set, 60, seed)
			if c.format == "goryujin" { // its files do not hold the passes at the end
				for moves[len(moves)-1] == "pass" {
					moves = moves[:len(moves)-1]
				}
			}
			r := record(t, g, c.set, moves)
			again := through(t, c.format, r)
			read := texts(again)
			if n := len(moves); len(read) == n+1 && slices.Contains([]string{"詰み", "千日手", "投了"}, read[n]) { // a word for what a rule has ended
				read = read[:n]
			}
			if !slices.Equal(read, texts(r)) || again.Header("設定") != r.Header("設定") {
				t.Errorf("%s of %s %v, seed %d: %d events %v are read back as %d %v", c.format, c.game, c.set, seed, len(moves), texts(r)[max(0, len(moves)-2):], len(read), read[max(0, len(read)-2):])
			}
		}
	}
}

// TestResignation checks that a resignation is kept by the formats that can hold it.
func TestResignation(t *testing.T) {
	r, err := record(t, all.Game("diceshogi"), nil, []engine.Move{"[4]", "４四金(45)"}).
		Append(kif.Event{Step: kif.Resignation, Seat: 2, Spent: -1})
	if err != nil {
		t.Fatal(err)
	}
	again := through(t, "dsk", r)
	if last := again.Events[len(again.Events)-1]; last.Step != kif.Step(kif.Resignation) || last.Seat != 2 {
		t.Errorf("the game ends with %s of seat %d", last.Step, last.Seat)
	}
}

// TestLosses checks that a file that would not hold all of a record is refused, with the names of what is missing, and
// is written where that is wanted.
func TestLosses(t *testing.T) {
	full := kif.Setup{Game: "diceshogi", Options: "rules=minishogi", ID: "k7f3qz9m2c", Seats: []kif.Seat{{Name: "Alice"}, {Name: "Bob"}}, Headers: []kif.Header{{Key: "棋戦", Value: "名人戦"}}}
	said := kif.Event{Step: kif.Move("４四金(45)"), Spent: 12 * time.Second, Total: 12 * time.Second, Comment: "hm", At: time.Date(2026, 11, 20, 19, 30, 0, 0, time.UTC)}
	for _, c := range []struct {
		format string
		setup  kif.Setup
		events []kif.Event
		want   string
	}{
		{"goryujin", kif.Setup{Game: "goryujin"}, plain("P2@AD2", "pass", "pass", "pass"), "some passes"},
		{"goryujin", kif.Setup{Game: "goryujin"}, plain("pass", "pass", "pass", "pass", "pass"), "some passes and the result"},
		{"usi", kif.Setup{Game: "diceshogi", Options: "rules=hyper"}, plain("[4]", "４四金(45)", "[5]", "５四飛(51)"), "the settings rules=hyper and the dice"},
		{"usi", kif.Setup{Game: "diceshogi", Options: "rules=minishogi foul=loses"}, plain("４四金(45)"), "the settings rules=minishogi repetition=none foul=loses"},
		{"usi", kif.Setup{Game: "diceshogi", Options: "rules=minishogi"}, plain("４四金(45)", kif.Resignation), "the result"},
		{"usi", full, []kif.Event{said}, "the players, the comments (ply 1), the thinking times (ply 1), the dates of the moves and the headers 棋戦"},
	} {
		r, err := kif.New(c.setup)
		for _, e := range c.events {
			if err == nil {
				r, err = r.Append(e)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		f, _ := convert.Named(c.format)
		if data, err := f.Write(r, convert.Target{Games: all.Games}); data != nil || err == nil || !strings.Contains(err.Error(), "can't hold "+c.want+": with --lossy") {
			t.Errorf("%v: %s, %v; want %s", texts(r), data, err, c.want)
		}
		if data, err := f.Write(r, convert.Target{Games: all.Games, Lossy: true}); data == nil || err != nil {
			t.Errorf("%v: %v", texts(r), err)
		}
	}
}

// plain returns steps, given as their texts or endings, as events without times.
func plain(steps ...any) (events []kif.Event) {
	for _, s := range steps {
		switch s := s.(type) {
		case kif.Ending:
			events = append(events, kif.Plain(s))
		case string:
			e := kif.Plain(kif.Move(s))
			if strings.HasPrefix(s, "[") {
				e = kif.Plain(kif.Throw(s))
			}
			events = append(events, e)
		}
	}
	return events
}

// TestLists checks lists of moves as players of Quoridor write them.
func TestLists(t *testing.T) {
	f, _ := convert.Ending(".txt")
	for text, want := range map[string]string{
		"1. e2 e8 2. e3 he6":                 "1. e2 e8\n2. e3 e6h\n",
		"1.e2 e8\r\n2.E3":                    "1. e2 e8\n2. e3\n",
		"1. e2 e8 1-0":                       "1. e2 e8 (resign 2)\n",
		"e2 e8 *":                            "1. e2 e8\n",
		" \n":                                "\n",
		"1. e2 (draw-agree)":                 "1. e2 (draw-agree)\n",
		"quoridor players=4\n1. e2 b5 e8 h5": "quoridor players=4\n1. e2 b5 e8 h5\n",
		"quoridor\nfrom d4f4e7 / a2a8 / e4 e6 / 7 8 / 2\ne5":   "quoridor players=2\nfrom d4f4e7 / a2a8 / e4 e6 / 7 8 / 2\n1. e5\n",
		"diceshogi rules=hyper\n1. [4] 4e4d [5]\n5a5d 2. 5e5d": "diceshogi rules=hyper\n1. [4] ４四金(45) [5] ５四飛(51)\n2. ５四玉(55)\n",
	} {
		r, err := f.Read([]byte(text), 0)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got, err := f.Write(r, convert.Target{Games: all.Games}); err != nil || string(got) != want {
			t.Errorf("%q is written as %q, %v; want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"1. e2 e8 2. e5":      "move 3, e5: pawn.too-far",
		"quoridor x=4\n1. e2": "has no option",
		"1. e2 (foo)":         "(foo) is no ending",
		"Hello there":         "move 1, Hello",
	} {
		if _, err := f.Read([]byte(text), 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %s", text, err, want)
		}
	}
}

// TestShogiFiles checks that KI2 and CSA files hold what they can: players, headers, a start, comments, an ending, and CSA
// files the thinking times.
func TestShogiFiles(t *testing.T) {
	for _, format := range []string{"ki2", "csa", "csa3"} {
		for _, ending := range []kif.Ending{"", "投了", "中断", "千日手", "持将棋", "合意引分", "切れ負け", "反則勝ち", "反則負け", "詰み", "入玉勝ち"} {
			s := kif.Setup{Game: "diceshogi", Options: "rules=minishogi", Start: "rb1gk/4p/5/P4/KGSBR b s minishogi -",
				Seats: []kif.Seat{{Name: "甲"}, {Name: "乙"}}, Headers: []kif.Header{{Key: "棋戦", Value: "名人戦"}}}
			r, err := kif.New(s)
			spent := []time.Duration{12 * time.Second, 61 * time.Second}
			for i, move := range []kif.Move{"３四銀(35)", "３一銀打"} {
				e := kif.Event{Step: move, Spent: -1, Total: -1, Comment: "一行目\n'second, *line"}
				if format != "ki2" {
					e.Spent = spent[i]
				}
				if err == nil {
					r, err = r.Append(e)
				}
			}
			if err == nil && ending != "" {
				r, err = r.Append(kif.Event{Step: ending, Seat: 1, Spent: -1, Total: -1})
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, encoding := range []kif.Encoding{kif.UTF8, kif.ShiftJIS} {
				f, _ := convert.Named(format)
				data, err := f.Write(r, convert.Target{Games: all.Games, Encoding: encoding})
				if err != nil {
					t.Errorf("%s %s: %v", format, ending, err)
					continue
				}
				again, err := f.Read(data, 0)
				if err != nil || !slices.Equal(texts(again), texts(r)) || again.Seat(2) != r.Seat(2) || again.Events[1].Comment != r.Events[1].Comment {
					t.Errorf("%s %s: %v in\n%s", format, ending, err, data)
				}
			}
		}
	}
}

// TestForeignShogiFiles checks files as other programs write them.
func TestForeignShogiFiles(t *testing.T) {
	for _, c := range []struct {
		format, text string
		want         []string
		wrong        string
	}{
		{"ki2", "手合割：5五将棋　\n先手：甲\n\n▲４四金　△３二角    ▲３四銀上\n*hm\n△２二金\nまで4手で後手の反則勝ち\n", []string{"４四金(45)", "３二角(41)", "３四銀(35)", "２二金(21)", "反則勝ち"}, ""},
		{"ki2", "手合割：5五将棋\n▲５三歩△同飛▲１四飛\nまで3手で後手の反則勝ち\n", []string{"５三歩(54)", "５三飛(51)", "１四飛(15)", "反則勝ち"}, ""},
		{"ki2", "手合割：平手\n▲７六歩    △３四歩    ▲２二角不成  △同　銀    ▲５五角\n", []string{"７六歩(77)", "３四歩(33)", "２二角(88)", "２二銀(31)", "５五角打"}, ""},
		{"ki2", "先手：甲\n▲７六歩△３四歩▲３三角成\nまで3手で先手の勝ち\n", []string{"７六歩(77)", "３四歩(33)", "３三角成(88)", "投了"}, ""},
		{"csa", "V2.2\nN+A\nN-B\nPI\n+\n+4544KI,T3\n-4132KA\nT4\n'*hm\n%TORYO\n", []string{"４四金(45)", "３二角(41)", "投了"}, ""},
		{"csa", "'CSA encoding=UTF-8\nV3.0\n$EVENT:x\nP1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3 *  *  *  *  * \nP4+FU *  *  *  * \nP5+OU+KI+GI+KA+HI\n+\n+5453FU\nT0.512\n-5153HI\n+1514HI\n%+ILLEGAL_ACTION\n", []string{"５三歩(54)", "５三飛(51)", "１四飛(15)", "反則勝ち"}, ""},
		{"csa", "V2.2\nPI\n+\n+7776FU,T12\n-3334FU\nT9\n+8822UM\n%TORYO\n", []string{"７六歩(77)", "３四歩(33)", "２二角成(88)", "投了"}, ""},
		{"csa", "PI82HI22KA\n-\n-3142GI\n%CHUDAN\n", []string{"４二銀(31)", "中断"}, ""},
		{"csa", "V2.2\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n+\n", nil, "found no board of 9×9 or 5×5 squares"},
		{"usi", "position startpos moves 7g7f 3c3d 8h2b+\n", []string{"７六歩(77)", "３四歩(33)", "２二角成(88)"}, ""},
		{"usi", "position startpos moves 4e4d\n", []string{"４四金(45)"}, ""},
		{"usi", "sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 6a5b\n", []string{"５二金(61)"}, ""},
		{"csa", "V2.2\nPI\n+\n+7776FU\n%-ILLEGAL_ACTION\n", []string{"７六歩(77)", "反則負け"}, ""},
		{"csa", "V2.2\r\nPI\r\n-\r\n-3334FU\t\r\n+7776FU, T3\r\n%-ILLEGAL_ACTION\r\n", []string{"３四歩(33)", "７六歩(77)", "反則負け"}, ""},
		{"csa", "PI\r+\r+7776FU\r%MAX_MOVES\r", []string{"７六歩(77)", "中断"}, ""},
		{"csa", "P1-OU\nP9+OU\nP-00AL\n+\n+9998OU\n", nil, "found no board"},
		{"csa", "P-11OU\nP+99OU\nP-00AL\n+\n+9998OU\n", []string{"９八玉(99)"}, ""},
		{"csa", "PI\n+\n+7776FU\n/\nPI\n+\n+2726FU\n", nil, "contains 2 games"},
		{"csa", "PI\n+\n+7776FU\n/\n", []string{"７六歩(77)"}, ""},
		{"csa", "PI\n+\n+7776FU\n%WHAT\n", nil, "found \"%WHAT\""},
	} {
		f, _ := convert.Named(c.format)
		r, err := f.Read([]byte(c.text), 0)
		switch {
		case c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
			t.Errorf("%q: %v; want %s", c.text, err, c.wrong)
		case c.wrong == "" && (err != nil || c.want != nil && !slices.Equal(texts(r), c.want)):
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

// TestOtherStart checks that another start than the usual one is kept.
func TestOtherStart(t *testing.T) {
	const game = "position sfen rb1gk/4p/5/P4/KGSBR b s 1 moves 3e3d S*3a\n"
	f, _ := convert.Ending(".usi")
	r, err := f.Read([]byte(game), 0)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := f.Write(r, convert.Target{Games: all.Games}); err != nil || string(again) != game {
		t.Errorf("%s, %v", again, err)
	}
}

// TestEncodings checks that a KIF file in another encoding is the same record.
func TestEncodings(t *testing.T) {
	g := all.Game("diceshogi")
	r := record(t, g, nil, randomGame(t, g, nil, 20, 1))
	f, _ := convert.Ending(".KIFU")
	other, err := f.Write(r, convert.Target{Encoding: kif.ShiftJIS})
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(other, []byte("手数")) {
		t.Error("it is not in Shift_JIS")
	}
	back, err := f.Read(other, 0)
	if err != nil {
		t.Fatal(err)
	}
	if data, err := f.Write(back, convert.Target{}); err != nil || !bytes.Equal(data, r.Bytes()) {
		t.Errorf("%v\n%s\nwant\n%s", err, data, r.Bytes())
	}
}

// TestClientList checks that a file with that name lists games, and that one must be chosen if there are several.
func TestClientList(t *testing.T) {
	r := record(t, all.Game("goryujin"), nil, []engine.Move{"P2@AD2"})
	f, _ := convert.Ending(".json")
	data, err := f.Write(r, convert.Target{Games: all.Games, File: "there/kifu.json"})
	if err != nil || !bytes.HasPrefix(data, []byte(`{"list":[`)) {
		t.Fatalf("%s, %v", data, err)
	}
	game := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(string(data)), `{"list":[`), `]}`)
	two := []byte(`{"list":[` + game + `,` + strings.Replace(game, "KIF.001", "second", 1) + `]}`)
	for _, entry := range []int{-1, 0, 3} {
		_, err := f.Read(two, entry)
		var e *convert.EntryError
		if !errors.As(err, &e) || len(e.Games) != 2 || !strings.Contains(err.Error(), "\n  2  second, 1 plies") {
			t.Errorf("entry %d: %v", entry, err)
		}
	}
	again, err := f.Read(two, 2)
	if err != nil || !slices.Equal(texts(again), texts(r)) {
		t.Errorf("%v", err)
	}
	if _, err := f.Read([]byte(`{"list":[]}`), 0); !errors.As(err, new(*kif.Error)) {
		t.Errorf("a list without games: %v", err)
	}
}

// TestOtherGames checks that a format of one game refuses records of another.
func TestOtherGames(t *testing.T) {
	r := record(t, all.Game("quoridor"), nil, []engine.Move{"e2"})
	for _, f := range convert.Formats[1:] {
		if data, err := f.Write(r, convert.Target{Games: all.Games}); f.Name != "text" && (!errors.As(err, new(*convert.GameError)) || data != nil) {
			t.Errorf("%s: %q, %v", f.Name, data, err)
		}
	}
}

// TestDamagedRecord checks that a record with an illegal move is not written in a format that has to play it.
func TestDamagedRecord(t *testing.T) {
	r := record(t, all.Game("goryujin"), nil, []engine.Move{"P2@AD2", "P2@AD2"})
	f, _ := convert.Named("goryujin")
	var wrong *kif.Error
	if data, err := f.Write(r, convert.Target{Games: all.Games}); !errors.As(err, &wrong) || wrong.Line == 0 || data != nil {
		t.Errorf("%q, %v", data, err)
	}
}

// mini is a game of 5五将棋 as another program might write it.
const mini = `手合割：5五将棋
先手：甲
後手：乙
棋戦：名人戦
手数----指手---------消費時間--
*before the first move
   1 ４四金(45)   ( 0:05/00:00:05)
*a word
   2 ５四飛(51)   ( 0:09/00:00:09)
   3 千日手

変化：3手
   3 同　玉(55)
   4 ３二角(41)
   5 宣言勝ち

変化：4手
   4 ２二金(21)
`

func TestOurs(t *testing.T) {
	r := read(t, mini)
	own, err := convert.Ours(r)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(r, read(t, mini)) {
		t.Error("the record that was read has changed")
	}
	for _, line := range []string{"ゲーム：diceshogi", "棋戦：名人戦", "先手：甲", "*before the first move", "*a word",
		"   2 ５四飛(51)   ( 0:09/00:00:09)", "   3 千日手", "変化：3手", "   3 ５四玉(55)", "   4 ３二角(41)", "   5 入玉勝ち", "変化：4手", "   4 ２二金(21)"} {
		if !strings.Contains(string(own.Bytes()), "\n"+line+"\n") {
			t.Errorf("the line %q is missing in\n%s", line, own.Bytes())
		}
	}
	if again, err := convert.Ours(own); again != own || err != nil {
		t.Errorf("a record of ours does not stay as it is: %v", err)
	}
}

// mated is a game that ends with its fifth move.
const mated = "手合割：5五将棋\n１ ４三角(25)\n２ ４二銀(31)\n３ ２五飛(15)\n４ ３一銀(42)\n５ ２一角成(43)\n６ 投了\n"

// TestOursEndedByRule checks that a word after the move that ended the game is kept and changes nothing, and that a further move
// is kept as a foul with its ply.
func TestOursEndedByRule(t *testing.T) {
	for text, said := range map[string]string{
		mated: "投了",
		strings.Replace(mated, "投了", "詰み", 1):           "詰み",
		strings.Replace(mated, "投了", "１二玉(11)\n*反則", 1): "反則負け",
	} {
		own, err := convert.Ours(read(t, text))
		if err != nil {
			t.Fatal(err)
		}
		m, err := match.New(own, all.Game("diceshogi"))
		if err != nil || m.Outcome.Rule.ID != "end.checkmate" || m.Ply() != 5 || m.Outcome.Places[0] != 1 {
			t.Errorf("%v in\n%s", err, own.Bytes())
		}
		if last := own.Events[len(own.Events)-1]; last.Step.String() != said || last.Number != 6 || said == "反則負け" && last.Comment != "反則手：１二玉(11)\n反則" {
			t.Errorf("the last event is %+v", last)
		}
	}
	if _, err := convert.Ours(read(t, strings.Replace(mated, "投了", "千日手", 1))); err != nil {
		t.Errorf("another word: %v", err)
	}
}

// fouled is a game whose third move leaves the king in check.
const fouled = "手合割：5五将棋\n１ ５三歩(54)\n２ 同　飛(51)\n３ １四飛(15)\n４ 反則勝ち\n"

// TestOursEndedByFoul checks that a foul is the last move and decides, and that another one is refused.
func TestOursEndedByFoul(t *testing.T) {
	own, err := convert.Ours(read(t, fouled))
	if err != nil || len(own.Events) != 4 || own.Header("設定") != "rules=minishogi repetition=none foul=loses" {
		t.Fatalf("%v\n%s", err, own.Bytes())
	}
	if m, err := match.New(own, all.Game("diceshogi")); err != nil || m.Outcome == nil || m.Outcome.Rule.ID != "check.unanswered" || m.Outcome.Places[1] != 1 {
		t.Errorf("%v, %+v", err, m)
	}
	if _, err := convert.Ours(read(t, strings.Replace(fouled, "４ 反則勝ち", "", 1))); err != nil {
		t.Errorf("without a word: %v", err)
	}
	for text, want := range map[string]string{
		strings.Replace(fouled, "反則勝ち", "投了", 1):      "line 5: found \"投了\", expected 反則勝ち after a move that loses by check.unanswered",
		strings.Replace(fouled, "反則勝ち", "５二飛(53)", 1): `line 4: move 3, "１四飛(15)", can't be played: check.unanswered`,
	} {
		if _, err := convert.Ours(read(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %s", err, want)
		}
	}
}

// TestOursWithDice checks that the moves of a variation are counted without throws.
func TestOursWithDice(t *testing.T) {
	own, err := convert.Ours(read(t, `手合割：5五将棋
ルール：サイコロ将棋
1 ４四金(45)
*サイコロ：4
2 ５四飛(51)
*サイコロ：5
3 同玉(55)
*サイコロ：6

変化：2手
2 ３二金(21)
*サイコロ：3
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"[4]", "４四金(45)", "[5]", "５四飛(51)", "[6]", "５四玉(55)"}
	if !slices.Equal(texts(own), want) || len(own.Branches) != 1 || own.Branches[0].Events[0].Step != kif.Step(kif.Move("３二金(21)")) {
		t.Errorf("read as\n%s", own.Bytes())
	}
}

// TestOursOfOurs checks that a record without the name of its game is read as one of another program.
func TestOursOfOurs(t *testing.T) {
	g := all.Game("diceshogi")
	for _, set := range []engine.Options{{"rules": "dice"}, {"rules": "hyper"}, {"rules": "minishogi"}, {"rules": "dice", "drop": "free"}} {
		for seed := range uint64(3) {
			rules := set["rules"]
			f, _ := convert.Named("dsk")
			if rules == "minishogi" {
				f, _ = convert.Named("usi")
			}
			data, err := f.Write(record(t, g, set, randomGame(t, g, set, 40, seed)), convert.Target{Games: all.Games})
			if err != nil {
				t.Fatal(err)
			}
			r, err := f.Read(data, 0) // the record has the headers by which other programs know the game
			if err != nil {
				t.Fatal(err)
			}
			own, err := convert.Ours(read(t, strings.NewReplacer("ゲーム：diceshogi\n", "", "#hikyaku record 2\n", "").Replace(string(r.Bytes()))))
			if err != nil || !slices.Equal(texts(own), texts(r)) || own.Options()["rules"] != rules {
				t.Errorf("rules=%s, seed %d: %v", rules, seed, err)
			}
		}
	}
}

// TestOursRefuses checks that errors name the line.
func TestOursRefuses(t *testing.T) {
	for text, want := range map[string]string{
		strings.Replace(mini, "同　玉(55)", "９九玉(11)", 1):      `line 13: move 3, "９九玉(11)", can't be played: move.malformed`,
		strings.Replace(mini, "変化：4手", "変化：9手", 1):          "line 17: found a variation from move 9, but a variation must branch off",
		strings.Replace(mini, "５四飛(51)", "５三飛(52)", 1):      `line 9: move 2, "５三飛(52)", can't be played: piece.none`,
		strings.Replace(mini, "*a word", "#: do accept", 1): "line 8: found \"accept\"",
	} {
		var wrong *kif.Error
		if _, err := convert.Ours(read(t, text)); !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %s", err, want)
		}
	}
}

func TestForeign(t *testing.T) {
	for text, want := range map[string]string{
		"手合割：平手\n":                "another program's record of Shogi, expected a record of hikyaku: hikyaku convert makes one from this file",
		"手数----指手--\n1 ７六歩(77)\n": "another program's record of Shogi",
		"手合割：5五将棋\n":              "another program's record of Minishogi",
		"手合割：京都将棋\n":              "a game that hikyaku doesn't play (手合割：京都将棋), expected one of the games that hikyaku plays: " + all.Games[0].Name,
		"先手：甲\n後手：乙\n":            "that doesn't name its game, expected a line ゲーム",
	} {
		if err := convert.Foreign(read(t, text), all.Games); !errors.As(err, new(*kif.Error)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if err := convert.Foreign(read(t, "ゲーム：quoridor\n"), all.Games); err != nil {
		t.Errorf("a record of ours: %v", err)
	}
}

func read(t *testing.T, text string) *kif.Record {
	t.Helper()
	r, err := kif.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCSAKeepsWhatItHolds reads what shogi-server and other programs write, and writes it again with the same lines.
func TestCSAKeepsWhatItHolds(t *testing.T) {
	f, _ := convert.Named("csa")
	for name, lines := range map[string]string{
		"headers, and the time of the resignation": "V2.2\nN+Alice\nN-Bob\n$EVENT:wdoor+floodgate-300-10F+a+b+20200719201040\n$START_TIME:2020/07/19 20:10:40\n" +
			"$TIME_LIMIT:00:05+10\n$MAX_MOVES:256\nPI\n+\n+7776FU\nT3\n-3334FU\nT12\n%TORYO\nT30\n",
		"hours":                        "V2.2\n$TIME_LIMIT:06:00+60\nPI\n+\n+7776FU\n%CHUDAN\n",
		"another way to write a limit": "V2.2\n$TIME_LIMIT:0:15+00\nPI\n+\n+7776FU\n",
		"a resignation of who is mated": "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  * +FU *  *  *  * \n" +
			"P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \nP7 *  *  *  *  *  *  *  *  * \n" +
			"P8 *  *  *  *  *  *  *  *  * \nP9 *  *  *  * +OU *  *  *  * \nP+00KI\n+\n+0052KI\nT1\n%TORYO\nT2\n",
	} {
		r, err := f.Read([]byte(lines), 0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, err := f.Write(r, convert.Target{Games: all.Games})
		want := strings.Replace(strings.Replace(lines, "$TIME_LIMIT:0:15+00", "$TIME_LIMIT:00:15+00", 1), "PI\n", "", 1)
		if got := withoutUsualStart(string(again)); err != nil || got != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
}

// withoutUsualStart returns a CSA file without the lines of the usual position.
func withoutUsualStart(text string) string {
	const usual = "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY"
	start, end := strings.Index(text, usual), strings.Index(text, "\n+\n")
	if start < 0 {
		return text
	}
	return text[:start] + text[end+1:]
}

// TestCSAEndingTwice reads a declared win as shogi-server writes it: for the player, with the time, and for itself.
func TestCSAEndingTwice(t *testing.T) {
	f, _ := convert.Named("csa")
	const game = "V2.2\nPI\n+\n+7776FU\nT2\n-3334FU\nT1\n%KACHI\nT10\n"
	r, err := f.Read([]byte(game+"%KACHI\n"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if last := r.Events[len(r.Events)-1]; last.Step.String() != "入玉勝ち" || last.Spent != 10*time.Second {
		t.Errorf("the game ends with %+v", last)
	}
	if _, err := f.Read([]byte(game+"%TORYO\n"), 0); err == nil {
		t.Error("two different endings are read")
	}
}

// TestEUC reads a file in EUC-JP, and one in Shift_JIS as such.
func TestEUC(t *testing.T) {
	const ki2 = "棋戦：名人戦\n先手：羽生善治\n後手：谷川浩司\n\n▲７六歩 △３四歩 ▲２六歩\nまで3手で中断\n"
	f, _ := convert.Named("ki2")
	for name, e := range map[string]interface{ NewEncoder() *encoding.Encoder }{"EUC-JP": japanese.EUCJP, "Shift_JIS": japanese.ShiftJIS} {
		data, err := e.NewEncoder().String(ki2)
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Read([]byte(data), 0)
		if err != nil || r.Header("棋戦") != "名人戦" || r.Seat(2).Name != "谷川浩司" || len(r.Events) != 4 {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
}

// TestAddressesStayAtHome writes a match by mail for other programs: without the addresses, unless they are wanted.
func TestAddressesStayAtHome(t *testing.T) {
	r, err := kif.New(kif.Setup{Game: "shogi", Seats: []kif.Seat{{Name: "Alice", Address: "alice@example.org"}, {Name: "Bob", Address: "bob@example.org"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"csa", "csa3", "ki2", "usi", "text"} {
		f, _ := convert.Named(name)
		for _, wanted := range []bool{false, true} {
			data, err := f.Write(r, convert.Target{Games: all.Games, Lossy: true, Addresses: wanted})
			holds := wanted && name != "usi" && name != "text"
			if err != nil || strings.Contains(string(data), "@example.org") != holds {
				t.Errorf("%s, wanted %t: %v\n%s", name, wanted, err, data)
			}
		}
	}
}

// TestLossesNameThePlies names what a file cannot hold with the first plies that it is about.
func TestLossesNameThePlies(t *testing.T) {
	f, _ := convert.Named("usi")
	text := "手合割：平手\n"
	for i, move := range strings.Fields("７六歩 ３四歩 ２六歩 ８四歩 ２五歩 ８五歩 ７八金 ３二金") {
		text += fmt.Sprintf("%4d %s\n", i+1, move)
	}
	text += "\n変化：8手\n   8 ４二玉\n\n変化：3手\n   3 ６六歩\n"
	r, err := convert.Ours(read(t, text))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(r, convert.Target{Games: all.Games}); err == nil || !strings.Contains(err.Error(), "can't hold the variations (ply 8, 3): with") {
		t.Error(err)
	}
}

// TestVariationsAndBookmarksComeBack converts a file with variations and bookmarks to CSA and KI2 and back, which gives the same record.
func TestVariationsAndBookmarksComeBack(t *testing.T) {
	const text = `手合割：平手
先手：甲
後手：乙
手数----指手---------消費時間--
*初めの言葉
&初形
   1 ７六歩(77)
   2 ３四歩(33)
*角道, を開けた
&角道
   3 ２二角成(88)
   4 投了
&投了図
まで3手で先手の勝ち

変化：3手
*別の手
&変化
   3 ２六歩(27)
*' 変化：4手
   4 ８四歩(83)
&飛車先
   5 中断

変化：2手
   2 ８四歩(83)
`
	for _, end := range []string{"\n", "\r\n"} {
		for _, in := range []kif.Encoding{kif.UTF8, kif.ShiftJIS} {
			data, err := in.Encode(strings.ReplaceAll(text, "\n", end))
			if err != nil {
				t.Fatal(err)
			}
			r, err := convert.Ours(read(t, string(data)))
			if err != nil {
				t.Fatal(err)
			}
			want, err := r.Rewrite(kif.UTF8)
			if err != nil {
				t.Fatal(err)
			}
			wanted := strings.ReplaceAll(string(want.Bytes()), "\r\n", "\n")
			for _, name := range []string{"csa", "csa3", "ki2"} {
				f, _ := convert.Named(name)
				data, err := f.Write(r, convert.Target{Games: all.Games, Encoding: in})
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				again, err := f.Read(data, 0)
				if err != nil {
					t.Errorf("%s: %v in\n%s", name, err, data)
					continue
				}
				if got := string(again.Bytes()); got != wanted {
					t.Errorf("%s: from\n%s\ncomes back\n%s\nwant\n%s", name, data, got, wanted)
				}
			}
		}
	}
}
