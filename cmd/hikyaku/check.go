package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"hikyaku/internal/convert"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/kif"
	"hikyaku/match"
)

func checkCommand() *cli.Command {
	return &cli.Command{
		Name: "check", ArgsUsage: "MATCH…",
		UsageText: `hikyaku check match.kif
hikyaku check ~/Kifu`,
		Flags:  []cli.Flag{boolFlag("all"), boolFlag("json")},
		Action: check,
	}
}

type checksJSON struct {
	Records []*checkJSON `json:"records"`
	Forks   []forkJSON   `json:"forks"`
	Two     *twoJSON     `json:"two,omitempty"`
	failure
}

type checkJSON struct {
	File    string         `json:"file"`
	OK      bool           `json:"ok"`
	Match   string         `json:"match,omitempty"` // the short name; "" if nobody was invited
	Game    string         `json:"game,omitempty"`
	Ply     int            `json:"ply"`
	Digest  string         `json:"digest,omitempty"`
	Status  match.Waiting  `json:"status,omitempty"`
	Ending  string         `json:"ending,omitempty"`
	Proof   *match.Proof   `json:"proof,omitempty"`
	Unknown []string       `json:"unknown,omitempty"` // lines that may come from a newer hikyaku, in a match by invitation
	Errors  []*problemJSON `json:"errors,omitempty"`  // only the first without --all
}

func check(c *cli.Context) error {
	defer collectRarely()()
	d := deskOf(c)
	worst := statusDone
	answer := &checksJSON{Records: []*checkJSON{}, Forks: []forkJSON{}}
	var read []home.Copy
	var folders []*folderCount
	type found struct {
		file string
		in   *folderCount // nil for a file that is named itself
	}
	var files []found
	for _, name := range c.Args().Slice() {
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			files = append(files, found{name, nil})
			continue
		}
		folder := &folderCount{folder: name}
		names, err := folder.open()
		if err != nil {
			return err
		}
		for _, file := range names {
			files = append(files, found{file, folder})
		}
		folders = append(folders, folder)
	}
	for _, one := range files {
		file := one.file
		m, err := openFile(c, d, file)
		if one.in != nil {
			one.in.count(err)
		}
		if err != nil {
			worst = max(worst, status(err))
		} else {
			read = append(read, m)
		}
		errs := []error{err}
		if c.Bool("all") && err != nil {
			more, err := moreErrors(d, file, err)
			if err != nil {
				return err
			}
			errs = append(errs, more...)
		}
		verdict := newCheck(file, m, errs)
		answer.Records = append(answer.Records, verdict)
		if err := printCheck(c, verdict, m, errs); err != nil {
			return err
		}
	}
	if answer.Forks = append(answer.Forks, forks(read)...); len(answer.Forks) > 0 {
		worst = statusRecord
	}
	if len(read) == 2 && c.NArg() == 2 && len(folders) == 0 {
		if answer.Two = compare(read[0].Match, read[1].Match); answer.Two.Verdict == parted {
			worst = max(worst, statusFailed)
		}
	}
	var lines []string
	for _, f := range answer.Forks {
		lines = append(lines, i18n.In(language(c.App), "check.fork", "a", f.Files[0], "b", f.Files[1], "who", f.accused, "step", f.Common+1))
	}
	if two := answer.Two; two != nil && len(answer.Forks) == 0 && (!c.Bool("quiet") || two.Verdict == parted) {
		lines = append(lines, i18n.In(language(c.App), "check.two-"+two.Verdict, "a", read[0].File, "b", read[1].File, "n", two.Moves))
	}
	for _, folder := range folders {
		if !c.Bool("quiet") {
			lines = append(lines, folder.text().In(language(c.App)))
		}
	}
	if err := give(c, answer, lines...); err != nil || worst == statusDone {
		return err
	}
	return &reportedError{status: worst}
}

// twoJSON is the JSON of the comparison of two records.
type twoJSON struct {
	Verdict string `json:"verdict"` // equal, longer or shorter, which is said of the second record, or parted
	Moves   int    `json:"moves"`   // the number of common moves
}

// parted is the verdict on two records that go on differently.
const parted = "parted"

// compare compares the steps of two records.
func compare(a, b *match.Match) *twoJSON {
	if a.Head == b.Head {
		return &twoJSON{Verdict: "equal", Moves: a.Ply()}
	}
	common, two := a.Common(b), &twoJSON{Verdict: parted}
	for _, e := range a.Record.Events[:common] {
		if _, moved := e.Step.(kif.Move); moved {
			two.Moves++
		}
	}
	switch {
	case common == 0:
	case common == len(a.Record.Events):
		two.Verdict = "longer"
	case common == len(b.Record.Events):
		two.Verdict = "shorter"
	}
	return two
}

type forkJSON struct {
	Files  []string `json:"files"`
	Forked []string `json:"forked"` // the names of the players who signed both versions
	Common int      `json:"common"` // the number of common entries; throws do not count

	accused i18n.Text
}

// forks compares the records of each match and returns the conflicts between
// them.
func forks(read []home.Copy) (found []forkJSON) {
	for i, a := range read {
		for _, b := range read[:i] {
			if !a.Roster.Invited || !b.Roster.Invited || a.Hash() != b.Hash() {
				continue
			}
			meeting := match.Meet(b.Match, a.Match)
			if len(meeting.Forked) == 0 {
				continue
			}
			fork := forkJSON{Files: []string{b.File, a.File}, Common: meeting.Common, accused: meeting.Accused}
			for _, party := range meeting.Forked {
				fork.Forked = append(fork.Forked, a.Roster.Name(party))
			}
			found = append(found, fork)
		}
	}
	return found
}

// mostErrors is the maximum number of errors printed for a record.
const mostErrors = 20

// moreErrors returns the errors of a record after the first, err. It finds the next one by removing the offending line.
func moreErrors(d *home.Desk, file string, err error) (more []error, failed error) {
	if file == "-" {
		return nil, usage("usage.check-all")
	}
	var e *kif.Error
	if !errors.As(err, &e) {
		return nil, nil
	}
	data, failed := os.ReadFile(file)
	lines := bytes.Split(data, []byte("\n"))
	for failed == nil && len(more)+1 < mostErrors {
		if !errors.As(err, &e) || e.Line < 1 || e.Line > len(lines) || dependedOn(lines[e.Line-1]) {
			break
		}
		lines[e.Line-1] = nil
		if _, err = replayData(d, file, bytes.Join(lines, []byte("\n"))); err == nil {
			break
		}
		more = append(more, err)
	}
	return more, failed
}

// dependedOn reports whether later lines depend on this one: a move, a throw, an
// act, or a line that is already removed.
func dependedOn(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) == 0 || line[0] >= '0' && line[0] <= '9' || bytes.HasPrefix(line, []byte("#: throw")) || bytes.HasPrefix(line, []byte("#: do"))
}

// newCheck returns the result for the record m in file. The record is good if
// the first of errs is nil.
func newCheck(file string, m home.Copy, errs []error) *checkJSON {
	verdict := &checkJSON{File: file, OK: errs[0] == nil}
	if !verdict.OK {
		for _, err := range errs {
			verdict.Errors = append(verdict.Errors, newProblem(err))
		}
		return verdict
	}
	proof := m.Match.NewProof()
	verdict.Game, verdict.Ply, verdict.Digest, verdict.Proof = m.Game.Name, m.Ply(), m.Head.String(), &proof
	if verdict.Status = m.Match.WaitsFor(); m.Outcome != nil {
		verdict.Ending = m.Outcome.Rule.ID
	}
	if m.Roster.Invited {
		verdict.Match = m.Short()
		verdict.Unknown = slices.Concat(m.Record.UnknownHeaders(), m.Record.UnknownLines())
	}
	return verdict
}

func printCheck(c *cli.Context, v *checkJSON, m home.Copy, errs []error) error {
	if c.Bool("json") {
		return nil
	}
	if !v.OK {
		var lines []string
		for _, err := range errs {
			lines = append(lines, sentence(err, language(c.App)))
		}
		return printLines(c, lines)
	}
	if c.Bool("quiet") {
		return nil
	}
	found := []i18n.Text{m.Game.Called(m.Options), i18n.T("check.ply", "n", v.Ply), m.Match.Status()}
	found = append(append(found, proved(*v.Proof)...), i18n.T("check.digest", "digest", v.Digest))
	err := printLine(c, i18n.In(language(c.App), "check.ok", "file", v.File, "list", i18n.Phrases(found...)))
	if err != nil || len(v.Unknown) == 0 {
		return err
	}
	return printLine(c, "  "+i18n.In(language(c.App), "check.unknown", "list", strings.Join(v.Unknown, ", ")))
}

// proved describes what a record proves about its dice and signatures.
func proved(p match.Proof) (list []i18n.Text) {
	if dice := p.Text(); dice != (i18n.Text{}) {
		list = append(list, dice)
	}
	switch {
	case p.Scribe > 0:
		list = append(list, i18n.T("check.scribed", "n", p.Signed, "scribed", p.Scribe))
	case p.Signed > 0:
		list = append(list, i18n.T("check.signed", "n", p.Signed))
	}
	return list
}

// folderCount counts the files of a folder by what a command did with them.
type folderCount struct {
	folder             string
	read, bad, skipped int
}

// open returns the files in the folder that are read, in order of their names, and counts the others. Hidden files belong to records.
func (f *folderCount) open() (files []string, err error) {
	entries, err := os.ReadDir(f.folder)
	for _, e := range entries {
		format, known := convert.Ending(filepath.Ext(e.Name()))
		switch {
		case e.IsDir() || strings.HasPrefix(e.Name(), "."):
		case known && slices.Contains([]string{"kif", "ki2", "csa"}, format.Name):
			files = append(files, filepath.Join(f.folder, e.Name()))
		default:
			f.skipped++
		}
	}
	return files, err
}

// count counts a file that was read, or was not because of err.
func (f *folderCount) count(err error) {
	if err != nil {
		f.bad++
	} else {
		f.read++
	}
}

// text returns how many files were read and how many were not.
func (f *folderCount) text() i18n.Text {
	return i18n.T("folder.count", "folder", f.folder, "n", f.read, "bad", f.bad, "skipped", f.skipped)
}
