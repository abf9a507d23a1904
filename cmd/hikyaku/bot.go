package main

import (
	"context"
	"os/signal"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/bot"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
)

func botCommand() *cli.Command {
	return &cli.Command{
		Name:      "bot",
		UsageText: "hikyaku bot\nhikyaku bot --once",
		Flags:     []cli.Flag{&cli.BoolFlag{Name: "once"}, traceFlag(), jsonFlag()},
		Action:    keepBot,
	}
}

// botConfig are the limits of the bot, nil where the usual ones hold.
type botConfig struct {
	OpenEach     *int `yaml:"open_each"`
	RequestsEach *int `yaml:"requests_each"`
	NewADay      *int `yaml:"new_a_day"`
	OpenInAll    *int `yaml:"open_in_all"`
}

// limits returns the limits of a configuration, or an error if one is negative.
func (b botConfig) limits(file string) (bot.Limits, error) {
	limits := bot.Usual
	for _, l := range []struct {
		field string
		given *int
		limit *int
	}{
		{"open_each", b.OpenEach, &limits.OpenEach}, {"requests_each", b.RequestsEach, &limits.RequestsEach},
		{"new_a_day", b.NewADay, &limits.NewADay}, {"open_in_all", b.OpenInAll, &limits.OpenInAll},
	} {
		switch {
		case l.given == nil:
		case *l.given < 0:
			return limits, i18n.Err("config.bot", "file", file, "field", "bot."+l.field, "n", *l.given)
		default:
			*l.limit = *l.given
		}
	}
	return limits, nil
}

// keepBot lets the bot play: one round, or one whenever something comes.
func keepBot(c *cli.Context) error {
	if err := checkArgs(c, 0, 0); err != nil {
		return err
	}
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	limits, err := conf.Bot.limits(conf.path)
	if err != nil {
		return err
	}
	conf.strangers = true
	d := conf.desk()
	carrier, err := conf.courier(c, d)
	if err != nil {
		return err
	}
	state, err := conf.stateFile()
	if err != nil {
		return err
	}
	b := &bot.Bot{
		Desk: d, Courier: carrier, Limits: limits,
		Memory: home.Memory{System: d.System, File: strings.TrimSuffix(state, ".json") + ".bot"},
	}
	ctx, stop := signal.NotifyContext(c.Context, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	round := func(ctx context.Context) error {
		c.Context = ctx
		return pollOnce(c, conf, b.Round)
	}
	if c.Bool("once") {
		return round(ctx)
	}
	return watchBox(c, ctx, carrier.Box, round)
}
