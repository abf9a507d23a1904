package main

import (
	"hikyaku/internal/computer"
	"hikyaku/internal/configfile"
	"hikyaku/internal/i18n"
)

// engineConfig is another program that plays.
type engineConfig struct {
	Protocol string            `yaml:"protocol"`
	Command  []string          `yaml:"command"`
	Options  map[string]string `yaml:"options"`
}

// programs returns the programs of the configuration by name.
func (conf *config) programs() map[string]computer.Program {
	all := map[string]computer.Program{}
	for name, e := range conf.Engines {
		all[name] = computer.Program{Name: name, Command: e.Command, Speech: computer.Speech(e.Protocol), Options: e.Options}
	}
	return all
}

// checkEngines returns an error if a program is described wrongly.
func (conf *config) checkEngines() error {
	for name, e := range conf.Engines {
		switch computer.Speech(e.Protocol) {
		case computer.USI, computer.UCI, computer.Text:
		default:
			return configfile.Choice("engines."+name+".protocol", e.Protocol, string(computer.USI), string(computer.UCI), string(computer.Text))
		}
		if len(e.Command) == 0 || e.Command[0] == "" {
			return i18n.Err("config.no-program", "field", "engines."+name+".command", "example", "[fairy-stockfish]")
		}
	}
	return nil
}
