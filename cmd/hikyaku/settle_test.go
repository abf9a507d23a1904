package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSettleTakesALine signs two versions of a match for Alice, of which Bob chooses one.
func TestSettleTakesALine(t *testing.T) {
	for take, want := range map[string]string{"ours": `["e2","e8","e3"]`, "theirs": `["e2","e8","d2"]`} {
		twoHomes(t)
		run := func(status int, line string) string {
			t.Helper()
			words, out := strings.Fields(line), new(bytes.Buffer)
			said, got := inProcess(t, out, append([]string{"--config", words[0] + ".yaml"}, words[1:]...)...)
			if got != status {
				t.Errorf("%s exits with %d and prints %s", line, got, said)
			}
			return out.String()
		}
		files, err := filepath.Glob("alice/*.kif")
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		before, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		run(0, "alice move bob e3 --send")
		run(0, "bob poll")
		if err := os.WriteFile(files[0], before, 0o600); err != nil {
			t.Fatal(err)
		}
		run(0, "alice settle bob --lost")
		run(0, "alice move bob d2 --send")
		run(5, "bob poll")
		run(0, "bob settle alice --take "+take)
		if shown := run(0, "bob show alice --json"); !strings.Contains(shown, `"moves":`+want) {
			t.Errorf("with %s Bob has %s", take, shown)
		}
	}
}
