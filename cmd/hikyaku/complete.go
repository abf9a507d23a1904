package main

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/urfave/cli/v2"

	"hikyaku/engine"
	"hikyaku/engine/all"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/commandline"
	"hikyaku/internal/convert"
	"hikyaku/internal/home"
	"hikyaku/internal/i18n"
	"hikyaku/match"
	"hikyaku/render"
)

// completeName is the command that the completion scripts call.
const completeName = "__complete"

func completeCommand() *cli.Command {
	return &cli.Command{
		Name:            completeName,
		ArgsUsage:       "LINE",
		Hidden:          true,
		SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			for _, found := range complete(c, c.Args().First()) {
				fmt.Fprintln(c.App.Writer, found)
			}
			return nil
		},
	}
}

// completion is a word that may complete a command line.
type completion struct{ word, about string }

// String returns the line for a shell: the word, a tab and its description.
func (n completion) String() string {
	if n.about == "" {
		return n.word
	}
	return n.word + "\t" + render.SafeLine(n.about, 60)
}

// namesOfFiles is a placeholder for all file names, which the shell completes.
var namesOfFiles = completion{word: ":files"}

// unfinished is a command line whose last word is being written.
type unfinished struct {
	*cli.Context
	line *commandline.Line
	word string
}

// complete lists the completions of a command line. It writes nothing, and lists
// nothing if an error occurs.
func complete(c *cli.Context, line string) []completion {
	before, word := splitLine(line)
	if len(before) == 0 {
		return nil
	}
	u := &unfinished{c, parseLine(c.App, before[1:]), word}
	for _, name := range []string{"config", "lang"} {
		if value := u.line.Last(name); value != "" {
			_ = c.Set(name, value)
		}
	}
	_ = setLanguage(c)
	prefix := ""
	if flag, value, valued := strings.Cut(word, "="); valued && u.inFlag() {
		if u.line.Open = commandline.FlagNamed(u.line.Known(c.App), flag); u.line.Open == nil {
			return nil
		}
		u.word, prefix = value, flag+"="
	}
	var fitting []completion
	for _, n := range u.list() {
		switch {
		case n == namesOfFiles:
			fitting = append(fitting, n)
		case strings.HasPrefix(n.word, u.word) && !strings.ContainsFunc(n.word, unicode.IsControl):
			fitting = append(fitting, completion{prefix + n.word, n.about})
		}
	}
	return fitting
}

// splitLine splits a command line as a shell does, into the complete words and
// the word being typed.
func splitLine(line string) (before []string, word string) {
	var quote rune
	escaped := false
	for _, r := range line {
		switch {
		case escaped:
			word, escaped = word+string(r), false
		case r == '\\' && quote != '\'':
			escaped = true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case quote == 0 && (r == ' ' || r == '\t'):
			if word != "" {
				before = append(before, word)
			}
			word = ""
		default:
			word += string(r)
		}
	}
	return before, word
}

// inFlag reports whether the word being typed is a flag.
func (u *unfinished) inFlag() bool {
	return u.line.Open == nil && !u.line.Dashed && strings.HasPrefix(u.word, "-")
}

// list returns the candidates for the word, including some that do not begin
// with it.
func (u *unfinished) list() (list []completion) {
	switch {
	case u.inFlag():
		for _, f := range u.line.Known(u.App) {
			_, about := flagText(language(u.App), u.typed(), f)
			list = append(list, completion{"--" + f.Names()[0], about})
		}
		return list
	case u.line.Open == nil && len(u.line.Rest) == 0 && len(u.line.Below) > 0:
		return u.commandNames(u.typed(), u.line.Below)
	}
	for _, kind := range u.kinds() {
		list = append(list, u.ofKind(kind)...)
	}
	return list
}

// typed returns the full name of the command, as in "hikyaku secret address".
func (u *unfinished) typed() string {
	return strings.Join(append([]string{u.App.Name}, u.line.Path...), " ")
}

// commandNames lists the subcommands of the command called name.
func (u *unfinished) commandNames(name string, commands []*cli.Command) (list []completion) {
	for _, e := range commandEntries(language(u.App), name, commands) {
		list = append(list, completion{e.term, e.text})
	}
	return list
}

// kinds returns what the word may be, in the terms of --help in English. If an argument is
// optional, the word may also be the next one.
func (u *unfinished) kinds() []string {
	if u.line.Open != nil {
		kind, _ := flagText("en", u.typed(), u.line.Open)
		return []string{kind}
	}
	if u.line.Command == nil {
		return nil
	}
	kinds := strings.Fields(argumentForm(u.line.Command, func(flag string) bool { return len(u.line.Values[flag]) > 0 }))
	if u.line.Last("game") != "" && len(kinds) > 0 {
		kinds = kinds[1:] // --game replaces MATCH
	}
	n := len(u.line.Rest)
	switch last := len(kinds) - 1; {
	case last < 0:
		return nil
	case n >= last && strings.Contains(kinds[last], "…"):
		return kinds[last:]
	case n > last:
		return nil
	case n == 0 && last > 0 && strings.HasSuffix(kinds[0], "]"):
		return kinds[:2]
	}
	return kinds[n : n+1]
}

// ofKind lists the candidates of a kind; see kinds.
func (u *unfinished) ofKind(kind string) (list []completion) {
	switch kind = strings.Trim(kind, "[]…"); kind {
	case "FILE", "DIR", "FOLDER", "OUT":
		return []completion{namesOfFiles}
	case "MATCH", "IN":
		return u.matches()
	case "MOVE":
		return u.moves()
	case "GAME":
		return u.games()
	case "RULE":
		if g := u.game(); g != nil {
			for _, r := range slices.Concat(engine.Rules, g.Rules) {
				list = append(list, completion{r.ID, r.Text.In(language(u.App))})
			}
		}
		return list
	case "KEY=VALUE":
		return u.settings()
	case "THEME":
		return append(plain(render.Themes()...), namesOfFiles)
	case "SET":
		return plain(render.Pieces()...)
	case "FORMAT":
		if u.line.Command.Name == "show" {
			return plain(showFormats...)
		}
		for _, f := range convert.Formats {
			list = append(list, completion{f.Name, strings.Join(f.Endings, ", ")})
		}
		return list
	case "LANGUAGE":
		return plain(i18n.Languages...)
	case "COMMAND":
		return u.commandNames(u.App.Name, u.App.Commands)
	}
	if strings.Contains(kind, "|") {
		return plain(strings.Split(kind, "|")...)
	}
	return nil
}

func plain(words ...string) (list []completion) {
	for _, word := range words {
		list = append(list, completion{word: word})
	}
	return list
}

func (u *unfinished) games() (list []completion) {
	lang := language(u.App)
	for _, g := range all.Games {
		list = append(list, completion{g.Name, g.Title.In(lang)})
		if lang == "ja" {
			list = append(list, completion{g.Title.Ja, g.Name})
		}
		o, _ := g.Variants()
		for _, value := range variantNames(o) {
			list = append(list, completion{value, o.Name(value).In(lang)})
		}
	}
	return list
}

// game returns the game that the line names, or nil.
func (u *unfinished) game() *engine.Game {
	name := u.line.Last("game")
	if name == "" && len(u.line.Rest) > 0 {
		name = u.line.Rest[0]
	}
	g, _, err := gameNamed(name)
	if err != nil {
		return nil
	}
	return g
}

// settings lists the options of the line's game, or of all games if it names
// none.
func (u *unfinished) settings() (list []completion) {
	games, lang := all.Games, language(u.App)
	if g := u.game(); g != nil {
		games = []*engine.Game{g}
	}
	for _, g := range games {
		for _, o := range g.Options {
			for _, value := range o.Values {
				list = append(list, completion{o.Key + "=" + value, i18n.In(lang, "board.term", "what", o.Title, "text", o.Name(value))})
			}
		}
	}
	return list
}

// patience is the maximum time for listing matches.
const patience = 80 * time.Millisecond

// matches lists the names of matches and files. It includes finished matches
// only if the word has begun.
func (u *unfinished) matches() (list []completion) {
	conf, err := loadConfig(u.Context)
	if err != nil {
		return []completion{namesOfFiles}
	}
	d := conf.readingDesk()
	for _, m := range d.Invitations() {
		list = append(list, u.matchNames(m)...)
	}
	if u.line.Command.Name == "decline" {
		return list
	}
	accepts := u.line.Command.Name == "accept"
	if !accepts {
		list = append(list, namesOfFiles)
	}
	end := time.Now().Add(patience)
	for m, err := range d.List() {
		if err != nil || time.Now().After(end) {
			break
		}
		if !m.Damaged() && (!m.Over || u.word != "") && (!accepts || m.Asks(d.Me.Address)) {
			list = append(list, u.matchNames(m)...)
		}
	}
	return list
}

// matchNames lists the names of a match: its short name, and those of its file,
// its other players and their addresses that the word begins.
func (u *unfinished) matchNames(m match.Summary) (list []completion) {
	lang := language(u.App)
	m.File = strings.TrimSuffix(filepath.Base(m.File), ".kif")
	about := i18n.In(lang, "list.line", "match", matchName(lang, m), "state", m.Status)
	if len(m.Names) > 0 {
		list = append(list, completion{m.Short(), about})
	} else {
		list = append(list, completion{m.File, about})
	}
	for _, name := range slices.Concat([]string{m.File}, m.Names, m.Others) {
		if n := len(u.word); n > 0 && n <= len(name) && strings.EqualFold(name[:n], u.word) {
			list = append(list, completion{u.word + name[n:], about})
		}
	}
	return list
}

// maxMoves is the maximum number of moves to list; more would not be read.
const maxMoves = 300

// moves lists the legal moves that begin with the word, as the reader's language
// writes them or as they are recorded.
func (u *unfinished) moves() (list []completion) {
	p, err := u.position()
	if err != nil {
		return nil
	}
	for m := range p.Moves() {
		if text := engine.Spell(p, m).In(language(u.App)); strings.HasPrefix(text, u.word) {
			list = append(list, completion{word: text})
		} else if strings.HasPrefix(string(m), u.word) {
			list = append(list, completion{word: string(m)})
		}
		if len(list) > maxMoves {
			return nil
		}
	}
	return list
}

// position returns the position whose moves are to be completed: that of the
// match on the line, at the ply of --at, or of the game there, after the moves
// given there.
func (u *unfinished) position() (engine.Position, error) {
	s, played := &scratch{}, u.line.Rest
	if name := u.line.Last("game"); name != "" {
		g, set, err := chosenGame(name, u.line.Values["set"])
		if err != nil {
			return nil, err
		}
		if s.position, err = g.Start(set); err != nil {
			return nil, err
		}
	} else {
		conf, err := loadConfig(u.Context)
		if err != nil {
			return nil, err
		}
		name := ""
		if len(played) > 0 {
			name, played = played[0], played[1:]
		}
		m, err := openFile(u.Context, conf.readingDesk(), name)
		if err != nil {
			return nil, err
		}
		if at, err := strconv.Atoi(u.line.Last("at")); err == nil && at >= 0 && at <= m.Ply() {
			m.Match = m.Match.AtPly(at)
		}
		s.position = m.Last()
	}
	_, err := s.play(played)
	return s.position, err
}

// readingDesk returns a desk that cannot write files.
func (conf *config) readingDesk() *home.Desk {
	d := conf.desk()
	d.System = reading{}
	if _, err := os.Stat(d.Cache); err != nil {
		d.Cache = ""
	}
	return d
}

// reading is an operating system that refuses to write.
type reading struct{ atomicfile.OS }

func (reading) Create(string, fs.FileMode) (atomicfile.File, error) { return nil, fs.ErrPermission }
func (reading) Rename(string, string) error                         { return fs.ErrPermission }
func (reading) Remove(string) error                                 { return fs.ErrPermission }
func (reading) Lock(string, time.Duration) (io.Closer, error)       { return nil, fs.ErrPermission }

// completions are the scripts for the shells, which call completeCommand. A line :files in its output makes them complete the
// names of files.
//
//go:embed completion
var completions embed.FS

func printCompletion(c *cli.Context, shell string) error {
	script, err := completions.ReadFile("completion/hikyaku." + shell)
	if err != nil { // shell is "": anything else is one of the choices
		return notAChoice("completion", "''", choices("completion"))
	}
	_, err = c.App.Writer.Write(script)
	return err
}
