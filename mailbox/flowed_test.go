package mailbox_test

import (
	"testing"

	"hikyaku/mailbox"
)

func TestUnflow(t *testing.T) {
	for _, c := range []struct{ text, want, delsp string }{
		{"e2", "e2", "e2"},
		{"If I were to \nresign, \nI would.\ne2", "If I were to resign, I would.\ne2", "If I were toresign,I would.\ne2"},
		{"日本 \n語", "日本 語", "日本語"},
		{"a \n> b \n> c\nd", "a\n> b c\nd", "a\n> bc\nd"},
		{"> > a \n> > b", "> > a > b", "> > a> b"}, // one sign deep, by the RFC
		{">> a \n>> b \n> c", ">> a b\n> c", ">> ab\n> c"},
		{" >not quoted\n From here", ">not quoted\nFrom here", ">not quoted\nFrom here"},
		{"bye \n-- \nBob", "bye\n-- \nBob", "bye\n-- \nBob"},
		{"last ", "last", "last"},
		{"a\n\nb", "a\n\nb", "a\n\nb"},
	} {
		if got := mailbox.Unflow(c.text, false); got != c.want {
			t.Errorf("%q gives %q, want %q", c.text, got, c.want)
		}
		if got := mailbox.Unflow(c.text, true); got != c.delsp {
			t.Errorf("with delsp %q gives %q, want %q", c.text, got, c.delsp)
		}
	}
}
