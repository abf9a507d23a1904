package courier_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"hikyaku/engine/all"
	"hikyaku/kif"
)

// frozen is the folder with files of version 1 of all formats, and EXPECTED.json, which has their meaning. The
// tests always read them all: files are added (go test ./internal/courier -run Freeze -freeze), and none is ever changed.
const frozen = "../../testdata/frozen/1"

// facts are facts about something, as JSON has them.
type facts map[string]any

// expectations is the content of EXPECTED.json.
type expectations struct {
	Files    map[string]string `json:"files"`    // their digests
	Records  map[string]facts  `json:"records"`  // the meaning of each
	Meetings map[string]facts  `json:"meetings"` // of two different records of one match, "OURS THEIRS"
	Secrets  map[string]facts  `json:"secrets"`  // which signatures and links each reproduces
	Scenes   map[string]scene  `json:"scenes"`   // what a desk with such files does with such messages
	Stories  map[string]int    `json:"stories"`  // how many files each story has made
}

// loadExpectations reads EXPECTED.json, or returns empty expectations if it is missing.
func loadExpectations(t testing.TB, dir string) *expectations {
	t.Helper()
	e := &expectations{Files: map[string]string{}, Records: map[string]facts{}, Meetings: map[string]facts{}, Secrets: map[string]facts{}, Scenes: map[string]scene{}, Stories: map[string]int{}}
	data, err := os.ReadFile(filepath.Join(dir, "EXPECTED.json"))
	if os.IsNotExist(err) {
		return e
	}
	if err != nil {
		t.Fatal(err)
	}
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	if err := strict.Decode(e); err != nil {
		t.Fatal(err)
	}
	return e
}

// factsOf returns v as JSON has it.
func factsOf(t testing.TB, v any) (f facts) {
	t.Helper()
	data, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(data, &f)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// compare expects every stored fact to be true. Facts that were not stored are ignored.
func compare(t testing.TB, name string, want, got facts) {
	t.Helper()
	for key, value := range want {
		if !reflect.DeepEqual(got[key], value) {
			t.Errorf("%s: %s is %s, want %s", name, key, asJSON(got[key]), asJSON(value))
		}
	}
}

func asJSON(v any) string {
	data, _ := json.Marshal(v)
	return string(data)
}

// readFrozen reads a file, or the first bytes of it for a name such as "NAME 1234".
func readFrozen(t testing.TB, dir, name string) []byte {
	t.Helper()
	name, most, cut := strings.Cut(name, " ")
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err == nil && cut {
		var n int
		n, err = strconv.Atoi(most)
		data = data[:n]
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// digest returns as much of a SHA-256 as distinguishes files.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// TestFrozenFiles checks that no file has changed or is missing, and that all have an expected meaning.
func TestFrozenFiles(t *testing.T) {
	e := loadExpectations(t, frozen)
	for name, want := range e.Files {
		if digest(readFrozen(t, frozen, name)) != want {
			t.Errorf("%s has changed: files are added here, and never changed", name)
		}
	}
	used := map[string]bool{"EXPECTED.json": true}
	for _, s := range e.Scenes {
		used[s.Secret] = true
		for _, name := range s.Files {
			used[strings.Split(name, " ")[0]] = true
		}
		for _, name := range s.Letters {
			used[name] = true
		}
	}
	err := filepath.WalkDir(frozen, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(frozen, path)
		name = filepath.ToSlash(name)
		if _, read := e.Records[name]; !read && e.Secrets[name] == nil && !used[name] || e.Files[name] == "" && name != "EXPECTED.json" {
			t.Errorf("nothing is expected of %s", name)
		}
		return err
	})
	if err != nil || len(e.Files) < 100 {
		t.Errorf("%d files: %v", len(e.Files), err)
	}
}

func TestFrozenRecords(t *testing.T) {
	e := loadExpectations(t, frozen)
	for name, want := range e.Records {
		data := readFrozen(t, frozen, name)
		compare(t, name, want, meaningOf(t, data))
		if t.Failed() && want["strict"] == "itself" {
			t.Logf("%s:\n%s", name, data)
		}
	}
	for pair, want := range e.Meetings {
		ours, theirs, _ := strings.Cut(pair, " ")
		compare(t, pair, want, meetingOf(t, readFrozen(t, frozen, ours), readFrozen(t, frozen, theirs)))
	}
}

func TestFrozenSecrets(t *testing.T) {
	e := loadExpectations(t, frozen)
	for name, want := range e.Secrets {
		records, _ := want["signs and opens"].(map[string]any)
		compare(t, name, want, secretOf(t, frozen, name, maps.Keys(records)))
	}
}

func TestFrozenScenes(t *testing.T) {
	e := loadExpectations(t, frozen)
	for name, s := range e.Scenes {
		t.Run(name, func(t *testing.T) { compare(t, name, s.Gives, s.play(t, frozen)) })
	}
}

// TestFrozenCoversTheFormat checks that every word of the formats occurs in some file: a new word needs a new file.
func TestFrozenCoversTheFormat(t *testing.T) {
	e := loadExpectations(t, frozen)
	var text strings.Builder
	for name := range e.Records {
		if r, err := kif.Read(readFrozen(t, frozen, name)); err == nil && r.Encoding == kif.UTF8 {
			text.WriteString(strings.ReplaceAll(string(r.Bytes()), "\r", "") + "\n")
		}
	}
	for _, line := range wordsOfTheFormat(t) {
		if !strings.Contains(text.String(), line) {
			t.Errorf("no record has a line that begins with %q", strings.TrimSpace(line))
		}
	}
	values := map[string]map[string]bool{"level": {}, "verdict": {}}
	for _, means := range e.Records {
		note(values, "game", means["game"])
		note(values, "level", means["level"])
		options, _ := means["options"].(string)
		for key, value := range optionsOf(options) {
			note(values, means["game"].(string)+" "+key, value)
		}
	}
	for _, s := range e.Scenes {
		reports, _ := s.Gives["reports"].([]any)
		for _, r := range reports {
			note(values, "verdict", r.(map[string]any)["verdict"])
		}
	}
	wantAll(t, values, "level", column(t, "../../match/PROTOCOL.md", "| level |")...)
	wantAll(t, values, "verdict", "taken", "known", "new", "begun", "refused", "diverged", "answered", "silent", "bounced", "acted")
	for _, g := range all.Games {
		wantAll(t, values, "game", g.Name)
		for _, o := range g.Options {
			wantAll(t, values, g.Name+" "+o.Key, o.Values...)
		}
	}
}

func note(values map[string]map[string]bool, what string, value any) {
	if values[what] == nil {
		values[what] = map[string]bool{}
	}
	if text, ok := value.(string); ok {
		values[what][text] = true
	}
}

func wantAll(t *testing.T, values map[string]map[string]bool, what string, want ...string) {
	t.Helper()
	for _, value := range want {
		if !values[what][value] {
			t.Errorf("nothing frozen has the %s %q: add files with a story in freeze_*_test.go and -freeze, as CONTRIBUTING.md says", what, value)
		}
	}
}

// wordsOfTheFormat are the beginnings of lines for which FORMAT.md has words.
func wordsOfTheFormat(t *testing.T) (lines []string) {
	t.Helper()
	const format = "../../kif/FORMAT.md"
	for _, word := range column(t, format, "| word | text |") {
		lines = append(lines, "\n#: "+word)
	}
	for _, word := range column(t, format, "| act |") {
		lines = append(lines, "\n#: do "+strings.Split(word, " ")[0])
	}
	for _, question := range []string{"draw", "undo", "rechain", "claim", "settle"} {
		if question != "draw" { // the last agreement to a draw between two players is the ending
			lines = append(lines, "\n#: do agree "+question)
		}
	}
	for _, word := range column(t, format, "| word | entry |") {
		for one := range strings.SplitSeq(word, ", ") {
			lines = append(lines, " "+strings.Split(one, " ")[0]+" ")
		}
	}
	lines = append(lines, "\n#: do agree draw", "\n下手：", "\n上手：", "\n#: throw [")
	for _, cell := range []int{1, 3} {
		for _, names := range cells(t, format, "| key | meaning |", cell) {
			for name := range strings.SplitSeq(strings.ReplaceAll(names, " … ", ", "), ", ") {
				if name != "" {
					lines = append(lines, "\n"+name+"：")
				}
			}
		}
	}
	return lines
}

// column returns the first cell of every row of a table.
func column(t *testing.T, file, head string) []string { t.Helper(); return cells(t, file, head, 1) }

// cells returns one cell of every row of the table that begins with head.
func cells(t *testing.T, file, head string, cell int) (list []string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(data), "\n"+head)
	if !found {
		t.Fatalf("%s has no table %q", file, head)
	}
	for i, line := range strings.Split(rest, "\n") {
		if i < 2 {
			continue
		}
		if !strings.HasPrefix(line, "|") {
			break
		}
		list = append(list, strings.TrimSpace(strings.Split(line, "|")[cell]))
	}
	return list
}
