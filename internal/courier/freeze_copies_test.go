package courier_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"hikyaku/engine/all"
	"hikyaku/internal/home"
	"hikyaku/kif"
)

// storiesOfCopies are about records as other programs and mail change them.
var storiesOfCopies = []story{
	{"foreign", tellForeign},
	{"names", tellNames},
	{"copy", tellCopies},
}

// plain is a match in the strict form, to which the stories add what other programs write.
const plain = `#KIF version=2.0 encoding=UTF-8
#hikyaku record 2
ゲーム：quoridor
設定：players=2 third-pawn=none
対局番号：k7f3qz9m2c
開始日時：2026/11/20 19:30:00
持ち時間：3日/手
先手：太郎 <taro@example.org>
後手：Bob
手数----指手---------消費時間--
   1 e2           ( 0:12/00:00:12)
*よろしく
#: at 2026-11-20T19:30:12+09:00
   2 e8           (25:02/00:25:02)
#: at 2026-11-20T19:55:14+09:00
   3 e3           ( 0:07/00:00:19)
`

// edited returns plain with replacements, in pairs of old and new.
func edited(pairs ...string) []byte { return []byte(strings.NewReplacer(pairs...).Replace(plain)) }

// tellWords is about words of a newer hikyaku, and about dice of unknown origin.
func tellWords(f *freezer) {
	f.record("unknown", edited(
		"先手：", "棋戦：飛脚杯\n場所：\n未来の見出し：まだ知らない値\nFuture header：a value\n先手：",
		"消費時間--\n", "消費時間--\n*開始前のコメント\n#: mood calm\n&始まり\n",
		"*よろしく\n#: at 2026-11-20T19:30:12+09:00\n", "*よろしく\n#: at 2026-11-20T19:30:12+09:00\n#: weather rain, then sun\n#: weather\n&しおり\n#: came 2026-11-20T19:31:00+09:00\n#: post\n"))
	f.foreign("unknown-act", append(edited(), "#: do sing loudly\n#: party 1\n"...))
	f.foreign("unknown-ending", append(edited(), "   4 飛脚負け\n"...))
	f.record("two-ways", append(edited(), "   4 投了         ( 0:05/00:25:07)\n#: seat 1\nまで3手で後手の勝ち\n"...))
	d, file := f.machine(home.Setup{Game: all.Game("diceshogi")})
	dice := f.playHere(d, file, calm(3), 8).Record.Bytes()
	unsourced := regexp.MustCompile("#: dice [a-z]+\n").ReplaceAll(dice, nil)
	f.record("unsourced", unsourced)
	f.record("typed", regexp.MustCompile("#: dice [a-z]+\n").ReplaceAll(dice, []byte("#: dice typed\n")))
	f.record("machine", regexp.MustCompile("#: dice [a-z]+\n").ReplaceAll(dice, []byte("#: dice machine\n")))
}

// tellForeign is about records of other programs, with variations.
func tellForeign(f *freezer) {
	f.foreign("shogi", []byte(`# ---- 柿木将棋 棋譜ファイル ----
開始日時：2026/11/20 19:30
棋戦：練習
手合割：平手　　
先手：太郎
後手：花子
*開始前のコメント
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:16/00:00:16)
*初手
&しおり
   2 ３四歩(33)   ( 0:00/00:00:00)+
   3 ２二角成(88) ( 0:07/00:00:23)
   4 同　銀(31)   ( 0:04/00:00:04)
   5 投了         ( 0:01/00:00:24)
まで4手で後手の勝ち

変化：3手
   3 ２六歩(27)   ( 0:02/00:00:18)
*別の道
   4 ８四歩(83)
   5 ２五歩(26)

変化：4手
   4 ４四歩(43)

変化：2手
   2 ８四歩(83)   ( 0:03/00:00:03)
`))
	f.foreign("diagram", []byte(strings.Join([]string{
		"後手：上手の人", "後手の持駒：なし", "  ９ ８ ７ ６ ５ ４ ３ ２ １", "+---------------------------+",
		"|v香v桂v銀v金v玉v金v銀v桂v香|一", "| ・v飛 ・ ・ ・ ・ ・v角 ・|二", "|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三", "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四",
		"| ・ ・ ・ ・ ・ ・ ・ ・ ・|五", "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六", "| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七", "| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八",
		"| 香 桂 銀 金 玉 金 銀 桂 香|九", "+---------------------------+", "先手：下手の人", "先手の持駒：なし", "後手番", "手数＝0",
		"手数----指手---------消費時間--", "   1 △３四歩(33)", "   2 中断", ""}, "\r\n")))
	f.record("variation", append(edited(), "   4 e7\n\n変化：3手\n   3 d3h\n*壁\n   4 e7\n変化：4手\n   4 d8\n"...))
}

// tellNames is about other names of headers.
func tellNames(f *freezer) {
	english := []string{"ゲーム", "Game", "設定", "Options", "対局番号", "Match", "開始日時", "Begun", "持ち時間", "Time", "先手", "Seat 1", "後手", "Seat 2"}
	f.record("english", edited(english...))
	f.record("handicap", edited("先手", "上手", "後手", "下手"))
	f.record("seats", edited("先手", "席1", "後手", "席2"))
	four := []string{"players=2", "players=4", "先手", "席1", "後手：Bob", "席2：Bob\n席3：三郎\n席4：Dave <dave@example.org>", "e8 ", "b5 ", "e3 ", "e8 "}
	f.record("four", edited(four...))
	f.record("four-english", edited(append(slices.Clip(four[6:]), "players=2", "players=4", "先手", "Seat 1", "後手：Bob", "Seat 2：Bob\nSeat 3：三郎\nSeat 4：Dave")...))
	d, file := f.machine(home.Setup{Game: all.Game("quoridor")})
	position := f.playHere(d, file, calm(2), 6).Last().String()
	header, _, _ := strings.Cut(string(edited("対局番号", "Position："+position+"\n対局番号")), "   1 e2")
	f.record("position", []byte(header))
	tossed := f.sit(2, home.Invitation{Game: all.Game("quoridor")})
	f.record("toss", []byte(strings.NewReplacer("\n対局者1：", "\nPlayer 1：", "\n対局者2：", "\nPlayer 2：").Replace(tossed.bytes(tossed.players[0]))))
	umpired := f.sit(3, home.Invitation{Game: all.Game("quoridor"), Umpire: true, Seat: 1})
	looking := f.sit(2, home.Invitation{Game: all.Game("quoridor"), Seat: 1, Observers: []kif.Seat{carol}, Delay: 3, Engines: true})
	f.record("observer", []byte(strings.NewReplacer("\n観戦者：", "\nObserver：", "\n観戦遅延：", "\nDelay：", "\n思考プログラム：", "\nEngines：").Replace(looking.bytes(looking.players[0]))))
	f.record("umpire", []byte(strings.NewReplacer("\n審判：", "\nUmpire：").Replace(umpired.bytes(umpired.players[0]))))
}

// tellCopies is about one signed match with dice as it arrives through programs and mail.
func tellCopies(f *freezer) {
	tb := f.sit(2, home.Invitation{Game: all.Game("diceshogi"), Seat: 1, PerMove: "3d", Message: "はじめまして。\n一局いかがですか。"})
	f.mail(tb, 4)
	data := tb.bytes(tb.players[0])
	f.record("original", []byte(data))
	r, err := kif.Read([]byte(data))
	f.must(err)
	sjis, err := r.Rewrite(kif.ShiftJIS)
	f.must(err)
	f.record("shift-jis", sjis.Bytes())
	f.record("crlf", []byte("\ufeff"+strings.ReplaceAll(data, "\n", "\r\n")))
	f.record("quoted", []byte(quoted(data)))
	f.record("loose", []byte(loosened(data)))
}

// quoted returns text quoted twice by mail, with its lines broken (format=flowed).
func quoted(text string) string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		for utf8.RuneCountInString(line) > 72 {
			i := strings.LastIndex(line[:72], " ")
			if i < 2 || strings.TrimLeft(line[:i], "#: ") == "" {
				break
			}
			lines = append(lines, "> > "+line[:i+1])
			line = line[i+1:]
		}
		lines = append(lines, "> > "+line)
	}
	return strings.Join(lines, "\n") + "\n"
}

// loosened returns a record as people and other programs write it: with other digits, blanks, marks and no separator.
func loosened(text string) string {
	text = strings.Replace(text, "手数----指手---------消費時間--\n", "", 1)
	text = regexp.MustCompile(`(?m)^([^*#：\n]+)：`).ReplaceAllString(text, " $1: ")
	move := regexp.MustCompile(`(?m)^ +(\d+) (\S+) +\( ?(\d+:\d+)/(\d+:\d+:\d+)\)`)
	text = move.ReplaceAllStringFunc(text, func(line string) string {
		parts := move.FindStringSubmatch(line)
		return fmt.Sprintf("\n　%s ▲%s (%s.5 / %s)+", fullWidth(parts[1]), parts[2], parts[3], parts[4])
	})
	return strings.TrimSuffix(text, "\n")
}

// fullWidth writes digits as Japanese text does.
func fullWidth(digits string) string {
	return strings.Map(func(c rune) rune { return c - '0' + '０' }, digits)
}
