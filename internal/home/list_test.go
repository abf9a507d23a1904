package home_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// shelves returns a desk with a cache and some matches that wait for the other side, in records that have not changed for long.
func shelves(t *testing.T, records int) *seat {
	t.Helper()
	s := newSeat(t, "Alice")
	s.Cache = filepath.Join(t.TempDir(), "state", "list")
	for range records {
		s.invites(newSeat(t, "Bob").Me)
		s.settle(s.file)
	}
	return s
}

// settle lets a file be old.
func (s *seat) settle(file string) {
	s.Helper()
	old := s.System.Now().Add(-time.Hour)
	s.must(os.Chtimes(file, old, old))
}

// lists returns the summaries of s.
func (s *seat) lists() (list []match.Summary) {
	s.Helper()
	for m, err := range s.List() {
		s.must(err)
		list = append(list, m)
	}
	return list
}

// truth returns the summaries of s without its cache.
func (s *seat) truth() []match.Summary {
	s.Helper()
	forgetful := *s.Desk
	forgetful.Cache = ""
	return (&seat{T: s.T, Desk: &forgetful}).lists()
}

// blank puts blanks in the place of a record, which shows whether it is read.
func (s *seat) blank(file string) {
	s.Helper()
	info, err := os.Stat(file)
	s.must(err)
	s.must(os.WriteFile(file, bytes.Repeat([]byte(" "), int(info.Size())), 0o600))
	s.must(os.Chtimes(file, info.ModTime(), info.ModTime()))
}

// cache returns the content of the cache of s.
func (s *seat) cache() string {
	s.Helper()
	data, err := os.ReadFile(s.Cache)
	s.must(err)
	return string(data)
}

// TestUnchangedRecordsAreNotReadAgain, and those that have changed are: by hand, by a longer one, by a name.
func TestUnchangedRecordsAreNotReadAgain(t *testing.T) {
	s := shelves(t, 5)
	want := s.lists()
	if !reflect.DeepEqual(want, s.truth()) {
		t.Fatalf("got %+v", want)
	}
	remembered := s.cache()
	for _, m := range want {
		s.blank(m.File)
	}
	if got := s.lists(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if s.cache() != remembered {
		t.Error("the cache changed, and nothing else did")
	}
	s.settle(want[3].File)
	for range 2 {
		got := s.lists()
		if len(got) != 5 || got[3].Error.En == "" {
			t.Fatalf("got %+v", got)
		}
		if got[3] = want[3]; !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v\nwant %+v", got, want)
		}
	}
	s.settle(want[1].File)
	s.must(os.Remove(want[2].File))
	s.must(os.WriteFile(filepath.Join(s.Dir, "a.kif"), []byte("no record"), 0o600))
	s.settle(filepath.Join(s.Dir, "a.kif"))
	got := s.lists()
	if len(got) != 5 || filepath.Base(got[0].File) != "a.kif" || got[0].Error.En == "" || got[1].Error.En != "" || got[2].Error.En == "" {
		t.Errorf("got %+v", got)
	}
	if got := s.lists(); len(got) != 5 || got[0].Error.En == "" || got[2].Error.En == "" || got[4].Hash != want[4].Hash {
		t.Errorf("then got %+v", got)
	}
}

// TestDamagedCache flips a bit of the cache, and cuts it there, all along the file: what is listed stays true. A line of
// no record is removed.
func TestDamagedCache(t *testing.T) {
	s := shelves(t, 2)
	want := s.lists()
	whole := s.cache()
	if lines := strings.Count(whole, "\n"); lines != 3 {
		t.Fatalf("%d lines:\n%s", lines, whole)
	}
	for i := 0; i < len(whole); i += 5 {
		flipped := []byte(whole)
		flipped[i] ^= 1 << (i % 8)
		for _, data := range [][]byte{flipped, []byte(whole[:i])} {
			s.must(os.WriteFile(s.Cache, data, 0o600))
			if got := s.lists(); !reflect.DeepEqual(got, want) {
				t.Fatalf("with\n%q\ngot %+v\nwant %+v", data, got, want)
			}
			healed := s.cache()
			if title, rest, _ := strings.Cut(healed, "\n"); !strings.HasSuffix(strings.ToLower(whole), strings.ToLower(rest)) || !strings.HasPrefix(title, "hikyaku list 8 ") {
				t.Fatalf("of\n%q\ncomes\n%q", data, healed)
			}
		}
	}
	lines := strings.SplitAfter(whole, "\n")
	for i := 1; i < len(lines); i++ {
		data := strings.Join(slices.Insert(slices.Clone(lines), i, "damaged\n"), "")
		s.must(os.WriteFile(s.Cache, []byte(data), 0o600))
		if got, healed := s.lists(), s.cache(); !reflect.DeepEqual(got, want) || healed != whole {
			t.Errorf("with\n%q\ngot %+v\nwant %+v\nand comes\n%q", data, got, want, healed)
		}
	}
}

// TestCacheOfOddNames: a record whose line would be torn is read each time.
func TestCacheOfOddNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such names")
	}
	s := shelves(t, 3)
	odd := filepath.Join(s.Dir, "b\tc\n.kif")
	s.must(os.Rename(s.file, odd))
	want := s.truth()
	for range 2 {
		if got := s.lists(); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v\nwant %+v", got, want)
		}
	}
	if strings.Count(s.cache(), "\n") != 3 {
		t.Errorf("remembered is %q", s.cache())
	}
}

// TestListThatEndsEarly keeps what was remembered.
func TestListThatEndsEarly(t *testing.T) {
	s := shelves(t, 3)
	s.lists()
	remembered := s.cache()
	s.file = filepath.Join(s.Dir, "a.kif")
	s.must(os.WriteFile(s.file, nil, 0o600))
	s.settle(s.file)
	listed := 0
	for range s.List() {
		if listed++; listed == 2 {
			break
		}
	}
	if s.cache() != remembered {
		t.Error("the cache is another")
	}
	if left, err := filepath.Glob(s.Cache + "?*"); len(left) != 0 || err != nil {
		t.Errorf("there are %v", left)
	}
}

// tended returns what a courier sees in the folder of s, and until when each rests; afterwards all rest until then.
func (s *seat) tended(courier string, until time.Time) string {
	s.Helper()
	var seen []string
	s.must(s.Desk.Tend(courier, func(_ match.Summary, _ *match.Match, rest time.Time) time.Time {
		seen = append(seen, rest.Format("2006"))
		return until
	}))
	return strings.Join(seen, " ")
}

// TestRest: how long a match rests is remembered until its file changes, for the courier that said so.
func TestRest(t *testing.T) {
	s := shelves(t, 3)
	first, second := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC)
	list := s.lists()
	for _, c := range []struct {
		courier string
		change  func()
		want    string
	}{
		{"one", func() {}, "0001 0001 0001"},
		{"one", func() { s.lists() }, "2030 2030 2030"},
		{"one", func() { s.settle(list[1].File) }, "2030 0001 2030"},
		{"two", func() {}, "0001 0001 0001"},
		{"two", func() { s.must(os.Remove(list[0].File)) }, "2030 2030"},
		{"one", func() {}, "0001 0001"},
	} {
		c.change()
		if got := s.tended(c.courier, first); got != c.want {
			t.Errorf("%s sees %q, want %q", c.courier, got, c.want)
		}
	}
	s.tended("one", second)
	if got := s.tended("one", first); got != "2040 2040" {
		t.Errorf("the rests are %q", got)
	}
}

// TestRestThatAnotherVoids: to give no other rest is to give one where there was another courier's.
func TestRestThatAnotherVoids(t *testing.T) {
	s := shelves(t, 2)
	s.tended("one", time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC))
	for range 2 {
		if got := s.tended("two", time.Time{}); got != "0001 0001" {
			t.Errorf("the rests are %q", got)
		}
	}
}

// TestWaitingAreJudgedOnce: invitations are remembered like matches.
func TestWaitingAreJudgedOnce(t *testing.T) {
	alice, bob := shelves(t, 0), newSeat(t, "Bob")
	for range 3 {
		if !alice.queues(bob.invites(alice.Me)) {
			t.Fatal("one of three does not wait")
		}
	}
	folder := filepath.Join(alice.Dir, "invitations")
	files, err := filepath.Glob(filepath.Join(folder, "*.kif"))
	alice.must(err)
	for _, file := range files {
		alice.settle(file)
	}
	want := alice.Invitations()
	for _, file := range files {
		alice.blank(file)
	}
	if got := alice.Invitations(); len(want) != 3 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if got := alice.lists(); len(got) != 0 {
		t.Errorf("the folder holds %+v", got)
	}
}

// TestCacheHoldsTheWholeSummary fills every field of a match with other players, and of one with programs on this machine.
func TestCacheHoldsTheWholeSummary(t *testing.T) {
	for _, here := range []bool{false, true} {
		var want match.Summary
		fill(reflect.ValueOf(&want).Elem(), new(int))
		if here {
			want.Others, want.Names = nil, nil
		} else {
			want.Programs = nil
		}
		got, ok := home.ThroughCache(want)
		if want.File = ""; !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v\nwant %+v", got, want)
		}
	}
}

// fill gives every field of v a value of its own.
func fill(v reflect.Value, n *int) {
	*n++
	switch at := v.Addr().Interface().(type) {
	case *string, *match.Waiting, *kif.Question:
		v.SetString(fmt.Sprintf("text %d", *n))
	case *int:
		*at = *n
	case *bool:
		*at = true
	case *time.Time:
		*at = time.Unix(int64(*n), int64(*n)).UTC()
	case *[]string:
		*at = []string{fmt.Sprint(*n), "another"}
	case *[]match.Contact:
		*at = []match.Contact{{Name: fmt.Sprint(*n), Address: "a", Key: "k\t", Former: []string{"b", "c"}, Called: true}, {Name: "\n"}}
	default:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	}
}
