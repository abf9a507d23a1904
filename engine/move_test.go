package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine"
)

func TestMovesThatARecordHolds(t *testing.T) {
	for _, m := range []engine.Move{"e2", "pass", "link", "accept", "draw-offer", "7g7f+", "++", "５一歩成(52)", "同歩（23）", "TD3'@BD22",
		"(a)(b)", "a:b", "(a:b)c", "#", "*", "&", ">x", "まで", "変化：", "x▲", "投了x", "-1", "]", "12", "é", "{x}", "[4]", "[24,23,22]",
		engine.Throw(make([]int, 100)...), engine.Move(strings.Repeat("a", engine.MaxMove))} {
		if err := m.Check(); err != nil {
			t.Error(err)
		}
	}
}

func TestMovesThatARecordCannotHold(t *testing.T) {
	for m, want := range map[engine.Move]string{
		"": `"" cannot be a move: it is empty`,
		engine.Move(strings.Repeat("a", engine.MaxMove+1)): "it has 49 bytes, and 48 are the most",
		engine.Move(strings.Repeat("歩", 17)):               "it has 51 bytes",
		"a\xff":                                            "it is not valid UTF-8",
		"a\ufffd":                                          "it is not valid UTF-8",
		"a b":                                              `"a b" cannot be a move: it holds a blank`,
		"a\u3000b":                                         "it holds a blank",
		"a\u00a0b":                                         "it holds a blank",
		"a\tb":                                             "it holds a blank",
		"a\n":                                              "it holds a blank",
		"a\u0085":                                          "it holds a blank",
		"a\u2028":                                          "it holds a blank",
		"a\x00":                                            "it holds U+0000, which is not printed",
		"a\x1b":                                            "it holds U+001B, which is not printed",
		"a\u200b":                                          "it holds U+200B, which is not printed",
		"a\ufeff":                                          "it holds U+FEFF, which is not printed",
		"a\u202e":                                          "it holds U+202E, which is not printed",
		"[x":                                               `"[x" cannot be a move: "[" begins throws only, such as [4] and [3,2]`,
		"[01]":                                             `"[" begins throws only`,
		"▲e2":                                              "▲ before a move is read as the sign of a side",
		"☗":                                                "☗ before a move is read as the sign of a side",
		"g(":                                               `"g(" cannot be a move: a parenthesis is not closed`,
		"g（a":                                              "a parenthesis is not closed",
		"g)":                                               "a parenthesis closes that was not opened",
		")(":                                               "a parenthesis closes that was not opened",
		"g(0:12)":                                          "a colon in parentheses at its end is read as a time",
		"g(0:12/)":                                         "is read as a time",
		"g（x：y）":                                           "is read as a time",
		"+":                                                "a plus that stands alone or behind a parenthesis is read as the sign of a variation",
		"＋":                                                "read as the sign of a variation",
		"g(1)+":                                            "read as the sign of a variation",
		"g（1）＋":                                            "read as the sign of a variation",
	} {
		if err := m.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", string(m), err, want)
		}
	}
	for _, word := range engine.Reserved {
		if err := engine.Move(word).Check(); err == nil || !strings.HasSuffix(err.Error(), "cannot be a move: this word ends a record") {
			t.Errorf("%s: %v", word, err)
		}
	}
}

// FuzzMoveCheck puts every text that passes Check on a line of a record, where it must be read back as the same word.
func FuzzMoveCheck(f *testing.F) {
	for _, seed := range []string{"e2", "g(0:12)", "a b", "投了", "▲５一歩成(52)+", "[4]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m := engine.Move(text)
		if _, thrown := m.Throw(); thrown || m.Check() != nil {
			return
		}
		words := strings.Fields(fmt.Sprintf("%4d %s ( 0:12/)", 1, m))
		if len(words) != 4 || words[1] != text || slices.Contains(engine.Reserved, text) || len(text) > engine.MaxMove {
			t.Errorf("%q passes, and is read as %q", text, words)
		}
	})
}
