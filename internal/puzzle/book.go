package puzzle

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"slices"
	"time"
)

// Memory stores a book, protected by a lock.
type Memory interface {
	Lock() (io.Closer, error)
	Load(name string) ([]byte, error) // nil if nothing is stored
	Save(name string, data []byte) error
}

// Book records the player's results with puzzles.
type Book struct {
	Pages map[string]Page `json:"pages"` // by RecordKey
	Tries map[string]Try  `json:"tries"` // by Puzzle.ID
}

// Page is the puzzles found in a record.
type Page struct {
	Search  Search    `json:"search"`
	Ended   time.Time `json:"ended"`
	Names   []string  `json:"names"` // of the players, by seat
	Puzzles []Puzzle  `json:"puzzles"`
}

// Try is the state of a reader's attempts at a puzzle.
type Try struct {
	Wrong  int  `json:"wrong"`
	Solved bool `json:"solved"`
}

// RecordKey returns the key of the page of a record.
func RecordKey(record []byte) string {
	sum := sha256.Sum256(record)
	return hex.EncodeToString(sum[:16])
}

// Read returns the book in a memory. One that is missing or damaged is empty: everything can be found again.
func Read(m Memory) (*Book, error) {
	data, err := m.Load("")
	if err != nil {
		return nil, err
	}
	b := &Book{}
	if json.Unmarshal(data, b) != nil || b.Pages == nil || b.Tries == nil {
		b = &Book{Pages: map[string]Page{}, Tries: map[string]Try{}}
	}
	return b, nil
}

// Change changes the book in a memory, and returns it.
func Change(m Memory, change func(*Book)) (*Book, error) {
	lock, err := m.Lock()
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	b, err := Read(m)
	if err != nil {
		return nil, err
	}
	change(b)
	data, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		return nil, err
	}
	return b, m.Save("", append(data, '\n'))
}

// Answered notes an answer to a puzzle.
func (b *Book) Answered(p Puzzle, right bool) {
	t := b.Tries[p.ID()]
	if right {
		t.Solved = true
	} else if !t.Solved {
		t.Wrong++
	}
	b.Tries[p.ID()] = t
}

// Source is a puzzle with where it comes from.
type Source struct {
	Puzzle
	File  string   // the record
	Names []string // of the players, by seat
	ended time.Time
}

// Sources returns the puzzles of a page, whose record is file.
func (p Page) Sources(file string) (list []Source) {
	for _, found := range p.Puzzles {
		list = append(list, Source{found, file, p.Names, p.Ended})
	}
	return list
}

// Sort sorts puzzles by the end of their games, the earliest first, so that new games do not change the numbers of existing
// puzzles. It drops duplicates of puzzles from earlier games.
func Sort(list []Source) []Source {
	slices.SortStableFunc(list, func(a, b Source) int { return cmp.Or(a.ended.Compare(b.ended), cmp.Compare(a.File, b.File)) })
	known := map[string]bool{}
	return slices.DeleteFunc(list, func(s Source) bool {
		again := known[s.ID()]
		known[s.ID()] = true
		return again
	})
}
