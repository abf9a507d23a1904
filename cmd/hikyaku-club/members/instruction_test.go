package members_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/members"
	"hikyaku/engine/all"
	"hikyaku/mailbox"
)

var today = time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)

// told writes an instruction as the tests name it.
func told(i members.Instruction) string {
	parts := []string{string(i.Kind)}
	add := func(format string, value any, is bool) {
		if is {
			parts = append(parts, fmt.Sprintf(format, value))
		}
	}
	add("<%s>", i.Name, i.Name != "")
	add("#%d", i.Number, i.Number != 0)
	if i.Game != nil {
		add("%s", i.Game.Called(i.Options).En, true)
	}
	add("%s", i.Control, i.Control != "")
	add("rated", "", i.Rated)
	add("engines", "", i.Engines)
	add("program", "", i.Program)
	add("%s", i.Days, i.Days != "")
	add("%s", i.Value, i.Value != "")
	add("?%s", i.Unread, i.Unread != "")
	add("and %q", i.Others, len(i.Others) > 0)
	for n, p := range parts {
		parts[n], _, _ = strings.Cut(p, "%!(EXTRA")
	}
	return strings.Join(parts, " ")
}

// TestReadLine reads every instruction as people write it in both languages, in lines of up to 300 bytes.
func TestReadLine(t *testing.T) {
	for _, c := range []struct{ want, lines string }{
		{"join <Alice>", "join Alice|join\u00a0Alice|Join: Alice|join the club as Alice|Please join Alice|ＪＯＩＮ　Alice|入会 Alice|入会します Alice|入会 Aliceでお願いします"},
		{"join <Alice B. Cole>", "join Alice B. Cole|join \"Alice B. Cole\"|join “Alice B. Cole”|入会希望 Alice B. Cole"},
		{"join <さくら>", "入会 さくら|入会「さくら」|さくらという名前で入会します|入会　さくら。よろしくお願いします|join さくら"},
		{"join <Alice> program", "join Alice with hikyaku|入会 Alice hikyakuで|入会 Alice、hikyakuを使います"},
		{"join", "join|入会|入会希望"},
		{"seek Quoridor 3d", "seek quoridor 3d|Seek Quoridor, 3 days|looking for a game of quoridor 3 days per move|募集 コリドール 3日|募集　コリドール　３日|コリドール3日の対局相手を募集します|コリドール、一手3日で募集|募集 コリドール 3日 親善|seek quoridor 3d friendly|I'd like to seek quoridor 3d, please|seek quoridor 3d for two|募集 コリドール 3日 二人"},
		{"seek Quoridor 3d rated", "seek quoridor 3d rated|seek rated quoridor 3d|募集 コリドール 3日 レーティング対局|募集 コリドール 3日 レート戦"},
		{"seek Four-player Quoridor 3d", "seek quoridor 3d players=4|seek quoridor 3d for four|seek quoridor for 4 players, 3 days|seek quoridor 3d for four third-pawn=none|seek four-player quoridor 3d|募集 コリドール 3日 4人|募集 ４人コリドール ３日|募集 四人コリドール 3日|コリドール4人で3日を募集"},
		{"seek Shogi 30d+1d engines", "seek shogi 30d+1d engines|seek shogi 30d + 1d with engines allowed|募集 将棋 30日+1日 ソフト可|募集 将棋 30日＋1日 エンジン使用可"},
		{"seek Minishogi 12h", "seek minishogi 12h|募集 5五将棋 12時間|12時間のミニ将棋を募集"},
		{"seek Shogi 3d ?purple", "seek shogi 3d purple"},
		{"seek Shogi", "seek shogi|募集 将棋|seek shogi for two|募集 将棋 二人"},
		{"seek", "seek|募集|募集します"},
		{"list", "list|List!|show list|seeks|一覧|募集一覧|募集の一覧を見せてください|リスト"},
		{"take #12", "take 12|Take #12.|take no. 12|I take 12|応募 12|12番に応募します|応募１２番|12に応募"},
		{"take", "take|take 0|応募します"},
		{"challenge <Bob> Quoridor 3d", "challenge \"Bob\" quoridor 3d|challenge Bob quoridor 3d|challenge Bob to quoridor, 3 days|挑戦 Bob コリドール 3日|Bobさんにコリドール3日で挑戦します|Bobさんに挑戦 コリドール 3日"},
		{"challenge <花子> Shogi 5d rated", "challenge 花子 shogi 5d rated|挑戦 花子 将棋 5日 レーティング対局|花子さんに将棋5日のレーティング対局で挑戦"},
		{"challenge <Carl> Minishogi", "challenge Carl minishogi|Challenge Carl to Minishogi|challenge minishogi Carl|challenge to Carl mini-shogi|I challenge Carl to mini shogi|I'd like to challenge Carl to a game of minishogi|challenge Carl dice shogi rules=minishogi|挑戦 Carl ミニ将棋|挑戦 ミニ将棋 Carl|挑戦：Carl、ミニ将棋|挑戦 Carlさん 五五将棋|挑戦 Carl ５五将棋|ミニ将棋でCarlさんに挑戦します|Carlにミニ将棋で挑戦|Carlさんに挑戦 ミニ将棋|Carl さんへの挑戦 ミニ将棋"},
		{"challenge <花子> Minishogi 3d", "挑戦 花子 ミニ将棋 3日|挑戦 3日 ミニ将棋 花子|3日のミニ将棋で花子さんに挑戦します"},
		{"challenge <でぃあな> Hyper dice shogi", "挑戦 でぃあな ハイパー将棋|挑戦 サイコロ将棋 ハイパー でぃあな|challenge でぃあな hyper shogi|challenge dice shogi hyper でぃあな"},
		{"challenge <Carl> Kou rengi", "challenge Carl kou rengi|challenge Carl to rengi kou|挑戦 公連棋 Carl"},
		{"challenge <Bob>", "challenge Bob|challenge \"Bob\"|「Bob」さんに挑戦します|挑戦 Bobさん"},
		{"withdraw #12", "withdraw 12|cancel 12|withdraw seek 12|取り下げ 12|12を取り下げます|12番の募集を取り消します|撤回 12"},
		{"withdraw <Autumn open>", "withdraw Autumn open|withdraw \"Autumn open\"|withdraw from Autumn open|取り下げ Autumn open|Autumn openを欠場します"},
		{"standings", "standings|ratings|show standings|順位|順位表を見せて|レーティング"},
		{"standings Quoridor", "standings quoridor|rating of quoridor|順位 コリドール|コリドールの順位表"},
		{"history <Bob>", "history \"Bob\"|history Bob|history of Bob|戦績 Bob|Bobさんの戦績|Bobさんの成績を教えてください"},
		{"history", "history|my history|戦績"},
		{"history <Bob\">", "history Bob\""},
		{"history <\"Bob>", "history \"Bob"},
		{"ladder Quoridor", "ladder quoridor|the ladder of quoridor|番付 コリドール|コリドールの番付"},
		{"ladder", "ladder|番付|番付表"},
		{"quit-ladder Quoridor", "leave ladder quoridor|leave the quoridor ladder|quit the ladder of quoridor|withdraw from the ladder of quoridor|番付離脱 コリドール|コリドールの番付から抜けます|コリドールの番付を辞退します"},
		{"quit-ladder", "leave ladder|leave the ladder|番付離脱"},
		{"join-ladder Quoridor", "join ladder quoridor|join the quoridor ladder|join the ladder of quoridor|番付参加 コリドール|コリドールの番付に参加します|番付に参加 コリドール"},
		{"climb <Bob> Quoridor", "climb Bob quoridor|challenge Bob on the ladder of quoridor|challenge Bob on the quoridor ladder|番付挑戦 Bob コリドール|コリドールの番付でBobさんに挑戦します"},
		{"climb <Carl> Minishogi", "climb Carl mini shogi|番付挑戦 Carl ミニ将棋|ミニ将棋の番付でCarlさんに挑戦します"},
		{"climb <Bob>", "challenge Bob on the ladder|番付でBobさんに挑戦"},
		{"accept", "accept|I accept.|承諾|承諾します|お受けします|受けます"},
		{"accept #12", "accept 12|承諾 12|12番を承諾します"},
		{"accept Quoridor", "accept quoridor|accept the challenge on quoridor|承諾 コリドール|コリドールを承諾します"},
		{"decline", "decline|no thanks|辞退します|お断りします"},
		{"decline #7", "decline 7|辞退 7"},
		{"events", "events|tournaments|大会|大会一覧"},
		{"enter <Autumn open>", "enter Autumn open|sign up for Autumn open|参加 Autumn open|Autumn openに参加します"},
		{"enter <秋の大会>", "enter 秋の大会|enter \"秋の大会\"|『秋の大会』に参加します|参加 秋の大会|秋の大会に参加します|秋の大会に出場したいです"},
		{"enter", "enter|参加|参加します"},
		{"pause 2026-12-20..2027-01-05", "pause 2026-12-20..2027-01-05|away 2026-12-20 to 2027-01-05|休会 2026-12-20から2027-01-05まで|休会 12/20〜1/5|12月20日から1月5日まで休会します|休会 １２月２０日〜１月５日"},
		{"pause 2026-12-20..2027-02-30", "pause 12/20 to 2/30|休会 12/20〜2/30"}, // the answer says that there is no such day
		{"pause 2026-12-20..2026-12-01", "pause 2026-12-20 to 2026-12-01"},
		{"pause", "pause|休会|休会します"},
		{"back", "back|I'm back!|復帰|復帰します|戻りました"},
		{"digest daily", "digest daily|まとめ 毎日|まとめを毎日お願いします"},
		{"digest weekly", "digest weekly|まとめ 毎週|まとめ 週1回"},
		{"digest off", "digest off|no digest|まとめ 不要|まとめ なし|まとめは不要です"},
		{"digest", "digest|digest hourly|まとめ|まとめ 毎月"},
		{"language en", "language en|language English|言語 英語|英語でお願いします"},
		{"language ja", "language ja|言語 日本語|日本語でお願いします"},
		{"language", "language|language fr|言語 仏語"},
		{"words publish", "publish words|publish my words|please publish my comments|発言を公開|言葉を公開します|言葉の公開"},
		{"words hide", "hide words|don't publish my words|発言を非公開|言葉は公開しません|言葉を公開しない"},
		{"program with", "with hikyaku|I play with hikyaku|hikyakuで対局します|hikyakuを使います"},
		{"program without", "without hikyaku|without hikyaku, please|hikyakuを使いません|メールで対局します"},
		{"leave", "leave|leave the club|I leave|退会|退会します|退会希望"},
		{"stop", "stop|unsubscribe|配信停止"},
		{"help", "help|Help!|?|助けて|ヘルプ|使い方|使い方を教えてください"},
		{"yes", "yes|Yes, please|はい|はい、お願いします|確認しました"},
		{"", "hello|I have read about you|こんにちは|the weather is fine|会員になるにはどうすればいいですか"},
	} {
		for _, line := range strings.Split(c.lines, "|") {
			i := members.ReadLine(all.Games, line, today)
			if got := told(i); got != c.want {
				t.Errorf("%q is read as %q, want %q", line, got, c.want)
			}
			if again := members.ReadLine(all.Games, i.Text, today); i.Kind != members.None && told(again) != told(i) {
				t.Errorf("%q is read as %q, and again as %q", line, told(i), told(again))
			}
		}
	}
	for length, want := range map[int]members.Kind{300: members.Join, 301: members.None} {
		if i := members.ReadLine(all.Games, fmt.Sprintf("join %-*s", length-len("join "), "Alice"), today); i.Kind != want {
			t.Errorf("a line of %d bytes is read as %q", length, told(i))
		}
	}
}

// TestRead checks that the first typed line is read, or else the subject.
func TestRead(t *testing.T) {
	for _, c := range []struct{ subject, text, want string }{
		{"", "Dear club,\n\n*take 12*\n\nThanks, Alice", "take #12"},
		{"Re: Your match", "take 12, please.\n\nOn Monday Club wrote:\n> list", "take #12"},
		{"Re: Your match", "> list", ""},
		{"Take 12", "", "take #12"},
		{"Take 12", "Thanks\nBob", "take #12"},
		{"Re: list", "I do not know yet.", ""},
		{"Re: コリドールの番付", "まだ分かりません。", ""},
		{"Re: コリドールの番付", "", "ladder Quoridor ?re"},
		{"", "seek quoridor 3d\nseek shogi 3d\n\nThanks, Alice", `seek Quoridor 3d and ["seek shogi 3d"]`},
		{"", "take 12\nlist\ntake 12\nhelp", `take #12 and ["list"]`},
		{"", "leave\nleave\nThank you!", "leave"},
		{"入会", "はじめまして。\n入会 さくら\n", "join <さくら>"},
	} {
		if got := told(members.Read(all.Games, &mailbox.Letter{Subject: c.subject, Text: c.text}, today)); got != c.want {
			t.Errorf("%q, %q is read as %q, want %q", c.subject, c.text, got, c.want)
		}
	}
}

// TestBook reads the lines that the book on clubs names.
func TestBook(t *testing.T) {
	for _, file := range []string{"club.md", "club.ja.md"} {
		book, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", file))
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for _, row := range regexp.MustCompile("(?m)^\\| `(?:join|list|seek|chall|with|stand|ladd|event|pause|digest|lang|leave|\\p{Han}|まとめ)[^|]*\\|").FindAllString(string(book), -1) {
			for _, line := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(row, -1) {
				lines++
				if i := members.ReadLine(all.Games, line[1], today); i.Kind == members.None || i.Unread != "" {
					t.Errorf("%s: %q is read as %q", file, line[1], told(i))
				}
			}
		}
		if lines < 20 {
			t.Errorf("%s: %d lines are found", file, lines)
		}
	}
}

// FuzzReadLine checks that a parsed line is parsed in the same way again, and that its parts are substrings.
func FuzzReadLine(f *testing.F) {
	for _, line := range []string{"join Alice with hikyaku", "募集 コリドール 3日 4人", "challenge Bob shogi 3d rule=x", "休会 12/20〜1/5", "take 99999999999999999999", "İ join ǅ"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		i := members.ReadLine(all.Games, line, today)
		if again := members.ReadLine(all.Games, i.Text, today); told(again) != told(i) {
			t.Errorf("%q is read as %q, and again as %q", line, told(i), told(again))
		}
		if i.Number < 0 || len(i.Name) > 3*len(line) || (i.Kind == members.None) != (i.Text == "") {
			t.Errorf("%q is read as %+v", line, i)
		}
	})
}
