package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/bot"
	"hikyaku/internal/home"
)

func botCommand() *cli.Command {
	return &cli.Command{
		Name: "bot", UsageText: "hikyaku bot\nhikyaku bot --once",
		Flags:  []cli.Flag{boolFlag("once"), textFlag("trace"), boolFlag("json")},
		Action: runBot,
	}
}

// runBot lets the bot play one round, or one round whenever mail arrives.
func runBot(c *cli.Context) error {
	conf, err := loadConfig(c)
	if err != nil {
		return err
	}
	limits, err := conf.BotLimits()
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
	defer interruptible(c)()
	if c.Bool("once") {
		return pollOnce(c, conf, b.Round)
	}
	return watchBox(c, conf, carrier.Box, b.Round)
}
