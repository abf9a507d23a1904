package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// stopper ends a context with the first thing that is written to it.
type stopper struct {
	said bytes.Buffer
	stop context.CancelFunc
}

func (s *stopper) Write(b []byte) (int, error) {
	s.stop()
	return s.said.Write(b)
}

// TestHookThatHangs is stopped, and said to be; so is what it has started.
func TestHookThatHangs(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	w := &stopper{stop: stop}
	runHook(ctx, w, "en", []string{"sh", "-c", "echo begun; exec sleep 600"}, hookEvent{Event: eventTurn})
	if got, want := w.said.String(), "begun\nhikyaku: hooks.turn: sh: stopped after 30s\n"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

// TestHookThatFails says so and no more; one that is well says what it says.
func TestHookThatFails(t *testing.T) {
	for script, want := range map[string]string{
		"exit 3": "hikyaku: hooks.sent: sh: exit status 3\n",
		"cat":    `{"event":"sent","who":"bob@example.org","reason":"a\u001bb"}` + "\n",
	} {
		var w bytes.Buffer
		runHook(t.Context(), &w, "en", []string{"sh", "-c", script}, hookEvent{Event: eventSent, Who: "bob@example.org", Reason: "a\x1bb"})
		if got := w.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: it says %q, want %q", script, got, want)
		}
	}
}
