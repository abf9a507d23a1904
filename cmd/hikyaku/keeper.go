package main

import (
	"context"
	"errors"
	"sync"

	"github.com/urfave/cli/v2"

	cfg "hikyaku/internal/config"
	"hikyaku/internal/home"
	"hikyaku/internal/web"
)

// keeper keeps the configuration for the browser, and what follows from it: the desk, and the courier that watches the mailbox.
type keeper struct {
	cli  *cli.Context
	ctx  context.Context // while the browser is served
	news func()          // is called when a poll has found something

	sync.Mutex
	conf *config
	end  func() // ends watching
}

// open returns the desk, and what does there what the commands do. Where the mail cannot be opened, the error comes with what
// can do the rest.
func (k *keeper) open() (*home.Desk, *doing, error) {
	d, conf, err := openDesk(k.cli)
	if err != nil {
		return nil, nil, err
	}
	k.conf = conf
	does := &doing{cli: k.cli, conf: conf, news: k.news}
	if conf.carries() {
		does.carrier, err = conf.courier(k.cli, d)
	}
	return d, does, err
}

// watch polls until end is called.
func (k *keeper) watch(does *doing) {
	ctx, cancel := context.WithCancel(k.ctx)
	var watching sync.WaitGroup
	if does.carrier != nil {
		watching.Go(func() { does.watch(ctx) })
	}
	k.end = func() {
		cancel()
		watching.Wait()
	}
}

// plan returns the configuration to be changed.
func (k *keeper) plan() (*cfg.Plan, error) {
	path, _ := configPath(k.cli)
	files, err := cfg.Open(path, false)
	if err != nil {
		return nil, err
	}
	return files.Plan(language(k.cli.App))
}

// Read returns the settings as they stand.
func (k *keeper) Read() (cfg.Form, error) {
	k.Lock()
	defer k.Unlock()
	s, err := k.plan()
	if err != nil {
		return cfg.Form{}, err
	}
	return s.Form(), nil
}

// Write writes what differs in values, and returns what follows from it.
func (k *keeper) Write(version string, values map[string]string) (*home.Desk, web.Commands, error) {
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
	k.end() // before a new password is written, which must not go to the old server
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
	err = k.conf.makeFolders() // Try tells why the mail cannot be opened
	if plan.Create {
		err = errors.Join(err, k.conf.makeExchange())
	}
	return d, does, errors.Join(err, k.conf.enterExchange())
}

// Try goes through what the configuration needs, as the doctor does.
func (k *keeper) Try(letter bool) (list []web.Tried) {
	k.Lock()
	defer k.Unlock()
	for _, step := range append(k.conf.checkFiles(), k.conf.checkMail(k.cli, letter)...) {
		list = append(list, web.Tried{Title: titleOf(step), Detail: step.Detail, Err: step.Err, Hint: step.Hint})
	}
	return list
}
