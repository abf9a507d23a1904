package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/internal/page"
)

// writeTurn writes a page for making the next move of m. It composes a reply if
// the player referees for mail-only players, else it shows the command to type.
func writeTurn(c *cli.Context, w io.Writer, m home.Copy) error {
	if m.Outcome != nil || m.Next().Player == 0 {
		return i18n.Err("warn.no-moves", "status", m.Match.Status())
	}
	o, err := pictureOptions(c, m)
	if err != nil {
		return err
	}
	d, conf, err := openDesk(c)
	if err != nil {
		return err
	}
	if party := d.Party(m.Match); m.Roster.Invited && party == m.Roster.Scribe() && conf.carries() {
		carrier, err := conf.courier(c, d)
		if err != nil {
			return err
		}
		if written, err := carrier.WriteTurn(w, m.Match); written || err != nil {
			return err
		}
	}
	command := "hikyaku move " + m.File + " MOVE"
	if m.Roster.Invited {
		command = "hikyaku move " + m.Short() + " MOVE --send"
	}
	return page.WriteTurn(w, page.Turn{Match: m.Match, Picture: o, Reply: page.Reply{Command: command}})
}
