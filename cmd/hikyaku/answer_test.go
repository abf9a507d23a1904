package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hikyaku/engine/all"
)

// table is a folder with players who write to each other through a folder, and what their commands have answered.
type table struct {
	*testing.T
	dir     string
	schemas schemas
	of      map[string]string // the schema of each command
	good    map[string]bool   // the commands that have succeeded
	bad     map[string]bool   // those that have failed
}

func newTable(t *testing.T) *table {
	t.Helper()
	s := &table{T: t, dir: t.TempDir(), schemas: loadSchemas(t), good: map[string]bool{}, bad: map[string]bool{}}
	s.of = s.schemas.commands()
	for _, name := range []string{"Alice", "Bob", "Carol"} {
		player := strings.ToLower(name)
		s.write(player+".yaml", fmt.Sprintf("name: %s\naddress: %s@example.org\nfolder: %[3]s/%[2]s\nstate: %[3]s/state\nsecret: %[3]s/state/%[2]s\nexchange: %[3]s/post\n", name, player, s.dir))
		s.must(os.MkdirAll(filepath.Join(s.dir, player), 0o700))
	}
	s.write("lost.yaml", fmt.Sprintf("address: alice@example.org\nfolder: %s/alice\nstate: %[1]s/lost\nsecret: %[1]s/state/alice\n"+
		"imap: {host: 127.0.0.1, port: 1, security: none, user: a, password_command: [echo, x]}\n"+
		"smtp: {host: 127.0.0.1, port: 1, security: none, user: a, password_command: [echo, x]}\n", s.dir))
	s.must(os.Mkdir(filepath.Join(s.dir, "post"), 0o700))
	s.write("bad.kif", "# KIF version=2.0 encoding=UTF-8\nゲーム：quoridor\n手数----指手---------消費時間--\n   1 e9\n")
	return s
}

func (s *table) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *table) file(name string) string { return filepath.Join(s.dir, name) }

func (s *table) write(name, text string) {
	s.Helper()
	s.must(os.WriteFile(s.file(name), []byte(text), 0o600))
}

// run runs a command line of a player with --json. A word that begins with @ is a file of the folder. The answer must be what the
// schema of the command allows, and the status the wanted one.
func (s *table) run(want int, player, line string) string { return s.pipe(want, player, "", line) }

// parse returns the command of a command line, and the line with the paths of files instead of words that begin with @.
func (s *table) parse(words []string) (command string, args []string) {
	if command = words[0]; slices.Contains([]string{"secret", "clock", "engine"}, command) {
		command += " " + words[1]
	}
	for _, word := range words {
		if name, ok := strings.CutPrefix(word, "@"); ok {
			word = s.file(name)
		}
		args = append(args, word)
	}
	return command, args
}

// pipe is run with something on standard input.
func (s *table) pipe(want int, player, in, line string) string {
	s.Helper()
	command, args := s.parse(strings.Fields(line))
	var out bytes.Buffer
	args = append([]string{"--config", s.file(player + ".yaml"), "--json"}, args...)
	if status := runHere(s.Context(), in, &out, io.Discard, args...); status != want {
		s.Errorf("%s: status %d, want %d: %s", line, status, want, out.String())
	}
	if want == statusDone {
		s.good[command] = true
	} else {
		s.bad[command] = true
	}
	if err := s.schemas.checkAnswer(s.of[command], out.Bytes()); err != nil {
		s.Errorf("%s: %v", line, err)
	}
	for _, said := range regexp.MustCompile(`"error":{[^{}]*"ja":"([^"]*)`).FindAllStringSubmatch(out.String(), -1) {
		if english := englishIn(said[1]); english != "" {
			s.Errorf("%s: says %q in English: %s", line, english, said[1])
		}
	}
	return out.String()
}

// wants wants an answer to match a pattern.
func (s *table) wants(answer, pattern string) string {
	s.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(answer)
	if found == nil {
		s.Errorf("%s does not match %s", answer, pattern)
		return ""
	}
	return found[len(found)-1]
}

// TestAnswers plays a match by mail and one at home, with all that goes wrong, and holds every answer against its schema.
func TestAnswers(t *testing.T) {
	s := newTable(t)
	s.alone()
	s.byMail()
	s.records()
	s.more()
	for command := range jsonCommands() {
		s.bad[command] = s.bad[command] && s.unknownFlag(command)
	}
	inScripts := regexp.MustCompile(`(?m)^schema (.+)$`)
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	s.must(err)
	for _, script := range scripts {
		data, err := os.ReadFile(script)
		s.must(err)
		for _, found := range inScripts.FindAllSubmatch(data, -1) {
			s.good[string(found[1])] = true
		}
	}
	for command := range jsonCommands() {
		if !s.good[command] || !s.bad[command] {
			t.Errorf("hikyaku %s: it has succeeded: %t, failed: %t; want both", command, s.good[command], s.bad[command])
		}
	}
}

// unknownFlag gives a command a flag that it does not know, which is found before its own code runs.
func (s *table) unknownFlag(command string) bool {
	s.wants(s.run(statusUsage, "alice", command+" --no-such-flag"), `^{"error":{"id":"usage",`)
	return true
}

// alone asks what needs no other player.
func (s *table) alone() {
	s.run(0, "alice", "version")
	s.run(2, "alice", "version now")
	s.wants(s.run(0, "alice", "rules"), `"name":"quoridor","title":{"en":"Quoridor"`)
	s.run(2, "alice", "rules now")
	s.run(0, "alice", "rules quoridor")
	s.run(0, "alice", "rules rengi move.malformed")
	s.run(2, "alice", "rules go")
	s.run(0, "alice", "themes")
	s.run(0, "alice", "themes dark")
	s.run(2, "alice", "themes nothing")
	s.run(0, "alice", "engine perft --game quoridor --depth 1 --divide")
	s.run(3, "alice", "engine perft --game quoridor --depth 1 e5")
	s.run(2, "alice", "engine perft --game quoridor")
	s.run(0, "alice", "engine duel --game rengi --games 2 simple simple")
	s.run(2, "alice", "engine duel --game rengi simple")
	s.run(0, "alice", "puzzle")
	s.run(2, "alice", "puzzle --show")
	s.run(0, "alice", "try --game slashchain")
	s.wants(s.run(3, "alice", "try --game quoridor e2 e5"), `"ply":1,.*"rejected":{"index":1,"move":"e5","rule":"pawn.too-far"`)
	s.run(2, "alice", "try --game go")
	s.run(2, "alice", "demo now")
	s.run(1, "alice", "themes --gallery -o @alice.yaml")

	for _, g := range all.Games {
		s.run(0, "alice", "new "+g.Name+" -o @"+g.Name+".kif")
		s.run(0, "alice", "show @"+g.Name+".kif")
		s.run(0, "alice", "moves @"+g.Name+".kif")
	}
	s.wants(s.run(1, "alice", "new quoridor -o @quoridor.kif"), `"id":"file.exists"`)
	s.run(2, "alice", "new quoridor -o -")
	s.run(0, "alice", "throw @diceshogi.kif 4")
	s.run(4, "alice", "throw @quoridor.kif")
	s.run(0, "alice", "move @quoridor.kif e2")
	s.run(0, "alice", "analyse @quoridor.kif --nodes 20")
	s.run(2, "alice", "analyse @quoridor.kif --level 11")
	s.wants(s.run(3, "alice", "move @quoridor.kif e2"), `^{"rejected":{"rule":"pawn.[a-z-]+","en":".+","ja":".+"}}\n$`)
	s.wants(s.run(1, "alice", "move @nothing.kif e2"), `^{"error":{"id":"file.missing","en":".+","ja":".+"}}\n$`)
	s.wants(s.run(5, "alice", "move @bad.kif e2"), `^{"error":{"id":"record.damaged","line":4,`)
	s.run(4, "alice", "move @quoridor.kif e3 --seat 1")
	s.run(0, "alice", "undo @quoridor.kif")
	s.run(1, "alice", "undo @quoridor.kif")
	s.run(0, "alice", "show @quoridor.kif -o @board.svg")
	s.run(2, "alice", "show @quoridor.kif --format text")
	s.wants(s.run(0, "alice", "resign @quoridor.kif"), `"next":{"result":{"rule":"record.resign","places":\[2,1\]}},.*"status":"over","ending":"record.resign"`)
	s.wants(s.run(4, "alice", "move @quoridor.kif e2"), `^{"error":{"id":"turn"`)
	s.run(4, "alice", "resign @quoridor.kif")
	s.run(0, "alice", "draw @rengi.kif")
	s.run(2, "alice", "draw a b c")
	s.run(0, "alice", "show @rengi.kif")
	s.run(0, "alice", "clock claim @slashchain.kif")
	s.run(1, "alice", "clock claim @nothing.kif")
	s.run(5, "alice", "show @bad.kif")
	s.run(5, "alice", "moves @bad.kif")
}

// byMail plays a match by mail, with an offer, an absence, a pause and a plan.
func (s *table) byMail() {
	s.run(0, "bob", "poll")
	s.wants(s.run(6, "alice", "invite quoridor carol@example.org"), `^{"error":{"id":"mail\.refused",`)
	s.run(2, "alice", "invite quoridor nobody")
	match := s.wants(s.run(0, "alice", "invite quoridor bob@example.org --seat 1 --time 3d"), `"match":"([0-9a-f]{8})".*"sent":\[{"to":"bob@example.org",.*"ok":true}\]`)
	s.wants(s.run(0, "bob", "poll"), `"verdict":"new","from":"alice@example.org"`)
	s.wants(s.run(0, "bob", "matches"), `^{"matches":\[{.*"status":"joining","turn":"bob@example.org","mine":true,"digest":"[0-9a-f]{64}"}\]}\n$`)
	s.run(1, "bob", "accept 00000000")
	s.run(0, "bob", "accept "+match)
	s.wants(s.run(0, "alice", "poll"), `"steps":\[{"do":"accept"}\],"status":"move","mine":true`)
	s.run(1, "alice", "plan "+match+" e2")
	s.run(0, "alice", "plan --clear "+match)
	s.run(2, "alice", "plan a b c")
	s.wants(s.run(0, "alice", "draw "+match), `"mine":true`)
	s.wants(s.run(0, "alice", "move e2 --send --draw"), `"offer":{"asks":"draw","by":"alice@example.org","mine":false},"until":"[0-9T:-]+Z"`)
	s.wants(s.run(0, "bob", "poll"), `"steps":\[{"do":"move","move":"e2"},{"do":"draw-offer"}\]`)
	s.wants(s.run(0, "bob", "matches --waiting"), `"offer":{"asks":"draw","by":"alice@example.org","mine":true}`)
	s.run(0, "bob", "show")
	s.wants(s.run(0, "bob", "clock away 2099-12-20..2099-12-25"), `"away":\[{"who":"Bob","from":"2099-12-20","to":"2099-12-25","zone":"\+00:00"}\]`)
	s.run(2, "bob", "clock away "+match+" tomorrow")
	s.run(0, "bob", "say "+match+" hello")
	s.wants(s.run(0, "bob", "send "+match), `^{"sent":\[{"to":"alice@example.org","file":".+","match":"[0-9a-f]{8}","ok":true}\]}\n$`)
	s.run(1, "bob", "send nothing")
	s.wants(s.run(0, "bob", "clock pause "+match+" --send"), `"asks":"pause"`)
	s.run(1, "bob", "say nothing hello")
	s.run(0, "alice", "poll")
	s.wants(s.run(0, "alice", "accept "+match), `"paused":"[0-9T:-]+Z"`)
	s.run(1, "alice", "accept "+match)
	s.run(0, "alice", "clock resume "+match+" --send")
	s.run(1, "alice", "clock resume "+match)
	s.run(2, "alice", "substitute "+match)
	s.wants(s.run(1, "alice", "substitute "+match+" bob@example.org"), `"id":"refused.substitute-reader"`)
	s.run(0, "alice", "substitute "+match+" dave@example.org")
	s.run(0, "alice", "undo "+match)
	s.run(1, "alice", "clock pause nothing")
	s.run(2, "alice", "settle "+match)
	s.wants(s.run(6, "lost", "poll"), `^{"reports":\[\],"sent":.*"error":{"id":"mail.unreachable"|^{"error":{"id":"mail.unreachable"`)
	s.run(statusUsage, "alice", "setup --address alice")
	s.wants(s.run(1, "alice", "setup --address eve@example.org --exchange @post"), `"id":"settings.overruled"`)
	s.wants(s.run(6, "lost", "doctor"), `"ok":false,"error":{"id":"mail.unreachable",.*"hint":"`)
	if answer := s.run(0, "alice", "doctor"); strings.Contains(answer, `"hint"`) {
		s.Errorf("a hint where all is well: %s", answer)
	}

	s.run(0, "bob", "invite slashchain alice@example.org")
	s.run(0, "alice", "poll")
	s.run(0, "alice", "decline --time 7d")
	s.run(1, "alice", "decline nothing")
	s.run(0, "bob", "poll")
	s.run(0, "bob", "decline")
	s.run(1, "bob", "decline")
	s.wants(s.pipe(1, "bob", "From: x@example.org\r\nSubject: Lunch?\r\n\r\nAt noon?\r\n", "receive"), `"error":{"id":"mail.not-ours"`)
	letters, err := filepath.Glob(s.file("post/bob@example.org/new/*"))
	s.must(err)
	letter, err := os.ReadFile(letters[len(letters)-1])
	s.must(err)
	s.wants(s.pipe(0, "bob", string(letter), "receive"), `"verdict":"known"`)
	s.run(2, "bob", "poll --watch now")
	s.watch()
	s.run(0, "alice", "secret keys")
	s.run(0, "alice", "secret keys "+match)
	s.run(1, "carol", "secret keys @nothing.kif")
	secret := s.wants(s.run(0, "alice", "secret show"), `"secrets":\["(.+?)"`)
	s.run(2, "alice", "secret show all")
	s.run(0, "alice", "secret new")
	s.run(2, "alice", "secret new one")
	s.run(0, "alice", "secret rotate "+match)
	s.run(1, "alice", "secret rotate nothing")
	s.run(2, "alice", "secret address nowhere")
	s.run(1, "alice", "secret replace "+match)
	s.must(os.Remove(s.file("state/bob")))
	s.run(0, "bob", "secret new")
	s.wants(s.run(0, "bob", "secret replace "+match), `"asks":"rechain","by":"bob@example.org","mine":false`)
	s.pipe(0, "alice", secret+"\n", "secret import")
	s.pipe(1, "alice", "no secret\n", "secret import")
}

// watch has Bob wait for an invitation, and ends with the line about it.
func (s *table) watch() {
	s.run(0, "alice", "invite rengi bob@example.org")
	ctx, stop := context.WithCancel(s.Context())
	defer stop()
	out := &onWrite{act: stop}
	status := runHere(ctx, "", out, io.Discard, "--config", s.file("bob.yaml"), "poll", "--watch", "--json")
	if err := s.schemas.checkAnswer(s.of["poll"], out.Bytes()); err != nil || status != statusDone || !strings.Contains(out.String(), `"verdict":"new"`) {
		s.Errorf("status %d, %v", status, err)
	}
	s.good["poll"] = true
}

// onWrite does something before the first write, and keeps what is written.
type onWrite struct {
	bytes.Buffer
	act func()
}

func (w *onWrite) Write(p []byte) (int, error) {
	if act := w.act; act != nil {
		w.act = nil
		act()
	}
	return w.Buffer.Write(p)
}

// more asks what comes with matches: notes, people, and what is over or lost.
func (s *table) more() {
	s.wants(s.run(0, "alice", "note @rengi.kif lost --at 0"), `"notes":\[{"number":1,"ply":0,"played":true,"time":"[^"]+Z","text":"lost"}\]`)
	s.run(2, "alice", "note @rengi.kif --at 0")
	s.wants(s.run(0, "alice", "block bob@example.org"), `^{"blocked":\["bob@example.org"\]}\n$`)
	s.run(2, "alice", "block nobody")
	s.wants(s.run(0, "alice", "block --remove bob@example.org"), `^{"blocked":\[\]}\n$`)
	s.run(1, "alice", "block --remove bob@example.org")
	s.run(0, "alice", "matches --over")
	s.run(0, "alice", "matches --restore")
	s.run(1, "carol", "matches --restore")
	s.run(1, "alice", "invite --rematch nothing")
	s.run(0, "carol", "bot --once")
	s.run(2, "carol", "bot now")
}

// records asks about records and lists of them.
func (s *table) records() {
	s.run(0, "alice", "check @rengi.kif")
	s.wants(s.run(5, "alice", "check --all @rengi.kif @bad.kif @nothing.kif"), `^{"records":\[{.*"ok":true,.*"ok":false,.*"id":"record.damaged","line":4,.*"id":"file.missing",.*\],"forks":\[\]}\n$`)
	s.run(0, "alice", "convert @quoridor.kif @copy.kif")
	s.run(1, "alice", "convert @nothing.kif @new.kif")
	s.wants(s.run(1, "alice", "convert @quoridor.kif @copy.kif"), `^{"error":{"id":"file.exists"`)
	s.run(2, "alice", "convert @quoridor.kif -")
	s.must(os.Rename(s.file("bad.kif"), s.file("alice/bad.kif")))
	s.wants(s.run(5, "alice", "matches"), `{"file":".+/bad.kif","ply":0,"error":{"id":"record.unreadable"`)
	s.run(5, "alice", "matches --waiting")
	s.wants(s.run(1, "alice", "matches --folder @nothing"), `^{"error":{"id":"file.missing"`)
}

// TestJSONIsAskedFor wherever --json is a flag, known or not, and nowhere else.
func TestJSONIsAskedFor(t *testing.T) {
	for line, want := range map[string]bool{
		"version": false, "version --json": true, "--json version": true, "version -json": true, "version --json=true": true, "version --json=false": false,
		"version --json=maybe": true, "nonsense --json": true, "move --nonsense --json": true, "move e2 --message --json": false, "move -- --json": false,
	} {
		if _, json := interleave(newApp(), append([]string{"hikyaku"}, strings.Fields(line)...)); json != want {
			t.Errorf("%s: JSON is asked for: %t, want %t", line, json, want)
		}
	}
}

// TestAnswersOfBatch holds the lines of try --batch against their schema.
func TestAnswersOfBatch(t *testing.T) {
	s := newTable(t)
	var in strings.Builder
	ids := []string{`"a"`, `7`, `-1.50e400`, `true`, `null`}
	for _, id := range ids {
		for _, rest := range []string{`"game":"quoridor"`, `"game":"go"`, `"surprise":1`, `"game":"diceshogi","moves":["x"],"legal":false`} {
			fmt.Fprintf(&in, "{\"id\":%s,%s}\n", id, rest)
		}
	}
	var out bytes.Buffer
	if err := batch(strings.NewReader(in.String()+"nonsense\n"), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(out.String(), "\n"), "\n")
	for i, line := range lines {
		if err := s.schemas.checkAnswer(s.of["try --batch"], []byte(strings.TrimSuffix(line, "\n")+"\n")); err != nil {
			t.Error(err)
		}
		if i < len(lines)-1 && !strings.HasPrefix(line, `{"id":`+ids[i/4]+`,`) {
			t.Errorf("answer %d does not begin with the id %s: %s", i, ids[i/4], line)
		}
	}
	if len(lines) != 4*len(ids)+1 {
		t.Errorf("%d answers", len(lines))
	}
}

// TestAnswersAreTheSameInEveryLanguage: an answer has both languages, and identifiers stay.
func TestAnswersAreTheSameInEveryLanguage(t *testing.T) {
	s := newTable(t)
	s.run(0, "alice", "new diceshogi -o @d.kif")
	for _, line := range []string{
		"show @d.kif", "moves @d.kif", "check @d.kif @bad.kif", "move @d.kif 7g7f", "move nothing e2", "rules quoridor wall.blocks-path", "rules", "matches",
	} {
		var answers [2]bytes.Buffer
		for i, lang := range []string{"en", "ja"} {
			args := []string{"--config", s.file("alice.yaml"), "--lang", lang, "--json"}
			runHere(t.Context(), "", &answers[i], io.Discard, append(args, strings.Fields(strings.ReplaceAll(line, "@", s.dir+"/"))...)...)
		}
		if en, ja := answers[0].String(), answers[1].String(); en != ja || en == "" {
			t.Errorf("%s answers %s\nand %s", line, en, ja)
		}
	}
}
