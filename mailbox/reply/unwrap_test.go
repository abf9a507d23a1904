package reply

import (
	"slices"
	"strings"
	"testing"
)

// TestColumns counts what takes two columns in a terminal and in a mail program.
func TestColumns(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "é": 1, "\u10ff": 1, "\u1100": 2, "指す": 4, "ｶ": 1, "\uff60": 2, "\uff61": 1, "\uff9f": 1, "\uffa0": 2, "、": 2} {
		if got := columns(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}

// TestRejoined: only between two characters of Japanese there is no blank.
func TestRejoined(t *testing.T) {
	for _, c := range [][3]string{{"go", "on", "go on"}, {"指", "す", "指す"}, {"指す", "now", "指す now"}, {"now", "指す", "now 指す"}} {
		if got := rejoined(c[0], c[1]); got != c[2] {
			t.Errorf("%q", got)
		}
	}
}

// TestDropArmour drops what PGP writes around a text, to the byte.
func TestDropArmour(t *testing.T) {
	text := "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\ne2\n- - good luck\n-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----\nps"
	lines := strings.Split(text, "\n")
	typed := slices.Repeat([]bool{true}, len(lines))
	dropArmour(lines, typed)
	var left []string
	for i, line := range lines {
		if typed[i] && line != "" {
			left = append(left, line)
		}
	}
	if want := []string{"e2", "- good luck", "ps"}; !slices.Equal(left, want) {
		t.Errorf("%q is left, want %q", left, want)
	}
	lines = strings.Split("-----BEGIN PGP SIGNED MESSAGE-----\n\ne2", "\n")
	typed = []bool{true, true, true}
	if dropArmour(lines, typed); !slices.Equal(typed, []bool{false, true, true}) {
		t.Errorf("of a head without a hash %v is typed", typed)
	}
}

// TestDropDisclaimer keeps a disclaimer that is all there is, since nobody writes only that, and what a person says.
func TestDropDisclaimer(t *testing.T) {
	for text, want := range map[string][]bool{
		"e2\nThis email is confidential and\nfor its recipient.":                    {true, false, false},
		"This email is confidential and for its recipient.\ne2":                     {true, true},
		"\nThis email is confidential and for its recipient.\ne2":                   {true, true, true},
		"e2\n\nThink of the environment before\nprinting this.\n\nLtd.":             {true, true, false, false, true, true},
		"e2\nThis email is confidential, don't play it.":                            {true, true},
		"e2\nThis email is confidential and for its recipient.\nPS It was the cat.": {true, false, true},
	} {
		lines := strings.Split(text, "\n")
		typed := slices.Repeat([]bool{true}, len(lines))
		if dropDisclaimer(lines, typed); !slices.Equal(typed, want) {
			t.Errorf("of %q typed are %v, want %v", text, typed, want)
		}
	}
}
