package identity_test

import (
	"strconv"
	"strings"
	"testing"

	"hikyaku/internal/identity"
)

func TestToASCII(t *testing.T) {
	for address, want := range map[string]string{
		"Bob@Example.org":      "Bob@Example.org",
		"bob@例え.テスト":           "bob@xn--r8jz45g.xn--zckzah",
		"Bob+x@BÜCHER.example": "Bob+x@xn--bcher-kva.example",
		"花子@bücher.example":    "花子@xn--bcher-kva.example", // which is no address for that
		"bob@xn--r8jz45g.jp":   "bob@xn--r8jz45g.jp",
		"bob@例\u202e.jp":       "bob@例\u202e.jp",
		"例.jp":                 "例.jp",
		"":                     "",
	} {
		if got := identity.ToASCII(address); got != want {
			t.Errorf("%q gives %q, want %q", address, got, want)
		}
	}
}

func TestIsAddress(t *testing.T) {
	local64, label63 := strings.Repeat("l", 64), strings.Repeat("d", 63)
	domain189 := label63 + "." + label63 + "." + label63[:61] // with 64 and @, 254
	for address, want := range map[string]bool{
		"bob@example.org":     true,
		"bob+2@example.org":   true,
		"Bob.O'Neil@a-b.org":  true,
		"-oX@example.org":     true, // never on a command line
		"|cmd@example.org":    true,
		"bob@localhost":       true,
		"bob@xn--r8jz45g.jp":  true,
		local64 + "@a.org":    true,
		local64 + "l@a.org":   false,
		"b@" + label63:        true,
		"b@" + label63 + "d":  false,
		"":                    false,
		"bob":                 false,
		"@example.org":        false,
		"bob@":                false,
		"bob@a@example.org":   false,
		".bob@example.org":    false,
		"bob.@example.org":    false,
		"b..b@example.org":    false,
		"bob@example..org":    false,
		"bob@.org":            false,
		"bob@example.org.":    false,
		"bob@-a.org":          false,
		"bob@a-.org":          false,
		"bob@a_b.org":         false,
		"bob@[127.0.0.1]":     false,
		"bob@[IPv6:::1]":      false,
		`"bob"@example.org`:   false,
		`"b b"@example.org`:   false,
		"b b@example.org":     false,
		"bob@example.org\n":   false,
		"bob\x00@example.org": false,
		"bob\x7f@example.org": false,
		"bob(x)@example.org":  false,
		"<bob@example.org>":   false,
		"ｂob@example.org":     false,
		"bob@例え.jp":           false,
		"bob@еxample.org":     false, // Cyrillic е
		"bob@e\u202egro.elpm": false,
		"bob\u200b@a.org":     false,
		"bob\u00ad@a.org":     false,
		"bob@\u212aelvin.org": false,
		"bob@a。org":           false,
		"\xff@example.org":    false,

		local64 + "@" + domain189:                                 true,
		local64 + "@" + domain189 + "d":                           false,
		"a" + local64[:62] + "@" + domain189 + "d":                true,
		"b@" + strings.Repeat("a.", 125) + "a":                    true,
		"b@" + strings.Repeat("a.", 126) + "a":                    false,
		strings.Repeat("é", 32) + "@" + "example.org":             false,
		"b@" + strings.Repeat(label63+".", 3) + label63[:61]:      false,
		"b@" + strings.Repeat(label63+".", 3) + label63[:60]:      true,
		"bob@example.org" + strings.Repeat(" ", 1):                false,
		strings.Repeat("a", 1<<16) + "@" + strings.Repeat("b", 9): false,
	} {
		if got := identity.IsAddress(address); got != want {
			t.Errorf("IsAddress(%.80q) = %v (%d bytes)", address, got, len(address))
		}
	}
}

func TestNamesDomain(t *testing.T) {
	for address, want := range map[string]bool{
		"bob@example.org": true, "bob@a.b.c": true, "bob@xn--r8jz45g.jp": true, "bob@1.2.3.d4": true,
		"bob@example": false, "bob@localhost": false, "b.ob@example": false, "bob@192.0.2.1": false, "bob": false, "": false,
	} {
		if got := identity.NamesDomain(address); got != want {
			t.Errorf("NamesDomain(%q) = %v", address, got)
		}
	}
}

func TestSameAddress(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		same, alike bool
	}{
		{"bob@example.org", "BOB@Example.org", true, true},
		{"", "", false, false},
		{"bob@example.org", "bob+2@example.org", false, true},
		{"bob+1@example.org", "BOB+2@example.org", false, true},
		{"bob@example.org", "bob@example.org.", false, true},
		{"bob@example.org", "bob@еxample.org", false, true},        // Cyrillic е
		{"bob@example.org", "bob@XN--exmple-4nf.org", false, true}, // Cyrillic а
		{"bob@bücher.example", "bob@xn--bcher-kva.example", false, true},
		{"bob@bucher.example", "bob@xn--bcher-kva.example", false, false},
		{"bob@xn--bcher-kva.example", "bob@xn--bcher-kvb.example", false, false},
		{"bob@xn--.example", "bob@xn--.example", true, true}, // no such domain
		{"bill@example.org", "biIl@example.org", false, true},
		{"bill@example.org", "bi1l@example.org", false, true},
		{"bob@kelvin.org", "bob@\u212aelvin.org", false, true},
		{"bob@example.org", "b\u200bob@example.org", false, true},
		{"bob@example.org", "rob@example.org", false, false},
		{"bob@example.org", "bob@example.net", false, false},
		{"+bob@example.org", "+carol@example.org", false, false},
		{"bob@a.org", "b@oba.org", false, false},
	} {
		if got := identity.SameAddress(c.a, c.b); got != c.same {
			t.Errorf("SameAddress(%q, %q) = %v", c.a, c.b, got)
		}
		for _, pair := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			if got := identity.AlikeAddress(pair[0], pair[1]); got != c.alike {
				t.Errorf("AlikeAddress(%q, %q) = %v", pair[0], pair[1], got)
			}
		}
	}
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Bob", "Bob", true},
		{"Bob", "bOB", true},
		{"Bob", "Ｂｏｂ", true},
		{"Bob", "B o b", true},
		{"Bob", "Вob", true}, // Cyrillic В
		{"Bob", "Βοb", true}, // Greek Β and ο
		{"Bob", "Bob\u3164", true},
		{"Bob", "Bob\u115f", true},
		{"Bob", "B\u034fob", true},
		{"Bob", "Bo\ufe0fb", true},
		{"Bob", "Bo\U000e0100b", true},
		{"Bob", "B\u0332ob", true},
		{"Bob", "B0b", true},
		{"Ivan", "ivan", true},
		{"Ivan", "lvan", true},
		{"Ivan", "іvan", true}, // Ukrainian і
		{"カ", "力", true},       // katakana ka, and power
		{"ﾊﾅｺ", "ハナコ", true},
		{"Bob", "Rob", false},
		{"Alia", "Alla", false},
		{"José", "Jose", false},
		{"はな", "ばな", false},
		{"さくら", "さくう", false},
		{"山田", "田山", false},
		{"กา", "ก่า", false},
	} {
		for _, pair := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			if got := identity.Alike(pair[0], pair[1]); got != c.want {
				t.Errorf("Alike(%+q, %+q) = %v", pair[0], pair[1], got)
			}
		}
	}
}

func TestHasInvisible(t *testing.T) {
	for _, hidden := range []string{"\u3164", "\u115f", "\u1160", "\uffa0", "\u034f", "\ufe0f", "\U000e0100", "\u200b", "\u200d", "\u202e", "\u2066", "\u00ad", "\ufeff", "\u2800", "\u00a0", "\u2003", "\u180e", "\u17b4", "\U000e0041", "\x1b", "\u0085"} {
		if !identity.HasInvisible("Bob" + hidden) {
			t.Errorf("%+q is not noticed", hidden)
		}
		if got, want := identity.Reveal("B"+hidden+"ö"), strings.Trim(strconv.QuoteToASCII("B"+hidden), `"`)+"ö"; got != want {
			t.Errorf("%+q is revealed as %q, want %q", hidden, got, want)
		}
	}
	for _, name := range []string{"Bob", "Bob O'Neil-Smith", "山田　太郎", "José", "ばな", "B\u0332ob", "กา", "Ольга"} {
		if identity.HasInvisible(name) {
			t.Errorf("%q has nothing hidden", name)
		}
	}
}

func TestProgramOf(t *testing.T) {
	if spec, ok := identity.ProgramOf(identity.ProgramSeat("level5")); spec != "level5" || !ok {
		t.Errorf("the program of a seat is %q, %v", spec, ok)
	}
	for _, name := range []string{"level5", "hikyaku", "Alice"} {
		if _, ok := identity.ProgramOf(name); ok {
			t.Errorf("%q is taken for a program", name)
		}
	}
}

// TestNearest suggests a name only if most letters are right, however many bytes they have.
func TestNearest(t *testing.T) {
	for word, want := range map[string]string{"mvoe": "move", "nwe": "new", "待った": "", "二歩": "", "xyz": ""} {
		if got := identity.Nearest(word, []string{"h", "new", "move"}); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}
