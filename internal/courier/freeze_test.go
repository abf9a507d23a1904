package courier_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hikyaku/internal/home"
	"hikyaku/mailbox"
)

var freezes = flag.Bool("freeze", false, "add the files of those stories to testdata/frozen that are not told there yet")

// story is how some frozen files are made.
type story struct {
	name string
	tell func(f *freezer)
}

// TestFreeze adds what is missing and never changes existing files: to freeze everything again, remove the folder first.
func TestFreeze(t *testing.T) {
	if !*freezes {
		t.Skip("nothing is frozen without -freeze")
	}
	f := &freezer{T: t, dir: frozen, expectations: loadExpectations(t, frozen), places: map[string]string{}}
	for name, sum := range f.Files {
		f.places[sum] = name
	}
	for _, s := range slices.Concat(storiesOfOneMachine, storiesOfCopies, storiesByLetter, storiesOfTime, storiesOfTrouble, storiesOfState) {
		if f.Stories[s.name] > 0 {
			continue
		}
		before := len(f.Files)
		f.story = s.name
		s.tell(f)
		f.fold()
		f.Stories[s.name] = len(f.Files) - before
	}
	if t.Failed() {
		return
	}
	f.meet()
	f.open()
	f.save()
}

// freezer writes files that are kept forever.
type freezer struct {
	*testing.T
	*expectations
	dir    string
	story  string
	places map[string]string // of files, by their digest
}

func (f *freezer) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// open adds to every secret what can be derived from it about new records.
func (f *freezer) open() {
	f.Helper()
	for name := range f.Files {
		if !strings.HasPrefix(name, "secrets/") {
			continue
		}
		means := secretOf(f, f.dir, name, maps.Keys(f.Records))
		if was, here := f.Secrets[name]["signs and opens"].(map[string]any); here {
			maps.Copy(means["signs and opens"].(map[string]any), was)
		}
		f.Secrets[name] = means
	}
}

// save writes the expectations, one thing a line.
func (f *freezer) save() {
	f.Helper()
	var sections map[string]map[string]json.RawMessage
	data, err := marshal(f.expectations)
	f.must(err)
	f.must(json.Unmarshal(data, &sections))
	var text strings.Builder
	for i, section := range slices.Sorted(maps.Keys(sections)) {
		fmt.Fprintf(&text, "%s%q: {", []string{"{\n", ",\n"}[min(i, 1)], section)
		for j, name := range slices.Sorted(maps.Keys(sections[section])) {
			fmt.Fprintf(&text, "%s %q: %s", []string{"\n", ",\n"}[min(j, 1)], name, sections[section][name])
		}
		text.WriteString("\n}")
	}
	f.must(os.WriteFile(filepath.Join(f.dir, "EXPECTED.json"), []byte(text.String()+"\n}\n"), 0o644))
}

// marshal returns v as JSON that people can read.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	readable := json.NewEncoder(&b)
	readable.SetEscapeHTML(false)
	err := readable.Encode(v)
	return b.Bytes(), err
}

// add freezes data in a folder, once, and returns its name.
func (f *freezer) add(folder, name string, data []byte) string {
	f.Helper()
	sum := digest(data)
	if place, here := f.places[sum]; here && path.Dir(place) == folder {
		return place
	}
	place := folder + "/" + name
	if f.Files[place] != "" {
		f.Fatalf("%s: two files are to be %s", f.story, place)
	}
	file := filepath.Join(f.dir, place)
	f.must(os.MkdirAll(filepath.Dir(file), 0o755))
	f.must(os.WriteFile(file, data, 0o644))
	f.Files[place], f.places[sum] = sum, place
	return place
}

// foreign freezes a record that is not judged as a match.
func (f *freezer) foreign(label string, data []byte) {
	f.Helper()
	name := f.add("records", f.named(label)+".kif", data)
	if f.Records[name] = meaningOf(f, data); f.Records[name]["unjudged"] == nil {
		f.Errorf("%s is judged", name)
	}
}

// record freezes a record with its meaning.
func (f *freezer) record(label string, data []byte) string {
	f.Helper()
	name := f.add("records", f.named(label)+".kif", data)
	if f.Records[name] == nil || strings.HasPrefix(name, "records/"+f.story) {
		f.Records[name] = meaningOf(f, data)
	}
	if f.Records[name]["unjudged"] != nil {
		f.Errorf("%s is not judged", name)
	}
	return name
}

// before freezes a record for a scene, with a short meaning.
func (f *freezer) before(label string, data []byte) string {
	f.Helper()
	name := f.add("records", f.named(label)+".kif", data)
	if f.Records[name] == nil {
		means := meaningOf(f, data)
		_, m, err := judgeRecord(data)
		f.must(err)
		f.Records[name] = facts{"strict": means["strict"]}
		for key := range standing(m) {
			f.Records[name][key] = means[key]
		}
	}
	return name
}

// fold removes the records of the story that are beginnings of others: scenes name those with a length.
func (f *freezer) fold() {
	f.Helper()
	for _, short := range slices.Sorted(maps.Keys(f.Records)) {
		if f.Records[short]["moves"] != nil || !strings.HasPrefix(short, "records/"+f.story) {
			continue
		}
		data := readFrozen(f, f.dir, short)
		for long := range f.Records {
			if long != short && bytes.HasPrefix(readFrozen(f, f.dir, long), data) {
				f.replace(short, fmt.Sprintf("%s %d", long, len(data)))
				break
			}
		}
	}
}

// replace removes a file that scenes find elsewhere.
func (f *freezer) replace(name, by string) {
	f.Helper()
	for _, s := range f.Scenes {
		for place, file := range s.Files {
			if file == name {
				s.Files[place] = by
			} else if n, found := strings.CutPrefix(file, name+" "); found {
				s.Files[place] = strings.Split(by, " ")[0] + " " + n
			}
		}
	}
	delete(f.places, f.Files[name])
	delete(f.Files, name)
	delete(f.Records, name)
	f.must(os.Remove(filepath.Join(f.dir, name)))
}

// named returns the name of a file of the story.
func (f *freezer) named(label string) string { return strings.TrimSuffix(f.story+"-"+label, "-") }

// file freezes the record of p as it is in the folder.
func (f *freezer) file(label string, tb *table, p *player) string {
	f.Helper()
	return f.record(label, []byte(tb.bytes(p)))
}

// chairs returns n players without a match, with secrets that all stories share.
func (f *freezer) chairs(n int) *table {
	f.Helper()
	tb := chairs(f.T, n)
	for i, old := range tb.players {
		p := newPlayer(old.Me, old.System, filepath.ToSlash(f.TempDir()))
		p.Box = old.Box
		name := "secrets/" + strings.ToLower(p.Me.Name)
		if f.Files[name] == "" {
			f.must(home.NewSecret(p.System, p.Secret))
			data, err := os.ReadFile(p.Secret)
			f.must(err)
			f.add("secrets", strings.ToLower(p.Me.Name), data)
		}
		f.must(os.WriteFile(p.Secret, readFrozen(f, f.dir, name), 0o600))
		f.must(os.MkdirAll(p.Dir, 0o700))
		tb.players[i] = p
	}
	return tb
}

// sit begins a match to which the first of n players invites and which all have accepted.
func (f *freezer) sit(n int, i home.Invitation) *table {
	f.Helper()
	tb := f.chairs(n)
	for _, p := range tb.players[1:] {
		if len(i.Others) < n-1 {
			i.Others = append(i.Others, p.Me)
		}
	}
	tb.invite(i)
	for _, p := range tb.players[1:] {
		tb.accept(p)
		tb.poll(tb.players[0]) // an umpire passes the turn on
	}
	tb.round()
	return tb
}

// unread returns the messages that p has not fetched yet.
func unread(tb *table, p *player) [][]byte {
	tb.Helper()
	var state struct{ Mark mailbox.Mark }
	data, err := p.Memory.Load("")
	tb.must(err)
	if data != nil {
		tb.must(json.Unmarshal(data, &state))
	}
	box := tb.boxes[p.Me.Address]
	return box[min(int(state.Mark.UID), len(box)):]
}

// scene freezes the desk of p with its unread messages, and the result of a step there. want is that result in short.
// with lists what else is stored: heads, known, cache, memory; memory includes the whole mailbox.
func (f *freezer) scene(label string, tb *table, p *player, does, want string, with ...string) {
	f.Helper()
	s := scene{
		Me: "1=" + p.Me.String(), Now: tb.now.Add(time.Minute), Does: does, Files: map[string]string{}, Letters: []string{},
		Secret: f.secret(p),
	}
	letters := unread(tb, p)
	if slices.Contains(with, "memory") {
		letters = tb.boxes[p.Me.Address]
	}
	for i, raw := range letters {
		name := f.named(label)
		if len(letters) > 1 {
			name += fmt.Sprintf("-%d", i+1)
		}
		s.Letters = append(s.Letters, f.add("letters", name+".eml", raw))
	}
	f.desk(&s, label, p, with)
	s.Gives = s.play(f, f.dir)
	if got := inShort(s.Gives); got != want {
		f.Errorf("%s: %s gives %q, want %q: %v", f.named(label), does, got, want, s.Gives)
	}
	if !slices.Contains(with, "memory") {
		delete(s.Gives, "sent") // the recipients are not part of the format
	}
	if _, twice := f.Scenes[f.named(label)]; twice {
		f.Fatalf("two scenes are %s", f.named(label))
	}
	f.Scenes[f.named(label)] = s
}

// secret freezes the secrets of p.
func (f *freezer) secret(p *player) string {
	f.Helper()
	data, err := os.ReadFile(p.Secret)
	f.must(err)
	return f.add("secrets", f.named(strings.ToLower(p.Me.Name)), data)
}

// desk freezes the files of p: the matches, and what else is asked for.
func (f *freezer) desk(s *scene, label string, p *player, with []string) {
	f.Helper()
	place := filepath.Dir(p.Dir)
	err := filepath.WalkDir(place, func(file string, entry fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(file, place), string(filepath.Separator)))
		kind, _, _ := strings.Cut(name, "/")
		if err != nil || entry.IsDir() || kind != "matches" && !slices.Contains(with, strings.TrimSuffix(kind, ".matches")) {
			return err
		}
		data, err := os.ReadFile(file)
		s.Files[name] = f.lay(label, name, bytes.ReplaceAll(data, []byte(place), []byte(frozenHome)))
		return err
	})
	f.must(err)
}

// lay freezes a file of a desk under its kind.
func (f *freezer) lay(label, name string, data []byte) string {
	f.Helper()
	base := path.Base(name)
	_, kept, _ := strings.Cut(base, ".kif.line-")
	switch {
	case path.Ext(name) == ".kif":
		if path.Dir(name) != "matches" {
			label += "-" + strings.TrimSuffix(base, ".kif")
		}
		return f.before(label, data)
	case kept != "":
		return f.before(label+"-line-"+kept, data)
	case strings.HasPrefix(base, "."):
		return f.add("state", f.named(label)+path.Ext(name), data)
	case strings.HasPrefix(name, "heads/"):
		return f.add("state", "head-"+base+"-"+digest(data)[:8], data)
	}
	return f.add("state", f.named(label)+"-"+base, data)
}

// inShort returns the result of a scene: the verdicts, or the error.
func inShort(gives facts) string {
	words := []string{}
	if err, _ := gives["error"].(string); err != "" {
		words = append(words, strings.Split(err, " ")[0])
	}
	reports, _ := gives["reports"].([]any)
	for _, r := range reports {
		words = append(words, r.(map[string]any)["verdict"].(string))
	}
	return strings.Join(words, " ")
}

// reads freezes the scene in which p polls, and then polls.
func (f *freezer) reads(label string, tb *table, p *player, want string) {
	f.Helper()
	f.scene(label, tb, p, "poll", want)
	tb.wantPoll(p, want)
}

// meet freezes how different records of one match compare, for one pair of each two lines.
func (f *freezer) meet() {
	f.Helper()
	told := map[string]bool{}
	names := slices.Sorted(maps.Keys(f.Records))
	for i, ours := range names {
		for _, theirs := range names[i+1:] {
			a, b, pair := f.Records[ours], f.Records[theirs], ours+" "+theirs
			if a["short"] == nil || a["short"] != b["short"] {
				continue
			}
			met := meetingOf(f, readFrozen(f, f.dir, ours), readFrozen(f, f.dir, theirs))
			lines := []string{a["head"].(string), b["head"].(string)}
			slices.Sort(lines)
			if met == nil || met["common"] == a["entries"] || met["common"] == b["entries"] || told[lines[0]+lines[1]] {
				continue
			}
			told[lines[0]+lines[1]] = true
			if f.Meetings[pair] == nil {
				f.Meetings[pair] = met
			}
		}
	}
}
