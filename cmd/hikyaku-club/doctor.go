package main

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/ledger"
	"hikyaku/cmd/hikyaku-club/watch"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
)

// doctor checks everything that a club needs, and changes nothing.
func doctor(c *cli.Context) error {
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	wrong := 0
	for _, found := range conf.examine(c.Context, time.Now(), freeBytes) {
		key, text := "doctor.ok", found.detail
		if found.err != nil {
			wrong++
			key, text = "doctor.wrong", i18n.Of(found.err)
		}
		if err := printLine(c, key, "what", found.what, "detail", text); err != nil {
			return err
		}
		if found.err != nil && found.hint != (i18n.Text{}) {
			if err := printLine(c, "doctor.hint", "text", found.hint); err != nil {
				return err
			}
		}
	}
	if wrong > 0 {
		return words.Err("doctor.faults", "n", wrong)
	}
	return nil
}

// finding is the result of one check.
type finding struct {
	what, detail i18n.Text
	err          error
	hint         i18n.Text // what to do about err
}

// looked returns the finding for the check with a key.
func looked(key string, detail i18n.Text, err error, hint string) finding {
	f := finding{what: words.Text("look." + key), detail: detail, err: err}
	if hint != "" {
		f.hint = words.Text(hint)
	}
	return f
}

// leastRoom is the free disk space in bytes below which a warning is printed.
const leastRoom = 200 << 20

// examine runs all checks at a time.
func (conf *config) examine(ctx context.Context, now time.Time, free func(dir string) (uint64, error)) []finding {
	configuration := looked("configuration", i18n.Same(conf.path), nil, "")
	if !conf.found {
		configuration.detail = words.Text("doctor.unconfigured", "file", conf.path)
	}
	ring, err := home.LoadKeyring(atomicfile.OS{}, conf.Secret)
	if errors.Is(err, home.ErrNoKeyring) {
		err = words.Err("doctor.no-file", "file", conf.Secret)
	}
	all := []finding{configuration, looked("secret", i18n.Same(conf.Secret), err, "hint.secret")}
	all = append(all, conf.examineBase(ctx, now, ring)...)
	all = append(all, conf.examineMail(ctx)...)
	if well := !slices.ContainsFunc(all, func(f finding) bool { return f.err != nil }); well && (conf.SMTP.Host != "" || len(conf.Sendmail) > 0) {
		all = append(all, conf.examineProofs(ctx))
	}
	room, err := free(conf.folder)
	if err == nil {
		err = when(room < leastRoom, "doctor.full", "folder", conf.folder, "free", int(room>>20), "least", leastRoom>>20)
	}
	return append(all, looked("disk", words.Text("doctor.room", "free", int(room>>20)), err, "hint.disk"))
}

// examineBase checks the database and its queue, and whether ring has the keys with which its log was signed. ring may be nil.
func (conf *config) examineBase(ctx context.Context, now time.Time, ring *home.Keyring) []finding {
	if _, err := os.Stat(conf.Database); !db.IsPostgres(conf.Database) && errors.Is(err, fs.ErrNotExist) {
		return []finding{looked("database", i18n.Text{}, words.Err("doctor.no-file", "file", conf.Database), "hint.init")}
	}
	ctx, cancel := context.WithTimeout(ctx, conf.Timeout)
	defer cancel()
	b, err := conf.open(ctx, db.Options{Keep: true})
	if err != nil {
		return []finding{looked("database", i18n.Text{}, err, "hint.database")}
	}
	defer b.Close()
	all := []finding{looked("database", i18n.Same(b.Name()+", "+withoutPassword(conf.Database)), nil, "")}
	var newest, due time.Time
	var letters, lost, forged, strangers int
	err = b.Do(ctx, func(tx db.Tx) error {
		_, err := db.One(tx, `select count(case when outcome = 'forged' then 1 end), count(case when outcome in ('stranger', 'newcomer') then 1 end), (select coalesce(max(arrived), 0) from letter),
			(select count(*) from member where unreachable <> 0), (select count(*) from out where state = 'due'), (select coalesce(min(made), 0) from out where state = 'due') from letter where arrived > $1`,
			[]any{now.Add(-7 * 24 * time.Hour)}, &forged, &strangers, &newest, &lost, &letters, &due)
		return err
	})
	if err != nil {
		hint := "hint.damaged"
		if db.IsPostgres(conf.Database) {
			hint = "hint.database"
		}
		return append(all, looked("database", i18n.Text{}, err, hint))
	}
	err = b.Do(ctx, (&ledger.Log{Desk: game.Desk{Secret: conf.Secret, System: atomicfile.OS{}}}).Examine)
	all = append(all, looked("log", words.Text("doctor.log"), err, "hint.log"))
	if ring != nil {
		if err := b.Do(ctx, func(tx db.Tx) error { return ledger.CheckKey(tx, ring, conf.Secret) }); err != nil {
			all = append(all, looked("secret", i18n.Text{}, err, "hint.secret"))
		}
	}
	ahead, waited := newest.Sub(now), now.Sub(due)
	return append(all,
		looked("clock", i18n.Same(now.Format(time.RFC3339)), when(ahead > clockSlack && !newest.IsZero(), "doctor.clock", "time", i18n.Span(ahead)), "hint.clock"),
		looked("queue", words.Text("doctor.moves"), watch.Ready(ctx, b, now), "hint.queue"),
		looked("letters", words.Text("doctor.due", "n", letters), when(letters > 0 && waited > lateLetter, "doctor.late", "n", letters, "time", i18n.Span(waited)), "hint.letters"),
		looked("members", words.Text("doctor.reached"), when(lost > 0, "doctor.unreachable", "n", lost), "hint.members"),
		conf.examineStrangers(forged, strangers))
}

// clockSlack is the allowed difference between the clocks of several machines. The newest message can't have arrived in the future.
const clockSlack = time.Minute

// lateLetter is how long a message may wait to be sent before a warning is printed.
const lateLetter = time.Hour

// when returns the error with the sentence of a key if something is wrong.
func when(wrong bool, key string, args ...any) error {
	if wrong {
		return words.Err(key, args...)
	}
	return nil
}

// examineStrangers checks whether the club's mail server writes verdicts on senders: if it never confirms a non-member, it writes
// none, or uses another name.
func (conf *config) examineStrangers(forged, answered int) finding {
	if conf.Trust == "" {
		return looked("trust", words.Text("doctor.trust-none"), nil, "hint.trust")
	}
	silent := when(forged > 0 && answered == 0, "doctor.trust-silent", "server", conf.Trust, "n", forged)
	return looked("trust", words.Text("doctor.trust", "server", conf.Trust, "n", forged), silent, "hint.trust")
}

// examineMail checks incoming and outgoing mail.
func (conf *config) examineMail(ctx context.Context) (all []finding) {
	if conf.LMTP.Listen != "" {
		all = append(all, examineDoor(ctx, conf.LMTP.Listen))
	}
	if conf.IMAP.Host != "" || conf.SMTP.Host != "" {
		for _, s := range conf.account().Check(ctx) {
			all = append(all, finding{what: s.Title(), detail: s.Detail, err: s.Err, hint: s.Hint})
		}
	}
	if conf.Exchange != "" {
		probe := filepath.Join(conf.Exchange, ".hikyaku-club-doctor")
		err := atomicfile.Replace(atomicfile.OS{}, probe, []byte("probe\n"))
		os.Remove(probe)
		if _, missing := os.Stat(conf.Exchange); conf.alone && errors.Is(missing, fs.ErrNotExist) {
			err = nil // serve creates it
		}
		all = append(all, looked("exchange", i18n.Same(conf.Exchange), err, "hint.exchange"))
	}
	if len(conf.Sendmail) > 0 {
		program, err := exec.LookPath(conf.Sendmail[0])
		if err != nil {
			err = words.Err("doctor.no-program", "program", conf.Sendmail[0])
		}
		all = append(all, looked("sendmail", i18n.Same(program), err, "hint.sendmail"))
	}
	return all
}

// How long to wait for a message of the club to itself.
const (
	probeTries = 10
	probePause = time.Second
)

// examineProofs sends the club a message, and reports which proofs survive the mail systems on the way. One is enough.
func (conf *config) examineProofs(ctx context.Context) finding {
	f := looked("proofs", words.Text("doctor.probe-away"), nil, "")
	own, err := conf.club()
	if err == nil {
		own.Base, err = conf.open(ctx, db.Options{Keep: true})
	}
	if err != nil {
		f.err = err
		return f
	}
	defer own.Base.Close()
	if f.err = own.Probe(ctx); f.err != nil {
		return f
	}
	for range probeTries {
		proofs, came, err := own.Probed(ctx)
		switch {
		case err != nil:
			f.err = err
			return f
		case came:
			var list []i18n.Text
			for _, proof := range proofs {
				list = append(list, i18n.Same(proof))
			}
			f.detail = words.Text("doctor.probe", "list", i18n.List(list...))
			return f
		}
		select {
		case <-ctx.Done():
			return f
		case <-time.After(probePause):
		}
	}
	return f
}

// examineDoor checks who listens on the LMTP address: nothing may while the club isn't running, and no other program ever.
func examineDoor(ctx context.Context, at string) finding {
	f := looked("lmtp", words.Text("doctor.listens", "where", at), nil, "hint.lmtp")
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", at)
	if err != nil {
		f.detail = words.Text("doctor.not-serving", "where", at)
		return f
	}
	defer conn.Close()
	deadline, _ := ctx.Deadline()
	_ = conn.SetDeadline(deadline)
	greeting := make([]byte, 200)
	n, _ := conn.Read(greeting)
	if !strings.Contains(string(greeting[:n]), "LMTP") {
		f.err = words.Err("doctor.another", "where", at)
	}
	return f
}
