package render

import (
	"slices"
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"one two three", "one two\nthree\n"},
		{"one two", "one two\n"},
		{"onetwothreefour five", "onetwothreefour\nfive\n"},
		{"    hikyaku move FILE", "    hikyaku move FILE\n"},
		{"  one two three", "  one two\n  three\n"},
		{"  一二三四五六", "  一二三四\n  五六\n"},
		{"> one two three", "> one two\n> three\n"},
		{"a\n\nb\n", "a\n\nb\n"},
		{"次は先手の番です。", "次は先手の\n番です。\n"},
		{"これは手です。はい", "これは\n手です。\nはい\n"},
		{"手をください。", "手を\nください。\n"},
		{"駒を動かします。", "駒を\n動かし\nます。\n"},
		{"これは指し手です", "これは\n指し手です\n"},
		{"棋譜を見ます", "棋譜を\n見ます\n"},
		{"hikyaku sayで", "hikyaku\nsayで\n"},
		{"はい、hikyaku sayで", "はい、\nhikyaku\nsayで\n"},
		{"これはね「手」です", "これはね\n「手」です\n"},
		{"次に「不在 2」と", "次に\n「不在 2」\nと\n"},
		{"期限は e2 まで", "期限は e2\nまで\n"},
		{"ab次の手cd", "ab次の手cd\n"},
		{"次のメッセージです", "次の\nメッセージ\nです\n"},
		{"この局面の盤面", "この局面の\n盤面\n"},
	} {
		if got := Wrap(tt.text, 10); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestWrapKeepsAll wraps at every width: no character is lost, and no line is too long that could be broken.
func TestWrapKeepsAll(t *testing.T) {
	text := "Alice threw 4 and plays S5e-5d. アリスさんは4を振って、「Ｓ５ｄ」と指しました。期限は11月24日（火）21:57 UTCです。"
	for width := 10; width < 140; width++ {
		got := Wrap(text, width)
		if strings.ReplaceAll(strings.ReplaceAll(got, "\n", ""), " ", "") != strings.ReplaceAll(text, " ", "") {
			t.Errorf("at %d: %q", width, got)
		}
		for line := range strings.Lines(got) {
			if terminal.StringWidth(strings.TrimSpace(line)) > width {
				t.Errorf("at %d: %q", width, line)
			}
		}
	}
}

// TestNumbersStayBesideUnits breaks no line between a number and its unit.
func TestNumbersStayBesideUnits(t *testing.T) {
	one := func(rune) int { return 1 }
	for text, want := range map[string][]string{
		"先手の勝ち(6手)":          {"先手の勝ち", "(6手)"},
		"free, stock\u00A00": {"free,", "stock\u00A00"},
	} {
		if got := wrap(text, 7, one); !slices.Equal(got, want) {
			t.Errorf("%q is broken into %q, want %q", text, got, want)
		}
	}
}

// TestColumns checks how many columns of a line a text takes, whatever the locale is.
func TestColumns(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "½é": 2, "花子": 4, "カー・ブ": 8, "ｶﾅ": 2, "Ａ（": 4, "한글": 4, "e\u0301": 1, "🙂": 2, "山　田": 6, "！": 2, "🌀": 2} {
		got := Columns([][]string{{text, "|"}, {"12345678", "|"}})
		if line := text + strings.Repeat(" ", 10-want) + "|"; got[0] != line {
			t.Errorf("the line is %q, want %q", got[0], line)
		}
	}
}
