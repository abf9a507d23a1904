package main

import (
	"fmt"
	"io"
	"net"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/i18n"
	"hikyaku/render"
)

// The effects of --quiet and --verbose.

// reportingCommands print only what they have done, so that --quiet silences
// them except for errors. So do those of acts.
var reportingCommands = []string{
	"move", "undo", "resign", "substitute", "settle", "invite", "accept", "decline", "send", "poll", "receive", "bot",
}

// discardQuiet discards standard output if --quiet is set, unless another flag
// asks for output.
func discardQuiet(c *cli.Context) error {
	asked := c.Bool("json") || c.Bool("dry-run") || c.Bool("skipped")
	if c.Bool("quiet") && !asked {
		c.App.Writer = io.Discard
	}
	return nil
}

// zone returns the time zone of times in the output: UTC with --verbose, else
// that of this computer.
func zone(c *cli.Context) *time.Location {
	if c.Bool("verbose") {
		return time.UTC
	}
	return time.Local
}

// printPlaces prints the files and servers in use if --verbose is set.
func printPlaces(c *cli.Context, conf *config) {
	if !c.Bool("verbose") {
		return
	}
	for _, place := range []struct{ key, where string }{
		{"place.configuration", conf.path}, {"place.records", conf.Folder}, {"place.state", conf.State},
		{"place.exchange", conf.Exchange}, {"place.maildir", conf.Maildir},
		{"place.imap", whereOf(conf.IMAP)}, {"place.smtp", whereOf(conf.SMTP)},
	} {
		if place.where != "" {
			fmt.Fprintln(c.App.ErrWriter, render.Safe(i18n.In(language(c.App), place.key, "where", place.where)))
		}
	}
}

// whereOf returns the user, host and port of a server, or "" if there is none.
func whereOf(s serverConfig) string {
	host := s.Host
	if s.Port != 0 {
		host = net.JoinHostPort(s.Host, strconv.Itoa(s.Port))
	}
	if s.User != "" {
		host = s.User + " @ " + host
	}
	return host
}
