package main

import (
	"context"
	"encoding/json"
	"errors"
	"html"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/atomicfile"
	cfg "hikyaku/internal/config"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/page"
	"hikyaku/internal/signin"
	"hikyaku/internal/web"
	"hikyaku/mailbox"
)

func boardCommand() *cli.Command {
	return &cli.Command{
		Name: "board", ArgsUsage: "[MATCH]",
		UsageText: `hikyaku board
hikyaku board bob --port 8080 --no-browser`,
		Flags:  append(browserFlags(), textFlag("pieces")),
		Action: serveBoard,
	}
}

// browserFlags returns the flags of the commands that show something in the
// browser.
func browserFlags() []cli.Flag {
	return []cli.Flag{boolFlag("no-browser"), numberFlag("port")}
}

func serveBoard(c *cli.Context) error {
	return openBoard(c, func(s *web.Server) (err error) {
		if c.NArg() == 0 {
			return nil
		}
		found, err := s.Desk.Named(c.Args().First())
		if err != nil {
			return err
		}
		s.File = found.File
		_, err = s.Desk.Opened(found)
		return err
	})
}

// openBoard serves the board. Its first page is the one that begin sets.
func openBoard(c *cli.Context, begin func(*web.Server) error) error {
	port := c.Int("port")
	if port < 0 || port > 65535 {
		return usage("usage.port", "n", port)
	}
	signals := []os.Signal{syscall.SIGINT, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(c.Context, signals...)
	defer stop()
	s := &web.Server{Lang: language(c.App), Zone: zone(c), Pieces: c.String("pieces"), Version: version + " " + newVersion().Revision}
	k := &webSettings{cli: c, ctx: ctx, news: s.Tell}
	d, does, err := k.open()
	if err != nil {
		return err
	}
	s.Desk, s.Commands, s.Settings, s.Lessons = d, does, k, k.conf.lessonProgress()
	if err := begin(s); err != nil {
		return err
	}
	running := "" // not shared
	if !c.Bool("no-browser") && port == 0 && (s.File == "" || filepath.Dir(s.File) == d.Dir) {
		running = filepath.Join(k.conf.State, "board")
	}
	l, err := listen(ctx, s, port, running)
	if err != nil {
		return err
	}
	if l == nil {
		return printLine(c, i18n.In(s.Lang, "board.running"))
	}
	s.Refused = func() { warn(c, i18n.T("board.shared-terminal")) }
	defer func() {
		if readRunning(running) == s.Running() { // not that of a board that has started since this one closed
			_ = os.Remove(running)
		}
	}()
	e := &entrance{Context: c}
	defer e.forget()
	s.Entered, s.Again = e.forget, e.open
	if err := printLine(c, i18n.In(s.Lang, "board.address", "address", s.Address())); err != nil {
		return errors.Join(err, l.Close())
	}
	if !c.Bool("no-browser") {
		e.open(s.Address())
	}
	k.watch(does)
	err = s.Serve(ctx, l)
	k.end()
	return err
}

// listen prepares the board, and writes how to reach it to the file running. If
// that file names a board that runs already, listen shows the page there, and
// returns nil. It ends one of another version, such as before an upgrade.
func listen(ctx context.Context, s *web.Server, port int, running string) (l net.Listener, err error) {
	if running != "" {
		if err := os.MkdirAll(filepath.Dir(running), 0o700); err != nil {
			return nil, err
		}
		lock, failed := atomicfile.OS{}.Lock(running+".lock", 10*time.Second) // one of two starts at once waits for the other
		if failed != nil {
			return nil, failed
		}
		defer func() { err = errors.Join(err, lock.Close()) }()
		switch there := readRunning(running); {
		case there.Version != s.Version:
			there.End(ctx) // if it doesn't, this one runs beside it
		case there.Show(ctx, s.First()):
			return nil, nil
		}
	}
	l, err = net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	s.Open(l.Addr().String())
	if running != "" {
		if err := writeRunning(running, s.Running()); err != nil {
			return nil, errors.Join(err, l.Close())
		}
	}
	return l, nil
}

// readRunning returns how to reach the board that a file names. Without one, it
// reaches none.
func readRunning(file string) (running web.Running) {
	if data, err := os.ReadFile(file); err == nil {
		_ = json.Unmarshal(data, &running)
	}
	return running
}

// writeRunning writes how to reach the board to a file that only its user can read.
func writeRunning(file string, running web.Running) error {
	data, err := json.Marshal(running)
	if err != nil {
		return err
	}
	_ = os.Remove(file) // of a board that was killed
	return os.WriteFile(file, data, 0o600)
}

// entrance opens the board in the browser, once for each start.
type entrance struct {
	*cli.Context
	sync.Mutex
	files []string // the pages from which the browser reads the address
}

func (e *entrance) open(address string) {
	e.Lock()
	defer e.Unlock()
	file, err := writeRedirect(address, i18n.In(language(e.App), "board.title"))
	if err == nil {
		e.files = append(e.files, file)
		err = browse(file)
	}
	if err != nil {
		warn(e.Context, i18n.T("board.no-browser", "why", err))
	}
}

// forget deletes the pages from which the browser has read the address.
func (e *entrance) forget() {
	e.Lock()
	defer e.Unlock()
	for _, file := range e.files {
		_ = os.RemoveAll(filepath.Dir(file))
	}
	e.files = nil
}

// writeRedirect writes a page that leads to a secret address, in a folder of its
// own, and returns its path. A browser started with the address itself would
// show it to all users of this computer in the list of processes.
//
// The folder is in the home folder if possible and its name does not begin with
// a dot: a browser installed as a snap can read nothing else.
func writeRedirect(address, title string) (file string, err error) {
	home, _ := os.UserHomeDir()
	dir, err := os.MkdirTemp(home, "hikyaku-board-")
	if err != nil {
		dir, err = os.MkdirTemp("", "hikyaku-board-")
	}
	if err != nil {
		return "", err
	}
	file = filepath.Join(dir, "open.html")
	to := html.EscapeString(address)
	page := "<!DOCTYPE html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=" + to + "\"><a href=\"" + to + "\">" + html.EscapeString(title) + "</a>\n"
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return file, nil
}

// carries reports whether mail is configured.
func (conf *config) carries() bool {
	return conf.path != "" && conf.Address != "" && (conf.Exchange != "" || conf.SMTP.Host != "" || len(conf.Sendmail) > 0)
}

func browse(file string) error {
	name, args := "xdg-open", []string{file}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", file}
	}
	program := exec.Command(name, args...)
	if err := program.Start(); err != nil {
		return err
	}
	go func() { _ = program.Wait() }() // only releases the process
	return nil
}

// webCommands implements web.Commands with what the commands of the command line
// do.
type webCommands struct {
	cli     *cli.Context
	conf    *config
	carrier *courier.Courier // nil if nothing can be sent
	news    func()           // called when a poll has found something
}

// Sends reports whether mail can be sent.
func (do *webCommands) Sends() bool { return do.carrier != nil }

// Poll fetches mail, sends what is waiting to be sent, and reports it in the
// terminal.
func (do *webCommands) Poll(ctx context.Context) error {
	reports, sent, err := do.carrier.Poll(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if len(reports)+len(sent) > 0 {
		do.news()
	}
	if err != nil {
		err = mailbox.PlainError(err)
	}
	return errors.Join(err, reportPoll(do.cli, do.conf, reports, sent, "unsent.kept", i18n.Text{}))
}

// Analyse adds a quick analysis of a match to its page.
func (do *webCommands) Analyse(ctx context.Context, p *page.Page) error {
	report, err := think(ctx, p.Match, judge, nil)
	if err == nil {
		addAnalysis(p, report)
	}
	return err
}

// Change changes a match, sends it and runs the hooks.
func (do *webCommands) Change(ctx context.Context, before home.Copy, send bool, change func(home.Copy) (home.Copy, error)) (home.Copy, error) {
	d, carrier := do.conf.desk(), do.carrier
	switch {
	case !send:
		carrier = nil
	case carrier == nil:
		return home.Copy{}, i18n.Err("config.none")
	}
	c := cli.NewContext(do.cli.App, nil, do.cli)
	c.Context = ctx
	return do.conf.step(c, d, carrier, before, change, func(after home.Copy) error {
		if carrier == nil {
			return nil
		}
		sent, err := carrier.Send(ctx, after)
		runHooks(c, do.conf, func() []hookEvent { return delivered(d, sent) })
		return errors.Join(failed("unsent.kept", sent), err)
	})
}

// webSettings implements web.Settings. It reopens the desk and the courier when
// the configuration changes, and watches the mailbox.
type webSettings struct {
	cli  *cli.Context
	ctx  context.Context // ends when the server does
	news func()          // called when a poll has found something

	sync.Mutex
	conf    *config
	does    *webCommands
	with    context.Context // ends when the settings change
	end     func()          // stops watching
	signing web.SignIn      // under way, or the last one
}

// open returns the desk and the commands for it. If the mailbox cannot be
// opened, it returns the error together with commands that cannot send.
func (k *webSettings) open() (*home.Desk, *webCommands, error) {
	conf, err := loadConfig(k.cli)
	if err != nil {
		return nil, nil, err
	}
	d := conf.desk()
	k.conf, k.signing = conf, web.SignIn{}
	does := &webCommands{cli: k.cli, conf: conf, news: k.news}
	if conf.carries() {
		does.carrier, err = conf.courier(k.cli, d)
	}
	return d, does, err
}

// watch polls in the background, as hikyaku poll --watch does, until end is called.
func (k *webSettings) watch(does *webCommands) {
	ctx, cancel := context.WithCancel(k.ctx)
	k.does, k.with = does, ctx
	var watching sync.WaitGroup
	if does.carrier != nil {
		w := &mailbox.Watch{
			Box:  does.carrier.Box,
			Poll: does.Poll,
			Trouble: func(err error, pause time.Duration) {
				warn(k.cli, i18n.T("watch.again", "why", err, "pause", pause))
			},
		}
		watching.Go(func() { _ = w.Run(ctx) }) // it ends only when ctx is done
	}
	k.end = func() {
		cancel()
		watching.Wait()
	}
}

// plan returns the configuration with the changes to make.
func (k *webSettings) plan() (*cfg.Plan, error) {
	path, _ := configPath(k.cli)
	files, err := cfg.Open(path, false)
	if err != nil {
		return nil, err
	}
	return files.Plan(language(k.cli.App)), nil
}

// Read returns the current settings.
func (k *webSettings) Read() (cfg.Form, error) {
	k.Lock()
	defer k.Unlock()
	s, err := k.plan()
	if err != nil {
		return cfg.Form{}, err
	}
	return s.Form(), nil
}

// Write saves the values that differ, and returns the desk and commands for the
// new configuration.
func (k *webSettings) Write(version string, values map[string]string) (*home.Desk, web.Commands, error) {
	k.Lock()
	defer k.Unlock()
	s, err := k.plan()
	if err != nil {
		return nil, nil, err
	}
	plan, err := s.Fill(version, values)
	if err != nil {
		return nil, nil, err
	}
	k.end() // stop before saving, so that a new password is not sent to the old server
	failed := plan.Save()
	delete(k.cli.App.Metadata, "config")
	d, does, err := k.open()
	if does == nil {
		return nil, nil, errors.Join(failed, err)
	}
	k.watch(does)
	if failed != nil {
		return d, does, failed
	}
	return d, does, k.conf.makeFolders(plan.Create) // Try reports why the mailbox cannot be opened
}

// Try checks everything the configuration needs, as doctor does.
func (k *webSettings) Try(letter bool) (list []web.Tried) {
	k.Lock()
	defer k.Unlock()
	for _, step := range append(k.conf.checkFiles(), k.conf.checkMail(k.cli, letter)...) {
		one := web.Tried{Title: titleOf(step), Detail: step.Detail, Hint: step.Hint}
		if one.Hint == i18n.T("doctor.make-folder") {
			one.Hint = i18n.T("doctor.make-folder-here")
		}
		if step.Err != nil {
			if one.Err = mailbox.PlainError(step.Err); one.Err == step.Err {
				one.Err = failureOf(step)
			}
		}
		list = append(list, one)
	}
	return list
}

// SignIn returns the state of the sign-in, and begins one if asked to.
func (k *webSettings) SignIn(begin bool) web.SignIn {
	k.Lock()
	defer k.Unlock()
	if k.conf.tokens == nil {
		return web.SignIn{}
	}
	if begin && k.signing.URL == "" {
		k.beginSignIn()
	}
	state := k.signing
	state.Set, state.Needed = true, state.URL != "" || state.Err != nil
	if !state.Needed {
		_, err := k.conf.tokens.Status(k.with)
		state.Needed = err != nil
	}
	return state
}

// beginSignIn begins a sign-in and waits until the player can do something. It
// ends in the background. If the settings change before, nothing comes of it.
func (k *webSettings) beginSignIn() {
	ctx, tokens := k.with, k.conf.tokens
	prompts, ended := make(chan signin.Prompt, 1), make(chan error, 1)
	go func() {
		_, err := tokens.SignIn(ctx, func(p signin.Prompt) { prompts <- p })
		ended <- err
		k.Lock()
		defer k.Unlock()
		if ctx.Err() != nil {
			return
		}
		k.signing = web.SignIn{Err: err}
		if err == nil {
			k.end() // the pause after a failed login would last
			k.watch(k.does)
		}
		k.news()
	}()
	select {
	case p := <-prompts:
		k.signing = web.SignIn{URL: p.URL, Code: p.Code}
	case err := <-ended:
		k.signing = web.SignIn{Err: err}
	}
}
