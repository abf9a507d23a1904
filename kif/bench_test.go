package kif

import (
	"fmt"
	"strconv"
	"strings"
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

// BenchmarkReadHostile reads the longest files of lines that might each cost a look at all before.
func BenchmarkReadHostile(b *testing.B) {
	head := "ゲーム：counting\n備考：x \n"
	for _, unit := range []string{"*\n", "*x \ny \n", "#: a \n", "*a\n#: b c \n*\n", "a: \n", "\n", "変化：1手\n"} {
		b.Run(strconv.Quote(unit), func(b *testing.B) {
			for b.Loop() {
				_, _ = Read([]byte(head + strings.Repeat(unit, (MaxBytes-100)/len(unit))))
			}
		})
	}
	b.Run("torn", func(b *testing.B) {
		for b.Loop() {
			_, _ = Read([]byte(head + "1 add1\n#: again \n" + strings.Repeat("x \n", (MaxBytes-100)/3)))
		}
	})
}
