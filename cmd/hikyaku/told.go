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

// This file holds what --quiet leaves out and --verbose adds.

// doers are the commands that tell what they have done. With --quiet they tell errors only.
var doers = []string{
	"move", "undo", "resign", "draw", "claim", "away", "pause", "resume", "substitute", "say", "settle",
	"invite", "accept", "decline", "send", "poll", "receive", "bot",
}

// hush drops what a command tells under --quiet. What was asked for by another flag is printed all the same.
func hush(c *cli.Context) error {
	asked := c.Bool("json") || c.Bool("dry-run") || c.Bool("skipped")
	if c.Bool("quiet") && !asked {
		c.App.Writer = io.Discard
	}
	return nil
}

// zone returns the zone in which times are told: that of this machine, UTC under --verbose.
func zone(c *cli.Context) *time.Location {
	if c.Bool("verbose") {
		return time.UTC
	}
	return time.Local
}

// tellPlaces tells under --verbose which files and servers are used.
func tellPlaces(c *cli.Context, conf *config) {
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

// whereOf returns host, port and user of a server, "" if there is none.
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
