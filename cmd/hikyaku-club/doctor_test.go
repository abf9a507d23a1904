package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/internal/dev/dbtest"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
)

// TestDoctor causes each fault in turn, and checks that doctor reports that fault and nothing else, and what it says without one.
func TestDoctor(t *testing.T) {
	now := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	greets := func(greeting string) (address string) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		dbtest.Must(t, err)
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				_, _ = c.Write([]byte(greeting + "\r\n"))
				_ = c.Close()
			}
		}()
		return l.Addr().String()
	}
	exec := func(query string, args ...any) func(*testing.T, *config) {
		return func(t *testing.T, conf *config) {
			b, err := conf.open(t.Context(), db.Options{})
			dbtest.Must(t, err)
			defer b.Close()
			dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
				_, err := tx.Exec(query, args...)
				return err
			}))
		}
	}
	const roomy = 600 << 20
	const well = `configuration: there is no DIR/club.yaml, so the club serves only this computer
secret key: DIR/secret
database: SQLite, DIR/club.db
transparency log: nothing that was signed is missing
clock: 2026-11-02T09:00:00Z
queue: running
outgoing mail: 0 waiting to be sent
members: mail reaches all members
senders: the club trusts all mail, so it also answers forged mail from strangers
shared mail folder: DIR/post
disk: 600 MB free
`
	for _, fault := range []struct {
		name, what, want string // want is in the error or, without one, in what is said
		make             func(*testing.T, *config)
		free             int
	}{
		{"none", "", well, nil, roomy},
		{"secret open", "secret key", "others can read", func(t *testing.T, conf *config) { dbtest.Must(t, os.Chmod(conf.Secret, 0o644)) }, roomy},
		{"secret lost", "secret key", "there is no /", func(t *testing.T, conf *config) { dbtest.Must(t, os.Remove(conf.Secret)) }, roomy},
		{"secret of another", "secret key", "isn't the secret key of this club", exec(`insert into root (size, root, made, sign, signer) values (0, '', 0, '', 'club@example.org+12345678+AQ')`), roomy},
		{"database lost", "database", "there is no ", func(t *testing.T, conf *config) { dbtest.Must(t, os.Remove(conf.Database)) }, roomy},
		{"database damaged", "database", "no such table: letter", exec(`drop table letter`), roomy},
		{"database away", "database", "can't open", func(_ *testing.T, conf *config) {
			conf.Database = "postgres://hikyaku:secret@127.0.0.1:1/hikyaku?connect_timeout=1"
		}, roomy},
		{"older tables", "database", "tables have version 0", exec(`delete from goose_db_version where version_id > 0`), roomy},
		{"clock behind", "clock", "arrived 1 hour in the future", exec(`insert into letter (key, sender, arrived) values ('a', '', $1)`, now.Add(time.Hour)), roomy},
		{"queue stands", "queue", "a job has been waiting for 1 hour", func(t *testing.T, conf *config) {
			b, err := conf.open(t.Context(), db.Options{})
			dbtest.Must(t, err)
			defer b.Close()
			dbtest.Must(t, b.Do(t.Context(), func(tx db.Tx) error {
				tx.Add(db.Job{Task: "letter", Key: "a"})
				return nil
			}))
			exec(`update river_job set scheduled_at = '2026-11-02 08:00:00'`)(t, conf)
		}, roomy},
		{"letter for an hour", "", "outgoing mail: 1 waiting to be sent\n", exec(`insert into out (id, file, events, head, name, reader, made, due, state) values ('a', '', 0, '', '', '', $1, 0, 'due')`, now.Add(-time.Hour)), roomy},
		{"letter late", "outgoing mail", "1 waiting to be sent, one of them for 2 hours", exec(`insert into out (id, file, events, head, name, reader, made, due, state) values ('a', '', 0, '', '', '', $1, 0, 'due')`, now.Add(-2*time.Hour)), roomy},
		{"no verdicts", "senders", "mx.example.org", func(t *testing.T, conf *config) {
			conf.Trust = "mx.example.org"
			exec(`insert into letter (key, sender, arrived, outcome) values ('a', '', $1, 'forged')`, now.Add(-time.Hour))(t, conf)
		}, roomy},
		{"verdicts", "", "senders: mx.example.org; 1 message from strangers this week failed", func(t *testing.T, conf *config) {
			conf.Trust = "mx.example.org"
			exec(`insert into letter (key, sender, arrived, outcome) values ('a', '', $1, 'forged'), ('b', '', $1, 'newcomer')`, now.Add(-time.Hour))(t, conf)
		}, roomy},
		{"member lost", "members", "mail to 1 member bounces", exec(`insert into member (address, name, handle, lang, joined, unreachable) values ('a', 'A', 'a', 'en', 1, 1)`), roomy},
		{"log lost", "transparency log", "has no root of a log", func(t *testing.T, conf *config) {
			dbtest.Must(t, os.WriteFile(conf.Secret+".root", []byte("nothing"), 0o600))
		}, roomy},
		{"another at the port", "incoming mail (LMTP)", "another program is listening", func(_ *testing.T, conf *config) { conf.LMTP.Listen = greets("220 a mail server") }, roomy},
		{"itself at the port", "", "(LMTP): the club is listening at 127", func(_ *testing.T, conf *config) { conf.LMTP.Listen = greets("220 localhost LMTP") }, roomy},
		{"nobody at the port", "", "(LMTP): nothing is listening at 127", func(_ *testing.T, conf *config) { conf.LMTP.Listen = "127.0.0.1:1" }, roomy},
		{"no folder", "shared mail folder", "there is no folder", func(_ *testing.T, conf *config) { conf.Exchange += "/none" }, roomy},
		{"no sendmail", "sendmail command", "there is no program /none/sendmail", func(_ *testing.T, conf *config) { conf.Sendmail = []string{"/none/sendmail"} }, roomy},
		{"no server", "smtp connect", "no server is listening there", func(_ *testing.T, conf *config) {
			conf.SMTP.Host, conf.SMTP.Port, conf.SMTP.Security = "127.0.0.1", 1, "none"
		}, roomy},
		{"disk just large enough", "", "disk: 200 MB free\n", nil, 200 << 20},
		{"disk full", "disk", "has only 100 MB free; the club needs 200", nil, 100 << 20},
		{"disk gone", "disk", "the disk is gone", nil, 0},
	} {
		t.Run(fault.name, func(t *testing.T) {
			config := folder(t, "exchange: post\n")
			dbtest.Must(t, os.Mkdir(filepath.Join(filepath.Dir(config), "post"), 0o755))
			conf, err := readConfig([]byte("exchange: post\n"), config)
			dbtest.Must(t, err)
			_, err = home.MakeKeyring(atomicfile.OS{}, conf.Secret)
			dbtest.Must(t, err)
			b, err := conf.open(t.Context(), db.Options{})
			dbtest.Must(t, err)
			b.Close()
			if fault.make != nil {
				fault.make(t, conf)
			}
			found, said := 0, ""
			for _, f := range conf.examine(t.Context(), now, func(string) (uint64, error) {
				if fault.free == 0 {
					return 0, errors.New("the disk is gone")
				}
				return uint64(fault.free), nil
			}) {
				if f.err == nil {
					said += f.what.En + ": " + f.detail.En + "\n"
					continue
				}
				found++
				if f.what.En != fault.what || !strings.Contains(i18n.Of(f.err).En, fault.want) || f.hint.Ja == "" {
					t.Errorf("the doctor finds %s: %v (%s)", f.what.En, f.err, f.hint.Ja)
				}
			}
			if want := min(1, len(fault.what)); found != want {
				t.Errorf("the doctor finds %d faults, want %d", found, want)
			}
			if said = strings.ReplaceAll(said, conf.folder, "DIR"); fault.what == "" && !strings.Contains(said, fault.want) {
				t.Errorf("the doctor says\n%s", said)
			}
		})
	}
}

// TestDoctorStatus checks that a fault is reported with a hint, and by the exit status.
func TestDoctorStatus(t *testing.T) {
	config := folder(t, "")
	out, errs, status := types(t, "", "--config", config, "doctor")
	if status != statusFailed || !strings.Contains(out, "FAIL  database: there is no ") || !strings.Contains(out, "      hikyaku-club init or hikyaku-club serve creates it") || !strings.Contains(errs, "2 problems") {
		t.Errorf("%d\n%s%s", status, out, errs)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(config), "club.db")); !errors.Is(err, os.ErrNotExist) {
		t.Error("the doctor has made a database")
	}
	conf, err := readConfig(nil, config)
	dbtest.Must(t, err)
	if first := conf.examine(t.Context(), time.Now(), freeBytes)[0]; first.err != nil || first.detail.En != "there is no "+config+", so the club serves only this computer" {
		t.Errorf("without a configuration: %+v", first)
	}
}

// TestDoctorPrints checks that the doctor fails if a line can't be printed, with a club that is well and with one that isn't, or if the
// database doesn't answer.
func TestDoctorPrints(t *testing.T) {
	config := filepath.Join(t.TempDir(), "club.yaml")
	dbtest.Must(t, os.WriteFile(config, nil, 0o600))
	lines := &dbtest.Faulty{}
	lines.Each(t, func() error {
		if _, errs, _ := typesOn(t.Context(), &paper{of: lines}, "", "--config", config, "doctor"); !strings.Contains(errs, "2 problems") {
			return errors.New(errs)
		}
		return nil
	})
	dbtest.Must(t, os.Remove(config))
	if _, errs, status := types(t, "", "--config", config, "init"); status != 0 {
		t.Fatal(errs)
	}
	faulty, out := failing(t), ""
	faulty.Each(t, func() (err error) {
		var errs string
		var status int
		if out, errs, status = typesOn(t.Context(), &paper{of: faulty}, "", "--config", config, "doctor"); status != 0 {
			err = errors.New(out + errs)
		}
		return err
	})
	if regexp.MustCompile(`(?m)^(?:ok    .*\n)+`).FindString(out) != out {
		t.Errorf("of a new club it says\n%s", out)
	}
}

// TestDoctorProofs checks that the doctor reports which proofs a message of the club to itself brings back, on a way that takes a while.
func TestDoctorProofs(t *testing.T) {
	t.Setenv(itself, "1") // for the command that sends
	program, err := os.Executable()
	dbtest.Must(t, err)
	config := folder(t, "")
	text := fmt.Sprintf("address: club@example.org\nsendmail: [%q, --config, %q, receive]\n", program, config)
	dbtest.Must(t, os.WriteFile(config, []byte(text), 0o600))
	if _, errs, status := types(t, "", "--config", config, "doctor"); status == 0 || strings.Contains(errs, "came back") {
		t.Errorf("without a database: %d %s", status, errs)
	}
	conf, err := readConfig([]byte(text), config)
	dbtest.Must(t, err)
	_, err = home.MakeKeyring(atomicfile.OS{}, conf.Secret)
	dbtest.Must(t, err)
	own, err := conf.club()
	dbtest.Must(t, err)
	own.Base, err = conf.open(t.Context(), db.Options{})
	dbtest.Must(t, err)
	defer own.Base.Close()
	reads, end := context.WithCancel(t.Context())
	var reading sync.WaitGroup
	reading.Go(func() {
		for reads.Err() == nil {
			time.Sleep(probePause / 5)
			_, err := own.Once(t.Context())
			dbtest.Must(t, err)
		}
	})
	faulty := failing(t)
	faulty.Each(t, func() error { return conf.examineProofs(t.Context()).err })
	out, errs, status := types(t, "", "--config", config, "doctor")
	end()
	reading.Wait()
	if status != 0 || !strings.Contains(out, "came back; proofs that survived: Message-ID and text") {
		t.Errorf("%d\n%s%s", status, out, errs)
	}
}
