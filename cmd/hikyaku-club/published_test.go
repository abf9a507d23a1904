package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/kif"
	"hikyaku/match"
)

// TestDirecting makes a club with members and an event, exports it, verifies what it publishes, and makes another club of it.
func TestDirecting(t *testing.T) {
	dir := t.TempDir()
	config := folder(t, "name: Café\naddress: club@example.org\n")
	ok := func(args ...string) string {
		t.Helper()
		return printed(t, append([]string{"--config", config}, args...)...)
	}
	fails := func(want string, args ...string) {
		t.Helper()
		if out, errs, status := types(t, "", append([]string{"--config", config}, args...)...); status == 0 || !strings.Contains(errs, want) {
			t.Errorf("%v: %d %s%s, want %s", args, status, out, errs, want)
		}
	}
	conf, err := readConfig([]byte("name: Café\naddress: club@example.org\n"), config)
	dbtest.Must(t, err)
	own, err := conf.club()
	dbtest.Must(t, err)
	own.Base, err = conf.open(t.Context(), db.Options{})
	dbtest.Must(t, err)
	dbtest.Must(t, own.Do(t.Context(), func(tx *game.Deal) error {
		quoridor := game.Setup{Game: all.Game("quoridor"), Control: "3d"}
		for _, name := range []string{"Anna", "Bert"} {
			low := strings.ToLower(name)
			if _, err := tx.Exec(`insert into member (address, name, handle, lang, joined) values ($1, $2, $3, 'en', 1762041600000000)`, low+"@example.org", name, low); err != nil {
				return err
			}
			quoridor.Players = append(quoridor.Players, game.Player{Seat: kif.Seat{Name: name, Address: low + "@example.org"}, Accepted: kif.Hash{low[0]}})
		}
		_, err := tx.Begin(quoridor)
		return err
	}))
	dbtest.Must(t, own.Do(t.Context(), func(tx *game.Deal) error {
		files, err := db.Texts(tx, `select file from match`)
		dbtest.Must(t, err)
		c, err := tx.Shelf.Open(path.Join(game.Folder, files[0]))
		if err == nil {
			_, err = tx.Shelf.Change(c, func(m *match.Match) (*match.Match, error) {
				return tx.Shelf.Sign(m, kif.Event{Step: kif.Move("e2"), Mail: kif.Hash{1}, Posted: true}, m.Turn)
			})
		}
		return err
	}))
	own.Base.Close()
	fails("cara isn't a member", "member", "bar", "cara")
	ok("member", "bar", "ANNA")
	ok("member", "rename", "bert@example.org", "Berta")
	fails("Anna", "member", "rename", "Berta", "Anna")
	if out := ok("member", "list"); out != "Anna   anna@example.org  since 2025-11-02  1 open match  (barred)\nBerta  bert@example.org  since 2025-11-02  1 open match\n" {
		t.Errorf("the members are %q", out)
	}
	ok("member", "unbar", "anna@example.org")
	if out := ok("member", "list"); strings.Contains(out, "barred") {
		t.Errorf("the members are %q", out)
	}
	ok("event", "open", "--game", "quoridor", "--time", "3d", "--players", "4", "Winter Cup")
	fails("Winter Cup", "event", "open", "--game", "quoridor", "--players", "4", "Winter Cup")
	fails(`doesn't play "go". It plays Shogi, `, "event", "open", "--game", "go", "--players", "4", "Go")
	if out := ok("event", "list"); !strings.HasPrefix(out, "Winter Cup  round robin  Quoridor  open for entries  0 players\n") {
		t.Errorf("the events are %q", out)
	}
	if out := ok("--lang", "ja", "event", "list"); !strings.HasPrefix(out, "Winter Cup  総当たり  コリドール  受付中  0人\n") {
		t.Errorf("the events in Japanese are %q", out)
	}
	if out := ok("event", "table", "Winter Cup"); strings.Contains(out, "Anna") {
		t.Errorf("the table of an event that has not begun is %q", out)
	}
	ok("event", "open", "--game", "quoridor", "--time", "3d", "--players", "2", "Duel")
	own.Base, err = conf.open(t.Context(), db.Options{})
	dbtest.Must(t, err)
	dbtest.Must(t, own.Do(t.Context(), func(tx *game.Deal) error {
		for _, address := range []string{"anna@example.org", "bert@example.org"} {
			if err := events.Enter(tx, "Duel", address, kif.Hash{address[0]}); err != nil {
				return err
			}
		}
		return nil
	}))
	own.Base.Close()
	if out := ok("event", "table", "Duel"); !strings.Contains(out, "Anna") || !strings.Contains(out, "Berta") {
		t.Errorf("the table of a running event is %q", out)
	}
	fails("write text, list, csv or html", "event", "table", "--format", "pdf", "Winter Cup")
	fails("usage: ", "event", "decide", "--reason", "x", "Winter Cup", "one", "1", "1-0")
	fails("needs a reason", "event", "decide", "Duel", "1", "1", "1-0")
	ok("event", "enter", "--reason", "She asked by telephone.", "Winter Cup", "Anna")
	ok("event", "withdraw", "--reason", "She is ill.", "Winter Cup", "Anna")
	ok("event", "cancel", "--reason", "Too few have entered.", "Winter Cup")
	fails("already over", "event", "cancel", "--reason", "Once more.", "Winter Cup")
	list := strings.Split(ok("match", "list"), "\n")
	if len(list) != 3 || !strings.Contains(list[0], "Anna") {
		t.Fatalf("the matches are %q", list)
	}
	code := list[0][:8]
	ok("member", "unreachable", "--reason", "A letter came back.", "Anna")
	if out := ok("member", "list"); !strings.Contains(out, "bounces since") {
		t.Errorf("the members are %q", out)
	}
	ok("member", "reachable", "--reason", "She has telephoned.", "Anna")
	fails("no match has the code ffff", "match", "show", "ffff")
	fails("a time from 1 hour", "match", "extend", "--reason", "x", code, "soon")
	ok("match", "extend", "--reason", "Anna is ill.", code, "3d")
	ok("match", "adjudicate", "--reason", "Both have agreed.", code, "1-0")
	if out := ok("match", "show", code); !regexp.MustCompile(`(?m)^\S+ \S+  operator  3 days of extra time  Anna is ill\.\n\S+ \S+  operator  result 1-0            Both have agreed\.$`).MatchString(out) {
		t.Errorf("the match is %q", out)
	}
	if out := ok("match", "show", list[0][:8]) + ok("match", "show", list[1][:8]); strings.Count(out, "\n   1 e2\n") != 1 {
		t.Errorf("the matches are %q", out)
	}
	if out := ok("event", "stalled"); out != "" {
		t.Errorf("the stalled matches are %q", out)
	}
	own.Base, err = conf.open(t.Context(), db.Options{})
	dbtest.Must(t, err)
	dbtest.Must(t, own.Do(t.Context(), func(tx *game.Deal) error {
		_, err := tx.Exec(`update match set until = $1 where state = 'open'`, time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC))
		return err
	}))
	own.Base.Close()
	if out := ok("event", "stalled"); strings.Count(out, "\n") != 1 || !strings.Contains(out, "Anna") || !strings.Contains(out, "out of time since 2 November 2026.") {
		t.Errorf("the stalled matches are %q", out)
	}
	fails("there is no command \"event close\"", "event", "close")
	export, site := filepath.Join(dir, "export"), filepath.Join(dir, "site")
	ok("export", export)
	ok("site", "-o", site)
	if _, err := os.Stat(filepath.Join(site, "index.html")); err != nil {
		t.Error(err)
	}
	ok("verify", "--site", site, export)
	fails("name the folder with -o", "site")
	dbtest.Must(t, os.WriteFile(conf.Secret+".root", []byte("nothing"), 0o600))
	if _, errs, status := types(t, "", "--config", config, "export", export); status != 0 || !strings.Contains(errs, "has no root of a log") {
		t.Errorf("an export beside a log that can't be continued: %d %s", status, errs)
	}
	fails("has no root of a log", "log")
	fails("has no root of a log", "log", "--continue")
	dbtest.Must(t, os.Remove(conf.Secret+".root"))
	forged := filepath.Join(dir, "forged")
	dbtest.Must(t, os.CopyFS(forged, os.DirFS(export)))
	records, err := filepath.Glob(filepath.Join(forged, "*.kif"))
	dbtest.Must(t, err)
	dbtest.Must(t, os.Remove(records[0]))
	fails("follow from the records", "verify", forged)
	other := folder(t, "name: Café\naddress: club@example.org\n")
	secret, err := os.ReadFile(conf.Secret)
	dbtest.Must(t, err)
	config = other
	dbtest.Must(t, os.WriteFile(filepath.Join(filepath.Dir(other), "secret"), secret, 0o600))
	fails("no such file", "import", filepath.Join(dir, "none"))
	if out, errs, status := types(t, "", "--config", config, "import", export); status != 0 || out != "2 matches were imported\n" {
		t.Errorf("import: %d %q %s", status, out, errs)
	}
	if out := ok("member", "list"); !strings.Contains(out, "Berta") {
		t.Errorf("the members of the other club are %q", out)
	}
}

// failing returns the database of all commands until the end of the test, in which each statement can be made to fail once.
func failing(t *testing.T) *dbtest.Faulty {
	faulty := &dbtest.Faulty{Once: map[string]bool{}}
	t.Cleanup(func() { openBase = db.Open })
	openBase = func(ctx context.Context, address string, o db.Options) (_ db.DB, err error) {
		faulty.DB, err = db.Open(ctx, address, o)
		return faulty, err
	}
	return faulty
}

// TestEventCommands directs an event with the commands for it, imports its report as another event, and deletes members. Each
// statement in the database fails once before, and its command must fail and change nothing.
func TestEventCommands(t *testing.T) {
	dir := t.TempDir()
	config := folder(t, "name: Café\naddress: club@example.org\n")
	conf, err := readConfig([]byte("name: Café\naddress: club@example.org\n"), config)
	dbtest.Must(t, err)
	b, err := conf.open(t.Context(), db.Options{})
	dbtest.Must(t, err)
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		for _, name := range []string{"Anna", "Bert", "Cara", "Dora"} {
			low := strings.ToLower(name)
			if _, err := tx.Exec(`insert into member (address, name, handle, lang, joined) values ($1, $2, $3, 'en', 1762041600000000)`, low+"@example.org", name, low); err != nil {
				return err
			}
		}
		return nil
	}))
	b.Close()
	faulty := failing(t)
	report, other, paired, code := filepath.Join(dir, "report.trf"), filepath.Join(dir, "other.trf"), filepath.Join(dir, "paired.trf"), ""
	dbtest.Must(t, os.WriteFile(paired, []byte("012 Paired\n062 4\n092 Individual: Swiss-System\nXXR 3\nXXC white1\n"+
		"001    1      Alice                             1712                             1.0    1     3 w 1\n"+
		"001    2      Bob                               1600                             1.0    2     4 b 1\n"+
		"001    3      Carol                             1500                             0.0    3     1 b 0\n"+
		"001    4      Dan                               1400                             0.0    4     2 w 0\n"), 0o600))
	for _, step := range []struct{ args, want string }{ // want follows "!" if the command fails
		{"event open --game quoridor --kind swiss --rounds 3 --round 7d --players 9 --until 2130-01-02 --friendly --engines Open", ""},
		{"event list", "Open  Swiss, 3 rounds  Quoridor  open for entries  0 players\n"},
		{"event bye Open Anna", "!Anna has not entered Open"},
		{"event withdraw --reason Asked. Open Anna", "!Anna has not entered Open"},
		{"event enter --reason Asked. Open Anna", ""},
		{"event enter --reason Asked. Open Bert", ""},
		{"event enter --reason Asked. Open Cara", ""},
		{"event enter --reason Asked. Open Dora", ""},
		{"event enter --reason Asked. Open dora@example.org", "!Dora has already entered Open"},
		{"event enter --reason Asked. Robin Dora", "!There is no event called \"Robin\". The newest events: Open."},
		{"event open --game quoridor --players 9 Robin", ""},
		{"event enter --reason Asked. Robin Dora", ""},
		{"event bye Robin Dora", "!Robin has no byes"},
		{"event withdraw --reason Asked. Robin Dora", ""},
		{"event cancel --reason Asked. Robin", ""},
		{"event enter --reason Asked. Robin Dora", "!Robin is over"},
		{"event open Small --game MiniShogi --players 4", ""},
		{"event list", "Small  round robin      Minishogi  open for entries  0 players\n"},
		{"event cancel --reason Asked. Small", ""},
		{"event bye Open Anna", "Anna has a bye in round 1 of Open"},
		{"event bye Open", "!usage: hikyaku-club event bye EVENT MEMBER [ROUND]"},
		{"event bye Open Anna 1 2", "!usage: hikyaku-club event bye EVENT MEMBER [ROUND]"},
		{"event bye Open Nobody", "!Nobody isn't a member"},
		{"event trf Open", "!it has no rounds, or hasn't begun"},
		{"event trf None", "!There is no event"},
		{"event table None", "!There is no event"},
		{"event read " + report, "!no such file"},
		{"event read " + paired, "No.  Player"},
		{"event start Open", ""},
		{"event start Open", "!Open has already started"},
		{"event bye Open Bert 1", "!Round 1 of Open has already started"},
		{"event bye Open Bert 3", "!byes aren't possible in the last one"},
		{"event bye Open Bert 2", "Bert has a bye in round 2 of Open"},
		{"event list", "Open   Swiss, 3 rounds  Quoridor   running  4 players\n"},
		{"event table --format list Open", "Anna, 0.5 points from 1 game. Had a half-point bye."},
		{"event table --format csv Open", "\n2,Anna,0.5,"},
		{"event table --format html Open", "<caption>Open</caption>"},
		{"event stalled", ""},
		{"event trf Open", "\n092 Individual: Swiss-System\n"},
		{"event read " + report, "!A game of round 1 isn't over"},
		{"event pause --reason Holidays. Open", ""},
		{"event pause --reason Holidays. Open", "!Open is already in that state"},
		{"event resume --reason Holidays. Open", ""},
		{"event import --game shogi " + report, "!already an event called Open"},
		{"event import --game shogi --time 5d " + other, ""},
		{"event list", "Import  Swiss, 3 rounds  Shogi      running  4 players\n"},
		{"event import --game shogi " + filepath.Join(dir, "none"), "!no such file"},
		{"match list", "  Shogi  "},
		{"match show CODE", "Shogi"},
		{"member delete Bert", "!Bert still plays in 2 open matches"},
		{"member delete Dora", ""},
		{"member delete Nobody", "!Nobody isn't a member"},
		{"member list", "@players.example.org  since 2025-11-02  0 open matches  (left)\n"},
		{"log", "="},
		{"log --continue", "!lost nothing"},
		{"export --public " + filepath.Join(dir, "public"), ""},
		{"verify " + filepath.Join(dir, "public"), "Everything published follows"},
		{"verify --root x " + filepath.Join(dir, "public"), "!has no root of a log"},
	} {
		args := append([]string{"--config", config}, strings.Fields(strings.ReplaceAll(step.args, "CODE", code))...)
		want, fails := strings.CutPrefix(step.want, "!")
		var out, errs string
		var status int
		run := func() error {
			if out, errs, status = typesOn(t.Context(), &paper{of: faulty}, "", args...); status != 0 {
				return errors.New(errs)
			}
			return nil
		}
		if fails {
			_ = run()
		} else {
			faulty.Each(t, run)
		}
		if fails {
			out = errs
		}
		if fails != (status != 0) || !strings.Contains(out, want) {
			t.Errorf("%s: %d %s%s", step.args, status, out, errs)
		}
		if fails && strings.Contains(strings.ToLower(errs), " you") {
			t.Errorf("%s tells the director about somebody else: %s", step.args, errs)
		}
		switch {
		case strings.HasPrefix(step.args, "event trf") && !fails:
			dbtest.Must(t, os.WriteFile(report, []byte(out), 0o600))
			dbtest.Must(t, os.WriteFile(other, []byte(strings.Replace(out, "012 Open", "012 Import", 1)), 0o600))
		case step.args == "match list":
			code = regexp.MustCompile(`(?m)^(\w{8})  Shogi`).FindStringSubmatch(out)[1]
		}
	}
	b, err = conf.open(t.Context(), db.Options{})
	dbtest.Must(t, err)
	defer b.Close()
	dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
		var text string
		var def events.Definition
		_, err := db.One(tx, `select data from event where name = 'Open'`, nil, &text)
		dbtest.Must(t, json.Unmarshal([]byte(text), &def))
		if def.Rated || !def.Engines || def.Players != 9 || def.Round != "7d" || def.Control != "3d" || !def.Until.Equal(time.Date(2130, 1, 2, 0, 0, 0, 0, time.UTC)) {
			t.Errorf("the event is open as %+v", def)
		}
		return err
	}))
}

// TestChanged checks that a club with a site notes a changed match and schedules an update of the site, and that another one does not.
// Both continue the log after a new match.
func TestChanged(t *testing.T) {
	for lines, want := range map[string]int{"": 0, "site: {folder: site}\n": 1} {
		config := folder(t, lines)
		conf, err := readConfig([]byte(lines), config)
		dbtest.Must(t, err)
		dbtest.Must(t, home.NewSecret(atomicfile.OS{}, conf.Secret))
		own, err := conf.club()
		dbtest.Must(t, err)
		own.Base, err = conf.open(t.Context(), db.Options{})
		dbtest.Must(t, err)
		defer own.Base.Close()
		quoridor := game.Setup{Game: all.Game("quoridor"), Control: "3d"}
		for _, name := range []string{"anna", "bert"} {
			quoridor.Players = append(quoridor.Players, game.Player{Seat: kif.Seat{Name: name, Address: name + "@example.org"}, Accepted: kif.Hash{name[0]}})
		}
		dbtest.Must(t, own.Do(t.Context(), func(d *game.Deal) error {
			_, err := d.Begin(quoridor)
			return err
		}))
		var noted, due, logged int
		dbtest.Must(t, own.Base.Do(t.Context(), func(tx db.Tx) error {
			_, err := db.One(tx, `select (select count(*) from recent join match on match.file = recent.file and match.head = recent.head), (select count(*) from river_job where queue = 'site'),
				(select count(*) from river_job where queue = 'log')`, nil, &noted, &due, &logged)
			return err
		}))
		if noted != want || due != want || logged != 1 {
			t.Errorf("%q: %d matches are noted, and %d updates are due, want %d; %d of the log", lines, noted, due, want, logged)
		}
	}
}
