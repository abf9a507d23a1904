package letter

import (
	"strings"
	"testing"
)

// TestBlocks checks which parts of a text keep their form: a line to type is large enough to read, and a table keeps its columns.
func TestBlocks(t *testing.T) {
	for text, want := range map[string]string{
		"    Shogi level 3":    `<code style="display:block;margin:0 0 12px;padding:10px 12px;border-radius:8px;overflow-wrap:anywhere;background:#f0e8d9;font:14px/1.6 Consolas,Menlo,monospace">Shogi level 3</code>`,
		"    poll\n    send":   "poll<br>send</code>",
		"  a   b\n  1   2":     "<pre",
		"One.\n* Two":          "One.<br>* Two",
		"> Who wins?\n> Alice": "Who wins?<br>Alice",
	} {
		if got := block("", text); !strings.Contains(got, want) {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
