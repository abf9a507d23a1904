package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"hikyaku/desk"
	"hikyaku/kif"
	"hikyaku/match"
	"hikyaku/render"
	"hikyaku/words"
)

func checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "read and replay records, one line each",
		ArgsUsage: "FILE…",
		Description: `Each record is read and replayed by the rules; its signatures are checked, and its dice against what
both sides had committed to. Two copies of a match are the same if their digests are; of two that do
not fit together it is told who has signed both. Exit status 5 if any record fails, or that is so. Of each record the first error is told; with --all also those of later lines,
up to one in a line on which the rest depends, such as a move.

   hikyaku check ~/Kifu/*.kif`,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "all", Usage: "tell more errors of a record than the first"}, jsonFlag()},
		Action: check,
	}
}

// checkJSON is the JSON of the result for one record.
type checkJSON struct {
	File   string       `json:"file"`
	OK     bool         `json:"ok"`
	Game   string       `json:"game,omitempty"`
	Ply    int          `json:"ply"`
	Digest string       `json:"digest,omitempty"`
	Status string       `json:"status,omitempty"`
	Proof  *match.Proof `json:"proof,omitempty"`
	Error  string       `json:"error,omitempty"`
}

func check(c *cli.Context) error {
	if err := checkArgs(c, 1, -1); err != nil {
		return err
	}
	d, _, err := openDesk(c)
	if err != nil {
		return err
	}
	worst := statusDone
	var read []desk.Copy
	for _, file := range c.Args().Slice() {
		m, err := openFile(c, d, file)
		if err != nil {
			worst = max(worst, status(err))
		} else {
			read = append(read, m)
		}
		if err := printCheck(c, file, m, err); err != nil {
			return err
		}
		if c.Bool("all") && err != nil {
			if err := printMore(c, d, file, err); err != nil {
				return err
			}
		}
	}
	forked, err := tellForks(c, read)
	if err != nil {
		return err
	}
	if forked {
		worst = statusRecord
	}
	if worst != statusDone {
		return &quietError{worst}
	}
	return nil
}

// forkJSON is the JSON of two lines of a forked match.
type forkJSON struct {
	Files  []string `json:"files"`
	Forked []string `json:"forked"` // the parties that signed both lines
	Common int      `json:"common"` // the number of common steps
}

// tellForks compares the records of each match and names the parties that forked it.
func tellForks(c *cli.Context, read []desk.Copy) (found bool, err error) {
	for i, a := range read {
		for _, b := range read[:i] {
			if !a.Roster.Invited || !b.Roster.Invited || a.Hash() != b.Hash() {
				continue
			}
			meeting := match.Meet(b.Match, a.Match)
			if len(meeting.Forked) == 0 {
				continue
			}
			fork := forkJSON{Files: []string{b.File, a.File}, Common: meeting.Common}
			for _, party := range meeting.Forked {
				fork.Forked = append(fork.Forked, a.Roster.Name(party))
			}
			found = true
			text := words.In(language(c.App), "check.fork", "a", b.File, "b", a.File, "who", meeting.Accused(a.Match), "step", fork.Common+1)
			if err := printLine(c, fork, text); err != nil {
				return found, err
			}
		}
	}
	return found, nil
}

// mostErrors is the maximum number of errors printed for a record.
const mostErrors = 20

// printMore prints the errors after the first, one on a line. It finds the next one by removing the offending line.
func printMore(c *cli.Context, d *desk.Desk, file string, err error) error {
	if file == "-" {
		return usagef("--all reads a record several times: name a file")
	}
	data, failed := os.ReadFile(file)
	lines := bytes.Split(data, []byte("\n"))
	for told := 1; failed == nil && told < mostErrors; told++ {
		var e *kif.Error
		if !errors.As(err, &e) || e.Line < 1 || e.Line > len(lines) || dependedOn(lines[e.Line-1]) {
			break
		}
		lines[e.Line-1] = nil
		var m desk.Copy
		if m, err = replayData(d, file, bytes.Join(lines, []byte("\n"))); err != nil {
			failed = printCheck(c, file, m, err)
		}
	}
	return failed
}

// dependedOn reports whether the lines after this one depend on it: a move, a throw, an act, or a line that was removed
// already.
func dependedOn(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) == 0 || line[0] >= '0' && line[0] <= '9' || bytes.HasPrefix(line, []byte("#: throw")) || bytes.HasPrefix(line, []byte("#: do"))
}

// printCheck prints the result for one record.
func printCheck(c *cli.Context, file string, m desk.Copy, err error) error {
	verdict := checkJSON{File: file, OK: err == nil}
	if err != nil {
		verdict.Error = err.Error()
	} else {
		verdict.Game, verdict.Ply, verdict.Digest = m.Game.Name, m.Ply(), m.Head.String()
		proof := match.NewProof(m.Match)
		verdict.Status, verdict.Proof = match.Status(m.Match).In(language(c.App)), &proof
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, verdict)
	}
	line := fmt.Sprintf("%s: ok: %s, ply %d, %s", file, verdict.Game, verdict.Ply, verdict.Status)
	if err == nil {
		line += proofText(c, *verdict.Proof) + ", digest " + verdict.Digest
	}
	if err != nil {
		line = err.Error()
	}
	_, err = fmt.Fprintln(c.App.Writer, render.Safe(line))
	return err
}

// proofText returns what a record proves of its dice and signatures, with a comma before each item.
func proofText(c *cli.Context, p match.Proof) string {
	text := ""
	if dice := p.Text().In(language(c.App)); dice != "" {
		text = ", " + dice
	}
	if p.Signed > 0 {
		text += fmt.Sprintf(", %d signatures good", p.Signed)
	}
	if p.Scribe > 0 {
		text += fmt.Sprintf(" (%d by the scribe)", p.Scribe)
	}
	return text
}
