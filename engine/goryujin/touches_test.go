package goryujin

import (
	"testing"

	"hikyaku/engine"
)

// TestNudge checks that the keys lead from any piece to every way in which it can lie on the board, and back.
func TestNudge(t *testing.T) {
	p := start()
	for kind := range letters {
		first := lay{pose: pieces().poses[kind][0], anchor: cell{30, 15}}
		seen, queue := map[engine.Move]bool{}, []engine.Move{engine.Move(first.String())}
		for len(queue) > 0 {
			m := queue[0]
			queue = queue[1:]
			for _, key := range p.Keys() {
				if next, ok := p.Nudge(m, key.Key); ok && !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			}
		}
		want := 0
		for _, pose := range pieces().poses[kind] {
			want += (columns - pose.size.x + 1) * (lines - pose.size.y + 1)
		}
		if len(seen) != want {
			t.Errorf("%c: %d ways to lie are reached, want %d", letters[kind], len(seen), want)
		}
	}
}

// TestNudgeTurns checks that a turn is undone by its opposite, and that a flip mirrors the piece.
func TestNudgeTurns(t *testing.T) {
	p := start()
	for keys, want := range map[string]engine.Move{
		"z": "F1@C7", "c": "F3@C7", "zc": "F0@C7", "e": "F2@C7", "ee": "F0@C7", "s": "F0'@C7", "ss": "F0@C7", "zs": "F3'@C7", "waxd": "F0@C7", "wd": "F0@D8",
	} {
		m := engine.Move("F0@C7")
		for _, key := range keys {
			next, ok := p.Nudge(m, string(key))
			if !ok {
				t.Fatalf("%c does nothing to %s", key, m)
			}
			m = next
		}
		if m != want {
			t.Errorf("%s leads to %s, want %s", keys, m, want)
		}
	}
	for _, wrong := range []struct{ m, key string }{{"F0@B1", "x"}, {"F0@C7", "q"}, {"pass", "w"}} {
		if m, ok := p.Nudge(engine.Move(wrong.m), wrong.key); ok {
			t.Errorf("%s of %s leads to %s", wrong.key, wrong.m, m)
		}
	}
}
