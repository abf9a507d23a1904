package courier_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/atomicfile/storetest"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/match"
)

// scene is a desk on a disk, and what is done there at one time.
type scene struct {
	Me      string            `json:"me"` // who sits there, by number and address: "1=Alice <alice@example.org>"
	Now     time.Time         `json:"now"`
	Secret  string            `json:"secret"`
	Files   map[string]string `json:"files"`   // by the place where they lie: matches/NAME, heads/NAME, known, memory, cache
	Letters []string          `json:"letters"` // that lie in the mailbox
	Does    string            `json:"does"`    // a word of doings, and its arguments
	Gives   facts             `json:"gives"`
}

// stopped is a machine whose clock doesn't run.
type stopped struct{ storetest.Machine }

func (s stopped) Now() time.Time { return *s.Time }

// frozenHome replaces the name of the folder in frozen files.
const frozenHome = "/home/of/the/desk"

// play sets up the scene, takes the step, and returns the result.
func (s scene) play(t testing.TB, dir string) facts {
	t.Helper()
	_, me, err := home.ParseSeat(s.Me)
	if err != nil {
		t.Fatal(err)
	}
	place := filepath.ToSlash(t.TempDir())
	for at, name := range s.Files {
		data := strings.ReplaceAll(string(readFrozen(t, dir, name)), frozenHome, place)
		write(t, filepath.Join(place, at), []byte(data))
	}
	if err := os.MkdirAll(filepath.Join(place, "matches"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(place, "secret"), readFrozen(t, dir, s.Secret))
	p := newPlayer(me, stopped{storetest.Machine{Time: &s.Now}}, place)
	letters := &post{boxes: map[string][][]byte{}}
	for _, name := range s.Letters {
		letters.boxes[me.Address] = append(letters.boxes[me.Address], readFrozen(t, dir, name))
	}
	p.Box = punctual{&box{letters, me.Address}, s.came()}
	gives := facts{"error": ""}
	if err := p.act(strings.Fields(s.Does), gives); err != nil {
		gives["error"] = kindOf(err)
	}
	p.look(t, place, gives)
	return factsOf(t, gives)
}

// dated is the date of every file of a desk.
var dated = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// write puts a file.
func write(t testing.TB, name string, data []byte) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o700)
	if err == nil {
		err = os.WriteFile(name, data, 0o600)
	}
	if err == nil {
		err = os.Chtimes(name, dated, dated)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// came is the mailbox's date of every message: now, or for a courier that remembers its last poll, long before that.
func (s scene) came() time.Time {
	if s.Files["memory"] != "" {
		return dated
	}
	return s.Now
}

// punctual is a box in which all mail arrived at one time.
type punctual struct {
	*box
	came time.Time
}

func (p punctual) Fetch(ctx context.Context, since mailbox.Mark, handle func(mailbox.Mail) error) (mailbox.Mark, error) {
	return p.box.Fetch(ctx, since, func(m mailbox.Mail) error {
		m.Received = p.came
		return handle(m)
	})
}

// newPlayer returns a player with all files in one folder. A chain of 64 links is opened faster than a usual one.
func newPlayer(me kif.Seat, system atomicfile.System, place string) *player {
	d := &home.Desk{
		Folder: home.Folder{Games: all.Games, System: system, Me: me, Dir: filepath.Join(place, "matches"), Cache: filepath.Join(place, "cache"), Heads: filepath.Join(place, "heads")},
		Links:  64, Secret: filepath.Join(place, "secret"), Known: filepath.Join(place, "known"),
	}
	memory := home.Memory{System: system, File: filepath.Join(place, "memory")}
	return &player{Desk: d, Courier: &courier.Courier{Shelf: d, Memory: memory, Lang: "en", Reminders: []time.Duration{24 * time.Hour}}}
}

// match finds the only match of p.
func (p *player) match() string {
	files, _ := filepath.Glob(filepath.Join(p.Dir, "*.kif"))
	return strings.Join(files, " and ") // not a file if there are several
}

// act does what the words say.
func (p *player) act(words []string, gives facts) error {
	file, argument := p.match(), strings.Join(words[1:], " ")
	do := func(step home.Step) error { _, err := p.Do(opened(p.Desk, file), step, true); return err }
	var err error
	switch words[0] {
	case "poll":
		return p.read(gives)
	case "list":
		return p.list(gives)
	case "skipped":
		list, err := p.Skipped()
		gives["skipped"] = len(list)
		return err
	case "plan":
		plan, err := home.PlanOf(p.System, file)
		gives["plan"] = plan.String()
		return err
	case "play":
		_, err = p.Play(opened(p.Desk, file), home.Turn{Move: argument, Post: true})
	case "accept":
		for _, m := range p.Invitations() {
			_, err = p.Accept(m.Short(), "", false)
		}
	case "settle":
		var lines []string
		if lines, err = home.LineFiles(file); err == nil {
			_, err = p.Settle(opened(p.Desk, file), lines[0], argument == "theirs", true)
		}
	case "draw":
		return do(home.Doing("draw"))
	case "agree":
		return do(home.Doing("agree"))
	case "rotate":
		return do(home.Rotate)
	default:
		return errors.New("nobody knows how to " + words[0])
	}
	return err
}

// read polls, and returns the verdicts and the messages that were sent.
func (p *player) read(gives facts) error {
	reports, sent, err := p.Poll(context.Background())
	verdicts, letters := []facts{}, []string{}
	for _, r := range reports {
		var steps []string
		for _, s := range r.Steps {
			steps = append(steps, s.String())
		}
		verdicts = append(verdicts, facts{"verdict": r.Verdict, "from": r.From, "match": r.Match, "steps": steps})
	}
	for _, d := range sent {
		letters = append(letters, d.To.Addr)
	}
	gives["reports"], gives["sent"] = verdicts, letters
	return err
}

// list lists the matches from the cache: the records are replaced by blanks.
func (p *player) list(gives facts) error {
	files, err := filepath.Glob(filepath.Join(p.Dir, "*.kif"))
	if err != nil {
		return err
	}
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		blanks := []byte(strings.Repeat(" ", int(info.Size())))
		if err := errors.Join(os.WriteFile(file, blanks, 0o600), os.Chtimes(file, info.ModTime(), info.ModTime())); err != nil {
			return err
		}
	}
	matches := map[string]match.Summary{}
	for s, err := range p.List() {
		if err != nil {
			return err
		}
		name := filepath.Base(s.File)
		s.File = ""
		matches[name] = s
	}
	gives["matches"] = matches
	return nil
}

// look describes the files of p.
func (p *player) look(t testing.TB, place string, gives facts) {
	t.Helper()
	heads, beside := map[string]string{}, []string{}
	for _, folder := range []string{"matches", "matches/invitations"} {
		entries, _ := os.ReadDir(filepath.Join(place, folder)) // a missing folder means that there were no invitations
		for _, entry := range entries {
			name := folder + "/" + entry.Name()
			if filepath.Ext(name) != ".kif" {
				if !entry.IsDir() {
					beside = append(beside, name)
				}
				continue
			}
			heads[name] = "not to be read"
			if c, err := p.Open(filepath.Join(place, name)); err == nil {
				heads[name] = brief(c.Head)
			}
		}
	}
	slices.Sort(beside)
	gives["heads"], gives["beside"] = heads, beside
	if known, err := os.ReadFile(p.Known); err == nil {
		gives["known"] = string(known)
	}
}

// kindOf returns an error without its words, under the name that its type had when the files were frozen.
func kindOf(err error) string {
	var key *home.NewKeyError
	var old *home.OldRecord
	switch {
	case errors.As(err, &key):
		return fmt.Sprintf("*desk.NewKeyError %s %s %s", key.Since, key.Old, key.New)
	case errors.As(err, &old):
		return "*desk.OldRecord"
	}
	return strconv.Quote(err.Error())
}
