package kif

import (
	"bytes"
	"testing"
	"time"
)

// FuzzRead: reading never panics, and what is read survives being written and read.
func FuzzRead(f *testing.F) {
	for _, mangle := range mangled {
		f.Add([]byte(mangle(strict(f))))
	}
	f.Add([]byte(foreign))
	f.Add([]byte("ゲーム： \ncounting\n1 で"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Read(data)
		if err != nil {
			return
		}
		checkCuts(t, r)
		again, err := r.Rewrite(UTF8)
		if err != nil {
			t.Fatalf("%v from %q", err, data)
		}
		if diff := difference(r, again); diff != "" {
			t.Errorf("%s in\n%q\nfrom\n%q", diff, again.Bytes(), data)
		}
	})
}

// FuzzAppend: whatever is appended, earlier bytes stay, and the file reads as the record does.
func FuzzAppend(f *testing.F) {
	for _, mangle := range mangled {
		f.Add([]byte(mangle(strict(f))), "add1", "負け", "link", "1 ab", int64(12))
	}
	f.Fuzz(func(t *testing.T, data []byte, text, comment, word, note string, spent int64) {
		r, err := Read(data)
		if err != nil {
			return
		}
		r = r.Cut(len(r.Events) / 2)
		after, err := r.Append(Event{Kind: Move, Text: text, Comment: comment, Notes: []Note{{word, note}}, Spent: time.Duration(spent) * time.Second})
		if err != nil {
			return
		}
		again, err := Read(after.Bytes())
		if err != nil || difference(after, again) != "" || !bytes.HasPrefix(after.Bytes(), r.Bytes()) {
			t.Errorf("%v in\n%q\nfrom\n%q", err, after.Bytes(), r.Bytes())
		}
	})
}
