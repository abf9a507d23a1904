package lesson

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hikyaku/engine"
	"hikyaku/internal/atomicfile"
	"hikyaku/internal/i18n"
)

// Subject is a game, or a variant of one, that can be learnt.
type Subject struct {
	Key   string // in addresses
	Title i18n.Text
	Game  *engine.Game
	Set   engine.Options
}

// Subjects returns what can be learnt about games: each game, followed by its
// variants.
func Subjects(games []*engine.Game) (list []Subject) {
	for _, g := range games {
		list = append(list, Subject{Key(g, nil), g.Title, g, nil})
		for i, o := range g.Options {
			for _, value := range o.Values {
				if value == o.Default {
					continue
				}
				set := engine.Options{o.Key: value}
				switch title, other := o.Games[value]; {
				case other:
					list = append(list, Subject{Key(g, set), title, g, set})
				case i == 0 && o.Variants && o.Names != nil:
					list = append(list, Subject{Key(g, set), i18n.Phrases(g.Title, o.Name(value)), g, set})
				}
			}
		}
	}
	return list
}

// Key returns the key of a game with some of its options set: its name, followed
// by the values that are not defaults.
func Key(g *engine.Game, set engine.Options) string {
	key := g.Name
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if i := slices.IndexFunc(g.Options, func(o engine.Option) bool { return o.Key == name }); i >= 0 && g.Options[i].Default != set[name] {
			key += "-" + set[name]
		}
	}
	return key
}

// About describes the subject in one sentence.
func (s Subject) About() i18n.Text { return s.Game.Summary(s.Set).FirstSentence() }

// Predicate is what About says of the game, for readers of its title.
func (s Subject) Predicate() i18n.Text {
	about := s.About()
	if _, said, found := strings.Cut(about.En, " is "); found {
		about.En = strings.ToUpper(said[:1]) + said[1:]
	}
	if _, said, found := strings.Cut(about.Ja, "は、"); found {
		about.Ja = said
	}
	return about
}

// Standing is the learner's progress in a subject.
type Standing struct {
	Subject
	Done, All int // numbers of lessons
}

// Standings returns what can be learnt, with the progress.
func Standings(games []*engine.Game, p Progress) (list []Standing, err error) {
	lines, err := p.load()
	if err != nil {
		return nil, err
	}
	for _, s := range Subjects(games) {
		units, err := read(s.Game, s.Set)
		if err != nil {
			return nil, err
		}
		one := Standing{Subject: s, All: len(units)}
		for _, u := range units {
			if slices.Contains(lines, s.Game.Name+" "+u.Key) {
				one.Done++
			}
		}
		list = append(list, one)
	}
	return list, nil
}

// Text describes the progress.
func (s Standing) Text() i18n.Text {
	switch s.Done {
	case 0:
		return i18n.T("learn.progress.new", "all", s.All)
	case s.All:
		return i18n.T("learn.progress.done", "all", s.All)
	}
	return i18n.T("learn.progress", "done", s.Done, "all", s.All)
}

// Progress is the file of the lessons that the learner has done, a line "game key" for each. Several programs may use it at
// the same time. Without a file nothing is kept.
type Progress struct {
	System atomicfile.System
	File   string
}

// load returns the lines of the file.
func (p Progress) load() (lines []string, err error) {
	if p.File == "" {
		return nil, nil
	}
	data, err := atomicfile.Read(p.System, p.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return strings.Split(string(data), "\n"), err
}

// set adds or removes lessons of a game.
func (p Progress) set(game string, done bool, keys ...string) error {
	if p.File == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(p.File), 0o700); err != nil {
		return err
	}
	edit := func(old []byte) ([]byte, error) {
		lines := strings.FieldsFunc(string(old), func(r rune) bool { return r == '\n' })
		for _, key := range keys {
			line := game + " " + key
			lines = slices.DeleteFunc(lines, func(one string) bool { return one == line })
			if done {
				lines = append(lines, line)
			}
		}
		return []byte(strings.Join(append(lines, ""), "\n")), nil
	}
	first, _ := edit(nil)
	err := atomicfile.Create(p.System, p.File, first, 0o600)
	if errors.Is(err, fs.ErrExist) {
		err = atomicfile.Change(p.System, p.File, edit)
	}
	return err
}
