package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	cfg "hikyaku/internal/config"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/web"
	"hikyaku/mailbox"
)

// webSettings implements web.Settings. It reopens the desk and the courier when
// the configuration changes, and watches the mailbox.
type webSettings struct {
	cli  *cli.Context
	ctx  context.Context // ends when the server does
	news func()          // called when a poll has found something

	sync.Mutex
	conf *config
	end  func() // stops watching
}

// open returns the desk and the commands for it. If the mailbox cannot be
// opened, it returns the error together with commands that cannot send.
func (k *webSettings) open() (*home.Desk, *webCommands, error) {
	d, conf, err := openDesk(k.cli)
	if err != nil {
		return nil, nil, err
	}
	k.conf = conf
	does := &webCommands{cli: k.cli, conf: conf, news: k.news}
	if conf.carries() {
		does.carrier, err = conf.courier(k.cli, d)
	}
	return d, does, err
}

// watch polls in the background, as hikyaku poll --watch does, until end is called.
func (k *webSettings) watch(does *webCommands) {
	ctx, cancel := context.WithCancel(k.ctx)
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
	err = k.conf.makeFolders() // Try reports why the mailbox cannot be opened
	if plan.Create {
		err = errors.Join(err, k.conf.makeExchange())
	}
	return d, does, errors.Join(err, k.conf.enterExchange())
}

// Try checks everything the configuration needs, as doctor does.
func (k *webSettings) Try(letter bool) (list []web.Tried) {
	k.Lock()
	defer k.Unlock()
	for _, step := range append(k.conf.checkFiles(), k.conf.checkMail(k.cli, letter)...) {
		list = append(list, web.Tried{Title: titleOf(step), Detail: step.Detail, Err: step.Err, Hint: step.Hint})
	}
	return list
}
