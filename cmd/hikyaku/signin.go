package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
	"hikyaku/internal/signin"
	"hikyaku/mailbox"
	"hikyaku/render"
)

// signInAgain signs in with the settings as they are, and checks them.
func signInAgain(c *cli.Context) error {
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	if err := conf.signIn(c); err != nil {
		return err
	}
	return tryOut(c, newDialog(c))
}

// signIn signs in to the mail account with OAuth 2.0.
func (conf *config) signIn(c *cli.Context) error {
	out, lang := c.App.Writer, language(c.App)
	if c.Bool("json") {
		out = c.App.ErrWriter
	}
	say := func(key string, args ...any) {
		fmt.Fprint(out, render.Wrap(render.Safe(i18n.In(lang, key, args...)), columnsOf(out)))
	}
	ctx, stop := signal.NotifyContext(c.Context, syscall.SIGINT, syscall.SIGTERM) // so that the page for the browser is removed
	defer stop()
	forget := func() {}
	account, err := conf.tokens.SignIn(ctx, func(p signin.Prompt) {
		if p.Code != "" {
			say("setup.device", "user", conf.tokens.User)
			fmt.Fprintf(out, "\n  %s\n  %s\n\n", render.Safe(p.URL), render.Safe(p.Code))
			return
		}
		say("setup.browser", "user", conf.tokens.User)
		fmt.Fprintf(out, "\n  %s\n\n", render.Safe(p.URL))
		file, err := writeRedirect(p.URL, "hikyaku")
		if err == nil {
			forget = func() { _ = os.RemoveAll(filepath.Dir(file)) }
			err = browse(file)
		}
		if err != nil {
			say("board.no-browser", "why", err)
		}
	})
	forget()
	if errors.Is(err, context.Canceled) {
		return i18n.Err("dialog.ended")
	}
	if err != nil {
		return err
	}
	say("setup.signed-in", "account", account)
	if !strings.EqualFold(account, conf.tokens.User) {
		say("setup.other-account", "account", account, "user", conf.tokens.User)
	}
	return nil
}

// checkSignIn checks that an access token can be got.
func (conf *config) checkSignIn(ctx context.Context) mailbox.Step {
	step := mailbox.Step{Name: "sign-in"}
	status, err := conf.tokens.Status(ctx)
	var failed *mailbox.TokenError
	switch {
	case errors.As(err, &failed):
		step.Err, step.Hint = err, failed.Hint()
	case err != nil:
		step.Err, step.Hint = err, i18n.T("hint.sign-in-needed")
	case status.Until.IsZero():
		step.Detail = i18n.T("doctor.signed-in", "account", status.Account, "server", status.Server)
	default:
		step.Detail = i18n.T("doctor.signed-in-until", "account", status.Account, "server", status.Server, "time", i18n.Brief(status.Until))
	}
	return step
}
