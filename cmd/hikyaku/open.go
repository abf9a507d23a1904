package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/adrg/xdg"
	"github.com/urfave/cli/v2"

	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	cfg "hikyaku/internal/config"
	"hikyaku/internal/convert"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/identity"
	"hikyaku/internal/letter"
	"hikyaku/internal/signin"
	"hikyaku/kif"
	"hikyaku/mailbox"
	"hikyaku/render"
)

// configOf returns the configuration, which has been loaded before the command runs; see loadsItself.
func configOf(c *cli.Context) *config { return c.App.Metadata["config"].(*config) }

// deskOf returns the desk of the configured player, or one without an address if none is configured.
func deskOf(c *cli.Context) *home.Desk { return configOf(c).desk() }

func (conf *config) desk() *home.Desk {
	var heads, verified, cache string
	if conf.path != "" { // there is no folder for them without a configuration
		heads, verified = filepath.Join(conf.State, "heads"), filepath.Join(conf.State, "verified")
		cache = conf.stateFile(conf.Address+"\n", ".list")
	}
	d := &home.Desk{
		Folder: home.Folder{Games: all.Games, System: atomicfile.OS{}, Me: kif.Seat{Name: conf.Name, Address: conf.Address}, Dir: conf.Folder, Cache: cache, Heads: heads, Verified: verified, Files: convert.Read, Foreign: convert.Foreign},
		Secret: conf.Secret, Known: filepath.Join(filepath.Dir(conf.Secret), "known"), Blocked: filepath.Join(filepath.Dir(conf.Secret), "blocked"),
		Internet: conf.OnInternet(),
	}
	if conf.Exchange != "" {
		d.Reaches = func(address string) error { return mailbox.HasOpened(conf.Exchange, address) }
	}
	if conf.path != "" {
		memory := conf.memory()
		d.NameAt = func(address string) string {
			if identity.SameAddress(address, conf.Address) {
				return conf.Name
			}
			return courier.NameAt(memory, address)
		}
	}
	return d
}

// openCourier loads the configuration, and returns its desk and courier.
func openCourier(c *cli.Context) (*home.Desk, *courier.Courier, error) {
	conf, err := loadConfig(c)
	if err != nil {
		return nil, nil, err
	}
	d := conf.desk()
	carrier, err := conf.courier(c, d)
	return d, carrier, err
}

// collectRarely lets a command that goes through records and keeps little of them collect garbage at a quarter of the usual
// rate, which takes up to a third of its work off it. It returns what ends that.
func collectRarely() (usual func()) {
	percent := debug.SetGCPercent(400)
	return func() { debug.SetGCPercent(percent) }
}

// interruptible lets an interrupt end the context of the command, so that it can
// finish what it is doing. It returns what ends that.
func interruptible(c *cli.Context) (stop context.CancelFunc) {
	c.Context, stop = signal.NotifyContext(c.Context, syscall.SIGINT, syscall.SIGTERM)
	return stop
}

// partyOf returns our party in m, or 0.
func partyOf(c *cli.Context, m home.Copy) int { return m.Roster.At(configOf(c).Address) }

// courier returns the courier for d over the configured mailbox.
func (conf *config) courier(c *cli.Context, d *home.Desk) (*courier.Courier, error) {
	if c.Bool("verbose") {
		printPlaces(c, conf)
	}
	if err := conf.makeFolders(false); err != nil {
		return nil, err
	}
	box, err := conf.box()
	if err != nil {
		return nil, err
	}
	return &courier.Courier{
		Shelf: d, Box: box, Memory: conf.memory(), Lang: cmp.Or(conf.Language, language(c.App)), Spoken: c.String("lang"),
		Picture: conf.Picture == nil || *conf.Picture, Page: conf.Letters.Page, Copy: conf.Copy, Confirm: conf.Confirm == "all", Silent: conf.Letters.Receipts != nil && !*conf.Letters.Receipts, Trust: conf.Trust,
		Reminders: conf.Reminders, Digest: conf.Digest, Quiet: conf.Quiet, Aliases: conf.Aliases, Puzzles: all.Games,
	}, nil
}

// box returns the configured mailbox: a shared folder, or IMAP, a Maildir or
// hikyaku receive for incoming mail and SMTP or a command for outgoing mail.
func (conf *config) box() (mailbox.Box, error) {
	switch {
	case conf.path == "":
		return nil, i18n.Err("config.none")
	case conf.Address == "":
		return nil, i18n.Err("config.no-address", "file", conf.path)
	case conf.Exchange != "":
		return mailbox.NewFolder(conf.Exchange, conf.Address)
	case conf.SMTP.Host == "" && len(conf.Sendmail) == 0:
		return nil, i18n.Err("config.no-way", "file", conf.path)
	}
	var in mailbox.Fetcher // none if mail arrives only through hikyaku receive
	var out mailbox.Sender = mailbox.Sendmail{Command: conf.Sendmail}
	if conf.IMAP.Host != "" || conf.SMTP.Host != "" {
		account, err := mailbox.NewAccount(conf.account())
		if err != nil {
			return nil, err
		}
		if conf.IMAP.Host != "" {
			in = account
		}
		if conf.SMTP.Host != "" {
			out = account
		}
	}
	if conf.Maildir != "" {
		if _, err := os.Stat(conf.State); err != nil {
			return nil, &noStateError{i18n.Err("config.no-state", "folder", conf.State)}
		}
		maildir, err := mailbox.NewMaildir(conf.Maildir, strings.TrimSuffix(conf.memory().File, ".json")+".maildir", conf.filterOf())
		if err != nil {
			return nil, err
		}
		in = maildir
	}
	return mailbox.Join(in, out), nil
}

// noStateError is the error of a Maildir whose mails can't be told apart without
// the state folder.
type noStateError struct{ error }

func (e *noStateError) Unwrap() error { return e.error }

// filterOf returns the filter that selects our mail, or one that accepts all
// mail if conf.strangers is set.
func (conf *config) filterOf() mailbox.Filter {
	if conf.strangers {
		return mailbox.Filter{}
	}
	return mailbox.Filter{Name: letter.NameWord, Reference: letter.IDPrefix}
}

// account returns the configured mail account.
func (conf *config) account() mailbox.Account {
	imap, smtp := conf.MailServers(conf.tokens)
	return mailbox.Account{
		IMAP: imap, SMTP: smtp,
		Folder: conf.Mailbox, Only: conf.filterOf(), Address: conf.Address, Timeout: conf.Timeout,
		Trace: conf.trace,
	}
}

// makeFolders creates the folders of this player: the private ones, and the player's own folder in the shared one, without
// which nobody can write to the player. If share is set, it creates a shared folder that is missing, writable for everyone.
func (conf *config) makeFolders(share bool) error {
	err := errors.Join(os.MkdirAll(conf.State, 0o700), os.MkdirAll(conf.Folder, 0o755), os.MkdirAll(filepath.Dir(conf.Secret), 0o700))
	if conf.Exchange == "" {
		return err
	}
	if share {
		err = errors.Join(err, os.MkdirAll(conf.Exchange, 0o777))
	}
	if _, missing := os.Stat(conf.Exchange); missing == nil && conf.Address != "" { // doctor reports it
		_, entering := mailbox.NewFolder(conf.Exchange, conf.Address)
		err = errors.Join(err, entering)
	}
	return err
}

// memory returns what stores the courier's state for this mailbox and folder.
func (conf *config) memory() home.Memory {
	whole := fmt.Sprintf("%q %q %d %q %q %q", conf.Exchange, conf.IMAP.Host, conf.IMAP.Port, conf.IMAP.User, conf.Mailbox, conf.Address)
	if conf.Maildir != "" {
		whole += fmt.Sprintf(" %q", conf.Maildir)
	}
	return home.Memory{System: atomicfile.OS{}, File: conf.stateFile(whole, ".json")}
}

// stateFile returns the name of a file of state about the folder of records and what else is whole.
func (conf *config) stateFile(whole, ending string) string {
	folder, err := filepath.Abs(conf.Folder)
	if err != nil { // the current folder is gone, and nothing can be read from this one
		folder = conf.Folder
	}
	sum := sha256.Sum256([]byte(whole + folder))
	return filepath.Join(conf.State, hex.EncodeToString(sum[:8])+ending)
}

// printPlaces prints the files and servers in use.
func printPlaces(c *cli.Context, conf *config) {
	server := func(s cfg.Server) string { // the user, host and port
		if s.User != "" {
			return s.User + " @ " + cfg.Typed(s)
		}
		return cfg.Typed(s)
	}
	for _, place := range []struct{ key, where string }{
		{"place.configuration", conf.path}, {"place.records", conf.Folder}, {"place.state", conf.State},
		{"place.exchange", conf.Exchange}, {"place.maildir", conf.Maildir},
		{"place.imap", server(conf.IMAP)}, {"place.smtp", server(conf.SMTP)},
	} {
		if place.where != "" {
			fmt.Fprintln(c.App.ErrWriter, render.Safe(i18n.In(language(c.App), place.key, "where", place.where)))
		}
	}
}

// config is the configuration of a running command.
type config struct {
	cfg.Loaded

	tokens    *signin.Account // nil: no sign-in
	path      string          // the files it was read from, or ""
	strangers bool            // whether to fetch all kinds of mail, not only ours
	trace     io.Writer       // receives a transcript of the mail connections, unless nil
}

// configPath returns the file named by --config, else the default one.
func configPath(c *cli.Context) (path string, named bool) {
	if path := c.String("config"); path != "" {
		return path, true
	}
	return filepath.Join(xdg.ConfigHome, "hikyaku", "config.yaml"), false
}

// loadsItself are the commands that run without a configuration, or load it themselves if they need it.
var loadsItself = []string{"demo", "help", "perft", "receive", "rules", "serve", "setup", "themes", "try", "version"}

// loadConfig returns the configuration. Each command reads it only once.
func loadConfig(c *cli.Context) (*config, error) {
	if conf, read := c.App.Metadata["config"].(*config); read {
		return conf, nil
	}
	conf, err := openConfig(configPath(c))
	if err != nil {
		return nil, err
	}
	switch name := c.String("trace"); name {
	case "":
	case "-":
		conf.trace = c.App.ErrWriter
	default:
		if conf.trace, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil { // stays open until the command ends
			return nil, err
		}
	}
	c.App.Metadata["config"] = conf
	return conf, nil
}

// openConfig reads the configuration in path. If named is set, it must exist.
func openConfig(path string, named bool) (*config, error) {
	files, err := cfg.Open(path, named)
	if err != nil {
		return nil, err
	}
	read, err := files.Load()
	if err != nil {
		return nil, err
	}
	conf := &config{Loaded: *read, path: strings.Join(files.Read(), ", ")}
	if conf.SignsIn() {
		conf.tokens = conf.SignInAccount()
	}
	return conf, nil
}
