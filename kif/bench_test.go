package kif

import (
	"fmt"
	"testing"
	"time"
)

// long is a record of 400 plies, with the throws between them.
func long(b *testing.B) *Line {
	r, err := New(Setup{Game: "counting", Options: "target=1000", Seats: []Seat{{Name: "Alice"}, {Name: "Bob"}}})
	if err != nil {
		b.Fatal(err)
	}
	l, err := Replay(r, counting)
	for l.Ply() < 400 {
		if err != nil {
			b.Fatal(err)
		}
		e := Event{Kind: Move, Text: "add1", Spent: 75 * time.Second, At: time.Unix(1.8e9, 0)}
		if l.Next().Throw != nil {
			e = Event{Kind: Throw, Text: fmt.Sprintf("[%d]", 1+l.Ply()%2)}
		}
		l, err = l.Append(e)
	}
	return l
}

func BenchmarkRead(b *testing.B) {
	data := long(b).Record.Bytes()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Read(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReplay(b *testing.B) {
	r := long(b).Record
	for b.Loop() {
		if _, err := Replay(r, counting); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	r := long(b).Record
	for b.Loop() {
		if _, err := r.Append(Event{Kind: Move, Text: "add1"}); err != nil {
			b.Fatal(err)
		}
	}
}
