package game

import "testing"

// TestStatusIn finds the codes of a refusal, both of them only if they belong together, and nothing of its text.
func TestStatusIn(t *testing.T) {
	for said, want := range map[string]string{
		"550 5.1.1 <anna@example.org> unknown":   "550 5.1.1",
		"5.1.1 550 5.1.1 unknown":                "5.1.1",
		"5.1.1 smtp; 5.1.2 unknown":              "5.1.1",
		"550 554 refused":                        "550",
		"550 refused":                            "550",
		"5.7.1 refused":                          "5.7.1",
		"450 4.2.2 full, since 15501 of a 1550x": "",
		"":                                       "",
	} {
		if got := statusIn(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
