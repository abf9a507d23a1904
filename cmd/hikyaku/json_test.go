package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestPrintJSONSteersNoTerminal(t *testing.T) {
	text := "a\x1b[2J\u009b\u202e\u200b\U000e0041é\n\"\\"
	var out strings.Builder
	if err := printJSON(&out, []string{text}); err != nil {
		t.Fatal(err)
	}
	if want := `["a\u001b[2J\u009b\u202e\u200b\udb40\udc41é\n\"\\"]` + "\n"; out.String() != want {
		t.Errorf("printJSON writes %q, want %q", out.String(), want)
	}
	var back []string
	if err := json.Unmarshal([]byte(out.String()), &back); err != nil || back[0] != text {
		t.Errorf("it reads back as %q, %v", back, err)
	}
}
