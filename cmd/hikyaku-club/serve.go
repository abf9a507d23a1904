package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/cmd/hikyaku-club/archive"
	"hikyaku/cmd/hikyaku-club/db"
	"hikyaku/cmd/hikyaku-club/events"
	"hikyaku/cmd/hikyaku-club/game"
	"hikyaku/cmd/hikyaku-club/inlet"
	"hikyaku/cmd/hikyaku-club/ledger"
	"hikyaku/cmd/hikyaku-club/site"
	"hikyaku/cmd/hikyaku-club/watch"
	"hikyaku/cmd/hikyaku-club/words"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// roles are the kinds of work that a process can do for a club.
var roles = []string{"receive", "work", "send", "site"}

// openBase opens a database. A test replaces it.
var openBase = db.Open

// open opens the database of a club.
func (conf *config) open(ctx context.Context, o db.Options) (db.DB, error) {
	b, err := openBase(ctx, conf.Database, o)
	if err == nil {
		return b, nil
	}
	why := err.Error()
	if hasPassword(conf.Database) {
		why = strings.ReplaceAll(why, conf.Database, withoutPassword(conf.Database))
	}
	return nil, words.Err("database.closed", "database", withoutPassword(conf.Database), "why", why)
}

// server is a process of a club.
type server struct {
	conf  *config
	does  []string
	name  string
	log   *slog.Logger
	club  *game.Club
	site  *site.Site // nil if nothing is published
	watch *watch.Watch

	running sync.WaitGroup
	failed  chan error // receives the error of a listener that ended unexpectedly
	stops   []func()   // in the order in which they are called
	says    []i18n.Text
}

func serve(c *cli.Context) error {
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	s := &server{conf: conf, does: c.StringSlice("only"), name: c.String("as"), log: watch.Log(c.App.ErrWriter), failed: make(chan error, 4)}
	for _, role := range s.does {
		if !slices.Contains(roles, role) {
			return usage("usage.choice", "given", "--only "+role, "list", i18n.Either(roles...))
		}
	}
	if len(s.does) == 0 {
		s.does = roles
	}
	if s.name == "" {
		s.name = fmt.Sprintf("%d-%s", os.Getpid(), strings.ToLower(rand.Text()))
	}
	ctx, stop := signal.NotifyContext(c.Context, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := os.MkdirAll(conf.folder, 0o700); err != nil {
		return err
	}
	err = s.start(ctx)
	for _, line := range s.says {
		if err == nil {
			err = printLine(c, "serve.line", "text", line)
		}
	}
	if err == nil {
		select {
		case <-ctx.Done():
			err = printLine(c, "serve.stopping")
		case err = <-s.failed:
		}
	}
	s.stop()
	return err
}

func (s *server) plays(role string) bool { return slices.Contains(s.does, role) }

// announce adds a line to the output of this process at its start.
func (s *server) announce(key string, args ...any) { s.says = append(s.says, words.Text(key, args...)) }

// start starts the process's tasks.
func (s *server) start(ctx context.Context) (err error) {
	game.Collect()
	if s.club, err = s.conf.club(); err != nil {
		return err
	}
	s.club.Log = s.log
	s.club.Base, err = s.conf.open(ctx, db.Options{Tasks: s.tasks(), Log: s.log, Name: s.name})
	if err != nil {
		return err
	}
	if s.club.Desk.Ring, err = s.conf.keyring(ctx, s.club.Base); err != nil { // once instead of for every token
		return err
	}
	s.watch = watch.New(s.club.Base, s.club.Now)
	s.club.Counts = s.watch
	if s.site != nil {
		s.site.Base = s.club.Base
	}
	s.announce("serve.club", "name", s.conf.Name, "address", s.conf.Address, "base", s.club.Base.Name(), "database", withoutPassword(s.conf.Database))
	if !s.conf.found {
		s.announce("serve.unconfigured", "file", s.conf.path)
	}
	if s.plays("receive") {
		if err := s.receive(ctx); err != nil {
			return err
		}
	}
	if s.conf.Metrics.Listen != "" {
		where, err := s.web(s.conf.Metrics.Listen, s.watch.Handler())
		if err != nil {
			return err
		}
		s.announce("serve.metrics", "where", where+"metrics")
	}
	if s.works() {
		if err := s.club.Base.Start(context.WithoutCancel(ctx)); err != nil {
			return err
		}
		s.stops = append(s.stops, func() { // waits for running jobs, and starts no others
			ctx, cancel := context.WithTimeout(context.Background(), lastWork)
			defer cancel()
			if err := s.club.Base.Stop(ctx); err != nil {
				s.log.Error("not all jobs have ended", "why", err)
			}
		})
	}
	if s.plays("work") {
		s.announce("serve.work", "n", s.conf.Workers.Letters)
	}
	if s.plays("site") && s.site != nil {
		s.announce("serve.site", "folder", s.conf.Site.Folder)
		if s.site.OnDemand {
			where, err := s.web(s.conf.Site.Listen, s.site)
			if err != nil {
				return err
			}
			s.announce("serve.pages", "where", where)
		}
	}
	if s.plays("send") {
		s.announce("serve.send", "way", s.conf.wayOut())
	}
	return nil
}

// tasks returns the tasks of all processes. Those of other processes are marked as such.
func (s *server) tasks() (all []db.Task) {
	work := s.conf.Workers
	var published []db.Task
	if s.conf.Site.Folder != "" {
		s.site = s.conf.publisher(s.club, s.conf.Site.Folder)
		s.site.OnDemand = s.conf.Site.Listen != ""
		published = []db.Task{site.Task(s.site)}
	}
	for _, part := range []struct {
		role  string
		tasks []db.Task
	}{{"work", s.club.Tasks(work)}, {"work", s.conf.office(s.club).Tasks()}, {"work", events.Tasks(s.club)}, {"work", []db.Task{archive.Task(s.club), {
		Name: ledger.TaskName, Workers: 1, Every: time.Hour, Alone: func(ctx context.Context, _ string) error { return s.conf.log(s.club).Append(ctx) },
	}}}, {"send", s.club.SendTasks(work)}, {"site", published}} {
		for _, t := range part.tasks {
			t.Away = !s.plays(part.role)
			all = append(all, t)
		}
	}
	if !s.works() {
		return nil
	}
	return all
}

// works reports whether this process runs jobs.
func (s *server) works() bool { return s.plays("work") || s.plays("send") || s.plays("site") }

// receive starts receiving messages.
func (s *server) receive(ctx context.Context) error {
	if s.conf.LMTP.Listen != "" {
		if err := s.listen(s.conf.LMTP.Listen, "LMTP", inlet.LMTP(s.conf.Address, s.club.Receive, s.log)); err != nil {
			return err
		}
	}
	if s.conf.alone {
		if err := s.listen(aloneSMTP, "SMTP", inlet.SMTP(s.conf.Address, s.club.Receive, s.log)); err != nil {
			return err
		}
	}
	box, name, err := s.conf.inbox()
	if err != nil || box == nil {
		return err
	}
	reader := &inlet.Reader{
		Box: box, Receive: s.club.Receive, Log: s.log,
		Lease: inlet.Lease{Base: s.club.Base, Name: name, Holder: s.name, Now: s.club.Now},
	}
	reading, end := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() { reader.Run(reading); close(done) }()
	s.stops = append(s.stops, func() { end(); <-done })
	s.announce("serve.inbox", "mailbox", name)
	return nil
}

// accept starts serving connections at an address, and returns the address with its port. The process ends if serve returns an error
// before it was stopped.
func (s *server) accept(at string, serve func(net.Listener) error) (where string, err error) {
	l, err := net.Listen("tcp", at)
	if err != nil {
		return "", err
	}
	s.running.Go(func() {
		if err := serve(l); err != nil && !errors.Is(err, http.ErrServerClosed) {
			s.failed <- err
		}
	})
	return l.Addr().String(), nil
}

// listen starts receiving messages at an address.
func (s *server) listen(at, protocol string, door *inlet.Server) error {
	where, err := s.accept(at, door.Serve)
	if err != nil {
		return err
	}
	s.stops = append(s.stops, door.Stop)
	s.announce("serve.listen", "protocol", protocol, "where", where)
	return nil
}

// web starts answering web requests at an address, and returns its URL.
func (s *server) web(at string, handler http.Handler) (where string, err error) {
	web := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn)}
	if where, err = s.accept(at, web.Serve); err != nil {
		return "", err
	}
	s.stops = append(s.stops, func() { _ = web.Close() })
	return "http://" + where + "/", nil
}

// lastWork is how long running jobs may take after a process is stopped. If it is killed after that, another process repeats
// them.
const lastWork = time.Minute

// stop stops everything that was started, beginning with the sources of new jobs.
func (s *server) stop() {
	for _, end := range s.stops {
		end()
	}
	s.running.Wait()
	if s.club != nil && s.club.Base != nil {
		s.club.Base.Close()
	}
}

// wayOut describes how messages are sent.
func (conf *config) wayOut() i18n.Text {
	switch {
	case conf.SMTP.Host != "":
		return words.Text("way.smtp", "host", conf.SMTP.Host)
	case conf.Exchange != "":
		return words.Text("way.exchange", "folder", conf.Exchange)
	}
	return words.Text("way.sendmail", "command", strings.Join(conf.Sendmail, " "))
}

// receive reads one message from standard input. A mail server keeps the message unless the exit status is 0.
func receive(c *cli.Context) error {
	err := withKey(0, func(c *cli.Context, _ *config, own *game.Club) error {
		return inlet.Pipe(c.Context, c.App.Reader, own.Receive)
	})(c)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, mailbox.ErrTooLarge):
		return &exitError{err, statusData}
	}
	return &exitError{err, statusLater}
}
