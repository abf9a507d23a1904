package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"reflect"
	"strings"

	"hikyaku/courier"
	"hikyaku/engine"
	"hikyaku/mailbox"
	"hikyaku/words"
)

// The ways in which mail comes and goes: through a folder that all share, or in by IMAP, a Maildir or hikyaku receive and out
// by SMTP or a command.

// checkWays refuses a configuration with two ways for one thing.
func (conf *config) checkWays() error {
	set := map[string]bool{
		"exchange": conf.Exchange != "", "imap": conf.IMAP.Host != "", "maildir": conf.Maildir != "",
		"smtp": conf.SMTP.Host != "", "sendmail": len(conf.Sendmail) > 0,
	}
	for _, c := range []struct{ one, other, why string }{
		{"exchange", "imap", "mail goes either through a folder or through servers"},
		{"exchange", "maildir", "mail goes either through a folder that all share or into a Maildir"},
		{"exchange", "smtp", "mail goes either through a folder or through servers"},
		{"exchange", "sendmail", "mail goes either through a folder or through a command"},
		{"maildir", "imap", "turns are fetched from one of them: leave out the other"},
		{"sendmail", "smtp", "turns are handed in at one of them: leave out the other"},
	} {
		if set[c.one] && set[c.other] {
			return fmt.Errorf("%s: %s and %s are both set: %s", conf.path, c.one, c.other, c.why)
		}
	}
	switch {
	case set["sendmail"] && conf.Sendmail[0] == "":
		return fmt.Errorf("%s: sendmail: the program is empty: write [/usr/sbin/sendmail, -t, -i]", conf.path)
	case !set["imap"] && !reflect.DeepEqual(conf.IMAP, serverConfig{}):
		return fmt.Errorf("%s: imap.host is missing: write the name of the server", conf.path)
	case !set["smtp"] && !reflect.DeepEqual(conf.SMTP, serverConfig{}):
		return fmt.Errorf("%s: smtp.host is missing: write the name of the server", conf.path)
	}
	return nil
}

// join puts the configured way in and the configured way out together. Without a way in letters come by hikyaku receive alone.
func (conf *config) join() (mailbox.Box, error) {
	var in mailbox.Fetcher
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
		state, err := conf.stateFile()
		if err != nil {
			return nil, err
		}
		maildir, err := mailbox.NewMaildir(conf.Maildir, strings.TrimSuffix(state, ".json")+".maildir", filter)
		if err != nil {
			return nil, err
		}
		in = maildir
	}
	return mailbox.Join(in, out), nil
}

// filter picks our letters from among other mail.
var filter = mailbox.Filter{Name: courier.NameWord, Reference: courier.IDPrefix}

// tryWays goes through what the configured ways in and out need besides what opening them has shown.
func (conf *config) tryWays(ctx context.Context) (steps []mailbox.Step) {
	if conf.IMAP.Host != "" || conf.SMTP.Host != "" {
		steps = conf.account().Check(ctx)
	}
	switch {
	case conf.Maildir != "":
		steps = append(steps, mailbox.Step{Name: "maildir", Detail: engine.Same(conf.Maildir)})
	case conf.IMAP.Host == "":
		steps = append(steps, mailbox.Step{Name: "mailbox", Detail: words.Text("doctor.no-mailbox")})
	}
	if len(conf.Sendmail) > 0 {
		program, err := exec.LookPath(conf.Sendmail[0])
		if err != nil {
			err = words.Err("doctor.no-program", "program", conf.Sendmail[0], "error", err)
		}
		steps = append(steps, mailbox.Step{Name: "sendmail", Detail: engine.Same(program), Err: err, Hint: words.Text("doctor.name-program")})
	}
	return steps
}

// hint is what to do about a trouble, or about another error of the ways of letters.
func hint(err error) engine.Text {
	var t *mailbox.Trouble
	if errors.As(err, &t) {
		return t.Hint()
	}
	return words.Text("doctor.see-example")
}
