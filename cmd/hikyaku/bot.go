package main

import (
	"context"
	"os/signal"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"hikyaku/bot"
	"hikyaku/desk"
	"hikyaku/words"
)

func botCommand() *cli.Command {
	return &cli.Command{
		Name:      "bot",
		UsageText: "hikyaku bot\nhikyaku bot --once",
		Flags:     []cli.Flag{&cli.BoolFlag{Name: "once"}, traceFlag(), jsonFlag()},
		Action:    keepBot,
	}
}

// botConfig are the limits of the bot.
type botConfig struct {
	OpenEach     int `yaml:"open_each"`
	RequestsEach int `yaml:"requests_each"`
	NewADay      int `yaml:"new_a_day"`
	OpenInAll    int `yaml:"open_in_all"`
}

// checkBot returns an error if a limit is negative.
func checkBot(conf *config) error {
	for field, n := range map[string]int{
		"open_each": conf.Bot.OpenEach, "requests_each": conf.Bot.RequestsEach, "new_a_day": conf.Bot.NewADay, "open_in_all": conf.Bot.OpenInAll,
	} {
		if n < 0 {
			return words.Err("config.bot", "file", conf.path, "field", "bot."+field, "n", n)
		}
	}
	return nil
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
		Desk: d, Courier: carrier, Limits: bot.Limits(conf.Bot),
		Memory: desk.Memory{System: d.System, File: strings.TrimSuffix(state, ".json") + ".bot"},
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
