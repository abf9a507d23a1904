package main

import (
	"context"
	"os/exec"
	"strings"

	"hikyaku/internal/i18n"
	"hikyaku/internal/letter"
	"hikyaku/mailbox"
)

// The transports of mail: a shared folder, or IMAP, a Maildir or hikyaku receive
// for incoming mail and SMTP or a command for outgoing mail.

// join combines the configured transports for incoming and outgoing mail. If
// none is configured for incoming mail, it arrives only through hikyaku receive.
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
		maildir, err := mailbox.NewMaildir(conf.Maildir, strings.TrimSuffix(state, ".json")+".maildir", conf.filterOf())
		if err != nil {
			return nil, err
		}
		in = maildir
	}
	return mailbox.Join(in, out), nil
}

// filterOf returns the filter that selects our mail, or one that accepts all
// mail if conf.strangers is set.
func (conf *config) filterOf() mailbox.Filter {
	if conf.strangers {
		return mailbox.Filter{}
	}
	return mailbox.Filter{Name: letter.NameWord, Reference: letter.IDPrefix}
}

// checkTransports checks what the configured transports need to work. Opening
// them has already checked the rest.
func (conf *config) checkTransports(ctx context.Context) (steps []mailbox.Step) {
	if conf.IMAP.Host != "" || conf.SMTP.Host != "" {
		steps = conf.account().Check(ctx)
	}
	switch {
	case conf.Maildir != "":
		steps = append(steps, mailbox.Step{Name: "maildir", Detail: i18n.Same(conf.Maildir)})
	case conf.IMAP.Host == "":
		steps = append(steps, mailbox.Step{Name: "mailbox", Detail: i18n.T("doctor.no-mailbox")})
	}
	if len(conf.Sendmail) > 0 {
		program, err := exec.LookPath(conf.Sendmail[0])
		if err != nil {
			err = i18n.Err("doctor.no-program", "program", conf.Sendmail[0], "error", err)
		}
		steps = append(steps, mailbox.Step{Name: "sendmail", Detail: i18n.Same(program), Err: err, Hint: i18n.T("doctor.name-program")})
	}
	return steps
}
