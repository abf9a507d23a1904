package kif

import (
	"strings"
	"testing"
)

// TestWithheld takes words out of a record, and puts them back from another record of the match, if that has the entries.
func TestWithheld(t *testing.T) {
	r := read(t, `#KIF version=2.0 encoding=UTF-8
#hikyaku record 2
ゲーム：counting
手数----指手---------消費時間--
   1 add1
#: at 2026-11-20T19:55:14+09:00
   2 add2
*From alice@example.com
#: at 2026-11-20T19:56:14+09:00
#: came 2026-11-20T19:57:00+09:00
   3 add1
#: at 2026-11-20T19:58:14+09:00
`)
	removed := Withheld{Entry: Hash{1}, Words: Hash{2}}
	public, err := r.Withhold(func(h Header) Header { return h }, func(n int, e Event) (Event, Withheld) {
		if e.Comment == "" {
			return e, Withheld{}
		}
		e.Comment = ""
		return e, removed
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(public.Bytes()); strings.Contains(got, "alice@") || !public.Withholds() || r.Withholds() {
		t.Errorf("public is\n%s", got)
	}
	for i, e := range public.Events {
		if want := map[int]Withheld{1: removed}[i]; e.Withheld != want {
			t.Errorf("entry %d has the hashes %v, want %v", i+1, e.Withheld, want)
		}
	}
	sent, err := Read(public.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(r.Events) + 1 {
		whole, ok := sent.Complete(r.Cut(n))
		if want := n > 1; ok != want {
			t.Errorf("completed from %d entries: %v, want %v", n, ok, want)
		}
		if !ok {
			continue
		}
		if e := whole.Events[1]; whole.Withholds() || len(whole.Events) != 3 || e.Comment != "From alice@example.com" || !e.Came.IsZero() || e.Number != 2 {
			t.Errorf("completed from %d entries it is\n%s", n, whole.Bytes())
		}
	}
}
