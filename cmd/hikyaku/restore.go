package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/atomicfile"
	"hikyaku/internal/courier"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/mailbox"
)

// restore restores the records of all matches from the mailbox.
func restore(c *cli.Context) error {
	d, carrier, err := openCourier(c)
	if err != nil {
		return err
	}
	if _, err := home.LoadKeyring(d.System, d.Secret); errors.Is(err, home.ErrNoKeyring) {
		return i18n.Err("restore.no-secret")
	} else if err != nil {
		return err
	}
	defer interruptible(c)()
	reports, err := carrier.Restore(c.Context)
	return errors.Join(err, printRestored(c, d, reports))
}

// printRestored prints each restored match and each reason for a refusal once.
func printRestored(c *cli.Context, d *home.Desk, reports []courier.Report) error {
	lang := language(c.App)
	var files, refusals []string
	for _, r := range reports {
		switch text := reportLine(lang, r); {
		case r.Verdict == courier.Restored || r.Verdict == courier.Taken:
			if !slices.Contains(files, r.File) {
				files = append(files, r.File)
			}
		case !slices.Contains(refusals, text):
			refusals = append(refusals, text)
			warn(c, i18n.Same(text))
		}
	}
	l := newListing(c, d)
	if len(files) == 0 && l.answer == nil {
		return printLine(c, i18n.In(lang, "restore.nothing"))
	}
	for _, file := range files {
		m, err := d.Open(file)
		if err != nil {
			return err
		}
		s := m.Match.Summarise(file, d.Me.Address)
		hint := ""
		if s.Mine(d.Me.Address) && !configOf(c).Copy {
			hint = i18n.In(lang, "restore.moved", "with", i18n.People(s.Names...))
		}
		if err := l.add(others, s, hint); err != nil {
			return err
		}
	}
	return l.print()
}

// checkRestore reports how many of the unfinished matches could be restored from
// the mailbox if the records were lost.
func (conf *config) checkRestore(c *cli.Context) mailbox.Step {
	step := mailbox.Step{Name: "restore", Detail: i18n.T("restore.none"), Hint: i18n.T("restore.hint")}
	box, err := conf.box()
	if err != nil {
		step.Err = err
		return step
	}
	if _, kept := box.(mailbox.Waiter); !kept {
		step.Detail = i18n.T("restore.no-mailbox")
		return step
	}
	dir, err := os.MkdirTemp("", "hikyaku-restore-")
	if err != nil {
		step.Err = err
		return step
	}
	defer os.RemoveAll(dir)
	there, err := conf.rehearse(c, box, dir)
	if err != nil {
		step.Err = err
		return step
	}
	n, short := 0, 0
	var lost []string
	d := conf.desk()
	for s, err := range d.List() {
		if err != nil {
			step.Err = err
			return step
		}
		if s.Damaged() || s.Over || len(s.Others) == 0 {
			continue
		}
		c, err := d.Open(s.File)
		if err != nil {
			continue // check reports it
		}
		m, me := c.Match, d.Party(c.Match)
		for i := m.LastEntry(); i > 0 && m.By(i) == me && !m.Record.Events[i].Posted; i = m.LastEntry() {
			m = m.Cut(i) // without unsent steps
		}
		if !m.Roster.Invited || me == 0 || m.Roster.Joining() != 0 {
			continue // no other player has a record to send back before all have joined
		}
		n++
		found, err := there.Find(m.Hash(), []string{filepath.Join(there.Dir, m.FileName())})
		switch {
		case err != nil || found.Match == nil:
			lost = append(lost, m.Short())
		case !found.Holds(m.Head):
			short++
		}
	}
	switch {
	case len(lost) > 0:
		step.Detail, step.Err = i18n.Text{}, i18n.Err("restore.lost", "n", n, "lost", len(lost), "list", i18n.Names(lost...))
	case short > 0:
		step.Detail = i18n.T("restore.short", "n", n, "short", short)
	case n > 0:
		step.Detail = i18n.T("restore.all", "n", n)
	}
	return step
}

// rehearse restores all matches into the folder dir.
func (conf *config) rehearse(c *cli.Context, box mailbox.Box, dir string) (there *home.Desk, err error) {
	there = conf.desk()
	there.Dir, there.Cache, there.Known, there.Heads = filepath.Join(dir, "records"), "", filepath.Join(dir, "known"), filepath.Join(dir, "heads")
	if err := os.Mkdir(there.Dir, 0o700); err != nil {
		return there, err
	}
	carrier := &courier.Courier{
		Shelf: there, Box: box, Memory: home.Memory{System: atomicfile.OS{}, File: filepath.Join(dir, "state.json")}, Lang: language(c.App), Aliases: conf.Aliases,
	}
	_, err = carrier.Restore(c.Context)
	return there, err
}
