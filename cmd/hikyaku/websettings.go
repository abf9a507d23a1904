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
	"hikyaku/internal/signin"
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
	conf    *config
	does    *webCommands
	with    context.Context // ends when the settings change
	end     func()          // stops watching
	signing web.SignIn      // under way, or the last one
}

// open returns the desk and the commands for it. If the mailbox cannot be
// opened, it returns the error together with commands that cannot send.
func (k *webSettings) open() (*home.Desk, *webCommands, error) {
	d, conf, err := openDesk(k.cli)
	if err != nil {
		return nil, nil, err
	}
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
		one := web.Tried{Title: titleOf(step), Detail: step.Detail, Hint: step.Hint}
		if step.Err != nil {
			one.Err = failureOf(step)
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
