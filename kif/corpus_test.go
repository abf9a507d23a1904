package kif

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// expected is what another reader found in a file: moves of the main line and of all lines, words of endings in
// the order of the file, variations, lines of comment, bookmarks, headers with a colon.
type expected struct {
	Main      int      `json:"main_moves"`
	Total     int      `json:"total_moves"`
	Endings   []string `json:"specials"`
	Branches  int      `json:"henka"`
	Comments  int      `json:"comments"`
	Bookmarks int      `json:"bookmarks"`
	Headers   int      `json:"headers"`
}

// TestCorpus reads a folder of files of other programs, named by HIKYAKU_CORPUS, with its EXPECTED.json.
func TestCorpus(t *testing.T) {
	folder := os.Getenv("HIKYAKU_CORPUS")
	if folder == "" {
		t.Log("HIKYAKU_CORPUS names no folder")
		return
	}
	data, err := os.ReadFile(filepath.Join(folder, "kif", "EXPECTED.json"))
	if err != nil {
		t.Fatal(err)
	}
	var files map[string]expected
	if err := json.Unmarshal(data, &files); err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		t.Run(name, func(t *testing.T) { checkCorpus(t, filepath.Join(folder, "kif", name), want) })
	}
}

func checkCorpus(t *testing.T, name string, want expected) {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	got := tally(r)
	if !slices.Equal(got.Endings, want.Endings) {
		t.Errorf("endings %v, want %v", got.Endings, want.Endings)
	}
	got.Endings, want.Endings = nil, nil
	if a, b := toJSON(t, got), toJSON(t, want); a != b {
		t.Errorf("read   %s\nexpect %s", a, b)
	}
	again, err := r.Rewrite(UTF8)
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(r, again); diff != "" {
		t.Errorf("written and read again: %s", diff)
	}
	checkCuts(t, r)
}

func toJSON(t *testing.T, v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func tally(r *Record) (x expected) {
	x.Main = moves(r.Events)
	for _, h := range r.Headers {
		if h.Key != "" {
			x.Headers++
		}
	}
	x.add(r.Events, r.Comment, r.Notes)
	for _, b := range r.Branches {
		x.Branches++
		x.add(b.Events, b.Comment, b.Notes)
	}
	return x
}

func (x *expected) add(events []Event, comment string, notes []Note) {
	x.Total += moves(events)
	x.remark(comment, notes)
	for _, e := range events {
		x.remark(e.Comment, e.Notes)
		if word, ended := e.Step.(Ending); ended {
			x.Endings = append(x.Endings, string(word))
		}
	}
}

func (x *expected) remark(comment string, notes []Note) {
	if comment != "" {
		x.Comments += 1 + strings.Count(comment, "\n")
	}
	for _, n := range notes {
		if n.Word == "&" {
			x.Bookmarks++
		}
	}
}
