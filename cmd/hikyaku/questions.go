package main

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/configfile"
	"hikyaku/internal/identity"
	"hikyaku/mailbox"
)

// isName reports whether answer is a name that others can tell from another's.
func isName(answer string) bool { return answer != "" && !identity.HasInvisible(answer) }

// ask asks for what the flags have left open.
func (plan *plannedConfig) ask(c *cli.Context, d *dialog, path string) (err error) {
	if plan.conf.Name == "" {
		if plan.conf.Name, err = d.need("setup.name", "", "setup.name-missing", isName); err != nil {
			return err
		}
	}
	if plan.conf.Address == "" {
		isAddress := func(answer string) bool { return mailbox.Address{Addr: answer}.Valid() }
		if plan.conf.Address, err = d.need("setup.address", "", "setup.address-bad", isAddress); err != nil {
			return err
		}
	}
	if plan.open() {
		if err := plan.askWay(c, d); err != nil {
			return err
		}
		plan.login(c)
	}
	if plan.conf.Exchange == "" {
		if err := plan.askLogin(d, path); err != nil {
			return err
		}
	}
	if plan.conf.Folder == "" {
		plan.conf.Folder, err = d.ask("setup.records", "~/Kifu")
	}
	return err
}

// askWay asks how mail goes: by a known provider, by servers, or not at all but through a shared folder.
func (plan *plannedConfig) askWay(c *cli.Context, d *dialog) error {
	usual := c.String("provider")
	if p := providerOf(plan.conf.Address); usual == "" && p != nil {
		usual = p.ID
	}
	d.say("setup.ways", "providers", providerIDs())
	way, err := d.need("setup.way", usual, "setup.way-bad", func(answer string) bool {
		return answer == "servers" || answer == "folder" || providerNamed(answer) != nil
	})
	switch {
	case err != nil:
		return err
	case way == "servers":
		return plan.askServers(d)
	case way == "folder":
		return plan.askExchange(d)
	}
	plan.at(providerNamed(way))
	return nil
}

func (plan *plannedConfig) askServers(d *dialog) error {
	isServer := func(answer string) bool {
		s, err := typedServer(answer)
		return err == nil && s.Host != ""
	}
	d.say("setup.servers")
	for _, s := range []struct {
		key    string
		server *serverConfig
	}{{"setup.imap", &plan.conf.IMAP}, {"setup.smtp", &plan.conf.SMTP}} {
		typed, err := d.need(s.key, "", "setup.server-bad", isServer)
		if err != nil {
			return err
		}
		if *s.server, err = typedServer(typed); err != nil {
			return err
		}
	}
	return nil
}

func (plan *plannedConfig) askExchange(d *dialog) (err error) {
	typed := func(answer string) bool { return answer != "" }
	if plan.conf.Exchange, err = d.need("setup.exchange", "", "setup.exchange-missing", typed); err != nil {
		return err
	}
	if _, err := os.Stat(configfile.ExpandHome(plan.conf.Exchange)); err == nil || plan.create {
		return nil
	}
	plan.create, err = d.yes(false, "setup.make", "folder", plan.conf.Exchange)
	return err
}

// askLogin asks for the user and for where the password is, after what is to be done at the provider.
func (plan *plannedConfig) askLogin(d *dialog, path string) (err error) {
	p := providerAt(plan.conf.IMAP)
	if p != nil {
		d.tell(p.advice().In(d.lang))
	}
	for _, s := range []*serverConfig{&plan.conf.IMAP, &plan.conf.SMTP} {
		if s.User != "" {
			continue
		}
		user, err := d.ask("setup.user", cmp.Or(plan.conf.IMAP.User, plan.conf.Address))
		if err != nil {
			return err
		}
		s.User = user
	}
	s := plan.conf.IMAP
	switch {
	case len(s.PasswordCommand) > 0 || s.PasswordFile != "" || len(s.TokenCommand) > 0:
		return nil
	case p != nil && p.Login == loginToken:
		command, err := d.ask("setup.token", "oama access "+plan.conf.Address)
		plan.conf.IMAP.TokenCommand, plan.conf.SMTP.TokenCommand = strings.Fields(command), strings.Fields(command)
		return err
	}
	command, err := d.ask("setup.password-command", "")
	if err != nil {
		return err
	}
	if command != "" {
		plan.conf.IMAP.PasswordCommand, plan.conf.SMTP.PasswordCommand = strings.Fields(command), strings.Fields(command)
		return nil
	}
	file := filepath.Join(filepath.Dir(path), "password")
	plan.conf.IMAP.PasswordFile, plan.conf.SMTP.PasswordFile = file, file
	for plan.typed == "" && err == nil {
		plan.typed, err = d.secret("setup.password")
	}
	return err
}
