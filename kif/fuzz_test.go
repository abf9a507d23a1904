package kif

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// FuzzRead checks that Read does not panic, and that a record is the same after it is written and read.
func FuzzRead(f *testing.F) {
	for _, mangle := range mangled {
		f.Add([]byte(mangle(strict(f))))
	}
	for _, example := range fences(f) {
		if strings.HasPrefix(example.mark, "kif") {
			f.Add([]byte(example.text))
			f.Add([]byte(strings.ReplaceAll(example.text, " ", " \n")))
		}
	}
	_, below, _ := strings.Cut(wholeEvent(f).written(), "\n")
	for line := range written(f) {
		f.Add([]byte(head + line + "\n" + below))
	}
	f.Add([]byte(foreign))
	f.Add([]byte(takenBack))
	f.Add([]byte(strings.ReplaceAll(takenBack, " ", " \n")))
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
		back, err := r.TakeBack(func(i int) bool { return r.Events[i].Undone })
		if err != nil || back != r {
			t.Errorf("%v, and %q from %q", err, back.Bytes(), data)
		}
	})
}

// FuzzAppend checks that an appended event is the given one, that earlier bytes do not change, and that the file reads
// as the same record.
func FuzzAppend(f *testing.F) {
	for _, mangle := range mangled {
		for kind := range byte(8) {
			f.Add([]byte(mangle(strict(f))), kind, "add1", "負け", "later", "1 ab", "mMzEhIu-1", int64(12), 1)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, kind byte, text, comment, word, note, key string, seconds int64, n int) {
		r, err := Read(data)
		if err != nil {
			return
		}
		r = r.Cut(len(r.Events) / 2)
		e := fuzzed(kind, text, seconds, n)
		e.Comment, e.Key, e.Notes = comment, key, []Note{{word, note}}
		after, err := r.Append(e)
		if err != nil {
			return
		}
		last := *after.lastEvent()
		e.Number, e.Spent, e.Total, e.Closing, e.Comment = last.Number, last.Spent, last.Total, last.Closing, last.Comment
		if diff := apart(e, last); diff != "" {
			t.Errorf("asked for another %s in\n%q", diff, after.Bytes())
		}
		again, err := Read(after.Bytes())
		if err != nil || difference(after, again) != "" || !bytes.HasPrefix(after.Bytes(), r.Bytes()) {
			t.Errorf("%v in\n%q\nfrom\n%q", err, after.Bytes(), r.Bytes())
		}
	})
}

// fuzzed returns an event with fields of any values.
func fuzzed(kind byte, text string, seconds int64, n int) Event {
	at := time.Unix(seconds, 0).UTC()
	steps := []Step{Move(text), Throw(text), Ending(text), Unknown{text}, NewAddress{text}, Substitute{Seat{text, text}}, UndoOffer{n}, Settle{Hash{1}, n}, Away{First: at.Truncate(24 * time.Hour), Last: at.Truncate(24 * time.Hour)}, Claim{}}
	e := Event{Step: steps[int(kind)%len(steps)], Spent: time.Duration(seconds) * time.Second, At: at, Got: at, Came: at, Posted: kind > 127, Seat: n, Party: n}
	if n != 0 {
		e.Chain, e.Link = Chain{Length: n, Tip: Hash{kind}}, Link{n, Hash{kind}}
		e.Again, e.Mail, e.Sign, e.SignOld = Hash{kind}, Hash{0, kind}, Signature{kind}, Signature{0, kind}
	}
	if kind&8 != 0 {
		e.Source = Source(text)
	}
	return e
}
