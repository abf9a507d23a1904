package render

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestSafe(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "e2 — ７六歩 é", "e2 — ７六歩 é"},
		{"line feed", "a\nb", "a\nb"},
		{"clear the screen", "\x1b[2J", `\u{1B}[2J`},
		{"carriage return and tab", "a\r\tb", `a\u{D}\u{9}b`},
		{"nul and delete", "\x00\x7f", `\u{0}\u{7F}`},
		{"C1", "\u009b31m", `\u{9B}31m`},
		{"separators", "\u2028\u2029", `\u{2028}\u{2029}`},
		{"bidirectional", "\u202a\u202e\u2066\u2069\u200e\u200f\u061c", `\u{202A}\u{202E}\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}`},
		{"zero width", "\u200b\u200d\u2060\ufeff", `\u{200B}\u{200D}\u{2060}\u{FEFF}`},
		{"tags", "\U000E0000\U000E0041\U000E007F", `\u{E0000}\u{E0041}\u{E007F}`},
		{"not UTF-8", "a\xffb", `a\u{FFFD}b`},
		{"a real replacement character", "a\ufffdb", "a\ufffdb"},
	} {
		if got := Safe(c.in); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSafeLine(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"a\nb", 20, `a\u{A}b`},
		{"abcdef", 6, "abcdef"},
		{"abcdef", 5, "abcd…"},
		{"将棋盤", 5, "将棋…"},
		{"将棋盤", 4, "将…"},
		{"abc", 1, "…"},
		{"abc", 0, ""},
	} {
		if got := SafeLine(c.in, c.width); got != c.want {
			t.Errorf("SafeLine(%q, %d) = %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

// harmless is written from the list in the threat model, apart from how Safe decides.
func harmless(text string) bool {
	within := func(r rune, ranges ...rune) bool {
		for i := 0; i < len(ranges); i += 2 {
			if r >= ranges[i] && r <= ranges[i+1] {
				return true
			}
		}
		return false
	}
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '\n' && (unicode.IsControl(r) || within(r, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069,
			0x200B, 0x200F, 0x061C, 0x061C, 0x2060, 0x2060, 0xFEFF, 0xFEFF, 0xE0000, 0xE007F))
	})
}

func FuzzSafe(f *testing.F) {
	f.Add("\x1b]0;title\a e2\u202e\xff", 10)
	f.Fuzz(func(t *testing.T, text string, width int) {
		safe, line := Safe(text), SafeLine(text, width)
		if !harmless(safe) || !harmless(line) || strings.Contains(line, "\n") {
			t.Errorf("%q and %q are not safe", safe, line)
		}
		if Safe(safe) != safe {
			t.Errorf("%q is not the end: %q", safe, Safe(safe))
		}
		if w := terminal.StringWidth(line); w > max(0, width) {
			t.Errorf("%q takes %d columns of %d", line, w, width)
		}
	})
}
