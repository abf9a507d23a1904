package main

import (
	"hikyaku/configfile"
	"hikyaku/partner"
	"hikyaku/words"
)

// engineConfig is another program that plays.
type engineConfig struct {
	Protocol string            `yaml:"protocol"`
	Command  []string          `yaml:"command"`
	Options  map[string]string `yaml:"options"`
}

// programs returns the programs of the configuration by name.
func (conf *config) programs() map[string]partner.Program {
	all := map[string]partner.Program{}
	for name, e := range conf.Engines {
		all[name] = partner.Program{Name: name, Command: e.Command, Speech: partner.Speech(e.Protocol), Options: e.Options}
	}
	return all
}

// checkEngines returns an error if a program is described wrongly.
func (conf *config) checkEngines() error {
	for name, e := range conf.Engines {
		switch partner.Speech(e.Protocol) {
		case partner.USI, partner.UCI, partner.Text:
		default:
			return configfile.Choice("engines."+name+".protocol", e.Protocol, string(partner.USI), string(partner.UCI), string(partner.Text))
		}
		if len(e.Command) == 0 || e.Command[0] == "" {
			return words.Err("config.no-program", "field", "engines."+name+".command", "example", "[fairy-stockfish]")
		}
	}
	return nil
}
