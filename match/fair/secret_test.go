package fair_test

import (
	"errors"
	"strings"
	"testing"

	"hikyaku/match/fair"
)

func TestRevealReadsBack(t *testing.T) {
	var secret [32]byte
	for i := range secret {
		secret[i] = byte(i)
	}
	m := fair.MasterFrom(secret)
	text := m.Reveal()
	if len(text) != 74 || !strings.HasPrefix(text, "HIKYAKU-SECRET-1") {
		t.Fatalf("Reveal() = %s, %d characters", text, len(text))
	}
	for _, written := range []string{text, strings.ToLower(text), "  " + text + "\n"} {
		if back, err := fair.ParseMaster(written); err != nil || back != m {
			t.Errorf("ParseMaster(%q) = %v, %v", written, back, err)
		}
	}
}

func TestMiswrittenSecretIsRefusedAndNotRepeated(t *testing.T) {
	text := fair.MasterFrom([32]byte{1, 2, 3}).Reveal()
	swapped := text[:20] + text[21:22] + text[20:21] + text[22:]
	mixed := text[:30] + strings.ToLower(text[30:])
	for _, wrong := range []string{"", "secret", text[:73], text + "Q", swapped, mixed, strings.Replace(text, "HIKYAKU", "HIKYAKO", 1)} {
		if _, err := fair.ParseMaster(wrong); !errors.Is(err, fair.ErrNoSecret) {
			t.Errorf("ParseMaster(%q) = %v", wrong, err)
		} else if len(wrong) > 20 && strings.Contains(err.Error(), wrong[16:40]) {
			t.Errorf("the error repeats the secret: %v", err)
		}
	}
}
