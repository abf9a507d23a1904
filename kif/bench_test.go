package kif

import (
	"fmt"
	"testing"
	"time"
)

// long is a record of 400 signed moves, with throws between them.
func long(b *testing.B) *Record {
	r, err := New(Setup{Game: "counting", Options: "target=1000", Seats: []Seat{{Name: "Alice"}, {Name: "Bob"}}})
	for n := 1; n <= 400 && err == nil; n++ {
		if n%3 == 0 {
			if r, err = r.Append(Event{Step: Throw(fmt.Sprintf("[%d]", 1+n%2))}); err != nil {
				break
			}
		}
		at := time.Unix(1.8e9, 0)
		r, err = r.Append(Event{Step: Move("add1"), Spent: 75 * time.Second, At: at, Got: at, Link: Link{n, Hash{1}}, Sign: Signature{1}})
	}
	if err != nil {
		b.Fatal(err)
	}
	return r
}

func BenchmarkRead(b *testing.B) {
	data := long(b).Bytes()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Read(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	r := long(b)
	for b.Loop() {
		if _, err := r.Append(Event{Step: Move("add1")}); err != nil {
			b.Fatal(err)
		}
	}
}
