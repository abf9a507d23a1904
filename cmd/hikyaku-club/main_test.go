package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/cmd/hikyaku-club/members"
	"hikyaku/cmd/hikyaku-club/watch"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/configfile"
	_ "hikyaku/internal/gctest"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// itself is the environment variable of a process of this test that is the command.
const itself = "HIKYAKU_CLUB_ITSELF"

func TestMain(m *testing.M) {
	if os.Getenv(itself) != "" {
		main()
	}
	os.Exit(m.Run())
}

// types types a command line, with an input, and returns what is printed and the exit status.
func types(t *testing.T, input string, args ...string) (out, errs string, status int) {
	t.Helper()
	return typesIn(t.Context(), input, args...)
}

// typesIn is types until a context ends.
func typesIn(ctx context.Context, input string, args ...string) (out, errs string, status int) {
	return typesOn(ctx, &paper{of: &dbtest.Faulty{}}, input, args...)
}

// typesOn is typesIn with what it prints on.
func typesOn(ctx context.Context, o *paper, input string, args ...string) (out, errs string, status int) {
	var e bytes.Buffer
	status = run(ctx, append([]string{"hikyaku-club", "--lang", "en"}, args...), strings.NewReader(input), o, &e)
	return o.String(), e.String(), status
}

// paper is an output on which each line can be made to fail.
type paper struct {
	bytes.Buffer
	of *dbtest.Faulty
}

// Write fails if this line is selected.
func (p *paper) Write(line []byte) (int, error) {
	if err := p.of.Step("print " + string(line)); err != nil {
		return 0, err
	}
	return p.Buffer.Write(line)
}

// printed is what a command prints that must succeed, after it has failed once for each line that can't be printed.
func printed(t *testing.T, args ...string) (out string) {
	t.Helper()
	faulty := &dbtest.Faulty{}
	faulty.Each(t, func() error {
		var errs string
		var status int
		if out, errs, status = typesOn(t.Context(), &paper{of: faulty}, "", args...); status != 0 {
			return errors.New(errs)
		}
		return nil
	})
	return out
}

// folder returns the folder of a club with a configuration of these lines.
func folder(t *testing.T, lines string) (config string) {
	t.Helper()
	config = filepath.Join(t.TempDir(), "club.yaml")
	dbtest.Must(t, os.WriteFile(config, []byte(lines), 0o600))
	return config
}

func TestExample(t *testing.T) {
	dir := t.TempDir()
	conf, err := readConfig(example, dir+"/club.yaml")
	dbtest.Must(t, err)
	if !conf.alone || conf.Database != dir+"/club.db" || conf.Secret != dir+"/secret" || conf.Exchange != dir+"/post" {
		t.Errorf("the example is read as %+v", conf)
	}
	few, err := readConfig([]byte("workers: {letters: 3}\nlimits: {seeks: 2}\nevidence: false\nsendmail: [a]\nlmtp: {listen: '127.0.0.1:24'}"), dir+"/club.yaml")
	dbtest.Must(t, err)
	limits := members.UsualLimits
	limits.Seeks = 2
	if conf.Workers != (game.Work{Letters: usualLetters, Sends: usualSends}) || few.Workers != (game.Work{Letters: 3, Sends: usualSends}) || conf.Limits != members.UsualLimits || few.Limits != limits {
		t.Errorf("the defaults are %+v and %+v, or with one value %+v and %+v", conf.Workers, conf.Limits, few.Workers, few.Limits)
	}
	for c, want := range map[*config]bool{conf: true, few: false} {
		if own, err := c.club(); err != nil || (own.Lookup != nil) != want {
			t.Errorf("evidence is %t: %v", !want, err)
		}
	}
	whole := regexp.MustCompile(`(?m)^( *)# ([a-z_]+:.*)$`).ReplaceAllString(string(example), "$1$2")
	for _, other := range []string{"sendmail", "exchange"} { // they exclude smtp
		whole = strings.Replace(whole, "\n"+other+":", "\n# "+other+":", 1)
	}
	if conf, err = readConfig([]byte(whole), dir+"/club.yaml"); err != nil || conf.alone {
		t.Errorf("with its optional fields: %+v, %v", conf, err)
	}
	for _, f := range configfile.Fields(config{}, configfile.Server{}, listenConfig{}, game.Work{}, members.Limits{}, siteConfig{}) {
		if !regexp.MustCompile(`(?m)(^ *(# ?)*|\{)` + f + `:`).Match(example) {
			t.Errorf("the example lacks the field %s", f)
		}
	}
}

// TestMeaning checks what a configuration, or none, says to the club, its site and its account.
func TestMeaning(t *testing.T) {
	for text, want := range map[string]string{
		"": "Club <club@localhost.localdomain> in en, at most 0 an hour; picture true, page false, plus false; trust , directors [], reminders [24h0m0s]; site  without 0; mail {  } 1m0s",
		"name: Café\naddress: cafe@example.org\nlanguage: ja\nmail: {limit: 500 /h}\npicture: false\npage: true\nplus: true\ntrust: mx.example.org\ndirectors: [dora@example.org]\nreminders: [2d, 3h]\n" +
			"site: {folder: site, address: 'https://example.org/', delay: 2}\nimap: {host: in.example.org}\nsmtp: {host: out.example.org}\nmailbox: Club\ntimeout: 5s": "Café <cafe@example.org> in ja, at most 500 an hour; picture false, page true, plus true; " +
			"trust mx.example.org, directors [dora@example.org], reminders [48h0m0s 3h0m0s]; site https://example.org/ without 2; mail {in.example.org out.example.org Club} 5s",
		"reminders: []\npicture: true": "Club <club@localhost.localdomain> in en, at most 0 an hour; picture true, page false, plus false; trust , directors [], reminders []; site  without 0; mail {  } 1m0s",
	} {
		conf, err := readConfig([]byte(text), t.TempDir()+"/club.yaml")
		dbtest.Must(t, err)
		own, err := conf.club()
		dbtest.Must(t, err)
		site, box := conf.publisher(own, "site"), conf.account()
		got := fmt.Sprintf("%s <%s> in %s, at most %d an hour; picture %t, page %t, plus %t; trust %s, directors %v, reminders %v; site %s without %d; mail {%s %s %s} %s", own.Desk.Me.Name, own.Desk.Me.Address, own.Lang, own.PerHour,
			own.Picture, own.Page, own.Plus, own.Trust, own.Directors, own.Reminders, site.Address, site.Delay, box.IMAP.Host, box.SMTP.Host, box.Folder, box.Timeout)
		if got != want || site.Version != version || box.Address != own.Desk.Me.Address {
			t.Errorf("%q means\n%s, not\n%s", text, got, want)
		}
	}
}

func TestConfigErrors(t *testing.T) {
	for text, want := range map[string]string{
		"nmae: Club":                      `line 1: unknown field "nmae": did you mean "name"?`,
		"name: Club\naddress: club":       `line 2: address: "club" isn't a mail address such as alice@example.org`,
		"language: fr":                    `line 1: language: "fr" isn't a choice: write en or ja`,
		"\ndatabase: mysql://a:b@c/d":     `line 2: database: "mysql://a:xxxxx@c/d" is neither a file name nor an address that starts with postgres://`,
		"lmtp: {listen: 127.0.0.1:24}":    "line 1: the club can receive messages but not send any: set smtp, sendmail or exchange",
		"sendmail: ['']":                  "line 1: sendmail: no program is given: write [/usr/sbin/sendmail, -t, -i]",
		"smtp: {host: a}\nsendmail: [a]":  "line 2: sendmail and smtp are both set: mail can be sent through only one of them: remove the other",
		"smtp: {host: a}\nexchange: b":    "line 2: exchange and imap, smtp are both set: mail can go through a shared folder or through servers, not both",
		"smtp: {user: a}":                 "line 1: smtp.host is missing: write the name of the server",
		"exchange: a\nlmtp:\n  listen: 1": `line 3: lmtp.listen: "1": write an address and a port, such as 127.0.0.1:2424`,
		"reminders: [soon]":               `line 1: reminders: "soon" isn't a length of time: write 2d, 24h or 30m`,
		"trust: <mx.example.org>":         `line 1: trust: "<mx.example.org>" isn't the name of a mail server: write the word after Authentication-Results: in a message you have received, such as mx.example.org`,
		"mail: {limit: 500}":              "line 1: \"500\" isn't a limit: write the number of messages per hour, for example 500/h",
		"workers: {letters: -1}":          "line 1: workers: write a number from 1, or 0 for the default",
		"timeout: -1s":                    "line 1: timeout: -1s is negative",
		"site: {listen: '127.0.0.1:80'}":  "line 1: site.listen: also set site.folder, the folder for the files of the website",
		"site: {folder: a, listen: '80'}": `line 1: site.listen: "80": write an address and a port, such as 127.0.0.1:2424`,
		"workers: many":                   "line 1: workers: the value has the wrong type: see config.example.yaml",
	} {
		_, err := readConfig([]byte(text), "club.yaml")
		if err == nil || i18n.Of(err).En != "club.yaml: "+want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for lines, secret := range map[string]bool{
		"database: postgres://hikyaku:secret@127.0.0.1/hikyaku": true, "imap: {host: 127.0.0.1, user: a, password: b}\nsendmail: [cat]": true, "smtp: {host: 127.0.0.1, user: a, password: b}": true,
		"database: none/club.db": false, "database: none/50%.db": false,
	} {
		open := folder(t, lines)
		dbtest.Must(t, os.Chmod(open, 0o644))
		if _, errs, status := types(t, "", "--config", open, "member", "list"); status != statusFailed || strings.Contains(errs, "other users can read") != secret {
			t.Errorf("%s, which everybody can read: %d %s", lines, status, errs)
		}
	}
	if _, errs, _ := types(t, "", "--config", "/none/club.yaml", "serve"); !strings.Contains(errs, "can't read the configuration") {
		t.Errorf("a configuration that is not there: %s", errs)
	}
}

func TestUsage(t *testing.T) {
	for want, args := range map[string][]string{
		`there is no command "sreve"`:                                    {"sreve"},
		"usage: hikyaku-club backup FILE":                                {"backup"},
		"--only cook: write receive":                                     {"--config", folder(t, ""), "serve", "--only", "cook"},
		"--lang fr: write en or ja":                                      {"--lang", "fr", "member", "list"},
		"there is no option --fast\nsee: hikyaku-club serve --help":      {"serve", "--fast"},
		"--lang needs a value":                                           {"event", "list", "--lang"},
		"--game needs a value":                                           {"event", "open", "Cup", "--game"},
		"open --game GAME NAME":                                          {"event", "open", "Cup"},
		"import --game GAME FILE":                                        {"event", "import", "cup.trf"},
		`--until "4/1": write a day such as`:                             {"event", "open", "Cup", "--game", "shogi", "--until", "4/1"},
		`there is no command "help"`:                                     {"help", "--help"},
		"there is no option --slow\nsee: hikyaku-club event open --help": {"event", "open", "--slow"},
		"there is no game chess: choose shogi, quoridor, diceshogi, goryujin, rengi or slashchain": {"load", "--game", "chess"},
		"at most one message per match": {"load", "--matches", "2", "--letters", "3"},
		"write at least one match":      {"load", "--matches", "0", "--letters", "0"},
	} {
		if _, errs, status := types(t, "", args...); status != 2 || !strings.Contains(errs, want) {
			t.Errorf("%v: %d %s, want %s", args, status, errs, want)
		}
	}
	t.Setenv("HIKYAKU_CLUB", folder(t, ""))
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // a command that is not refused ends
	var surplus func(path []string, commands []*cli.Command)
	surplus = func(path []string, commands []*cli.Command) {
		for _, c := range commands {
			args := append(slices.Clone(path), c.Name)
			if surplus(args, c.Subcommands); c.Subcommands != nil || c.Name == "receive" {
				continue
			}
			if slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), "game") }) {
				args = append(args, "--game", "shogi")
			}
			if _, errs, status := typesIn(ctx, "", append(args, "a", "b", "c", "d", "e", "f")...); status != 2 || !strings.Contains(errs, "usage: ") {
				t.Errorf("%v with too many arguments: %d %s", args, status, errs)
			}
		}
	}
	surplus(nil, newApp("en").Commands)
	file := filepath.Join(t.TempDir(), "file")
	dbtest.Must(t, os.WriteFile(file, nil, 0o600))
	if _, errs, status := types(t, "", "demo", "--folder", file); status != statusFailed || !strings.Contains(errs, "file") {
		t.Errorf("a demonstration in a file: %d %s", status, errs)
	}
	gone := t.TempDir()
	t.Chdir(gone)
	if os.Remove(gone) == nil { // which some systems refuse
		for _, line := range []string{"demo", "--config club.yaml init", "--config club.yaml doctor", "backup club.db"} {
			if _, errs, status := types(t, "", strings.Fields(line)...); status != statusFailed || !strings.Contains(errs, "getwd") {
				t.Errorf("%s in a folder that is gone: %d %s", line, status, errs)
			}
		}
	}
	if out, _, status := types(t, "", "--version"); status != 0 || out != "hikyaku-club "+version+"\n" {
		t.Errorf("the version: %d %s", status, out)
	}
	if _, errs, status := types(t, "", "event", "open", "Cup", "--game", "chess", "--config", folder(t, "")); status != statusFailed || !strings.Contains(errs, `This club doesn't play "chess"`) {
		t.Errorf("options behind the arguments: %d %s", status, errs)
	}
	if out, _, status := types(t, "", "event"); status != 0 || !strings.Contains(out, "stalled") {
		t.Errorf("the commands of events: %d %s", status, out)
	}
	if out, _, status := types(t, "", "--lang=ja"); status != 0 || !strings.Contains(out, "メールで指すクラブ") {
		t.Errorf("help: %d %s", status, out)
	}
}

var update = flag.Bool("update", false, "write the help of testdata anew")

// TestJapaneseHelp compares the help of every command with testdata, and checks that it is in Japanese throughout, and says in its usage
// whether there are options.
func TestJapaneseHelp(t *testing.T) {
	english := regexp.MustCompile(`\b(value|options?|default|help for|show help)\b|\b[A-Z]{3,}\b`)
	known := strings.NewReplacer("--help", "", "SIGTERM", "", "FIDE TRF16", "", "JSON", "", "CPU", "", "LMTP", "", "HIKYAKU_CLUB", "")
	got := ""
	var check func(path []string, flags []cli.Flag, commands []*cli.Command)
	check = func(path []string, flags []cli.Flag, commands []*cli.Command) {
		out, _, _ := types(t, "", append(slices.Clone(path), "--help")...)
		got += out + "\n"
		if found := english.FindString(known.Replace(out)); found != "" || out == "" || strings.Contains(out, "[オプション]") != (len(flags) > 0) {
			t.Errorf("%v: %q in\n%s", path, found, out)
		}
		for _, c := range commands {
			check(append(slices.Clone(path), c.Name), c.Flags, c.Subcommands)
		}
	}
	app := newApp("ja")
	check([]string{"--lang=ja"}, app.Flags, app.Commands)
	dbtest.Golden(t, "help.ja.txt", got, *update)
}

// TestInit checks that initializing a club twice changes nothing.
func TestInit(t *testing.T) {
	dir := t.TempDir()
	config := filepath.Join(dir, "new", "club.yaml")
	out, errs, status := types(t, "", "--config", config, "init", "--name", `Café "Go"`, "--address", "cafe@example.org")
	if status != 0 || !strings.Contains(out, "club.db") {
		t.Fatalf("init: %d %s%s", status, out, errs)
	}
	files := func() map[string]string {
		all := map[string]string{}
		for _, name := range []string{"club.yaml", "club.db", "secret"} {
			data, err := os.ReadFile(filepath.Join(dir, "new", name))
			dbtest.Must(t, err)
			all[name] = string(data)
			if info, err := os.Stat(filepath.Join(dir, "new", name)); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v %v", name, info.Mode(), err)
			}
		}
		return all
	}
	before := files()
	conf, err := readConfig([]byte(before["club.yaml"]), config)
	if err != nil || conf.Name != `Café "Go"` || conf.Address != "cafe@example.org" {
		t.Errorf("the configuration is %+v, %v", conf, err)
	}
	if _, errs, status := types(t, "", "--config", config, "init", "--name", "Other"); status != statusFailed || !strings.Contains(errs, "already exists and was not changed") {
		t.Errorf("init twice: %d %s", status, errs)
	}
	for name, text := range files() {
		if text != before[name] {
			t.Errorf("%s has changed", name)
		}
	}
	dbtest.Must(t, os.Remove(config))
	if _, errs, status := types(t, "", "--config", config, "init"); status != 0 || files()["secret"] != before["secret"] {
		t.Errorf("the secret has changed with a new configuration: %d %s", status, errs)
	}
	if _, errs, status := types(t, "", "--config", filepath.Join(dir, "x.yaml"), "init", "--address", "nobody"); status != statusFailed || !strings.Contains(errs, "isn't a mail address") {
		t.Errorf("init with a wrong address: %d %s", status, errs)
	}
	if _, err := os.Stat(filepath.Join(dir, "x.yaml")); err == nil {
		t.Error("a wrong configuration is written")
	}
}

// written is a letter to the club.
func written(t *testing.T, id string) []byte {
	l := &mailbox.Letter{
		From: mailbox.Address{Name: "Anna", Addr: "anna@example.org"}, To: mailbox.Address{Addr: "club@example.org"},
		Subject: "hello", Text: "hello", MessageID: "<" + id + "@example.org>", Date: time.Now(),
	}
	raw, err := l.Bytes()
	dbtest.Must(t, err)
	return raw
}

// letters counts the rows of letters in the database of a club.
func letters(t *testing.T, config, where string) (n int) {
	t.Helper()
	b, err := db.Open(t.Context(), filepath.Join(filepath.Dir(config), "club.db"), db.Options{Keep: true})
	dbtest.Must(t, err)
	defer b.Close()
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		_, err := db.One(tx, `select count(*) from letter`+where, nil, &n)
		return err
	}))
	return n
}

// serveLimit is how long TestServe may take: far more than it needs.
const serveLimit = time.Minute

// TestServe runs a club in a process of its own, asks for its website, hands it a letter, and stops it as a machine does that is switched off.
func TestServe(t *testing.T) {
	config := folder(t, "name: Café\naddress: club@example.org\nlmtp: {listen: 127.0.0.1:0}\nexchange: post\nmetrics: {listen: 127.0.0.1:0}\nsite: {folder: site, listen: 127.0.0.1:0}\n")
	program, err := os.Executable()
	dbtest.Must(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), serveLimit)
	defer cancel()
	c := exec.CommandContext(ctx, program, "--lang", "en", "--config", config, "serve", "--as", "one")
	c.Env, c.WaitDelay = append(os.Environ(), itself+"=1"), 5*time.Second
	var log bytes.Buffer
	c.Stderr = &log
	out, err := c.StdoutPipe()
	dbtest.Must(t, err)
	dbtest.Must(t, c.Start())
	lines := bufio.NewScanner(out)
	var said []string
	awaited := func(what string, err error) {
		t.Helper()
		if ctx.Err() != nil {
			_ = c.Wait()
			t.Fatalf("%v are over, and %s was still awaited (%v); it says %q, and logs %s", serveLimit, what, err, said, log.String())
		}
		dbtest.Must(t, err)
	}
	place, pages, metrics := "", "", ""
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "Messages are sent") {
		said = append(said, lines.Text())
		if where, found := strings.CutPrefix(lines.Text(), "Mail arrives by LMTP at "); found {
			place = strings.TrimSuffix(where, ".")
		}
		if where, found := strings.CutPrefix(lines.Text(), "The website answers at "); found {
			pages = strings.TrimSuffix(where, ".")
		}
		if where, found := strings.CutPrefix(lines.Text(), "Metrics are at "); found {
			metrics = strings.TrimSuffix(where, ".")
		}
	}
	awaited("what it says at its start", lines.Err())
	if want := "Messages are sent into the folder " + filepath.Join(filepath.Dir(config), "post") + "."; lines.Text() != want {
		t.Errorf("it says %q, want %q", lines.Text(), want)
	}
	if len(said) != 7 || said[0] != "Café <club@example.org>, on SQLite: "+filepath.Join(filepath.Dir(config), "club.db") {
		t.Errorf("it says %q, and logs %s", said, log.String())
	}
	for { // until the site is written
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, pages, http.NoBody)
		dbtest.Must(t, err)
		answer, err := http.DefaultClient.Do(request)
		awaited("the website", err)
		page, err := io.ReadAll(answer.Body)
		awaited("a page of the website", errors.Join(err, answer.Body.Close()))
		if answer.StatusCode == http.StatusOK {
			if !strings.Contains(string(page), "<h1>Café</h1>") {
				t.Errorf("the first page is %s", page)
			}
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", place)
	awaited("a connection to it", err)
	door := smtp.NewClientLMTP(conn)
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	awaited("its answer to a letter", door.SendMail("anna@example.org", []string{"club@example.org"}, bytes.NewReader(written(t, "1"))))
	awaited("its farewell", door.Quit())
	for counted := ""; !strings.Contains(counted, `hikyaku_club_letters_read_total{outcome="stranger"} 1`); time.Sleep(20 * time.Millisecond) {
		ask, err := http.NewRequestWithContext(ctx, "GET", metrics, nil)
		dbtest.Must(t, err)
		answer, err := http.DefaultClient.Do(ask)
		awaited("the letter among its metrics", err)
		all, err := io.ReadAll(answer.Body)
		awaited("its metrics", errors.Join(err, answer.Body.Close()))
		counted = string(all)
	}
	b, err := db.Open(ctx, filepath.Join(filepath.Dir(config), "club.db"), db.Options{Keep: true})
	awaited("its database", err)
	for holder := ""; holder == ""; time.Sleep(20 * time.Millisecond) { // of the mailbox
		awaited("its lease", b.Do(ctx, func(tx db.Tx) error {
			_, err := db.One(tx, `select holder from lease where name <> 'mail'`, nil, &holder)
			return err
		}))
		if holder != "" && holder != "one" {
			t.Errorf("the mailbox is read by %s", holder)
		}
	}
	b.Close()
	shown, errs, status := typesIn(ctx, "", "--config", config, "doctor")
	awaited("what the doctor says", nil)
	if status != 0 || strings.Contains(shown, "fault") {
		t.Errorf("the doctor of a club that serves: %d %s%s", status, shown, errs)
	}
	dbtest.Must(t, c.Process.Signal(syscall.SIGTERM))
	for lines.Scan() {
		said = append(said, lines.Text())
	}
	awaited("its end", nil)
	if err := c.Wait(); err != nil || !strings.HasPrefix(said[len(said)-1], "Stopping") {
		t.Errorf("it ends with %v, %q", err, said)
	}
	for line := range strings.Lines(log.String()) {
		if !json.Valid([]byte(line)) || strings.Contains(line, "@") || strings.Contains(line, `"ERROR"`) {
			t.Errorf("it logs %s", line)
		}
	}
	if n := letters(t, config, ""); n != 1 {
		t.Errorf("%d letters are written down, want 1", n)
	}
	if n := letters(t, config, ` where read > 0 and outcome = 'stranger'`); n != 1 {
		t.Errorf("%d letters of strangers are read, want 1", n)
	}
}

// TestServeTwice checks that serve reports an occupied port and exits.
func TestServeTwice(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	dbtest.Must(t, err)
	defer l.Close()
	for _, lines := range []string{"lmtp: {listen: PORT}", "metrics: {listen: PORT}", "site: {folder: site, listen: PORT}"} {
		config := folder(t, "exchange: post\n"+strings.Replace(lines, "PORT", l.Addr().String(), 1))
		if _, errs, status := serves(t, config); status != statusFailed || !strings.Contains(errs, l.Addr().String()+": another program is already listening there") {
			t.Errorf("%s, which is taken: %d %s", lines, status, errs)
		}
	}
}

// TestListenerFails checks that the error of a listener which ends before it was stopped reaches the process, and no other.
func TestListenerFails(t *testing.T) {
	broken := errors.New("the listener is broken")
	for _, ended := range []error{broken, nil, http.ErrServerClosed} {
		s := &server{failed: make(chan error, 1)}
		_, err := s.accept("127.0.0.1:0", func(l net.Listener) error {
			l.Close()
			return ended
		})
		dbtest.Must(t, err)
		s.running.Wait()
		close(s.failed)
		if got, heard := <-s.failed; heard != (ended == broken) || heard && got != ended {
			t.Errorf("of a listener that ended with %v, the process hears %v", ended, got)
		}
	}
}

// TestServerLog checks that the log of a process says that a member cannot be reached, and that a job has not ended.
func TestServerLog(t *testing.T) {
	conf, err := readConfig([]byte("exchange: post\n"), folder(t, ""))
	dbtest.Must(t, err)
	var log bytes.Buffer
	s := &server{conf: conf, log: watch.Log(&log)}
	s.does = []string{"work"}
	dbtest.Must(t, s.start(t.Context()))
	dbtest.Must(t, s.club.Do(t.Context(), func(d *game.Deal) error {
		d.Change(`insert into member (address, name, handle, lang, joined) values ('anna@example.org', 'Anna', 'anna', 'en', 1)`)
		return d.Lose("anna@example.org", game.By{Who: game.ByClub, Why: "550 5.1.1"})
	}))
	s.club.Base = lame{s.club.Base, func() {}}
	s.stop()
	for _, want := range []string{"cannot be reached", "550 5.1.1", `"msg":"not all jobs have ended","why":"a job is lame"`} {
		if got := log.String(); !strings.Contains(got, want) {
			t.Errorf("the log does not say %s: %s", want, got)
		}
	}
}

// serves runs a club that fails: one that doesn't is stopped.
func serves(t *testing.T, config string, args ...string) (out, errs string, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), serveLimit)
	defer cancel()
	return typesIn(ctx, "", append([]string{"--config", config, "serve"}, args...)...)
}

// lame is a database whose queue doesn't work.
type lame struct {
	db.DB
	used func() // after each transaction
}

func (l lame) Do(ctx context.Context, work func(db.Tx) error) error {
	defer l.used()
	return l.DB.Do(ctx, work)
}

func (lame) Start(context.Context) error { return errors.New("the queue is lame") }

func (l lame) Stop(ctx context.Context) error {
	return errors.Join(errors.New("a job is lame"), l.DB.Stop(ctx))
}

// TestServeLame checks that serve ends if its database can't be opened, or if the queue doesn't start. A process without jobs needs no
// queue.
func TestServeLame(t *testing.T) {
	t.Cleanup(func() { openBase = db.Open })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	config, fails, opened := folder(t, "exchange: post\n"), errors.New("the database is lost"), 0
	openBase = func(ctx context.Context, address string, o db.Options) (db.DB, error) {
		if fails != nil {
			return nil, fails
		}
		b, err := db.Open(ctx, address, o)
		used := func() {}
		if opened++; opened == 5 { // by the process without jobs
			used = cancel
		}
		return lame{b, used}, err
	}
	if _, errs, status := serves(t, config); status != statusFailed || !strings.Contains(errs, "is lost") {
		t.Errorf("without a database: %d %s", status, errs)
	}
	fails = nil
	for _, parts := range [][]string{nil, {"--only", "work"}, {"--only", "send"}, {"--only", "site"}} {
		if _, errs, status := serves(t, config, parts...); status != statusFailed || !strings.Contains(errs, "is lame") {
			t.Errorf("%q without a queue: %d %s", parts, status, errs)
		}
	}
	if out, errs, status := typesIn(ctx, "", "--config", config, "serve", "--only", "receive"); status != statusDone || !strings.Contains(out, "Stopping") {
		t.Errorf("without jobs: %d %s%s", status, out, errs)
	}
}

// TestRoles checks what a process with one role says at its start, and which jobs it runs.
func TestRoles(t *testing.T) {
	const lines = "name: Café\naddress: cafe@example.org\nlmtp: {listen: 127.0.0.1:0}\nexchange: post\nmetrics: {listen: 127.0.0.1:0}\nsite: {folder: site, listen: 127.0.0.1:0}\n"
	for role, want := range map[string]string{
		"receive": "Mail arrives by LMTP at PORT.|Mail arrives in the mailbox DIR/post.|Metrics are at http://PORT/metrics.|",
		"work":    "Metrics are at http://PORT/metrics.|Messages are processed 32 at a time.|32 letter, 8 tend, 1 due, 1 forget, 1 evidence, 1 expire, 1 digest, 1 stalled, 1 invitations, 1 events, 1 ladders, 1 rewrite, 1 log",
		"send":    "Metrics are at http://PORT/metrics.|Messages are sent into the folder DIR/post.|16 send",
		"site":    "Metrics are at http://PORT/metrics.|The website is in DIR/site.|The website answers at http://PORT/.|1 site",
	} {
		conf, err := readConfig([]byte(lines), folder(t, ""))
		dbtest.Must(t, err)
		s := &server{conf: conf, does: []string{role}, log: watch.Log(io.Discard)}
		dbtest.Must(t, s.start(t.Context()))
		said, jobs := "", []string{}
		for _, line := range s.says[2:] { // after the name of the club, and that its configuration wasn't read from a file
			said += line.En + "|"
		}
		for _, task := range s.tasks() {
			if !task.Away {
				jobs = append(jobs, fmt.Sprint(task.Workers, " ", task.Name))
			}
		}
		said = strings.ReplaceAll(regexp.MustCompile(`127\.0\.0\.1:\d+`).ReplaceAllString(said, "PORT"), conf.folder, "DIR") + strings.Join(jobs, ", ")
		if said != want {
			t.Errorf("a process for %s says and does\n%s\nnot\n%s", role, said, want)
		}
		s.stop()
	}
}

// slow is a database whose transactions take a second.
type slow struct {
	db.DB
	running, cut atomic.Int64 // transactions: now, and when it was closed
}

func (s *slow) Do(context.Context, func(db.Tx) error) error {
	s.running.Add(1)
	defer s.running.Add(-1)
	time.Sleep(time.Second)
	return nil
}

func (s *slow) Close() { s.cut.Store(s.running.Load()) }

// TestStopReading checks that a process that is stopped closes its database only after the reader of its mailbox has ended.
func TestStopReading(t *testing.T) {
	conf, err := readConfig([]byte("exchange: post\n"), folder(t, ""))
	dbtest.Must(t, err)
	synctest.Test(t, func(t *testing.T) {
		b := &slow{}
		s := &server{conf: conf, log: slog.New(slog.DiscardHandler), club: &game.Club{Base: b, Now: time.Now}}
		dbtest.Must(t, s.receive(t.Context()))
		synctest.Wait()
		if s.stop(); b.running.Load() != 0 || b.cut.Load() != 0 {
			t.Errorf("the database is closed during %d transactions, and %d go on", b.cut.Load(), b.running.Load())
		}
	})
}

// TestBrokenClub checks that each command fails if the configuration, the database or the folder for mail can't be used.
func TestBrokenClub(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	dbtest.Must(t, os.WriteFile(file, nil, 0o600))
	without := []string{"demo", "init", "load", "verify", "event read"} // commands for which no club is needed
	for _, broken := range []struct {
		lines string
		but   []string
	}{
		{"nmae: Club", without},
		{"database: " + file + "/club.db", without},
		{"exchange: " + file + "/post", append(without, "backup")},
	} {
		config := folder(t, broken.lines)
		var check func(path string, commands []*cli.Command)
		check = func(path string, commands []*cli.Command) {
			for _, c := range commands {
				name := strings.TrimSpace(path + " " + c.Name)
				if check(name, c.Subcommands); c.Subcommands != nil || slices.Contains(broken.but, name) {
					continue
				}
				args := append([]string{"--config", config}, strings.Fields(name)...)
				for _, arg := range strings.Fields(strings.Replace(c.ArgsUsage, "--game GAME", "--game=shogi", 1)) {
					switch {
					case strings.HasPrefix(arg, "--"):
						args = append(args, arg)
					case !strings.HasPrefix(arg, "["):
						args = append(args, filepath.Join(t.TempDir(), "1"))
					}
				}
				ctx, cancel := context.WithTimeout(t.Context(), serveLimit)
				out, errs, status := typesIn(ctx, string(written(t, "1")), args...)
				if cancel(); status == statusDone || status == statusUsage || !strings.Contains(out+errs, "nmae") && !strings.Contains(out+errs, file) {
					t.Errorf("%q, %s: %d %s%s", broken.lines, name, status, out, errs)
				}
			}
		}
		check("", newApp("en").Commands)
	}
	for _, lines := range []string{"secret: " + file + "/secret", "database: " + file + "/club.db"} {
		if _, errs, status := serves(t, folder(t, lines)); status != statusFailed || !strings.Contains(errs, file) {
			t.Errorf("serve with %s: %d %s", lines, status, errs)
		}
	}
	secret := filepath.Join(t.TempDir(), "secret")
	dbtest.Must(t, os.Mkdir(secret, 0o700)) // which cannot be read as a file
	for _, args := range [][]string{{file + "/club.yaml"}, {folder(t, "") + "/club.yaml"}, {filepath.Dir(secret) + "/club.yaml"}, {filepath.Join(t.TempDir(), strings.Repeat("x", 300))}, {filepath.Join(t.TempDir(), "club.yaml"), "--database", file + "/club.db"}} {
		if _, errs, status := types(t, "", append([]string{"--config", args[0], "init"}, args[1:]...)...); status != statusFailed || !strings.Contains(errs, "file") && !strings.Contains(errs, "directory") {
			t.Errorf("init of %q: %d %s", args, status, errs)
		}
	}
}

// TestNoPassword checks that no error shows the password of the database.
func TestNoPassword(t *testing.T) {
	t.Cleanup(func() { openBase = db.Open })
	openBase = func(_ context.Context, address string, _ db.Options) (db.DB, error) {
		return nil, errors.New("nobody is at " + address)
	}
	_, errs, status := types(t, "", "--config", folder(t, "database: postgres://hikyaku:geheim@127.0.0.1/hikyaku\n"), "member", "list")
	if status != statusFailed || !strings.Contains(errs, "nobody is at postgres://hikyaku") || strings.Contains(errs, "geheim") {
		t.Errorf("%d %s", status, errs)
	}
}

func TestReceive(t *testing.T) {
	config := folder(t, "address: club@example.org\n")
	if _, errs, status := types(t, string(written(t, "1")), "--config", config, "receive"); status != 0 {
		t.Errorf("a letter: %d %s", status, errs)
	}
	if n := letters(t, config, ""); n != 1 {
		t.Errorf("%d letters are written down, want 1", n)
	}
	if _, errs, status := types(t, "", "--config", config, "receive"); status != 75 {
		t.Errorf("no letter: %d %s", status, errs)
	}
	if _, errs, status := types(t, strings.Repeat("x", mailbox.MaxMail+1), "--config", config, "receive"); status != 65 {
		t.Errorf("a letter that is too large: %d %s", status, errs)
	}
	if _, errs, status := types(t, string(written(t, "2")), "--config", folder(t, "database: /none/club.db"), "receive"); status != 75 {
		t.Errorf("without a database: %d %s", status, errs)
	}
}

func TestBackup(t *testing.T) {
	config := folder(t, "")
	to := filepath.Join(t.TempDir(), "club.db")
	if _, errs, status := types(t, string(written(t, "1")), "--config", config, "receive"); status != 0 {
		t.Fatalf("a letter: %s", errs)
	}
	if out, errs, status := types(t, "", "--config", config, "backup", to); status != 0 || !strings.Contains(out, "keep a copy of that too") {
		t.Errorf("backup: %d %s%s", status, out, errs)
	}
	if n := letters(t, filepath.Join(filepath.Dir(to), "club.yaml"), ""); n != 1 {
		t.Errorf("the copy has %d letters, want 1", n)
	}
	if _, errs, status := types(t, "", "--config", config, "backup", to); status != statusFailed || !strings.Contains(errs, "exists") {
		t.Errorf("backup twice: %d %s", status, errs)
	}
	postgres := folder(t, "database: postgres://hikyaku:secret@127.0.0.1/hikyaku")
	if _, errs, status := types(t, "", "--config", postgres, "backup", to); status != statusFailed || !strings.Contains(errs, "pg_dump") || strings.Contains(errs, "secret@") {
		t.Errorf("backup of PostgreSQL: %d %s", status, errs)
	}
}

// TestLostKey checks that a club whose secret key is lost, or another one, makes no new key and stores nothing, but can be exported.
func TestLostKey(t *testing.T) {
	config := folder(t, "")
	ok := func(args ...string) {
		t.Helper()
		printed(t, append([]string{"--config", config}, args...)...)
	}
	secret := filepath.Join(filepath.Dir(config), "secret")
	ok("member", "list")
	dbtest.Must(t, os.Remove(secret))
	ok("log") // nobody has a message that was signed with the first key
	commands := [][]string{
		{"--config", config, "serve"}, {"--config", config, "receive"}, {"--config", config, "log"}, {"--config", config, "event", "list"},
		{"--config", filepath.Join(filepath.Dir(config), "other.yaml"), "init"},
	}
	refused := func(want string) {
		t.Helper()
		for _, args := range commands {
			if _, errs, status := types(t, string(written(t, "1")), args...); status == 0 || !strings.Contains(errs, want) {
				t.Errorf("%v: %d %s, want %s", args, status, errs, want)
			}
			os.Remove(filepath.Join(filepath.Dir(config), "other.yaml"))
		}
		if n := letters(t, config, ""); n != 0 {
			t.Errorf("%d letters are stored", n)
		}
		if _, errs, status := types(t, "", "--config", config, "export", t.TempDir()); status != 0 || !strings.Contains(errs, want) {
			t.Errorf("an export: %d %s, want %s", status, errs, want)
		}
	}
	kept := secret + ".kept"
	dbtest.Must(t, os.Rename(secret, kept))
	refused("is lost")
	if _, err := os.Stat(secret); err == nil {
		t.Error("there is a new secret key")
	}
	dbtest.Must(t, home.NewSecret(atomicfile.OS{}, secret))
	refused("isn't the secret key of this club")
	dbtest.Must(t, os.Rename(kept, secret))
	ok("log")
	exported := t.TempDir()
	ok("export", exported)
	if _, errs, status := types(t, "", "--config", folder(t, ""), "import", exported); status != 0 || !strings.Contains(errs, "is lost") {
		t.Errorf("import without the secret key: %d %s", status, errs)
	}
}

// TestLoadAgain checks that a database is measured again only with the folder that has the secret key of its matches.
func TestLoadAgain(t *testing.T) {
	t.Setenv(itself, "1") // for the workers
	database, folder := filepath.Join(t.TempDir(), "club.db"), t.TempDir()
	args := []string{"load", "--game", "slashchain", "--matches", "1", "--letters", "1", "--database", database}
	for range 2 {
		if out, errs, status := types(t, "", append(args, "--folder", folder)...); status != 0 || !strings.Contains(out, "turns_per_second") {
			t.Errorf("with the same folder: %d %s%s", status, out, errs)
		}
	}
	if _, errs, status := types(t, "", args...); status == 0 || !strings.Contains(errs, "there are matches in this database") {
		t.Errorf("without the folder: %d %s", status, errs)
	}
}
