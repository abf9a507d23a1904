//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInterruptedFromScreen ends a command that was chosen on the screen with Ctrl-C, which reaches the screen's own process too.
func TestInterruptedFromScreen(t *testing.T) {
	dir := t.TempDir()
	slow := filepath.Join(dir, "slow")
	if err := os.WriteFile(slow, []byte("#!/bin/sh\necho analysing\nkill -INT $PPID $$\necho done\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	usual := thisProgram
	defer func() { thisProgram = usual }()
	thisProgram = func() (string, error) { return slow, nil }
	atHome(t, dir, "alice", func(h *screenHouse) {
		var out bytes.Buffer
		h.App.Writer, h.App.ErrWriter, h.App.Reader = &out, &out, strings.NewReader("\n")
		runFromScreen(h.Context, []string{"analyse", "match.kif"})
		wantOnScreen(t, out.String(), "$ hikyaku analyse match.kif\nanalysing\n", "Enter returns to your matches.")
		if strings.Contains(out.String(), "done") {
			t.Errorf("the command goes on:\n%s", out.String())
		}
	})
}
