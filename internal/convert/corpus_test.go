package convert_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/internal/convert"
	"hikyaku/kif"
	"hikyaku/match"
)

// TestCorpus reads a folder of files of other programs, named by HIKYAKU_CORPUS, plays them through, and writes them again with
// nothing lost.
func TestCorpus(t *testing.T) {
	folder := os.Getenv("HIKYAKU_CORPUS")
	if folder == "" {
		t.Log("HIKYAKU_CORPUS names no folder")
		return
	}
	files, _ := filepath.Glob(filepath.Join(folder, "kif", "*.kif*"))
	if len(files) == 0 {
		t.Fatalf("%s has no files", folder)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			rewritten(t, data)
		})
	}
}

// rewritten wants a file of another program to hold the same after it was read and written.
func rewritten(t *testing.T, data []byte) {
	t.Helper()
	r, err := kif.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := convert.Named("kif")
	own, err := f.Read(data, 0)
	if err != nil {
		t.Fatal(err)
	}
	written, err := f.Write(own, convert.Target{Games: all.Games, Encoding: own.Encoding})
	if err != nil {
		t.Fatal(err)
	}
	again, err := kif.Read(written)
	if err != nil {
		t.Fatalf("%v in\n%s", err, written)
	}
	m, err := match.New(again, all.Game(again.Game()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, written)
	}
	if got := len(m.Positions); got <= m.Ply() {
		t.Errorf("%d positions of %d moves", got, m.Ply())
	}
	if again.Encoding != r.Encoding || bytes.Contains(data, []byte("\r\n")) != bytes.Contains(written, []byte("\r\n")) {
		t.Errorf("the encoding %v has become %v, or the ends of lines have changed", r.Encoding, again.Encoding)
	}
	for _, h := range r.Headers {
		if h.Key != "" && h.Value != "" && !slices.Contains(again.Headers, h) && !told(h.Key) {
			t.Errorf("%s：%s is lost", h.Key, h.Value)
		}
	}
	if last := len(r.Events) - 1; last >= 0 && len(again.Events) == last+1 && again.Events[last].Step == kif.Step(kif.Foul) && r.Events[last].Step != kif.Step(kif.Foul) {
		if !strings.Contains(again.Events[last].Comment, r.Events[last].Comment) || again.Events[last].Number != r.Events[last].Number {
			t.Errorf("the last move has become %+v", again.Events[last])
		}
		r.Events, again.Events = r.Events[:last], again.Events[:last]
	}
	if unknown := again.UnknownHeaders(); unknown != nil {
		t.Errorf("the headers %v are taken for those of a newer program", unknown)
	}
	for n := range 2 {
		if r.Seat(n+1) != again.Seat(n+1) {
			t.Errorf("%v has become %v", r.Seat(n+1), again.Seat(n+1))
		}
	}
	sameLine(t, "the main line", summary(r.Comment, r.Notes, r.Events), summary(again.Comment, again.Notes, again.Events))
	if len(again.Branches) != len(r.Branches) {
		t.Fatalf("%d variations have become %d", len(r.Branches), len(again.Branches))
	}
	for i, b := range r.Branches {
		other := again.Branches[i]
		sameLine(t, fmt.Sprint("variation ", i), summary(b.Comment, b.Notes, b.Events), summary(other.Comment, other.Notes, other.Events))
		if b.Start != other.Start || b.Parent != other.Parent {
			t.Errorf("variation %d from %d of %d has become one from %d of %d", i, b.Start, b.Parent, other.Start, other.Parent)
		}
	}
}

// sameLine wants a line of play to hold what it held.
func sameLine(t *testing.T, name string, held, holds []string) {
	t.Helper()
	if !slices.Equal(held, holds) {
		i := 0
		for i < min(len(held), len(holds)) && held[i] == holds[i] {
			i++
		}
		t.Errorf("%s: %q has become %q", name, held[i:min(i+1, len(held))], holds[i:min(i+1, len(holds))])
	}
}

// told reports whether a header tells the position, which the record may tell in other words.
func told(key string) bool {
	return strings.HasSuffix(key, "の持駒") || key == "手合割" || key == "下手" || key == "上手"
}

// summary returns what a line of play holds apart from the spelling of its moves.
func summary(comment string, notes []kif.Note, events []kif.Event) []string {
	list := []string{fmt.Sprintf("%q %v", comment, notes)}
	for _, e := range events {
		step := "move"
		if word, ends := e.Step.(kif.Ending); ends {
			step = cmp.Or(word.ID(), "time-out") // the corpus has Time-up
		}
		list = append(list, fmt.Sprintf("%d %s %v %q %v", e.Number, step, e.Spent, e.Comment, e.Notes))
	}
	return list
}
